import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStatement } from '#platform/app/processes/bank/import-statement.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { judge } from '#platform/judge/judge.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { bankFile } from '#platform/rails/bank-file/books.ts';
import { bankFileSetup, settingsIn } from '#platform/rails/bank-file/settings.ts';
import { fakeBank, printed } from '#test/support/bank-fake.ts';
import { openBridge, receiptOf, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';
import type { Institution } from '#test/support/rest-test-app.ts';

let bridge: Bridge;
beforeAll(async () => {
  bridge = await openBridge();
});
afterAll(() => bridge.ports.close());

const read = async (app: BridgeApp, path: string) => (await app.call('GET', path)).body.data;
const evidence = 'The provider’s list of 3 March, line 12.';

type Ended = { readonly kind: 'done' } | { readonly kind: 'proposed'; readonly proposal: { readonly uuid: string } };

/** What people decide at an institution: one proposes at the command line, another approves over the API. */
async function twoPeopleAt(institution: Institution, mode: 'live' | 'sandbox' = 'sandbox') {
  const { ports } = bridge;
  const operator = systemCaller({ id: institution.id, mode }, 'operator', 'test');
  const approver = await ports.openClient(institution);
  const { changeClientResponsible } = ports.app.partners.operators;
  await changeClientResponsible(operator, { clientId: approver.id, responsible: 'Baraka' });
  const { operators } = ports.app;
  const settle = async (ended: Ended) => {
    if (ended.kind !== 'proposed') throw new Error('One person did it.');
    const { uuid } = ended.proposal;
    const body = { action: 'approve' };
    return ports.call('PATCH', `/api/v1/proposals/${uuid}`, { token: approver.token, body });
  };
  return { operator, operators, approver, settle };
}

/** A collection of 50,000 of which the app has 49,700: 300 are what it was charged. */
async function aPaidCollection(app: BridgeApp) {
  const { body } = await app.collect();
  await app.prompted(body.data.reference, 0);
  const { id, reference } = body.data;
  const [row] = await bridge.ports.admin<{ id: string }>(
    `select id from collection where 'col_' || replace(uuid::text, '-', '') = $1`,
    [id],
  );
  return { id, reference, on: { app: { id: app.client.id, sandbox: true }, collectionId: Number(row?.id) } };
}

/** An app that is charged 300 for a collection and 200 for a payout. */
async function aChargedApp() {
  const app = await bridge.anApp();
  const step = (fee: bigint) => [{ upTo: null, fee }];
  const { changeAppTariff } = bridge.ports.app.partners.operators;
  await changeAppTariff(bridge.operator, {
    clientId: app.client.id,
    changes: { collection: step(300n), payout: step(200n) },
  });
  return app;
}

/** What verification and the judge find wrong with the books. */
async function wrongIn({ id }: Institution) {
  const { violations } = await bridge.ports.database.read(id, ({ sql }) => verifyLedger(sql));
  const { findings } = await judge((text, params) => bridge.ports.admin(text, params), id);
  // The float of the agent is planted: its journal has no event.
  const found = findings.filter(({ rule }) => rule !== 'journals have a cause');
  return [...violations.map(({ what }) => what), ...found.map(({ sentence }) => sentence)];
}

describe('A collection that the provider takes back', () => {
  it('is the app’s no more once two people have said so, and what it was charged stays', async () => {
    const app = await aChargedApp();
    const { operator, operators, settle } = await twoPeopleAt(bridge.institution);
    const { id, on } = await aPaidCollection(app);
    const before = (await app.balance()).available;
    const ended = await operators.reverseCollection(
      operator,
      { ...on, receiptNo: 'SKLBACK001', evidence },
      { by: 'Achieng' },
    );
    expect(ended.kind).toBe('proposed');
    expect((await app.balance()).available).toBe(before);
    expect(await settle(ended)).toMatchObject({ body: { state: 'approved', command: 'reverse_collection' } });
    expect((await app.balance()).available).toBe(before - 50_000);
    expect(await read(app, `/v1/collections/${id}`)).toMatchObject({
      state: 'reversed',
      conclusive: true,
      amount_received: 50_000,
      reversed_at: expect.stringMatching(/Z$/),
    });
    const [line] = await read(app, '/v1/transactions');
    expect(line).toMatchObject({ type: 'reversal', amount: -50_000, source: { type: 'collection', id } });
    const events = await bridge.ports.admin<{ data: object }>(
      `select data from event where type = 'collection.reversed' and data ->> 'collection_id' = $1`,
      [id],
    );
    expect(events).toEqual([
      { data: expect.objectContaining({ reversal_receipt_no: 'SKLBACK001', state: 'reversed' }) },
    ]);
    expect(await wrongIn(bridge.institution)).toEqual([]);
  });

  it('is taken back once: however its receipt is written, by whichever receipt, and for no other record', async () => {
    const app = await bridge.anApp();
    const { operator, operators, settle } = await twoPeopleAt(bridge.institution);
    const [one, other] = [await aPaidCollection(app), await aPaidCollection(app)];
    const reverse = (of: typeof one, receiptNo: string) =>
      operators.reverseCollection(operator, { ...of.on, receiptNo, evidence }, { by: 'Achieng' });
    await settle(await reverse(one, 'SKLBACK002'));
    const after = (await app.balance()).available;
    expect(await reverse(one, ' sklback002 ')).toMatchObject({ kind: 'done' });
    await expect(reverse(one, 'SKLBACK003')).rejects.toMatchObject({ code: 'invalid_state_transition' });
    await expect(reverse(other, 'SKLBACK002')).rejects.toMatchObject({ code: 'duplicate_payment_reference' });
    // Its provider may say once more that it was paid, or that it was not: neither changes anything.
    await app.prompted(one.reference, 0);
    await app.prompted(one.reference, 1032);
    expect((await app.balance()).available).toBe(after);
    expect(await read(app, `/v1/collections/${one.id}`)).toMatchObject({ state: 'reversed' });
    // Its payer has the money again: nothing is left to refund, and its receipt pays nothing else.
    const refund = await app.call('POST', '/v1/refunds', { body: { collection_id: one.id } });
    expect([refund.status, refund.body.code]).toEqual([409, 'collection_not_refundable']);
    const third = await app.collect();
    await app.prompted(third.body.data.reference, 0, receiptOf(one.reference));
    expect(await read(app, `/v1/collections/${third.body.data.id}`)).toMatchObject({ state: 'review' });
    expect((await app.balance()).available).toBe(after);
  });

  it('leaves the app owing what it has paid out of it, and the app is notified that little is left', async () => {
    const app = await bridge.anApp();
    const { operator, operators, settle } = await twoPeopleAt(bridge.institution);
    const { on } = await aPaidCollection(app);
    const { body } = await app.pay({ amount: 9_000_000 });
    await app.paidOut(body.data.reference, 0);
    await settle(
      await operators.reverseCollection(operator, { ...on, receiptNo: 'SKLBACK004', evidence }, { by: 'Achieng' }),
    );
    expect((await app.balance()).available).toBe(1_000_000);
    const second = await aPaidCollection(app);
    const rest = await app.pay({ amount: 1_050_000 });
    await app.paidOut(rest.body.data.reference, 0);
    await settle(
      await operators.reverseCollection(
        operator,
        { ...second.on, receiptNo: 'SKLBACK005', evidence },
        { by: 'Achieng' },
      ),
    );
    expect((await app.balance()).available).toBe(-50_000);
    const broke = await app.pay({ amount: 1_000 });
    expect([broke.status, broke.body.code]).toEqual([409, 'insufficient_balance']);
    expect(await wrongIn(bridge.institution)).toEqual([]);
  });
});

describe('A payout that was charged for and came back', () => {
  it('is right in the eyes of the judge: what it cost stays (finding: it called the fee wrong)', async () => {
    const app = await aChargedApp();
    const { operator, operators, settle } = await twoPeopleAt(bridge.institution);
    const { data } = (await app.pay()).body;
    await app.paidOut(data.reference, 0);
    const [row] = await bridge.ports.admin<{ id: string }>(
      `select id from payout where 'po_' || replace(uuid::text, '-', '') = $1`,
      [data.id],
    );
    const command = {
      app: { id: app.client.id, sandbox: true },
      payoutId: Number(row?.id),
      receiptNo: 'SKLBACK006',
      evidence,
    };
    await settle(await operators.reversePayout(operator, command, { by: 'Achieng' }));
    expect(await read(app, `/v1/payouts/${data.id}`)).toMatchObject({ state: 'reversed', fee: 200 });
    expect(await wrongIn(bridge.institution)).toEqual([]);
  });
});

describe('A refund of which less was paid than was requested', () => {
  it('leaves the rest to be refunded, also when another refund fails (finding: the rest was lost with that)', async () => {
    const { ports } = bridge;
    const app = await bridge.anApp();
    const { id } = await aPaidCollection(app);
    const refund = async (amount: number) =>
      (await app.call('POST', '/v1/refunds', { body: { collection_id: id, amount } })).body.data;
    const short = await refund(20_000);
    const [row] = await ports.admin<{ originator_id: string; tenant_id: string }>(
      `select originator_id, tenant_id from payout where reference = $1`,
      [short.id],
    );
    const originatorId = row?.originator_id ?? '';
    const address = ports.callbacks.addressOf({ tenantId: Number(row?.tenant_id), kind: 'payout', originatorId });
    const paid = [
      { Key: 'TransactionReceipt', Value: 'SKLSHORT01' },
      { Key: 'TransactionAmount', Value: 150 },
    ];
    const ids = { OriginatorConversationID: originatorId, ConversationID: 'AG_short', TransactionID: 'SKLSHORT01' };
    const said = { ResultCode: 0, ResultDesc: 'Sent by a test.', ...ids, ResultParameters: { ResultParameter: paid } };
    await ports.call('POST', new URL(address).pathname, { body: { Result: said } });
    expect(await read(app, `/v1/payouts/${short.payout_id}`)).toMatchObject({ state: 'review' });
    const { operator, approver } = await twoPeopleAt(bridge.institution);
    const found = { outcome: 'paid', receipt_no: 'SKLSHORT01', amount: 15_000, evidence } as const;
    const [payout] = await ports.admin<{ id: string }>('select id from payout where reference = $1', [short.id]);
    await ports.app.bridge.reviewPayout(operator, {
      app: { id: app.client.id, sandbox: true },
      payoutId: Number(payout?.id),
      finding: { ...found, amount: 15_000n, by: 'Achieng' },
    });
    const path = `/api/v1/app_payments/${short.payout_id}/findings`;
    expect((await ports.call('POST', path, { token: approver.token, body: found })).status).toBe(200);
    const refunded = async () => (await read(app, `/v1/collections/${id}`)).amount_refunded;
    expect(await refunded()).toBe(15_000);
    const rest = await refund(35_000);
    expect(await refunded()).toBe(50_000);
    await app.paidOut(rest.id, 2040);
    expect(await refunded()).toBe(15_000);
    expect(await wrongIn(bridge.institution)).toEqual([]);
  });
});

describe('A top-up that the bank takes back', () => {
  it('is proposed once by the line of the statement that names it, and is the app’s no more once another person agrees', async () => {
    const { ports } = bridge;
    const live = await ports.openInstitution('live');
    const app = await bridge.anApp(live);
    const { operator, approver } = await twoPeopleAt(live, 'live');
    const topup = (await app.call('POST', '/v1/topups', { body: { amount: 1_000_000 } })).body.data;
    const { settings } = bankFileSetup({ environment: 'live', account: '0110000000043' });
    const clock = () => ports.database.clock.now();
    const bank = bankFile({ store: ports.database, clock }, live.id, settingsIn({ settings }));
    const day = clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
    const theirs = fakeBank('0110000000043', () => day);
    const take = () =>
      importStatement(
        { app: ports.app, internals: ports.internals },
        operator,
        bank,
        printed(theirs.statementOf(day), 'camt'),
      );
    const approve = async (command: string) => {
      const proposals = await ports.admin<{ uuid: string }>(
        `select uuid from proposal where tenant_id = $1 and command = $2`,
        [live.id, command],
      );
      expect(proposals).toHaveLength(1);
      const body = { action: 'approve' };
      return ports.call('PATCH', `/api/v1/proposals/${proposals[0]?.uuid}`, { token: approver.token, body });
    };

    theirs.move({ day, amount: 1_000_000n, ownReference: '', text: `RTGS ${topup.bank_reference}` });
    await take();
    expect((await approve('confirm_topup')).body).toMatchObject({ state: 'approved' });
    await take();
    expect((await app.balance()).available).toBe(1_000_000);

    // Debits of other amounts, or that name no top-up, are none of ours.
    theirs.move({ day, amount: -999_900n, ownReference: '', text: `RTGS ${topup.bank_reference}` });
    theirs.move({ day, amount: -1_000_000n, ownReference: '', text: 'Rent' });
    theirs.move({ day, amount: -1_000_000n, ownReference: '', text: `RECALL RTGS ${topup.bank_reference}` });
    const recalled = await take();
    await take();
    expect([...recalled.settled]).toContainEqual(['topup_reversal_proposed: another person has to decide', 1]);
    expect((await app.balance()).available).toBe(1_000_000);
    expect((await approve('reverse_topup')).body).toMatchObject({ state: 'approved' });
    expect((await app.balance()).available).toBe(0);
    expect(await read(app, `/v1/topups/${topup.id}`)).toMatchObject({
      state: 'reversed',
      reversed_at: expect.stringMatching(/Z$/),
    });
    // The comparison has the line in the books now; the other debits are breaks that people look into.
    const { compared } = await take();
    const open = compared.open.filter(({ recordType }) => recordType !== 'agent');
    expect(open.map(({ type, amountThere }) => [type, amountThere]).toSorted()).toEqual([
      ['missing_here', -1_000_000n],
      ['missing_here', -999_900n],
    ]);
    expect(open.every(({ line }) => !/RECALL/.test(line?.account_reference ?? ''))).toBe(true);
    expect(await wrongIn(live)).toEqual([]);
  });

  it('of an app in a sandbox is reversed as well, where its play money lies', async () => {
    const app = await bridge.anApp();
    const { operator, operators, settle } = await twoPeopleAt(bridge.institution);
    const topup = (await app.call('POST', '/v1/topups', { body: { amount: 1_000_000 } })).body.data;
    const command = { bankReference: topup.bank_reference, receiptNo: 'FTBACK0001', evidence };
    await settle(await operators.reverseTopup(operator, command, { by: 'Achieng' }));
    expect(await read(app, `/v1/topups/${topup.id}`)).toMatchObject({ state: 'reversed' });
    expect((await app.balance()).available).toBe(10_000_000);
    await expect(operators.reverseTopup(operator, { ...command, receiptNo: 'FTBACK0002' })).rejects.toMatchObject({
      code: 'invalid_state_transition',
    });
    expect(await wrongIn(bridge.institution)).toEqual([]);
  });
});
