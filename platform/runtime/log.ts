import { isatty } from 'node:tty';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.ts';
import { lineForPerson } from './log-line.ts';
import { codeOf, textOf } from './thrown.ts';
import { traceFields } from './tracing/tracing.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/**
 * Fields that must never stand in a log. Errors of the database are cut down to their
 * kind as well: their text can hold the values of a statement.
 */
const SECRET_FIELDS = new Set([
  'authorization',
  'client_secret',
  'access_token',
  'secret',
  'password',
  'national_id',
  'nationalId',
  'id_number',
  'phone',
  'msisdn',
  'bank_account',
  'bankAccount',
  'email',
  'date_of_birth',
  'birth_certificate_no',
  'passport_no',
]);
/** How deep they are looked for: in a line, in its objects and in theirs. */
const LEVELS = 3;

/** The fields of a line or of an object in it; those that must not be seen are hidden. Most have none, and stay as they are. */
function withoutSecrets(fields: Record<string, unknown>, levels = LEVELS): Record<string, unknown> {
  let shown = fields;
  for (const [name, value] of Object.entries(fields)) {
    const visible = SECRET_FIELDS.has(name) ? '[hidden]' : withoutSecretsIn(value, levels - 1);
    if (visible === value) continue;
    if (shown === fields) shown = { ...fields };
    shown[name] = visible;
  }
  return shown;
}

function withoutSecretsIn(value: unknown, levels: number): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutSecretsIn(item, levels - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // An error is described by its serializer; what writes itself holds no fields.
  if (prototype !== Object.prototype && prototype !== null) return value;
  // A plain object, see its prototype.
  return withoutSecrets(value as Record<string, unknown>, levels);
}

/** A structured log on standard error, one JSON object a line; in words where a person sees it on a terminal. */
export function openLog(level: LogLevel, destination: 1 | 2 = 2): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      // pino's own redaction walks all these names in each line: it took half of the time of writing one.
      formatters: { log: (fields) => withoutSecrets(fields) },
      serializers: { error: describeError, err: describeError },
    },
    linesTo(destination),
  );
}

function linesTo(destination: 1 | 2): DestinationStream {
  const lines = pino.destination({ dest: destination, sync: true });
  return isatty(destination) ? { write: (line) => void lines.write(lineForPerson(line)) } : lines;
}

type Described = { name: string; message: string; code?: string; constraint?: string; stack?: string };

/** An error as it may be logged or shown: of a database error only kind and constraint, never the statement or its values. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const [code, constraint] = [codeOf(error), textOf(error, 'constraint')];
  const fromDatabase = code !== null && (textOf(error, 'severity') !== null || /^[0-9A-Z]{5}$/.test(code));
  return {
    name: error.name,
    message: fromDatabase ? 'The database refused a statement.' : error.message,
    ...(code === null ? {} : { code }),
    ...(constraint === null ? {} : { constraint }),
    ...(error.stack === undefined ? {} : { stack: fromDatabase ? framesOf(error.stack) : error.stack }),
  };
}

function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
