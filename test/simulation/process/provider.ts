import type { CollectionRail, PayoutRail } from '#core/payments/rail.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { readCollectionNotification } from '#platform/rails/daraja/collection-notification.ts';
import { readPayoutNotification } from '#platform/rails/daraja/payout-notification.ts';
import type { Line } from './line.ts';

/** A provider that takes what it is sent and pays once for a name; it outlives the processes that call it. */
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

type Options = {
  /** By how much the clock of an institution is ahead: what the provider says has a time of that clock. */
  readonly aheadOf: (tenantId: number) => Promise<Temporal.Duration>;
  /** Prompts are lost on their way to it, and nothing comes back. */
  readonly losesPrompts?: boolean;
};

export function openProvider({ aheadOf, losesPrompts = false }: Options): Provider {
  const taken = new Map<string, string>();
  const prompted: string[] = [];
  const callbacks: Callback[] = [];
  let calls = 0;
  const referenceOf = (originatorId: string) => `ws_CO_${originatorId.slice(0, 8)}`;
  const receiptOf = (originatorId: string) => `SC${originatorId.replaceAll('-', '').slice(-10).toUpperCase()}`;
  const statusOf = (originatorId: string, at: Temporal.Instant): ProviderStatus =>
    taken.has(originatorId)
      ? {
          kind: 'paid',
          providerRef: `AG_${originatorId.slice(0, 8)}`,
          receiptNo: receiptOf(originatorId),
          at,
          amount: null,
        }
      : { kind: 'never_received' };
  const timeOf = async (tenantId: number, clock: () => Temporal.Instant) => clock().add(await aheadOf(tenantId));
  const called = async <Reply>(line: Line | null, effect: () => Reply): Promise<Reply> => {
    // A process that is dead calls nobody.
    if (line?.isDead()) return never;
    calls += 1;
    return line === null ? effect() : line.call(effect);
  };
  return {
    calls: () => calls,
    paid: () => [...taken].flatMap(([id, order]) => (prompted.includes(id) ? [] : [order])).toSorted(),
    prompts: () => prompted.length,
    callbacks: () => callbacks.splice(0),
    railsOf: (line, clock) => ({
      payoutsOf: (tenantId) => ({
        send: ({ originatorId, amount, channel }) =>
          called(line, () => {
            taken.set(originatorId, `${channel} ${amount}`);
            return { kind: 'accepted', providerRef: `AG_${originatorId.slice(0, 8)}` };
          }),
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
            taken.set(originatorId, `${channel} ${amount}`);
            prompted.push(originatorId);
            const [reference, receiptNo] = [referenceOf(originatorId), receiptOf(originatorId)];
            callbacks.push({ tenantId, originatorId, text: paidCallback(reference, receiptNo, amount) });
            return { kind: 'accepted', providerRef: reference };
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
