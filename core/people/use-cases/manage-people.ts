import { refuse } from '../../kernel/domain-error.ts';
import { invalidField, invalidFields, unusableReference, type FieldError } from '../../kernel/field-error.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { canonicalText, identifierKey } from '../../kernel/text.ts';
import { isSamePerson, requireAnotherPerson, requireSecondPerson } from '../../kernel/two-people.ts';
import { Invitation } from '../invitation/invitation.ts';
import { personLifecycle } from '../person/lifecycle.ts';
import { Person, personRef } from '../person/person.ts';
import type { PeoplePorts } from '../ports.ts';
import { peopleRefusals } from '../refusals.ts';
import {
  findPerson,
  isSoleAdministrator,
  readRoles,
  requireAnother,
  requireAnotherAdministrator,
  requireGrantable,
  requireRemovable,
  requireSchoolsOfAll,
  requireWithinBranches,
  type OnPerson,
} from './decide-about.ts';

export type InvitePerson = {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  /** The hash of the secret in the link, made outside. */
  readonly tokenHash: string;
};

/**
 * A person is to work here, with these roles.
 * @throws DomainError validation_failed (invalid), person_exists (conflict), role_not_grantable (forbidden)
 */
export async function invitePerson(command: InvitePerson, ports: PeoplePorts): Promise<Outcome<Person>> {
  const [name, email] = [canonicalText(command.name), canonicalText(command.email)];
  const errors: FieldError[] = [
    ...(name.length >= 1 && name.length <= 100
      ? []
      : [{ field: 'name', code: 'length', detail: 'Send a name of 1 to 100 characters.' }]),
    ...(/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email)
      ? []
      : [{ field: 'email', code: 'format', detail: 'Send an e-mail address, such as jane@example.org.' }]),
  ];
  if (errors.length > 0) throw invalidFields('The person can’t be invited.', errors);
  const roles = readRoles(command.roles);
  requireGrantable(roles, ports);
  const branchIds = ports.branches && ports.branches.map(String);
  requireSchoolsOfAll({ roles, branchIds }, 'roles');
  const known = await ports.people.byEmailKey(identifierKey(email));
  if (known !== null) {
    throw refuse(peopleRefusals.person_exists, `${email} is the address of a person who is ${known.state}.`, {
      existing_id: known.uuid,
    });
  }
  const { person, invited } = Person.invite({
    uuid: ports.newUuid(),
    name,
    email,
    roles,
    branchIds,
  });
  await ports.people.add(person);
  await invite(person, { tokenHash: command.tokenHash, awaitsSecond: false }, ports);
  return outcome(person, invited);
}

/**
 * A new link in the place of all before. For a person who has joined, it replaces their keys: in live that takes a second
 * administrator, but for an operator who brings back the only one.
 * @throws DomainError own_person, invalid_state_transition (conflict), role_not_grantable (forbidden), not_found
 */
export async function invitePersonAgain(
  command: OnPerson & Pick<InvitePerson, 'tokenHash'>,
  ports: PeoplePorts,
): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  const again = person.inviteAgain();
  const isRecovery = person.state === 'active';
  const alone = !ports.twoPeople || (ports.grants === null && (await isSoleAdministrator(person, ports)));
  for (const each of await ports.invitations.lockOpen(person.id)) each.void(ports.now);
  await invite(person, { tokenHash: command.tokenHash, awaitsSecond: isRecovery && !alone }, ports);
  return outcome(person, again);
}

/**
 * A second administrator agrees that a person's key is replaced.
 * @throws DomainError four_eyes_required, own_person, invitation_unusable, approval_needs_client (conflict), not_found
 */
export async function confirmInvitation(command: OnPerson, ports: PeoplePorts): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  const open = await ports.invitations.lockOpen(person.id);
  const waiting = open.find((each) => each.problem(ports.now) === 'unconfirmed');
  if (waiting === undefined) {
    throw refuse(peopleRefusals.invitation_unusable, 'No invitation of this person waits for a second administrator.');
  }
  await requireSecondPerson(waiting.invitedBy, ports, { person_id: person.uuid, action: 'confirm_invitation' });
  waiting.confirm(ports.actor);
  return outcome(person, person.confirmInvitation());
}

/**
 * Another than who made the link says that the person holds the key: from now on the two are two wherever two are needed.
 * The only administrator has no other: an operator on the machine says it.
 * @throws DomainError four_eyes_required, own_person, invalid_state_transition (conflict), role_not_grantable, not_found
 */
export async function confirmPerson(command: OnPerson, ports: PeoplePorts): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  const { introducedBy } = person;
  if (introducedBy === null) {
    requireAllowed(personLifecycle, person.state, 'confirm');
    return outcome(person);
  }
  await requireAnotherPerson(introducedBy, ports, { person_id: person.uuid, action: 'confirm' });
  return outcome(person, person.confirm());
}

/**
 * The person has these roles from now on, in every session; an empty list leaves them none.
 * @throws DomainError own_person, last_administrator (conflict), role_not_grantable (forbidden), validation_failed, not_found
 */
export async function assignRoles(
  command: OnPerson & { readonly roles: readonly string[] },
  ports: PeoplePorts,
): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  const roles = readRoles(command.roles);
  await requireAnother(person, ports);
  const changed = [...roles, ...person.roles].filter((role) => roles.includes(role) !== person.roles.includes(role));
  requireGrantable(changed, ports);
  if (!roles.includes('administrator')) await requireAnotherAdministrator(person, ports);
  if (changed.length === 0) return outcome(person);
  requireSchoolsOfAll({ roles, branchIds: person.branchIds }, 'roles');
  return outcome(person, person.assignRoles(roles));
}

/**
 * The person reads and changes the records of these branches alone, in every role and session; null: of all.
 * @throws DomainError own_person (conflict), role_not_grantable, beyond_branches (forbidden), validation_failed, not_found
 */
export async function assignBranches(
  command: OnPerson & { readonly branchIds: readonly number[] | null },
  ports: PeoplePorts,
): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  const chosen = command.branchIds && [...new Set(command.branchIds)].toSorted((a, b) => a - b);
  const branchIds = chosen && chosen.map(String);
  if (branchIds?.length === 0 || (branchIds?.length ?? 0) > MOST_BRANCHES) {
    throw invalidField(
      'branchIds',
      'range',
      `Name 1 to ${MOST_BRANCHES} branches, or none at all (null) for every branch.`,
    );
  }
  for (const id of chosen ?? []) {
    if (!(await ports.branchExists(id))) throw invalidField('branchIds', 'unknown', `There is no branch ${id}.`);
  }
  requireWithinBranches(branchIds, ports);
  if (JSON.stringify(branchIds) === JSON.stringify(person.branchIds)) return outcome(person);
  requireSchoolsOfAll({ roles: person.roles, branchIds }, 'branchIds');
  return outcome(person, person.assignBranches(branchIds));
}

const MOST_BRANCHES = 100;
const MOST_CLIENTS = 100;

/**
 * The developer maintains these clients, and sees nothing of others.
 * @throws DomainError own_person (conflict), role_not_grantable, beyond_branches (forbidden), validation_failed, not_found
 */
export async function assignClients(
  command: OnPerson & { readonly clientIds: readonly number[] },
  ports: PeoplePorts,
): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  if (!person.roles.includes('developer')) {
    throw invalidField('personId', 'role', 'Clients are for developers. Give the person that role first.');
  }
  const chosen = [...new Set(command.clientIds)].toSorted((a, b) => a - b);
  if (chosen.length > MOST_CLIENTS) throw invalidField('clientIds', 'range', `Name at most ${MOST_CLIENTS} clients.`);
  for (const id of chosen) {
    if (!(await ports.clientExists(id))) throw invalidField('clientIds', 'unknown', `There is no client ${id}.`);
  }
  const clientIds = chosen.map(String);
  const isSame = JSON.stringify(clientIds) === JSON.stringify(person.clientIds);
  return isSame ? outcome(person) : outcome(person, person.assignClients(clientIds));
}

/** More than a person teaches. */
const MOST_UNITS = 100;

/**
 * The lecturer reads and marks the classes of these units, and sees nothing of others; an empty list leaves them none. What
 * is taken away is gone with their next request.
 * @throws DomainError own_person (conflict), role_not_grantable, beyond_branches (forbidden), unknown_reference,
 *   validation_failed (invalid), not_found
 */
export async function assignUnits(
  command: OnPerson & { readonly unitIds: readonly number[] },
  ports: PeoplePorts,
): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  if (!person.roles.includes('lecturer')) {
    throw invalidField('personId', 'role', 'Units are for lecturers. Give the person that role first.');
  }
  const chosen = [...new Set(command.unitIds)].toSorted((a, b) => a - b);
  if (chosen.length > MOST_UNITS) throw invalidField('unitIds', 'range', `Name at most ${MOST_UNITS} units.`);
  const known = await ports.unitsAmong(chosen);
  const unknown = chosen.find((id) => !known.has(id));
  if (unknown !== undefined) {
    const detail = `There is no unit ${unknown}.`;
    throw unusableReference('unitIds', detail, detail);
  }
  const unitIds = chosen.map(String);
  const isSame = JSON.stringify(unitIds) === JSON.stringify(person.unitIds ?? []);
  return isSame ? outcome(person) : outcome(person, person.assignUnits(unitIds));
}

type WithReason = OnPerson & { readonly reason: string | null };

/** @throws DomainError own_person, last_administrator, invalid_state_transition (conflict), validation_failed, not_found */
export async function suspendPerson(command: WithReason, ports: PeoplePorts): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireRemovable(person, ports);
  const suspended = person.suspend(command.reason);
  return outcome(person, suspended, ...(await endSessionsOf(person, ports)));
}

/** @throws DomainError own_person, invalid_state_transition (conflict), not_found */
export async function resumePerson(command: OnPerson, ports: PeoplePorts): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  return outcome(person, person.resume());
}

/** The person works here no more: sessions, links and keys are void. @throws as suspendPerson */
export async function dismissPerson(command: WithReason, ports: PeoplePorts): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  await requireRemovable(person, ports);
  const left = person.leave(command.reason);
  if (person.openid !== null) await ports.people.removeOpenid(person.openid);
  person.openid = null;
  for (const each of await ports.invitations.lockOpen(person.id)) each.void(ports.now);
  for (const each of await ports.passkeys.lockValid(person.id)) each.void(ports.now);
  return outcome(person, left, ...(await endSessionsOf(person, ports)));
}

/** Ends every open session of the person. @throws DomainError role_not_grantable, beyond_branches (forbidden), not_found */
export async function endSessions(command: OnPerson, ports: PeoplePorts): Promise<Outcome<Person>> {
  const person = await findPerson(command, ports);
  if (!(await isSamePerson(personRef(person), ports))) {
    requireWithinBranches(person.branchIds, ports);
    requireGrantable(person.roles, ports);
  }
  return outcome(person, ...(await endSessionsOf(person, ports)));
}

/** Ends what is open, for one who has left, is suspended, or has a new key. */
export async function endSessionsOf(person: Person, ports: Pick<PeoplePorts, 'sessions' | 'actor' | 'now'>) {
  const open = await ports.sessions.lockOpen(person.id);
  return open.map((session) => session.end(ports.actor, ports.now));
}

async function invite(
  person: Person,
  link: { readonly tokenHash: string; readonly awaitsSecond: boolean },
  ports: PeoplePorts,
): Promise<void> {
  const fields = { personId: person.id, invitedBy: ports.actor, ...link };
  await ports.invitations.add(Invitation.of(fields, ports.now));
}
