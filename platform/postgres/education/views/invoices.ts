import type { FeeCategory } from '#core/education/fee-category.ts';
import type { InvoiceState } from '#core/education/invoice/lifecycle.ts';
import { balanceOf, isOverdue, type Payer } from '#core/education/invoice/invoice.ts';
import type { Row } from '../../database.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import { collectionOf, column, recordOf, type Named, type RecordView } from './collection.ts';
import { identified, named, spoken } from './references.ts';
import { studentNameOf, type StudentName } from './students.ts';

export type InvoiceLineView = {
  readonly id: number;
  readonly uuid: string;
  readonly position: number;
  readonly code: string | null;
  readonly description: string;
  readonly feeCategory: FeeCategory;
  readonly amount: bigint;
  readonly discount: bigint;
  readonly priority: number;
  readonly paid: bigint;
};

export type InvoiceView = RecordView & {
  /** Null in draft, as payCode and issueDate. */
  readonly number: string | null;
  readonly payCode: string | null;
  readonly student: StudentName;
  readonly enrolment: Named | null;
  readonly term: (Named & { readonly name: string }) | null;
  readonly feeStructure: Named | null;
  readonly issueDate: Temporal.PlainDate | null;
  readonly dueDate: Temporal.PlainDate;
  readonly currency: string;
  readonly payer: Payer;
  readonly lines: readonly InvoiceLineView[];
  readonly subtotal: bigint;
  readonly discountTotal: bigint;
  readonly total: bigint;
  readonly paid: bigint;
  readonly credited: bigint;
  /** total - paid - credited. */
  readonly balance: bigint;
  /** Open, and the due date is before the business date. */
  readonly overdue: boolean;
  readonly state: InvoiceState;
  readonly voidedAt: Temporal.Instant | null;
  readonly voidReason: string | null;
  readonly writtenOffAt: Temporal.Instant | null;
  readonly writeOffReason: string | null;
};

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

const select = (rows: string) => `
  select x.*, s.uuid as student_uuid, s.admission_no, e.uuid as enrolment_uuid, t.uuid as term_uuid, t.name as term_name,
         fs.uuid as fee_structure_uuid,
         (select jsonb_agg(jsonb_build_object(
                   'id', l.id, 'uuid', l.uuid, 'position', l.position, 'code', l.code, 'description', l.description,
                   'feeCategory', l.fee_category, 'amount', l.amount::text, 'discount', l.discount::text,
                   'priority', l.priority, 'paid', l.paid::text) order by l.position)
            from invoice_line l where l.invoice_id = x.id) as lines
    from ${rows} x
    join student s on s.id = x.student_id
    left join enrolment e on e.id = x.enrolment_id
    left join term t on t.id = x.term_id
    left join fee_structure fs on fs.id = x.fee_structure_id`;

export function invoiceViews(context: ViewContext) {
  const { today } = context;
  const show = (row: Row) => invoiceOf(row, today);
  const conditions = (filter: InvoiceFilter) => conditionsOf(filter, today);
  const all = collectionOf(context, { resource: 'invoice', table: 'invoice', select, show }, conditions);
  return {
    ...all,
    /** Invoices by number, in no order. */
    byNumbers: (numbers: readonly string[]) => all.where(['x.number = any(?::text[])', numbers]),
    ofStudents: (ids: readonly number[], limit: number) => all.ofEach('student_id', ids, limit),
    ofEnrolments: (ids: readonly number[], limit: number) => all.ofEach('enrolment_id', ids, limit),
  };
}

function conditionsOf(filter: InvoiceFilter, today: Temporal.PlainDate): Condition[] {
  const { overdue, dueBefore, dueAfter, sponsorMember } = filter;
  const late = `x.state in ('issued', 'partially_paid') and x.due_date < ?1::date`;
  return [
    ofProgramme(named('st.programme_id', 'programme', 'code', filter.programme)),
    identified('x.student_id', 'student', filter.student),
    [
      'x.student_id = (select st.id from student st where st.admission_form = ?::text)',
      spoken(filter.admissionNo)?.trim().toUpperCase(),
    ],
    sponsoredBy(identified('sp.member_id', 'member', sponsorMember)),
    ['x.state = any(?::text[])', filter.states],
    [overdue ? late : `not (${late})`, overdue === undefined ? undefined : today.toString()],
    ['x.due_date < ?::date', dueBefore?.toString()],
    ['x.due_date > ?::date', dueAfter?.toString()],
  ];
}

/** The condition that its student is in a programme. */
const ofProgramme = ([text, ...values]: Condition): Condition => [
  `exists (select from student st where st.id = x.student_id and ${text})`,
  ...values,
];

const sponsoredBy = ([text, ...values]: Condition): Condition => [
  `x.student_id = any(array(select sp.student_id from sponsorship sp
     where ${text} and sp.ended_on is null and sp.consent in ('balance', 'marks')))`,
  ...values,
];

function invoiceOf(row: Row, today: Temporal.PlainDate): InvoiceView {
  const { text, textOrNull, cents, date, dateOrNull, instantOrNull, reference } = column;
  const figures = {
    total: cents(row, 'total'),
    paid: cents(row, 'paid'),
    credited: cents(row, 'credited'),
    dueDate: date(row, 'due_date'),
    state: row['state'] as InvoiceState,
  };
  return {
    ...recordOf(row),
    ...figures,
    number: textOrNull(row, 'number'),
    payCode: textOrNull(row, 'pay_code'),
    student: studentNameOf(row),
    enrolment: reference(row, 'enrolment'),
    term: column.named(row, 'term'),
    feeStructure: reference(row, 'fee_structure'),
    issueDate: dateOrNull(row, 'issue_date'),
    currency: text(row, 'currency'),
    payer: row['payer'] as Payer,
    lines: ((row['lines'] ?? []) as Row[]).map(lineOf),
    subtotal: cents(row, 'subtotal'),
    discountTotal: cents(row, 'discount_total'),
    balance: balanceOf(figures),
    overdue: isOverdue(figures, today),
    voidedAt: instantOrNull(row, 'voided_at'),
    voidReason: textOrNull(row, 'void_reason'),
    writtenOffAt: instantOrNull(row, 'written_off_at'),
    writeOffReason: textOrNull(row, 'write_off_reason'),
  };
}

function lineOf(line: Row): InvoiceLineView {
  return {
    id: Number(line['id']),
    uuid: String(line['uuid']),
    position: Number(line['position']),
    code: line['code'] as string | null,
    description: String(line['description']),
    feeCategory: line['feeCategory'] as FeeCategory,
    amount: BigInt(String(line['amount'])),
    discount: BigInt(String(line['discount'])),
    priority: Number(line['priority']),
    paid: BigInt(String(line['paid'])),
  };
}
