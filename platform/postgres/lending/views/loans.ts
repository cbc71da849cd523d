import { conditionsFrom, type FeeSurplus, type LoanConditions } from '#core/lending/agreement.ts';
import { classify, daysPastDue, pauseOn, type ArrearsPause, type Band } from '#core/lending/arrears.ts';
import { loanLifecycle, type LoanState } from '#core/lending/loan/lifecycle.ts';
import { actionsOn } from '#core/lending/loan/actions.ts';
import { readDate, readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { inListOrder, sliceEnding, sliceOfEach, tallyOf, within, type Slice, type Tally } from '../../views/slice.ts';
import { recordOf, type RecordFields } from '../../views/record.ts';
import {
  idCondition,
  where,
  whereAfter,
  type Condition,
  type Page,
  type RecordId,
  type ViewContext,
} from '../../views/view.ts';

export type LoanView = RecordFields & {
  readonly loanNo: string;
  readonly memberId: number;
  readonly memberUuid: string;
  readonly productId: number;
  readonly productUuid: string;
  readonly principal: bigint;
  readonly approvedPrincipal: bigint | null;
  readonly disbursedPrincipal: bigint;
  readonly termMonths: number;
  readonly purpose: string | null;
  readonly state: LoanState;
  readonly stateReason: string | null;
  readonly interestRate: string;
  readonly method: string;
  readonly disbursedAt: Temporal.PlainDate | null;
  readonly maturityDate: Temporal.PlainDate | null;
  readonly scheduleVersion: number;
  readonly outstanding: {
    readonly principal: bigint;
    readonly interest: bigint;
    readonly fees: bigint;
    readonly penalties: bigint;
    readonly total: bigint;
  };
  readonly overpaid: bigint;
  readonly instalmentAmount: bigint | null;
  readonly chargedOffOn: Temporal.PlainDate | null;
  readonly writtenOffOn: Temporal.PlainDate | null;
  readonly writtenOff: bigint;
  readonly recovered: bigint;
  readonly closeReason: string | null;
  /** The loan that this one paid off. */
  readonly refinances: { readonly id: number; readonly uuid: string } | null;
  /** Of a school-fee loan. */
  readonly schoolFee: {
    readonly invoice: { readonly id: number; readonly uuid: string };
    readonly surplus: FeeSurplus;
    /** Until when the invoice is held for the loan, or was; null where it isn’t. */
    readonly heldUntil: Temporal.Instant | null;
  } | null;
  readonly availableActions: readonly string[];
  readonly arrears: {
    readonly daysPastDue: number;
    readonly amount: bigint;
    readonly classification: string;
    /** While days of lateness are not counted: since when, and through which day where that is known. */
    readonly pausedFrom: Temporal.PlainDate | null;
    readonly pausedUntil: Temporal.PlainDate | null;
  };
  /** All terms that it was born with, beside method and rate. */
  readonly conditions: LoanConditions;
  readonly nextInstalment: {
    readonly number: number;
    readonly dueDate: Temporal.PlainDate;
    readonly amount: bigint;
  } | null;
  readonly clientReference: string | null;
};

export type LoanFilter = {
  readonly states?: readonly string[] | undefined;
  readonly memberIds?: readonly number[] | undefined;
  readonly productIds?: readonly number[] | undefined;
  readonly loanNos?: readonly string[] | undefined;
};

/** What partners may ask of the list of loans. */
export const loanList: List = {
  table: 'loan',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'loan', sortable: true },
    loan_no: { type: 'text', column: 'loan_no', sortable: true },
    member_id: { type: 'id', column: 'member_id', of: 'member' },
    product_id: { type: 'id', column: 'product_id', of: 'loan_product' },
    state: { type: 'choice', column: 'state', choices: loanLifecycle.states, sortable: true },
    principal: { type: 'cents', column: 'principal', sortable: true },
    term_months: { type: 'integer', column: 'term_months', sortable: true },
    client_reference: { type: 'text', column: 'client_reference', nullable: true },
    disbursed_at: { type: 'date', column: 'disbursed_on', nullable: true },
    maturity_date: { type: 'date', column: 'maturity_date', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/**
 * What is late and what comes next is read from the open rows of the schedule in force; $1 is the business date.
 * @param loans a table of loans, or a derived one
 */
export const selectLoans = (loans: string) => `
  select l.*, m.uuid as member_uuid, p.uuid as product_uuid,
         (select old.uuid from loan old where old.id = l.refinances) as refinances_uuid,
         (select v.uuid from invoice v where v.id = l.invoice_id) as invoice_uuid,
         case when l.invoice_id is not null then (select r.expires_at from invoice_reservation r
           where r.loan_uuid = l.uuid and r.state = 'held') end as invoice_held_until,
         late.since as late_since, late.amount as late_amount,
         next.number as next_number, next.due_date as next_due, next.amount as next_amount
    from ${loans} l
    join member m on m.id = l.member_id
    join loan_product p on p.id = l.product_id
    left join lateral (
      select min(i.due_date) as since, sum(i.principal - i.paid_principal + i.interest - i.paid_interest
             + i.fees - i.paid_fees + i.penalties - i.paid_penalties) as amount
        from loan_instalment i
       where i.loan_id = l.id and i.schedule_version = l.schedule_version and i.paid_on is null and i.due_date < $1::date
    ) late on true
    left join lateral (
      select i.number, i.due_date, i.principal - i.paid_principal + i.interest - i.paid_interest
             + i.fees - i.paid_fees + i.penalties - i.paid_penalties as amount
        from loan_instalment i
       where i.loan_id = l.id and i.schedule_version = l.schedule_version and i.paid_on is null
       order by i.number limit 1
    ) next on true`;

export function loanViews({ sql, today, bands }: ViewContext) {
  const findOrdered = async (ending: string, ...conditions: readonly Condition[]) => {
    const { clause, params } = whereAfter([today.toString()], ...conditions);
    return (await sql(`${selectLoans('loan')} ${clause} ${ending}`, params)).map((row) => loanOf(row, today, bands));
  };
  const find = async (...conditions: readonly Condition[]) => findOrdered('', ...conditions);
  const chosen = (filter: LoanFilter): Condition[] => [
    ['l.state = any(?::text[])', filter.states],
    ['l.member_id = any(?::bigint[])', filter.memberIds],
    ['l.product_id = any(?::bigint[])', filter.productIds],
    ['l.loan_no = any(?::text[])', filter.loanNos],
  ];
  return {
    /** A loan by id or uuid, or null. */
    one: async (id: RecordId): Promise<LoanView | null> => (await find(idCondition('l', id)))[0] ?? null,
    /** Loans by uuid, in no order. */
    byUuids: (uuids: readonly string[]) => find(['l.uuid = any(?::uuid[])', uuids]),
    /** Loans by id, in no order. */
    byIds: (ids: readonly number[]) => find(['l.id = any(?::bigint[])', ids]),
    /** The loans of each of these members, newest first, at most `limit` of each. */
    ofMembers: (memberIds: readonly number[], limit: number) =>
      findOrdered('order by l.id desc', [
        `l.id in (select x.id from unnest(?::bigint[]) as wanted(member_id)
             cross join lateral (select y.id from loan y where y.member_id = wanted.member_id
                                  order by y.id desc limit ${limit}) x)`,
        memberIds,
      ]),
    /** One page of what a partner asks for. */
    list: (query: ListQuery) =>
      readPage(sql, loanList, query, {
        params: [today.toString()],
        select: selectLoans,
        show: (row) => loanOf(row, today, bands),
      }),
    /** One page, newest first. */
    page: (filter: LoanFilter, { after, limit }: Page) =>
      findOrdered(`order by l.id desc limit ${limit}`, ...chosen(filter), ['l.id < ?::bigint', after ?? undefined]),
    /** Part of the list, newest first. */
    slice: async (filter: LoanFilter, slice: Slice) =>
      inListOrder(
        await findOrdered(
          sliceEnding('l', 'newest', slice),
          ...chosen(filter),
          ...within('loan', 'l', 'newest', slice),
        ),
        slice,
      ),
    count: async (filter: LoanFilter): Promise<number> => {
      const { clause, params } = where(...chosen(filter));
      const [row] = await sql(`select count(*) as count from loan l ${clause}`, params);
      return Number(row?.['count']);
    },
    /** Part of the loans of each of these members, newest first. */
    sliceOfMembers: (memberIds: readonly number[], slice: Slice) =>
      findOrdered(
        'order by l.id desc',
        sliceOfEach({ table: 'loan', alias: 'l', parent: 'member_id' }, memberIds, slice),
      ),
    /** How many loans each of these members has; those without any are left out. */
    countOfMembers: async (memberIds: readonly number[]): Promise<Tally[]> =>
      (
        await sql(
          'select member_id as id, count(*) as count from loan where member_id = any($1::bigint[]) group by member_id',
          [memberIds],
        )
      ).map(tallyOf),
  };
}

function loanOf(row: Record<string, unknown>, today: Temporal.PlainDate, bands: readonly Band[]): LoanView {
  const money = (name: string) => BigInt(String(row[name] ?? 0));
  const parts = {
    principal: money('principal_outstanding'),
    interest: money('interest_outstanding'),
    fees: money('fees_outstanding'),
    penalties: money('penalties_outstanding'),
  };
  const chargedOffOn = row['charged_off_on'] === null ? null : readDate(row['charged_off_on']);
  const refinances = Number(row['refinances']);
  const lateSince = row['late_since'] === null ? null : readDate(row['late_since']);
  const conditions = conditionsFrom(row['conditions'] as Partial<LoanConditions>);
  const pauses = row['arrears_pauses'] as readonly ArrearsPause[];
  const daysLate = daysPastDue(lateSince, today, { graceDays: conditions.arrearsGraceDays, pauses });
  const paused = pauseOn(today, pauses);
  return {
    ...recordOf(row),
    loanNo: String(row['loan_no']),
    memberId: Number(row['member_id']),
    memberUuid: String(row['member_uuid']),
    productId: Number(row['product_id']),
    productUuid: String(row['product_uuid']),
    principal: money('principal'),
    approvedPrincipal: row['approved_principal'] === null ? null : money('approved_principal'),
    disbursedPrincipal: money('disbursed_principal'),
    termMonths: Number(row['term_months']),
    purpose: row['purpose'] as string | null,
    state: row['state'] as LoanState,
    stateReason: row['state_reason'] as string | null,
    interestRate: String(row['annual_rate']),
    method: String(row['method']),
    disbursedAt: row['disbursed_on'] === null ? null : readDate(row['disbursed_on']),
    maturityDate: row['maturity_date'] === null ? null : readDate(row['maturity_date']),
    scheduleVersion: Number(row['schedule_version']),
    outstanding: { ...parts, total: parts.principal + parts.interest + parts.fees + parts.penalties },
    overpaid: money('overpaid'),
    instalmentAmount: row['instalment_amount'] === null ? null : money('instalment_amount'),
    chargedOffOn,
    writtenOffOn: row['written_off_on'] === null ? null : readDate(row['written_off_on']),
    writtenOff: money('written_off'),
    recovered: money('recovered'),
    closeReason: row['close_reason'] as string | null,
    refinances: row['refinances'] === null ? null : { id: refinances, uuid: String(row['refinances_uuid']) },
    schoolFee: row['invoice_id'] === null ? null : schoolFeeOf(row),
    availableActions: actionsOn(
      { state: row['state'] as LoanState, chargedOffOn, recovered: money('recovered'), arrearsPauses: pauses },
      today,
    ),
    arrears: {
      daysPastDue: daysLate,
      amount: daysLate > 0 ? money('late_amount') : 0n,
      classification: classify(daysLate, bands),
      pausedFrom: paused && Temporal.PlainDate.from(paused.from),
      pausedUntil: paused?.until == null ? null : Temporal.PlainDate.from(paused.until),
    },
    conditions,
    nextInstalment:
      row['next_number'] === null
        ? null
        : { number: Number(row['next_number']), dueDate: readDate(row['next_due']), amount: money('next_amount') },
    clientReference: row['client_reference'] as string | null,
  };
}

function schoolFeeOf(row: Record<string, unknown>): NonNullable<LoanView['schoolFee']> {
  const { policies } = conditionsFrom(row['conditions'] as Partial<LoanConditions>);
  return {
    invoice: { id: Number(row['invoice_id']), uuid: String(row['invoice_uuid']) },
    surplus: policies.feeSurplus,
    heldUntil: row['invoice_held_until'] === null ? null : readInstant(row['invoice_held_until']),
  };
}
