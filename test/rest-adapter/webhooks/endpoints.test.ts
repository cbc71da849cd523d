import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#platform/auth/keys.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import {
  openRestTestApp,
  REST_SECRET,
  type Institution,
  type RestTestApp,
  type TestClient,
} from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
});
afterAll(() => ports.close());

const register = (body: object, key?: string, token = client.token) =>
  ports.call('POST', '/api/v1/webhooks', { token, body, ...(key === undefined ? {} : { key }) });
const hook = { url: 'https://example.com/hooks', events: ['loan.disbursed', 'repayment.*'] };

describe('A webhook', () => {
  it('shows its secret once', async () => {
    const { status, body, headers } = await register({ ...hook, description: 'Ours', metadata: { team: 'core' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      url: hook.url,
      events: hook.events,
      state: 'active',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      sandbox: true,
      ordered: false,
      payload: 'full',
      metadata: { team: 'core' },
    });
    const { secret, ...shown } = body;
    expect((await ports.call('GET', headers.get('location') ?? '', { token: client.token })).body).toEqual(shown);
    const list = await ports.call('GET', '/api/v1/webhooks', { token: client.token });
    expect(list.body.data).toContainEqual(shown);
    expect(list.text).not.toContain(secret);
  });

  it('keeps its secret as ciphertext that deliveries can open', async () => {
    const { body } = await register(hook);
    const [row] = await ports.admin<{ ciphertext: string }>(
      'select ciphertext from webhook_secret where endpoint_id = $1',
      [body.id],
    );
    const secrets = signingSecrets(deriveKeys(REST_SECRET));
    expect(secrets.unseal(row?.ciphertext ?? '', client.id)).toBe(body.secret);
  });

  it('is replayed byte for byte, secret and all, while nothing stored holds the secret in clear', async () => {
    const first = await register(hook, 'hook-1');
    const second = await register(hook, 'hook-1');
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect({ status: second.status, text: second.text }).toEqual({ status: 201, text: first.text });
    for (const name of ['etag', 'location', 'content-type']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }
    const rows = await ports.admin('select * from idempotency_key');
    const events = await ports.admin('select * from event');
    const stored = JSON.stringify([rows, events, await ports.admin('select * from webhook, webhook_secret')]);
    expect(stored).toContain('"sealed":true');
    expect(stored).not.toContain(first.body.secret);
    expect(stored).not.toContain(first.body.secret.slice('whsec_'.length));
    expect(JSON.stringify(ports.logLines)).not.toContain(first.body.secret);
  });

  it('is gone once it is deleted, and the deletion can be repeated', async () => {
    const { body } = await register(hook);
    const path = `/api/v1/webhooks/${body.uuid}`;
    const stale = await ports.call('DELETE', path, { token: client.token, headers: { 'if-match': '"v9"' } });
    expect(stale.status).toBe(412);
    const gone = await ports.call('DELETE', path, { token: client.token, key: 'delete-1' });
    expect({ status: gone.status, text: gone.text }).toEqual({ status: 204, text: '' });
    const path2 = `/api/v1/webhooks/${body.id}`;
    expect((await ports.call('GET', path2, { token: client.token })).status).toBe(404);
    expect((await ports.call('DELETE', path2, { token: client.token })).status).toBe(404);
    const list = await ports.call('GET', '/api/v1/webhooks?limit=200', { token: client.token });
    expect(list.body.data.map(({ id }: { id: number }) => id)).not.toContain(body.id);
  });

  it.each(['id', 'uuid'])('answers a repeated deletion by its %s as the first', async (form) => {
    const { body } = await register(hook);
    const remove = (key: string) =>
      ports.call('DELETE', `/api/v1/webhooks/${body[form]}`, { token: client.token, key });
    expect((await remove(`delete-${form}`)).status).toBe(204);
    const again = await remove(`delete-${form}`);
    expect(again.status).toBe(204);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await remove(`delete-${form}-again`)).status).toBe(404);
  });

  it('belongs to its client: another one of the same institution does not see it', async () => {
    const { body } = await register(hook);
    const colleague = await ports.openClient(institution);
    for (const id of [body.id, body.uuid]) {
      expect((await ports.call('GET', `/api/v1/webhooks/${id}`, { token: colleague.token })).status).toBe(404);
      expect((await ports.call('DELETE', `/api/v1/webhooks/${id}`, { token: colleague.token })).status).toBe(404);
    }
    expect((await ports.call('GET', '/api/v1/webhooks', { token: colleague.token })).body.data).toEqual([]);
  });
});

describe('An address for a webhook', () => {
  it.each([
    'http://user:pass@example.com/',
    'ftp://example.com/',
    'nonsense',
    'https://10.0.0.1/',
    'https://something.inner/',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/',
    `https://example.com/${'x'.repeat(2100)}`,
  ])('%s is refused', async (url) => {
    const { status, body } = await register({ ...hook, url });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'webhook_url_refused', reason: expect.any(String) });
  });

  it('may be http, and on this machine, in a sandbox only', async () => {
    for (const url of ['http://example.com/hook', 'http://127.0.0.1:9999/hook', 'http://2130706433/']) {
      expect((await register({ ...hook, url })).status).toBe(201);
    }
    const live = await ports.openClient(await ports.openInstitution('live'));
    for (const url of ['http://example.com/hook', 'https://127.0.0.1/hook', 'https://2130706433/']) {
      const { status, body } = await register({ ...hook, url }, undefined, live.token);
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'webhook_url_refused' });
    }
    const fine = await register(hook, undefined, live.token);
    expect(fine.body.sandbox).toBe(false);
  });
});

describe('The events of a webhook', () => {
  it('have to be known', async () => {
    const { status, body } = await register({ ...hook, events: ['loan.disbursed', 'loan.eaten'] });
    expect(status).toBe(422);
    expect(body.errors[0].pointer).toBe('#/events/1');
    expect((await register({ ...hook, events: [] })).status).toBe(422);
    expect((await register({ url: hook.url })).body.errors[0].pointer).toBe('#/events');
  });

  it('have to be what the client may read', async () => {
    const reader = await ports.openClient(institution, ['webhooks:write', 'members:read']);
    const { status, body } = await register(hook, undefined, reader.token);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'insufficient_scope', required_scopes: expect.arrayContaining(['loans:read']) });
  });

  it('are delivered to 20 webhooks of a client at most', async () => {
    const busy = await ports.openClient(institution);
    const replies = [];
    for (let count = 0; count < 21; count++) replies.push(await register(hook, undefined, busy.token));
    expect(replies.slice(0, 20).every(({ status }) => status === 201)).toBe(true);
    expect(replies[20]).toMatchObject({ status: 409, body: { code: 'webhook_limit_reached' } });
  });
});
