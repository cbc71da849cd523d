import { availableActions } from '#core/kernel/lifecycle.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { personLifecycle } from '#core/people/person/lifecycle.ts';
import { personRef } from '#core/people/person/person.ts';
import { ROLE_NAMES } from '#core/people/roles.ts';
import type DataLoader from 'dataloader';
import type { View } from '#platform/app/views.ts';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import { connection, listed, nothing } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import { uuidOfPerson, type AccessContext } from '../context.ts';
import { shownRole } from './settings.ts';
import { accessLists } from '../lists.ts';

type One = { readonly id: string };
type Shown = View<'people'>;
type Entry = View<'audit', 'ofActors'>;
type ShownSession = View<'people', 'sessionsOf'>;

/** Who did it, where it was a person. */
function personOf({ actor }: Entry, _: unknown, { loaders }: AccessContext) {
  const uuid = uuidOfPerson(actor);
  return uuid === null ? null : loaders.people.byUuid.load(uuid);
}

const MOST_AUDIT = 200;

const auditOf = (actor: string, first: number, { loaders }: AccessContext) => {
  if (first < 0 || first > MOST_AUDIT) throw invalidField('first', 'range', `Ask for 0 to ${MOST_AUDIT} of them.`);
  return loaders.auditOfActor(first).load(actor);
};

/** The uuids of records that a person is limited to, as far as the caller may see them; null where there is no limit. */
async function uuidsOf(
  ids: readonly string[] | null,
  { byId }: { readonly byId: DataLoader<number, { readonly uuid: string } | null> },
): Promise<readonly string[] | null> {
  const found = ids && (await Promise.all(ids.map((id) => byId.load(Number(id)))));
  return found && found.flatMap((record) => record?.uuid ?? []);
}

/** The trail about one record; a cursor of it belongs to no other. */
const auditAbout = (subject: string | null) =>
  listed(`audit${subject === null ? '' : `:${subject}`}`, accessLists.Audit, ({ audit }) => ({
    slice: (criteria, slice) => audit.slice(subject, criteria, slice),
    count: (criteria) => audit.count(subject, criteria),
  }));

export const Query: TypeResolvers<AccessContext> = {
  viewer: (_, __, { caller }) => caller,
  person: (_, { id }: One, { loaders }) => loaders.people.byUuid.load(id),
  people: listed('people', accessLists.Person, (views) => views.people),
  roles: async (_, __, { read }) => {
    const set = await read((views) => views.people.roleLimits());
    return ROLE_NAMES.map((role) => shownRole(role, set));
  },
  audit: (_, { subjectId, ...args }: { readonly subjectId?: string | null }, context) => {
    const subject = subjectId ?? null;
    return subject !== null && !isUuid(subject)
      ? connection('audit', {}, context.cursors, nothing)
      : auditAbout(subject)(_, args, context);
  },
  auditOfActor: (_, { actor, first }: { readonly actor: string; readonly first: number }, context) =>
    actor.includes('\0') ? [] : auditOf(actor, first, context),
};

type Asking = AccessContext['caller'];

export const peopleRecords: Resolvers<AccessContext> = {
  Viewer: {
    actor: ({ clientKey }: Asking) => clientKey,
    person: ({ person }: Asking, _: unknown, { loaders }) => (person ? loaders.people.byUuid.load(person.uuid) : null),
    sessionId: async ({ person }: Asking, _: unknown, { loaders, caller }) => {
      if (!person) return null;
      const own = await loaders.sessions.load(caller.clientId);
      return own.find(({ id }) => id === person.sessionId)?.uuid ?? null;
    },
    steppedUp: ({ person }: Asking) => person?.steppedUp ?? null,
    mode: ({ mode }: Asking) => mode,
    institution: async (caller: Asking, _: unknown, { app }) => (await app.institution(caller)).name,
    limits: ({ person }: Asking) =>
      person
        ? { approve: centsOf(person.limits.approve), disburse: centsOf(person.limits.disburse) }
        : { approve: null, disburse: null },
    changesThrough: (_: Asking, __: unknown, { read }) => read(({ changes }) => changes.head()),
  },
  Person: {
    id: ({ uuid }: Shown) => uuid,
    availableActions: ({ state }: Shown) => availableActions(personLifecycle, state),
    clientIds: ({ clientIds }: Shown, _: unknown, { loaders }) => uuidsOf(clientIds, loaders.clients),
    unitIds: ({ unitIds }: Shown, _: unknown, { loaders }) => uuidsOf(unitIds, loaders.units),
    branchIds: ({ branchIds }: Shown, _: unknown, { loaders }) => uuidsOf(branchIds, loaders.branches),
    sessions: ({ id }: Shown, _: unknown, { loaders }) => loaders.sessions.load(id),
    invitation: async ({ id }: Shown, _: unknown, { loaders }) => (await loaders.invitations.load(id))[0] ?? null,
    audit: (person: Shown, { first }: { readonly first: number }, context) =>
      auditOf(personRef(person), first, context),
  },
  AuditEntry: {
    id: ({ uuid }: Entry) => uuid,
    subjectId: ({ subjectUuid }: Entry) => subjectUuid,
    person: personOf,
    actorName: async (entry: Entry, _: unknown, context) => (await personOf(entry, _, context))?.name ?? null,
  },
  Session: {
    id: ({ uuid }: ShownSession) => uuid,
    isThisOne: ({ id }: ShownSession, _: unknown, { caller }) => caller.person?.sessionId === id,
  },
};

const centsOf = (cents: string | null): bigint | null => (cents === null ? null : BigInt(cents));
