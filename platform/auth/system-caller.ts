import type { Caller } from './caller.ts';

/** Who an operator or a job is, in the audit trail of a tenant. It holds every right and no token. */
export function systemCaller(
  tenant: { id: number; mode: 'sandbox' | 'live' },
  name: string,
  requestId: string,
): Caller {
  return {
    tenantId: tenant.id,
    mode: tenant.mode,
    clientId: 0,
    clientKey: name,
    scopes: [],
    pii: false,
    idFormat: 'integer',
    requestId,
    traceparent: null,
  };
}
