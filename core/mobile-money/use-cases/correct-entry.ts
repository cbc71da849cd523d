import { refuse } from '../../kernel/domain-error.ts';
import { written } from '../../kernel/money.ts';
import { requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireWithinRole, type RoleLimited } from '../../kernel/personal-limits.ts';
import { requireAgreement, type Agreeing } from '../../kernel/two-people.ts';
import { receiptKey } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { endUses } from '../../payments/receipt-registry.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { mobileMoneyRefusals } from '../refusals.ts';
import { mobileMoneyLifecycle } from '../transaction/lifecycle.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { accountOf } from '../transaction/mobile-money-record.ts';
import { findMobileMoney, type OnMobileMoney } from './allocate.ts';
import { MOBILE_MONEY, paidWith } from './suspense.ts';

export type CorrectMobileMoney = OnMobileMoney & { readonly reason: string | null };

/**
 * A person entered money in suspense wrongly: it never came so. Its booking is taken back, and its receipt is free for the
 * payment that has it. Where the institution wants two people it takes two. What the provider has reported did come, and so did
 * what a statement shows; where a statement shows another amount, the entry is what is wrong.
 * @throws DomainError reported_by_provider, invalid_state_transition, four_eyes_required (conflict), role_limit_exceeded
 *   (forbidden), validation_failed (invalid), not_found, precondition_failed; SecondPersonRequired
 */
export async function correctMobileMoney(
  command: CorrectMobileMoney,
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'statements' | 'now' | 'fourEyes'> &
    Pick<ReceiptPorts, 'receipts'> &
    Agreeing &
    Partial<RoleLimited>,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await findMobileMoney(command, ports);
  requireAllowed(mobileMoneyLifecycle, payment.state, 'correct');
  requireReason(mobileMoneyLifecycle, 'correct', command.reason);
  await requireEnteredByPerson(payment, ports);
  const { id, uuid, amount } = payment;
  if (ports.fourEyes) {
    const rule = 'That money in suspense never came takes two people.';
    requireAgreement(ports, { subject: { type: MOBILE_MONEY, id, uuid }, rule, amount });
  } else requireWithinRole('approve', amount, ports);
  await endUses({ type: MOBILE_MONEY, uuid }, 'corrected', ports);
  return outcome(payment, payment.correct(command.reason));
}

/** @throws DomainError reported_by_provider (conflict) */
async function requireEnteredByPerson(
  payment: MobileMoneyTransaction,
  { receipts, statements }: Pick<ReceiptPorts, 'receipts'> & Pick<MobileMoneyPorts, 'statements'>,
): Promise<void> {
  const { receiptNo } = paidWith(payment);
  const known = await receipts.lock(receiptKey(receiptNo));
  const account = accountOf(payment.channel);
  const own = known.find(({ receipt }) => receipt.account === account && receipt.direction === 'in')?.receipt;
  const cameBy = (how: string) =>
    refuse(mobileMoneyRefusals.reported_by_provider, `${how}: its money came.`, {
      mobile_money_transaction_id: payment.id,
    });
  if (own?.reportedBy !== 'caller') throw cameBy(`The provider has reported the receipt ${receiptNo}`);
  // Of a payment that was divided, the whole is on the statement.
  const { amount } = own;
  if (await statements.show({ account, receiptNo, amount })) {
    throw cameBy(`A statement of the account shows ${written(amount)} under the receipt ${receiptNo}`);
  }
}
