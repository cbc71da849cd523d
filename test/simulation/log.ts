import { pino } from 'pino';
import type { Log } from '#platform/runtime/log.ts';
import type { LogLine } from '#test/support/recording-log.ts';

/** What a process of a history logs, line by line. An error says what it is: JSON alone leaves out its name and its message. */
export function logInto(take: (line: LogLine) => void): Log {
  const serializers = { error: shown, err: shown };
  return pino({ level: 'debug', serializers }, { write: (line: string) => take(JSON.parse(line)) });
}

function shown(error: unknown): object {
  if (!Error.isError(error)) return { message: String(error) };
  const { message, stack, cause } = error;
  return {
    ...error,
    name: error.constructor.name,
    message,
    stack,
    ...(cause === undefined ? {} : { cause: shown(cause) }),
  };
}

/**
 * Of the program: an outage, a lock that took too long, a sandbox that resets, a process that can't work for now are none, and are
 * tried again. Written without what the program takes for an outage.
 */
export function isFault({ level, error, err, incident }: LogLine): boolean {
  // What a provider contradicts itself about is a matter for people, and stands on their list.
  if (incident !== undefined) return false;
  const thrown = JSON.stringify(withoutStack(error ?? err ?? {}));
  const isOutage =
    /"kind":"unavailable"|"name":"Unavailable"|"code":"(08|25|40|53|55|57)..."|"code":"E[A-Z]+"|time-?out|Connection terminated/i.test(
      thrown,
    );
  return level >= 50 && !isOutage;
}

/** The names of functions and files say nothing of an outage. */
function withoutStack(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  return { ...error, stack: undefined, ...('cause' in error ? { cause: withoutStack(error.cause) } : {}) };
}
