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

/** True on the close of the day before a deposit matures, and of later ones while it has not. */
export function hasMatured({ kind, maturedOn, maturesOn, state }: SavingsAccount, on: Temporal.PlainDate): boolean {
  if (kind !== 'fixed_deposit' || maturedOn !== null || maturesOn === null) return false;
  return (
    (state === 'active' || state === 'frozen') && Temporal.PlainDate.compare(maturesOn.subtract({ days: 1 }), on) <= 0
  );
}

/**
 * What breaking a deposit takes back of the interest that was posted, what is returned of its tax, and the interest that
 * is borne from then on; minor units.
 * @throws DomainError withdrawal_not_allowed (conflict) for an account that is not bound
 */
export function settlementOfBreak(
  { id, accountNo, kind, interest, interestAccrued, maturity, maturedOn }: SavingsAccount,
  posted: PostedInterest,
): { readonly interest: SavingsInterest | null; readonly takenBack: Cents; readonly returned: Cents } {
  if (!maturity || maturedOn !== null) {
    throw refuse(
      savingsRefusals.withdrawal_not_allowed,
      `Account ${accountNo} is no fixed deposit that is bound: withdraw from it.`,
      { savings_account_id: id, kind },
    );
  }
  const left = leftAfterBreak(posted.interest + interestAccrued, maturity);
  return {
    interest: interestAfter(interest, maturity),
    takenBack: posted.interest - left,
    returned: posted.tax - (interest ? taxOn(left, interest) : 0n),
  };
}
