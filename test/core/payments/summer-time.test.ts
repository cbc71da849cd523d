import { describe, expect, it } from 'vitest';
import { timeOfPayment, type PaymentClock } from '#core/payments/payment-time.ts';

const ZONE = 'Europe/London';
const clockAt = (now: string, backdateDays = 30): PaymentClock => ({
  now: Temporal.Instant.from(now),
  businessDate: (at) => at.toZonedDateTimeISO(ZONE).toPlainDate(),
  startOfDay: (on) => on.toZonedDateTime(ZONE).toInstant(),
  backdateDays,
  agreement: 'none',
});

describe('A payment in a zone that changes its clocks', () => {
  it.each([
    // The night of 29 March 2026 has no hour from 1 to 2, that of 25 October has it twice.
    ['2026-03-28T23:59:59Z', '2026-03-28'],
    ['2026-03-29T00:30:00Z', '2026-03-29'],
    ['2026-03-29T22:59:59Z', '2026-03-29'],
    ['2026-03-29T23:00:00Z', '2026-03-30'],
    ['2026-10-24T22:59:59Z', '2026-10-24'],
    ['2026-10-24T23:00:00Z', '2026-10-25'],
    ['2026-10-25T23:59:59Z', '2026-10-25'],
    ['2026-10-26T00:00:00Z', '2026-10-26'],
  ])('that was made at %s counts for %s', (at, day) => {
    const paidAt = Temporal.Instant.from(at);
    const { valueDate } = timeOfPayment({ paidAt }, null, clockAt(paidAt.add({ hours: 30 }).toString()));
    expect(valueDate.toString()).toBe(day);
  });

  it.each([
    ['2026-04-10T12:00:00Z', '2026-03-11T00:00:00Z'],
    ['2026-11-10T12:00:00Z', '2026-10-10T23:00:00Z'],
  ])(
    'is dated back from %s to the first moment of the thirtieth day before, as its people count days',
    (now, first) => {
      const earliest = Temporal.Instant.from(first);
      const clock = clockAt(now);
      expect(timeOfPayment({ paidAt: earliest }, null, clock).paidAt).toEqual(earliest);
      expect(() => timeOfPayment({ paidAt: earliest.subtract({ seconds: 1 }) }, null, clock)).toThrow(
        expect.objectContaining({ code: 'payment_time_out_of_range' }),
      );
    },
  );
});
