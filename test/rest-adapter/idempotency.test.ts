import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf } from '#platform/app/idempotency.ts';
import { storedFingerprint } from '#platform/postgres/partners/views/idempotency-keys.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { limitsOfThisRun } from '#test/support/redis.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;

const { close, ...counting } = limitsOfThisRun();
beforeAll(async () => {
  ports = await openRestTestApp(counting);
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  partner = lendingClient(ports, institution, client);
});
beforeEach(() => {
  ports.clock.ahead = Temporal.Duration.from({ seconds: 0 });
});
afterAll(async () => {
  await ports.close();
  close();
});

const create = (body: unknown, key: string, headers: Record<string, string> = {}) =>
  partner.call('POST', '/api/v1/members', { body, key, headers });

describe('A request that is repeated with its key', () => {
  it('gets the first reply byte for byte, under a request id of its own', async () => {
    const applicant = partner.anApplicant();
    const first = await create(applicant, 'repeat-1', { 'x-request-id': 'one' });
    const again = await create(applicant, 'repeat-1', { 'x-request-id': 'two' });
    expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text });
    for (const name of ['content-type', 'location', 'etag'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('x-request-id')).toBe('two');
    expect(again.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  });

  it('is known by a keyed hash: who reads the table can’t guess what was sent, numbers of people above all', async () => {
    const applicant = partner.anApplicant();
    const { status } = await create(applicant, 'guessed');
    expect(status).toBe(201);
    const [row] = await ports.admin<{ fingerprint: Buffer }>(
      `select fingerprint from idempotency_key where client_id = $1 and key = 'guessed'`,
      [client.id],
    );
    const guess = fingerprintOf({ method: 'POST', path: '/api/v1/members', query: {}, body: applicant });
    expect(guess).toHaveLength(32);
    expect(row?.fingerprint).toHaveLength(32);
    expect(guess.equals(row!.fingerprint)).toBe(false);
    const stored = await ports.database.read(institution.id, async (tx) => storedFingerprint(guess, tx));
    expect(stored.equals(row!.fingerprint)).toBe(true);
  });

  it('counts as the same with other white space, order of members, quotes and token', async () => {
    const applicant = partner.anApplicant();
    const first = await create(applicant, 'repeat-2');
    const raw = {
      type: 'application/json',
      text: JSON.stringify(Object.fromEntries(Object.entries(applicant).toReversed()), null, 4),
    };
    const again = await partner.call('POST', '/api/v1/members', { raw, key: '"repeat-2"' });
    expect(again.text).toBe(first.text);
    const { body } = await ports.call('POST', '/api/v1/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: client.clientKey, client_secret: client.secret },
    });
    const fresh = await ports.call('POST', '/api/v1/members', {
      token: body.access_token,
      body: applicant,
      key: 'repeat-2',
    });
    expect(fresh.text).toBe(first.text);
  });

  it('gets a refusal of the business again, even where it would succeed by now', async () => {
    const { id: memberId } = (await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() })).body;
    const { id } = (await partner.call('POST', '/api/v1/loans', { body: partner.anApplication(memberId) })).body;
    const first = await partner.approve(id, { key: 'repeat-3' });
    expect(first.body.code).toBe('kyc_incomplete');
    await partner.call('PATCH', `/api/v1/members/${memberId}`, { body: { action: 'verify_kyc' } });
    const again = await partner.approve(id, { key: 'repeat-3' });
    expect({ status: again.status, text: again.text }).toEqual({ status: 409, text: first.text });
    expect((await partner.approve(id, { key: 'repeat-3b' })).status).toBe(200);
  });

  it('runs again where the first was refused for its form', async () => {
    const applicant = partner.anApplicant();
    expect((await create({ ...applicant, phone: 'none' }, 'repeat-4')).status).toBe(422);
    expect((await create(applicant, 'repeat-4')).status).toBe(201);
  });

  it('is refused where it requests something else', async () => {
    const applicant = partner.anApplicant();
    const first = await create(applicant, 'repeat-5', { 'x-request-id': 'the-first' });
    expect(first.status).toBe(201);
    for (const body of [{ ...applicant, name: 'Somebody else' }, {}, []]) {
      const { status, body: problem } = await create(body, 'repeat-5');
      expect({ status, code: problem.code }).toEqual({ status: 422, code: 'idempotency_key_reused' });
      expect(problem.original_request_id).toBe('the-first');
    }
    const elsewhere = await partner.call('POST', '/api/v1/members?id_format=uuid', {
      body: applicant,
      key: 'repeat-5',
    });
    expect(elsewhere.body.code).toBe('idempotency_key_reused');
  });

  it('is a new request after exactly 24 hours', async () => {
    const applicant = partner.anApplicant();
    expect((await create(applicant, 'repeat-6')).status).toBe(201);
    ports.clock.ahead = Temporal.Duration.from({ hours: 23, minutes: 59, seconds: 50 });
    expect((await create(applicant, 'repeat-6')).headers.get('idempotent-replayed')).toBe('true');
    ports.clock.ahead = Temporal.Duration.from({ hours: 24 });
    const later = await create(applicant, 'repeat-6');
    expect({ status: later.status, code: later.body.code }).toEqual({ status: 409, code: 'duplicate_member' });
  });

  it('makes one loan of thirty that come at the same time', async () => {
    const member = await partner.aMember();
    const body = partner.anApplication(member.id);
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => partner.call('POST', '/api/v1/loans', { body, key: 'thirty' })),
    );
    const made = replies.filter(({ status }) => status === 201);
    const waiting = replies.filter(({ status }) => status === 409);
    expect(made.length + waiting.length).toBe(30);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { body: problem, headers } of waiting) {
      expect(problem.code).toBe('idempotency_request_in_progress');
      expect(headers.get('retry-after')).toBe('1');
    }
    const list = await partner.call('GET', `/api/v1/loans?filter[member_id]=${member.id}`);
    expect(list.body.data).toHaveLength(1);
  });
});

describe('A key', () => {
  it('belongs to its client', async () => {
    const colleague = await ports.openClient(institution);
    expect((await create(partner.anApplicant(), 'mine')).status).toBe(201);
    const other = await ports.call('POST', '/api/v1/members', {
      token: colleague.token,
      body: partner.anApplicant(),
      key: 'mine',
    });
    expect({ status: other.status, replayed: other.headers.get('idempotent-replayed') }).toEqual({
      status: 201,
      replayed: null,
    });
  });

  it.each([
    ['', 'empty'],
    ['a b', 'a blank'],
    ['x'.repeat(256), 'too long'],
    ['"', 'a lone quote that is fine'],
    ['""', 'empty in quotes'],
  ])('%p is looked at (%s)', async (key) => {
    const { status, body } = await create(partner.anApplicant(), key);
    if (key === '"') return expect(status).toBe(201);
    expect({ status, code: body.code, header: body.header }).toEqual({
      status: 400,
      code: 'invalid_idempotency_key',
      header: 'Idempotency-Key',
    });
  });

  it('is not asked about on a read', async () => {
    expect((await partner.call('GET', '/api/v1/loans', { headers: { 'idempotency-key': 'a b' } })).status).toBe(200);
  });

  it('shows its client what became of the request', async () => {
    const reply = await create(partner.anApplicant(), 'look/at+me', { 'x-request-id': 'looked-at' });
    const { status, body } = await partner.call('GET', `/api/v1/idempotency_keys/${encodeURIComponent('look/at+me')}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      key: 'look/at+me',
      state: 'completed',
      status: 201,
      request_id: 'looked-at',
      resource: reply.headers.get('location'),
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const stored = Temporal.Instant.from(body.created_at).until(Temporal.Instant.from(body.expires_at));
    expect(stored.total('hours')).toBe(24);
    const colleague = await ports.openClient(institution);
    const hidden = await ports.call('GET', '/api/v1/idempotency_keys/look%2Fat%2Bme', { token: colleague.token });
    expect(hidden.status).toBe(404);
  });

  it.each(['%00', 'a%00b', 'a%20b', '%C3%A9'])('that can be none (%s) was never used', async (key) => {
    const { status, body } = await partner.call('GET', `/api/v1/idempotency_keys/${key}`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('is remembered for 24 hours', async () => {
    await create(partner.anApplicant(), 'forgotten');
    ports.clock.ahead = Temporal.Duration.from({ hours: 24 });
    expect((await partner.call('GET', '/api/v1/idempotency_keys/forgotten')).status).toBe(404);
  });
});
