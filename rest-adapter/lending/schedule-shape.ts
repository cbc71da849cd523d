import Type from 'typebox';
import type { View } from '#platform/app/views.ts';
import type { Identified, Ids } from '../records.ts';
import { anyId, cents, date, object } from '../shapes.ts';

const Parts = {
  principal: cents('Principal, minor units.'),
  interest: cents('Interest, minor units.'),
  fees: cents('Fees, minor units.'),
  penalties: cents('Penalties, minor units.'),
  total: cents('All of it, minor units.'),
};

const InstalmentSchema = object(
  {
    number: Type.Integer({ minimum: 1 }),
    due_date: date('When it falls due.'),
    ...Parts,
    paid: object(Parts),
    outstanding: cents('Still to be paid, minor units.'),
    balance_after: cents('Principal that is left once this instalment is paid, minor units.'),
    state: Type.Enum(['pending', 'partially_paid', 'paid', 'overdue']),
  },
  { $id: 'Instalment' },
);

/** A schedule as it is shown. */
export const ScheduleSchema = object(
  {
    loan_id: anyId('The loan.'),
    schedule_version: Type.Integer({ description: 'Counts the schedules of the loan; 0 before it is disbursed.' }),
    data: Type.Array(InstalmentSchema, {
      description: 'All instalments in force, by number; none before disbursement.',
    }),
    totals: object({ ...Parts, outstanding: cents('Still to be paid, minor units.') }),
  },
  { $id: 'LoanSchedule' },
);

function instalmentBody(row: View<'instalments', 'ofLoans'>) {
  return {
    number: row.number,
    due_date: row.dueDate,
    principal: row.principal,
    interest: row.interest,
    fees: row.fees,
    penalties: row.penalties,
    total: row.total,
    paid: row.paid,
    outstanding: row.outstanding,
    balance_after: row.balanceAfter,
    state: row.state,
  };
}

const sum = (rows: readonly View<'instalments', 'ofLoans'>[], part: keyof typeof Parts | 'outstanding') =>
  rows.reduce((total, row) => total + row[part], 0n);

/** The schedule of a loan, of one version. */
export function scheduleBody(
  loan: Identified,
  version: number,
  rows: readonly View<'instalments', 'ofLoans'>[],
  ids: Ids,
) {
  return {
    loan_id: ids(loan),
    schedule_version: version,
    data: rows.map(instalmentBody),
    totals: {
      principal: sum(rows, 'principal'),
      interest: sum(rows, 'interest'),
      fees: sum(rows, 'fees'),
      penalties: sum(rows, 'penalties'),
      total: sum(rows, 'total'),
      outstanding: sum(rows, 'outstanding'),
    },
  };
}
