import type { Incident } from '#core/payments/incident/incident.ts';
import type { PaymentReceipt, ReceiptUse } from '#core/payments/payment-receipt.ts';
import type { ReceiptPorts } from '#core/payments/ports.ts';

/** The register of receipts, and the work list, in memory. */
export function receiptsInMemory(): Pick<ReceiptPorts, 'receipts' | 'workList'> & {
  readonly registered: PaymentReceipt[];
  readonly uses: ReceiptUse[];
  readonly reported: Incident[];
} {
  const registered: PaymentReceipt[] = [];
  const uses: ReceiptUse[] = [];
  const reported: Incident[] = [];
  return {
    registered,
    uses,
    reported,
    receipts: {
      lock: async (key) =>
        registered
          .filter(({ receiptKey }) => receiptKey === key)
          .map((receipt) => ({
            receipt,
            uses: uses.filter(
              ({ receiptKey, account, direction }) =>
                receiptKey === key && account === receipt.account && direction === receipt.direction,
            ),
          })),
      lockUses: async ({ type, uuid }) =>
        uses.filter(({ recordType, recordUuid }) => recordType === type && recordUuid === uuid),
      wasSplit: async () => false,
      idOf: async () => null,
      add: (receipt) => void registered.push(receipt),
      use: (use) => void uses.push(use),
    },
    workList: {
      has: async ({ kind, subject, receiptKey, amount, resolvedSince }) =>
        reported.some(
          (each) =>
            each.kind === kind &&
            each.subjectUuid === subject.uuid &&
            each.receiptKey === receiptKey &&
            (each.state === 'open' ||
              (each.amount === amount &&
                (resolvedSince === null || Temporal.Instant.compare(each.resolvedAt!, resolvedSince) > 0))),
        ),
      add: (incident) => void reported.push(Object.assign(incident, { id: reported.length + 1, version: 1 })),
    },
  };
}
