import { PROPOSED_COMMANDS } from '#core/approvals/commands.ts';
import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import { Proposal } from '#core/approvals/proposal/proposal.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps, type Criteria, type ListQuery } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

const l = columnsOf(Proposal);

/** What waits for a second person, or has waited. */
const proposals = view(Proposal, {
  columns: {
    ...record(l),
    ...pick(l, 'command', 'input', 'subjectType', 'subjectId', 'subjectUuid', 'rule', 'reason', 'evidence', 'state'),
    ...pick(l, 'proposedBy', 'expiresAt', 'decidedBy', 'decidedAt', 'decisionReason'),
  },
  joins: '',
});

/** What the inbox of approvals is filtered and sorted by. */
export const proposalList = listOf(Proposal, 'newest_first', {
  id: idOf('proposal'),
  command: { type: 'choice', choices: PROPOSED_COMMANDS, sortable: true },
  state: { type: 'choice', choices: proposalLifecycle.states, sortable: true },
  subject_type: { type: 'text' },
  proposed_by: { type: 'text' },
  expires_at: { type: 'instant', sortable: true },
  ...stamps,
});

export function proposalViews(context: ViewContext) {
  const all = collectionOf(context, proposals, proposalList);
  const seen = context.approvals?.() ?? null;
  const base: readonly Condition[] = seen === null ? [] : [['l.command = any(?::text[])', seen.commands]];
  return {
    one: (id: RecordId) => all.one(id, ...base),
    byUuids: (uuids: readonly string[]) => all.byUuids(uuids, ...base),
    list: (query: ListQuery) => all.list(query, ...base),
    slice: (criteria: Criteria, slice: Slice) => all.slice(criteria, slice, ...base),
    count: (criteria: Criteria) => all.count(criteria, ...base),
  };
}
