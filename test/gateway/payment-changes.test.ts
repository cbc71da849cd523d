import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicId } from '#core/payment-bridge/app.ts';
import { openEventStream } from '#test/support/event-stream-client.ts';
import type { Json } from '#test/support/subgraph-client.ts';
import { openTestSavings } from '#test/support/test-app-savings.ts';
import { openWholeGraph, type WholeGraph } from '#test/support/whole-graph.ts';

const PAYMENTS = `subscription {
  paymentChanged(after: 0) {
    type paymentId
    savingsTransaction { id type amount account { accountNo } }
    invoicePayment { id amount reference student { admissionNo } }
    floatTopUp { id amount }
    payout { id publicId amount state availableActions msisdn metadata { key value } attempts { number outcome } }
    collection { id publicId amountReceived amountRefunded state checkoutRef }
    refund { id amount state collection { id } payout { id purpose } }
    topUp { id publicId amount bankReference state }
  }
}`;

let graph: WholeGraph;
let app: { readonly id: number; readonly sandbox: boolean };
const uuids: { [record: string]: string } = {};
beforeAll(async () => {
  graph = await openWholeGraph('in one process');
  const { testApp, school } = graph;
  const { bridge, education, membership, mobileMoney } = testApp.app;
  app = { id: testApp.client.id, sandbox: true };
  const order = { app, currency: 'KES', msisdn: '+254712345678', narration: null, metadata: { run: '7' } };

  await (await openTestSavings(testApp)).account(100_000n);
  const { studentId } = await school.enrolled();
  await testApp.done(education.recordPayment, {
    studentId,
    amount: 5_000n,
    method: 'bank',
    reference: 'FEES-7',
    paidAt: testApp.clock(),
  });
  await testApp.done(bridge.requestTopup, { ...order, amount: 70_000n, reference: null });
  await testApp.done(bridge.payout, { ...order, amount: 20_000n, channel: 'mpesa_b2c', reference: 'salary-7' });
  const collection = await testApp.done(bridge.collect, {
    ...order,
    amount: 50_000n,
    channel: 'mpesa_stk',
    accountReference: 'INV-7',
    reference: 'order-7',
  });
  const paid = { app, collectionId: collection.id, outcome: 'succeeded', amount: null } as const;
  await testApp.done(bridge.completeCollection, paid);
  const back = { app, collectionId: collection.id, amount: 10_000n, reason: 'Sent back.', reference: null };
  await testApp.done(bridge.refund, { ...back, metadata: {} });
  await testApp.done(mobileMoney.receivePayment, {
    receiptNo: 'SKLNOBODY7',
    amount: 5_000n,
    msisdn: '+254712345678',
    accountReference: 'nothing of ours',
    paidAt: testApp.clock(),
  });
  await testApp.sql(
    `insert into incident (uuid, kind, state, summary) values (gen_random_uuid(), 'float_difference', 'open', 'It differs.')`,
    [],
  );
  const hooks = { url: 'https://partner.example/hooks', events: ['loan.*'] };
  await graph.execute('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }', {
    input: hooks,
  });
  await testApp.done(membership.recordMemberDeath, {
    memberId: await testApp.newMember(),
    diedOn: Temporal.Now.plainDateISO('Africa/Nairobi'),
    documentReference: 'B-7',
    reason: null,
  });
  for (const table of ['topup', 'collection', 'refund', 'invoice_payment', 'savings_transaction', 'death_claim']) {
    const [row] = await testApp.sql(`select uuid from ${table}`, []);
    uuids[table] = String(row?.['uuid']);
  }
  const [payout] = await testApp.sql(`select uuid from payout where purpose = 'payout'`, []);
  uuids['payout'] = String(payout?.['uuid']);
  await relay();
});
afterAll(() => graph.close());

async function relay(): Promise<void> {
  const { app: whole, tenantId } = graph.testApp;
  while ((await whole.delivery.relay(tenantId)).events > 0);
}

const stream = (query: string, ...words: readonly string[]) =>
  openEventStream(graph.url, { query }, { authorization: `Bearer ${words.join(' ')}` });

/** As many changes as the feed has of these types, the members of each that are not null, by type. */
async function shown(query: string, types: readonly string[], ...words: readonly string[]): Promise<Map<string, Json>> {
  const [row] = await graph.testApp.sql(
    'select count(*) as n from feed_entry where type like any($1) and coalesce(owner_client_id, $2) = $2',
    [types, app.id],
  );
  const following = await stream(query, ...words);
  const changes = (await following.take(Number(row?.['n']))).map(({ result }) => Object.values(result.data)[0] as Json);
  following.leave();
  return new Map(
    changes.map((change) => [
      change.type,
      Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null)),
    ]),
  );
}

const OF_APPS = ['payout.%', 'collection.%', 'refund.%', 'topup.%'];

describe('Changes of payments', () => {
  it('show an app what became of its payouts, collections, refunds and top-ups', async () => {
    const { topup = '', payout = '', collection = '', refund = '' } = uuids;
    const changes = await shown(PAYMENTS, OF_APPS, 'payments:read');
    expect(changes.get('topup.succeeded')).toEqual({
      type: 'topup.succeeded',
      paymentId: topup,
      topUp: {
        id: topup,
        publicId: publicId('topup', topup),
        amount: 70_000,
        bankReference: expect.stringMatching(/^TU/),
        state: 'SUCCEEDED',
      },
    });
    // The one that carries the refund came last.
    expect(changes.get('payout.created')?.payout.id).not.toBe(payout);
    expect(changes.get('payout.created')?.payout).toMatchObject({
      publicId: expect.stringMatching(/^po_/),
      state: 'SENT',
      availableActions: [],
      msisdn: '+254712345678',
      attempts: [{ number: 1, outcome: 'ACCEPTED' }],
    });
    expect(changes.get('collection.succeeded')).toEqual({
      type: 'collection.succeeded',
      paymentId: collection,
      collection: {
        id: collection,
        publicId: publicId('collection', collection),
        amountReceived: 50_000,
        amountRefunded: 10_000,
        state: 'SUCCEEDED',
        checkoutRef: expect.any(String),
      },
    });
    expect(changes.get('refund.created')).toEqual({
      type: 'refund.created',
      paymentId: refund,
      refund: {
        id: refund,
        amount: 10_000,
        state: 'PENDING',
        collection: { id: collection },
        payout: { id: changes.get('payout.created')?.payout.id, purpose: 'REFUND' },
      },
    });
  });

  it('show no app those of another one, which only has the same scope', async () => {
    const { id } = await graph.testApp.newClient();
    const foreign = await stream(
      'subscription { paymentChanged(after: 0) { type paymentId topUp { id } } }',
      'payments:read',
      `client:${id}`,
    );
    const { bridge } = graph.testApp.app;
    const own = { app: { id, sandbox: true }, amount: 1_000n, currency: 'KES', reference: null, metadata: {} };
    await graph.testApp.done(bridge.requestTopup, own);
    await relay();
    // The first that it is sent is its own, which came last.
    const [first] = await foreign.take(1);
    const [row] = await graph.testApp.sql('select uuid from topup where app_id = $1', [id]);
    expect(first?.result.data.paymentChanged).toEqual({
      type: 'topup.created',
      paymentId: row?.['uuid'],
      topUp: { id: row?.['uuid'] },
    });
    foreign.leave();
  });

  it('show movements of savings and school fees to who may read those, and no more of either', async () => {
    const { savings_transaction: movement, invoice_payment: fees } = uuids;
    const saved = await shown(PAYMENTS, ['savings_transaction.%'], 'savings_accounts:read');
    expect(saved.get('savings_transaction.posted')).toEqual({
      type: 'savings_transaction.posted',
      paymentId: movement,
      savingsTransaction: {
        id: movement,
        type: 'DEPOSIT',
        amount: 100_000,
        account: { accountNo: expect.any(String) },
      },
    });
    const paid = await shown(PAYMENTS, ['payment.%', ...OF_APPS], 'payments:read', 'invoices:read');
    expect(paid.get('payment.received')).toEqual({
      type: 'payment.received',
      paymentId: fees,
      invoicePayment: { id: fees, amount: 5_000, reference: 'FEES-7', student: null },
    });
  });
});

describe('Changes of the work list', () => {
  it('show claims after a death to who may read members', async () => {
    const query = 'subscription { workList(after: 0) { type itemType itemId deathClaim { id state } } }';
    const changes = await shown(query, ['death_claim.%'], 'members:read');
    expect(changes.get('death_claim.opened')).toEqual({
      type: 'death_claim.opened',
      itemType: 'death_claim',
      itemId: uuids['death_claim'],
      deathClaim: { id: uuids['death_claim'], state: 'OPEN' },
    });
  });
});

describe('A record of money by its id alone', () => {
  const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';

  it.each([
    ['Payout', 'payout', 'payments:read'],
    ['Collection', 'collection', 'payments:read'],
    ['Refund', 'refund', 'payments:read'],
    ['TopUp', 'topup', 'payments:read'],
    ['SavingsTransaction', 'savings_transaction', 'savings_accounts:read'],
    ['SavingsProduct', 'savings_product', 'savings_accounts:read'],
    ['Agent', 'agent', 'disbursements:read'],
    ['Webhook', 'webhook', 'webhooks:read'],
    ['Incident', 'incident', 'disbursements:read'],
    ['MobileMoneyTransaction', 'mobile_money_transaction', 'mobile_money:read'],
  ])('is a %s to who may read it, and nothing to others', async (type, table, scope) => {
    const [row] = await graph.testApp.sql(`select uuid from ${table} order by id limit 1`, []);
    const id = String(row?.['uuid']);
    expect((await graph.execute(NODE, { id }, [scope])).data).toEqual({ node: { __typename: type, id } });
    const write = scope.replace(':read', ':write');
    expect((await graph.execute(NODE, { id }, ['branches:read', write])).data).toEqual({ node: null });
    const other = await graph.testApp.newClient();
    const isOwn = scope === 'payments:read' || type === 'Webhook';
    const seen = await graph.execute(NODE, { id }, [scope, `client:${other.id}`]);
    expect(seen.data?.node === null).toBe(isOwn);
  });
});
