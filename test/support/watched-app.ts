import type { App } from '#platform/app/compose.ts';
import type { System } from '#test/simulation/process/process.ts';

/** Is called before a member of an application is, with the way to the member and its arguments. */
export type WatchCall = (way: readonly string[], args: readonly unknown[]) => Promise<void>;

/** What is no command, and says so immediately. */
const NO_COMMANDS = new Set([
  'clock',
  'mayChange',
  'onEvents',
  'onChanges',
  'requestLog',
  'operationLog',
  'signInAt',
  'read',
  'show',
  'now',
  'ping',
  'institution',
  'generation',
  'dueJobs',
  'dueCallbacks',
  'jobCaller',
  'identify',
  'recordReadings',
  'unwrittenArchives',
]);

/** Who sends a command to the applications of this process: a row of REST, a mutation. */
export const sender: { name: string | null } = { name: null };
let sending = 0;
let underWay = 0;

/** How many calls of applications of this process have not returned. */
export const callsUnderWay = (): number => underWay;

/** Does what a client sends, under its name: `POST /api/v1/loans`, `mutation approveLoan`. Of several at a time none is named. */
export async function sentBy<Reply>(name: () => string, send: () => Promise<Reply>): Promise<Reply> {
  if (process.env['UMOJA_TEST_WATCH'] === undefined) return send();
  sending += 1;
  sender.name = sending === 1 ? name() : null;
  return send().finally(() => {
    sending -= 1;
    sender.name = null;
  });
}

/**
 * An application of the tests whose commands a bench watches: with them it has all that the suites try, and what has to be
 * there before. Elsewhere it is the application itself.
 */
export async function watchedApp(app: App, system: System): Promise<App> {
  const watcher = process.env['UMOJA_TEST_WATCH'];
  if (watcher === undefined) return app;
  const { watch } = (await import(watcher)) as { watch: (system: System) => Promise<WatchCall> };
  return membersOf(app, [], await watch(system));
}

function membersOf<Members extends object>(members: Members, way: readonly string[], watch: WatchCall): Members {
  return new Proxy(members, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof name !== 'string' || NO_COMMANDS.has(name)) return member;
      const at = [...way, name];
      if (typeof member === 'function' && !(name in Array.prototype)) {
        return async (...args: unknown[]) => {
          await watch(at, args);
          underWay += 1;
          try {
            return await Reflect.apply(member, target, args);
          } finally {
            underWay -= 1;
          }
        };
      }
      return typeof member === 'object' && member !== null && at.length < 3 ? membersOf(member, at, watch) : member;
    },
  });
}
