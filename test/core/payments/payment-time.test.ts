import { describe, expect, it } from 'vitest';
import {
  backdatingBounds,
  isWithin,
  providerBounds,
  requirePaymentTime,
  timeOfPayment,
  valueDateOf,
  type PaymentClock,
} from '#core/payments/payment-time.ts';
import { DomainError } from '#core/kernel/domain-error.ts';
import { nairobi } from '#test/support/payment-clock.ts';

const at = (text: string) => Temporal.Instant.from(text);
const day = (text: string) => Temporal.PlainDate.from(text);
/** Noon in Nairobi. */
const clock: PaymentClock = { ...nairobi, now: at('2026-03-02T09:00:00Z'), agreement: 'none', backdateDays: 30 };
const requested = at('2026-03-02T08:00:00Z');

describe('The time that a provider says', () => {
  it('lies between the request and now, but for ten minutes that clocks may differ by', () => {
    const bounds = providerBounds(requested, clock);
    expect([bounds.earliest, bounds.latest].map(String)).toEqual(['2026-03-02T07:50:00Z', '2026-03-02T09:10:00Z']);
    expect(isWithin(at('2026-03-02T07:50:00Z'), bounds)).toBe(true);
    expect(isWithin(at('2026-03-02T07:49:59Z'), bounds)).toBe(false);
    expect(isWithin(at('2026-03-02T09:10:01Z'), bounds)).toBe(false);
  });

  it('is not bounded by how far back people may date', () => {
    expect(isWithin(at('2025-03-02T09:00:00Z'), providerBounds(day('2025-01-01'), clock))).toBe(true);
  });

  it('counts from the beginning of the record where the money waited for it', () => {
    const paid = { paidAt: at('2026-02-20T09:00:00Z'), confirmedBy: 'provider' } as const;
    const { paidAt, valueDate } = timeOfPayment(paid, day('2026-03-01'), clock);
    expect([paidAt, valueDate].map(String)).toEqual(['2026-02-20T09:00:00Z', '2026-03-01']);
  });
});

describe('The time that people say', () => {
  it('goes back to the beginning of the record, within the limit of the tenant', () => {
    expect(String(backdatingBounds(day('2026-02-20'), clock).earliest)).toBe('2026-02-19T21:00:00Z');
    // Thirty days before the second of March, at the first instant of the day in Nairobi.
    expect(String(backdatingBounds(day('2020-01-01'), clock).earliest)).toBe('2026-01-30T21:00:00Z');
  });

  it('is now where nothing is said', () => {
    expect(requirePaymentTime(null, null, clock)).toBe(clock.now);
  });

  it('is refused with the bounds where it lies outside', () => {
    let refusal: unknown;
    try {
      requirePaymentTime(at('2009-12-19T00:00:00Z'), requested, clock);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({
      kind: 'invalid',
      code: 'payment_time_out_of_range',
      details: {
        earliest: '2026-03-02T07:50:00Z',
        latest: '2026-03-02T09:10:00Z',
        errors: [{ field: 'paid_at', code: 'range' }],
      },
    });
  });

  it('never counts for a day to come', () => {
    const late = { ...clock, now: at('2026-03-02T20:55:00Z') };
    expect(String(valueDateOf(requirePaymentTime(at('2026-03-02T21:01:00Z'), null, late), late))).toBe('2026-03-02');
  });
});
