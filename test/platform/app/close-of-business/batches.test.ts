import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earnedBy } from '#core/lending/use-cases/close-of-business/accrual.ts';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { repeat } from '#work/loop.ts';
import { closeAndDie, forkClosing } from '../../../support/closing-process.ts';
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
    // One of the process itself may fall among them; one a loan would be 195 more.
    expect(large).toBeLessThanOrEqual(small + 1);
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
  });

  it('is shared by processes; the batch of one that dies is done by another, each once, as one alone would do it', async () => {
    const day = START.add({ days: 3 });
    now = START.add({ days: 5 }).toZonedDateTime('Africa/Nairobi').toInstant();
    const { settings, tenantId } = testApp;
    const orders = { settings, tenantId, now: now.toString(), through: String(day), batch: 100 };
    const holding = new pg.Client({ connectionString: settings.adminUrl });
    await holding.connect();
    const waiting = async (count: number) =>
      eventually(async () => {
        const rows = await testApp.database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event in ('transactionid', 'tuple')`,
        );
        return rows.length === count;
      });
    try {
      // The first process stops in the middle of the second range; the other does all loans that are left.
      await holding.query('begin');
      await holding.query(
        `select from loan where tenant_id = $1 and id = (select id from loan where tenant_id = $1 order by id limit 1 offset 150)
            for update`,
        [tenantId],
      );
      const dying = forkClosing(orders);
      await waiting(1);
      const closed = testApp.app.closeOfBusiness(closer(), { through: day, batch: 100 });
      await waiting(2);
      expect(await runOf(day)).toMatchObject({ state: 'running', loans_done: 500, batches: 5 });
      await dying.kill();
      await holding.query('rollback');
      await closed;
    } finally {
      await holding.end();
    }
    expect(await runOf(day)).toMatchObject({ state: 'done', loans_done: 600, batches: 6 });
    const rows = await testApp.sql<{ accrued: string; fallen: string; since: string; due: string; interest: string }>(
      `select l.interest_accrued::text as accrued, coalesce(sum(i.interest) filter (where i.due_date <= $1), 0)::text as fallen,
              greatest(l.disbursed_on, max(i.due_date) filter (where i.due_date <= $1))::text as since,
              min(i.due_date) filter (where i.due_date > $1)::text as due, max(i.interest)::text as interest
         from loan l join loan_instalment i on i.loan_id = l.id group by l.tenant_id, l.id
        having min(i.due_date) filter (where i.due_date > $1) is not null`,
      [String(day)],
    );
    const earned = rows.map(({ fallen, since, due, interest }) =>
      earnedBy(day, BigInt(fallen), {
        since: Temporal.PlainDate.from(since),
        due: Temporal.PlainDate.from(due),
        interest: BigInt(interest),
      }),
    );
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.map(({ accrued }) => BigInt(accrued))).toEqual(earned);
    expect(await violations()).toEqual([]);
  });

  it('books a day once where two close it at the same time', async () => {
    const day = START.add({ days: 4 });
    now = START.add({ days: 6 }).toZonedDateTime('Africa/Nairobi').toInstant();
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
