import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { CollectionOrder } from '#core/payments/rail.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { CollectionRailOf } from '../../../rails/rail.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Handled, CommandRequest, Transact } from '../../transact.ts';
import { notAbout } from '../callbacks/unbooked.ts';
import { requireUnpaused, type IsPaused } from '../payment/paused.ts';
import { paymentSteps, REPLY_DEADLINE_MS, type PaymentKind, type Progress, type Reception } from '../payment/steps.ts';

/** A collection as a rail has to know it, and how far it has come. `isUnsent`: no prompt was sent, for certain. */
export type Incoming = CollectionOrder & Progress & { readonly isUnsent: boolean };

/** A kind of collections from people: those of apps, those of the institution itself. */
export type CollectionKind<Command, Item, Ports> = PaymentKind<Command, Item, Ports, Incoming>;

export type CollectionProcess<Command, Item> = {
  /** Prompts a payer: recorded, committed; sent to the provider; reply recorded and presented. */
  readonly request: (request: CommandRequest<Item>, command: Command) => Promise<Handled>;
  /**
   * Checks a collection: one that was not sent is sent, of one without a result the status is queried.
   * While the institution's payments are paused it stays as it is. False where the collection is none of this kind.
   */
  readonly check: (caller: Caller, originatorId: string) => Promise<boolean>;
  /** Records a provider notification. */
  readonly receive: (
    caller: Caller,
    notification: { readonly originatorId: string; readonly text: string },
  ) => Promise<Reception>;
};

/**
 * Collections from people by a rail. They differ from payouts in that a prompt has no name of ours at the provider: one
 * whose reply was lost is never sent again, and can't be queried.
 */
export function collectionProcess(
  transact: Transact,
  collectionRailOf: CollectionRailOf,
  isPaused: IsPaused,
  log: Log,
) {
  const railOf = ({ tenantId, mode }: Caller) => collectionRailOf(tenantId, mode);

  const prompt = async (caller: Caller, order: Incoming): Promise<ProviderReply> => {
    try {
      return await railOf(caller).prompt(order, AbortSignal.timeout(REPLY_DEADLINE_MS));
    } catch (error) {
      const about = { error, originator_id: order.originatorId };
      log.warn(about, 'The collection rail failed; the collection is unknown.');
      return { kind: 'unknown' };
    }
  };

  const query = async (caller: Caller, { originatorId, channel, providerRef }: Incoming): Promise<ProviderStatus> => {
    try {
      return await railOf(caller).query({ originatorId, channel, providerRef }, AbortSignal.timeout(REPLY_DEADLINE_MS));
    } catch (error) {
      log.warn({ error, originator_id: originatorId }, 'The collection rail can’t be queried; it is queried later.');
      return { kind: 'pending' };
    }
  };

  return <Command, Item, Ports>(kind: CollectionKind<Command, Item, Ports>): CollectionProcess<Command, Item> => {
    const steps = paymentSteps(transact, log, kind);

    return {
      // What waits for its time is sent by a worker.
      request: async (handling, command) => {
        const paused = await isPaused(handling.caller);
        // A request that is continued was admitted before.
        const send = async (order: Incoming) => (order.isUnsent || paused ? null : prompt(handling.caller, order));
        return steps.request(handling, command, send, () => requireUnpaused({ paused }));
      },

      check: async (caller, originatorId) => {
        const known = await steps.find(caller, originatorId);
        if (known === null) return false;
        if (!known.isAwaited || (await isPaused(caller))) return true;
        if (known.isUnsent) {
          const begun = await steps.begin(caller, originatorId);
          if (begun !== null) {
            const reply = await prompt(caller, begun);
            await steps.recordReply(caller, { originatorId, reply, sentBy: 'worker' });
          }
        } else {
          await steps.recordQueried(caller, originatorId, await query(caller, known));
        }
        return true;
      },

      receive: async (caller, { originatorId, text }) => {
        const known = await steps.find(caller, originatorId);
        if (!known) return 'unknown';
        const status = await railOf(caller).receive(text, known);
        if (status === null) return notAbout('collection', text);
        return steps.recordNotified(caller, { originatorId, status, source: 'notification' });
      },
    };
  };
}
