import { collectionOf } from '../../views/collection.ts';
import { unmapped } from '../../views/columns.ts';
import type { Criteria, List } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type Condition, type ViewContext } from '../../views/view.ts';

const entries = {
  ...view('audit', {
    columns: {
      ...unmapped('l', { id: 'id', uuid: 'text', command: 'text', actor: 'text', eventType: 'text' }),
      ...unmapped('l', { subjectType: 'text', subjectUuid: 'text', requestId: 'text', at: 'instant' }),
    },
  }),
  // An entry is about one event, and known by it.
  rows: '(select a.*, a.event_uuid as uuid from audit a)',
};

/** What the audit trail is filtered and sorted by. */
export const auditList: List = {
  table: 'audit',
  order: 'newest_first',
  fields: {
    actor: { type: 'text', column: 'actor' },
    command: { type: 'text', column: 'command' },
    at: { type: 'instant', column: 'at', sortable: true },
  },
};

/** What was done at the institution, by whom, and about what. */
export function auditViews(context: ViewContext) {
  const all = collectionOf(context, entries, auditList);
  const about = (subject: string | null): Condition[] =>
    subject === null ? [] : [['l.subject_uuid = ?::uuid', subject]];
  return {
    /** @param subject the uuid of the record that the entries are about; null: of any */
    slice: (subject: string | null, criteria: Criteria, slice: Slice) => all.slice(criteria, slice, ...about(subject)),
    count: (subject: string | null, criteria: Criteria) => all.count(criteria, ...about(subject)),
    /** What each of these has done, newest first, at most so much of each: one bounded index scan for an actor. */
    ofActors: async (actors: readonly string[], limit: number) => {
      const each = `(select done.* from unnest($1::text[]) as by(actor) cross join lateral (
        select l.* from ${entries.rows} l where l.actor collate "C" = by.actor
         order by l.id desc limit ${Math.trunc(limit)}) done)`;
      const rows = await context.sql(`${entries.select(each)} order by l.id desc`, [actors]);
      return rows.map((row) => entries.read(row, context));
    },
  };
}
