import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUOTAS } from '#core/partners/quotas.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { rotateSecret } from '#platform/cli/clients.ts';
import { eventually } from '#test/support/eventually.ts';
import { openRestTestApp, REST_SECRET, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient } from '#test/support/school-client.ts';

/** Surface C as the contract has it, row by row. */
let ports: RestTestApp;
let school: SchoolClient;
beforeAll(async () => {
  ports = await openRestTestApp();
  school = await openSchool(ports);
});
afterAll(() => ports.close());

const scopes = ['students:read', 'invoices:write', 'results:read'];
const exchange = (client: { clientKey: string; secret: string }, scope: string) =>
  ports.call('POST', '/api/v1/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: client.clientKey, client_secret: client.secret, scope },
    headers: { accept: 'application/json' },
  });

describe('1. What the service does', () => {
  it('C: education | Reads and writes students, enrolments, invoices and results for external systems | {base_url}/api/v1/', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const invoice = await school.anInvoice(student);
    const result = await school.aResult();
    for (const [collection, { id }] of Object.entries({
      students: student,
      enrolments: enrolment,
      invoices: invoice,
      results: result,
    })) {
      expect((await school.got(`/api/v1/${collection}/${id}`)).id).toBe(id);
    }
  });
});

describe('4. Endpoints, surface C', () => {
  it('GET | /students, /enrolments, /invoices, /results | query: limit, offset, filters (e.g. programme), updated_since | paged list', async () => {
    const { student } = await school.anEnrolment();
    await school.anInvoice(student);
    await school.aResult();
    const { code } = school.school.programme;
    for (const collection of ['students', 'enrolments', 'invoices', 'results']) {
      const filter = collection === 'invoices' ? `student_id=${student.id}` : `programme=${code}`;
      const path = `/api/v1/${collection}?${filter}&updated_since=2020-01-01T00:00:00Z&limit=1`;
      const page = await school.got(`${path}&offset=0`);
      expect(page.data).toHaveLength(1);
      expect(page.pagination).toMatchObject({ limit: 1, offset: 0, total: expect.any(Number) });
      expect((await school.got(`${path}&offset=100`)).data).toEqual([]);
      expect((await school.call('GET', `/api/v1/${collection}`, { token: null })).status).toBe(401);
    }
    expect((await school.got('/api/v1/students?programme=NONE')).data).toEqual([]);
  });

  it('Writes accept Idempotency-Key', async () => {
    const body = { first_name: 'Achieng', last_name: 'Otieno', programme_id: school.school.programme.id };
    const write = () => school.call('POST', '/api/v1/students', { body, key: 'an-admission' });
    const first = await write();
    const again = await write();
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('Requests send Content-Type: application/json and Accept: application/json', async () => {
    const headers = { accept: 'application/json' };
    const { status, headers: emitted } = await school.call('GET', '/api/v1/students', { headers });
    expect([status, emitted.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    const raw = { type: 'text/plain', text: '{}' };
    expect((await school.call('POST', '/api/v1/students', { raw })).status).toBe(415);
    expect((await school.call('GET', '/api/v1/students', { headers: { accept: 'text/csv' } })).status).toBe(406);
  });
});

describe('5. Authentication, surface C', () => {
  it('1. An API client is registered in settings, yielding client_id and client_secret', async () => {
    const { clientKey, secret } = await ports.openClient(school.institution, scopes);
    expect([clientKey, secret]).toEqual([expect.stringMatching(/^pk_test_/), expect.stringMatching(/^sk_test_/)]);
  });

  it('2. The client is assigned scopes, in the form <resource>:<read|write>, least privilege', async () => {
    const { token } = await ports.openClient(school.institution, scopes);
    const status = async (method: string, path: string) =>
      (await ports.call(method, path, { token, ...(method === 'POST' ? { body: {} } : {}) })).status;
    expect(await status('GET', '/api/v1/students')).toBe(200);
    expect(await status('GET', '/api/v1/results')).toBe(200);
    expect(await status('POST', '/api/v1/invoices')).toBe(422);
    expect(await status('GET', '/api/v1/invoices')).toBe(403);
    expect(await status('POST', '/api/v1/students')).toBe(403);
    expect(await status('GET', '/api/v1/enrolments')).toBe(403);
  });

  it('3. Credentials are exchanged at {base_url}/api/v1/oauth/token (grant_type client_credentials, client_id, client_secret, scope)', async () => {
    const client = await ports.openClient(school.institution, scopes);
    const { status, body } = await exchange(client, 'students:read');
    expect(status).toBe(200);
    expect(body).toMatchObject({ access_token: expect.stringMatching(/^at_/), scope: 'students:read' });
    expect((await exchange(client, 'students:write')).status).toBe(400);
  });

  it('4. The returned access_token is sent as a Bearer header on every call and refreshed before it expires', async () => {
    const client = await ports.openClient(school.institution, scopes);
    const { body: one } = await exchange(client, 'students:read');
    const { body: next } = await exchange(client, 'students:read');
    expect(one.expires_in).toBe(3600);
    for (const { access_token: token } of [one, next]) {
      expect((await ports.call('GET', '/api/v1/students', { token })).status).toBe(200);
    }
  });

  it('5. The secret is rotated periodically, and unused clients are revoked', async () => {
    const client = await ports.openClient(school.institution, scopes);
    const operator = systemCaller(school.institution, 'tests', 'tests');
    const { secret } = await rotateSecret(ports.app, deriveKeys(REST_SECRET).pepper, operator, { id: client.id });
    expect((await exchange(client, 'students:read')).status).toBe(401);
    expect((await exchange({ ...client, secret }, 'students:read')).status).toBe(200);
    const [{ seen } = { seen: null }] = await ports.admin<{ seen: Date | null }>(
      'select last_used_at as seen from api_client where id = $1',
      [school.client.id],
    );
    expect(seen).not.toBeNull();
  });
});

describe('7 and 8. Limits, surface C', () => {
  it('429 when the rate limit is exceeded; X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset; clients back off until the reset', async () => {
    const limited = await openRestTestApp({ quotas: { ...QUOTAS, 'C.read': 30 } });
    try {
      const { token } = await limited.openClient(await limited.openInstitution());
      const read = () => limited.call('GET', '/api/v1/students', { token });
      const first = await read();
      expect(first.headers.get('x-ratelimit-limit')).toBe('30');
      expect(first.headers.get('x-ratelimit-remaining')).toBe('29');
      expect(Number(first.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 1);
      let last = first;
      while (last.status === 200) last = await read();
      expect(last.status).toBe(429);
      await sleep(Number(last.headers.get('retry-after')) * 1_000);
      expect((await read()).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('Surface C clients use updated_since to fetch only changed records', async () => {
    const other = await school.aStudent();
    const changing = await school.aStudent();
    const asOf = await eventually(async () => {
      const { sync } = await school.got('/api/v1/students?limit=1');
      return sync.as_of > changing.updated_at ? sync.as_of : null;
    });
    await school.changed(`/api/v1/students/${changing.id}`, { middle_name: 'Wanjiru' });
    const { data } = await school.got(`/api/v1/students?updated_since=${asOf}`);
    const ids = data.map(({ id }: { id: number }) => id);
    expect(ids).toContain(changing.id);
    expect(ids).not.toContain(other.id);
  });
});
