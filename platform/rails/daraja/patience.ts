/** How a rail waits between two tries of one request. */
export type Patience = {
  /** Waits, not beyond the deadline. Resolves when either has come. */
  readonly pause: (milliseconds: number, deadline: AbortSignal) => Promise<void>;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
};

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 250;
/** Beyond it whoever waits is better told to come back. */
const LONGEST_PAUSE_MS = 4_000;

/** Sends a request again while the provider surely has not taken it: it was turned away, or never left us. */
export async function sendPatiently<A extends { readonly kind: string; readonly retryAfterSeconds?: number | null }>(
  send: () => Promise<A>,
  { pause, random }: Patience,
  deadline: AbortSignal,
): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    if (answer.kind !== 'back_off' && answer.kind !== 'not_sent') return answer;
    const asked = answer.retryAfterSeconds ?? null;
    const wait = asked === null ? backOff(tries, random) : asked * 1_000;
    if (tries === MOST_TRIES || deadline.aborted || wait > LONGEST_PAUSE_MS) return answer;
    await pause(wait, deadline);
    if (deadline.aborted) return answer;
  }
}

/** Doubles with each try, with up to as much again at random, so that many don't come back at the same moment. */
function backOff(tries: number, random: () => number): number {
  const step = FIRST_PAUSE_MS * 2 ** (tries - 1);
  return Math.round(step / 2 + step * random());
}
