import { createHash, randomBytes } from 'node:crypto';
import { isRole, rightsOf, type Role, type StoredRoleLimits } from '#core/people/roles.ts';
import { Session, type SignInMethod } from '#core/people/session/session.ts';
import type { Caller } from './caller.ts';
import type { TokenStore } from './authenticate.ts';
import type { Ring } from '../runtime/ring.ts';
import { readPersonToken } from './person-tokens.ts';

/**
 * Sessions of people: 256 random bits that a browser holds in a cookie. The database has their hash. Rights are those of
 * the person's roles at the moment of the request, so that what is taken away is gone with the next one.
 */

/** A session's use is recorded about once a minute, behind the request. */
const USE_NOTED_EVERY_SECONDS = 60;
const MOST_USES_IN_FLIGHT = 4;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A new secret of a session or an invitation, and what is stored of it. */
export function makePersonSecret(): { readonly secret: string; readonly hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashPersonSecret(secret) };
}

/** What is stored of a secret, and what leads to its institution. */
export function hashPersonSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** A caller whose request was not opened yet. */
export type SignedIn = Omit<Caller, 'requestId' | 'traceparent'> & Required<Pick<Caller, 'person'>>;

type SessionRow = {
  readonly tenant_id: string;
  readonly mode: 'sandbox' | 'live';
  readonly person_id: string;
  readonly person_uuid: string;
  readonly roles: string[];
  readonly role_limits: StoredRoleLimits;
  readonly branch_ids: readonly string[] | null;
  readonly client_ids: readonly string[] | null;
  readonly unit_ids: readonly string[] | null;
  readonly session_id: string;
  readonly method: SignInMethod;
  readonly in_force: boolean;
  readonly stepped_up: boolean;
  readonly unused_for: number;
};

export type Sessions = {
  /** The person of this session; null where it has ended, was idle for too long, or never was. */
  readonly identify: (secret: string) => Promise<SignedIn | null>;
  /** The same for a stream that goes on: no person does anything, so that it is no use of the session. */
  readonly recognise: (secret: string) => Promise<SignedIn | null>;
};

/** The same by a token that was made in the session. */
export type TokenHolders = { readonly byToken: (token: string) => Promise<SignedIn | null> };

/**
 * Webhooks on REST are those of the client that calls. A person has none: they maintain those of clients on the graph.
 */
const isOfPeopleOnRest = (scope: string): boolean => !scope.startsWith('webhooks:');

export function tokenHolders(store: TokenStore, clock: () => Temporal.Instant, ring: Ring): TokenHolders {
  const note = sessionUses(store, clock);
  return {
    byToken: async (token) => {
      const hash = readPersonToken(token, ring, clock());
      if (hash === null) return null;
      const [row] = await store.query<SessionRow>('select * from credential_of_session($1)', [hash]);
      if (!row?.in_force) return null;
      note(row);
      // A token is made to be held by programs: what takes a key that was shown, the person does in the session.
      const holder = signedIn({ ...knownIn(row), steppedUp: false });
      return {
        ...holder,
        scopes: holder.scopes.filter(isOfPeopleOnRest),
        person: { ...holder.person, keyShownInSession: row.stepped_up },
      };
    },
  };
}

/** The session of a secret, where it is in force. */
async function inForceAt(store: Pick<TokenStore, 'query'>, secret: string): Promise<SessionRow | null> {
  if (!SECRET.test(secret)) return null;
  const [row] = await store.query<SessionRow>('select * from credential_of_session($1)', [hashPersonSecret(secret)]);
  return row?.in_force ? row : null;
}

/** Sessions of command lines: what a terminal holds opens no page, and what a browser holds no terminal. */
export function commandLineSessions(store: TokenStore, clock: () => Temporal.Instant): Pick<Sessions, 'identify'> {
  const note = sessionUses(store, clock);
  return {
    identify: async (secret) => {
      const row = await inForceAt(store, secret);
      if (row?.method !== 'command_line') return null;
      note(row);
      return signedIn(knownIn(row));
    },
  };
}

export function sessionsOf(store: TokenStore, clock: () => Temporal.Instant): Sessions {
  const note = sessionUses(store, clock);
  const inForce = async (secret: string): Promise<SessionRow | null> => {
    const row = await inForceAt(store, secret);
    return row?.method === 'command_line' ? null : row;
  };
  return {
    identify: async (secret) => {
      const row = await inForce(secret);
      if (row === null) return null;
      note(row);
      return signedIn(knownIn(row));
    },
    recognise: async (secret) => {
      const row = await inForce(secret);
      return row && signedIn(knownIn(row));
    },
  };
}

const knownIn = (row: SessionRow): Known => ({
  tenantId: Number(row.tenant_id),
  mode: row.mode,
  personId: Number(row.person_id),
  uuid: row.person_uuid,
  roles: row.roles.filter(isRole),
  roleLimits: row.role_limits,
  branches: row.branch_ids?.map(Number) ?? null,
  // Who was named no client yet sees none.
  clients: row.roles.includes('developer') ? (row.client_ids ?? []).map(Number) : null,
  // Who was named no unit yet has no class.
  units: row.roles.includes('lecturer') ? (row.unit_ids ?? []).map(Number) : null,
  sessionId: Number(row.session_id),
  steppedUp: row.stepped_up,
});

type Known = {
  readonly tenantId: number;
  readonly mode: 'sandbox' | 'live';
  readonly personId: number;
  readonly uuid: string;
  readonly roles: readonly Role[];
  readonly roleLimits: StoredRoleLimits;
  readonly branches: readonly number[] | null;
  readonly clients: readonly number[] | null;
  readonly units: readonly number[] | null;
  readonly sessionId: number;
  readonly steppedUp: boolean;
};

/** A person as a caller, with the rights of the roles. */
function signedIn({
  tenantId,
  mode,
  personId,
  uuid,
  roles,
  roleLimits,
  branches,
  clients,
  units,
  sessionId,
  steppedUp,
}: Known): SignedIn {
  const { scopes, limits, pii } = rightsOf(roles, roleLimits);
  return {
    tenantId,
    mode,
    clientId: personId,
    clientKey: `person:${uuid}`,
    scopes,
    pii,
    idFormat: 'uuid',
    person: {
      uuid,
      sessionId,
      roles,
      limits: { approve: limits.approve?.toString() ?? null, disburse: limits.disburse?.toString() ?? null },
      branches,
      clients,
      units,
      steppedUp,
    },
  };
}

/**
 * Records that sessions are used, behind the requests. Where it can't be written the session ends sooner: who is idle is
 * never taken for who is not.
 */
function sessionUses(store: TokenStore, clock: () => Temporal.Instant) {
  const running = new Set<string>();
  return ({ tenant_id: tenantId, session_id: sessionId, unused_for: unusedFor }: SessionRow): void => {
    if (unusedFor < USE_NOTED_EVERY_SECONDS || running.has(sessionId) || running.size >= MOST_USES_IN_FLIGHT) return;
    running.add(sessionId);
    store
      .write(Number(tenantId), async ({ of, flush }) => {
        const session = await of(Session).lock(Number(sessionId));
        if (session?.state === 'open') session.recordUse(clock());
        await flush();
      })
      .catch(() => undefined)
      .finally(() => running.delete(sessionId));
  };
}
