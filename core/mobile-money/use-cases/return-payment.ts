import { refuse, type DomainError } from '../../kernel/domain-error.ts';
import { requireWithinRole, type RoleLimited } from '../../kernel/personal-limits.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { requireSecondPerson, type Acting } from '../../kernel/two-people.ts';
import { mobileMoneyRefusals } from '../refusals.ts';
import { mobileMoneyLifecycle } from '../transaction/lifecycle.ts';
import { findMobileMoney, type OnMobileMoney } from './allocate.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { claimReceipt, endUses, type Claim } from '../../payments/receipt-registry.ts';
import { receiptKey } from '../../payments/payment-receipt.ts';
import { report, reportTaken } from '../../payments/payment-incidents.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';

type Ports = Pick<MobileMoneyPorts, 'mobileMoney' | 'now'>;
type Returning = Ports & ReceiptPorts;

/** What the provider says became of a payment that it is to return. */
export type ReturnStatus =
  /** `amount`: what it says that went back, minor units; null where it does not say. */
  | { readonly kind: 'returned'; readonly receiptNo: string | null; readonly amount?: Cents | null }
  /** It had returned the receipt before, and returns one once: for this request, or for another part of the payment. */
  | { readonly kind: 'returned_before'; readonly receiptNo: string | null }
  | { readonly kind: 'not_returned'; readonly reason: string };

/**
 * An operator says that money in suspense has to go back to its payer. A second person approves it with a client; then
 * it is `returning`, and the provider is requested to return it once this is run again.
 * @throws DomainError invalid_state_transition (conflict), validation_failed, not_found
 */
export async function requestReturn(
  command: { readonly receiptNo: string; readonly by: string; readonly reason: string; readonly evidence: string },
  ports: Ports,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await ports.mobileMoney.lockByReceipt(command.receiptNo, 'mpesa');
  if (!payment) throw await notAtMpesa(command.receiptNo, ports);
  // Requested once more: the provider returns a receipt once, however often that is requested.
  if (payment.state === 'returning') return outcome(payment);
  return outcome(payment, payment.proposeReturn(proposalOf(command, command.by)));
}

/**
 * A person says that money in suspense has to go back to its payer. A later proposal takes the place of an earlier one.
 * @throws DomainError invalid_state_transition (conflict), validation_failed, not_found, precondition_failed
 */
export async function proposeMobileMoneyReturn(
  command: OnMobileMoney & { readonly reason: string | null; readonly evidence: string | null },
  ports: Ports & Acting & Partial<RoleLimited>,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await findMobileMoney(command, ports);
  return outcome(payment, payment.proposeReturn(proposalOf(command, ports.actor)));
}

/**
 * A second person agrees: the provider may be requested to return it.
 * @throws DomainError return_not_proposed, four_eyes_required, approval_needs_client, invalid_state_transition (conflict),
 *   not_found, precondition_failed
 */
export async function approveMobileMoneyReturn(
  command: OnMobileMoney,
  ports: Ports & Acting,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await findMobileMoney(command, ports);
  await requireProposedByAnother(payment, 'approve_return', ports);
  return outcome(payment, payment.approveReturn(ports.actor));
}

/**
 * Money in suspense went back to the payer. Nothing is sent by it: it is reversed on the provider's portal, and taken
 * out of the books here. One person has proposed it, another one does it. Money that was booked has to be undone first.
 * @throws DomainError return_not_proposed, four_eyes_required, approval_needs_client, invalid_state_transition (conflict),
 *   validation_failed, not_found, precondition_failed
 */
export async function returnMobileMoney(
  command: OnMobileMoney & { readonly reason: string | null },
  ports: Ports & Acting & Partial<RoleLimited> & Pick<ReceiptPorts, 'receipts'>,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await findMobileMoney(command, ports);
  await requireProposedByAnother(payment, 'return', ports);
  const returned = payment.return(command.reason);
  await endUses({ type: 'mobile_money_transaction', uuid: payment.uuid }, 'taken_back', ports);
  payment.returnApproved(ports.actor);
  return outcome(payment, returned);
}

/** A return that is proposed is another person's to carry out. */
async function requireProposedByAnother(
  payment: MobileMoneyTransaction,
  action: 'approve_return' | 'return',
  ports: Acting & Partial<RoleLimited>,
): Promise<void> {
  requireAllowed(mobileMoneyLifecycle, payment.state, action);
  const proposal = payment.returnProposal;
  if (proposal === null) {
    throw refuse(
      mobileMoneyRefusals.return_not_proposed,
      'No return of this payment is proposed yet; propose it with evidence, and let another person do it.',
      { mobile_money_transaction_id: payment.id, action },
    );
  }
  requireWithinRole('approve', payment.amount, ports);
  await requireSecondPerson(proposal.by, ports, { mobile_money_transaction_id: payment.id, action });
}

function proposalOf(
  { reason, evidence }: { readonly reason: string | null; readonly evidence: string | null },
  by: string,
) {
  return { by, reason: reason ?? '', evidence: evidence ?? '' };
}

/** What a provider reports of a return. */
type ReportedReturn = {
  readonly receiptNo: string;
  /** Our own reference, which the report repeats: of one receipt several parts may be going back. */
  readonly uuid?: string;
  readonly status: ReturnStatus;
};

/**
 * The provider has returned a payment, or has not. What is no longer `returning` is left as it is: the same notification
 * may come twice, and people may have been quicker. Of another amount than went back by our books people find out, and of
 * what went back while our books have it here: the provider had said that it did not return it.
 * @throws DomainError not_found
 */
export async function recordReturn(
  command: ReportedReturn,
  ports: Returning,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await reportedOn(command, ports);
  const { status } = command;
  if (payment.state !== 'returning') return outcome(payment, ...(await reportLate(payment, command, ports)));
  if (status.kind === 'not_returned') {
    // Results of several requests come under one reference: where another may have been carried out, this one ends itself alone.
    const isOver = payment.returnProposal === null || payment.endRequest();
    return isOver ? outcome(payment, payment.keepInSuspense(status.reason)) : outcome(payment);
  }
  if (status.kind === 'returned_before' && (await wasReturnedInPart(payment, command, ports))) {
    return outcome(payment, payment.keepInSuspense(RETURNED_IN_PART));
  }
  if (status.kind === 'returned' && (status.amount ?? payment.amount) !== payment.amount) {
    return outcome(payment, ...(await reportAmount(payment, status, ports)));
  }
  const returned = payment.return(`Reversed by the provider under ${status.receiptNo ?? 'no receipt'}.`);
  await endUses({ type: 'mobile_money_transaction', uuid: payment.uuid }, 'taken_back', ports);
  return outcome(payment, returned, ...(await registerReturn(payment, status.receiptNo, ports)));
}

/**
 * A request to return it is about to leave; committed before it does, for a reply may be lost.
 * @throws DomainError invalid_state_transition (conflict), not_found
 */
export async function beginReturn(
  command: Omit<ReportedReturn, 'status'>,
  ports: Ports,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await reportedOn(command, ports);
  requireAllowed(mobileMoneyLifecycle, payment.state, 'keep');
  payment.requestReturn(ports.now);
  return outcome(payment);
}

/**
 * The provider declined a request immediately, or never got it: that one did nothing. Where an earlier one may have been carried
 * out the payment stays on its way: its own result or people end it. `declined`: null where the request did not arrive.
 * @throws DomainError not_found
 */
export async function recordReturnReply(
  command: Omit<ReportedReturn, 'status'> & { readonly declined: string | null },
  ports: Ports,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await reportedOn(command, ports);
  if (payment.state !== 'returning') return outcome(payment);
  const isOver = payment.endRequest() && command.declined !== null;
  return isOver ? outcome(payment, payment.keepInSuspense(command.declined)) : outcome(payment);
}

/**
 * The provider has said nothing for a day of a payment that it is to return: people find out. Where they have resolved that, and it
 * is still on its way a day later, they find out again.
 * @param command.since what was resolved before is reported again
 * @throws DomainError not_found
 */
export async function reportNoResult(
  command: Omit<ReportedReturn, 'status'> & { readonly since: Temporal.Instant },
  ports: Returning,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await reportedOn(command, ports);
  if (payment.state !== 'returning') return outcome(payment);
  const { uuid, receiptNo, amount } = payment;
  const seen = `For a day the provider has not said whether it returned ${receiptNo ?? ''}: find it in its statement, then request it again, or take it out of suspense with return.`;
  const subject = { type: 'mobile_money_transaction', uuid };
  const what = { kind: 'no_answer', subject, receiptNo, amount, seen, resolvedSince: command.since } as const;
  return outcome(payment, ...(await report(what, ports)));
}

/** The payment that a report is about: the one that it names, or of its receipt what is going back. @throws DomainError not_found */
async function reportedOn(
  { receiptNo, uuid }: Omit<ReportedReturn, 'status'>,
  { mobileMoney }: Ports,
): Promise<MobileMoneyTransaction> {
  const payment =
    uuid === undefined ? await mobileMoney.lockByReceipt(receiptNo, 'mpesa') : await mobileMoney.lockByUuid(uuid);
  const isOfReceipt = uuid === undefined || receiptKey(payment?.receiptNo ?? '') === receiptKey(receiptNo);
  if (payment === null || !isOfReceipt) throw noPayment(receiptNo);
  return payment;
}

/** Only M-Pesa can be requested to return a payment: the refusal for a receipt that it does not have. */
async function notAtMpesa(receiptNo: string, { mobileMoney }: Ports): Promise<DomainError> {
  const payment =
    (await mobileMoney.lockByReceipt(receiptNo, 'bank')) ?? (await mobileMoney.lockByReceipt(receiptNo, 'airtel'));
  if (payment === null) return noPayment(receiptNo);
  const message =
    'Money at the bank or at Airtel is returned by a transfer that people make. Propose it, and carry it out with return.';
  return refuse(mobileMoneyRefusals.returned_by_people, message, { id: payment.id });
}

const RETURNED_IN_PART =
  'The provider has returned another part of this receipt, and returns a receipt once: pay this part back in another way.';

/** Another part of the same payment went back before. */
async function wasReturnedInPart(
  { uuid }: MobileMoneyTransaction,
  { receiptNo }: { readonly receiptNo: string },
  { receipts }: Pick<ReceiptPorts, 'receipts'>,
): Promise<boolean> {
  const known = await receipts.lock(receiptKey(receiptNo));
  const own = known.filter(({ receipt }) => receipt.account === 'mpesa' && receipt.direction === 'in');
  return own.some(({ uses }) => uses.some((use) => use.state === 'taken_back' && use.recordUuid !== uuid));
}

/** The payer has the money, and by our books it is here still, or where it was booked since: a person has to look, once. */
async function reportLate(
  payment: MobileMoneyTransaction,
  command: ReportedReturn,
  ports: Returning,
): Promise<readonly DomainEvent[]> {
  const { status } = command;
  const { uuid, state, amount } = payment;
  if (status.kind === 'not_returned' || state === 'reversed') return [];
  if (status.kind === 'returned_before' && (await wasReturnedInPart(payment, command, ports))) return [];
  const { receiptNo } = status;
  const subject = { type: 'mobile_money_transaction', uuid };
  const seen = `The provider returned it under ${receiptNo ?? 'no receipt'}; by the books it is ${state}. Nothing was booked; take it back where it was booked, and out of suspense with return.`;
  return report({ kind: 'receipt_differs', subject, receiptNo, amount, seen }, ports);
}

function reportAmount(
  { uuid, amount }: MobileMoneyTransaction,
  returned: Extract<ReturnStatus, { kind: 'returned' }>,
  ports: ReceiptPorts,
): Promise<readonly DomainEvent[]> {
  const { receiptNo, amount: wentBack = null } = returned;
  const subject = { type: 'mobile_money_transaction', uuid };
  const seen = `The provider returned ${wentBack ?? 'an unknown amount'} under ${receiptNo ?? 'no receipt'}; ${amount} was requested. Nothing was booked; find out what went back.`;
  return report({ kind: 'amount_mismatch', subject, receiptNo, amount: wentBack, seen }, ports);
}

/** The reversal is a payment of its own, to the payer. */
async function registerReturn({ uuid, amount }: MobileMoneyTransaction, receiptNo: string | null, ports: Returning) {
  if (receiptNo === null) return [];
  const claim: Claim = {
    account: 'mpesa',
    direction: 'out',
    receiptNo,
    amount,
    paidAt: ports.now,
    reportedBy: 'provider',
    record: { type: 'mobile_money_transaction', uuid },
    party: 'payer',
  };
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind === 'new') return claimed.book();
  return claimed.kind === 'taken' ? reportTaken(claim, claimed, ports) : [];
}

function noPayment(receiptNo: string) {
  return refuse(kernelRefusals.not_found, `No payment came in under the receipt ${receiptNo}.`, {
    resource: 'mobile_money_transaction',
    id: receiptNo,
  });
}
