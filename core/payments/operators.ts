/** An operator of mobile numbers, and the first three digits after the country code of those that it was assigned. */
type OperatorRanges = {
  readonly operator: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
};

/**
 * Source: the numbering plan of the Communications Authority of Kenya, as Google's libphonenumber has it in its carrier
 * mapping (`resources/carrier/en/254.txt`, compared on 22 November 2026). Where a range of ten was assigned and three digits
 * of it to another operator, the narrower one counts. A number that was ported has the same digits: a wallet that a
 * provider has confirmed counts more than its range (`wallet.ts`).
 */
const OPERATOR_RANGES = [
  {
    operator: 'safaricom',
    ranges: [
      [110, 119],
      [140, 149],
      [700, 729],
      [740, 743],
      [745, 746],
      [748, 749],
      [757, 759],
      [768, 769],
      [790, 799],
    ],
  },
  {
    operator: 'airtel',
    ranges: [
      [100, 109],
      [730, 739],
      [750, 756],
      [761, 762],
      [780, 789],
    ],
  },
  {
    operator: 'telkom',
    ranges: [
      [120, 120],
      [770, 779],
    ],
  },
  // Finserve Africa, of Equity Bank.
  {
    operator: 'equitel',
    ranges: [
      [124, 124],
      [763, 766],
    ],
  },
  { operator: 'jamii', ranges: [[747, 747]] },
  { operator: 'homeland_media', ranges: [[744, 744]] },
  { operator: 'mobile_pay', ranges: [[760, 760]] },
  { operator: 'sema_mobile', ranges: [[767, 767]] },
  { operator: 'infura', ranges: [[121, 121]] },
  { operator: 'nrg_media', ranges: [[130, 139]] },
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
