import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { pollWhileWriting } from '#test/support/polling.ts';
import { openRestTestApp, type Institution, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
});
afterAll(() => ports.close());

const got = async (path: string) => {
  const { status, body, text } = await partner.call('GET', path);
  if (status !== 200) throw new Error(text);
  return body;
};
const idsIn = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

/** A transaction that has changed a member, and waits before it commits. */
async function changing(id: number): Promise<() => Promise<void>> {
  const go = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const done = ports.database.write(institution.id, async ({ sql }) => {
    await sql(`update member set name = 'Wambui', version = version + 1 where id = $1`, [id]);
    written.resolve();
    await go.promise;
  });
  await written.promise;
  return () => {
    go.resolve();
    return done;
  };
}

describe('Members that are polled by the time of change, while a transaction that began before is open', () => {
  let early: number;
  let late: number;
  beforeAll(async () => {
    institution = await ports.openInstitution();
    partner = lendingClient(ports, institution, await ports.openClient(institution));
    early = (await partner.aMember()).id;
    late = (await partner.aMember()).id;
  });

  it.each([
    ['the cursor of the last page', ({ sync }: any) => `sort=updated_at&cursor=${sync.cursor}`],
    ['the horizon', ({ sync }: any) => `filter[updated_at][gte]=${sync.as_of}`],
    [
      'the latest change that was seen',
      ({ data }: any, before: any) => `filter[updated_at][gte]=${(data.at(-1) ?? before.data.at(-1)).updated_at}`,
    ],
  ])('are not missed by a reader who comes back with %s', async (_, comeBack) => {
    const before = await got('/api/v1/members?sort=updated_at');
    const commit = await changing(early);
    const changed = await partner.call('PATCH', `/api/v1/members/${late}`, { body: { name: 'Njeri' } });
    expect(changed.status).toBe(200);
    const meanwhile = await got(`/api/v1/members?${comeBack(before, before)}`);
    expect(meanwhile.sync).toEqual({ as_of: expect.any(String), cursor: expect.any(String) });
    expect(idsIn(meanwhile)).not.toContain(early);
    await commit();
    const after = await got(`/api/v1/members?${comeBack(meanwhile, before)}`);
    expect(idsIn(after)).toEqual(expect.arrayContaining([early, late]));
    await partner.call('PATCH', `/api/v1/members/${late}`, { body: { name: 'Amina' } });
  });

  it('begin with the newest, where the first page has the cursor to come back with', async () => {
    const { sync, data } = await got('/api/v1/members?sort=-updated_at&limit=1');
    expect(idsIn({ data })).toEqual([late]);
    await partner.call('PATCH', `/api/v1/members/${early}`, { body: { name: 'Atieno' } });
    const next = await got(`/api/v1/members?sort=-updated_at&limit=1&cursor=${sync.cursor}`);
    expect(idsIn(next)).toEqual([early]);
    const again = await got(`/api/v1/members?sort=-updated_at&limit=1&cursor=${next.sync.cursor}`);
    expect(idsIn(again)).toEqual([]);
    expect(again.sync.cursor).toEqual(expect.any(String));
  });

  it('have a cursor to come back with, though there was nothing yet', async () => {
    const none = await got('/api/v1/loans?sort=updated_at');
    const { id } = await partner.aDraft();
    expect(idsIn(await got(`/api/v1/loans?sort=updated_at&cursor=${none.sync.cursor}`))).toEqual([id]);
  });

  it('end at the horizon of the first page, however many change during the walk', async () => {
    const first = await got('/api/v1/members?sort=updated_at&limit=1');
    await partner.aMember();
    const second = await got(`/api/v1/members?sort=updated_at&limit=200&cursor=${first.pagination.next_cursor}`);
    expect(second.sync.as_of).toBe(first.sync.as_of);
    const third = await got(`/api/v1/members?sort=updated_at&cursor=${second.sync.cursor}`);
    expect(third.data).toHaveLength(1);
  });

  it('say nothing of a horizon where they are not read by it', async () => {
    expect((await got('/api/v1/members?sort=created_at')).sync).toBeUndefined();
  });
});

describe('Eight writers and a tight poll', () => {
  it('lose no member, loan, event, student or invoice, in whatever way they are polled, and nothing comes twice in the feed', async () => {
    const polled = await pollWhileWriting(ports, 4);
    expect(polled.filter(({ missed, twice, rows }) => missed > 0 || twice > 0 || rows === 0)).toEqual([]);
    expect(Math.min(...polled.map(({ polls }) => polls))).toBeGreaterThan(0);
  });
});

describe('Eight writers and a tight poll while the test clock advances', () => {
  it('lose nothing either, in any of these ways', async () => {
    const polled = await pollWhileWriting(ports, 2, async (client, { id }) => {
      const { body: clock } = await client.call('GET', '/api/v1/test/clock');
      const to = Temporal.Instant.from(clock.now).add({ hours: 72 }).round('millisecond').toString();
      expect((await client.call('POST', '/api/v1/test/clock', { body: { to } })).status).toBe(202);
      await moveClock(ports.app, id);
      expect(Date.parse((await client.call('GET', '/api/v1/test/clock')).body.now)).toBeGreaterThanOrEqual(
        Date.parse(to),
      );
    });
    expect(polled.filter(({ missed, twice, rows }) => missed > 0 || twice > 0 || rows === 0)).toEqual([]);
  });
});

describe('The feed of changes', () => {
  const relay = () => ports.app.delivery.relay(institution.id);
  let events: any[];
  beforeAll(async () => {
    institution = await ports.openInstitution();
    partner = lendingClient(ports, institution, await ports.openClient(institution));
    await partner.aDraft();
    await partner.aDraft();
    await relay();
    events = (await got('/api/v1/changes')).data;
  });
  const numbers = ({ data }: { data: { sequence: number }[] }) => data.map(({ sequence }) => sequence);

  it('numbers the events of the institution without a gap, and shows them as webhooks do', async () => {
    expect(numbers({ data: events })).toEqual(events.map((_, n) => n + 1));
    const [first] = events;
    expect(first.sequence).toBe(1);
    expect(await got(`/api/v1/events/${first.id}`)).toEqual(first);
  });

  it('goes on behind a number, in pages', async () => {
    const page = await got('/api/v1/changes?after=2&limit=2');
    expect(numbers(page)).toEqual([3, 4]);
    expect(page).toMatchObject({ through: 4, has_more: true });
    expect(await got(`/api/v1/changes?after=${events.length}`)).toEqual({
      data: [],
      through: events.length,
      has_more: false,
    });
  });

  it('says up to where it is complete, where events are of other types or scopes', async () => {
    const loans = await got('/api/v1/changes?types=loan.*');
    expect(loans.data.map(({ type }: { type: string }) => type)).toEqual(['loan.created', 'loan.created']);
    expect(loans.through).toBe(events.length);
    const narrow = await ports.openClient(institution, ['webhooks:read', 'loans:read']);
    const seen = await ports.call('GET', '/api/v1/changes?types=loan.*,member.*', { token: narrow.token });
    expect(numbers(seen.body)).toEqual(numbers(loans));
    expect(seen.body.through).toBe(events.length);
    const { status, body } = await ports.call('GET', '/api/v1/changes', {
      token: (await ports.openClient(institution, ['loans:read'])).token,
    });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  });

  it('shows no event of another institution', async () => {
    const stranger = lendingClient(ports, institution, await ports.openClient(await ports.openInstitution()));
    expect((await stranger.call('GET', '/api/v1/changes')).body).toEqual({ data: [], through: 0, has_more: false });
  });

  it('shows an event once it is committed, behind those that were committed before', async () => {
    const { through } = await got('/api/v1/changes');
    const go = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const early = ports.database.write(institution.id, async ({ sql }) => {
      await sql(
        `with e as (insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
           values (gen_random_uuid(), 'loan.updated', 'loan', 1, gen_random_uuid(), 2, '{}', 'req', now()) returning id)
         insert into outbox (event_id) select id from e`,
      );
      written.resolve();
      await go.promise;
    });
    await written.promise;
    await partner.aDraft();
    await relay();
    const meanwhile = await got(`/api/v1/changes?after=${through}&types=loan.*`);
    expect(meanwhile.data.map(({ type }: { type: string }) => type)).toEqual(['loan.created']);
    go.resolve();
    await early;
    await relay();
    const after = await got(`/api/v1/changes?after=${meanwhile.through}&types=loan.*`);
    expect(after.data.map(({ type }: { type: string }) => type)).toEqual(['loan.updated']);
  });

  it('is waited for, and answers as soon as something happens', async () => {
    const { through } = await got('/api/v1/changes');
    const waiting = got(`/api/v1/changes?after=${through}&wait=20`);
    await partner.aDraft();
    await relay();
    expect((await waiting).data.length).toBeGreaterThan(0);
  });

  it('is waited for by ten requests of a client at most: the next one has what there is immediately', async () => {
    const { through } = await got('/api/v1/changes');
    const settled: number[] = [];
    const waiting = Array.from({ length: 11 }, async (_, n) => {
      await got(`/api/v1/changes?after=${through}&wait=20`);
      settled.push(n);
    });
    await eventually(() => settled.length === 1);
    await partner.aDraft();
    await relay();
    await Promise.all(waiting);
    expect(settled).toHaveLength(11);
  });

  it('is shown to none whose client was disabled while they waited', async () => {
    const { through } = await got('/api/v1/changes');
    const watcher = await ports.openClient(institution);
    const replies: Reply[] = [];
    const waiting = Array.from({ length: 11 }, async () => {
      replies.push(await ports.call('GET', `/api/v1/changes?after=${through}&wait=20`, { token: watcher.token }));
    });
    // One more than wait: the ten others do.
    await eventually(() => replies.length === 1);
    const operator = systemCaller(institution, 'tests', 'tests');
    await ports.app.partners.operators.disableClient(operator, { clientId: watcher.id, reason: 'The contract ended.' });
    await partner.aDraft();
    await relay();
    await Promise.all(waiting);
    expect(replies.slice(1).map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 10 }, () => [401, 'invalid_token']),
    );
  });

  it.each([
    ['types=loan.nothing', 'types'],
    ['after=999999', 'after'],
    ['after=-1', 'after'],
    ['wait=21', 'wait'],
    ['limit=0', 'limit'],
    ['since=1', 'since'],
  ])('refuses %s', async (query, parameter) => {
    const { status, body } = await partner.call('GET', `/api/v1/changes?${query}`);
    expect([status, body.code, body.parameter]).toEqual([400, 'invalid_parameter', parameter]);
  });

  it('refuses a number whose events are no longer retained, rather than leave them out', async () => {
    await ports.admin('delete from reaction where tenant_id = $1', [institution.id]);
    await ports.admin(
      `delete from event where tenant_id = $1 and id in
         (select event_id from feed_entry where tenant_id = $1 and sequence <= 2)`,
      [institution.id],
    );
    expect((await got('/api/v1/changes?limit=1')).data[0].sequence).toBe(3);
    expect((await got('/api/v1/changes?after=2&limit=1')).data[0].sequence).toBe(3);
    const { status, body } = await partner.call('GET', '/api/v1/changes?after=1');
    expect([status, body.code, body.oldest]).toEqual([410, 'changes_expired', 2]);
  });

  it('refuses a number between changes that were removed, although an older one is retained', async () => {
    const { body: before } = await partner.call('GET', '/api/v1/changes');
    const [kept] = before.data;
    const latest = before.data.at(-1).sequence;
    expect(latest).toBeGreaterThan(kept.sequence + 3);
    // What is older than thirty days goes, but what a reaction waits for.
    await ports.admin(`update event set created_at = created_at - interval '40 days' where tenant_id = $1`, [
      institution.id,
    ]);
    await ports.admin(
      `insert into reaction (tenant_id, handler, event_id) select $1, 'a-test', f.event_id
         from feed_entry f where f.tenant_id = $1 and f.sequence = $2`,
      [institution.id, kept.sequence],
    );
    await ports.admin(`delete from webhook_delivery where tenant_id = $1`, [institution.id]);
    await ports.app.rounds.discardExpired();
    for (const after of [kept.sequence - 1, kept.sequence, latest - 1]) {
      const { status, body } = await partner.call('GET', `/api/v1/changes?after=${after}`);
      expect([status, body.code, body.oldest]).toEqual([410, 'changes_expired', latest]);
    }
    const { status, body } = await partner.call('GET', `/api/v1/changes?after=${latest}`);
    expect([status, body.data]).toEqual([200, []]);
    expect((await partner.call('GET', '/api/v1/changes')).body.data).toEqual([]);
  });
});
