import { describe, expect, it } from 'vitest';
import { operatorOf, OPERATORS } from '#core/payments/operators.ts';

/** libphonenumber's carrier mapping of Kenya: of two prefixes that fit a number the longer one counts. */
const CARRIERS: { readonly [prefix: string]: string } = {
  '10': 'airtel',
  '11': 'safaricom',
  '120': 'telkom',
  '121': 'infura',
  '124': 'equitel',
  '13': 'nrg_media',
  '14': 'safaricom',
  '70': 'safaricom',
  '71': 'safaricom',
  '72': 'safaricom',
  '73': 'airtel',
  '74': 'safaricom',
  '744': 'homeland_media',
  '747': 'jamii',
  '75': 'airtel',
  '757': 'safaricom',
  '758': 'safaricom',
  '759': 'safaricom',
  '760': 'mobile_pay',
  '761': 'airtel',
  '762': 'airtel',
  '763': 'equitel',
  '764': 'equitel',
  '765': 'equitel',
  '766': 'equitel',
  '767': 'sema_mobile',
  '768': 'safaricom',
  '769': 'safaricom',
  '77': 'telkom',
  '78': 'airtel',
  '79': 'safaricom',
};

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
    ['+254109000000', 'airtel'],
    ['+254119000000', 'safaricom'],
    ['+254744000000', 'homeland_media'],
    ['+254767000000', 'sema_mobile'],
    ['+254150000000', null],
    ['+255700000000', null],
    ['0700000000', null],
    ['', null],
  ])('%s is %s', (msisdn, operator) => {
    expect(operatorOf(msisdn)).toBe(operator);
  });

  it('is the one of the numbering plan, for each range of a mobile number', () => {
    for (let range = 100; range < 800; range++) {
      if (range >= 200 && range < 700) continue;
      const prefix = String(range);
      const operator = CARRIERS[prefix] ?? CARRIERS[prefix.slice(0, 2)] ?? null;
      expect({ prefix, operator: operatorOf(`+254${prefix}000000`) }).toEqual({ prefix, operator });
    }
  });

  it('is unambiguous: no range is assigned twice', () => {
    const prefixes = Array.from({ length: 1_000 }, (_, prefix) => String(prefix).padStart(3, '0'));
    expect(new Set(prefixes.map((prefix) => operatorOf(`+254${prefix}000000`)))).toEqual(new Set([...OPERATORS, null]));
  });
});
