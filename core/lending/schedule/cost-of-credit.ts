import type { Cents } from '../../kernel/money.ts';
import { formatDecimal, rational } from '../../kernel/rational.ts';
import { dayOf, nominalDay } from './due-dates.ts';
import { runOf } from './periods.ts';
import type { Schedule } from './rows.ts';
import type { ScheduleTerms } from './terms.ts';

export type CostOfCredit = {
  /** Interest and fees, those deducted from the payout among them, in minor units. */
  readonly totalCost: Cents;
  /** All that the borrower pays back. */
  readonly totalPayable: Cents;
  /** Percent a year with two decimals; null where nothing reaches the borrower. */
  readonly annualPercentageRate: string | null;
};

/** Time is counted in parts of a year that both a twelfth and a 365th are made of. */
const YEAR = 4380;
const MONTH = YEAR / 12;
const DAY = YEAR / 365;

/** Discount factors are binary fractions of this many bits: far below a hundredth of a percent after 100 years. */
const BITS = 128n;
const UNIT = 1n << BITS;

/** A sum and when it moves, in parts of a year after the disbursement. */
type Flow = { readonly at: number; readonly amount: Cents };

/**
 * What a loan costs: the total, and the annual percentage rate at which all that is paid out is worth all that is
 * paid back, sum C_k (1 + X)^(-t_k) = sum D_l (1 + X)^(-s_l). That is the basic equation of Directive 2008/48/EC,
 * Annex I, with a year of twelve equal months or of 365 days; fees that are deducted count from the first day.
 * X is found by bisection in whole numbers.
 */
export function costOfCredit(terms: ScheduleTerms, schedule: Schedule): CostOfCredit {
  const { totals, netted } = schedule;
  return {
    totalCost: totals.interest + totals.fees + netted,
    totalPayable: totals.total,
    annualPercentageRate: annualPercentageRate(paidOut(terms, netted), paidBack(terms, schedule)),
  };
}

function paidOut(terms: ScheduleTerms, netted: Cents): Flow[] {
  const start = dayOf(terms.disbursedOn);
  const later = terms.tranches.map(({ on, amount }) => ({ at: (dayOf(on) - start) * DAY, amount }));
  return [{ at: 0, amount: terms.principal - netted }, ...later];
}

function paidBack(terms: ScheduleTerms, { rows }: Schedule): Flow[] {
  const start = dayOf(terms.disbursedOn);
  if (terms.frequency.unit !== 'months') {
    return rows.map((row) => ({ at: (dayOf(row.dueDate) - start) * DAY, amount: row.total }));
  }
  const { firstDue, seedDay } = runOf(terms, 1);
  // Whole months before the first due date, and the days that are left over at the beginning.
  let [months, broken] = [0, 0];
  for (let step = 0; ; step++) {
    const day = nominalDay(firstDue, -step, terms.frequency, seedDay);
    if (day < start) break;
    [months, broken] = [step * terms.frequency.every, day - start];
  }
  const first = months * MONTH + broken * DAY;
  return rows.map((row, k) => ({ at: first + k * terms.frequency.every * MONTH, amount: row.total }));
}

function annualPercentageRate(out: readonly Flow[], back: readonly Flow[]): string | null {
  if (out[0]!.amount <= 0n) return null;
  // v = (1 + X)^(-1/4380), the worth today of one unit a part of a year from now: the more it is, the more the payments are worth.
  let [low, high] = [0n, UNIT];
  for (let bit = 0n; bit < BITS - 24n; bit++) {
    const middle = (low + high) >> 1n;
    if (presentValue(back, middle) > presentValue(out, middle)) high = middle;
    else low = middle;
  }
  if (low === 0n) return null;
  const yearly = power(high, YEAR);
  return yearly === 0n ? null : formatDecimal(rational((UNIT - yearly) * 100n, yearly), 2);
}

/** What flows are worth at the beginning, in minor units with BITS binary places. */
function presentValue(flows: readonly Flow[], v: bigint): bigint {
  let [value, discount, at] = [0n, UNIT, 0];
  let [step, stepDiscount] = [0, UNIT];
  for (const flow of flows) {
    const gap = flow.at - at;
    if (gap !== step) [step, stepDiscount] = [gap, power(v, gap)];
    discount = (discount * stepDiscount) >> BITS;
    value += flow.amount * discount;
    at = flow.at;
  }
  return value;
}

function power(base: bigint, exponent: number): bigint {
  let [result, square] = [UNIT, base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) >> BITS;
    square = (square * square) >> BITS;
  }
  return result;
}
