import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { rescheduled, type RescheduleChange } from '#core/lending/schedule/reschedule.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { settlementQuote } from '#core/lending/schedule/servicing/early-settlement.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { plainLoans, rates } from './random-loans.ts';
import { date } from './vector-terms.ts';

const terms = standardTerms({
  principal: 120_000n,
  annualRate: '12',
  instalments: 4,
  method: 'declining_equal_instalments',
  disbursedOn: date('2026-01-31'),
});

function after(change: RescheduleChange, of: ScheduleTerms = terms) {
  return rescheduled(of, scheduleOf(of).rows, change);
}

function shown({ rows }: ReturnType<typeof after>): string[] {
  return rows.map((row) => `${row.number} ${row.dueDate.toString()} ${row.principal}+${row.interest}`);
}

describe('A reschedule from the second row on', () => {
  const from = date('2026-03-31');

  it('keeps the rows before it as they are', () => {
    expect(shown(after({ from, annualRate: '24' }))[0]).toBe('1 2026-02-28 29554+1200');
  });

  it('changes the rate and with it the instalment', () => {
    const { instalment, rows } = after({ from, annualRate: '24' });
    expect([instalment, rows[1]!.interest]).toEqual([31_363n, 1_809n]);
  });

  it('spreads the rest over more rows, on their own days', () => {
    expect(shown(after({ from, instalments: 6 })).map((row) => row.slice(0, 12))).toEqual([
      '1 2026-02-28',
      '2 2026-03-31',
      '3 2026-04-30',
      '4 2026-05-31',
      '5 2026-06-30',
      '6 2026-07-31',
      '7 2026-08-31',
    ]);
  });

  it('grants a grace on principal', () => {
    expect(after({ from, instalments: 4, graceOnPrincipal: 2 }).rows.map((row) => row.principal)).toEqual([
      29_554n,
      0n,
      0n,
      44_998n,
      45_448n,
    ]);
  });

  it('keeps the grace that is left when it is rescheduled again', () => {
    const once = after({ from, instalments: 5, graceOnPrincipal: 3 });
    expect(once.rows.map((row) => row.principal === 0n)).toEqual([false, true, true, true, false, false]);
    const twice = rescheduled(once.terms, once.rows, { from: once.rows[2]!.dueDate, annualRate: '6' });
    expect(twice.rows.map((row) => row.principal === 0n)).toEqual([false, true, true, true, false, false]);
  });

  it('moves the next due date and bears interest for the longer period', () => {
    const { rows } = after({ from, firstDueOn: date('2026-04-28') });
    expect([rows[1]!.dueDate.toString(), rows[1]!.days, rows[1]!.interest]).toEqual(['2026-04-28', 59, 1_809n]);
  });

  it('goes on under terms that a later quote understands', () => {
    const { rows, terms: now } = after({ from, annualRate: '24' });
    const quote = settlementQuote(now, rows, rows.slice(1), date('2026-03-15'), 'pay_off_date');
    expect(quote.interest).toBe(875n); // 15 of 31 days of 2 % on 904.46
  });

  it('keeps moved due dates when it is rescheduled again, and quotes within a longer period', () => {
    const once = after({ from, firstDueOn: date('2026-04-15') });
    const quote = settlementQuote(once.terms, once.rows, once.rows.slice(1), date('2026-03-15'), 'pay_off_date');
    expect(quote.interest).toBe(453n); // 15 of the 46 days of 1 15/28 months' interest on 904.46
    const twice = rescheduled(once.terms, once.rows, { from: date('2026-06-01'), annualRate: '6' });
    expect(twice.rows.map((row) => row.dueDate.toString())).toEqual([
      '2026-02-28',
      '2026-04-15',
      '2026-05-15',
      '2026-06-15',
    ]);
  });

  it('can be rescheduled again', () => {
    const once = after({ from, annualRate: '24' });
    const twice = rescheduled(once.terms, once.rows, { from: date('2026-04-30'), annualRate: '6' });
    expect(twice.rows.slice(0, 2).map((row) => row.interest)).toEqual([1_200n, 1_809n]);
    expect(twice.rows[2]!.interest).toBe((twice.rows[1]!.balanceAfter + 100n) / 200n);
  });
});

describe('A reschedule', () => {
  it('after the last due date is refused', () => {
    expect(() => after({ from: date('2026-06-01') })).toThrow(/No instalment is due on 2026-06-01/);
  });

  it('to a rate that is none is refused', () => {
    expect(() => after({ from: date('2026-03-31'), annualRate: 'none' })).toThrow(/annual_rate/);
  });

  it('of any plain loan still repays what was lent', () => {
    fc.assert(
      fc.property(
        plainLoans,
        fc.nat({ max: 47 }),
        rates,
        fc.integer({ min: 1, max: 48 }),
        (loan, row, annualRate, instalments) => {
          const { rows } = scheduleOf(loan);
          const from = rows[Math.min(row, rows.length - 1)]!.dueDate;
          const unchanged = rows.filter(({ dueDate }) => Temporal.PlainDate.compare(dueDate, from) < 0);
          const { rows: now, totals } = rescheduled(loan, rows, { from, annualRate, instalments });
          expect(totals.principal).toBe(loan.principal);
          expect(now.at(-1)!.balanceAfter).toBe(0n);
          expect(now.slice(0, unchanged.length).map((row) => row.total)).toEqual(unchanged.map((row) => row.total));
          for (const { principal, interest, days } of now)
            expect(principal >= 0n && interest >= 0n && days >= 0).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
