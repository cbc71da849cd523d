import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { event } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { eventually } from '#test/support/eventually.ts';
import { openWebhookTestApp, type WebhookTestApp } from '#test/support/webhook-ports.ts';
import type { TestClient } from '#test/support/test-app.ts';
import { listening } from '#test/support/receivers.ts';

let ports: WebhookTestApp;
let app: TestClient;
let token: string;
let other: string;

beforeAll(async () => {
  ports = await openWebhookTestApp();
  app = await ports.testApp.newClient();
  token = await ports.tokenOf(app);
  other = await ports.tokenOf(await ports.testApp.newClient());
});
afterAll(() => ports.close());

const call = (method: string, path: string, body?: unknown, as = token, key?: string) =>
  ports.call(method, path, { token: as, ...(body === undefined ? {} : { body }), ...(key ? { key } : {}) });

async function anEndpoint() {
  const { received, listener } = listening();
  const url = `http://127.0.0.1:${await ports.partners.http(listener)}/`;
  const { status, body, headers } = await call('POST', '/v1/webhook_endpoints', { url, events: ['client.*'] });
  expect(status).toBe(201);
  return {
    received,
    headers,
    path: `/v1/webhook_endpoints/${body.data.id}`,
    ...(body.data as { id: number; secret: string }),
  };
}

/** Something that happened to the app itself. */
const emitEvents = (client: TestClient) =>
  ports.testApp.internals.transact.run('happen', ports.testApp.operator, async () =>
    outcome(
      null,
      event(
        'client.enabled',
        'client',
        { id: client.id, uuid: '0198c0de-0000-7000-8000-000000000001', version: 2 },
        {},
      ),
    ),
  );

describe('A webhook of an app', () => {
  it('is registered, shown, listed, rotated and deleted, each reply wrapped in data', async () => {
    const hook = await anEndpoint();
    expect(hook.headers.get('location')).toBe(hook.path);
    expect(hook.headers.get('etag')).toMatch(/^"v1-/);
    const shown = await call('GET', hook.path);
    expect(Object.keys(shown.body)).toEqual(['data']);
    expect(shown.body.data).toMatchObject({ id: hook.id, state: 'active', sandbox: true });
    expect(shown.text).not.toContain('whsec_');
    const list = await call('GET', '/v1/webhook_endpoints');
    expect(list.body.data.map(({ id }: any) => id)).toContain(hook.id);
    expect(list.body.pagination.has_more).toBe(false);
    const rotated = await call('POST', `${hook.path}/rotate_secret`, { overlap_seconds: 60 }, token, 'rotate');
    const again = await call('POST', `${hook.path}/rotate_secret`, { overlap_seconds: 60 }, token, 'rotate');
    expect([rotated.status, again.text]).toEqual([200, rotated.text]);
    expect(rotated.body.data.secret).not.toBe(hook.secret);
    await emitEvents(app);
    await eventually(() => hook.received.length > 0);
    const [received] = hook.received;
    for (const secret of [hook.secret, rotated.body.data.secret]) {
      new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>);
    }
    expect((await call('DELETE', hook.path)).status).toBe(204);
    expect((await call('GET', hook.path)).status).toBe(404);
  });

  it('takes batches from the next event on, and the log names the batch', async () => {
    const hook = await anEndpoint();
    const changed = await call('PATCH', hook.path, { batch: { max: 10 } });
    expect(changed.body.data.batch).toEqual({ max: 10, wait_ms: 0 });
    await emitEvents(app);
    await eventually(() => hook.received.length > 0);
    const [received] = hook.received;
    const body = new Webhook(hook.secret).verify(received!.body, received!.headers as Record<string, string>) as any;
    expect(body).toMatchObject({
      type: 'batch',
      sandbox: true,
      data: [{ type: 'client.enabled', delivery_sequence: 1 }],
    });
    expect(body.id).toBe(received?.headers['webhook-id']);
    const deliveries = await call('GET', `/api/v1/webhooks/${hook.id}/deliveries`);
    const path = `/api/v1/webhooks/${hook.id}/deliveries/${deliveries.body.data[0].id}`;
    const attempts = await eventually(async () => {
      const { attempts: found } = (await call('GET', path)).body;
      return found.length > 0 && found;
    });
    expect(attempts).toMatchObject([{ number: 1, status: 200, batch_id: body.id }]);
    expect((await call('PATCH', hook.path, { batch: null })).body.data.batch).toBeNull();
  });

  it('has a log of deliveries with their attempts, and sends one again', async () => {
    const hook = await anEndpoint();
    await emitEvents(app);
    await eventually(() => hook.received.length === 1);
    const [first] = hook.received;
    const listed = await call('GET', `${hook.path}/deliveries`);
    expect(listed.body).toMatchObject({
      data: [
        { event_id: first?.headers['webhook-id'], event_type: 'client.enabled', sequence: 1, webhook_id: hook.id },
      ],
      pagination: { has_more: false },
    });
    const path = `${hook.path}/deliveries/${listed.body.data[0].id}`;
    await eventually(async () => (await call('GET', path)).body.data.state === 'succeeded');
    const shown = await call('GET', path);
    expect(shown.headers.get('etag')).toMatch(/^"v\d+-/);
    expect(shown.body.data.attempts).toMatchObject([{ number: 1, trigger: 'event', status: 200 }]);
    const again = await call('POST', `${path}/resend`, undefined, token, 'again');
    expect([again.status, again.headers.get('location')]).toEqual([202, path]);
    expect(again.body.data).toMatchObject({ id: listed.body.data[0].id, trigger: 'resend' });
    expect((await call('POST', `${path}/resend`, undefined, token, 'again')).text).toBe(again.text);
    await eventually(() => hook.received.length === 2);
    expect(hook.received[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const foreign = await anEndpoint();
    expect((await call('GET', `${foreign.path}/deliveries/${listed.body.data[0].id}`)).status).toBe(404);
  });

  it('is polled: the same bodies under the same ids, from where the last page ended', async () => {
    const hook = await anEndpoint();
    await emitEvents(app);
    await emitEvents(app);
    await eventually(() => hook.received.length === 2);
    const page = await call('GET', `${hook.path}/poll?limit=1`);
    expect(page.body).toMatchObject({ through: 1, has_more: true });
    const rest = await call('GET', `${hook.path}/poll?after=${page.body.through}`);
    expect(rest.body).toMatchObject({ through: 2, has_more: false });
    const posted = hook.received.map(({ body }) => JSON.parse(body)).toSorted((a, b) => a.sequence - b.sequence);
    expect([...page.body.data, ...rest.body.data]).toEqual(posted);
    expect((await call('GET', `${hook.path}/poll?after=3`)).body.code).toBe('invalid_parameter');
  });

  it('may be of any type of the catalogue, which is the same under both addresses', async () => {
    const types = await call('GET', '/v1/event_types?filter[type]=client.enabled');
    expect([types.status, types.body.data.map(({ type }: any) => type)]).toEqual([200, ['client.enabled']]);
    const all = '/event_types?filter[subject]=payout&limit=100';
    expect((await call('GET', `/v1${all}`)).text).toBe((await call('GET', `/api/v1${all}`)).text);
  });

  it('is changed, tested, stopped, started again and recovered', async () => {
    const hook = await anEndpoint();
    const changed = await call('PATCH', hook.path, { description: 'Payouts' });
    expect([changed.status, changed.body.data.description, changed.body.data.secret]).toEqual([
      200,
      'Payouts',
      undefined,
    ]);
    const stale = await ports.call('PATCH', hook.path, { token, body: {}, headers: { 'if-match': '"v1"' } });
    expect(stale.status).toBe(412);
    const tested = await call('POST', `${hook.path}/test`);
    expect([tested.status, tested.body.data.type]).toEqual([202, 'webhook.test']);
    await eventually(() => hook.received.length === 1);
    const disabled = await call('POST', `${hook.path}/disable`, undefined, token, 'off');
    expect([disabled.status, disabled.body.data.state]).toEqual([200, 'disabled']);
    expect((await call('POST', `${hook.path}/disable`, undefined, token, 'off')).text).toBe(disabled.text);
    const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
    const refused = await call('POST', `${hook.path}/recover`, { since });
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state_transition']);
    await emitEvents(app);
    expect((await call('POST', `${hook.path}/enable`)).body.data.state).toBe('active');
    const recovered = await call('POST', `${hook.path}/recover`, { since, only: 'all' });
    expect([recovered.status, recovered.body.data]).toEqual([
      202,
      expect.objectContaining({ webhook_id: hook.id, only: 'all', error_classes: null }),
    ]);
    await eventually(() => hook.received.some(({ body }) => body.includes('client.enabled')));
    const wrong = await call('POST', `${hook.path}/recover`, { since, only: 'missing', error_classes: ['timeout'] });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '#/error_classes']);
  });

  it('is refused by the rules of every surface, as a problem', async () => {
    const refused = await call('POST', '/v1/webhook_endpoints', { url: 'https://10.0.0.1/', events: ['client.*'] });
    expect([refused.status, refused.body.code]).toEqual([422, 'webhook_url_refused']);
    const reader = await ports.tokenOf(await ports.testApp.newClient(['payments:read']));
    expect((await call('GET', '/v1/webhook_endpoints', undefined, reader)).status).toBe(403);
  });

  it('is not there for another app', async () => {
    const hook = await anEndpoint();
    for (const [method, path, body] of [
      ['GET', hook.path],
      ['DELETE', hook.path],
      ['POST', `${hook.path}/rotate_secret`, {}],
      ['PATCH', hook.path, {}],
      ['POST', `${hook.path}/disable`],
      ['POST', `${hook.path}/test`],
      ['GET', `${hook.path}/deliveries`],
      ['GET', `${hook.path}/poll`],
    ] as const) {
      expect([method, (await call(method, path, body, other)).status]).toEqual([method, 404]);
    }
  });
});

describe('An event of an app', () => {
  it('is its own: neither another app’s nor the institution’s is shown', async () => {
    await emitEvents(app);
    await ports.testApp.readyLoan(1_000_000n);
    const mine = (await call('GET', '/v1/events?limit=200')).body.data;
    expect(new Set(mine.map(({ type }: any) => type.split('.')[0]))).toEqual(new Set(['client', 'webhook']));
    const path = `/v1/events/${mine[0].id}`;
    expect((await call('GET', path)).body).toEqual({ data: mine[0] });
    expect((await call('GET', path, undefined, other)).status).toBe(404);
    expect((await call('POST', `${path}/redeliver`, undefined, other)).status).toBe(404);
    const loans = (await call('GET', '/api/v1/events?filter[subject_type]=loan')).body.data;
    expect((await call('GET', `/v1/events/${loans[0].id}`)).status).toBe(404);
    expect((await call('GET', '/v1/events/evt_nonsense')).status).toBe(404);
  });

  it('is delivered again under its id, to every webhook of the app that received it', async () => {
    const first = await anEndpoint();
    const second = await anEndpoint();
    await emitEvents(app);
    await eventually(() => first.received.length === 1 && second.received.length === 1);
    const id = String(first.received[0]?.headers['webhook-id']);
    const done = async () => {
      const rows = await ports.testApp.sql(
        `select from webhook_delivery where endpoint_id = any($1) and state = 'succeeded'`,
        [[first.id, second.id]],
      );
      return rows.length === 2;
    };
    await eventually(done);
    const again = await call('POST', `/v1/events/${id}/redeliver`);
    expect([again.status, again.body.data.event_id]).toEqual([202, id]);
    const webhooks = again.body.data.deliveries.map(({ webhook_id }: any) => webhook_id);
    expect(webhooks).toEqual(expect.arrayContaining([first.id, second.id]));
    await eventually(() => first.received.length === 2 && second.received.length === 2);
    expect(second.received[1]?.headers['webhook-id']).toBe(id);
  });

  it('that no webhook received is not delivered again', async () => {
    const lonely = await ports.testApp.newClient();
    const lonelyToken = await ports.tokenOf(lonely);
    const [created] = (await call('GET', '/v1/events', undefined, lonelyToken)).body.data;
    const refused = await call('POST', `/v1/events/${created.id}/redeliver`, undefined, lonelyToken);
    expect([refused.status, refused.body.code]).toEqual([409, 'nothing_to_redeliver']);
  });
});
