import { invalidFields, type FieldError } from '../kernel/field-error.ts';
import { namesOf } from '../kernel/names.ts';
import type { Policies, PolicyValue } from './use-cases/change-policies.ts';

/** Which values a policy takes, the sentence that says which, and what is wrong with others, for a program. */
type Rule = {
  readonly fits: (value: PolicyValue) => boolean;
  readonly takes: string;
  readonly code: 'type' | 'range' | 'choice' | 'format';
  /** Its value is of minor units. */
  readonly isAmount?: true;
};

type Policy = Rule & {
  /** Where the institution wants two people, whether they are two for this as well. */
  readonly decidedBy: 'two_people' | 'one_person';
};

const flag: Rule = { fits: (value) => typeof value === 'boolean', takes: 'Send true or false.', code: 'type' };
const cents: Rule = {
  fits: (value) => typeof value === 'string' && /^\d{1,15}$/.test(value),
  takes: 'Send minor units, 0 or more.',
  code: 'range',
  isAmount: true,
};
const whole = (least: number, most: number): Rule => ({
  fits: (value) => typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
  takes: `Send a whole number from ${least} to ${most}.`,
  code: 'range',
});
const oneOf = (...words: readonly string[]): Rule => ({
  fits: (value) => typeof value === 'string' && words.includes(value),
  takes: `Send ${words.join(' or ')}.`,
  code: 'choice',
});
const text = (pattern: RegExp, takes: string): Rule => ({
  fits: (value) => typeof value === 'string' && pattern.test(value),
  takes,
  code: 'format',
});
/** Its content is of another context, which says what is wrong with it (`policies.faultsOf`). */
const list: Rule = { fits: (value) => typeof value === 'object', takes: 'Send a list.', code: 'type' };
const orNull = ({ fits, takes, ...rule }: Rule): Rule => ({
  ...rule,
  fits: (value) => value === null || fits(value),
  takes: `${takes.slice(0, -1)}, or null for what it is where nothing is decided.`,
});

const byTwo = (rule: Rule): Policy => ({ ...rule, decidedBy: 'two_people' });
const byOne = (rule: Rule): Policy => ({ ...rule, decidedBy: 'one_person' });

/**
 * What an institution decides, by the names under which it is stored. One person decides what is a matter of order; what
 * keeps money, or the evidence of who did what, takes two people where the institution wants two.
 */
const POLICIES = {
  four_eyes: byTwo(flag),
  verified_numbers_only: byTwo(flag),
  phone_change_days: byTwo(whole(0, 365)),
  queues_payouts: byOne(flag),
  // Only an operator decides it: no surface offers it.
  payments_paused: byTwo(orNull(text(/^\S.{2,199}$/, 'Send why payments are paused, in 3 to 200 characters.'))),
  backdate_days: byTwo(orNull(whole(0, 3650))),
  overpayment_limit: byTwo(orNull(cents)),
  charge_limit_percent: byTwo(whole(0, 1000)),
  in_duplum: byTwo(orNull(flag)),
  school_paybill: byTwo(orNull(text(/^\d{5,7}$/, 'Send a shortcode of 5 to 7 digits.'))),
  reversal_limit: byTwo(orNull(cents)),
  charge_limit: byTwo(orNull(cents)),
  waiver_limit: byTwo(orNull(cents)),
  bank_charge_limit: byTwo(orNull(cents)),
  reschedules_by_two: byTwo(orNull(flag)),
  proposal_days: byTwo(whole(1, 90)),
  savings_need_approval: byTwo(orNull(flag)),
  dormancy_days: byTwo(orNull(whole(1, 3650))),
  share_buyer: byTwo(oneOf('society', 'member')),
  share_notice_days: byTwo(whole(0, 3650)),
  admission_pattern: byOne(text(/^.{1,60}$/, 'Send a pattern of 1 to 60 characters.')),
  four_eyes_on_results: byTwo(flag),
  late_registration: byOne(oneOf('accepted', 'refused')),
  arrears_bands: byTwo(orNull(list)),
  app_tariff: byTwo(orNull(list)),
  app_fee_limit: byTwo(cents),
  personal_reading_days: byTwo(whole(30, 3650)),
  retention_years: byTwo(whole(0, 30)),
  student_retention_years: byTwo(whole(0, 30)),
} as const satisfies { readonly [name: string]: Policy };

export type PolicyName = keyof typeof POLICIES;
export const POLICY_NAMES: readonly PolicyName[] = namesOf(POLICIES);

/**
 * Refuses values that no policy takes, each at its field.
 * @param faults what other contexts find wrong with values that are theirs
 * @throws DomainError validation_failed (invalid)
 */
export function requireSoundPolicies(changes: Policies, faults: readonly FieldError[]): void {
  const wrong = Object.entries(changes).flatMap(([name, value]): readonly FieldError[] => {
    // What the table has of its own is the name of a policy.
    const policy = Object.hasOwn(POLICIES, name) ? POLICIES[name as PolicyName] : undefined;
    if (policy === undefined) return [{ field: name, code: 'unknown', detail: `There is no policy ${name}.` }];
    return policy.fits(value) ? [] : [{ field: name, code: policy.code, detail: policy.takes }];
  });
  const errors = [...wrong, ...faults];
  if (errors.length > 0) throw invalidFields('A policy does not take this value.', errors);
}

/** Whether one of these takes two people where the institution wants two. */
export const takesTwo = (names: readonly string[]): boolean =>
  POLICY_NAMES.some((name) => names.includes(name) && POLICIES[name].decidedBy === 'two_people');

/** Whether the value of a policy is an amount. */
export const isAmount = (policy: string): boolean =>
  POLICY_NAMES.some((name) => name === policy && POLICIES[name].isAmount);
