import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { invalidAmount, invalidField, invalidFields, type FieldError } from '../../kernel/field-error.ts';
import { requirePositive, sum, type Cents } from '../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { accountBehind, receiptKey, type PaymentAccount, type ReceiptUse } from '../payment-receipt.ts';
import type { ReceiptPorts, RecordName, RegisteredReceipt } from '../ports.ts';
import { duplicatePayment } from '../receipt-registry.ts';
import { paymentRefusals } from '../refusals.ts';
import { ReceiptSplit, SplitPart, type Part, type Rest, type SplitChannel } from './receipt-split.ts';
import { withEachPart } from './with-each-part.ts';

/** As many as the largest payroll of one reference; more are another command’s. */
export const MOST_PARTS = 500;

export type SplitReceipt = {
  readonly channel: SplitChannel;
  readonly receiptNo: string;
  /** All of the payment, in minor units. */
  readonly amount: Cents;
  readonly paidAt?: Temporal.Instant | null;
  /** The payer's number, for a payment of mobile money that waits in suspense. */
  readonly msisdn?: string | null;
  readonly rest: Rest;
  readonly parts: readonly Part[];
};

/** Where the parts of one payment are booked, one after the other, in the transaction of the command. */
export type Splitting = {
  /** Books a part by the rules of its own command. @throws DomainError those of that command */
  book(part: Part): Promise<PartBooked>;
  /** What taking the payment in has emitted, before its first part. */
  readonly events: readonly DomainEvent[];
};
type PartBooked = {
  readonly booking: RecordName;
  /** The loan, account, invoice or student, by uuid. */
  readonly targetUuid: string;
  readonly events: readonly DomainEvent[];
};

export type SplitPorts = Pick<ReceiptPorts, 'receipts' | 'now' | 'newUuid'> & {
  readonly actor: string;
  readonly splits: {
    /** The last one of a payment that came in, with its parts. */
    lastOf(
      account: PaymentAccount,
      receiptKey: string,
    ): Promise<{ readonly split: ReceiptSplit; readonly parts: readonly SplitPart[] } | null>;
    /** Resolves once the record has its id. */
    add(split: ReceiptSplit): Promise<void>;
    addPart(part: SplitPart): void;
  };
  /**
   * Takes the payment in, before its parts are booked.
   * @throws DomainError where the channel can't be split so, or the payment can't have been made then
   */
  begin(payment: Omit<SplitReceipt, 'parts'>): Promise<Splitting>;
};

/**
 * Books one payment in several records, all of them or none (payments, section 3). Each part is booked by the rules of its
 * own command, and the refusal names everything that is in the way. The same parts once more are the split of before.
 * @throws DomainError validation_failed (invalid), duplicate_payment_reference, split_refused (conflict)
 */
export async function splitReceipt(command: SplitReceipt, ports: SplitPorts): Promise<Outcome<ReceiptSplit>> {
  const { channel, receiptNo, amount, rest, parts } = command;
  const key = receiptKey(receiptNo);
  const account = accountBehind(channel);
  if (account === null) throw new Error(`The channel ${channel} leads to no account.`);
  checkParts(command, key);
  const receipt = (await ports.receipts.lock(key)).find(
    ({ receipt: known }) => known.account === account && known.direction === 'in',
  );
  const earlier = await earlierSplit(command, { account, key, receipt }, ports);
  if (earlier) return replay(earlier);
  const splitting = await ports.begin(command);
  const booked = await withEachPart(parts, splitting.book);
  const split = ReceiptSplit.of({
    uuid: ports.newUuid(),
    channel,
    account,
    receiptKey: key,
    receiptNo: receiptNo.trim(),
    amount,
    rest: rest === 'suspense' ? amount - sum(parts.map((part) => part.amount)) : 0n,
    paidAt: command.paidAt ?? ports.now,
    recordedBy: ports.actor,
  });
  await ports.splits.add(split);
  for (const [index, { type, id, amount: of }] of parts.entries()) {
    const part = booked.get(index);
    if (!part) throw new Error(`The part ${index + 1} of the receipt ${receiptNo} was not booked.`);
    const { booking, targetUuid } = part;
    const where = { type, targetId: id, targetUuid, bookedType: booking.type, bookedUuid: booking.uuid };
    ports.splits.addPart(SplitPart.of({ splitId: split.id, number: index + 1, amount: of, ...where }));
  }
  return outcome(split, ...splitting.events, ...[...booked.values()].flatMap(({ events }) => events));
}

function checkParts({ amount, rest, parts }: SplitReceipt, key: string): void {
  requirePositive(amount, 'amount');
  if (key === '') throw invalidField('reference', 'length', 'Send the receipt as the provider wrote it.');
  if (parts.length === 0 || parts.length > MOST_PARTS) {
    throw invalidField('parts', 'length', `Send 1 to ${MOST_PARTS} parts.`);
  }
  const seen = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [index, { type, id, amount: of }] of parts.entries()) {
    const name = `${type} ${id}`;
    const first = seen.get(name);
    if (of <= 0n) errors.push({ field: `parts.${index}.amount`, code: 'range', detail: 'Send more than 0.' });
    if (first === undefined) seen.set(name, index);
    else errors.push({ field: `parts.${index}`, code: 'repeated', detail: `Part ${first + 1} names it: add them up.` });
  }
  if (errors.length > 0) throw invalidFields('Parts of the payment can’t be as they are.', errors);
  const left = amount - sum(parts.map((part) => part.amount));
  if (left < 0n) {
    const total = amount - left;
    throw invalidAmount('parts', 'sum', `The parts come to ${total}; the payment is of ${amount}.`, { total, amount });
  }
  if (left > 0n && rest === 'none') {
    const detail = `The parts leave ${left} of ${amount}. Add parts, or send rest: suspense.`;
    throw invalidAmount('rest', 'required', detail, { remaining_amount: left, amount });
  }
}

/**
 * The split of before, where this one says the same.
 * @throws DomainError duplicate_payment_reference with the record that has the money, where it says something else
 */
async function earlierSplit(
  command: SplitReceipt,
  { account, key, receipt }: { account: PaymentAccount; key: string; receipt: RegisteredReceipt | undefined },
  ports: Pick<SplitPorts, 'splits' | 'receipts'>,
): Promise<ReceiptSplit | null> {
  if (!receipt) return null;
  const live = receipt.uses.filter((use) => use.isLive());
  const gone = receipt.uses.filter(({ state }) => state === 'taken_back');
  const [held, placed] = [live.filter(isInSuspense), live.filter((use) => !isInSuspense(use))];
  const last = await ports.splits.lastOf(account, key);
  const standing = placed.length === 0 ? [] : (last?.parts.filter((part) => stands(part, receipt.uses)) ?? []);
  // One of which nothing stands any more is not in the way, and nothing to replay either.
  if (last && standing.length > 0) {
    if (standing.length === last.parts.length && isSame(last, command)) return last.split;
    const { id, uuid, receiptNo, amount } = last.split;
    throw refuse(
      paymentRefusals.duplicate_payment_reference,
      `The receipt ${receiptNo} of ${amount} was split before, over ${last.parts.length} parts. Reverse or reallocate those that stand.`,
      { existing: { type: 'receipt_split', id, uuid }, existing_id: id },
    );
  }
  const isOpen = live.length + gone.length === 0 && receipt.receipt.reportedBy === 'caller';
  const inTheWay = placed[0] ?? gone[0] ?? held[0] ?? receipt.uses.at(-1);
  // A payment that waits in suspense, all of it, is split from there.
  const isFree = placed.length + gone.length === 0 && receipt.receipt.amount === command.amount;
  const isWhole = held.length === 0 || sum(held.map((use) => use.amount)) === command.amount;
  if (isOpen || inTheWay === undefined || (isFree && isWhole)) return null;
  throw await duplicatePayment({ kind: 'taken', use: inTheWay, ...receipt }, ports);
}

const isInSuspense = ({ recordType }: ReceiptUse) => recordType === 'mobile_money_transaction';

/** The money of a part is where it was booked, or was moved on from there. */
function stands({ bookedType, bookedUuid }: SplitPart, uses: readonly ReceiptUse[]): boolean {
  return uses.some(
    (use) => use.recordType === bookedType && use.recordUuid === bookedUuid && (use.isLive() || use.state === 'moved'),
  );
}

function isSame(
  { split, parts }: { readonly split: ReceiptSplit; readonly parts: readonly SplitPart[] },
  command: SplitReceipt,
): boolean {
  const known = new Set(parts.map(({ type, targetId, amount }) => `${type} ${targetId} ${amount}`));
  return (
    split.amount === command.amount &&
    known.size === command.parts.length &&
    command.parts.every(({ type, id, amount }) => known.has(`${type} ${id} ${amount}`))
  );
}
