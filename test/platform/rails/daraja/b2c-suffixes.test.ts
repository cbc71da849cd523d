import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payCustomer } from '#platform/rails/daraja/apis/b2c.ts';
import { queryStatus } from '#platform/rails/daraja/apis/transaction-status.ts';
import { readB2cResult } from '#platform/rails/daraja/callbacks/b2c-result.ts';
import { readStatusResult } from '#platform/rails/daraja/callbacks/status-result.ts';
import type { Daraja } from '#platform/rails/daraja/connection/call.ts';
import { clientAt, listener, noDeadline, type Listener } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';

/** What is seen of one payment from beginning to end: the response, the results in order, the time-outs, a query, the books. */
type Seen = {
  readonly replies: readonly string[];
  readonly results: readonly string[];
  readonly timeouts: number;
  readonly status: string;
  readonly utilityMoved: bigint;
};

let fake: DarajaFake;
let ours: Listener;
let daraja: Daraja;

beforeAll(async () => {
  fake = await startDarajaFake();
  ours = await listener();
  daraja = clientAt(fake, { timeouts: { connectMs: 500, totalMs: 500 } });
});
beforeEach(() => {
  fake.reset();
  ours.received.length = 0;
});
afterAll(async () => {
  await fake.close();
  await ours.close();
});

async function pay(suffix: string, tries = 1): Promise<Seen> {
  const originatorId = randomUUID();
  const addresses = { result: ours.addressOf('result'), timeout: ours.addressOf('timeout') };
  const replies: string[] = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    const reply = await payCustomer(
      daraja,
      {
        originatorId,
        amount: 200_000n,
        msisdn: `+254700000${suffix}`,
        remarks: 'Loan 812 disbursement',
        occasion: 'LN812',
        addresses,
      },
      noDeadline(),
    );
    replies.push(reply.kind);
  }
  const before = ours.receivedAt('result').length;
  await fake.advance(120_000);
  const results = ours.receivedAt('result').map((text) => {
    const result = readB2cResult(text);
    if (result.kind === 'unreadable') return result.why;
    return `${result.providerCode} ${result.code.outcome}${result.amount === null ? '' : ` ${result.amount}`}`;
  });
  const status = { result: ours.addressOf('status'), timeout: ours.addressOf('status-timeout') };
  await queryStatus(
    daraja,
    { about: { originatorId }, remarks: 'Status', occasion: null, addresses: status },
    noDeadline(),
  );
  await fake.advance(10_000);
  const found = readStatusResult(ours.receivedAt('status')[0] ?? '');
  return {
    replies,
    results: before > 0 ? ['before the response', ...results] : results,
    timeouts: ours.receivedAt('timeout').length,
    status: found.kind === 'unreadable' ? found.why : found.meaning,
    utilityMoved: fake.books.balanceOf('Utility Account') - fake.options.balances['Utility Account'],
  };
}

const PAID = '0 success 200000';
const moved = { timeouts: 0, status: 'paid', utilityMoved: -200_000n };
const unmoved = { timeouts: 0, status: 'not_paid', utilityMoved: 0n };

describe('A payment to a customer, by the suffix of its number', () => {
  it.each<[string, string, Seen, number?]>([
    ['000', 'is paid', { ...moved, replies: ['accepted'], results: [PAID] }],
    [
      '001',
      'fails for want of float',
      { ...unmoved, replies: ['accepted'], results: ['1 provider_float_insufficient'] },
    ],
    [
      '002',
      'fails for a number that is not on M-Pesa',
      { ...unmoved, replies: ['accepted'], results: ['SFC_IC0003 recipient_invalid'] },
    ],
    [
      '003',
      'fails for a customer who is not registered',
      { ...unmoved, replies: ['accepted'], results: ['2040 recipient_unregistered'] },
    ],
    ['004', 'fails at the wallet’s limit', { ...unmoved, replies: ['accepted'], results: ['8 recipient_limit'] }],
    ['005', 'times out in the queue and is paid', { ...moved, timeouts: 1, replies: ['accepted'], results: [] }],
    ['006', 'times out, then succeeds', { ...moved, timeouts: 1, replies: ['accepted'], results: [PAID] }],
    ['007', 'is paid without a word', { ...moved, replies: ['accepted'], results: [] }],
    ['008', 'stays open for ever', { ...unmoved, status: 'open', replies: ['accepted'], results: [] }],
    ['009', 'is notified three times', { ...moved, replies: ['accepted'], results: [PAID, PAID, PAID] }],
    [
      '010',
      'is notified before the reply',
      { ...moved, replies: ['accepted'], results: ['before the response', PAID] },
    ],
    ['011', 'hangs, and is paid', { ...moved, replies: ['unknown'], results: [PAID] }],
    ['012', 'meets a 503', { ...unmoved, status: 'inconclusive', replies: ['unknown'], results: [] }],
    ['013', 'is throttled twice', { ...moved, replies: ['back_off', 'back_off', 'accepted'], results: [PAID] }, 3],
    ['014', 'fails within, then succeeds', { ...moved, replies: ['accepted'], results: ['17 unclear', PAID] }],
    ['015', 'is notified with another amount', { ...moved, replies: ['accepted'], results: ['0 success 199900'] }],
    ['016', 'needs a new token', { ...moved, replies: ['accepted'], results: [PAID] }],
    ['017', 'meets a locked credential', { ...unmoved, replies: ['accepted'], results: ['8006 provider_config'] }],
    ['018', 'is declined without a word', { ...unmoved, replies: ['accepted'], results: [] }],
    ['019', 'is rejected immediately', { ...unmoved, status: 'inconclusive', replies: ['rejected'], results: [] }],
    ['777', 'of any other number is paid', { ...moved, replies: ['accepted'], results: [PAID] }],
  ])('%s %s', async (suffix, _means, expected, tries = 1) => {
    expect(await pay(suffix, tries)).toEqual(expected);
  });

  it('is paid once however often the same request is sent', async () => {
    expect(await pay('000', 3)).toEqual({
      ...moved,
      replies: ['accepted', 'already_submitted', 'already_submitted'],
      results: [PAID],
    });
  });
});
