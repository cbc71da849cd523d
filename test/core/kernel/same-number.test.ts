import { describe, expect, it } from 'vitest';
import { mayBeSameNumber } from '#core/kernel/msisdn.ts';

describe('Two numbers of a payer', () => {
  it.each([
    ['+254712345678', '254712345678'],
    ['+254712345678', '2547 ***** 678'],
    ['2547***678', '+254712345678'],
    ['2547***678', '2547*****678'],
    ['+254712345678', 'c0ffee00d15ea5e0c0ffee00d15ea5e0c0ffee00d15ea5e0c0ffee00d15ea5e0'],
  ])('%s and %s may be one', (one, other) => {
    expect([mayBeSameNumber(one, other), mayBeSameNumber(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['+254712345678', '+254712345679'],
    ['+254712345678', '2547 ***** 679'],
    ['2541***678', '+254712345678'],
  ])('%s and %s are two', (one, other) => {
    expect([mayBeSameNumber(one, other), mayBeSameNumber(other, one)]).toEqual([false, false]);
  });
});
