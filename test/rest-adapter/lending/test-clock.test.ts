import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '#platform/runtime/log.ts';
import { advanceClock } from '#work/advance-clocks.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

const PATH = '/api/v1/test/clock';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;
beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  partner = lendingClient(ports, institution, client);
});
afterAll(() => ports.close());

const shown = async (path = PATH) => (await partner.call('GET', path)).body;
const inDays = async (days: number): Promise<string> =>
  Temporal.Instant.from((await shown()).now)
    .add({ hours: 24 * days })
    .round('millisecond')
    .toString();
const advance = (to: string, key?: string) =>
  partner.call('POST', PATH, { body: { to }, ...(key === undefined ? {} : { key }) });
const arrive = () => moveClock(ports.app, institution.id);

describe('The test clock of a sandbox', () => {
  it('is the database’s until it is advanced, then on its way, then where it was sent', async () => {
    const before = await shown();
    expect(before).toMatchObject({ state: 'ready', to: null, advanced_from: null, offset_seconds: 0, problem: null });
    const to = await inDays(3);
    const sent = await advance(to);
    expect([sent.status, sent.body.state, sent.body.to]).toEqual([202, 'advancing', new Date(to).toISOString()]);
    await arrive();
    const after = await shown();
    expect([after.state, after.to]).toEqual(['ready', new Date(to).toISOString()]);
    expect(Date.parse(after.now)).toBeGreaterThanOrEqual(Date.parse(to));
    const member = await partner.aMember();
    expect(Date.parse(member.created_at)).toBeGreaterThanOrEqual(Date.parse(to));
  });

  it('goes one way at a time, ahead, by 400 days at most', async () => {
    const to = await inDays(2);
    expect((await advance(to)).status).toBe(202);
    // The same joins it.
    expect((await advance(to)).status).toBe(202);
    const elsewhere = await advance(await inDays(5));
    expect([elsewhere.status, elsewhere.body.code, elsewhere.body.to]).toEqual([
      409,
      'clock_advancing',
      new Date(to).toISOString(),
    ]);
    await arrive();
    for (const wrong of [await inDays(-1), await inDays(401)]) {
      const refused = await advance(wrong);
      expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
        422,
        'validation_failed',
        '#/to',
      ]);
    }
  });

  it('goes where the first of two requests of one moment sends it; the other is refused', async () => {
    const other = await ports.openInstitution();
    const { token } = await ports.openClient(other);
    const from = Temporal.Instant.from((await ports.call('GET', PATH, { token })).body.now).round('millisecond');
    const both = [1, 2].map((days) => {
      const body = { to: from.add({ hours: 24 * days }).toString() };
      return ports.call('POST', PATH, { token, body });
    });
    const replies = await Promise.all(both);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('clock_advancing');
    const begun = replies.find(({ status }) => status === 202)?.body.to;
    expect((await ports.call('GET', PATH, { token })).body.to).toBe(begun);
    await moveClock(ports.app, other.id);
  });

  it('stops where a job that is due fails again and again, says why, and goes on once it succeeds', async () => {
    const other = await ports.openInstitution();
    const { token } = await ports.openClient(other);
    const shownOf = async () => (await ports.call('GET', PATH, { token })).body;
    const from = Temporal.Instant.from((await shownOf()).now);
    const dueAt = from.add({ hours: 48 });
    await ports.admin(
      `insert into sandbox_payment (tenant_id, originator_id, provider_ref, receipt_no, amount, msisdn, notification_due_at)
       values ($1, gen_random_uuid(), 'AG_1', 'AAAAAAAAA1', 100, '+254700000000', $2)`,
      [other.id, dueAt.toString()],
    );
    const to = from.add({ hours: 96 }).round('millisecond').toString();
    await ports.call('POST', PATH, { token, body: { to } });
    let tries = 0;
    const failing = {
      'sandbox-callback': {
        handler: async () => {
          tries += 1;
          throw new Error('The provider is away.');
        },
      },
    };
    const log = openLog('silent');
    await advanceClock({ app: ports.app, log }, failing, other.id);
    const stopped = await shownOf();
    expect([stopped.state, stopped.problem, tries]).toEqual(['advancing', 'The provider is away.', 3]);
    expect(Math.abs(Date.parse(stopped.now) - dueAt.epochMilliseconds)).toBeLessThan(60_000);
    await ports.admin('update test_clock set leased_until = now() where tenant_id = $1', [other.id]);
    const notifying = {
      'sandbox-callback': {
        handler: async () => {
          await ports.admin('update sandbox_payment set notification_due_at = null where tenant_id = $1', [other.id]);
        },
      },
    };
    await advanceClock({ app: ports.app, log }, notifying, other.id);
    expect(await shownOf()).toMatchObject({ state: 'ready', problem: null });
  });

  it('leaves tokens, idempotency keys and rate limits in real time', async () => {
    const body = partner.anApplicant();
    const made = await partner.call('POST', '/api/v1/members', { body, key: 'a-day-before' });
    const quota = Number(made.headers.get('x-ratelimit-remaining'));
    await advance(await inDays(30));
    await arrive();
    const replayed = await partner.call('POST', '/api/v1/members', { body, key: 'a-day-before' });
    expect([replayed.status, replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([
      made.status,
      made.text,
      'true',
    ]);
    // Not refilled by a month: two more were sent.
    expect(Number(replayed.headers.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(quota + 5);
    expect(Number(replayed.headers.get('x-ratelimit-reset'))).toBeLessThan(Date.now() / 1000 + 120);
  });

  it('loses nothing for a reader who polls while it advances', async () => {
    const seen = new Set<number>();
    let cursor: string | null = null;
    const poll = async () => {
      for (;;) {
        const { body } = await partner.call(
          'GET',
          `/api/v1/members?sort=updated_at&limit=20${cursor === null ? '' : `&cursor=${cursor}`}`,
        );
        for (const { id } of body.data) seen.add(id);
        cursor = body.pagination.next_cursor ?? body.sync.cursor;
        if (!body.pagination.has_more) return Date.parse(body.sync.as_of);
      }
    };
    const made: number[] = [];
    let isOver = false;
    const writing = (async () => {
      while (!isOver && made.length < 60) {
        const { body } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
        made.push(body.id);
      }
    })();
    const reading = (async () => {
      while (!isOver) await poll();
    })();
    const to = await inDays(3);
    await advance(to);
    await arrive();
    isOver = true;
    await Promise.all([writing, reading]);
    await expect.poll(poll).toBeGreaterThan(Date.parse(to));
    await expect.poll(async () => (await poll()) && made.filter((id) => !seen.has(id))).toEqual([]);
    expect(made.length).toBeGreaterThan(3);
  });

  it('is that of one sandbox, and a live institution has none', async () => {
    const other = await ports.openInstitution();
    const stranger = await ports.openClient(other);
    const clock = (await ports.call('GET', PATH, { token: stranger.token })).body;
    expect(clock).toMatchObject({ state: 'ready', offset_seconds: 0 });
    const live = await ports.openClient(await ports.openInstitution('live'));
    for (const method of ['GET', 'POST']) {
      const sent = method === 'POST' ? { body: { to: '2040-01-01T00:00:00Z' } } : {};
      const refused = await ports.call(method, PATH, { token: live.token, ...sent });
      expect([refused.status, refused.body.code]).toEqual([403, 'sandbox_only']);
    }
  });
});
