import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readAccountReference } from '#core/mobile-money/account-reference.ts';

describe('An account reference', () => {
  it.each([
    ['L-000012', 'L-000012', null],
    [' l 000012 ', 'L-000012', null],
    ['l12', 'L-000012', null],
    ['L.0000012', 'L-000012', null],
    ['L-1234567', 'L-1234567', null],
    ['SA-000012', null, 'SA-000012'],
    ['sa/12', null, 'SA-000012'],
    ['S0000012X', null, null],
    ['L', null, null],
    ['L-12A', null, null],
    ['XL-12', null, null],
    ['', null, null],
    [' - ', null, null],
    ['SAL-12', null, null],
    ['L1234567890123456', null, null],
    ['L0', 'L-000000', null],
  ])('%j is loan %s, account %s', (text, loanNo, accountNo) => {
    expect(readAccountReference(text)).toMatchObject({ loanNo, accountNo });
  });

  it('is the same however it is spelled', () => {
    const filler = fc.constantFrom('', ' ', '-', '.', '_', '/', ' - ');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.array(filler, { minLength: 12, maxLength: 12 }),
        (n, gaps) => {
          const number = `L-${String(n).padStart(6, '0')}`;
          const spelled = [...number.replace('-', '')].map((character, at) => `${gaps[at] ?? ''}${character}`).join('');
          expect(readAccountReference(spelled.toLowerCase()).loanNo).toBe(number);
        },
      ),
    );
  });
});
