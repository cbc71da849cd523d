/** An operator of mobile numbers, and the first three digits after the country code of those that it was assigned. */
type OperatorRanges = {
  readonly operator: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
};

/**
 * Source: the numbering plan of the Communications Authority of Kenya, assignments of mobile ranges. A number that was
 * ported has the same digits: a wallet that a provider has confirmed counts more than its range (`wallet.ts`).
 */
const OPERATOR_RANGES = [
  {
    operator: 'safaricom',
    ranges: [
      [110, 115],
      [700, 729],
      [740, 746],
      [748, 748],
      [757, 759],
      [768, 769],
      [790, 799],
    ],
  },
  {
    operator: 'airtel',
    ranges: [
      [100, 108],
      [730, 739],
      [750, 756],
      [762, 762],
      [767, 767],
      [780, 789],
    ],
  },
  { operator: 'telkom', ranges: [[770, 779]] },
  { operator: 'equitel', ranges: [[763, 766]] },
  { operator: 'jamii', ranges: [[747, 747]] },
] as const satisfies readonly OperatorRanges[];

export type Operator = (typeof OPERATOR_RANGES)[number]['operator'];
export const OPERATORS: readonly Operator[] = OPERATOR_RANGES.map(({ operator }) => operator);

const COUNTRY_CODE = '+254';

/** The operator to which the range of a number in international format was assigned; null where it has none. */
export function operatorOf(msisdn: string): Operator | null {
  if (!msisdn.startsWith(COUNTRY_CODE)) return null;
  const prefix = Number(msisdn.slice(COUNTRY_CODE.length, COUNTRY_CODE.length + 3));
  const found = OPERATOR_RANGES.find(({ ranges }) => ranges.some(([first, last]) => prefix >= first && prefix <= last));
  return found?.operator ?? null;
}
