import { DomainError } from '#core/kernel/domain-error.ts';
import type { Answer, News } from '#core/payment-bridge/carriage.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import type { BridgeWorld } from '#core/payment-bridge/ports.ts';
import { requestAppCollection, type RequestCollection } from '#core/payment-bridge/use-cases/request-collection.ts';
import {
  beginCollection,
  recordCollectionAnswer,
  recordCollectionNews,
} from '#core/payment-bridge/use-cases/settle-collection.ts';
import type { Caller } from '../auth/caller.ts';
import type { Log } from '../log.ts';
import type { TenantTransaction } from '../persistence/database.ts';
import type { PromptRailOf } from '../rails/collection-rail.ts';
import type { Answered, Asked, Given, Transact } from '../transact.ts';

/** How long a request waits for the provider's answer. Beyond it nobody knows whether the payer was asked. */
const ANSWER_DEADLINE_MS = 5_000;

export type Collecting = {
  /** Asks a payer: written down, committed; provider called; answer written down and replied. */
  readonly request: (asked: Asked<Collection>, command: RequestCollection) => Promise<Answered>;
  /** Looks after a collection: one that is pending is tried again, of one that lacks a result the provider is asked. */
  readonly check: (caller: Caller, originatorId: string) => Promise<void>;
  /** Takes the provider's news. False where the collection is none of ours. */
  readonly hear: (caller: Caller, news: { readonly originatorId: string; readonly text: string }) => Promise<boolean>;
};

/**
 * Collections have a foreign effect as payouts have: two transactions and the provider between them. They differ in
 * that a prompt has no name of ours: one whose answer got lost is never made again, and can't be asked about.
 */
export function collecting(
  { transact, promptRailOf, log }: { transact: Transact; promptRailOf: PromptRailOf; log: Log },
  worldOf: (tx: TenantTransaction, given: Given) => BridgeWorld,
): Collecting {
  const railOf = ({ tenantId, mode }: Caller) => promptRailOf(tenantId, mode);

  const ask = async (caller: Caller, collection: Collection): Promise<Answer> => {
    const { originatorId, amount, msisdn, accountReference, narration: description } = collection;
    try {
      const order = { originatorId, amount, msisdn, accountReference, description };
      return await railOf(caller).ask(order, AbortSignal.timeout(ANSWER_DEADLINE_MS));
    } catch (error) {
      log.warn({ error, originator_id: originatorId }, 'The rail of collections failed; the collection is unknown.');
      return { kind: 'unknown' };
    }
  };

  const query = async (caller: Caller, { originatorId, providerRef }: Collection): Promise<News> => {
    if (providerRef === null) return { kind: 'pending' };
    try {
      return await railOf(caller).query({ originatorId, providerRef }, AbortSignal.timeout(ANSWER_DEADLINE_MS));
    } catch (error) {
      log.warn({ error, originator_id: originatorId }, 'The rail of collections can’t be asked; it is asked later.');
      return { kind: 'pending' };
    }
  };

  const look = (caller: Caller, originatorId: string) =>
    transact.look(caller, (tx) => tx.em.findOne(Collection, { originatorId }));
  const record = (caller: Caller, command: Parameters<typeof recordCollectionNews>[0]) =>
    transact.run('recordCollectionNews', caller, (tx, given) => recordCollectionNews(command, worldOf(tx, given)));

  return {
    request: async (asked, command) => {
      const begun = await transact.begin<Collection>(
        'requestAppCollection',
        {
          caller: asked.caller,
          claim: asked.claim,
          refused: asked.refused,
          resourceOf: (collection) => collection.uuid,
          resume: async (uuid, tx) => {
            const collection = await tx.em.findOneOrFail(Collection, { uuid });
            return collection.state === 'sending' ? null : asked.present(collection, tx);
          },
        },
        (tx, given) => requestAppCollection(command, worldOf(tx, given)),
      );
      if (begun.kind === 'answered') return begun;
      const { originatorId, uuid: resource } = begun.result;
      const answer = await ask(asked.caller, begun.result);
      return transact.finish('recordCollectionAnswer', { ...asked, resource }, (tx, given) =>
        recordCollectionAnswer({ originatorId, answer }, worldOf(tx, given)),
      );
    },

    check: async (caller, originatorId) => {
      const collection = await look(caller, originatorId);
      if (!collection || collection.nextCheckAt === null) return;
      if (collection.state !== 'pending') {
        await record(caller, { originatorId, news: await query(caller, collection), asked: true });
        return;
      }
      const begun = await transact.run('beginCollection', caller, (tx, given) =>
        beginCollection({ originatorId }, worldOf(tx, given)),
      );
      if (begun === null) return;
      const answer = await ask(caller, begun);
      await transact.run('recordCollectionAnswer', caller, (tx, given) =>
        recordCollectionAnswer({ originatorId, answer }, worldOf(tx, given)),
      );
    },

    hear: async (caller, { originatorId, text }) => {
      const collection = await look(caller, originatorId);
      if (!collection) return false;
      const news = await railOf(caller).hear(text, collection);
      if (news === null) {
        log.warn({ originator_id: originatorId }, 'A callback says nothing of the prompt that it was made for.');
        return true;
      }
      try {
        await record(caller, { originatorId, news, asked: false });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        log.error(
          { code: error.code, originator_id: originatorId, news: news.kind, request_id: caller.requestId },
          'A provider’s news contradict what is settled; somebody has to look at this collection.',
        );
      }
      return true;
    },
  };
}
