import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { allows } from '../../../kernel/lifecycle.ts';
import { written } from '../../../kernel/money.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import { checkLater } from '../../../payments/attempt.ts';
import { INCIDENTS } from '../../../payments/incident/incident.ts';
import { isSameReceipt } from '../../../payments/receipt-registry.ts';
import { report } from '../../../payments/payment-incidents.ts';
import type { Paid, StatusSource } from '../../../payments/provider-status.ts';
import { isToBank } from '../../../payments/channels.ts';
import { isWithin, providerBounds } from '../../../payments/payment-time.ts';
import { payUnpromised, bookOnLoan, loanOf, type Settling } from './booking.ts';
import { claimPaid } from './claims.ts';
import { clear, raise } from './incidents.ts';

/** How often a late payment is checked until the float covers it. */
const RETRY_EVERY = { hours: 1 };
/** How often a contradiction is checked before it is left to people alone. */
const MOST_CHECKS = 10;

/**
 * The provider paid after it had said that it had not (payments, section 2, row 13). Money that is gone is booked: on
 * the loan where it still takes it, otherwise as a claim against the recipient. Either way a person has to look.
 */
export async function recordLateSuccess(
  disbursement: Disbursement,
  paid: Paid,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  if (!isWithin(paid.at, providerBounds(disbursement.sentAt ?? disbursement.createdAt, ports))) {
    const seen = `The provider dates the payment ${paid.receiptNo} at ${paid.at}, which can’t be.`;
    return outcome(disbursement, ...(await raise('implausible_time', disbursement, ports, seen)));
  }
  if (paid.amount !== null && paid.amount !== disbursement.payout()) {
    const seen = `The provider said that it had not paid, and then that it had paid ${written(paid.amount)} of ${written(disbursement.payout())} under ${paid.receiptNo}.`;
    return outcome(disbursement, ...(await raise('amount_mismatch', disbursement, ports, seen)));
  }
  const claimed = await claimPaid(disbursement, { ...paid, amount: disbursement.payout() }, ports);
  if (claimed.taken !== null) {
    return outcome(disbursement, ...(await raise('receipt_used_twice', disbursement, ports, claimed.taken)));
  }
  const loan = await loanOf(disbursement, ports);
  const { covered, events } = await payUnpromised(disbursement, ports);
  if (!covered) {
    disbursement.nextCheckAt = ports.now.add(RETRY_EVERY);
    return outcome(disbursement, ...(await raise('float_short', disbursement, ports)));
  }
  const alive = await ports.disbursements.alive(loan.id);
  const taken = alive.some(({ tranche }) => tranche === disbursement.tranche);
  const noted = await clear(['float_short'], disbursement, 'The float covers it; it was booked.', ports);
  if (taken || !takesMoney(loan)) {
    const owed = disbursement.claimBack(paid, paid.at);
    const raised = await raise('paid_twice', disbursement, ports, taken ? INCIDENTS.paid_twice : LENDS_NO_MORE);
    return outcome(disbursement, owed, ...claimed.book(), ...events, ...noted, ...raised);
  }
  const confirmed = disbursement.confirm(paid, paid.at);
  return outcome(
    disbursement,
    confirmed,
    ...(await bookOnLoan(disbursement, paid.at, ports)),
    ...claimed.book(),
    ...events,
    ...noted,
    ...(await raise('late_success', disbursement, ports)),
  );
}

const LENDS_NO_MORE =
  'The provider paid after it had said that it had not, and the loan takes no money any more. The payment is a claim: ' +
  'recover it, then reverse the disbursement.';

/** Money may still be lent on it; never on a loan that another one has paid off, nor on one whose loss the books have taken. */
const takesMoney = (loan: Loan) =>
  loan.refinancedBy === null && loan.chargedOffOn === null && allows(loanLifecycle, loan.state, 'book_disbursement');

/**
 * Another disbursement has failed: where one was paid late while this one had its place, the loan takes it now, as if
 * this one had never been requested.
 */
export async function releasePlace(failed: Disbursement, ports: Settling): Promise<DomainEvent[]> {
  const [waiting] = await ports.disbursements.inRecovery(failed.loanId, failed.tranche);
  if (!waiting) return [];
  const loan = await loanOf(failed, ports);
  if (!takesMoney(loan)) return [];
  const at = waiting.settledAt ?? ports.now;
  const receipt = { providerRef: waiting.providerRef, receiptNo: waiting.receiptNo };
  const alive = await ports.disbursements.alive(loan.id);
  waiting.tranche = 1 + Math.max(...alive.map(({ tranche }) => tranche), failed.tranche);
  const confirmed = waiting.confirm(receipt, at);
  const found = 'The disbursement in its place was not paid, so the loan takes this one.';
  return [
    confirmed,
    ...(await bookOnLoan(waiting, at, ports)),
    ...(await clear(['paid_twice'], waiting, found, ports)),
    ...(await raise('late_success', waiting, ports)),
  ];
}

/**
 * The provider says that it did not pay what is booked as paid (row 14). Nothing is changed: its status is queried, and
 * its own books decide. Where they say so too, people take the money back with `reverse`.
 */
export async function recordContradiction(
  disbursement: Disbursement,
  source: StatusSource,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  if (source === 'query') {
    disbursement.nextCheckAt = null;
    const open = (await ports.incidents.openOn(disbursement.id)).find(({ kind }) => kind === 'failure_after_success');
    if (open) open.summary = ITS_BOOKS_AGREE;
    else return outcome(disbursement, ...(await raise('failure_after_success', disbursement, ports, ITS_BOOKS_AGREE)));
    return outcome(disbursement);
  }
  if (await ports.incidents.wasRaised(disbursement.id, 'failure_after_success')) return outcome(disbursement);
  disbursement.checks = 0;
  disbursement.nextCheckAt = ports.now;
  return outcome(disbursement, ...(await raise('failure_after_success', disbursement, ports)));
}

const ITS_BOOKS_AGREE =
  'The provider’s own books say that it did not pay what is booked as paid: take it back with reverse, with evidence.';

/** True where a payment is settled, and the provider reports it under another receipt. */
export function isPaidOtherwise(disbursement: Disbursement, { receiptNo }: Paid): boolean {
  const isSettled = ['confirmed', 'in_recovery', 'reversed'].includes(disbursement.state);
  // A bank's own reference is the receipt of its transfer, also where a partner reported it.
  const known = disbursement.receiptNo ?? (isToBank(disbursement.channel) ? disbursement.providerRef : null);
  return isSettled && known !== null && receiptNo !== null && !isSameReceipt(known, receiptNo);
}

/** The provider reports another receipt for a payment that is settled: nothing moves, and a person has to look. */
export async function recordDifference(
  disbursement: Disbursement,
  { receiptNo, amount }: Paid,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  const seen =
    `The disbursement is ${disbursement.state} under ${disbursement.receiptNo}; the provider reports ` +
    `${amount ?? 'an unknown amount'} under ${receiptNo}. Nothing was booked; find out whether it has paid twice.`;
  const subject = { type: 'disbursement', uuid: disbursement.uuid };
  return outcome(disbursement, ...(await report({ kind: 'receipt_differs', subject, receiptNo, amount, seen }, ports)));
}

/** The provider’s books say what ours say: a contradiction was only noise. */
export async function recordAgreement(disbursement: Disbursement, ports: Settling): Promise<Outcome<Disbursement>> {
  disbursement.nextCheckAt = null;
  const found = 'The status was queried, and the provider’s books say that it paid.';
  return outcome(disbursement, ...(await clear(['failure_after_success'], disbursement, found, ports)));
}

/** A settled payment is still queried, without a reply: it is queried again for a while, then left to people. */
export function checkSettled(disbursement: Disbursement, now: Temporal.Instant): Outcome<Disbursement> {
  checkLater(disbursement, now);
  if (disbursement.checks >= MOST_CHECKS) disbursement.nextCheckAt = null;
  return outcome(disbursement);
}
