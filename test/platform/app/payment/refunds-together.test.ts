import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { paymentSteps } from '#platform/app/processes/payment/steps.ts';
import { payouts } from '#platform/app/processes/payout/app-payouts.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openLog } from '#platform/runtime/log.ts';
import { openBridge, receiptOf, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';

let bridge: Bridge;
let app: BridgeApp;
beforeAll(async () => {
  bridge = await openBridge();
  app = await bridge.anApp();
});
afterAll(() => bridge.ports.close());

type Named = { readonly name: string; readonly originatorId: string };
type End = readonly [payment: Named, how: 'paid' | 'not_paid'];

const originatorOf = async (name: string): Promise<Named> => {
  const [row] = await bridge.ports.admin<{ id: string }>(
    'select originator_id as id from payout where reference = $1',
    [name],
  );
  return { name, originatorId: row?.id ?? '' };
};

/** A collection of 1,000 shillings that has come in, and refunds of 400 and of 600 of it that are on their way. */
async function refunded() {
  const { body } = await app.collect({ amount: 100_000 });
  await app.prompted(body.data.reference, 0);
  const refund = async (amount: number): Promise<Named> => {
    const reply = await app.call('POST', '/v1/refunds', { body: { collection_id: body.data.id, amount } });
    expect(reply.status).toBe(201);
    return originatorOf(reply.body.data.id);
  };
  return { collection: body.data.id as string, a: await refund(40_000), b: await refund(60_000) };
}

/** The first is recorded in a transaction of its own; what comes in meanwhile, which is the rest, in the next one. */
async function endTogether(...rest: readonly End[]): Promise<void> {
  const { transact, ports } = bridge.ports.internals;
  const steps = paymentSteps(transact, openLog('silent'), payouts(ports.bridge));
  const first = await originatorOf((await app.pay()).body.data.reference);
  const ends: readonly End[] = [[first, 'paid'], ...rest];
  let transactions = 0;
  bridge.ports.database.onStatement = (text) => {
    if (text.includes('into audit')) transactions++;
  };
  const recorded = await Promise.all(
    ends.map(([{ name, originatorId }, how]) =>
      steps.recordNotified(bridge.operator, { originatorId, status: statusOf(how, name), source: 'query' }),
    ),
  );
  bridge.ports.database.onStatement = null;
  expect(new Set(recorded)).toEqual(new Set(['recorded']));
  expect(transactions).toBe(2);
}

const statusOf = (how: End[1], name: string): ProviderStatus =>
  how === 'not_paid'
    ? { kind: 'not_paid', code: 'declined', message: 'The recipient is unknown.' }
    : {
        kind: 'paid',
        providerRef: null,
        receiptNo: receiptOf(name),
        amount: null,
        at: bridge.ports.internals.clock(),
      };

const returned = async (collection: string) =>
  (await app.call('GET', `/v1/collections/${collection}`)).body.data.amount_refunded;
const refund = (collection: string) => app.call('POST', '/v1/refunds', { body: { collection_id: collection } });

describe('Two refunds of a collection that end in one transaction', () => {
  it('leave all of it to be returned where both have failed', async () => {
    const { collection, a, b } = await refunded();
    await endTogether([a, 'not_paid'], [b, 'not_paid']);
    expect(await returned(collection)).toBe(0);
    expect((await refund(collection)).body.data).toMatchObject({ amount: 100_000 });
  });

  it('count the one that the provider paid late after all, though the other fails', async () => {
    const { collection, a, b } = await refunded();
    await app.paidOut(a.name, 2040);
    expect(await returned(collection)).toBe(60_000);
    await endTogether([a, 'paid'], [b, 'not_paid']);
    expect(await returned(collection)).toBe(40_000);
    expect((await refund(collection)).body.data).toMatchObject({ amount: 60_000 });
  });

  it('leave nothing where both have arrived', async () => {
    const { collection, a, b } = await refunded();
    await endTogether([b, 'paid'], [a, 'paid']);
    expect(await returned(collection)).toBe(100_000);
    expect((await refund(collection)).body).toMatchObject({ code: 'collection_not_refundable' });
  });
});

describe('The books after all of this', () => {
  it('are whole', async () => {
    const { violations } = await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
  });
});
