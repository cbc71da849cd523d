import type { AnnualRate } from '../../kernel/rate.ts';

export const SAVINGS_KINDS = ['ordinary', 'fixed_deposit', 'shares'] as const;
/** `ordinary`: in and out at will; `fixed_deposit`: out from its maturity; `shares`: a stake that is never paid out. */
export type SavingsKind = (typeof SAVINGS_KINDS)[number];

/** A way of saving that the society offers. */
export class SavingsProduct {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  code!: string;
  name!: string;
  state!: 'active' | 'retired';
  kind!: SavingsKind;
  /** Percent a year that the society pays. */
  annualRate!: AnnualRate;
  /** How long a fixed deposit is bound; null for the other kinds. */
  termMonths!: number | null;

  /** Puts a product on offer. @throws RangeError where a term and the kind do not fit each other */
  static offer(
    given: Pick<SavingsProduct, 'uuid' | 'code' | 'name' | 'kind' | 'annualRate' | 'termMonths'>,
  ): SavingsProduct {
    if ((given.kind === 'fixed_deposit') !== (given.termMonths !== null)) {
      throw new RangeError('A fixed deposit has a term, and nothing else has one.');
    }
    return Object.assign(new SavingsProduct(), given, { state: 'active' as const });
  }
}
