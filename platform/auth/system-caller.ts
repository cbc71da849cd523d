import type { Caller } from './caller.ts';

/** An operator or a job as the audit trail of a tenant names it. It has every right and no token. */
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
