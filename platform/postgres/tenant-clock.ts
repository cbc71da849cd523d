import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { RESET_SECONDS } from '#core/partners/test-reset.ts';
import type { Store } from './database.ts';
import { codeOf, textOf } from '../runtime/thrown.ts';

/**
 * The business time of tenants. A sandbox tenant has a test clock: its time is the database's and an offset, which is
 * stored with the tenant. A process remembers the offsets, and begins each transaction with the one that it knows; the
 * database refuses one that is no longer in force (require_clock in migration 0067), with the new one, and the
 * transaction begins again. So no transaction works with an old offset, and none asks for it.
 */

/** SQLSTATE of require_clock: the clock was moved. Its detail is the offset in force, in milliseconds. */
const CLOCK_WAS_MOVED = 'UC001';
/** SQLSTATE of require_clock: the sandbox is being reset, see decision 51. */
const IS_RESET = 'UC002';
const MOST_TENANTS = 10_000;

/** A transaction that knows how far the business time of its tenant is ahead of the database's. */
export type InBusinessTime = { readonly clockOffsetMs: number };

/** The business time of a transaction's tenant. @param realTime the database's */
export function businessTime(realTime: Temporal.Instant, { clockOffsetMs }: InBusinessTime): Temporal.Instant {
  return clockOffsetMs === 0 ? realTime : realTime.add({ milliseconds: clockOffsetMs });
}

/** The same for a tenant of which no transaction is open. */
export function businessNow(
  store: Pick<Store, 'write'>,
  tenantId: number,
  clock: () => Temporal.Instant,
): Promise<Temporal.Instant> {
  return store.write(tenantId, async (tx) => businessTime(clock(), tx));
}

/** Whether a transaction could not begin with the offset that its process knows. */
export const isClockMoved = (error: unknown): boolean => codeOf(error) === CLOCK_WAS_MOVED;

/** Whether a transaction could not begin because its sandbox is being reset. */
export const isReset = (error: unknown): boolean => (error as { readonly code?: unknown }).code === IS_RESET;

/** The refusal of what meets a reset: nothing was done. */
export const sandboxResetting = (): DomainError =>
  refuse(
    partnerRefusals.sandbox_resetting,
    'The sandbox is being reset. Read GET /api/v1/test/reset until its state is ready, then begin again: what it held before is gone.',
    { retry_after: RESET_SECONDS },
  );

/** Whether this is that refusal. */
export const isSandboxResetting = (error: unknown): boolean => codeOf(error) === partnerRefusals.sandbox_resetting.code;

/** What a process knows of the clocks of tenants. */
export type TenantClocks = {
  /** The offset with which a transaction begins; null for a tenant without a test clock, which is not compared. */
  readonly assumed: (tenantId: number) => number | null;
  /** What `require_clock` returned for a tenant. */
  readonly confirmed: (tenantId: number, clock: unknown) => void;
  /** True where a transaction failed because the clock was moved: it begins again with the offset that is in force. */
  readonly learned: (tenantId: number, error: unknown) => boolean;
};

export function tenantClocks(): TenantClocks {
  const offsets = new Map<number, number | null>();
  const remember = (tenantId: number, offset: number | null) => {
    if (offsets.size >= MOST_TENANTS) offsets.clear();
    offsets.set(tenantId, offset);
  };
  return {
    assumed: (tenantId) => {
      const offset = offsets.get(tenantId);
      return offset === undefined ? 0 : offset;
    },
    confirmed: (tenantId, clock) => {
      if (clock === 'live' && !offsets.has(tenantId)) remember(tenantId, null);
    },
    learned: (tenantId, error) => {
      if (!isClockMoved(error)) return false;
      remember(tenantId, Number(textOf(error, 'detail')));
      return true;
    },
  };
}
