import { least, most, sum, type Cents } from '../../kernel/money.ts';
import type { EpochDay } from './due-dates.ts';
import { factorWithin, type Period, type RateFrom } from './periods.ts';
import { planOf, roundedAmount, type Basis } from './plan.ts';
import { added, type Fraction } from './year-fraction.ts';

/** Money that moves on a day, a further disbursement or a payment towards interest and principal; or forgiven interest. */
export type Happening =
  { readonly kind: 'disbursed' | 'paid'; readonly day: EpochDay; readonly amount: Cents } | Forgiven;
/** Interest of one row, or of the oldest rows where it is null, that is asked for no longer. */
export type Forgiven = {
  readonly kind: 'forgiven';
  readonly day: EpochDay;
  readonly amount: Cents;
  readonly row: number | null;
};

/** A stretch of a loan's life that is cut into rows. */
export type Leg = Basis & {
  readonly rates: readonly RateFrom[];
  /** Principal owed at its start. */
  readonly opening: Cents;
  /** The level instalment where it is agreed instead of worked out. */
  readonly agreed: Cents | null;
  readonly graceOnInterest: number;
  /** Interest that was borne before its start and falls due behind its grace; zero at the start of a loan. */
  readonly deferred: Cents;
  /** In the order of their days. */
  readonly happenings: readonly Happening[];
};

/** What becomes of principal that is paid before it is asked for. */
export const PREPAYMENT_STRATEGIES = ['reduce_number', 'reduce_instalment', 'reschedule_next', 'adjust_last'] as const;
export type PrepaymentStrategy = (typeof PREPAYMENT_STRATEGIES)[number];

/**
 * What a payment before the due date pays of the running row: the interest accrued until then and after it
 * principal, or principal alone (the row's interest then stays due, and runs on less for the rest of the period).
 */
export const EARLY_PAYMENTS = ['interest_first', 'principal_first'] as const;
export type EarlyPayment = (typeof EARLY_PAYMENTS)[number];

/** How a course that was not kept to the day is followed. */
export type Following = {
  /** Up to here the payments are known; from here on every row is taken to be paid when it is due. */
  readonly asOf: EpochDay;
  /** Overdue principal goes on bearing interest. */
  readonly lateAccrues: boolean;
  readonly prepayment: PrepaymentStrategy;
  readonly earlyPayment: EarlyPayment;
  /** The rows as they were agreed. */
  readonly agreed: readonly CourseRow[];
  /** The loan is paid off on this day: its running row ends then and asks for all that is left. Null: it runs on. */
  readonly endsOn: EpochDay | null;
};

export type CourseRow = {
  principal: Cents;
  interest: Cents;
  balanceAfter: Cents;
  /** Interest borne so far that a later row asks for. */
  deferred: Cents;
  paidPrincipal: Cents;
  paidInterest: Cents;
  /** What its interest was lowered by. */
  forgiven: Cents;
};

export type Course = { readonly rows: CourseRow[]; readonly level: Cents | null; readonly overpaid: Cents };

const NOTHING: Fraction = { num: 0n, den: 1n };

/**
 * Cuts a leg into rows. Each row asks for the interest of its period and, by the plan of the method, for
 * principal; the last one absorbs what is left. Where payments are followed, interest runs on what is
 * truly owed until `asOf`, and principal that was paid ahead is shown in the row whose period it fell in.
 */
export function courseOf(leg: Leg, following: Following | null = null): Course {
  const { terms, periods, happenings } = leg;
  const plan = planOf(leg);
  const rows: CourseRow[] = [];
  const bySegment = terms.interestRounding === 'segment';
  // Asked for less what rows asked; and what is truly owed. They differ by what is overdue, or paid ahead.
  let [scheduled, owed] = [leg.opening, leg.opening];
  let [deferred, overpaid, interestAhead] = [leg.deferred, 0n, 0n];
  let [exact, bySegments, cursor] = [NOTHING, 0n, 0];
  let [next, prepaid] = [0, false];
  let agreed = leg.agreed;
  const spared = following?.earlyPayment === 'principal_first';
  let recut = true;
  // Forgiven interest that no row has asked for yet.
  const forgiving: { readonly row: number | null; left: Cents }[] = [];

  function accrue(period: Period, to: EpochDay): void {
    const late =
      following !== null && following.lateAccrues && owed > scheduled && cursor < Math.min(to, following.asOf);
    if (late && following.asOf < to) {
      accrue(period, following.asOf);
      accrue(period, to);
      return;
    }
    const bearing = late ? owed : least(owed, scheduled);
    const { num, den } = factorWithin(terms, leg.rates, period, cursor, to);
    const interest = { num: bearing * num, den };
    if (bySegment) bySegments += roundedAmount(terms, interest);
    else exact = added(exact, interest);
    cursor = Math.max(cursor, to);
  }

  function accrued(): Cents {
    return bySegment ? bySegments : roundedAmount(terms, exact);
  }

  /** What the period will bear if nothing else happens in it. */
  function expected(period: Period): Cents {
    if (!terms.progressiveAdjustment) return 0n;
    const { num, den } = factorWithin(terms, leg.rates, period, cursor, period.due);
    const rest = { num: scheduled * num, den };
    return bySegment ? bySegments + roundedAmount(terms, rest) : roundedAmount(terms, added(exact, rest));
  }

  function disburse(index: number, day: EpochDay, amount: Cents): void {
    const period = periods[index]!;
    scheduled += amount;
    owed += amount;
    plan.flat?.lend(index, amount, { num: BigInt(period.due - day), den: BigInt(period.due - period.start) });
    recut = true;
  }

  /** A payment goes to the oldest row first, interest before principal; the rest to the running period, then to principal. */
  function pay(amount: Cents, running: Cents): void {
    let left = amount;
    for (const row of rows) {
      const interest = least(left, row.interest - row.paidInterest);
      const principal = least(left - interest, row.principal - row.paidPrincipal);
      row.paidInterest += interest;
      row.paidPrincipal += principal;
      owed -= principal;
      left -= interest + principal;
    }
    const interest = least(left, most(running - interestAhead - toForgive(rows.length + 1), 0n));
    interestAhead += interest;
    const principal = least(left - interest, owed);
    owed -= principal;
    overpaid += left - interest - principal;
  }

  /** Lowers the interest that rows still ask for, the oldest first; the rest waits for the rows to come. */
  function forgive({ amount, row: only }: Forgiven): void {
    const pool = { row: only, left: amount };
    for (const [index, row] of rows.entries()) {
      if (only === null || only === index + 1) lower(row, takeFrom(pool, row.interest - row.paidInterest));
    }
    forgiving.push(pool);
  }

  function toForgive(number: number): Cents {
    return sum(forgiving.filter(({ row }) => row === null || row === number).map(({ left }) => left));
  }

  /**
   * Principal paid ahead of what the rows ask for belongs to the row in whose period it was paid. It first
   * settles what that row still asks of interest: who pays an instalment early doesn't owe a rest of it. Money that
   * was more than all principal pays it before principal is owed again for it.
   */
  function absorb(row: CourseRow): void {
    if (owed >= scheduled) return;
    if (following!.earlyPayment === 'interest_first') {
      const interest = least(scheduled - owed, row.interest - row.paidInterest);
      const beyond = least(interest, overpaid);
      row.paidInterest += interest;
      overpaid -= beyond;
      owed += interest - beyond;
    }
    if (owed === scheduled) return;
    row.principal += scheduled - owed;
    row.paidPrincipal += scheduled - owed;
    row.balanceAfter = owed;
    scheduled = owed;
    prepaid = true;
    if (following!.prepayment === 'reduce_instalment') [recut, agreed] = [true, null];
  }

  function askedBy(index: number, interest: Cents): Cents {
    const planned = following?.agreed[index];
    if (prepaid && planned && following.prepayment === 'adjust_last') return planned.principal;
    if (prepaid && planned && following.prepayment === 'reschedule_next') {
      return scheduled > planned.balanceAfter ? scheduled - planned.balanceAfter : 0n;
    }
    return plan.asks(index, interest);
  }

  for (let index = 0; index < periods.length; index++) {
    const period = periods[index]!;
    [exact, bySegments, cursor, interestAhead] = [NOTHING, 0n, period.start, 0n];
    const inGrace = index < leg.graceOnInterest;
    const paidOff = following?.endsOn != null && following.endsOn <= period.due;
    const dueOn = paidOff ? following.endsOn! : period.due;
    // What is lent on the day of the settlement is settled with the rest.
    const isBefore = ({ day, kind }: Happening) => day < dueOn || (paidOff && day === dueOn && kind === 'disbursed');
    for (; next < happenings.length && isBefore(happenings[next]!); next++) {
      const happening = happenings[next]!;
      accrue(period, happening.day);
      if (happening.kind === 'disbursed') disburse(index, happening.day, happening.amount);
      else if (happening.kind === 'forgiven') forgive(happening);
      else pay(happening.amount, inGrace || spared ? 0n : (plan.flat?.charge(index) ?? accrued()));
    }
    if (recut) plan.cut(index, scheduled, expected(period), agreed);
    recut = false;
    accrue(period, dueOn);
    // Flat interest that was paid ahead is not given back.
    let interest = plan.flat
      ? most(roundedAmount(terms, partOf(plan.flat.charge(index), period, dueOn)), interestAhead)
      : accrued();
    const more = happenings.slice(next).some((happening) => happening.kind === 'disbursed');
    const asked = paidOff || index === periods.length - 1 ? scheduled : least(scheduled, askedBy(index, interest));
    const ends = asked === scheduled && !more;
    if (ends && plan.flat && !paidOff) interest = plan.flat.left();
    plan.flat?.book(interest);
    const due = inGrace && !ends ? 0n : interest + deferred;
    deferred = inGrace && !ends ? deferred + interest : 0n;
    const overdue = owed > scheduled ? owed - scheduled : 0n;
    scheduled -= asked;
    const unpaid = owed > scheduled + overdue ? owed - scheduled - overdue : 0n;
    const row: CourseRow = {
      principal: asked,
      interest: due,
      balanceAfter: scheduled,
      deferred,
      paidPrincipal: asked - unpaid,
      paidInterest: interestAhead,
      forgiven: 0n,
    };
    for (const pool of forgiving) {
      if (pool.row === null || pool.row === index + 1) lower(row, takeFrom(pool, row.interest - row.paidInterest));
    }
    rows.push(row);
    interestAhead = 0n;
    absorb(row);
    // Rows that a holiday moved to one day fall due together: what is paid on that day waits for the last of them.
    const together = !ends && periods[index + 1]?.due === period.due;
    for (; !together && next < happenings.length && happenings[next]!.day === dueOn; next++) {
      const happening = happenings[next]!;
      if (happening.kind === 'disbursed') break; // the next period's first day
      if (happening.kind === 'forgiven') {
        forgive(happening);
        continue;
      }
      pay(happening.amount, 0n);
      absorb(row);
    }
    if (ends || (scheduled === 0n && !more)) break;
  }
  for (const happening of happenings.slice(next)) {
    if (happening.kind === 'paid') pay(happening.amount, 0n);
    else if (happening.kind === 'forgiven') forgive(happening);
  }
  return { rows, level: plan.level(), overpaid };
}

/** The days' share of what a period bears, where it is broken off. */
function partOf(amount: Cents, { start, due }: Period, until: EpochDay): Fraction {
  return until === due ? { num: amount, den: 1n } : { num: amount * BigInt(until - start), den: BigInt(due - start) };
}

function lower(row: CourseRow, by: Cents): void {
  row.interest -= by;
  row.forgiven += by;
}

function takeFrom(pool: { left: Cents }, wanted: Cents): Cents {
  const taken = least(pool.left, wanted);
  pool.left -= taken;
  return taken;
}
