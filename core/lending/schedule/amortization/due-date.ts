import { least, most, type Cents } from '../../../kernel/money.ts';
import type { EpochDay } from '../due-dates.ts';
import { accruedUntil, expectedInterest, roundedAccrual } from './accrual.ts';
import { withPrepayment, withWaiver } from './payment.ts';
import { cutPlan, flatCharge, flatRest, plannedPrincipal, roundedAmount } from './plan.ts';
import { noAccrual, type AmortizationRow, type Context, type State } from './state.ts';

/** The running row falls due. The one that settles the loan asks for all that is left. */
export type DueDate = { readonly kind: 'due_date'; readonly day: EpochDay; readonly settles: boolean };

/** What the running row asks for, before grace and waivers. Amounts in minor units. */
type Due = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly isLast: boolean;
  /** What of an excess paid before was netted off its principal. */
  readonly netted: Cents;
};

/** A period ends: its row falls due and the next period begins. */
export function fallDue(context: Context, before: State, dueDate: DueDate): State {
  const state = before.recut ? withPlan(context, before) : before;
  return withPrepayment(context, withRow(context, state, dueOf(context, state, dueDate)));
}

/** The plan of the rows to come, for the balance as it is now. */
function withPlan(context: Context, state: State): State {
  const { segment } = context;
  const { plan, balance, agreed, index } = state;
  const interest = segment.terms.progressiveAdjustment ? expectedInterest(context, state) : 0n;
  return { ...state, recut: false, plan: cutPlan(segment, plan, { index, balance, interest, agreed }) };
}

/** The interest of the period and, by the plan, principal. The last row, or the one that settles, takes the balance. */
function dueOf(context: Context, state: State, dueDate: DueDate): Due {
  const { balance, plan, index, charged, undrawn } = state;
  const interest = interestOf(context, state, dueDate);
  const takesAll = dueDate.settles || index === context.segment.periods.length - 1;
  const asked = takesAll ? balance : least(balance, principalOf(context, state, interest));
  const netted = takesAll ? 0n : least(state.netting, asked);
  const principal = asked - netted;
  const isLast = principal === balance && undrawn === 0;
  const takesRest = isLast && plan.flat && !dueDate.settles;
  return { principal, interest: takesRest ? flatRest(plan.flat!, charged) : interest, isLast, netted };
}

/** Interest of the period; of flat interest the days' share where the period is broken off, no less than was paid. */
function interestOf(context: Context, state: State, { day }: DueDate): Cents {
  const { terms, periods } = context.segment;
  const { plan, index, charged, interestAhead } = state;
  if (!plan.flat) return roundedAccrual(terms, accruedUntil(context, state, day));
  const charge = flatCharge(terms, plan.flat, index, charged);
  const { start, due } = periods[index]!;
  const share = { num: charge * BigInt(day - start), den: BigInt(due - start) };
  return most(roundedAmount(terms, day === due ? { num: charge, den: 1n } : share), interestAhead);
}

/** Principal by the plan, or by the rows as agreed where a prepayment is to spare the last ones. */
function principalOf({ segment, recalculation }: Context, state: State, interest: Cents): Cents {
  const { plan, index, prepaid } = state;
  const agreed = prepaid ? recalculation?.agreed[index] : undefined;
  if (agreed && recalculation?.prepayment === 'adjust_last') return agreed.principal;
  return plannedPrincipal(segment, plan, index, interest);
}

/** The state once a row fell due: grace puts its interest off, waivers lower it, and the next period begins. */
function withRow({ segment }: Context, state: State, { principal, interest, isLast, netted }: Due): State {
  const isPutOff = state.index < segment.graceOnInterest && !isLast;
  const borne = state.deferred + interest;
  const balance = state.balance - principal;
  const overdue = most(state.outstanding - state.balance, 0n);
  const unpaid = most(state.outstanding - balance - overdue, 0n);
  const due: AmortizationRow = {
    principal,
    interest: isPutOff ? 0n : borne,
    balanceAfter: balance,
    deferred: isPutOff ? borne : 0n,
    paidPrincipal: principal - unpaid,
    paidInterest: state.interestAhead,
    waived: 0n,
  };
  const index = state.index + 1;
  const { row, waivers } = state.waivers.length === 0 ? { row: due, waivers: state.waivers } : waivedRow(state, due);
  return {
    ...state,
    index,
    balance,
    netting: state.netting - netted,
    waivers,
    rows: { row, earlier: state.rows },
    deferred: row.deferred,
    charged: state.charged + interest,
    accrual: noAccrual(segment.periods[index]),
    interestAhead: 0n,
  };
}

/** A row that waits for waived interest takes it, from the oldest waiver first. */
function waivedRow(state: State, due: AmortizationRow): Pick<State, 'waivers'> & { readonly row: AmortizationRow } {
  let row = due;
  const waivers = state.waivers.map((waiver) => {
    if (waiver.row !== null && waiver.row !== state.index + 1) return waiver;
    const lowered = withWaiver(row, waiver.amount);
    const left = waiver.amount - (lowered.waived - row.waived);
    row = lowered;
    return { ...waiver, amount: left };
  });
  return { row, waivers };
}
