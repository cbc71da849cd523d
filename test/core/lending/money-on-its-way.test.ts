import { describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { linesOf } from '#core/ledger/posting-rules.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus, StatusSource } from '#core/payments/provider-status.ts';
import { applyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { approveLoan } from '#core/lending/use-cases/decide-loan.ts';
import { cancelDisbursement, confirmDisbursementByBank } from '#core/lending/use-cases/disbursing/bank-transfer.ts';
import { assignIncident, resolveIncident } from '#core/lending/use-cases/disbursing/incidents.ts';
import { returnPartOfDisbursement, reverseDisbursement } from '#core/lending/use-cases/disbursing/returns.ts';
import { approveDisbursementOutcome, proposeDisbursementOutcome } from '#core/lending/use-cases/disbursing/review.ts';
import { recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import { requestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { chargeOffLoan } from '#core/lending/use-cases/servicing/give-up-loan.ts';
import { reverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import { recordPayoutReply, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import { Agent } from '#core/lending/agent/agent.ts';
import { refusalOf } from '#test/support/refused.ts';
import { limitFloat, topUpFloat, transferFloat } from '#core/lending/use-cases/agents/float.ts';
import { lenderInMemory, NOON } from '#test/support/lending-ports.ts';

type Lender = ReturnType<typeof lenderInMemory>;

const PAID: ProviderStatus = {
  kind: 'paid',
  providerRef: 'AG_1',
  receiptNo: 'SG632NMUAB',
  at: NOON,
  amount: 200_000n,
  charge: 900n,
};
const NOT_PAID: ProviderStatus = {
  kind: 'not_paid',
  code: 'recipient_unregistered',
  message: 'No.',
  providerCode: '2040',
};
const ACCEPTED: ProviderReply = { kind: 'accepted', providerRef: 'AG_1' };

/** A lender with a loan of 2,000 shillings that is ready, and what happened since. */
async function ready(overrides: Parameters<typeof lenderInMemory>[0] = {}) {
  const lender = lenderInMemory(overrides);
  const applied = { memberId: 1, productId: 1, principal: 200_000n, termMonths: 6 };
  const { result: loan } = await applyForLoan(applied, lender.ports);
  await approveLoan(
    { loanId: loan.id },
    {
      ...lender.ports,
      fourEyes: false,
      actor: 'pk_test_checker',
    },
  );
  const emitted: DomainEvent[] = [];
  const note = async <T>(step: Promise<{ result: T; events: readonly DomainEvent[] }>): Promise<T> => {
    const { result, events } = await step;
    emitted.push(...events);
    return result;
  };
  const request = (amount = 200_000n, msisdn = '+254712345678') =>
    note(requestDisbursement({ loanId: loan.id, amount, channel: 'mpesa_b2c', msisdn }, lender.ports));
  const notify = (of: { originatorId: string }, status: ProviderStatus, source: StatusSource = 'notification') =>
    note(recordPayoutStatus({ originatorId: of.originatorId, status, source }, lender.ports));
  const reply = (of: { originatorId: string }, providerReply: ProviderReply = ACCEPTED) =>
    note(recordPayoutReply({ originatorId: of.originatorId, reply: providerReply }, lender.ports));
  const sent = async (amount?: bigint) => {
    const disbursement = await request(amount);
    await reply(disbursement);
    return disbursement;
  };
  const on = (disbursement: { id: number }) => ({ loanId: loan.id, disbursementId: disbursement.id });
  return { ...lender, loan, emitted, note, request, notify, reply, sent, on };
}

/** What the accounts hold by what happened, debits counted up. */
function books(emitted: readonly DomainEvent[]): Record<string, bigint> {
  const held: Record<string, bigint> = {};
  for (const { account, side, amount } of emitted.flatMap(linesOf)) {
    held[account] = (held[account] ?? 0n) + (side === 'debit' ? amount : -amount);
  }
  return Object.fromEntries(Object.entries(held).filter(([, amount]) => amount !== 0n));
}

const LENT = { loan_portfolio: 200_000n, mpesa_float: -200_000n, provider_charges: 900n, charges_payable: -900n };
/** The cashier of the member's branch whose float lies at Airtel Money. */
const agentAtAirtel = () =>
  Object.assign(
    Agent.appoint({ uuid: 'c', agentNo: 'AG-000003', name: 'Nairobi, Airtel', branchId: 1, provider: 'airtel' }),
    { id: 3 },
  );

const refused = (step: Promise<unknown>) =>
  step.then(
    () => null,
    (error: DomainError) => error.code,
  );
const open = ({ incidents }: Pick<Lender, 'incidents'>) =>
  incidents.filter(({ state }) => state === 'open').map(({ kind }) => kind);

describe('A payment that was said to have failed, and then to be paid', () => {
  it('is booked from the float, and a person has to look', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, NOT_PAID);
    expect(disbursement).toMatchObject({
      state: 'failed',
      failureCode: 'recipient_unregistered',
      providerCode: '2040',
    });
    const before = ports.emitted.length;
    await ports.notify(disbursement, PAID);
    expect(disbursement).toMatchObject({ state: 'confirmed', failureCode: null, charge: 900n });
    const late = ports.emitted.slice(before).flatMap(linesOf);
    expect(late.map(({ account, side, amount }) => [account, side, amount]).slice(0, 2)).toEqual([
      ['loan_portfolio', 'debit', 200_000n],
      ['mpesa_float', 'credit', 200_000n],
    ]);
    expect(books(ports.emitted)).toEqual(LENT);
    expect(ports.loan.state).toBe('active');
    expect(open(ports)).toEqual(['late_success']);
    await ports.notify(disbursement, PAID);
    await ports.notify(disbursement, NOT_PAID);
    expect(books(ports.emitted)).toEqual(LENT);
  });

  it('is a claim where another one has taken its place: the loan is not doubled', async () => {
    const ports = await ready();
    const first = await ports.sent();
    await ports.notify(first, NOT_PAID);
    const second = await ports.sent();
    await ports.notify(second, { ...PAID, receiptNo: 'SECOND0001' });
    await ports.notify(first, PAID);
    expect([first.state, second.state]).toEqual(['in_recovery', 'confirmed']);
    expect(books(ports.emitted)).toEqual({
      ...LENT,
      mpesa_float: -400_000n,
      duplicate_payments: 200_000n,
      provider_charges: 1_800n,
      charges_payable: -1_800n,
    });
    expect(ports.loan.disbursedPrincipal).toBe(200_000n);
    expect(open(ports)).toEqual(['paid_twice']);
    await ports.note(
      reverseDisbursement(
        { ...ports.on(first), reversalReceiptNo: 'RV1', reason: 'The member paid it back.' },
        ports.ports,
      ),
    );
    expect(first.state).toBe('reversed');
    expect(books(ports.emitted)['duplicate_payments']).toBeUndefined();
    expect(open(ports)).toEqual([]);
  });

  it('has the same result whichever of the two is reported first', async () => {
    const ends: unknown[] = [];
    for (const lateFirst of [true, false]) {
      const ports = await ready();
      const first = await ports.sent();
      await ports.notify(first, NOT_PAID);
      const second = await ports.sent();
      if (lateFirst) await ports.notify(first, PAID);
      await ports.notify(second, { ...PAID, receiptNo: 'SECOND0001' });
      if (!lateFirst) await ports.notify(first, PAID);
      ends.push([first.state, second.state, ports.loan.state, books(ports.emitted), open(ports)]);
    }
    expect(ends[0]).toEqual(ends[1]);
  });

  it('takes its place back where the other one fails', async () => {
    const ports = await ready();
    const first = await ports.sent();
    await ports.notify(first, NOT_PAID);
    const second = await ports.sent();
    await ports.notify(first, PAID);
    expect(ports.loan.state).toBe('ready_to_disburse');
    await ports.notify(second, NOT_PAID);
    expect([first.state, second.state, ports.loan.state]).toEqual(['confirmed', 'failed', 'active']);
    expect(books(ports.emitted)).toEqual(LENT);
    expect(ports.emitted.filter(({ type }) => type === 'loan.disbursed')).toHaveLength(1);
  });

  it('is a claim where the loss of the loan was taken since (finding: it stood in the portfolio for ever)', async () => {
    const ports = await ready();
    const [{ loan }, lent] = [ports, await ports.sent(120_000n)];
    await ports.notify(lent, { ...PAID, amount: 120_000n });
    const late = await ports.sent(50_000n);
    await ports.notify(late, NOT_PAID);
    await ports.note(chargeOffLoan({ loanId: loan.id, reason: 'The member left the country.' }, ports.ports));
    await ports.notify(late, { ...PAID, receiptNo: 'LATE000001', amount: 50_000n });
    expect([late.state, loan.disbursedPrincipal, open(ports)]).toEqual(['in_recovery', 120_000n, ['paid_twice']]);
    expect(ports.incidents.at(-1)?.summary).toContain('the loan takes no money any more');
    expect(books(ports.emitted)).toMatchObject({ duplicate_payments: 50_000n, mpesa_float: -170_000n });
    expect(books(ports.emitted)['loan_portfolio']).toBeUndefined();
  });

  it('waits for the float where it does not cover it, and is on the work list meanwhile', async () => {
    const ports = await ready();
    const first = await ports.sent();
    await ports.notify(first, NOT_PAID);
    ports.agent.float = 100_000n;
    await ports.notify(first, PAID);
    expect(first).toMatchObject({ state: 'failed', nextCheckAt: NOON.add({ hours: 1 }) });
    expect(open(ports)).toEqual(['float_short']);
    ports.agent.float = 200_000n;
    await ports.notify(first, PAID, 'query');
    expect([first.state, ports.agent.float, open(ports)]).toEqual(['confirmed', 0n, ['late_success']]);
  });
});

describe('A payment that was said to be paid, and then to have failed', () => {
  it('stays as it is, and the provider’s books decide', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, PAID);
    await ports.notify(disbursement, NOT_PAID);
    expect(disbursement).toMatchObject({ state: 'confirmed', nextCheckAt: NOON });
    expect(open(ports)).toEqual(['failure_after_success']);
    await ports.notify(disbursement, PAID, 'query');
    expect(disbursement.nextCheckAt).toBeNull();
    expect(open(ports)).toEqual([]);
    expect(books(ports.emitted)).toEqual(LENT);
    await ports.notify(disbursement, NOT_PAID);
    expect(open(ports)).toEqual([]);
  });

  it('is for people to take back where the provider’s books say so too', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, PAID);
    await ports.notify(disbursement, NOT_PAID);
    await ports.notify(disbursement, NOT_PAID, 'query');
    expect(disbursement).toMatchObject({ state: 'confirmed', nextCheckAt: null });
    expect(ports.incidents[0]?.summary).toMatch(/own books/);
    await ports.note(
      reverseDisbursement({ ...ports.on(disbursement), reversalReceiptNo: 'RV1', reason: 'So it is.' }, ports.ports),
    );
    expect([disbursement.state, ports.loan.state, open(ports)]).toEqual(['reversed', 'ready_to_disburse', []]);
    expect(books(ports.emitted)).toEqual({ provider_charges: 900n, charges_payable: -900n });
  });

  it('is asked about only so often', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, PAID);
    await ports.notify(disbursement, NOT_PAID);
    for (let n = 0; n < 20; n++) await ports.notify(disbursement, { kind: 'pending' }, 'query');
    expect(disbursement).toMatchObject({ nextCheckAt: null, checks: 10 });
    expect(open(ports)).toEqual(['failure_after_success']);
  });
});

describe('A payment in review', () => {
  async function inReview(overrides: Parameters<typeof lenderInMemory>[0] = {}) {
    const ports = await ready(overrides);
    const disbursement = await ports.sent();
    await ports.notify(disbursement, { ...PAID, amount: 150_000n } as ProviderStatus);
    expect(disbursement.state).toBe('review');
    expect(open(ports)).toEqual(['amount_mismatch']);
    return { ...ports, disbursement };
  }
  const evidence = 'Line 14 of the statement of 2 March.';

  it('is settled by two people, with evidence: the part that did not arrive was never lent', async () => {
    const ports = await inReview({ fourEyes: true });
    const on = ports.on(ports.disbursement);
    expect(await refused(approveDisbursementOutcome(on, ports.ports))).toBe('invalid_state_transition');
    expect(await refused(proposeDisbursementOutcome({ ...on, outcome: 'not_paid', evidence: ' ' }, ports.ports))).toBe(
      'validation_failed',
    );
    expect(await refused(proposeDisbursementOutcome({ ...on, outcome: 'paid', evidence }, ports.ports))).toBe(
      'validation_failed',
    );
    const paid = { ...on, outcome: 'paid', evidence, receiptNo: 'SG632NMUAB', amount: 150_000n } as const;
    await ports.note(proposeDisbursementOutcome(paid, ports.ports));
    expect(ports.disbursement.state).toBe('review');
    expect(await refused(approveDisbursementOutcome(on, ports.ports))).toBe('four_eyes_required');
    await ports.note(approveDisbursementOutcome(on, { ...ports.ports, actor: 'pk_test_checker' }));
    expect(ports.disbursement).toMatchObject({ state: 'confirmed', receiptNo: 'SG632NMUAB', returned: 50_000n });
    expect(ports.loan).toMatchObject({ state: 'active', disbursedPrincipal: 150_000n, principalOutstanding: 150_000n });
    expect(books(ports.emitted)).toEqual({ loan_portfolio: 150_000n, mpesa_float: -150_000n });
    expect(open(ports)).toEqual([]);
  });

  it('that was not paid frees the float, and the loan may be paid out again', async () => {
    const ports = await inReview();
    const on = ports.on(ports.disbursement);
    await ports.note(proposeDisbursementOutcome({ ...on, outcome: 'not_paid', evidence }, ports.ports));
    await ports.note(approveDisbursementOutcome(on, { ...ports.ports, actor: 'pk_test_checker' }));
    expect(ports.disbursement.state).toBe('failed');
    expect(ports.agent).toMatchObject({ float: 1_000_000n, held: 0n });
    expect(books(ports.emitted)).toEqual({});
    expect((await ports.request()).tranche).toBe(1);
  });
});

describe('A disbursement by bank', () => {
  async function pending() {
    const ports = await ready();
    const disbursement = await ports.note(
      requestDisbursement(
        { loanId: ports.loan.id, amount: 200_000n, channel: 'bank', bankAccount: 'KCB 1100223344' },
        ports.ports,
      ),
    );
    return { ...ports, disbursement };
  }

  it('holds no float, and waits for the bank’s own reference', async () => {
    const ports = await pending();
    expect(ports.disbursement).toMatchObject({ state: 'pending', agentId: null, nextCheckAt: null });
    expect(ports.agent.held).toBe(0n);
    const confirm = {
      ...ports.on(ports.disbursement),
      providerRef: 'FT26061XYZ',
      paidAt: NOON.subtract({ minutes: 10 }),
    };
    await ports.note(confirmDisbursementByBank(confirm, ports.ports));
    expect(ports.disbursement).toMatchObject({ state: 'confirmed', providerRef: 'FT26061XYZ' });
    expect(ports.loan.disbursedOn?.toString()).toBe('2026-03-02');
    expect(books(ports.emitted)).toEqual({ loan_portfolio: 200_000n, bank: -200_000n });
    expect((await confirmDisbursementByBank(confirm, ports.ports)).events).toEqual([]);
    expect(await refused(confirmDisbursementByBank({ ...confirm, providerRef: 'OTHER' }, ports.ports))).toBe(
      'invalid_state_transition',
    );
  });

  it('confirms no payment of mobile money', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    const confirm = { ...ports.on(disbursement), providerRef: 'FT26061XYZ' };
    expect(disbursement).toMatchObject({ state: 'sent', channel: 'mpesa_b2c' });
    expect(await refused(confirmDisbursementByBank(confirm, ports.ports))).toBe('invalid_state_transition');
  });

  it('is refused with a reference that is another one’s, or without a recipient', async () => {
    const ports = await pending();
    await ports.note(confirmDisbursementByBank({ ...ports.on(ports.disbursement), providerRef: 'FT1' }, ports.ports));
    const other = await applyForLoan({ memberId: 1, productId: 1, principal: 200_000n, termMonths: 6 }, ports.ports);
    await approveLoan({ loanId: other.result.id }, ports.ports);
    const command = { loanId: other.result.id, amount: 200_000n, channel: 'bank' } as const;
    expect(await refused(requestDisbursement(command, ports.ports))).toBe('validation_failed');
    const { result } = await requestDisbursement({ ...command, bankAccount: 'KCB 1' }, ports.ports);
    const on = { loanId: other.result.id, disbursementId: result.id };
    expect(await refused(confirmDisbursementByBank({ ...on, providerRef: 'FT1' }, ports.ports))).toBe(
      'duplicate_payment_reference',
    );
    const ahead = { ...on, providerRef: 'FT2', paidAt: NOON.add({ hours: 1 }) };
    expect(await refused(confirmDisbursementByBank(ahead, ports.ports))).toBe('payment_time_out_of_range');
    const before = { ...on, providerRef: 'FT2', paidAt: NOON.subtract({ minutes: 11 }) };
    expect(await refused(confirmDisbursementByBank(before, ports.ports))).toBe('payment_time_out_of_range');
    expect((await cancelDisbursement({ ...on, reason: 'Asked for twice.' }, ports.ports)).result.state).toBe(
      'cancelled',
    );
  });
});

describe('Money that came back', () => {
  it('names the field of a receipt that is blank, as the request has it', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, PAID);
    const back = { ...ports.on(disbursement), reversalReceiptNo: ' ', reason: 'It came back.' };
    const field = { details: { errors: [{ field: 'reversal_receipt_no', code: 'length' }] } };
    await expect(reverseDisbursement(back, ports.ports)).rejects.toMatchObject(field);
  });

  it('in part was never lent: the schedule is recalculated, and payments are reallocated', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, PAID);
    await ports.note(recordRepayment({ loanId: ports.loan.id, amount: 40_000n, channel: 'cash' }, ports.ports));
    const back = { ...ports.on(disbursement), reversalReceiptNo: 'RV1', reason: 'The wallet was full.' };
    expect(await refused(returnPartOfDisbursement({ ...back, amount: 200_000n }, ports.ports))).toBe(
      'validation_failed',
    );
    const { loan } = ports;
    await ports.note(returnPartOfDisbursement({ ...back, amount: 80_000n }, ports.ports));
    expect(disbursement).toMatchObject({ state: 'confirmed', returned: 80_000n });
    expect(loan).toMatchObject({ disbursedPrincipal: 120_000n, scheduleVersion: 2 });
    const { loan_portfolio, mpesa_float } = books(ports.emitted);
    expect([loan_portfolio, mpesa_float]).toEqual([loan.principalOutstanding, -120_000n]);
    expect(ports.agent.float).toBe(1_000_000n - 120_000n);
  });

  it('whole, after the loan was repaid, waits in review until that is undone', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, PAID);
    const repayment = await ports.note(
      recordRepayment({ loanId: ports.loan.id, amount: 40_000n, channel: 'cash' }, ports.ports),
    );
    const on = ports.on(disbursement);
    await ports.note(
      reverseDisbursement({ ...on, reversalReceiptNo: 'RV1', reason: 'The bank returned it.' }, ports.ports),
    );
    expect([disbursement.state, ports.loan.state, open(ports)]).toEqual(['review', 'active', ['returned_after_use']]);
    expect(books(ports.emitted)).toMatchObject({ disbursements_in_transit: -200_000n });
    expect(ports.agent.float).toBe(1_000_000n);
    await ports.note(
      proposeDisbursementOutcome({ ...on, outcome: 'not_paid', evidence: 'The bank’s notice.' }, ports.ports),
    );
    const checker = { ...ports.ports, actor: 'pk_test_checker' };
    const reversal = { loanId: ports.loan.id, repaymentId: repayment.id, reason: 'The loan is undone.' };
    await ports.note(reverseRepayment(reversal, ports.ports));
    await ports.note(approveDisbursementOutcome(on, checker));
    expect([disbursement.state, ports.loan.state, open(ports)]).toEqual(['reversed', 'ready_to_disburse', []]);
    expect(books(ports.emitted)).toEqual({ provider_charges: 900n, charges_payable: -900n });
  });
});

describe('Before money leaves', () => {
  it('compliance may hold it; once the alert is decided, it goes', async () => {
    const ports = await ready();
    ports.held.set(1, 77);
    expect(await refused(ports.request())).toBe('aml_hold');
    expect(ports.agent.held).toBe(0n);
    ports.held.delete(1);
    expect((await ports.request()).state).toBe('sending');
  });

  it('the approver of the loan pays out nothing of it, where the institution requires two people', async () => {
    const ports = await ready({ fourEyes: true });
    ports.loan.approvedBy = ports.ports.actor;
    expect(await refused(ports.request())).toBe('four_eyes_required');
    expect(ports.agent.held).toBe(0n);
    ports.loan.approvedBy = 'pk_test_checker';
    expect((await ports.request()).state).toBe('sending');
  });

  it('it goes to the member’s own number alone, where the institution requires that', async () => {
    const strict = await ready({ verifiedNumbersOnly: true });
    expect(await refused(strict.request(50_000n, '+254700000000'))).toBe('recipient_not_verified');
    expect((await strict.request(50_000n, '+254712345678')).msisdn).toBe('+254712345678');
  });

  it('an agent pays out no more in a day than he may, and too little float is reported first', async () => {
    const ports = await ready();
    const { agentNo } = ports.agent;
    await limitFloat({ agentNo, dailyLimit: 250_000n }, ports.ports);
    await ports.request(200_000n);
    const request = requestDisbursement(
      { loanId: ports.loan.id, amount: 100_000n, channel: 'mpesa_b2c', msisdn: '+254712345678' },
      ports.ports,
    );
    expect(await refusalOf(request)).toMatchObject({
      code: 'daily_limit_reached',
      details: { agent_id: agentNo, daily_limit: 250_000n, remaining_amount: 50_000n },
    });
    ports.agent.held = ports.agent.float;
    expect(await refused(ports.request(100_000n))).toBe('insufficient_balance');
  });

  it('float is handed to another agent, as far as it is not promised', async () => {
    const ports = await ready();
    const other = Object.assign(
      Agent.appoint({ uuid: 'b', agentNo: 'AG-000002', name: 'Nakuru', branchId: 9, provider: 'mpesa' }),
      {
        id: 2,
      },
    );
    ports.agents.push(other);
    const { agentNo } = ports.agent;
    await ports.note(topUpFloat({ agentNo, amount: 1_000n, reference: 'FT' }, ports.ports));
    await ports.request(200_000n);
    const hand = (amount: bigint, toAgentNo = 'AG-000002') =>
      ports.note(transferFloat({ agentNo, toAgentNo, amount, reason: 'Market day' }, ports.ports));
    await hand(300_000n);
    expect([ports.agent.float, other.float]).toEqual([701_000n, 300_000n]);
    const moved = ports.emitted.filter(({ type }) => type === 'float.transferred').flatMap(linesOf);
    expect(moved.map(({ account, of, side, amount }) => [account, of, side, amount])).toEqual([
      ['mpesa_float', 'AG-000002', 'debit', 300_000n],
      ['mpesa_float', agentNo, 'credit', 300_000n],
    ]);
    expect(await refused(hand(501_001n))).toBe('insufficient_balance');
    expect(await refused(hand(0n))).toBe('validation_failed');
    expect(await refused(hand(1n, agentNo))).toBe('validation_failed');
    expect(await refused(hand(1n, 'AG-000009'))).toBe('unknown_reference');
  });

  it('float stays at its provider: none is handed to an agent of another one', async () => {
    const ports = await ready();
    ports.agents.push(agentAtAirtel());
    const { agentNo } = ports.agent;
    const handed = transferFloat({ agentNo, toAgentNo: 'AG-000003', amount: 1n, reason: 'Market day' }, ports.ports);
    expect(await refused(handed)).toBe('validation_failed');
    await ports.note(topUpFloat({ agentNo: 'AG-000003', amount: 5_000n, reference: 'FT-AIRTEL' }, ports.ports));
    expect(ports.emitted.slice(-1).flatMap(linesOf)).toMatchObject([
      { account: 'airtel_float', of: 'AG-000003', side: 'debit', amount: 5_000n },
      { account: 'bank', side: 'credit' },
    ]);
  });

  it('a number at Airtel is paid from the float at Airtel alone, of the member’s branch or of the agent named', async () => {
    const ports = await ready();
    const order = { loanId: ports.loan.id, amount: 200_000n, channel: 'airtel_b2c', msisdn: '+254730345678' } as const;
    const request = (agentNo?: string) => requestDisbursement({ ...order, agentNo: agentNo ?? null }, ports.ports);
    expect(await refused(request())).toBe('insufficient_balance');
    const airtel = agentAtAirtel();
    ports.agents.push(airtel);
    expect(await refused(request())).toEqual('insufficient_balance');
    expect(await refused(request(ports.agent.agentNo))).toBe('unknown_reference');
    await ports.note(topUpFloat({ agentNo: airtel.agentNo, amount: 500_000n, reference: 'FT-AIRTEL' }, ports.ports));
    const disbursement = await ports.note(request());
    expect(disbursement).toMatchObject({ channel: 'airtel_b2c', agentNo: airtel.agentNo, state: 'sending' });
    expect([airtel.held, ports.agent.held]).toEqual([200_000n, 0n]);
  });

  it('emits once that the float fell below the threshold', async () => {
    const ports = await ready();
    await limitFloat({ agentNo: ports.agent.agentNo, lowFloat: 900_000n }, ports.ports);
    await ports.request(50_000n);
    expect(ports.emitted.map(({ type }) => type)).toEqual(['disbursement.created']);
    await ports.request(100_000n);
    expect(ports.emitted.at(-1)).toMatchObject({
      type: 'float.low',
      data: { available_float: 850_000n, low_float: 900_000n },
    });
    await ports.request(50_000n);
    expect(ports.emitted.filter(({ type }) => type === 'float.low')).toHaveLength(1);
  });
});

describe('An incident', () => {
  it('is taken on and settled by people, with what they found', async () => {
    const ports = await ready();
    const disbursement = await ports.sent();
    await ports.notify(disbursement, NOT_PAID);
    await ports.notify(disbursement, PAID);
    const [incident] = ports.incidents;
    if (!incident) throw new Error('There is no incident.');
    const { id: incidentId } = incident;
    const assign = (assignee?: string) => assignIncident({ incidentId, ...(assignee && { assignee }) }, ports.ports);
    const resolve = (reason?: string) => resolveIncident({ incidentId, ...(reason && { reason }) }, ports.ports);
    expect(await refused(assign())).toBe('validation_failed');
    await assign('Asha');
    expect(await refused(resolve())).toBe('validation_failed');
    await resolve('M-Pesa reported it twice.');
    expect(incident).toMatchObject({ state: 'resolved', assignee: 'Asha', resolvedBy: 'pk_test_maker' });
    expect(await refused(resolve('Again.'))).toBe('invalid_state_transition');
  });
});
