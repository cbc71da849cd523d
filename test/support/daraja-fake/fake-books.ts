/** Money is whole cents in here: the books of the fake don't share a line with ours. */
export type Account = 'Working Account' | 'Utility Account' | 'Charges Paid Account' | typeof AT_PAYBILL;
/** The working account of a paybill that has a shortcode of its own. */
export const AT_PAYBILL = 'Paybill’s Working Account';

type Entry = {
  readonly receipt: string;
  readonly kind: 'b2c' | 'stk' | 'c2b' | 'b2b' | 'reversal';
  readonly account: Account;
  /** Added to the account, in cents. */
  readonly cents: bigint;
  readonly at: Temporal.Instant;
};

/** What a payment to a customer costs the payer of it, by its amount in shillings (published tariff; configurable). */
export type Tariff = readonly (readonly [upTo: number, fee: number])[];
export const TARIFF: Tariff = [
  [100, 0],
  [1_500, 5],
  [5_000, 9],
  [Number.MAX_SAFE_INTEGER, 11],
];

export type FakeBooks = {
  readonly balanceOf: (account: Account) => bigint;
  readonly entries: () => readonly Entry[];
  readonly book: (entry: Entry) => void;
  readonly feeOf: (shillings: bigint) => bigint;
  readonly reset: () => void;
};

export function fakeBooks(initial: { readonly [A in Account]: bigint }, tariff: Tariff): FakeBooks {
  let entries: Entry[] = [];
  let balances = { ...initial };
  return {
    balanceOf: (account) => balances[account],
    entries: () => entries,
    book: (entry) => {
      entries.push(entry);
      balances[entry.account] += entry.cents;
    },
    feeOf: (shillings) => BigInt(tariff.find(([upTo]) => shillings <= BigInt(upTo))?.[1] ?? 0) * 100n,
    reset: () => {
      entries = [];
      balances = { ...initial };
    },
  };
}

/** `8959269.60`, as Daraja writes amounts. */
export function decimal(cents: bigint): string {
  const absolute = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`;
}
