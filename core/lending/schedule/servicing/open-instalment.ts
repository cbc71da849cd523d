import type { Cents } from '../../../kernel/money.ts';

/** The parts that an instalment, a payment or a debt is made of, in minor units. */
export type Parts = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly penalties: Cents;
};

/** What is still unpaid of one instalment. */
export type OpenInstalment = Parts & { readonly number: number; readonly dueDate: Temporal.PlainDate };

export const NO_PARTS: Parts = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n };

/** The sum of parts. */
export function totalOf(parts: Parts): Cents {
  return parts.principal + parts.interest + parts.fees + parts.penalties;
}

/** Part by part, the sum of several. */
export function partsTogether(all: Iterable<Parts>): Parts {
  let [principal, interest, fees, penalties] = [0n, 0n, 0n, 0n];
  for (const parts of all) {
    principal += parts.principal;
    interest += parts.interest;
    fees += parts.fees;
    penalties += parts.penalties;
  }
  return { principal, interest, fees, penalties };
}

/** The instalments that were due before a day and are not paid. */
export function overdueOn(open: readonly OpenInstalment[], on: Temporal.PlainDate): OpenInstalment[] {
  return open.filter(
    (instalment) => Temporal.PlainDate.compare(instalment.dueDate, on) < 0 && totalOf(instalment) > 0n,
  );
}
