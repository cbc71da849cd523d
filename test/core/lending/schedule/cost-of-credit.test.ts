import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { costOfCredit } from '#core/lending/schedule/cost-of-credit.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { standardTerms, type Fee, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { date } from './vector-terms.ts';

const terms = standardTerms({
  principal: 600_000n,
  annualRate: '12',
  instalments: 12,
  method: 'declining_equal_instalments',
  disbursedOn: date('2026-01-01'),
});
const netted = (percent: string): Fee => ({
  name: 'Processing',
  when: 'disbursement',
  charge: { kind: 'percent', percent, of: 'principal' },
});

function rateOf(of: ScheduleTerms): string | null {
  return costOfCredit(of, scheduleOf(of)).annualPercentageRate;
}

describe('The annual percentage rate', () => {
  it('of 1 % a month is 12.68 %', () => {
    expect(rateOf(terms)).toBe('12.68');
  });

  it('of nothing is nothing', () => {
    expect(rateOf({ ...terms, annualRate: '0' })).toBe('0.00');
  });

  it('of a tenth kept back for a year is a ninth', () => {
    expect(
      rateOf({ ...terms, annualRate: '0', instalments: 1, firstDueOn: date('2027-01-01'), fees: [netted('10')] }),
    ).toBe('11.11');
  });

  it('of a flat loan is nearly twice the flat rate', () => {
    expect(rateOf({ ...terms, method: 'flat' })).toBe('23.70');
  });

  it('counts days where the loan runs by weeks: 1 % for a week', () => {
    const weekly = {
      ...terms,
      annualRate: '0',
      instalments: 1,
      frequency: { unit: 'weeks', every: 1 },
      fees: [netted('1')],
    } as const;
    expect(rateOf(weekly)).toBe('68.89'); // (100/99)^(365/7) - 1
  });

  it('counts a broken month by its days', () => {
    const broken = {
      ...terms,
      annualRate: '0',
      instalments: 1,
      disbursedOn: date('2026-01-22'),
      firstDueOn: date('2026-04-01'),
      fees: [netted('5')],
    };
    expect(rateOf(broken)).toBe('30.25'); // (100/95)^(1 / (2/12 + 10/365)) - 1
  });

  it('of a loan that pays nothing out is not calculated', () => {
    expect(rateOf({ ...terms, fees: [netted('100')] })).toBeNull();
  });

  it('makes what is paid back worth what is paid out', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 100_000n, max: 10n ** 10n }),
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 20 }),
        (principal, rate, instalments, fee) => {
          const loan = { ...terms, principal, annualRate: String(rate), instalments, fees: [netted(String(fee))] };
          const schedule = scheduleOf(loan);
          const yearly = 1 + Number(rateOf(loan)) / 100;
          const worth = schedule.rows.reduce((sum, row) => sum + Number(row.total) / yearly ** (row.number / 12), 0);
          expect(Math.abs(worth / Number(schedule.paidOut) - 1)).toBeLessThan(0.0005);
        },
      ),
      { numRuns: 200 },
    );
  });
});

it('The cost of a loan is its interest, its fees and what was kept back', () => {
  const service: Fee = { name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: 1_000n } };
  const loan = { ...terms, method: 'flat', fees: [netted('2'), service] } as const;
  expect(costOfCredit(loan, scheduleOf(loan))).toMatchObject({
    totalCost: 72_000n + 12_000n + 12_000n,
    totalPayable: 684_000n,
  });
});
