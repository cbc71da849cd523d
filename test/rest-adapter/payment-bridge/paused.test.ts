import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBridge, type Bridge } from '#test/support/bridge-client.ts';

let bridge: Bridge;
beforeAll(async () => {
  bridge = await openBridge();
});
afterAll(() => bridge.ports.close());
afterEach(() => setPolicies({ payments_paused: null, queues_payouts: false }));

async function setPolicies(changes: Readonly<Record<string, string | boolean | null>>): Promise<void> {
  const { ports, operator, institution } = bridge;
  await ports.app.people.operators.changePolicies(operator, { changes });
  ports.internals.tenants.forget(institution.id);
}
const pause = () => setPolicies({ payments_paused: 'restored from a backup' });

/** Checks of this payment that workers would be handed now. */
async function dueChecksOf(originatorId: string) {
  const { internals } = bridge.ports;
  const jobs = await internals.due.jobs(internals.clock(), 500);
  const ofTenant = await internals.due.jobsOf(bridge.institution.id, 500);
  return {
    ofAll: jobs.filter(({ id, tenantId }) => id === originatorId && tenantId === bridge.institution.id).length,
    ofTenant: ofTenant.filter(({ id }) => id === originatorId).length,
  };
}

async function originatorOf(reference: string): Promise<string> {
  const [row] = await bridge.ports.admin<{ id: string }>(
    'select originator_id as id from payout where reference = $1',
    [reference],
  );
  return row?.id ?? '';
}

describe('While an institution’s payments are paused', () => {
  it('a payout and a prompt are refused with the time to wait, and nothing of them is kept or sent', async () => {
    const app = await bridge.anApp();
    await pause();
    const sent = bridge.ports.rail.orders.length;
    const before = await app.balance();
    const body = bridge.payout();
    const payout = await app.call('POST', '/v1/payouts', { body, key: 'paused-once' });
    expect([payout.status, payout.headers.get('retry-after')]).toEqual([503, '300']);
    const prompt = await app.call('POST', '/v1/collections', { body: bridge.collection() });
    expect([prompt.status, prompt.headers.get('retry-after')]).toEqual([503, '300']);
    expect(await app.balance()).toEqual(before);
    expect(bridge.ports.rail.orders).toHaveLength(sent);

    await setPolicies({ payments_paused: null });
    const again = await app.call('POST', '/v1/payouts', { body, key: 'paused-once' });
    expect([again.status, again.body.data]).toMatchObject([201, { state: 'sent' }]);
  });

  it('a refund and a batch are refused as well, and are taken on once payments are resumed', async () => {
    const app = await bridge.anApp();
    const collection = bridge.collection();
    const asked = await app.call('POST', '/v1/collections', { body: collection });
    await app.prompted(collection.reference, 0);
    const collectionId: string = asked.body.data.id;
    await pause();
    const sent = bridge.ports.rail.orders.length;
    const before = await app.balance();
    const wanted = [
      { path: '/v1/refunds', body: { collection_id: collectionId, amount: 10_000 }, key: 'paused-refund' },
      { path: '/v1/payout_batches', body: { reference: 'PAUSED-1', rows: [bridge.payout()] }, key: 'paused-batch' },
    ];
    for (const { path, ...request } of wanted) {
      const refused = await app.call('POST', path, request);
      expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '300']);
    }
    expect([await app.balance(), bridge.ports.rail.orders.length]).toEqual([before, sent]);

    await setPolicies({ payments_paused: null });
    for (const { path, ...request } of wanted) {
      const taken = await app.call('POST', path, request);
      expect([path, taken.status]).toEqual([path, 201]);
    }
    await pause();
    for (const { path, ...request } of wanted) {
      const repeated = await app.call('POST', path, request);
      expect([path, repeated.headers.get('idempotent-replayed')]).toEqual([path, 'true']);
    }
  });

  it('a batch of an app whose payouts may wait is taken on, and nothing of it is sent', async () => {
    const app = await bridge.anApp();
    await setPolicies({ payments_paused: 'restored from a backup', queues_payouts: true });
    const sent = bridge.ports.rail.orders.length;
    const body = { reference: 'PAUSED-2', rows: [bridge.payout()] };
    expect((await app.call('POST', '/v1/payout_batches', { body })).status).toBe(201);
    expect(bridge.ports.rail.orders).toHaveLength(sent);
  });

  it('what an app may queue waits, no worker is handed it, and it is sent once they are resumed', async () => {
    const app = await bridge.anApp();
    await setPolicies({ payments_paused: 'restored from a backup', queues_payouts: true });
    const body = bridge.payout();
    const taken = await app.call('POST', '/v1/payouts', { body });
    expect([taken.status, taken.body.data]).toMatchObject([201, { state: 'pending', attempts: [] }]);
    const originatorId = await originatorOf(body.reference);
    await bridge.ports.admin(`update payout set next_check_at = now() - interval '1 minute' where originator_id = $1`, [
      originatorId,
    ]);
    expect(await dueChecksOf(originatorId)).toEqual({ ofAll: 0, ofTenant: 0 });
    // A job that was handed out before.
    await bridge.ports.app.bridge.checkPayout(bridge.operator, originatorId);
    const shown = async () => (await app.call('GET', `/v1/payouts/${taken.body.data.id}`)).body.data;
    expect(await shown()).toMatchObject({ state: 'pending', attempts: [] });

    await setPolicies({ payments_paused: null });
    expect(await dueChecksOf(originatorId)).toEqual({ ofAll: 1, ofTenant: 1 });
    await bridge.ports.app.bridge.checkPayout(bridge.operator, originatorId);
    expect(await shown()).toMatchObject({ state: 'sent', attempts: [{ number: 1, outcome: 'accepted' }] });
  });

  it('a payment without a reply is neither asked about nor sent again', async () => {
    const app = await bridge.anApp();
    const body = bridge.payout();
    bridge.ports.rail.responses.push(async () => ({ kind: 'unknown' }));
    await app.call('POST', '/v1/payouts', { body });
    const originatorId = await originatorOf(body.reference);
    const asked: string[] = [];
    const { status } = bridge.ports.rail;
    bridge.ports.rail.status = async (id) => {
      asked.push(id);
      return { kind: 'never_received' };
    };
    await pause();
    const sent = bridge.ports.rail.orders.length;
    await bridge.ports.app.bridge.checkPayout(bridge.operator, originatorId);
    expect([asked, bridge.ports.rail.orders.length]).toEqual([[], sent]);
    await setPolicies({ payments_paused: null });
    await bridge.ports.app.bridge.checkPayout(bridge.operator, originatorId);
    expect(asked).toEqual([originatorId]);
    bridge.ports.rail.status = status;
  });
});
