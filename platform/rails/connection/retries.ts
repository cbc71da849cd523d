/** How a rail waits between two tries of one request. */
export type Waiting = {
  /** Waits, not beyond the deadline. Resolves when either has come. */
  readonly pause: (milliseconds: number, deadline: AbortSignal) => Promise<void>;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
};

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 250;
/** Beyond it the caller retries later. */
const LONGEST_PAUSE_MS = 4_000;

/** Sends a request again while the provider has not taken it, for certain: it was turned away, or not sent. */
export async function sendWithRetries<A extends { readonly kind: string; readonly retryAfterSeconds?: number | null }>(
  send: () => Promise<A>,
  { pause, random }: Waiting,
  deadline: AbortSignal,
): Promise<A> {
  for (let tries = 1; ; tries++) {
    const reply = await send();
    if (reply.kind !== 'back_off' && reply.kind !== 'not_sent') return reply;
    const seconds = reply.retryAfterSeconds ?? null;
    const wait = seconds === null ? backOff(tries, random) : seconds * 1_000;
    if (tries === MOST_TRIES || deadline.aborted || wait > LONGEST_PAUSE_MS) return reply;
    await pause(wait, deadline);
    if (deadline.aborted) return reply;
  }
}

/** Doubles with each try, with up to as much again at random, so that many don't come back at the same moment. */
function backOff(tries: number, random: () => number): number {
  const step = FIRST_PAUSE_MS * 2 ** (tries - 1);
  return Math.round(step / 2 + step * random());
}
