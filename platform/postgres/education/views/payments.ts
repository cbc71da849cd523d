import { CreditNote } from '#core/education/invoice/credit-note.ts';
import { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { Invoice } from '#core/education/invoice/invoice.ts';
import { paymentLifecycle } from '#core/education/payment/lifecycle.ts';
import { InvoicePayment, PaymentAllocation, unappliedOf } from '#core/education/payment/payment.ts';
import { Student } from '#core/education/student/student.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { Member } from '#core/membership/member/member.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { columnsOf, listed, pick, record, reference } from '../../views/columns.ts';
import { view, type Condition, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { byChoice, byId, type SchoolList } from './fields.ts';
import { studentOf } from './students.ts';

const l = columnsOf(InvoicePayment);
const s = columnsOf(Student, 's');
const i = columnsOf(Invoice, 'i');
const designated = columnsOf(Invoice, 'di');
const m = columnsOf(Member, 'm');
const loan = columnsOf(Loan, 'loan');
const d = columnsOf(Disbursement, 'd');
const a = columnsOf(PaymentAllocation, 'a');
const v = columnsOf(Invoice, 'v');
const il = columnsOf(InvoiceLine, 'il');

const payments = view(InvoicePayment, {
  columns: {
    ...record(l),
    ...pick(l, 'amount', 'method', 'reference', 'paidAt', 'designatedCategories', 'allocated', 'surplus'),
    ...pick(l, 'surplusReturnedAt', 'state', 'recordedBy', 'reversedAt', 'reversalReason'),
    student: studentOf(l.studentId),
    /** The invoice that the payer named. */
    invoice: reference(l.invoiceId, i.uuid),
    payerMember: reference(l.payerMemberId, m.uuid),
    /** The loan and the disbursement behind the money, in lending's books. */
    loan: reference(l.loanId, loan.uuid),
    disbursement: reference(l.disbursementId, d.uuid),
    designatedInvoice: reference(l.designatedInvoiceId, designated.uuid),
    /** The parts of a payment on lines of invoices. Those of a reversed payment are unwound and not shown. */
    allocations: listed(
      { invoice: reference(a.invoiceId, v.uuid), line: reference(a.lineId, il.uuid), amount: a.amount },
      `payment_allocation a ${one('invoice v', `${v.id} = ${a.invoiceId}`)} ${one('invoice_line il', `${il.id} = ${a.lineId}`)}
        where ${a.paymentId} = ${l.id} and ${a.unwoundAt} is null`,
      a.id.sql,
    ),
  },
  joins: `
    ${one('student s', `${s.id} = ${l.studentId}`)}
    ${oneOrNone('invoice i', `${i.id} = ${l.invoiceId}`)}
    ${oneOrNone('invoice di', `${designated.id} = ${l.designatedInvoiceId}`)}
    ${oneOrNone('member m', `${m.id} = ${l.payerMemberId}`)}
    ${oneOrNone('loan', `${loan.id} = ${l.loanId}`)}
    ${oneOrNone('disbursement d', `${d.id} = ${l.disbursementId}`)}`,
  /** `unapplied` is the student's credit. */
  show: (row) => ({ ...row, unapplied: unappliedOf(row) }),
});

// Their ids first: no index answers a question with "or" between two tables.
const ofInvoice = ([text, ...values]: Condition): Condition => [
  `${l.id} = any(array(
     select p.id from invoice i join invoice_payment p on p.invoice_id = i.id where ${text}
      union all
     select a.payment_id from invoice i join payment_allocation a on a.invoice_id = i.id and a.unwound_at is null
      where ${text}))`,
  ...values,
];

export const paymentList: SchoolList = {
  fields: {
    student_id: byId(l.studentId, 'student', 'For this student', { onlyInGraph: true }),
    invoice_id: byId(i.id, 'invoice', 'Those that named this invoice or were put on it', {
      through: ofInvoice,
      onlyInGraph: true,
    }),
    state: byChoice(l.state, 'The state', paymentLifecycle.states),
  },
};

export function paymentViews(context: ViewContext) {
  const all = schoolCollection(context, payments, pick(l, 'studentId'), paymentList);
  return {
    ...all,
    /** The payments that these disbursements of lending made. */
    ofDisbursements: (ids: readonly number[]) => all.where([`${l.disbursementId} = any(?::bigint[])`, ids]),
  };
}

const c = columnsOf(CreditNote);

const creditNotes = view(CreditNote, {
  columns: {
    ...record(c),
    ...pick(c, 'number', 'amount', 'reason', 'issuedOn', 'issuedBy'),
    invoice: reference(c.invoiceId, v.uuid),
  },
  joins: one('invoice v', `${v.id} = ${c.invoiceId}`),
});

export const creditNoteList: SchoolList = {
  fields: { invoice_id: byId(c.invoiceId, 'invoice', 'Of this invoice', { onlyInGraph: true }) },
};

export function creditNoteViews(context: ViewContext) {
  const all = schoolCollection(context, creditNotes, pick(c, 'invoiceId'), creditNoteList);
  return { ...all, ofInvoices: (ids: readonly number[], limit: number) => all.ofEach('invoiceId', ids, limit) };
}
