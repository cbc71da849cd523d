import { conditionsFrom, type LoanConditions, type Method } from '#core/lending/agreement.ts';
import { CHANNELS, type Proposal } from '#core/lending/disbursement/disbursement.ts';
import { disbursementLifecycle, type DisbursementState } from '#core/lending/disbursement/lifecycle.ts';
import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import { offersOn, type LoanOffer } from '#core/lending/use-cases/offer-loans.ts';
import { REPAYMENT_CHANNELS } from '#core/lending/repayment/repayment.ts';
import { readDate, readInstant } from '../persistence/types.ts';
import { readPage, type List, type ListQuery } from './list.ts';
import { inListOrder, sliceEnding, sliceOfEach, tallyOf, within, type Slice, type Tally } from './slice.ts';
import { idCondition, where, type Condition, type Page, type RecordId, type ViewContext } from './view.ts';

export type ProductView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly method: Method;
  readonly interestRate: string;
  readonly minPrincipal: bigint;
  readonly maxPrincipal: bigint;
  readonly minTermMonths: number;
  readonly maxTermMonths: number;
  readonly conditions: LoanConditions;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

export type InstalmentState = 'pending' | 'partially_paid' | 'paid' | 'overdue';

export type InstalmentView = {
  readonly loanId: number;
  readonly number: number;
  readonly dueDate: Temporal.PlainDate;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
  readonly penalties: bigint;
  readonly total: bigint;
  readonly paid: {
    readonly principal: bigint;
    readonly interest: bigint;
    readonly fees: bigint;
    readonly penalties: bigint;
    readonly total: bigint;
  };
  readonly outstanding: bigint;
  readonly balanceAfter: bigint;
  readonly state: InstalmentState;
};

export type DisbursementView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly loanId: number;
  readonly loanUuid: string;
  /** Null where a bank pays. */
  readonly agentNo: string | null;
  readonly amount: bigint;
  /** Fees kept back: the recipient gets the rest. */
  readonly netted: bigint;
  /** What came back of it. */
  readonly returned: bigint;
  readonly channel: string;
  readonly msisdn: string | null;
  readonly bankAccount: string | null;
  readonly state: DisbursementState;
  readonly providerRef: string | null;
  readonly receiptNo: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  /** When a provider that could not be reached may be asked again. */
  readonly retryAt: Temporal.Instant | null;
  readonly providerCode: string | null;
  /** What the provider charged us. */
  readonly charge: bigint | null;
  readonly proposal: Proposal | null;
  readonly sentAt: Temporal.Instant | null;
  readonly settledAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

export type RepaymentView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly loanId: number;
  readonly loanUuid: string;
  readonly receiptNo: string;
  readonly amount: bigint;
  readonly channel: string;
  readonly reference: string | null;
  readonly state: string;
  readonly stateReason: string | null;
  readonly reversedAt: Temporal.Instant | null;
  readonly paidAt: Temporal.Instant;
  readonly allocation: {
    readonly principal: bigint;
    readonly interest: bigint;
    readonly fees: bigint;
    readonly penalties: bigint;
    readonly overpayment: bigint;
  };
  /** What of it came in on a debt that was given up. */
  readonly recovered: bigint;
  readonly loanState: string;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

/** What partners may ask of the list of products. */
export const productList: List = {
  table: 'loan_product',
  order: 'oldest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'loan_product', sortable: true },
    code: { type: 'text', column: 'code', sortable: true },
    name: { type: 'text', column: 'name', sortable: true },
    state: { type: 'choice', column: 'state', choices: ['active', 'retired'], sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** What partners may ask of the disbursements of one loan. */
export const disbursementList: List = {
  table: 'disbursement',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'disbursement', sortable: true },
    state: { type: 'choice', column: 'state', choices: disbursementLifecycle.states, sortable: true },
    channel: { type: 'choice', column: 'channel', choices: CHANNELS, sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    provider_ref: { type: 'text', column: 'provider_ref', nullable: true },
    receipt_no: { type: 'text', column: 'receipt_no', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** What partners may ask of the repayments of one loan. */
export const repaymentList: List = {
  table: 'repayment',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'repayment', sortable: true },
    state: { type: 'choice', column: 'state', choices: repaymentLifecycle.states, sortable: true },
    channel: { type: 'choice', column: 'channel', choices: REPAYMENT_CHANNELS, sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    reference: { type: 'text', column: 'reference', nullable: true },
    receipt_no: { type: 'text', column: 'receipt_no', sortable: true },
    paid_at: { type: 'instant', column: 'paid_at', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

type Row = Record<string, unknown>;
const money = (row: Row, name: string) => BigInt(String(row[name] ?? 0));
const instantOrNull = (value: unknown) => (value === null ? null : readInstant(value));

export type ProductFilter = { readonly states?: readonly string[] | undefined };

/** Products that are compared for an offer. */
const MOST_COMPARED = 20;

export function productViews({ sql, today }: ViewContext) {
  const chosen = (filter: ProductFilter): Condition[] => [['p.state = any(?::text[])', filter.states]];
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`select p.* from loan_product p ${clause}`, params)).map(productOf);
  return {
    one: async (id: RecordId): Promise<ProductView | null> => {
      const { clause, params } = where(idCondition('p', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where p.uuid = any($1::uuid[])', [uuids]),
    byIds: (ids: readonly number[]) => find('where p.id = any($1::bigint[])', [ids]),
    /** What would be lent today on each of these amounts, in minor units: read once for all of them. */
    offersOn: async (principals: readonly bigint[], termMonths: number | null): Promise<(readonly LoanOffer[])[]> => {
      const active = await find(`where p.state = 'active' order by p.id limit ${MOST_COMPARED}`, []);
      const onOffer = active.map((product) => ({ ...product, annualRate: product.interestRate }));
      return principals.map((principal) => offersOn(principal, termMonths, onOffer, today));
    },
    /** One page of what a partner asks for. */
    list: (query: ListQuery) =>
      readPage(sql, productList, query, { select: (page) => `select l.* from ${page} l`, show: productOf }),
    /** One page, oldest first: products are few and their order is the one in which they were put on offer. */
    page: (filter: ProductFilter, { after, limit }: Page) => {
      const { clause, params } = where(...chosen(filter), ['p.id > ?::bigint', after ?? undefined]);
      return find(`${clause} order by p.id limit ${limit}`, params);
    },
    /** Part of the list, oldest first. */
    slice: async (filter: ProductFilter, slice: Slice) => {
      const { clause, params } = where(...chosen(filter), ...within('loan_product', 'p', 'oldest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('p', 'oldest', slice)}`, params), slice);
    },
    count: async (filter: ProductFilter): Promise<number> => {
      const { clause, params } = where(...chosen(filter));
      const [row] = await sql(`select count(*) as count from loan_product p ${clause}`, params);
      return Number(row?.['count']);
    },
  };
}

export function instalmentViews({ sql, today }: ViewContext) {
  return {
    /** The rows in force of each of these loans, by loan and number. */
    ofLoans: async (loanIds: readonly number[]): Promise<InstalmentView[]> => {
      const rows = await sql(
        `select i.* from loan_instalment i join loan l on l.id = i.loan_id and l.schedule_version = i.schedule_version
          where i.loan_id = any($1::bigint[]) order by i.loan_id, i.number`,
        [loanIds],
      );
      return rows.map((row) => instalmentOf(row, today));
    },
    /** The rows of one version of a loan's schedule, in force or not, by number. */
    ofVersion: async (loanId: number, version: number): Promise<InstalmentView[]> => {
      const rows = await sql(
        'select i.* from loan_instalment i where i.loan_id = $1::bigint and i.schedule_version = $2 order by i.number',
        [loanId, version],
      );
      return rows.map((row) => instalmentOf(row, today));
    },
  };
}

export function disbursementViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (
      await sql(`select d.*, l.uuid as loan_uuid from disbursement d join loan l on l.id = d.loan_id ${clause}`, params)
    ).map(disbursementOf);
  return {
    one: async (id: RecordId): Promise<DisbursementView | null> => {
      const { clause, params } = where(idCondition('d', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where d.uuid = any($1::uuid[])', [uuids]),
    /** The disbursements of each of these loans, newest first, at most `limit` of each. */
    ofLoans: (loanIds: readonly number[], limit: number) =>
      find(
        `where d.id in (select x.id from unnest($1::bigint[]) as wanted(loan_id) cross join lateral
           (select y.id from disbursement y where y.loan_id = wanted.loan_id order by y.id desc limit ${limit}) x)
         order by d.id desc`,
        [loanIds],
      ),
    /** One page of what a partner asks for, of one loan. */
    list: (loanId: number, query: ListQuery) =>
      readPage(sql, disbursementList, query, {
        base: [['l.loan_id = ?::bigint', loanId]],
        select: (page) => `select l.*, x.uuid as loan_uuid from ${page} l join loan x on x.id = l.loan_id`,
        show: disbursementOf,
      }),
    page: (loanId: number, { after, limit }: Page) => {
      const { clause, params } = where(['d.loan_id = ?::bigint', loanId], ['d.id < ?::bigint', after ?? undefined]);
      return find(`${clause} order by d.id desc limit ${limit}`, params);
    },
    /** Part of the disbursements of each of these loans, newest first. */
    sliceOfLoans: (loanIds: readonly number[], slice: Slice) => {
      const { clause, params } = where(
        sliceOfEach({ table: 'disbursement', alias: 'd', parent: 'loan_id' }, loanIds, slice),
      );
      return find(`${clause} order by d.id desc`, params);
    },
    /** How many disbursements each of these loans has; those without any are left out. */
    countOfLoans: async (loanIds: readonly number[]): Promise<Tally[]> =>
      (
        await sql(
          'select loan_id as id, count(*) as count from disbursement where loan_id = any($1::bigint[]) group by loan_id',
          [loanIds],
        )
      ).map(tallyOf),
  };
}

export function repaymentViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (
      await sql(
        `select r.*, l.uuid as loan_uuid, l.state as loan_state from repayment r join loan l on l.id = r.loan_id ${clause}`,
        params,
      )
    ).map(repaymentOf);
  return {
    one: async (id: RecordId): Promise<RepaymentView | null> => {
      const { clause, params } = where(idCondition('r', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where r.uuid = any($1::uuid[])', [uuids]),
    ofLoans: (loanIds: readonly number[], limit: number) =>
      find(
        `where r.id in (select x.id from unnest($1::bigint[]) as wanted(loan_id) cross join lateral
           (select y.id from repayment y where y.loan_id = wanted.loan_id order by y.id desc limit ${limit}) x)
         order by r.id desc`,
        [loanIds],
      ),
    /** One page of what a partner asks for, of one loan. */
    list: (loanId: number, query: ListQuery) =>
      readPage(sql, repaymentList, query, {
        base: [['l.loan_id = ?::bigint', loanId]],
        select: (page) =>
          `select l.*, x.uuid as loan_uuid, x.state as loan_state from ${page} l join loan x on x.id = l.loan_id`,
        show: repaymentOf,
      }),
    page: (loanId: number, { after, limit }: Page) => {
      const { clause, params } = where(['r.loan_id = ?::bigint', loanId], ['r.id < ?::bigint', after ?? undefined]);
      return find(`${clause} order by r.id desc limit ${limit}`, params);
    },
    /** Part of the repayments of each of these loans, newest first. */
    sliceOfLoans: (loanIds: readonly number[], slice: Slice) => {
      const { clause, params } = where(
        sliceOfEach({ table: 'repayment', alias: 'r', parent: 'loan_id' }, loanIds, slice),
      );
      return find(`${clause} order by r.id desc`, params);
    },
    /** How many repayments each of these loans has; those without any are left out. */
    countOfLoans: async (loanIds: readonly number[]): Promise<Tally[]> =>
      (
        await sql(
          'select loan_id as id, count(*) as count from repayment where loan_id = any($1::bigint[]) group by loan_id',
          [loanIds],
        )
      ).map(tallyOf),
  };
}

function productOf(row: Row): ProductView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    code: String(row['code']),
    name: String(row['name']),
    state: String(row['state']),
    method: row['method'] as Method,
    interestRate: String(row['annual_rate']),
    minPrincipal: money(row, 'min_principal'),
    maxPrincipal: money(row, 'max_principal'),
    minTermMonths: Number(row['min_term_months']),
    maxTermMonths: Number(row['max_term_months']),
    conditions: conditionsFrom(row['conditions'] as Partial<LoanConditions>),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}

function instalmentOf(row: Row, today: Temporal.PlainDate): InstalmentView {
  const due = {
    principal: money(row, 'principal'),
    interest: money(row, 'interest'),
    fees: money(row, 'fees'),
    penalties: money(row, 'penalties'),
  };
  const paid = {
    principal: money(row, 'paid_principal'),
    interest: money(row, 'paid_interest'),
    fees: money(row, 'paid_fees'),
    penalties: money(row, 'paid_penalties'),
  };
  const total = due.principal + due.interest + due.fees + due.penalties;
  const paidTotal = paid.principal + paid.interest + paid.fees + paid.penalties;
  const dueDate = readDate(row['due_date']);
  return {
    loanId: Number(row['loan_id']),
    number: Number(row['number']),
    dueDate,
    ...due,
    total,
    paid: { ...paid, total: paidTotal },
    outstanding: total - paidTotal,
    balanceAfter: money(row, 'balance_after'),
    state: instalmentState(total - paidTotal, paidTotal, dueDate, today),
  };
}

function instalmentState(
  open: bigint,
  paid: bigint,
  due: Temporal.PlainDate,
  today: Temporal.PlainDate,
): InstalmentState {
  if (open === 0n) return 'paid';
  if (Temporal.PlainDate.compare(due, today) < 0) return 'overdue';
  return paid > 0n ? 'partially_paid' : 'pending';
}

function disbursementOf(row: Row): DisbursementView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    loanId: Number(row['loan_id']),
    loanUuid: String(row['loan_uuid']),
    agentNo: row['agent_no'] as string | null,
    amount: money(row, 'amount'),
    netted: money(row, 'netted'),
    returned: money(row, 'returned'),
    channel: String(row['channel']),
    msisdn: row['msisdn'] as string | null,
    bankAccount: row['bank_account'] as string | null,
    state: row['state'] as DisbursementState,
    providerRef: row['provider_ref'] as string | null,
    receiptNo: row['receipt_no'] as string | null,
    failureCode: row['failure_code'] as string | null,
    failureMessage: row['failure_message'] as string | null,
    retryAt: instantOrNull(row['retry_at']),
    providerCode: row['provider_code'] as string | null,
    charge: row['charge'] === null ? null : money(row, 'charge'),
    proposal: row['proposal'] as Proposal | null,
    sentAt: instantOrNull(row['sent_at']),
    settledAt: instantOrNull(row['settled_at']),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}

function repaymentOf(row: Row): RepaymentView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    loanId: Number(row['loan_id']),
    loanUuid: String(row['loan_uuid']),
    receiptNo: String(row['receipt_no']),
    amount: money(row, 'amount'),
    channel: String(row['channel']),
    reference: row['reference'] as string | null,
    state: String(row['state']),
    stateReason: row['state_reason'] as string | null,
    reversedAt: instantOrNull(row['reversed_at']),
    recovered: money(row, 'recovered'),
    paidAt: readInstant(row['paid_at']),
    allocation: {
      principal: money(row, 'principal'),
      interest: money(row, 'interest'),
      fees: money(row, 'fees'),
      penalties: money(row, 'penalties'),
      overpayment: money(row, 'overpayment'),
    },
    loanState: String(row['loan_state']),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}
