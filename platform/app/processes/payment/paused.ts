import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Tenants } from '../../tenants.ts';

/** How long a client waits before it asks again: an operator resumes payments, not time. */
const RETRY_AFTER_SECONDS = 300;

/** Whether payments of an institution are paused: no provider is sent one, or asked about one. */
export type IsPaused = (caller: Pick<Caller, 'tenantId'>) => Promise<boolean>;

export const pausedBy =
  (tenants: Pick<Tenants, 'get'>): IsPaused =>
  async ({ tenantId }) =>
    (await tenants.get(tenantId)).paymentsPaused !== null;

/** For a payment that would be sent now; nothing was recorded. @throws DomainError service_unavailable */
export function requireUnpaused({ paused }: { readonly paused: boolean }): void {
  if (!paused) return;
  throw refuse(
    kernelRefusals.service_unavailable,
    'The institution’s payments are paused for now; nothing was recorded and nothing was sent. Send it again later.',
    { retry_after: RETRY_AFTER_SECONDS },
  );
}
