import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compare, minus, over, plus, rational, round, times, ONE, ZERO } from '#core/kernel/rational.ts';
import { dueDates } from '#core/lending/schedule/due-dates.ts';
import { levelInstalment } from '#core/lending/schedule/amortization/level-instalment.ts';
import type { ScheduleRow } from '#core/lending/schedule/rows.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { allocatePayment, STANDARD_ORDER, type Bucket } from '#core/lending/schedule/servicing/allocation.ts';
import { totalOf } from '#core/lending/parts.ts';
import type { OpenInstalment } from '#core/lending/schedule/servicing/open-instalment.ts';
import { recalculatedSchedule } from '#core/lending/schedule/servicing/recalculation.ts';
import { OPEN_EVERY_DAY, standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { anyLoans, days, plainLoans, rates } from './random-loans.ts';

const RUNS = { numRuns: 1_000 };

/** Rows in a form that can be compared: `toEqual` takes any two dates for equal. */
function shown({ rows }: { readonly rows: readonly ScheduleRow[] }): string[] {
  return rows.map(
    (row) =>
      `${row.number} ${row.dueDate.toString()} ${row.days} ${row.principal}+${row.interest}+${row.fees}+${row.penalties}=${row.total} ${row.balanceAfter}`,
  );
}

function lent(terms: ScheduleTerms): bigint {
  return terms.tranches.reduce((sum, tranche) => sum + tranche.amount, terms.principal);
}

describe('The schedule of any loan', () => {
  it('repays exactly what was lent, to a last balance of zero, with no negative amount', () => {
    fc.assert(
      fc.property(anyLoans, (terms) => {
        const { rows, totals, maturityDate } = scheduleOf(terms);
        expect(totals.principal).toBe(lent(terms));
        expect(rows.at(-1)!.balanceAfter).toBe(0n);
        expect(rows.length).toBeLessThanOrEqual(terms.instalments!);
        expect(maturityDate.equals(rows.at(-1)!.dueDate)).toBe(true);
        const wrong = rows.filter(
          (row, k) =>
            row.number !== k + 1 ||
            [row.principal, row.interest, row.fees, row.balanceAfter].some((amount) => amount < 0n) ||
            row.total !== row.principal + row.interest + row.fees + row.penalties,
        );
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  it('covers every day from disbursement to maturity once', () => {
    fc.assert(
      fc.property(anyLoans, (terms) => {
        const { rows } = scheduleOf(terms);
        let day = terms.disbursedOn;
        const counted = rows.map((row) => {
          const since = day.until(row.dueDate).days;
          day = row.dueDate;
          return since;
        });
        expect(rows.map((row) => row.days)).toEqual(counted);
      }),
      RUNS,
    );
  });

  it('never drifts from the seed day of the month', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 12 }), (first, count, every) => {
        const dates = dueDates(first, count, { unit: 'months', every }, OPEN_EVERY_DAY);
        const drifted = dates.filter((due, k) => {
          const month = first.with({ day: 1 }).add({ months: k * every });
          return !due.equals(month.with({ day: Math.min(first.day, month.daysInMonth) }));
        });
        expect(drifted.map(String)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('is the same for the same terms', () => {
    fc.assert(
      fc.property(anyLoans, (terms) => {
        expect(shown(scheduleOf(terms))).toEqual(shown(scheduleOf(terms)));
      }),
      { numRuns: 200 },
    );
  });

  it('charges flat interest of principal x rate x time in all', () => {
    fc.assert(
      fc.property(plainLoans, (terms) => {
        const flat: ScheduleTerms = {
          ...terms,
          method: 'flat',
          frequency: { unit: 'months', every: 1 },
          interestCalculation: 'same_as_repayment_period',
          firstDueOn: null,
          interestFree: 0,
        };
        const [num, den] = [BigInt(flat.annualRate.replace('.', '')), 1_000_000n];
        const interest = rational(flat.principal * num * BigInt(flat.instalments!), den * 12n);
        expect(scheduleOf(flat).totals.interest).toBe(round(interest, flat.rounding));
      }),
      RUNS,
    );
  });

  it('bears the interest of its balance in every row, worked out naively', () => {
    fc.assert(
      fc.property(plainLoans, (terms) => {
        const monthly: ScheduleTerms = {
          ...terms,
          method: terms.method === 'flat' ? 'declining_equal_instalments' : terms.method,
          frequency: { unit: 'months', every: 1 },
          interestCalculation: 'same_as_repayment_period',
          firstDueOn: null,
          graceOnInterest: 0,
          interestFree: 0,
        };
        let balance = monthly.principal;
        const monthlyRate = rational(BigInt(monthly.annualRate.replace('.', '')), 12_000_000n);
        const { rows } = scheduleOf(monthly);
        const naive = rows.map((row) => {
          const interest = round(times(rational(balance), monthlyRate), monthly.rounding);
          balance -= row.principal;
          return interest;
        });
        expect(rows.map((row) => row.interest)).toEqual(naive);
      }),
      RUNS,
    );
  });
});

describe('The level instalment', () => {
  const factors = fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 5_000n }), fc.bigInt({ min: 1n, max: 366_000n })), {
    minLength: 1,
    maxLength: 40,
  });

  it('repays the balance to nothing, exactly, in periods of any rates', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), factors, (balance, pairs) => {
        const rates_ = pairs.map(([num, den]) => ({ num, den }));
        const { num, den } = levelInstalment(balance, rates_);
        const instalment = rational(num, den);
        let left = rational(balance);
        for (const rate of rates_) left = minus(times(left, plus(ONE, rational(rate.num, rate.den))), instalment);
        expect(compare(left, ZERO)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('comes to the same by the closed form of equal rates', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 9_999n }),
        fc.integer({ min: 1, max: 60 }),
        (balance, basis, count) => {
          const one = { num: basis, den: 10_000n };
          const closed = levelInstalment(
            balance,
            Array.from({ length: count }, () => one),
          );
          const stepwise = levelInstalment(
            balance,
            Array.from({ length: count }, () => ({ ...one })),
          );
          expect(compare(over(rational(closed.num, closed.den), rational(stepwise.num, stepwise.den)), ONE)).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('A loan that is followed through its payments', () => {
  const strategies = fc.constantFrom(
    'reduce_number' as const,
    'reduce_instalment' as const,
    'reschedule_next' as const,
    'adjust_last' as const,
  );
  const policies = fc.record({
    prepayment: strategies,
    earlyPayment: fc.constantFrom('interest_first' as const, 'principal_first' as const),
    lateAccrues: fc.boolean(),
  });

  it('keeps its schedule where nothing has happened yet', () => {
    fc.assert(
      fc.property(anyLoans, policies, (terms, policy) => {
        expect(shown(recalculatedSchedule(terms, [], terms.disbursedOn, policy))).toEqual(shown(scheduleOf(terms)));
      }),
      RUNS,
    );
  });

  it('keeps its schedule, early or late, where every row was paid when it fell due', () => {
    fc.assert(
      fc.property(anyLoans, policies, fc.nat({ max: 47 }), fc.nat({ max: 400 }), (terms, policy, paidRows, later) => {
        const agreed = scheduleOf(terms);
        const { rows } = agreed;
        const unchanged = rows.slice(0, paidRows);
        const payments = unchanged.map((row) => ({ on: row.dueDate, amount: row.principal + row.interest }));
        const next = rows[unchanged.length]?.dueDate;
        const soonest = unchanged.at(-1)?.dueDate ?? terms.disbursedOn;
        const wished = soonest.add({ days: later });
        const asOf = next !== undefined && Temporal.PlainDate.compare(wished, next) > 0 ? next : wished;
        const early = recalculatedSchedule(terms, payments, soonest, policy);
        const late = recalculatedSchedule(terms, payments, asOf, policy);
        expect(shown(early)).toEqual(shown(agreed));
        expect(shown(late)).toEqual(shown(agreed));
        expect(late.overpaid).toBe(0n);
        expect(late.paid.slice(0, unchanged.length)).toEqual(
          unchanged.map(({ principal, interest }) => ({ principal, interest })),
        );
      }),
      RUNS,
    );
  });

  it('accounts for every minor unit paid, whenever and however much', () => {
    const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 1_200 }), fc.bigInt({ min: 1n, max: 2_000_000n })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(anyLoans, policies, history, (terms, policy, moves) => {
        const payments = moves.map(([after, amount]) => ({ on: terms.disbursedOn.add({ days: after }), amount }));
        const asOf = payments
          .map(({ on }) => on)
          .sort(Temporal.PlainDate.compare)
          .at(-1)!;
        const { rows, paid, overpaid, totals } = recalculatedSchedule(terms, payments, asOf, policy);
        const received = paid.reduce((sum, { principal, interest }) => sum + principal + interest, overpaid);
        expect(received).toBe(payments.reduce((sum, { amount }) => sum + amount, 0n));
        expect(totals.principal).toBe(lent(terms));
        expect(rows.at(-1)!.balanceAfter).toBe(0n);
        const within = (part: bigint, whole: bigint) => part >= 0n && part <= whole;
        const wrong = rows.filter(
          (row, k) =>
            row.balanceAfter < 0n ||
            !within(paid[k]!.principal, row.principal) ||
            !within(paid[k]!.interest, row.interest),
        );
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('Any allocation of a payment', () => {
  const amounts = fc.bigInt({ min: 0n, max: 100_000n });
  const open: fc.Arbitrary<OpenInstalment[]> = fc
    .array(fc.record({ dueDate: days, principal: amounts, interest: amounts, fees: amounts, penalties: amounts }), {
      maxLength: 12,
    })
    .map((rows) => rows.map((row, index) => ({ number: index + 1, ...row })));
  const rules = fc.record({
    order: fc.shuffledSubarray([...STANDARD_ORDER] as Bucket[], { minLength: 12 }),
    direction: fc.constantFrom('horizontal' as const, 'vertical' as const),
    future: fc.constantFrom('next' as const, 'last' as const, 'reamortize' as const),
  });

  it('sums to the payment, pays nothing twice, and leaves money over only where nothing is owed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 3_000_000n }), days, open, rules, (amount, on, instalments, by) => {
        const { parts, overpayment, perInstalment } = allocatePayment(amount, on, instalments, by);
        expect(totalOf(parts) + overpayment).toBe(amount);
        expect(perInstalment.reduce((sum, got) => sum + totalOf(got), 0n)).toBe(totalOf(parts));
        for (const got of perInstalment) {
          const owed = instalments.find(({ number }) => number === got.number)!;
          for (const part of ['principal', 'interest', 'fees', 'penalties'] as const) {
            expect(got[part] >= 0n && got[part] <= owed[part]).toBe(true);
          }
        }
        const owed = instalments.reduce((sum, instalment) => sum + totalOf(instalment), 0n);
        expect(overpayment).toBe(amount > owed ? amount - owed : 0n);
      }),
      RUNS,
    );
  });
});

it('A random rate reads as a rate', () => {
  fc.assert(
    fc.property(rates, (annualRate) => {
      const terms = standardTerms({
        principal: 1_000n,
        annualRate,
        instalments: 1,
        method: 'interest_only',
        disbursedOn: Temporal.PlainDate.from('2026-01-01'),
      });
      expect(scheduleOf(terms).rows).toHaveLength(1);
    }),
    { numRuns: 50 },
  );
});
