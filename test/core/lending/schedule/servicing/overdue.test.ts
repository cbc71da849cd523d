import { describe, expect, it } from 'vitest';
import { lateInterestOn, type LateInterestRule } from '#core/lending/schedule/servicing/late-interest.ts';
import type { OpenInstalment } from '#core/lending/schedule/servicing/open-instalment.ts';
import { penaltiesOn, type PenaltyRule } from '#core/lending/schedule/servicing/penalties.ts';
import { waived } from '#core/lending/schedule/servicing/waiver.ts';
import { date } from '../vector-terms.ts';

const open: OpenInstalment[] = [
  { number: 1, dueDate: date('2026-02-01'), principal: 100_000n, interest: 5_000n, fees: 700n, penalties: 0n },
  { number: 2, dueDate: date('2026-03-01'), principal: 100_000n, interest: 4_000n, fees: 700n, penalties: 0n },
  { number: 3, dueDate: date('2026-04-01'), principal: 100_000n, interest: 3_000n, fees: 700n, penalties: 0n },
];

describe('Penalties', () => {
  const flat: PenaltyRule = {
    charge: { kind: 'flat', amount: 500n },
    graceDays: 0,
    every: 'instalment',
    rounding: 'half_even',
  };
  const daily: PenaltyRule = {
    charge: { kind: 'percent', percent: '0.1', of: 'principal' },
    graceDays: 3,
    every: 'day',
    rounding: 'half_even',
  };

  it('fall on what is overdue, not on what is due today', () => {
    expect(penaltiesOn(open, date('2026-03-01'), flat)).toEqual([{ number: 1, amount: 500n }]);
  });

  it('fall once on an instalment', () => {
    expect(penaltiesOn(open, date('2026-03-10'), flat, new Map([[1, date('2026-02-02')]]))).toEqual([
      { number: 2, amount: 500n },
    ]);
  });

  it('wait for the grace to be over', () => {
    expect(penaltiesOn(open, date('2026-02-04'), daily)).toEqual([]);
    expect(penaltiesOn(open, date('2026-02-05'), daily)).toEqual([{ number: 1, amount: 100n }]);
  });

  it('come to the same whether they are charged every day or all together', () => {
    let charged = 0n;
    let until: Temporal.PlainDate | undefined;
    for (let day = date('2026-02-02'); day.toString() <= '2026-02-20'; day = day.add({ days: 1 })) {
      for (const { amount } of penaltiesOn(open, day, daily, new Map(until ? [[1, until]] : []))) charged += amount;
      until = day;
    }
    expect(penaltiesOn(open, date('2026-02-20'), daily)).toEqual([{ number: 1, amount: charged }]);
    expect(charged).toBe(16n * 100n);
  });

  it('are charged once a day however often the day is run', () => {
    expect(penaltiesOn(open, date('2026-02-20'), daily, new Map([[1, date('2026-02-20')]]))).toEqual([]);
  });
});

describe('Late interest', () => {
  const rule: LateInterestRule = {
    annualRate: '36.5',
    dayCount: 'actual_365',
    of: 'principal',
    graceDays: 0,
    rounding: 'half_even',
  };

  it('runs on overdue principal from the due date', () => {
    expect(lateInterestOn(open, date('2026-03-03'), rule)).toEqual([
      { number: 1, days: 30, interest: 3_000n },
      { number: 2, days: 2, interest: 200n },
    ]);
  });

  it('runs on interest too where the product says so', () => {
    expect(lateInterestOn(open, date('2026-02-11'), { ...rule, of: 'principal_and_interest' })).toEqual([
      { number: 1, days: 10, interest: 1_050n },
    ]);
  });

  it('is not counted twice', () => {
    expect(lateInterestOn(open, date('2026-02-11'), rule, date('2026-02-09'))).toEqual([
      { number: 1, days: 2, interest: 200n },
    ]);
    expect(lateInterestOn(open, date('2026-02-11'), rule, date('2026-02-11'))).toEqual([]);
  });

  it('counts the days of grace once they are over', () => {
    const graced = { ...rule, graceDays: 5 };
    expect(lateInterestOn(open, date('2026-02-06'), graced, date('2026-02-05'))).toEqual([]);
    expect(lateInterestOn(open, date('2026-02-07'), graced, date('2026-02-06'))).toEqual([
      { number: 1, days: 6, interest: 600n },
    ]);
    expect(lateInterestOn(open, date('2026-02-08'), graced, date('2026-02-07'))).toEqual([
      { number: 1, days: 1, interest: 100n },
    ]);
  });
});

describe('A waiver', () => {
  it('forgives a charge of one instalment', () => {
    const { open: after, amount } = waived(open, { part: 'fees', instalment: 2, amount: null });
    expect([amount, after.map((instalment) => instalment.fees)]).toEqual([700n, [700n, 0n, 700n]]);
  });

  it('forgives up to an amount, the oldest first', () => {
    const { open: after, amount } = waived(open, { part: 'interest', instalment: null, amount: 6_000n });
    expect([amount, after.map((instalment) => instalment.interest)]).toEqual([6_000n, [0n, 3_000n, 3_000n]]);
  });

  it('forgives no more than there is', () => {
    expect(waived(open, { part: 'penalties', instalment: null, amount: 100n }).amount).toBe(0n);
  });
});
