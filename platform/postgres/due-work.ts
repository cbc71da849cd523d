import type { Database } from './database.ts';
import { readInstant } from './mapping/types.ts';

/** A record of a tenant that is due. */
type Due = { readonly tenantId: number; readonly id: number };
/** A job that is due and may not be enqueued. */
export type DueJob = { readonly queue: string; readonly tenantId: number; readonly id: string };

type Row = { readonly tenant_id: string; readonly id: string };

const dueOf = ({ tenant_id, id }: Row): Due => ({ tenantId: Number(tenant_id), id: Number(id) });
const tenantOf = ({ tenant_id }: Pick<Row, 'tenant_id'>): number => Number(tenant_id);

/** What is due in any tenant at a time, at most `limit` of it: the few questions that cross tenants. */
export function dueWork({ find }: Pick<Database, 'find'>) {
  return {
    jobs: async (now: Temporal.Instant, limit: number): Promise<DueJob[]> =>
      (
        await find<Row & { queue: string }>('select queue, tenant_id, id from due_jobs($1, $2)', [
          now.toString(),
          limit,
        ])
      ).map(({ queue, tenant_id, id }) => ({ queue, tenantId: Number(tenant_id), id })),

    webhooksToReview: async (now: Temporal.Instant, limit: number, noticeHours: readonly number[]) =>
      (
        await find<Row>('select tenant_id, id from webhooks_to_review($1, $2, $3)', [
          now.toString(),
          [...noticeHours],
          limit,
        ])
      ).map(dueOf),

    holdsToExpire: async (now: Temporal.Instant, limit: number) =>
      (await find<Row>('select tenant_id, id from holds_to_expire($1, $2)', [now.toString(), limit])).map(dueOf),

    proposalsToExpire: async (now: Temporal.Instant, limit: number) =>
      (await find<Row>('select tenant_id, id from proposals_to_expire($1, $2)', [now.toString(), limit])).map(dueOf),

    /** Sandbox tenants whose test clock was sent ahead, and that no worker moves. */
    clocksToAdvance: async () => (await find<Row>('select tenant_id from clocks_to_advance(100)')).map(tenantOf),

    /** The same as `jobs` of one tenant, without deliveries. */
    jobsOf: (tenantId: number, limit: number) =>
      find<{ queue: string; id: string }>('select queue, id from due_jobs_of($1, $2)', [tenantId, limit]),

    /** The next moment behind one, and up to another, at which something of a tenant's business is due. */
    nextMomentOf: async (tenantId: number, after: Temporal.Instant, until: Temporal.Instant) => {
      const [row] = await find<{ at: string | null }>('select next_moment_of($1, $2, $3) as at', [
        tenantId,
        after.toString(),
        until.toString(),
      ]);
      return row?.at == null ? null : readInstant(row.at);
    },

    /** Tenants with days that are over and not closed, each with the last of them. */
    businessToClose: async (now: Temporal.Instant, limit: number) =>
      (
        await find<Row & { through: string }>(
          'select tenant_id, through::text as through from tenants_to_close($1, $2)',
          [now.toString(), limit],
        )
      ).map((row) => ({ tenantId: tenantOf(row), through: Temporal.PlainDate.from(row.through) })),

    schoolsToMaintain: async (now: Temporal.Instant, limit: number) =>
      (await find<Row>('select tenant_id from schools_to_maintain($1, $2)', [now.toString(), limit])).map(tenantOf),

    /** Tenants whose provider is queried for its balance. */
    floatsToCheck: async (now: Temporal.Instant, limit: number) =>
      (await find<Row>('select tenant_id from floats_to_check($1, $2)', [now.toString(), limit])).map(tenantOf),

    /** Tenants whose paybill's list is pulled. */
    paybillsToPull: async (now: Temporal.Instant, limit: number) =>
      (await find<Row>('select tenant_id from paybills_to_pull($1, $2)', [now.toString(), limit])).map(tenantOf),

    /** Tenants whose members are to be screened because a list changed. */
    watchlistsToScreen: async (limit: number) =>
      (await find<Row>('select tenant_id from watchlists_to_screen($1)', [limit])).map(tenantOf),

    /** Stored callbacks that were not processed. */
    callbacksToProcess: async (now: Temporal.Instant, limit: number) =>
      (await find<Row>('select tenant_id, id from callbacks_to_process($1, $2)', [now.toString(), limit])).map(dueOf),

    tenantsWithEvents: async () => (await find<Row>('select tenant_id from tenants_with_outbox()')).map(tenantOf),

    /** The same of the log of requests. */
    discardRequests: async (limit: number): Promise<number> => {
      const [row] = await find<{ gone: string }>('select discard_request_log($1) as gone', [limit]);
      return Number(row?.gone ?? 0);
    },

    /** The same of the log of who was shown personal data. */
    discardReadings: async (limit: number): Promise<number> => {
      const [row] = await find<{ gone: string }>('select discard_personal_readings($1) as gone', [limit]);
      return Number(row?.gone ?? 0);
    },

    /** Removes what is older than its retention; how many rows. */
    discardExpired: async (now: Temporal.Instant, limit: number): Promise<number> => {
      const [row] = await find<{ gone: string }>('select discard_expired($1, $2) as gone', [now.toString(), limit]);
      return Number(row?.gone ?? 0);
    },
  };
}
