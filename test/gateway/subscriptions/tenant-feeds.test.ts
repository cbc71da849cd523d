import { describe, expect, it } from 'vitest';
import type { Feed } from '#gate/subscriptions/feed.ts';
import { tenantFeeds } from '#gate/subscriptions/tenant-feeds.ts';

describe('Readers who are far behind', () => {
  it('of one institution leave a turn for those of another', async () => {
    const BUSY = 1;
    const read: Feed['read'] = async (tenantId, after) => {
      if (tenantId === BUSY && after !== null && after < 10) return new Promise(() => undefined);
      return { entries: [], through: 10, oldest: 0, latest: 10 };
    };
    const feed: Feed = { types: [], read, listen: () => async () => undefined };
    const feeds = tenantFeeds(feed, { warn: () => undefined });
    const wants = { record: null, includes: () => true };
    const busy = await feeds.open(BUSY);
    for (let n = 0; n < 50; n++) void busy.next(n % 10, wants, AbortSignal.timeout(60_000));
    const other = await feeds.open(2);
    expect(other.isBehind(3)).toBe(true);
    expect(await other.next(3, wants, AbortSignal.timeout(60_000))).toEqual({ entries: [], through: 10 });
    await feeds.close();
  });
});
