import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentSubject, memberSubject, msisdnSubject, numberSubject } from '#core/aml/alert/aml-alert.ts';
import { screenNames } from '#core/aml/use-cases/screen-names.ts';
import { memberToScreen, membersToScreen } from '#platform/postgres/aml/people.ts';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';

/** A list and members enough that the planner would show where a statement reads all of them. */
const ENTRIES = 5_000;
const MEMBERS = 5_000;
/** So many that a statement stays within its five seconds: each member's words are indexed. */
const AT_ONCE = 500;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
  const surname = (n: number) => [...String(n)].map((digit) => 'bdfgklmnrt'[Number(digit)]).join('a');
  const people = Array.from({ length: ENTRIES }, (_, n) => {
    return { sourceId: `E${n}`, names: [`Mohamed ${surname(n)}`], births: [], countries: [], idNumbers: [] };
  });
  const version = {
    name: 'large',
    kind: 'sanction',
    dated: Temporal.PlainDate.from('2026-03-01'),
    digest: 'a',
  } as const;
  await testApp.app.watchlists.importList(testApp.operator, { ...version, people, removals: 'usual' });
  for (let first = 1; first <= MEMBERS; first += AT_ONCE) {
    await testApp.sql(
      `insert into member (uuid, member_no, name, national_id, phone, branch_id, state)
       select gen_random_uuid(), 'X-' || n, 'Member ' || n, 'X' || n, '+2547' || n, $1, 'active'
         from generate_series($2::int, $3::int) n`,
      [testApp.branchId, first, first + AT_ONCE - 1],
    );
  }
});
afterAll(() => testApp.close());

/** The plans of every statement that the work sends, under the settings of the application, without statistics. */
async function plansOf(work: Parameters<TestApp['internals']['transact']['look']>[1]): Promise<string[]> {
  const seen: { text: string; params: readonly unknown[] }[] = [];
  const { database, internals } = testApp;
  await internals.transact.look(testApp.operator, async (tx, context) => {
    database.onStatement = (text, params) => void seen.push({ text, params });
    await work(tx, context);
    database.onStatement = null;
  });
  return internals.transact.look(testApp.operator, async ({ sql }) => {
    const plans: string[] = [];
    for (const { text, params } of seen.filter(({ text: statement }) => /^\s*(select|with)/.test(statement))) {
      const rows = await sql<{ 'QUERY PLAN': string }>(`explain ${text}`, params);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}

describe('A screening', () => {
  it('of a name reads no list and no table of members from end to end', async () => {
    const plans = await plansOf(async (tx, context) => {
      const ports = testApp.internals.ports.aml(tx, context);
      await screenNames(await memberToScreen(tx, testApp.memberId), ports);
      await screenNames((await membersToScreen(tx, { after: 0, limit: 10 })).people, ports);
    });
    expect(plans.length).toBeGreaterThan(3);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (member|watchlist_entry|watchlist_key|aml_alert)/);
  });

  it('of money reads none either', async () => {
    const day = Temporal.PlainDate.from('2026-03-10');
    const window = { start: day.subtract({ days: 90 }), end: day };
    const phone = '+254700000001';
    const plans = await plansOf(async (tx, context) => {
      const { activity, amlAlerts } = testApp.internals.ports.aml(tx, context);
      for (const subject of [memberSubject(1), msisdnSubject(phone), numberSubject(phone), agentSubject(1)]) {
        await activity.of(subject, window);
        await activity.historyOf(subject, window);
        await amlAlerts.windowsOf('daily_cash', subject, window);
      }
      for (const type of [
        'savings_transaction',
        'repayment',
        'mobile_money_transaction',
        'disbursement',
        'loan',
        'death_claim',
      ] as const)
        await activity.subjectsOf({ type, id: 1 });
    });
    expect(plans.length).toBe(18);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan');
  });

  it('compares a name with a hundred entries at most, however common its words are', async () => {
    const { transact, ports } = testApp.internals;
    const person = { name: 'Mohamed Baba', born: null, idNumber: null };
    const started = performance.now();
    const found = await transact.look(testApp.operator, (tx, context) =>
      ports.aml(tx, context).watchlists.candidatesFor([person]),
    );
    expect(found[0]?.length).toBeLessThanOrEqual(100);
    // One statement: half a second would be a sequential scan for each word.
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
