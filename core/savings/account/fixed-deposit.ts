import { refuse } from '../../kernel/domain-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { taxOn, type SavingsInterest } from '../interest.ts';
import { interestAfter, leftAfterBreak } from '../maturity.ts';
import { savingsRefusals } from '../refusals.ts';
import type { SavingsAccount } from './savings-account.ts';

/** The terms that a product has for new deposits. */
export type Offer = { readonly termMonths: number; readonly interest: SavingsInterest | null };

/** Interest under the present terms that was posted, and the tax withheld of it; minor units. */
export type PostedInterest = { readonly interest: Cents; readonly tax: Cents };

/** What the maturity of a fixed deposit changes of it. */
export function afterMaturity(account: SavingsAccount, offer: Offer | null): Partial<SavingsAccount> {
  const { maturity, maturesOn, termMonths } = account;
  if (!maturity || !maturesOn || !termMonths) throw new Error(`Account ${account.accountNo} does not mature.`);
  const { atMaturity } = maturity;
  if (atMaturity === 'roll_over' || atMaturity === 'roll_over_new_terms') {
    const renewed = atMaturity === 'roll_over_new_terms' ? offer : null;
    const months = renewed?.termMonths ?? termMonths;
    return {
      termMonths: months,
      interest: renewed ? renewed.interest : account.interest,
      interestSince: maturesOn,
      maturesOn: maturesOn.add({ months }),
    };
  }
  const isPaidOut = atMaturity === 'pay_out' && account.balance === 0n && account.held === 0n;
  return {
    interestSince: maturesOn,
    maturedOn: maturesOn,
    interest: interestAfter(account.interest, maturity),
    ...(isPaidOut ? { state: 'closed' } : {}),
  };
}

/** True on the close of the day before a deposit matures, and of later ones while it has not. Where nothing was agreed it waits. */
export function hasMatured(
  { kind, maturity, maturedOn, maturesOn, state }: SavingsAccount,
  on: Temporal.PlainDate,
): boolean {
  if (kind !== 'fixed_deposit' || maturity === null || maturedOn !== null || maturesOn === null) return false;
  return (
    (state === 'active' || state === 'frozen') && Temporal.PlainDate.compare(maturesOn.subtract({ days: 1 }), on) <= 0
  );
}

/** What the break of a deposit settles; minor units, none of them negative. */
export type SettlementOfBreak = {
  /** The interest that is borne from then on. */
  readonly interest: SavingsInterest | null;
  /** Interest that becomes the member's now, and the tax withheld of it. */
  readonly posted: PostedInterest;
  /** Interest that was posted before and costs the break, and the tax that is returned of it. */
  readonly takenBack: PostedInterest;
  /** What was accrued and is never posted. */
  readonly forgone: Cents;
};

/**
 * What breaking a deposit posts of its interest or takes back of it. A cent of tax that rounding several postings made too
 * much or too little never turns a posting into a return, nor a return into a posting.
 * @throws DomainError withdrawal_not_allowed (conflict) for an account that is not bound
 */
export function settlementOfBreak(
  { id, accountNo, kind, interest, interestAccrued, maturity, maturedOn }: SavingsAccount,
  before: PostedInterest,
): SettlementOfBreak {
  if (!maturity || maturedOn !== null) {
    throw refuse(
      savingsRefusals.withdrawal_not_allowed,
      `Account ${accountNo} is no fixed deposit that is bound: withdraw from it.`,
      { savings_account_id: id, kind },
    );
  }
  const left = leftAfterBreak(before.interest + interestAccrued, maturity);
  const more = left - before.interest;
  const tax = (interest ? taxOn(left, interest) : 0n) - before.tax;
  const after = interestAfter(interest, maturity);
  if (more >= 0n) {
    const posted = { interest: more, tax: within(tax, more) };
    return { interest: after, posted, takenBack: NOTHING, forgone: interestAccrued - more };
  }
  const returned = within(-tax, -more);
  // Where its tax is all of it, the member neither loses nor gets anything.
  const takenBack = returned === -more ? NOTHING : { interest: -more, tax: returned };
  return { interest: after, posted: NOTHING, takenBack, forgone: interestAccrued };
}

const NOTHING: PostedInterest = { interest: 0n, tax: 0n };

const within = (amount: Cents, most: Cents): Cents => (amount < 0n ? 0n : amount > most ? most : amount);
