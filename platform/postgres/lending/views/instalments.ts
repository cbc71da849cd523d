import { Instalment } from '#core/lending/loan/instalment.ts';
import { totalOf } from '#core/lending/parts.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { one } from '../../views/beside.ts';
import { columnsOf, pick } from '../../views/columns.ts';
import { view, whereAfter, type Condition, type RecordOf, type ViewContext } from '../../views/view.ts';

const l = columnsOf(Instalment);
const loan = columnsOf(Loan, 'loan');

type InstalmentState = 'pending' | 'partially_paid' | 'paid' | 'overdue';

const instalments = view(Instalment, {
  columns: {
    ...pick(l, 'loanId', 'number', 'dueDate', 'principal', 'interest', 'fees', 'penalties', 'balanceAfter'),
    paid: { principal: l.paidPrincipal, interest: l.paidInterest, fees: l.paidFees, penalties: l.paidPenalties },
  },
  joins: one('loan', `${loan.id} = ${l.loanId}`),
  show: (row, { today }) => {
    const [total, paid] = [totalOf(row), totalOf(row.paid)];
    const outstanding = total - paid;
    const state = instalmentState(outstanding, paid, row.dueDate, today);
    return { ...row, total, paid: { ...row.paid, total: paid }, outstanding, state };
  },
});
type InstalmentView = RecordOf<typeof instalments>;

export function instalmentViews(context: ViewContext) {
  const find = async (order: string, ...conditions: readonly Condition[]): Promise<InstalmentView[]> => {
    const { clause, params } = whereAfter([], ...conditions);
    const rows = await context.sql(`${instalments.select(instalments.rows)} ${clause} order by ${order}`, params);
    return rows.map((row) => instalments.read(row, context));
  };
  return {
    /** The rows in force of each of these loans, by loan and number. */
    ofLoans: (loanIds: readonly number[]) =>
      find(
        `${l.loanId}, ${l.number}`,
        [`${l.loanId} = any(?::bigint[])`, loanIds],
        [`${loan.scheduleVersion} = ${l.scheduleVersion}`],
      ),
    /** The rows of one version of a loan's schedule, in force or not, by number. */
    ofVersion: (loanId: number, version: number) =>
      find(`${l.number}`, [`${l.loanId} = ?::bigint`, loanId], [`${l.scheduleVersion} = ?`, version]),
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
