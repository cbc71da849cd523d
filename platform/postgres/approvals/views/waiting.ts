import type { ProposedCommand } from '#core/approvals/commands.ts';
import { WAITING_KINDS, type WaitingKind } from '#core/approvals/waiting.ts';
import { readInstant } from '../../mapping/types.ts';
import { collectionOf } from '../../views/collection.ts';
import type { Criteria, List, ListQuery } from '../../views/list.ts';
import { readPage } from '../../views/page.ts';
import type { Slice } from '../../views/slice.ts';
import type { Condition, RecordId, View, ViewContext } from '../../views/view.ts';
import { CLASSES_OF_RESULTS, WAITING_ROWS } from './waiting-rows.ts';

type Row = {
  readonly kind: WaitingKind;
  readonly uuid: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_uuid: string;
  readonly record_id: string;
  readonly record_uuid: string;
  readonly loan_id: string | null;
  readonly loan_uuid: string | null;
  readonly evidence: string | null;
  readonly proposed_by: string;
  /** Names; of marks, lists of who entered them together. */
  readonly makers: readonly (string | readonly string[])[];
  readonly proposer: string | null;
  readonly subject_name: string | null;
  readonly proposed_at: unknown;
  readonly expires_at: unknown;
  readonly amount: string | null;
  readonly command: ProposedCommand | null;
  readonly rule: string | null;
  readonly result_count: string | null;
  readonly version: string | number | null;
  readonly asked_for?: string;
};

/** What the inbox is filtered by; it is walked from what has waited longest. */
export const waitingList: List = {
  table: 'proposal',
  order: 'oldest_first',
  fields: {
    kind: { type: 'choice', column: 'kind', choices: WAITING_KINDS, sortable: true },
    subject_type: { type: 'text', column: 'subject_type' },
    proposed_by: { type: 'text', column: 'proposed_by' },
    proposed_at: { type: 'instant', column: 'proposed_at', sortable: true },
  },
};
const LONGEST_FIRST = [{ field: 'proposed_at', descending: false }];

/** Ids of several tables, each kind with its own. */
const ROWS = `(select w.* from (${WAITING_ROWS}) as w)`;
const WAITING: View<ReturnType<typeof shown>> = {
  table: 'proposal',
  rows: ROWS,
  // Who is a person is shown by name.
  select: (rows, more = '') =>
    `select l.*, (select p.name from person p where p.uuid = substring(l.proposed_by from '^person:(.*)$')::uuid) as proposer,
            case when l.subject_type = 'person' then (select p.name from person p where p.id = l.subject_id) end as subject_name${more}
       from ${rows} l`,
  params: () => [],
  // `ROWS` selects the columns of a Row.
  read: (row) => shown(row as unknown as Row),
};

/** The classes of results that are asked for: an inbox of the whole school is not summed up for one of them. */
const CLASSES = (uuids: readonly string[]): typeof WAITING => ({
  ...WAITING,
  rows: CLASSES_OF_RESULTS,
  params: () => [uuids],
});

/** The inbox of those who approve: what waits for a second person, the longest first. */
export function waitingViews(context: ViewContext) {
  const all = collectionOf(context, WAITING, waitingList);
  const ordered = <C extends Criteria>(criteria: C): C =>
    criteria.sort.length > 0 ? criteria : { ...criteria, sort: LONGEST_FIRST };
  const seen = context.approvals?.() ?? null;
  const base: readonly Condition[] =
    seen === null ? [] : [['(l.kind = any(?1::text[]) or l.command = any(?2::text[]))', seen.kinds, seen.commands]];
  return {
    list: (query: ListQuery) => readPage(context, WAITING, waitingList, ordered(query), base),
    slice: (criteria: Criteria, slice: Slice) => all.slice(ordered(criteria), slice, ...base),
    count: (criteria: Criteria) => all.count(criteria, ...base),
    one: (id: RecordId) => all.one(id, ...base),
    byUuids: (uuids: readonly string[]) => all.byUuids(uuids, ...base),
    /** What waits on each of these records; on a loan also what waits on its disbursements. */
    ofSubjects: (uuids: readonly string[]) =>
      all.where(
        // Marks wait by the class: `ofResults` finds it.
        [`l.kind <> 'class_results' and (l.subject_uuid = any(?1::uuid[]) or l.loan_uuid = any(?1::uuid[]))`, uuids],
        ...base,
      ),
    /** The class in which each of these results waits with others, `askedFor` the result. */
    ofResults: (uuids: readonly string[]) => collectionOf(context, CLASSES(uuids), waitingList).where(...base),
  };
}

const shown = (row: Row) => ({
  uuid: row.uuid,
  kind: row.kind,
  /** What is changed once it is agreed. */
  subjectType: row.subject_type,
  subject: { id: Number(row.subject_id), uuid: row.subject_uuid },
  /** Where it is decided: the proposal, or the payment itself. */
  record: { id: Number(row.record_id), uuid: row.record_uuid },
  /** Of a disbursement. */
  loan: row.loan_id === null ? null : { id: Number(row.loan_id), uuid: row.loan_uuid ?? '' },
  evidence: row.evidence,
  /** What moves: minor units; null where no amount decides. */
  amount: row.amount === null ? null : BigInt(row.amount),
  /** Of a proposal: what is carried out, and why it takes two people. */
  command: row.command,
  rule: row.rule,
  /** Of a class: how many results wait. */
  resultCount: row.result_count === null ? null : Number(row.result_count),
  /** Of the record on which is decided; null where the decision takes none. */
  version: row.version === null ? null : Number(row.version),
  /** Where it was looked for by one of its results: which. */
  askedFor: row.asked_for ?? null,
  proposedBy: row.proposed_by,
  makers: row.makers.map((each) => (typeof each === 'string' ? [each] : each)),
  /** The name of a person; null where it was a client, or an operator. */
  proposer: row.proposer,
  /** Of a person who works here: their name. */
  subjectName: row.subject_name,
  proposedAt: readInstant(row.proposed_at),
  expiresAt: row.expires_at === null ? null : readInstant(row.expires_at),
});
