import { Loan } from '#core/lending/loan/loan.ts';
import { ClaimPart } from '#core/membership/death-claim/claim-part.ts';
import { DeathClaim } from '#core/membership/death-claim/death-claim.ts';
import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import { Member } from '#core/membership/member/member.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, listed, orNull, pick, record, together } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(DeathClaim);
const m = columnsOf(Member, 'm');
const part = columnsOf(ClaimPart, 'part');
const loan = columnsOf(Loan, 'loan');
const account = columnsOf(SavingsAccount, 'account');

const claims = view(DeathClaim, {
  columns: {
    ...record(l),
    ...pick(l, 'claimNo', 'memberId', 'diedOn', 'state', 'stateReason', 'documents', 'beneficiaries', 'openedBy'),
    ...pick(l, 'beneficiariesSetBy', 'verifiedBy', 'settledOn', 'distributed', 'paid'),
    memberUuid: m.uuid,
    parts: listed(
      {
        ...pick(part, 'uuid', 'number', 'kind', 'state', 'amount', 'round', 'beneficiary', 'repaymentUuid'),
        ...pick(part, 'movementUuid', 'channel', 'reference', 'payee', 'bookedOn', 'bookedBy', 'proposedBy'),
        ...pick(part, 'reversedOn', 'reversedBy', 'stateReason'),
        loan: together(orNull(loan.id), pick(loan, 'id', 'uuid')),
        savingsAccount: together(orNull(account.id), pick(account, 'id', 'uuid')),
      },
      `death_claim_part part
         ${oneOrNone('loan', `${loan.id} = ${part.loanId}`)}
         ${oneOrNone('savings_account account', `${account.id} = ${part.savingsAccountId}`)}
        where ${part.claimId} = ${l.id}`,
      part.number.sql,
    ),
  },
  joins: one('member m', `${m.id} = ${l.memberId}`),
});

/** What the list of claims is filtered and sorted by. */
export const deathClaimList = listOf(DeathClaim, 'newest_first', {
  id: idOf('death_claim'),
  claim_no: { type: 'text', sortable: true },
  member_id: { type: 'id', of: 'member' },
  state: { type: 'choice', choices: deathClaimLifecycle.states, sortable: true },
  died_on: { type: 'date', sortable: true },
  ...stamps,
});

/** Claims after deaths. */
export const deathClaimViews = (context: ViewContext) => collectionOf(context, claims, deathClaimList);
