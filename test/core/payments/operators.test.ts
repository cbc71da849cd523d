import { describe, expect, it } from '@jest/globals';
import { operatorOf, OPERATORS } from '#core/payments/operators.ts';

describe('The operator of a number', () => {
  it.each([
    ['+254700000000', 'safaricom'],
    ['+254729999999', 'safaricom'],
    ['+254115000000', 'safaricom'],
    ['+254730000000', 'airtel'],
    ['+254756000000', 'airtel'],
    ['+254757000000', 'safaricom'],
    ['+254747000000', 'jamii'],
    ['+254748000000', 'safaricom'],
    ['+254763000000', 'equitel'],
    ['+254779999999', 'telkom'],
    ['+254109000000', null],
    ['+255700000000', null],
    ['0700000000', null],
    ['', null],
  ])('%s is %s', (msisdn, operator) => {
    expect(operatorOf(msisdn)).toBe(operator);
  });

  it('is unambiguous: no range is assigned twice', () => {
    const prefixes = Array.from({ length: 1_000 }, (_, prefix) => String(prefix).padStart(3, '0'));
    expect(new Set(prefixes.map((prefix) => operatorOf(`+254${prefix}000000`)))).toEqual(new Set([...OPERATORS, null]));
  });
});
