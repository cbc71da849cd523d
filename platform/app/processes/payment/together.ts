import type { Caller } from '../../../auth/caller.ts';

/** The most commands that one transaction carries out: it holds their rows locked for as long as it takes. */
const MOST_TOGETHER = 100;

type Waiting<Command, Result> = {
  readonly caller: Caller;
  readonly command: Command;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Carries out in one transaction what came in while another one ran. Payments of one app all change its account, so one
 * transaction each would wait in line for that row, a commit apiece; alone, a command is carried out at once. Where the
 * transaction of several fails, each is carried out by itself, so that one refusal is its own.
 * @param run carries out commands of one tenant in one transaction, and returns their results in the same order
 */
export function together<Command, Result>(
  run: (caller: Caller, commands: readonly Command[]) => Promise<readonly Result[]>,
): (caller: Caller, command: Command) => Promise<Result> {
  const lanes = new Map<number, Waiting<Command, Result>[]>();

  const alone = async ({ caller, command, resolve, reject }: Waiting<Command, Result>): Promise<void> => {
    await run(caller, [command]).then(([result]) => resolve(result as Result), reject);
  };
  const several = async (group: readonly [Waiting<Command, Result>, ...Waiting<Command, Result>[]]): Promise<void> => {
    const commands = group.map(({ command }) => command);
    const results = await run(group[0].caller, commands).catch(() => null);
    if (results === null) for (const each of group) await alone(each);
    else group.forEach(({ resolve }, n) => resolve(results[n] as Result));
  };
  const drain = async (tenantId: number, waiting: Waiting<Command, Result>[]): Promise<void> => {
    for (;;) {
      const [first, ...others] = waiting.splice(0, MOST_TOGETHER);
      if (first === undefined) break;
      await (others.length === 0 ? alone(first) : several([first, ...others]));
    }
    lanes.delete(tenantId);
  };

  return (caller, command) =>
    new Promise((resolve, reject) => {
      const waiting = lanes.get(caller.tenantId);
      const mine = { caller, command, resolve, reject };
      if (waiting) {
        waiting.push(mine);
        return;
      }
      const line = [mine];
      lanes.set(caller.tenantId, line);
      void drain(caller.tenantId, line);
    });
}
