import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { firstOpenDay } from '../closed-days.ts';
import type { SavingsPorts } from '../ports.ts';
import type { SavingsTransaction } from '../transaction/savings-transaction.ts';
import { changeOf, correctedWithout } from './earned-without.ts';
import { findSavingsAccount, findSavingsTransaction, type OnSavingsAccount } from './find-savings.ts';
import { requireNoComplianceHold } from './move-savings.ts';
import { postEarnings } from './post-earnings.ts';
import { postTransfer } from './post-transfer.ts';

/** Where money of a member who died goes, by the account of the ledger: to a loan, or to beneficiaries. */
export type EstateDestination = 'savings_transfers' | 'estates_payable';

type Ports = Pick<
  SavingsPorts,
  'savingsAccounts' | 'savingsTransactions' | 'closedDays' | 'complianceHolds' | 'newUuid' | 'actor' | 'now' | 'today'
>;

/**
 * Money of a member who died leaves the account for what a claim does with it. Whose account it is the claim has checked.
 * @throws DomainError insufficient_funds, account_frozen, savings_account_not_active, aml_hold (conflict),
 *   validation_failed (invalid), not_found
 */
export async function takeForEstate(
  command: OnSavingsAccount & { readonly amount: Cents; readonly to: EstateDestination },
  ports: Ports,
): Promise<Outcome<SavingsTransaction>> {
  const amount = requirePositive(command.amount, 'amount');
  const account = await findSavingsAccount(command, ports);
  await requireNoComplianceHold(account, ports);
  account.takeForEstate(amount, ports.today);
  const transfer = { type: 'transfer_out', account, amount, counterpart: command.to } as const;
  const { transaction, event } = await postTransfer(transfer, ports);
  return outcome(transaction, event);
}

/**
 * What was taken so by mistake comes back, with what it would have earned meanwhile, as far as that was not settled.
 * @throws DomainError account_frozen, savings_account_not_active (conflict), invalid_state_transition
 */
export async function returnFromEstate(
  command: { readonly movementUuid: string; readonly from: EstateDestination; readonly reason: string },
  ports: Ports,
): Promise<Outcome<SavingsTransaction>> {
  const found = await ports.savingsTransactions.byUuid(command.movementUuid);
  if (!found) throw new Error(`The movement ${command.movementUuid} of a claim is gone.`);
  const { transaction, account } = await findSavingsTransaction({ savingsTransactionId: found.id }, ports);
  const since = account.interestSince;
  const bookedOn = transaction.bookedOn ?? ports.today;
  const isOfNow = since === null || Temporal.PlainDate.compare(bookedOn, since) >= 0;
  const { accrued, days, takenBack } = isOfNow
    ? await correctedWithout(transaction, account, ports)
    : { accrued: account.interestAccrued, days: account.interestDays, takenBack: NOTHING };
  const correction = { credited: takenBack.tax - takenBack.interest, accrued, days };
  // Of terms that ended it counts from today: what days before have earned was settled with them.
  account.returnFromEstate(changeOf(transaction), isOfNow ? bookedOn : ports.today, correction);
  const internal = { transferred_from: command.from };
  return outcome(transaction, transaction.reverse(account, command.reason, takenBack, internal));
}

const NOTHING = { interest: 0n, tax: 0n, accrued: 0n };

/**
 * What an account has earned and is not posted yet is posted, less tax: the member died, and the account is settled.
 * @returns what the account grew by, minor units
 * @throws DomainError account_frozen, savings_account_not_active (conflict), not_found
 */
export async function postEarnedInterest(command: OnSavingsAccount, ports: Ports): Promise<Outcome<Cents>> {
  const account = await findSavingsAccount(command, ports);
  const from = firstOpenDay(account, await ports.closedDays.of(account.id)) ?? ports.today;
  const posted = account.postEarned();
  if (posted === null) return outcome(0n);
  return outcome(posted.interest - posted.tax, ...postEarnings(account, posted, { ...ports, from }));
}
