import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { Member } from '#core/membership/member/member.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { branchColumns as b } from './branches.ts';

const l = columnsOf(Member);

export const members = view(Member, {
  columns: {
    ...record(l),
    ...pick(l, 'memberNo', 'name', 'nationalId', 'phone', 'branchId', 'kyc', 'state', 'stateReason', 'clientReference'),
    ...pick(l, 'bankAccount', 'kycConfirmedOn', 'nominees', 'diedOn', 'deathDocument', 'formerTexts', 'erased'),
    branchUuid: b.uuid,
    /** An alert says that the member is an exposed person, and it was not found mistaken. */
    enhancedDueDiligence: expression.flag(
      `exists (select from aml_alert x where x.member_id = ${l.id} and x.watchlist_kind = 'pep' and x.state <> 'false_positive')`,
    ),
  },
  joins: one('branch b', `${b.id} = ${l.branchId}`),
});

/** What the list of members is filtered and sorted by. */
export const memberList = listOf(
  Member,
  'newest_first',
  {
    id: idOf('member'),
    member_no: { type: 'text', sortable: true },
    name: { type: 'text', sortable: true },
    national_id: { type: 'text', identifier: 'document' },
    phone: { type: 'text', format: 'phone' },
    branch_id: { type: 'id', of: 'branch', shared: true },
    state: { type: 'choice', choices: memberLifecycle.states, sortable: true },
    client_reference: { type: 'text', identifier: 'reference', nullable: true },
    ...stamps,
  },
  {
    words: { table: 'member_word', record: 'member_id' },
    whole: ['member_no', 'phone', 'national_id'],
    means:
      'Words, or beginnings of words, of the name, in any order, without case, accents and punctuation; or the member’s ' +
      'number, phone or national id in full',
    example: 'amina wanj',
  },
);

export function memberViews(context: ViewContext) {
  const all = collectionOf(context, members, memberList);
  return {
    ...all,
    /** Members by number, in no order. */
    byNumbers: (numbers: readonly string[]) => all.where([`${l.memberNo} = any(?::text[])`, numbers]),
  };
}
