import type { ClosedLoan, LoanStatus } from '#core/lending/use-cases/close-of-business/close-loan.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { CLOSER, type LoanToClose } from './read-loans.ts';

type Sql = TenantTransaction['sql'];

/** A loan and what closing its day made of it. */
export type Closing = { readonly loan: LoanToClose; readonly closed: ClosedLoan };

/**
 * Writes what closing a day made of loans: at most four statements, however many they are, and none for what stayed as
 * it was. Only a loan that was charged something has a new version: accruing is no change that anybody is shown.
 */
export async function writeLoans(sql: Sql, closings: readonly Closing[], on: Temporal.PlainDate): Promise<void> {
  await writeIncome(sql, closings);
  await writeStandings(sql, closings, on);
  await writeCharges(sql, closings, on);
}

async function writeIncome(sql: Sql, closings: readonly Closing[]): Promise<void> {
  const changed = closings.filter(
    ({ loan, closed: { interest, fees, earned, lateInterest } }) =>
      interest.accrued !== loan.interest.accrued ||
      interest.early !== loan.interest.early ||
      fees.accrued !== loan.fees.accrued ||
      fees.early !== loan.fees.early ||
      earned.penalties > 0n ||
      lateInterest.length > 0,
  );
  if (changed.length === 0) return;
  await sql(
    `update loan l
        set interest_accrued = n.interest, interest_earned_early = n.interest_early,
            fees_accrued = n.fees, fees_earned_early = n.fees_early,
            interest_outstanding = l.interest_outstanding + n.late,
            penalties_outstanding = l.penalties_outstanding + n.penalties,
            penalties_accrued = l.penalties_accrued + n.penalties,
            version = l.version + case when n.late + n.penalties > 0 then 1 else 0 end
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
              as n(id, interest, interest_early, fees, fees_early, late, penalties)
      where l.id = n.id`,
    columns(changed, [
      ({ loan }) => loan.id,
      ({ closed }) => closed.interest.accrued,
      ({ closed }) => closed.interest.early,
      ({ closed }) => closed.fees.accrued,
      ({ closed }) => closed.fees.early,
      ({ closed }) => closed.lateInterest.reduce((sum, { interest }) => sum + interest, 0n),
      ({ closed }) => closed.earned.penalties,
    ]),
  );
}

async function writeStandings(sql: Sql, closings: readonly Closing[], on: Temporal.PlainDate): Promise<void> {
  const changed = closings.filter(({ loan, closed }) => !sameStatus(loan.before, closed.status));
  if (changed.length === 0) return;
  await sql(
    `insert into loan_classification as s (loan_id, changed_on, days_past_due, arrears, band, principal, provision)
     select n.id, $1::date, n.days, n.arrears, n.band, n.principal, n.provision
       from unnest($2::bigint[], $3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[])
              as n(id, days, arrears, band, principal, provision)
     on conflict (tenant_id, loan_id) do update
        set changed_on = excluded.changed_on, days_past_due = excluded.days_past_due, arrears = excluded.arrears,
            band = excluded.band, principal = excluded.principal, provision = excluded.provision`,
    [
      on.toString(),
      ...columns(changed, [
        ({ loan }) => loan.id,
        ({ closed }) => closed.status.daysPastDue,
        ({ closed }) => closed.status.arrears,
        ({ closed }) => closed.status.band,
        ({ closed }) => closed.status.principal,
        ({ closed }) => closed.status.provision,
      ]),
    ],
  );
}

/** What lateness costs is an entry of the loan's account, as if a person had charged it, and stands in its row. */
async function writeCharges(sql: Sql, closings: readonly Closing[], on: Temporal.PlainDate): Promise<void> {
  const charges = closings.flatMap(({ loan, closed }) => [
    ...closed.lateInterest.map(({ number, interest }) => ({ loan, number, kind: 'late_interest', amount: interest })),
    ...closed.penalties.map(({ number, amount }) => ({ loan, number, kind: 'charge', amount })),
  ]);
  if (charges.length === 0) return;
  const [ids, versions, numbers, kinds, amounts] = columns(charges, [
    ({ loan }) => loan.id,
    ({ loan }) => loan.scheduleVersion,
    ({ number }) => number,
    ({ kind }) => kind,
    ({ amount }) => amount,
  ]);
  await sql(
    `insert into loan_entry (loan_id, number, kind, booked_for, amount, part, instalment, reversed, reason, booked_by)
     select n.loan_id, coalesce((select max(e.number) from loan_entry e where e.loan_id = n.loan_id), 0)
              + row_number() over (partition by n.loan_id order by n.place),
            n.kind, $1::date, n.amount, case n.kind when 'charge' then 'penalties' else 'interest' end, n.number, false, $2, $3
       from unnest($4::bigint[], $5::int[], $6::text[], $7::bigint[]) with ordinality as n(loan_id, number, kind, amount, place)`,
    [on.toString(), OVERDUE, CLOSER, ids, numbers, kinds, amounts],
  );
  await sql(
    `update loan_instalment i
        set interest = i.interest + n.late, penalties = i.penalties + n.penalties, version = i.version + 1
       from (select loan_id, schedule_version, number, coalesce(sum(amount) filter (where kind = 'late_interest'), 0) as late,
                    coalesce(sum(amount) filter (where kind = 'charge'), 0) as penalties
               from unnest($1::bigint[], $2::int[], $3::int[], $4::text[], $5::bigint[])
                      as charged(loan_id, schedule_version, number, kind, amount)
              group by loan_id, schedule_version, number) n
      where i.loan_id = n.loan_id and i.schedule_version = n.schedule_version and i.number = n.number`,
    [ids, versions, numbers, kinds, amounts],
  );
}

/** Why something was charged at the close. */
export const OVERDUE = 'The instalment is overdue.';

function sameStatus(a: LoanStatus | null, b: LoanStatus): boolean {
  if (a === null) return false;
  return (
    a.daysPastDue === b.daysPastDue &&
    a.arrears === b.arrears &&
    a.band === b.band &&
    a.principal === b.principal &&
    a.provision === b.provision
  );
}

/** Rows as columns, for unnest. Amounts travel as text: an array of the driver knows no bigint. */
export function columns<Row>(
  rows: readonly Row[],
  of: readonly ((row: Row) => bigint | number | string)[],
): unknown[][] {
  return of.map((column) => rows.map((row) => String(column(row))));
}
