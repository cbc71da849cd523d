import { readDate } from '../../mapping/types.ts';
import type { ViewContext } from '../../views/view.ts';
import { moneyIn as money, type Row } from '../../views/record.ts';

export type InstalmentState = 'pending' | 'partially_paid' | 'paid' | 'overdue';

export type InstalmentView = {
  readonly loanId: number;
  readonly number: number;
  readonly dueDate: Temporal.PlainDate;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
  readonly penalties: bigint;
  readonly total: bigint;
  readonly paid: {
    readonly principal: bigint;
    readonly interest: bigint;
    readonly fees: bigint;
    readonly penalties: bigint;
    readonly total: bigint;
  };
  readonly outstanding: bigint;
  readonly balanceAfter: bigint;
  readonly state: InstalmentState;
};

export function instalmentViews({ sql, today }: ViewContext) {
  return {
    /** The rows in force of each of these loans, by loan and number. */
    ofLoans: async (loanIds: readonly number[]): Promise<InstalmentView[]> => {
      const rows = await sql(
        `select i.* from loan_instalment i join loan l on l.id = i.loan_id and l.schedule_version = i.schedule_version
          where i.loan_id = any($1::bigint[]) order by i.loan_id, i.number`,
        [loanIds],
      );
      return rows.map((row) => instalmentOf(row, today));
    },
    /** The rows of one version of a loan's schedule, in force or not, by number. */
    ofVersion: async (loanId: number, version: number): Promise<InstalmentView[]> => {
      const rows = await sql(
        'select i.* from loan_instalment i where i.loan_id = $1::bigint and i.schedule_version = $2 order by i.number',
        [loanId, version],
      );
      return rows.map((row) => instalmentOf(row, today));
    },
  };
}

function instalmentOf(row: Row, today: Temporal.PlainDate): InstalmentView {
  const due = {
    principal: money(row, 'principal'),
    interest: money(row, 'interest'),
    fees: money(row, 'fees'),
    penalties: money(row, 'penalties'),
  };
  const paid = {
    principal: money(row, 'paid_principal'),
    interest: money(row, 'paid_interest'),
    fees: money(row, 'paid_fees'),
    penalties: money(row, 'paid_penalties'),
  };
  const total = due.principal + due.interest + due.fees + due.penalties;
  const paidTotal = paid.principal + paid.interest + paid.fees + paid.penalties;
  const dueDate = readDate(row['due_date']);
  return {
    loanId: Number(row['loan_id']),
    number: Number(row['number']),
    dueDate,
    ...due,
    total,
    paid: { ...paid, total: paidTotal },
    outstanding: total - paidTotal,
    balanceAfter: money(row, 'balance_after'),
    state: instalmentState(total - paidTotal, paidTotal, dueDate, today),
  };
}

function instalmentState(
  open: bigint,
  paid: bigint,
  due: Temporal.PlainDate,
  today: Temporal.PlainDate,
): InstalmentState {
  if (open === 0n) return 'paid';
  if (Temporal.PlainDate.compare(due, today) < 0) return 'overdue';
  return paid > 0n ? 'partially_paid' : 'pending';
}
