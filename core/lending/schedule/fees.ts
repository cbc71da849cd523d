import type { Cents } from '../../kernel/money.ts';
import { parseDecimal } from '../../kernel/rational.ts';
import { dayOf } from './due-dates.ts';
import type { Period } from './periods.ts';
import { roundedAmount } from './amortization/plan.ts';
import type { AmortizationRow } from './amortization/state.ts';
import type { Charge, ChargeBase, ScheduleTerms } from './terms.ts';

type Amounts = { readonly principal: Cents; readonly interest: Cents };

/** A charge on these amounts, in minor units, rounded as the terms round. */
function chargeOn(charge: Charge, amounts: Amounts, terms: ScheduleTerms): Cents {
  if (charge.kind === 'flat') return charge.amount;
  const { num, den } = parseDecimal(charge.percent);
  return roundedAmount(terms, { num: baseOf(charge.of, amounts) * num, den: den * 100n });
}

function baseOf(of: ChargeBase, { principal, interest }: Amounts): Cents {
  switch (of) {
    case 'principal':
      return principal;
    case 'interest':
      return interest;
    case 'principal_and_interest':
      return principal + interest;
  }
}

/**
 * The fees of every row, and those that are deducted from the money paid out.
 * @param earlier what rows before these ask for: a percentage of the loan's amounts counts them too
 */
export function feesOf(
  terms: ScheduleTerms,
  periods: readonly Period[],
  rows: readonly AmortizationRow[],
  earlier: Amounts = { principal: 0n, interest: 0n },
): { readonly perRow: Cents[]; readonly netted: Cents } {
  const perRow = rows.map(() => 0n);
  let netted = 0n;
  if (terms.fees.length === 0) return { perRow, netted };
  const whole = { ...earlier };
  for (const row of rows) {
    whole.principal += row.principal;
    whole.interest += row.interest;
  }
  for (const fee of terms.fees) {
    if (fee.when === 'disbursement') netted += chargeOn(fee.charge, whole, terms);
    if (fee.when === 'instalment')
      for (const [k, row] of rows.entries()) perRow[k]! += chargeOn(fee.charge, row, terms);
    if (fee.when === 'date') {
      // A loan may end before the date, where an agreed instalment repays it early: the last row takes the fee.
      const index = periods.findIndex((period) => period.due >= dayOf(fee.on));
      perRow[Math.min(index === -1 ? rows.length : index, rows.length - 1)]! += chargeOn(fee.charge, whole, terms);
    }
  }
  return { perRow, netted };
}
