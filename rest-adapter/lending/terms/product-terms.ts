import Type from 'typebox';
import type { LoanConditions, NamedConditions, StoredCharge } from '#core/lending/agreement.ts';
import { FEE_SURPLUS, storedCharge } from '#core/lending/agreement.ts';
import { EARLY_PAYMENTS, PREPAYMENT_STRATEGIES } from '#core/lending/schedule/prepayment.ts';
import { STANDARD_ORDER } from '#core/lending/schedule/servicing/allocation.ts';
import { DAY_COUNTS, NON_WORKING_DAY_POLICIES, ROUNDINGS } from '#core/lending/schedule/terms.ts';
import { cents, nullable, object, text } from '../../shapes.ts';
import { readCharge } from './read.ts';
import { CHARGE_BASES, ChargeFields, ConventionFields, INTEREST_UNTIL, rate } from './schemas.ts';

/** The terms of a product on the wire, in and out: everything that a loan of it starts with. */

const choice = (values: readonly string[], description: string) => Type.Enum([...values], { description });
const days = (description: string) => Type.Integer({ minimum: 0, maximum: 3_660, description });

const Calendar = object({
  policy: choice(NON_WORKING_DAY_POLICIES, 'Where a due date goes that falls on a day off.'),
  weekly_days_off: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 6 }),
  holidays: Type.Array(Type.String({ format: 'date' }), { maxItems: 400 }),
});
const Allocation = object({
  order: Type.Array(choice(STANDARD_ORDER, 'A bucket.'), {
    description: 'The twelve buckets, each once, in the order in which money pays them.',
    maxItems: 12,
  }),
  direction: choice(['horizontal', 'vertical'], 'Instalment by instalment, or component by component.'),
  future: choice(['next', 'last', 'reamortize'], 'Which instalment money in advance goes to.'),
});
const Prepayment = object(
  {
    strategy: choice(PREPAYMENT_STRATEGIES, 'What becomes of principal that is paid early.'),
    early_payment: choice(EARLY_PAYMENTS, 'What money before a due date pays of the running row.'),
    late_accrues: Type.Boolean({ description: 'Overdue principal goes on bearing interest.' }),
  },
  { description: 'The schedule is recalculated after every payment. Null: it stays as it was agreed.' },
);
const Policies = {
  guarantors_required: Type.Integer({ minimum: 0, maximum: 20, description: 'Before a loan is approved.' }),
  guarantee_percent: rate('How much of the principal guarantees have to cover.'),
  deposit_multiple: rate('A loan is of at most so many times what its member has saved, shares not counted; 0: any.'),
  most_tranches: Type.Integer({ minimum: 1, maximum: 100, description: 'How many disbursements a loan may have.' }),
  charge_off_after_days: days('Days past due before a loan is charged off.'),
  write_off_after_days: days('Days past due before a loan is written off.'),
  fee_surplus: choice(
    FEE_SURPLUS,
    'What becomes of a school-fee loan’s money that its invoice did not take: it prepays the loan, or is the student’s credit.',
  ),
};
const FeeFields = {
  name: text('What the fee is called.', 100),
  when: choice(['disbursement', 'instalment'], 'Kept back from the payout, or in every row.'),
};
const PenaltyFields = {
  grace_days: days('Days after the due date in which nothing is charged.'),
  every: choice(['instalment', 'day'], 'Once for an overdue instalment, or for every day that it stays overdue.'),
};
const LateInterest = object({
  annual_rate: rate('Percent a year on what is overdue.'),
  day_count: choice(DAY_COUNTS, 'How many days, of how long a year.'),
  of: choice(['principal', 'principal_and_interest'], 'What bears it.'),
  grace_days: days('Days after the due date in which nothing accrues.'),
  rounding: choice(ROUNDINGS, 'How it is rounded.'),
});

const Rest = {
  late_interest: nullable(LateInterest),
  allocation: Allocation,
  prepayment: nullable(Prepayment),
  settlement_interest: choice(INTEREST_UNTIL, 'Up to when interest is owed where a loan is settled early.'),
  arrears_grace_days: days('Days after a due date in which an instalment does not count as late.'),
};

const optional = <T extends Record<string, Type.TSchema>>(fields: T) =>
  // Entries lose the types of their names.
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: Type.TOptional<T[K]>;
  };

/** What may be sent; what is left out has its usual value. */
export const ProductTermsIn = object({
  ...ConventionFields,
  calendar: Type.Optional(Calendar),
  fees: Type.Optional(Type.Array(object({ ...FeeFields, ...ChargeFields }), { maxItems: 20 })),
  penalty: Type.Optional(
    nullable(object({ ...PenaltyFields, ...ChargeFields, rounding: Type.Optional(choice(ROUNDINGS, 'Half even.')) })),
  ),
  ...optional(Rest),
  policies: Type.Optional(object(optional(Policies))),
});

const shown = {
  amount: nullable(cents('A flat charge, minor units.')),
  percent: nullable(Type.String({ description: 'A percentage.' })),
  of: nullable(choice(CHARGE_BASES, 'What the percentage is taken of.')),
};

/** All terms of a product, as a reply shows them. */
export const ProductTermsOut = object(
  {
    ...ConventionFields,
    calendar: Calendar,
    fees: Type.Array(object({ ...FeeFields, ...shown })),
    penalty: nullable(object({ ...PenaltyFields, ...shown, rounding: choice(ROUNDINGS, 'How it is rounded.') })),
    ...Rest,
    policies: object(Policies),
  },
  { $id: 'LoanProductTerms' },
);

/** Names are few, and each is made once. */
function spelling(respell: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let spelled = known.get(name);
    if (spelled === undefined) known.set(name, (spelled = respell(name)));
    return spelled;
  };
}
const snake = spelling((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const camel = spelling((name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
/** The same members by other names. What they are, the schema of the endpoint has seen to. */
function renamed<Renamed extends object>(value: object, rename: (name: string) => string): Renamed {
  const body: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) body[rename(name)] = member;
  // Who calls it names the type that the names belong to.
  return body as Renamed;
}

function chargeBody(charge: StoredCharge) {
  return charge.kind === 'flat'
    ? { amount: BigInt(charge.amount), percent: null, of: null }
    : { amount: null, percent: charge.percent, of: charge.of };
}

export function productTermsBody(terms: LoanConditions) {
  return {
    ...renamed(terms.schedule, snake),
    calendar: renamed(terms.calendar, snake),
    fees: terms.fees.map(({ name, when, charge }) => ({ name, when, ...chargeBody(charge) })),
    penalty: terms.penalty && {
      grace_days: terms.penalty.graceDays,
      every: terms.penalty.every,
      ...chargeBody(terms.penalty.charge),
      rounding: terms.penalty.rounding,
    },
    late_interest: terms.lateInterest && renamed(terms.lateInterest, snake),
    allocation: terms.allocation,
    prepayment: terms.prepayment && {
      strategy: terms.prepayment.prepayment,
      early_payment: terms.prepayment.earlyPayment,
      late_accrues: terms.prepayment.lateAccrues,
    },
    settlement_interest: terms.settlementInterest,
    arrears_grace_days: terms.arrearsGraceDays,
    policies: renamed(terms.policies, snake),
  };
}

type Body = { readonly [member: string]: unknown };

/** Terms that were sent, as the core keeps them. */
export function readProductTerms(body: Body): NamedConditions {
  const { calendar, fees, penalty, late_interest, allocation, prepayment, settlement_interest, ...rest } = body;
  const { arrears_grace_days, policies, ...conventions } = rest;
  const sent = (value: unknown, read: (value: Body) => unknown, name: string) =>
    // The schema of the endpoint has let it through, as all below.
    value === undefined ? {} : { [name]: value === null ? null : read(value as Body) };
  return {
    schedule: renamed(conventions, camel),
    ...sent(calendar, (value) => renamed(value, camel), 'calendar'),
    ...(fees === undefined
      ? {}
      : {
          // Here and below: as the schema of the body has let it through.
          fees: (fees as Body[]).map((fee, index) => ({
            name: String(fee['name']),
            when: fee['when'] as 'instalment',
            charge: storedCharge(readCharge(fee, `terms.fees.${index}`)),
          })),
        }),
    ...sent(
      penalty,
      (value) => ({
        graceDays: value['grace_days'],
        every: value['every'],
        rounding: value['rounding'] ?? 'half_even',
        charge: storedCharge(readCharge(value, 'terms.penalty')),
      }),
      'penalty',
    ),
    ...sent(late_interest, (value) => renamed(value, camel), 'lateInterest'),
    ...sent(allocation, (value) => value, 'allocation'),
    ...sent(
      prepayment,
      ({ strategy, early_payment, late_accrues }) => ({
        prepayment: strategy,
        earlyPayment: early_payment,
        lateAccrues: late_accrues,
      }),
      'prepayment',
    ),
    ...(settlement_interest === undefined
      ? {}
      : { settlementInterest: settlement_interest as LoanConditions['settlementInterest'] }),
    ...(arrears_grace_days === undefined ? {} : { arrearsGraceDays: Number(arrears_grace_days) }),
    ...(policies === undefined ? {} : { policies: renamed(policies as object, camel) }),
  };
}
