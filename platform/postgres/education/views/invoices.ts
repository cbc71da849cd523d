import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { balanceOf, Invoice, isOverdue } from '#core/education/invoice/invoice.ts';
import { Term } from '#core/education/programme/calendar.ts';
import { FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import { columnsOf, listed, pick, record, reference } from '../../views/columns.ts';
import { view, type Condition, type RecordOf, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { identified, named, storable } from './references.ts';
import { studentOf } from './students.ts';

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
    join student s on ${s.id} = ${l.studentId}
    left join enrolment e on ${e.id} = ${l.enrolmentId}
    left join term t on ${t.id} = ${l.termId}
    left join fee_structure fs on ${fs.id} = ${l.feeStructureId}`,
  show: (row, { today }) => ({ ...row, balance: balanceOf(row), overdue: isOverdue(row, today) }),
});
export type InvoiceView = RecordOf<typeof invoices>;

export type InvoiceFilter = {
  /** The student's programme: code, id or uuid. */
  readonly programme?: string | undefined;
  /** Id or uuid. */
  readonly student?: string | undefined;
  readonly admissionNo?: string | undefined;
  /** Students whom this member sponsors now, and who let the member see balances: id or uuid. */
  readonly sponsorMember?: string | undefined;
  readonly states?: readonly string[] | undefined;
  readonly overdue?: boolean | undefined;
  /** Due before, or after, this day. */
  readonly dueBefore?: Temporal.PlainDate | undefined;
  readonly dueAfter?: Temporal.PlainDate | undefined;
};

export function invoiceViews(context: ViewContext) {
  const conditions = (filter: InvoiceFilter) => conditionsOf(filter, context.today);
  const all = schoolCollection(context, invoices, pick(l, 'studentId', 'enrolmentId'), conditions);
  return {
    ...all,
    /** Invoices by number, in no order. */
    byNumbers: (numbers: readonly string[]) => all.where([`${l.number} = any(?::text[])`, numbers]),
  };
}

const st = columnsOf(Student, 'st');
const sp = columnsOf(Sponsorship, 'sp');

function conditionsOf(filter: InvoiceFilter, today: Temporal.PlainDate): Condition[] {
  const { overdue, dueBefore, dueAfter, sponsorMember } = filter;
  const late = `${l.state} in ('issued', 'partially_paid') and ${l.dueDate} < ?1::date`;
  return [
    ofProgramme(named(st.programmeId, 'programme', 'code', filter.programme)),
    identified(l.studentId, 'student', filter.student),
    [
      `${l.studentId} = (select st.id from student st where st.admission_form = ?::text)`,
      storable(filter.admissionNo)?.trim().toUpperCase(),
    ],
    sponsoredBy(identified(sp.memberId, 'member', sponsorMember)),
    [`${l.state} = any(?::text[])`, filter.states],
    [overdue ? late : `not (${late})`, overdue === undefined ? undefined : today.toString()],
    [`${l.dueDate} < ?::date`, dueBefore?.toString()],
    [`${l.dueDate} > ?::date`, dueAfter?.toString()],
  ];
}

/** The condition that its student is in a programme. */
const ofProgramme = ([text, ...values]: Condition): Condition => [
  `exists (select from student st where ${st.id} = ${l.studentId} and ${text})`,
  ...values,
];

const sponsoredBy = ([text, ...values]: Condition): Condition => [
  `${l.studentId} = any(array(select ${sp.studentId} from sponsorship sp
     where ${text} and ${sp.endedOn} is null and ${sp.consent} in ('balance', 'marks')))`,
  ...values,
];
