import type { Cents } from '../../../kernel/money.ts';
import type { EpochDay } from '../due-dates.ts';
import type { Period, RateFrom } from '../periods.ts';
import type { EarlyPayment, PrepaymentStrategy } from '../prepayment.ts';
import type { AllocationRules } from '../servicing/allocation.ts';
import { NO_FRACTION, type Fraction } from '../year-fraction.ts';
import { planOf, type Basis, type Plan } from './plan.ts';

/** A further disbursement, or a payment towards interest and principal. */
export type Movement = { readonly kind: 'drawdown' | 'payment'; readonly day: EpochDay; readonly amount: Cents };

/** Interest that is no longer due: of one row, or of the oldest rows where the row is null. */
export type InterestWaiver = {
  readonly kind: 'waiver';
  readonly day: EpochDay;
  readonly amount: Cents;
  readonly row: number | null;
};

/** What changes a loan between its due dates. */
export type Transaction = Movement | InterestWaiver;

/** A part of a loan's life that is cut into rows: all of it, or what is to come after a reschedule. */
export type Segment = Basis & {
  readonly rates: readonly RateFrom[];
  /** Principal owed at its start. */
  readonly opening: Cents;
  /** The level instalment where it is agreed instead of calculated. */
  readonly agreed: Cents | null;
  readonly graceOnInterest: number;
  /** Interest that accrued before its start and falls due after its grace; zero at the start of a loan. */
  readonly deferred: Cents;
  /** In the order of their days. */
  readonly transactions: readonly Transaction[];
};

/** How a loan is followed whose payments differ from its schedule. */
export type Recalculation = {
  /** Up to here the payments are known; from here on every row is taken to be paid when it is due. */
  readonly asOf: EpochDay;
  /** Overdue principal continues to bear interest. */
  readonly lateAccrues: boolean;
  /** Periods after those of the segment, up to `asOf`: what is overdue then bears interest in them. */
  readonly beyond: readonly Period[];
  readonly prepayment: PrepaymentStrategy;
  readonly earlyPayment: EarlyPayment;
  /** In which order money pays what has fallen due; null: the oldest row first, interest before principal. */
  readonly allocation: AllocationRules | null;
  /** The rows as they were agreed. */
  readonly agreed: readonly AmortizationRow[];
  /** The loan is paid off on this day: its running row ends then and asks for all that is left. Null: it runs on. */
  readonly endsOn: EpochDay | null;
};

/** One row: what it asks for and what of it is paid, in minor units. */
export type AmortizationRow = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly balanceAfter: Cents;
  /** Interest accrued so far that a later row asks for. */
  readonly deferred: Cents;
  readonly paidPrincipal: Cents;
  readonly paidInterest: Cents;
  /** By how much waivers lowered its interest. */
  readonly waived: Cents;
};

/** Interest of the running period. */
export type Accrual = {
  readonly until: EpochDay;
  /** Not rounded; used where the interest of a row is rounded once. */
  readonly exact: Fraction;
  /** The sum of stretches of unchanged balance, each rounded; used where the terms say so. */
  readonly rounded: Cents;
};

/** Interest of the time after the last row, and how much of it the row asks for by now. */
type LateAccrual = { readonly until: EpochDay; readonly exact: Fraction; readonly asked: Cents };

/** The rows so far, the newest first: appending one leaves the former list as it was. */
export type Rows = { readonly row: AmortizationRow; readonly earlier: Rows } | null;

/** A loan between two transactions. Amounts in minor units. */
export type State = {
  /** Principal that no row asks for yet: the balance of the schedule. */
  readonly balance: Cents;
  /** Principal that is owed: more than the balance by what is overdue, less by what was paid ahead. */
  readonly outstanding: Cents;
  readonly accrual: Accrual;
  /** What overdue principal bore since the last row fell due; the row asks for it. */
  readonly late: LateAccrual;
  /** Interest of the running period that is paid before it is due. */
  readonly interestAhead: Cents;
  /** Interest of former periods that a grace put off to a later row. */
  readonly deferred: Cents;
  /** Received beyond all that was owed. */
  readonly overpaid: Cents;
  /** Whether principal was paid ahead of its rows. */
  readonly prepaid: boolean;
  /** Principal paid ahead that is still to be netted off the next rows. */
  readonly netting: Cents;
  /** What the method asks of the rows to come. */
  readonly plan: Plan;
  /** The balance changed other than by its rows: the plan is cut again before the next row. */
  readonly recut: boolean;
  /** The level instalment where it is agreed instead of calculated. */
  readonly agreed: Cents | null;
  /** Flat interest that rows have charged. */
  readonly charged: Cents;
  /** Waived interest that no row has asked for yet. */
  readonly waivers: readonly Pick<InterestWaiver, 'row' | 'amount'>[];
  /** Disbursements still to come. */
  readonly undrawn: number;
  readonly rows: Rows;
  /** How many rows there are, and thereby the index of the running period. */
  readonly index: number;
};

/** What every step reads and none changes. */
export type Context = { readonly segment: Segment; readonly recalculation: Recalculation | null };

/** The state of a segment before its first transaction. */
export function openingOf(segment: Segment): State {
  const { opening, deferred, agreed, periods, transactions } = segment;
  return {
    balance: opening,
    outstanding: opening,
    accrual: noAccrual(periods[0]),
    late: { until: -Infinity, exact: NO_FRACTION, asked: 0n },
    interestAhead: 0n,
    deferred,
    overpaid: 0n,
    prepaid: false,
    netting: 0n,
    plan: planOf(segment),
    recut: true,
    agreed,
    charged: 0n,
    waivers: [],
    undrawn: transactions.filter(({ kind }) => kind === 'drawdown').length,
    rows: null,
    index: 0,
  };
}

/** Nothing has accrued of a period on its first day. */
export function noAccrual(period: Period | undefined): Accrual {
  return { until: period?.start ?? Infinity, exact: NO_FRACTION, rounded: 0n };
}

/** No further row falls due: the last period is over, or all is asked for and nothing more is lent. */
export function isOver({ segment }: Context, { index, balance, undrawn }: State): boolean {
  return index > 0 && (index === segment.periods.length || (balance === 0n && undrawn === 0));
}

/** The rows, each changed by a function, the oldest first. */
export function changedRows(
  rows: Rows,
  index: number,
  change: (row: AmortizationRow, number: number) => AmortizationRow,
): Rows {
  if (rows === null) return null;
  const earlier = changedRows(rows.earlier, index - 1, change);
  const row = change(rows.row, index);
  return row === rows.row && earlier === rows.earlier ? rows : { row, earlier };
}

/** The rows as a list, the oldest first. */
export function listOf(rows: Rows): AmortizationRow[] {
  const list: AmortizationRow[] = [];
  for (let at = rows; at !== null; at = at.earlier) list.push(at.row);
  return list.reverse();
}
