import { event, type DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { annualFraction, type AnnualRate } from '../../kernel/rate.ts';
import type { AtMaturity } from '../maturity.ts';
import type { PostingPeriod, SavingsDayCount } from '../interest.ts';

export const SAVINGS_KINDS = ['ordinary', 'fixed_deposit', 'shares'] as const;
/** `ordinary`: in and out at will; `fixed_deposit`: out from its maturity; `shares`: share capital, redeemed or transferred by the by-laws. */
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
  dayCount!: SavingsDayCount;
  /** When interest is posted: at the end of each month, quarter or year. */
  postingPeriod!: PostingPeriod;
  /** A day on which an account holds less at its end earns nothing. Minor units. */
  minimumBalance!: Cents;
  /** What becomes of its fixed deposits that mature, unless another way is agreed at opening. */
  atMaturity!: AtMaturity;
  /** Percent a year that they earn once they are not bound any more. */
  rateAfterMaturity!: AnnualRate;
  /** What breaking one early costs: percent of the interest that it has earned. */
  breakCost!: string;
  /** Percent of interest that is withheld for the tax authority. */
  withholdingTaxRate!: string;

  /** Puts a product on offer. @throws RangeError where a term or a rate and the kind do not fit each other */
  static offer(
    fields: Pick<SavingsProduct, 'uuid' | 'code' | 'name' | 'kind' | 'annualRate' | 'termMonths'> &
      Partial<Pick<SavingsProduct, 'dayCount' | 'postingPeriod' | 'minimumBalance' | 'withholdingTaxRate'>> &
      Partial<Pick<SavingsProduct, 'atMaturity' | 'rateAfterMaturity' | 'breakCost'>>,
  ): SavingsProduct {
    if ((fields.kind === 'fixed_deposit') !== (fields.termMonths !== null)) {
      throw new RangeError('A fixed deposit has a term, and nothing else has one.');
    }
    if (fields.kind === 'shares' && annualFraction(fields.annualRate).num !== 0n) {
      throw new RangeError('Shares earn dividends, which are declared; their rate is 0.');
    }
    const usual = {
      dayCount: 'actual_365',
      postingPeriod: 'month',
      minimumBalance: 0n,
      withholdingTaxRate: '0',
      atMaturity: 'wait',
      rateAfterMaturity: '0',
      breakCost: '100',
    } as const;
    return Object.assign(new SavingsProduct(), usual, fields, { state: 'active' as const });
  }

  /** That it is on offer. */
  offered(): DomainEvent {
    const { code, name, kind, annualRate } = this;
    return event('savings_product.offered', 'savings_product', this, { code, name, kind, annual_rate: annualRate });
  }
}
