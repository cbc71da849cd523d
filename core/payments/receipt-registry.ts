import { refuse, type DomainError } from '../kernel/domain-error.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { invalidField } from '../kernel/field-error.ts';
import { sum, type Cents } from '../kernel/money.ts';
import {
  PaymentReceipt,
  receiptKey,
  ReceiptUse,
  type Direction,
  type PaymentAccount,
  type UseEnd,
} from './payment-receipt.ts';
import type { ReceiptPorts, RecordName, RegisteredReceipt } from './ports.ts';
import { paymentRefusals } from './refusals.ts';
import { type Book, NOTHING, elsewhereThan } from './payment-incidents.ts';

/** A record that is about to book a payment from outside. */
export type Claim = {
  readonly account: PaymentAccount;
  readonly direction: Direction;
  readonly receiptNo: string;
  /** What the command calls it, for a refusal; `reference` by default. */
  readonly field?: string | undefined;
  /** What the record books, in minor units. */
  readonly amount: Cents;
  readonly paidAt: Temporal.Instant;
  readonly reportedBy: 'caller' | 'provider';
  readonly record: RecordName;
  /** The record was there before its payment: only for that one the same receipt is a repetition. */
  readonly recordExists?: true;
  /** Whose money it is there: `loan:12`. A new record of the same party and amount is a repetition. */
  readonly party: string;
  /**
   * The record that the money leaves for this one: it is the same payment, moving on. Of more than is claimed the rest
   * stays there.
   */
  readonly from?: RecordName | null | undefined;
  /** The whole payment in minor units, where one command splits it, and the records that have had their parts. */
  readonly split?: { readonly total: Cents; readonly with: readonly RecordName[] } | undefined;
};

export type Claimed =
  /** Nothing is in the way. `book` writes it down, when nothing can be refused any more, and says what was noticed. */
  | { readonly kind: 'new'; readonly book: Book }
  /** The same was booked before, by this record. */
  | ({ readonly kind: 'replay'; readonly record: RecordName; readonly use: ReceiptUse } & RegisteredReceipt)
  /** Something else was. Nothing may be booked. */
  | ({ readonly kind: 'taken'; readonly use: ReceiptUse } & RegisteredReceipt);

export type Taken = Extract<Claimed, { kind: 'taken' }>;

/**
 * Claims a payment for a record: the one rule by which money is booked once (payments, section 3). A record that books
 * without having claimed is found by `ledger verify`. A receipt that is known of another account, or in the other
 * direction, is booked, and a person has to look.
 * @throws DomainError validation_failed where the receipt consists of blanks
 */
export async function claimReceipt(claim: Claim, ports: ReceiptPorts): Promise<Claimed> {
  const key = receiptKey(claim.receiptNo);
  // What a provider gives without a receipt that can be read has none: `statusOf` and the readers of callbacks say so.
  if (key === '')
    throw invalidField(claim.field ?? 'reference', 'length', 'Send the receipt as the provider wrote it.');
  const known = await ports.receipts.lock(key);
  const isOwn = ({ receipt }: RegisteredReceipt) =>
    receipt.account === claim.account && receipt.direction === claim.direction;
  const own = known.find(isOwn);
  const claimed = own ? claimKnown(claim, own, ports) : bookedBy(() => register(claim, key, ports));
  if (claimed.kind !== 'new' || (own && claim.from)) return claimed;
  const [elsewhere] = known.filter((each) => !isOwn(each));
  const noticed = elsewhere ? await elsewhereThan(claim, elsewhere.receipt, ports) : NOTHING;
  return bookedBy(() => [...claimed.book(), ...noticed()]);
}

const bookedBy = (book: Book): Extract<Claimed, { kind: 'new' }> => ({ kind: 'new', book });

function register(claim: Claim, key: string, { receipts }: Pick<ReceiptPorts, 'receipts'>): readonly DomainEvent[] {
  receipts.add(receiptOf(claim, key));
  receipts.use(useOf(claim, key));
  return [];
}

function claimKnown(
  claim: Claim,
  { receipt, uses }: RegisteredReceipt,
  ports: Pick<ReceiptPorts, 'receipts' | 'now'>,
): Claimed {
  const taken = (by: ReceiptUse) => ({ kind: 'taken', use: by, receipt, uses }) as const;
  const live = uses.filter((use) => use.isLive());
  const { from = null, split } = claim;
  const left = from && live.find((use) => isOf(use, from) && use.amount >= claim.amount);
  const use = () => ports.receipts.use(useOf(claim, receipt.receiptKey));
  if (left) {
    return bookedBy(() => {
      left.end('moved', ports.now);
      use();
      const rest = left.amount - claim.amount;
      if (rest > 0n) ports.receipts.use(left.ofRest(rest));
      return [];
    });
  }
  const parts = new Set(split?.with.map(({ type, uuid }) => `${type} ${uuid}`));
  const isPart = (each: ReceiptUse) => parts.has(`${each.recordType} ${each.recordUuid}`);
  const others = live.filter((each) => !isPart(each));
  const same = others.find((each) => isSame(each, claim, receipt));
  if (same) {
    confirm(receipt, claim);
    return { kind: 'replay', record: nameOf(same), use: same, receipt, uses };
  }
  const gone = uses.filter(({ state }) => state === 'taken_back');
  // What a caller reported may have been the mistake; what the provider reported is not.
  const isOpen = receipt.reportedBy === 'caller' && live.length === 0 && gone.length === 0;
  const whole = isOpen ? (split?.total ?? claim.amount) : receipt.amount;
  const last = uses.at(-1);
  const isBeyond = sum([...live, ...gone].map(({ amount }) => amount)) + claim.amount > whole;
  // Of a payment that was split, a part that was wrong may be booked once more: the other parts are not in its way.
  const wasFreed = !isBeyond && uses.some(({ state }) => state === 'corrected');
  const inTheWay = wasFreed ? undefined : (others[0] ?? (split ? undefined : gone[0]));
  if (inTheWay) return taken(inTheWay);
  if (last && isBeyond) return taken(last);
  return bookedBy(() => {
    if (isOpen) {
      Object.assign(receipt, { amount: whole, paidAt: claim.paidAt });
      confirm(receipt, claim);
    }
    use();
    return [];
  });
}

/** What its provider reports is the provider’s word from then on; what a caller reports changes nothing about that. */
export function confirm(receipt: PaymentReceipt, { reportedBy }: Pick<Claim, 'reportedBy'>): void {
  if (reportedBy === 'provider') receipt.reportedBy = reportedBy;
}

/**
 * The same payment of the same party. One that comes in for no record of its own is compared whole: the rest of a payment in
 * suspense has an amount, too.
 */
function isSame(use: ReceiptUse, { record, recordExists, party, amount, reportedBy }: Claim, whole: PaymentReceipt) {
  const isPart = use.amount !== whole.amount;
  if (use.amount !== amount || (isPart && (reportedBy === 'provider' || party === 'suspense'))) return false;
  return recordExists ? isOf(use, record) : use.recordType === record.type && use.party === party;
}

/**
 * Claims a payment that a caller reports.
 * @returns the record of before where the same is reported once more: nothing is to be booked, then
 * @throws DomainError duplicate_payment_reference (conflict) with the record that has it; validation_failed
 */
export async function requireReceipt(
  claim: Claim,
  ports: ReceiptPorts,
): Promise<{ readonly replayOf: RecordName | null; readonly book: Book }> {
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind === 'taken') throw await duplicatePayment(claimed, ports);
  return claimed.kind === 'replay'
    ? { replayOf: claimed.record, book: NOTHING }
    : { replayOf: null, book: claimed.book };
}

/** True where money of a receipt stands in this record. */
export async function isBookedBy(
  record: RecordName,
  { account, direction, receiptNo }: Pick<Claim, 'account' | 'direction' | 'receiptNo'>,
  ports: Pick<ReceiptPorts, 'receipts'>,
): Promise<boolean> {
  const known = await ports.receipts.lock(receiptKey(receiptNo));
  const own = known.filter(({ receipt }) => receipt.account === account && receipt.direction === direction);
  return own.some(({ uses }) => uses.some((use) => use.isLive() && isOf(use, record)));
}

/** Where a record has no receipt there is nothing to claim. */
export const NO_RECEIPT = { replayOf: null, book: NOTHING, taken: null } as const;

/** The refusal of a payment that is booked already, with the record that has it. */
export async function duplicatePayment(
  { receipt, use }: Taken,
  ports: Pick<ReceiptPorts, 'receipts'>,
): Promise<DomainError> {
  const { type, uuid } = nameOf(use);
  const id = await ports.receipts.idOf({ type, uuid });
  const what = type.replaceAll('_', ' ');
  return refuse(
    paymentRefusals.duplicate_payment_reference,
    `The receipt ${receipt.receiptNo} ${BOOKED[use.state]} ${what} ${id ?? uuid} of ${use.amount}. ${ADVICE[use.state]}`,
    { existing: { type, id, uuid }, existing_id: id },
  );
}

const BOOKED: { readonly [S in ReceiptUse['state']]: string } = {
  live: 'is booked as',
  moved: 'was booked as',
  corrected: 'was booked as',
  taken_back: 'was taken back from',
};
const ADVICE: { readonly [S in ReceiptUse['state']]: string } = {
  live: 'Reallocate that one where its money belongs here.',
  moved: 'Book at most what the provider reported.',
  corrected: 'Book at most what the provider reported.',
  taken_back: 'The payer has the money again: book what is paid again under its own receipt.',
};

/**
 * The money of a record stands there no longer.
 * @param why `corrected` frees its receipt for another booking, `taken_back` does not
 */
export async function endUses(
  record: RecordName & { /** That of the payment, where others followed it. */ readonly direction?: Direction },
  why: UseEnd,
  ports: Pick<ReceiptPorts, 'receipts' | 'now'>,
): Promise<void> {
  const { direction } = record;
  for (const use of await ports.receipts.lockUses(record)) {
    if (use.isLive() && use.direction === (direction ?? use.direction)) use.end(why, ports.now);
  }
}

/** Money of one receipt that stands in several records stands in the first of them, all of it. */
export async function joinUses(
  [into, ...others]: readonly [RecordName, ...RecordName[]],
  ports: Pick<ReceiptPorts, 'receipts' | 'now'>,
): Promise<void> {
  const uses: ReceiptUse[] = [];
  for (const record of [into, ...others]) {
    uses.push(...(await ports.receipts.lockUses(record)).filter((use) => use.isLive() && use.direction === 'in'));
  }
  const [first] = uses;
  if (!first || !isOf(first, into)) throw new Error(`No money stands in ${into.type} ${into.uuid}.`);
  for (const use of uses) use.end('moved', ports.now);
  ports.receipts.use(first.ofRest(sum(uses.map(({ amount }) => amount))));
}

function receiptOf(claim: Claim, key: string): PaymentReceipt {
  const { account, direction, receiptNo, paidAt, reportedBy } = claim;
  const amount = claim.split?.total ?? claim.amount;
  const facts = { account, direction, receiptKey: key, receiptNo: receiptNo.trim(), amount, paidAt, reportedBy };
  return Object.assign(new PaymentReceipt(), facts);
}

function useOf({ account, direction, record, party, amount }: Claim, key: string): ReceiptUse {
  const where = { account, direction, receiptKey: key, recordType: record.type, recordUuid: record.uuid };
  return Object.assign(new ReceiptUse(), { ...where, party, amount, state: 'live' as const, endedAt: null });
}

const nameOf = (use: ReceiptUse): RecordName => ({ type: use.recordType, uuid: use.recordUuid });
const isOf = (use: ReceiptUse, { type, uuid }: RecordName) => use.recordType === type && use.recordUuid === uuid;

/** True where two receipts are the same one, however they are written. */
export function isSameReceipt(one: string, other: string): boolean {
  return receiptKey(one) === receiptKey(other);
}
