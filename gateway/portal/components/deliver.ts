import type { Client, CombinedError } from 'urql';
import { refusedIn, userErrorsOf, type Sent, type Step, type UserError, type Values } from './step.ts';

/** What became of a step that was sent. */
type Answer = {
  readonly data: unknown;
  /** Why it was refused; empty where it was done. */
  readonly found: readonly UserError[];
  /** Whether it was done is not known: the same key goes with the next attempt, and the same content. */
  readonly isInDoubt: boolean;
  /** False where it was turned away before anyone looked at it: that says nothing of an earlier attempt. */
  readonly isJudged: boolean;
  /** What went wrong beside that. */
  readonly error: CombinedError | null;
};

/** The first attempt is still at it: its reply is waited for. */
const MOST_WAITS = 8;
const WAIT_MS = 1_000;

/** Sends a step; where an earlier attempt with its key is under way, again until that has ended. */
export async function deliver(step: Step, client: Client, values: Values, sent: Sent): Promise<Answer> {
  for (let waits = 0; ; waits++) {
    const { data, error } = await step.send(client, values, sent);
    const refusals = error?.graphQLErrors.map(refusedIn) ?? [];
    const found = [...(data ? userErrorsOf(data) : []), ...refusals];
    const isRunning = isAmong('idempotency_request_in_progress', found);
    if (!isRunning || waits === MOST_WAITS) {
      const isInDoubt = isRunning || error?.networkError !== undefined || isAmong('outcome_unknown', found);
      const isJudged = error === undefined && !isAmong('step_up_required', found);
      return { data, found, isInDoubt, isJudged, error: error ?? null };
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

export const isAmong = (code: string, found: readonly UserError[]): boolean => found.some((each) => each.code === code);
