import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus, StatusSource } from '#core/payments/provider-status.ts';
import { cancelCollection, requestAppCollection } from '#core/payment-bridge/use-cases/request-collection.ts';
import {
  beginCollection,
  recordCollectionReply,
  recordCollectionStatus,
  reviewCollection,
} from '#core/payment-bridge/use-cases/settle-collection.ts';
import { aCollection, BRIDGE_NOON, bridgeInMemory, SANDBOX_APP } from '../../support/bridge-ports.ts';
import { refusalOf } from '../../support/refused.ts';

const START = 10_000_000n;
const AMOUNT = 50_000n;
const accepted: ProviderReply = { kind: 'accepted', providerRef: 'ws_CO_1' };
const paid = (change: object = {}): ProviderStatus & { kind: 'paid' } => ({
  kind: 'paid',
  providerRef: 'ws_CO_1',
  receiptNo: 'SKL4H2XQ1Z',
  at: BRIDGE_NOON,
  amount: AMOUNT,
  ...change,
});
const declined = (code: string, more: object = {}): ProviderStatus => ({
  kind: 'not_paid',
  code,
  message: 'No.',
  ...more,
});

/** A collection that was requested, and what can happen to it. */
async function aCollectionUnderWay(overrides: Parameters<typeof bridgeInMemory>[0] = {}) {
  const bridge = bridgeInMemory(overrides);
  const collection = await bridge.did(requestAppCollection(aCollection(), bridge.ports));
  const { originatorId } = collection;
  return {
    ...bridge,
    collection,
    reply: (reply: ProviderReply) => bridge.did(recordCollectionReply({ originatorId, reply }, bridge.ports)),
    notify: (status: ProviderStatus, source: StatusSource = 'notification') =>
      bridge.did(recordCollectionStatus({ originatorId, status, source }, bridge.ports)),
    find: (outcome: 'paid' | 'not_paid', by: string) =>
      bridge.did(
        reviewCollection(
          {
            app: SANDBOX_APP,
            collectionId: collection.id,
            finding: { outcome, receipt_no: outcome === 'paid' ? 'SKL4H2XQ1Z' : null, evidence: 'The statement.' },
          },
          { ...bridge.ports, actor: by },
        ),
      ),
  };
}

describe('A collection', () => {
  it('is money of the app once it has come, with its line and its journal', async () => {
    const { collection, reply, notify, money, books, types, lines } = await aCollectionUnderWay();
    await reply(accepted);
    expect(collection).toMatchObject({ state: 'sent', providerRef: 'ws_CO_1' });
    expect(money()).toBeNull();
    await notify(paid());
    expect(collection).toMatchObject({ state: 'succeeded', amountReceived: AMOUNT, receiptNo: 'SKL4H2XQ1Z' });
    expect(types()).toEqual(['collection.created', 'collection.sent', 'app_account.endowed', 'collection.succeeded']);
    expect(lines.map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter])).toEqual([
      ['topup', START, START],
      ['collection', AMOUNT, START + AMOUNT],
    ]);
    expect(books()).toEqual({ app_float: START + AMOUNT, app_funds: -START - AMOUNT });
  });

  it('is charged by the institution’s tariff, of what came', async () => {
    const tariff = { payout: [], collection: [{ upTo: null, fee: 300n }] };
    const { reply, notify, books, lines } = await aCollectionUnderWay({ tariffOf: async () => tariff });
    await reply(accepted);
    await notify(paid());
    expect(lines.slice(1).map(({ type, amount }) => [type, amount])).toEqual([
      ['collection', AMOUNT],
      ['fee', -300n],
    ]);
    expect(books()).toEqual({ app_float: START + AMOUNT, app_funds: 300n - START - AMOUNT, fee_income: -300n });
  });

  it.each([
    ['insufficient_funds', 'failed', 'collection.failed', true],
    ['wrong_pin', 'failed', 'collection.failed', true],
    ['payer_invalid', 'failed', 'collection.failed', false],
    ['expired', 'expired', 'collection.expired', true],
    ['cancelled_by_payer', 'cancelled_by_payer', 'collection.cancelled_by_payer', true],
  ])('that is not paid because of %s is %s', async (code, state, type, retryable) => {
    const { collection, reply, notify, types, money } = await aCollectionUnderWay();
    await reply(accepted);
    await notify(declined(code));
    expect(collection).toMatchObject({ state, failure: { code, retryable }, nextCheckAt: null });
    expect(types().at(-1)).toBe(type);
    expect(money()).toBeNull();
  });

  it('that very likely was not paid is asked about once more before it expires', async () => {
    const { collection, reply, notify } = await aCollectionUnderWay();
    await reply(accepted);
    await notify(declined('payer_unreachable', { unproven: true }));
    expect(collection).toMatchObject({ state: 'unknown', nextCheckAt: BRIDGE_NOON });
    await notify(declined('payer_unreachable', { unproven: true }), 'query');
    expect(collection.state).toBe('expired');
  });

  it.each(['expired', 'cancelled_by_payer', 'wrong_pin'])(
    'that was given up because of %s is booked when money comes after all',
    async (code) => {
      const { collection, reply, notify, books, emitted } = await aCollectionUnderWay();
      await reply(accepted);
      await notify(declined(code));
      await notify(paid());
      await notify(paid());
      await notify(declined(code)).catch(() => undefined);
      expect(collection).toMatchObject({ state: 'succeeded', failure: null });
      expect(emitted.at(-1)).toMatchObject({ type: 'collection.succeeded', data: { late: true } });
      expect(books()).toEqual({ app_float: START + AMOUNT, app_funds: -START - AMOUNT });
    },
  );

  it('that is paid after it was given up, at a time that can’t be, counts from now on', async () => {
    const { collection, reply, notify } = await aCollectionUnderWay();
    await reply(accepted);
    await notify(declined('expired'));
    await notify(paid({ at: BRIDGE_NOON.subtract({ hours: 24 * 400 }) }));
    expect(collection).toMatchObject({ state: 'succeeded', settledAt: BRIDGE_NOON });
  });

  it('without a response is unknown, and is never asked for twice', async () => {
    const { collection, reply, notify, ports, did } = await aCollectionUnderWay();
    await reply({ kind: 'unknown' });
    expect(collection.state).toBe('unknown');
    expect(await did(beginCollection({ originatorId: collection.originatorId }, ports))).toBeNull();
    await notify(paid());
    expect(collection).toMatchObject({ state: 'succeeded', providerRef: 'ws_CO_1' });
  });

  it('whose provider can’t be reached waits, can be called off, and lapses when its time is over', async () => {
    const unreachable: ProviderReply = { kind: 'unreachable', message: 'The provider is down.', retryAfterSeconds: 60 };
    const { collection, reply, ports, did, types } = await aCollectionUnderWay();
    const { originatorId } = collection;
    await reply(unreachable);
    expect(collection.state).toBe('pending');
    expect(await did(beginCollection({ originatorId }, ports))).toBe(collection);
    await reply(unreachable);
    expect(collection.attempts.map(({ outcome }) => outcome)).toEqual(['unreachable', 'unreachable']);
    ports.now = collection.expiresAt;
    expect(await did(beginCollection({ originatorId }, ports))).toBeNull();
    expect(collection).toMatchObject({ state: 'expired', failure: { code: 'provider_unavailable' } });
    expect(types()).toEqual(['collection.created', 'collection.expired']);

    const other = await aCollectionUnderWay();
    await other.reply(unreachable);
    await other.did(cancelCollection({ app: SANDBOX_APP, collectionId: other.collection.id }, other.ports));
    expect(other.collection.state).toBe('cancelled');
  });

  it('that the app called off is booked when it is paid all the same (finding: the money was in no book)', async () => {
    const { collection, reply, notify, ports, did, books, emitted } = await aCollectionUnderWay();
    await reply({ kind: 'unreachable', message: 'The provider is down.', retryAfterSeconds: 60 });
    await did(cancelCollection({ app: SANDBOX_APP, collectionId: collection.id }, ports));
    await notify(declined('cancelled_by_payer'));
    expect(collection.state).toBe('cancelled');
    await notify(paid({ amount: AMOUNT - 100n }));
    await notify(paid({ amount: AMOUNT - 100n }));
    expect(collection).toMatchObject({ state: 'succeeded', amountReceived: AMOUNT - 100n, failure: null });
    expect(emitted.filter(({ type }) => type === 'collection.succeeded')).toMatchObject([{ data: { late: true } }]);
    expect(books()).toEqual({ app_float: START + AMOUNT - 100n, app_funds: -START - AMOUNT + 100n });
  });

  it('can’t be called off once the payer may have been asked', async () => {
    const { collection, ports } = await aCollectionUnderWay();
    const refused = cancelCollection({ app: SANDBOX_APP, collectionId: collection.id }, ports);
    expect(await refusalOf(refused)).toMatchObject({ code: 'invalid_state_transition' });
  });

  it('of another amount is looked into by two people, and books what came', async () => {
    const { collection, reply, notify, find, books } = await aCollectionUnderWay();
    await reply(accepted);
    await notify(paid({ amount: AMOUNT - 100n }));
    expect(collection).toMatchObject({ state: 'review', amountReceived: AMOUNT - 100n });
    const seen = [...collection.evidence];
    expect(seen).toMatchObject([{ reported: 'paid', amount: String(AMOUNT - 100n) }]);
    await notify(paid({ amount: AMOUNT - 100n }));
    expect(collection.evidence).toEqual(seen);
    await notify(paid());
    expect(collection.state).toBe('review');
    await find('paid', 'Achieng');
    expect(await refusalOf(find('paid', 'Achieng'))).toMatchObject({ code: 'four_eyes_required' });
    await find('paid', 'Baraka');
    expect(collection.state).toBe('succeeded');
    expect(books()).toEqual({ app_float: START + AMOUNT - 100n, app_funds: 100n - START - AMOUNT });
  });

  it('is never failed on silence', async () => {
    const { collection, reply, notify, ports } = await aCollectionUnderWay();
    await reply(accepted);
    while (collection.state === 'sent') {
      if (collection.nextCheckAt === null) throw new Error('Nothing monitors it.');
      ports.now = collection.nextCheckAt;
      await notify({ kind: 'pending' }, 'query');
    }
    expect(collection).toMatchObject({ state: 'review', failure: { code: 'no_answer' } });
    expect(BRIDGE_NOON.until(ports.now).total('hours')).toBeGreaterThanOrEqual(24);
  });

  it('that is paid under two receipts leaves the second for people', async () => {
    const { collection, reply, notify, reported } = await aCollectionUnderWay();
    await reply(accepted);
    await notify(paid({ receiptNo: null }), 'query');
    await notify(paid());
    expect(collection.receiptNo).toBe('SKL4H2XQ1Z');
    await notify(paid({ receiptNo: 'SKLOTHER01' }));
    await notify(paid({ receiptNo: 'SKLOTHER01' }));
    expect(reported.map(({ kind, subjectUuid }) => [kind, subjectUuid])).toEqual([
      ['receipt_differs', collection.uuid],
    ]);
    expect(collection.receiptNo).toBe('SKL4H2XQ1Z');
  });
});

describe('What two people find of a collection', () => {
  it('takes no receipt from another one, also where that has it by the terms (finding: one payment was credited twice)', async () => {
    const { collection, find, notify, reply, ports, did, money } = await aCollectionUnderWay();
    await reply(accepted);
    await notify({ kind: 'mismatch', code: 'amount_mismatch', message: 'Another amount.' });
    expect(collection.state).toBe('review');
    const other = await did(requestAppCollection(aCollection({ reference: 'invoice-8' }), ports));
    const { originatorId } = other;
    await did(recordCollectionReply({ originatorId, reply: accepted }, ports));
    await did(recordCollectionStatus({ originatorId, status: paid(), source: 'notification' }, ports));
    other.receiptByTerms = true;
    const before = money();
    for (const by of ['one', 'another'])
      expect(await refusalOf(find('paid', by))).toMatchObject({ code: 'duplicate_payment_reference' });
    expect(other).toMatchObject({ receiptNo: 'SKL4H2XQ1Z', receiptByTerms: true });
    expect([collection.state, money()]).toEqual(['review', before]);
  });
});

describe('Statuses of a collection, in any order', () => {
  it('money that came is booked once, and nothing is booked without', async () => {
    const every: readonly ProviderStatus[] = [
      paid(),
      declined('expired'),
      declined('payer_unreachable', { unproven: true }),
      { kind: 'unclear' },
      { kind: 'pending' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<ProviderReply>(accepted, { kind: 'unknown' }),
        fc.array(
          fc.tuple(
            fc.constantFrom<ProviderStatus | 'reply'>(...every, 'reply'),
            fc.constantFrom<StatusSource>('notification', 'query'),
          ),
          { maxLength: 12 },
        ),
        async (reply, steps) => {
          const { collection, reply: recordReply, notify, books, lines } = await aCollectionUnderWay();
          for (const [step, source] of steps) {
            await (step === 'reply' ? recordReply(reply) : notify(step, source)).catch((error: unknown) => {
              expect(error).toBeInstanceOf(DomainError);
              expect(collection.state).toBe('succeeded');
            });
          }
          const came = steps.some(([step]) => step !== 'reply' && step.kind === 'paid');
          expect(collection.state === 'succeeded').toBe(came);
          expect(books()).toEqual(came ? { app_float: START + AMOUNT, app_funds: -START - AMOUNT } : {});
          expect(lines.filter(({ type }) => type === 'collection')).toHaveLength(came ? 1 : 0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
