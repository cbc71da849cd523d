import type { OpenidFlow } from '#platform/auth/openid.ts';
import { isRecord } from '#platform/runtime/is-record.ts';

/**
 * The cookie of a session. `__Host-`: it counts at this very host, over TLS, and no subdomain sets it. Browsers hold
 * http://localhost for as safe as TLS (Chromium and Firefox do; Safari does not), so that a sandbox has the same cookie.
 */
const NAME = '__Host-umoja';
const FLAGS = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** What a browser holds while it is at the identity provider. Lax: it comes back from there. */
const FLOW = '__Host-umoja-openid';
const FLOW_FLAGS = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** The secret of the session that a browser sends; null where it sends none. */
export const sessionSecretOf = (header: string | undefined): string | null => cookieOf(header, NAME);

/** Ends with the browser; the database ends it sooner. */
export const setSession = (secret: string): string => `${NAME}=${secret}; ${FLAGS}`;

export const clearSession = (): string => `${NAME}=; ${FLAGS}; Max-Age=0`;

export const setFlow = (flow: OpenidFlow): string =>
  `${FLOW}=${Buffer.from(JSON.stringify(flow)).toString('base64url')}; ${FLOW_FLAGS}; Max-Age=300`;

export const clearFlow = (): string => `${FLOW}=; ${FLOW_FLAGS}; Max-Age=0`;

/** What the browser has left with; null where that is nothing that we have set. */
export function flowOf(header: string | undefined): OpenidFlow | null {
  const text = cookieOf(header, FLOW);
  if (text === null) return null;
  try {
    const flow: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isFlow(flow) ? flow : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isFlow(value: unknown): value is OpenidFlow {
  if (!isRecord(value)) return false;
  const { state, nonce, verifier, invitation, sessionId } = value;
  return (
    [state, nonce, verifier].every((text) => typeof text === 'string') &&
    (invitation === null || typeof invitation === 'string') &&
    (sessionId === null || Number.isSafeInteger(sessionId))
  );
}

function cookieOf(header: string | undefined, name: string): string | null {
  if (header === undefined || header.length > 16_384) return null;
  const found = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}
