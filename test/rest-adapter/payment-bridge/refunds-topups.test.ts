import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStatement } from '#platform/app/processes/bank/import-statement.ts';
import { bankFile } from '#platform/rails/bank-file/books.ts';
import { bankFileSetup, settingsIn } from '#platform/rails/bank-file/settings.ts';
import { fakeBank, printed } from '#test/support/bank-fake.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';

let bridge: Bridge;
beforeAll(async () => {
  bridge = await openBridge();
});
afterAll(() => bridge.ports.close());

/** A collection of 50,000 that has come in. */
async function aPaidCollection(app: BridgeApp): Promise<string> {
  const { body } = await app.collect();
  await app.prompted(body.data.reference, 0);
  return body.data.id;
}

const read = async (app: BridgeApp, path: string) => (await app.call('GET', path)).body.data;

describe('POST /v1/refunds', () => {
  it('gives a part of a collection back by a payout, and ends as the payout does', async () => {
    const app = await bridge.anApp();
    const id = await aPaidCollection(app);
    const body = { collection_id: id, amount: 20_000, reason: 'Too much', reference: 'refund-1', metadata: { a: 'b' } };
    const reply = await app.call('POST', '/v1/refunds', { body });
    expect(reply.status).toBe(201);
    const { data } = reply.body;
    expect(data).toEqual({
      id: expect.stringMatching(/^re_[0-9a-f]{32}$/),
      object: 'refund',
      ...body,
      payout_id: expect.stringMatching(/^po_/),
      currency: 'KES',
      state: 'pending',
      sandbox: true,
      created_at: expect.stringMatching(/Z$/),
      settled_at: null,
      version: 1,
    });
    expect(await read(app, `/v1/collections/${id}`)).toMatchObject({ amount_refunded: 20_000 });
    const payout = await read(app, `/v1/payouts/${data.payout_id}`);
    expect(payout).toMatchObject({ purpose: 'refund', state: 'sent', amount: 20_000, reference: data.id });
    await app.paidOut(payout.reference, 0);
    expect(await read(app, `/v1/refunds/${data.id}`)).toMatchObject({ state: 'succeeded' });
    const [line] = await read(app, '/v1/transactions');
    expect(line).toMatchObject({ type: 'refund', amount: -20_000, balance_after: 10_030_000 });
    expect(await read(app, '/v1/refunds')).toHaveLength(1);
    const events = await bridge.ports.admin<{ type: string }>(
      `select type from event where subject_type = 'refund' and data ->> 'refund_id' = $1 order by id`,
      [data.id],
    );
    expect(events.map(({ type }) => type)).toEqual(['refund.created', 'refund.succeeded']);
  });

  it('that fails leaves the money with the app, to be given back again', async () => {
    const app = await bridge.anApp();
    const id = await aPaidCollection(app);
    const { data } = (await app.call('POST', '/v1/refunds', { body: { collection_id: id } })).body;
    expect(data.amount).toBe(50_000);
    await app.paidOut(data.id, 2040);
    expect(await read(app, `/v1/refunds/${data.id}`)).toMatchObject({ state: 'failed' });
    expect(await read(app, `/v1/collections/${id}`)).toMatchObject({ amount_refunded: 0 });
    expect((await app.balance()).available).toBe(10_050_000);
    expect((await app.call('POST', '/v1/refunds', { body: { collection_id: id } })).status).toBe(201);
    // The provider turns out to have paid the first one as well: nothing is left to give back, and the books say so.
    await app.paidOut(data.id, 0);
    expect(await read(app, `/v1/refunds/${data.id}`)).toMatchObject({ state: 'succeeded' });
    expect(await read(app, `/v1/collections/${id}`)).toMatchObject({ amount_refunded: 50_000 });
    const more = await app.call('POST', '/v1/refunds', { body: { collection_id: id } });
    expect([more.status, more.body.code]).toEqual([409, 'collection_not_refundable']);
  });

  it('never gives back more than came in, however many are requested at the same time', async () => {
    const app = await bridge.anApp();
    const id = await aPaidCollection(app);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => app.call('POST', '/v1/refunds', { body: { collection_id: id, amount: 20_000 } })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const { status, body } of replies.filter((each) => each.status !== 201)) {
      expect({ status, code: body.code, left: body.remaining_amount }).toEqual({
        status: 409,
        code: 'refund_exceeds_collection',
        left: 10_000,
      });
    }
    expect(await read(app, `/v1/collections/${id}`)).toMatchObject({ amount_refunded: 40_000 });
  });

  it('takes what has come in only, of the app’s own', async () => {
    const app = await bridge.anApp();
    const open = (await app.collect()).body.data.id;
    const early = await app.call('POST', '/v1/refunds', { body: { collection_id: open } });
    expect([early.status, early.body.code]).toEqual([409, 'collection_not_refundable']);
    const foreign = await aPaidCollection(await bridge.anApp());
    for (const id of [foreign, 'col_nonsense', 'po_0198c0de000070008000000000000001']) {
      const refused = await app.call('POST', '/v1/refunds', { body: { collection_id: id } });
      expect([refused.status, refused.body.code]).toEqual([422, 'unknown_reference']);
    }
    const mine = await aPaidCollection(app);
    const odd = await app.call('POST', '/v1/refunds', { body: { collection_id: mine, amount: 1_050 } });
    expect([odd.status, odd.body.code]).toEqual([422, 'validation_failed']);
    const twice = { collection_id: mine, amount: 1_000, reference: 'once' };
    const first = await app.call('POST', '/v1/refunds', { body: twice });
    const second = await app.call('POST', '/v1/refunds', { body: twice });
    expect(second.body).toMatchObject({ code: 'duplicate_reference', existing_id: first.body.data.id });
  });
});

describe('POST /v1/topups', () => {
  it('is there immediately in a sandbox', async () => {
    const app = await bridge.anApp();
    const reply = await app.call('POST', '/v1/topups', { body: { amount: 1_000_000, reference: 'top-1' } });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      id: expect.stringMatching(/^tu_/),
      state: 'succeeded',
      amount: 1_000_000,
      bank_reference: expect.stringMatching(/^TU[0-9A-F]{12}$/),
    });
    expect((await app.balance()).available).toBe(11_000_000);
    const [line] = await read(app, '/v1/transactions');
    expect(line).toMatchObject({ type: 'topup', amount: 1_000_000, source: { type: 'topup', id: reply.body.data.id } });
    expect(await read(app, `/v1/topups/${reply.body.data.id}`)).toEqual(reply.body.data);
    const again = await app.call('POST', '/v1/topups', { body: { amount: 5, reference: 'top-1' } });
    expect([again.status, again.body.existing_id]).toEqual([409, reply.body.data.id]);
  });

  it('waits for the bank’s statement in live', async () => {
    const live = await bridge.ports.openInstitution('live');
    const app = await bridge.anApp(live);
    const { data } = (await app.call('POST', '/v1/topups', { body: { amount: 1_000_000 } })).body;
    expect(data).toMatchObject({ state: 'pending', sandbox: false });
    expect((await app.balance()).available).toBe(0);
    const operator = systemCaller({ id: live.id, mode: 'live' }, 'operator', 'test');
    const confirmation = { bankReference: data.bank_reference, statementLine: 'KCB 2 March, line 4', by: 'Achieng' };
    const { confirmTopup } = bridge.ports.app.operators;
    const approver = await bridge.ports.openClient(live);
    await bridge.ports.app.partners.operators.changeClientResponsible(operator, {
      clientId: approver.id,
      responsible: 'Baraka',
    });
    await expect(confirmTopup(operator, { ...confirmation, amount: 999_999n })).rejects.toMatchObject({
      code: 'topup_differs',
    });
    const proposed = await confirmTopup(operator, { ...confirmation, amount: 1_000_000n }, { by: 'Achieng' });
    if (proposed.kind !== 'proposed') throw new Error('It was confirmed by one person.');
    expect((await app.balance()).available).toBe(0);
    const approved = await bridge.ports.call('PATCH', `/api/v1/proposals/${proposed.proposal.uuid}`, {
      token: approver.token,
      body: { action: 'approve' },
    });
    expect(approved.body).toMatchObject({ state: 'approved', evidence: [], proposed_by: 'Achieng' });
    expect(await read(app, `/v1/topups/${data.id}`)).toMatchObject({ state: 'succeeded' });
    expect((await app.balance()).available).toBe(1_000_000);
    // The same line of the statement once more changes nothing, and confirms no other top-up.
    await confirmTopup(operator, { ...confirmation, amount: 1_000_000n });
    const another = (await app.call('POST', '/v1/topups', { body: { amount: 1_000_000 } })).body.data;
    const again = { ...confirmation, bankReference: another.bank_reference, amount: 1_000_000n };
    await expect(confirmTopup(operator, again)).rejects.toMatchObject({ code: 'duplicate_payment_reference' });
    expect((await app.balance()).available).toBe(1_000_000);
  });

  it('is proposed once by the line of the bank’s statement that names it, and lies at the bank', async () => {
    const { ports } = bridge;
    const live = await ports.openInstitution('live');
    const app = await bridge.anApp(live);
    const approver = await ports.openClient(live);
    const operator = systemCaller({ id: live.id, mode: 'live' }, 'operator', 'test');
    await ports.app.partners.operators.changeClientResponsible(operator, {
      clientId: approver.id,
      responsible: 'Baraka',
    });
    await ports.app.partners.operators.changeAppAccountPrefix(operator, {
      clientId: app.client.id,
      accountPrefix: 'SHOP',
    });
    const ask = async () => (await app.call('POST', '/v1/topups', { body: { amount: 1_000_000 } })).body.data;
    const [first, other] = [await ask(), await ask()];

    const { settings } = bankFileSetup({ environment: 'live', account: '0110000000042' });
    const clock = () => ports.database.clock.now();
    const bank = bankFile({ store: ports.database, clock }, live.id, settingsIn({ settings }));
    const day = clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
    const theirs = fakeBank('0110000000042', () => day);
    const credit = (amount: bigint, text: string) => theirs.move({ day, amount, ownReference: '', text });
    const written = first.bank_reference.toLowerCase().replace('tu', 'tu-');
    credit(1_000_000n, `RTGS ${written} L000001 SHOP`);
    credit(999_900n, `RTGS ${other.bank_reference}`);
    credit(5_000n, 'TU0123456789AB of no top-up');
    credit(7_000n, 'SHOP-17');
    const take = () =>
      importStatement(
        { app: ports.app, internals: ports.internals },
        operator,
        bank,
        printed(theirs.statementOf(day), 'camt'),
      );
    const { remaining } = await take();
    expect(remaining.map(({ why }) => why)).toEqual(['topup_proposed: another person has to approve it']);
    expect((await take()).remaining).toHaveLength(1);
    const proposals = await ports.admin<{ uuid: string }>(
      `select uuid from proposal where tenant_id = $1 and command = 'confirm_topup'`,
      [live.id],
    );
    expect(proposals).toHaveLength(1);
    expect((await app.balance()).available).toBe(0);
    const approved = await ports.call('PATCH', `/api/v1/proposals/${proposals[0]?.uuid}`, {
      token: approver.token,
      body: { action: 'approve' },
    });
    expect(approved.body).toMatchObject({ state: 'approved' });
    const settled = await take();
    await take();
    expect(settled.remaining).toEqual([]);
    expect((await app.balance()).available).toBe(1_000_000);
    // It is at the bank, where the statement has it; what names no top-up, or one of another amount, is in suspense.
    const held = await ports.admin<{ account: string; held: number }>(
      `select l.account, sum(case l.side when 'debit' then l.amount else -l.amount end)::int as held
         from journal_line l join journal j on j.id = l.journal_id and j.subject_type <> 'agent'
        where l.tenant_id = $1 group by 1 order by 1`,
      [live.id],
    );
    expect(held).toEqual([
      { account: 'app_funds', held: -1_000_000 },
      { account: 'bank', held: 2_011_900 },
      { account: 'unallocated_receipts', held: -1_011_900 },
    ]);
    expect(settled.compared.reconciliation).toMatchObject({ matched: 4, unexplained: 0n });
    // What the institution began with came by no line.
    expect(settled.compared.open.filter(({ recordType }) => recordType !== 'agent')).toEqual([]);
    // A second transfer under the reference is money received: it lies in suspense until people place it.
    credit(1_000_000n, `RTGS ${first.bank_reference}`);
    const second = await take();
    expect(second.remaining).toEqual([]);
    const [suspense] = await ports.admin(
      `select sum(case l.side when 'debit' then l.amount else -l.amount end)::int as held
         from journal_line l where l.tenant_id = $1 and l.account = 'unallocated_receipts'`,
      [live.id],
    );
    expect(suspense).toEqual({ held: -2_011_900 });
    expect((await app.balance()).available).toBe(1_000_000);
    expect(await read(app, `/v1/topups/${other.id}`)).toMatchObject({ state: 'pending' });
    expect(await read(app, '/v1/collections')).toEqual([]);

    // People move it to the provider that pays for apps: booked there once.
    const moved = { amount: 1_000_000n, reference: 'SKL4H2XQ1Z' };
    const ended = await ports.app.operators.topUpAppFloat(operator, moved, { by: 'Achieng' });
    if (ended.kind !== 'proposed') throw new Error('It was booked by one person.');
    await ports.call('PATCH', `/api/v1/proposals/${ended.proposal.uuid}`, {
      token: approver.token,
      body: { action: 'approve' },
    });
    expect(await ports.app.operators.topUpAppFloat(operator, { ...moved, reference: ' skl4h2xq1z' })).toMatchObject({
      kind: 'done',
    });
    const [there] = await ports.admin(
      `select sum(amount)::int as there from journal_line where tenant_id = $1 and account = 'app_float'`,
      [live.id],
    );
    expect(there).toEqual({ there: 1_000_000 });
    const { violations } = await ports.database.read(live.id, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
  });

  it('of another app is not there', async () => {
    const { data } = (await (await bridge.anApp()).call('POST', '/v1/topups', { body: { amount: 5 } })).body;
    const other = await bridge.anApp();
    expect((await other.call('GET', `/v1/topups/${data.id}`)).status).toBe(404);
    expect(await read(other, '/v1/topups')).toEqual([]);
  });
});

describe('The books after all of this', () => {
  it('are whole', async () => {
    const { violations } = await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql));
    expect(violations.filter(({ check }) => /app|trial|journals|chart/.test(check))).toEqual([]);
  });
});
