import type { DomainEvent } from '../../kernel/event.ts';
import { accountBehind, receiptKey, type Direction } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import type { Paid } from '../../payments/provider-status.ts';
import { claimReceipt, type Claim, type Taken } from '../../payments/receipt-registry.ts';
import { report } from '../../payments/payment-incidents.ts';
import type { Collection, FoundBy } from '../collection/collection.ts';
import type { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';

export type Arriving = Pick<BridgePorts, 'arrivals'> & ReceiptPorts;

/** What a payment of an app may do with its receipt: `book` is called when nothing can be refused any more. */
export type ClaimOfApp =
  | {
      readonly kind: 'free';
      readonly book: () => Promise<readonly DomainEvent[]>;
      /** The collection that had the receipt by the terms alone, and has none once it is booked. */
      readonly from?: Collection;
    }
  | { readonly kind: 'taken'; readonly claim: Claim; readonly taken: Taken };

const NO_RECEIPT: ClaimOfApp = { kind: 'free', book: async () => [] };

/**
 * Claims what came in for a collection. What the institution holds in suspense under the receipt is this money: it
 * leaves the suspense.
 * @param foundBy by what the receipt is known to be of this collection: from another one that is paid only its provider takes it, which
 *   has said of each that money came; people who find it have one payment before them, and it is booked
 */
export async function claimArrival(
  collection: Collection,
  paid: Pick<Paid, 'receiptNo' | 'amount' | 'at'>,
  foundBy: FoundBy | 'people',
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
  const isOfAnother = foundBy === 'name' && use.isLive() && from.type === 'collection';
  const holder = isOfAnother ? await ports.arrivals.lockFoundByTerms(from.uuid, collection) : null;
  if (holder) return takenOver(claim, claimed, holder, ports);
  const isInSuspense = use.isLive() && from.type === 'mobile_money_transaction' && use.amount === amount;
  // What another payer paid, or to another account, is not what came of this prompt.
  const isThis = isInSuspense && (await ports.arrivals.isOf(from.uuid, collection));
  const moved = isThis ? await claimReceipt({ ...claim, from }, ports) : claimed;
  if (moved.kind !== 'new') return { kind: 'taken', claim, taken: claimed };
  return { kind: 'free', book: async () => [...(await ports.arrivals.giveUp(from.uuid)), ...moved.book()] };
}

/**
 * The provider names the receipt for this collection. Another one under the same terms, which is paid as well, had it only because
 * none was named for that one: its money stays, and its receipt is yet to be known.
 */
async function takenOver(claim: Claim, taken: Taken, from: Collection, ports: ReceiptPorts): Promise<ClaimOfApp> {
  const record = { type: 'collection', uuid: from.uuid };
  const moved = await claimReceipt({ ...claim, from: record }, ports);
  if (moved.kind !== 'new') return { kind: 'taken', claim, taken };
  const book = async () => {
    from.giveReceipt();
    return moved.book();
  };
  return { kind: 'free', book, from };
}

/**
 * A collection had a receipt by the terms, and its provider names another one for it: what it had is the receipt of the collection
 * under the same terms that lacks one. Null where none does.
 * @param holder the one that had the named receipt, and lacks its own from now on
 */
export async function passOn(
  collection: Collection,
  holder: Collection | undefined,
  ports: Arriving,
): Promise<(() => readonly DomainEvent[]) | null> {
  const { receiptNo } = collection;
  if (receiptNo === null) return () => [];
  const known = await ports.receipts.lock(receiptKey(receiptNo));
  const own = known.find(({ uses }) => uses.some((use) => use.isLive() && use.recordUuid === collection.uuid));
  if (!own) return null;
  const { paidAt } = own.receipt;
  const to = holder ?? (await ports.arrivals.lockLackingReceipt(collection, paidAt));
  const claim =
    to && claimOf('collection', to, 'in', { receiptNo, amount: to.amountReceived ?? to.amount, at: paidAt });
  if (!to || !claim) return null;
  const moved = await claimReceipt({ ...claim, from: { type: 'collection', uuid: collection.uuid } }, ports);
  if (moved.kind !== 'new') return null;
  return () => {
    to.addReceipt(receiptNo, 'terms');
    return moved.book();
  };
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
