import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '#platform/cli/owner.ts';
import { moneyFiguresOf } from '#platform/postgres/money-figures.ts';
import type { MoneyFigures } from '#platform/runtime/metrics/backlog.ts';
import { openLender } from '#test/support/lender.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

describe('The figures of money under way', () => {
  const ofMode = async (mode: string, now = Temporal.Now.instant(), bound = 10) =>
    (await moneyFiguresOf(testApp.database)(now, bound)).byMode.find((each) => each.mode === mode);

  const inSandboxes = ({ byMode }: MoneyFigures) => byMode.find(({ mode }) => mode === 'sandbox');

  it('count notifications that are not processed ten minutes after they came, given up or not, to a bound', async () => {
    const now = Temporal.Now.instant().round('millisecond');
    const none = { notifications: 0, notificationsSince: null };
    expect(await ofMode('sandbox', now)).toMatchObject(none);
    const receive = (minutesAgo: number, state: { readonly due: boolean; readonly processed: boolean }) =>
      testApp.sql(
        `insert into callback (kind, subject, digest, body, headers, received_at, last_received_at, tries, due_at, processed_at)
         select 'payout', gen_random_uuid()::text, sha256($2::int::text::bytea), '{}', '{}', x.received_at, x.received_at, 20,
                case when $3::boolean then now() + interval '1 hour' end, case when $4::boolean then now() end
           from (select $1::timestamptz - make_interval(mins => $2) as received_at) x`,
        [now.toString(), minutesAgo, state.due, state.processed],
      );
    await receive(9, { due: true, processed: false });
    await receive(100, { due: false, processed: true });
    expect(await ofMode('sandbox', now)).toMatchObject(none);
    await receive(11, { due: true, processed: false });
    await receive(12, { due: false, processed: false });
    const waiting = await ofMode('sandbox', now);
    expect(waiting?.notifications).toBe(2);
    expect(waiting?.notificationsSince?.until(now).total('minutes')).toBe(12);
    expect(await ofMode('sandbox', now, 1)).toMatchObject({ notifications: 1 });
    expect(await ofMode('live', now)).toMatchObject(none);
    // What came later than the time that is looked at does not count yet.
    expect(await ofMode('sandbox', now.subtract({ minutes: 3 }))).toMatchObject(none);
  });

  it('count what waits for people, to a bound', async () => {
    const now = Temporal.Now.instant();
    expect(await ofMode('sandbox', now)).toMatchObject({ incidents: 0, breaks: 0, oldBreaks: 0 });
    await testApp.sql(
      `insert into incident (uuid, kind, state, summary) select gen_random_uuid(), 'test', state, 'Seen by a test'
         from unnest(array['open', 'open', 'resolved']) state`,
    );
    expect(await ofMode('sandbox', now)).toMatchObject({ incidents: 2 });
    expect(await ofMode('sandbox', now, 1)).toMatchObject({ incidents: 1 });
    expect(await ofMode('live', now)).toMatchObject({ incidents: 0 });
  });

  it('count a break by its own age, so that one a day old is seen among those that come and go', async () => {
    await testApp.sql(
      `insert into reconciliation (uuid, account, source, covers_from, covers_through, digest, lines, matched, in_there,
                                   out_there, fees_there, opening_here, in_here, out_here, closing_here, in_transit,
                                   compared_at, compared_by, open_breaks)
       values (gen_random_uuid(), 'mpesa_float', 'statement', '2026-01-01', '2026-01-01', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0,
               0, now(), 'test', 3)`,
    );
    await testApp.sql(
      `insert into reconciliation_break (uuid, reconciliation_id, account, break_key, type, state, amount_here, occurred_at,
                                         proposal, notes, created_at)
       select gen_random_uuid(), (select id from reconciliation), 'mpesa_float', 'key ' || hours, 'missing_there', 'open', 1, now(),
              'none', '[]', now() - make_interval(hours => hours)
         from unnest(array[1, 23, 25]) hours`,
    );
    expect(await ofMode('sandbox')).toMatchObject({ breaks: 3, oldBreaks: 1 });
    expect(await ofMode('live')).toMatchObject({ oldBreaks: 0 });
    await testApp.sql(`delete from reconciliation_break`);
    await testApp.sql(`delete from reconciliation`);
    expect(await ofMode('sandbox')).toMatchObject({ oldBreaks: 0 });
  });

  it('count institutions whose books are wrong by their last proof, and no longer once one says that all holds', async () => {
    const wrong = async (bound = 10) => (await ofMode('sandbox', Temporal.Now.instant(), bound))?.wrongBooks;
    const prove = (violations: number) =>
      testApp.sql(
        `insert into ledger_proof (uuid, proven_by, checks) select gen_random_uuid(), 'test',
           jsonb_build_array(jsonb_build_object('name', 'loans', 'violations', 0),
                             jsonb_build_object('name', 'journals', 'violations', $1::int))`,
        [violations],
      );
    expect(await wrong()).toBe(0);
    await prove(0);
    expect(await wrong()).toBe(0);
    await prove(3);
    expect(await wrong()).toBe(1);
    expect(await wrong(0)).toBe(0);
    await prove(0);
    expect(await wrong()).toBe(0);
  });

  it('count institutions without a proof for 36 hours, and no longer once there is one', async () => {
    // Its books begin with the float of an agent.
    const institution = await openTestApp();
    const unproven = async (bound = 10) =>
      inSandboxes(await moneyFiguresOf(institution.database)(Temporal.Now.instant(), bound))?.unprovenBooks;
    const aheadBy = (hours: number) =>
      asOwner(institution.settings.adminUrl, (client) =>
        client.query('update tenant set clock_offset_ms = $1::bigint * 3600000', [hours]),
      );
    try {
      await aheadBy(35);
      expect(await unproven()).toBe(0);
      await aheadBy(37);
      expect([await unproven(), await unproven(0)]).toEqual([1, 0]);
      await institution.sql(
        `insert into ledger_proof (uuid, proven_by, checks, created_at)
         values (gen_random_uuid(), 'test', '[{"name": "loans", "violations": 0}]', now() + interval '37 hours')`,
      );
      expect(await unproven()).toBe(0);
    } finally {
      await institution.close();
    }
  });

  it('count institutions whose last day is not closed six hours after its end', async () => {
    const lender = await openLender('2026-01-05');
    try {
      const figures = moneyFiguresOf(lender.testApp.database);
      await lender.lend(100_000n);
      const late = async (at: string) => inSandboxes(await figures(Temporal.Instant.from(at), 10))?.lateCloses;
      expect(await late('2026-01-06T05:59:00+03:00')).toBe(0);
      expect(await late('2026-01-06T06:00:00+03:00')).toBe(1);
      lender.moveTo('2026-01-06');
      await lender.close();
      expect(await late('2026-01-06T06:00:00+03:00')).toBe(0);
    } finally {
      await lender.testApp.close();
    }
  });
});
