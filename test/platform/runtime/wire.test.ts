import { describe, expect, it } from 'vitest';
import { instantText, toWire } from '#platform/runtime/wire.ts';

describe('A value on the wire', () => {
  it.each([
    '2026-01-31T08:00:00Z',
    '2026-01-31T08:00:00.123456789Z',
    '1969-12-31T23:59:59.9999Z',
    '0001-01-01T00:00:00Z',
    '-000001-05-05T00:00:00.5Z',
    '+010000-01-01T00:00:00Z',
  ])('that is the instant %s has milliseconds, cut off and not rounded', (text) => {
    const instant = Temporal.Instant.from(text);
    expect(instantText(instant)).toBe(instant.toString({ smallestUnit: 'millisecond' }));
  });

  it('leaves out what is undefined, and keeps the order of members and a member called __proto__', () => {
    const sent = '{"b":1,"__proto__":{"x":null},"a":[2,null]}';
    expect(JSON.stringify(toWire(JSON.parse(sent)))).toBe(sent);
    expect(JSON.stringify(toWire({ b: 1n, a: undefined, list: [undefined, 2n] }))).toBe('{"b":1,"list":[null,2]}');
  });

  it('that is an amount beyond 2^53 is refused', () => {
    expect(() => toWire({ amount: 2n ** 53n })).toThrow(RangeError);
    expect(toWire(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
