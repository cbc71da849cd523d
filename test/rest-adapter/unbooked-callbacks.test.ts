import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { processStored } from '#platform/app/processes/callbacks/process-stored.ts';
import type { CallbackKind } from '#platform/rails/callbacks/addresses.ts';
import { openLog } from '#platform/runtime/log.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';
import { openedAlike } from '#test/support/sealed-alike.ts';

let bridge: Bridge;
let app: BridgeApp;
beforeAll(async () => {
  bridge = await openBridge();
  app = await bridge.anApp();
});
afterAll(() => bridge.ports.close());

const JUNK = '<soap:Envelope>paid</soap:Envelope>';

/** Posts a body to a callback endpoint, as it is. */
async function post(kind: CallbackKind, originatorId: string, body: string | object): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const subject = { tenantId: bridge.institution.id, kind, originatorId };
  const address = new URL(bridge.ports.callbacks.addressOf(subject)).pathname;
  const { status } = await bridge.ports.call('POST', address, { raw: { type: 'application/json', text } });
  return status;
}

const originatorOf = async (table: 'payout' | 'collection' | 'disbursement', reference: string) => {
  const [row] = await bridge.ports.admin<{ originator_id: string; provider_ref: string }>(
    `select originator_id, provider_ref from ${table} where reference = $1`,
    [reference],
  );
  if (!row) throw new Error(`There is no ${table} ${reference}.`);
  return row;
};

const prompted = (
  checkout: string,
  code: number,
  payment?: { readonly receipt: string; readonly shillings: number },
) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: '29115-34620561-1',
      CheckoutRequestID: checkout,
      ResultCode: code,
      ResultDesc: 'Sent by a test.',
      ...(payment && {
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: payment.shillings },
            { Name: 'MpesaReceiptNumber', Value: payment.receipt },
            { Name: 'PhoneNumber', Value: 254712345678 },
          ],
        },
      }),
    },
  },
});

const paid = (originatorId: string, receipt: string, shillings: number, more: readonly object[] = []) => ({
  Result: {
    ResultCode: 0,
    ResultDesc: 'Sent by a test.',
    OriginatorConversationID: originatorId,
    ConversationID: 'AG_test',
    TransactionID: receipt,
    ResultParameters: {
      ResultParameter: [
        { Key: 'TransactionReceipt', Value: receipt },
        { Key: 'TransactionAmount', Value: shillings },
        ...more,
      ],
    },
  },
});

type Listed = {
  readonly kind: string;
  readonly amount: number | null;
  readonly summary: string;
  readonly subject: { readonly type: string; readonly uuid: string };
};

/** The open incidents whose stored message is this one, as the work list shows them. */
async function incidentsOf(kind: CallbackKind, originatorId: string): Promise<readonly Listed[]> {
  const messages = await bridge.ports.admin<{ uuid: string }>(
    'select uuid from callback where kind = $1 and subject = $2',
    [kind, originatorId],
  );
  const { body } = await app.call('GET', '/api/v1/incidents?filter[state]=open&limit=100');
  return (body.data as readonly Listed[]).filter(({ subject }) => messages.some(({ uuid }) => uuid === subject?.uuid));
}

const stored = async ({ subject }: Listed) => {
  const [row] = await bridge.ports.admin<{ body: string }>('select body from callback where uuid = $1', [subject.uuid]);
  return row && openedAlike(bridge.ports, bridge.institution.id, row.body);
};

async function aCollection() {
  const order = bridge.collection();
  const { body } = await app.call('POST', '/v1/collections', { body: order });
  return { ...(await originatorOf('collection', order.reference)), id: body.data.id as string };
}
async function aPayout() {
  const order = bridge.payout();
  const { body } = await app.call('POST', '/v1/payouts', { body: order });
  return { ...(await originatorOf('payout', order.reference)), id: body.data.id as string, amount: order.amount };
}

describe('A callback of a prompt', () => {
  it('that can’t be read is stored word for word, and is one incident however often it comes', async () => {
    const { originator_id: originatorId, id } = await aCollection();
    for (let time = 0; time < 3; time++) expect(await post('collection', originatorId, JUNK)).toBe(200);
    const [incident, ...more] = await incidentsOf('collection', originatorId);
    expect(more).toEqual([]);
    expect(incident).toMatchObject({ kind: 'notification_unreadable', amount: null, subject: { type: 'callback' } });
    expect(incident && (await stored(incident))).toBe(JUNK);
    expect((await app.call('GET', `/v1/collections/${id}`)).body.data.state).toBe('sent');
  });

  it('about another prompt names the receipt and the amount on the work list, and books nothing', async () => {
    const { originator_id: originatorId, id } = await aCollection();
    const other = prompted('ws_CO_other', 0, { receipt: 'SKLOTHER01', shillings: 700 });
    expect(await post('collection', originatorId, other)).toBe(200);
    expect(await incidentsOf('collection', originatorId)).toMatchObject([
      { kind: 'notification_elsewhere', amount: 70_000 },
    ]);
    expect((await app.call('GET', `/v1/collections/${id}`)).body.data.state).toBe('sent');
  });

  it('without a record of ours is money in suspense, and an incident', async () => {
    const nowhere = randomUUID();
    const body = prompted('ws_CO_nowhere', 0, { receipt: 'SKLNOWHER1', shillings: 650 });
    for (let time = 0; time < 2; time++) expect(await post('collection', nowhere, body)).toBe(200);
    expect(await incidentsOf('collection', nowhere)).toMatchObject([{ kind: 'notification_unknown', amount: 65_000 }]);
    const list = '/api/v1/mobile_money/transactions?filter[receipt_no]=SKLNOWHER1';
    expect((await app.call('GET', list)).body.data).toMatchObject([
      { state: 'unallocated', amount: 65_000, msisdn: '+254712345678' },
    ]);
  });

  it('without a record of ours that was not paid brings nothing, and is an incident', async () => {
    const nowhere = randomUUID();
    expect(await post('collection', nowhere, prompted('ws_CO_nowhere', 1032))).toBe(200);
    expect(await incidentsOf('collection', nowhere)).toMatchObject([{ kind: 'notification_unknown', amount: null }]);
  });
});

describe('A callback of a payout', () => {
  it.each(['payout', 'payout_status'] as const)('%s that can’t be read is an incident', async (kind) => {
    const { originator_id: originatorId, id } = await aPayout();
    expect(await post(kind, originatorId, JUNK)).toBe(200);
    expect(await post(kind, originatorId, JUNK)).toBe(200);
    const incidents = await incidentsOf(kind, originatorId);
    expect(incidents).toMatchObject([{ kind: 'notification_unreadable', subject: { type: 'callback' } }]);
    // Its status is queried: what was not read settles nothing.
    const state = (await app.call('GET', `/v1/payouts/${id}`)).body.data.state;
    expect(state).toBe(kind === 'payout' ? 'unknown' : 'sent');
  });

  it('about another payment is an incident with its receipt and amount', async () => {
    const { originator_id: originatorId } = await aPayout();
    expect(await post('payout', originatorId, paid(randomUUID(), 'SKLSTRANGE', 320))).toBe(200);
    expect(await incidentsOf('payout', originatorId)).toMatchObject([
      { kind: 'notification_elsewhere', amount: 32_000 },
    ]);
  });

  it('without a record of ours is an incident with its receipt and amount', async () => {
    const nowhere = randomUUID();
    expect(await post('payout', nowhere, paid(nowhere, 'SKLLOSTOUT', 450))).toBe(200);
    expect(await incidentsOf('payout', nowhere)).toMatchObject([{ kind: 'notification_unknown', amount: 45_000 }]);
    const [receipt] = await bridge.ports.admin('select receipt_key from incident where receipt_key = $1', [
      'SKLLOSTOUT',
    ]);
    expect(receipt).toBeDefined();
  });

  it('that contradicts what is settled changes nothing, and is an incident', async () => {
    const { originator_id: originatorId, id, amount } = await aPayout();
    await post('payout', originatorId, paid(originatorId, 'SKLSETTLED', amount / 100));
    const other = [{ Key: 'ReceiverPartyPublicName', Value: '254799999999 - SOMEBODY ELSE' }];
    expect(await post('payout', originatorId, paid(originatorId, 'SKLSETTLED', amount / 100, other))).toBe(200);
    expect(await incidentsOf('payout', originatorId)).toMatchObject([{ kind: 'notification_contradicts' }]);
    expect((await app.call('GET', `/v1/payouts/${id}`)).body.data.state).toBe('succeeded');
  });

  it('of the provider’s queue that timed out says all that it says: it is no incident', async () => {
    const { originator_id: originatorId, id } = await aPayout();
    expect(await post('payout_timeout', originatorId, '')).toBe(200);
    expect(await incidentsOf('payout_timeout', originatorId)).toEqual([]);
    expect((await app.call('GET', `/v1/payouts/${id}`)).body.data.state).toBe('unknown');
  });
});

describe('A callback of a rail’s one address', () => {
  it('that names no payment of ours is an incident', async () => {
    const rail = randomUUID();
    expect(await post('notification', rail, JUNK)).toBe(200);
    expect(await incidentsOf('notification', rail)).toMatchObject([{ kind: 'notification_unreadable' }]);
  });
});

describe('A callback of a payment that is returned to its payer', () => {
  it('without a record of ours is an incident', async () => {
    const nowhere = randomUUID();
    expect(await post('reversal', nowhere, JUNK)).toBe(200);
    expect(await incidentsOf('reversal', nowhere)).toMatchObject([{ kind: 'notification_unknown' }]);
  });
});

describe('A callback whose receiver died before it was processed', () => {
  it('is an incident as well, once a worker takes it up', async () => {
    const { originator_id: originatorId } = await aPayout();
    const received = { kind: 'payout', subject: originatorId, text: JUNK };
    const arrival = { headers: {}, source: null, isExpected: true };
    const { ports, institution } = bridge;
    const { id } = await ports.app.inbox.store(institution.id, { ...received, arrival });
    await ports.admin(`update callback set due_at = now() - interval '1 minute' where id = $1`, [id]);
    expect(await processStored({ app: ports.app, log: openLog('silent') }, institution.id, id, 'worker')).toBe(true);
    expect(await incidentsOf('payout', originatorId)).toMatchObject([{ kind: 'notification_unreadable' }]);
  });
});

it('leaves books in which every proof holds', async () => {
  const { violations } = await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql));
  expect(violations).toEqual([]);
});
