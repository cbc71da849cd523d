import { pino } from 'pino';

export type LogLine = { readonly level: number; readonly msg: string; readonly [member: string]: unknown };

/** The real logger, writing into an array. */
export function recordingLog() {
  const lines: LogLine[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
