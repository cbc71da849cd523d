import { refuse } from '../../kernel/domain-error.ts';
import { unusableReference } from '../../kernel/field-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { requireWithinRole } from '../../kernel/personal-limits.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requirePayoutReference } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts, RecordName } from '../../payments/ports.ts';
import type { Claim } from '../../payments/receipt-registry.ts';
import {
  paymentTo,
  timeOfPayment,
  valuedOn,
  type PaymentClock,
  type TimedPayment,
} from '../../payments/payment-time.ts';
import { requireUsable, requireWithdrawable } from '../account/limits.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { FundSource, PayoutSource } from '../fund-source.ts';
import type { SavingsPorts } from '../ports.ts';
import { SavingsTransaction, type MovementType } from '../transaction/savings-transaction.ts';
import { requirePayoutsAllowed, requireStillMember } from './payouts-allowed.ts';
import { savingsRefusals } from '../refusals.ts';
import { receiptOf } from './receipt-of-movement.ts';
import { requireSeenByAnother, type Vouching } from './said-by-one.ts';
import { findSavingsAccount, type OnSavingsAccount } from './find-savings.ts';

type Movement = OnSavingsAccount &
  TimedPayment & {
    /** Minor units. */
    readonly amount: Cents;
    /** The payer's or provider's reference: of one payment, wherever it is booked. */
    readonly reference?: string | null;
    /** Where the money stands so far, of which this is the movement: in suspense, or in the wrong place. */
    readonly from?: RecordName | null;
    /** The whole payment, where one command splits it. */
    readonly split?: Claim['split'];
    readonly msisdn?: string | null;
    /** The branch at whose counter it happens; the member's own by default. */
    readonly branchId?: number | null;
  };
export type DepositSavings = Movement & { readonly channel: FundSource };
export type WithdrawSavings = Movement & { readonly channel: PayoutSource };

type MovingPorts = Pick<
  SavingsPorts,
  | 'savers'
  | 'branches'
  | 'savingsAccounts'
  | 'savingsTransactions'
  | 'complianceHolds'
  | 'newUuid'
  | 'actor'
  | 'personalLimits'
  | 'today'
  | keyof PaymentClock
> &
  ReceiptPorts;

/**
 * Money of a member comes in. The same payment once more is that of before.
 * @throws DomainError account_frozen, savings_account_not_active, member_not_active, duplicate_payment_reference, aml_hold (conflict),
 * validation_failed, unknown_reference (invalid), not_found, precondition_failed
 */
export async function depositSavings(
  command: DepositSavings,
  ports: MovingPorts,
): Promise<Outcome<SavingsTransaction>> {
  return move('deposit', command, ports, async (account, on) => {
    await requireStillMember(account, ports);
    account.credit(command.amount, on, ports.today);
  });
}

/**
 * Money of a member goes out.
 * @throws DomainError those of a deposit, and insufficient_funds, withdrawal_not_allowed, payouts_stopped, member_owes, four_eyes_required (conflict),
 *   role_limit_exceeded (forbidden)
 */
export async function withdrawSavings(
  command: WithdrawSavings,
  ports: MovingPorts & Vouching & Pick<SavingsPorts, 'shareBylaws'>,
): Promise<Outcome<SavingsTransaction>> {
  return move('withdrawal', command, ports, async (account, on) => {
    requireWithinRole('disburse', command.amount, ports);
    await requireSeenByAnother(account, { ...command, action: 'withdraw' }, ports);
    await requireLetOut(account, command.amount, ports);
    account.debit(command.amount, on, ports.today);
  });
}

async function move(
  type: MovementType,
  command: DepositSavings | WithdrawSavings,
  ports: MovingPorts,
  change: (account: SavingsAccount, on: Temporal.PlainDate) => Promise<void>,
): Promise<Outcome<SavingsTransaction>> {
  requirePositive(command.amount, 'amount');
  const account = await findSavingsAccount(command, ports);
  const reference = command.reference ?? null;
  const uuid = ports.newUuid();
  // The same once more is that of before, however long ago it was.
  const { amount, channel, from, split, paidAt: reportedAt } = command;
  if (type === 'withdrawal') requirePayoutReference(channel, reference);
  const paid = { type, amount, channel, reference, from, split, paidAt: reportedAt };
  const receipt = await receiptOf(paid, { account, uuid, isNew: true }, ports);
  if (receipt.replayOf) return replay(await movementOf(receipt.replayOf, ports));
  const to = paymentTo('savings_account', account, command);
  const { paidAt, valueDate } = timeOfPayment(command, account.openedOn, ports, to);
  const branchId = command.branchId ?? (await homeBranch(account, ports));
  if (command.branchId != null && !(await ports.branches.exists(command.branchId))) {
    throw unusableReference(
      'branch_id',
      `There is no branch ${command.branchId}.`,
      'Use the id of one of your branches.',
    );
  }
  await requireNoComplianceHold(account, ports);
  await change(account, valueDate);
  const { transaction, event } = SavingsTransaction.post(
    {
      uuid,
      accountId: account.id,
      type,
      amount: command.amount,
      channel: command.channel,
      reference,
      msisdn: command.msisdn ?? null,
      branchId,
      receiptNo: await ports.savingsTransactions.nextReceiptNo(),
      paidAt,
      bookedOn: ports.today,
      balanceAfter: account.balance,
      recordedBy: ports.actor,
    },
    account,
  );
  ports.savingsTransactions.add(transaction);
  return outcome(transaction, valuedOn(event, valueDate), ...receipt.book());
}

/**
 * The member, the product and the by-laws let this amount out today, whether it is withdrawn or was held before.
 * @throws DomainError account_frozen, savings_account_not_active, payouts_stopped, withdrawal_not_allowed, member_owes (conflict)
 */
export async function requireLetOut(
  account: SavingsAccount,
  amount: Cents,
  ports: Pick<SavingsPorts, 'savers' | 'shareBylaws' | 'today'>,
): Promise<void> {
  requireUsable(account);
  await requirePayoutsAllowed(account, ports);
  requireWithdrawable(account, amount, { today: ports.today, bylaws: ports.shareBylaws });
  if (account.kind === 'shares') await requireNoDebts(account, ports);
}

/**
 * Share capital is redeemed for members who are free to leave, and passed on by them: it stands for what they owe.
 * @throws DomainError member_owes (conflict) with debts
 */
export async function requireNoDebts(account: SavingsAccount, ports: Pick<SavingsPorts, 'savers'>): Promise<void> {
  const debts = await ports.savers.debtsOf(account.memberId);
  if (debts.length === 0) return;
  throw refuse(
    savingsRefusals.member_owes,
    `The shares of account ${account.accountNo} neither are redeemed nor pass to another member yet: ${debts.join(', ')}.`,
    { savings_account_id: account.id, member_id: account.memberId, debts },
  );
}

/** Compliance lets the member's money move. @throws DomainError aml_hold (conflict) with alert_id */
export async function requireNoComplianceHold(
  account: SavingsAccount,
  ports: Pick<SavingsPorts, 'complianceHolds'>,
): Promise<void> {
  const alertId = await ports.complianceHolds.on(account.memberId);
  if (alertId === null) return;
  throw refuse(
    kernelRefusals.aml_hold,
    `Money on account ${account.accountNo} is held until alert ${alertId} is decided.`,
    { alert_id: alertId, savings_account_id: account.id },
  );
}

async function movementOf(
  { uuid }: RecordName,
  ports: Pick<SavingsPorts, 'savingsTransactions'>,
): Promise<SavingsTransaction> {
  const movement = await ports.savingsTransactions.byUuid(uuid);
  if (movement) return movement;
  throw new Error(`The savings transaction ${uuid} of a receipt is gone.`);
}

async function homeBranch(account: SavingsAccount, ports: Pick<SavingsPorts, 'savers'>): Promise<number | null> {
  return (await ports.savers.get(account.memberId))?.branchId ?? null;
}
