import { refuse } from '../../../kernel/domain-error.ts';
import { unusableReference } from '../../../kernel/field-error.ts';
import { requireAllowed } from '../../../kernel/lifecycle.ts';
import type { Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { quoteOn } from '../account/receiving.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { conditionsFrom } from '../../agreement.ts';
import { requireWithinLimits } from '../../product/loan-product.ts';
import { requireBorrower } from '../decide-loan.ts';
import { requireSavings } from '../deposit-multiple.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { followGuarantees, requireGuarantors } from '../guarantees.ts';
import { bookEntry, readAccount } from '../account/store-account.ts';
import { requireCarried } from './reschedule-loan.ts';

export type RefinanceLoan = OnLoan & {
  readonly productId: number;
  readonly termMonths: number;
  /** Lent beyond what pays the old loan off; disbursed like any other money. Minor units. */
  readonly topUp?: Cents | null;
};

/**
 * A new loan of the same member pays this one off: it is born active, lent the settlement of the old one, and takes
 * further disbursements up to its top-up. No money moves.
 * @throws DomainError invalid_state_transition, loan_charged_off, kyc_incomplete, member_not_active,
 *   four_eyes_required, guarantors_missing, savings_too_small (conflict), unknown_reference, out_of_product_range (invalid), not_found
 */
export async function refinanceLoan(
  command: RefinanceLoan,
  ports: Pick<
    LendingPorts,
    | 'loans'
    | 'products'
    | 'borrowers'
    | 'instalments'
    | 'entries'
    | 'guarantees'
    | 'deposits'
    | 'newUuid'
    | 'actor'
    | 'fourEyes'
    | 'today'
  >,
): Promise<Outcome<Loan>> {
  const old = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, old.state, 'refinance');
  requireCarried(old);
  await requireBorrower(old.memberId, ports);
  if (ports.fourEyes && ports.actor === old.createdBy) {
    throw refuse(
      kernelRefusals.four_eyes_required,
      `Loan ${old.loanNo} was made by the same client that would refinance it; another one has to.`,
      { loan_id: old.id, action: 'refinance' },
    );
  }
  const product = await ports.products.get(command.productId);
  if (!product || product.state !== 'active') {
    throw unusableReference(
      'product_id',
      `product_id ${command.productId} names no active product.`,
      'Use the id of an active product.',
    );
  }
  const { account } = await readAccount(old, ports);
  const quote = quoteOn(account, ports.today);
  const principal = quote.total + (command.topUp ?? 0n);
  requireWithinLimits(product, { principal, termMonths: command.termMonths });
  const { loan, event: created } = Loan.apply({
    uuid: ports.newUuid(),
    loanNo: await ports.loans.nextNumber(),
    memberId: old.memberId,
    productId: product.id,
    principal,
    termMonths: command.termMonths,
    purpose: `Refinances ${old.loanNo}`,
    method: product.method,
    annualRate: product.annualRate,
    instalmentAmount: null,
    conditions: conditionsFrom(product.conditions),
    createdBy: ports.actor,
    clientReference: null,
  });
  loan.refinances = old.id;
  await ports.loans.addNow(loan);
  await requireGuarantors(loan, ports);
  await requireSavings(loan, ports);
  const approved = loan.approve(ports.actor, false);
  const settled = await bookEntry(
    old,
    { kind: 'settlement', on: ports.today, amount: quote.total, source: loan.uuid },
    ports,
  );
  const { on: _on, total: _total, ...paid } = quote;
  const by = { loanUuid: loan.uuid, principal: quote.total, paid };
  const closed = old.refinance(by, settled.figures, settled.moved);
  const lent = await bookEntry(
    loan,
    { kind: 'disbursement', on: ports.today, amount: quote.total, source: old.uuid },
    ports,
  );
  const disbursed = loan.bookDisbursement(
    { amount: quote.total, valueDate: ports.today, disbursementUuid: null },
    lent.figures,
    lent.moved,
  );
  return outcome(loan, created, approved, closed, disbursed, ...(await followGuarantees(old, ports)));
}
