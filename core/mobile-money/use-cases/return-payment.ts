import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';

type Ports = Pick<MobileMoneyPorts, 'mobileMoney' | 'now'>;

/** What the provider says became of a payment that it is to return. */
export type ReturnStatus =
  | { readonly kind: 'returned'; readonly receiptNo: string | null }
  | { readonly kind: 'not_returned'; readonly reason: string };

/**
 * A person says that money in suspense has to go back to its payer. The first one proposes it; a second person who
 * approves has it `returning`, and the provider is requested to return it once that is committed.
 * @throws DomainError four_eyes_required, invalid_state_transition (conflict), validation_failed, not_found
 */
export async function requestReturn(
  command: { readonly receiptNo: string; readonly by: string; readonly reason: string },
  ports: Ports,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await ports.mobileMoney.lockByReceipt(command.receiptNo);
  if (!payment) throw noPayment(command.receiptNo);
  // Requested once more: the provider returns a receipt once, however often that is requested.
  if (payment.state === 'returning') return outcome(payment);
  const { by, reason } = command;
  return outcome(
    payment,
    payment.returnProposal === null ? payment.proposeReturn(by, reason) : payment.approveReturn(by),
  );
}

/**
 * The provider has returned a payment, or has not. What is no longer `returning` is left as it is: the same notification
 * may come twice, and people may have been quicker.
 * @throws DomainError not_found
 */
export async function recordReturn(
  command: { readonly receiptNo: string; readonly status: ReturnStatus },
  ports: Ports,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await ports.mobileMoney.lockByReceipt(command.receiptNo);
  if (!payment) throw noPayment(command.receiptNo);
  if (payment.state !== 'returning') return outcome(payment);
  const { status } = command;
  if (status.kind === 'not_returned') return outcome(payment, payment.keepInSuspense(status.reason));
  return outcome(payment, payment.return(`Reversed by the provider under ${status.receiptNo ?? 'no receipt'}.`));
}

function noPayment(receiptNo: string) {
  return refuse(kernelRefusals.not_found, `No payment came in under the receipt ${receiptNo}.`, {
    resource: 'mobile_money_transaction',
    id: receiptNo,
  });
}
