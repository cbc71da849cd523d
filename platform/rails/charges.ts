/** What a provider charges a payment, by its amount, in minor units, ascending; the last step holds for everything above. */
export type Charges = readonly (readonly [upTo: bigint, charge: bigint])[];

/** What a payment of this amount costs, in minor units; nothing where no charges are known. */
export function chargeFor(amount: bigint, charges: Charges): bigint {
  return (charges.find(([upTo]) => amount <= upTo) ?? charges.at(-1))?.[1] ?? 0n;
}
