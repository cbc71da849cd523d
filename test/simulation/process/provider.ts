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
    now: () => Temporal.Instant,
  ) => { readonly payouts: PayoutRail; readonly collections: CollectionRail };
  /** How many calls came since the last time. */
  readonly calls: () => number;
  /** What it has paid, by channel and amount. */
  readonly paid: () => readonly string[];
  /** How many payers it has asked. */
  readonly prompts: () => number;
};

const PROMPT = 'a prompt';
const never = new Promise<never>(() => undefined);

export function openProvider(): Provider {
  const taken = new Map<string, string>();
  let calls = 0;
  const statusOf = (originatorId: string, at: Temporal.Instant): ProviderStatus =>
    taken.has(originatorId)
      ? {
          kind: 'paid',
          providerRef: `AG_${originatorId.slice(0, 8)}`,
          receiptNo: `SC${originatorId.replaceAll('-', '').slice(-10).toUpperCase()}`,
          at,
          amount: null,
        }
      : { kind: 'never_received' };
  const called = async <Reply>(line: Line | null, effect: () => Reply): Promise<Reply> => {
    // A process that is dead calls nobody.
    if (line?.isDead()) return never;
    calls += 1;
    return line === null ? effect() : line.call(effect);
  };
  return {
    calls: () => calls,
    paid: () => [...taken.values()].filter((order) => order !== PROMPT).toSorted(),
    prompts: () => [...taken.values()].filter((order) => order === PROMPT).length,
    railsOf: (line, now) => ({
      payouts: {
        send: ({ originatorId, amount, channel }) =>
          called(line, () => {
            taken.set(originatorId, `${channel} ${amount}`);
            return { kind: 'accepted', providerRef: `AG_${originatorId.slice(0, 8)}` };
          }),
        query: ({ originatorId }) => called(line, () => statusOf(originatorId, now())),
        receive: async (callback, text, awaited) => readPayoutNotification(callback, text, awaited, now()),
        closedFor: async () => null,
      },
      collections: {
        prompt: ({ originatorId }) =>
          called(line, () => {
            taken.set(originatorId, PROMPT);
            return { kind: 'accepted', providerRef: `ws_CO_${originatorId.slice(0, 8)}` };
          }),
        query: ({ originatorId }) => called(line, () => statusOf(originatorId, now())),
        receive: async (text, awaited) => readCollectionNotification(text, awaited, now()),
      },
    }),
  };
}
