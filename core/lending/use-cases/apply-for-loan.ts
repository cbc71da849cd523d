import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { Loan } from '../loan/loan.ts';
import type { LendingWorld } from '../ports.ts';
import { requireWithinLimits } from '../product/loan-product.ts';

export type ApplyForLoan = {
  readonly memberId: number;
  readonly productId: number;
  /** Minor units. */
  readonly principal: Cents;
  readonly termMonths: number;
  readonly purpose?: string | null;
  readonly clientReference?: string | null;
};

/**
 * A member applies for a loan. It starts as a draft; whether the member may borrow is asked at approval.
 * @throws DomainError unknown_reference, out_of_product_range, validation_failed (invalid), duplicate_reference (conflict)
 */
export async function applyForLoan(
  command: ApplyForLoan,
  world: Pick<LendingWorld, 'loans' | 'products' | 'borrowers' | 'newUuid' | 'actor'>,
): Promise<Outcome<Loan>> {
  const clientReference = command.clientReference ?? null;
  if (clientReference !== null) {
    const earlier = await world.loans.findByClientReference(clientReference);
    if (earlier) {
      throw refuse(
        kernelRefusals.duplicate_reference,
        `The reference ${clientReference} belongs to loan ${earlier.loanNo}.`,
        {
          existing_id: earlier.id,
        },
      );
    }
  }
  if (!(await world.borrowers.get(command.memberId))) throw unknown('member_id', command.memberId);
  const product = await world.products.get(command.productId);
  if (!product || product.state !== 'active') throw unknown('product_id', command.productId);
  requirePositive(command.principal, 'principal');
  requireWithinLimits(product, command);
  const { loan, event } = Loan.apply({
    uuid: world.newUuid(),
    loanNo: await world.loans.nextNumber(),
    memberId: command.memberId,
    productId: product.id,
    principal: command.principal,
    termMonths: command.termMonths,
    purpose: command.purpose ?? null,
    method: product.method,
    annualRate: product.annualRate,
    createdBy: world.actor,
    clientReference,
  });
  world.loans.add(loan);
  return outcome(loan, event);
}

function unknown(field: 'member_id' | 'product_id', id: number) {
  const detail =
    field === 'member_id'
      ? 'Use the id of one of your members.'
      : 'Use the id of an active row of /api/v1/loan_products.';
  return refuse(kernelRefusals.unknown_reference, `${field} ${id} names nothing that can be used here. ${detail}`, {
    errors: [{ pointer: `#/${field}`, code: 'unknown_reference', detail }],
  });
}
