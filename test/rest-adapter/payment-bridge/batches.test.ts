import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';

let bridge: Bridge;
beforeAll(async () => {
  bridge = await openBridge();
});
afterAll(() => bridge.ports.close());

const rows = (count: number, change: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => bridge.payout({ amount: 10_000, ...change(n) }));
let batches = 0;
const take = (app: BridgeApp, input: object) =>
  app.call('POST', '/v1/payout_batches', { body: { reference: `batch-${++batches}`, ...input } });

describe('POST /v1/payout_batches', () => {
  it('takes up to a thousand payouts on together: all held, each with a state of its own', async () => {
    const app = await bridge.anApp();
    const { status, body, headers } = await take(app, { rows: rows(1_000), metadata: { month: '11' } });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^pb_/),
      object: 'payout_batch',
      dry_run: false,
      state: 'processing',
      size: 1_000,
      amount: 10_000_000,
      fee: 0,
      problems: [],
      metadata: { month: '11' },
    });
    expect(body.data.counts).toMatchObject({ pending: 1_000, sending: 0, succeeded: 0 });
    expect(headers.get('location')).toBe(`/v1/payout_batches/${body.data.id}`);
    expect(await app.balance()).toMatchObject({ available: 0, held: 10_000_000 });
    const page = await app.call('GET', `/v1/payout_batches/${body.data.id}/payouts?limit=3`);
    expect(page.body.data.map(({ state, batch }: { state: string; batch: object }) => [state, batch])).toEqual(
      [1, 2, 3].map((row) => ['pending', { id: body.data.id, row }]),
    );
    expect((await app.call('GET', `/v1/payout_batches/${body.data.id}`)).body.data.counts.pending).toBe(1_000);
    expect((await app.call('GET', '/v1/payout_batches')).body.data).toHaveLength(1);
    // What has not left can be called off.
    const [first] = page.body.data;
    const cancelled = await app.call('POST', `/v1/payouts/${first.id}/cancel`);
    expect([cancelled.status, cancelled.body.data.state]).toEqual([200, 'cancelled']);
    expect(await app.balance()).toMatchObject({ available: 10_000, held: 9_990_000 });
  });

  it('waits for a provider that takes nothing just now: no row fails of it', async () => {
    const app = await bridge.anApp();
    const { ports } = bridge;
    await take(app, { rows: rows(2) });
    const payouts = async () => {
      type Row = { id: string; state: string; tries: number; in_s: number };
      return ports.admin<Row>(
        `select originator_id as id, state, jsonb_array_length(attempts)::int as tries,
                round(extract(epoch from next_check_at - now()))::int as in_s
           from payout where app_id = $1 order by id`,
        [app.client.id],
      );
    };
    const check = async (id = '') => ports.app.bridge.checkPayout(bridge.operator, id);
    const [first, second] = await payouts();
    ports.rail.closedFor = 300;
    await check(first?.id);
    ports.rail.closedFor = null;
    expect((await payouts())[0]).toMatchObject({ state: 'pending', tries: 0 });
    expect((await payouts())[0]?.in_s).toBeGreaterThan(290);
    // Another was quicker with the one request that is let through, and this one is turned away before it leaves.
    ports.rail.responses.push(async () => ({ kind: 'unreachable', message: 'Not now.', retryAfterSeconds: 30 }));
    await check(second?.id);
    expect((await payouts())[1]).toMatchObject({ state: 'pending', tries: 1 });
    expect(await app.balance()).toMatchObject({ held: 20_000 });
    for (const each of [first, second]) await check(each?.id);
    expect((await payouts()).map(({ state, tries }) => [state, tries])).toEqual([
      ['sent', 1],
      ['sent', 2],
    ]);
    // For ever it does not wait.
    await take(app, { rows: rows(1) });
    const third = (await payouts())[2];
    await ports.admin(`update payout set created_at = now() - interval '25 hours' where originator_id = $1`, [
      third?.id,
    ]);
    ports.rail.responses.push(async () => ({ kind: 'unreachable', message: 'Not now.', retryAfterSeconds: 30 }));
    await check(third?.id);
    expect((await payouts())[2]).toMatchObject({ state: 'failed' });
  });

  it('names everything that is wrong in a dry run, and takes nothing on', async () => {
    const app = await bridge.anApp();
    const used = await app.pay();
    const input = rows(
      6,
      (n) =>
        [
          {},
          { msisdn: '+255712345678' },
          { amount: 1_050 },
          { reference: 'twin' },
          { reference: 'twin' },
          { reference: used.body.data.reference, amount: 20_000_000 },
        ][n] ?? {},
    );
    const { status, body } = await take(app, { rows: input, dry_run: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: null, dry_run: true, state: 'invalid', size: 6, available: 9_800_000 });
    expect(body.data.problems.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
      [0, 'insufficient_balance'],
      [2, 'invalid_msisdn'],
      [3, 'range'],
      [5, 'repeated'],
      [6, 'duplicate_reference'],
    ]);
    const sound = await take(app, { rows: rows(3), dry_run: true });
    expect(sound.body.data).toMatchObject({ state: 'valid', problems: [], amount: 30_000 });
    expect((await app.call('GET', '/v1/payouts')).body.data).toHaveLength(1);
    expect(await app.balance()).toMatchObject({ available: 9_800_000, held: 0 });
  });

  it('is taken on whole or not at all', async () => {
    const app = await bridge.anApp();
    const wrong = await take(app, { rows: rows(3, (n) => (n === 1 ? { msisdn: '+255712345678' } : {})) });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed']);
    expect(wrong.body.errors).toMatchObject([{ pointer: '#/rows/1/msisdn', code: 'invalid_msisdn' }]);
    const expensive = await take(app, { rows: rows(2, () => ({ amount: 6_000_000 })) });
    expect([expensive.status, expensive.body.code]).toEqual([409, 'insufficient_balance']);
    expect(expensive.body).toMatchObject({ available_float: 10_000_000, requested_amount: 12_000_000 });
    const used = await app.pay();
    const known = await take(app, {
      rows: rows(2, () => ({})).with(1, bridge.payout({ reference: used.body.data.reference })),
    });
    expect([known.status, known.body.code]).toEqual([409, 'duplicate_reference']);
    expect(known.body.existing_id).toBe(used.body.data.id);
    for (const input of [{ rows: [] }, { rows: rows(1_001) }, { rows: [{}] }]) {
      expect([400, 413, 422]).toContain((await take(app, input)).status);
    }
    expect((await app.call('GET', '/v1/payouts')).body.data).toHaveLength(1);
    const named = { reference: 'salaries', rows: rows(1) };
    expect((await app.call('POST', '/v1/payout_batches', { body: named })).status).toBe(201);
    const again = await app.call('POST', '/v1/payout_batches', { body: { ...named, rows: rows(1) } });
    expect([again.status, again.body.code]).toEqual([409, 'duplicate_reference']);
  });

  it('of another app is not there', async () => {
    const { body } = await take(await bridge.anApp(), { rows: rows(2) });
    const other = await bridge.anApp();
    for (const path of ['', '/payouts']) {
      const refused = await other.call('GET', `/v1/payout_batches/${body.data.id}${path}`);
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
    expect((await other.call('GET', '/v1/payout_batches')).body.data).toEqual([]);
  });
});
