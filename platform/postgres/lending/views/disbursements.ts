import { CHANNELS } from '#core/lending/disbursement/channel.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps, type List, type ListQuery } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { loanList } from './loans.ts';

const l = columnsOf(Disbursement);
const loan = columnsOf(Loan, 'loan');

const disbursements = view(Disbursement, {
  columns: {
    ...record(l),
    ...pick(
      l,
      'loanId',
      'agentNo',
      'amount',
      'netted',
      'returned',
      'channel',
      'msisdn',
      'bankAccount',
      'business',
      'state',
    ),
    ...pick(l, 'providerRef', 'receiptNo', 'failureCode', 'failureMessage', 'retryAt', 'providerCode', 'charge'),
    ...pick(l, 'proposal', 'evidence', 'sentAt', 'settledAt'),
    loanUuid: loan.uuid,
  },
  joins: one('loan', `${loan.id} = ${l.loanId}`),
});

/** What disbursements are filtered and sorted by. */
export const disbursementList = listOf(Disbursement, 'newest_first', {
  id: idOf('disbursement'),
  state: { type: 'choice', choices: disbursementLifecycle.states, sortable: true },
  channel: { type: 'choice', choices: CHANNELS, sortable: true, shared: false },
  amount: { type: 'cents', sortable: true },
  provider_ref: { type: 'text', nullable: true },
  receipt_no: { type: 'text', nullable: true },
  ...stamps,
});

/** The same over all loans, where a borrower is looked for. */
export const allDisbursementsList: List = {
  ...disbursementList,
  search: {
    whole: ['receipt_no', 'provider_ref'],
    through: { list: loanList, column: 'loan_id' },
    needs: 'members:read',
    means: 'The receipt or the provider’s reference in full; or the loan or its borrower, as loans are searched',
    example: 'amina wanj',
  },
};

export function disbursementViews(context: ViewContext) {
  const { one, byUuids, list, slice, count, sliceOfEach, countOfEach } = collectionOf(
    context,
    disbursements,
    allDisbursementsList,
  );
  return {
    one,
    byUuids,
    slice,
    count,
    /** One page of the disbursements of a loan. */
    list: (loanId: number, query: ListQuery) => list(query, [`${l.loanId} = ?::bigint`, loanId]),
    /** Part of the disbursements of each of these loans, newest first. */
    sliceOfLoans: (loanIds: readonly number[], slice: Slice) => sliceOfEach(l.loanId, loanIds, slice),
    countOfLoans: (loanIds: readonly number[]) => countOfEach(l.loanId, loanIds),
  };
}
