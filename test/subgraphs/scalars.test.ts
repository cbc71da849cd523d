import { describe, expect, it } from 'vitest';
import { parseValue } from 'graphql';
import { Cents, DateScalar, DateTime, PhoneNumber, UUID } from '#sub/scalars.ts';

const largest = 9_007_199_254_740_991;

describe('Cents', () => {
  it('are a bigint inside and an integer outside', () => {
    expect(Cents.parseValue(-1_050)).toBe(-1_050n);
    expect(Cents.parseLiteral(parseValue('1050'))).toBe(1_050n);
    expect(Cents.serialize(1_050n)).toBe(1_050);
  });

  it('reach as far as JSON integers are exact, in both directions', () => {
    expect(Cents.serialize(BigInt(largest))).toBe(largest);
    expect(Cents.parseValue(-largest)).toBe(-BigInt(largest));
    expect(() => Cents.serialize(BigInt(largest) + 1n)).toThrow("don't fit");
    expect(() => Cents.serialize(-BigInt(largest) - 1n)).toThrow("don't fit");
    expect(() => Cents.parseValue(largest + 1)).toThrow('Cents takes an integer');
    expect(() => Cents.parseLiteral(parseValue('9007199254740992'))).toThrow('Cents takes an integer');
    expect(() => Cents.parseLiteral(parseValue('-9007199254740992'))).toThrow('Cents takes an integer');
    expect(() => Cents.parseLiteral(parseValue('9'.repeat(4_000)))).toThrow('Cents takes an integer');
  });

  it.each([[10.5], [NaN], [Infinity], ['1050'], [1050n], [true], [null], [[1]]])('refuse %p', (value) => {
    expect(() => Cents.parseValue(value)).toThrow('Cents takes an integer');
  });

  it.each([['10.5'], ['"1050"'], ['1e3'], ['true'], ['ABC'], ['[1]']])('refuse the literal %s', (literal) => {
    expect(() => Cents.parseLiteral(parseValue(literal))).toThrow('Cents takes an integer');
  });

  it('are never handed out as a float', () => {
    expect(() => Cents.serialize(1050)).toThrow('bigint inside');
    expect(() => Cents.serialize('1050')).toThrow('bigint inside');
  });
});

describe('Date', () => {
  it('is a plain date inside', () => {
    expect(DateScalar.parseValue('2028-02-29')).toEqual(Temporal.PlainDate.from('2028-02-29'));
    expect(DateScalar.parseLiteral(parseValue('"2028-02-29"'))).toEqual(Temporal.PlainDate.from('2028-02-29'));
    expect(DateScalar.serialize(Temporal.PlainDate.from('2028-02-29'))).toBe('2028-02-29');
  });

  it.each([
    ['2026-02-29'],
    ['2026-13-01'],
    ['2026-1-1'],
    ['20260101'],
    ['2026-01-01T00:00:00Z'],
    ['2026-01-01[u-ca=hebrew]'],
    ['0000-01-01'],
    ['1899-12-31'],
    [''],
  ])('refuses %p', (text) => {
    expect(() => DateScalar.parseValue(text)).toThrow('Date takes a calendar date');
  });

  it('refuses what is no text, and hands out nothing but plain dates', () => {
    expect(() => DateScalar.parseValue(20260101)).toThrow('Date takes a calendar date');
    expect(() => DateScalar.parseLiteral(parseValue('20260101'))).toThrow('Date takes a calendar date');
    expect(() => DateScalar.serialize(new Date(0))).toThrow('Temporal.PlainDate');
    expect(() => DateScalar.serialize('2026-01-01')).toThrow('Temporal.PlainDate');
  });
});

describe('DateTime', () => {
  it('is an instant inside and always shows Z and milliseconds', () => {
    const moment = Temporal.Instant.from('2026-03-01T08:00:00.120Z');
    expect(DateTime.parseValue('2026-03-01T08:00:00.120Z')).toEqual(moment);
    expect(DateTime.parseLiteral(parseValue('"2026-03-01T08:00:00.12Z"'))).toEqual(moment);
    expect(DateTime.serialize(moment)).toBe('2026-03-01T08:00:00.120Z');
    expect(DateTime.serialize(Temporal.Instant.from('2026-03-01T08:00:00Z'))).toBe('2026-03-01T08:00:00.000Z');
  });

  it('takes a moment without a fraction', () => {
    expect(DateTime.parseValue('2026-03-01T08:00:00Z')).toEqual(Temporal.Instant.from('2026-03-01T08:00:00Z'));
  });

  it.each([
    ['2026-03-01T08:00:00+03:00'],
    ['2026-03-01T08:00:00'],
    ['2026-03-01T08:00Z'],
    ['2026-03-01 08:00:00Z'],
    ['2026-03-01T08:00:00.1234Z'],
    ['2026-03-01T08:00:60Z'],
    ['2026-03-01T25:00:00Z'],
    ['2026-02-30T00:00:00Z'],
    ['0000-01-01T00:00:00Z'],
    ['1899-12-31T23:59:59Z'],
    ['2026-03-01'],
  ])('refuses %p', (text) => {
    expect(() => DateTime.parseValue(text)).toThrow('DateTime takes a moment in UTC');
  });

  it('hands out nothing but instants', () => {
    expect(() => DateTime.serialize(new Date(0))).toThrow('Temporal.Instant');
  });
});

describe('PhoneNumber', () => {
  it('is E.164', () => {
    expect(PhoneNumber.parseValue('+254712345678')).toBe('+254712345678');
    expect(PhoneNumber.serialize('+254712345678')).toBe('+254712345678');
  });

  it.each([
    ['0712345678'],
    ['254712345678'],
    ['+0712345678'],
    ['+254 712 345678'],
    ['+25471'],
    ['+2547123456789012'],
    ['+254712345678\n'],
  ])('refuses %p', (text) => {
    expect(() => PhoneNumber.parseValue(text)).toThrow('PhoneNumber takes a number that its telephone plan has');
    expect(() => PhoneNumber.serialize(text)).toThrow('not E.164');
  });
});

describe('UUID', () => {
  const id = '0192f0c1-2b7a-7c3d-8e4f-5a6b7c8d9e0f';

  it('is lower case, whichever case came in', () => {
    expect(UUID.parseValue(id.toUpperCase())).toBe(id);
    expect(UUID.serialize(id)).toBe(id);
  });

  it.each([[id.replaceAll('-', '')], [`{${id}}`], [`${id}0`], ['12'], [12]])('refuses %p', (value) => {
    expect(() => UUID.parseValue(value)).toThrow('UUID takes a UUID');
    expect(() => UUID.serialize(value)).toThrow('UUID that is none');
  });
});

it('A refused value says which scalar refused it, for the sender', () => {
  let thrown: unknown;
  try {
    Cents.parseValue('ten');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    message: 'Cents takes an integer number of minor units within +-(2^53 - 1); "ten" was sent.',
    extensions: { code: 'BAD_USER_INPUT', scalar: 'Cents' },
  });
});
