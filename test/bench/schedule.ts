/**
 * What a schedule of 360 rows takes, in microseconds, warmed up: the best and the median of many. It ends with an error
 * where the median of one is a millisecond or more.
 *
 *     npm run bench -- schedule
 */
import { costOfCredit } from '#core/lending/schedule/cost-of-credit.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { openBars } from './process/bars.ts';

/** Microseconds of a schedule. */
const MOST = 1_000;
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

const bars = openBars();
for (const [name, terms] of loans) {
  const median = report(`${name}, 360 rows`, 300, () => scheduleOf(terms));
  bars.atMost(`${name}: microseconds of 360 rows`, median, MOST);
}
const schedule = scheduleOf(loan);
report('annual percentage rate of 360 rows', 20, () => costOfCredit(loan, schedule));
process.exitCode = bars.exitCode();

function report(name: string, runs: number, work: () => unknown): number {
  for (let k = 0; k < runs; k++) work();
  const taken = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return (performance.now() - started) * 1_000;
  }).sort((a, b) => a - b);
  const show = (microseconds: number) => Math.round(microseconds).toString().padStart(6);
  const median = taken[runs >> 1]!;
  console.log(`${show(taken[0]!)} us best ${show(median)} us median  ${name}`);
  return median;
}
