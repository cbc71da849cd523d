import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryPrompt, promptPayer } from '#platform/rails/daraja/apis/stk.ts';
import { readStkCallback } from '#platform/rails/daraja/callbacks/stk-callback.ts';
import type { Daraja } from '#platform/rails/daraja/connection/call.ts';
import { clientAt, listener, noDeadline, type Listener } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';

/** What is seen of one prompt: the response, what a query says before and after, the callbacks, the books. */
type Seen = {
  readonly replies: readonly string[];
  readonly before: string;
  readonly callbacks: readonly string[];
  readonly after: string;
  readonly received: bigint;
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

async function query(checkoutRequestId: string | null): Promise<string> {
  if (checkoutRequestId === null) return 'nothing to ask about';
  const status = await queryPrompt(daraja, checkoutRequestId, noDeadline());
  return status.kind === 'known' ? `${status.providerCode} ${status.code.outcome}` : status.kind;
}

async function prompt(suffix: string, tries = 1): Promise<Seen> {
  const replies: string[] = [];
  let checkoutRequestId: string | null = null;
  for (let attempt = 0; attempt < tries; attempt++) {
    const reply = await promptPayer(
      daraja,
      {
        amount: 150_000n,
        msisdn: `+254700000${suffix}`,
        accountReference: 'ADM2024001',
        description: 'Fees',
        callbackAddress: ours.addressOf('stk'),
      },
      noDeadline(),
    );
    replies.push(reply.kind);
    if (reply.kind === 'accepted') checkoutRequestId = reply.checkoutRequestId;
  }
  await fake.advance(10_000 * Number(suffix === '006'));
  const before = await query(checkoutRequestId);
  await fake.advance(120_000);
  const callbacks = ours.receivedAt('stk').map((text) => {
    const callback = readStkCallback(text);
    if (callback.kind === 'unreadable') return callback.why;
    return `${callback.providerCode} ${callback.code.reason}${callback.amount === null ? '' : ` ${callback.amount}`}`;
  });
  const after = await query(checkoutRequestId);
  const received = fake.books.balanceOf('Working Account') - fake.options.balances['Working Account'];
  return { replies, before, callbacks, after, received };
}

const PAID = '0 paid 150000';
const paid: Seen = {
  replies: ['accepted'],
  before: 'still_pending',
  callbacks: [PAID],
  after: '0 paid',
  received: 150_000n,
};
const unpaid = (reason: string, after: string): Seen => ({ ...paid, callbacks: [reason], after, received: 0n });
const unasked = { before: 'nothing to ask about', after: 'nothing to ask about' };

describe('A prompt to pay, by the suffix of the payer’s number', () => {
  it.each<[string, string, Seen, number?]>([
    ['000', 'is paid', paid],
    ['001', 'fails for want of money', unpaid('1 insufficient_funds', '1 not_paid')],
    ['002', 'fails at a wrong PIN', unpaid('2001 wrong_pin', '2001 not_paid')],
    ['003', 'does not reach the payer', unpaid('1037 payer_unreachable', '1037 not_paid_unproven')],
    ['004', 'is cancelled', unpaid('1032 cancelled_by_payer', '1032 not_paid')],
    ['005', 'expires', unpaid('1019 expired', '1019 not_paid')],
    ['006', 'seems unreachable, and is paid late', { ...paid, before: '1037 not_paid_unproven' }],
    ['007', 'is paid without a word', { ...paid, callbacks: [] }],
    ['008', 'is processed for ever', { ...paid, callbacks: [], after: 'still_pending', received: 0n }],
    ['009', 'is notified three times', { ...paid, callbacks: [PAID, PAID, PAID] }],
    ['010', 'is notified before the reply', { ...paid, before: '0 paid' }],
    ['011', 'hangs, and is paid', { ...paid, ...unasked, replies: ['unknown'] }],
    ['012', 'meets a 503', { ...unasked, replies: ['unknown'], callbacks: [], received: 0n }],
    ['013', 'is throttled twice', { ...paid, replies: ['back_off', 'back_off', 'accepted'] }, 3],
    ['014', 'is paid: there is no such play for prompts', paid],
    ['015', 'is notified with another amount', { ...paid, callbacks: ['0 paid 149900'] }],
    ['016', 'needs a new token', paid],
    ['017', 'fails at a locked PIN', unpaid('8006 pin_locked', '8006 not_paid')],
    ['018', 'is paid: there is no such play for prompts', paid],
    ['019', 'is rejected immediately', { ...unasked, replies: ['rejected'], callbacks: [], received: 0n }],
  ])('%s %s', async (suffix, _means, expected, tries = 1) => {
    expect(await prompt(suffix, tries)).toEqual(expected);
  });

  it('is not known from a response about another prompt', async () => {
    const reply = { ResponseCode: '0', ResultCode: '0', CheckoutRequestID: 'ws_CO_2' };
    const other = {
      ...daraja,
      send: async () => ({ kind: 'answered' as const, status: 200, retryAfterSeconds: null, body: reply }),
    };
    expect(await queryPrompt(other, 'ws_CO_1', noDeadline())).toMatchObject({ kind: 'unknown' });
    expect(await queryPrompt(other, 'ws_CO_2', noDeadline())).toMatchObject({ kind: 'known', providerCode: '0' });
  });
});
