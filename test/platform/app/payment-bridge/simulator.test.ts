import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import type { PaidAtPaybill } from '#platform/app/processes/simulator.ts';
import { deliverSandboxCallbacks } from '#test/support/sandbox-callbacks.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

/** Numbers that stay open for ever, unless a person answers in the provider's place. */
const OPEN = '+254700000008';
const AMOUNT = 100_000n;

let now = Temporal.Instant.from('2026-03-02T09:00:00Z');
let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ clock: () => now });
});
afterAll(() => testApp.close());

let count = 0;
async function begin(kind: 'payout' | 'collection', msisdn = OPEN): Promise<string> {
  count += 1;
  const { caller } = testApp.client;
  const input = {
    app: { id: caller.clientId, sandbox: true },
    amount: AMOUNT,
    currency: 'KES',
    msisdn,
    reference: `${kind}-${count}`,
    narration: null,
    metadata: {},
  };
  const { bridge } = testApp.app;
  const { originatorId } = await (kind === 'payout'
    ? testApp.done(bridge.payout, { ...input, channel: 'mpesa_b2c' as const }, caller)
    : testApp.done(bridge.collect, { ...input, channel: 'mpesa_stk' as const, accountReference: 'INV-7' }, caller));
  return originatorId;
}
const answer = (uuid: string, given: object) =>
  testApp.done(testApp.app.simulator.answer, { uuid, amount: null, ...given } as never);
const deliver = async () => {
  now = now.add({ seconds: 5 });
  await deliverSandboxCallbacks(testApp, now);
};
async function stateOf(kind: 'payout' | 'collection', originatorId: string) {
  const [row] = await testApp.sql(`select state, failure ->> 'code' as reason from ${kind} where originator_id = $1`, [
    originatorId,
  ]);
  return row;
}

describe('The simulator of a sandbox', () => {
  it('shows what the provider has, newest first, with the middle of numbers hidden', async () => {
    const [older, newer] = [await begin('collection'), await begin('collection')];
    const shown = await testApp.app.simulator.newest(testApp.client.caller, 'prompt', 2);
    expect(shown.map(({ uuid }) => uuid)).toEqual([newer, older]);
    expect(shown[0]).toMatchObject({ party: '+2547*****008', amount: AMOUNT, answered: null, isDue: false });
  });

  it.each([
    ['paid', 'succeeded', null],
    ['insufficient_funds', 'failed', 'insufficient_funds'],
    ['wrong_pin', 'failed', 'wrong_pin'],
    ['cancelled', 'cancelled_by_payer', 'cancelled_by_payer'],
    ['expired', 'expired', 'expired'],
  ])('notifies of a prompt that it is %s, once, and it ends as %s', async (given, state, reason) => {
    const id = await begin('collection');
    await answer(id, { answer: given });
    await deliver();
    expect(await stateOf('collection', id)).toEqual({ state, reason });
    await deliver();
    const [book] = await testApp.sql(
      'select notifications_sent as sent, notification_due_at as due from sandbox_prompt where originator_id = $1',
      [id],
    );
    expect(book).toEqual({ sent: 1, due: null });
  });

  it('says the same to who asks before the notification is there', async () => {
    const id = await begin('collection');
    await answer(id, { answer: 'cancelled' });
    const [row] = await testApp.sql('select id from collection where originator_id = $1', [id]);
    expect(row).toBeDefined();
    const rail = testApp.rails.collectionRailOf(testApp.tenantId, 'sandbox');
    const [book] = await testApp.sql('select checkout_ref as ref from sandbox_prompt where originator_id = $1', [id]);
    const status = await rail.query(
      { originatorId: id, providerRef: String(book?.['ref']), channel: 'mpesa_stk', amount: AMOUNT } as never,
      AbortSignal.timeout(5_000),
    );
    expect(status.kind).toBe('not_paid');
    await deliver();
  });

  it('lets a payer send another amount than was requested: people look at it', async () => {
    const id = await begin('collection');
    await answer(id, { answer: 'paid', amount: 40_000n });
    await deliver();
    expect(await stateOf('collection', id)).toEqual({ state: 'review', reason: 'amount_mismatch' });
  });

  it('lets a provider pay late, decline, or time out', async () => {
    const [paid, declined, open] = [await begin('payout'), await begin('payout'), await begin('payout')];
    await answer(paid, { answer: 'paid' });
    await answer(declined, { answer: 'recipient_unregistered' });
    await answer(open, { answer: 'timed_out' });
    await deliver();
    expect(await stateOf('payout', paid)).toEqual({ state: 'succeeded', reason: null });
    expect(await stateOf('payout', declined)).toEqual({ state: 'failed', reason: 'recipient_unregistered' });
    expect((await stateOf('payout', open))?.['state']).toBe('unknown');
    // The provider makes up its mind.
    await answer(open, { answer: 'paid' });
    await deliver();
    expect(await stateOf('payout', open)).toEqual({ state: 'succeeded', reason: null });
  });

  it('notifies an answer that is given while the provider is about to say something else', async () => {
    const id = await begin('collection', '+254700000001');
    now = now.add({ seconds: 5 });
    const { collections } = testApp.app.sandbox;
    const before = await collections.due(testApp.tenantId, id);
    await answer(id, { answer: 'paid' });
    await before?.sent('received');
    await deliver();
    expect(await stateOf('collection', id)).toEqual({ state: 'succeeded', reason: null });
  });

  it('takes no answer that such a payment has not, and no amount but of who pays', async () => {
    const [prompt, payout] = [await begin('collection'), await begin('payout')];
    for (const [uuid, given, field] of [
      [prompt, { answer: 'timed_out' }, 'answer'],
      [payout, { answer: 'wrong_pin' }, 'answer'],
      [prompt, { answer: 'cancelled', amount: 100n }, 'amount'],
      [prompt, { answer: 'paid', amount: 50n }, 'amount'],
    ] as const) {
      await expect(answer(uuid, given)).rejects.toMatchObject({
        code: 'validation_failed',
        details: { errors: [{ field }] },
      });
    }
    await expect(answer('0192f0c1-2b7a-7c3d-8e4f-5a6b7c8d9e0f', { answer: 'paid' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  const pay = (command: object): Promise<PaidAtPaybill> =>
    testApp.done(testApp.app.simulator.payPaybill, { msisdn: '+254711000001', amount: AMOUNT, ...command } as never);

  it('takes money at the paybill: on its loan, or in suspense where no account is named', async () => {
    const loanId = await testApp.readyLoan(20_000_000n);
    const [loan] = await testApp.sql('select loan_no as no from loan where id = $1', [loanId]);
    const [placed, lost] = [await pay({ accountReference: loan?.['no'] }), await pay({ accountReference: 'JUMA' })];
    const rows = await testApp.sql(
      `select receipt_no, state, account_reference as account from mobile_money_transaction
        where uuid = any($1::uuid[]) order by id`,
      [[placed.uuid, lost.uuid]],
    );
    expect(rows).toMatchObject([
      { receipt_no: placed.receiptNo, account: loan?.['no'] },
      { receipt_no: lost.receiptNo, account: 'JUMA', state: 'unallocated' },
    ]);
    await expect(pay({ accountReference: 'JUMA', amount: 150n })).rejects.toMatchObject({ code: 'validation_failed' });
    const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
  });

  it('is not there in live', async () => {
    const id = await createTenant(testApp.settings.adminUrl, { name: 'A live society', mode: 'live' });
    const live = systemCaller({ id, mode: 'live' }, 'test', '0192f0c1-2b7a-7c3d-8e4f-5a6b7c8d9e0f');
    const { simulator } = testApp.app;
    expect(() => simulator.newest(live, 'prompt', 1)).toThrow(expect.objectContaining({ code: 'sandbox_only' }));
    // One after the other: the second may be refused before the first one was looked at.
    for (const refused of [
      () => testApp.done(simulator.answer, { uuid: live.requestId, answer: 'paid', amount: null }, live),
      () => testApp.done(simulator.payPaybill, { msisdn: OPEN, amount: AMOUNT, accountReference: 'L-000001' }, live),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'sandbox_only' });
    }
  });
});
