import type { TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import type { LendingLoaders } from '../loaders.ts';
import { isRead } from './kinds-read.ts';

/** A record of any kind that another one names. */
export type NamedRecord = { readonly type: string; readonly uuid: string };

/** What people know a record by. */
type Particulars = {
  readonly number: string | null;
  readonly owner?: () => Promise<string | null | undefined>;
  readonly amount?: bigint;
  readonly at?: Temporal.Instant | null;
};

type Look = (uuid: string, loaders: LendingLoaders) => Promise<Particulars | null>;

/** Where the particulars of each kind stand. All come of loaders: one statement for a kind, however many are named. */
const LOOKS: { readonly [type: string]: Look } = {
  loan: async (uuid, { loans }) => {
    const loan = await loans.byUuid.load(uuid);
    return loan && { number: loan.loanNo };
  },
  repayment: async (uuid, { repayments, loans }) => {
    const repayment = await repayments.load(uuid);
    if (!repayment) return null;
    const { receiptNo: number, amount, paidAt: at, loanId } = repayment;
    return { number, amount, at, owner: async () => (await loans.byId.load(loanId))?.loanNo };
  },
  disbursement: async (uuid, { disbursements, loans }) => {
    const disbursement = await disbursements.load(uuid);
    if (!disbursement) return null;
    const { receiptNo: number, amount, sentAt, createdAt, loanId } = disbursement;
    return { number, amount, at: sentAt ?? createdAt, owner: async () => (await loans.byId.load(loanId))?.loanNo };
  },
  savings_account: async (uuid, { savingsAccounts }) => {
    const account = await savingsAccounts.load(uuid);
    return account && { number: account.accountNo };
  },
  savings_transaction: async (uuid, { savingsTransactions, savingsAccounts }) => {
    const transaction = await savingsTransactions.load(uuid);
    if (!transaction) return null;
    const { receiptNo: number, amount, paidAt: at, accountUuid } = transaction;
    return { number, amount, at, owner: async () => (await savingsAccounts.load(accountUuid))?.accountNo };
  },
  mobile_money_transaction: async (uuid, { mobileMoney }) => {
    const money = await mobileMoney.load(uuid);
    return money && { number: money.receiptNo, amount: money.amount, at: money.paidAt };
  },
  float_top_up: async (uuid, { floatTopUps }) => {
    const topUp = await floatTopUps.load(uuid);
    if (!topUp) return null;
    const { receiptNo: number, amount, sentAt, createdAt, agentNo } = topUp;
    return { number, amount, at: sentAt ?? createdAt, owner: async () => agentNo };
  },
};

/** What is shown of a record that another one names, to those who may read records of its kind. */
const particularsOf = async ({ type, uuid }: NamedRecord, { caller, loaders }: LendingContext) =>
  isRead(type, caller.scopes) ? ((await LOOKS[type]?.(uuid, loaders)) ?? null) : null;

export const namedRecords: TypeResolvers<LendingContext> = {
  id: ({ uuid }: NamedRecord) => uuid,
  number: async (named: NamedRecord, _, context) => (await particularsOf(named, context))?.number ?? null,
  ownerNumber: async (named: NamedRecord, _, context) =>
    (await (await particularsOf(named, context))?.owner?.()) ?? null,
  amount: async (named: NamedRecord, _, context) => (await particularsOf(named, context))?.amount ?? null,
  at: async (named: NamedRecord, _, context) => (await particularsOf(named, context))?.at ?? null,
};
