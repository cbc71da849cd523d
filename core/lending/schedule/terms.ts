import type { Cents } from '../../kernel/money.ts';
import type { AnnualRate } from '../../kernel/rate.ts';
import type { Rounding } from '../../kernel/rational.ts';

/** How principal and interest are spread over the rows. */
export const METHODS = [
  'flat',
  'declining_equal_instalments',
  'declining_equal_principal',
  'fixed_instalment',
  'interest_only',
] as const;
export type Method = (typeof METHODS)[number];

/** How many days, of how long a year, interest runs for. */
export const DAY_COUNTS = ['thirty_360', 'actual_365', 'actual_360', 'actual_actual', 'actual_364'] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

/** `same_as_repayment_period`: a month is a twelfth of a year, however many days it has. `daily`: by the day count. */
export const INTEREST_CALCULATIONS = ['same_as_repayment_period', 'daily'] as const;
type InterestCalculation = (typeof INTEREST_CALCULATIONS)[number];

export const FREQUENCY_UNITS = ['months', 'weeks', 'days'] as const;
type FrequencyUnit = (typeof FREQUENCY_UNITS)[number];
export type Frequency = { readonly unit: FrequencyUnit; readonly every: number };

/** Where a due date goes that falls on a holiday or a weekly day off. */
export const NON_WORKING_DAY_POLICIES = ['unchanged', 'next_working_day', 'previous_working_day'] as const;
type NonWorkingDayPolicy = (typeof NON_WORKING_DAY_POLICIES)[number];

/** The institution's calendar. Dates are ISO 8601 strings; weekdays 1 (Monday) to 7 (Sunday). */
export type WorkingCalendar = {
  readonly policy: NonWorkingDayPolicy;
  readonly weeklyDaysOff: readonly number[];
  readonly holidays: readonly string[];
};

/**
 * Which rate the level instalment is calculated from. `each_period`: the exact rate of every period.
 * `nominal_month`: thirty days a month over the day count's year (12 % x 30/365), though the interest
 * of each row still runs by the day.
 */
export const LEVEL_RATES = ['each_period', 'nominal_month'] as const;
type LevelRate = (typeof LEVEL_RATES)[number];

/** Whether a row's interest is rounded once, or once for each stretch of unchanged balance in it. */
export const INTEREST_ROUNDINGS = ['row', 'segment'] as const;
type InterestRounding = (typeof INTEREST_ROUNDINGS)[number];

/** What a percentage is taken of. */
export type ChargeBase = 'principal' | 'interest' | 'principal_and_interest';

/** A flat amount of minor units, or a percentage (a decimal string) of a base. */
export type Charge =
  | { readonly kind: 'flat'; readonly amount: Cents }
  | { readonly kind: 'percent'; readonly percent: string; readonly of: ChargeBase };

/**
 * A fee of the loan.
 * - `disbursement`: netted from the money paid out, in no row; a percentage is of the loan's principal.
 * - `date`: falls due in the row whose period holds the date; a percentage is of the loan's amounts.
 * - `instalment`: falls due in every row; a percentage is of the row's amounts.
 */
export type Fee =
  | { readonly name: string; readonly charge: Charge; readonly when: 'disbursement' | 'instalment' }
  | { readonly name: string; readonly charge: Charge; readonly when: 'date'; readonly on: Temporal.PlainDate };

/** A further disbursement, after the first. */
type Tranche = { readonly on: Temporal.PlainDate; readonly amount: Cents };

/** From this day on interest runs at another yearly rate. */
export type RateChange = { readonly from: Temporal.PlainDate; readonly annualRate: AnnualRate };

export const ROUNDINGS: readonly Rounding[] = ['half_even', 'half_up', 'half_down', 'up', 'down', 'ceiling', 'floor'];

/** A hundred years of months: more is a mistake. */
export const MOST_INSTALMENTS = 1200;

/** The conventions that a product sets; integers and strings only, so that they can be stored as JSON. */
export type ScheduleConventions = {
  readonly method: Method;
  readonly dayCount: DayCount;
  readonly interestCalculation: InterestCalculation;
  readonly frequency: Frequency;
  readonly rounding: Rounding;
  readonly interestRounding: InterestRounding;
  /** The level instalment is rounded to this many minor units; 1 is a cent, 100 a shilling. */
  readonly instalmentMultiple: number;
  /** Every amount of every row is rounded to this many minor units: 1 where cents are paid. */
  readonly amountMultiple: number;
  readonly levelRate: LevelRate;
  /** Shifts the level instalment by its share of the last row's difference where that narrows the gap. */
  readonly progressiveAdjustment: boolean;
  /** First rows in which interest is due but no principal. */
  readonly graceOnPrincipal: number;
  /** First rows whose interest accrues and falls due together in the first row after them. */
  readonly graceOnInterest: number;
  /** First rows in which no interest accrues at all. */
  readonly interestFree: number;
  /** Whether a first period shorter or longer than a whole one bears interest for its days or for a whole one. */
  readonly firstPeriod: 'by_days' | 'whole';
};

/** All that a schedule follows from. */
export type ScheduleTerms = ScheduleConventions & {
  /** What is disbursed on `disbursedOn`, in minor units. */
  readonly principal: Cents;
  /** Percent a year as a decimal string: "12.5". */
  readonly annualRate: AnnualRate;
  /** How many rows. With `fixed_instalment` the most there may be, or null: as many as the amount needs. */
  readonly instalments: number | null;
  readonly disbursedOn: Temporal.PlainDate;
  /** The first due date; null: one period after disbursement. */
  readonly firstDueOn: Temporal.PlainDate | null;
  /** The day of the month that due dates keep, clamped where a month is shorter; null: that of the first due date. */
  readonly seedDay: number | null;
  readonly calendar: WorkingCalendar;
  /** The level instalment where it is agreed instead of calculated; required by `fixed_instalment`. */
  readonly instalmentAmount: Cents | null;
  readonly rateChanges: readonly RateChange[];
  /** Disbursements after the first: each re-cuts the rows still to come. */
  readonly tranches: readonly Tranche[];
  readonly fees: readonly Fee[];
};

export const OPEN_EVERY_DAY: WorkingCalendar = { policy: 'unchanged', weeklyDaysOff: [], holidays: [] };

/** The conventions of a plain monthly loan. */
export const STANDARD_CONVENTIONS: Omit<ScheduleConventions, 'method'> = {
  dayCount: 'thirty_360',
  interestCalculation: 'same_as_repayment_period',
  frequency: { unit: 'months', every: 1 },
  rounding: 'half_even',
  interestRounding: 'row',
  instalmentMultiple: 1,
  amountMultiple: 1,
  levelRate: 'each_period',
  progressiveAdjustment: false,
  graceOnPrincipal: 0,
  graceOnInterest: 0,
  interestFree: 0,
  firstPeriod: 'by_days',
};

type Needed = Pick<ScheduleTerms, 'principal' | 'annualRate' | 'instalments' | 'method' | 'disbursedOn'>;

/**
 * Terms with every option that is not named at its usual value: monthly, a twelfth of the rate a month,
 * half-even rounding to the cent, the last row absorbing what rounding left.
 * Daily interest takes the level instalment from the nominal month unless the terms say otherwise.
 */
export function standardTerms(terms: Needed & Partial<ScheduleTerms>): ScheduleTerms {
  const daily = terms.interestCalculation === 'daily';
  return {
    ...STANDARD_CONVENTIONS,
    ...(daily
      ? { dayCount: 'actual_365', levelRate: terms.progressiveAdjustment ? 'each_period' : 'nominal_month' }
      : {}),
    firstDueOn: null,
    seedDay: null,
    calendar: OPEN_EVERY_DAY,
    instalmentAmount: null,
    rateChanges: [],
    tranches: [],
    fees: [],
    ...terms,
  };
}
