import { requireAllowed } from '../../../kernel/lifecycle.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import { isSameReceipt } from '../../../payments/receipt-registry.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import { disbursementLifecycle } from '../../disbursement/lifecycle.ts';
import type { LendingPorts } from '../../ports.ts';
import { requirePaymentTime } from '../../../payments/payment-time.ts';
import { bookOnLoan, type Settling } from './booking.ts';
import { requireFree } from './claims.ts';
import { findDisbursement, type OnDisbursement } from './find-disbursement.ts';
import { releasePlace } from './late-status.ts';

export type ConfirmByBank = OnDisbursement & {
  /** The bank's own reference of the transfer. */
  readonly providerRef: string;
  /** When the bank made it; now, where it does not say. */
  readonly paidAt?: Temporal.Instant | null;
};

/**
 * A bank made the transfer, and gives its own reference: of one that people had it make, or of one that was sent in a file,
 * before its statement shows it. The same reference once more changes nothing.
 * @throws DomainError invalid_state_transition, duplicate_payment_reference (conflict), validation_failed, not_found
 */
export async function confirmDisbursementByBank(
  command: ConfirmByBank,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  const disbursement = await findDisbursement(command, ports);
  const { providerRef } = command;
  if (
    disbursement.channel === 'bank' &&
    disbursement.state === 'confirmed' &&
    disbursement.providerRef !== null &&
    isSameReceipt(disbursement.providerRef, providerRef)
  ) {
    return replay(disbursement);
  }
  const isSentByFile = disbursement.channel === 'bank' && ['sent', 'unknown'].includes(disbursement.state);
  if (!isSentByFile) requireAllowed(disbursementLifecycle, disbursement.state, 'confirm_by_bank');
  const at = requirePaymentTime(command.paidAt, disbursement.sentAt ?? disbursement.createdAt, ports);
  const paid = { receiptNo: providerRef, field: 'provider_ref', amount: disbursement.payout(), at };
  const { book } = await requireFree(disbursement, 'out', paid, ports);
  const confirmed = isSentByFile
    ? disbursement.confirm({ providerRef, receiptNo: null }, at)
    : disbursement.confirmByBank(providerRef, at);
  return outcome(disbursement, confirmed, ...(await bookOnLoan(disbursement, at, ports)), ...book());
}

/** The transfer was not made and will not be. @throws DomainError invalid_state_transition, validation_failed, not_found */
export async function cancelDisbursement(
  command: OnDisbursement & { readonly reason: string | null },
  ports: Settling & Pick<LendingPorts, 'now'>,
): Promise<Outcome<Disbursement>> {
  const disbursement = await findDisbursement(command, ports);
  const cancelled = disbursement.cancel(command.reason, ports.now);
  return outcome(disbursement, cancelled, ...(await releasePlace(disbursement, ports)));
}
