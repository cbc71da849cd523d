import { Loan } from '#core/lending/loan/loan.ts';
import { LossProposal } from '#core/lending/loss-proposal/loss-proposal.ts';
import { collectionOf, newest } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { listOf } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(LossProposal);
const loan = columnsOf(Loan, 'loan');

const lossProposals = view(LossProposal, {
  columns: {
    ...record(l),
    ...pick(l, 'loanId', 'loss', 'state', 'reason', 'proposedBy', 'decidedBy', 'decisionReason'),
    loanUuid: loan.uuid,
  },
  joins: `join loan on ${loan.id} = ${l.loanId}`,
});

/** Proposals of a loan that are shown together: more than there ever are. */
const MOST = 100;

export function lossProposalViews(context: ViewContext) {
  const all = collectionOf(context, lossProposals, listOf(LossProposal, 'newest_first', {}));
  return {
    one: all.one,
    byUuids: all.byUuids,
    /** The proposals of each of these loans, newest first. */
    ofLoans: (loanIds: readonly number[]) => all.sliceOfEach(l.loanId, loanIds, newest(MOST)),
  };
}
