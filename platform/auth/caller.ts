import type { Role } from '#core/people/roles.ts';
import type { ClientQuotas } from '#core/partners/quotas.ts';

/** The person who sends a request, signed in; a client has none. */
export type CallerPerson = {
  readonly uuid: string;
  /** The session that the request came with. */
  readonly sessionId: number;
  readonly roles: readonly Role[];
  /** What the roles approve and pay out in one step: minor units as text, null where there is no limit. */
  readonly limits: { readonly approve: string | null; readonly disburse: string | null };
  /** The branches whose records the person reads and changes; null: all. */
  readonly branches: readonly number[] | null;
  /** The clients that a developer maintains; null for all others, whom this limits to nothing. */
  readonly clients: readonly number[] | null;
  /** The units whose classes a lecturer sees; null for all others, whom this limits to nothing. */
  readonly units: readonly number[] | null;
  /** True for some minutes after the person has shown the key. Never with a token, which programs hold. */
  readonly steppedUp: boolean;
  /** With a token: whether the key was shown in these minutes in the session that it was made in. */
  readonly keyShownInSession?: boolean;
};

/**
 * The sender of a request: an API client of one tenant with the scopes of its token, or a person with those of their roles.
 * Every adapter resolves one before it does anything else; every transaction opens with its tenant.
 */
export type Caller = {
  readonly tenantId: number;
  /** A sandbox tenant simulates providers and accepts test keys only. */
  readonly mode: 'sandbox' | 'live';
  /** The row id of the API client or the person, which never meet: the scope of idempotency keys and rate limits. */
  readonly clientId: number;
  /** Who acts, as the audit trail names them: the public key, pk_test_... or pk_live_..., or `person:<uuid>`. Safe to log. */
  readonly clientKey: string;
  /** The scopes of the token, `<resource>:<read|write>`. */
  readonly scopes: readonly string[];
  /** May see personal data of minors unmasked. */
  readonly pii: boolean;
  /** How the client wants ids in replies. */
  readonly idFormat: 'integer' | 'uuid';
  /** Requests a minute that were agreed with the client, where they differ from the standard quotas. */
  readonly quotas?: ClientQuotas;
  /** How often the sandbox had been reset when the token was looked up; left out for people, with whose session it is not read. */
  readonly resets?: number;
  /** The person who is signed in; left out where a client calls. */
  readonly person?: CallerPerson;
  readonly requestId: string;
  /** The W3C trace context of the request, passed on to events and providers. */
  readonly traceparent: string | null;
};

/**
 * Who reads what became of their own requests: keys and the log are filtered by the caller, and belong to no branch. One who
 * is limited to some, and found no request of theirs, would send it twice.
 */
export function readerOfOwnRequests({ tenantId, pii }: Pick<Caller, 'tenantId' | 'pii'>) {
  return { tenantId, pii };
}

/** True where the caller's token carries the scope. `write` does not imply `read`. */
export function mayUse(caller: Pick<Caller, 'scopes'>, scope: string): boolean {
  return caller.scopes.includes(scope);
}

/** True for a lecturer, who sees the classes of their units and nothing else of a school. */
export const seesClassesOnly = ({ person }: Pick<Caller, 'person'>): boolean => (person?.units ?? null) !== null;

/** Whose keys, webhooks and requests a caller maintains: a client its own, a developer theirs, other people those of every client (null). */
export function clientsOf({ clientId, person }: Pick<Caller, 'clientId' | 'person'>): readonly number[] | null {
  return person === undefined ? [clientId] : person.clients;
}
