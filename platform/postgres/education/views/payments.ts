import type { FeeCategory } from '#core/education/fee-category.ts';
import type { PaymentState } from '#core/education/payment/lifecycle.ts';
import { unappliedOf, type PaymentMethod } from '#core/education/payment/payment.ts';
import type { Row } from '../../database.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import { collectionOf, column, recordOf, type Named, type RecordView } from './collection.ts';
import { identified } from './references.ts';
import { studentNameOf, type StudentName } from './students.ts';

/** A part of a payment on a line of an invoice. Those of a reversed payment are unwound and not shown. */
export type AllocationView = {
  readonly invoice: Named;
  readonly line: Named;
  readonly amount: bigint;
};

export type PaymentView = RecordView & {
  readonly student: StudentName;
  /** The invoice that the payer named. */
  readonly invoice: Named | null;
  readonly amount: bigint;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly paidAt: Temporal.Instant;
  readonly payerMember: Named | null;
  /** The loan and the disbursement behind the money, in lending's books. */
  readonly loan: Named | null;
  readonly disbursement: Named | null;
  readonly designatedInvoice: Named | null;
  readonly designatedCategories: readonly FeeCategory[] | null;
  readonly allocations: readonly AllocationView[];
  readonly allocated: bigint;
  /** The student's credit. */
  readonly unapplied: bigint;
  /** A loan's money beyond the invoice: the lender's. */
  readonly surplus: bigint;
  readonly surplusReturnedAt: Temporal.Instant | null;
  readonly state: PaymentState;
  readonly recordedBy: string;
  readonly reversedAt: Temporal.Instant | null;
  readonly reversalReason: string | null;
};

export type PaymentFilter = {
  /** Id or uuid. */
  readonly student?: string | undefined;
  /** Those that named the invoice or were put on it: id or uuid. */
  readonly invoice?: string | undefined;
  readonly states?: readonly string[] | undefined;
};

const select = (rows: string) => `
  select x.*, s.uuid as student_uuid, s.admission_no, i.uuid as invoice_uuid, m.uuid as payer_member_uuid,
         l.uuid as loan_uuid, d.uuid as disbursement_uuid, di.uuid as designated_invoice_uuid,
         (select jsonb_agg(jsonb_build_object('invoiceId', a.invoice_id, 'invoiceUuid', v.uuid, 'lineId', a.line_id,
                                              'lineUuid', vl.uuid, 'amount', a.amount::text) order by a.id)
            from payment_allocation a join invoice v on v.id = a.invoice_id join invoice_line vl on vl.id = a.line_id
           where a.payment_id = x.id and a.unwound_at is null) as allocations
    from ${rows} x
    join student s on s.id = x.student_id
    left join invoice i on i.id = x.invoice_id
    left join invoice di on di.id = x.designated_invoice_id
    left join member m on m.id = x.payer_member_id
    left join loan l on l.id = x.loan_id
    left join disbursement d on d.id = x.disbursement_id`;

export function paymentViews(context: ViewContext) {
  const source = { resource: 'invoice_payment', table: 'invoice_payment', select, show: paymentOf };
  const all = collectionOf(context, source, conditionsOf);
  return {
    ...all,
    ofStudents: (ids: readonly number[], limit: number) => all.ofEach('student_id', ids, limit),
    /** The payments that were put on any of these invoices; which one, each payment's allocations say. */
    ofInvoices: (ids: readonly number[]) =>
      all.where([
        'x.id in (select a.payment_id from payment_allocation a where a.invoice_id = any(?::bigint[]) and a.unwound_at is null)',
        ids,
      ]),
    /** The payments that these disbursements of lending made. */
    ofDisbursements: (ids: readonly number[]) => all.where(['x.disbursement_id = any(?::bigint[])', ids]),
    ofLoans: (ids: readonly number[]) => all.where(['x.loan_id = any(?::bigint[])', ids]),
  };
}

function conditionsOf(filter: PaymentFilter): Condition[] {
  const [ofInvoice, ...invoice] = identified('i.id', 'invoice', filter.invoice);
  return [
    identified('x.student_id', 'student', filter.student),
    // Their ids first: no index answers a question with "or" between two tables.
    [
      `x.id = any(array(
         select p.id from invoice i join invoice_payment p on p.invoice_id = i.id where ${ofInvoice}
          union all
         select a.payment_id from invoice i join payment_allocation a on a.invoice_id = i.id and a.unwound_at is null
          where ${ofInvoice}))`,
      ...invoice,
    ],
    ['x.state = any(?::text[])', filter.states],
  ];
}

function paymentOf(row: Row): PaymentView {
  const { text, textOrNull, cents, instant, instantOrNull, reference } = column;
  const figures = {
    amount: cents(row, 'amount'),
    allocated: cents(row, 'allocated'),
    surplus: cents(row, 'surplus'),
    state: row['state'] as PaymentState,
  };
  return {
    ...recordOf(row),
    ...figures,
    student: studentNameOf(row),
    invoice: reference(row, 'invoice'),
    method: row['method'] as PaymentMethod,
    reference: text(row, 'reference'),
    paidAt: instant(row, 'paid_at'),
    payerMember: reference(row, 'payer_member'),
    loan: reference(row, 'loan'),
    disbursement: reference(row, 'disbursement'),
    designatedInvoice: reference(row, 'designated_invoice'),
    designatedCategories: row['designated_categories'] as FeeCategory[] | null,
    allocations: ((row['allocations'] ?? []) as Row[]).map(allocationOf),
    unapplied: unappliedOf(figures),
    surplusReturnedAt: instantOrNull(row, 'surplus_returned_at'),
    recordedBy: text(row, 'recorded_by'),
    reversedAt: instantOrNull(row, 'reversed_at'),
    reversalReason: textOrNull(row, 'reversal_reason'),
  };
}

function allocationOf(row: Row): AllocationView {
  return {
    invoice: { id: Number(row['invoiceId']), uuid: String(row['invoiceUuid']) },
    line: { id: Number(row['lineId']), uuid: String(row['lineUuid']) },
    amount: BigInt(String(row['amount'])),
  };
}

export type CreditNoteView = RecordView & {
  readonly number: string;
  readonly invoice: Named;
  readonly amount: bigint;
  readonly reason: string;
  readonly issuedOn: Temporal.PlainDate;
  readonly issuedBy: string;
};

export type CreditNoteFilter = { readonly invoice?: string | undefined };

const selectCreditNotes = (rows: string) =>
  `select x.*, v.uuid as invoice_uuid from ${rows} x join invoice v on v.id = x.invoice_id`;

export function creditNoteViews(context: ViewContext) {
  const source = { resource: 'credit_note', table: 'credit_note', select: selectCreditNotes, show: creditNoteOf };
  const all = collectionOf(context, source, ({ invoice }: CreditNoteFilter) => [
    identified('x.invoice_id', 'invoice', invoice),
  ]);
  return { ...all, ofInvoices: (ids: readonly number[], limit: number) => all.ofEach('invoice_id', ids, limit) };
}

function creditNoteOf(row: Row): CreditNoteView {
  return {
    ...recordOf(row),
    number: column.text(row, 'number'),
    invoice: { id: column.id(row, 'invoice_id'), uuid: column.text(row, 'invoice_uuid') },
    amount: column.cents(row, 'amount'),
    reason: column.text(row, 'reason'),
    issuedOn: column.date(row, 'issued_on'),
    issuedBy: column.text(row, 'issued_by'),
  };
}
