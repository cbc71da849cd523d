import { filled } from '#core/kernel/defined.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import {
  storedCharge,
  type LendingPolicies,
  type LoanConditions,
  type NamedConditions,
  type Method,
} from '#core/lending/agreement.ts';
import type { LoanProduct } from '#core/lending/product/loan-product.ts';
import type { PenaltyRule } from '#core/lending/schedule/servicing/penalties.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { named } from '../../../change.ts';
import { check, text, wholeNumber, type Rule } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { calendarIn, chargeIn, type ChargeInput, type FeeInput, type TermsInput } from '../../terms.ts';
import { change } from './change.ts';
import { isOneOf } from '#core/kernel/names.ts';

type Terms = {
  readonly calendar?: TermsInput['calendar'];
  readonly fees?: readonly FeeInput[] | null;
  readonly penalty?:
    | (ChargeInput & {
        readonly graceDays: number;
        readonly every: 'instalment' | 'day';
        readonly rounding?: PenaltyRule['rounding'] | null;
      })
    | null;
  readonly lateInterest?: LoanConditions['lateInterest'];
  readonly allocation?: LoanConditions['allocation'] | null;
  readonly prepayment?: NonNullable<LoanConditions['prepayment']>['prepayment'] | null;
  readonly earlyPayment?: NonNullable<LoanConditions['prepayment']>['earlyPayment'] | null;
  readonly lateAccrues?: boolean | null;
  readonly settlementInterest?: LoanConditions['settlementInterest'] | null;
  readonly arrearsGraceDays?: number | null;
} & { readonly [Policy in keyof LendingPolicies]?: LendingPolicies[Policy] | null };

type CreateLoanProduct = {
  readonly code: string;
  readonly name: string;
  readonly method: Method;
  readonly interestRate: string;
  readonly minPrincipal: bigint;
  readonly maxPrincipal: bigint;
  readonly minTermMonths: number;
  readonly maxTermMonths: number;
  readonly terms?: Terms | null;
};

const show = async (uuid: string, { loaders }: LendingContext) => ({
  loanProduct: await loaders.products.byUuid.load(uuid),
});

const code: Rule = (value) =>
  /^[A-Z0-9_-]{1,20}$/.test(String(value)) ? null : 'Send 1 to 20 capital letters, digits, _ or -.';
const decimal: Rule = (value) =>
  /^[0-9]{1,4}([.][0-9]{1,12})?$/.test(String(value)) ? null : 'Send percent as a decimal number such as 12.5.';

const rules = {
  code,
  name: text(100),
  interestRate: decimal,
  minTermMonths: wholeNumber(1, 600),
  maxTermMonths: wholeNumber(1, 600),
  'terms.penalty.graceDays': wholeNumber(0, 3_660),
  'terms.lateInterest.annualRate': decimal,
  'terms.lateInterest.graceDays': wholeNumber(0, 3_660),
  'terms.arrearsGraceDays': wholeNumber(0, 3_660),
  'terms.guarantorsRequired': wholeNumber(0, 20),
  'terms.guaranteePercent': decimal,
  'terms.depositMultiple': decimal,
  'terms.mostTranches': wholeNumber(1, 100),
  'terms.chargeOffAfterDays': wholeNumber(0, 3_660),
  'terms.writeOffAfterDays': wholeNumber(0, 3_660),
};

const POLICIES = [
  'guarantorsRequired',
  'guaranteePercent',
  'depositMultiple',
  'mostTranches',
  'chargeOffAfterDays',
  'writeOffAfterDays',
  'feeSurplus',
] as const satisfies readonly (keyof LendingPolicies)[];

function conditionsIn(terms: Terms): NamedConditions {
  const { calendar, fees, penalty, prepayment, earlyPayment, lateAccrues, settlementInterest, ...rest } = terms;
  const { lateInterest, allocation, arrearsGraceDays, ...others } = rest;
  const isPolicy = (name: string) => isOneOf(POLICIES, name);
  const entries = Object.entries(filled(others));
  return {
    // The schema has typed each field; what parts them by name, no type follows.
    schedule: Object.fromEntries(entries.filter(([name]) => !isPolicy(name))) as never,
    policies: Object.fromEntries(entries.filter(([name]) => isPolicy(name))) as never,
    ...(calendar == null ? {} : { calendar: calendarIn(calendar) }),
    ...(fees == null ? {} : { fees: fees.map(feeIn) }),
    // Null takes these away; what is left out stays.
    ...(penalty === undefined ? {} : { penalty: penalty && penaltyIn(penalty) }),
    ...(lateInterest === undefined ? {} : { lateInterest: lateInterest && { ...lateInterest } }),
    ...(prepayment === undefined
      ? {}
      : {
          prepayment: prepayment && {
            prepayment,
            earlyPayment: earlyPayment ?? STANDARD_RECALCULATION.earlyPayment,
            lateAccrues: lateAccrues ?? STANDARD_RECALCULATION.lateAccrues,
          },
        }),
    ...(allocation == null ? {} : { allocation: { ...allocation } }),
    ...(settlementInterest == null ? {} : { settlementInterest }),
    ...(arrearsGraceDays == null ? {} : { arrearsGraceDays }),
  };
}

function penaltyIn(penalty: NonNullable<Terms['penalty']>): LoanConditions['penalty'] {
  const { graceDays, every, rounding } = penalty;
  return {
    graceDays,
    every,
    rounding: rounding ?? 'half_even',
    charge: storedCharge(chargeIn(penalty, 'terms.penalty')),
  };
}

function feeIn({ name, when, ...charge }: FeeInput, index: number): LoanConditions['fees'][number] {
  if (when === 'date') {
    const detail = 'A product has fees at disbursement and in every instalment.';
    throw invalidField(`terms.fees.${index}.when`, 'invalid_value', detail);
  }
  return { name, when, charge: storedCharge(chargeIn(charge, `terms.fees.${index}`)) };
}

const createLoanProduct = change<CreateLoanProduct, LoanProduct>({
  show,
  run: async ({ input, context: { app } }, request) => {
    check(input, rules);
    const { terms, interestRate, ...product } = input;
    return app.lending.offerProduct(request(), {
      ...product,
      annualRate: interestRate,
      conditions: conditionsIn(terms ?? {}),
    });
  },
});

type OnProduct = { readonly productId: string };
type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

const editLoanProduct = change<Partial<Nullable<Omit<CreateLoanProduct, 'code'>>> & OnProduct, LoanProduct>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, rules);
    const { productId, terms, interestRate, ...rest } = input;
    const product = await named('productId', productId, 'loan product', loaders.products.byUuid);
    const changes = {
      ...filled(rest),
      ...(interestRate == null ? {} : { annualRate: interestRate }),
      ...(terms == null ? {} : { conditions: conditionsIn(terms) }),
    };
    return app.lending.editProduct(request(), { productId: product.id, version, changes });
  },
});

export const productMutations = {
  createLoanProduct,
  editLoanProduct,
};
