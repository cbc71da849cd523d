import { collectionOf } from '../../views/collection.ts';
import { expression, orNull, unmapped } from '../../views/columns.ts';
import type { List } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type ViewContext } from '../../views/view.ts';

/** Who acted, by the name that people know: that of a person or of a client. Jobs and operators have none. */
const actorName = orNull(expression.text('coalesce(actor_person.name, actor_client.name)'));
const joinsOfActor = (actor: string): string => `
  left join person actor_person on actor_person.uuid = case when ${actor} ~ '^person:[0-9a-f-]{36}$' then substr(${actor}, 8)::uuid end
  left join api_client actor_client on actor_client.client_key = ${actor}`;

const entries = {
  ...view('audit', {
    columns: {
      ...unmapped('l', { id: 'id', uuid: 'text', command: 'text', actor: 'text', eventType: 'text' }),
      ...unmapped('l', { subjectType: 'text', subjectUuid: 'text', requestId: 'text', at: 'instant' }),
      name: actorName,
    },
    joins: joinsOfActor('l.actor'),
  }),
  // An entry is about one event, and known by it.
  rows: '(select a.*, a.event_uuid as uuid from audit a)',
};

const life: List = { table: 'audit', order: 'newest_first', fields: {} };

const ORIGINS = `l.id in (select min(first.id) from audit first
  where first.subject_uuid = any(?::uuid[]) group by first.subject_uuid)`;

/** What was done with a record, and by whom: the entries of the audit trail about it. */
export function lifeViews(context: ViewContext) {
  const { sliceOf, byUuids, where } = collectionOf(context, entries, life);
  return {
    /** The entries of these events. */
    byUuids,
    /** How each of these records came about: the first entry of its life. */
    originsOf: (records: readonly string[]) => where([ORIGINS, records]),
    /**
     * Part of the life of one record, newest first.
     * @param kinds the kinds of records whose life the reader may see; null: of all
     */
    slice: (record: string, kinds: readonly string[] | null, slice: Slice) =>
      sliceOf(
        slice,
        [
          ['l.subject_uuid = ?::uuid', record],
          ['l.subject_type = any(?::text[])', kinds ?? undefined],
        ],
        'once',
      ),
  };
}
