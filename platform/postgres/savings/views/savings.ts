import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { FUND_SOURCES } from '#core/savings/fund-source.ts';
import { SAVINGS_KINDS, SavingsProduct } from '#core/savings/product/savings-product.ts';
import { savingsTransactionLifecycle } from '#core/savings/transaction/lifecycle.ts';
import { SAVINGS_TRANSACTION_TYPES, SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import { Member } from '#core/membership/member/member.ts';
import { branchColumns as b } from '../../membership/views/branches.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record, reference } from '../../views/columns.ts';
import { idOf, listOf, stamps, type ListQuery } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type Condition, type ViewContext } from '../../views/view.ts';

const p = columnsOf(SavingsProduct);

const products = view(SavingsProduct, {
  columns: {
    ...record(p),
    ...pick(p, 'code', 'name', 'state', 'kind', 'termMonths', 'dayCount', 'postingPeriod', 'minimumBalance'),
    ...pick(p, 'withholdingTaxRate', 'atMaturity', 'rateAfterMaturity', 'breakCost'),
    interestRate: p.annualRate,
  },
});

/** What the list of savings products is filtered and sorted by. */
export const savingsProductList = listOf(SavingsProduct, 'oldest_first', {
  id: idOf('savings_product'),
  code: { type: 'text', sortable: true },
  name: { type: 'text', sortable: true },
  state: { type: 'choice', choices: ['active', 'retired'], sortable: true },
  kind: { type: 'choice', choices: SAVINGS_KINDS, sortable: true },
  ...stamps,
});

export const savingsProductViews = (context: ViewContext) => collectionOf(context, products, savingsProductList);

const a = columnsOf(SavingsAccount);
const m = columnsOf(Member, 'm');
const product = columnsOf(SavingsProduct, 'p');

export const savingsAccounts = view(SavingsAccount, {
  columns: {
    ...record(a),
    ...pick(a, 'accountNo', 'memberId', 'productId', 'kind', 'state', 'stateReason', 'balance', 'held', 'openedOn'),
    ...pick(a, 'maturesOn', 'maturity', 'maturedOn', 'redeemableFrom', 'dormantSince', 'clientReference'),
    ...pick(a, 'interestAccrued'),
    memberUuid: m.uuid,
    productUuid: product.uuid,
  },
  joins: `${one('member m', `${m.id} = ${a.memberId}`)} ${one('savings_product p', `${product.id} = ${a.productId}`)}`,
  show: (row) => ({ ...row, availableBalance: row.balance - row.held }),
});

/** What the list of savings accounts is filtered and sorted by. */
export const savingsAccountList = listOf(SavingsAccount, 'newest_first', {
  id: idOf('savings_account'),
  account_no: { type: 'text', sortable: true },
  member_id: { type: 'id', of: 'member' },
  product_id: { type: 'id', of: 'savings_product' },
  kind: { type: 'choice', choices: SAVINGS_KINDS, sortable: true, shared: false },
  state: { type: 'choice', choices: savingsAccountLifecycle.states, sortable: true },
  balance: { type: 'cents', sortable: true },
  client_reference: { type: 'text', identifier: 'reference', nullable: true },
  opened_on: { type: 'date', nullable: true },
  matures_on: { type: 'date', nullable: true },
  ...stamps,
});

export function savingsAccountViews(context: ViewContext) {
  const all = collectionOf(context, savingsAccounts, savingsAccountList);
  return {
    ...all,
    /** Part of the accounts of each of these members, newest first. */
    sliceOfMembers: (memberIds: readonly number[], slice: Slice) => all.sliceOfEach(a.memberId, memberIds, slice),
    countOfMembers: (memberIds: readonly number[]) => all.countOfEach(a.memberId, memberIds),
  };
}

const t = columnsOf(SavingsTransaction);
const account = columnsOf(SavingsAccount, 'a');

const transactions = view(SavingsTransaction, {
  columns: {
    ...record(t),
    ...pick(t, 'accountId', 'type', 'amount', 'channel', 'reference', 'msisdn', 'receiptNo', 'state', 'stateReason'),
    ...pick(t, 'paidAt', 'bookedOn', 'interestTakenBack', 'taxReturned', 'balanceAfter', 'expiresAt'),
    accountUuid: account.uuid,
    branch: reference(t.branchId, b.uuid),
  },
  joins: `${one('savings_account a', `${account.id} = ${t.accountId}`)} ${oneOrNone('branch b', `${b.id} = ${t.branchId}`)}`,
});

/** What the transactions of one account are filtered and sorted by. */
export const savingsTransactionList = listOf(SavingsTransaction, 'newest_first', {
  id: idOf('savings_transaction'),
  type: { type: 'choice', choices: SAVINGS_TRANSACTION_TYPES, sortable: true },
  state: { type: 'choice', choices: savingsTransactionLifecycle.states, sortable: true },
  channel: { type: 'choice', choices: FUND_SOURCES, nullable: true },
  amount: { type: 'cents', sortable: true },
  reference: { type: 'text', nullable: true },
  receipt_no: { type: 'text', nullable: true },
  paid_at: { type: 'instant', sortable: true },
  ...stamps,
});

/** Days from and through; a side that is null is open. */
type Days = { readonly from: Temporal.PlainDate | null; readonly to: Temporal.PlainDate | null };
const ALL_DAYS: Days = { from: null, to: null };

/** The day of a transaction as a statement shows it: that from which it counts, else that of its payment at the institution. */
const DAY = `coalesce(${t.bookedOn}, (${t.paidAt} at time zone
  (select z.time_zone from tenant z where z.id = current_setting('app.tenant')::bigint))::date)`;

const within = ({ from, to }: Days): readonly Condition[] => [
  ...(from === null ? [] : [[`${DAY} >= ?::date`, from.toString()] as const]),
  ...(to === null ? [] : [[`${DAY} <= ?::date`, to.toString()] as const]),
];

export function savingsTransactionViews(context: ViewContext) {
  const { one, byUuids, list, sliceOfEach, countOfEach } = collectionOf(context, transactions, savingsTransactionList);
  return {
    one,
    byUuids,
    /** Part of the transactions of each of these accounts on these days, newest first. */
    sliceOfAccounts: (accountIds: readonly number[], slice: Slice, days: Days = ALL_DAYS) =>
      sliceOfEach(t.accountId, accountIds, slice, ...within(days)),
    countOfAccounts: (accountIds: readonly number[], days: Days = ALL_DAYS) =>
      countOfEach(t.accountId, accountIds, ...within(days)),
    /** One page of the transactions of an account. */
    list: (accountId: number, query: ListQuery) => list(query, [`${t.accountId} = ?::bigint`, accountId]),
  };
}
