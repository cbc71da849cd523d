import type { Paid, ProviderStatus } from '#core/payments/provider-status.ts';
import type { StoredLine } from './lines.ts';

/** What a debit says: the payment is made, under the bank's own reference. */
export function paidBy({ receiptNo, at, amount }: StoredLine): Paid {
  return { kind: 'paid', providerRef: receiptNo, receiptNo, at, amount: -amount };
}

/** What became of a payment: what was debited for it and not given back. */
export function statusFrom(lines: readonly StoredLine[], state: 'sent' | 'withdrawn'): ProviderStatus {
  const [debit] = standing(lines);
  if (debit) {
    return paidBy(debit);
  }
  if (lines.length > 0) {
    return { kind: 'not_paid', code: 'returned_by_bank', message: 'The bank gave the money back.' };
  }
  if (state === 'withdrawn') {
    return { kind: 'not_paid', code: 'withdrawn', message: 'It was taken back before it was in a file.' };
  }
  return { kind: 'pending' };
}

/** Debits that were not given back: each return undoes the last debit of its amount before it, else the last one. */
export function standing(lines: readonly StoredLine[]): readonly StoredLine[] {
  const debits: StoredLine[] = [];
  // Within a day no order is certain: a return follows its debit.
  const inOrder = lines.toSorted(
    (a, b) => Temporal.PlainDate.compare(a.bookedOn, b.bookedOn) || (a.amount < 0n ? 0 : 1) - (b.amount < 0n ? 0 : 1),
  );
  for (const line of inOrder) {
    if (line.amount < 0n) debits.push(line);
    else {
      const place = debits.findLastIndex(({ amount }) => -amount === line.amount);
      if (place >= 0) debits.splice(place, 1);
    }
  }
  return debits;
}
