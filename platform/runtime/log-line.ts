import { isRecord } from './is-record.ts';

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
/** The line has them already, or they are of use to a collector alone. */
const LEFT_OUT: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'trace_id', 'span_id', 'traceparent']);

/**
 * A line of the log as a person reads it on a terminal: the time, how bad it is, what happened, and its fields. What is secret was hidden
 * before: this is the text that would stand there as JSON. Control characters, which a value may have, are shown and not carried out.
 */
export function lineForPerson(json: string): string {
  const line: unknown = JSON.parse(json);
  if (!isRecord(line)) return json;
  const { level, time, msg } = line;
  const stacks: string[] = [];
  const fields = Object.entries(line).flatMap(([name, value]) => {
    if (LEFT_OUT.has(name)) return [];
    if (!isRecord(value) || typeof value['stack'] !== 'string') return [`${name}=${shown(value)}`];
    const { stack, name: _kind, message, ...more } = value;
    stacks.push(stack);
    return [`${name}=${shown(message)}`, ...Object.entries(more).map(([key, each]) => `${name}.${key}=${shown(each)}`)];
  });
  const head = [String(time).slice(11, 19), (LEVELS[Number(level)] ?? '').padEnd(5), plain(String(msg ?? ''))];
  const below = stacks.flatMap((stack) => stack.split('\n').map((each) => `    ${plain(each.trim())}\n`));
  return `${[...head, ...fields].join(' ')}\n${below.join('')}`;
}

/** A word as it is; what has blanks, quotes or parts as JSON. */
const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/+@-]+$/.test(value) ? value : plain(JSON.stringify(value) ?? '');

const plain = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (each) => `\\u${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
