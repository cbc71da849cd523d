import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { LendingPorts } from '../ports.ts';
import { instalmentsIn, termsOf } from '../agreement.ts';
import { requireWithinLimits } from '../product/loan-product.ts';
import { schedulePreview, type SchedulePreview, type Supposed } from '../schedule/preview.ts';
import { STANDARD_RECALCULATION } from '../schedule/servicing/recalculation.ts';
import { standardTerms, type ScheduleTerms } from '../schedule/terms.ts';

export type PreviewSchedule = {
  /** What is known of the terms; the product's, then the usual ones, stand where nothing is said. */
  readonly terms: Partial<ScheduleTerms>;
  /** Ask within the limits and terms of a product. */
  readonly productId?: number | null;
  /** The term in months, where a product is named; it says how many instalments that makes. */
  readonly termMonths?: number | null;
  readonly supposed?: Partial<Supposed>;
};

const NOTHING_SUPPOSED: Supposed = {
  reschedules: [],
  payments: [],
  asOf: null,
  recalculation: STANDARD_RECALCULATION,
  settlement: null,
};

/**
 * What a loan would cost, before a member applies for it. Nothing is written.
 * @throws DomainError validation_failed, out_of_product_range (invalid), not_found
 */
export async function previewSchedule(
  command: PreviewSchedule,
  ports: Pick<LendingPorts, 'products' | 'today'>,
): Promise<SchedulePreview> {
  const { productId = null, supposed = {} } = command;
  const offered = productId === null ? {} : await offeredTerms(productId, command, ports);
  const known: Partial<ScheduleTerms> = { disbursedOn: ports.today, ...offered, ...command.terms };
  return schedulePreview(complete(known), { ...NOTHING_SUPPOSED, ...supposed });
}

async function offeredTerms(
  productId: number,
  { terms, termMonths = null }: PreviewSchedule,
  ports: Pick<LendingPorts, 'products' | 'today'>,
): Promise<Partial<ScheduleTerms>> {
  const product = await ports.products.get(productId);
  if (!product) {
    throw refuse(kernelRefusals.not_found, `There is no loan product ${productId}.`, {
      resource: 'loan_product',
      id: String(productId),
    });
  }
  const months = termMonths ?? terms.instalments ?? product.maxTermMonths;
  requireWithinLimits(product, {
    principal: requirePositive(terms.principal ?? 0n, 'principal'),
    termMonths: months,
  });
  const agreed = { ...product, termMonths: months, instalmentAmount: terms.instalmentAmount ?? null };
  const {
    principal: _principal,
    disbursedOn: _day,
    ...offered
  } = termsOf(agreed, {
    principal: terms.principal ?? 0n,
    disbursedOn: ports.today,
  });
  const frequency = terms.frequency ?? offered.frequency;
  return { ...offered, instalments: instalmentsIn(months, frequency) };
}

/** The terms that nothing can be assumed for. */
function complete(known: Partial<ScheduleTerms>): ScheduleTerms {
  const { principal, annualRate, method, disbursedOn, instalments = null } = known;
  if (principal === undefined || annualRate === undefined || method === undefined || disbursedOn === undefined) {
    const missing = Object.entries({ principal, annual_rate: annualRate, method, disbursed_on: disbursedOn })
      .filter(([, value]) => value === undefined)
      .map(([field]) => field);
    throw refuse(kernelRefusals.validation_failed, `The terms lack ${missing.join(', ')}.`, {
      errors: missing.map((field) => ({
        field: `terms.${field}`,
        code: 'required',
        detail: `${field} is required.`,
      })),
    });
  }
  return standardTerms({ ...known, principal, annualRate, method, disbursedOn, instalments });
}
