import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AnnualRate } from '../../kernel/rate.ts';
import { conditionsFrom, type NamedConditions, type Method } from '../agreement.ts';
import { lendingRefusals } from '../refusals.ts';
import { loanProductLifecycle, type LoanProductState } from './lifecycle.ts';
import { namesOf } from '../../kernel/names.ts';

/** What the society lends: limits and terms that a loan starts with. */
export class LoanProduct {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  code!: string;
  name!: string;
  state!: LoanProductState;
  method!: Method;
  annualRate!: AnnualRate;
  minPrincipal!: Cents;
  maxPrincipal!: Cents;
  minTermMonths!: number;
  maxTermMonths!: number;
  /** Every other term; what is not named has its usual value. */
  conditions!: NamedConditions;

  /** Puts a product on offer. Money in minor units, the rate in percent a year, terms in months. */
  static offer(
    fields: Pick<
      LoanProduct,
      | 'uuid'
      | 'code'
      | 'name'
      | 'method'
      | 'annualRate'
      | 'minPrincipal'
      | 'maxPrincipal'
      | 'minTermMonths'
      | 'maxTermMonths'
    > & { conditions?: NamedConditions },
  ): LoanProduct {
    const conditions = conditionsFrom(fields.conditions ?? {});
    return Object.assign(new LoanProduct(), fields, { conditions, state: 'active' as const });
  }

  /** Changes what new loans start with. Null where nothing changes. */
  edit(changed: ProductTerms): DomainEvent | null {
    this.state = advance(loanProductLifecycle, this.state, 'edit', this.state);
    const fields = namesOf(changed).filter((field) => textOf(changed[field]) !== textOf(this[field]));
    if (fields.length === 0) return null;
    Object.assign(this, changed);
    return event(loanProductLifecycle.verbs.edit.emits, 'loan_product', this, {
      code: this.code,
      changed: fields.map((field) => PUBLISHED_NAMES[field]),
    });
  }

  /** Takes it from offer, or puts it on offer again. @throws DomainError invalid_state_transition */
  move(action: 'retire' | 'reactivate'): DomainEvent {
    this.state = advance(loanProductLifecycle, this.state, action);
    return event(loanProductLifecycle.verbs[action].emits, 'loan_product', this, {
      code: this.code,
      state: this.state,
    });
  }
}

/** What of a product may be changed once it is on offer: everything but its code. */
export type ProductTerms = Pick<
  LoanProduct,
  'name' | 'method' | 'annualRate' | 'minPrincipal' | 'maxPrincipal' | 'minTermMonths' | 'maxTermMonths' | 'conditions'
>;

/** The fields of a product as the API names them. */
export const PUBLISHED_NAMES: { readonly [F in keyof ProductTerms]: string } = {
  name: 'name',
  method: 'method',
  annualRate: 'interest_rate',
  minPrincipal: 'min_principal',
  maxPrincipal: 'max_principal',
  minTermMonths: 'min_term_months',
  maxTermMonths: 'max_term_months',
  conditions: 'terms',
};

/** A value as text that is the same for the same value, in whatever order its members stand. */
function textOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return `${typeof value} ${String(value)}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${name}:${textOf(member)}`).join()}}`;
}

/**
 * Refuses an application that the product does not offer.
 * @throws DomainError out_of_product_range (invalid) with field, min, max
 */
export function requireWithinLimits(product: LoanProduct, request: { principal: Cents; termMonths: number }): void {
  const limits = [
    {
      field: 'principal',
      value: request.principal,
      min: product.minPrincipal,
      max: product.maxPrincipal,
      amounts: { least_amount: product.minPrincipal, most_amount: product.maxPrincipal },
    },
    {
      field: 'term_months',
      value: BigInt(request.termMonths),
      min: BigInt(product.minTermMonths),
      max: BigInt(product.maxTermMonths),
    },
  ];
  for (const { field, value, min, max, amounts } of limits) {
    if (value >= min && value <= max) continue;
    const detail = `Choose a value from ${min} to ${max}.`;
    throw refuse(
      lendingRefusals.out_of_product_range,
      `${field} is ${value}; the product ${product.code} takes ${min} to ${max}.`,
      {
        field,
        min,
        max,
        errors: [{ field, code: 'out_of_product_range', detail, ...(amounts && { amounts }) }],
      },
    );
  }
}
