import { describe, expect, it } from '@jest/globals';
import { callbacksAt } from '#platform/rails/callbacks.ts';
import { readPayoutResult, writePayoutResult, type PayoutResult } from '#platform/rails/payout-news.ts';

const NOW = Temporal.Instant.from('2026-03-02T09:00:00Z');
const ID = '6f0a9f0e-6a52-4f6e-9c2e-1b9b7d2f4a10';
const result: PayoutResult = {
  originatorId: ID,
  providerRef: 'AG_20260302_20106e9209f64bebd05b',
  code: '0',
  description: 'Processed.',
  receiptNo: 'SG632NMUAB',
  amount: 1_050n,
  msisdn: '+254712345678',
  at: Temporal.Instant.from('2026-03-02T08:59:58Z'),
};

describe('News of a payment', () => {
  it('are read as they were written', () => {
    const body: unknown = JSON.parse(JSON.stringify(writePayoutResult(result)));
    expect(readPayoutResult(body, ID, NOW)).toEqual({
      kind: 'paid',
      providerRef: result.providerRef,
      receiptNo: 'SG632NMUAB',
      at: result.at,
      amount: 1_050n,
    });
  });

  it.each([
    ['1', 'not_paid'],
    ['2040', 'not_paid'],
    ['SFC_IC0003', 'not_paid'],
    ['17', 'unclear'],
    ['15', 'unclear'],
    ['424242', 'unclear'],
  ])('with code %s are %s: what nobody knows settles nothing', (code, kind) => {
    const body = writePayoutResult({ ...result, code, amount: null });
    expect(readPayoutResult(body, ID, NOW)).toMatchObject({ kind });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'hello'],
    ['null', null],
    ['a list', []],
    ['no result', { Result: null }],
    ['no code', { Result: { ResultCode: null } }],
    ['another payment', writePayoutResult({ ...result, originatorId: 'another' })],
  ])('that are %s are none', (_, body) => {
    expect(readPayoutResult(body, ID, NOW)).toBeNull();
  });

  it('without an amount or a time are believed all the same, and never dated ahead', () => {
    const body = { Result: { ResultCode: '0', TransactionID: 'SG632NMUAB' } };
    expect(readPayoutResult(body, ID, NOW)).toMatchObject({ kind: 'paid', amount: null, at: NOW, providerRef: null });
    const ahead = writePayoutResult({ ...result, at: NOW.add({ hours: 5 }) });
    expect(readPayoutResult(ahead, ID, NOW)).toMatchObject({ at: NOW });
    const without = { Result: { ResultCode: 0 } };
    expect(readPayoutResult(without, ID, NOW)).toEqual({ kind: 'unclear' });
  });

  it.each([
    [10, 1_000n],
    [10.5, 1_050n],
    ['22.40', 2_240n],
    ['22.4000', 2_240n],
    [-1, null],
    ['1e3', null],
    [0.001, null],
  ])('of %j shillings are %s minor units', (value, amount) => {
    const parameters = { ResultParameter: { Key: 'TransactionAmount', Value: value } };
    const body = { Result: { ResultCode: 0, TransactionID: 'X', ResultParameters: parameters } };
    expect(readPayoutResult(body, ID, NOW)).toMatchObject({ amount });
  });
});

describe('The address of a callback', () => {
  const callbacks = callbacksAt('https://umoja.test', Buffer.alloc(32, 7));
  const address = callbacks.addressOf({ tenantId: 3, kind: 'payout', originatorId: ID });
  const [, , , , token = '', kind = ''] = address.split('/');

  it('says what it is about, to us alone', () => {
    expect(callbacks.read(token, kind)).toEqual({ tenantId: 3, kind: 'payout', originatorId: ID });
  });

  it.each([
    ['another kind', token, 'payout_timeout'],
    ['no kind', token, 'toString'],
    ['another tenant', token.replace(/^3/, '4'), 'payout'],
    ['another payment', token.replace(ID, ID.replace('6', '7')), 'payout'],
    ['nothing', '', 'payout'],
  ])('is none of ours with %s', (_, changed, asKind) => {
    expect(callbacks.read(changed, asKind)).toBeNull();
  });
});
