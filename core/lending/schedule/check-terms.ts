import type { DomainError } from '../../kernel/domain-error.ts';
import { invalidFields, type FieldError } from '../../kernel/field-error.ts';
import { MAX_CENTS, sum } from '../../kernel/money.ts';
import { parseDecimal } from '../../kernel/rational.ts';
import { civil, dayOf, epochDay } from './due-dates.ts';
import { periodsOf, runOf } from './periods.ts';
import {
  DAY_COUNTS,
  FREQUENCY_UNITS,
  INTEREST_CALCULATIONS,
  INTEREST_ROUNDINGS,
  LEVEL_RATES,
  METHODS,
  MOST_INSTALMENTS,
  NON_WORKING_DAY_POLICIES,
  ROUNDINGS,
  type Charge,
  type ScheduleTerms,
} from './terms.ts';

/** The refusal of impossible terms: validation_failed with every error together. */
export function invalidTerms(errors: readonly FieldError[]): DomainError {
  const fields = errors.map((error) => error.field.replace('terms.', '')).join(', ');
  return invalidFields(`No schedule follows from these terms: correct ${fields}.`, errors);
}

/**
 * Refuses terms that no schedule follows from.
 * @throws DomainError validation_failed (invalid), one entry `terms...` for each wrong term
 */
export function requireTerms(terms: ScheduleTerms): void {
  const errors: FieldError[] = [];
  const require = (holds: boolean, field: string, code: string, detail: string) => {
    if (!holds) errors.push({ field: `terms.${field}`, code, detail });
  };
  requireChoices(terms, require);
  requireAmounts(terms, require);
  requireRows(terms, require);
  requireCalendar(terms, require);
  for (const [k, fee] of terms.fees.entries()) requireCharge(fee.charge, `fees.${k}`, require);
  if (errors.length === 0) requireDates(terms, require);
  if (errors.length > 0) throw invalidTerms(errors);
}

type Require = (holds: boolean, field: string, code: string, detail: string) => void;

function requireChoices(terms: ScheduleTerms, require: Require): void {
  const choices: [string, string, readonly string[]][] = [
    ['method', terms.method, METHODS],
    ['day_count', terms.dayCount, DAY_COUNTS],
    ['interest_calculation', terms.interestCalculation, INTEREST_CALCULATIONS],
    ['frequency.unit', terms.frequency.unit, FREQUENCY_UNITS],
    ['rounding', terms.rounding, ROUNDINGS],
    ['interest_rounding', terms.interestRounding, INTEREST_ROUNDINGS],
    ['level_rate', terms.levelRate, LEVEL_RATES],
    ['first_period', terms.firstPeriod, ['by_days', 'whole']],
    ['calendar.policy', terms.calendar.policy, NON_WORKING_DAY_POLICIES],
  ];
  for (const [field, value, allowed] of choices) {
    require(allowed.includes(value), field, 'unknown_value', `Send one of ${allowed.join(', ')}.`);
  }
}

function requireAmounts(terms: ScheduleTerms, require: Require): void {
  const positive = 'Send a positive integer of minor units.';
  require(terms.principal > 0n, 'principal', 'range', positive);
  for (const [k, { amount }] of terms.tranches.entries())
    require(amount > 0n, `tranches.${k}.amount`, 'range', positive);
  const lent = terms.principal + sum(terms.tranches.map((tranche) => tranche.amount));
  require(lent <= MAX_CENTS, 'principal', 'range', `Send at most ${MAX_CENTS} in all.`);
  require(isRate(terms.annualRate), 'annual_rate', 'range', 'Send percent a year from 0 to 1000 as a decimal string.');
  for (const [k, { annualRate }] of terms.rateChanges.entries()) {
    require(isRate(
      annualRate,
    ), `rate_changes.${k}.annual_rate`, 'range', 'Send percent a year from 0 to 1000 as a decimal string.');
  }
  for (const [field, value] of [
    ['instalment_multiple', terms.instalmentMultiple],
    ['amount_multiple', terms.amountMultiple],
  ] as const) {
    require(isWhole(value, 1, 1_000_000_000), field, 'range', 'Send 1, or how many minor units to round to.');
  }
  const agreed = terms.instalmentAmount;
  const levelled = terms.method !== 'declining_equal_principal' && terms.method !== 'interest_only';
  require(agreed === null || agreed > 0n, 'instalment_amount', 'range', positive);
  require(agreed === null ||
    levelled, 'instalment_amount', 'not_applicable', `The method ${terms.method} has no level instalment.`);
  require(agreed !== null ||
    terms.method !== 'fixed_instalment', 'instalment_amount', 'required', 'Say how much each instalment is.');
}

function requireRows(terms: ScheduleTerms, require: Require): void {
  const count = terms.instalments;
  const known = count !== null && isWhole(count, 1, MOST_INSTALMENTS);
  require(count === null ? terms.method === 'fixed_instalment' : known, 'instalments', count === null
    ? 'required'
    : 'range', `Send how many instalments, from 1 to ${MOST_INSTALMENTS}.`);
  const most = (known ? count : MOST_INSTALMENTS) - 1;
  const graced = `Send from 0 to ${most}: at least one instalment has to follow the grace.`;
  require(isWhole(terms.graceOnPrincipal, 0, most), 'grace_on_principal', 'range', graced);
  require(isWhole(terms.graceOnInterest, 0, most), 'grace_on_interest', 'range', graced);
  require(isWhole(terms.interestFree, 0, most + 1), 'interest_free', 'range', `Send from 0 to ${most + 1}.`);
  require(isWhole(terms.frequency.every, 1, 366), 'frequency.every', 'range', 'Send a whole number from 1 to 366.');
  require(terms.seedDay === null ||
    (isWhole(terms.seedDay, 1, 31) &&
      terms.frequency.unit ===
        'months'), 'seed_day', 'range', 'Send a day of the month from 1 to 31, with a frequency in months.');
}

function requireCalendar({ calendar }: ScheduleTerms, require: Require): void {
  const daysOff = new Set(calendar.weeklyDaysOff);
  require([...daysOff].every((day) => isWhole(day, 1, 7)) &&
    daysOff.size <
      7, 'calendar.weekly_days_off', 'range', 'Send weekdays from 1 (Monday) to 7 (Sunday), and leave one to work on.');
  for (const [k, holiday] of calendar.holidays.entries()) {
    require(isDate(holiday), `calendar.holidays.${k}`, 'date', 'Send a date such as 2026-12-25.');
  }
}

function requireCharge(charge: Charge, field: string, require: Require): void {
  if (charge.kind === 'flat') {
    require(charge.amount >= 0n &&
      charge.amount <= MAX_CENTS, `${field}.amount`, 'range', 'Send an integer of minor units, zero or more.');
  } else {
    require(isRate(
      charge.percent,
    ), `${field}.percent`, 'range', 'Send a percentage from 0 to 1000 as a decimal string.');
  }
}

function requireDates(terms: ScheduleTerms, require: Require): void {
  const start = dayOf(terms.disbursedOn);
  const after = 'Send a date after the disbursement.';
  require(terms.firstDueOn === null || dayOf(terms.firstDueOn) > start, 'first_due_on', 'range', after);
  for (const [k, { from }] of terms.rateChanges.entries()) {
    require(dayOf(from) > start, `rate_changes.${k}.from`, 'range', after);
  }
  if (terms.tranches.length === 0 && terms.fees.every((fee) => fee.when !== 'date')) return;
  const count = terms.instalments;
  const maturity = count === null ? Infinity : periodsOf(terms, runOf(terms, count)).at(-1)!.due;
  const within = 'Send a date from the disbursement to before maturity.';
  for (const [k, { on }] of terms.tranches.entries()) {
    require(dayOf(on) >= start && dayOf(on) < maturity, `tranches.${k}.on`, 'range', within);
  }
  for (const [k, fee] of terms.fees.entries()) {
    if (fee.when === 'date') {
      require(dayOf(fee.on) >= start &&
        dayOf(fee.on) <= maturity, `fees.${k}.on`, 'range', 'Send a date within the term of the loan.');
    }
  }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function isRate(text: string): boolean {
  try {
    const { num, den } = parseDecimal(text);
    return num >= 0n && num <= 1000n * den;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** A day of the calendar as ISO 8601 writes it: its number leads back to the same day. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (day === undefined) return false;
  const found = civil(epochDay(Number(year), Number(month), Number(day)));
  return found.month === Number(month) && found.day === Number(day);
}
