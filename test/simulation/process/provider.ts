import type { CollectionRail, PayoutRail } from '#core/payments/rail.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { readCollectionNotification } from '#platform/rails/daraja/collection-notification.ts';
import { readPayoutNotification } from '#platform/rails/daraja/payout-notification.ts';
import type { Line } from './line.ts';

/**
 * What a provider does with what it is sent: it takes it and pays; it declines, and says so again when it is asked; it takes it and
 * pays, and its reply never comes.
 */
export const BEHAVIOURS = ['accepts', 'declines', 'hangs'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** A provider that pays once for a name; it outlives the processes that call it. */
export type Provider = {
  /** The rails of a process, whose calls count among its statements. */
  readonly railsOf: (
    line: Line | null,
    clock: () => Temporal.Instant,
  ) => {
    readonly payoutsOf: (tenantId: number) => PayoutRail;
    readonly collectionsOf: (tenantId: number) => CollectionRail;
  };
  /** How many calls came since the last time. */
  readonly calls: () => number;
  /** What it has paid, by channel and amount. */
  readonly paid: () => readonly string[];
  /** How many payers it has asked. */
  readonly prompts: () => number;
  /** Callbacks of prompts that were not called back yet: the payer has paid. */
  readonly callbacks: () => readonly Callback[];
};

type Callback = { readonly tenantId: number; readonly originatorId: string; readonly text: string };

const never = new Promise<never>(() => undefined);
/** A reply that never comes. */
const HANGING = Symbol('hanging');
const DECLINED = { code: 'provider_declined', message: 'The provider declined.', providerCode: '2006' } as const;

type Options = {
  /** By how much the clock of an institution is ahead: what the provider says has a time of that clock. */
  readonly aheadOf: (tenantId: number) => Promise<Temporal.Duration>;
  /** Prompts are lost on their way to it, and nothing comes back. */
  readonly losesPrompts?: boolean;
  /** By default it accepts. */
  readonly behaves?: Behaviour;
};

export function openProvider({ aheadOf, losesPrompts = false, behaves = 'accepts' }: Options): Provider {
  const declined = new Set<string>();
  const taken = new Map<string, string>();
  const prompted: string[] = [];
  const callbacks: Callback[] = [];
  let calls = 0;
  const referenceOf = (originatorId: string) => `ws_CO_${originatorId.slice(0, 8)}`;
  const receiptOf = (originatorId: string) => `SC${originatorId.replaceAll('-', '').slice(-10).toUpperCase()}`;
  const statusOf = (originatorId: string, at: Temporal.Instant): ProviderStatus =>
    declined.has(originatorId)
      ? { kind: 'not_paid', ...DECLINED }
      : taken.has(originatorId)
        ? {
            kind: 'paid',
            providerRef: `AG_${originatorId.slice(0, 8)}`,
            receiptNo: receiptOf(originatorId),
            at,
            amount: null,
          }
        : { kind: 'never_received' };
  const timeOf = async (tenantId: number, clock: () => Temporal.Instant) => clock().add(await aheadOf(tenantId));
  const called = async <Reply>(line: Line | null, effect: () => Reply): Promise<Exclude<Reply, typeof HANGING>> => {
    // A process that is dead calls nobody.
    if (line?.isDead()) return never;
    calls += 1;
    const reply = line === null ? effect() : await line.call(effect);
    if (reply === HANGING) throw new DOMException('The provider does not answer.', 'TimeoutError');
    return reply as Exclude<Reply, typeof HANGING>;
  };
  /** What comes back of a request: nothing, where it hangs. */
  const repliedWith = (originatorId: string, take: () => string): ProviderReply | typeof HANGING => {
    if (behaves === 'declines') {
      declined.add(originatorId);
      return { kind: 'rejected', ...DECLINED };
    }
    const providerRef = take();
    return behaves === 'hangs' ? HANGING : { kind: 'accepted', providerRef };
  };
  return {
    calls: () => calls,
    paid: () => [...taken].flatMap(([id, order]) => (prompted.includes(id) ? [] : [order])).toSorted(),
    prompts: () => prompted.length,
    callbacks: () => callbacks.splice(0),
    railsOf: (line, clock) => ({
      payoutsOf: (tenantId) => ({
        send: ({ originatorId, amount, channel }) =>
          called(line, () =>
            repliedWith(originatorId, () => {
              taken.set(originatorId, `${channel} ${amount}`);
              return `AG_${originatorId.slice(0, 8)}`;
            }),
          ),
        query: async ({ originatorId }) => {
          const at = await timeOf(tenantId, clock);
          return called(line, () => statusOf(originatorId, at));
        },
        receive: async (callback, text, awaited) =>
          readPayoutNotification(callback, text, awaited, await timeOf(tenantId, clock)),
        closedFor: async () => null,
      }),
      collectionsOf: (tenantId) => ({
        prompt: ({ originatorId, channel, amount }) =>
          called(line, () => {
            if (losesPrompts) throw new Error('The provider does not answer.');
            return repliedWith(originatorId, () => {
              taken.set(originatorId, `${channel} ${amount}`);
              prompted.push(originatorId);
              const [reference, receiptNo] = [referenceOf(originatorId), receiptOf(originatorId)];
              callbacks.push({ tenantId, originatorId, text: paidCallback(reference, receiptNo, amount) });
              return reference;
            });
          }),
        query: async ({ originatorId }) => {
          const at = await timeOf(tenantId, clock);
          return called(line, () => statusOf(originatorId, at));
        },
        receive: async (text, awaited) => readCollectionNotification(text, awaited, await timeOf(tenantId, clock)),
      }),
    }),
  };
}

/** What M-Pesa calls back with once the payer has entered the PIN. */
const paidCallback = (reference: string, receiptNo: string, amount: bigint) =>
  JSON.stringify({
    Body: {
      stkCallback: {
        CheckoutRequestID: reference,
        ResultCode: 0,
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: Number(amount) / 100 },
            { Name: 'MpesaReceiptNumber', Value: receiptNo },
          ],
        },
      },
    },
  });
