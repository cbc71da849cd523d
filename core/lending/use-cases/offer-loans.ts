import { DomainError } from '../../kernel/domain-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { termsOf } from '../agreement.ts';
import type { LendingWorld } from '../ports.ts';
import type { LoanProduct } from '../product/loan-product.ts';
import { costOfCredit, type CostOfCredit } from '../schedule/cost-of-credit.ts';
import { scheduleOf } from '../schedule/schedule.ts';

/** What a product would lend, and what that costs. */
export type LoanOffer = {
  readonly product: LoanProduct;
  readonly principal: Cents;
  readonly termMonths: number;
  /** The level instalment; null where there is none. */
  readonly instalment: Cents | null;
  /** Fees kept back from the payout. */
  readonly nettedFees: Cents;
  readonly cost: CostOfCredit;
};

/** The term of an offer where nobody names one: short enough for a year's fees. */
const USUAL_TERM_MONTHS = 12;
/** Products that are compared, and offers that are made of one amount. */
const MOST_PRODUCTS = 20;
const MOST_OFFERS = 5;

/**
 * What a lender would lend these amounts on today, the cheapest first. Nothing is promised and nothing written.
 * @param command.principals minor units; the answer is by amount
 * @param command.termMonths brought within each product's own limits
 */
export async function offerLoans(
  command: { readonly principals: readonly Cents[]; readonly termMonths: number | null },
  world: Pick<LendingWorld, 'products' | 'today'>,
): Promise<ReadonlyMap<Cents, readonly LoanOffer[]>> {
  const products = await world.products.onOffer(MOST_PRODUCTS);
  const months = command.termMonths ?? USUAL_TERM_MONTHS;
  return new Map(
    command.principals.map((principal) => {
      const offers = products.flatMap((product) => offerOf(product, principal, months, world.today) ?? []);
      return [principal, offers.toSorted((a, b) => Number(a.cost.totalCost - b.cost.totalCost)).slice(0, MOST_OFFERS)];
    }),
  );
}

function offerOf(
  product: LoanProduct,
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
    // A product whose instalment has to be agreed on first makes no offer by itself.
    if (error instanceof DomainError) return null;
    throw error;
  }
}
