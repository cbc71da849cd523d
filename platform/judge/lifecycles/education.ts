/**
 * What each event may do to the state of its record: `event from>to|to from>to`; the first event comes from nothing. A line that
 * begins with a dash is a step without an event. From lending.md, payments.md and education.md, and the published diagrams.
 */
export const educationLifecycles: Readonly<Record<string, { readonly table: string; readonly steps: string }>> = {
  programme: {
    table: 'programme',
    steps: `
      programme.created >active
      programme.updated active>active retired>retired
      programme.retired active>retired
      programme.reactivated retired>active`,
  },
  student: {
    table: 'student',
    steps: `
      student.created >applicant
      student.updated applicant>applicant admitted>admitted active>active deferred>deferred suspended>suspended withdrawn>withdrawn discontinued>discontinued completed>completed graduated>graduated deceased>deceased
      student.state_changed applicant>admitted|deceased admitted>active|deceased active>deferred|suspended|withdrawn|discontinued|completed|deceased deferred>active|withdrawn|deceased suspended>active|withdrawn|deceased withdrawn>admitted|deceased completed>graduated|deceased discontinued>deceased graduated>deceased
      student.erased applicant>applicant admitted>admitted active>active deferred>deferred suspended>suspended withdrawn>withdrawn discontinued>discontinued completed>completed graduated>graduated deceased>deceased`,
  },
  enrolment: {
    table: 'enrolment',
    steps: `
      enrolment.created >pending|enrolled
      enrolment.updated pending>pending enrolled>enrolled
      enrolment.confirmed pending>enrolled
      enrolment.cancelled pending>cancelled
      enrolment.completed enrolled>completed
      enrolment.deferred enrolled>deferred
      enrolment.resumed deferred>enrolled
      enrolment.transferred enrolled>transferred
      enrolment.withdrawn enrolled>withdrawn deferred>withdrawn
      enrolment.discontinued enrolled>discontinued deferred>discontinued`,
  },
  invoice: {
    table: 'invoice',
    steps: `
      invoice.created >draft
      invoice.updated draft>draft written_off>written_off
      invoice.discarded draft>draft
      invoice.issued draft>issued
      invoice.partially_paid issued>partially_paid|paid partially_paid>partially_paid|paid
      invoice.paid issued>partially_paid|paid partially_paid>partially_paid|paid
      invoice.credited issued>issued partially_paid>partially_paid
      invoice.reopened partially_paid>issued|partially_paid paid>issued|partially_paid written_off>issued|partially_paid
      invoice.overdue issued>issued partially_paid>partially_paid
      invoice.voided draft>void issued>void
      invoice.written_off issued>written_off partially_paid>written_off`,
  },
  invoice_reservation: {
    table: 'invoice_reservation',
    steps: `
      invoice_reservation.held >held
      invoice_reservation.renewed held>held
      invoice_reservation.promised held>promised
      invoice_reservation.released held>released promised>released
      invoice_reservation.used held>used`,
  },
  payment: {
    table: 'invoice_payment',
    steps: `
      payment.received >received
      payment.allocated received>partly_allocated|allocated partly_allocated>partly_allocated|allocated
      payment.unallocatable received>received
      payment.surplus_held received>allocated partly_allocated>allocated
      payment.surplus_returned allocated>allocated
      payment.reversed received>reversed partly_allocated>reversed allocated>reversed`,
  },
  result: {
    table: 'result',
    steps: `
      result.created >draft
      result.updated draft>draft submitted>submitted
      result.submitted draft>submitted
      result.returned submitted>draft
      result.published submitted>published
      result.amended published>published
      result.withheld published>withheld
      result.released withheld>published
      result.voided draft>void submitted>void published>void`,
  },
};
