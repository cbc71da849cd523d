import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Caller } from '../../../auth/caller.ts';
import { isOutageForAll } from '../../../runtime/outage.ts';

/** The most commands that one transaction carries out: it holds their rows locked for as long as it takes. */
const MOST_TOGETHER = 100;
/** The most that wait for one institution: what comes beyond is refused, and comes again. */
const MOST_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 5;

/** A command with the request that it came with. */
export type Call<Command> = { readonly caller: Caller; readonly command: Command };

type Waiting<Command, Result> = Call<Command> & {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Carries out in one transaction what came in while another one ran. Payments of one app all change its account, so one
 * transaction each would wait in line for that row, a commit apiece; alone, a command is carried out immediately.
 *
 * Where the transaction of several fails because of one of them, it is carried out in halves until that one is alone: its
 * refusal is its own. Where the database is away nothing is tried again here: all that wait are rejected, and come again
 * as any command does whose transaction failed.
 * @param run carries out commands of one tenant in one transaction, and returns their results in the same order
 * @throws DomainError service_unavailable where too many wait already
 */
export function together<Command, Result>(
  run: (calls: readonly Call<Command>[]) => Promise<readonly Result[]>,
): (caller: Caller, command: Command) => Promise<Result> {
  const lanes = new Map<number, Waiting<Command, Result>[]>();

  /** Resolves or rejects each of a group. Returns the error of an outage, which concerns those that wait as well. */
  const carryOut = async (group: readonly Waiting<Command, Result>[]): Promise<Outage | null> => {
    try {
      const results = await run(group.map(({ caller, command }) => ({ caller, command })));
      // There are as many results as calls, and a result may be undefined itself.
      group.forEach(({ resolve }, n) => resolve(results[n] as Result));
      return null;
    } catch (error) {
      if (group.length === 1 || isOutageForAll(error)) {
        for (const { reject } of group) reject(error);
        return isOutageForAll(error) ? { error } : null;
      }
      const middle = Math.ceil(group.length / 2);
      const outage = await carryOut(group.slice(0, middle));
      const rest = group.slice(middle);
      if (outage === null) return carryOut(rest);
      for (const { reject } of rest) reject(outage.error);
      return outage;
    }
  };
  const drain = async (tenantId: number, waiting: Waiting<Command, Result>[]): Promise<void> => {
    while (waiting.length > 0) {
      const outage = await carryOut(waiting.splice(0, MOST_TOGETHER));
      if (outage) for (const { reject } of waiting.splice(0)) reject(outage.error);
    }
    lanes.delete(tenantId);
  };

  return (caller, command) =>
    new Promise((resolve, reject) => {
      const waiting = lanes.get(caller.tenantId);
      const mine = { caller, command, resolve, reject };
      if (waiting) {
        if (waiting.length < MOST_WAITING) waiting.push(mine);
        else reject(tooMany());
        return;
      }
      const line = [mine];
      lanes.set(caller.tenantId, line);
      void drain(caller.tenantId, line);
    });
}

type Outage = { readonly error: unknown };

function tooMany() {
  return refuse(kernelRefusals.service_unavailable, 'Too many payments are being recorded. Send it again later.', {
    retry_after: RETRY_AFTER_SECONDS,
  });
}
