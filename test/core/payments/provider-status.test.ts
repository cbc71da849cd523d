import { describe, expect, it } from 'vitest';
import { statusOf } from '#core/payments/provider-status.ts';

const paid = (receiptNo: string | null) =>
  ({
    kind: 'paid',
    providerRef: null,
    receiptNo,
    at: Temporal.Instant.from('2026-03-02T09:00:00Z'),
    amount: 1n,
  }) as const;

describe('A status of a provider', () => {
  it.each(['', ' ', '\t\u00A0', '\u200B\u200D'])(
    'with a receipt of what no one sees (%j) is one without a receipt',
    (blank) => {
      expect(statusOf(paid(blank))).toEqual(paid(null));
    },
  );

  it('with a receipt has it as the provider wrote it', () => {
    expect(statusOf(paid(' sfc1 '))).toEqual(paid(' sfc1 '));
  });
});
