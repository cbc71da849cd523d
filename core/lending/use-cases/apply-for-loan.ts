import { refuse } from '../../kernel/domain-error.ts';
import { unusableReference, withFieldsRenamed } from '../../kernel/field-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { Loan } from '../loan/loan.ts';
import type { LendingPorts } from '../ports.ts';
import { conditionsFrom, termsOf, type Agreement } from '../agreement.ts';
import { requireWithinLimits } from '../product/loan-product.ts';
import { scheduleOf } from '../schedule/schedule.ts';

export type ApplyForLoan = {
  readonly memberId: number;
  readonly productId: number;
  /** Minor units. */
  readonly principal: Cents;
  readonly termMonths: number;
  readonly purpose?: string | null;
  readonly clientReference?: string | null;
  /** The level instalment, where it is agreed instead of worked out; a product of fixed instalments needs it. */
  readonly instalmentAmount?: Cents | null;
  /** A school-fee loan names the invoice that it pays. */
  readonly invoiceId?: number | null;
};

/**
 * A member applies for a loan. It starts as a draft; whether the member may borrow is checked at approval.
 * @throws DomainError unknown_reference, out_of_product_range, validation_failed (invalid), duplicate_reference (conflict)
 */
export async function applyForLoan(
  command: ApplyForLoan,
  ports: Pick<LendingPorts, 'loans' | 'products' | 'borrowers' | 'newUuid' | 'actor' | 'today'>,
): Promise<Outcome<Loan>> {
  const clientReference = command.clientReference ?? null;
  if (clientReference !== null) {
    const earlier = await ports.loans.findByClientReference(clientReference);
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
  const [borrower, product] = await Promise.all([
    ports.borrowers.get(command.memberId),
    ports.products.get(command.productId),
  ]);
  if (!borrower) throw unknown('member_id', command.memberId);
  if (!product || product.state !== 'active') throw unknown('product_id', command.productId);
  requirePositive(command.principal, 'principal');
  requireWithinLimits(product, command);
  requireSchedule(
    {
      method: product.method,
      annualRate: product.annualRate,
      termMonths: command.termMonths,
      instalmentAmount: command.instalmentAmount ?? null,
      conditions: product.conditions,
    },
    command.principal,
    ports.today,
  );
  const { loan, event } = Loan.apply({
    uuid: ports.newUuid(),
    loanNo: await ports.loans.nextNumber(),
    memberId: command.memberId,
    productId: product.id,
    principal: command.principal,
    termMonths: command.termMonths,
    purpose: command.purpose ?? null,
    method: product.method,
    annualRate: product.annualRate,
    instalmentAmount: command.instalmentAmount ?? null,
    conditions: conditionsFrom(product.conditions),
    createdBy: ports.actor,
    clientReference,
    invoiceId: command.invoiceId ?? null,
  });
  ports.loans.add(loan);
  return outcome(loan, event);
}

/** A schedule follows from what is agreed on, so that nothing stands in the way once money is paid out. */
export function requireSchedule(agreement: Agreement, principal: Cents, today: Temporal.PlainDate): void {
  try {
    scheduleOf(termsOf(agreement, { principal, disbursedOn: today }));
  } catch (error) {
    // In the command's own names: it knows nothing of terms.
    const rename = (field: string) =>
      field.replace(/^terms\.(instalments$)?/, (_, rows) => (rows ? 'term_months' : ''));
    throw withFieldsRenamed(error, rename);
  }
}

function unknown(field: 'member_id' | 'product_id', id: number) {
  const detail = field === 'member_id' ? 'Use the id of one of your members.' : 'Use the id of an active loan product.';
  return unusableReference(field, `${field} ${id} names nothing that can be used here. ${detail}`, detail);
}
