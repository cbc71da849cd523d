import { least, type Cents } from '../../kernel/money.ts';
import { Instalment, openParts } from '../loan/instalment.ts';
import type { Loan, Parts } from '../loan/loan.ts';
import type { LendingWorld } from '../ports.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { standardTerms } from '../schedule/terms.ts';

/**
 * Cuts the schedule of a loan from all that was disbursed on it, as a new version; older versions are kept.
 * What was repaid before is carried over to the new rows, oldest first.
 * @param booked the disbursement that is being booked now, in minor units, on its value date
 */
export async function cutSchedule(
  loan: Loan,
  booked: { readonly amount: Cents; readonly on: Temporal.PlainDate },
  world: Pick<LendingWorld, 'instalments'>,
): Promise<{ scheduleVersion: number; maturityDate: Temporal.PlainDate; owed: Parts }> {
  const first = loan.disbursedOn === null ? null : { amount: loan.disbursedPrincipal, on: loan.disbursedOn };
  const schedule = scheduleOf(
    standardTerms({
      principal: (first ?? booked).amount,
      annualRate: loan.annualRate,
      instalments: loan.termMonths,
      method: loan.method,
      disbursedOn: (first ?? booked).on,
      tranches: first ? [booked] : [],
    }),
  );
  const before = loan.scheduleVersion === 0 ? [] : await world.instalments.of(loan.id, loan.scheduleVersion);
  const scheduleVersion = loan.scheduleVersion + 1;
  const instalments = schedule.rows.map((row) =>
    Instalment.due({
      loanId: loan.id,
      scheduleVersion,
      number: row.number,
      dueDate: row.dueDate,
      principal: row.principal,
      interest: row.interest,
      fees: row.fees,
      penalties: row.penalties,
      balanceAfter: row.balanceAfter,
    }),
  );
  carryOver(before, instalments, booked.on);
  world.instalments.addAll(instalments);
  return { scheduleVersion, maturityDate: schedule.maturityDate, owed: owedOn(instalments) };
}

/** What the rows of a schedule still ask for, summed by part, in minor units. */
export function owedOn(instalments: readonly Instalment[]): Parts {
  const owed = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n };
  for (const instalment of instalments) {
    const open = openParts(instalment);
    owed.principal += open.principal;
    owed.interest += open.interest;
    owed.fees += open.fees;
    owed.penalties += open.penalties;
  }
  return owed;
}

function carryOver(before: readonly Instalment[], after: readonly Instalment[], on: Temporal.PlainDate): void {
  const paid = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n };
  for (const row of before) {
    paid.principal += row.paidPrincipal;
    paid.interest += row.paidInterest;
    paid.fees += row.paidFees;
    paid.penalties += row.paidPenalties;
  }
  for (const row of after) {
    const open = openParts(row);
    const put = {
      principal: least(paid.principal, open.principal),
      interest: least(paid.interest, open.interest),
      fees: least(paid.fees, open.fees),
      penalties: least(paid.penalties, open.penalties),
    };
    for (const part of ['principal', 'interest', 'fees', 'penalties'] as const) paid[part] -= put[part];
    if (put.principal + put.interest + put.fees + put.penalties > 0n) row.pay(put, on);
  }
}
