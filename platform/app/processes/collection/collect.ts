import { DomainError } from '#core/kernel/domain-error.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { Answer, News } from '#core/payment-bridge/payment-attempt.ts';
import type { CollectionOrder } from '#core/payment-bridge/ports.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Log } from '../../../runtime/log.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { PromptRailOf } from '../../../rails/collection-rail.ts';
import type { Handled, CommandRequest, CommandContext, Transact } from '../../transact.ts';

/** How long a request waits for the provider's answer. Beyond it nobody knows whether the payer was asked. */
const ANSWER_DEADLINE_MS = 5_000;

type UseCase<Command, Result, Ports> = (command: Command, ports: Ports) => Promise<Outcome<Result>>;
type Named = { readonly originatorId: string };

/** A collection as a rail has to know it, and how far it has come. */
export type Awaiting = CollectionOrder & {
  readonly uuid: string;
  /** The provider's name for the prompt, once it has acknowledged. */
  readonly providerRef: string | null;
  /** Surely nobody was asked yet. */
  readonly isUnsent: boolean;
  /** The payer may be asked just now, and there is no answer. */
  readonly isUnanswered: boolean;
  /** Something is awaited of the provider. */
  readonly isAwaited: boolean;
};

/**
 * A kind of collections from people: those of apps, those of the institution itself. Its use cases know no provider;
 * what every collection has in common on its way out and back is here.
 */
export type CollectionKind<Command, Item, Ports> = {
  readonly portsOf: (tx: TenantTransaction, given: CommandContext) => Ports;
  /** Writes the collection down before anybody is asked. */
  readonly request: UseCase<Command, Item, Ports>;
  /** Takes up one that surely was not sent; null where there is none, or its time is over. */
  readonly begin: UseCase<Named, Item | null, Ports>;
  readonly recordAnswer: UseCase<Named & { readonly answer: Answer }, Item, Ports>;
  readonly recordNews: UseCase<Named & { readonly news: News; readonly asked: boolean }, Item, Ports>;
  readonly find: (tx: TenantTransaction, by: { readonly uuid: string } | Named) => Promise<Item | null>;
  readonly awaiting: (item: Item) => Awaiting;
};

export type Collect<Command, Item> = {
  /** Asks a payer: written down, committed; provider called; answer written down and replied. */
  readonly request: (asked: CommandRequest<Item>, command: Command) => Promise<Handled>;
  /**
   * Looks after a collection: one that was not sent is tried again, of one without a result the provider is asked.
   * False where the collection is none of this kind.
   */
  readonly check: (caller: Caller, originatorId: string) => Promise<boolean>;
  /** Takes the provider's news. False where the collection is none of this kind. */
  readonly hear: (caller: Caller, news: Named & { readonly text: string }) => Promise<boolean>;
};

/**
 * Collections have a foreign effect as payments have: two transactions and the provider between them. They differ in
 * that a prompt has no name of ours: one whose answer got lost is never made again, and can't be asked about.
 */
export function collectingFrom(transact: Transact, promptRailOf: PromptRailOf, log: Log) {
  const railOf = ({ tenantId, mode }: Caller) => promptRailOf(tenantId, mode);

  const ask = async (caller: Caller, order: Awaiting): Promise<Answer> => {
    try {
      return await railOf(caller).ask(order, AbortSignal.timeout(ANSWER_DEADLINE_MS));
    } catch (error) {
      const about = { error, originator_id: order.originatorId };
      log.warn(about, 'The rail of collections failed; the collection is unknown.');
      return { kind: 'unknown' };
    }
  };

  const query = async (caller: Caller, { originatorId, providerRef }: Awaiting): Promise<News> => {
    if (providerRef === null) return { kind: 'pending' };
    try {
      return await railOf(caller).query({ originatorId, providerRef }, AbortSignal.timeout(ANSWER_DEADLINE_MS));
    } catch (error) {
      log.warn({ error, originator_id: originatorId }, 'The rail of collections can’t be asked; it is asked later.');
      return { kind: 'pending' };
    }
  };

  return <Command, Item, Ports>(kind: CollectionKind<Command, Item, Ports>): Collect<Command, Item> => {
    const { request, begin, recordAnswer, recordNews, find, awaiting, portsOf } = kind;
    const look = (caller: Caller, originatorId: string) =>
      transact.look(caller, async (tx) => {
        const item = await find(tx, { originatorId });
        return item === null ? null : awaiting(item);
      });
    const record = (caller: Caller, command: Parameters<typeof recordNews>[0]) =>
      transact.run(recordNews.name, caller, (tx, given) => recordNews(command, portsOf(tx, given)));

    return {
      request: async (asked, command) => {
        const begun = await transact.begin<Item>(
          request.name,
          {
            caller: asked.caller,
            claim: asked.claim,
            refused: asked.refused,
            resourceOf: (item) => awaiting(item).uuid,
            resume: async (uuid, tx, views) => {
              const item = await find(tx, { uuid });
              if (item === null) throw new Error(`The collection ${uuid} of a kept key is gone.`);
              return awaiting(item).isUnanswered ? null : asked.present(item, views);
            },
          },
          (tx, given) => request(command, portsOf(tx, given)),
        );
        if (begun.kind === 'handled') return begun;
        const order = awaiting(begun.result);
        const { originatorId, uuid: resource } = order;
        const answer = await ask(asked.caller, order);
        return transact.finish(recordAnswer.name, { ...asked, resource }, (tx, given) =>
          recordAnswer({ originatorId, answer }, portsOf(tx, given)),
        );
      },

      check: async (caller, originatorId) => {
        const known = await look(caller, originatorId);
        if (known === null) return false;
        if (!known.isAwaited) return true;
        if (!known.isUnsent) {
          await record(caller, { originatorId, news: await query(caller, known), asked: true });
          return true;
        }
        const begun = await transact.run(begin.name, caller, (tx, given) =>
          begin({ originatorId }, portsOf(tx, given)),
        );
        if (begun === null) return true;
        const answer = await ask(caller, awaiting(begun));
        await transact.run(recordAnswer.name, caller, (tx, given) =>
          recordAnswer({ originatorId, answer }, portsOf(tx, given)),
        );
        return true;
      },

      hear: async (caller, { originatorId, text }) => {
        const known = await look(caller, originatorId);
        if (!known) return false;
        const news = await railOf(caller).hear(text, known);
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
  };
}
