import { event, type DomainEvent } from '#core/kernel/event.ts';
import { closeSavings, type ClosedSavings, type SavingsAtClose } from '#core/savings/close-savings.ts';
import type { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { SavingsInterest } from '#core/savings/interest.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { lockNextAccounts } from '../../../postgres/savings/savings-at-close.ts';
import { matureDeposits } from './maturity.ts';
import type { Batch } from './batch.ts';
import { countIn, moveOn, type Range, type Run } from './run.ts';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';

type Closing = { readonly account: SavingsAccount; readonly closed: ClosedSavings };

/**
 * Closes the day of the next savings accounts: interest is earned on what they held at its end and, on the last day of
 * a posting period, credited less tax; fixed deposits mature, those without interest too. As with loans, how many statements that takes doesn't depend on how many there
 * are, and the range moves on with them in one transaction.
 * @param endOfDay the instant at which the business date ends, for what is posted
 */
export async function closeSavingsBatch(
  tx: TenantTransaction,
  range: Range,
  { limit, endOfDay }: { readonly limit: number; readonly endOfDay: Temporal.Instant },
): Promise<Batch> {
  const { date } = range.run;
  const accounts = await lockNextAccounts(tx, { ...range, on: date }, limit);
  moveOn(tx, range, accounts.length < limit ? null : (accounts.at(-1)?.id ?? null));
  if (accounts.length === 0) return { run: range.run, events: [] };
  const closings = accounts.flatMap((account): Closing[] => {
    const { interest } = account;
    return interest ? [{ account, closed: closeSavings(atClose({ account, interest }, date), date) }] : [];
  });
  const posted = post(tx, closings, { endOfDay, bookedOn: date });
  const maturing = accounts.filter((account) => account.maturesAfter(date));
  for (const { account, closed } of closings) account.closeDay(closed);
  const matured = await matureDeposits(tx, maturing, { date, endOfDay });
  const sum = (of: (closed: ClosedSavings) => bigint) => closings.reduce((total, { closed }) => total + of(closed), 0n);
  const earned = sum((closed) => closed.earned);
  const run = await countIn(
    tx,
    range.run,
    `savings_done = savings_done + $2, savings_interest = savings_interest + $3::bigint,
     interest_posted = interest_posted + $4::bigint, tax_withheld = tax_withheld + $5::bigint`,
    [
      accounts.length,
      String(earned),
      String(sum(({ posted }) => posted?.interest ?? 0n)),
      String(sum(({ posted }) => posted?.tax ?? 0n)),
    ],
  );
  return { run, events: [...bookedEvent(run, accounts.length, earned), ...posted, ...matured] };
}

type Bearing = { readonly account: SavingsAccount; readonly interest: SavingsInterest };

/** An account that bears interest as it is closed; of others there is nothing to close but a term. */
function atClose({ account, interest }: Bearing, on: Temporal.PlainDate): SavingsAtClose {
  return {
    isOpen: account.state !== 'closed' && account.state !== 'rejected',
    balance: account.balance,
    earlier: account.earlierBalances,
    days: account.interestDays,
    accrued: account.interestAccrued,
    interest,
    isPosted: account.maturesAfter(on),
  };
}

/** Interest and tax as movements of the accounts, each with its event and so with its journal. */
function post(
  { of, newUuid }: TenantTransaction,
  closings: readonly Closing[],
  { endOfDay, bookedOn }: { readonly endOfDay: Temporal.Instant; readonly bookedOn: Temporal.PlainDate },
): DomainEvent[] {
  const paidAt = endOfDay.subtract({ milliseconds: 1 });
  return closings.flatMap(({ account, closed: { posted, balance } }) => {
    if (posted === null) return [];
    const common = { accountId: account.id, paidAt, bookedOn, recordedBy: CLOSER };
    const movements = [
      SavingsTransaction.postAtClose({
        ...common,
        uuid: newUuid(),
        type: 'interest',
        amount: posted.interest,
        balanceAfter: balance + posted.tax,
      }),
    ];
    if (posted.tax > 0n)
      movements.push(
        SavingsTransaction.postAtClose({
          ...common,
          uuid: newUuid(),
          type: 'withholding_tax',
          amount: posted.tax,
          balanceAfter: balance,
        }),
      );
    of(SavingsTransaction).add(...movements);
    return movements.map((movement) => postedEvent(movement, account.memberId));
  });
}

const postedEvent = (movement: SavingsTransaction, memberId: number): DomainEvent =>
  event(
    movement.type === 'interest' ? 'savings_transaction.interest_posted' : 'savings_transaction.tax_withheld',
    'savings_transaction',
    movement,
    {
      savings_account_id: movement.accountId,
      member_id: memberId,
      type: movement.type,
      amount: movement.amount,
      channel: null,
      receipt_no: null,
      balance_after: movement.balanceAfter,
      state: movement.state,
    },
  );

/** What the day has earned on all accounts of the batch, in one event and so in one journal. */
function bookedEvent(run: Run, accounts: number, earned: bigint): DomainEvent[] {
  if (earned === 0n) return [];
  const facts = { business_date: run.date.toString(), accounts, savings_interest: earned };
  return [event('close_of_business.savings_booked', 'close_of_business', run, facts)];
}
