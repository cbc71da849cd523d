import type { Caller } from '#platform/auth/caller.ts';
import type { WaitingRoom } from './waiting-room.ts';

/** A part of a feed: complete up to `through`. */
type Part = { readonly rows: readonly unknown[]; readonly through: number; readonly more: boolean };

/**
 * A part of a feed, as soon as it has an entry or the feed goes on, and at the latest when the time is over.
 * @param read the part behind a number; null: from the oldest
 */
export async function heldUntilNew<P extends Part>(
  caller: Caller,
  first: number | null,
  { waiting, seconds }: { readonly waiting: WaitingRoom; readonly seconds: number },
  read: (after: number | null) => Promise<P>,
): Promise<P> {
  const until = performance.now() + seconds * 1_000;
  for (let after = first; ;) {
    const part = await read(after);
    const left = until - performance.now();
    if (part.rows.length > 0 || part.more || left <= 0 || !(await waiting.wait(caller, left))) return part;
    after = part.through;
  }
}
