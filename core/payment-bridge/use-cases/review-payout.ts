import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { Acting } from '../../kernel/two-people.ts';
import { FOUND_UNPAID } from '../failures.ts';
import { findingOf, reviewed, type ReportedFinding } from '../finding.ts';
import { payoutLifecycle } from '../payout/lifecycle.ts';
import type { Payout } from '../payout/payout.ts';
import { accountBehind, bookLine } from './accounts.ts';
import { findPayout, type OnPayout } from './find-payout.ts';
import { followRefund } from './refund-collection.ts';
import { failPayout, settlementOf, succeed, type Settling } from './settle-payout.ts';

/**
 * A person says what became of a payout in review, with evidence. The first finding is a proposal; a second person who
 * finds the same settles it: what really moved is booked, be it more or less than what was requested.
 * @throws DomainError four_eyes_required, approval_needs_client, resolution_differs, invalid_state_transition (conflict),
 *   validation_failed, not_found
 */
export async function reviewPayout(
  command: OnPayout & { readonly finding: ReportedFinding },
  ports: Settling & Acting,
): Promise<Outcome<Payout>> {
  const payout = await findPayout(command, ports);
  requireAllowed(payoutLifecycle, payout.state, 'propose');
  const finding = await reviewed(payout, findingOf(command.finding, payout.paidOut(), ports), ports);
  if (finding === null) return outcome(payout);
  const settlement = settlementOf(payout, ports);
  if (finding.outcome === 'not_paid') {
    return outcome(payout, ...(await failPayout(settlement, FOUND_UNPAID)));
  }
  const { receipt_no: receiptNo, amount } = finding;
  const paid = { kind: 'paid', providerRef: null, receiptNo, at: ports.now, amount: BigInt(amount ?? 0) } as const;
  return outcome(payout, ...(await succeed(settlement, paid)));
}

/**
 * The provider took the money back from the recipient: it is the app's again. What was charged for the payment stays.
 * @throws DomainError invalid_state_transition (conflict), validation_failed, not_found
 */
export async function reversePayout(
  command: OnPayout & { readonly receiptNo: string; readonly evidence: string },
  ports: Settling,
): Promise<Outcome<Payout>> {
  const payout = await findPayout(command, ports);
  const reversed = payout.reverse(command, ports.now);
  const followed = await followRefund(payout, 'fail', ports);
  const source = { type: 'payout', uuid: payout.uuid };
  bookLine(await accountBehind(payout, ports)(), 'reversal', payout.paidOut(), source, ports);
  return outcome(payout, reversed, ...followed);
}
