import Type from 'typebox';
import { EARLY_PAYMENTS, PREPAYMENT_STRATEGIES } from '#core/lending/schedule/prepayment.ts';
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
} from '#core/lending/schedule/terms.ts';
import { cents, date, decimalText, nullable, object, positiveCents, text } from '../../shapes.ts';

/** Terms of a loan on the wire, every option of the schedule engine. Whatever is left out has its usual value. */

export const rate = (description: string) => decimalText(description, 4, 12, '12.5');

const choice = (values: readonly string[], description: string) => Type.Enum([...values], { description });
const rows = (description: string) => Type.Integer({ minimum: 0, maximum: MOST_INSTALMENTS, description });
const few = { maxItems: 60 };

export const CHARGE_BASES = ['principal', 'interest', 'principal_and_interest'] as const;
const FEE_TIMES = ['disbursement', 'instalment', 'date'] as const;

/** A charge: a flat amount, or a percentage of something. */
export const ChargeFields = {
  amount: Type.Optional(cents('A flat charge, minor units; or send percent.', { minimum: 0 })),
  percent: Type.Optional(rate('A percentage as a decimal string; or send amount.')),
  of: Type.Optional(choice(CHARGE_BASES, 'What the percentage is taken of; principal by default.')),
};

const FeeSchema = object({
  name: text('What the fee is called.', 100),
  when: choice(
    FEE_TIMES,
    'disbursement: deducted from the money paid out; instalment: in every row; date: in the row of a date.',
  ),
  on: Type.Optional(date('The date of a fee that falls due on a date.')),
  ...ChargeFields,
});

/** The conventions of a schedule: what a product sets. */
export const ConventionFields = {
  day_count: Type.Optional(choice(DAY_COUNTS, 'How many days, of how long a year, interest runs for.')),
  interest_calculation: Type.Optional(
    choice(INTEREST_CALCULATIONS, 'same_as_repayment_period: a month is a twelfth of a year; daily: by the day count.'),
  ),
  frequency: Type.Optional(
    object(
      {
        unit: choice(FREQUENCY_UNITS, 'What is counted.'),
        every: Type.Integer({ minimum: 1, maximum: 366, description: 'How many of them lie between two due dates.' }),
      },
      { description: 'How often instalments fall due; every month by default.' },
    ),
  ),
  rounding: Type.Optional(choice(ROUNDINGS, 'How amounts are rounded; half_even by default.')),
  interest_rounding: Type.Optional(
    choice(INTEREST_ROUNDINGS, 'Whether a row’s interest is rounded once, or for each stretch of unchanged balance.'),
  ),
  instalment_multiple: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1e9,
      description: 'The level instalment is rounded to this many minor units.',
    }),
  ),
  amount_multiple: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e9, description: 'Every amount is rounded to this many minor units.' }),
  ),
  level_rate: Type.Optional(
    choice(LEVEL_RATES, 'Which rate the level instalment follows from: each period’s, or thirty days a month.'),
  ),
  progressive_adjustment: Type.Optional(
    Type.Boolean({ description: 'Shifts the level instalment where that narrows the last row’s difference.' }),
  ),
  grace_on_principal: Type.Optional(rows('First rows in which interest is due but no principal.')),
  grace_on_interest: Type.Optional(rows('First rows whose interest falls due together in the row after them.')),
  interest_free: Type.Optional(rows('First rows in which no interest accrues.')),
  first_period: Type.Optional(
    choice(['by_days', 'whole'], 'Whether a broken first period bears interest for its days or for a whole one.'),
  ),
};

const Calendar = object(
  {
    policy: choice(NON_WORKING_DAY_POLICIES, 'Where a due date goes that falls on a day off.'),
    weekly_days_off: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 6, description: '1 is Monday, 7 Sunday.' }),
    ),
    holidays: Type.Optional(Type.Array(date('A day without business.'), { maxItems: 400 })),
  },
  { description: 'Days without business.' },
);

/** What may be said of one loan beside the conventions. */
export const LoanTermFields = {
  disbursed_on: Type.Optional(date('When the money is paid out; today by default.')),
  first_due_on: Type.Optional(nullable(date('The first due date; by default one period after the money is paid out.'))),
  seed_day: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 31, description: 'The day of the month that due dates keep.' })),
  ),
  calendar: Type.Optional(Calendar),
  instalment_amount: Type.Optional(
    nullable(positiveCents('The level instalment where it is agreed instead of worked out, minor units.')),
  ),
  rate_changes: Type.Optional(
    Type.Array(object({ from: date('The first day at the new rate.'), annual_rate: rate('Percent a year.') }), few),
  ),
  tranches: Type.Optional(
    Type.Array(object({ on: date('When it is paid out.'), amount: positiveCents('Minor units.') }), {
      ...few,
      description: 'Disbursements after the first: after each, the rest of the schedule is recalculated.',
    }),
  ),
  fees: Type.Optional(Type.Array(FeeSchema, { maxItems: 20, description: 'Fees of the loan.' })),
};

/** A change of the rows still to come; what is left out stays as it is. */
export const RescheduleFields = {
  from: date('Rows due on this day or later are recalculated.'),
  annual_rate: Type.Optional(rate('Percent a year, from rate_from on.')),
  rate_from: Type.Optional(date('The first day at the new rate; by default that of the first recalculated period.')),
  instalments: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_INSTALMENTS, description: 'How many rows are still to come.' }),
  ),
  first_due_on: Type.Optional(date('Where the first of them falls due.')),
  instalment_amount: Type.Optional(positiveCents('The new level instalment, minor units.')),
  grace_on_principal: Type.Optional(rows('Grace on principal over the rows still to come.')),
  grace_on_interest: Type.Optional(rows('Grace on interest over the rows still to come.')),
  interest_free: Type.Optional(rows('Interest-free rows among those still to come.')),
};

export const INTEREST_UNTIL = ['pay_off_date', 'next_due_date'] as const;

/** What might happen to the loan later on. */
export const SupposedFields = {
  reschedules: Type.Optional(
    Type.Array(object(RescheduleFields), {
      maxItems: 20,
      description: 'Changes of the schedule, one after the other.',
    }),
  ),
  payments: Type.Optional(
    Type.Array(object({ on: date('When it is paid.'), amount: positiveCents('Minor units.') }), {
      maxItems: 400,
      description: 'Payments towards interest and principal, where the loan is not calculated to the day.',
    }),
  ),
  as_of: Type.Optional(date('Up to when the payments are known; by default the day of the last one.')),
  prepayment: Type.Optional(choice(PREPAYMENT_STRATEGIES, 'What becomes of principal that is paid early.')),
  early_payment: Type.Optional(choice(EARLY_PAYMENTS, 'What money before a due date pays of the running row.')),
  late_accrues: Type.Optional(Type.Boolean({ description: 'Overdue principal goes on bearing interest.' })),
  settle_on: Type.Optional(date('Ask what settles the loan on this day.')),
  interest_until: Type.Optional(choice(INTEREST_UNTIL, 'Up to when interest is paid at settlement.')),
};

export const METHOD = choice(METHODS, 'How principal and interest are spread over the rows.');
