import { least, most, sum, type Cents } from '../../../kernel/money.ts';
import { NO_PARTS } from '../../parts.ts';
import { dateOf } from '../due-dates.ts';
import { allocatePayment, type AllocationRules } from '../servicing/allocation.ts';
import { accruedUntil, roundedAccrual } from './accrual.ts';
import { flatCharge } from './plan.ts';
import {
  changedRows,
  listOf,
  type Accrual,
  type AmortizationRow,
  type Context,
  type InterestWaiver,
  type Movement,
  type Rows,
  type State,
} from './state.ts';

type Money = Pick<Movement, 'day' | 'amount'>;

/** A payment between two due dates pays interest of the running period too, as far as it has accrued. */
export function payEarly(context: Context, state: State, { day, amount }: Movement): State {
  const accrual = accruedUntil(context, state, day);
  return paid(context, { ...state, accrual }, { day, amount }, payableOfPeriod(context, state, accrual));
}

/** A payment on a due date, or after the last one, has no running period: what is left after the rows is principal. */
export function payWhenDue(context: Context, state: State, payment: Money): State {
  return withPrepayment(context, paid(context, state, payment, 0n));
}

/** Interest of the running period that a payment pays before it is due. Flat interest is payable whole. */
function payableOfPeriod(
  { segment, recalculation }: Context,
  { plan, index, charged }: State,
  accrual: Accrual,
): Cents {
  if (index < segment.graceOnInterest || recalculation?.earlyPayment === 'principal_first') return 0n;
  return plan.flat ? flatCharge(segment.terms, plan.flat, index, charged) : roundedAccrual(segment.terms, accrual);
}

/** Pays what rows ask for; then `running` interest, then principal. The rest is overpaid. */
function paid(context: Context, state: State, payment: Money, running: Cents): State {
  const { rows, left, repaid } = context.recalculation?.allocation
    ? rowsPaidBy(context.recalculation.allocation, context, state, payment)
    : rowsPaid(state, payment.amount);
  const interest = least(left, most(running - state.interestAhead - waivedOf(state, state.index + 1), 0n));
  const ahead = least(left - interest, state.outstanding - repaid);
  return {
    ...state,
    rows,
    interestAhead: state.interestAhead + interest,
    outstanding: state.outstanding - repaid - ahead,
    overpaid: state.overpaid + left - interest - ahead,
  };
}

type PaidRows = { readonly rows: Rows; readonly left: Cents; readonly repaid: Cents };

/** Pays the oldest row first, interest before principal. */
function rowsPaid(state: State, amount: Cents): PaidRows {
  let [left, repaid] = [amount, 0n];
  const rows = changedRows(state.rows, state.index, (row) => {
    const interest = least(left, row.interest - row.paidInterest);
    const principal = least(left - interest, row.principal - row.paidPrincipal);
    if (interest === 0n && principal === 0n) return row;
    left -= interest + principal;
    repaid += principal;
    return { ...row, paidInterest: row.paidInterest + interest, paidPrincipal: row.paidPrincipal + principal };
  });
  return { rows, left, repaid };
}

/** Pays rows in an order of the product's own. All of them have fallen due: one that settles the loan did so early. */
function rowsPaidBy(rules: AllocationRules, { segment }: Context, state: State, { day, amount }: Money): PaidRows {
  const open = listOf(state.rows).map((row, index) => ({
    ...NO_PARTS,
    number: index + 1,
    dueDate: dateOf(Math.min(segment.periods[index]!.due, day)),
    principal: row.principal - row.paidPrincipal,
    interest: row.interest - row.paidInterest,
  }));
  const { perInstalment, parts, overpayment } = allocatePayment(amount, dateOf(day), open, rules);
  const rows = changedRows(state.rows, state.index, (row, number) => {
    const put = perInstalment.find((each) => each.number === number);
    if (!put) return row;
    return {
      ...row,
      paidInterest: row.paidInterest + put.interest,
      paidPrincipal: row.paidPrincipal + put.principal,
    };
  });
  return { rows, left: overpayment, repaid: parts.principal };
}

/** Lowers the interest that rows still ask for, the oldest first; the rest waits for the rows to come. */
export function waive(state: State, { amount, row: only }: InterestWaiver): State {
  let left = amount;
  const rows = changedRows(state.rows, state.index, (row, number) => {
    const lowered = only === null || only === number ? withWaiver(row, left) : row;
    left -= lowered.waived - row.waived;
    return lowered;
  });
  return { ...state, rows, waivers: [...state.waivers, { row: only, amount: left }] };
}

/** A row whose unpaid interest is lowered, by `available` at most. */
export function withWaiver(row: AmortizationRow, available: Cents): AmortizationRow {
  const taken = least(available, row.interest - row.paidInterest);
  return taken === 0n ? row : { ...row, interest: row.interest - taken, waived: row.waived + taken };
}

/** Waived interest that waits for a row. */
function waivedOf({ waivers }: State, number: number): Cents {
  return sum(waivers.filter(({ row }) => row === null || row === number).map(({ amount }) => amount));
}

/**
 * Principal that was paid ahead belongs to the row in whose period it was paid. Where interest comes first, it
 * settles what that row still asks of interest: who pays an instalment early doesn't owe a rest of it. Money that
 * was more than all principal pays that interest before principal is owed again for it.
 */
export function withPrepayment({ recalculation }: Context, state: State): State {
  if (recalculation === null || state.outstanding >= state.balance) return state;
  const settled = recalculation.earlyPayment === 'interest_first' ? withInterestSettled(state) : state;
  const { row, earlier } = settled.rows!;
  const ahead = settled.balance - settled.outstanding;
  if (ahead === 0n) return settled;
  const isCutAgain = recalculation.prepayment === 'reduce_instalment';
  return {
    ...settled,
    balance: settled.outstanding,
    prepaid: true,
    netting: settled.netting + (recalculation.prepayment === 'reschedule_next' ? ahead : 0n),
    recut: settled.recut || isCutAgain,
    agreed: isCutAgain ? null : settled.agreed,
    rows: {
      row: {
        ...row,
        principal: row.principal + ahead,
        paidPrincipal: row.paidPrincipal + ahead,
        balanceAfter: settled.outstanding,
      },
      earlier,
    },
  };
}

function withInterestSettled(state: State): State {
  const { row, earlier } = state.rows!;
  const interest = least(state.balance - state.outstanding, row.interest - row.paidInterest);
  const fromOverpaid = least(interest, state.overpaid);
  return {
    ...state,
    overpaid: state.overpaid - fromOverpaid,
    outstanding: state.outstanding + interest - fromOverpaid,
    rows: { row: { ...row, paidInterest: row.paidInterest + interest }, earlier },
  };
}
