import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { sum } from '#core/kernel/money.ts';
import { linesOf } from '#core/ledger/posting-rules.ts';
import { availableIn } from '#core/lending/agent/float-part.ts';
import { openParts } from '#core/lending/loan/instalment.ts';
import { outstandingOf } from '#core/lending/loan/loan-record.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { applyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { approveLoan, editLoan, rejectLoan } from '#core/lending/use-cases/decide-loan.ts';
import { recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import { requestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { recordPayoutReply, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import { lenderInMemory, NOON } from '../../support/lending-ports.ts';

type Lender = ReturnType<typeof lenderInMemory>;

const refusal = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => null,
    (thrown: DomainError) => thrown,
  );
  if (!error) throw new Error('Nothing was refused.');
  return error;
};

async function approvedLoan(lender: Lender, principal = 1_000_000n, memberId = 1) {
  const { result } = await applyForLoan({ memberId, productId: 1, principal, termMonths: 12 }, lender.ports);
  await approveLoan({ loanId: result.id }, lender.ports);
  return result;
}

const pay = (amount: bigint, loanId: number) =>
  ({ loanId, amount, channel: 'mpesa_b2c', msisdn: '+254700000000' }) as const;
const PAID: ProviderStatus = { kind: 'paid', providerRef: 'AG_1', receiptNo: 'RCPT000001', at: NOON, amount: null };

describe('A loan application', () => {
  it('is a draft that can be changed until a person decides', async () => {
    const lender = lenderInMemory();
    const { result: loan } = await applyForLoan(
      { memberId: 1, productId: 1, principal: 50_000n, termMonths: 6 },
      lender.ports,
    );
    expect(loan).toMatchObject({ state: 'draft', loanNo: 'L-000001', annualRate: '12' });
    const { events } = await editLoan({ loanId: 1, changes: { principal: 60_000n } }, lender.ports);
    expect(events.map(({ type }) => type)).toEqual(['loan.updated']);
    expect((await editLoan({ loanId: 1, changes: { principal: 60_000n } }, lender.ports)).events).toEqual([]);
    await approveLoan({ loanId: 1 }, lender.ports);
    expect((await refusal(editLoan({ loanId: 1, changes: { termMonths: 3 } }, lender.ports))).code).toBe(
      'invalid_state_transition',
    );
  });

  it.each([
    [{ memberId: 99 }, 'unknown_reference'],
    [{ productId: 99 }, 'unknown_reference'],
    [{ principal: 9_999n }, 'out_of_product_range'],
    [{ termMonths: 61 }, 'out_of_product_range'],
  ])('with %o is refused as %s', async (change, code) => {
    const { ports, loans } = lenderInMemory();
    const request = { memberId: 1, productId: 1, principal: 50_000n, termMonths: 6, ...change };
    expect((await refusal(applyForLoan(request, ports))).code).toBe(code);
    expect(loans).toEqual([]);
  });

  it('names the earlier record where its reference was used before', async () => {
    const { ports } = lenderInMemory();
    const request = { memberId: 1, productId: 1, principal: 50_000n, termMonths: 6, clientReference: 'A-1' };
    await applyForLoan(request, ports);
    expect(await refusal(applyForLoan(request, ports))).toMatchObject({
      code: 'duplicate_reference',
      details: { existing_id: 1 },
    });
  });

  it.each([
    [2, 'kyc_incomplete', { member_id: 2, missing: ['kyc.address'] }],
    [3, 'member_not_active', { member_id: 3, member_state: 'suspended' }],
  ])('of member %i is not approved: %s', async (memberId, code, details) => {
    const { ports } = lenderInMemory();
    await applyForLoan({ memberId, productId: 1, principal: 50_000n, termMonths: 6 }, ports);
    expect(await refusal(approveLoan({ loanId: 1 }, ports))).toMatchObject({
      code,
      details,
    });
  });

  it('requires a second person where the tenant wants four eyes', async () => {
    const lender = lenderInMemory({ fourEyes: true });
    await applyForLoan({ memberId: 1, productId: 1, principal: 50_000n, termMonths: 6 }, lender.ports);
    expect((await refusal(approveLoan({ loanId: 1 }, lender.ports))).code).toBe('four_eyes_required');
    const { result } = await approveLoan({ loanId: 1 }, { ...lender.ports, actor: 'pk_test_checker' });
    expect(result.state).toBe('ready_to_disburse');
  });

  it('is declined only with a reason', async () => {
    const { ports } = lenderInMemory();
    await applyForLoan({ memberId: 1, productId: 1, principal: 50_000n, termMonths: 6 }, ports);
    expect((await refusal(rejectLoan({ loanId: 1, reason: ' ' }, ports))).code).toBe('validation_failed');
    expect((await rejectLoan({ loanId: 1, reason: 'No income' }, ports)).result.state).toBe('rejected');
  });

  it('decided on an older version is refused', async () => {
    const { ports } = lenderInMemory();
    await applyForLoan({ memberId: 1, productId: 1, principal: 50_000n, termMonths: 6 }, ports);
    expect(await refusal(approveLoan({ loanId: 1, version: 7 }, ports))).toMatchObject({
      kind: 'stale',
      details: { current_version: 1 },
    });
  });
});

describe('A disbursement', () => {
  it('holds the float before anything is sent', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const { result, events } = await requestDisbursement(pay(400_000n, loan.id), lender.ports);
    expect(result).toMatchObject({ state: 'sending', tranche: 1, agentNo: 'AG-000001' });
    expect(lender.agent).toMatchObject({ float: 1_000_000n, held: 400_000n });
    expect(events.flatMap(linesOf)).toEqual([]);
  });

  it('beyond the float names the agent and what is available, whatever else is wrong', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender, 2_000_000n);
    const refused = await refusal(requestDisbursement({ ...pay(1_000_100n, loan.id), msisdn: '+1' }, lender.ports));
    expect(refused).toMatchObject({
      code: 'insufficient_balance',
      kind: 'conflict',
      details: { agent_id: 'AG-000001', available_float: 1_000_000n, requested_amount: 1_000_100n },
    });
    expect(lender.agent.held).toBe(0n);
    expect(lender.disbursements).toEqual([]);
  });

  it('of a branch without an agent finds no float', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender, 50_000n, 4);
    expect(await refusal(requestDisbursement(pay(50_000n, loan.id), lender.ports))).toMatchObject({
      code: 'insufficient_balance',
      details: { available_float: 0n },
    });
  });

  it.each([
    [{ amount: 500_100n }, 'disbursement_exceeds_principal'],
    [{ msisdn: '+254612345678' }, 'invalid_msisdn'],
    [{ msisdn: '0712345678' }, 'invalid_msisdn'],
    [{ amount: 10_050n }, 'validation_failed'],
    [{ amount: 900n }, 'validation_failed'],
    [{ amount: 0n }, 'validation_failed'],
    [{ agentNo: 'AG-999999' }, 'unknown_reference'],
    [{ loanId: 99 }, 'not_found'],
  ])('with %o is refused as %s', async (change, code) => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender, 500_000n);
    expect((await refusal(requestDisbursement({ ...pay(100_000n, loan.id), ...change }, lender.ports))).code).toBe(
      code,
    );
    expect(lender.disbursements).toEqual([]);
  });

  it('of a loan that is no longer ready is refused', async () => {
    const lender = lenderInMemory();
    const { result: draft } = await applyForLoan(
      { memberId: 1, productId: 1, principal: 50_000n, termMonths: 6 },
      lender.ports,
    );
    expect(await refusal(requestDisbursement(pay(50_000n, draft.id), lender.ports))).toMatchObject({
      code: 'loan_not_disbursable',
      details: { loan_id: draft.id, current_state: 'draft' },
    });
  });

  it('that failed gives its tranche and its float back', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const first = (await requestDisbursement(pay(1_000_000n, loan.id), lender.ports)).result;
    await recordPayoutReply(
      { originatorId: first.originatorId, reply: { kind: 'rejected', code: '2001', message: 'No.' } },
      lender.ports,
    );
    expect(first).toMatchObject({ state: 'failed', failureCode: '2001' });
    expect(lender.agent).toMatchObject({ float: 1_000_000n, held: 0n });
    const second = (await requestDisbursement(pay(1_000_000n, loan.id), lender.ports)).result;
    expect(second.tranche).toBe(1);
    expect(loan.state).toBe('ready_to_disburse');
  });

  it('that is confirmed makes the loan active and starts its schedule, with one event', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const { originatorId } = (await requestDisbursement(pay(1_000_000n, loan.id), lender.ports)).result;
    await recordPayoutReply({ originatorId, reply: { kind: 'accepted', providerRef: 'AG_1' } }, lender.ports);
    const { events } = await recordPayoutStatus({ originatorId, status: PAID }, lender.ports);
    expect(events.map(({ type }) => type)).toEqual(['disbursement.confirmed', 'loan.disbursed']);
    expect(loan).toMatchObject({ state: 'active', scheduleVersion: 1, principalOutstanding: 1_000_000n });
    expect(lender.instalments).toHaveLength(12);
    expect(sum(lender.instalments.map(({ principal }) => principal))).toBe(1_000_000n);
    expect(lender.instalments[0]?.dueDate.toString()).toBe('2026-04-02');
    expect((await recordPayoutStatus({ originatorId, status: PAID }, lender.ports)).events).toEqual([]);
  });

  it('with no answer is unknown, never failed, and its float counts as gone', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const { result } = await requestDisbursement(pay(1_000_000n, loan.id), lender.ports);
    await recordPayoutReply({ originatorId: result.originatorId, reply: { kind: 'unknown' } }, lender.ports);
    expect(result).toMatchObject({ state: 'unknown', providerRef: result.originatorId });
    expect(lender.agent).toMatchObject({ float: 0n, held: 0n });
    await recordPayoutStatus({ originatorId: result.originatorId, status: { kind: 'pending' } }, lender.ports);
    expect(result).toMatchObject({ state: 'unknown', checks: 1 });
  });

  it('whose provider lost sight of it is unknown, and may be confirmed all the same', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const { originatorId } = (await requestDisbursement(pay(1_000_000n, loan.id), lender.ports)).result;
    await recordPayoutReply({ originatorId, reply: { kind: 'accepted', providerRef: 'AG_1' } }, lender.ports);
    const { events } = await recordPayoutStatus({ originatorId, status: { kind: 'unclear' } }, lender.ports);
    expect(events.map(({ type }) => type)).toEqual(['disbursement.unknown']);
    expect(events.flatMap(linesOf)).toEqual([]);
    expect((await recordPayoutStatus({ originatorId, status: PAID }, lender.ports)).result.state).toBe('confirmed');
  });

  it('of which another amount was paid is for people to settle: nothing is booked on the loan', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const { originatorId } = (await requestDisbursement(pay(1_000_000n, loan.id), lender.ports)).result;
    const status: ProviderStatus = { ...PAID, amount: 999_900n };
    const { result, events } = await recordPayoutStatus({ originatorId, status }, lender.ports);
    expect(result).toMatchObject({ state: 'review', failureCode: 'amount_mismatch', nextCheckAt: null });
    const seen = [...result.evidence];
    expect(seen).toMatchObject([{ reported: 'paid', amount: '999900' }]);
    expect(events.flatMap(linesOf).map(({ account, side, amount }) => [account, side, amount])).toEqual([
      ['disbursements_in_transit', 'debit', 1_000_000n],
      ['mpesa_float', 'credit', 1_000_000n],
    ]);
    expect(loan.state).toBe('ready_to_disburse');
    expect((await recordPayoutStatus({ originatorId, status }, lender.ports)).events).toEqual([]);
    expect(result.evidence).toEqual(seen);
    await recordPayoutStatus({ originatorId, status: { ...PAID, amount: 1_000_000n } }, lender.ports);
    expect(result).toMatchObject({ state: 'review', failureCode: 'amount_mismatch' });
    // Each report is evidence for the people who settle it.
    expect(result.evidence.map(({ reported, amount }) => [reported, amount])).toEqual([
      ['paid', '999900'],
      ['paid', '1000000'],
    ]);
    expect(loan.state).toBe('ready_to_disburse');
  });

  it('of which nobody knows for a day whether it was sent is for people to settle, and its float counts as gone', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const { result } = await requestDisbursement(pay(1_000_000n, loan.id), lender.ports);
    result.createdAt = NOON;
    const { originatorId } = result;
    const nearly = { ...lender.ports, now: NOON.add({ hours: 23 }) };
    await recordPayoutStatus({ originatorId, status: { kind: 'pending' } }, nearly);
    expect(result).toMatchObject({ state: 'sending', checks: 1 });
    const later = { ...lender.ports, now: NOON.add({ hours: 24 }) };
    const { events } = await recordPayoutStatus({ originatorId, status: { kind: 'pending' } }, later);
    expect(result).toMatchObject({ state: 'review', failureCode: 'no_answer', nextCheckAt: null });
    expect(events.flatMap(linesOf).map(({ account, side, amount }) => [account, side, amount])).toEqual([
      ['disbursements_in_transit', 'debit', 1_000_000n],
      ['mpesa_float', 'credit', 1_000_000n],
    ]);
    expect(lender.agent.held).toBe(0n);
  });

  it('without any result for a day is for people to settle', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const { result } = await requestDisbursement(pay(1_000_000n, loan.id), lender.ports);
    await recordPayoutReply({ originatorId: result.originatorId, reply: { kind: 'unknown' } }, lender.ports);
    const later = { ...lender.ports, now: NOON.add({ hours: 24 }) };
    await recordPayoutStatus({ originatorId: result.originatorId, status: { kind: 'pending' } }, later);
    expect(result).toMatchObject({ state: 'review', failureCode: 'no_answer', nextCheckAt: null });
  });

  it('in a second tranche recalculates the schedule', async () => {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender);
    const first = (await requestDisbursement(pay(400_000n, loan.id), lender.ports)).result;
    const second = (await requestDisbursement(pay(600_000n, loan.id), lender.ports)).result;
    expect([first.tranche, second.tranche]).toEqual([1, 2]);
    for (const { originatorId, tranche } of [first, second]) {
      const status = { ...PAID, receiptNo: `SKL000000${tranche}` };
      await recordPayoutStatus({ originatorId, status }, lender.ports);
    }
    expect(loan).toMatchObject({
      state: 'active',
      scheduleVersion: 2,
      disbursedPrincipal: 1_000_000n,
      principalOutstanding: 1_000_000n,
    });
  });
});

describe('Any sequence of provider statuses', () => {
  const replies: ProviderReply[] = [
    { kind: 'accepted', providerRef: 'AG_1' },
    { kind: 'unknown' },
    { kind: 'rejected', code: '1', message: 'No.' },
    { kind: 'unreachable', message: 'Gone.', retryAfterSeconds: 5 },
  ];
  const statuses: ProviderStatus[] = [
    PAID,
    { kind: 'not_paid', code: '17', message: 'No.' },
    { kind: 'pending' },
    { kind: 'never_received' },
    { kind: 'unclear' },
    { ...PAID, amount: 199_900n },
  ];
  const step = fc.record({
    about: fc.integer({ min: 0, max: 3 }),
    emitted: fc.oneof(
      fc.constantFrom(...replies).map((reply) => ({ reply })),
      fc.constantFrom(...statuses).map((status) => ({ status })),
    ),
  });

  it('keeps the float above zero, the books balanced, and emits loan.disbursed once a payment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (all) => {
        const lender = lenderInMemory();
        const events: DomainEvent[] = [];
        const originators: string[] = [];
        for (let n = 0; n < 4; n++) {
          const loan = await approvedLoan(lender, 200_000n);
          const requested = await requestDisbursement(pay(200_000n, loan.id), lender.ports);
          originators.push(requested.result.originatorId);
          events.push(...requested.events);
        }
        for (const { about, emitted } of all) {
          const originatorId = originators[about] ?? '';
          const received =
            'reply' in emitted
              ? recordPayoutReply({ originatorId, ...emitted }, lender.ports)
              : recordPayoutStatus({ originatorId, ...emitted }, lender.ports);
          // A status that contradicts what is settled is refused whole.
          events.push(...(await received.catch(() => ({ events: [] }))).events);
          expect(lender.agent.float >= lender.agent.held && lender.agent.held >= 0n).toBe(true);
        }
        const balance = new Map<string, bigint>();
        for (const line of events.flatMap(linesOf)) {
          const signed = line.side === 'debit' ? line.amount : -line.amount;
          balance.set(line.account, (balance.get(line.account) ?? 0n) + signed);
        }
        const inState = (...states: string[]) =>
          sum(lender.disbursements.filter(({ state }) => states.includes(state)).map(({ amount }) => amount));
        expect(sum(balance.values())).toBe(0n);
        expect(1_000_000n + (balance.get('mpesa_float') ?? 0n)).toBe(lender.agent.float);
        expect(balance.get('disbursements_in_transit') ?? 0n).toBe(inState('sent', 'unknown', 'review'));
        expect(balance.get('loan_portfolio') ?? 0n).toBe(inState('confirmed'));
        expect(availableIn(lender.agent.whole())).toBe(
          1_000_000n - inState('sending', 'sent', 'unknown', 'confirmed', 'review'),
        );
        const disbursed = events.filter(({ type }) => type === 'loan.disbursed').length;
        expect(disbursed).toBe(lender.disbursements.filter(({ state }) => state === 'confirmed').length);
        for (const loan of lender.loans) expect(loan.state === 'active').toBe(loan.disbursedPrincipal > 0n);
      }),
      { numRuns: 300 },
    );
  });
});

describe('A repayment', () => {
  async function activeLoan(principal = 1_000_000n) {
    const lender = lenderInMemory();
    const loan = await approvedLoan(lender, principal);
    const { originatorId } = (await requestDisbursement(pay(principal, loan.id), lender.ports)).result;
    await recordPayoutStatus({ originatorId, status: PAID }, lender.ports);
    return { lender, loan };
  }

  it('pays the oldest instalment first: penalties, fees, interest, principal', async () => {
    const { lender, loan } = await activeLoan();
    const first = lender.instalments[0];
    if (!first) throw new Error('There is no schedule.');
    const { result, events } = await recordRepayment(
      { loanId: loan.id, amount: first.interest + 5n, channel: 'cash' },
      lender.ports,
    );
    expect(result).toMatchObject({
      loanId: loan.id,
      interest: first.interest,
      principal: 5n,
      overpayment: 0n,
      receiptNo: 'R-000001',
    });
    expect(openParts(first)).toMatchObject({ interest: 0n, principal: first.principal - 5n });
    expect(events.map(({ type }) => type)).toEqual(['repayment.booked', 'loan.repaid']);
  });

  it('of everything closes the loan; a cent more makes it overpaid', async () => {
    for (const [extra, state, type] of [
      [0n, 'closed', 'loan.closed'],
      [1n, 'overpaid', 'loan.overpaid'],
    ] as const) {
      const { lender, loan } = await activeLoan();
      const { events } = await recordRepayment(
        { loanId: loan.id, amount: outstandingOf(loan).total + extra, channel: 'bank' },
        lender.ports,
      );
      expect([loan.state, loan.overpaid, outstandingOf(loan).total]).toEqual([state, extra, 0n]);
      expect(events.at(-1)?.type).toBe(type);
    }
  });

  it('is refused before money was lent, in the future, or twice under one reference', async () => {
    const { lender, loan } = await activeLoan();
    const draft = (await applyForLoan({ memberId: 1, productId: 1, principal: 50_000n, termMonths: 6 }, lender.ports))
      .result;
    const paid = { loanId: loan.id, amount: 100n, channel: 'mpesa_paybill', reference: 'QK1' } as const;
    await recordRepayment(paid, lender.ports);
    const other = { ...paid, amount: 101n };
    expect((await refusal(recordRepayment(other, lender.ports))).code).toBe('duplicate_payment_reference');
    expect((await recordRepayment(paid, lender.ports)).isReplay).toBe(true);
    expect((await refusal(recordRepayment({ ...paid, loanId: draft.id }, lender.ports))).code).toBe(
      'loan_not_repayable',
    );
    expect(
      (await refusal(recordRepayment({ ...paid, reference: 'QK2', paidAt: NOON.add({ hours: 1 }) }, lender.ports)))
        .code,
    ).toBe('payment_time_out_of_range');
  });

  it('however the money comes, its parts sum to it and the books agree with the loan', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: 1n, max: 400_000n }), { minLength: 1, maxLength: 12 }),
        async (amounts) => {
          const { lender, loan } = await activeLoan();
          const owed = outstandingOf(loan).total;
          const emitted: DomainEvent[] = [];
          for (const amount of amounts) {
            const { result, events } = await recordRepayment(
              { loanId: loan.id, amount, channel: 'cash' },
              lender.ports,
            );
            expect(result.principal + result.interest + result.fees + result.penalties + result.overpayment).toBe(
              amount,
            );
            emitted.push(...events);
          }
          const paid = sum(amounts);
          const { total, principal } = outstandingOf(loan);
          expect(total).toBe(paid >= owed ? 0n : owed - paid);
          expect(loan.overpaid).toBe(paid > owed ? paid - owed : 0n);
          expect(sum(lender.instalments.map((row) => openParts(row).principal))).toBe(principal);
          const net = (account: string) =>
            sum(
              emitted
                .flatMap(linesOf)
                .filter((line) => line.account === account)
                .map((line) => (line.side === 'debit' ? line.amount : -line.amount)),
            );
          expect(net('cash')).toBe(paid);
          expect(net('loan_portfolio')).toBe(principal - 1_000_000n);
          expect(net('interest_receivable')).toBe(0n);
          expect(net('loan_overpayments')).toBe(-loan.overpaid);
        },
      ),
      { numRuns: 150 },
    );
  });
});
