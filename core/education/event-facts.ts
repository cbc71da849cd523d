import { fact, type EventFacts, type Facts } from '../kernel/event-facts.ts';
import { enrolmentLifecycle } from './enrolment/lifecycle.ts';
import { creditNoteLifecycle } from './invoice/credit-note.ts';
import { invoiceLifecycle } from './invoice/lifecycle.ts';
import { paymentLifecycle } from './payment/lifecycle.ts';
import { PAYMENT_METHODS } from './payment/payment.ts';
import { programmeLifecycle } from './programme/programme.ts';
import { resultLifecycle } from './result/lifecycle.ts';
import { sponsorshipLifecycle } from './sponsorship/sponsorship.ts';
import { studentLifecycle } from './student/lifecycle.ts';

const student_id = fact.id('student', 'The student.');
const changed = fact.texts('The fields that were changed.');
const until = fact.date('Until when.');

const moves = (lifecycle: typeof studentLifecycle | typeof enrolmentLifecycle): Facts => ({
  from: fact.oneOf(lifecycle.states, 'The state before.'),
  to: fact.oneOf(lifecycle.states, 'The state after.'),
});
const moved = moves(enrolmentLifecycle);

const paid: Facts = {
  method: fact.oneOf(PAYMENT_METHODS, 'How it was paid.'),
  reference: fact.text('The receipt or the payer’s reference.'),
  invoice_id: fact.nullable(fact.id('invoice', 'The invoice that the payer named.')),
};

/** What events about studies carry. Particulars of students are read over the API. */
const studies: readonly EventFacts[] = [
  {
    lifecycle: studentLifecycle,
    subjectType: 'student',
    always: {},
    of: {
      'student.created': { state: fact.state(studentLifecycle) },
      'student.updated': { changed },
      'student.state_changed': { action: fact.text('The step that was taken.'), ...moves(studentLifecycle) },
    },
    sometimes: { until },
  },
  {
    lifecycle: enrolmentLifecycle,
    subjectType: 'enrolment',
    always: { student_id, programme_id: fact.id('programme', 'The programme.') },
    of: {
      'enrolment.created': {
        state: fact.state(enrolmentLifecycle),
        transferred_from_id: fact.nullable(fact.id('enrolment', 'The enrolment that this one continues.')),
      },
      'enrolment.updated': { changed },
      'enrolment.confirmed': moved,
      'enrolment.cancelled': moved,
      'enrolment.completed': moved,
      'enrolment.deferred': { ...moved, until },
      'enrolment.resumed': moved,
      'enrolment.transferred': {
        ...moved,
        transferred_to_id: fact.id('enrolment', 'The enrolment that continues this one.'),
      },
      'enrolment.withdrawn': moved,
      'enrolment.discontinued': moved,
    },
  },
  {
    lifecycle: resultLifecycle,
    subjectType: 'result',
    always: {
      student_id,
      unit_id: fact.id('unit', 'The unit.'),
      attempt: fact.count('1 for the first sitting.'),
      state: fact.state(resultLifecycle),
      published_version: fact.count('How often it was published.'),
    },
    sometimes: {
      reason: fact.nullable(fact.text('Why it is withheld.')),
    },
  },
  {
    lifecycle: sponsorshipLifecycle,
    subjectType: 'sponsorship',
    always: {
      member_id: fact.id('member', 'The sponsor.'),
      student_id,
      consent: fact.oneOf(sponsorshipLifecycle.states, 'What the sponsor may see.'),
    },
  },
];

const fees: readonly EventFacts[] = [
  {
    lifecycle: invoiceLifecycle,
    subjectType: 'invoice',
    always: {
      student_id,
      number: fact.nullable(fact.text('The number; null while it is a draft.')),
      state: fact.state(invoiceLifecycle),
      total: fact.money('Minor units.'),
      balance: fact.money('What is left to pay, minor units.'),
    },
    sometimes: {
      changed,
      amount: fact.money('What was paid, credited, taken back or written off, minor units.'),
      due_date: fact.date('The last day to pay.'),
    },
  },
  {
    lifecycle: creditNoteLifecycle,
    subjectType: 'credit_note',
    always: {
      invoice_id: fact.id('invoice', 'The invoice that is credited.'),
      number: fact.text('The number of the credit note.'),
      amount: fact.money('Minor units.'),
    },
  },
  {
    lifecycle: paymentLifecycle,
    subjectType: 'payment',
    always: {
      student_id,
      amount: fact.money('Minor units.'),
      state: fact.state(paymentLifecycle),
      unapplied: fact.money('What is on no invoice: the student’s credit, minor units.'),
    },
    of: {
      'payment.received': paid,
      'payment.allocated': { allocated: fact.money('What was put on invoices now, minor units.') },
      'payment.unallocatable': {
        invoice_id: fact.nullable(fact.id('invoice', 'The invoice that it was meant for.')),
        reference: fact.text('The receipt or the payer’s reference.'),
      },
      'payment.surplus_held': {
        surplus: fact.money('What is the lender’s, minor units.'),
        loan_id: fact.nullable(fact.id('loan', 'The loan that paid.')),
        disbursement_id: fact.nullable(fact.id('disbursement', 'The disbursement that paid.')),
        disbursement_uuid: fact.text('The disbursement that paid.'),
      },
      'payment.surplus_returned': {
        surplus: fact.money('What went back to the lender, minor units.'),
        loan_id: fact.nullable(fact.id('loan', 'The loan that paid.')),
      },
      'payment.reversed': paid,
    },
  },
];

const named: Facts = { name: fact.text('Its name.') };
const edition: Facts = { code: fact.text('Its code.'), edition: fact.count('The edition that is in force.') };
const created = (noun: string) => `The school has a new ${noun}.`;

/** What a school has on offer. */
const catalogue: readonly EventFacts[] = [
  {
    lifecycle: programmeLifecycle,
    subjectType: 'programme',
    always: { code: fact.text('Its code.'), state: fact.state(programmeLifecycle) },
  },
  {
    others: { 'unit.created': created('unit') },
    subjectType: 'unit',
    always: { code: fact.text('Its code.'), programme_id: fact.nullable(fact.id('programme', 'The programme.')) },
  },
  {
    others: {
      'academic_year.created': created('academic year'),
      'academic_year.updated': 'The days of the academic year have changed.',
    },
    subjectType: 'academic_year',
    always: named,
  },
  {
    others: { 'term.created': created('term'), 'term.updated': 'The term has changed.' },
    subjectType: 'term',
    always: { academic_year_id: fact.id('academic_year', 'The academic year.'), ...named },
  },
  { others: { 'intake.created': created('intake') }, subjectType: 'intake', always: named },
  {
    others: { 'fee_structure.created': created('fee structure') },
    subjectType: 'fee_structure',
    always: { programme_id: fact.id('programme', 'The programme.'), ...named },
  },
  {
    others: {
      'grading_scale.created': created('grading scale'),
      'grading_scale.updated': 'A new edition of the grading scale is in force.',
    },
    subjectType: 'grading_scale',
    always: edition,
  },
];

/** What events of education carry. */
export const educationFacts: readonly EventFacts[] = [...studies, ...fees, ...catalogue];
