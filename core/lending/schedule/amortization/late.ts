import { least, most, sum, type Cents } from '../../../kernel/money.ts';
import { rational } from '../../../kernel/rational.ts';
import type { EpochDay } from '../due-dates.ts';
import { factorWithin } from '../periods.ts';
import { added, type Fraction } from '../year-fraction.ts';
import { roundedAmount } from './plan.ts';
import { isOver, listOf, type Context, type State } from './state.ts';

/**
 * Where no further row falls due, what is overdue bears interest all the same, and the last row asks for it: a loan is
 * not free of it once its term is over. What is open of interest never comes to more than the principal that is owed,
 * and what that forgoes is not caught up with: the account has no days of default, so the limit holds from the first on.
 */
export function lateUntil(context: Context, state: State, day: EpochDay): State {
  const { recalculation, segment } = context;
  if (!recalculation?.lateAccrues || state.plan.flat || state.outstanding <= 0n || !isOver(context, state))
    return state;
  const until = Math.min(day, recalculation.asOf);
  const from = Math.max(state.late.until, segment.periods[state.index - 1]!.due);
  if (until <= from) return state;
  const exact = added(state.late.exact, borneBeyond(context, state, { from, until }));
  const more = roundedAmount(segment.terms, exact) - state.late.asked;
  const open = sum(listOf(state.rows).map((row) => row.interest - row.paidInterest));
  const asked = least(more, most(state.outstanding - open, 0n));
  const { row, earlier } = state.rows!;
  const late = { until, exact: asked < more ? rational(state.late.asked + asked, 1n) : exact };
  return {
    ...state,
    late: { ...late, asked: state.late.asked + asked },
    rows: { row: { ...row, interest: row.interest + asked }, earlier },
  };
}

type Stretch = { readonly from: EpochDay; readonly until: EpochDay };

function borneBeyond({ segment, recalculation }: Context, state: State, { from, until }: Stretch): Fraction {
  const periods = [...segment.periods.slice(state.index), ...(recalculation?.beyond ?? [])];
  const outstanding: Cents = state.outstanding;
  return periods
    .filter(({ start, due }) => start < until && due > from)
    .map((period) => {
      const [start, end] = [Math.max(period.start, from), Math.min(period.due, until)];
      const { num, den } = factorWithin(segment.terms, segment.rates, period, start, end);
      return { num: num * outstanding, den };
    })
    .reduce(added, { num: 0n, den: 1n });
}
