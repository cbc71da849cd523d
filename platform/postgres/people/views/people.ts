import { personLifecycle } from '#core/people/person/lifecycle.ts';
import { Person } from '#core/people/person/person.ts';
import type { StoredRoleLimits } from '#core/people/roles.ts';
import { IDLE_MINUTES, Session } from '#core/people/session/session.ts';
import { readInstant } from '../../mapping/types.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(Person);
const s = columnsOf(Session);

const people = view(Person, {
  columns: {
    ...record(l),
    ...pick(
      l,
      'name',
      'email',
      'roles',
      'state',
      'stateReason',
      'joinedAt',
      'introducedBy',
      'branchIds',
      'clientIds',
      'unitIds',
    ),
  },
});

/** What the people of an institution are filtered and sorted by. */
export const peopleList = listOf(Person, 'newest_first', {
  id: idOf('person'),
  name: { type: 'text', sortable: true },
  state: { type: 'choice', choices: personLifecycle.states, sortable: true },
  ...stamps,
});

const sessions = view(Session, {
  columns: {
    ...record(s),
    ...pick(s, 'personId', 'method', 'agent', 'state', 'openedAt', 'expiresAt', 'lastUsedAt', 'steppedUpAt'),
  },
});
const sessionList = listOf(Session, 'newest_first', { id: idOf('person_session') });

const MOST_SESSIONS = 100;

type WaitingRow = {
  readonly person_id: string;
  readonly invited_by: string;
  readonly expires_at: unknown;
  readonly unconfirmed: boolean;
};

export function peopleViews(context: ViewContext) {
  const { sql } = context;
  const ofSessions = collectionOf(context, sessions, sessionList);
  return {
    ...collectionOf(context, people, peopleList),
    /** The sessions of these people that are in force, by the clock of the database. */
    sessionsOf: (personIds: readonly number[]) =>
      ofSessions.where(
        [`${s.personId} = any(?::bigint[])`, personIds],
        [`${s.state} = 'open' and ${s.expiresAt} > now()`],
        [`${s.lastUsedAt} > now() - make_interval(mins => ?::int)`, IDLE_MINUTES],
        [
          `${s.id} in (select id from person_session r where r.person_id = l.person_id order by r.id desc limit ${MOST_SESSIONS})`,
        ],
      ),
    /** The names of those of these actors who are people, as the audit spells actors; null for clients and operators. */
    namesOf: async (actors: readonly string[]): Promise<readonly (string | null)[]> => {
      const uuidOf = (actor: string) => /^person:([0-9a-f-]{36})$/.exec(actor)?.[1];
      const uuids = actors.flatMap((actor) => uuidOf(actor) ?? []);
      const rows = await sql<{ uuid: string; name: string }>(
        'select uuid, name from person where uuid = any($1::uuid[])',
        [uuids],
      );
      const names = new Map(rows.map(({ uuid, name }) => [uuid, name]));
      return actors.map((actor) => names.get(uuidOf(actor) ?? '') ?? null);
    },
    sessionByUuid: async (uuid: string) => (await ofSessions.byUuids([uuid]))[0] ?? null,
    /** The invitations of these people that can be used, now or once they are confirmed. */
    invitationsOf: async (personIds: readonly number[]) => {
      const rows = await sql<WaitingRow>(
        `select person_id, invited_by, expires_at, awaits_second and confirmed_by is null as unconfirmed
           from person_invitation
          where person_id = any($1::bigint[]) and used_at is null and voided_at is null and expires_at > now()`,
        [personIds],
      );
      return rows.map((row) => ({
        personId: Number(row.person_id),
        invitedBy: row.invited_by,
        expiresAt: readInstant(row.expires_at),
        awaitsSecond: row.unconfirmed,
      }));
    },
    /** Amounts of roles that the institution has set in place of the usual ones. */
    roleLimits: async (): Promise<StoredRoleLimits> => {
      const [row] = await sql<{ role_limits: StoredRoleLimits }>('select role_limits from tenant');
      return row?.role_limits ?? {};
    },
  };
}
