import { refusals } from '../kernel/domain-error.ts';

/** What the schools' side refuses, beside the kernel's refusals. */
export const educationRefusals = refusals({
  duplicate_admission_no: {
    kind: 'conflict',
    title: 'A student with this admission number exists',
    remedy: 'Use the existing student, or choose another admission number.',
  },
  duplicate_student: {
    kind: 'conflict',
    title: 'A student with this identity document exists',
    remedy: 'Use the existing student; one person is registered once.',
  },
  duplicate_enrolment: {
    kind: 'conflict',
    title: 'The student is enrolled in this programme for this period',
    remedy: 'Use the enrolment named by existing_id, or cancel it first.',
  },
  duplicate_code: {
    kind: 'conflict',
    title: 'This code is taken',
    remedy: 'Use the record named by existing_id, or choose another code.',
  },
  duplicate_sponsorship: {
    kind: 'conflict',
    title: 'The member sponsors this student already',
    remedy: 'Change the sponsorship named by existing_id, or end it first.',
  },
  student_not_enrollable: {
    kind: 'conflict',
    title: 'The student can’t be enrolled in the present state',
    remedy: 'Admit, readmit, resume or reinstate the student first.',
  },
  student_erased: {
    kind: 'conflict',
    title: 'The student’s particulars were erased',
    remedy: 'Nothing personal can be added to an erased record; register the person again.',
  },
  programme_fixed: {
    kind: 'conflict',
    title: 'The programme changes by transfer only',
    remedy: 'Transfer the running enrolment to the new programme.',
  },
  units_outstanding: {
    kind: 'conflict',
    title: 'Required units are not passed',
    remedy: 'Publish a pass or an exemption for each of missing_units first.',
  },
  balance_outstanding: {
    kind: 'conflict',
    title: 'The student owes fees',
    remedy: 'Settle balance_due, or override with a reason.',
  },
  enrolment_closed: {
    kind: 'conflict',
    title: 'The enrolment is not open for this',
    remedy: 'Look at the record’s state and dates; choose a running enrolment or an open term.',
  },
  invoice_not_payable: {
    kind: 'conflict',
    title: 'The invoice can’t take this money',
    remedy: 'Read the invoice again: it is not issued, or its free balance is less than the amount.',
  },
  invoice_already_settled: {
    kind: 'conflict',
    title: 'Nothing is owed on the invoice',
    remedy: 'Pay another invoice, or book the money to the student’s credit.',
  },
  invoice_has_payments: {
    kind: 'conflict',
    title: 'Money or credit was booked to the invoice',
    remedy: 'Reverse the payments first, or correct the invoice with a credit note.',
  },
  invoice_reserved_by_loan: {
    kind: 'conflict',
    title: 'A school-fee loan has reserved this invoice',
    remedy:
      'Wait until the reservation expires or is released. Where the loan’s money went to a phone, record what the school receives ' +
      'of it, have the lender take the disbursement back, or correct the invoice with a credit note.',
  },
  no_loan_credit: {
    kind: 'conflict',
    title: 'The payment has no credit of a loan that could go back to it',
    remedy: 'Name a payment that a loan made and that has unapplied money left.',
  },
  payment_not_refundable: {
    kind: 'conflict',
    title: 'The payment can’t be reversed here',
    remedy: 'A loan’s payment is reversed by reversing the disbursement behind it.',
  },
  result_exists: {
    kind: 'conflict',
    title: 'A result for this student, unit, term and attempt exists',
    remedy: 'Change the result named by existing_id, or record a new attempt.',
  },
  result_locked: {
    kind: 'conflict',
    title: 'Published marks are not edited',
    remedy: 'Amend the result with a reason; the old version stays readable.',
  },
  result_incomplete: {
    kind: 'conflict',
    title: 'The result is not complete',
    remedy: 'Enter every component’s score, or say why there is none, before publishing.',
  },
  marks_released_by_others: {
    kind: 'forbidden',
    title: 'A lecturer doesn’t release or correct published marks',
    remedy: 'Hand the marks in, and let a person who keeps the results of the whole school, a registrar, do this.',
  },
  self_approval: {
    kind: 'conflict',
    title: 'Marks can’t be approved by the person who entered them',
    remedy: 'Let a person other than the one who entered the marks do this.',
  },
  sponsorship_ended: {
    kind: 'conflict',
    title: 'The sponsorship has ended',
    remedy: 'Begin a new sponsorship.',
  },
  sync_window_expired: {
    kind: 'gone',
    title: 'Changes since then are no longer listed in full',
    remedy: 'Read the whole collection once without updated_since, then go on from the sync.as_of of that time.',
  },
});
