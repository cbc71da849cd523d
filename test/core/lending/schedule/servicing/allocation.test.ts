import { describe, expect, it } from 'vitest';
import {
  allocatePayment,
  STANDARD_ORDER,
  STANDARD_RULES,
  type AllocationRules,
  type Bucket,
} from '#core/lending/schedule/servicing/allocation.ts';
import type { OpenInstalment } from '#core/lending/schedule/servicing/open-instalment.ts';
import { date } from '../vector-terms.ts';

const today = date('2026-03-01');

function instalment(number: number, dueDate: string, parts: Partial<OpenInstalment> = {}): OpenInstalment {
  return { number, dueDate: date(dueDate), principal: 100n, interest: 10n, fees: 0n, penalties: 0n, ...parts };
}

/** One past due with all four parts, one due today, two in advance. */
const open = [
  instalment(1, '2026-02-01', { fees: 5n, penalties: 3n }),
  instalment(2, '2026-03-01', { fees: 5n }),
  instalment(3, '2026-04-01'),
  instalment(4, '2026-05-01'),
];

/** What each instalment got, as `number: penalties/fees/interest/principal`. */
function got(amount: bigint, rules: AllocationRules = STANDARD_RULES): string[] {
  return allocatePayment(amount, today, open, rules).perInstalment.map(
    ({ number, penalties, fees, interest, principal }) => `${number}: ${penalties}/${fees}/${interest}/${principal}`,
  );
}

describe('A payment', () => {
  it('goes to what is past due first and, within it, to penalties, fees, interest and principal', () => {
    expect(got(3n)).toEqual(['1: 3/0/0/0']);
    expect(got(15n)).toEqual(['1: 3/5/7/0']);
    expect(got(120n)).toEqual(['1: 3/5/10/100', '2: 0/2/0/0']);
  });

  it('goes to the next instalments where it is more than what is due', () => {
    expect(got(300n)).toEqual(['1: 3/5/10/100', '2: 0/5/10/100', '3: 0/0/10/57']);
  });

  it('leaves over what nobody owes', () => {
    const { parts, overpayment } = allocatePayment(1_000n, today, open);
    expect([parts, overpayment]).toEqual([{ principal: 400n, interest: 40n, fees: 10n, penalties: 3n }, 547n]);
  });

  it('goes to the last instalment first under the rule `last`', () => {
    expect(got(300n, { ...STANDARD_RULES, future: 'last' }).at(-1)).toBe('4: 0/0/10/57');
  });

  it('is shared alike among those in advance under the rule `reamortize`', () => {
    expect(got(301n, { ...STANDARD_RULES, future: 'reamortize' }).slice(2)).toEqual(['3: 0/0/10/24', '4: 0/0/10/24']);
    expect(got(300n, { ...STANDARD_RULES, future: 'reamortize' }).slice(2)).toEqual(['3: 0/0/10/24', '4: 0/0/10/23']);
  });

  it('goes on with one that demands less than its share', () => {
    const unequal = [instalment(1, '2026-04-01', { principal: 0n }), instalment(2, '2026-05-01')];
    const { perInstalment } = allocatePayment(60n, today, unequal, { ...STANDARD_RULES, future: 'reamortize' });
    expect(perInstalment.map(({ number, interest, principal }) => `${number}: ${interest}/${principal}`)).toEqual([
      '1: 10/0',
      '2: 10/40',
    ]);
  });
});

describe('The order of a product', () => {
  const principalFirst = ['principal', 'interest', 'fee', 'penalty'] as const;
  const order = (['past_due', 'due', 'in_advance'] as const).flatMap((time) =>
    principalFirst.map((part): Bucket => `${time}_${part}`),
  );

  it('may put principal first', () => {
    expect(got(105n, { ...STANDARD_RULES, order })).toEqual(['1: 0/0/5/100']);
  });

  it('may put what is due today before what is past due', () => {
    const dueFirst = [...STANDARD_ORDER].sort((a, b) => Number(b.startsWith('due')) - Number(a.startsWith('due')));
    expect(got(115n, { ...STANDARD_RULES, order: dueFirst })).toEqual(['2: 0/5/10/100']);
  });

  it('has to name each of the twelve buckets once', () => {
    expect(() => got(1n, { ...STANDARD_RULES, order: STANDARD_ORDER.slice(1) })).toThrow(
      /each of the twelve buckets once/,
    );
  });
});

describe('Paid instalment by instalment or component by component', () => {
  const two = [instalment(1, '2026-01-01'), instalment(2, '2026-02-01')];
  const paid = (direction: 'horizontal' | 'vertical') =>
    allocatePayment(30n, today, two, { ...STANDARD_RULES, direction }).perInstalment.map(
      ({ number, interest, principal }) => `${number}: ${interest}/${principal}`,
    );

  it('horizontally the oldest one is paid before the next is begun', () =>
    expect(paid('horizontal')).toEqual(['1: 10/20']));
  it('vertically the interest of all is paid before any principal', () =>
    expect(paid('vertical')).toEqual(['1: 10/10', '2: 10/0']));
});

it('A payment of nothing is refused', () => {
  expect(() => allocatePayment(0n, today, open)).toThrow(/positive amount/);
});
