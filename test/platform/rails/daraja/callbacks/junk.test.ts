import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readB2bResult } from '#platform/rails/daraja/callbacks/b2b-result.ts';
import { readB2cResult } from '#platform/rails/daraja/callbacks/b2c-result.ts';
import { readBalanceResult } from '#platform/rails/daraja/callbacks/balance-result.ts';
import { readPaybillPayment } from '#platform/rails/daraja/callbacks/c2b.ts';
import { MAX_CALLBACK_BYTES } from '#platform/rails/daraja/callbacks/result.ts';
import { readReversalResult } from '#platform/rails/daraja/callbacks/reversal-result.ts';
import { readStatusResult } from '#platform/rails/daraja/callbacks/status-result.ts';
import { readStkCallback } from '#platform/rails/daraja/callbacks/stk-callback.ts';
import { readQueueTimeout } from '#platform/rails/daraja/callbacks/timeout.ts';
import { B2B, B2C_SUCCESS, BALANCE, C2B, REVERSAL, STATUS, STK_SUCCESS } from './samples.ts';

type Read = (text: string) => { readonly kind: string };

const PARSERS: readonly [name: string, read: Read, sample: string][] = [
  ['B2C result', readB2cResult, B2C_SUCCESS],
  ['B2B result', readB2bResult, B2B],
  ['status result', readStatusResult, STATUS],
  ['STK callback', readStkCallback, STK_SUCCESS],
  ['C2B payment', readPaybillPayment, C2B],
  ['balance result', readBalanceResult, BALANCE],
  ['reversal result', readReversalResult, REVERSAL],
];

/** Each value of a sample in turn replaced by something else, however deep it lies. */
function* damaged(value: unknown, junk: unknown): Generator<unknown> {
  yield junk;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const other of damaged(item, junk)) yield value.with(index, other);
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      for (const other of damaged(item, junk)) yield { ...value, [name]: other };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
  }
}

describe.each(PARSERS)('The reader of a %s', (_name, read, sample) => {
  it('never throws on text, and calls it unreadable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(text).kind).toBe('unreadable');
      }),
    );
  });

  it('never throws on JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(read(text)).toHaveProperty('kind');
      }),
    );
  });

  it('never throws where any part of what it knows is something else', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (junk) => {
        for (const body of damaged(JSON.parse(sample), junk)) expect(read(JSON.stringify(body))).toHaveProperty('kind');
      }),
      { numRuns: 20 },
    );
  });

  it('never throws where it was cut short', () => {
    for (let length = 0; length < sample.length; length += 7) {
      expect(read(sample.slice(0, length)).kind).toBe('unreadable');
    }
  });

  it('reads no more than its cap', () => {
    const padded = sample.replace('{', `{"Padding":"${'x'.repeat(MAX_CALLBACK_BYTES)}",`);
    expect(read(padded)).toEqual({ kind: 'unreadable', why: 'too_large' });
    expect(read(`${'['.repeat(20_000)}${']'.repeat(20_000)}`).kind).toBe('unreadable');
  });

  it('is not led astray by members of every object', () => {
    const polluted = '{"__proto__":{"Result":{"ResultCode":0}},"constructor":{"Body":1}}';
    expect(read(polluted)).toEqual({ kind: 'unreadable', why: expect.any(String) });
  });
});

describe('The reader of a queue time-out', () => {
  it('takes anything for one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readQueueTimeout(text).kind).toBe('queue_timeout');
      }),
    );
  });
});
