import { requireAllowed } from '../../kernel/lifecycle.ts';
import type { RoleLimited } from '../../kernel/personal-limits.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { requireAgreement, type Acting, type Agreeing } from '../../kernel/two-people.ts';
import { duplicatePayment, endUses } from '../../payments/receipt-registry.ts';
import { FOUND_UNPAID } from '../failures.ts';
import { findingOf, paidAsFound, reviewed, type ReportedFinding } from '../finding.ts';
import { payoutLifecycle } from '../payout/lifecycle.ts';
import type { Payout } from '../payout/payout.ts';
import { accountBehind, bookLine } from './accounts.ts';
import { claimPayout } from './claims.ts';
import { findPayout, type OnPayout } from './find-payout.ts';
import { followRefund } from './refund-collection.ts';
import { failPayout, settlementOf, succeed, type Settling } from './settle-payout.ts';

/**
 * A person says what became of a payout in review, with evidence. The first finding is a proposal; a second person who
 * finds the same settles it: what really moved is booked, be it more or less than what was requested.
 * @throws DomainError four_eyes_required, approval_needs_client, resolution_differs, invalid_state_transition,
 *   duplicate_payment_reference (conflict), role_limit_exceeded (forbidden), validation_failed, not_found
 */
export async function reviewPayout(
  command: OnPayout & { readonly finding: ReportedFinding },
  ports: Settling & Acting & Partial<RoleLimited>,
): Promise<Outcome<Payout>> {
  const payout = await findPayout(command, ports);
  requireAllowed(payoutLifecycle, payout.state, 'propose');
  const reported = findingOf(command.finding, payout.paidOut(), ports);
  const paid = paidAsFound(reported, ports.now);
  // What is booked as another payment can’t be this one’s: said before a second person has to approve.
  const claimed = await claimPayout(payout, 'out', paid, ports);
  if (claimed.kind === 'taken') throw await duplicatePayment(claimed.taken, ports);
  const finding = await reviewed(payout, reported, ports);
  if (finding === null) return outcome(payout);
  const settlement = settlementOf(payout, ports);
  if (finding.outcome === 'not_paid') {
    return outcome(payout, ...(await failPayout(settlement, FOUND_UNPAID)));
  }
  return outcome(payout, ...(await succeed(settlement, paid)), ...(await claimed.book()));
}

/**
 * The provider took the money back from the recipient: it is the app's again. What was charged for the payment stays.
 * The same reversal once more changes nothing.
 * @throws DomainError invalid_state_transition, duplicate_payment_reference (conflict), validation_failed, not_found;
 *   SecondPersonRequired
 */
export async function reversePayout(
  command: OnPayout & { readonly receiptNo: string; readonly evidence: string },
  ports: Settling & Agreeing,
): Promise<Outcome<Payout>> {
  const payout = await findPayout(command, ports);
  const back = { receiptNo: command.receiptNo, amount: payout.paidOut(), at: ports.now };
  const claimed = await claimPayout(payout, 'in', back, ports);
  if (claimed.kind === 'taken') throw await duplicatePayment(claimed.taken, ports);
  if (claimed.isReplay) return replay(payout);
  const reversed = payout.reverse(command, ports.now);
  await endUses({ type: 'payout', uuid: payout.uuid, direction: 'out' }, 'taken_back', ports);
  const followed = await followRefund(payout, 'fail', ports);
  const source = { type: 'payout', uuid: payout.uuid };
  bookLine(await accountBehind(payout, ports)(), 'reversal', payout.paidOut(), source, ports);
  requireAgreement(ports, {
    subject: { type: 'payout', id: payout.id, uuid: payout.uuid },
    rule: 'Booking that a payout was reversed takes two people.',
    amount: back.amount,
  });
  return outcome(payout, reversed, ...followed, ...(await claimed.book()));
}
