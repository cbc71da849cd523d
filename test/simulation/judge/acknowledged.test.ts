import { describe, expect, it } from 'vitest';
import type { Exchange } from '../driver/history.ts';
import { judgeAcknowledged, type MoneyRecord } from './acknowledged.ts';

const UUID = '01a23212-b4b4-79b5-b54e-fa47ce19e215';
const OF_APP = UUID.replaceAll('-', '');

/** A request that was answered so. */
function answered(request: Exchange['request'], status: number, body: unknown): Exchange {
  const text = JSON.stringify(body);
  const reply = { status, replayed: false, text, body, etag: null, quota: null };
  return { command: 'pay', by: 'officer', request, key: null, reply };
}

const PAYOUT = { method: 'POST', path: '/v1/payouts', body: { amount: 20_000 } } as const;
const payout = (state = 'sent', amount = 20_000, version = 2) =>
  answered(PAYOUT, 201, { data: { id: `po_${OF_APP}`, amount, state, version } });
const repayment = (state: string) =>
  answered({ method: 'PATCH', path: '/api/v1/loans/7/repayments/9', body: { action: 'reverse' } }, 200, {
    uuid: UUID,
    amount: 20_000,
    state,
  });
const deposit = (userErrors: readonly object[] = []) =>
  answered(
    { method: 'POST', path: '/graphql', body: { query: 'mutation', variables: { input: { amount: 20_000 } } } },
    200,
    { data: { depositSavings: { savingsTransaction: { id: UUID, state: 'POSTED', version: 1 }, userErrors } } },
  );
const prompt = (state: string) =>
  answered({ method: 'POST', path: '/api/v1/mobile_money/transactions', body: { amount: 20_000 } }, 201, {
    uuid: UUID,
    amount: 20_000,
    state,
  });

const stored = (more: Partial<MoneyRecord> = {}): MoneyRecord => ({
  uuid: UUID,
  amount: '20000',
  state: 'succeeded',
  version: 2,
  is_parted: false,
  ...more,
});
const judged = (exchanges: readonly Exchange[], ...records: readonly MoneyRecord[]) =>
  judgeAcknowledged(exchanges, new Map(records.map((record) => [record.uuid, record])));

describe('The judge of what clients were answered about money', () => {
  it.each([
    ['a payout that went on', payout(), stored({ version: 5 })],
    ['a payout that came back', payout('succeeded'), stored({ state: 'reversed' })],
    ['a payout that failed, of which money came late', payout('failed'), stored()],
    ['a repayment that is reversed', repayment('reversed'), stored({ state: 'reversed' })],
    ['a deposit of the graph', deposit(), stored({ state: 'posted' })],
    ['a prompt of which the payer sends more', prompt('sent'), stored({ state: 'unallocated', amount: '25000' })],
    [
      'money in suspense that was split',
      prompt('unallocated'),
      stored({ state: 'allocated', amount: '5000', is_parted: true }),
    ],
  ])('finds nothing wrong with %s', (_, exchange, record) => {
    expect(judged([exchange], record)).toEqual([]);
  });

  it('finds nothing in what was refused, on the graph and elsewhere', () => {
    const refused = answered(PAYOUT, 409, { status: 409, code: 'insufficient_balance' });
    expect(judged([refused, deposit([{ code: 'invalid', message: 'No.', path: null }])])).toEqual([]);
  });

  it('finds nothing in what two people have yet to decide, nor in a list', () => {
    const path = '/api/v1/loans/7/repayments';
    const proposed = answered({ method: 'POST', path, body: {} }, 202, { uuid: UUID, command: 'x', state: 'proposed' });
    const list = answered({ method: 'GET', path }, 200, { data: [{ uuid: UUID }] });
    expect(judged([proposed, list])).toEqual([]);
  });

  it('lets go of what was in a sandbox that its client has reset, and of nothing else', () => {
    const reset = answered({ method: 'POST', path: '/api/v1/test/reset', body: {} }, 202, { state: 'resetting' });
    expect(judged([payout(), reset])).toEqual([]);
    expect(judged([reset, payout()])).toHaveLength(1);
    expect(judged([payout(), { ...reset, by: 'partner' }])).toHaveLength(1);
  });

  it.each([
    ['no record has it', payout(), [], /^POST \/v1\/payouts acknowledged payout \S+ of 20000, and no record has it\.$/],
    [
      'no record has it, on the graph',
      deposit(),
      [],
      /^depositSavings acknowledged savings transaction \S+ of 20000, and no record/,
    ],
    [
      'its amount is another',
      payout(),
      [stored({ amount: '20100' })],
      /payout \S+ of 20000, and its record is of 20100\.$/,
    ],
    [
      'another amount was asked for',
      payout('sent', 200),
      [stored({ amount: '200' })],
      /payout \S+ of 200, and was asked for 20000\.$/,
    ],
    [
      'it came in, and another amount is stored',
      prompt('unallocated'),
      [stored({ state: 'allocated', amount: '5000' })],
      /mobile money \S+ of 20000, and its record is of 5000\.$/,
    ],
    [
      'it was reversed, and is not',
      repayment('reversed'),
      [stored({ state: 'booked' })],
      /as reversed, and its record is booked\.$/,
    ],
    [
      'it was cancelled, and is sent',
      payout('cancelled'),
      [stored({ state: 'sent' })],
      /as cancelled, and its record is sent\.$/,
    ],
    [
      'it had failed, and is on its way',
      payout('failed'),
      [stored({ state: 'sending' })],
      /as failed, and its record is sending\.$/,
    ],
    [
      'it had succeeded, and failed',
      payout('succeeded'),
      [stored({ state: 'failed' })],
      /as succeeded, and its record is failed\.$/,
    ],
    [
      'it is older than it was',
      payout('sent', 20_000, 4),
      [stored({ version: 3 })],
      /in version 4, and its record is in version 3\.$/,
    ],
  ])('says so where %s', (_, exchange, records, says) => {
    expect(judged([exchange, exchange], ...records)).toEqual([expect.stringMatching(says)]);
  });
});
