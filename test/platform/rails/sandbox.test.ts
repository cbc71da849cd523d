import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { requestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { payoutBehaviours } from '#platform/rails/sandbox/payout-behaviours.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { moneyOf } from '#test/support/money.ts';
import { openWorkerContext, type WorkerContext } from '#test/support/worker-context.ts';
import { payoutOrder } from '#test/support/orders.ts';

const AMOUNT = 100_000n;

/** What becomes of a payment: the reply to the request, then where it ends, and the events on its way. */
type Outcome = {
  readonly replied: string;
  readonly ends: string;
  readonly code?: string;
  readonly events: readonly string[];
  /** It ends only when the provider is asked. */
  readonly enquiry?: true;
};
const paid = ['created', 'sent', 'confirmed'];
const outcomes: { readonly [suffix: string]: Outcome } = {
  '000': { replied: 'sent', ends: 'confirmed', events: paid },
  '001': {
    replied: 'sent',
    ends: 'failed',
    code: 'provider_float_insufficient',
    events: ['created', 'sent', 'failed'],
  },
  '002': { replied: 'sent', ends: 'failed', code: 'recipient_invalid', events: ['created', 'sent', 'failed'] },
  '003': { replied: 'sent', ends: 'failed', code: 'recipient_unregistered', events: ['created', 'sent', 'failed'] },
  '004': { replied: 'sent', ends: 'failed', code: 'recipient_limit', events: ['created', 'sent', 'failed'] },
  '005': { replied: 'sent', ends: 'confirmed', events: ['created', 'sent', 'unknown', 'confirmed'], enquiry: true },
  '006': { replied: 'sent', ends: 'confirmed', events: ['created', 'sent', 'unknown', 'confirmed'] },
  '007': { replied: 'sent', ends: 'confirmed', events: paid, enquiry: true },
  '008': { replied: 'sent', ends: 'sent', events: ['created', 'sent'], enquiry: true },
  '009': { replied: 'sent', ends: 'confirmed', events: paid },
  '010': { replied: 'confirmed', ends: 'confirmed', events: ['created', 'confirmed'] },
  '011': { replied: 'unknown', ends: 'confirmed', events: ['created', 'unknown', 'confirmed'] },
  '012': { replied: 'unknown', ends: 'unknown', events: ['created', 'unknown'], enquiry: true },
  '013': { replied: 'sent', ends: 'confirmed', events: paid },
  '014': { replied: 'sent', ends: 'confirmed', events: ['created', 'sent', 'unknown', 'confirmed'] },
  '015': { replied: 'sent', ends: 'review', code: 'amount_mismatch', events: ['created', 'sent', 'referred'] },
  '016': { replied: 'sent', ends: 'confirmed', events: paid },
  '017': { replied: 'failed', ends: 'failed', code: 'unreachable', events: ['created', 'failed'] },
  '018': {
    replied: 'sent',
    ends: 'failed',
    code: 'provider_declined',
    events: ['created', 'sent', 'failed'],
    enquiry: true,
  },
  '019': { replied: 'failed', ends: 'failed', code: '1', events: ['created', 'failed'] },
  '123': { replied: 'sent', ends: 'confirmed', events: paid },
};

describe('A payment of a sandbox tenant', () => {
  let testApp: TestApp;
  let context: WorkerContext;
  const started = new Map<string, Promise<{ loanId: number; replied: Disbursement['state']; id: number }>>();
  beforeAll(async () => {
    testApp = await openTestApp({ float: AMOUNT * 100n, poolSize: 20 });
    context = await openWorkerContext(testApp);
    // All together: some hang for seconds.
    for (const suffix of Object.keys(outcomes)) {
      const loanId = await testApp.readyLoan(AMOUNT);
      const ordered = testApp.done(testApp.app.lending.disburse, {
        loanId,
        amount: AMOUNT,
        channel: 'mpesa_b2c' as const,
        msisdn: `+254712345${suffix}`,
      });
      started.set(
        suffix,
        ordered.then(({ state, id }) => ({ loanId, replied: state, id })),
      );
    }
    await Promise.all(started.values());
  });
  afterAll(async () => {
    await context.close();
    await testApp.close();
  });

  const rowOf = async (id: number) => {
    const [row] = await testApp.sql(
      'select state, failure_code, receipt_no, provider_ref, originator_id, next_check_at, amount::text as amount from disbursement where id = $1',
      [id],
    );
    return row ?? {};
  };

  it('has a behaviour for every suffix that is documented', () => {
    expect(Object.keys(payoutBehaviours).sort()).toEqual(
      Object.keys(outcomes)
        .filter((suffix) => suffix !== '123')
        .sort(),
    );
  });

  it.each(Object.entries(outcomes))('to a number that ends in %s: %j', async (suffix, outcome) => {
    const { loanId, replied, id } = await started.get(suffix)!;
    expect(replied).toBe(outcome.replied);
    const { originator_id: originatorId } = await rowOf(id);
    if (outcome.enquiry) {
      // Everything that the provider says automatically has been said.
      await eventually(async () => {
        const [due] = await testApp.sql(
          'select count(*)::int as n from sandbox_payment where originator_id = $1 and notification_due_at is not null',
          [originatorId],
        );
        return due?.['n'] === 0;
      });
      expect((await rowOf(id))['next_check_at']).not.toBeNull();
      await testApp.app.lending.checkDisbursement(testApp.operator, String(originatorId));
    }
    await eventually(async () => (await rowOf(id))['state'] === outcome.ends);
    const row = await rowOf(id);
    expect(row['failure_code'] ?? null).toBe(outcome.code ?? null);
    if (outcome.ends === 'confirmed') expect(row['receipt_no']).toMatch(/^[A-Z0-9]{10}$/);
    const emitted = await testApp.sql<{ type: string }>(
      `select type from event where subject_type = 'disbursement' and subject_id = $1 order by id`,
      [id],
    );
    expect(emitted.map(({ type }) => type.replace('disbursement.', ''))).toEqual(outcome.events);
    const [loan] = await testApp.sql('select state from loan where id = $1', [loanId]);
    expect(loan).toEqual({ state: outcome.ends === 'confirmed' ? 'active' : 'ready_to_disburse' });
  });

  it('leaves float and books in agreement, whatever became of it', async () => {
    const inState = (...states: string[]) =>
      AMOUNT * BigInt(Object.values(outcomes).filter(({ ends }) => states.includes(ends)).length);
    // Notifications that are repeated three times have been.
    await eventually(async () => {
      const [due] = await testApp.sql(
        'select count(*)::int as n from sandbox_payment where notification_due_at is not null',
      );
      return due?.['n'] === 0;
    });
    const gone = inState('sent', 'unknown', 'review', 'confirmed');
    expect(await moneyOf(testApp)).toEqual({
      float: AMOUNT * 100n - gone,
      held: 0n,
      books: {
        loan_portfolio: inState('confirmed'),
        disbursements_in_transit: inState('sent', 'unknown', 'review'),
        mpesa_float: -gone,
      },
    });
  });

  it('is paid once however often the same request comes', async () => {
    const rail = testApp.rails.payoutRailOf(testApp.tenantId, 'sandbox');
    const order = payoutOrder({ amount: AMOUNT });
    const replies = await Promise.all([1, 2, 3].map(() => rail.send(order, AbortSignal.timeout(5_000))));
    expect(new Set(replies.map((reply) => reply.kind === 'accepted' && reply.providerRef)).size).toBe(1);
    expect(
      await testApp.sql('select requests from sandbox_payment where originator_id = $1', [order.originatorId]),
    ).toEqual([{ requests: 3 }]);
  });

  it('that was turned away is not in the provider’s books, so that another process can resume after one that died', async () => {
    const rail = testApp.rails.payoutRailOf(testApp.tenantId, 'sandbox');
    for (const suffix of ['013', '016']) {
      const order = payoutOrder({ amount: AMOUNT, msisdn: `+254700000${suffix}` });
      // Dies before the request that is taken.
      await expect(rail.send(order, AbortSignal.timeout(50))).rejects.toThrow();
      const request = rail.query({ ...order, providerRef: null }, AbortSignal.timeout(5_000));
      expect([suffix, await request]).toEqual([suffix, { kind: 'never_received' }]);
      expect(await rail.send(order, AbortSignal.timeout(5_000))).toMatchObject({ kind: 'accepted' });
    }
  });

  it('of a live tenant goes nowhere until a provider is chosen, and it is said so', async () => {
    const rail = testApp.rails.payoutRailOf(testApp.tenantId, 'live');
    const order = payoutOrder({ amount: AMOUNT });
    expect(await rail.send(order, AbortSignal.timeout(1_000))).toMatchObject({ kind: 'unreachable' });
  });

  it('that was committed and never sent is sent by the worker that monitors it, under its own id', async () => {
    const loanId = await testApp.readyLoan(AMOUNT);
    const { internals } = testApp;
    // As a process that dies between the commit and the provider.
    const stranded = await internals.transact.run('requestDisbursement', testApp.client.caller, (tx, context) =>
      requestDisbursement(
        { loanId, amount: AMOUNT, channel: 'mpesa_b2c', msisdn: '+254700000000' },
        internals.ports.lending(tx, context),
      ),
    );
    expect(await rowOf(stranded.id)).toMatchObject({ state: 'sending' });
    await testApp.sql('update disbursement set next_check_at = now() where id = $1', [stranded.id]);
    await eventually(async () => (await rowOf(stranded.id))['state'] === 'confirmed');
    const payments = await testApp.sql('select requests from sandbox_payment where originator_id = $1', [
      stranded.originatorId,
    ]);
    expect(payments).toEqual([{ requests: 1 }]);
  });
});
