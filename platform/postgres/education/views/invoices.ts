import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import { balanceDueOf, balanceOf, Invoice, isOverdue } from '#core/education/invoice/invoice.ts';
import { Term } from '#core/education/programme/calendar.ts';
import { FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import { least } from '#core/kernel/money.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { columnsOf, expression, listed, pick, record, reference } from '../../views/columns.ts';
import { view, type Condition, type RecordOf, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { byChoice, byCode, byDay, byFlag, byId, type SchoolList } from './fields.ts';
import { byAdmissionNo, studentOf } from './students.ts';

const l = columnsOf(Invoice);
const s = columnsOf(Student, 's');
const e = columnsOf(Enrolment, 'e');
const t = columnsOf(Term, 't');
const fs = columnsOf(FeeStructure, 'fs');
const il = columnsOf(InvoiceLine, 'il');

const invoices = view(Invoice, {
  columns: {
    ...record(l),
    /** Null in draft, as payCode and issueDate. */
    number: l.number,
    ...pick(l, 'payCode', 'issueDate', 'dueDate', 'currency', 'payer', 'subtotal', 'discountTotal', 'total', 'paid'),
    ...pick(l, 'credited', 'state', 'voidedAt', 'voidReason', 'writtenOffAt', 'writeOffReason'),
    student: studentOf(l.studentId),
    enrolment: reference(l.enrolmentId, e.uuid),
    term: reference(l.termId, t.uuid, pick(t, 'name')),
    feeStructure: reference(l.feeStructureId, fs.uuid),
    /**
     * What loans whose money went to a phone promised, less what came since, in minor units; at most what is owed. As
     * `stillPromised` has it: `kept_at` is what the invoice has been paid once a promise and those before it are kept.
     */
    promised: expression.cents(
      `(select coalesce(sum(least(k.amount, greatest(k.kept_at - ${l.paid}, 0))), 0)
          from (select p.amount, p.so_far + max(p.paid_before - p.so_far + p.amount) over (order by p.id) as kept_at
                  from (select r.id, r.amount, r.paid_before, sum(r.amount) over (order by r.id) as so_far
                          from invoice_reservation r where r.invoice_id = ${l.id} and r.state = 'promised') p) k)`,
    ),
    lines: listed(
      {
        ...pick(il, 'id', 'uuid', 'position', 'code', 'description', 'feeCategory', 'amount', 'discount'),
        ...pick(il, 'priority', 'paid'),
      },
      `invoice_line il where ${il.invoiceId} = ${l.id}`,
      il.position.sql,
    ),
  },
  joins: `
    ${one('student s', `${s.id} = ${l.studentId}`)}
    ${oneOrNone('enrolment e', `${e.id} = ${l.enrolmentId}`)}
    ${oneOrNone('term t', `${t.id} = ${l.termId}`)}
    ${oneOrNone('fee_structure fs', `${fs.id} = ${l.feeStructureId}`)}`,
  show: (row, { today }) => {
    const balance = balanceOf(row);
    return { ...row, balance, promised: least(row.promised, balanceDueOf(row)), overdue: isOverdue(row, today) };
  },
});
export type InvoiceView = RecordOf<typeof invoices>;

const st = columnsOf(Student, 'st');
const sp = columnsOf(Sponsorship, 'sp');

const throughStudent = ([text, ...values]: Condition): Condition => [
  `exists (select from student st where ${st.id} = ${l.studentId} and ${text})`,
  ...values,
];

const throughSponsorship = ([text, ...values]: Condition): Condition => [
  `${l.studentId} = any(array(select ${sp.studentId} from sponsorship sp
     where ${text} and ${sp.endedOn} is null and ${sp.consent} in ('balance', 'marks')))`,
  ...values,
];

export const invoiceList: SchoolList = {
  fields: {
    programme: byCode(st.programmeId, 'programme', 'The student’s programme', throughStudent),
    student_id: byId(l.studentId, 'student', 'Of this student'),
    admission_no: byAdmissionNo(
      'Of the student with this admission number',
      `${l.studentId} = (select st.id from student st where st.admission_form = ?::text)`,
    ),
    sponsor_member_id: byId(
      sp.memberId,
      'member',
      'Of students whom this member sponsors now, and who let the member see balances',
      { through: throughSponsorship, onlyInGraph: true },
    ),
    state: byChoice(l.state, 'The state', invoiceLifecycle.states),
    overdue: byFlag('Due before today with something owed, or not', ({ today }) => [
      `${l.state} in ('issued', 'partially_paid') and ${l.dueDate} < ?::date`,
      today.toString(),
    ]),
    due_before: byDay(l.dueDate, '<', 'Due before this day'),
    due_after: byDay(l.dueDate, '>', 'Due after this day'),
  },
};

export function invoiceViews(context: ViewContext) {
  const all = schoolCollection(context, invoices, pick(l, 'studentId', 'enrolmentId'), invoiceList);
  return {
    ...all,
    /** Invoices by number, in no order. */
    byNumbers: (numbers: readonly string[]) => all.where([`${l.number} = any(?::text[])`, numbers]),
  };
}
