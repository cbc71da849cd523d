import fc from 'fast-check';
import { dateOf, dayOf, dueDates } from '#core/lending/schedule/due-dates.ts';
import {
  ROUNDINGS,
  standardTerms,
  type Fee,
  type Frequency,
  type Method,
  type ScheduleTerms,
} from '#core/lending/schedule/terms.ts';

/** Any day of the years 2020 to 2039. */
export const days: fc.Arbitrary<Temporal.PlainDate> = fc
  .integer({ min: dayOf(Temporal.PlainDate.from('2020-01-01')), max: dayOf(Temporal.PlainDate.from('2039-12-31')) })
  .map(dateOf);

export const rates: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 600_000 })
  .map(
    (tenThousandths) => `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`,
  );

const principals = fc.oneof(fc.bigInt({ min: 1n, max: 5_000n }), fc.bigInt({ min: 5_000n, max: 10_000_000_000n }));

const frequencies: fc.Arbitrary<Frequency> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ unit: fc.constant('months' as const), every: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ unit: fc.constant('weeks' as const), every: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ unit: fc.constant('days' as const), every: fc.integer({ min: 1, max: 30 }) }) },
);

const METHODS: Method[] = ['flat', 'declining_equal_instalments', 'declining_equal_principal', 'interest_only'];

/** Plain loans: any method, rate, day count, frequency, rounding and grace, nothing that happens later. */
export const plainLoans: fc.Arbitrary<ScheduleTerms> = fc
  .record({
    principal: principals,
    annualRate: rates,
    instalments: fc.integer({ min: 1, max: 48 }),
    method: fc.constantFrom(...METHODS),
    disbursedOn: days,
    dayCount: fc.constantFrom('thirty_360', 'actual_365', 'actual_360', 'actual_actual', 'actual_364'),
    interestCalculation: fc.constantFrom('same_as_repayment_period', 'daily'),
    frequency: frequencies,
    rounding: fc.constantFrom(...ROUNDINGS),
    interestRounding: fc.constantFrom('row', 'segment'),
    instalmentMultiple: fc.constantFrom(1, 1, 100, 10_000),
    levelRate: fc.constantFrom('each_period', 'nominal_month'),
    progressiveAdjustment: fc.boolean(),
    firstPeriod: fc.constantFrom('by_days', 'whole'),
    graces: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.nat({ max: 5 })),
    firstDueIn: fc.option(fc.integer({ min: 1, max: 120 }), { nil: null }),
  })
  .map(({ graces, firstDueIn, ...parameters }) => {
    const most = parameters.instalments - 1;
    return standardTerms({
      ...parameters,
      graceOnPrincipal: Math.min(graces[0], most),
      graceOnInterest: Math.min(graces[1], most),
      interestFree: Math.min(graces[2], most),
      firstDueOn: firstDueIn === null ? null : parameters.disbursedOn.add({ days: firstDueIn }),
    } as Parameters<typeof standardTerms>[0]);
  });

/** Loans with everything on top: tranches, rate changes, fees, a calendar, money rounded to whole units. */
export const anyLoans: fc.Arbitrary<ScheduleTerms> = fc
  .record({
    terms: plainLoans,
    tranches: fc.array(
      fc.tuple(fc.double({ min: 0, max: 0.99, noNaN: true }), fc.bigInt({ min: 1n, max: 1_000_000n })),
      { maxLength: 2 },
    ),
    changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 1500 }), rates), { maxLength: 2 }),
    fees: fc.array(
      fc.record({
        when: fc.constantFrom('disbursement' as const, 'instalment' as const),
        charge: fc.oneof(
          fc.record({ kind: fc.constant('flat' as const), amount: fc.bigInt({ min: 0n, max: 50_000n }) }),
          fc.record({
            kind: fc.constant('percent' as const),
            percent: rates,
            of: fc.constantFrom('principal' as const, 'interest' as const, 'principal_and_interest' as const),
          }),
        ),
      }),
      { maxLength: 2 },
    ),
    calendar: fc.record({
      policy: fc.constantFrom('unchanged' as const, 'next_working_day' as const, 'previous_working_day' as const),
      weeklyDaysOff: fc.constantFrom([], [7], [6, 7]),
      holidays: fc.constant(['2030-12-25', '2030-12-26']),
    }),
    amountMultiple: fc.constantFrom(1, 1, 1, 100),
  })
  .map(({ terms, tranches, changes, fees, calendar, amountMultiple }) => {
    const dates = dueDates(terms.firstDueOn ?? terms.disbursedOn, terms.instalments!, terms.frequency, calendar);
    const termInDays = Math.max(1, dayOf(dates.at(-1)!) - 4 - dayOf(terms.disbursedOn));
    return {
      ...terms,
      calendar,
      amountMultiple,
      tranches:
        termInDays < 10
          ? []
          : tranches.map(([part, amount]) => ({
              on: terms.disbursedOn.add({ days: Math.floor(part * termInDays) }),
              amount,
            })),
      rateChanges: changes.map(([after, annualRate]) => ({ from: terms.disbursedOn.add({ days: after }), annualRate })),
      fees: fees.map((fee, k): Fee => ({ name: `Fee ${k + 1}`, ...fee })),
    };
  });
