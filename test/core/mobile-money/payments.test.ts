import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { DomainEvent } from '#core/kernel/event.ts';
import { linesOf } from '#core/ledger/posting-rules.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import { allocateMobileMoney, returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import { allocatePart } from '#core/mobile-money/use-cases/place-money.ts';
import {
  beginCollection,
  recordCollectionReply,
  requestCollection,
  recordCollectionStatus,
} from '#core/mobile-money/use-cases/collect.ts';
import {
  approveMobileMoneyReturn,
  proposeMobileMoneyReturn,
  requestReturn,
  beginReturn,
  recordReturn,
  returnMobileMoney,
  type ReturnStatus,
} from '#core/mobile-money/use-cases/return-payment.ts';
import { endUses } from '#core/payments/receipt-registry.ts';
import { correctMobileMoney } from '#core/mobile-money/use-cases/correct-entry.ts';
import { receiveNotifiedPayment, receivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { MOBILE_NOON, mobileMoneyInMemory } from '../../support/mobile-money-ports.ts';
import { refusalOf } from '../../support/refused.ts';

const received = (change: Partial<Parameters<typeof receivePayment>[0]> = {}) => ({
  receiptNo: 'SFC0000001',
  amount: 50_000n,
  msisdn: '+254712345678',
  accountReference: 'L-000001',
  paidAt: MOBILE_NOON.subtract({ seconds: 5 }),
  ...change,
});
const request = { amount: 50_000n, msisdn: '+254712345678', accountReference: 'L-000001' };
const paid = (receiptNo: string, amount = 50_000n) =>
  ({ kind: 'paid', providerRef: null, receiptNo, amount, at: MOBILE_NOON }) as const;
const types = (events: readonly DomainEvent[]) => events.map(({ type }) => type);

/** What is left in each account after these events; debits positive. */
function ledger(events: readonly DomainEvent[]) {
  const left: Record<string, bigint> = {};
  for (const line of events.flatMap(linesOf)) {
    left[line.account] = (left[line.account] ?? 0n) + (line.side === 'debit' ? line.amount : -line.amount);
  }
  return Object.fromEntries(Object.entries(left).filter(([, amount]) => amount !== 0n));
}

describe('Money that comes in', () => {
  it('is booked where its reference says, out of suspense', async () => {
    const { ports, booked } = mobileMoneyInMemory();
    const { result, events } = await receivePayment(received(), ports);
    expect(result.known).toBe(false);
    expect(result.payment).toMatchObject({
      state: 'allocated',
      stateReason: null,
      destinationType: 'loan',
      destinationId: 1,
      bookedType: 'repayment',
      bookedUuid: 'booking-1',
    });
    expect(booked[0]?.money).toMatchObject({ amount: 50_000n, receiptNo: 'SFC0000001' });
    expect(types(events)).toEqual(['mobile_money.received', 'savings_transaction.posted', 'mobile_money.allocated']);
    expect(ledger(events)).toEqual({ mpesa_paybill: 50_000n, savings_control: -50_000n });
  });

  it.each([
    ['sa 1', 'savings_account', 1],
    [' b10 / 1 / 2020', 'student', 3],
  ])('with the account %o goes to %s %i', async (accountReference, destinationType, destinationId) => {
    const { ports } = mobileMoneyInMemory();
    const { result, events } = await receivePayment(received({ accountReference }), ports);
    expect(result.payment).toMatchObject({ state: 'allocated', destinationType, destinationId });
    const owed = destinationType === 'student' ? 'school_fees_collected' : 'savings_control';
    expect(ledger(events)).toEqual({ mpesa_paybill: 50_000n, [owed]: -50_000n });
  });

  it.each([
    ['of nobody', 'NOBODY', 'unknown_reference'],
    ['that is empty', ' - ', 'unknown_reference'],
    ['of two students', 'D6112342019', 'ambiguous_reference'],
    ['of an account that takes no money', 'SA-2', 'account_frozen'],
  ])('with a reference %s is accepted and waits in suspense', async (_, accountReference, stateReason) => {
    const { ports, booked } = mobileMoneyInMemory();
    const { result, events } = await receivePayment(received({ accountReference }), ports);
    expect(result.payment).toMatchObject({
      state: 'unallocated',
      stateReason,
      destinationType: null,
      bookedUuid: null,
    });
    expect(booked).toEqual([]);
    expect(types(events)).toEqual(['mobile_money.received']);
    expect(ledger(events)).toEqual({ mpesa_paybill: 50_000n, unallocated_receipts: -50_000n });
  });

  it('is one payment however often its receipt is received', async () => {
    const { ports, transactions, booked } = mobileMoneyInMemory();
    await receivePayment(received(), ports);
    const again = await receivePayment(received(), ports);
    expect(again).toMatchObject({ result: { known: true, payment: { id: 1, destinationType: 'loan' } }, events: [] });
    expect([transactions.length, booked.length]).toEqual([1, 1]);
    for (const differing of [{ amount: 1n }, { accountReference: 'SA-1' }, { msisdn: '+254711111111' }]) {
      expect(await refusalOf(receivePayment(received(differing), ports))).toMatchObject({
        code: 'duplicate_payment_reference',
        details: { existing: { type: 'mobile_money_transaction' } },
      });
    }
  });

  it('is booked by our clock where the provider’s runs ahead', async () => {
    const { ports, booked } = mobileMoneyInMemory();
    await receivePayment(received({ paidAt: MOBILE_NOON.add({ seconds: 90 }) }), ports);
    expect(booked[0]?.money.paidAt).toBe(MOBILE_NOON);
  });

  it('has to be more than nothing', async () => {
    const { ports } = mobileMoneyInMemory();
    expect((await refusalOf(receivePayment(received({ amount: 0n }), ports))).code).toBe('validation_failed');
  });

  it('does not hide a fault of ours behind suspense', async () => {
    const { ports } = mobileMoneyInMemory();
    const [destination] = ports.paymentDestinations;
    const broken = {
      ...ports,
      paymentDestinations: [{ ...destination!, book: async () => Promise.reject(new Error('broken')) }],
    };
    await expect(receivePayment(received(), broken)).rejects.toThrow('broken');
  });
});

describe('Money in suspense', () => {
  const inSuspense = async (accountReference = 'NOBODY') => {
    const testApp = mobileMoneyInMemory();
    const { events } = await receivePayment(received({ accountReference }), testApp.ports);
    return { ...testApp, emitted: [...events] };
  };
  const to = (type: 'loan' | 'savings_account', id: number) => ({ mobileMoneyId: 1, to: { type, id } });

  it('is placed by a person, once', async () => {
    const { ports, emitted } = await inSuspense();
    const { result, events } = await allocateMobileMoney(to('savings_account', 1), ports);
    expect(result).toMatchObject({ state: 'allocated', stateReason: null, destinationType: 'savings_account' });
    expect(ledger([...emitted, ...events])).toEqual({ mpesa_paybill: 50_000n, savings_control: -50_000n });
    expect(await refusalOf(allocateMobileMoney(to('loan', 1), ports))).toMatchObject({
      code: 'invalid_state_transition',
      details: { current_state: 'allocated', allowed_actions: [] },
    });
  });

  it('stays there where the place takes none, and the refusal says why', async () => {
    const { ports, transactions } = await inSuspense();
    expect((await refusalOf(allocateMobileMoney(to('savings_account', 2), ports))).code).toBe('account_frozen');
    expect(await refusalOf(allocateMobileMoney(to('loan', 9), ports))).toMatchObject({
      code: 'unknown_reference',
      details: { errors: [{ field: 'loan_id' }] },
    });
    expect(transactions[0]).toMatchObject({ state: 'unallocated', stateReason: 'unknown_reference' });
  });

  it('is not placed at a counter that is not there, or on an older version, or where there is none', async () => {
    const { ports } = await inSuspense();
    const noPaymentDestinations = { ...ports, paymentDestinations: [] };
    expect((await refusalOf(allocateMobileMoney(to('loan', 1), noPaymentDestinations))).code).toBe('unknown_reference');
    expect((await refusalOf(allocateMobileMoney({ ...to('loan', 1), version: 8 }, ports))).kind).toBe('stale');
    expect((await refusalOf(allocateMobileMoney({ ...to('loan', 1), mobileMoneyId: 8 }, ports))).code).toBe(
      'not_found',
    );
  });

  it('is there again when the booking is undone, and can be allocated again', async () => {
    const { ports, emitted } = await inSuspense('SA-1');
    const reversal = {
      type: 'savings_transaction.reversed',
      subjectType: 'savings_transaction',
      subject: { id: 1, uuid: 'booking-1', version: 2 },
      data: { type: 'deposit', amount: 50_000n, channel: 'mpesa_paybill' },
      internal: { interest_taken_back: 0n, tax_returned: 0n, accrual_taken_back: 0n },
    };
    const back = await returnToSuspense(
      { bookedUuid: 'booking-1', reason: 'Wrong account', undone: [reversal] },
      ports,
    );
    expect(back.result).toMatchObject({
      state: 'unallocated',
      stateReason: 'Wrong account',
      destinationType: null,
      bookedUuid: null,
    });
    expect(types(back.events)).toEqual(['savings_transaction.reversed', 'mobile_money.returned_to_suspense']);
    expect(ledger([...emitted, ...back.events])).toEqual({ mpesa_paybill: 50_000n, unallocated_receipts: -50_000n });
    const placed = await allocateMobileMoney(to('loan', 1), ports);
    expect(ledger([...emitted, ...back.events, ...placed.events])).toEqual({
      mpesa_paybill: 50_000n,
      savings_control: -50_000n,
    });
  });

  it('is no longer owed to a school when what was booked for its student is undone', async () => {
    const { ports, emitted } = await inSuspense('B10/1/2020');
    expect(ledger(emitted)).toEqual({ mpesa_paybill: 50_000n, school_fees_collected: -50_000n });
    const back = await returnToSuspense({ bookedUuid: 'booking-1', reason: 'Another student', undone: [] }, ports);
    expect(ledger([...emitted, ...back.events])).toEqual({ mpesa_paybill: 50_000n, unallocated_receipts: -50_000n });
  });

  it('has nothing to do with bookings of other money', async () => {
    const { ports } = await inSuspense('SA-1');
    expect(await returnToSuspense({ bookedUuid: 'cash', reason: 'x', undone: [] }, ports)).toEqual({
      result: null,
      events: [],
    });
  });

  it('goes back to its payer when two people say so and the provider has done it', async () => {
    const { ports, emitted } = await inSuspense();
    const did = async <R>(done: Promise<Outcome<R>>): Promise<R> => {
      const { result, events } = await done;
      emitted.push(...events);
      return result;
    };
    const EVIDENCE = { reason: 'Wrong paybill', evidence: 'Letter of 3 March' };
    const send = (by: string) => did(requestReturn({ receiptNo: 'SFC0000001', by, ...EVIDENCE }, ports));
    const approve = (actor: string) => did(approveMobileMoneyReturn({ mobileMoneyId: 1 }, { ...ports, actor }));
    const receive = async (status: ReturnStatus) => {
      const { result, events } = await recordReturn({ receiptNo: 'SFC0000001', status }, ports);
      emitted.push(...events);
      return result;
    };
    expect(await send('Achieng')).toMatchObject({ state: 'unallocated', returnProposal: { by: 'Achieng' } });
    // On a command line one person may type any name: it proposes again, and no more.
    expect(await send('Baraka')).toMatchObject({ state: 'unallocated', returnProposal: { by: 'Baraka' } });
    const onShell = { ...ports, actor: 'operator', mayApprove: false };
    const approved = approveMobileMoneyReturn({ mobileMoneyId: 1 }, onShell);
    expect((await refusalOf(approved)).code).toBe('approval_needs_client');
    expect((await refusalOf(approve('Baraka'))).code).toBe('four_eyes_required');
    expect(await receive({ kind: 'returned', receiptNo: 'SFR1' })).toMatchObject({ state: 'unallocated' });
    expect(await approve('pk_test_checker')).toMatchObject({
      state: 'returning',
      returnProposal: { ...EVIDENCE, by: 'Baraka', approvedBy: 'pk_test_checker' },
    });
    // It is nobody's to place while the provider may be giving it back.
    const refused = await refusalOf(allocateMobileMoney(to('loan', 1), ports));
    expect(refused.code).toBe('invalid_state_transition');
    expect(await receive({ kind: 'not_returned', reason: 'No.' })).toMatchObject({
      state: 'unallocated',
      stateReason: 'No.',
    });
    await send('Achieng');
    await approve('pk_test_checker');
    expect(ledger(emitted)).toEqual({ mpesa_paybill: 50_000n, unallocated_receipts: -50_000n });
    // The result of the first request is lost; that of a second one says nothing of the first, which was carried out.
    for (let request = 0; request < 2; request++) await did(beginReturn({ receiptNo: 'SFC0000001' }, ports));
    expect(await receive({ kind: 'not_returned', reason: 'No.' })).toMatchObject({ state: 'returning' });
    expect(await receive({ kind: 'returned', receiptNo: 'SFR1' })).toMatchObject({ state: 'reversed' });
    expect(await receive({ kind: 'not_returned', reason: 'No.' })).toMatchObject({ state: 'reversed' });
    expect(ledger(emitted)).toEqual({});
    expect((await refusalOf(send('Achieng'))).code).toBe('invalid_state_transition');
    const unknown = requestReturn({ receiptNo: 'SFC0000404', by: 'Achieng', ...EVIDENCE }, ports);
    expect((await refusalOf(unknown)).code).toBe('not_found');
  });

  it('does not go back because another part of the same receipt did: a provider returns a receipt once', async () => {
    const { ports, transactions, emitted } = await inSuspense();
    const did = async <R>(done: Promise<Outcome<R>>): Promise<R> => {
      const { result, events } = await done;
      emitted.push(...events);
      return result;
    };
    const [destination] = ports.paymentDestinations;
    const at = { paymentDestination: destination!, destination: { type: 'loan', id: 1, uuid: 'loan-1' } } as const;
    const part = await allocatePart(transactions[0]!, 20_000n, { ...at, placedBy: 'person' }, ports);
    emitted.push(...part.events);
    const giveBack = async (mobileMoneyId: number, status: ReturnStatus) => {
      await did(proposeMobileMoneyReturn({ mobileMoneyId, reason: 'Too much', evidence: 'Letter' }, ports));
      await did(approveMobileMoneyReturn({ mobileMoneyId }, { ...ports, actor: 'pk_test_checker' }));
      return did(recordReturn({ receiptNo: 'SFC0000001', status }, ports));
    };
    const rest = await giveBack(2, { kind: 'returned', receiptNo: 'SFR1', amount: 30_000n });
    expect(rest).toMatchObject({ amount: 30_000n, state: 'reversed' });
    // As the reversal of what it was booked as does.
    await endUses({ type: 'mobile_money_transaction', uuid: transactions[0]!.uuid }, 'corrected', ports);
    await did(returnToSuspense({ bookedUuid: part.booking.uuid, reason: 'Wrong loan', undone: [] }, ports));
    const again = await giveBack(1, { kind: 'returned_before', receiptNo: null });
    expect(again).toMatchObject({ amount: 20_000n, state: 'unallocated' });
    expect(ledger(emitted)['mpesa_paybill']).toBe(20_000n);
  });

  it('is the part that the report names, where two parts of a receipt are going back (finding: one was taken for the other)', async () => {
    const { ports, transactions } = await inSuspense();
    const [destination] = ports.paymentDestinations;
    const at = { paymentDestination: destination!, destination: { type: 'loan', id: 1, uuid: 'loan-1' } } as const;
    const { booking } = await allocatePart(transactions[0]!, 25_000n, { ...at, placedBy: 'person' }, ports);
    // As the reversal of what it was booked as does.
    await endUses({ type: 'mobile_money_transaction', uuid: transactions[0]!.uuid }, 'corrected', ports);
    await returnToSuspense({ bookedUuid: booking.uuid, reason: 'Wrong loan', undone: [] }, ports);
    for (const mobileMoneyId of [1, 2]) {
      await proposeMobileMoneyReturn({ mobileMoneyId, reason: 'Too much', evidence: 'Letter' }, ports);
      await approveMobileMoneyReturn({ mobileMoneyId }, { ...ports, actor: 'pk_test_checker' });
    }
    const report = (uuid: string, status: ReturnStatus) =>
      recordReturn({ receiptNo: 'SFC0000001', uuid, status }, ports);
    const states = () => transactions.map(({ state }) => state);
    const rest = transactions[1]!.uuid;
    await report(rest, { kind: 'not_returned', reason: 'No.' });
    expect(states()).toEqual(['returning', 'unallocated']);
    // The same report once more is of a part that is no longer going back: the other one is left alone.
    await report(rest, { kind: 'returned', receiptNo: 'SFR1', amount: 25_000n });
    expect(states()).toEqual(['returning', 'unallocated']);
    await report(transactions[0]!.uuid, { kind: 'returned', receiptNo: 'SFR2', amount: 25_000n });
    expect(states()).toEqual(['reversed', 'unallocated']);
  });

  it('is refused where the part that a report names came in under another receipt', async () => {
    const { ports, transactions } = await inSuspense();
    await receivePayment(received({ receiptNo: 'SFC0000002', accountReference: 'NOBODY' }), ports);
    const status = { kind: 'returned', receiptNo: 'SFR1' } as const;
    const of = (uuid: string) => recordReturn({ receiptNo: 'SFC0000001', uuid, status }, ports);
    expect((await refusalOf(of(transactions[1]!.uuid))).code).toBe('not_found');
    expect((await refusalOf(of('no-such-uuid'))).code).toBe('not_found');
  });

  it('stays in the books where the provider says that another amount went back, for people to find out', async () => {
    const { ports } = await inSuspense();
    await proposeMobileMoneyReturn({ mobileMoneyId: 1, reason: 'Too much', evidence: 'Letter' }, ports);
    await approveMobileMoneyReturn({ mobileMoneyId: 1 }, { ...ports, actor: 'pk_test_checker' });
    const status = { kind: 'returned', receiptNo: 'SFR1', amount: 40_000n } as const;
    const { result, events } = await recordReturn({ receiptNo: 'SFC0000001', status }, ports);
    expect([result.state, types(events)]).toEqual(['returning', ['incident.opened']]);
  });

  it('is on the work list where the provider has returned it after it had said that it had not (finding: silence)', async () => {
    const { ports } = await inSuspense();
    await proposeMobileMoneyReturn({ mobileMoneyId: 1, reason: 'Too much', evidence: 'Letter' }, ports);
    await approveMobileMoneyReturn({ mobileMoneyId: 1 }, { ...ports, actor: 'pk_test_checker' });
    const report = (status: ReturnStatus) => recordReturn({ receiptNo: 'SFC0000001', status }, ports);
    // The request was sent once more while the first one was under way, and that one was turned away.
    await report({ kind: 'not_returned', reason: 'Duplicate request.' });
    const returned = { kind: 'returned', receiptNo: 'SFR1', amount: 50_000n } as const;
    const late = await report(returned);
    expect([late.result.state, types(late.events)]).toEqual(['unallocated', ['incident.opened']]);
    // Once for a receipt.
    expect((await report(returned)).events).toEqual([]);
    // Placed meanwhile, it is the same: the payer has it, and so has the loan.
    await allocateMobileMoney(to('loan', 1), ports);
    const placed = await report({ ...returned, receiptNo: 'SFR2' });
    expect([placed.result.state, types(placed.events)]).toEqual(['allocated', ['incident.opened']]);
  });

  it('is returned once, however often the provider says so', async () => {
    const { ports } = await inSuspense();
    await proposeMobileMoneyReturn({ mobileMoneyId: 1, reason: 'Too much', evidence: 'Letter' }, ports);
    await approveMobileMoneyReturn({ mobileMoneyId: 1 }, { ...ports, actor: 'pk_test_checker' });
    const report = (status: ReturnStatus) => recordReturn({ receiptNo: 'SFC0000001', status }, ports);
    await report({ kind: 'returned', receiptNo: 'SFR1', amount: 50_000n });
    expect((await report({ kind: 'returned', receiptNo: 'SFR1', amount: 50_000n })).events).toEqual([]);
    expect((await report({ kind: 'returned_before', receiptNo: null })).events).toEqual([]);
  });

  it('is corrected where a person entered it wrongly, and frees its receipt; what the provider reported is not', async () => {
    const { ports, emitted } = await inSuspense();
    const correct = (reason: string | null, by: object = {}) =>
      correctMobileMoney({ mobileMoneyId: 1, reason }, { ...ports, ...by });
    expect((await refusalOf(correct(null))).code).toBe('validation_failed');
    expect((await refusalOf(correct('A wrong key', { fourEyes: true }))).code).toBe('four_eyes_required');
    const { result, events } = await correct('A wrong key');
    expect([result.state, types(events)]).toEqual(['corrected', ['mobile_money.corrected']]);
    expect(ledger([...emitted, ...events])).toEqual({});
    expect((await refusalOf(correct('Again'))).code).toBe('invalid_state_transition');
    const real = await receivePayment(received({ amount: 5_000n }), ports);
    expect(ledger(real.events)['mpesa_paybill']).toBe(5_000n);

    const reported = mobileMoneyInMemory();
    await receiveNotifiedPayment(received({ accountReference: 'NOBODY' }), reported.ports);
    const wrong = correctMobileMoney({ mobileMoneyId: 1, reason: 'Not ours' }, reported.ports);
    expect((await refusalOf(wrong)).code).toBe('reported_by_provider');
  });

  it('is not corrected where a statement of its account shows its amount', async () => {
    const { ports } = await inSuspense();
    const asked: unknown[] = [];
    const show = async (payment: object) => asked.push(payment) > 0;
    const corrected = correctMobileMoney(
      { mobileMoneyId: 1, reason: 'A wrong key' },
      { ...ports, statements: { show } },
    );
    expect((await refusalOf(corrected)).code).toBe('reported_by_provider');
    expect(asked).toEqual([{ account: 'mpesa', receiptNo: 'SFC0000001', amount: 50_000n }]);
  });

  it('is gone when the provider takes it back; what was booked is not', async () => {
    const { ports, emitted } = await inSuspense();
    const back = (actor: string, reason: string | null = 'Sent in error') =>
      returnMobileMoney({ mobileMoneyId: 1, reason }, { ...ports, actor });
    expect((await refusalOf(back('pk_test_checker'))).code).toBe('return_not_proposed');
    const proposal = { mobileMoneyId: 1, reason: 'Sent in error' };
    const bare = proposeMobileMoneyReturn({ ...proposal, evidence: null }, ports);
    expect((await refusalOf(bare)).code).toBe('validation_failed');
    const proposed = await proposeMobileMoneyReturn({ ...proposal, evidence: 'Statement, line 4' }, ports);
    expect((await refusalOf(back('pk_test_maker'))).code).toBe('four_eyes_required');
    expect((await refusalOf(back('pk_test_checker', null))).code).toBe('validation_failed');
    const { result, events } = await back('pk_test_checker');
    expect(result.state).toBe('reversed');
    expect(ledger([...emitted, ...proposed.events, ...events])).toEqual({});
    const other = await inSuspense('L-1');
    expect((await refusalOf(returnMobileMoney({ mobileMoneyId: 1, reason: 'x' }, other.ports))).code).toBe(
      'invalid_state_transition',
    );
  });
});

describe('A collection', () => {
  const collecting = async () => {
    const testApp = mobileMoneyInMemory();
    const { result, events } = await requestCollection(request, testApp.ports);
    const originatorId = result.originatorId ?? '';
    const at = (minutes: number) => ({ ...testApp.ports, now: MOBILE_NOON.add({ minutes }) });
    const settle = (status: ProviderStatus, minutes = 0) =>
      recordCollectionStatus({ originatorId, status, source: 'notification' }, at(minutes));
    const recordStatus = (status: ProviderStatus, minutes: number) =>
      recordCollectionStatus({ originatorId, status, source: 'query' }, at(minutes));
    const reply = (providerReply: ProviderReply) =>
      recordCollectionReply({ originatorId, reply: providerReply }, testApp.ports);
    return { ...testApp, collection: result, emitted: events, originatorId, at, settle, recordStatus, reply };
  };

  it('is pending until the provider says something, and moves no money before', async () => {
    const { collection, emitted } = await collecting();
    expect(collection).toMatchObject({ state: 'pending', channel: 'mpesa_stk', receiptNo: null, paidAt: null });
    expect(collection.expiresAt?.toString()).toBe('2026-03-02T10:00:00Z');
    expect(types(emitted)).toEqual(['mobile_money.requested']);
    expect(ledger(emitted)).toEqual({});
  });

  it.each([
    [{ msisdn: '0712345678' }, 'invalid_msisdn'],
    [{ amount: 150n }, 'validation_failed'],
    [{ amount: 0n }, 'validation_failed'],
    [{ amount: 25_000_100n }, 'validation_failed'],
  ])('with %o is refused as %s', async (change, code) => {
    const { ports, transactions } = mobileMoneyInMemory();
    expect((await refusalOf(requestCollection({ ...request, ...change }, ports))).code).toBe(code);
    expect(transactions).toEqual([]);
  });

  it.each([100n, 25_000_000n])('of %s is at the channel’s limit', async (amount) => {
    const { ports } = mobileMoneyInMemory();
    expect((await requestCollection({ ...request, amount }, ports)).result.amount).toBe(amount);
  });

  it('of the same payer, amount and account is requested once at a time', async () => {
    const { ports, settle } = await collecting();
    expect(await refusalOf(requestCollection({ ...request, accountReference: 'l 1' }, ports))).toMatchObject({
      code: 'collection_unsettled',
      details: { existing_id: 1 },
    });
    await settle({ kind: 'not_paid', code: '1032', message: 'Cancelled' });
    expect((await requestCollection(request, ports)).result.id).toBe(2);
  });

  it('that is paid is booked by its reference', async () => {
    const { settle, emitted } = await collecting();
    const { result, events } = await settle(paid('SFC9'));
    expect(result).toMatchObject({ state: 'allocated', receiptNo: 'SFC9', destinationType: 'loan' });
    expect(ledger([...emitted, ...events])).toEqual({ mpesa_paybill: 50_000n, savings_control: -50_000n });
    expect(await settle(paid('SFC9'))).toMatchObject({ events: [] });
  });

  it('stays booked where its provider says then that it was not paid, and people find that once (finding: silence)', async () => {
    const { settle, recordStatus, collection } = await collecting();
    await settle(paid('SFC9'));
    const unpaid = { kind: 'not_paid', code: '1', message: 'no' } as const;
    const { events } = await settle(unpaid);
    expect(events).toMatchObject([
      { type: 'incident.opened', data: { kind: 'failure_after_success', amount: 50_000n } },
    ]);
    expect((await settle(unpaid)).events).toEqual([]);
    expect((await recordStatus(unpaid, 5)).events).toEqual([]);
    expect(collection).toMatchObject({ state: 'allocated', receiptNo: 'SFC9' });
  });

  it('that stands in its confirmation is contradicted as well; one whose money went back is not', async () => {
    const unpaid = { kind: 'not_paid', code: '1', message: 'no' } as const;
    for (const wentBack of [false, true]) {
      const { ports, settle, transactions } = await collecting();
      await receivePayment(received({ receiptNo: 'SFC9', msisdn: '2547***678' }), ports);
      await settle(paid('SFC9'));
      if (wentBack) transactions[1]!.state = 'reversed';
      expect(types((await settle(unpaid)).events)).toEqual(wentBack ? [] : ['incident.opened']);
    }
  });

  it('that was paid without a receipt, and then was not, ends; people find out which is true', async () => {
    const { reply, recordStatus, settle, collection } = await collecting();
    await reply({ kind: 'accepted', providerRef: 'ws_CO_1' });
    await recordStatus({ kind: 'paid', providerRef: null, receiptNo: null, amount: null, at: MOBILE_NOON }, 1);
    const { events } = await settle({ kind: 'not_paid', code: 'cancelled_by_payer', message: '' }, 2);
    expect(types(events)).toEqual(['mobile_money.cancelled_by_payer', 'incident.opened']);
    expect(events[1]?.data).toMatchObject({ kind: 'failure_after_success', amount: 50_000n });
    await settle(paid('FOUND'), 3);
    expect(collection.state).toBe('allocated');
  });

  it('books what came, where that is not what was requested', async () => {
    const { settle } = await collecting();
    const { result, events } = await settle(paid('SFC9', 40_000n));
    expect(result?.amount).toBe(40_000n);
    expect(ledger(events)).toMatchObject({ mpesa_paybill: 40_000n });
  });

  it('that fails or expires ends, and money that comes late is booked all the same', async () => {
    for (const give of ['fail', 'expire'] as const) {
      const { settle, recordStatus, collection } = await collecting();
      if (give === 'fail') await settle({ kind: 'not_paid', code: '1037', message: 'No answer' });
      else await recordStatus({ kind: 'pending' }, 60);
      expect(collection).toMatchObject(
        give === 'fail' ? { state: 'failed', stateReason: '1037' } : { state: 'expired', stateReason: 'no_answer' },
      );
      expect((await settle(paid('SFC9'))).result?.state).toBe('allocated');
    }
  });

  it('is the payment of its confirmation, whichever notification comes first', async () => {
    const first = await collecting();
    await receivePayment(received({ receiptNo: 'SFC9' }), first.ports);
    expect(first.transactions).toMatchObject([{ channel: 'mpesa_stk', state: 'allocated', receiptNo: 'SFC9' }]);
    expect((await first.settle(paid('SFC9'))).events).toEqual([]);

    const second = await collecting();
    await second.settle(paid('SFC9'));
    expect((await receivePayment(received({ receiptNo: 'SFC9' }), second.ports)).events).toEqual([]);
    expect([second.transactions.length, second.booked.length]).toEqual([1, 1]);
  });

  it('is merged into its confirmation where that hides the payer’s number', async () => {
    const { ports, settle, booked, transactions } = await collecting();
    await receivePayment(received({ receiptNo: 'SFC9', msisdn: '2547***678' }), ports);
    const { result, events } = await settle(paid('SFC9'));
    expect(result).toMatchObject({ state: 'merged', mergedIntoId: 2, receiptNo: null });
    expect([types(events), ledger(events)]).toEqual([['mobile_money.merged'], {}]);
    expect([transactions.length, booked.length]).toEqual([2, 1]);
    expect((await settle(paid('SFC9'))).events).toEqual([]);
  });

  it('that was taken for another payment of the same payer loses neither', async () => {
    const { ports, settle, transactions, booked } = await collecting();
    await receivePayment(received({ receiptNo: 'UNASKED' }), ports);
    await settle(paid('ASKED'));
    expect(transactions.map(({ receiptNo, state }) => [receiptNo, state])).toEqual([
      ['UNASKED', 'allocated'],
      ['ASKED', 'allocated'],
    ]);
    expect(booked.length).toBe(2);
  });

  it('is sent once the provider has taken it, and emits under what name', async () => {
    const { reply, collection } = await collecting();
    expect(types((await reply({ kind: 'accepted', providerRef: 'ws_CO_1' })).events)).toEqual(['mobile_money.sent']);
    expect(collection).toMatchObject({ state: 'sent', providerRef: 'ws_CO_1' });
    expect(collection.nextCheckAt).toEqual(MOBILE_NOON.add({ minutes: 1 }));
  });

  it.each([
    ['cancelled_by_payer', 'cancelled_by_payer', 'mobile_money.cancelled_by_payer'],
    ['expired', 'expired', 'mobile_money.expired'],
    ['payer_unreachable', 'expired', 'mobile_money.expired'],
    ['payer_short_of_funds', 'failed', 'mobile_money.failed'],
  ])('that ends for the reason %s is %s', async (code, state, type) => {
    const { reply, settle, collection } = await collecting();
    await reply({ kind: 'accepted', providerRef: 'ws_CO_1' });
    expect(types((await settle({ kind: 'not_paid', code, message: '' })).events)).toEqual([type]);
    expect(collection).toMatchObject({ state, stateReason: code, nextCheckAt: null });
    expect((await settle(paid('LATE'))).result.state).toBe('allocated');
  });

  it('that seems unpaid is asked about once more before it ends', async () => {
    const { reply, settle, recordStatus, collection } = await collecting();
    await reply({ kind: 'accepted', providerRef: 'ws_CO_1' });
    const unproven = { kind: 'not_paid', code: 'payer_unreachable', message: '', unproven: true } as const;
    await settle(unproven);
    expect(collection).toMatchObject({ state: 'unknown', nextCheckAt: MOBILE_NOON });
    await recordStatus(unproven, 1);
    expect(collection.state).toBe('expired');
  });

  it('whose request was declined fails; one whose response got lost is unknown, and never requested again', async () => {
    const declined = await collecting();
    await declined.reply({ kind: 'rejected', code: 'request_invalid', message: '' });
    expect(declined.collection).toMatchObject({ state: 'failed', stateReason: 'request_invalid' });
    const lost = await collecting();
    await lost.reply({ kind: 'unknown' });
    expect(lost.collection.state).toBe('unknown');
    expect((await beginCollection(lost, lost.ports)).result).toBeNull();
    const crashed = await collecting();
    expect((await beginCollection(crashed, crashed.at(5))).result).toBeNull();
    await crashed.recordStatus({ kind: 'pending' }, 5);
    expect(crashed.collection.state).toBe('unknown');
  });

  it('whose response got lost takes its name at the provider from the notification', async () => {
    const { collection, reply, settle } = await collecting();
    await settle({ ...paid('SFC9'), providerRef: 'ws_CO_1' });
    expect(collection).toMatchObject({ state: 'allocated', providerRef: 'ws_CO_1' });
    // The reply that comes late is about the same prompt.
    await reply({ kind: 'accepted', providerRef: 'ws_CO_1' });
    expect(collection.providerRef).toBe('ws_CO_1');
  });

  it('that could not be sent is tried again while there is time, then expires', async () => {
    const { reply, originatorId, at, collection } = await collecting();
    const unreachable = { kind: 'unreachable', message: '', retryAfterSeconds: 60 } as const;
    await reply(unreachable);
    expect(collection).toMatchObject({ state: 'pending', sentAt: null });
    expect((await beginCollection({ originatorId }, at(1))).result).toBe(collection);
    await recordCollectionReply({ originatorId, reply: unreachable }, at(1));
    expect(types((await beginCollection({ originatorId }, at(60))).events)).toEqual(['mobile_money.expired']);
    expect(collection).toMatchObject({ state: 'expired', stateReason: 'provider_unavailable' });
  });

  it.each([
    ['says so again', 'paid'],
    ['says nothing more', 'pending'],
  ])(
    'that is paid without a receipt is not booked until its receipt is known, and is for people after two days where the provider %s',
    async (_, last) => {
      const { reply, recordStatus, settle, collection, booked } = await collecting();
      await reply({ kind: 'accepted', providerRef: 'ws_CO_1' });
      const unreceipted = { kind: 'paid', providerRef: null, receiptNo: null, amount: null, at: MOBILE_NOON } as const;
      expect((await recordStatus(unreceipted, 59)).events).toEqual([]);
      expect((await recordStatus(unreceipted, 200)).events).toEqual([]);
      expect([collection.state, collection.stateReason, booked.length]).toEqual(['sent', 'receipt_awaited', 0]);
      const status = last === 'paid' ? unreceipted : ({ kind: 'pending' } as const);
      const ended = types((await recordStatus(status, 59 + 48 * 60)).events);
      expect(ended).toEqual(['mobile_money.expired', 'incident.opened']);
      expect(collection).toMatchObject({ state: 'expired', stateReason: 'receipt_awaited' });
      await settle(paid('FOUND'));
      expect([collection.state, booked.length]).toEqual(['allocated', 1]);
    },
  );

  it('that nobody knows is refused', async () => {
    const { ports } = mobileMoneyInMemory();
    const status = { originatorId: 'x', status: paid('SFC9'), source: 'notification' as const };
    expect((await refusalOf(recordCollectionStatus(status, ports))).code).toBe('not_found');
  });
});

describe('Notifications in any order, and any number of times', () => {
  it('books each receipt once, and the paybill holds exactly what came', async () => {
    const step = fc.constantFrom(
      'confirm-1',
      'confirm-2',
      'callback-1',
      'fail',
      'expire',
      'hidden-1',
      'answer',
      'unclear',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (sequence) => {
        const { ports, transactions, booked } = mobileMoneyInMemory();
        const { result: collection, events } = await requestCollection(request, ports);
        const emitted = [...events];
        const originatorId = collection.originatorId ?? '';
        for (const each of sequence) {
          const step = async () => {
            switch (each) {
              case 'confirm-1':
                return receivePayment(received({ receiptNo: 'R1' }), ports);
              case 'confirm-2':
                return receivePayment(received({ receiptNo: 'R2', accountReference: 'NOBODY' }), ports);
              case 'hidden-1':
                return receivePayment(received({ receiptNo: 'R1', msisdn: 'hidden' }), ports);
              case 'callback-1':
                return recordCollectionStatus(
                  { originatorId, status: paid('R1'), source: 'notification' as const },
                  ports,
                );
              case 'fail':
                return recordCollectionStatus(
                  {
                    originatorId,
                    status: { kind: 'not_paid', code: '1', message: '' },
                    source: 'notification' as const,
                  },
                  ports,
                );
              case 'answer':
                return recordCollectionReply({ originatorId, reply: { kind: 'accepted', providerRef: 'ws' } }, ports);
              case 'unclear':
                return recordCollectionStatus({ originatorId, status: { kind: 'unclear' }, source: 'query' }, ports);
              default:
                return recordCollectionStatus(
                  { originatorId, status: { kind: 'pending' }, source: 'query' },
                  { ...ports, now: MOBILE_NOON.add({ hours: 2 }) },
                );
            }
          };
          emitted.push(...(await step()).events);
        }
        const receipts = new Set<string>();
        for (const each of sequence) {
          if (each === 'confirm-2') receipts.add('R2');
          else if (each.endsWith('1')) receipts.add('R1');
        }
        const paidIn = transactions.filter(({ receiptNo }) => receiptNo !== null).map(({ receiptNo }) => receiptNo);
        expect(paidIn.toSorted()).toEqual([...receipts].toSorted());
        expect(booked.length).toBe(receipts.has('R1') ? 1 : 0);
        expect(ledger(emitted)['mpesa_paybill'] ?? 0n).toBe(BigInt(receipts.size) * 50_000n);
      }),
      { numRuns: 300 },
    );
  });
});
