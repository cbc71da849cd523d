import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { repeat } from '#work/loop.ts';
import { closeAndDie } from '../../../support/closing-process.ts';
import { eventually } from '../../../support/eventually.ts';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';
import { plantBook } from '../../../support/plant-book.ts';

const START = Temporal.PlainDate.from('2026-06-30');
let now = START.add({ days: 1 }).toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '08:00' }).toInstant();
let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ clock: () => now, float: 0n });
  await plantBook(testApp, 600, START);
});
afterAll(() => testApp.close());

const closer = () => ({ ...testApp.operator, clientKey: CLOSER });
const violations = async () =>
  (await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql))).violations;
const runOf = async (date: Temporal.PlainDate) =>
  (
    await testApp.sql(
      'select state, loans_done, loans_total, batches from close_of_business where business_date = $1::date',
      [String(date)],
    )
  )[0];
const income = async () =>
  (
    await testApp.sql<{ sum: string }>(
      `select coalesce(sum(amount), 0)::text as sum from journal_line where account = 'interest_income' and side = 'credit'`,
    )
  )[0]!.sum;

describe('A close of business in batches', () => {
  it('takes as many statements for a batch of five as for one of five hundred', async () => {
    const statementsOf = async (day: Temporal.PlainDate, batch: number) => {
      const perBatch: number[] = [];
      let count = 0;
      testApp.database.onStatement = () => void count++;
      await testApp.app.closeOfBusiness(closer(), {
        through: day,
        firstDay: day,
        batch,
        onProgress: ({ finished }) => {
          if (!finished) perBatch.push(count);
          count = 0;
        },
      });
      testApp.database.onStatement = null;
      // The first one also looks for the days to close.
      return Math.max(...perBatch.slice(1));
    };
    now = START.add({ days: 3 }).toZonedDateTime('Africa/Nairobi').toInstant();
    const small = await statementsOf(START, 5);
    const large = await statementsOf(START.add({ days: 1 }), 200);
    expect(large).toBeLessThanOrEqual(small);
    expect(small).toBeLessThanOrEqual(14);
    expect(await violations()).toEqual([]);
  });

  it('goes on behind the last batch after it was killed, and ends as if nothing had happened', async () => {
    const day = START.add({ days: 2 });
    now = START.add({ days: 4 }).toZonedDateTime('Africa/Nairobi').toInstant();
    const { settings, tenantId } = testApp;
    const orders = { settings, tenantId, now: now.toString(), through: String(day), batch: 40 };
    expect(await closeAndDie(orders, 3)).toBeGreaterThanOrEqual(3);
    const broken = await runOf(day);
    expect(broken).toMatchObject({ state: 'running' });
    const doneBefore = Number(broken?.['loans_done']);
    expect(doneBefore).toBeGreaterThanOrEqual(120);
    expect(await violations()).toEqual([]);

    await closeAndDie(orders, 2);
    let first = Infinity;
    await testApp.app.closeOfBusiness(closer(), {
      through: day,
      batch: 40,
      onProgress: ({ loansDone }) => {
        first = Math.min(first, loansDone);
      },
    });
    expect(first).toBeGreaterThan(doneBefore);
    expect(await runOf(day)).toMatchObject({ state: 'done', loans_done: 600, loans_total: 600 });
    expect(await violations()).toEqual([]);
  }, 60_000);

  it('books a day once where two close it at the same time', async () => {
    const day = START.add({ days: 3 });
    now = START.add({ days: 5 }).toZonedDateTime('Africa/Nairobi').toInstant();
    await Promise.all([1, 2, 3].map(() => testApp.app.closeOfBusiness(closer(), { through: day, batch: 50 })));
    expect(await runOf(day)).toMatchObject({ state: 'done', loans_done: 600 });
    const booked = await income();
    await testApp.app.closeOfBusiness(closer(), { through: day });
    expect(await income()).toBe(booked);
    expect(await violations()).toEqual([]);
  });

  it('is done by a worker once midnight has passed in the institution’s zone, missed days and all', async () => {
    // 20:59 UTC is a minute before midnight in Nairobi.
    now = Temporal.Instant.from('2026-07-07T20:59:00Z');
    const due = () => testApp.database.find('select through::text from tenants_to_close($1, 10)', [now.toString()]);
    await testApp.app.closeOfBusiness(closer(), { through: START.add({ days: 5 }) });
    expect(await due()).toEqual([{ through: '2026-07-06' }]);
    await testApp.app.closeOfBusiness(closer(), { through: START.add({ days: 6 }) });
    expect(await due()).toEqual([]);
    now = Temporal.Instant.from('2026-07-09T21:01:00Z');
    const loop = repeat('close-of-business', 30_000, testApp, testApp.app.rounds.closeBusiness);
    await eventually(async () => (await runOf(Temporal.PlainDate.from('2026-07-09')))?.['state'] === 'done');
    await loop.end();
    expect(await due()).toEqual([]);
    const days = await testApp.sql(`select business_date::text as day from close_of_business order by 1`);
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 10 }, (_, n) => String(START.add({ days: n }))));
  });
});
