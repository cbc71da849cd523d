import type { BaseLogger } from 'pino';
import type { Feed, FeedEntry, FeedPart, Wanted } from './feed.ts';
import { turns } from './turns.ts';

/** Changes that are held for readers who are a little behind; who is further behind reads the feed. */
const WINDOW = 1_000;
/** Changes that one read brings. */
const PAGE = 500;
/** Reads of the feed for readers who are behind, at the same time: in all, and of one institution, so that others get a turn. */
const MOST_CATCHING_UP = 4;
const MOST_OF_TENANT = 2;
const RETRY_MS = 1_000;

/** What is new for one reader: the changes that it wants, and the number up to which there are no others. */
type NewEntries = Pick<FeedPart, 'entries' | 'through'>;

/** The feed of one institution as it grows, read once for all who follow it. */
export type TenantFeed = {
  /** How far the feed had come when this reader came, or later, where it names a number that lies ahead of that. */
  readonly head: (atLeast: number) => Promise<number>;
  /**
   * What the reader wants of what came behind a number; waits where there is nothing.
   * @returns null where changes since then are no longer retained
   */
  readonly next: (after: number, wants: Wanted, signal: AbortSignal) => Promise<NewEntries | null>;
  /** Whether `next` reads the feed for this reader alone, because it is further behind than what is held. */
  readonly isBehind: (after: number) => boolean;
  /** To be called once, when the reader leaves. */
  readonly leave: () => void;
};

export type TenantFeeds = {
  /** Begins to follow the feed of an institution. */
  readonly open: (tenantId: number) => Promise<TenantFeed>;
  readonly close: () => Promise<void>;
};

/** Follows the feeds of those institutions that have subscribers, each by one reader. */
export function tenantFeeds(feed: Feed, log: Pick<BaseLogger, 'warn'>): TenantFeeds {
  const followed = new Map<number, Followed>();
  const inTurn = turns(MOST_CATCHING_UP);
  const catchUp: Feed['read'] = (tenantId, after, limit) => inTurn(() => feed.read(tenantId, after, limit));
  let end: (() => Promise<void>) | null = null;
  const wake = (tenantId: number | null): void => {
    if (tenantId !== null) return followed.get(tenantId)?.wake();
    for (const each of followed.values()) each.wake();
  };

  return {
    async open(tenantId) {
      end ??= feed.listen(wake);
      let known = followed.get(tenantId);
      if (known === undefined) {
        known = follow(tenantId, { read: feed.read, catchUp }, log);
        followed.set(tenantId, known);
      }
      const each = known;
      each.readers++;
      let isHere = true;
      const leave = (): void => {
        if (!isHere) return;
        isHere = false;
        if (--each.readers > 0) return;
        each.stop();
        followed.delete(tenantId);
      };
      try {
        await each.begun;
        return { head: each.head, next: each.next, isBehind: each.isBehind, leave };
      } catch (error) {
        leave();
        throw error;
      }
    },
    async close() {
      for (const each of followed.values()) each.stop();
      followed.clear();
      await end?.();
    },
  };
}

/** Who has all up to a number, and waits for what comes behind it. */
type Waiter = { readonly after: number; readonly wants: Wanted; readonly resolve: (found: NewEntries) => void };

type Followed = {
  readers: number;
  readonly begun: Promise<void>;
  readonly head: TenantFeed['head'];
  readonly next: TenantFeed['next'];
  readonly isBehind: TenantFeed['isBehind'];
  readonly wake: () => void;
  readonly stop: () => void;
};

/** `catchUp` is for readers who are behind: they don't hold up what is new. */
type Reads = { readonly read: Feed['read']; readonly catchUp: Feed['read'] };

function follow(tenantId: number, feed: Reads, log: Pick<BaseLogger, 'warn'>): Followed {
  const window = heldChanges();
  const waiting = waitingReaders();
  const inTurn = turns(MOST_OF_TENANT);
  const isBehind = (after: number): boolean => after < window.from();
  const begun = feed.read(tenantId, null, 0).then(({ latest }) => window.begin(latest));
  const { wake, stop } = readingOn({
    isMore: async () => {
      await begun;
      const part = await feed.read(tenantId, window.latest(), PAGE);
      if (part.through > window.latest()) {
        window.append(part);
        waiting.offer(part.entries, part.through);
      }
      return part.through < part.latest;
    },
    failed: (error) =>
      log.warn({ err: error, tenant: tenantId }, 'The feed of changes could not be read; it is tried again.'),
  });

  return {
    readers: 0,
    begun,
    // Who was behind has read the feed itself, and may have seen more of it than is held here.
    head: async (atLeast) =>
      atLeast <= window.latest() ? window.latest() : (await feed.catchUp(tenantId, null, 0)).latest,
    isBehind,
    wake,
    stop,
    async next(after, wants, signal) {
      if (isBehind(after)) {
        const { entries, through, oldest } = await inTurn(() => feed.catchUp(tenantId, after, PAGE));
        return after < oldest ? null : { entries: entries.filter(wants.includes), through };
      }
      const missed = window.behind(after).filter(wants.includes);
      if (missed.length > 0) return { entries: missed, through: window.latest() };
      return waiting.wait(wants, Math.max(after, window.latest()), signal);
    },
  };
}

/** The latest changes, those behind `from`. */
function heldChanges() {
  let held: FeedEntry[] = [];
  let from = 0;
  let latest = 0;
  return {
    from: () => from,
    latest: () => latest,
    begin(at: number): void {
      from = latest = at;
    },
    behind: (after: number): readonly FeedEntry[] => held.filter(({ sequence }) => sequence > after),
    append({ entries, through }: Pick<FeedPart, 'entries' | 'through'>): void {
      held.push(...entries);
      latest = through;
      if (held.length <= WINDOW) return;
      held = held.slice(-WINDOW);
      from = (held[0]?.sequence ?? latest) - 1;
    },
  };
}

type Reading = { readonly isMore: () => Promise<boolean>; readonly failed: (error: unknown) => void };

/** Reads on when it is woken, one read after the other, and again after a failure. */
function readingOn({ isMore, failed }: Reading) {
  let isReading = false;
  let isNew = false;
  let isStopped = false;
  let retry: ReturnType<typeof setTimeout> | null = null;
  const readOn = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (isNew && !isStopped) {
        isNew = false;
        isNew = (await isMore()) || isNew;
      }
    } catch (error) {
      failed(error);
      isNew = true;
      if (!isStopped) {
        retry ??= setTimeout(() => {
          retry = null;
          void readOn();
        }, RETRY_MS);
      }
    } finally {
      isReading = false;
    }
  };
  return {
    wake(): void {
      isNew = true;
      void readOn();
    },
    stop(): void {
      isStopped = true;
      if (retry !== null) clearTimeout(retry);
    },
  };
}

/** Who waits for a change, by the record that it has to name: a change looks at few of the many that wait. */
function waitingReaders() {
  const byRecord = new Map<string | null, Set<Waiter>>();
  const remove = (waiter: Waiter): void => {
    const { record } = waiter.wants;
    const same = byRecord.get(record);
    same?.delete(waiter);
    if (same?.size === 0) byRecord.delete(record);
  };

  return {
    wait: (wants: Wanted, after: number, signal: AbortSignal): Promise<NewEntries> => {
      const { promise, resolve } = Promise.withResolvers<NewEntries>();
      const end = (): void => {
        remove(waiter);
        resolve({ entries: [], through: after });
      };
      const waiter: Waiter = {
        after,
        wants,
        resolve: (found) => {
          signal.removeEventListener('abort', end);
          remove(waiter);
          resolve(found);
        },
      };
      const same = byRecord.get(wants.record) ?? new Set();
      byRecord.set(wants.record, same.add(waiter));
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
      return promise;
    },
    offer(entries: readonly FeedEntry[], through: number): void {
      const wanted = new Map<Waiter, FeedEntry[]>();
      for (const entry of entries) {
        for (const record of new Set([null, ...entry.records])) {
          for (const waiter of byRecord.get(record) ?? []) {
            if (entry.sequence <= waiter.after || !waiter.wants.includes(entry)) continue;
            const found = wanted.get(waiter) ?? [];
            wanted.set(waiter, found);
            found.push(entry);
          }
        }
      }
      for (const [waiter, found] of wanted) waiter.resolve({ entries: found, through });
    },
  };
}
