import { refuse } from '../../kernel/domain-error.ts';
import { sum, type Cents } from '../../kernel/money.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import { savingsRefusals } from '../refusals.ts';
import { replayInterest } from '../replay-interest.ts';
import type { SavingsTransaction, SavingsTransactionType } from '../transaction/savings-transaction.ts';

/** Which way a movement goes; interest and tax follow from the others. */
const DIRECTION: { readonly [T in SavingsTransactionType]: 1n | -1n } = {
  deposit: 1n,
  transfer_in: 1n,
  interest: 1n,
  dividend: 1n,
  withdrawal: -1n,
  transfer_out: -1n,
  withholding_tax: -1n,
  fee: -1n,
  hold: -1n,
};

/** What a movement changed of the balance, in minor units. */
export const changeOf = ({ type, amount }: Pick<SavingsTransaction, 'type' | 'amount'>): Cents =>
  DIRECTION[type] * amount;

const netTakenBack = ({ interestTakenBack, taxReturned }: SavingsTransaction) => interestTakenBack - taxReturned;
const stands = ({ state }: SavingsTransaction) => state === 'posted' || state === 'captured';
const isEarned = ({ type }: SavingsTransaction) => type === 'interest' || type === 'withholding_tax';

type Corrected = {
  readonly bookedOn: Temporal.PlainDate;
  /** What is taken back: posted interest, tax withheld of it, what was accrued. Negative where it comes back. */
  readonly takenBack: { readonly interest: Cents; readonly tax: Cents; readonly accrued: Cents };
  readonly accrued: Cents;
  readonly days: bigint;
};

/** What an account was posted under its present terms, less what was taken back; minor units. */
export function earnedUnderTerms(
  { interestSince: since }: Pick<SavingsAccount, 'interestSince'>,
  all: readonly SavingsTransaction[],
): { readonly interest: Cents; readonly tax: Cents } {
  const own = all.filter(({ bookedOn }) => bookedOn && since && Temporal.PlainDate.compare(bookedOn, since) >= 0);
  const posted = (type: SavingsTransactionType) =>
    sum(own.filter((each) => each.type === type).map(({ amount }) => amount));
  return {
    interest: posted('interest') - sum(own.map(({ interestTakenBack }) => interestTakenBack)),
    tax: posted('withholding_tax') - sum(own.map(({ taxReturned }) => taxReturned)),
  };
}

/**
 * What an account earned for a deposit or withdrawal that is taken back: its life under its present terms is gone through
 * again without it. Only an account that bears interest needs its movements read.
 * @throws DomainError savings_transaction_not_reversible (conflict) for other movements, and for those of terms that ended
 */
export async function earnedWithout(
  wrong: SavingsTransaction,
  account: SavingsAccount,
  ports: Pick<SavingsPorts, 'savingsTransactions' | 'closedDays' | 'today'>,
): Promise<Corrected> {
  requireReversible(wrong, wrong.bookedOn ?? ports.today, account.interestSince);
  return correctedWithout(wrong, account, ports);
}

/** The same for a movement of any type, of the account's present terms. */
export async function correctedWithout(
  wrong: SavingsTransaction,
  account: SavingsAccount,
  ports: Pick<SavingsPorts, 'savingsTransactions' | 'closedDays' | 'today'>,
): Promise<Corrected> {
  const { interest: terms, interestSince: since, interestAccrued: accrued, interestDays: days } = account;
  const bookedOn = wrong.bookedOn ?? ports.today;
  const unchanged = { bookedOn, takenBack: { interest: 0n, tax: 0n, accrued: 0n }, accrued, days };
  if (terms === null || since === null) return unchanged;
  const closed = await ports.closedDays.of(account.id);
  if (closed === null) return unchanged;
  const all = await ports.savingsTransactions.of(account.id);
  const isSince = ({ bookedOn: on }: SavingsTransaction) => on !== null && Temporal.PlainDate.compare(on, since) >= 0;
  const before = all.filter((each) => !isSince(each) && each.bookedOn !== null);
  const opening = sum(before.map((each) => (stands(each) ? changeOf(each) : 0n) - netTakenBack(each)));
  const moves = all
    .filter((each) => stands(each) && isSince(each) && !isEarned(each) && each !== wrong)
    .map((each) => ({ on: each.bookedOn ?? since, change: changeOf(each) }));
  const from = Temporal.PlainDate.compare(since, closed.first) >= 0 ? since : closed.first;
  const postedOn = new Set(all.flatMap(({ type, bookedOn: on }) => (type === 'interest' && on ? [on.toString()] : [])));
  const target = replayInterest(moves, terms, { opening, from, through: closed.last, postedOn });
  const { interest, tax } = earnedUnderTerms(account, all);
  const takenBack = {
    interest: interest - target.interest,
    tax: tax - target.tax,
    accrued: accrued - target.accrued,
  };
  return { bookedOn, takenBack, accrued: target.accrued, days: target.days };
}

function requireReversible(
  wrong: SavingsTransaction,
  bookedOn: Temporal.PlainDate,
  since: Temporal.PlainDate | null,
): void {
  // A hold is reversed once it was captured: it went out as a withdrawal does.
  const isOwn = wrong.type === 'deposit' || wrong.type === 'withdrawal' || wrong.type === 'hold';
  const isOfNow = since === null || Temporal.PlainDate.compare(bookedOn, since) >= 0;
  if (isOwn && isOfNow) return;
  throw refuse(
    savingsRefusals.savings_transaction_not_reversible,
    isOwn
      ? `The movement is of terms that ended on ${since?.toString() ?? ''}: what it earned was settled then.`
      : `A movement of the type ${wrong.type} is not taken back on its own.`,
    { savings_transaction_id: wrong.id, type: wrong.type },
  );
}
