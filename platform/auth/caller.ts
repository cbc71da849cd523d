import type { ClientQuotas } from '#core/partners/quotas.ts';

/**
 * The sender of a request: an API client of one tenant, with the scopes of its token.
 * Every adapter resolves one before it does anything else; every transaction opens with its tenant.
 */
export type Caller = {
  readonly tenantId: number;
  /** A sandbox tenant simulates providers and accepts test keys only. */
  readonly mode: 'sandbox' | 'live';
  /** The API client's row id: the scope of idempotency keys and rate limits. */
  readonly clientId: number;
  /** The public key, pk_test_... or pk_live_...: safe to log. */
  readonly clientKey: string;
  /** The scopes of the token, `<resource>:<read|write>`. */
  readonly scopes: readonly string[];
  /** May see personal data of minors unmasked. */
  readonly pii: boolean;
  /** How the client wants ids in replies. */
  readonly idFormat: 'integer' | 'uuid';
  /** Requests a minute that were agreed with the client, where they differ from the standard quotas. */
  readonly quotas?: ClientQuotas;
  readonly requestId: string;
  /** The W3C trace context of the request, passed on to events and providers. */
  readonly traceparent: string | null;
};

/** True where the caller's token carries the scope. `write` does not imply `read`. */
export function mayUse(caller: Pick<Caller, 'scopes'>, scope: string): boolean {
  return caller.scopes.includes(scope);
}
