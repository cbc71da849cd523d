import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { DomainEvent } from '#core/kernel/event.ts';
import { sum } from '#core/kernel/money.ts';
import { linesOf } from '#core/ledger/posting-rules.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { applyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { approveLoan } from '#core/lending/use-cases/decide-loan.ts';
import { requestDisbursement, type RequestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { recordPayoutReply, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { openLog } from '#platform/runtime/log.ts';
import { payoutProcess, type ReceivedNotification } from '#platform/app/processes/payout/payout-process.ts';
import { readPayoutNotification } from '#platform/rails/daraja/payout-notification.ts';
import { writePayoutResult } from '#platform/rails/sandbox/payout-result.ts';
import type { Transact } from '#platform/app/transact.ts';
import { lenderInMemory, NOON } from '#test/support/lending-ports.ts';

const AMOUNT = 200_000n;
const FLOAT = 1_000_000n;
const CALLER = { tenantId: 1, mode: 'sandbox' } as Caller;
const CODES = { paid: '0', declined: '2040', unclear: '17' } as const;

/** A process that dies: what it had committed stays, and it comes no further. */
class Death extends Error {}

type Plan = {
  /** What the provider really does with a payment that reaches it. */
  readonly truth: 'paid' | 'declined';
  /** How the request is answered. */
  readonly reply: 'accepted' | 'lost';
  /** At which steps the process dies: before or after each transaction and each call of the provider is one. */
  readonly deaths: readonly number[];
  /** Which notifications come, and at which step: results come only once the provider has the payment. */
  readonly notifications: readonly { readonly at: number; readonly what: 'result' | 'timeout' | 'unclear' | 'lie' }[];
};

const plans = (what: readonly Plan['notifications'][number]['what'][]) =>
  fc.record<Plan>({
    truth: fc.constantFrom('paid', 'declined'),
    reply: fc.constantFrom('accepted', 'lost'),
    deaths: fc.array(fc.nat({ max: 24 }), { maxLength: 4 }),
    notifications: fc.array(fc.record({ at: fc.nat({ max: 24 }), what: fc.constantFrom(...what) }), { maxLength: 8 }),
  });

/**
 * One loan, and everything that pays it out: the flow with its two transactions, a provider, and a process that dies
 * at the steps of the plan. The next process resumes the payment, as workers do.
 */
async function follow(plan: Plan, payAgain = false) {
  const lender = lenderInMemory();
  const ports: LendingPorts & { now: Temporal.Instant } = { ...lender.ports };
  const emitted: DomainEvent[] = [];
  const { result: loan } = await applyForLoan({ memberId: 1, productId: 1, principal: AMOUNT, termMonths: 6 }, ports);
  await approveLoan({ loanId: loan.id }, ports);

  const received = new Set<string>();
  const deaths = new Set(plan.deaths);
  const due = [...plan.notifications].toSorted((a, b) => a.at - b.at);
  let step = 0;
  /** Nothing that a dead process goes on to do has an effect, whatever it makes of its own death. */
  let isDead = false;
  const boundary = async (): Promise<void> => {
    step += 1;
    while (due[0] && due[0].at < step) await notify(due.shift()!.what);
    isDead ||= deaths.delete(step);
    if (isDead) throw new Death();
  };
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    await boundary();
    const result = await work();
    await boundary();
    return result;
  };
  const commit = async <T>(
    work: (tx: never, context: never) => Promise<{ result: T; events: readonly DomainEvent[] }>,
  ) => {
    const { result, events } = await work(null as never, null as never);
    emitted.push(...events);
    return result;
  };
  const transact = {
    run: (_name: string, _caller: Caller, work: never) => around(() => commit(work)),
    look: (_caller: Caller, work: (tx: never, context: never) => Promise<unknown>) =>
      work(null as never, null as never),
    begin: (_name: string, _request: never, work: never) =>
      around(async () => ({ kind: 'begun', result: await commit(work) })),
    finish: (_name: string, _request: never, work: never) => around(() => commit(work)),
  } as unknown as Transact;

  const statusOf = (): ProviderStatus =>
    plan.truth === 'paid'
      ? { kind: 'paid', providerRef: 'AG_1', receiptNo: 'SG632NMUAB', at: NOON, amount: AMOUNT }
      : { kind: 'not_paid', code: 'recipient_unregistered', message: 'No.', providerCode: '2040' };
  const payOut = payoutProcess(
    transact,
    () => ({
      send: ({ originatorId }) =>
        around(async () => {
          received.add(originatorId);
          return plan.reply === 'lost' ? { kind: 'unknown' } : { kind: 'accepted', providerRef: 'AG_1' };
        }),
      query: ({ originatorId }) =>
        around(async () => (received.has(originatorId) ? statusOf() : { kind: 'never_received' })),
      receive: async (callback, text, awaited) => readPayoutNotification(callback, text, awaited, ports.now),
      closedFor: async () => null,
    }),
    async () => false,
    openLog('silent'),
  )<RequestDisbursement, Disbursement, LendingPorts>({
    portsOf: () => ports,
    sentOn: () => 'mpesa_b2c',
    request: requestDisbursement,
    recordReply: recordPayoutReply,
    recordStatus: recordPayoutStatus,
    find: async (_tx, by) =>
      lender.disbursements.find((row) =>
        'uuid' in by ? row.uuid === by.uuid : row.originatorId === by.originatorId,
      ) ?? null,
    paymentOf: (row) => ({
      uuid: row.uuid,
      originatorId: row.originatorId,
      amount: row.payout(),
      channel: 'mpesa_b2c',
      msisdn: row.msisdn,
      business: null,
      remarks: 'A loan',
      providerRef: row.providerRef,
      isUnanswered: row.state === 'sending',
      isAwaited: row.nextCheckAt !== null,
      checks: row.checks,
    }),
  });

  /** Notifications reach a live process, even while another has died. They are about the first payment. */
  const notify = async (what: Plan['notifications'][number]['what']): Promise<void> => {
    const [first] = lender.disbursements;
    if (!first || !received.has(first.originatorId)) return;
    const { originatorId } = first;
    const other = plan.truth === 'paid' ? 'declined' : 'paid';
    const code = CODES[what === 'result' ? plan.truth : what === 'lie' ? other : 'unclear'];
    const notification: ReceivedNotification =
      what === 'timeout'
        ? { originatorId, callback: 'payout_timeout', text: '' }
        : { originatorId, callback: 'payout', text: JSON.stringify(resultOf(originatorId, code)) };
    await alive(() => payOut.receive(CALLER, notification));
  };
  /** A process of its own, beside whichever runs. */
  const alive = async (work: () => Promise<unknown>): Promise<void> => {
    const other = isDead;
    isDead = false;
    await work().catch((error: unknown) => {
      if (!(error instanceof Death)) throw error;
    });
    isDead = other;
    requireSound();
  };
  const requireSound = () => {
    expect(lender.agent.held >= 0n && lender.agent.float >= lender.agent.held).toBe(true);
    const confirmed = lender.disbursements.filter(({ state }) => state === 'confirmed');
    expect(new Set(confirmed.map(({ tranche }) => tranche)).size).toBe(confirmed.length);
    expect(loan.disbursedPrincipal <= AMOUNT).toBe(true);
  };
  const request = () =>
    alive(() =>
      payOut.request({ caller: CALLER } as never, {
        loanId: loan.id,
        amount: AMOUNT,
        channel: 'mpesa_b2c',
        msisdn: '+254712345678',
      }),
    );
  const monitor = async () => {
    for (let round = 0; round < 200; round++) {
      const next = lender.disbursements.find(({ nextCheckAt }) => nextCheckAt !== null);
      if (!next?.nextCheckAt) return;
      if (Temporal.Instant.compare(next.nextCheckAt, ports.now) > 0) ports.now = next.nextCheckAt;
      next.createdAt ??= NOON;
      await alive(() => payOut.check(CALLER, next.originatorId));
    }
    throw new Error('A payment is monitored without end.');
  };

  await request();
  // A process that died before the first commit sent nothing: the client sends the request again.
  if (lender.disbursements.length === 0) await request();
  if (lender.disbursements.length === 0) return null;
  await monitor();
  while (due.length > 0) await notify(due.shift()!.what);
  if (payAgain && loan.state === 'ready_to_disburse') {
    await request();
    await monitor();
    await notify('lie');
  }
  // The true status arrives in the end: by a notification to a live process, or in a statement.
  deaths.clear();
  await notify('result');
  await monitor();
  return { lender, loan, emitted };
}

function resultOf(originatorId: string, code: string): object {
  return writePayoutResult({
    originatorId,
    providerRef: 'AG_1',
    code,
    description: 'Sent by a test.',
    receiptNo: 'SG632NMUAB',
    amount: AMOUNT,
    msisdn: '+254712345678',
    at: NOON,
  });
}

/** What the accounts hold by what happened, debits counted up; those that hold nothing are left out. */
function books(emitted: readonly DomainEvent[]): { readonly [account: string]: bigint } {
  const held = new Map<string, bigint>();
  for (const { account, side, amount } of emitted.flatMap(linesOf)) {
    held.set(account, (held.get(account) ?? 0n) + (side === 'debit' ? amount : -amount));
  }
  return Object.fromEntries([...held].filter(([, amount]) => amount !== 0n));
}

type Followed = NonNullable<Awaited<ReturnType<typeof follow>>>;
const disbursed = ({ emitted }: Followed) => emitted.filter(({ type }) => type === 'loan.disbursed').length;
const raised = ({ lender }: Followed) => [...new Set(lender.incidents.map(({ kind }) => kind))].sort();

describe('A payment, with any notifications in any order, however often, and wherever the process dies', () => {
  it('ends as the provider has treated it: the same state, the same books, nothing to look into', async () => {
    await fc.assert(
      fc.asyncProperty(plans(['result', 'timeout', 'unclear']), async (plan) => {
        const end = await follow(plan);
        if (end === null) return;
        const [payment, ...others] = end.lender.disbursements;
        const isPaid = plan.truth === 'paid';
        expect(others).toEqual([]);
        expect([payment?.state, end.loan.state]).toEqual(
          isPaid ? ['confirmed', 'active'] : ['failed', 'ready_to_disburse'],
        );
        expect(books(end.emitted)).toEqual(isPaid ? { loan_portfolio: AMOUNT, mpesa_float: -AMOUNT } : {});
        expect([end.lender.agent.float, end.lender.agent.held]).toEqual([isPaid ? FLOAT - AMOUNT : FLOAT, 0n]);
        expect(disbursed(end)).toBe(isPaid ? 1 : 0);
        expect(raised(end)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('with false notifications of the provider ends the same, but for incidents about them', async () => {
    await fc.assert(
      fc.asyncProperty(plans(['result', 'timeout', 'unclear', 'lie']), async (plan) => {
        fc.pre(plan.truth === 'paid');
        const end = await follow(plan);
        if (end === null) return;
        expect(end.lender.disbursements.map(({ state }) => state)).toEqual(['confirmed']);
        expect(books(end.emitted)).toEqual({ loan_portfolio: AMOUNT, mpesa_float: -AMOUNT });
        expect(disbursed(end)).toBe(1);
        for (const kind of raised(end)) expect(['failure_after_success', 'late_success']).toContain(kind);
      }),
      { numRuns: 500 },
    );
  });

  it('that is requested again after it was said to have failed is lent once; what was paid twice is a claim', async () => {
    await fc.assert(
      fc.asyncProperty(plans(['result', 'timeout', 'unclear', 'lie']), async (plan) => {
        const end = await follow(plan, true);
        if (end === null) return;
        const inState = (...states: string[]) =>
          sum(end.lender.disbursements.filter(({ state }) => states.includes(state)).map((each) => each.payout()));
        expect(inState('confirmed') <= AMOUNT).toBe(true);
        const held = books(end.emitted);
        expect(held['loan_portfolio'] ?? 0n).toBe(inState('confirmed'));
        expect(held['duplicate_payments'] ?? 0n).toBe(inState('in_recovery'));
        expect(held['disbursements_in_transit'] ?? 0n).toBe(0n);
        expect(FLOAT + (held['mpesa_float'] ?? 0n)).toBe(end.lender.agent.float);
        expect(disbursed(end)).toBe(inState('confirmed') === AMOUNT ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });
});
