import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { daysPastDue, type ArrearsPause } from '#core/lending/arrears.ts';
import type { Filter, Operator, SortKey } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { openLender, type Lender } from '../../../support/lender.ts';

let lender: Lender;
/** A loan that pays what is due, one that pays nothing, one whose arrears are paused twice, and one with days of grace. */
const loans = { punctual: 0, late: 0, paused: 0, lenient: 0 };
const WHOLE = { after: null, before: null, limit: 100, fromEnd: false };

beforeAll(async () => {
  lender = await openLender('2026-01-05');
  const lenient = await lender.product({ conditions: { arrearsGraceDays: 10 } });
  loans.punctual = await lender.lend(1_200_000n, { termMonths: 3 });
  loans.late = await lender.lend(2_400_000n);
  loans.paused = await lender.lend(1_200_000n);
  loans.lenient = await lender.lend(600_000n, { productId: lenient });
});
afterAll(() => lender.testApp.close());

const reading = <Seen>(look: Parameters<typeof lender.testApp.app.read<Seen>>[1]) =>
  lender.testApp.app.read(lender.testApp.client.caller, look);
const slice = async (filters: readonly Filter[], sort: readonly SortKey[] = []) =>
  (await reading(({ loans: views }) => views.slice({ filters, sort }, WHOLE))).map(({ record }) => record);
const all = () => slice([]);
const found = async (filters: readonly Filter[]) => (await slice(filters)).map(({ id }) => id);

const MEETS: { readonly [O in Operator]?: (value: bigint, bound: bigint) => boolean } = {
  eq: (value, bound) => value === bound,
  ne: (value, bound) => value !== bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

/** Filters of a field by what the records of today show, against the records that meet them. */
async function expectFound(field: string, shown: (loan: View<'loans'>) => bigint): Promise<void> {
  const records = await all();
  const bounds = new Set([0n, 1n, 30n, ...records.map(shown)]);
  for (const bound of bounds) {
    for (const [operator, meets] of Object.entries(MEETS)) {
      const met = records.filter((loan) => meets(shown(loan), bound)).map(({ id }) => id);
      const filter = { field, operator: operator as Operator, values: [String(bound)] };
      expect([lender.today().toString(), filter, await found([filter])]).toEqual([
        lender.today().toString(),
        filter,
        met,
      ]);
    }
  }
}

describe('A loan is found by what its record shows', () => {
  const pause = async (until: string | null): Promise<void> => {
    const { testApp } = lender;
    await testApp.done(testApp.app.lending.pauseLoanArrears, {
      loanId: loans.paused,
      until: until === null ? null : Temporal.PlainDate.from(until),
      reason: 'Drought.',
    });
  };
  const resume = async (): Promise<void> => {
    const { testApp } = lender;
    await testApp.done(testApp.app.lending.resumeLoanArrears, { loanId: loans.paused });
  };

  it.each([
    ['2026-01-05', () => Promise.resolve()],
    ['2026-02-05', () => Promise.resolve()],
    ['2026-02-06', async () => void (await lender.repay(loans.punctual, 450_000n))],
    ['2026-02-14', () => pause('2026-02-20')],
    ['2026-02-15', () => Promise.resolve()],
    ['2026-02-16', async () => void (await lender.close())],
    ['2026-02-25', () => Promise.resolve()],
    ['2026-03-06', () => pause(null)],
    ['2026-03-20', resume],
    ['2026-04-30', async () => void (await lender.repay(loans.punctual, 900_000n))],
    ['2026-05-02', async () => void (await lender.repay(loans.late, 230_000n))],
  ])('on %s', async (day, happens) => {
    lender.moveTo(day);
    await happens();
    await expectFound('days_past_due', ({ arrears }) => BigInt(arrears.daysPastDue));
    await expectFound('arrears_amount', ({ arrears }) => arrears.amount);

    const records = await all();
    const due = (loan: (typeof records)[number]) => loan.nextInstalment?.dueDate.toString() ?? null;
    const of = { field: 'next_due_date' };
    expect(await found([{ ...of, operator: 'null', values: ['true'] }])).toEqual(
      records.filter((loan) => due(loan) === null).map(({ id }) => id),
    );
    expect(await found([{ ...of, operator: 'lte', values: [day] }])).toEqual(
      records.filter((loan) => (due(loan) ?? '9') <= day).map(({ id }) => id),
    );
    const sorted = await slice([], [{ field: 'next_due_date', descending: false }]);
    const dates = sorted.map((loan) => due(loan) ?? '9');
    expect(dates).toEqual(dates.toSorted());
    expect(await lender.violations()).toEqual([]);
  });

  it('and was late, paused, lenient and repaid meanwhile', async () => {
    const records = new Map((await all()).map((loan) => [loan.id, loan]));
    expect(records.get(loans.punctual)?.nextInstalment).toBeNull();
    expect(records.get(loans.late)?.arrears.daysPastDue).toBeGreaterThan(50);
    // 86 days since 5 February, without the seven and the fourteen of the pauses.
    expect(records.get(loans.paused)?.arrears.daysPastDue).toBe(65);
  });
});

describe('Days of lateness', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }));
  const pause = fc.tuple(day, fc.option(fc.nat({ max: 60 }))).map(([from, days]): ArrearsPause => {
    return { from: from.toString(), until: days === null ? null : from.add({ days }).toString() };
  });
  const question = fc.record({
    due: fc.option(day),
    on: day,
    graceDays: fc.nat({ max: 40 }),
    pauses: fc.array(pause, { maxLength: 3 }),
  });

  it('are calculated by the database as by the core', async () => {
    const questions = fc.sample(question, { numRuns: 500, seed: 11 });
    const json = questions.map(({ due, on, graceDays, pauses }) => {
      return { due: due?.toString() ?? null, on: on.toString(), conditions: { arrearsGraceDays: graceDays }, pauses };
    });
    const rows = await lender.testApp.sql<{ days: number }>(
      `select days_past_due(due, "on", conditions, pauses) as days
         from jsonb_to_recordset($1::jsonb) as x(due date, "on" date, conditions jsonb, pauses jsonb)`,
      [JSON.stringify(json)],
    );
    const days = questions.map(({ due, on, graceDays, pauses }) => daysPastDue(due, on, { graceDays, pauses }));
    expect(days.filter((each) => each > 0).length).toBeGreaterThan(50);
    expect(rows.map((row) => row.days)).toEqual(days);
  });
});

describe('A loan of a member', () => {
  it('is found by the member’s branch, and follows the member to another without being a new version', async () => {
    const { testApp } = lender;
    const [moved] = await testApp.sql<{ id: string }>(
      `insert into branch (uuid, code, name) values ($1, 'B-OTHER', 'Other') returning id`,
      [randomUUID()],
    );
    const inBranch = (id: number) => found([{ field: 'branch_id', operator: 'in', values: [String(id)] }]);
    expect((await inBranch(testApp.branchId)).length).toBe(4);
    const before = (await all()).map(({ id, version, updatedAt }) => [id, version, updatedAt.toString()]);
    await testApp.done(testApp.app.membership.changeMember, {
      memberId: testApp.memberId,
      changes: { branchId: Number(moved?.id) },
    });
    expect(await inBranch(testApp.branchId)).toEqual([]);
    expect((await inBranch(Number(moved?.id))).length).toBe(4);
    expect((await all()).map(({ id, version, updatedAt }) => [id, version, updatedAt.toString()])).toEqual(before);
  });
});
