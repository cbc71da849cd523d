import type { ProposedMovement } from '#core/aml/use-cases/screen.ts';
import { allows } from '#core/kernel/lifecycle.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import type { RefundOverpayment } from '#core/lending/use-cases/servicing/refund-overpayment.ts';
import { ClaimPart, dueTo } from '#core/membership/death-claim/claim-part.ts';
import { DeathClaim } from '#core/membership/death-claim/death-claim.ts';
import type { PayBeneficiary } from '#core/membership/use-cases/death-claim/pay-beneficiary.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import type { CaptureSavingsHold } from '#core/savings/use-cases/hold-savings.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { CommandContext } from '../transact.ts';

/**
 * Money of members that is about to leave otherwise than by a withdrawal, for compliance to look at: of what would be refused
 * anyway, and of what has left already, nothing. What stays with the society is no movement: shares that pass to another member, a
 * fixed deposit that matures into an account of its member, an overpayment that is saved. It leaves by a withdrawal, which is looked
 * at, and an account is closed only when it is empty. A deposit that is reversed has not been, so neither has what leaves with it.
 */
type Leaving = Promise<readonly ProposedMovement[]>;

/** What was held on an account and is paid out. */
export async function captured(
  { savingsTransactionId, channel }: CaptureSavingsHold,
  tx: TenantTransaction,
  { now }: Pick<CommandContext, 'now'>,
): Leaving {
  const hold = await tx.of(SavingsTransaction).get(savingsTransactionId);
  if (hold?.state !== 'held') return [];
  if (hold.expiresAt !== null && Temporal.Instant.compare(hold.expiresAt, now) <= 0) return [];
  const account = await tx.of(SavingsAccount).get(hold.accountId);
  return account?.state === 'active' ? outOf(account.memberId, hold.amount, channel) : [];
}

/** What was paid too much on a loan and is given back. */
export async function refunded({ loanId, channel }: RefundOverpayment, tx: TenantTransaction): Leaving {
  const loan = await tx.of(Loan).get(loanId);
  const isRefundable = loan !== null && allows(loanLifecycle, loan.state, 'refund_overpayment');
  return isRefundable ? outOf(loan.memberId, loan.overpaid, channel) : [];
}

/** What a member who died has left, and a beneficiary is paid. */
export async function paidToBeneficiary(
  { deathClaimId, beneficiary, channel }: PayBeneficiary,
  tx: TenantTransaction,
): Leaving {
  const claim = await tx.of(DeathClaim).get(deathClaimId);
  if (claim === null) return [];
  const parts = await tx.of(ClaimPart).find('claim_id = $1 order by number', [claim.id]);
  return outOf(claim.memberId, dueTo(parts, beneficiary), channel);
}

const outOf = (memberId: number, amount: bigint, channel: string): readonly ProposedMovement[] =>
  amount > 0n ? [{ memberId, amount, channel, direction: 'out' }] : [];
