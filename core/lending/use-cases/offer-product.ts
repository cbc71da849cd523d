import { DomainError, refuse } from '../../kernel/domain-error.ts';
import { event } from '../../kernel/event.ts';
import { requirePositive } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { parseDecimal } from '../../kernel/rational.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import { conditionsFrom, instalmentsIn, penaltyRuleOf, termsOf, type LoanConditions } from '../agreement.ts';
import type { LendingWorld } from '../ports.ts';
import { LoanProduct } from '../product/loan-product.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { allocatePayment } from '../schedule/servicing/allocation.ts';

export type OfferProduct = Pick<
  LoanProduct,
  'code' | 'name' | 'method' | 'annualRate' | 'minPrincipal' | 'maxPrincipal' | 'minTermMonths' | 'maxTermMonths'
> & { readonly conditions?: Partial<LoanConditions> };

/**
 * Puts a product on offer. Schedules have to follow from its terms at both ends of its limits.
 * @throws DomainError duplicate_reference (conflict), validation_failed (invalid) with pointers `#/...`, `#/terms/...`
 */
export async function offerProduct(
  command: OfferProduct,
  world: Pick<LendingWorld, 'products' | 'newUuid' | 'today'>,
): Promise<Outcome<LoanProduct>> {
  requirePositive(command.minPrincipal, 'min_principal');
  for (const [field, least, most] of [
    ['max_principal', command.minPrincipal, command.maxPrincipal],
    ['max_term_months', BigInt(command.minTermMonths), BigInt(command.maxTermMonths)],
  ] as const) {
    if (least > most) throw wrong(field, 'range', `Send at least ${least}.`);
  }
  const conditions = conditionsFrom(command.conditions ?? {});
  requireConditions(command, conditions, world.today);
  const earlier = await world.products.findByCode(command.code);
  if (earlier) {
    throw refuse(kernelRefusals.duplicate_reference, `The code ${command.code} belongs to ${earlier.name}.`, {
      existing_id: earlier.id,
    });
  }
  const product = LoanProduct.offer({ ...command, uuid: world.newUuid(), conditions });
  world.products.add(product);
  return outcome(product, event('loan_product.created', 'loan_product', product, { code: product.code }));
}

/** Takes a product from offer, or puts it on offer again. @throws DomainError not_found, invalid_state_transition */
export async function actOnProduct(
  command: {
    readonly productId: number;
    readonly version?: number | undefined;
    readonly action: 'retire' | 'reactivate';
  },
  world: Pick<LendingWorld, 'products'>,
): Promise<Outcome<LoanProduct>> {
  const product = await world.products.get(command.productId);
  if (!product) {
    throw refuse(kernelRefusals.not_found, `There is no loan product ${command.productId}.`, {
      resource: 'loan_product',
      id: String(command.productId),
    });
  }
  requireVersion(product, command.version);
  return outcome(product, product.move(command.action));
}

function requireConditions(product: OfferProduct, conditions: LoanConditions, today: Temporal.PlainDate): void {
  allocatePayment(1n, today, [], conditions.allocation);
  const penalty = penaltyRuleOf(conditions);
  if (penalty?.charge.kind === 'percent') requirePercent(penalty.charge.percent, 'terms/penalty/percent');
  if (conditions.lateInterest) requirePercent(conditions.lateInterest.annualRate, 'terms/late_interest/annual_rate');
  requirePercent(conditions.policies.guaranteePercent, 'terms/policies/guarantee_percent');
  // A product of agreed instalments says nothing of how large they are: any that repays at once will do here.
  for (const [principal, termMonths] of [
    [product.minPrincipal, product.minTermMonths],
    [product.maxPrincipal, product.maxTermMonths],
  ] as const) {
    const instalmentAmount = product.method === 'fixed_instalment' ? principal * 20n : null;
    const agreed = { ...product, conditions, termMonths, instalmentAmount };
    const rows = instalmentsIn(termMonths, conditions.schedule.frequency);
    const graces = [conditions.schedule.graceOnPrincipal, conditions.schedule.graceOnInterest];
    if (Math.max(...graces) >= rows) {
      throw wrong('min_term_months', 'range', 'The shortest term leaves no instalment behind the grace.');
    }
    try {
      scheduleOf(termsOf(agreed, { principal, disbursedOn: today }));
    } catch (error) {
      if (!(error instanceof DomainError) || !Array.isArray(error.details['errors'])) throw error;
      const errors = (error.details['errors'] as readonly { pointer: string }[]).map((entry) => ({
        ...entry,
        pointer: entry.pointer.replace('#/terms/annual_rate', '#/interest_rate'),
      }));
      throw new DomainError(error.kind, error.code, error.message, { ...error.details, errors });
    }
  }
}

function requirePercent(text: string, field: string): void {
  try {
    if (parseDecimal(text).num >= 0n) return;
  } catch (error) {
    if ((error as Error).name !== 'RangeError') throw error;
  }
  throw wrong(field, 'range', 'Send a percentage of zero or more as a decimal string.');
}

function wrong(field: string, code: string, detail: string) {
  return refuse(kernelRefusals.validation_failed, `${field} has no valid value. ${detail}`, {
    errors: [{ pointer: `#/${field}`, code, detail }],
  });
}
