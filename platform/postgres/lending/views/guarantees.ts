import { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { Member } from '#core/membership/member/member.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, pick, record } from '../../views/columns.ts';
import { listOf } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(Guarantee);
const loan = columnsOf(Loan, 'loan');
/** The guarantor. */
const m = columnsOf(Member, 'm');

const guarantees = view(Guarantee, {
  columns: {
    ...record(l),
    ...pick(l, 'loanId', 'memberId', 'amount', 'liable', 'state'),
    loanUuid: loan.uuid,
    memberUuid: m.uuid,
    /** The guarantor died: another member has to take the place. */
    substitutionDue: expression.flag(`(${l.state} = 'live' and ${m.state} = 'deceased')`),
  },
  joins: `${one('loan', `${loan.id} = ${l.loanId}`)} ${one('member m', `${m.id} = ${l.memberId}`)}`,
});

export function guaranteeViews(context: ViewContext) {
  const all = collectionOf(context, guarantees, listOf(Guarantee, 'oldest_first', {}));
  return {
    one: all.one,
    byUuids: all.byUuids,
    /** The guarantees of each of these loans, oldest first. */
    ofLoans: (loanIds: readonly number[]) => all.oldest(null, [`${l.loanId} = any(?::bigint[])`, loanIds]),
    /** What these members stand for now, oldest first. */
    liveOfMembers: (memberIds: readonly number[]) =>
      all.oldest(null, [`${l.memberId} = any(?::bigint[]) and ${l.state} = 'live'`, memberIds]),
  };
}
