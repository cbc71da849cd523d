import { sum } from '#core/kernel/money.ts';
import { LoanEntry } from '#core/lending/loan/entry.ts';
import { Instalment } from '#core/lending/loan/instalment.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { ClosedLoan, LoanStatus } from '#core/lending/use-cases/close-of-business/close-loan.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { writeClassifications, type FactsAtClose } from '../../../postgres/lending/loans-at-close.ts';
import { CLOSER, OVERDUE } from '#core/lending/use-cases/close-of-business/closer.ts';

/** A loan, what was read of it, and the result of closing its day. */
export type Closing = { readonly loan: Loan; readonly facts: FactsAtClose; readonly closed: ClosedLoan };

/**
 * Takes the results of closing a day into the loans, their accounts and their classification: a fixed number of
 * statements for a batch of any size.
 */
export async function applyClosings(
  tx: TenantTransaction,
  closings: readonly Closing[],
  on: Temporal.PlainDate,
): Promise<void> {
  for (const { loan, closed } of closings) {
    const late = sum(closed.lateInterest.map(({ interest }) => interest));
    loan.closeDay({ ...closed, charged: { interest: late, penalties: closed.earned.penalties } });
  }
  await chargeLateness(tx, closings, on);
  writeClassifications(
    tx,
    closings
      .filter(({ facts, closed }) => !isSameStatus(facts.before, closed.status))
      .map(({ loan, closed }) => ({ loanId: loan.id, status: closed.status })),
    on,
  );
}

/** What lateness costs is an entry on the loan's account, as if a person had charged it, and part of its instalment. */
async function chargeLateness(
  { of }: TenantTransaction,
  closings: readonly Closing[],
  on: Temporal.PlainDate,
): Promise<void> {
  const charges = closings.flatMap(({ loan, facts, closed }) =>
    [
      ...closed.lateInterest.map(({ number, interest }) => ({
        kind: 'late_interest' as const,
        number,
        amount: interest,
      })),
      ...closed.penalties.map(({ number, amount }) => ({ kind: 'charge' as const, number, amount })),
    ].map((charge, n) => ({
      ...charge,
      loanId: loan.id,
      entryNumber: facts.lastEntry + 1 + n,
      instalmentId: facts.overdueIds.get(charge.number) ?? 0,
    })),
  );
  if (charges.length === 0) return;
  const instalments = await of(Instalment).lockIds([...new Set(charges.map(({ instalmentId }) => instalmentId))]);
  const byId = new Map(instalments.map((each) => [each.id, each]));
  for (const { kind, number, amount, loanId, entryNumber, instalmentId } of charges) {
    const instalment = byId.get(instalmentId);
    if (!instalment) throw new Error(`The loan ${loanId} has no overdue instalment ${number}.`);
    const part = kind === 'charge' ? 'penalties' : 'interest';
    instalment[part] += amount;
    const entry = { loanId, number: entryNumber, kind, on, amount, part, instalment: number } as const;
    of(LoanEntry).add(LoanEntry.book({ ...entry, reason: OVERDUE, bookedBy: CLOSER }));
  }
}

function isSameStatus(a: LoanStatus | null, b: LoanStatus): boolean {
  if (a === null) return false;
  return (
    a.daysPastDue === b.daysPastDue &&
    a.arrears === b.arrears &&
    a.band === b.band &&
    a.principal === b.principal &&
    a.provision === b.provision
  );
}
