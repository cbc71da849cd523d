import { Loan } from '#core/lending/loan/loan.ts';
import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import { Repayment, REPAYMENT_CHANNELS } from '#core/lending/repayment/repayment.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps, type List, type ListQuery } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { loanList } from './loans.ts';

const l = columnsOf(Repayment);
const loan = columnsOf(Loan, 'loan');

const repayments = view(Repayment, {
  columns: {
    ...record(l),
    ...pick(l, 'loanId', 'receiptNo', 'amount', 'channel', 'reference', 'state', 'stateReason', 'reversedAt', 'paidAt'),
    allocation: { ...pick(l, 'principal', 'interest', 'fees', 'penalties'), overpayment: l.overpayment },
    /** What of it came in on a debt that was written off. */
    recovered: l.recovered,
    movedFrom: l.movedFrom,
    loanUuid: loan.uuid,
    loanState: loan.state,
  },
  joins: one('loan', `${loan.id} = ${l.loanId}`),
});

/** What repayments are filtered and sorted by. */
export const repaymentList = listOf(Repayment, 'newest_first', {
  id: idOf('repayment'),
  state: { type: 'choice', choices: repaymentLifecycle.states, sortable: true },
  channel: { type: 'choice', choices: REPAYMENT_CHANNELS, sortable: true, shared: false },
  amount: { type: 'cents', sortable: true },
  reference: { type: 'text', nullable: true },
  receipt_no: { type: 'text', sortable: true },
  paid_at: { type: 'instant', sortable: true },
  ...stamps,
});

/** The same over all loans, where a borrower is looked for. */
export const allRepaymentsList: List = {
  ...repaymentList,
  search: {
    whole: ['receipt_no', 'reference'],
    through: { list: loanList, column: 'loan_id' },
    needs: 'members:read',
    means: 'Our receipt or the payer’s reference in full; or the loan or its borrower, as loans are searched',
    example: 'amina wanj',
  },
};

export function repaymentViews(context: ViewContext) {
  const { one, byUuids, list, slice, count, sliceOfEach, countOfEach } = collectionOf(
    context,
    repayments,
    allRepaymentsList,
  );
  return {
    one,
    byUuids,
    slice,
    count,
    /** One page of the repayments of a loan. */
    list: (loanId: number, query: ListQuery) => list(query, [`${l.loanId} = ?::bigint`, loanId]),
    /** Part of the repayments of each of these loans, newest first. */
    sliceOfLoans: (loanIds: readonly number[], slice: Slice) => sliceOfEach(l.loanId, loanIds, slice),
    countOfLoans: (loanIds: readonly number[]) => countOfEach(l.loanId, loanIds),
  };
}
