import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { requireWithinRole } from '../../kernel/personal-limits.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { requirePayoutReference } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import type { PayoutSource } from '../fund-source.ts';
import type { SavingsPorts } from '../ports.ts';
import { savingsRefusals } from '../refusals.ts';
import { savingsTransactionLifecycle } from '../transaction/lifecycle.ts';
import { SavingsTransaction } from '../transaction/savings-transaction.ts';
import {
  findSavingsAccount,
  findSavingsTransaction,
  type OnSavingsAccount,
  type OnSavingsTransaction,
} from './find-savings.ts';
import { requireLetOut, requireNoComplianceHold } from './move-savings.ts';
import { receiptOf } from './receipt-of-movement.ts';
import { requireSeenByAnother, type Vouching } from './said-by-one.ts';

export type PlaceSavingsHold = OnSavingsAccount & {
  /** Minor units. */
  readonly amount: Cents;
  /** What it is promised to. */
  readonly reason: string;
  readonly expiresAt?: Temporal.Instant | null;
};

/**
 * Promises part of a balance to something else: it stays in the account and can't be taken out.
 * @throws DomainError insufficient_funds, account_frozen, savings_account_not_active (conflict), validation_failed, not_found
 */
export async function placeSavingsHold(
  command: PlaceSavingsHold,
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'savingsTransactions' | 'newUuid' | 'actor' | 'now'>,
): Promise<Outcome<SavingsTransaction>> {
  requirePositive(command.amount, 'amount');
  const expiresAt = command.expiresAt ?? null;
  if (expiresAt && Temporal.Instant.compare(expiresAt, ports.now) <= 0) {
    throw invalidField('expires_at', 'range', 'Send an instant that is still to come.', 'expires_at lies in the past.');
  }
  const account = await findSavingsAccount(command, ports);
  account.hold(command.amount);
  const { transaction, event } = SavingsTransaction.hold(
    {
      uuid: ports.newUuid(),
      accountId: account.id,
      amount: command.amount,
      paidAt: ports.now,
      expiresAt,
      stateReason: command.reason,
      recordedBy: ports.actor,
    },
    account,
  );
  ports.savingsTransactions.add(transaction);
  return outcome(transaction, event);
}

type EndingPorts = Pick<SavingsPorts, 'savingsAccounts' | 'savingsTransactions'>;

/** A hold ends, and the money is free again. @throws DomainError invalid_state_transition (conflict), not_found */
export async function releaseSavingsHold(
  command: OnSavingsTransaction & { readonly reason?: string | null },
  ports: EndingPorts,
): Promise<Outcome<SavingsTransaction>> {
  return endHold(command, 'release', command.reason ?? null, ports);
}

/** A hold whose time is over ends automatically. One that has no end, or whose end is still to come, is left alone. */
export async function expireSavingsHold(
  command: OnSavingsTransaction,
  ports: EndingPorts & Pick<SavingsPorts, 'now'>,
): Promise<Outcome<SavingsTransaction | null>> {
  const hold = await ports.savingsTransactions.lock(command.savingsTransactionId);
  if (hold?.state !== 'held' || !hold.expiresAt) return outcome(null);
  if (Temporal.Instant.compare(hold.expiresAt, ports.now) > 0) return outcome(null);
  return endHold(command, 'expire', null, ports);
}

async function endHold(
  command: OnSavingsTransaction,
  action: 'release' | 'expire',
  reason: string | null,
  ports: EndingPorts,
): Promise<Outcome<SavingsTransaction>> {
  const { transaction: hold, account } = await findSavingsTransaction(command, ports);
  requireAllowed(savingsTransactionLifecycle, hold.state, action);
  account.release(hold.amount);
  return outcome(hold, hold.end(action, account, reason));
}

export type CaptureSavingsHold = OnSavingsTransaction & {
  readonly channel: PayoutSource;
  /** The bank's reference of the payment, or the voucher of the counter: of one payment, wherever it is booked. */
  readonly reference?: string | null;
};

/**
 * What was held goes out, whole: of a deposit that is bound, or shares, no sooner and no more than by a withdrawal. The same
 * payment once more is that of before.
 * @throws DomainError invalid_state_transition, account_frozen, savings_account_not_active, aml_hold,
 * payouts_stopped, withdrawal_not_allowed, member_owes, hold_expired, four_eyes_required, duplicate_payment_reference (conflict),
 * role_limit_exceeded (forbidden), validation_failed (invalid), not_found
 */
export async function captureSavingsHold(
  command: CaptureSavingsHold,
  ports: EndingPorts &
    ReceiptPorts &
    Vouching &
    Pick<SavingsPorts, 'savers' | 'shareBylaws' | 'complianceHolds' | 'personalLimits' | 'now' | 'today'>,
): Promise<Outcome<SavingsTransaction>> {
  const { transaction: hold, account } = await findSavingsTransaction(command, ports);
  const { channel, reference = null } = command;
  requirePayoutReference(channel, reference);
  const { uuid, amount } = hold;
  const receipt = await receiptOf({ type: 'withdrawal', channel, reference, amount }, { account, uuid }, ports);
  if (receipt.replayOf) return replay(hold);
  requireAllowed(savingsTransactionLifecycle, hold.state, 'capture');
  requireStands(hold, ports.now);
  requireWithinRole('disburse', hold.amount, ports);
  await requireSeenByAnother(account, { amount, channel, action: 'capture' }, ports);
  await requireNoComplianceHold(account, ports);
  await requireLetOut(account, hold.amount, ports);
  account.capture(hold.amount, ports.today);
  const receiptNo = await ports.savingsTransactions.nextReceiptNo();
  const paid = {
    channel,
    reference,
    receiptNo,
    balanceAfter: account.balance,
    paidAt: ports.now,
    bookedOn: ports.today,
  };
  return outcome(hold, hold.capture(paid, account), ...receipt.book());
}

/** A promise binds up to its end, whether or not it was swept by then. @throws DomainError hold_expired (conflict) with expires_at */
function requireStands({ id, expiresAt }: SavingsTransaction, now: Temporal.Instant): void {
  if (expiresAt === null || Temporal.Instant.compare(expiresAt, now) > 0) return;
  throw refuse(
    savingsRefusals.hold_expired,
    `The hold expired at ${expiresAt.toString()}: nothing is paid out of it.`,
    {
      savings_transaction_id: id,
      expires_at: expiresAt.toString(),
    },
  );
}
