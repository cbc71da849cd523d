import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';

type Ports = Pick<MobileMoneyPorts, 'mobileMoney' | 'now'>;

/** What the provider says became of a payment that it was asked to give back. */
export type ReturnNews =
  { readonly kind: 'returned'; readonly receiptNo: string | null } | { readonly kind: 'kept'; readonly why: string };

/**
 * A person says that money in suspense has to go back to its payer. The first one's word is kept; a second person who
 * agrees has it `returning`, and the provider is asked once that is committed.
 * @throws DomainError four_eyes_required, invalid_state_transition (conflict), validation_failed, not_found
 */
export async function askForReturn(
  command: { readonly receiptNo: string; readonly by: string; readonly reason: string },
  ports: Ports,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await ports.mobileMoney.lockByReceipt(command.receiptNo);
  if (!payment) throw noPayment(command.receiptNo);
  // Asked once more: the provider gives a receipt back once, however often it is asked.
  if (payment.state === 'returning') return outcome(payment);
  const { by, reason } = command;
  return outcome(
    payment,
    payment.returnProposal === null ? payment.proposeReturn(by, reason) : payment.approveReturn(by),
  );
}

/**
 * The provider has given a payment back, or has not. What is no longer `returning` is left as it is: the same news may
 * come twice, and people may have been quicker.
 * @throws DomainError not_found
 */
export async function recordReturn(
  command: { readonly receiptNo: string; readonly news: ReturnNews },
  ports: Ports,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await ports.mobileMoney.lockByReceipt(command.receiptNo);
  if (!payment) throw noPayment(command.receiptNo);
  if (payment.state !== 'returning') return outcome(payment);
  const { news } = command;
  if (news.kind === 'kept') return outcome(payment, payment.keep(news.why));
  return outcome(payment, payment.giveBack(`Reversed by the provider under ${news.receiptNo ?? 'no receipt'}.`));
}

function noPayment(receiptNo: string) {
  return refuse(kernelRefusals.not_found, `No payment came in under the receipt ${receiptNo}.`, {
    resource: 'mobile_money_transaction',
    id: receiptNo,
  });
}
