import { requireAllowed } from '../../../kernel/lifecycle.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import { requireWithinRole } from '../../../kernel/personal-limits.ts';
import type { Actor } from '../../../kernel/two-people.ts';
import { accountBehind, requirePayoutReference } from '../../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import { isBookedBy, NO_RECEIPT, requireReceipt } from '../../../payments/receipt-registry.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import type { FundSource } from '../../repayment/repayment.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { requirePayable } from '../money-out.ts';
import { overpaymentLeaves, requireOverpaid, requireRecordedByAnother } from './overpayment.ts';

export type RefundOverpayment = OnLoan & {
  /** Where the money is paid from. */
  readonly channel: Exclude<FundSource, 'mpesa_paybill'>;
  readonly reference: string | null;
};

/**
 * Gives back what was paid too much, all of it; the loan is closed.
 * @throws DomainError invalid_state_transition, nothing_overpaid, debt_not_recovered, duplicate_payment_reference, aml_hold,
 * member_not_active, four_eyes_required (conflict), role_limit_exceeded (forbidden), validation_failed (invalid), not_found
 */
export async function refundOverpayment(
  command: RefundOverpayment,
  ports: Pick<
    LendingPorts,
    | 'loans'
    | 'instalments'
    | 'entries'
    | 'closes'
    | 'today'
    | 'complianceHolds'
    | 'borrowers'
    | 'personalLimits'
    | 'repayments'
    | 'fourEyes'
    | 'phoneChangeDays'
    | keyof Actor
  > &
    ReceiptPorts,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  const amount = loan.overpaid;
  const { channel, reference } = command;
  if (amount === 0n && (await wasRefunded(command, loan, ports))) return replay(loan);
  requirePayoutReference(channel, reference);
  requireAllowed(loanLifecycle, loan.state, 'refund_overpayment');
  requireWithinRole('disburse', amount, ports);
  const receipt = await receiptOf(command, loan, ports);
  if (receipt.replayOf) return replay(loan);
  await requirePayable(loan, ports);
  requireOverpaid(loan);
  await requireRecordedByAnother(loan, { action: 'refund_overpayment', channel }, ports);
  const figures = await overpaymentLeaves(loan, ports);
  return outcome(loan, loan.refundOverpayment({ amount, channel, reference }, figures), ...receipt.book());
}

/** All of it went back under this receipt: no amount is named that could differ. */
async function wasRefunded({ channel, reference }: RefundOverpayment, { uuid }: Loan, ports: ReceiptPorts) {
  const account = accountBehind(channel);
  if (account === null || reference === null) return false;
  const paid = { account, direction: 'out', receiptNo: reference } as const;
  return isBookedBy({ type: 'loan', uuid }, paid, ports);
}

/** The payment to the member, by its reference. */
async function receiptOf({ channel, reference }: RefundOverpayment, { id, uuid, overpaid }: Loan, ports: ReceiptPorts) {
  const account = accountBehind(channel);
  if (account === null || reference === null) return NO_RECEIPT;
  const paid = { account, direction: 'out', receiptNo: reference, amount: overpaid, paidAt: ports.now } as const;
  const record = { type: 'loan', uuid };
  return requireReceipt({ ...paid, reportedBy: 'caller', record, recordExists: true, party: `loan:${id}` }, ports);
}
