import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRole } from '#core/people/roles.ts';
import type { Caller, CallerPerson } from './caller.ts';
import { isRecord } from '../runtime/is-record.ts';
import type { Ring } from '../runtime/ring.ts';

/**
 * The internal identity: how the gateway names the caller of a request to a subgraph.
 * It holds the caller and a short lifetime, signed with HMAC-SHA-256 under a key that only our own processes know:
 * `base64url(canonical JSON) . base64url(signature)`. A subgraph that receives none, or one that does not verify, responds with 401.
 */

/** The request header that carries the identity over HTTP. */
export const identityHeader = 'x-umoja-identity';

/** How long an identity is valid. Longer than any request may take, too short to be worth stealing. */
const identityLifetimeMs = 60_000;

/** How far the clocks of two machines may differ before an identity appears to come from the future. */
const clockSkewMs = 5_000;
const longestIdentity = 8_192;
/** Signed along with the payload, so that the same key can never make one kind of token pass for another. */
const purpose = 'umoja.internal-identity.v1.';

type Claims = { readonly caller: Caller; readonly iat: number; readonly exp: number };

/**
 * Signs an identity for `caller`, good for one minute from `now`.
 * @param ring keys of at least 32 bytes, the same in every process
 */
export function signIdentity(caller: Caller, ring: Ring, now: Temporal.Instant): string {
  const iat = now.epochMilliseconds;
  const payload = Buffer.from(canonical({ caller, iat, exp: iat + identityLifetimeMs })).toString('base64url');
  return `${payload}.${signature(payload, ring.current).toString('base64url')}`;
}

/**
 * The caller of a signed identity; null where it is absent, malformed, forged, expired or not yet valid.
 * Nothing of the payload is looked at before the signature holds.
 */
export function readIdentity(identity: string | undefined, ring: Ring, now: Temporal.Instant): Caller | null {
  if (identity === undefined || identity.length > longestIdentity) return null;
  const parts = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/.exec(identity);
  if (parts === null) return null;
  const [, payload = '', signed = ''] = parts;
  const received = Buffer.from(signed, 'base64url');
  const holds = (expected: Buffer) => received.length === expected.length && timingSafeEqual(received, expected);
  if (!ring.keys.some((key) => holds(signature(payload, key)))) return null;

  const claims = claimsIn(Buffer.from(payload, 'base64url').toString('utf8'));
  if (claims === null) return null;
  const at = now.epochMilliseconds;
  const lifetime = claims.exp - claims.iat;
  if (lifetime <= 0 || lifetime > identityLifetimeMs) return null;
  if (at >= claims.exp || claims.iat > at + clockSkewMs) return null;
  return claims.caller;
}

function signature(payload: string, { key }: Ring['current']): Buffer {
  if (key.length < 32) throw new Error('The key of the internal identity must have at least 32 bytes.');
  return createHmac('sha256', key).update(purpose).update(payload).digest();
}

/** One text for one value: members in a fixed order, no white space. */
function canonical({ caller, iat, exp }: Claims): string {
  return JSON.stringify({
    caller: {
      clientId: caller.clientId,
      clientKey: caller.clientKey,
      idFormat: caller.idFormat,
      mode: caller.mode,
      person: caller.person && canonicalPerson(caller.person),
      pii: caller.pii,
      requestId: caller.requestId,
      scopes: caller.scopes,
      tenantId: caller.tenantId,
      traceparent: caller.traceparent,
    },
    exp,
    iat,
  });
}

/** Who has no units is written as before there were any: a process of either version reads it. A lecturer's does not pass there. */
const canonicalPerson = ({ uuid, sessionId, roles, limits, branches, clients, units, steppedUp }: CallerPerson) => ({
  branches,
  clients,
  limits: { approve: limits.approve, disburse: limits.disburse },
  roles,
  sessionId,
  steppedUp,
  ...(units === null ? {} : { units }),
  uuid,
});

function claimsIn(text: string): Claims | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (isRecord(value) && isRecord(value.caller) && isRecord(value.caller.person)) withUnits(value.caller.person);
  if (!isClaims(value)) return null;
  // A field that is missing, extra, repeated or spelled differently does not yield the same text.
  return canonical(value) === text ? value : null;
}

/** None, but for a lecturer: one without a limit has come from a process that knows none. */
function withUnits(person: { units?: unknown; readonly roles?: unknown }): void {
  const isLecturer = Array.isArray(person.roles) && person.roles.includes('lecturer');
  if (person.units === undefined && !isLecturer) person.units = null;
}

function isClaims(value: unknown): value is Claims {
  if (!isRecord(value) || !isRecord(value.caller)) return false;
  const { caller, iat, exp } = value;
  return (
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp) &&
    Number.isSafeInteger(caller.tenantId) &&
    Number.isSafeInteger(caller.clientId) &&
    (caller.mode === 'sandbox' || caller.mode === 'live') &&
    (caller.idFormat === 'integer' || caller.idFormat === 'uuid') &&
    typeof caller.clientKey === 'string' &&
    typeof caller.requestId === 'string' &&
    typeof caller.pii === 'boolean' &&
    (caller.traceparent === null || typeof caller.traceparent === 'string') &&
    Array.isArray(caller.scopes) &&
    caller.scopes.every((scope) => typeof scope === 'string') &&
    (caller.person === undefined || isPerson(caller.person))
  );
}

function isPerson(person: unknown): boolean {
  if (!isRecord(person) || !isRecord(person.limits)) return false;
  return (
    typeof person.uuid === 'string' &&
    Number.isSafeInteger(person.sessionId) &&
    typeof person.steppedUp === 'boolean' &&
    [person.branches, person.clients, person.units].every(
      (ids) => ids === null || (Array.isArray(ids) && ids.every(Number.isSafeInteger)),
    ) &&
    Array.isArray(person.roles) &&
    person.roles.every((role) => typeof role === 'string' && isRole(role)) &&
    [person.limits.approve, person.limits.disburse].every((limit) => limit === null || /^\d{1,19}$/.test(String(limit)))
  );
}
