/**
 * What the close of business costs as the book grows: loans a second, memory, statements of a batch. Run it alone:
 *
 *     npm run bench -- close-of-business [loans...]
 *     npm run bench -- close-of-business 200000 --workers 2
 *
 * Each size closes two days of a book of its own: the first classifies every loan, the second is an ordinary one. With
 * `--workers`, processes close two more days, first one process alone, then so many together. It ends with an error where the
 * books are wrong in the end, a loan was left out, or a batch sends more statements in a larger book.
 */
import { parseArgs } from 'node:util';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { portfolioOf } from '#platform/app/processes/close-of-business/portfolio.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { forkClosing } from '../support/closing-process.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { plantBook } from '../support/plant-book.ts';
import { openBars } from './process/bars.ts';

const { values: options, positionals } = parseArgs({
  options: { workers: { type: 'string' } },
  allowPositionals: true,
});
const parameters = positionals.map(Number);
const SIZES = parameters.length > 0 ? parameters : [1_000, 5_000, 10_000, 25_000, 50_000, 100_000];
const bars = openBars();
/** Statements of a batch in the smallest book: the others send as many. */
let statementsOfBatch: number | null = null;
// The connection that watches the test server does not hold the process; this timer does.
const alive = setInterval(() => undefined, 1_000);
/** The days that processes close: one day each for these numbers of processes. */
async function shared(testApp: TestApp, loans: number, processes: readonly number[]): Promise<void> {
  for (const [n, count] of processes.entries()) {
    const day = START.add({ days: 2 + n });
    const now = day.add({ days: 1 }).toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '12:00' }).toInstant();
    const { settings, tenantId } = testApp;
    const orders = { settings, tenantId, now: now.toString(), through: day.toString() };
    const batches = Array.from({ length: count }, () => 0);
    let began = 0;
    const closing = batches.map((_, worker) =>
      forkClosing({ ...orders, batch: 500 }, () => {
        // From the first batch on: how long a process starts is another figure.
        if (began === 0) began = performance.now();
        batches[worker] = (batches[worker] ?? 0) + 1;
      }),
    );
    await Promise.all(closing.map(({ ended }) => ended));
    const seconds = (performance.now() - began) / 1_000;
    const [run] = await testApp.sql<{ done: number; batches: number }>(
      'select loans_done as done, batches from close_of_business where business_date = $1::date',
      [day.toString()],
    );
    if (run?.done !== loans) bars.missed(`${count} of the processes closed ${run?.done} of ${loans} loans.`);
    console.log(
      `${count} ${count === 1 ? 'process' : 'processes'}: ${seconds.toFixed(2)} s, ${Math.round(loans / seconds)} loans/s, ` +
        `batches ${batches.join(' + ')} (the run counts ${run?.batches}), ${run?.done} of ${loans} loans`,
    );
  }
}

const START = Temporal.PlainDate.from('2026-06-30');

console.log(
  '   loans  planted |  first day: s  loans/s | second day: s  loans/s  statements/batch  RSS MB (+)  heap MB',
);
for (const loans of SIZES) {
  const now = START.add({ days: 3 }).toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '12:00' }).toInstant();
  const testApp = await openTestApp({ clock: () => now, float: 0n });
  const planting = performance.now();
  await plantBook(testApp, loans, START);
  const planted = (performance.now() - planting) / 1_000;
  const caller = { ...testApp.operator, clientKey: CLOSER };
  const close = async (date: Temporal.PlainDate) => {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let statements = 0;
    let most = 0;
    let peak = 0;
    let heap = 0;
    testApp.database.onStatement = () => void statements++;
    const began = performance.now();
    await testApp.app.closeOfBusiness(caller, {
      through: date,
      firstDay: date,
      onProgress: ({ finished }) => {
        const { rss, heapUsed } = process.memoryUsage();
        peak = Math.max(peak, rss);
        heap = Math.max(heap, heapUsed);
        if (!finished) most = Math.max(most, statements);
        statements = 0;
      },
    });
    const seconds = (performance.now() - began) / 1_000;
    testApp.database.onStatement = null;
    return {
      seconds,
      rate: Math.round(loans / seconds),
      most,
      peak: peak >> 20,
      more: (peak - before) >> 20,
      heap: heap >> 20,
    };
  };
  const first = await close(START);
  const second = await close(START.add({ days: 1 }));
  const cell = (value: number | string, width: number) => String(value).padStart(width);
  console.log(
    `${cell(loans, 8)} ${cell(planted.toFixed(1), 7)}s | ${cell(first.seconds.toFixed(2), 13)} ${cell(first.rate, 8)} | ` +
      `${cell(second.seconds.toFixed(2), 13)} ${cell(second.rate, 8)} ${cell(second.most, 17)} ` +
      `${cell(second.peak, 7)} (${second.more}) ${cell(second.heap, 8)}`,
  );
  statementsOfBatch ??= second.most;
  bars.atMost(`${loans} loans: statements of a batch`, second.most, statementsOfBatch);
  if (options.workers !== undefined) await shared(testApp, loans, [1, Number(options.workers)]);
  if (loans === SIZES.at(-1)) {
    const began = performance.now();
    const { violations, checks } = await testApp.database.report(testApp.tenantId, ({ sql }) => verifyLedger(sql));
    console.log(
      `ledger verify: ${checks.length} checks in ${((performance.now() - began) / 1_000).toFixed(1)} s, ${violations.length} violations`,
    );
    if (violations.length > 0) bars.missed(`The books are wrong in ${violations.length} places.`);
    for (const { check, table, id, what } of violations.slice(0, 10))
      console.log(`  ${check}: ${table} ${id}: ${what}`);
    const par = await testApp.database.report(testApp.tenantId, ({ sql }) => portfolioOf(sql, []));
    console.log(
      `gross ${par.gross}, PAR 1 ${par.later[1]}, 30 ${par.later[30]}, 60 ${par.later[60]}, 90 ${par.later[90]}`,
    );
  }
  await testApp.close();
}
clearInterval(alive);
process.exit(bars.exitCode());
