import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';

/** What belongs to one app is not there for another, by any row that there is or will be. */
const rows = routes.filter(({ surface }) => surface === 'payment-bridge');
const named = (some: readonly Route[]) => some.map((row): [string, Route] => [`${row.method} ${row.path}`, row]);

let bridge: Bridge;
let owner: BridgeApp;
/** Another app of the same institution, one of another institution, and one in live. */
let strangers: readonly BridgeApp[];
/** The owner's records, by the collection that a path begins with. */
let ids: Record<string, string>;
/** Of them, a delivery to the webhook. */
let deliveryId: string;

beforeAll(async () => {
  bridge = await openBridge();
  owner = await bridge.anApp();
  strangers = [
    await bridge.anApp(),
    await bridge.anApp(await bridge.ports.openInstitution('sandbox')),
    await bridge.anApp(await bridge.ports.openInstitution('live')),
  ];
  const made = async (path: string, body: object): Promise<string> => {
    const { status, body: reply } = await owner.call('POST', path, { body });
    if (status !== 201) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(reply)}`);
    return reply.data.id;
  };
  const order = bridge.collection();
  const collections = await made('/v1/collections', order);
  await owner.prompted(order.reference, 0);
  const refunds = await made('/v1/refunds', { collection_id: collections, amount: 10_000 });
  const hooks = { url: 'https://example.com/', events: ['*'] };
  ids = {
    collections,
    refunds,
    payouts: await made('/v1/payouts', bridge.payout()),
    topups: await made('/v1/topups', { amount: 100 }),
    payout_batches: await made('/v1/payout_batches', { reference: 'batch', rows: [bridge.payout()] }),
    transactions: (await owner.call('GET', '/v1/transactions')).body.data[0].id,
    webhook_endpoints: String(await made('/v1/webhook_endpoints', hooks)),
    events: (await owner.call('GET', '/v1/events')).body.data[0].id,
  };
  const hook = `/v1/webhook_endpoints/${ids['webhook_endpoints']}`;
  await owner.call('POST', `${hook}/test`);
  await bridge.ports.app.delivery.relay(bridge.institution.id);
  deliveryId = String((await owner.call('GET', `${hook}/deliveries`)).body.data[0].id);
});
afterAll(() => bridge.ports.close());

const pathOf = ({ path }: Route) => {
  const id = ids[path.replace('/v1/test/', '/v1/').split('/')[2] ?? ''];
  if (id === undefined) throw new Error(`The test has no id for ${path}.`);
  return path.replace('{delivery_id}', deliveryId).replaceAll(/\{\w+\}/g, id);
};

describe('Another app’s record', () => {
  it.each(named(rows.filter(({ params }) => params)))('is not there for %s', async (_, row) => {
    const body = row.body ? { body: row.example } : {};
    for (const stranger of strangers) {
      const { status, body: refused } = await stranger.call(row.method, pathOf(row), body);
      expect({ status, code: refused?.code }).toEqual({ status: 404, code: 'not_found' });
    }
  });

  it.each(named(rows.filter(({ method, params }) => method === 'GET' && params)))(
    'is there for its owner by %s',
    async (_, row) => {
      expect((await owner.call('GET', pathOf(row))).status).toBe(200);
    },
  );

  // The catalogue of event types belongs to no app.
  const ofRecords = rows.filter(({ list, params }) => list && !params && list.members.includes('id'));
  it.each(named(ofRecords))('is in no list of %s', async (_, row) => {
    const mine = await owner.call('GET', row.path);
    expect(mine.body.data.length).toBeGreaterThan(0);
    const known = new Set(mine.body.data.map(({ id }: { id: unknown }) => String(id)));
    for (const stranger of strangers) {
      const theirs = await stranger.call('GET', `${row.path}?limit=200`);
      expect(theirs.status).toBe(200);
      for (const { id } of theirs.body.data) expect(known.has(String(id))).toBe(false);
    }
  });
});
