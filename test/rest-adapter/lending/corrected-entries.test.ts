import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { judge } from '#platform/judge/judge.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient, type LendingClient } from '../../support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '../../support/rest-test-app.ts';

let ports: RestTestApp;
let society: Institution;
let clerk: LendingClient;
let checker: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  society = await ports.openInstitution();
  await ports.admin('update tenant set four_eyes = true where id = $1', [society.id]);
  ports.forgetTenant(society.id);
  [clerk, checker] = [await clientOf('Dalila'), await clientOf('Baraka')];
});
afterAll(() => ports.close());

const system = (name: string) => systemCaller({ id: society.id, mode: society.mode }, name, randomUUID());

async function clientOf(responsible: string): Promise<LendingClient> {
  const client = await ports.openClient(society);
  await ports.app.partners.operators.changeClientResponsible(system('operator'), { clientId: client.id, responsible });
  return lendingClient(ports, society, client);
}

const PAYMENTS = '/api/v1/mobile_money/transactions';
const MSISDN = '+254712345678';
const entered = (receipt_no: string, amount: number, account_reference = 'NOBODY') =>
  clerk.call('POST', PAYMENTS, {
    body: { channel: 'mpesa_paybill', amount, msisdn: MSISDN, account_reference, receipt_no },
  });
const notified = (receiptNo: string, amount: bigint, accountReference = 'NOBODY', msisdn = MSISDN) =>
  ports.app.mobileMoney.recordPayment(system('provider'), {
    receiptNo,
    amount,
    msisdn,
    accountReference,
    paidAt: Temporal.Now.instant(),
  });
const correct = (id: number, by = clerk) =>
  by.call('PATCH', `${PAYMENTS}/${id}`, { body: { action: 'correct', reason: 'A digit too many.' } });
/** One proposes it, another agrees. */
const correctedByTwo = async (id: number) => {
  const { body: proposal } = await correct(id);
  const agreed = await checker.call('PATCH', `/api/v1/proposals/${proposal.id}`, { body: { action: 'approve' } });
  expect(agreed.body.state).toBe('approved');
};
const NOT_PAID: ProviderStatus = {
  kind: 'not_paid',
  code: 'cancelled_by_payer',
  message: 'Request cancelled by user',
  providerCode: '1032',
};
/** What the provider says of a prompt. */
const says = async (id: number, status: ProviderStatus) => {
  const [row] = await ports.admin<{ originator_id: string }>(
    'select originator_id from mobile_money_transaction where id = $1',
    [id],
  );
  const originatorId = String(row?.originator_id);
  await ports.app.mobileMoney.recordCollectionStatus(system('provider'), {
    originatorId,
    status,
    source: 'notification',
  });
};
const incidentsOf = (receipt: string) => ports.admin('select kind from incident where receipt_key = $1', [receipt]);
const balances = () =>
  ports.database.read(society.id, async ({ sql }) => {
    const rows = await sql<{ account: string; left: string }>(
      `select account, sum(case side when 'debit' then amount else -amount end)::text as left from journal_line
        where account in ('mpesa_paybill', 'unallocated_receipts') group by 1`,
    );
    return Object.fromEntries(rows.map(({ account, left }) => [account, Number(left)]));
  });
/** What a step changes of the accounts, in minor units. */
const changeOf = async (step: () => Promise<unknown>) => {
  const before = await balances();
  await step();
  const changes = Object.entries(await balances()).map(([name, left]) => [name, left - (before[name] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
};
/** What verification and the judge find. */
const proofs = async () => {
  const { violations } = await ports.database.read(society.id, ({ sql }) => verifyLedger(sql));
  const { findings } = await judge((text, params) => ports.admin(text, params));
  // The float of the agent is planted: its journal has no event.
  const found = findings.filter(({ rule }) => rule !== 'journals have a cause');
  return [...violations.map(({ what }) => what), ...found.map(({ sentence }) => sentence)];
};

describe('Money in suspense that a person entered wrongly', () => {
  it('is corrected by two, and what really came is booked under its receipt (finding: the only way out was a return that never was)', async () => {
    const { body: wrong } = await entered('QXWRONG01', 50_000);
    await notified('QXWRONG01', 5_000n);
    expect(await ports.admin(`select kind from incident where receipt_key = 'QXWRONG01'`)).toEqual([
      { kind: 'receipt_used_twice' },
    ]);
    const proposed = await correct(wrong.id);
    expect([proposed.status, proposed.body.command, proposed.body.subject]).toMatchObject([
      202,
      'correct_mobile_money',
      { type: 'mobile_money_transaction', id: wrong.id },
    ]);
    expect((await correct(wrong.id)).body.code).toBe('already_proposed');
    expect((await clerk.call('GET', `${PAYMENTS}/${wrong.id}`)).body.state).toBe('unallocated');
    const approve = { body: { action: 'approve' } };
    const proposal = `/api/v1/proposals/${proposed.body.id}`;
    expect((await clerk.call('PATCH', proposal, approve)).body.code).toBe('four_eyes_required');
    expect((await checker.call('PATCH', proposal, approve)).body.state).toBe('approved');
    expect((await clerk.call('GET', `${PAYMENTS}/${wrong.id}`)).body).toMatchObject({
      state: 'corrected',
      state_reason: 'A digit too many.',
      available_actions: [],
    });
    const right = await entered('QXWRONG01', 5_000);
    expect([right.status, right.body.amount]).toEqual([201, 5_000]);
    await notified('QXWRONG01', 5_000n);
    expect(await balances()).toEqual({ mpesa_paybill: 5_000, unallocated_receipts: -5_000 });
    expect(await proofs()).toEqual([]);
  });

  it('is a prompt that the payer pays after all: what comes then is received as new, once (finding: it was lost)', async () => {
    const asked = { channel: 'mpesa_stk', amount: 30_000, msisdn: '+254712000777', account_reference: 'NOBODY2' };
    const { body: prompt } = await clerk.call('POST', PAYMENTS, { body: asked });
    const typed = { ...asked, channel: 'mpesa_paybill', receipt_no: 'QXPROMPT1' };
    expect((await clerk.call('POST', PAYMENTS, { body: typed })).body).toMatchObject({
      id: prompt.id,
      state: 'unallocated',
    });
    await says(prompt.id, NOT_PAID);
    await correctedByTwo(prompt.id);
    expect(await changeOf(() => says(prompt.id, NOT_PAID))).toEqual({});
    expect(await incidentsOf('QXPROMPT1')).toEqual([{ kind: 'entered_not_paid' }]);

    const paid = { kind: 'paid', providerRef: null, receiptNo: 'QXPROMPT1', amount: 30_000n } as const;
    const at = Temporal.Now.instant();
    const came = { mpesa_paybill: 30_000, unallocated_receipts: -30_000 };
    expect(await changeOf(() => says(prompt.id, { ...paid, at }))).toEqual(came);
    expect(await changeOf(() => says(prompt.id, { ...paid, at }))).toEqual({});
    expect(await changeOf(() => notified('QXPROMPT1', 30_000n, 'NOBODY2', '+254712000777'))).toEqual({});
    expect(await incidentsOf('QXPROMPT1')).toEqual([{ kind: 'entered_not_paid' }]);
    expect((await clerk.call('GET', `${PAYMENTS}/${prompt.id}`)).body.state).toBe('corrected');
    expect(await proofs()).toEqual([]);
  });

  it('is reported to no one as unpaid once it was corrected: people know', async () => {
    const asked = { channel: 'mpesa_stk', amount: 20_000, msisdn: '+254712000778', account_reference: 'NOBODY3' };
    const { body: prompt } = await clerk.call('POST', PAYMENTS, { body: asked });
    await clerk.call('POST', PAYMENTS, { body: { ...asked, channel: 'mpesa_paybill', receipt_no: 'QXPROMPT2' } });
    await correctedByTwo(prompt.id);
    await says(prompt.id, NOT_PAID);
    expect(await incidentsOf('QXPROMPT2')).toEqual([]);
  });

  it('is not received once more where it went back to its payer, however often the provider repeats it', async () => {
    const asked = { channel: 'mpesa_stk', amount: 10_000, msisdn: '+254712000779', account_reference: 'NOBODY4' };
    const { body: prompt } = await clerk.call('POST', PAYMENTS, { body: asked });
    const at = Temporal.Now.instant();
    const paid = { kind: 'paid', providerRef: null, receiptNo: 'QXBACK001', amount: 10_000n, at } as const;
    await says(prompt.id, paid);
    const step = (by: LendingClient, body: object) => by.call('PATCH', `${PAYMENTS}/${prompt.id}`, { body });
    await step(clerk, { action: 'propose_return', reason: 'Not ours.', evidence: 'A letter.' });
    expect((await step(checker, { action: 'return', reason: 'Reversed there.' })).body.state).toBe('reversed');
    expect(await changeOf(() => says(prompt.id, paid))).toEqual({});
    expect(await incidentsOf('QXBACK001')).toEqual([]);
    expect(await proofs()).toEqual([]);
  });

  it('is not what the provider has reported: that came', async () => {
    await notified('QXREAL001', 7_000n);
    const { body } = await clerk.call('GET', `${PAYMENTS}?filter[receipt_no]=QXREAL001`);
    const refused = await correct(body.data[0].id);
    expect([refused.status, refused.body.code]).toEqual([409, 'reported_by_provider']);
    // Nor once the provider has confirmed what a person entered before.
    const { body: early } = await entered('QXREAL002', 7_000);
    await notified('QXREAL002', 7_000n);
    expect((await correct(early.id)).body.code).toBe('reported_by_provider');
    expect(await proofs()).toEqual([]);
  });
});
