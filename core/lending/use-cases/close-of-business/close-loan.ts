import { least, most, sum, type Cents } from '../../../kernel/money.ts';
import { bandOf, classify, daysPastDue, provisionFor, type Band, type Leniency } from '../../arrears.ts';
import { lateInterestOn, type LateInterest, type LateInterestRule } from '../../schedule/servicing/late-interest.ts';
import { totalOf } from '../../parts.ts';
import { overdueOn, type OpenInstalment } from '../../schedule/servicing/open-instalment.ts';
import { penaltiesOn, type Penalty, type PenaltyRule } from '../../schedule/servicing/penalties.ts';
import type { Earned, Recognised } from '../../loan/income.ts';
import { accrue, earnedBy, type RunningRow } from './accrual.ts';

/** The product's terms for accrual and lateness. */
type ClosingTerms = {
  readonly penalty: PenaltyRule | null;
  readonly lateInterest: LateInterestRule | null;
  /** How overdue principal bears interest where the schedule follows its payments; null where it does not, or none is borne. */
  readonly borne: LateInterestRule | null;
  readonly leniency: Leniency;
  /** Lateness costs nothing more once interest and penalties of a non-performing loan have reached its principal. */
  readonly inDuplum: boolean;
};

/** A loan that is later than this is non-performing (prudential guidelines of the Central Bank of Kenya). */
const PERFORMING_DAYS = 90;

/** A loan at the end of a day, before it is closed. Money in minor units. */
export type LoanAtClose = {
  /** False once the loan is repaid or the books have taken the loss: nothing is earned on it and nothing at risk. */
  readonly isCarried: boolean;
  readonly principal: Cents;
  readonly interest: Recognised;
  readonly fees: Recognised;
  /** Of rows that fell due on the day or before. */
  readonly interestFallenDue: Cents;
  readonly feesFallenDue: Cents;
  readonly running: RunningRow | null;
  /** Rows that were due before the day and are not paid in full. */
  readonly overdue: readonly OpenInstalment[];
  /** By instalment: the day up to which penalties were charged. */
  readonly penalisedUntil: ReadonlyMap<number, Temporal.PlainDate>;
  /** By instalment: the late interest that closes have charged; read where interest bears it too. */
  readonly lateCharged: ReadonlyMap<number, Cents>;
  /** The day up to which the rows have what overdue principal bears; null where they don’t follow payments. */
  readonly followedUntil: Temporal.PlainDate | null;
  readonly terms: ClosingTerms;
  /** As the close before left it; null where there was none. */
  readonly before: LoanStatus | null;
};

/** The status of a loan on a date: what classification and provisioning follow from. */
export type LoanStatus = {
  readonly daysPastDue: number;
  /** Everything that is overdue. */
  readonly arrears: Cents;
  readonly band: string;
  readonly principal: Cents;
  readonly provision: Cents;
};

export type ClosedLoan = {
  readonly interest: Recognised;
  readonly fees: Recognised;
  /** Income of the day, by what it was earned for; what was charged for lateness is part of it. */
  readonly earned: Earned;
  readonly penalties: readonly Penalty[];
  readonly lateInterest: readonly LateInterest[];
  readonly status: LoanStatus;
  /** Change of what is set aside; negative where it is released. */
  readonly provisioned: Cents;
  readonly fellOverdue: boolean;
};

/**
 * The close of one loan's day: interest and fees that time has earned, late interest and penalties by the product's
 * terms, arrears, class and provision. Pure: the same loan closed twice for a day gives the same figures.
 * @param on the business date that ends
 * @param closedUntil the date of the close before, up to which late interest was charged
 */
export function closeLoan(
  loan: LoanAtClose,
  on: Temporal.PlainDate,
  { bands, closedUntil }: { readonly bands: readonly Band[]; readonly closedUntil: Temporal.PlainDate | null },
): ClosedLoan {
  const overdue = overdueOn(loan.overdue, on);
  const daysLate = loan.isCarried ? daysPastDue(oldestDue(overdue), on, loan.terms.leniency) : 0;
  const lateness = { overdue, on, closedUntil, daysLate };
  const { lateInterest, penalties } = chargesOf(loan, lateness);
  const late = sum(lateInterest.map(({ interest }) => interest));
  const charged = sum(penalties.map(({ amount }) => amount));

  const interest = loan.isCarried
    ? accrue(
        loan.interest,
        earnedBy(on, loan.interestFallenDue, loan.running) + late + borneOn(loan, lateness, late + charged),
      )
    : loan.interest;
  const fees = loan.isCarried ? accrue(loan.fees, loan.feesFallenDue) : loan.fees;

  const arrears = sum(overdue.map(totalOf)) + late + charged;
  const principal = loan.isCarried ? loan.principal : 0n;
  const status: LoanStatus = {
    daysPastDue: daysLate,
    arrears: daysLate > 0 ? arrears : 0n,
    band: classify(daysLate, bands),
    principal,
    provision: provisionFor(principal, bandOf(daysLate, bands)),
  };
  return {
    interest,
    fees,
    earned: {
      interest: interest.accrued - loan.interest.accrued,
      fees: fees.accrued - loan.fees.accrued,
      penalties: charged,
    },
    penalties,
    lateInterest,
    status,
    provisioned: status.provision - (loan.before?.provision ?? 0n),
    fellOverdue: daysLate > 0 && (loan.before?.daysPastDue ?? 0) === 0,
  };
}

type Lateness = {
  readonly overdue: readonly OpenInstalment[];
  readonly on: Temporal.PlainDate;
  readonly closedUntil: Temporal.PlainDate | null;
  readonly daysLate: number;
};

/** What lateness costs on the day, by the product's terms and, where the tenant follows it, the in duplum rule. */
function chargesOf(loan: LoanAtClose, { overdue, on, closedUntil, daysLate }: Lateness) {
  const { penalty, lateInterest: rule, inDuplum } = loan.terms;
  const isLimited = inDuplum && daysLate > PERFORMING_DAYS;
  const lateInterest = loan.isCarried && rule ? lateInterestOn(overdue, on, rule, closedUntil, loan.lateCharged) : [];
  const chargedUntil = isLimited && penalty ? throughClose(loan, penalty, closedUntil) : loan.penalisedUntil;
  const penalties = loan.isCarried && penalty ? penaltiesOn(overdue, on, penalty, chargedUntil) : [];
  if (!isLimited) return { lateInterest, penalties };
  let room = roomOf(loan.principal, overdue);
  const within = (amount: Cents): Cents => {
    const taken = least(amount, room);
    room -= taken;
    return taken;
  };
  return {
    lateInterest: lateInterest
      .map((each) => ({ ...each, interest: within(each.interest) }))
      .filter(({ interest }) => interest > 0n),
    penalties: penalties.map((each) => ({ ...each, amount: within(each.amount) })).filter(({ amount }) => amount > 0n),
  };
}

/**
 * What overdue principal has borne since its rows were cut: time has earned it, and the next booking asks for it. What is open of
 * interest comes to no more than the principal once no further row falls due, nor where the in duplum rule holds.
 * @param more what is charged for lateness on the day
 */
function borneOn(loan: LoanAtClose, { overdue, on, daysLate }: Lateness, more: Cents): Cents {
  const { followedUntil, principal, running } = loan;
  const { borne: rule, inDuplum } = loan.terms;
  if (rule === null || followedUntil === null) return 0n;
  const borne = sum(lateInterestOn(overdue, on, rule, followedUntil).map(({ interest }) => interest));
  if (inDuplum && daysLate > PERFORMING_DAYS) return least(borne, most(roomOf(principal, overdue) - more, 0n));
  return running === null ? least(borne, most(principal - sum(overdue.map(({ interest }) => interest)), 0n)) : borne;
}

/** How much interest and penalties may come to beside what is open of them, where they may not exceed the principal. */
const roomOf = (principal: Cents, overdue: Lateness['overdue']): Cents =>
  most(principal - sum(overdue.map((row) => row.interest + row.penalties)), 0n);

/**
 * By instalment, the day up to which penalties were charged, or would have been but for the limit: a day that cost nothing then
 * costs nothing once a payment has made room again.
 */
function throughClose(
  { overdue, penalisedUntil }: Pick<LoanAtClose, 'overdue' | 'penalisedUntil'>,
  { graceDays }: PenaltyRule,
  closedUntil: Temporal.PlainDate | null,
): ReadonlyMap<number, Temporal.PlainDate> {
  if (closedUntil === null) return penalisedUntil;
  const closed = overdue.filter(
    ({ dueDate }) => Temporal.PlainDate.compare(dueDate.add({ days: graceDays }), closedUntil) < 0,
  );
  return new Map([...penalisedUntil, ...closed.map(({ number }) => [number, closedUntil] as const)]);
}

function oldestDue(overdue: readonly OpenInstalment[]): Temporal.PlainDate | null {
  return overdue.reduce<Temporal.PlainDate | null>(
    (oldest, { dueDate }) => (oldest === null || Temporal.PlainDate.compare(dueDate, oldest) < 0 ? dueDate : oldest),
    null,
  );
}
