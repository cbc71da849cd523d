import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openBridge, receiptOf, type Bridge } from '#test/support/bridge-client.ts';
import type { Reply } from '#test/support/rest-test-app.ts';
import { sealedAlike } from '#test/support/sealed-alike.ts';

let bridge: Bridge;
beforeAll(async () => {
  bridge = await openBridge();
});
afterAll(() => bridge.ports.close());

/** A command of the institution's people, whose reply is not read. */
const request = {
  get caller() {
    return bridge.operator;
  },
  claim: null,
  present: async () => ({ status: 200, headers: {}, body: '' }),
  refused: (error: Error): never => {
    throw error;
  },
};
const nothing = { currency: 'KES', held: 0, in_transit: 0, pending: 0 };

describe('A payout that is requested while the provider takes none', () => {
  it('is refused with the time to wait, or waits where the institution wants that', async () => {
    const app = await bridge.anApp();
    const { ports, institution } = bridge;
    ports.rail.closedFor = 540;
    const refused = await app.call('POST', '/v1/payouts', { body: bridge.payout() });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '540']);
    await ports.admin('update tenant set queues_payouts = true where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
    const body = bridge.payout();
    const taken = await app.call('POST', '/v1/payouts', { body, key: 'queued-once' });
    expect([taken.status, taken.body.data]).toMatchObject([201, { state: 'pending', conclusive: false, attempts: [] }]);
    const again = await app.call('POST', '/v1/payouts', { body, key: 'queued-once' });
    expect(again.body.data.id).toBe(taken.body.data.id);
    expect(await app.balance()).toMatchObject({ held: body.amount });
    ports.rail.closedFor = null;
    const [row] = await ports.admin<{ id: string }>('select originator_id as id from payout where reference = $1', [
      body.reference,
    ]);
    await ports.app.bridge.checkPayout(bridge.operator, row?.id ?? '');
    const { data } = (await app.call('GET', `/v1/payouts/${taken.body.data.id}`)).body;
    expect(data).toMatchObject({ state: 'sent', attempts: [{ number: 1, outcome: 'accepted' }] });
    await ports.admin('update tenant set queues_payouts = false where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
  });
});

describe('POST /v1/payouts', () => {
  it('pays a person: sent, then paid, with its line and its balance', async () => {
    const app = await bridge.anApp();
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000 });
    const body = bridge.payout({ narration: 'November', metadata: { employee: '42' } });
    const reply = await app.call('POST', '/v1/payouts', { body });
    expect(reply.status).toBe(201);
    const { data } = reply.body;
    expect(data).toEqual({
      id: expect.stringMatching(/^po_[0-9a-f]{32}$/),
      object: 'payout',
      ...body,
      amount_paid: null,
      currency: 'KES',
      purpose: 'payout',
      state: 'sent',
      conclusive: false,
      failure: null,
      provider: 'mpesa',
      provider_ref: expect.stringMatching(/^AG_/),
      receipt_no: null,
      recipient_name_masked: null,
      fee: 0,
      attempts: [{ number: 1, sent_at: expect.stringMatching(/Z$/), outcome: 'accepted', code: null }],
      batch: null,
      sandbox: true,
      created_at: expect.stringMatching(/Z$/),
      sent_at: expect.stringMatching(/Z$/),
      settled_at: null,
      reversed_at: null,
      version: 2,
    });
    expect(reply.headers.get('location')).toBe(`/v1/payouts/${data.id}`);
    expect(reply.headers.get('etag')).toMatch(/^"v2["-]/);
    expect(await app.balance()).toEqual({ ...nothing, available: 9_800_000, in_transit: 200_000 });

    await app.paidOut(body.reference, 0);
    expect((await app.call('GET', `/v1/payouts/${data.id}`)).body.data).toMatchObject({
      state: 'succeeded',
      conclusive: true,
      receipt_no: receiptOf(body.reference),
    });
    expect(await app.balance()).toEqual({ ...nothing, available: 9_800_000 });
    const lines = (await app.call('GET', '/v1/transactions')).body.data;
    expect(lines).toMatchObject([
      { type: 'payout', amount: -200_000, balance_after: 9_800_000, source: { type: 'payout', id: data.id } },
      { type: 'topup', amount: 10_000_000, balance_after: 10_000_000 },
    ]);
    const line = await app.call('GET', `/v1/transactions/${lines[0].id}`);
    expect([line.status, line.body.data]).toEqual([200, lines[0]]);
  });

  it('shows why money did not move, and gives it back', async () => {
    const app = await bridge.anApp();
    bridge.ports.rail.responses.push(async () => ({ kind: 'rejected', code: '400.002.02', message: 'Invalid PartyB' }));
    const { status, body } = await app.pay();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      state: 'failed',
      conclusive: true,
      failure: { code: 'provider_declined', message: 'Invalid PartyB', provider_code: '400.002.02', retryable: false },
    });
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000 });
  });

  it('is unknown where the provider gives no answer, and asks it on demand', async () => {
    const app = await bridge.anApp();
    bridge.ports.rail.responses.push(async () => {
      throw new Error('reset');
    });
    const { status, body } = await app.pay();
    expect([status, body.data.state]).toEqual([202, 'unknown']);
    const { id } = body.data;
    const early = await app.call('POST', `/v1/payouts/${id}/refresh`);
    expect([early.status, early.body.data.state]).toEqual([202, 'unknown']);
    bridge.ports.rail.status = async () => ({
      kind: 'paid',
      providerRef: 'AG_found',
      receiptNo: 'SKFOUND001',
      at: Temporal.Now.instant(),
      amount: 200_000n,
    });
    const late = await app.call('POST', `/v1/payouts/${id}/refresh`);
    expect([late.status, late.body.data.state]).toEqual([202, 'succeeded']);
    bridge.ports.rail.status = async () => ({ kind: 'pending' });
    expect((await app.call('POST', `/v1/payouts/${id}/refresh`)).body.data.state).toBe('succeeded');
  });

  it('never sends a second time what may have been sent', async () => {
    const app = await bridge.anApp();
    bridge.ports.rail.responses.push(async () => ({ kind: 'unknown' }));
    const before = bridge.ports.rail.orders.length;
    const { body } = await app.pay();
    bridge.ports.rail.status = async () => ({ kind: 'never_received' });
    await app.call('POST', `/v1/payouts/${body.data.id}/refresh`);
    bridge.ports.rail.status = async () => ({ kind: 'pending' });
    expect(bridge.ports.rail.orders.length - before).toBe(1);
  });

  it('takes a reference once, for ever, and names the payout that has it', async () => {
    const app = await bridge.anApp();
    const first = await app.pay({ reference: 'rent' });
    const { status, body } = await app.pay({ reference: 'rent', amount: 300_000 });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'duplicate_reference', existing_id: first.body.data.id });
    expect((await (await bridge.anApp()).pay({ reference: 'rent' })).status).toBe(201);
  });

  it.each([
    [{ amount: 999 }, 'validation_failed'],
    [{ amount: 1_050 }, 'validation_failed'],
    [{ amount: 25_000_100 }, 'validation_failed'],
    [{ msisdn: '+255712345678' }, 'invalid_msisdn'],
    [{ currency: 'UGX' }, 'currency_mismatch'],
    [{ reference: 'x'.repeat(65) }, 'validation_failed'],
    [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v'])) }, 'validation_failed'],
    [{ metadata: { 'a b': 'v' } }, 'validation_failed'],
    [{ metadata: { key: 1 } }, 'validation_failed'],
    [{ tenant_id: 1 }, 'validation_failed'],
  ])('refuses what can’t be paid: %j', async (change, code) => {
    const app = await bridge.anApp();
    const { status, body } = await app.pay(change);
    expect({ status, code: body.code }).toEqual({ status: 422, code });
    expect(body.errors.length).toBeGreaterThan(0);
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000 });
  });

  it('can’t be called off once it has left', async () => {
    const app = await bridge.anApp();
    const { body } = await app.pay();
    const refused = await app.call('POST', `/v1/payouts/${body.data.id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state_transition']);
  });
});

describe('Idempotency of payouts', () => {
  it('the same key and body is the same payout; another amount is another request', async () => {
    const app = await bridge.anApp();
    const body = bridge.payout();
    const [first, again] = [
      await app.call('POST', '/v1/payouts', { body, key: 'key-1' }),
      await app.call('POST', '/v1/payouts', { body, key: 'key-1' }),
    ];
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await app.call('POST', '/v1/payouts', { body: { ...body, amount: 300_000 }, key: 'key-1' });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('twenty equal requests at the same time are one payout; the others replay it, or have to wait', async () => {
    const app = await bridge.anApp();
    const before = bridge.ports.rail.orders.length;
    const body = bridge.payout();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call('POST', '/v1/payouts', { body, key: 'twenty' })),
    );
    const taken = replies.filter(({ status }) => status === 201);
    expect(new Set(taken.map((reply: Reply) => reply.body.data.id)).size).toBe(1);
    const others = replies.filter(({ status }) => status !== 201).map((reply) => [reply.status, reply.body.code]);
    for (const other of others) expect(other).toEqual([409, 'idempotency_request_in_progress']);
    expect(bridge.ports.rail.orders.length - before).toBe(1);
    expect((await app.call('GET', '/v1/payouts')).body.data).toHaveLength(1);
    expect(await app.balance()).toEqual({ ...nothing, available: 9_800_000, in_transit: 200_000 });
  });

  it('twenty equal requests without a key are one payout by its reference', async () => {
    const app = await bridge.anApp();
    const body = bridge.payout();
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.call('POST', '/v1/payouts', { body })));
    const codes = replies.map((reply) => reply.body.code ?? reply.status);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 'duplicate_reference')).toHaveLength(19);
  });
});

describe('Eight payouts of 200,000 at the same time, with 1,000,000', () => {
  it('are five that are sent, and three that are refused for want of money', async () => {
    const app = await bridge.anApp();
    expect((await app.pay({ amount: 9_000_000 })).status).toBe(201);
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.pay()));
    const sent = replies.filter(({ status }) => status === 201);
    expect(sent.map((reply) => reply.body.data.state)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    const refused = replies.filter(({ status }) => status === 409).map(({ body }) => body);
    expect(refused).toHaveLength(3);
    for (const body of refused) {
      expect(body).toMatchObject({
        code: 'insufficient_balance',
        agent_id: String(app.client.id),
        available_float: 0,
        requested_amount: 200_000,
      });
    }
    expect(await app.balance()).toEqual({ ...nothing, available: 0, in_transit: 10_000_000 });
  });
});

describe('Another app', () => {
  it('has none of it: by no id, in no list, in no balance', async () => {
    const [mine, theirs, elsewhere] = [
      await bridge.anApp(),
      await bridge.anApp(),
      await bridge.anApp(await bridge.ports.openInstitution('sandbox')),
    ];
    const { body } = await mine.pay();
    await mine.paidOut(body.data.reference, 0);
    const [line] = (await mine.call('GET', '/v1/transactions')).body.data;
    for (const other of [theirs, elsewhere]) {
      for (const [method, path] of [
        ['GET', `/v1/payouts/${body.data.id}`],
        ['POST', `/v1/payouts/${body.data.id}/cancel`],
        ['POST', `/v1/payouts/${body.data.id}/refresh`],
        ['GET', `/v1/transactions/${line.id}`],
      ] as const) {
        const refused = await other.call(method, path);
        expect([path, refused.status, refused.body.code]).toEqual([path, 404, 'not_found']);
      }
      expect((await other.call('GET', '/v1/payouts?include=total')).body).toMatchObject({
        data: [],
        pagination: { total: 0 },
      });
      expect((await other.call('GET', `/v1/payouts?filter[reference]=${body.data.reference}`)).body.data).toEqual([]);
      expect((await other.call('GET', '/v1/transactions')).body.data).toEqual([]);
      expect((await other.balance()).available).toBe(10_000_000);
    }
  });

  it('receives nothing of it: its webhooks are for its own records', async () => {
    const [mine, theirs] = [await bridge.anApp(), await bridge.anApp()];
    const { body } = await mine.pay();
    const events = await bridge.ports.admin<{ owner_client_id: string }>(
      `select distinct owner_client_id::text from event where data ->> 'payout_id' = $1`,
      [body.data.id],
    );
    expect(events).toEqual([{ owner_client_id: String(mine.client.id) }]);
    expect(theirs.client.id).not.toBe(mine.client.id);
  });
});

describe('A row of a sandbox app', () => {
  it('can belong to no live app: the database refuses', async () => {
    const live = await bridge.ports.openClient(await bridge.ports.openInstitution('live'));
    const app = await bridge.anApp();
    await app.pay();
    const [{ tenant_id: liveTenant } = { tenant_id: '' }] = await bridge.ports.admin<{ tenant_id: string }>(
      'select tenant_id::text from api_client where id = $1',
      [live.id],
    );
    for (const change of [
      'sandbox = false',
      `app_id = ${live.id}`,
      `app_id = ${live.id}, tenant_id = ${liveTenant}`,
      `app_id = ${live.id}, tenant_id = ${liveTenant}, sandbox = true`,
    ]) {
      for (const table of ['payout', 'app_account', 'app_transaction']) {
        const moved = bridge.ports.admin(`update ${table} set ${change} where app_id = $1`, [app.client.id]);
        await expect(moved).rejects.toMatchObject({ code: '23503' });
      }
    }
  });
});

describe('A list of payouts', () => {
  it('is walked by cursor, filtered and sorted as every list', async () => {
    const app = await bridge.anApp();
    for (const amount of [100_000, 300_000, 200_000]) await app.pay({ amount });
    const first = (await app.call('GET', '/v1/payouts?limit=2&sort=amount')).body;
    expect(first.data.map(({ amount }: { amount: number }) => amount)).toEqual([100_000, 200_000]);
    expect(first.pagination).toMatchObject({ limit: 2, has_more: true, prev_cursor: null });
    const next = await app.call('GET', `/v1/payouts?limit=2&sort=amount&cursor=${first.pagination.next_cursor}`);
    expect(next.body.data.map(({ amount }: { amount: number }) => amount)).toEqual([300_000]);
    const filtered = await app.call('GET', '/v1/payouts?filter[amount][gte]=200000&filter[state]=sent');
    expect(filtered.body.data).toHaveLength(2);
    const other = await bridge.anApp();
    const stolen = await other.call('GET', `/v1/payouts?limit=2&sort=amount&cursor=${first.pagination.next_cursor}`);
    expect([stolen.status, stolen.body.code]).toEqual([400, 'invalid_cursor']);
  });
});

describe('The books after all of this', () => {
  it('are whole: what apps own is what is owed to them', async () => {
    const { violations } = await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql));
    const ofApps = violations.filter(({ check }) => /app|trial|journals|chart/.test(check));
    expect(ofApps).toEqual([]);
  });
});

describe('A recipient whose name is on a list of sanctions', () => {
  const LISTED = 'Odhiambo Sanctioned';
  const importList = (...names: readonly string[]) =>
    bridge.ports.app.watchlists.importList(bridge.operator, {
      name: 'un',
      kind: 'sanction',
      dated: Temporal.PlainDate.from('2026-03-01'),
      digest: names.join(),
      people: names.map((name) => ({ sourceId: name, names: [name], births: [], countries: [], idNumbers: [] })),
      removals: 'any',
    });
  let numbers = 0;
  const aNumber = () => `+25472200${String(++numbers).padStart(4, '0')}`;
  const alertsOf = async (msisdn: string) =>
    bridge.ports.admin<{ id: string; rule_id: string; holds: boolean; state: string; evidence: string[] }>(
      `select id, rule_id, holds, state, evidence from aml_alert where msisdn = $1 order by id`,
      [await sealedAlike(bridge.ports, bridge.institution.id, msisdn)],
    );
  const clear = (alertId: number) =>
    bridge.ports.app.aml.markAmlAlertFalsePositive(request, { alertId, reason: 'Another person.' });
  const refusal = ({ status, body }: Reply) => [status, body.error?.code ?? body.code];
  beforeAll(() => importList(LISTED));

  it('is not paid where the app names the person: nothing is held or sent until compliance has decided', async () => {
    const app = await bridge.anApp();
    const msisdn = aNumber();
    const sent = bridge.ports.rail.orders.length;
    const refused = await app.pay({ msisdn, recipient_name: 'SANCTIONED odhiambo' });
    expect(refusal(refused)).toEqual([409, 'recipient_held']);
    expect(refused.text).not.toMatch(/sanction|alert/i);
    expect(await app.balance()).toMatchObject({ available: 10_000_000, held: 0 });
    expect(bridge.ports.rail.orders).toHaveLength(sent);
    const [alert, ...more] = await alertsOf(msisdn);
    expect([alert, more]).toMatchObject([{ rule_id: 'sanctions_exact', holds: true, state: 'open' }, []]);
    // Neither without the name, nor by another app, nor in a batch.
    expect(refusal(await app.pay({ msisdn }))).toEqual([409, 'recipient_held']);
    expect(refusal(await (await bridge.anApp()).pay({ msisdn }))).toEqual([409, 'recipient_held']);
    await clear(Number(alert?.id));
    expect((await app.pay({ msisdn, recipient_name: LISTED })).status).toBe(201);
    expect(await alertsOf(msisdn)).toHaveLength(1);
  });

  it('is an alert where the provider gives the name with the payment, and is not paid again', async () => {
    const app = await bridge.anApp();
    const msisdn = aNumber();
    const { body } = await app.pay({ msisdn });
    const name = `${msisdn.slice(1)} - ${LISTED}`;
    for (let time = 0; time < 2; time++) {
      await app.paidOut(body.data.reference, 0, receiptOf(body.data.reference), name);
    }
    const shown = (await app.call('GET', `/v1/payouts/${body.data.id}`)).body.data;
    expect(shown).toMatchObject({ state: 'succeeded', recipient_name_masked: 'O*** S***' });
    const evidence = [expect.stringMatching(/^payout:[0-9a-f-]{36}$/)];
    expect(await alertsOf(msisdn)).toMatchObject([{ rule_id: 'sanctions_exact', holds: true, evidence }]);
    expect(refusal(await app.pay({ msisdn }))).toEqual([409, 'recipient_held']);
  });

  it('is paid where the institution’s rule does not hold money, and where the provider hides letters', async () => {
    const app = await bridge.anApp();
    const resembling = aNumber();
    expect((await app.pay({ msisdn: resembling, recipient_name: 'Odiambo Sanctioned' })).status).toBe(201);
    expect(await alertsOf(resembling)).toMatchObject([{ rule_id: 'sanctions_fuzzy', holds: false }]);
    const hidden = aNumber();
    const { body } = await app.pay({ msisdn: hidden });
    await app.paidOut(body.data.reference, 0, receiptOf(body.data.reference), '2547****001 - O*** Sanctioned');
    expect(await alertsOf(hidden)).toEqual([]);
  });

  it('stops a batch that names the person, and fails a row that waits when the name becomes known', async () => {
    const app = await bridge.anApp();
    const [listed, waiting] = [aNumber(), aNumber()];
    const rows = [bridge.payout({ msisdn: waiting }), bridge.payout({ msisdn: listed, recipient_name: LISTED })];
    const batch = (some: readonly object[], more: object = {}) =>
      app.call('POST', '/v1/payout_batches', { body: { reference: `batch-${++numbers}`, rows: some, ...more } });
    const refused = await batch(rows);
    expect(refusal(refused)[0]).toBe(422);
    expect(refused.text).toContain('recipient_held');
    const tried = await batch([{ ...rows[1], recipient_name: null }], { dry_run: true });
    expect(tried.body.data.problems).toMatchObject([{ row: 1, code: 'recipient_held' }]);

    const [first] = rows;
    expect((await batch([first!])).status).toBe(201);
    const paid = await app.pay({ msisdn: waiting });
    await app.paidOut(paid.body.data.reference, 0, receiptOf(paid.body.data.reference), LISTED);
    const [row] = await bridge.ports.admin<{ id: string }>(
      'select originator_id as id from payout where app_id = $1 and reference = $2',
      [app.client.id, first!.reference],
    );
    const sent = bridge.ports.rail.orders.length;
    await bridge.ports.app.bridge.checkPayout(bridge.operator, row?.id ?? '');
    expect(bridge.ports.rail.orders).toHaveLength(sent);
    const [failed] = (await app.call('GET', `/v1/payouts?filter[reference]=${first!.reference}`)).body.data;
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'recipient_held' } });
    expect(await app.balance()).toMatchObject({ available: 9_800_000, held: 0 });
  });
});
