import type { AnnualRate } from '../kernel/rate.ts';
import { STANDARD_RULES, type AllocationRules } from './schedule/servicing/allocation.ts';
import type { InterestUntil } from './schedule/servicing/early-settlement.ts';
import type { LateInterestRule } from './schedule/servicing/late-interest.ts';
import type { PenaltyRule } from './schedule/servicing/penalties.ts';
import type { RecalculationPolicy } from './schedule/servicing/recalculation.ts';
import {
  OPEN_EVERY_DAY,
  STANDARD_CONVENTIONS,
  standardTerms,
  type Charge,
  type ChargeBase,
  type Fee,
  type Frequency,
  type Method,
  type ScheduleConventions,
  type ScheduleTerms,
  type WorkingCalendar,
} from './schedule/terms.ts';

/** A charge as it is stored: amounts are whole minor units as text, so that JSON carries them exactly. */
export type StoredCharge =
  | { readonly kind: 'flat'; readonly amount: string }
  | { readonly kind: 'percent'; readonly percent: string; readonly of: ChargeBase };

type StoredFee = {
  readonly name: string;
  readonly when: 'disbursement' | 'instalment';
  readonly charge: StoredCharge;
};

/** What a lender asks for beside the terms of the schedule. */
export type LendingPolicies = {
  /** Guarantors that a loan needs before it is approved. */
  readonly guarantorsRequired: number;
  /** How much of the principal guarantees have to cover, in percent. */
  readonly guaranteePercent: string;
  /** A loan is of at most so many times what its member has saved, a decimal; zero: whatever is saved. */
  readonly depositMultiple: string;
  /** How many disbursements a loan may have. */
  readonly mostTranches: number;
  /** Days past due that a loan must have before it is charged off, and written off. */
  readonly chargeOffAfterDays: number;
  readonly writeOffAfterDays: number;
  /** What becomes of a school-fee loan's money that its invoice did not take. Never cash to the student. */
  readonly feeSurplus: FeeSurplus;
};

/** Back to the lender, which prepays the loan with it; or the student's credit at the school. */
export const FEE_SURPLUS = ['to_lender', 'student_credit'] as const;
type FeeSurplus = (typeof FEE_SURPLUS)[number];

/** All that a product sets and a loan starts with, beside limits, method and rate. JSON-safe. */
export type LoanConditions = {
  readonly schedule: Omit<ScheduleConventions, 'method'>;
  readonly calendar: WorkingCalendar;
  readonly fees: readonly StoredFee[];
  readonly penalty: (Omit<PenaltyRule, 'charge'> & { readonly charge: StoredCharge }) | null;
  /** Interest on what is overdue; null: none, or by the prepayment's own recalculation. */
  readonly lateInterest: LateInterestRule | null;
  readonly allocation: AllocationRules;
  /**
   * What becomes of money that comes early or late: the schedule is recalculated after every payment. Null: the
   * schedule stays as it was agreed, and money that comes early pays the next instalments.
   */
  readonly prepayment: RecalculationPolicy | null;
  /** Up to when interest is owed where a loan is settled early. */
  readonly settlementInterest: InterestUntil;
  /** Days after a due date in which an instalment doesn’t count as late. */
  readonly arrearsGraceDays: number;
  readonly policies: LendingPolicies;
};

/** Conditions as far as they are named: what is left out has its usual value, each convention and policy on its own. */
export type NamedConditions = Partial<Omit<LoanConditions, 'schedule' | 'policies'>> & {
  readonly schedule?: Partial<LoanConditions['schedule']>;
  readonly policies?: Partial<LendingPolicies>;
};

const STANDARD_CONDITIONS: LoanConditions = {
  schedule: STANDARD_CONVENTIONS,
  calendar: OPEN_EVERY_DAY,
  fees: [],
  penalty: null,
  lateInterest: null,
  allocation: STANDARD_RULES,
  prepayment: null,
  settlementInterest: 'pay_off_date',
  arrearsGraceDays: 0,
  policies: {
    guarantorsRequired: 0,
    guaranteePercent: '0',
    depositMultiple: '0',
    mostTranches: 12,
    chargeOffAfterDays: 0,
    writeOffAfterDays: 0,
    feeSurplus: 'to_lender',
  },
};

/** Conditions in full: what is not stored has its usual value. */
export function conditionsFrom(stored: NamedConditions): LoanConditions {
  return {
    ...STANDARD_CONDITIONS,
    ...stored,
    schedule: { ...STANDARD_CONDITIONS.schedule, ...stored.schedule },
    policies: { ...STANDARD_CONDITIONS.policies, ...stored.policies },
  };
}

export function chargeFrom(stored: StoredCharge): Charge {
  return stored.kind === 'flat' ? { kind: 'flat', amount: BigInt(stored.amount) } : stored;
}

export function storedCharge(charge: Charge): StoredCharge {
  return charge.kind === 'flat' ? { kind: 'flat', amount: charge.amount.toString() } : charge;
}

function feesFrom(stored: readonly StoredFee[]): Fee[] {
  return stored.map(({ name, when, charge }) => ({ name, when, charge: chargeFrom(charge) }));
}

/** The penalty as the engine takes it; null where the product has none. */
export function penaltyRuleOf({ penalty }: LoanConditions): PenaltyRule | null {
  return penalty && { ...penalty, charge: chargeFrom(penalty.charge) };
}

/**
 * How overdue principal bears interest by the schedule itself, which follows the payments: at the rate of the loan, by its own
 * count of days. Null where it bears none. A close accrues by it; what is asked for the engine calculates, period by period.
 */
export function borneRuleOf({ method, annualRate, conditions }: Agreement): LateInterestRule | null {
  const { prepayment, schedule } = conditionsFrom(conditions);
  if (!prepayment?.lateAccrues || method === 'flat') return null;
  const byPeriod = ({ months: 'thirty_360', weeks: 'actual_364', days: 'actual_365' } as const)[
    schedule.frequency.unit
  ];
  const dayCount = schedule.interestCalculation === 'daily' ? schedule.dayCount : byPeriod;
  return { annualRate: annualRate as AnnualRate, dayCount, of: 'principal', graceDays: 0, rounding: schedule.rounding };
}

/** How many instalments a term of months makes: a year has 52 weeks or 365 days, and part of a period counts whole. */
export function instalmentsIn(termMonths: number, { unit, every }: Frequency): number {
  const periods = { months: termMonths, weeks: (termMonths * 52) / 12, days: (termMonths * 365) / 12 }[unit];
  return Math.max(1, Math.ceil(Math.round(periods) / every));
}

/** What a loan was agreed on. */
export type Agreement = {
  readonly method: Method;
  readonly annualRate: string;
  readonly termMonths: number;
  /** The level instalment where it is agreed instead of worked out. */
  readonly instalmentAmount: bigint | null;
  readonly conditions: NamedConditions;
};

/** The terms of the schedule that follows from an agreement once money is paid out. */
export function termsOf(
  agreement: Agreement,
  paidOut: Pick<ScheduleTerms, 'principal' | 'disbursedOn'>,
): ScheduleTerms {
  const { schedule, calendar, fees } = conditionsFrom(agreement.conditions);
  return standardTerms({
    ...schedule,
    ...paidOut,
    method: agreement.method,
    annualRate: agreement.annualRate,
    instalments: instalmentsIn(agreement.termMonths, schedule.frequency),
    instalmentAmount: agreement.instalmentAmount,
    calendar,
    fees: feesFrom(fees),
  });
}

export type { Method } from './schedule/terms.ts';
