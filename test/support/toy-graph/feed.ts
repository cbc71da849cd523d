import type { Feed, FeedEntry } from '#gate/subscriptions/feed.ts';

export type ToyFeed = ReturnType<typeof toyFeed>;

/** A feed of changes of books, in memory. */
export function toyFeed() {
  const entries: FeedEntry[] = [];
  /** The book of each change, by its number: what the subgraph knows. */
  const changed = new Map<number, string>();
  const wakers = new Set<(tenantId: number | null) => void>();
  let latest = 0;
  let oldest = 0;
  let failures = 0;
  /** Reads behind a number: how often the feed was read, and from where. */
  const reads: (number | null)[] = [];
  const feed: Feed = {
    types: ['book.priced', 'book.burnt'],
    read: async (_, after, limit) => {
      reads.push(after);
      if (failures > 0) {
        failures--;
        throw new Error('the database is away');
      }
      const found = after === null ? [] : entries.filter(({ sequence }) => sequence > after).slice(0, limit);
      const through = after !== null && found.length === limit ? (found.at(-1)?.sequence ?? latest) : latest;
      return { entries: found, through, oldest, latest };
    },
    listen: (wake) => {
      wakers.add(wake);
      return async () => void wakers.delete(wake);
    },
  };
  return {
    feed,
    changed,
    reads,
    /** How many listen. */
    listeners: () => wakers.size,
    /** A change of a book; returns its number. */
    emit(book: string, entry: Partial<Pick<FeedEntry, 'type' | 'scopes' | 'owner'>> = {}): number {
      const sequence = this.write(book, entry);
      this.wake();
      return sequence;
    },
    /** A change that nobody is notified of yet. */
    write(book: string, entry: Partial<Pick<FeedEntry, 'type' | 'scopes' | 'owner'>> = {}): number {
      entries.push({
        sequence: ++latest,
        type: 'book.priced',
        scopes: ['books:read'],
        owner: null,
        records: [],
        ...entry,
      });
      changed.set(latest, book);
      return latest;
    },
    wake(): void {
      for (const wake of wakers) wake(null);
    },
    /** The next read fails. */
    failOnce: () => void (failures = 1),
    /** What is as old as this is no longer retained. */
    expire(sequence: number): void {
      oldest = sequence;
      entries.splice(0, entries.findLastIndex((entry) => entry.sequence <= sequence) + 1);
    },
  };
}
