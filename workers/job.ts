import { randomUUID } from 'node:crypto';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { Log } from '#platform/runtime/log.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import type { Queues } from '#platform/queue/queues.ts';
import { JOB_REQUEST } from '#core/partners/webhook-delivery/payload.ts';

/** What every role works with. */
export type WorkerContext = { readonly app: App; readonly queues: Queues; readonly log: Log };

/** A job of a tenant, as the audit trail names it: `job:<role>`. */
export async function jobCaller(app: App, tenantId: number, role: string): Promise<Caller> {
  const { mode } = await app.tenants.get(tenantId);
  return systemCaller({ id: tenantId, mode }, `job:${role}`, `${JOB_REQUEST}${randomUUID()}`);
}
