import { setTimeout as sleep } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';
import type { RequestMetrics, StreamEnd } from '#platform/runtime/metrics/request-metrics.ts';
import type { Spend } from '../cost/budget.ts';
import type { Feed } from './feed.ts';
import { unknownPattern, wanted } from './feed.ts';
import type { EventStream } from './event-stream.ts';
import type { From, LiveCaller } from './live-callers.ts';
import { liveCallers } from './live-callers.ts';
import { badInput, type Prepared } from './prepare.ts';
import { ended, expired, isFault, rightsChanged, shuttingDown, tooMany } from './refusals.ts';
import { sharedShow, type Show } from './shared-show.ts';
import type { TenantFeed } from './tenant-feeds.ts';
import { tenantFeeds } from './tenant-feeds.ts';

export type StreamLimits = {
  /** Streams of one client, and of all, in this process. */
  readonly ofClient: number;
  readonly ofProcess: number;
  /** How often a line is sent that says nothing, and the token is looked up again. */
  readonly pingMs: number;
  /** How long a client may take nothing while something is there for it. */
  readonly slowMs: number;
};
export const STREAM_LIMITS: StreamLimits = { ofClient: 1_000, ofProcess: 10_000, pingMs: 15_000, slowMs: 10_000 };

/** A change is shown to who was allowed to see it so long ago at most. */
const FRESH_MS = 1_000;
/** What a read of the feed costs that is for one stream alone, beside the changes that are shown: a page of it. */
const CATCH_UP_COST = 50;

export type SubscriptionsOptions = {
  readonly feed: Feed;
  readonly limits: StreamLimits;
  readonly show: Show;
  readonly spend: Spend | undefined;
  /** Counts each stream that begins, and how it ended. */
  readonly count: RequestMetrics['stream'] | undefined;
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>;
};

/** A client that wants a stream. */
type Subscriber = {
  readonly prepared: Prepared;
  readonly caller: Caller;
  readonly from: From;
  /** What each change costs. */
  readonly cost: number;
  /** Where it had come when its last connection broke. */
  readonly lastEventId: number | null;
};

/** A stream that is ready to begin. */
type Ready = {
  /** Sends what comes, until the client goes or the stream has to end. */
  readonly run: (stream: EventStream) => Promise<void>;
};

export type Subscriptions = {
  /** @throws GraphQLError where there are too many, or it can't go on where the client wants */
  readonly begin: (subscriber: Subscriber) => Promise<Ready>;
  /** Ends all streams, each with the number behind which its client can go on. */
  readonly close: () => Promise<void>;
};

export function subscriptions(options: SubscriptionsOptions): Subscriptions {
  const { feed, limits, log } = options;
  const feeds = tenantFeeds(feed, log);
  const callers = liveCallers(() => performance.now());
  const places = placesFor(limits);
  const show = sharedShow(options.show, () => performance.now());
  const streams: Streams = { running: new Map(), isClosing: false };

  return {
    async begin(subscriber) {
      if (streams.isClosing) throw shuttingDown();
      const { caller, prepared, from, lastEventId } = subscriber;
      const { chosen } = prepared;
      const unknown = chosen.types === null ? undefined : unknownPattern(chosen.types, feed.types);
      if (unknown !== undefined) throw badInput(`There are no events of the type ${unknown.slice(0, 100)}.`);
      const givePlaceUp = places(caller);
      try {
        const following = await feeds.open(caller.tenantId);
        const after = await startOf(following, lastEventId ?? chosen.after).catch((error: unknown) => {
          following.leave();
          throw error;
        });
        const live = callers(from, caller);
        const { requestId, traceparent } = caller;
        const follower = { prepared, cost: subscriber.cost, caller: { ...live.caller, requestId, traceparent } };
        return ready({ ...options, show, follower, following, live, after }, streams, givePlaceUp);
      } catch (error) {
        givePlaceUp();
        throw error;
      }
    },
    async close() {
      streams.isClosing = true;
      for (const end of streams.running.keys()) end(shuttingDown());
      await Promise.all(streams.running.values());
      await feeds.close();
    },
  };
}

type Streams = { readonly running: Map<(why: GraphQLError) => void, Promise<StreamEnd>>; isClosing: boolean };

/** Holds of the request no more than the stream needs: it may live for an hour. */
const ready = (parts: Omit<Serving, 'stream'>, streams: Streams, givePlaceUp: () => void): Ready => ({
  async run(stream) {
    const counted = parts.count?.();
    const { end, done } = serve({ ...parts, stream });
    streams.running.set(end, done);
    if (streams.isClosing) end(shuttingDown());
    const how = await done;
    counted?.(how);
    streams.running.delete(end);
    parts.following.leave();
    parts.live.leave();
    givePlaceUp();
  },
});

/** The number behind which a stream begins: the one that is requested, or that of the latest change. */
async function startOf(following: TenantFeed, behind: number | null): Promise<number> {
  const head = await following.head(behind ?? 0);
  if (behind !== null && behind > head) throw badInput(`after lies ahead of the feed, which has come to ${head}.`);
  return behind ?? head;
}

type Serving = Pick<SubscriptionsOptions, 'limits' | 'spend' | 'count' | 'log'> & {
  readonly show: Show;
  readonly follower: Pick<Subscriber, 'prepared' | 'caller' | 'cost'>;
  readonly following: TenantFeed;
  readonly live: LiveCaller;
  readonly stream: EventStream;
  readonly after: number;
};

/** Serves one stream. */
function serve(serving: Serving): { readonly end: (why: unknown) => void; readonly done: Promise<StreamEnd> } {
  const { follower, following, live, stream, limits, log } = serving;
  const { prepared, caller } = follower;
  const wants = wanted(prepared.rule, prepared.chosen, caller);
  /** Up to here the client has what it wants. */
  let position = serving.after;
  let sent = 0;
  let how: StreamEnd = 'left';

  const end = (why: unknown): void => {
    if (stream.over.aborted) return;
    const error = ended(why, position, caller.requestId, log);
    how = isFault(error) ? 'fault' : 'ended';
    stream.complete(JSON.stringify({ errors: [error] }));
  };
  const requireRights = async (mostMs: number): Promise<void> => {
    if (!(await live.isSame(mostMs))) throw rightsChanged();
  };
  const heartbeat = setInterval(() => {
    stream.ping();
    // Where tokens can't be looked up for now, nothing is shown either: changes wait for it.
    requireRights(limits.pingMs / 10).catch((error: unknown) => (isOutage(error) ? undefined : end(error)));
  }, limits.pingMs);

  const sendOn = async (): Promise<void> => {
    stream.at(position);
    while (!stream.over.aborted) {
      if (following.isBehind(position)) await afford(serving, CATCH_UP_COST);
      const found = await following.next(position, wants, stream.over);
      if (found === null) throw expired();
      for (const entry of found.entries) {
        await requireRights(FRESH_MS);
        await afford(serving, follower.cost);
        // It may have waited for a minute.
        await requireRights(FRESH_MS);
        const result = await serving.show(prepared, caller, entry.sequence);
        if (stream.over.aborted) return;
        if (result !== null) {
          position = entry.sequence;
          sent++;
          await stream.next(result.text, position);
        }
      }
      position = Math.max(position, found.through);
    }
  };
  const done = sendOn()
    .catch(end)
    .then(() => {
      clearInterval(heartbeat);
      log.info(
        { request_id: caller.requestId, client_id: caller.clientKey, sent, after: position, slow: stream.wasSlow() },
        'A stream of the graph ended.',
      );
      return stream.wasSlow() ? 'dropped' : how;
    });
  return { end, done };
}

/** Takes a price; where the client has spent what it has, its stream waits for the next minute. */
async function afford({ spend, follower: { caller }, stream }: Serving, cost: number): Promise<void> {
  for (;;) {
    const refused = (await spend?.(caller, cost))?.refused ?? null;
    if (refused === null || stream.over.aborted) return;
    // It fails where the stream is over, which is looked at above.
    await sleep(refused.retryAfter * 1_000, undefined, { signal: stream.over }).catch(() => undefined);
  }
}

/** Counts the streams of each client. @throws GraphQLError where there are too many */
function placesFor({ ofClient, ofProcess }: StreamLimits) {
  const counts = new Map<string, number>();
  let all = 0;
  return ({ tenantId, clientId }: Caller): (() => void) => {
    const key = `${tenantId} ${clientId}`;
    const own = counts.get(key) ?? 0;
    if (own >= ofClient) throw tooMany('of this client', ofClient, 429);
    if (all >= ofProcess) throw tooMany('in all', ofProcess, 503);
    counts.set(key, own + 1);
    all++;
    return () => {
      all--;
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    };
  };
}

const isOutage = (error: unknown): boolean =>
  error instanceof GraphQLError && error.extensions.code === 'SERVICE_UNAVAILABLE';
