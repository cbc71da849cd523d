import type { DomainEvent } from '../kernel/event.ts';
import { written, type Cents } from '../kernel/money.ts';
import { Incident, type IncidentKind } from './incident/incident.ts';
import { receiptKey, type PaymentReceipt } from './payment-receipt.ts';
import type { ReceiptPorts, RecordName } from './ports.ts';
import type { Claim, Taken } from './receipt-registry.ts';

/** Books what was claimed, once nothing can be refused any more. */
export type Book = () => readonly DomainEvent[];
/** There is nothing to book. */
export const NOTHING: Book = () => [];

/** The same receipt on another account, or in the other direction: it is booked, and a person has to look. */
export async function elsewhereThan(claim: Claim, other: PaymentReceipt, ports: ReceiptPorts): Promise<Book> {
  const { receiptNo, account, direction, record, amount } = claim;
  const seen =
    `The receipt ${receiptNo} is booked on the account ${account} (${direction}), and was known of the account ` +
    `${other.account} (${other.direction}) before. Find out which of the two is right.`;
  return prepare({ kind: 'receipt_elsewhere', subject: record, receiptNo, amount, seen }, ports);
}

/** A provider reports, for a record, a payment that is booked as another one: it is not booked again. */
export async function reportTaken(claim: Claim, { use }: Taken, ports: ReceiptPorts): Promise<readonly DomainEvent[]> {
  const { receiptNo, amount, record } = claim;
  const seen =
    `The provider reports ${written(amount)} under the receipt ${receiptNo} for ${record.type} ${record.uuid}, which is ` +
    `${use.recordType} ${use.recordUuid} of ${written(use.amount)}. Nothing was booked again; find out where the money belongs.`;
  return report({ kind: 'receipt_used_twice', subject: record, receiptNo, amount, seen }, ports);
}

type Report = {
  readonly kind: IncidentKind;
  readonly subject: RecordName;
  readonly receiptNo: string | null;
  readonly amount: Cents | null;
  /** What was seen, in a sentence without names and numbers of people. */
  readonly seen: string;
  /** What lasts comes again where it was resolved before this time; what is said once does not: left out. */
  readonly resolvedSince?: Temporal.Instant | null;
};

/** Puts something about a payment on the work list: once for a record and receipt, and again with another amount once it is resolved. */
export async function report(
  what: Report,
  ports: Pick<ReceiptPorts, 'workList' | 'newUuid'>,
): Promise<readonly DomainEvent[]> {
  return (await prepare(what, ports))();
}

async function prepare(
  { kind, subject, receiptNo, amount, seen, resolvedSince = null }: Report,
  ports: Pick<ReceiptPorts, 'workList' | 'newUuid'>,
): Promise<Book> {
  const key = receiptNo === null ? '' : receiptKey(receiptNo);
  const about = { kind, subject, receiptKey: key, amount, resolvedSince };
  if (await ports.workList.has(about)) return NOTHING;
  const { incident, event } = Incident.open({
    uuid: ports.newUuid(),
    kind,
    disbursementId: null,
    subjectType: subject.type,
    subjectUuid: subject.uuid,
    receiptKey: about.receiptKey,
    amount,
    summary: seen,
  });
  return () => {
    ports.workList.add(incident);
    return [event];
  };
}
