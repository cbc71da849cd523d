import { refuse } from '../../../kernel/domain-error.ts';
import { requireWithinRole } from '../../../kernel/personal-limits.ts';
import { requireAgreement, type Agreeing } from '../../../kernel/two-people.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { unusableReference } from '../../../kernel/field-error.ts';
import { requireAllowed } from '../../../kernel/lifecycle.ts';
import type { Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { lendingRefusals } from '../../refusals.ts';
import { quoteOn } from '../account/receiving.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { conditionsFrom } from '../../agreement.ts';
import { partsOf } from '../../parts.ts';
import { requireWithinLimits, type LoanProduct } from '../../product/loan-product.ts';
import type { SettlementQuote } from '../../schedule/servicing/early-settlement.ts';
import { requireBorrower } from '../decide-loan.ts';
import { requireDepositMultiple } from '../deposit-multiple.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { followGuarantees, requireGuarantors } from '../guarantees.ts';
import { requireNothingUnderWay } from '../money-out.ts';
import { bookEntry, readAccount } from '../account/store-account.ts';
import { feesAtDisbursement } from '../disbursing/fees-at-disbursement.ts';
import { requireCarried } from './reschedule-loan.ts';

export type RefinanceLoan = OnLoan & {
  readonly productId: number;
  readonly termMonths: number;
  /** Lent beyond what pays the old loan off; disbursed like any other money. Minor units. */
  readonly topUp?: Cents | null;
};

type Refinancing = Pick<
  LendingPorts,
  | 'loans'
  | 'products'
  | 'borrowers'
  | 'instalments'
  | 'disbursements'
  | 'entries'
  | 'closes'
  | 'today'
  | 'guarantees'
  | 'deposits'
  | 'newUuid'
  | 'actor'
  | 'proposedBy'
  | 'proposedKey'
  | 'fourEyes'
> &
  Agreeing;

/**
 * A new loan of the same member pays this one off: it begins as active, lent the settlement of the old one, and takes
 * further disbursements up to its top-up. No money moves, so its fees at disbursement fall due with its next instalment, as far
 * as they are of the settlement; those of the top-up are netted from that. It approves a loan: one person proposes it and another approves
 * it where the institution wants two, each within their limits.
 * @throws DomainError invalid_state_transition, disbursement_in_flight, loan_charged_off, kyc_incomplete, member_not_active,
 *   guarantors_missing, deposit_multiple_exceeded, refinancing_terms_changed (conflict), role_limit_exceeded (forbidden), unknown_reference,
 *   out_of_product_range (invalid), not_found; SecondPersonRequired where the tenant wants two people
 */
export async function refinanceLoan(command: RefinanceLoan, ports: Refinancing): Promise<Outcome<Loan>> {
  const old = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, old.state, 'refinance');
  requireCarried(old);
  await requireNothingUnderWay(old, ports);
  await ports.borrowers.lock(old.memberId);
  await requireBorrower(old.memberId, ports);
  const { account } = await readAccount(old, ports);
  const quote = quoteOn(account, ports.today);
  const { loan, events } = await approvedSuccessor(old, quote.total, command, ports);
  const closed = await settleOld(old, loan, quote, ports);
  const disbursed = await lendSettlement(loan, old, quote.total, ports);
  const charged = await chargeFees(loan, quote.total, ports);
  return outcome(loan, ...events, closed, disbursed, ...charged, ...(await followGuarantees(old, ports)));
}

/** The new loan, approved for the settlement of the old one and the top-up. */
async function approvedSuccessor(
  old: Loan,
  settlement: Cents,
  { productId, termMonths, topUp }: RefinanceLoan,
  ports: Refinancing,
): Promise<{ readonly loan: Loan; readonly events: readonly DomainEvent[] }> {
  const product = await ports.products.get(productId);
  if (!product || product.state !== 'active') {
    throw unusableReference(
      'product_id',
      `product_id ${productId} names no active product.`,
      'Use the id of an active product.',
    );
  }
  const principal = settlement + (topUp ?? 0n);
  requireWithinLimits(product, { principal, termMonths });
  requireDecided(old, product, principal, ports);
  const { loan, event: created } = Loan.apply({
    uuid: ports.newUuid(),
    loanNo: await ports.loans.nextNumber(),
    memberId: old.memberId,
    productId: product.id,
    principal,
    termMonths,
    purpose: `Refinances ${old.loanNo}`,
    method: product.method,
    annualRate: product.annualRate,
    instalmentAmount: null,
    conditions: conditionsFrom(product.conditions),
    createdBy: ports.proposedBy ?? ports.actor,
    clientReference: null,
  });
  loan.refinances = old.id;
  await ports.loans.addNow(loan);
  await requireGuarantors(loan, ports);
  await requireDepositMultiple(loan, ports);
  return { loan, events: [created, loan.approve(ports.actor)] };
}

/**
 * The new loan is approved with it, whole: what settles the old one was approved at other terms. Before anything is
 * written, so that nothing of what is proposed stays. Who approves has seen the terms of the product as they were proposed.
 */
function requireDecided({ id, uuid }: Loan, product: LoanProduct, principal: Cents, ports: Refinancing): void {
  if (!ports.fourEyes) return requireWithinRole('approve', principal, ports);
  const rule = 'Refinancing a loan approves a new one, which takes two people.';
  const paymentKey = `product:${product.id}:${product.version}`;
  requireAgreement(ports, { subject: { type: 'loan', id, uuid }, rule, amount: principal, paymentKey });
  if (ports.proposedKey === null || ports.proposedKey === paymentKey) return;
  throw refuse(
    lendingRefusals.refinancing_terms_changed,
    `The terms of product ${product.code} have changed since the refinancing was proposed. Propose it again.`,
    { loan_id: id, product_id: product.id },
  );
}

/** The old loan is settled by the new one and closed. */
async function settleOld(old: Loan, loan: Loan, quote: SettlementQuote, ports: Refinancing): Promise<DomainEvent> {
  const entry = { kind: 'settlement', on: ports.today, amount: quote.total, source: loan.uuid } as const;
  const { figures, moved } = await bookEntry(old, entry, ports);
  return old.refinance(
    { loanId: loan.id, loanUuid: loan.uuid, principal: quote.total, paid: partsOf(quote) },
    figures,
    moved,
  );
}

/** What settles the old loan is lent by the new one. */
async function lendSettlement(loan: Loan, old: Loan, amount: Cents, ports: Refinancing): Promise<DomainEvent> {
  const entry = { kind: 'disbursement', on: ports.today, amount, source: old.uuid } as const;
  const { figures, moved } = await bookEntry(loan, entry, ports);
  return loan.bookDisbursement({ amount, valueDate: ports.today, disbursementUuid: null }, figures, moved);
}

/** Nothing is paid out that the fees of what is lent now could be deducted from. The loan itself is their source: no person charges them. */
async function chargeFees(loan: Loan, lent: Cents, ports: Refinancing): Promise<readonly DomainEvent[]> {
  const amount = feesAtDisbursement(loan, lent, ports.today);
  if (amount === 0n) return [];
  const reason = 'Fees at disbursement';
  const entry = { kind: 'charge', on: ports.today, amount, part: 'fees', source: loan.uuid, reason } as const;
  const { figures } = await bookEntry(loan, entry, ports);
  return [loan.charge({ part: 'fees', amount, reason }, figures)];
}
