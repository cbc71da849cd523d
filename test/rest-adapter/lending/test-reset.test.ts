import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '#core/kernel/outcome.ts';
import { MOST_RESETS_AN_HOUR } from '#core/partners/test-reset.ts';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

const PATH = '/api/v1/test/reset';
const PATH_OF_CLOCK = '/api/v1/test/clock';

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

const reset = (fixture: string, key?: string) =>
  partner.call('POST', PATH, { body: { fixture }, ...(key === undefined ? {} : { key }) });
const carryOut = () => ports.app.testReset.perform(institution.id, plantFixture);
const get = (path: string) => partner.call('GET', path);
const sendAhead = async (days: number) => {
  const { now } = (await get(PATH_OF_CLOCK)).body;
  const to = Temporal.Instant.from(now)
    .add({ hours: days * 24 })
    .round('millisecond')
    .toString();
  expect((await partner.call('POST', PATH_OF_CLOCK, { body: { to } })).status).toBe(202);
  await moveClock(ports.app, institution.id);
};
const codeOf = async (path: string) => {
  const { status, body } = await get(path);
  return [status, body.code];
};

describe('POST /api/v1/test/reset', () => {
  it('refuses every other request with what to do until the fixture is there; the same one joins it', async () => {
    const made = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant(), key: 'of-before' });
    expect(made.status).toBe(201);
    const begun = await reset('demo', 'one-reset');
    expect([begun.status, begun.body.state, begun.body.fixture]).toEqual([202, 'resetting', 'demo']);

    const refused = await get('/api/v1/members');
    expect([refused.status, refused.body.code, refused.body.retryable]).toEqual([503, 'sandbox_resetting', true]);
    expect(refused.body.detail).toContain('GET /api/v1/test/reset');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() })).body.code).toBe(
      'sandbox_resetting',
    );
    expect((await reset('demo')).status).toBe(202);
    const other = await reset('empty');
    expect([other.status, other.body.code]).toEqual([503, 'sandbox_resetting']);
    expect((await get(PATH)).body).toMatchObject({ state: 'resetting', fixture: 'demo', finished_at: null });

    expect(await carryOut()).toBe(true);
    expect((await get(PATH)).body).toMatchObject({ state: 'ready', fixture: 'demo', problem: null });
    expect((await get('/api/v1/members/1')).body).toMatchObject({ member_no: 'M-000001', name: 'Wanjiku Kamau' });
    // The key of the reset is known, the key of before is not: its response would name what is gone.
    const again = await reset('demo', 'one-reset');
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([202, begun.text, 'true']);
    expect((await get(PATH)).body.state).toBe('ready');
    const repeated = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant(), key: 'of-before' });
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, null]);
    // Beyond the ids of fixtures.
    expect(repeated.body.id).toBeGreaterThan(1_000);
    expect(repeated.body.member_no).toBe('M-000006');
  });

  it('says why a step failed, with nothing of a statement or its values, and goes on', async () => {
    const another = await ports.openInstitution();
    const own = lendingClient(ports, another, await ports.openClient(another));
    expect((await own.call('POST', PATH, { body: { fixture: 'empty' } })).status).toBe(202);
    const failing = ports.app.testReset.perform(another.id, async (_, { present }, caller) => {
      await present.transact.run('plantDemo', caller, async ({ sql }) => {
        await sql("select '+254711000222'::uuid");
        return outcome(null);
      });
    });
    await expect(failing).rejects.toThrow('+254711000222');
    const shown = async () => (await own.call('GET', PATH)).body;
    expect(await shown()).toMatchObject({ state: 'resetting', problem: 'The database refused a statement.' });
    // Once the lease of the one that failed has run out.
    await eventually(() => ports.app.testReset.perform(another.id, plantFixture));
    expect(await shown()).toMatchObject({ state: 'ready', problem: null });
  });

  it('forgets the keys of requests that came with the id of the reset, and knows that of one that joined it', async () => {
    const headers = { 'x-request-id': 'one-id-for-all' };
    const member = { body: partner.anApplicant(), key: 'of-one-id', headers, token: client.token };
    const made = await ports.call('POST', '/api/v1/members', member);
    expect([made.status, made.headers.get('x-request-id')]).toEqual([201, 'one-id-for-all']);
    const sent = { body: { fixture: 'demo' }, headers, token: client.token };
    expect((await ports.call('POST', PATH, { ...sent, key: 'begins' })).status).toBe(202);
    const joined = await reset('demo', 'joins');
    expect(joined.status).toBe(202);
    await carryOut();

    const repeated = await ports.call('POST', '/api/v1/members', member);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect((await get(`/api/v1/members/${repeated.body.id}`)).status).toBe(200);
    for (const key of ['begins', 'joins']) {
      expect((await reset('demo', key)).headers.get('idempotent-replayed')).toBe('true');
    }
    expect((await get(PATH)).body.state).toBe('ready');
  });

  it('keeps credentials, webhooks and the request log, and brings the clock back to real time', async () => {
    const hook = { url: 'https://partner.example.com/hook', events: ['loan.*'] };
    const { body: webhook } = await partner.call('POST', '/api/v1/webhooks', { body: hook });
    const { body: clock } = await get('/api/v1/test/clock');
    const to = Temporal.Instant.from(clock.now)
      .add({ hours: 50 * 24 })
      .round('millisecond')
      .toString();
    await partner.call('POST', '/api/v1/test/clock', { body: { to } });
    await moveClock(ports.app, institution.id);
    expect((await get('/api/v1/test/clock')).body.offset_seconds).toBeGreaterThan(40 * 86_400);
    await reset('empty');
    await carryOut();
    expect((await get('/api/v1/test/clock')).body).toMatchObject({ state: 'ready', offset_seconds: 0, to: null });
    expect((await get(`/api/v1/webhooks/${webhook.id}`)).body).toMatchObject({ id: webhook.id, url: hook.url });
    expect((await get('/api/v1/members')).body.data).toEqual([]);
    expect((await get('/api/v1/requests?limit=1')).status).toBe(200);
  });

  it('answers 410 to cursors, times and numbers of before: nothing is missed in silence', async () => {
    await reset('demo');
    await carryOut();
    const students = await get('/api/v1/students?limit=2');
    const polled = await get('/api/v1/members?sort=updated_at&limit=2');
    const { cursor, as_of } = polled.body.sync.cursor
      ? polled.body.sync
      : { ...polled.body.sync, cursor: polled.body.pagination.next_cursor };
    const since = students.body.sync.as_of;
    await eventsRelayed();
    const { body: feed } = await get('/api/v1/changes?limit=200');
    expect((await get(`/api/v1/students?updated_since=${since}`)).status).toBe(200);
    // The clock was ahead: what was handed out then lies in the future of the next generation.
    const future = Temporal.Instant.from(since)
      .add({ hours: 24 * 30 })
      .toString();

    await reset('demo');
    await carryOut();
    await eventsRelayed();
    const gone = [410, 'sandbox_was_reset'];
    expect(await codeOf(`/api/v1/members?sort=updated_at&limit=2&cursor=${cursor}`)).toEqual(gone);
    expect(await codeOf(`/api/v1/members?filter[updated_at][gte]=${as_of}`)).toEqual(gone);
    expect(await codeOf(`/api/v1/students?updated_since=${since}`)).toEqual(gone);
    expect(await codeOf(`/api/v1/students?updated_since=${future}`)).toEqual(gone);
    expect(await codeOf(`/api/v1/changes?after=${feed.through}`)).toEqual([410, 'changes_expired']);
    // From the beginning everything is there, also by the time that a first walk begins with.
    expect((await get('/api/v1/students?updated_since=2000-01-01')).body.data).toHaveLength(6);
    expect((await get('/api/v1/members?filter[updated_at][gte]=2000-01-01T00:00:00Z')).body.data).toHaveLength(5);
    const { body: next } = await get('/api/v1/changes?limit=200');
    expect(next.data.length).toBeGreaterThan(10);
    expect(next.data[0].sequence).toBeGreaterThan(feed.through);
  });

  it('answers 410 to a time of before that the new clock has passed again', async () => {
    await reset('demo');
    await carryOut();
    await sendAhead(30);
    const { body: students } = await get('/api/v1/students?updated_since=2000-01-01');
    const { body: members } = await get('/api/v1/members?filter[updated_at][gte]=2000-01-01T00:00:00Z');
    const { headers } = await get('/api/v1/students?updated_since=2000-01-01&limit=2');
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const pathOfNext = next.slice(next.indexOf('/api/v1/'));
    const ofStudents = `/api/v1/students?updated_since=${students.sync.as_of}`;
    const ofMembers = `/api/v1/members?filter[updated_at][gte]=${members.sync.as_of}`;
    for (const path of [ofStudents, ofMembers, pathOfNext])
      expect([path, (await get(path)).status]).toEqual([path, 200]);

    await reset('demo');
    await carryOut();
    await sendAhead(31);
    const gone = [410, 'sandbox_was_reset'];
    expect(await codeOf(ofStudents)).toEqual(gone);
    expect(await codeOf(ofMembers)).toEqual(gone);
    expect(await codeOf(`/api/v1/members?filter[updated_at][gt]=${members.sync.as_of}&sort=-updated_at`)).toEqual(gone);
    expect(await codeOf(pathOfNext)).toEqual(gone);
    expect(await codeOf(`/api/v1/students?updated_since=2000-01-01&updated_before=${students.sync.as_of}`)).toEqual(
      gone,
    );
    // A reader of this generation goes on, and so does one with a time that it made itself.
    const again = await get('/api/v1/students?updated_since=2000-01-01');
    expect(again.body.data).toHaveLength(6);
    const after = await get(`/api/v1/students?updated_since=${again.body.sync.as_of}`);
    expect([after.status, after.body.data]).toEqual([200, []]);
    const changed = await partner.call('PATCH', '/api/v1/members/2', { body: { phone: '+254712345444' } });
    expect(changed.status).toBe(200);
    const from = (await get('/api/v1/members?filter[updated_at][gte]=2000-01-01T00:00:00Z&limit=1')).body.sync.as_of;
    expect((await get(`/api/v1/members?filter[updated_at][gte]=${from}`)).status).toBe(200);
    expect((await get(`/api/v1/students?updated_since=${new Date(from).toISOString()}`)).status).toBe(200);
  });

  it('takes a time of a clock with microseconds for what it is where no generation was ahead of it', async () => {
    const other = await ports.openInstitution();
    const { token } = await ports.openClient(other);
    await ports.admin('update tenant set resets = 3, reset_at = clock_timestamp() where id = $1', [other.id]);
    const soon = Temporal.Instant.from((await ports.call('GET', PATH_OF_CLOCK, { token })).body.now);
    const own = soon.add({ microseconds: 1 }).toString();
    const path = `/api/v1/students?updated_since=${own}`;
    await eventually(
      async () => Date.parse((await ports.call('GET', PATH_OF_CLOCK, { token })).body.now) > Date.parse(own),
    );
    expect((await ports.call('GET', path, { token })).status).toBe(200);
  });

  it('lets no ETag of before decide on the record that has its id now', async () => {
    await reset('demo');
    await carryOut();
    const path = '/api/v1/members/2';
    const before = (await get(path)).headers.get('etag') ?? '';
    const patch = (etag: string) =>
      partner.call('PATCH', path, { body: { phone: '+254712345111' }, headers: { 'if-match': etag } });
    await reset('demo');
    await carryOut();
    const after = (await get(path)).headers.get('etag') ?? '';
    expect(after).not.toBe(before);
    const { status, body } = await patch(before);
    expect([status, body.code]).toEqual([412, 'precondition_failed']);
    expect((await patch(`${before}, "v999"`)).status).toBe(412);
    const changed = await patch(after);
    expect(changed.status).toBe(200);
    // The reply to the write has a tag of this generation, as the reads have.
    const again = await partner.call('PATCH', path, {
      body: { phone: '+254712345222' },
      headers: { 'if-match': changed.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(200);
    const known = await partner.call('GET', path, { headers: { 'if-none-match': again.headers.get('etag') ?? '' } });
    expect(known.status).toBe(304);
  });

  it('gives a record that is read while the sandbox is reset no tag of the generation that follows', async () => {
    const path = '/api/v1/members/2';
    await ports.superuser('begin');
    await ports.superuser('lock table member in access exclusive mode');
    const reading = get(path);
    await eventually(async () => {
      const waiting = `select from pg_locks where relation = 'member'::regclass and not granted`;
      return (await ports.admin(waiting)).length > 0;
    });
    // All that a reset is to tags: the records of the next generation have other contents, and the same ids and versions.
    await ports.admin('update tenant set resets = resets + 1 where id = $1', [institution.id]);
    await ports.superuser('commit');
    const { status, headers } = await reading;
    expect(status).toBe(200);
    const body = { phone: '+254712345333' };
    const decided = await partner.call('PATCH', path, { body, headers: { 'if-match': headers.get('etag') ?? '' } });
    expect([decided.status, decided.body.code]).toEqual([412, 'precondition_failed']);
  });

  it('ends cursors in other processes as well, and begins those of the next generation, without a delay', async () => {
    await reset('demo');
    await carryOut();
    const path = '/api/v1/members?sort=name&limit=2';
    const other = await openRestTestApp({ beside: ports });
    try {
      const there = (cursor: string) => other.call('GET', `${path}&cursor=${cursor}`, { token: client.token });
      const before = (await get(path)).body.pagination.next_cursor;
      expect((await there(before)).status).toBe(200);
      await reset('demo');
      await carryOut();
      const after = (await get(path)).body.pagination.next_cursor;
      const { status, body } = await there(before);
      expect([status, body.code]).toEqual([410, 'sandbox_was_reset']);
      expect((await there(after)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('needs its scope, is refused in live and after too many within an hour, and /v1/test/reset is the same', async () => {
    const reader = await ports.openClient(institution, ['sandbox:read', 'payments:write']);
    for (const path of [PATH, '/v1/test/reset']) {
      const refused = await ports.call('POST', path, { token: reader.token, body: { fixture: 'empty' } });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'insufficient_scope']);
    }
    const live = await ports.openClient(await ports.openInstitution('live'));
    const inLive = await ports.call('POST', PATH, { token: live.token, body: { fixture: 'demo' } });
    expect([inLive.status, inLive.body.code]).toEqual([403, 'sandbox_only']);
    expect((await ports.call('POST', '/v1/test/reset', { token: live.token, body: { fixture: 'demo' } })).status).toBe(
      404,
    );
    expect((await reset('nothing')).status).toBe(422);

    const app = await partner.call('POST', '/v1/test/reset', { body: { fixture: 'empty' } });
    expect([app.status, app.body.data.state]).toEqual([202, 'resetting']);
    await carryOut();
    expect((await get('/v1/test/reset')).body.data).toMatchObject({ state: 'ready', fixture: 'empty' });
    await ports.admin(
      `insert into test_reset (tenant_id, uuid, fixture, state, requested_by, request_id)
       select $1, gen_random_uuid(), 'empty', 'ready', 'test', 'test' from generate_series(1, $2)`,
      [institution.id, MOST_RESETS_AN_HOUR],
    );
    const limited = await reset('empty');
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

const eventsRelayed = () => ports.app.delivery.relay(institution.id);
