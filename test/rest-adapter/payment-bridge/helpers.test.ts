import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveClock } from '#test/support/moved-clock.ts';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';

let bridge: Bridge;
let app: BridgeApp;
beforeAll(async () => {
  bridge = await openBridge();
  app = await bridge.anApp();
});
afterAll(() => bridge.ports.close());

const stateOf = async (path: string) => (await app.call('GET', path)).body.data.state;

describe('GET /v1/lookups/msisdn', () => {
  it.each([
    ['0712 345 678', '+254712345678', 'safaricom', ['mpesa_stk', 'mpesa_b2c']],
    ['254110345678', '+254110345678', 'safaricom', ['mpesa_stk', 'mpesa_b2c']],
    ['+254733345678', '+254733345678', 'airtel', ['airtel', 'airtel_b2c']],
    ['(0) 101-345-678', '+254101345678', 'airtel', ['airtel', 'airtel_b2c']],
    ['0770345678', '+254770345678', 'telkom', []],
    ['0764345678', '+254764345678', 'equitel', []],
    ['0747345678', '+254747345678', 'jamii', []],
    ['0199345678', '+254199345678', null, []],
  ])('reads %s', async (msisdn, normal, operator, channels) => {
    const { status, body } = await app.call('GET', `/v1/lookups/msisdn?${new URLSearchParams({ msisdn })}`);
    expect([status, body]).toEqual([200, { data: { msisdn: normal, valid: true, operator, channels } }]);
  });

  it.each(['12345', '+255712345678', '07123456789', 'abc', '712345'])('says that %s is none', async (msisdn) => {
    const { body } = await app.call('GET', `/v1/lookups/msisdn?${new URLSearchParams({ msisdn })}`);
    expect(body.data).toEqual({ msisdn: null, valid: false, operator: null, channels: [] });
  });

  it('requests the number', async () => {
    const { status, body } = await app.call('GET', '/v1/lookups/msisdn');
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  });
});

describe('POST /v1/test/collections/{id}/complete', () => {
  const complete = (id: string, body: object) => app.call('POST', `/v1/test/collections/${id}/complete`, { body });

  it.each(['succeeded', 'failed', 'expired', 'cancelled_by_payer'])('ends a collection as %s', async (outcome) => {
    const { id } = (await app.collect()).body.data;
    const { status, body } = await complete(id, { outcome });
    expect([status, body.data.state]).toEqual([200, outcome]);
    expect(await stateOf(`/v1/collections/${id}`)).toBe(outcome);
  });

  it('lets late money be rehearsed, and another amount than was requested', async () => {
    const late = (await app.collect()).body.data.id;
    await complete(late, { outcome: 'expired' });
    expect((await complete(late, { outcome: 'succeeded' })).body.data).toMatchObject({
      state: 'succeeded',
      amount_received: 50_000,
    });
    for (const outcome of ['succeeded', 'failed']) {
      const refused = await complete(late, { outcome });
      expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state_transition']);
    }
    const short = (await app.collect()).body.data.id;
    expect((await complete(short, { outcome: 'succeeded', amount: 49_900 })).body.data).toMatchObject({
      state: 'review',
      failure: { code: 'amount_mismatch' },
    });
  });

  it('is not there in live, and for no other app’s collection', async () => {
    const { id } = (await app.collect()).body.data;
    const other = await bridge.anApp();
    const foreign = await other.call('POST', `/v1/test/collections/${id}/complete`, { body: { outcome: 'succeeded' } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    const live = await bridge.anApp(await bridge.ports.openInstitution('live'));
    const mine = (await live.collect()).body.data.id;
    const refused = await live.call('POST', `/v1/test/collections/${mine}/complete`, {
      body: { outcome: 'succeeded' },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  });
});

describe('POST /v1/test/clock', () => {
  it('lets a day pass: what no notification settled is reviewed by people', async () => {
    const own = await bridge.anApp();
    const paid = (await own.pay()).body.data;
    const requested = (await own.collect()).body.data;
    const pass = async (seconds: number) => {
      const sent = await own.call('POST', '/v1/test/clock', { body: { advance_seconds: seconds } });
      await moveClock(bridge.ports.app, bridge.institution.id);
      return sent;
    };
    const hour = await pass(3_600);
    expect([hour.status, hour.body.data.state]).toEqual([202, 'advancing']);
    expect((await own.call('GET', '/v1/test/clock')).body.data).toMatchObject({
      state: 'ready',
      offset_seconds: expect.any(Number),
    });
    const state = async (path: string) => (await own.call('GET', path)).body.data.state;
    expect(await state(`/v1/payouts/${paid.id}`)).toBe('sent');
    await pass(86_400);
    expect(await state(`/v1/payouts/${paid.id}`)).toBe('review');
    expect(await state(`/v1/collections/${requested.id}`)).toBe('review');
  });

  it('takes a time or a span, and not both', async () => {
    for (const body of [{}, { to: '2030-01-01T00:00:00Z', advance_seconds: 60 }]) {
      const { status, body: problem } = await app.call('POST', '/v1/test/clock', { body });
      expect([status, problem.code]).toEqual([422, 'validation_failed']);
    }
  });

  it('is not there in live', async () => {
    const live = await bridge.anApp(await bridge.ports.openInstitution('live'));
    const refused = await live.call('POST', '/v1/test/clock', { body: { advance_seconds: 60 } });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  });
});
