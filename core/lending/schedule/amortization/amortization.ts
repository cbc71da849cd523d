import type { Cents } from '../../../kernel/money.ts';
import type { EpochDay } from '../due-dates.ts';
import { accruedUntil } from './accrual.ts';
import { fallDue, type DueDate } from './due-date.ts';
import { lateUntil } from './late.ts';
import { payEarly, payWhenDue, waive } from './payment.ts';
import { withDrawdown } from './plan.ts';
import {
  isOver,
  listOf,
  openingOf,
  type AmortizationRow,
  type Context,
  type Movement,
  type Recalculation,
  type Segment,
  type State,
  type Transaction,
} from './state.ts';

/** The rows of a segment. Amounts in minor units. */
export type Amortization = {
  readonly rows: readonly AmortizationRow[];
  /** The level instalment in force at the end; null where the method has none. */
  readonly level: Cents | null;
  /** Received beyond all that was owed. */
  readonly overpaid: Cents;
};

/** A payment on a due date. */
type PaymentWhenDue = Omit<Movement, 'kind'> & { readonly kind: 'payment_when_due' };
/** A transaction at its place between the due dates. */
type Step = Transaction | DueDate | PaymentWhenDue;

/**
 * Cuts a segment into rows. Each row asks for the interest of its period and, by the plan of the method, for
 * principal; the last one absorbs what is left. Where a loan is recalculated, interest runs on what is truly owed
 * until `asOf`, and principal that was paid ahead is shown in the row whose period it fell in.
 */
export function amortizationOf(segment: Segment, recalculation: Recalculation | null = null): Amortization {
  const context: Context = { segment, recalculation };
  let state = openingOf(segment);
  for (const next of stepsOf(segment, recalculation?.endsOn ?? null)) state = step(context, state, next);
  if (recalculation) state = lateUntil(context, state, recalculation.asOf);
  return { rows: listOf(state.rows), level: state.plan.level, overpaid: state.overpaid };
}

/** The state after a transaction. After the last row only payments and waivers still count. */
function step(context: Context, before: State, next: Step): State {
  const over = isOver(context, before);
  const state = over ? lateUntil(context, before, next.day) : before;
  switch (next.kind) {
    case 'due_date':
      return over ? state : fallDue(context, state, next);
    case 'drawdown':
      return over ? state : drawDown(context, state, next);
    case 'waiver':
      return waive(over ? state : { ...state, accrual: accruedUntil(context, state, next.day) }, next);
    case 'payment':
      return over ? payWhenDue(context, state, next) : payEarly(context, state, next);
    case 'payment_when_due':
      return payWhenDue(context, state, next);
  }
}

/** More is lent: it bears interest from its day on, and the rows to come are cut again. */
function drawDown(context: Context, state: State, { day, amount }: Movement): State {
  const { plan, index } = state;
  return {
    ...state,
    accrual: accruedUntil(context, state, day),
    balance: state.balance + amount,
    outstanding: state.outstanding + amount,
    undrawn: state.undrawn - 1,
    plan: withDrawdown(context.segment, plan, { index, day, amount }),
    recut: true,
  };
}

/**
 * Transactions and due dates in the order in which they count. A payment or waiver on a due date counts after its
 * row, or after the last of the rows that a holiday moved to that day. A disbursement on a due date belongs to the
 * next period, and what follows it too; on the day of the settlement it is settled with the rest.
 */
function stepsOf({ periods, transactions }: Segment, endsOn: EpochDay | null): Step[] {
  const steps: Step[] = [];
  let next = 0;
  for (const [index, { due }] of periods.entries()) {
    const settles = endsOn !== null && endsOn <= due;
    const day = settles ? endsOn : due;
    for (; next < transactions.length && isBefore(transactions[next]!, { day, settles }); next++)
      steps.push(transactions[next]!);
    steps.push({ kind: 'due_date', day, settles });
    if (periods[index + 1]?.due === due) continue;
    for (; transactions[next]?.day === day && transactions[next]!.kind !== 'drawdown'; next++) {
      steps.push(whenDue(transactions[next]!));
    }
  }
  return [...steps, ...transactions.slice(next)];
}

function isBefore({ day, kind }: Transaction, due: { readonly day: EpochDay; readonly settles: boolean }): boolean {
  return day < due.day || (due.settles && day === due.day && kind === 'drawdown');
}

function whenDue(transaction: Transaction): Step {
  return transaction.kind === 'payment' ? { ...transaction, kind: 'payment_when_due' } : transaction;
}
