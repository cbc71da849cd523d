import type { DomainEvent } from '../../kernel/event.ts';
import { accountBehind, type Direction } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import type { Paid } from '../../payments/provider-status.ts';
import { claimReceipt, type Claim, type Taken } from '../../payments/receipt-registry.ts';
import { report } from '../../payments/payment-incidents.ts';
import type { Collection } from '../collection/collection.ts';
import type { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';

export type Arriving = Pick<BridgePorts, 'arrivals'> & ReceiptPorts;

/** What a payment of an app may do with its receipt: `book` is called when nothing can be refused any more. */
export type ClaimOfApp =
  | { readonly kind: 'free'; readonly book: () => Promise<readonly DomainEvent[]> }
  | { readonly kind: 'taken'; readonly claim: Claim; readonly taken: Taken };

const NO_RECEIPT: ClaimOfApp = { kind: 'free', book: async () => [] };

/**
 * Claims what came in for a collection. What the institution holds in suspense under the receipt is this money: it
 * leaves the suspense.
 */
export async function claimArrival(
  collection: Collection,
  paid: Pick<Paid, 'receiptNo' | 'amount' | 'at'>,
  ports: Arriving,
): Promise<ClaimOfApp> {
  const amount = paid.amount ?? collection.amountReceived ?? collection.amount;
  const claim = claimOf('collection', collection, 'in', { ...paid, amount });
  if (claim === null) return NO_RECEIPT;
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind === 'new') return { kind: 'free', book: async () => claimed.book() };
  if (claimed.kind === 'replay') return NO_RECEIPT;
  const { use } = claimed;
  const from = { type: use.recordType, uuid: use.recordUuid };
  const isInSuspense = use.isLive() && from.type === 'mobile_money_transaction' && use.amount === amount;
  // What another payer paid, or to another account, is not what came of this prompt.
  const isThis = isInSuspense && (await ports.arrivals.isOf(from.uuid, collection));
  const moved = isThis ? await claimReceipt({ ...claim, from }, ports) : claimed;
  if (moved.kind !== 'new') return { kind: 'taken', claim, taken: claimed };
  return { kind: 'free', book: async () => [...(await ports.arrivals.giveUp(from.uuid)), ...moved.book()] };
}

/** Claims what a payout has paid, or what of it came back. */
export async function claimPayout(
  payout: Payout,
  direction: Direction,
  paid: Pick<Paid, 'receiptNo' | 'amount' | 'at'>,
  ports: ReceiptPorts,
): Promise<ClaimOfApp & { readonly isReplay?: true }> {
  const claim = claimOf('payout', payout, direction, { ...paid, amount: paid.amount ?? payout.paidOut() });
  if (claim === null) return NO_RECEIPT;
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind === 'new') return { kind: 'free', book: async () => claimed.book() };
  if (claimed.kind === 'replay') return { ...NO_RECEIPT, isReplay: true };
  return { kind: 'taken', claim, taken: claimed };
}

function claimOf(
  type: 'collection' | 'payout',
  { uuid, appId, channel }: Pick<Payout | Collection, 'uuid' | 'appId' | 'channel'>,
  direction: Direction,
  { receiptNo, amount, at }: Pick<Paid, 'receiptNo' | 'at'> & { readonly amount: Claim['amount'] },
): Claim | null {
  const account = accountBehind(channel);
  if (account === null || receiptNo === null) return null;
  const paid = { account, direction, receiptNo, amount, paidAt: at, reportedBy: 'provider' } as const;
  return { ...paid, record: { type, uuid }, recordExists: true, party: `app:${appId}` };
}

/** A provider reports another receipt or amount for a payment that is settled: nothing moves, and a person looks. */
export async function reportDifference(
  type: 'collection' | 'payout',
  payment: Pick<Payout | Collection, 'uuid' | 'state' | 'receiptNo'>,
  paid: Paid,
  ports: ReceiptPorts,
): Promise<readonly DomainEvent[]> {
  const seen =
    `The ${type} is ${payment.state} under ${payment.receiptNo ?? 'no receipt'}; the provider reports ` +
    `${paid.amount ?? 'an unknown amount'} under ${paid.receiptNo ?? 'no receipt'}. Nothing was booked; find out what it is.`;
  const { receiptNo, amount } = paid;
  return report({ kind: 'receipt_differs', subject: { type, uuid: payment.uuid }, receiptNo, amount, seen }, ports);
}
