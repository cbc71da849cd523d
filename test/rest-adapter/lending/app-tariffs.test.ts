import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { operate } from '#test/support/operator.ts';

/** What an institution charges its apps: set by its people, for payments that are requested afterwards. */
let bridge: Bridge;
let clerk: LendingClient;
let clerkKey: string;
beforeAll(async () => {
  bridge = await openBridge();
  const client = await bridge.ports.openClient(bridge.institution);
  clerk = lendingClient(bridge.ports, bridge.institution, client);
  clerkKey = client.clientKey;
});
afterAll(() => bridge.ports.close());

const pathOf = ({ client }: BridgeApp) => `/api/v1/apps/${client.clientKey}/tariff`;
const change = (app: BridgeApp, body: object, more: object = {}) => clerk.call('PATCH', pathOf(app), { body, ...more });
const feeOf = async (app: BridgeApp, amount: number) => (await app.pay({ amount })).body.data.fee as number;
const umoja = async (...args: string[]) => {
  const of = ['--tenant', String(bridge.institution.id), '--json'];
  const ran = await operate(bridge.ports.settings, ['app', 'tariff', ...args, ...of]);
  bridge.ports.internals.tenants.forget(bridge.institution.id);
  return ran;
};

/** The document is the last line: what the database's start says comes before it. */
const documentOf = ({ output }: { output: string }) => JSON.parse(output.trim().split('\n').at(-1) ?? '') as unknown;

const payout = [
  { up_to: 100_000, fee: 1_300 },
  { up_to: null, fee: 2_500 },
];

describe('The account prefix of an app', () => {
  const prefixOf = ({ client }: BridgeApp) => `/api/v1/apps/${client.clientKey}/account_prefix`;

  it('is set by another client, shown with what is agreed, and taken back', async () => {
    const [app, other] = [await bridge.anApp(), await bridge.anApp()];
    const set = await clerk.call('PATCH', prefixOf(app), { body: { account_prefix: 'sho-p' } });
    expect([set.status, set.body]).toMatchObject([200, { client_id: app.client.clientKey, account_prefix: 'SHOP' }]);
    expect((await clerk.call('GET', pathOf(app))).body).toEqual(set.body);
    const taken = await clerk.call('PATCH', prefixOf(other), { body: { account_prefix: 'SHOP' } });
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'account_prefix_taken' }]);
    const wrong = await clerk.call('PATCH', prefixOf(other), { body: { account_prefix: 'SH0P' } });
    expect(wrong.status).toBe(422);
    const back = await clerk.call('PATCH', prefixOf(app), { body: { account_prefix: null } });
    expect(back.body).toMatchObject({ account_prefix: null });
  });
});

describe('The tariff of an app', () => {
  it('is charged for payments that are requested afterwards; no other app pays it', async () => {
    const [app, other] = [await bridge.anApp(), await bridge.anApp()];
    const before = (await app.pay({ amount: 100_000 })).body.data;
    expect(before.fee).toBe(0);
    const changed = await change(app, { payout, collection: [{ up_to: null, fee: 500 }] });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { client_id: app.client.clientKey, payout, agreed: ['payout', 'collection'] },
    ]);
    expect((await clerk.call('GET', pathOf(app))).body).toEqual(changed.body);
    expect([await feeOf(app, 100_000), await feeOf(app, 100_100)]).toEqual([1_300, 2_500]);
    expect((await app.collect()).body.data.fee).toBe(500);
    expect((await app.call('GET', `/v1/payouts/${before.id}`)).body.data.fee).toBe(0);
    expect(await feeOf(other, 100_000)).toBe(0);
    const rows = [bridge.payout({ amount: 100_000 }), bridge.payout({ amount: 200_000 })];
    for (const dry_run of [true, false]) {
      const body = { reference: randomUUID(), currency: 'KES', rows, dry_run };
      expect((await app.call('POST', '/v1/payout_batches', { body })).body.data).toMatchObject({ fee: 3_800 });
    }
    expect((await change(app, { payout: null })).body).toMatchObject({ payout: [], agreed: ['collection'] });
    expect(await feeOf(app, 100_000)).toBe(0);
  });

  it('is changed once for a key, on the version that was read, and leaves a trace', async () => {
    const app = await bridge.anApp();
    const key = randomUUID();
    const first = await change(app, { payout }, { key });
    const again = await change(app, { payout }, { key });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const stale = await change(app, { payout: [] }, { headers: { 'if-match': '"v1"' } });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    const trace = await bridge.ports.admin(
      `select e.data, a.actor from event e join audit a on a.event_uuid = e.uuid
        where e.type = 'client.tariff_changed' and e.subject_id = $1`,
      [app.client.id],
    );
    const steps = payout.map(({ up_to, fee }) => ({ upTo: up_to === null ? null : String(up_to), fee: String(fee) }));
    expect(trace).toEqual([{ data: { tariff: { payout: steps } }, actor: clerkKey }]);
  });

  it.each([
    ['a fee above the institution’s limit', [{ up_to: null, fee: 100_001 }], '#/payout/0/fee'],
    ['steps that do not rise', [...payout.slice(0, 1), ...payout], '#/payout/1/up_to'],
    ['no step for larger amounts', payout.slice(0, 1), '#/payout/0/up_to'],
    ['a step without bound before the last', [{ up_to: null, fee: 1 }, ...payout], '#/payout/0/up_to'],
  ])('is refused with %s', async (_, steps, field) => {
    const refused = await change(await bridge.anApp(), { payout: steps });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    expect(refused.body.errors[0].pointer).toBe(field);
  });

  it('is not changed by the app itself, nor without the scope, nor from another institution', async () => {
    const app = await bridge.anApp();
    const own = await app.call('PATCH', pathOf(app), { body: { payout: [] }, key: randomUUID() });
    expect([own.status, own.body.code]).toEqual([409, 'four_eyes_required']);
    const scopes = ['mobile_money:read'];
    const reader = await bridge.ports.openClient(bridge.institution, scopes);
    const sent = { token: reader.token, body: { payout: [] }, key: randomUUID() };
    expect((await bridge.ports.call('PATCH', pathOf(app), sent)).status).toBe(403);
    const stranger = await bridge.anApp(await bridge.ports.openInstitution());
    expect((await clerk.call('GET', pathOf(stranger))).status).toBe(404);
    expect((await change(stranger, { payout: [] })).status).toBe(404);
  });

  it('is set by the operator’s command, for one app or for all with whom nothing else is agreed', async () => {
    const [app, other] = [await bridge.anApp(), await bridge.anApp()];
    const set = await umoja(app.client.clientKey, '--payout', '100000=700,rest=900');
    expect([set.code, documentOf(set)]).toMatchObject([0, { agreed: ['payout'], fee_limit: 100_000 }]);
    const usual = await umoja('--payout', 'rest=200', '--fee-limit', '1000');
    expect([usual.code, documentOf(usual)]).toMatchObject([0, { payout: [{ up_to: null, fee: 200 }] }]);
    expect([await feeOf(app, 100_000), await feeOf(other, 100_000)]).toEqual([700, 200]);
    const refused = await umoja('--payout', 'rest=1001');
    expect([refused.code, refused.output]).toMatchObject([1, expect.stringContaining('limit')]);
    expect((await change(other, { payout: [{ up_to: null, fee: 1_001 }] })).status).toBe(422);
    expect((await umoja('--payout', 'free', '--fee-limit', '100000')).code).toBe(0);
    expect(await feeOf(other, 100_000)).toBe(0);
  });
});
