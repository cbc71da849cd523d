import { describe, expect, it } from 'vitest';
import { Unavailable, WriteInDoubt } from '#platform/runtime/outage.ts';
import type { LogLine } from '#test/support/recording-log.ts';
import { isFault, logInto } from './log.ts';

/** The line of an error, as a worker logs it. */
function lineOf(error: unknown, more: object = {}): LogLine {
  const lines: LogLine[] = [];
  logInto((line) => void lines.push(line)).error({ error, tenant_id: 1, ...more }, 'A job failed.');
  return lines[0]!;
}

describe('A line that a history has logged', () => {
  it.each([
    ['a process that can’t work for now', new Unavailable('The clock is not known.', 5)],
    ['a write that met one', new WriteInDoubt(new Unavailable('The clock is not known.', 5))],
    ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
    ['a connection that was refused', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ])('is no fault of the program where it is of %s', (_, error) => {
    expect(isFault(lineOf(error))).toBe(false);
  });

  it('is one where something else was thrown, and says what', () => {
    const line = lineOf(new TypeError('amount is undefined'));
    expect(isFault(line)).toBe(true);
    expect(line['error']).toMatchObject({ name: 'TypeError', message: 'amount is undefined' });
  });

  it('is one where only its stack names a timeout', () => {
    const error = new TypeError('amount is undefined');
    error.stack = 'TypeError\n    at checkTimeout (timeouts.ts:1:1)';
    expect(isFault(lineOf(error))).toBe(true);
  });

  it('is none where people have an incident of it', () => {
    expect(isFault(lineOf(new Error('It contradicts itself.'), { incident: 7 }))).toBe(false);
  });
});
