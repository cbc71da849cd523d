import { describe, expect, it } from 'vitest';
import { rescheduled } from '#core/lending/schedule/reschedule.ts';
import type { Schedule } from '#core/lending/schedule/rows.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { penaltiesOn } from '#core/lending/schedule/servicing/penalties.ts';
import { recalculatedSchedule } from '#core/lending/schedule/servicing/recalculation.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { date } from './vector-terms.ts';

/**
 * Figures that Apache Fineract publishes in its own tests, beside those of the vectors: the rows as
 * `principal+interest` in cents. Where they come from stands with each group.
 */
function figures({ rows }: Pick<Schedule, 'rows'>): string {
  return rows.map((row) => `${row.principal}+${row.interest}`).join(' ');
}

const level = { method: 'declining_equal_instalments', instalments: 6 } as const;

/** Progressive loans: EMICalculation.feature and ProgressiveEMICalculatorTest. */
describe('A progressive loan', () => {
  const hundred = standardTerms({
    ...level,
    principal: 10_000n,
    annualRate: '12',
    disbursedOn: date('2024-01-01'),
    interestCalculation: 'daily',
    dayCount: 'thirty_360',
    progressiveAdjustment: true,
  });
  const crossing = {
    ...hundred,
    principal: 1_000_000n,
    disbursedOn: date('2023-12-12'),
    dayCount: 'actual_actual' as const,
  };
  const rate = '9.4822';

  const cases: [string, ScheduleTerms, string][] = [
    [
      'actual/actual over the new year (C3152)',
      crossing,
      '162375+10181 164042+8514 166151+6405 167398+5158 169211+3345 170823+1736',
    ],
    [
      'the same at a decimal rate (C3153)',
      { ...crossing, annualRate: rate },
      '163267+8045 164592+6720 166262+5050 167249+4063 168680+2632 169950+1365',
    ],
    [
      'with the instalment adjusted more than once (C3164)',
      { ...crossing, principal: 33_177n, annualRate: '10.65', instalments: 5 },
      '6514+300 6573+241 6644+170 6693+121 6753+59',
    ],
    ['30/360 (C3154)', hundred, '1625+100 1641+84 1658+67 1674+51 1691+34 1711+17'],
    [
      '30/360, adjusted (C3165)',
      { ...hundred, principal: 7_500n, annualRate: '12.3', instalments: 5 },
      '1470+77 1485+62 1500+47 1516+31 1529+16',
    ],
    [
      'every two months (C3157)',
      { ...hundred, instalments: 3, frequency: { unit: 'months', every: 2 } },
      '3268+200 3333+135 3399+68',
    ],
    [
      'every two weeks under 30/360 (C3158)',
      { ...hundred, annualRate: rate, frequency: { unit: 'weeks', every: 2 } },
      '1651+37 1657+31 1663+25 1669+19 1676+12 1684+6',
    ],
    ['actual/365 (C3159)', { ...hundred, dayCount: 'actual_365' }, '1623+102 1645+80 1656+69 1675+50 1690+35 1711+17'],
    [
      'every two weeks of a 364-day year',
      { ...hundred, annualRate: rate, instalments: 3, dayCount: 'actual_364', frequency: { unit: 'weeks', every: 2 } },
      '3321+36 3333+24 3346+12',
    ],
    [
      'every 15 days of a 360-day year',
      { ...hundred, annualRate: rate, dayCount: 'actual_360', frequency: { unit: 'days', every: 15 } },
      '1650+40 1657+33 1664+26 1670+20 1677+13 1682+7',
    ],
    [
      'a second disbursement on a due date',
      { ...hundred, annualRate: rate, tranches: [{ on: date('2024-03-01'), amount: 10_000n }] },
      '1634+79 1647+66 4131+132 4164+99 4196+67 4228+33',
    ],
    [
      'a second disbursement within the only period',
      {
        ...hundred,
        annualRate: '7',
        principal: 100_000n,
        instalments: 1,
        tranches: [{ on: date('2024-01-15'), amount: 100_000n }],
      },
      '200000+903',
    ],
  ];
  it.each(cases)('%s', (_case, terms, expected) => {
    expect(figures(scheduleOf(terms))).toBe(expected);
  });

  it('goes on at another rate from the next period', () => {
    const terms = { ...hundred, annualRate: '7' };
    const after = rescheduled(terms, scheduleOf(terms).rows, { from: date('2024-02-02'), annualRate: '4' });
    expect(figures(after)).toBe('1643+58 1660+28 1666+22 1671+17 1677+11 1683+6');
  });

  it('goes on at another rate from the middle of a period', () => {
    const terms = { ...hundred, annualRate: '7' };
    const change = { from: date('2024-02-15'), rateFrom: date('2024-02-14'), annualRate: '4' };
    expect(figures(rescheduled(terms, scheduleOf(terms).rows, change))).toBe(
      '1643+58 1653+37 1668+22 1673+17 1679+11 1684+6',
    );
  });

  it('goes on with every due date moved (C3156)', () => {
    const terms = { ...hundred, annualRate: rate };
    const after = rescheduled(terms, scheduleOf(terms).rows, {
      from: date('2024-02-01'),
      firstDueOn: date('2024-02-18'),
    });
    expect(figures(after)).toBe('1598+122 1654+66 1667+53 1680+40 1693+27 1708+13');
    expect(after.rows.map((row) => `${row.dueDate.toString()} ${row.days}`)).toEqual([
      '2024-02-18 48',
      '2024-03-18 29',
      '2024-04-18 31',
      '2024-05-18 30',
      '2024-06-18 31',
      '2024-07-18 30',
    ]);
  });
});

/** Cumulative loans: LoanRepayment.feature, RS03 and RS06. */
describe('A loan with daily interest and a rounded instalment', () => {
  it('takes its instalment from thirty-day months (RS03)', () => {
    const terms = standardTerms({
      ...level,
      instalments: 18,
      principal: 500_000n,
      annualRate: '12',
      disbursedOn: date('2022-11-01'),
      interestCalculation: 'daily',
      instalmentMultiple: 100,
    });
    expect(figures(scheduleOf(terms))).toBe(
      '25568+4932 25665+4835 25926+4574 26608+3892 26462+4038 26853+3647 27005+3495 27384+3116 27559+2941 ' +
        '27840+2660 28201+2299 28411+2089 28759+1741 28994+1506 29290+1210 29647+853 29890+610 29938+295',
    );
  });
});

describe('A loan with grace on principal and on the payment of interest', () => {
  it('demands the interest of the grace in the first row after it (RS07)', () => {
    const terms = standardTerms({
      ...level,
      instalments: 18,
      principal: 500_000n,
      annualRate: '12',
      disbursedOn: date('2022-11-01'),
      instalmentMultiple: 100,
      graceOnPrincipal: 6,
      graceOnInterest: 3,
    });
    const { rows } = scheduleOf(terms);
    expect(rows.slice(0, 7).map((row) => row.interest)).toEqual([0n, 0n, 0n, 20_000n, 5_000n, 5_000n, 5_000n]);
    expect(rows.slice(6).map((row) => row.total)).toEqual([...Array.from({ length: 11 }, () => 44_400n), 44_709n]);
  });
});

/** LoanRepayment.feature, RP02 to RP10: 5,000.00 at 12 % by the day, in six months, at a whole-unit instalment. */
describe('A loan that is recalculated from its payments', () => {
  const terms = standardTerms({
    ...level,
    principal: 500_000n,
    annualRate: '12',
    disbursedOn: date('2022-11-01'),
    interestCalculation: 'daily',
    interestRounding: 'segment',
    instalmentMultiple: 100,
  });
  const cases: [string, string, bigint, string][] = [
    ['RP02 paid on time', '2022-12-01', 86_300n, '81368+4932 81933+4267 82768+3432 83862+2338 84467+1733 85602+844'],
    ['RP03 paid early', '2022-11-27', 86_300n, '86300+4818 80984+4216 81809+3391 82890+2310 83488+1712 84529+834'],
    ['RP04 paid late', '2022-12-05', 86_200n, '81268+4932 81825+4375 82766+3434 83861+2339 84465+1735 85815+846'],
    [
      'RP05 paid in part on time',
      '2022-12-01',
      20_000n,
      '81268+4932 81932+4268 82767+3433 83862+2338 84466+1734 85705+845',
    ],
    [
      'RP06 paid in part early',
      '2022-11-27',
      20_000n,
      '81295+4905 81933+4267 82768+3432 83862+2338 84466+1734 85676+845',
    ],
    [
      'RP07 paid in part late',
      '2022-12-05',
      20_000n,
      '81268+4932 81825+4375 82766+3434 83861+2339 84465+1735 85815+846',
    ],
    [
      'RP08 paid on time with more',
      '2022-12-01',
      150_000n,
      '145068+4932 69483+3617 70191+2909 71118+1982 71631+1469 72509+715',
    ],
    [
      'RP09 paid early with more',
      '2022-11-27',
      150_000n,
      '150000+4734 68533+3567 69231+2869 70146+1954 70652+1448 71438+705',
    ],
    [
      'RP10 paid late with more',
      '2022-12-05',
      150_000n,
      '81268+4932 82391+3809 82772+3428 83866+2334 84470+1730 85233+841',
    ],
  ];
  it.each(cases)('%s', (_case, on, amount, expected) => {
    const policy = { prepayment: 'reduce_instalment', earlyPayment: 'principal_first', lateAccrues: true } as const;
    expect(figures(recalculatedSchedule(terms, [{ on: date(on), amount }], date(on), policy))).toBe(expected);
  });
});

/** LoanCharge.feature, FEE01 to FEE05. */
describe('Fees and penalties', () => {
  const flat = standardTerms({
    method: 'flat',
    principal: 300_000n,
    annualRate: '12',
    instalments: 3,
    disbursedOn: date('2023-01-01'),
  });

  it('keep a percentage of the loan back at disbursement (FEE01)', () => {
    const fee = {
      name: 'Processing',
      when: 'disbursement',
      charge: { kind: 'percent', percent: '1.5', of: 'principal' },
    } as const;
    const schedule = scheduleOf({ ...flat, principal: 100_000n, annualRate: '0', instalments: 1, fees: [fee] });
    expect([schedule.netted, schedule.paidOut, schedule.totals.fees]).toEqual([1_500n, 98_500n, 0n]);
  });

  it('fall due with the row whose period holds their date (FEE02)', () => {
    const fee = {
      name: 'Snooze',
      when: 'date',
      on: date('2023-01-10'),
      charge: { kind: 'flat', amount: 1_500n },
    } as const;
    expect(scheduleOf({ ...flat, fees: [fee] }).rows.map((row) => row.fees)).toEqual([1_500n, 0n, 0n]);
  });

  it('take a percentage of every instalment (FEE03)', () => {
    const fee = {
      name: 'Service',
      when: 'instalment',
      charge: { kind: 'percent', percent: '1.5', of: 'principal_and_interest' },
    } as const;
    expect(scheduleOf({ ...flat, fees: [fee] }).rows.map((row) => [row.fees, row.total])).toEqual([
      [1_545n, 104_545n],
      [1_545n, 104_545n],
      [1_545n, 104_545n],
    ]);
  });

  it('take a percentage of overdue principal and interest (FEE05)', () => {
    const rule = {
      charge: { kind: 'percent', percent: '1.5', of: 'principal_and_interest' },
      graceDays: 0,
      every: 'instalment',
      rounding: 'half_even',
    } as const;
    expect(penaltiesOn(scheduleOf(flat).rows, date('2023-05-01'), rule).map(({ amount }) => amount)).toEqual([
      1_545n,
      1_545n,
      1_545n,
    ]);
  });
});
