import { DomainError } from '../../kernel/domain-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { termsOf, type Agreement } from '../agreement.ts';
import type { LoanProduct } from '../product/loan-product.ts';
import { costOfCredit, type CostOfCredit } from '../schedule/cost-of-credit.ts';
import { scheduleOf } from '../schedule/schedule.ts';

/** What a product has on offer: its limits, and the terms that its loans start with. */
export type OnOffer = Pick<
  LoanProduct,
  'id' | 'uuid' | 'minPrincipal' | 'maxPrincipal' | 'minTermMonths' | 'maxTermMonths'
> &
  Pick<Agreement, 'method' | 'annualRate' | 'conditions'>;

/** What a product would lend, and what that costs. */
export type LoanOffer = {
  readonly product: { readonly id: number; readonly uuid: string };
  readonly principal: Cents;
  readonly termMonths: number;
  /** The level instalment; null where there is none. */
  readonly instalment: Cents | null;
  /** Fees deducted from the payout. */
  readonly nettedFees: Cents;
  readonly cost: CostOfCredit;
};

/** The term of an offer where none is requested: a year’s fees are paid back within the year. */
const USUAL_TERM_MONTHS = 12;
/** Offers that are made of one amount. */
const MOST_OFFERS = 5;

/**
 * What a lender would lend on a day, the cheapest first. Nothing is promised.
 * @param principal minor units
 * @param termMonths brought within each product's own limits; null for the usual term
 */
export function offersOn(
  principal: Cents,
  termMonths: number | null,
  products: readonly OnOffer[],
  day: Temporal.PlainDate,
): readonly LoanOffer[] {
  return products
    .flatMap((product) => offerOf(product, principal, termMonths ?? USUAL_TERM_MONTHS, day) ?? [])
    .toSorted((a, b) => Number(a.cost.totalCost - b.cost.totalCost))
    .slice(0, MOST_OFFERS);
}

function offerOf(
  product: OnOffer,
  principal: Cents,
  months: number,
  disbursedOn: Temporal.PlainDate,
): LoanOffer | null {
  if (principal < product.minPrincipal || principal > product.maxPrincipal) return null;
  const termMonths = Math.min(Math.max(months, product.minTermMonths), product.maxTermMonths);
  try {
    const terms = termsOf({ ...product, termMonths, instalmentAmount: null }, { principal, disbursedOn });
    const schedule = scheduleOf(terms);
    const { instalment, netted: nettedFees } = schedule;
    return { product, principal, termMonths, instalment, nettedFees, cost: costOfCredit(terms, schedule) };
  } catch (error) {
    // A product whose instalment has to be agreed on first makes no offer on its own.
    if (error instanceof DomainError) return null;
    throw error;
  }
}
