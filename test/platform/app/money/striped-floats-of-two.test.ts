import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { PayoutRail } from '#core/payments/rail.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const AMOUNT = 10_000n;
const OTHER = 'AG-000002';
let testApp: TestApp;
let agentNo: string;
beforeEach(async () => {
  const rail: PayoutRail = {
    send: async () => ({ kind: 'accepted', providerRef: `AG_${randomUUID()}` }),
    query: async () => ({ kind: 'pending' }),
    closedFor: async () => null,
    receive: () => Promise.reject(new Error('This provider sends no notifications.')),
  };
  testApp = await openTestApp({ float: 60n * AMOUNT, payoutRailOf: () => rail, poolSize: 20 });
  ({ agentNo } = testApp.agent);
});
afterEach(() => testApp.close());

const split = async (stripes: number, which = agentNo) => {
  await testApp.sql('select serve_split_floats()');
  return testApp.app.lending.operators.splitFloat(testApp.operator, { agentNo: which, stripes });
};

const topUp = (reference: string) =>
  testApp.app.operators.topUpFloat(testApp.operator, { agentNo, amount: AMOUNT, reference }, { by: 'Amina' });

const handOn = (from: string, to: string, amount: bigint) =>
  testApp.done(testApp.app.lending.transferFloat, { agentNo: from, toAgentNo: to, amount, reason: 'Market day' });

const disburse = (loanId: number, from: string, caller?: Caller): Promise<Disbursement> =>
  testApp.done(
    testApp.app.lending.disburse,
    { loanId, amount: AMOUNT, channel: 'mpesa_b2c' as const, msisdn: '+254712345000', agentNo: from },
    caller,
  );

const appointOther = () =>
  testApp.sql(
    `insert into agent (uuid, agent_no, name, branch_id, provider, float, held)
     select gen_random_uuid(), $1, 'Beside', branch_id, provider, 0, 0 from agent`,
    [OTHER],
  );

/** One who sees no branch but this one. */
const limitedTo = (branchId: number): Caller => ({
  ...testApp.client.caller,
  person: {
    uuid: randomUUID(),
    sessionId: 1,
    roles: ['officer'],
    limits: { approve: null, disburse: null },
    branches: [branchId],
    clients: null,
    units: null,
    steppedUp: true,
  },
});

describe('Two floats in stripes', () => {
  it('pay, hand on to one another, are limited and split at the same time', async () => {
    await appointOther();
    await split(4);
    await split(3, OTHER);
    await handOn(agentNo, OTHER, 20n * AMOUNT);
    const loans: number[] = [];
    for (let n = 0; n < 40; n++) loans.push(await testApp.readyLoan(AMOUNT, await testApp.newMember()));
    const either = () => (randomInt(2) === 0 ? agentNo : OTHER);
    const refusals: string[] = [];
    const orRefused = (work: Promise<unknown>) =>
      work.catch((error: DomainError) => void refusals.push(error.code ?? String(error)));
    const paid = async (loanId: number) => {
      const { id, originatorId } = await disburse(loanId, either());
      const status = {
        kind: 'paid',
        providerRef: null,
        receiptNo: `R${randomInt(10 ** 9, 10 ** 10)}`,
        amount: null,
        at: testApp.clock(),
      } as const;
      const unpaid = { kind: 'not_paid', code: 'declined', message: 'The recipient is unknown.' } as const;
      const became = id % 2 === 0 ? status : unpaid;
      await testApp.app.lending.recordPayoutStatus(testApp.client.caller, { originatorId, status: became });
      if (id % 4 !== 0) return;
      const back = { loanId, disbursementId: id, reversalReceiptNo: `V${id}`, reason: 'Sent to the wrong number' };
      await testApp.done(testApp.app.lending.reverseDisbursement, back);
    };
    let paying = true;
    const clerk = async () => {
      for (let loan = loans.pop(); loan !== undefined; loan = loans.pop()) await orRefused(paid(loan));
    };
    const meanwhile = async (work: () => Promise<unknown>) => {
      while (paying) await orRefused(work());
    };
    const background = [
      meanwhile(() => handOn(agentNo, OTHER, 3n * AMOUNT)),
      meanwhile(() => handOn(OTHER, agentNo, 3n * AMOUNT)),
      meanwhile(() => split(1 + randomInt(6), either())),
      meanwhile(() => {
        const lowFloat = randomInt(3) === 0 ? null : BigInt(randomInt(1, 20)) * AMOUNT + 3n;
        return testApp.done(testApp.app.lending.limitFloat, { agentNo: either(), lowFloat });
      }),
    ];
    await Promise.all(Array.from({ length: 6 }, clerk)).finally(() => (paying = false));
    await Promise.all(background);
    expect(refusals.filter((code) => code !== 'insufficient_balance')).toEqual([]);
    const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
  });

  it('name a new version of their agents with what moves the whole, so that a receiver of events can drop older ones', async () => {
    await appointOther();
    for (const which of [agentNo, OTHER]) await split(4, which);
    await testApp.done(testApp.app.lending.limitFloat, { agentNo, lowFloat: 59n * AMOUNT });
    await topUp('FT1');
    await topUp('FT2');
    await handOn(agentNo, OTHER, 2n * AMOUNT);
    await disburse(await testApp.readyLoan(AMOUNT), agentNo);
    await disburse(await testApp.readyLoan(AMOUNT), agentNo);
    const versions = await testApp.sql<{ type: string; version: number }>(
      `select type, subject_version as version from event where subject_type = 'agent' order by id`,
    );
    const first = versions[0]?.version ?? 0;
    expect(versions.map(({ type, version }) => [type, version - first])).toEqual([
      // Each of the two agents is split once.
      ['float.split', 0],
      ['float.split', 0],
      ['float.limited', 1],
      ['float.topped_up', 2],
      ['float.topped_up', 3],
      ['float.transferred', 4],
      ['float.low', 5],
    ]);
  });
});

describe('A person of another branch', () => {
  it.each([1, 4])('does not reach an agent whose float lies in %i stripes, by name neither', async (stripes) => {
    await split(stripes);
    const [branch] = await testApp.sql<{ id: string }>(
      `insert into branch (uuid, code, name) values (gen_random_uuid(), 'KSM', 'Kisumu') returning id`,
    );
    const branchId = Number(branch?.id);
    const memberId = await testApp.newMember();
    await testApp.sql('update member set branch_id = $1 where id = $2', [branchId, memberId]);
    const loanId = await testApp.readyLoan(AMOUNT, memberId);
    await expect(disburse(loanId, agentNo, limitedTo(branchId))).rejects.toMatchObject({
      code: 'not_found',
      details: { resource: 'agent', id: testApp.agent.id },
    });
  });
});
