import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { cancelPayout, requestPayout } from '#core/payment-bridge/use-cases/request-payout.ts';
import { reversePayout, reviewPayout } from '#core/payment-bridge/use-cases/review-payout.ts';
import { beginPayout, recordPayoutReply, recordPayoutStatus } from '#core/payment-bridge/use-cases/settle-payout.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { DomainError } from '#core/kernel/domain-error.ts';
import { aPayout, BRIDGE_NOON, bridgeInMemory, SANDBOX_APP } from '../../support/bridge-ports.ts';
import { refusalOf } from '../../support/refused.ts';

const START = 10_000_000n;
const AMOUNT = 200_000n;
const accepted: ProviderReply = { kind: 'accepted', providerRef: 'AG_1' };
const paid = (change: object = {}): ProviderStatus & { kind: 'paid' } => ({
  kind: 'paid',
  providerRef: 'AG_1',
  receiptNo: 'SKL4H2XQ1Z',
  at: BRIDGE_NOON,
  amount: AMOUNT,
  ...change,
});
const declined: ProviderStatus = {
  kind: 'not_paid',
  code: 'recipient_unregistered',
  message: 'Not a registered customer.',
  providerCode: '2040',
};

/** A payout that was requested, and what can happen to it. */
async function aPayoutUnderWay(overrides: Parameters<typeof bridgeInMemory>[0] = {}) {
  const bridge = bridgeInMemory(overrides);
  const payout = await bridge.did(requestPayout(aPayout(), bridge.ports));
  const { originatorId } = payout;
  return {
    ...bridge,
    payout,
    reply: (reply: ProviderReply) => bridge.did(recordPayoutReply({ originatorId, reply }, bridge.ports)),
    notify: (status: ProviderStatus) => bridge.did(recordPayoutStatus({ originatorId, status }, bridge.ports)),
    find: (
      outcome: 'paid' | 'not_paid',
      by: string,
      receipt: string | null = 'SKL4H2XQ1Z',
      amount: bigint | null = null,
    ) =>
      bridge.did(
        reviewPayout(
          {
            app: SANDBOX_APP,
            payoutId: payout.id,
            finding: { outcome, amount, receipt_no: receipt, evidence: 'The statement of 2 March, line 14.' },
          },
          { ...bridge.ports, actor: by },
        ),
      ),
  };
}

describe('A payout', () => {
  it('holds the money, then is in transit, then paid: its line and its journals say so', async () => {
    const { payout, reply, notify, money, books, types, lines } = await aPayoutUnderWay();
    expect(payout).toMatchObject({ state: 'sending', attempts: [{ number: 1, outcome: 'open' }] });
    expect(money()).toEqual({ available: START - AMOUNT, held: AMOUNT, inTransit: 0n });
    await reply(accepted);
    expect(money()).toEqual({ available: START - AMOUNT, held: 0n, inTransit: AMOUNT });
    await notify(paid({ recipientName: '254712345678 - JOHN DOE' }));
    expect(payout).toMatchObject({ state: 'succeeded', receiptNo: 'SKL4H2XQ1Z', nextCheckAt: null });
    expect(payout.recipientName).toBe('J*** D***');
    expect(money()).toEqual({ available: START - AMOUNT, held: 0n, inTransit: 0n });
    expect(lines.map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter])).toEqual([
      ['topup', START, START],
      ['payout', -AMOUNT, START - AMOUNT],
    ]);
    expect(types()).toEqual(['app_account.endowed', 'payout.created', 'payout.sent', 'payout.succeeded']);
    expect(books()).toEqual({ app_float: START - AMOUNT, app_funds: AMOUNT - START });
  });

  it('books what the provider charges for it, once, as owed to the provider and at no cost of the app', async () => {
    const { payout, reply, notify, books } = await aPayoutUnderWay();
    await reply(accepted);
    await notify(paid({ charge: 1_100n }));
    await notify(paid({ charge: 1_100n }));
    expect(payout.charge).toBe(1_100n);
    expect(books()).toEqual({
      app_float: START - AMOUNT,
      app_funds: AMOUNT - START,
      provider_charges: 1_100n,
      charges_payable: -1_100n,
    });
  });

  it('books the charge of one that was paid after it had been declined', async () => {
    const { reply, notify, books } = await aPayoutUnderWay();
    await reply(accepted);
    await notify(declined);
    await notify(paid({ charge: 1_100n }));
    expect(books()).toMatchObject({ provider_charges: 1_100n, charges_payable: -1_100n });
  });

  it('is charged by the institution’s tariff when it has arrived, and not when it fails', async () => {
    const tariff = {
      payout: [
        { upTo: 150_000n, fee: 500n },
        { upTo: null, fee: 900n },
      ],
      collection: [],
    };
    const { reply, notify, money, books, lines } = await aPayoutUnderWay({ tariffOf: async () => tariff });
    await reply(accepted);
    expect(money()).toEqual({ available: START - AMOUNT - 900n, held: 0n, inTransit: AMOUNT + 900n });
    await notify(paid());
    expect(lines.slice(1).map(({ type, amount }) => [type, amount])).toEqual([
      ['payout', -AMOUNT],
      ['fee', -900n],
    ]);
    expect(books()).toEqual({ app_float: START - AMOUNT, app_funds: AMOUNT + 900n - START, fee_income: -900n });
    const other = await aPayoutUnderWay({ tariffOf: async () => tariff });
    await other.reply(accepted);
    await other.notify(declined);
    expect(other.money()).toEqual({ available: START, held: 0n, inTransit: 0n });
  });

  it('that is declined gives the money back, with the reason in our words and the provider’s', async () => {
    const { payout, reply, notify, money, books, lines } = await aPayoutUnderWay();
    await reply(accepted);
    await notify(declined);
    expect(payout).toMatchObject({
      state: 'failed',
      failure: { code: 'recipient_unregistered', providerCode: '2040', retryable: false },
    });
    expect(money()).toEqual({ available: START, held: 0n, inTransit: 0n });
    expect(lines).toHaveLength(1);
    expect(books()).toEqual({ app_float: START, app_funds: -START });
  });

  it.each([
    [{ kind: 'rejected', code: '400.002.02', message: 'Invalid.' }, 'provider_declined', false],
    [{ kind: 'unreachable', message: 'The provider is down.', retryAfterSeconds: 60 }, 'provider_unavailable', true],
  ] as const)('that surely was never sent fails immediately: %j', async (input, code, retryable) => {
    const { payout, reply, money, types } = await aPayoutUnderWay();
    await reply(input);
    expect(payout).toMatchObject({ state: 'failed', failure: { code, retryable } });
    expect(money()).toEqual({ available: START, held: 0n, inTransit: 0n });
    expect(types().slice(-2)).toEqual(['payout.created', 'payout.failed']);
  });

  it('without a response is unknown: the money counts as gone, and the provider is asked immediately', async () => {
    const { payout, reply, notify, money } = await aPayoutUnderWay();
    await reply({ kind: 'unknown' });
    expect(payout).toMatchObject({ state: 'unknown', nextCheckAt: BRIDGE_NOON });
    expect(money()).toEqual({ available: START - AMOUNT, held: 0n, inTransit: AMOUNT });
    // An acknowledgement that comes late says nothing new but its reference.
    await reply({ kind: 'accepted', providerRef: 'AG_late' });
    expect(payout).toMatchObject({ state: 'unknown', providerRef: 'AG_late' });
    await notify(paid());
    expect(payout.state).toBe('succeeded');
  });

  it('whose result is quicker than the response was sent and paid in one go', async () => {
    const { payout, reply, notify, books, types } = await aPayoutUnderWay();
    await notify(paid());
    expect(types().slice(-2)).toEqual(['payout.sent', 'payout.succeeded']);
    await reply(accepted);
    expect(payout.state).toBe('succeeded');
    expect(books()).toEqual({ app_float: START - AMOUNT, app_funds: AMOUNT - START });
  });

  it('that turns out to be paid after all is corrected, and the app owes what it spent meanwhile', async () => {
    const { payout, reply, notify, money, types, ports, did, books } = await aPayoutUnderWay();
    await reply(accepted);
    await notify(declined);
    await did(requestPayout(aPayout({ reference: 'everything', amount: START }), ports));
    await notify(paid());
    expect(payout).toMatchObject({ state: 'succeeded', failure: null, receiptNo: 'SKL4H2XQ1Z' });
    expect(types().at(-1)).toBe('payout.corrected');
    expect(money()).toEqual({ available: -AMOUNT, held: START, inTransit: 0n });
    expect(books()).toEqual({ app_float: START - AMOUNT, app_funds: AMOUNT - START });
  });

  it('that was paid is not undone by a provider who says otherwise: a person has to look', async () => {
    const { payout, reply, notify } = await aPayoutUnderWay();
    await reply(accepted);
    await notify(paid());
    expect(await refusalOf(notify(declined))).toMatchObject({ code: 'invalid_state_transition' });
    expect(payout.state).toBe('succeeded');
  });

  it('is never failed on silence: it is asked about ever more seldom, and after a day people look', async () => {
    const { payout, reply, notify, ports } = await aPayoutUnderWay();
    await reply(accepted);
    const waits: number[] = [];
    while (payout.state === 'sent') {
      const due = payout.nextCheckAt;
      if (due === null) throw new Error('Nothing monitors it.');
      waits.push(ports.now.until(due).total('minutes'));
      ports.now = due;
      await notify({ kind: 'pending' });
    }
    expect(waits.slice(0, 7)).toEqual([1, 2, 5, 10, 30, 60, 60]);
    expect(BRIDGE_NOON.until(ports.now).total('hours')).toBeGreaterThanOrEqual(24);
    expect(payout).toMatchObject({ state: 'review', failure: { code: 'no_answer' }, nextCheckAt: null });
  });

  it('that is pending can be called off, and one that has left can’t', async () => {
    const { ports, did, money, payouts, payout } = await aPayoutUnderWay();
    const { payout: waiting } = Payout.create(
      {
        ...aPayout({ reference: 'row-1' }),
        uuid: 'u',
        originatorId: 'o',
        accountId: 1,
        fee: 0n,
        purpose: 'payout',
        provider: 'mpesa',
        requestedBy: 'x',
      },
      ports.now,
    );
    ports.payouts.add(waiting);
    (await ports.accounts.lock(7, 'KES'))?.hold(AMOUNT);
    expect(money()?.held).toBe(2n * AMOUNT);
    await did(cancelPayout({ app: SANDBOX_APP, payoutId: waiting.id }, ports));
    expect(waiting).toMatchObject({ state: 'cancelled', nextCheckAt: null });
    // A provider that has paid it all the same is not passed over in silence, and nothing moves by it.
    const paid = { kind: 'paid', providerRef: null, receiptNo: 'SKCANCEL01', at: ports.now, amount: AMOUNT } as const;
    const { events } = await recordPayoutStatus({ originatorId: 'o', status: paid }, ports);
    expect([waiting.state, events.map(({ type }) => type)]).toEqual(['cancelled', ['incident.opened']]);
    expect(money()?.held).toBe(AMOUNT);
    expect(payouts).toHaveLength(2);
    expect(await refusalOf(cancelPayout({ app: SANDBOX_APP, payoutId: payout.id }, ports))).toMatchObject({
      code: 'invalid_state_transition',
      details: { current_state: 'sending', action: 'cancel' },
    });
  });

  it('is taken up by one worker only, while it is pending', async () => {
    const { payout, ports, did } = await aPayoutUnderWay();
    expect(await did(beginPayout({ originatorId: payout.originatorId }, ports))).toBeNull();
  });

  it('keeps every request to the provider, all under one name', async () => {
    const { payout, reply } = await aPayoutUnderWay();
    await reply({ kind: 'unknown' });
    await reply(accepted);
    expect(payout.attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'unknown'],
      [2, 'accepted'],
    ]);
  });

  it('that went to another person is reviewed by people', async () => {
    const { payout, reply, notify, money } = await aPayoutUnderWay();
    await reply(accepted);
    const elsewhere: ProviderStatus = { kind: 'mismatch', code: 'recipient_mismatch', message: 'Another number.' };
    await notify(elsewhere);
    expect(payout).toMatchObject({ state: 'review', failure: { code: 'recipient_mismatch' } });
    const seen = [...payout.evidence];
    expect(seen).toMatchObject([{ reported: 'mismatch', message: 'Another number.' }]);
    await notify(elsewhere);
    expect(payout.evidence).toEqual(seen);
    expect(money()?.inTransit).toBe(AMOUNT);
  });
});

describe('A payout in review', () => {
  const inReview = async () => {
    const under = await aPayoutUnderWay();
    await under.reply(accepted);
    await under.notify(paid({ amount: AMOUNT - 100n }));
    expect(under.payout).toMatchObject({ state: 'review', failure: { code: 'amount_mismatch' } });
    expect(under.types().slice(-2)).toEqual(['payout.unknown', 'payout.review']);
    return under;
  };

  it('is settled by two people who find the same, with evidence', async () => {
    const { payout, find, money, books, lines } = await inReview();
    await find('paid', 'Achieng');
    expect(payout).toMatchObject({ state: 'review', findings: [{ by: 'Achieng', amount: String(AMOUNT - 100n) }] });
    await find('paid', 'Baraka');
    expect(payout.state).toBe('succeeded');
    expect(payout.findings.map(({ by }) => by)).toEqual(['Achieng', 'Baraka']);
    // What the provider moved is booked, not what it was asked to move.
    expect(payout).toMatchObject({ amount: AMOUNT, amountPaid: AMOUNT - 100n });
    expect(lines.at(-1)).toMatchObject({ type: 'payout', amount: 100n - AMOUNT });
    expect(money()).toEqual({ available: START - AMOUNT + 100n, held: 0n, inTransit: 0n });
    expect(books()).toEqual({ app_float: START - AMOUNT + 100n, app_funds: AMOUNT - START - 100n });
  });

  it('is booked with what two people find that was paid, though the provider reported something else', async () => {
    const { payout, find, money, books, ports, did } = await inReview();
    await find('paid', 'Achieng', 'SKL4H2XQ1Z', AMOUNT + 500n);
    expect(await refusalOf(find('paid', 'Baraka'))).toMatchObject({ code: 'resolution_differs' });
    await find('paid', 'Baraka', 'SKL4H2XQ1Z', AMOUNT + 500n);
    expect(payout).toMatchObject({ state: 'succeeded', amountPaid: AMOUNT + 500n });
    expect(money()).toEqual({ available: START - AMOUNT - 500n, held: 0n, inTransit: 0n });
    expect(books()).toEqual({ app_float: START - AMOUNT - 500n, app_funds: AMOUNT + 500n - START });
    const reversal = { app: SANDBOX_APP, payoutId: payout.id, receiptNo: 'SKL9', evidence: 'The portal’s list.' };
    await did(reversePayout(reversal, ports));
    expect(money()?.available).toBe(START);
    expect(books()).toEqual({ app_float: START, app_funds: -START });
  });

  it('is failed by two people who find that nothing was paid', async () => {
    const { payout, find, money } = await inReview();
    await find('not_paid', 'Achieng', null);
    await find('not_paid', 'Baraka', null);
    expect(payout).toMatchObject({ state: 'failed', failure: { code: 'not_paid' } });
    expect(money()).toEqual({ available: START, held: 0n, inTransit: 0n });
  });

  it('is not settled by one person twice, by two who differ, or without evidence', async () => {
    const { payout, find, ports } = await inReview();
    await find('paid', 'Achieng');
    expect(await refusalOf(find('paid', 'Achieng'))).toMatchObject({ code: 'four_eyes_required' });
    expect(await refusalOf(find('not_paid', 'Baraka'))).toMatchObject({ code: 'resolution_differs' });
    const finding = { outcome: 'paid', receipt_no: 'SKL4H2XQ1Z', evidence: ' ' } as const;
    const baraka = { ...ports, actor: 'Baraka' };
    const silent = reviewPayout({ app: SANDBOX_APP, payoutId: payout.id, finding }, baraka);
    expect(await refusalOf(silent)).toMatchObject({ code: 'validation_failed' });
    expect(payout.state).toBe('review');
  });

  it('is not settled by the provider’s word', async () => {
    const { payout, notify } = await inReview();
    for (const status of [paid(), declined, paid(), { kind: 'unclear' }, { kind: 'pending' }] as const)
      await notify(status);
    expect(payout.state).toBe('review');
    // What it said is evidence on the record, each report once, from that which led there.
    expect(payout.evidence.map(({ reported, amount, source }) => [reported, amount, source])).toEqual([
      ['paid', String(AMOUNT - 100n), 'notification'],
      ['paid', String(AMOUNT), 'notification'],
      ['not_paid', null, 'notification'],
    ]);
  });

  it('of another app is not there', async () => {
    const { payout, ports } = await inReview();
    const finding = { outcome: 'paid', receipt_no: null, evidence: 'x' } as const;
    const foreign = reviewPayout({ app: { id: 8, sandbox: true }, payoutId: payout.id, finding }, ports);
    expect(await refusalOf(foreign)).toMatchObject({ code: 'not_found' });
  });
});

describe('A payout that was paid', () => {
  it('comes back to the app when the provider reverses it, with evidence', async () => {
    const { payout, reply, notify, ports, did, money, lines, books } = await aPayoutUnderWay();
    await reply(accepted);
    await notify(paid());
    const reversal = { app: SANDBOX_APP, payoutId: payout.id, receiptNo: 'SKL9', evidence: 'The portal’s list.' };
    await did(reversePayout(reversal, ports));
    expect(payout.state).toBe('reversed');
    expect(lines.at(-1)).toMatchObject({ type: 'reversal', amount: AMOUNT, balanceAfter: START });
    expect(money()).toEqual({ available: START, held: 0n, inTransit: 0n });
    expect(books()).toEqual({ app_float: START, app_funds: -START });
    // The same reversal once more changes nothing; another one is refused.
    expect(await reversePayout(reversal, ports)).toMatchObject({ isReplay: true, events: [] });
    const other = { ...reversal, receiptNo: 'SKL10' };
    expect(await refusalOf(reversePayout(other, ports))).toMatchObject({ code: 'invalid_state_transition' });
  });
});

describe('An app', () => {
  it('can’t promise more than it has, and learns how much that is', async () => {
    const { ports, did } = await aPayoutUnderWay();
    await did(requestPayout(aPayout({ reference: 'r2', amount: 9_700_000n }), ports));
    expect(await refusalOf(requestPayout(aPayout({ reference: 'r3' }), ports))).toMatchObject({
      code: 'insufficient_balance',
      details: { agent_id: '7', available_float: 100_000n, requested_amount: AMOUNT, currency: 'KES' },
    });
  });

  it('is notified once when little is left', async () => {
    const { ports, did, types } = await aPayoutUnderWay();
    await did(requestPayout(aPayout({ reference: 'r2', amount: 9_000_000n }), ports));
    await did(requestPayout(aPayout({ reference: 'r3', amount: 100_000n }), ports));
    expect(types().filter((type) => type === 'balance.low')).toHaveLength(1);
  });

  it('has a reference once, for ever', async () => {
    const { ports, payout, reply } = await aPayoutUnderWay();
    await reply({ kind: 'rejected', code: '1', message: 'No.' });
    expect(await refusalOf(requestPayout(aPayout(), ports))).toMatchObject({
      code: 'duplicate_reference',
      details: { existing_id: `po_${payout.uuid.replaceAll('-', '')}` },
    });
  });

  it.each([
    [{ amount: 999n }, 'validation_failed'],
    [{ amount: 1_050n }, 'validation_failed'],
    [{ amount: 25_000_100n }, 'validation_failed'],
    [{ msisdn: '+255712345678' }, 'invalid_msisdn'],
    [{ currency: 'UGX' }, 'currency_mismatch'],
  ])('can’t pay what the channel doesn’t carry: %o', async (change, code) => {
    const { ports } = bridgeInMemory();
    expect(await refusalOf(requestPayout(aPayout(change), ports))).toMatchObject({ code });
  });

  it('that is live begins with nothing', async () => {
    const { ports } = bridgeInMemory();
    const live = requestPayout(aPayout({ app: { id: 9, sandbox: false } }), ports);
    expect(await refusalOf(live)).toMatchObject({ code: 'insufficient_balance', details: { available_float: 0n } });
  });
});

describe('Whatever a provider says, in whatever order and however often', () => {
  const FATES = [paid(), declined] as const;

  it('the payout ends as its fate is, and books, lines and balance agree', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FATES),
        fc.constantFrom<ProviderReply>(accepted, { kind: 'unknown' }),
        // The reply and the notifications in any order, with repetitions, losses and queries between them.
        fc.array(fc.constantFrom('reply', 'fate', 'unclear', 'pending', 'never_received'), { maxLength: 12 }),
        async (fate, reply, steps) => {
          const { payout, reply: recordReply, notify, accounts, lines, books, types, money } = await aPayoutUnderWay();
          for (const step of [...steps, 'reply', 'fate']) {
            if (step === 'reply') await recordReply(reply);
            else await notify(step === 'fate' ? fate : ({ kind: step } as ProviderStatus));
            const [account] = accounts;
            const open = ['sending'].includes(payout.state) ? AMOUNT : 0n;
            expect(account?.held).toBe(open);
            expect(account?.inTransit).toBe(payout.hasLeft() ? AMOUNT : 0n);
          }
          const won = fate.kind === 'paid';
          expect(payout.state).toBe(won ? 'succeeded' : 'failed');
          const left = won ? START - AMOUNT : START;
          expect(money()).toEqual({ available: left, held: 0n, inTransit: 0n });
          expect(books()).toEqual({ app_float: left, app_funds: -left });
          expect(lines.at(-1)?.balanceAfter).toBe(left);
          expect(types().filter((type) => type === 'payout.succeeded')).toHaveLength(won ? 1 : 0);
          expect(types().filter((type) => type === 'payout.failed')).toHaveLength(won ? 0 : 1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a provider that contradicts itself ends in paid, and leaves a refusal for people to look at, or a correction', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...FATES, { kind: 'unclear' } as const), { minLength: 1, maxLength: 8 }),
        async (statuses) => {
          const { payout, reply, notify, books, types } = await aPayoutUnderWay();
          await reply(accepted);
          for (const each of statuses) {
            await notify(each).catch((error: unknown) => {
              expect(error).toBeInstanceOf(DomainError);
              expect(each.kind).toBe('not_paid');
              expect(payout.state).toBe('succeeded');
            });
          }
          if (!statuses.some(({ kind }) => kind === 'paid')) return;
          expect(payout.state).toBe('succeeded');
          expect(books()).toEqual({ app_float: START - AMOUNT, app_funds: AMOUNT - START });
          expect(types().filter((type) => ['payout.succeeded', 'payout.corrected'].includes(type))).toHaveLength(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
