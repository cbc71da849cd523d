import { refuse } from '../../../kernel/domain-error.ts';
import { requireAllowed } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import { disbursementLifecycle } from '../../disbursement/lifecycle.ts';
import type { LendingPorts } from '../../ports.ts';
import { requirePaymentTime } from '../../../payments/payment-time.ts';
import { bookOnLoan, type Settling } from './booking.ts';
import { findDisbursement, type OnDisbursement } from './find-disbursement.ts';
import { releasePlace } from './late-status.ts';

export type ConfirmByBank = OnDisbursement & {
  /** The bank's own reference of the transfer. */
  readonly providerRef: string;
  /** When the bank made it; now, where it does not say. */
  readonly paidAt?: Temporal.Instant | null;
};

/**
 * A bank made the transfer, and gives its own reference. The same reference once more changes nothing.
 * @throws DomainError invalid_state_transition, duplicate_reference (conflict), validation_failed, not_found
 */
export async function confirmByBank(command: ConfirmByBank, ports: Settling): Promise<Outcome<Disbursement>> {
  const disbursement = await findDisbursement(command, ports);
  const { providerRef } = command;
  if (
    disbursement.channel === 'bank' &&
    disbursement.state === 'confirmed' &&
    disbursement.providerRef === providerRef
  ) {
    return outcome(disbursement);
  }
  requireAllowed(disbursementLifecycle, disbursement.state, 'confirm_by_bank');
  const known = await ports.disbursements.findByBankReference(providerRef);
  if (known) {
    throw refuse(kernelRefusals.duplicate_reference, `The bank’s reference ${providerRef} was booked before.`, {
      existing_id: known.id,
    });
  }
  const at = requirePaymentTime(command.paidAt, disbursement.sentAt ?? disbursement.createdAt, ports);
  const confirmed = disbursement.confirmByBank(providerRef, at);
  return outcome(disbursement, confirmed, ...(await bookOnLoan(disbursement, at, ports)));
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
