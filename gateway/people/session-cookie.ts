/**
 * The cookie of a session. `__Host-`: it counts at this very host, over TLS, and no subdomain sets it. Browsers hold
 * http://localhost for as safe as TLS (Chromium and Firefox do; Safari does not), so that a sandbox has the same cookie.
 */
const NAME = '__Host-umoja';
const FLAGS = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** The secret of the session that a browser sends; null where it sends none. */
export function sessionSecretOf(header: string | undefined): string | null {
  if (header === undefined || header.length > 16_384) return null;
  const found = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${NAME}=`));
  return found === undefined ? null : found.slice(NAME.length + 1);
}

/** Ends with the browser; the database ends it sooner. */
export const setSession = (secret: string): string => `${NAME}=${secret}; ${FLAGS}`;

export const clearSession = (): string => `${NAME}=; ${FLAGS}; Max-Age=0`;
