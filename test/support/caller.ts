import type { Caller } from '#platform/auth/caller.ts';

/** A caller of a sandbox tenant; a test names only what matters to it. */
export function aCaller(differing: Partial<Caller> = {}): Caller {
  return {
    tenantId: 1,
    mode: 'sandbox',
    clientId: 7,
    clientKey: 'pk_test_demo',
    scopes: [],
    pii: false,
    idFormat: 'integer',
    requestId: 'req-1',
    traceparent: null,
    ...differing,
  };
}
