import type { PersonalLimits } from '#core/kernel/personal-limits.ts';
import { grantable } from '#core/people/roles.ts';
import type { Caller, CallerPerson } from '../auth/caller.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { businessTime } from '../postgres/tenant-clock.ts';
import { traceparentHere } from '../runtime/tracing/tracing.ts';
import type { Claim } from './idempotency.ts';
import type { Tenant } from './tenants.ts';
import type { CommandContext } from './transact.ts';

export type CallerOfTenant = {
  readonly caller: Caller;
  readonly claim: Claim | null;
  readonly tenant: Tenant;
  /** From 1: a command begins again where others got in its way. */
  readonly attempt: number;
};

/** What a use case is handed for this caller, at this moment. */
export function contextOf(
  { caller: { clientKey, clientId, person, requestId, pii }, claim, tenant, attempt }: CallerOfTenant,
  tx: TenantTransaction,
  realTime: Temporal.Instant,
): CommandContext {
  const now = businessTime(realTime, tx);
  const businessDate = (at: Temporal.Instant) => at.toZonedDateTimeISO(tenant.timeZone).toPlainDate();
  return {
    now,
    realTime,
    today: businessDate(now),
    businessDate,
    actor: clientKey,
    calledBy: claim === null ? [requestId] : [requestId, claim.key],
    mayApprove: clientId !== 0,
    personalLimits: person === undefined ? null : limitsOf(person),
    grants: person === undefined ? (clientId === 0 ? null : []) : grantable(person.roles),
    roles: person?.roles ?? null,
    pii,
    branches: person?.branches ?? null,
    agreement: 'none',
    proposedBy: null,
    proposedKey: null,
    tenant,
    attempt,
  };
}

const limitsOf = ({ limits: { approve, disburse } }: CallerPerson): PersonalLimits => ({
  approve: approve === null ? null : BigInt(approve),
  disburse: disburse === null ? null : BigInt(disburse),
});

/** A transaction is a step of the one under way, which is of the same trace as the caller's; or of the caller's. */
export const stepOf =
  ({ traceparent = null, tenantId }: Pick<Caller, 'tenantId'> & Partial<Pick<Caller, 'traceparent'>>) =>
  () =>
    ({ kind: 'internal', parent: traceparentHere() ?? traceparent, attributes: { 'umoja.tenant': tenantId } }) as const;
