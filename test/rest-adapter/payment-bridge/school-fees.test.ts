import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#rest/routes.ts';
import type { Route } from '#rest/route.ts';
import { openRestTestApp, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

/** What an app of the payment bridge holds: for payouts and collections of its own. */
const OF_APPS = ['payments:read', 'payments:write', 'webhooks:read', 'webhooks:write'];

const rows = routes.filter(({ path }) => path.startsWith('/api/v1/invoices/{id}/payments'));
const named = rows.map((row): [string, Route] => [`${row.method} ${row.path}`, row]);

let ports: RestTestApp;
let school: SchoolClient;
let app: TestClient;
let invoice: Shown;
let payment: Shown;

beforeAll(async () => {
  ports = await openRestTestApp();
  school = await openSchool(ports);
  app = await ports.openClient(school.institution, OF_APPS);
  invoice = await school.anInvoice(await school.aStudent());
  payment = await school.aPayment(invoice);
});
afterAll(() => ports.close());

const deliveredTo = async (client: TestClient, webhook: { readonly id: number }): Promise<string[]> => {
  await ports.app.delivery.relay(school.institution.id);
  const path = `/api/v1/webhooks/${webhook.id}/deliveries?limit=200`;
  const { body } = await ports.call('GET', path, { token: client.token });
  return body.data.map(({ event_type: type }: Shown) => type);
};
const webhookAt = async (path: string, client: TestClient, events: readonly string[]): Promise<Shown> => {
  const { status, body } = await ports.call('POST', path, {
    token: client.token,
    body: { url: 'https://example.com/', events },
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data ?? body;
};
const subjects = (types: readonly string[]) => new Set(types.map((type) => type.split('.')[0]));

describe('The fees of a student', () => {
  it.each(named)('are no business of an app: %s', async (_, row) => {
    const path = row.path.replace('{id}', String(invoice.id)).replace('{payment_id}', String(payment.id));
    const { status, body } = await ports.call(row.method, path, {
      token: app.token,
      ...(row.body ? { body: row.example } : {}),
    });
    const needed = row.method === 'GET' ? 'invoices:read' : 'invoices:write';
    expect([status, body.code, body.required_scopes]).toEqual([403, 'insufficient_scope', [needed]]);
  });

  it('are read and booked by who has the scopes for invoices and for payments', async () => {
    const { token } = await ports.openClient(school.institution, [
      'payments:read',
      'payments:write',
      'invoices:read',
      'invoices:write',
    ]);
    const path = `/api/v1/invoices/${invoice.id}/payments`;
    expect((await ports.call('GET', path, { token })).body.data).toHaveLength(1);
    const body = { amount: 100, method: 'bank', reference: 'OF-BOTH', paid_at: ports.app.clock().toString() };
    expect((await ports.call('POST', path, { token, body })).status).toBe(201);
  });

  it('are in no event that an app receives, reads or has again', async () => {
    const hook = await webhookAt('/api/v1/webhooks', app, ['*']);
    await school.aPayment(invoice);
    expect(subjects(await deliveredTo(app, hook))).not.toContain('payment');
    for (const path of ['/api/v1/events', '/api/v1/changes?limit=200', '/v1/events']) {
      const { body } = await ports.call('GET', path, { token: app.token });
      expect(subjects(body.data.map(({ type }: Shown) => type))).not.toContain('payment');
    }
    const types = await ports.call('GET', '/api/v1/event_types?filter[type]=payment.received', { token: app.token });
    expect(types.body.data[0].scope).toBe('payments:read invoices:read');
    const named = await ports.call('POST', '/api/v1/webhooks', {
      token: app.token,
      body: { url: 'https://example.com/', events: ['payment.received'] },
    });
    expect([named.status, named.body.required_scopes]).toEqual([403, ['payments:read', 'invoices:read']]);
    const example = { token: app.token, body: { type: 'payment.received' } };
    expect((await ports.call('POST', `/api/v1/webhooks/${hook.id}/test`, example)).status).toBe(403);
  });
});

describe('A webhook that is registered on the payment bridge', () => {
  it('receives what is the app’s own, whatever its client may read elsewhere', async () => {
    const { client } = school;
    const own = await webhookAt('/v1/webhook_endpoints', client, ['*']);
    const wide = await webhookAt('/api/v1/webhooks', client, ['*']);
    await school.aPayment(invoice);
    expect(subjects(await deliveredTo(client, wide))).toContain('payment');
    const received = [...subjects(await deliveredTo(client, own))];
    expect(received.filter((subject) => !['webhook', 'client'].includes(String(subject)))).toEqual([]);

    const path = `/v1/webhook_endpoints/${own.id}`;
    const since = ports.app.clock().subtract({ hours: 1 }).toString();
    const asked = await ports.call('POST', `${path}/recover`, { token: client.token, body: { since, only: 'all' } });
    expect(asked.status).toBe(202);
    const [order] = await ports.admin<{ data: { scopes: string[] } }>(
      `select data from event where type = 'webhook.recovery_requested' order by id desc limit 1`,
    );
    expect(order?.data.scopes).toEqual(['payments:read']);
    for (const [step, body] of [
      ['recover', { since, types: ['student.*'] }],
      ['test', { type: 'payment.received' }],
    ] as const) {
      const { status, body: refused } = await ports.call('POST', `${path}/${step}`, { token: client.token, body });
      expect([step, status, refused.code]).toEqual([step, 403, 'insufficient_scope']);
    }
    const changed = { token: client.token, body: { events: ['invoice.*'] } };
    expect((await ports.call('PATCH', path, changed)).body.code).toBe('insufficient_scope');
  });
});
