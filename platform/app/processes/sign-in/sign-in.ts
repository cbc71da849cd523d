import { createHash } from 'node:crypto';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import type { PeoplePorts } from '#core/people/ports.ts';
import { peopleRefusals } from '#core/people/refusals.ts';
import {
  acceptInvitation,
  endSession,
  failSignIn,
  openSession,
  stepUp,
  type Opened,
  type Opening,
} from '#core/people/use-cases/sign-in.ts';
import { challengesWith, type Challenges } from '../../../auth/challenges.ts';
import { makePersonToken, PERSON_TOKEN_SECONDS } from '../../../auth/person-tokens.ts';
import { passkeysAt, type Passkeys } from '../../../auth/passkeys.ts';
import { openidAt, type Openid, type OpenidFlow, type OpenidSettings } from '../../../auth/openid.ts';
import { hashPersonSecret, makePersonSecret, sessionsOf } from '../../../auth/sessions.ts';
import { commandLineSignIn, type CommandLineCommands } from './command-line.ts';
import { invitationOf, keyOf, storedKey, type Invited, type Known } from './credentials.ts';
import { visitorOf } from './visitor.ts';
import {
  DEMO_INSTITUTIONS,
  orRefusedHere,
  type DemoInstitution,
  type OpenedSession,
  type SignIn,
  type Visit,
} from '../../../auth/sign-in.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Store } from '../../../postgres/database.ts';
import type { Ring } from '../../../runtime/ring.ts';
import { bindings, type PortsOf } from '../../compose/bindings.ts';
import type { Transact } from '../../transact.ts';

export type SignInParts = {
  readonly transact: Transact;
  readonly portsOf: PortsOf<PeoplePorts>;
  readonly store: Pick<Store, 'read' | 'write' | 'query'>;
  readonly commandLines: CommandLineCommands;
  readonly clock: () => Temporal.Instant;
  /** Signs what people sign. */
  readonly key: Ring;
  /** Where people reach the gateway. */
  readonly origin: string;
  /** The identity provider at which people sign in; null: with keys of their own. */
  readonly openid: OpenidSettings | null;
  /** The institution that visitors enter without a key: the planted demo, where it is open to them. */
  readonly sandboxTenant: ((institution: DemoInstitution) => Promise<number | null>) | null;
  /** How far the society has grown that visitors will enter, in percent; null where none grows. */
  readonly percentGrown?: () => Promise<number | null>;
};

const useCases = (transact: Transact, portsOf: PortsOf<PeoplePorts>) =>
  bindings(transact, portsOf).running({ acceptInvitation, openSession, endSession, stepUp, failSignIn });

const MOST_AGENT = 200;

/** How people sign in, step up and sign out. */
export function signInAt(parts: SignInParts): SignIn {
  const { transact, portsOf, store, clock, origin, sandboxTenant } = parts;
  const challenges = challengesWith(parts.key, clock);
  const inviteOf = (token: string) => invitationOf(store, token);
  const app = useCases(transact, portsOf);
  const keyParts = { app, store, passkeys: passkeysAt(origin, challenges), inviteOf };

  return {
    ...sessionsOf(store, clock),
    ...registration(keyParts),
    ...keySignIn(keyParts),
    ...ownSession(keyParts),
    tokenOf: (secret) => ({
      token: makePersonToken(hashPersonSecret(secret), parts.key, clock()),
      expiresIn: PERSON_TOKEN_SECONDS,
    }),
    commandLine: commandLineSignIn({ app: parts.commandLines, store, clock }),
    openid: parts.openid && openidSignIn(openidAt(origin, parts.openid), { app, store, challenges, inviteOf }),
    enterSandbox: sandboxTenant && sandboxEntry(sandboxTenant, { app, store, clock }),
    sandboxes: async () => {
      const tenants = await Promise.all(DEMO_INSTITUTIONS.map(async (each) => (await sandboxTenant?.(each)) ?? null));
      return DEMO_INSTITUTIONS.filter((_, place) => tenants[place] !== null);
    },
    growing: async () => {
      const isReady = ((await sandboxTenant?.('society')) ?? null) !== null;
      return isReady ? null : ((await parts.percentGrown?.()) ?? null);
    },
  };
}

type KeyParts = {
  readonly app: ReturnType<typeof useCases>;
  readonly store: Pick<Store, 'read' | 'query'>;
  readonly passkeys: Passkeys;
  readonly inviteOf: (token: string) => Promise<Invited>;
};

type Registration = Pick<SignIn, 'invitation' | 'registrationOptions' | 'register'>;

/** What an invited person does once: see who invites, and register a key. */
function registration({ app, passkeys, inviteOf }: KeyParts): Registration {
  return {
    invitation: (token) =>
      orRefusedHere(async () => {
        const { name, email, institution } = await inviteOf(token);
        return { name, email, institution };
      }),

    registrationOptions: (token) =>
      orRefusedHere(async () => {
        const { person_uuid: uuid, ...invited } = await inviteOf(token);
        return passkeys.registrationOptions({ uuid, ...invited }, `invitation ${hashPersonSecret(token)}`);
      }),

    register: ({ token, response }, visit) =>
      orRefusedHere(async () => {
        const invited = await inviteOf(token);
        const tokenHash = hashPersonSecret(token);
        const key = await passkeys.registered(response, `invitation ${tokenHash}`);
        if (key === null) throw failed();
        const { proof, at, ...registered } = key;
        const { opening, shown } = newSession('passkey', { proof, at }, visit);
        const registration = { method: 'passkey', ...registered } as const;
        return shown(await app.acceptInvitation(callerOf(invited, visit), { tokenHash, registration, opening }));
      }),
  };
}

/** Signing in with a key that was registered. */
function keySignIn({ app, store, passkeys }: KeyParts): Pick<SignIn, 'signInOptions' | 'signIn'> {
  return {
    signInOptions: () => passkeys.requestOptions('sign-in'),

    signIn: (response, visit) =>
      orRefusedHere(async () => {
        const known = await keyOf(store, response.id);
        if (known === null) throw failed();
        const caller = callerOf(known, visit);
        const personId = Number(known.person_id);
        const signed = await passkeys.signed(response, storedKey(known), 'sign-in');
        if (signed === null) {
          await app.failSignIn(caller, { personId, why: 'signature' });
          throw failed();
        }
        const { opening, shown } = newSession('passkey', signed, visit);
        const key = { credentialId: known.credential_id, counter: signed.counter };
        return shown(
          await orFailed(app.openSession(caller, { personId, opening, key }), () =>
            app.failSignIn(caller, { personId, why: 'refused' }),
          ),
        );
      }),
  };
}

/** What people do with the session that they have. */
function ownSession({ app, store, passkeys }: KeyParts): Pick<SignIn, 'stepUpOptions' | 'stepUp' | 'signOut'> {
  return {
    stepUpOptions: ({ person }) => passkeys.requestOptions(`step-up ${person.sessionId}`),

    stepUp: (by, response, visit) =>
      orRefusedHere(async () => {
        const { sessionId } = by.person;
        const caller: Caller = { ...by, requestId: visit.requestId, traceparent: null };
        const signed = await ownSignature(by.clientId, response, `step-up ${sessionId}`, { store, passkeys });
        if (signed === null) {
          await app.failSignIn(caller, { personId: by.clientId, why: 'step-up' });
          throw failed();
        }
        await app.stepUp(caller, { sessionId, personId: by.clientId, at: signed.at, key: signed.key });
        return { done: true };
      }),

    signOut: (by, visit) =>
      orRefusedHere(async () => {
        const caller: Caller = { ...by, requestId: visit.requestId, traceparent: null };
        await app.endSession(caller, { sessionId: by.person.sessionId });
        return { done: true };
      }),
  };
}

/** Visitors enter without a key, as the planted person of a role. */
function sandboxEntry(
  sandboxTenant: NonNullable<SignInParts['sandboxTenant']>,
  { app, store, clock }: Pick<KeyParts, 'app' | 'store'> & Pick<SignInParts, 'clock'>,
): NonNullable<SignIn['enterSandbox']> {
  return ({ role, institution }, visit) =>
    orRefusedHere(async () => {
      const known = await visitorOf(store, await sandboxTenant(institution), role);
      const { opening, shown } = newSession('sandbox', { proof: makePersonSecret().secret, at: clock() }, visit);
      return shown(await app.openSession(callerOf(known, visit), { personId: Number(known.person_id), opening }));
    });
}

type OpenidParts = Pick<KeyParts, 'app' | 'store' | 'inviteOf'> & { readonly challenges: Challenges };

/** The same at an identity provider: its state is a challenge of ours, so that one coming back opens one session. */
function openidSignIn(openid: Openid, { app, store, challenges, inviteOf }: OpenidParts): SignIn['openid'] {
  return {
    leave: ({ invitation, by }) =>
      orRefusedHere(async () => {
        if (invitation !== null) await inviteOf(invitation);
        const way = { invitation, sessionId: by?.person.sessionId ?? null };
        return openid.leave(challenges.make(purposeOf(way)), way);
      }),

    arrive: (query, flow, visit) =>
      orRefusedHere(async () => {
        const subject = challenges.read(flow.state, purposeOf(flow)) === null ? null : await openid.arrive(query, flow);
        if (subject === null) throw failed();
        const { opening, shown } = newSession('openid', { proof: flow.state, at: subject.at }, visit);
        if (flow.invitation !== null) {
          const invited = await inviteOf(flow.invitation);
          const registration = { method: 'openid', openid: subject.openid } as const;
          const tokenHash = hashPersonSecret(flow.invitation);
          return shown(await app.acceptInvitation(callerOf(invited, visit), { tokenHash, registration, opening }));
        }
        const [known] = await store.query<Known>('select * from credential_of_openid($1, $2)', [
          hashPersonSecret(subject.openid),
          subject.openid,
        ]);
        if (!known) throw failed();
        const personId = Number(known.person_id);
        const caller = callerOf(known, visit);
        const { sessionId } = flow;
        const refused = () => app.failSignIn(caller, { personId, why: sessionId === null ? 'refused' : 'step-up' });
        if (sessionId === null) return shown(await orFailed(app.openSession(caller, { personId, opening }), refused));
        await orFailed(app.stepUp(caller, { sessionId, personId, at: subject.at }), refused);
        return null;
      }),
  };
}

/** What the state was made for: who changes the cookie that the browser left with has another. */
const purposeOf = ({ invitation, sessionId }: Pick<OpenidFlow, 'invitation' | 'sessionId'>) =>
  `openid ${shortened(JSON.stringify([invitation, sessionId]))}` as const;

/** A person who is known was refused: it is written down for them, in a transaction of its own. */
async function orFailed<Result>(work: Promise<Result>, failed: () => Promise<unknown>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unauthenticated') await failed();
    throw error;
  }
}

/** A session to open, and what its browser is sent once it is. */
function newSession(
  method: Opening['method'],
  { proof, at: shownAt }: { readonly proof: string; readonly at: Temporal.Instant },
  { agent }: Visit,
) {
  const { secret, hash: tokenHash } = makePersonSecret();
  const opening: Opening = { tokenHash, method, proof: shortened(proof), agent: agent.slice(0, MOST_AGENT), shownAt };
  const shown = ({ person, session }: Opened): OpenedSession => ({
    secret,
    expiresAt: session.expiresAt,
    person: { uuid: person.uuid, name: person.name },
  });
  return { opening, shown };
}

const shortened = (proof: string) => createHash('sha256').update(proof).digest('base64url');

/** The person, before a session is open: they act for themselves. */
function callerOf({ tenant_id, mode, person_id, person_uuid }: Known, { requestId }: Visit): Caller {
  return {
    tenantId: Number(tenant_id),
    mode,
    clientId: Number(person_id),
    clientKey: `person:${person_uuid}`,
    scopes: [],
    pii: false,
    idFormat: 'uuid',
    requestId,
    traceparent: null,
  };
}

/** That a key of this very person has signed; null where it has not. */
async function ownSignature(
  personId: number,
  response: Parameters<Passkeys['signed']>[0],
  purpose: Parameters<Passkeys['signed']>[2],
  { store, passkeys }: Pick<KeyParts, 'store' | 'passkeys'>,
) {
  const known = await keyOf(store, response.id);
  if (known === null || Number(known.person_id) !== personId) return null;
  const signed = await passkeys.signed(response, storedKey(known), purpose);
  return signed && { at: signed.at, key: { credentialId: known.credential_id, counter: signed.counter } };
}

const failed = () => refuse(peopleRefusals.sign_in_failed, 'What the browser sent does not verify. Try again.');
