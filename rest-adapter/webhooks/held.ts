import type { Caller } from '#platform/auth/caller.ts';
import type { Call } from '../route.ts';
import { wholeParameter } from '../shapes.ts';
import type { WaitingRoom } from './waiting-room.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_WAIT = 20;

/** How much a part of a feed holds, and how long a request for it may be held. */
export const heldParameters = {
  limit: wholeParameter('^[1-9][0-9]{0,8}$', {
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: `Events of a page; more than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
    examples: [DEFAULT_LIMIT],
  }),
  wait: wholeParameter('^([0-9]|1[0-9]|20)$', {
    minimum: 0,
    maximum: MAX_WAIT,
    default: 0,
    description: 'Where there is nothing new: seconds to wait for it before an empty page is sent.',
    examples: [MAX_WAIT],
  }),
} as const;

/** The limit that a request names, or the usual one. */
export const limitOf = (limit: unknown): number => Math.min(Number(limit ?? DEFAULT_LIMIT), MAX_LIMIT);

/** A part of a feed: complete up to `through`. */
type Part = { readonly rows: readonly unknown[]; readonly through: number; readonly more: boolean };

type Held = Pick<Call<never, never, never>, 'caller' | 'callerNow'> & {
  readonly waiting: WaitingRoom;
  readonly seconds: number;
};

/**
 * A part of a feed, as soon as it has an entry or the feed goes on, and at the latest when the time is over. Whose request
 * waited is looked up again: a token that ended meanwhile is shown nothing of what came since.
 * @param read the part behind a number (null: from the oldest), as far as the caller may see it
 * @throws DomainError invalid_token, insufficient_scope
 */
export async function heldUntilNew<P extends Part>(
  first: number | null,
  { caller: sender, callerNow, waiting, seconds }: Held,
  read: (after: number | null, caller: Caller) => Promise<P>,
): Promise<P> {
  const until = performance.now() + seconds * 1_000;
  for (let [after, caller] = [first, sender]; ;) {
    const part = await read(after, caller);
    const left = until - performance.now();
    if (part.rows.length > 0 || part.more || left <= 0 || !(await waiting.wait(caller, left))) return part;
    after = part.through;
    caller = await callerNow();
  }
}
