import type { Database } from './database.ts';
import { readInstant } from './mapping/types.ts';

/** A record of a tenant that is due. */
type Due = { readonly tenantId: number; readonly id: number };
/** A job that is due and may not be enqueued. */
export type DueJob = { readonly queue: string; readonly tenantId: number; readonly id: string };

type Row = { readonly tenant_id: string; readonly id: string };

const tenantOf = ({ tenant_id }: Pick<Row, 'tenant_id'>): number => Number(tenant_id);
const dueOf = (row: Row): Due => ({ tenantId: tenantOf(row), id: Number(row.id) });

/** Of the whole database: the process that removes old rows holds it for one statement. */
const DISCARD_LOCK = 4_710_004;

/** What is due in any tenant at a time, at most `limit` of it: the few questions that cross tenants. */
export function dueWork({ find }: Pick<Database, 'find'>) {
  /** Records that are due, by the function of the database that finds them. */
  const records = (name: string) => async (now: Temporal.Instant, limit: number) =>
    (await find<Row>(`select tenant_id, id from ${name}($1, $2)`, [now.toString(), limit])).map(dueOf);
  /** Tenants that are due for something, likewise. */
  const tenants = (name: string) => async (now: Temporal.Instant, limit: number) =>
    (await find<Row>(`select tenant_id from ${name}($1, $2)`, [now.toString(), limit])).map(tenantOf);

  return {
    jobs: async (now: Temporal.Instant, limit: number): Promise<DueJob[]> =>
      (
        await find<Row & { queue: string }>('select queue, tenant_id, id from due_jobs($1, $2)', [
          now.toString(),
          limit,
        ])
      ).map((row) => ({ queue: row.queue, tenantId: tenantOf(row), id: row.id })),

    webhooksToReview: async (now: Temporal.Instant, limit: number, noticeHours: readonly number[]) =>
      (
        await find<Row>('select tenant_id, id from webhooks_to_review($1, $2, $3)', [
          now.toString(),
          [...noticeHours],
          limit,
        ])
      ).map(dueOf),

    ...dueByTestClock(find),

    /** Tenants with days that are over and not closed, each with the last of them. */
    businessToClose: async (now: Temporal.Instant, limit: number) =>
      (
        await find<Row & { through: string }>(
          'select tenant_id, through::text as through from tenants_to_close($1, $2)',
          [now.toString(), limit],
        )
      ).map((row) => ({ tenantId: tenantOf(row), through: Temporal.PlainDate.from(row.through) })),

    holdsToExpire: records('holds_to_expire'),
    proposalsToExpire: records('proposals_to_expire'),
    /** Stored callbacks that were not processed. */
    callbacksToProcess: records('callbacks_to_process'),

    /** Tenants whose books were not proven for a day. */
    booksToProve: async (limit: number) =>
      (await find<Row>('select tenant_id from books_to_prove($1)', [limit])).map(tenantOf),
    schoolsToMaintain: tenants('schools_to_maintain'),
    /** Tenants whose provider is queried for its balance. */
    floatsToCheck: tenants('floats_to_check'),
    /** Tenants whose paybill's list is pulled. */
    paybillsToPull: tenants('paybills_to_pull'),
    /** Tenants whose members are to be screened because a list changed. */
    watchlistsToScreen: async (limit: number) =>
      (await find<Row>('select tenant_id from watchlists_to_screen($1)', [limit])).map(tenantOf),
    /** Records that name a changed one and are not stamped yet: what is left of each. */
    stampsToSet: async (limit: number) =>
      (await find<Row>('select tenant_id, id from stamps_to_set($1)', [limit])).map(dueOf),
    /** Erasures that are due for another pass, a few of each tenant. */
    erasuresToRepeat: async (limit: number, ofEach: number) =>
      (await find<Row>('select tenant_id, id from erasures_to_repeat($1, $2)', [limit, ofEach])).map(dueOf),
    /** Where no float is split, lets versions in again that know of no stripes: who joined or split one may have ended before it. */
    serveWholeFloats: async () => {
      await find('select serve_whole_floats_later()', []);
    },
    tenantsWithEvents: async () => (await find<Row>('select tenant_id from tenants_with_outbox()')).map(tenantOf),

    ...ofArchives(find),
    ...discarding(find),
  };
}

/** What is to be kept. */
function ofArchives(find: Database['find']) {
  return {
    /** Tenants with rows that are to be sealed, and of each how many one segment takes. */
    archivesToSeal: async (limit: number, most: number) =>
      (await find<Row>('select tenant_id from archives_to_seal($1, $2)', [limit, most])).map(tenantOf),
    /** Tenants that have sealed rows. */
    archivedTenants: async () => (await find<Row>('select tenant_id from archived_tenants()')).map(tenantOf),
  };
}

/** Removes rows whose retention is over, of any tenant. */
function discarding(find: Database['find']) {
  /** Removes what is older than its retention; how many rows. One process at a time: two would want the same rows. */
  const discarded = async (call: string, values: readonly unknown[]) => {
    const [row] = await find<{ gone: string }>(
      `select case when pg_try_advisory_xact_lock(${DISCARD_LOCK}) then ${call} else 0 end as gone`,
      [...values],
    );
    return Number(row?.gone ?? 0);
  };

  return {
    discardExpired: (now: Temporal.Instant, limit: number) =>
      discarded('discard_expired($1, $2)', [now.toString(), limit]),
    /**
     * Makes, begins or drops one partition of a table that grows for ever, by the database's clock. What it did; null where nothing
     * is due, or another process is at it.
     */
    advancePartitions: async (): Promise<string | null> => {
      const [row] = await find<{ done: string | null }>('select advance_partitions() as done', []);
      return row?.done ?? null;
    },
    /** The same of operations of the graph. */
    discardOperations: (limit: number) => discarded('discard_graph_operations($1)', [limit]),
    /** The same of the log of who was shown personal data. */
    discardReadings: (limit: number) => discarded('discard_personal_readings($1)', [limit]),
    /** The same of proofs of the books. */
    discardProofs: (limit: number) => discarded('discard_ledger_proofs($1)', [limit]),
    /** The same of sessions of people, with the routes to them. */
    discardSessions: (limit: number) => discarded('discard_sessions($1)', [limit]),
  };
}

/** What falls due by the test clock of a sandbox tenant. */
function dueByTestClock(find: Database['find']) {
  return {
    /** Sandbox tenants whose test clock was sent ahead, and that no worker moves. */
    clocksToAdvance: async () => (await find<Row>('select tenant_id from clocks_to_advance(100)')).map(tenantOf),

    /** Sandboxes that are being reset, and no worker does it. */
    sandboxesToReset: async () => (await find<Row>('select tenant_id from sandboxes_to_reset(100)')).map(tenantOf),

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
  };
}
