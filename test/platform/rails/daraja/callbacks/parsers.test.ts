import { describe, expect, it } from 'vitest';
import { readB2bResult } from '#platform/rails/daraja/callbacks/b2b-result.ts';
import { readB2cResult } from '#platform/rails/daraja/callbacks/b2c-result.ts';
import { readBalanceResult } from '#platform/rails/daraja/callbacks/balance-result.ts';
import { readPaybillPayment } from '#platform/rails/daraja/callbacks/c2b.ts';
import { acceptPayment, CONFIRMED, rejectPayment, RECEIVED } from '#platform/rails/daraja/callbacks/replies.ts';
import { readResult } from '#platform/rails/daraja/callbacks/result.ts';
import { readReversalResult } from '#platform/rails/daraja/callbacks/reversal-result.ts';
import { readCharges, readStatusResult } from '#platform/rails/daraja/callbacks/status-result.ts';
import { readStkCallback } from '#platform/rails/daraja/callbacks/stk-callback.ts';
import { readQueueTimeout } from '#platform/rails/daraja/callbacks/timeout.ts';
import { B2B, B2C_FAILURE, B2C_SUCCESS, BALANCE, C2B, REVERSAL, STATUS, STK_FAILURE, STK_SUCCESS } from './samples.ts';

const at = (text: string) => Temporal.Instant.from(text);

describe('The result of a payment to a customer', () => {
  it('says what was paid, to whom, when and what is left', () => {
    expect(readB2cResult(B2C_SUCCESS)).toEqual({
      kind: 'b2c_result',
      providerCode: '0',
      code: expect.objectContaining({ outcome: 'success' }),
      originatorConversationId: '6f0a9f0e-6a52-4f6e-9c2e-1b9b7d2f4a10',
      conversationId: 'AG_20240706_20106e9209f64bebd05b',
      receiptNo: 'SG632NMUAB',
      amount: 1_000n,
      recipient: '254705912645 - JOHN DOE',
      completedAt: at('2024-07-06T19:48:52Z'),
      isRegisteredCustomer: true,
      funds: { utility: 895_926_960n, working: 119_937_100n, chargesPaid: -198_000n },
    });
  });

  it('that failed has no parameters, and its placeholder is no receipt', () => {
    expect(readB2cResult(B2C_FAILURE)).toMatchObject({
      providerCode: '2001',
      code: { outcome: 'provider_config' },
      receiptNo: null,
      amount: null,
      completedAt: null,
    });
  });

  it('reads with a single parameter in place of a list, in any order, and without values', () => {
    const single =
      '{"Result":{"ResultCode":"0","ResultParameters":{"ResultParameter":{"Key":"TransactionAmount","Value":"5.00"}}}}';
    expect(readB2cResult(single)).toMatchObject({ amount: 500n, receiptNo: null });
    const turned = JSON.parse(B2C_SUCCESS) as { Result: { ResultParameters: { ResultParameter: object[] } } };
    turned.Result.ResultParameters.ResultParameter.reverse();
    expect(readB2cResult(JSON.stringify(turned))).toMatchObject({ amount: 1_000n, receiptNo: 'SG632NMUAB' });
    const empty =
      '{"Result":{"ResultCode":0,"ResultParameters":{"ResultParameter":[{"Key":"TransactionAmount"},{"Key":"TransactionAmount","Value":7}]}}}';
    expect(readB2cResult(empty)).toMatchObject({ amount: 700n });
  });
});

describe('The codes of results', () => {
  it.each([['0'], ['"0"'], ['" 0 "'], ['"R000002"'], ['"SFC_IC0003"'], ['2001']])('come as %s', (code) => {
    expect(readResult(`{"Result":{"ResultType":0,"ResultCode":${code}}}`)).toMatchObject({
      kind: 'result',
      code: code.replaceAll(/[" ]/g, ''),
    });
  });
});

describe('The answer to a question about a payment', () => {
  it('is about the payment, not about the question', () => {
    expect(readStatusResult(STATUS)).toEqual({
      kind: 'status_result',
      queryCode: '0',
      status: 'Completed',
      meaning: 'paid',
      payment: {
        originatorConversationId: '3211-416020-3',
        conversationId: 'AG_20180223_000041b09c22e613d6c9',
        receiptNo: 'MBN31H462N',
        amount: 30_000n,
        finalisedAt: at('2018-02-23T02:41:12Z'),
        creditParty: '254708374149 - John Doe',
        charges: 2_240n,
      },
    });
  });

  it('names the credited party under the key of the debited one', () => {
    const repeated = STATUS.replace('"CreditPartyName"', '"DebitPartyName"');
    expect(readStatusResult(repeated)).toMatchObject({ payment: { creditParty: '254708374149 - John Doe' } });
  });

  it.each([
    ['Completed', 'paid'],
    ['completed', 'paid'],
    ['Cancelled', 'not_paid'],
    ['Declined', 'not_paid'],
    ['Expired', 'not_paid'],
    ['Initiated', 'open'],
    ['Authorized', 'open'],
    ['Pending Authorized', 'open'],
    ['Something new', 'inconclusive'],
  ])('with the status %s means %s', (status, meaning) => {
    expect(readStatusResult(STATUS.replace('"Completed"', `"${status}"`))).toMatchObject({ meaning });
  });

  it('settles nothing where the question itself failed', () => {
    const failed = STATUS.replace('"ResultCode":0', '"ResultCode":"TS00404"');
    expect(readStatusResult(failed)).toMatchObject({ queryCode: 'TS00404', meaning: 'inconclusive' });
  });

  it.each([
    ['Fee For B2C Payment|KES|22.40', 2_240n],
    ['Fee|KES|22.40&Tax|KES|1.60', 2_400n],
    ['Fee', null],
    [null, null],
  ])('state charges as %j', (text, cents) => {
    expect(readCharges(text)).toBe(cents);
  });
});

describe('The time-out of the provider’s queue', () => {
  it.each([
    ['', null],
    ['nonsense', null],
    ['[]', null],
    ['{"OriginatorConversationID":"abc"}', 'abc'],
    ['{"Result":{"ResultCode":1,"OriginatorConversationID":"abc"}}', 'abc'],
  ])('means the same whatever its body is: %j', (text, originatorConversationId) => {
    expect(readQueueTimeout(text)).toEqual({ kind: 'queue_timeout', originatorConversationId, conversationId: null });
  });
});

describe('The callback of a prompt', () => {
  it('says what was paid', () => {
    expect(readStkCallback(STK_SUCCESS)).toEqual({
      kind: 'stk_callback',
      providerCode: '0',
      code: expect.objectContaining({ outcome: 'paid' }),
      checkoutRequestId: 'ws_CO_191220191020363925',
      merchantRequestId: '29115-34620561-1',
      receiptNo: 'NLJ7RT61SV',
      amount: 100n,
      paidAt: at('2019-12-19T07:21:15Z'),
      payer: '254708374149',
    });
  });
  it('says why it was not', () => {
    expect(readStkCallback(STK_FAILURE)).toMatchObject({
      providerCode: '1032',
      code: { outcome: 'not_paid', reason: 'cancelled_by_payer' },
      receiptNo: null,
      amount: null,
    });
  });
});

describe('A payment to a paybill', () => {
  it('is read as people typed it', () => {
    expect(readPaybillPayment(C2B)).toEqual({
      kind: 'paybill_payment',
      receiptNo: 'RKL51ZDR4F',
      amount: 500n,
      shortcode: '600966',
      billReference: 'D61/1234/2019',
      at: at('2023-11-21T09:13:25Z'),
      type: 'Pay Bill',
      balance: 2_500n,
      payer: '2547 ***** 126',
      payerName: 'NICHOLAS',
    });
  });
  it('has no balance while it is being validated', () => {
    expect(readPaybillPayment(C2B.replace('"25.00"', '""'))).toMatchObject({ kind: 'paybill_payment', balance: null });
  });
  it('is one without its shortcode: the address names the paybill', () => {
    const text = C2B.replace('"BusinessShortCode"', '"Other"');
    expect(readPaybillPayment(text)).toMatchObject({ kind: 'paybill_payment', shortcode: null });
  });
  it.each(['TransID', 'TransAmount'])('is none without its %s', (field) => {
    expect(readPaybillPayment(C2B.replace(`"${field}"`, '"Other"'))).toEqual({
      kind: 'unreadable',
      why: 'field_missing',
    });
  });
  it('is let through, turned away and confirmed in Daraja’s words', () => {
    expect(acceptPayment(null)).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
    expect(acceptPayment('inv-7')).toEqual({ ResultCode: '0', ResultDesc: 'Accepted', ThirdPartyTransID: 'inv-7' });
    expect(rejectPayment('account_number')).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' });
    expect(rejectPayment('amount').ResultCode).toBe('C2B00013');
    expect(CONFIRMED).toEqual({ ResultCode: 0, ResultDesc: 'Success' });
    expect(RECEIVED).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
  });
});

describe('Other answers', () => {
  it('state balances to the cent', () => {
    const result = readBalanceResult(BALANCE);
    expect(result).toMatchObject({ kind: 'balance_result', providerCode: '0', at: at('2020-01-09T09:57:10Z') });
    const accounts = result.kind === 'unreadable' ? [] : result.accounts;
    expect(accounts.map(({ name, current }) => [name, current])).toEqual([
      ['Working Account', 70_000_000n],
      ['Float Account', 0n],
      ['Utility Account', 22_803_700n],
      ['Charges Paid Account', -154_000n],
      ['Organization Settlement Account', 0n],
    ]);
  });
  it('report a reversal', () => {
    expect(readReversalResult(REVERSAL)).toEqual({
      kind: 'reversal_result',
      providerCode: '0',
      outcome: 'reversed',
      receiptNo: 'MJ561H6X5O',
      originalReceiptNo: 'MJ551H6X5D',
      amount: 10_000n,
      charge: 0n,
      completedAt: at('2018-10-05T12:32:25Z'),
    });
  });
  it.each([
    ['R000001', 'reversed_before'],
    ['R000002', 'not_reversed'],
    ['21', 'not_reversed'],
    ['17', 'unclear'],
    ['Z999', 'unclear'],
  ])('report a reversal with %s: %s', (code, outcome) => {
    expect(readReversalResult(REVERSAL.replace('"ResultCode":0', `"ResultCode":"${code}"`))).toMatchObject({ outcome });
  });
  it('report a payment between shortcodes', () => {
    expect(readB2bResult(B2B)).toMatchObject({
      kind: 'b2b_result',
      code: { outcome: 'success' },
      receiptNo: 'QKA81LK5CY',
      amount: 19_000n,
      charges: null,
      balance: 618_683n,
      billReference: '19008',
      completedAt: at('2022-11-10T08:07:17Z'),
    });
  });
});
