import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AnnualRate } from '../../kernel/rate.ts';
import { conditionsFrom, type LoanConditions, type Method } from '../agreement.ts';
import { lendingRefusals } from '../refusals.ts';
import { loanProductLifecycle, type LoanProductState } from './lifecycle.ts';

/** What the society lends: limits and terms that a loan is born with. */
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
  conditions!: Partial<LoanConditions>;

  /** Puts a product on offer. Money in minor units, the rate in percent a year, terms in months. */
  static offer(
    given: Pick<
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
    > & { conditions?: Partial<LoanConditions> },
  ): LoanProduct {
    const conditions = conditionsFrom(given.conditions ?? {});
    return Object.assign(new LoanProduct(), given, { conditions, state: 'active' as const });
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

/**
 * Refuses an application that the product does not offer.
 * @throws DomainError out_of_product_range (invalid) with field, min, max
 */
export function requireWithinLimits(product: LoanProduct, asked: { principal: Cents; termMonths: number }): void {
  const limits = [
    { field: 'principal', value: asked.principal, min: product.minPrincipal, max: product.maxPrincipal },
    {
      field: 'term_months',
      value: BigInt(asked.termMonths),
      min: BigInt(product.minTermMonths),
      max: BigInt(product.maxTermMonths),
    },
  ];
  for (const { field, value, min, max } of limits) {
    if (value >= min && value <= max) continue;
    throw refuse(
      lendingRefusals.out_of_product_range,
      `${field} is ${value}; the product ${product.code} takes ${min} to ${max}.`,
      {
        field,
        min,
        max,
        errors: [
          { pointer: `#/${field}`, code: 'out_of_product_range', detail: `Choose a value from ${min} to ${max}.` },
        ],
      },
    );
  }
}
