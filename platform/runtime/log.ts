import { pino, type Logger } from 'pino';
import type { LogLevel } from './config.ts';
import { codeOf, textOf } from './thrown.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/**
 * Fields that must never stand in a log. Errors of the database are cut down to their
 * kind as well: their text can hold the values of a statement.
 */
const SECRET_FIELDS = [
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
  'email',
  'date_of_birth',
  'birth_certificate_no',
  'passport_no',
];

/** A structured log on standard error, one JSON object a line. */
export function openLog(level: LogLevel, destination: 1 | 2 = 2): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[hidden]',
      },
      serializers: { error: describeError, err: describeError },
    },
    pino.destination({ dest: destination, sync: true }),
  );
}

type Described = { name: string; message: string; code?: string; constraint?: string; stack?: string };

/** An error as it may be logged: of a database error only kind and constraint, never the statement or its values. */
function describeError(error: unknown): Described {
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
