import { written, type Cents } from '../../../kernel/money.ts';
import { accountBehind, type Direction } from '../../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import { claimReceipt, NO_RECEIPT, requireReceipt, type Claim } from '../../../payments/receipt-registry.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';

type PaidUnder = {
  readonly receiptNo: string | null;
  /** What the command calls it. */
  readonly field?: string;
  /** Minor units. */
  readonly amount: Cents;
  readonly at: Temporal.Instant;
};

/**
 * The claim of what a disbursement has paid, or what of it came back; null where no payment from outside is named: a
 * school whose fees are in the lender’s own books.
 */
function claimOf(
  { uuid, loanId, channel }: Disbursement,
  direction: Direction,
  { receiptNo, field, amount, at }: PaidUnder,
  reportedBy: Claim['reportedBy'],
): Claim | null {
  const account = accountBehind(channel);
  if (account === null || receiptNo === null) return null;
  const record = { type: 'disbursement', uuid };
  const paid = { account, direction, receiptNo, field, amount, paidAt: at, reportedBy } as const;
  return { ...paid, record, recordExists: true, party: `loan:${loanId}` };
}

/**
 * Claims a receipt that people report.
 * @throws DomainError duplicate_payment_reference (conflict)
 */
export async function requireFree(
  disbursement: Disbursement,
  direction: Direction,
  paid: PaidUnder,
  ports: ReceiptPorts,
) {
  const claim = claimOf(disbursement, direction, paid, 'caller');
  return claim === null ? NO_RECEIPT : requireReceipt(claim, ports);
}

/** Claims a receipt that the provider reports. `taken`: what to say to the people who have to look. */
export async function claimPaid(disbursement: Disbursement, paid: PaidUnder, ports: ReceiptPorts) {
  const claim = claimOf(disbursement, 'out', paid, 'provider');
  if (claim === null) return NO_RECEIPT;
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind === 'new') return { ...NO_RECEIPT, book: claimed.book };
  if (claimed.kind === 'replay') return NO_RECEIPT;
  const { recordType, recordUuid, amount } = claimed.use;
  const taken =
    `The provider reports ${written(paid.amount)} under the receipt ${paid.receiptNo}, which is ` +
    `${recordType.replaceAll('_', ' ')} ${recordUuid} of ${written(amount)}. Find out what was paid.`;
  return { ...NO_RECEIPT, taken };
}
