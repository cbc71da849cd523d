import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { isSamePerson } from '../../kernel/two-people.ts';
import type { Invitation } from '../invitation/invitation.ts';
import { Passkey } from '../passkey/passkey.ts';
import { personLifecycle } from '../person/lifecycle.ts';
import { personRef, type Person } from '../person/person.ts';
import type { PeoplePorts } from '../ports.ts';
import { peopleRefusals } from '../refusals.ts';
import { grantable } from '../roles.ts';
import { Session, type NewSession } from '../session/session.ts';
import { requireWithinBranches } from './decide-about.ts';
import { endSessionsOf } from './manage-people.ts';

/** A session to open: its secret was made outside, and verified what is named. */
export type Opening = Omit<NewSession, 'uuid' | 'personId'>;

type Registration =
  | {
      readonly method: 'passkey';
      readonly credentialId: string;
      readonly publicKey: string;
      readonly counter: number;
      readonly transports: readonly string[];
    }
  | { readonly method: 'openid'; readonly openid: string };

export type AcceptInvitation = {
  readonly tokenHash: string;
  readonly registration: Registration;
  readonly opening: Opening;
};

export type Opened = { readonly person: Person; readonly session: Session };

/**
 * The person registers how they sign in, once for an invitation, and is signed in. What was registered before is void.
 * @throws DomainError invitation_unusable (gone), key_registered, person_exists (conflict), sign_in_failed
 */
export async function acceptInvitation(command: AcceptInvitation, ports: PeoplePorts): Promise<Outcome<Opened>> {
  const invitation = await requireInvitation(command.tokenHash, ports);
  const person = await ports.people.lock(invitation.personId);
  if (!person) throw unusable('void');
  await requireInviter(invitation, person, ports);
  const { registration } = command;
  const ended = await endSessionsOf(person, ports);
  for (const each of await ports.passkeys.lockValid(person.id)) each.void(ports.now);
  const joined = person.join(ports.now, { how: registration.method, invitedBy: invitation.invitedBy });
  invitation.use(ports.now);
  await register(registration, person, ports);
  const { session, opened } = await open(person, command.opening, ports);
  return outcome({ person, session }, ...ended, joined, opened);
}

async function register(registration: Registration, person: Person, ports: PeoplePorts): Promise<void> {
  const before = person.openid;
  if (registration.method === 'openid') {
    await requireFree(registration.openid, person, ports);
    person.openid = registration.openid;
  } else {
    const { method: _, ...key } = registration;
    person.openid = null;
    if (!(await ports.passkeys.add(Passkey.of({ personId: person.id, ...key })))) throw keyRegistered();
  }
  if (before !== null && before !== person.openid) await ports.people.removeOpenid(before);
}

const keyRegistered = () =>
  refuse(
    peopleRefusals.key_registered,
    'This key is registered already. Register another one: the link is still good.',
  );

/** Who someone is at the identity provider leads to one person of one institution. @throws DomainError person_exists */
async function requireFree(openid: string, person: Person, { people }: PeoplePorts): Promise<void> {
  const known = await people.byOpenid(openid);
  const isFree = known === null ? await people.addOpenid(openid) : known.id === person.id;
  if (isFree) return;
  throw refuse(peopleRefusals.person_exists, 'Another person signs in with this account of the identity provider.', {
    existing_id: known?.uuid ?? null,
  });
}

/** The invitation of a link, where it can be used. @throws DomainError invitation_unusable (gone) */
async function requireInvitation(
  tokenHash: string,
  ports: Pick<PeoplePorts, 'invitations' | 'now'>,
): Promise<Invitation> {
  const invitation = await ports.invitations.lockByHash(tokenHash);
  const problem = invitation === null ? 'void' : invitation.problem(ports.now);
  if (invitation === null || problem !== null) throw unusable(problem ?? 'void');
  return invitation;
}

/**
 * Who made a link has seen it, and may hold it yet: one who may not invite the person any more lets no one in by it.
 * @throws DomainError invitation_unusable (gone)
 */
async function requireInviter(
  { invitedBy }: Pick<Invitation, 'invitedBy'>,
  { roles }: Pick<Person, 'roles'>,
  { people }: Pick<PeoplePorts, 'people'>,
): Promise<void> {
  const uuid = /^person:(.+)$/.exec(invitedBy)?.[1];
  // An operator has the whole machine.
  if (uuid === undefined) return;
  const inviter = await people.byUuid(uuid);
  const grants = grantable(inviter?.roles ?? []);
  if (inviter?.state !== 'active' || roles.some((role) => !grants.includes(role))) throw unusable('inviter');
}

const PROBLEMS = {
  used: 'It was used already.',
  void: 'There is no such invitation, or a later one has replaced it.',
  expired: 'Its time is over.',
  unconfirmed: 'It replaces a key, and waits for a second administrator.',
  inviter: 'Who made it may not invite you any more. Let another administrator send you a new one.',
} as const;

const unusable = (problem: keyof typeof PROBLEMS) =>
  refuse(peopleRefusals.invitation_unusable, PROBLEMS[problem], { problem });

/** A person has proven who they are. @throws DomainError sign_in_failed (unauthenticated) */
export async function openSession(
  command: { readonly personId: number; readonly opening: Opening; readonly key?: KeyUse },
  ports: PeoplePorts,
): Promise<Outcome<Opened>> {
  const person = await ports.people.lock(command.personId);
  if (person?.state !== 'active') throw signInFailed('The person may not sign in.');
  if (command.key) await useKey(command.key, person, ports);
  const { session, opened } = await open(person, command.opening, ports);
  return outcome({ person, session }, opened);
}

/** What a device said of its key: which it is, and how often it has signed. */
export type KeyUse = { readonly credentialId: string; readonly counter: number };

async function useKey({ credentialId, counter }: KeyUse, person: Person, ports: PeoplePorts): Promise<void> {
  const key = await ports.passkeys.byCredential(credentialId);
  if (key?.personId !== person.id || key.voidedAt !== null) throw signInFailed('The key is not registered any more.');
  key.counter = counter;
}

/** What was shown did not verify: it is written down for the person whose key it names. */
export async function failSignIn(
  command: { readonly personId: number; readonly why: string },
  ports: PeoplePorts,
): Promise<Outcome<null>> {
  const person = await ports.people.lock(command.personId);
  const mayFail = person !== null && allows(personLifecycle, person.state, 'fail_sign_in');
  return mayFail ? outcome(null, person.failSignIn(command.why)) : outcome(null);
}

/**
 * The person has shown the key again in this session.
 * @param command.at when what was signed was made
 * @throws DomainError session_required (unauthenticated)
 */
export async function stepUp(
  command: {
    readonly sessionId: number;
    /** Who has shown the key: no person steps up the session of another. */
    readonly personId: number;
    readonly at: Temporal.Instant;
    readonly key?: KeyUse;
  },
  ports: PeoplePorts,
): Promise<Outcome<Session>> {
  const session = await ports.sessions.lock(command.sessionId);
  const person = session && (await ports.people.lock(session.personId));
  if (session?.state !== 'open' || person?.state !== 'active' || person.id !== command.personId) throw noSession();
  if (command.key) await useKey(command.key, person, ports);
  const steppedUp = session.stepUp(command.at);
  return steppedUp === null ? outcome(session) : outcome(session, steppedUp);
}

/**
 * Ends one session, and those of the command lines that were confirmed in it: one's own, or that of a person about whom who
 * acts decides. One that has ended stays ended.
 * @throws DomainError role_not_grantable, beyond_branches (forbidden), not_found
 */
export async function endSession(
  command: { readonly sessionId: number },
  ports: PeoplePorts,
): Promise<Outcome<Session>> {
  const session = await ports.sessions.lock(command.sessionId);
  const person = session && (await ports.people.lock(session.personId));
  if (!session || !person) {
    throw refuse(kernelRefusals.not_found, `There is no session ${command.sessionId}.`, { resource: 'session' });
  }
  const isOwn = await isSamePerson(personRef(person), ports);
  const { grants } = ports;
  const decides = grants === null || (grants.length > 0 && person.roles.every((role) => grants.includes(role)));
  if (!isOwn && !decides) {
    throw refuse(peopleRefusals.role_not_grantable, 'Your roles do not decide about this person.');
  }
  if (!isOwn) requireWithinBranches(person.branchIds, ports);
  if (session.state !== 'open') return outcome(session);
  const confirmed = await ports.sessions.lockConfirmedIn(session.id);
  const events = [session, ...confirmed].map((each) => each.end(ports.actor, ports.now));
  return outcome(session, ...events);
}

async function open(
  person: Person,
  opening: Opening,
  ports: PeoplePorts,
): Promise<{ session: Session; opened: DomainEvent }> {
  if ((await ports.sessions.byProof(opening.proof)) !== null) throw signInFailed('This was used to sign in already.');
  const made = Session.open({ ...opening, uuid: ports.newUuid(), personId: person.id }, ports.now);
  await ports.sessions.add(made.session);
  return made;
}

const signInFailed = (message: string) => refuse(peopleRefusals.sign_in_failed, message);
const noSession = () => refuse(peopleRefusals.session_required, 'The session has ended. Sign in again.');
