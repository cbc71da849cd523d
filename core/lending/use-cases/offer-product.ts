import { refuse } from '../../kernel/domain-error.ts';
import { invalidField, withFieldsRenamed } from '../../kernel/field-error.ts';
import { event } from '../../kernel/event.ts';
import { requirePositive } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { parseDecimal } from '../../kernel/rational.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import {
  conditionsFrom,
  instalmentsIn,
  penaltyRuleOf,
  termsOf,
  type LoanConditions,
  type NamedConditions,
} from '../agreement.ts';
import type { LendingPorts } from '../ports.ts';
import { LoanProduct } from '../product/loan-product.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { allocatePayment } from '../schedule/servicing/allocation.ts';
import { stepOn, type Steps } from '../../kernel/steps.ts';
import type { loanProductLifecycle } from '../product/lifecycle.ts';

export type OfferProduct = Pick<
  LoanProduct,
  'code' | 'name' | 'method' | 'annualRate' | 'minPrincipal' | 'maxPrincipal' | 'minTermMonths' | 'maxTermMonths'
> & { readonly conditions?: NamedConditions };

/**
 * Puts a product on offer. Schedules have to follow from its terms at both ends of its limits.
 * @throws DomainError duplicate_reference (conflict), validation_failed (invalid) naming the product's fields, or `terms...`
 */
export async function offerProduct(
  command: OfferProduct,
  ports: Pick<LendingPorts, 'products' | 'newUuid' | 'today'>,
): Promise<Outcome<LoanProduct>> {
  const conditions = conditionsFrom(command.conditions ?? {});
  requireOffer(command, conditions, ports.today);
  const earlier = await ports.products.findByCode(command.code);
  if (earlier) {
    throw refuse(kernelRefusals.duplicate_reference, `The code ${command.code} belongs to ${earlier.name}.`, {
      existing_id: earlier.id,
    });
  }
  const product = LoanProduct.offer({ ...command, uuid: ports.newUuid(), conditions });
  ports.products.add(product);
  return outcome(product, event('loan_product.created', 'loan_product', product, { code: product.code }));
}

export type EditProduct = {
  readonly productId: number;
  readonly version?: number | undefined;
  /** What is not named stays as it was; within conditions as well. */
  readonly changes: Partial<Omit<OfferProduct, 'code'>>;
};

/**
 * Changes a product. Loans that it has already keep the terms that they started with.
 * @throws DomainError not_found, precondition_failed, validation_failed (invalid) as when it was put on offer
 */
export async function editProduct(
  command: EditProduct,
  ports: Pick<LendingPorts, 'products' | 'today'>,
): Promise<Outcome<LoanProduct>> {
  const product = await findProduct(command, ports);
  const { conditions: sent = {}, ...changes } = command.changes;
  const current = conditionsFrom(product.conditions);
  const conditions = {
    ...current,
    ...sent,
    schedule: { ...current.schedule, ...sent.schedule },
    policies: { ...current.policies, ...sent.policies },
  };
  const { name, method, annualRate, minPrincipal, maxPrincipal, minTermMonths, maxTermMonths } = product;
  const terms = { name, method, annualRate, minPrincipal, maxPrincipal, minTermMonths, maxTermMonths, ...changes };
  requireOffer(terms, conditions, ports.today);
  const edited = product.edit({ ...terms, conditions });
  return edited ? outcome(product, edited) : outcome(product);
}

type OnProduct = { readonly productId: number; readonly version?: number | undefined };
type Products = Pick<LendingPorts, 'products'>;

/** Takes a product from offer. @throws DomainError not_found, invalid_state_transition */
async function retireLoanProduct(command: OnProduct, ports: Products): Promise<Outcome<LoanProduct>> {
  const product = await findProduct(command, ports);
  return outcome(product, product.move('retire'));
}

/** Puts a product on offer again. @throws DomainError not_found, invalid_state_transition */
async function reactivateLoanProduct(command: OnProduct, ports: Products): Promise<Outcome<LoanProduct>> {
  const product = await findProduct(command, ports);
  return outcome(product, product.move('reactivate'));
}

async function findProduct(command: OnProduct, ports: Products): Promise<LoanProduct> {
  const product = await ports.products.get(command.productId);
  if (!product) {
    throw refuse(kernelRefusals.not_found, `There is no loan product ${command.productId}.`, {
      resource: 'loan_product',
      id: String(command.productId),
    });
  }
  requireVersion(product, command.version);
  return product;
}

type Offered = Omit<OfferProduct, 'code' | 'name' | 'conditions'>;

/** Limits fit each other, and schedules follow from the terms at both ends of them. */
function requireOffer(product: Offered, conditions: LoanConditions, today: Temporal.PlainDate): void {
  requirePositive(product.minPrincipal, 'min_principal');
  for (const [field, least, most] of [
    ['max_principal', product.minPrincipal, product.maxPrincipal],
    ['max_term_months', BigInt(product.minTermMonths), BigInt(product.maxTermMonths)],
  ] as const) {
    if (least > most) throw wrong(field, 'range', `Send at least ${least}.`);
  }
  requireConditions(product, conditions, today);
}

function requireConditions(product: Offered, conditions: LoanConditions, today: Temporal.PlainDate): void {
  allocatePayment(1n, today, [], conditions.allocation);
  const penalty = penaltyRuleOf(conditions);
  if (penalty?.charge.kind === 'percent') requirePercent(penalty.charge.percent, 'terms.penalty.percent');
  if (conditions.lateInterest) requirePercent(conditions.lateInterest.annualRate, 'terms.late_interest.annual_rate');
  requirePercent(conditions.policies.guaranteePercent, 'terms.policies.guarantee_percent');
  requirePercent(conditions.policies.depositMultiple, 'terms.policies.deposit_multiple');
  // A product of agreed instalments says nothing of how large they are: any that repays immediately will do here.
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
      throw withFieldsRenamed(error, (field) => (field === 'terms.annual_rate' ? 'interest_rate' : field));
    }
  }
}

function requirePercent(text: string, field: string): void {
  try {
    if (parseDecimal(text).num >= 0n) return;
  } catch (error) {
    if (!Error.isError(error) || error.name !== 'RangeError') throw error;
  }
  throw wrong(field, 'range', 'Send a percentage of zero or more as a decimal string.');
}

function wrong(field: string, code: string, detail: string) {
  return invalidField(field, code, detail, `${field} has no valid value. ${detail}`);
}

const step = stepOn<'productId'>();

/** The steps of a product's life. */
export const loanProductSteps = {
  retire: step({
    name: 'retireLoanProduct',
    means: 'Takes a product off offer. Loans that have it run on.',
    run: retireLoanProduct,
    fields: {},
  }),
  reactivate: step({
    name: 'reactivateLoanProduct',
    means: 'Puts a retired product on offer again.',
    run: reactivateLoanProduct,
    fields: {},
  }),
} as const satisfies Steps<typeof loanProductLifecycle, 'edit'>;
