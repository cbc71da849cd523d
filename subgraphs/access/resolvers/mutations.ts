import { invalidField } from '#core/kernel/field-error.ts';
import type { Person } from '#core/people/person/person.ts';
import type { Role } from '#core/people/roles.ts';
import type { Session } from '#core/people/session/session.ts';
import { makePersonSecret } from '#platform/auth/sessions.ts';
import { named } from '../../change.ts';
import { check, text } from '../../check-input.ts';
import { change, confidential, type AccessContext } from '../context.ts';

type OnPerson = { readonly personId: string };
type WithReason = OnPerson & { readonly reason: string };
type Invite = { readonly name: string; readonly email: string; readonly roles: readonly Role[] };
type Invited = { readonly invitationToken: string };

const shown = async (uuid: string, { loaders }: AccessContext, more?: Invited) => ({
  person: await loaders.people.byUuid.load(uuid),
  ...more,
});

const thePerson = async ({ personId }: OnPerson, version: number | undefined, { loaders }: AccessContext) => {
  const { id } = await named('personId', personId, 'person', loaders.people.byUuid);
  return { personId: id, ...(version === undefined ? {} : { version }) };
};

const branchesNamed = async (uuids: readonly string[], { read }: AccessContext) => {
  const all = await read((views) => views.branches.all());
  return uuids.map((uuid) => {
    const found = all.find((each) => each.uuid === uuid.toLowerCase());
    if (found) return found.id;
    throw invalidField('branchIds', 'unknown', `There is no branch ${uuid.slice(0, 50)}.`);
  });
};

const reason = { reason: text(500) };

export const peopleMutations = {
  invitePerson: change<Invite, Person, Invited>({
    run: ({ input, context }, request) => {
      check(input, { name: text(100), email: text(254) });
      const { secret, hash: tokenHash } = makePersonSecret();
      const replayed = { ...request({ invitationToken: secret }), ...confidential(context) };
      return context.app.people.invitePerson(replayed, { ...input, tokenHash });
    },
    show: shown,
  }),
  invitePersonAgain: change<OnPerson, Person, Invited>({
    run: async ({ input, version, context }, request) => {
      const { secret, hash: tokenHash } = makePersonSecret();
      const replayed = { ...request({ invitationToken: secret }), ...confidential(context) };
      return context.app.people.invitePersonAgain(replayed, {
        ...(await thePerson(input, version, context)),
        tokenHash,
      });
    },
    show: shown,
  }),
  confirmInvitation: change<OnPerson, Person>({
    run: async ({ input, version, context }, request) =>
      context.app.people.confirmInvitation(request(), await thePerson(input, version, context)),
    show: shown,
  }),
  confirmPerson: change<OnPerson, Person>({
    run: async ({ input, version, context }, request) =>
      context.app.people.confirmPerson(request(), await thePerson(input, version, context)),
    show: shown,
  }),
  assignRoles: change<OnPerson & Pick<Invite, 'roles'>, Person>({
    run: async ({ input, version, context }, request) =>
      context.app.people.assignRoles(request(), {
        ...(await thePerson(input, version, context)),
        roles: input.roles,
      }),
    show: shown,
  }),
  assignBranches: change<OnPerson & { readonly branchIds?: readonly string[] | null }, Person>({
    run: async ({ input, version, context }, request) => {
      const branchIds = input.branchIds ?? null;
      const on = await thePerson(input, version, context);
      const known = branchIds && (await branchesNamed(branchIds, context));
      return context.app.people.assignBranches(request(), { ...on, branchIds: known });
    },
    show: shown,
  }),
  assignClients: change<OnPerson & { readonly clientIds: readonly string[] }, Person>({
    run: async ({ input, version, context }, request) => {
      const on = await thePerson(input, version, context);
      const clientIds: number[] = [];
      for (const uuid of input.clientIds) {
        clientIds.push((await named('clientIds', uuid, 'client', context.loaders.clients.byUuid)).id);
      }
      return context.app.people.assignClients(request(), { ...on, clientIds });
    },
    show: shown,
  }),
  assignUnits: change<OnPerson & { readonly unitIds: readonly string[] }, Person>({
    run: async ({ input, version, context }, request) => {
      const on = await thePerson(input, version, context);
      const units = await Promise.all(
        input.unitIds.map((uuid) => named('unitIds', uuid, 'unit', context.loaders.units.byUuid)),
      );
      return context.app.people.assignUnits(request(), { ...on, unitIds: units.map(({ id }) => id) });
    },
    show: shown,
  }),
  suspendPerson: change<WithReason, Person>({
    run: async ({ input, version, context }, request) => {
      check(input, reason);
      const on = await thePerson(input, version, context);
      return context.app.people.suspendPerson(request(), { ...on, reason: input.reason });
    },
    show: shown,
  }),
  resumePerson: change<OnPerson, Person>({
    run: async ({ input, version, context }, request) =>
      context.app.people.resumePerson(request(), await thePerson(input, version, context)),
    show: shown,
  }),
  dismissPerson: change<WithReason, Person>({
    run: async ({ input, version, context }, request) => {
      check(input, reason);
      const on = await thePerson(input, version, context);
      return context.app.people.dismissPerson(request(), { ...on, reason: input.reason });
    },
    show: shown,
  }),
  endSessions: change<OnPerson, Person>({
    run: async ({ input, version, context }, request) =>
      context.app.people.endSessions(request(), await thePerson(input, version, context)),
    show: shown,
  }),
  endSession: change<{ readonly sessionId: string }, Session>({
    run: async ({ input: { sessionId }, context }, request) => {
      const { id } = await named('sessionId', sessionId, 'session', {
        load: (uuid) => context.read((views) => views.people.sessionByUuid(uuid)),
      });
      return context.app.people.endSession(request(), { sessionId: id });
    },
    show: async (uuid) => ({ sessionId: uuid }),
  }),
};
