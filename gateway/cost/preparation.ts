import { setTimeout as after } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { Caller } from '#platform/auth/caller.ts';
import { spentUp, type Spend } from './budget.ts';

/** What it costs to parse and validate a text that is not known: 0.6 ms for each thousand characters, and more at first. */
const READING = { least: 10, charactersAPoint: 250 } as const;
/** 120,000 points a minute, which is what a client has, come to a third of a processor. */
export const POINTS_A_MS = 6;
/** Half a processor at most goes to planning, after so much at first: a start has all its operations to plan. */
const SHARE = 0.5;
const AT_FIRST_MS = 5_000;

/** Charges for what has to be done before an operation can be carried out, which its price does not hold. */
export type Preparation = {
  /**
   * A text that is not known is to be parsed and validated; whether it is valid is not known by then.
   * @throws GraphQLError rate_limited
   */
  readonly beforeReading: (caller: Caller, text: string) => Promise<void>;
  /**
   * Plans when planning has its turn, and charges for the time that it took.
   * @param deadline in milliseconds of performance.now()
   * @throws GraphQLError rate_limited: the plan is made by then, and is not charged for again; or SERVICE_UNAVAILABLE
   */
  readonly planned: <Plan>(caller: Caller, deadline: number, plan: () => Plan) => Promise<Plan>;
};

export function preparation(spend: Spend | undefined): Preparation {
  const share = planningShare(() => performance.now());
  const charge = async (caller: Caller, points: number): Promise<void> => {
    if (points === 0) return;
    const spent = await spend?.(caller, points);
    if (spent?.refused) throw spentUp(spent.refused, spent.headers);
  };
  return {
    beforeReading: (caller, { length }) => charge(caller, READING.least + Math.ceil(length / READING.charactersAPoint)),
    async planned(caller, deadline, plan) {
      await share.turn(deadline);
      const began = process.threadCpuUsage();
      const made = plan();
      const { user, system } = process.threadCpuUsage(began);
      const ms = (user + system) / 1_000;
      share.used(ms);
      await charge(caller, Math.ceil(ms * POINTS_A_MS));
      return made;
    },
  };
}

/** Lets planning wait once it has had more than its share, so that what is planned already goes on. */
export function planningShare(now: () => number) {
  let ahead = 0;
  let at = now();
  const update = (): void => {
    ahead = Math.max(0, ahead - (now() - at) * SHARE);
    at = now();
  };
  return {
    /** @throws GraphQLError SERVICE_UNAVAILABLE where the turn would come behind the deadline */
    async turn(deadline: number): Promise<void> {
      for (;;) {
        update();
        const wait = (ahead - AT_FIRST_MS) / SHARE;
        if (wait <= 0) return;
        if (now() + wait > deadline) throw busy(wait);
        await after(wait);
      }
    },
    used(ms: number): void {
      update();
      ahead += ms;
    },
  };
}

function busy(ms: number): GraphQLError {
  const retryAfter = Math.ceil(ms / 1_000);
  return new GraphQLError('Too many new operations are being planned. Send this one again later; known ones go on.', {
    extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter },
  });
}
