import { pino } from 'pino';
import { traceFields } from '#platform/runtime/tracing/tracing.ts';

export type LogLine = { readonly level: number; readonly msg: string; readonly [member: string]: unknown };

/** The real logger, writing into an array. */
export function recordingLog() {
  const lines: LogLine[] = [];
  const log = pino(
    { level: 'debug', mixin: traceFields },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines };
}
