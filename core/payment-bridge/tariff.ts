import type { Cents } from '../kernel/money.ts';

/** What an institution charges its apps a payment: the fee of the first step that reaches up to the amount. */
export type TariffStep = { readonly upTo: Cents | null; readonly fee: Cents };
export type Tariff = { readonly payout: readonly TariffStep[]; readonly collection: readonly TariffStep[] };

/** What is charged where an institution has agreed nothing else. */
export const FREE: Tariff = { payout: [], collection: [] };

/** The fee of one payment, in minor units. */
export function feeOf(steps: readonly TariffStep[], amount: Cents): Cents {
  return steps.find(({ upTo }) => upTo === null || amount <= upTo)?.fee ?? 0n;
}
