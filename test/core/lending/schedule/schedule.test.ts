import { describe, expect, it } from 'vitest';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { date } from './vector-terms.ts';

const simple = standardTerms({
  principal: 120_000n,
  annualRate: '12',
  instalments: 12,
  method: 'declining_equal_instalments',
  disbursedOn: date('2026-01-31'),
});

function column<Member extends 'principal' | 'interest' | 'fees' | 'total' | 'balanceAfter'>(
  terms: ScheduleTerms,
  member: Member,
): bigint[] {
  return scheduleOf(terms).rows.map((row) => row[member]);
}

function dueDatesOf(terms: ScheduleTerms): string[] {
  return scheduleOf(terms).rows.map((row) => row.dueDate.toString());
}

describe('A simple loan', () => {
  it('is one call: twelve equal instalments, a twelfth of the rate a month', () => {
    const schedule = scheduleOf(simple);
    expect(schedule.instalment).toBe(10_662n);
    expect(schedule.rows[0]).toMatchObject({
      number: 1,
      days: 28,
      principal: 9_462n,
      interest: 1_200n,
      total: 10_662n,
      balanceAfter: 110_538n,
    });
    expect(schedule.totals).toEqual({
      principal: 120_000n,
      interest: 7_942n,
      fees: 0n,
      penalties: 0n,
      total: 127_942n,
    });
    expect(schedule.paidOut).toBe(120_000n);
    expect(schedule.maturityDate.toString()).toBe('2027-01-31');
  });

  it('keeps the 31st through short months', () => {
    expect(dueDatesOf({ ...simple, instalments: 5 })).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ]);
  });

  it('falls due on the seed day that is requested', () => {
    expect(dueDatesOf({ ...simple, instalments: 3, firstDueOn: date('2026-02-28'), seedDay: 30 })).toEqual([
      '2026-02-28',
      '2026-03-30',
      '2026-04-30',
    ]);
  });
});

describe('The methods', () => {
  const four = { ...simple, principal: 100_000n, instalments: 4 };

  it('flat: interest on what was lent, the same in every row', () => {
    expect(column({ ...four, method: 'flat' }, 'total')).toEqual([26_000n, 26_000n, 26_000n, 26_000n]);
    expect(column({ ...four, method: 'flat' }, 'interest')).toEqual([1_000n, 1_000n, 1_000n, 1_000n]);
  });

  it('equal principal: less interest in every row', () => {
    expect(column({ ...four, method: 'declining_equal_principal' }, 'total')).toEqual([
      26_000n,
      25_750n,
      25_500n,
      25_250n,
    ]);
  });

  it('interest only: the principal at the end', () => {
    expect(column({ ...four, method: 'interest_only' }, 'total')).toEqual([1_000n, 1_000n, 1_000n, 101_000n]);
  });

  it('fixed instalment: as many rows as the amount needs, the last one smaller', () => {
    const fixed = { ...four, method: 'fixed_instalment', instalments: null, instalmentAmount: 30_000n } as const;
    expect(column(fixed, 'total')).toEqual([30_000n, 30_000n, 30_000n, 12_248n]);
  });

  it('fixed instalment with a term: the last row takes what is left', () => {
    const fixed = { ...four, method: 'fixed_instalment', instalments: 3, instalmentAmount: 30_000n } as const;
    expect(column(fixed, 'total')).toEqual([30_000n, 30_000n, 42_127n]);
  });
});

describe('Interest', () => {
  const one = { ...simple, method: 'interest_only', instalments: 1, principal: 36_500_000n } as const;

  it.each([
    ['thirty_360', 365_000n],
    ['actual_365', 310n * 1_200n],
    ['actual_360', 377_167n],
    ['actual_364', 373_022n],
    ['actual_actual', 370_984n],
  ] as const)('runs by the day under %s', (dayCount, interest) => {
    const january = { ...one, disbursedOn: date('2028-01-01'), interestCalculation: 'daily', dayCount } as const;
    expect(column(january, 'interest')).toEqual([interest]);
  });

  it('counts a broken first period by its days, or as a whole one', () => {
    const broken = { ...one, disbursedOn: date('2026-01-15'), firstDueOn: date('2026-02-01') };
    expect(column(broken, 'interest')).toEqual([200_161n]); // 17/31 of 365,000
    expect(column({ ...broken, firstPeriod: 'whole' }, 'interest')).toEqual([365_000n]);
  });

  it('counts a long first period as its whole periods and the days before them', () => {
    const long = { ...one, disbursedOn: date('2026-01-15'), firstDueOn: date('2026-03-01') };
    expect(column(long, 'interest')).toEqual([365_000n + 200_161n]);
  });

  it('is not charged in interest-free rows, and the instalment takes that into account', () => {
    const free = { ...simple, instalments: 4, principal: 100_000n, interestFree: 2 };
    expect(column(free, 'interest')).toEqual([0n, 0n, 496n, 249n]);
    expect(column(free, 'total')).toEqual([25_186n, 25_186n, 25_186n, 25_187n]);
  });

  it('changes its rate on a day, under one level instalment for the whole term', () => {
    const rising = {
      ...simple,
      principal: 100_000n,
      instalments: 4,
      disbursedOn: date('2026-01-01'),
      rateChanges: [{ from: date('2026-03-01'), annualRate: '24' }],
    };
    expect(column(rising, 'total')).toEqual([25_815n, 25_815n, 25_815n, 25_815n]);
    expect(column(rising, 'interest')).toEqual([1_000n, 752n, 1_002n, 506n]);
  });

  it('is rounded to what can be paid', () => {
    const whole = {
      ...simple,
      principal: 1_000_000_000n,
      instalments: 24,
      annualRate: '24',
      method: 'declining_equal_principal',
      amountMultiple: 10_000,
    } as const;
    expect(scheduleOf(whole).rows[1]).toMatchObject({ principal: 41_670_000n, interest: 19_170_000n });
  });
});

describe('Grace', () => {
  const four = { ...simple, principal: 120_000n, instalments: 4 };

  it('on principal: interest alone, then the rest over the rows left', () => {
    expect(column({ ...four, graceOnPrincipal: 1, method: 'declining_equal_principal' }, 'principal')).toEqual([
      0n,
      40_000n,
      40_000n,
      40_000n,
    ]);
  });

  it('on interest: it accrues and falls due in the first row after', () => {
    expect(column({ ...four, graceOnInterest: 3, graceOnPrincipal: 3 }, 'interest')).toEqual([0n, 0n, 0n, 4_800n]);
  });
});

describe('Days that nobody works on', () => {
  const weekly: ScheduleTerms = {
    ...simple,
    instalments: 3,
    principal: 30_000n,
    disbursedOn: date('2026-12-18'),
    frequency: { unit: 'weeks', every: 1 },
    calendar: { policy: 'unchanged', weeklyDaysOff: [6, 7], holidays: ['2026-12-25', '2027-01-01'] },
  };
  const due = (policy: ScheduleTerms['calendar']['policy']) =>
    dueDatesOf({ ...weekly, calendar: { ...weekly.calendar, policy } });

  it('may stay', () => expect(due('unchanged')).toEqual(['2026-12-25', '2027-01-01', '2027-01-08']));
  it('move to the next working day', () =>
    expect(due('next_working_day')).toEqual(['2026-12-28', '2027-01-04', '2027-01-08']));
  it('move to the previous working day', () =>
    expect(due('previous_working_day')).toEqual(['2026-12-24', '2026-12-31', '2027-01-08']));
});

describe('Tranches', () => {
  it('re-cut the rows still to come and bear interest from their own day', () => {
    const terms = {
      ...simple,
      principal: 100_000n,
      instalments: 4,
      method: 'declining_equal_principal',
      disbursedOn: date('2026-04-01'),
      tranches: [{ on: date('2026-05-16'), amount: 60_000n }],
    } as const;
    expect(column(terms, 'principal')).toEqual([25_000n, 45_000n, 45_000n, 45_000n]);
    expect(column(terms, 'interest')).toEqual([1_000n, 750n + 310n, 900n, 450n]); // 16 of May's 31 days on the tranche
    expect(scheduleOf(terms).paidOut).toBe(160_000n);
  });

  it('add flat interest for the time that is left', () => {
    const terms = {
      ...simple,
      principal: 100_000n,
      instalments: 4,
      method: 'flat',
      disbursedOn: date('2026-04-01'),
      tranches: [{ on: date('2026-05-01'), amount: 60_000n }],
    } as const;
    expect(column(terms, 'interest')).toEqual([1_000n, 1_600n, 1_600n, 1_600n]);
  });
});

describe('A rounded instalment', () => {
  it('leaves the remainder to the last row', () => {
    expect(column({ ...simple, instalmentMultiple: 100 }, 'total')).toEqual([
      ...Array.from({ length: 11 }, () => 10_700n),
      10_216n,
    ]);
  });

  it('ends the loan sooner where rounding up repays it', () => {
    const rounded = {
      ...simple,
      principal: 1_000n,
      annualRate: '0',
      instalmentMultiple: 100,
      rounding: 'ceiling',
    } as const;
    expect(column(rounded, 'total')).toEqual(Array.from({ length: 10 }, () => 100n));
  });

  it('is not rounded to nothing', () => {
    expect(scheduleOf({ ...simple, principal: 300n, annualRate: '0', instalmentMultiple: 10_000 }).instalment).toBe(
      25n,
    );
  });
});
