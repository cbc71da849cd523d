import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountRail } from '#core/payments/account-rail.ts';
import { isRepeatable, type CollectionChannel, type SentChannel } from '#core/payments/channels.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { AwaitedPayout, CollectionRail, PayoutCallback, PayoutOrder, PayoutRail } from '#core/payments/rail.ts';

/** A notification that the provider sent to a callback endpoint. */
export type Notified =
  | { readonly kind: 'payout'; readonly callback: PayoutCallback; readonly text: string }
  | { readonly kind: 'collection'; readonly text: string };

/** A rail with a provider behind it that a test leads: its own fake, or the sandbox's simulation. */
export type RailUnderTest = {
  readonly payouts: PayoutRail;
  readonly collections: CollectionRail | null;
  readonly payoutChannel: SentChannel;
  readonly collectionChannel: CollectionChannel;
  /** A number that the provider treats by its last three digits. */
  readonly msisdnOf: (suffix: string) => string;
  /** Whom a payment pays where it is no number: the provider treats an account by its last three digits. */
  readonly payeeOf?: (suffix: string) => Partial<PayoutOrder>;
  /** A payment that no provider of its kind can take: with cents by default. */
  readonly unpayable?: Partial<PayoutOrder>;
  /** The institution's account at the provider; left out where the rail under test has none. */
  readonly account?: AccountRail;
  /** Lets time pass for the provider, which works and notifies meanwhile. */
  readonly advance: (seconds: number) => Promise<void>;
  /** What it notified of a payment since the last time. */
  readonly notified: (originatorId: string) => Promise<readonly Notified[]>;
  /** The same rail in a process that begins with what is stored. */
  readonly restarted: () => RailUnderTest;
  /** How often the provider has moved money for a payment. */
  readonly paidTimes: (originatorId: string) => Promise<number>;
  /** What its API does not say: a payment of another amount is not noticed by it. */
  readonly saysAmounts: boolean;
  /** A person has repaired what had opened the circuit; null where the rail has none. */
  readonly resume: (() => Promise<void>) | null;
  readonly close: () => Promise<void>;
};

/** What becomes of a payment in the end. `open`: the provider does not say, and nothing may be settled. */
type End = 'paid' | 'not_paid' | 'open';

const PAYOUTS: { readonly [suffix: string]: End } = {
  '000': 'paid',
  '001': 'not_paid',
  '002': 'not_paid',
  '003': 'not_paid',
  '004': 'not_paid',
  '005': 'paid',
  '006': 'paid',
  '007': 'paid',
  '008': 'open',
  '009': 'paid',
  '010': 'paid',
  '011': 'paid',
  '012': 'open',
  '013': 'paid',
  '014': 'paid',
  '016': 'paid',
  '017': 'not_paid',
  '018': 'not_paid',
  '019': 'not_paid',
};

const COLLECTIONS: { readonly [suffix: string]: End } = {
  '000': 'paid',
  '001': 'not_paid',
  '002': 'not_paid',
  '003': 'not_paid',
  '004': 'not_paid',
  '005': 'not_paid',
  '006': 'paid',
  '007': 'paid',
  '008': 'open',
  '009': 'paid',
  '010': 'paid',
  '011': 'paid',
  '012': 'open',
  '013': 'paid',
  '016': 'paid',
  '017': 'not_paid',
  '019': 'not_paid',
};

const AMOUNT = 200_000n;
const deadline = () => AbortSignal.timeout(1_200);
/** Rounds of waiting, notifications and queries: longer than any provider's late success. */
const ROUNDS = 5;

/**
 * What every rail has to do, whatever its provider: `railConformance('Airtel Money', openIt)`. The numbers are those of the
 * sandbox (docs/sandbox-numbers.md), which every fake knows.
 */
export function railConformance(name: string, makeRail: () => Promise<RailUnderTest>): void {
  let rail: RailUnderTest;
  beforeEach(async () => {
    rail = await makeRail();
  }, 60_000);
  afterEach(() => rail.close());

  const orderTo = (suffix: string, change: Partial<PayoutOrder> = {}): PayoutOrder => ({
    originatorId: randomUUID(),
    amount: AMOUNT,
    channel: rail.payoutChannel,
    msisdn: rail.msisdnOf(suffix),
    business: null,
    remarks: 'Loan 812 disbursement',
    ...rail.payeeOf?.(suffix),
    ...change,
  });

  describe(`${name}: a payout`, () => {
    it.each(Object.entries(PAYOUTS))('to the number %s ends %s', async (suffix, end) => {
      const order = orderTo(suffix);
      const story = await pay(rail, order);
      expect({ suffix, end: endOf(story) }).toEqual({ suffix, end });
      expect(await rail.paidTimes(order.originatorId)).toBe(end === 'paid' ? 1 : 0);
    });

    it('of which another amount moved is said to be of that amount first, and is reviewed', async () => {
      const story = await pay(rail, orderTo('015'));
      const [first] = story.flatMap((status) => (status.kind === 'paid' ? [status.amount] : []));
      if (rail.saysAmounts) expect(first).not.toBe(AMOUNT);
      else expect(first).toBeNull();
    }, 30_000);

    it('names the receipt under which money moved, the same one each time', async () => {
      const story = await pay(rail, orderTo('009'));
      const receipts = story.flatMap((status) => (status.kind === 'paid' ? [status.receiptNo] : []));
      expect(receipts.length).toBeGreaterThan(0);
      expect(new Set(receipts).size).toBe(1);
      expect(receipts[0]).toMatch(/^[\w-]{8,}$/);
    }, 30_000);

    it('is paid once, however often it is sent: together, one after the other, and by another process', async () => {
      // On the others the provider knows no name of ours: the application sends them once.
      if (!isRepeatable(rail.payoutChannel)) return;
      const order = orderTo('000');
      await Promise.all([send(rail, order), send(rail, order)]);
      await send(rail, order);
      await send(rail.restarted(), order);
      await rail.advance(5);
      expect(await rail.paidTimes(order.originatorId)).toBe(1);
    }, 30_000);

    it('that a process sent which died is found by the next one', async () => {
      const order = orderTo('007');
      await send(rail, order);
      const next = rail.restarted();
      const story = await follow(next, order, null);
      // Without a name of ours it can't be queried, and is never guessed: people find it on the statement.
      expect(endOf(story)).toBe(isRepeatable(rail.payoutChannel) ? 'paid' : 'open');
    }, 30_000);

    it('that no provider can take is rejected before anything is sent', async () => {
      const order = orderTo('000', rail.unpayable ?? { amount: 10_050n });
      expect(await send(rail, order)).toMatchObject({ kind: 'rejected' });
      expect(await rail.paidTimes(order.originatorId)).toBe(0);
    });

    it('is unknown or surely not sent without a reply in time, and never failed', async () => {
      const reply = await send(rail, orderTo('011'));
      expect(['unknown', 'unreachable']).toContain(reply.kind);
    }, 30_000);

    it('is neither settled nor lost by a notification that can’t be read', async () => {
      const order = orderTo('000');
      await send(rail, order);
      const { status } = await rail.payouts.receive('payout', 'nonsense', awaited(order, null));
      expect(status?.kind).not.toBe('not_paid');
    });
  });

  describe(`${name}: the account`, () => {
    it('lists what was paid once, under the receipt that the payment names; or gives no list', async () => {
      const { account } = rail;
      if (account === undefined) return;
      const order = orderTo('009');
      const story = await pay(rail, order);
      const days = {
        from: Temporal.PlainDate.from('2000-01-01'),
        through: Temporal.PlainDate.from('2100-01-01'),
      };
      const listed = await account.list(days, deadline());
      if (listed === null) return;
      const receipts = story.flatMap((status) => (status.kind === 'paid' ? [status.receiptNo] : []));
      expect(listed.map(({ receiptNo, amount, originatorId }) => ({ receiptNo, amount, originatorId }))).toEqual([
        { receiptNo: receipts[0], amount: -AMOUNT, originatorId: order.originatorId },
      ]);
    }, 30_000);

    it('holds less after a payment, by its amount, where the provider says what it holds', async () => {
      const { account } = rail;
      if (account === undefined) return;
      await pay(rail, orderTo('000'));
      const before = await account.requestBalance(deadline());
      await pay(rail, orderTo('000'));
      const after = await account.requestBalance(deadline());
      if (before === null || after === null) return;
      expect(before.held - after.held).toBe(AMOUNT);
    }, 30_000);
  });

  describe(`${name}: the circuit`, () => {
    it('holds payments back after replies that fail, and never a status query', async () => {
      if (rail.resume === null) return;
      const known = orderTo('007');
      const { providerRef } = replyIn(await send(rail, known));
      for (let time = 0; time < 5; time++) await send(rail, orderTo('012'));
      expect(await send(rail, orderTo('000'))).toMatchObject({ kind: 'unreachable' });
      expect(await rail.payouts.closedFor(rail.payoutChannel)).toBeGreaterThan(0);
      expect(endOf(await follow(rail, known, providerRef))).toBe('paid');
      await rail.resume();
      expect(await send(rail, orderTo('000'))).toMatchObject({ kind: 'accepted' });
    }, 30_000);
  });

  describe(`${name}: a collection`, () => {
    it.each(Object.entries(COLLECTIONS))('from the number %s ends %s', async (suffix, end) => {
      if (rail.collections === null) return;
      expect({ suffix, end: endOf(await collect(rail, suffix)) }).toEqual({ suffix, end });
    });
  });
}

const send = async (rail: RailUnderTest, order: PayoutOrder): Promise<ProviderReply> =>
  rail.payouts.send(order, deadline()).catch((): ProviderReply => ({ kind: 'unknown' }));

const replyIn = (reply: ProviderReply) => ({ providerRef: reply.kind === 'accepted' ? reply.providerRef : null });

const awaited = (order: PayoutOrder, providerRef: string | null): AwaitedPayout => {
  const { originatorId, amount, channel, msisdn, business } = order;
  return { originatorId, amount, channel, msisdn, business, providerRef, isAwaited: true };
};

/** Everything that the provider says of a payment, as the application would learn it. */
async function pay(rail: RailUnderTest, order: PayoutOrder): Promise<ProviderStatus[]> {
  const reply = await send(rail, order);
  if (reply.kind === 'rejected' || reply.kind === 'unreachable') {
    const declined = { kind: 'not_paid', code: reply.kind, message: reply.message } as const;
    // A provider may pay after it has declined; then it notifies.
    return [declined, ...(await follow(rail, order, null)).filter(({ kind }) => kind === 'paid')];
  }
  const { providerRef } = replyIn(reply);
  const result = reply.kind === 'accepted' && reply.result ? [reply.result] : [];
  return [...result, ...(await follow(rail, order, providerRef))];
}

async function follow(rail: RailUnderTest, order: PayoutOrder, providerRef: string | null): Promise<ProviderStatus[]> {
  const story: ProviderStatus[] = [];
  const receive = async () => {
    for (const each of await rail.notified(order.originatorId)) {
      if (each.kind !== 'payout') continue;
      const { status } = await rail.payouts.receive(each.callback, each.text, awaited(order, providerRef));
      if (status !== null) story.push(status);
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    await rail.advance(20);
    await receive();
    const { originatorId, channel, amount } = order;
    const payment = { originatorId, channel, amount, providerRef };
    story.push(await rail.payouts.query(payment, deadline()).catch(() => ({ kind: 'pending' }) as const));
  }
  await rail.advance(5);
  await receive();
  return story;
}

async function collect(rail: RailUnderTest, suffix: string): Promise<ProviderStatus[]> {
  const { collections } = rail;
  if (collections === null) return [];
  const order = {
    originatorId: randomUUID(),
    amount: AMOUNT,
    channel: rail.collectionChannel,
    msisdn: rail.msisdnOf(suffix),
    accountReference: 'ADM2024001',
    description: null,
  };
  const reply = await collections.prompt(order, deadline()).catch((): ProviderReply => ({ kind: 'unknown' }));
  if (reply.kind === 'rejected') return [{ ...reply, kind: 'not_paid' }];
  const { providerRef } = replyIn(reply);
  const story: ProviderStatus[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await rail.advance(20);
    for (const each of await rail.notified(order.originatorId)) {
      const status =
        each.kind === 'collection' ? await collections.receive(each.text, { ...order, providerRef }) : null;
      if (status !== null) story.push(status);
    }
    const prompt = { originatorId: order.originatorId, channel: order.channel, providerRef };
    story.push(await collections.query(prompt, deadline()).catch(() => ({ kind: 'pending' }) as const));
  }
  return story;
}

/** Money that moved counts, whatever was said before; otherwise that it did not, where that was said. */
function endOf(story: readonly ProviderStatus[]): End {
  if (story.some(({ kind }) => kind === 'paid')) return 'paid';
  return story.some((status) => status.kind === 'not_paid') ? 'not_paid' : 'open';
}
