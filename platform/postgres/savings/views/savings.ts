import { savingsAccountLifecycle, type SavingsAccountState } from '#core/savings/account/lifecycle.ts';
import { FUND_SOURCES } from '#core/savings/fund-source.ts';
import { SAVINGS_KINDS } from '#core/savings/product/savings-product.ts';
import { savingsTransactionLifecycle, type SavingsTransactionState } from '#core/savings/transaction/lifecycle.ts';
import { SAVINGS_TRANSACTION_TYPES } from '#core/savings/transaction/savings-transaction.ts';
import { readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import {
  dateOrNull,
  instantOrNull,
  moneyIn as money,
  recordOf,
  textOrNull as text,
  type RecordFields,
  type Row,
} from '../../views/record.ts';
import { inListOrder, sliceEnding, sliceOfEach, tallyOf, within, type Slice, type Tally } from '../../views/slice.ts';
import { idCondition, where, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

export type SavingsProductView = RecordFields & {
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly kind: string;
  readonly interestRate: string;
  readonly termMonths: number | null;
  readonly dayCount: string;
  readonly postingPeriod: string;
  readonly minimumBalance: bigint;
  readonly withholdingTaxRate: string;
};

export type SavingsAccountView = RecordFields & {
  readonly accountNo: string;
  readonly memberId: number;
  readonly memberUuid: string;
  readonly productId: number;
  readonly productUuid: string;
  readonly kind: string;
  readonly state: SavingsAccountState;
  readonly stateReason: string | null;
  readonly balance: bigint;
  readonly held: bigint;
  readonly availableBalance: bigint;
  readonly openedOn: Temporal.PlainDate | null;
  readonly maturesOn: Temporal.PlainDate | null;
  readonly clientReference: string | null;
};

export type SavingsTransactionView = RecordFields & {
  readonly accountId: number;
  readonly accountUuid: string;
  readonly type: string;
  readonly amount: bigint;
  readonly channel: string | null;
  readonly reference: string | null;
  readonly msisdn: string | null;
  readonly branch: { readonly id: number; readonly uuid: string } | null;
  readonly receiptNo: string | null;
  readonly state: SavingsTransactionState;
  readonly stateReason: string | null;
  readonly paidAt: Temporal.Instant;
  readonly balanceAfter: bigint | null;
  readonly expiresAt: Temporal.Instant | null;
};

/** What partners may ask of the list of savings products. */
export const savingsProductList: List = {
  table: 'savings_product',
  order: 'oldest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'savings_product', sortable: true },
    code: { type: 'text', column: 'code', sortable: true },
    name: { type: 'text', column: 'name', sortable: true },
    state: { type: 'choice', column: 'state', choices: ['active', 'retired'], sortable: true },
    kind: { type: 'choice', column: 'kind', choices: SAVINGS_KINDS, sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** What partners may ask of the list of savings accounts. */
export const savingsAccountList: List = {
  table: 'savings_account',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'savings_account', sortable: true },
    account_no: { type: 'text', column: 'account_no', sortable: true },
    member_id: { type: 'id', column: 'member_id', of: 'member' },
    product_id: { type: 'id', column: 'product_id', of: 'savings_product' },
    kind: { type: 'choice', column: 'kind', choices: SAVINGS_KINDS, sortable: true },
    state: { type: 'choice', column: 'state', choices: savingsAccountLifecycle.states, sortable: true },
    balance: { type: 'cents', column: 'balance', sortable: true },
    client_reference: { type: 'text', column: 'client_reference', nullable: true },
    opened_on: { type: 'date', column: 'opened_on', nullable: true },
    matures_on: { type: 'date', column: 'matures_on', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** What partners may ask of the transactions of one account. */
export const savingsTransactionList: List = {
  table: 'savings_transaction',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'savings_transaction', sortable: true },
    type: { type: 'choice', column: 'type', choices: SAVINGS_TRANSACTION_TYPES, sortable: true },
    state: { type: 'choice', column: 'state', choices: savingsTransactionLifecycle.states, sortable: true },
    channel: { type: 'choice', column: 'channel', choices: FUND_SOURCES, nullable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    reference: { type: 'text', column: 'reference', nullable: true },
    receipt_no: { type: 'text', column: 'receipt_no', nullable: true },
    paid_at: { type: 'instant', column: 'paid_at', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

export function savingsProductViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`select l.* from savings_product l ${clause}`, params)).map(productOf);
  return {
    one: async (id: RecordId): Promise<SavingsProductView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byIds: (ids: readonly number[]) => find('where l.id = any($1::bigint[])', [ids]),
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    /** Part of the products, oldest first. */
    slice: async (slice: Slice) => {
      const { clause, params } = where(...within('savings_product', 'l', 'oldest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('l', 'oldest', slice)}`, params), slice);
    },
    count: async (): Promise<number> =>
      Number((await sql('select count(*) as count from savings_product', []))[0]?.['count']),
    /** One page of what a partner asks for. */
    list: (query: ListQuery) =>
      readPage(sql, savingsProductList, query, { select: (page) => `select l.* from ${page} l`, show: productOf }),
  };
}

/** @param accounts a table of accounts, or a derived one */
const selectAccounts = (accounts: string) => `
  select l.*, m.uuid as member_uuid, p.uuid as product_uuid from ${accounts} l
    join member m on m.id = l.member_id join savings_product p on p.id = l.product_id`;

/** Which accounts the graph asks for: those that meet all that is given. */
export type SavingsAccountFilter = {
  readonly states?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
};

const meeting = ({ states, kinds }: SavingsAccountFilter): Condition[] => [
  ['l.state = any(?::text[])', states],
  ['l.kind = any(?::text[])', kinds],
];

export function savingsAccountViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${selectAccounts('savings_account')} ${clause}`, params)).map(accountOf);
  return {
    /** An account by id or uuid, or null. */
    one: async (id: RecordId): Promise<SavingsAccountView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    byIds: (ids: readonly number[]) => find('where l.id = any($1::bigint[])', [ids]),
    /** Part of the accounts of each of these members, newest first. */
    sliceOfMembers: (memberIds: readonly number[], slice: Slice) => {
      const { clause, params } = where(
        sliceOfEach({ table: 'savings_account', alias: 'l', parent: 'member_id' }, memberIds, slice),
      );
      return find(`${clause} order by l.id desc`, params);
    },
    /** How many accounts each of these members has; those without any are left out. */
    countOfMembers: async (memberIds: readonly number[]): Promise<Tally[]> => {
      const counted = `select member_id as id, count(*) as count from savings_account
        where member_id = any($1::bigint[]) group by member_id`;
      return (await sql(counted, [memberIds])).map(tallyOf);
    },
    /** Part of the accounts that meet the filter, newest first. */
    slice: async (filter: SavingsAccountFilter, slice: Slice) => {
      const { clause, params } = where(...meeting(filter), ...within('savings_account', 'l', 'newest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('l', 'newest', slice)}`, params), slice);
    },
    count: async (filter: SavingsAccountFilter): Promise<number> => {
      const { clause, params } = where(...meeting(filter));
      const [row] = await sql(`select count(*) as count from savings_account l ${clause}`, params);
      return Number(row?.['count']);
    },
    /** One page of what a partner asks for. */
    list: (query: ListQuery) => readPage(sql, savingsAccountList, query, { select: selectAccounts, show: accountOf }),
  };
}

const selectTransactions = (transactions: string) => `
  select l.*, a.uuid as account_uuid, b.uuid as branch_uuid from ${transactions} l
    join savings_account a on a.id = l.account_id left join branch b on b.id = l.branch_id`;

export function savingsTransactionViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${selectTransactions('savings_transaction')} ${clause}`, params)).map(transactionOf);
  return {
    one: async (id: RecordId): Promise<SavingsTransactionView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    /** Part of the transactions of each of these accounts, newest first. */
    sliceOfAccounts: (accountIds: readonly number[], slice: Slice) => {
      const { clause, params } = where(
        sliceOfEach({ table: 'savings_transaction', alias: 'l', parent: 'account_id' }, accountIds, slice),
      );
      return find(`${clause} order by l.id desc`, params);
    },
    /** How many transactions each of these accounts has; those without any are left out. */
    countOfAccounts: async (accountIds: readonly number[]): Promise<Tally[]> => {
      const counted = `select account_id as id, count(*) as count from savings_transaction
        where account_id = any($1::bigint[]) group by account_id`;
      return (await sql(counted, [accountIds])).map(tallyOf);
    },
    /** One page of what a partner asks for, of one account. */
    list: (accountId: number, query: ListQuery) =>
      readPage(sql, savingsTransactionList, query, {
        base: [['l.account_id = ?::bigint', accountId]],
        select: selectTransactions,
        show: transactionOf,
      }),
  };
}

function productOf(row: Row): SavingsProductView {
  return {
    ...recordOf(row),
    code: String(row['code']),
    name: String(row['name']),
    state: String(row['state']),
    kind: String(row['kind']),
    interestRate: String(row['annual_rate']),
    termMonths: row['term_months'] === null ? null : Number(row['term_months']),
    dayCount: String(row['day_count']),
    postingPeriod: String(row['posting_period']),
    minimumBalance: money(row, 'minimum_balance'),
    withholdingTaxRate: String(row['withholding_tax_rate']),
  };
}

function accountOf(row: Row): SavingsAccountView {
  const [balance, held] = [money(row, 'balance'), money(row, 'held')];
  return {
    ...recordOf(row),
    accountNo: String(row['account_no']),
    memberId: Number(row['member_id']),
    memberUuid: String(row['member_uuid']),
    productId: Number(row['product_id']),
    productUuid: String(row['product_uuid']),
    kind: String(row['kind']),
    state: row['state'] as SavingsAccountState,
    stateReason: text(row, 'state_reason'),
    balance,
    held,
    availableBalance: balance - held,
    openedOn: dateOrNull(row['opened_on']),
    maturesOn: dateOrNull(row['matures_on']),
    clientReference: text(row, 'client_reference'),
  };
}

function transactionOf(row: Row): SavingsTransactionView {
  return {
    ...recordOf(row),
    accountId: Number(row['account_id']),
    accountUuid: String(row['account_uuid']),
    type: String(row['type']),
    amount: money(row, 'amount'),
    channel: text(row, 'channel'),
    reference: text(row, 'reference'),
    msisdn: text(row, 'msisdn'),
    branch: row['branch_id'] === null ? null : { id: Number(row['branch_id']), uuid: String(row['branch_uuid']) },
    receiptNo: text(row, 'receipt_no'),
    state: row['state'] as SavingsTransactionState,
    stateReason: text(row, 'state_reason'),
    paidAt: readInstant(row['paid_at']),
    balanceAfter: row['balance_after'] === null ? null : money(row, 'balance_after'),
    expiresAt: instantOrNull(row['expires_at']),
  };
}
