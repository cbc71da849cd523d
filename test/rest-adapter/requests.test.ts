import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redacted, redactedPath } from '#rest/requests/redacted.ts';
import { routes } from '#rest/routes.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp({ logs: 'requests' });
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  partner = lendingClient(ports, institution, client);
});
afterAll(() => ports.close());

const logged = async (requestId: string, token = client.token) => {
  await ports.flushRequests();
  return ports.call('GET', `/api/v1/requests/${requestId}`, { token });
};

describe('The log of requests', () => {
  it('shows a client what it sent and what came back, without personal data', async () => {
    const body = partner.anApplicant({ name: 'Wanjiku Secretive' });
    const made = await partner.call('POST', '/api/v1/members', {
      body,
      key: 'log-1',
      headers: { 'x-request-id': 'req-member' },
    });
    expect(made.status).toBe(201);
    const { status, body: entry, text } = await logged('req-member');
    expect(status).toBe(200);
    expect(entry).toMatchObject({
      request_id: 'req-member',
      method: 'POST',
      path: '/api/v1/members',
      status: 201,
      duration_ms: expect.any(Number),
      idempotency_key: 'log-1',
      error_code: null,
      request_body: {
        name: '***',
        national_id: '***',
        phone: '***',
        branch_id: institution.branch.id,
        kyc: { id_type: 'national_id', id_number: '***', date_of_birth: '***', address: { city: '***' } },
      },
      response_body: { id: made.body.id, uuid: made.body.uuid, name: '***', state: 'pending_kyc', version: 1 },
    });
    for (const personal of ['Wanjiku', body.national_id, '254712345678', '1991-04-12', 'Nakuru']) {
      expect(text).not.toContain(personal);
    }
  });

  it('shows why a request was refused, and not the words in which the refusal repeats it', async () => {
    await partner.call('POST', '/api/v1/loans', {
      body: { ...partner.anApplication(1), product_id: undefined, '+254712345678': 1 },
      headers: { 'x-request-id': 'req-refused' },
    });
    const { body, text } = await logged('req-refused');
    expect(body).toMatchObject({
      status: 422,
      error_code: 'validation_failed',
      request_body: { principal: 5_000_000, purpose: '***' },
      response_body: {
        code: 'validation_failed',
        errors: expect.arrayContaining([{ pointer: '#/product_id', code: 'required' }]),
      },
    });
    expect(text).not.toContain('254712345678');
    expect(text).not.toContain('Dairy');
  });

  it('has the ids of a path, and none of its other words', async () => {
    const { id } = await partner.aDraft();
    await partner.call('GET', `/api/v1/loans/${id}`, { headers: { 'x-request-id': 'req-path' } });
    expect((await logged('req-path')).body).toMatchObject({ path: `/api/v1/loans/${id}`, response_body: null });
    expect(redactedPath({ path: '/a/{key}/{id}' }, { key: '+254712345678', id: '254712345678' })).toBe('/a/***/***');
  });

  it('is a list that is filtered and walked, newest first', async () => {
    await ports.flushRequests();
    const { body } = await partner.call('GET', '/api/v1/requests?filter[status]=422&limit=1');
    expect(body.data).toMatchObject([{ request_id: 'req-refused' }]);
    expect((await partner.call('GET', '/api/v1/requests?filter[request_id]=req-member')).body.data).toHaveLength(1);
  });

  it('is a client’s own: no other client and no other institution finds it', async () => {
    const colleague = await ports.openClient(institution);
    const stranger = await ports.openClient(await ports.openInstitution());
    for (const { token } of [colleague, stranger]) {
      expect((await logged('req-member', token)).status).toBe(404);
      const { body } = await ports.call('GET', '/api/v1/requests?filter[request_id]=req-member', { token });
      expect(body.data).toEqual([]);
    }
  });

  it('shows the bodies to tokens that may do the same, and the rest to any of the client', async () => {
    const body = {
      grant_type: 'client_credentials',
      client_id: client.clientKey,
      client_secret: client.secret,
      scope: 'loans:read',
    };
    const { body: narrow } = await ports.call('POST', '/api/v1/oauth/token', { body });
    const bare = { request_id: 'req-member', status: 201, request_body: null, response_body: null };
    expect((await logged('req-member', narrow.access_token)).body).toMatchObject(bare);
    const listed = await ports.call('GET', '/api/v1/requests?filter[request_id]=req-member', {
      token: narrow.access_token,
    });
    expect(listed.body.data).toMatchObject([bare]);
  });

  it('forgets after 30 days, also what is not cleaned up yet; and cleans up', async () => {
    await ports.flushRequests();
    await ports.admin(
      `update request_log set created_at = now() - interval '30 days 1 minute' where request_id = 'req-path'`,
    );
    expect((await logged('req-path')).status).toBe(404);
    await ports.app.rounds.discardExpired();
    expect(await ports.admin(`select from request_log where request_id = 'req-path'`)).toEqual([]);
    expect((await logged('req-member')).status).toBe(200);
  });

  it('never keeps a request from its reply: what can’t be written is dropped and counted', async () => {
    await ports.flushRequests();
    await ports.admin('alter table request_log rename to request_log_away');
    try {
      expect((await partner.call('GET', '/api/v1/members')).status).toBe(200);
      await ports.flushRequests();
    } finally {
      await ports.admin('alter table request_log_away rename to request_log');
    }
    expect(ports.logLines.some((line) => JSON.stringify(line).includes('Requests could not be logged.'))).toBe(true);
  });

  it('hides every text that no schema knows to be harmless, in the body of each operation', () => {
    const secret = 'Wanjiku +254712345678';
    for (const { body, operation } of routes) {
      if (!body) continue;
      const { properties = {} } = body as { properties?: Record<string, unknown> };
      const sent = Object.fromEntries(Object.keys(properties).map((name) => [name, secret]));
      expect([operation, JSON.stringify(redacted({ ...sent, [secret]: 1 }, body as object))]).toEqual([
        operation,
        expect.not.stringContaining('Wanjiku'),
      ]);
    }
  });
});
