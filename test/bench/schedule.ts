import { costOfCredit } from '#core/lending/schedule/cost-of-credit.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';

/** Prints what a schedule of 360 rows takes, in microseconds, warmed up: the best and the median of many. */
const loan = standardTerms({
  method: 'declining_equal_instalments',
  principal: 250_000_000n,
  annualRate: '13.75',
  instalments: 360,
  disbursedOn: Temporal.PlainDate.from('2026-01-31'),
});
const byDay = { ...loan, interestCalculation: 'daily', dayCount: 'actual_365' } as const;

const loans: [string, ScheduleTerms][] = [
  ['equal instalments', loan],
  ['flat', { ...loan, method: 'flat' }],
  ['equal principal', { ...loan, method: 'declining_equal_principal' }],
  ['equal instalments, daily interest actual/365', byDay],
  [
    'equal instalments, daily interest actual/actual, adjusted',
    { ...byDay, dayCount: 'actual_actual', progressiveAdjustment: true },
  ],
  [
    'equal instalments, two tranches, a fee, weekends off',
    {
      ...loan,
      tranches: [
        { on: Temporal.PlainDate.from('2026-09-15'), amount: 50_000_000n },
        { on: Temporal.PlainDate.from('2028-02-01'), amount: 50_000_000n },
      ],
      fees: [{ name: 'Service', when: 'instalment', charge: { kind: 'percent', percent: '1', of: 'principal' } }],
      calendar: { policy: 'next_working_day', weeklyDaysOff: [6, 7], holidays: ['2026-12-25', '2026-12-26'] },
    },
  ],
];

for (const [name, terms] of loans) report(`${name}, 360 rows`, 300, () => scheduleOf(terms));
const schedule = scheduleOf(loan);
report('annual percentage rate of 360 rows', 20, () => costOfCredit(loan, schedule));

function report(name: string, runs: number, work: () => unknown): void {
  for (let k = 0; k < runs; k++) work();
  const taken = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return (performance.now() - started) * 1_000;
  }).sort((a, b) => a - b);
  const show = (microseconds: number) => Math.round(microseconds).toString().padStart(6);
  console.log(`${show(taken[0]!)} us best ${show(taken[runs >> 1]!)} us median  ${name}`);
}
