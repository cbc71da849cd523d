import type pg from 'pg';
import { readDate, readInstant } from '../../postgres/mapping/types.ts';
import type { Database } from '../../postgres/database.ts';
import type { Span } from './draft.ts';
import { planOf } from './plan.ts';

/** How far a society has come. */
export type Growth = {
  readonly span: Span;
  readonly steps: number;
  readonly done: number;
  /** Its business time when the last step was taken. */
  readonly reached: Temporal.Instant;
  readonly ids: ReadonlyMap<string, number>;
  readonly finished: boolean;
};

/** Ids up to this one are those of the history: others begin behind it. */
export const MOST_IDS = 10_000;
const FIRST_HOUR = 6;

type GrowthRow = {
  readonly first_day: string;
  readonly last_day: string;
  readonly steps: number;
  readonly done: number;
  readonly reached: unknown;
  readonly ids: Readonly<Record<string, number>>;
  readonly finished_at: unknown;
};

/** Null where no history was begun. */
export async function growthOf(database: Pick<Database, 'read'>, tenantId: number): Promise<Growth | null> {
  const [row] = await database.read(tenantId, ({ sql }) =>
    sql<GrowthRow>(
      `select first_day::text, last_day::text, steps, done, reached, ids, finished_at from sandbox_growth`,
    ),
  );
  return row
    ? {
        span: { firstDay: readDate(row.first_day), lastDay: readDate(row.last_day) },
        steps: row.steps,
        done: row.done,
        reached: readInstant(row.reached),
        ids: new Map(Object.entries(row.ids)),
        finished: row.finished_at !== null,
      }
    : null;
}

/** A sandbox that grows: whose it is, and the days of its history. */
export type Growing = { readonly tenantId: number; readonly timeZone: string; readonly span: Span };

/**
 * A sandbox that holds nothing begins its history: its clock goes back to the first day. Its records get ids from 1, and
 * those of all others follow behind them from now on.
 */
export async function beginGrowth(owner: pg.Client, { tenantId, timeZone, span }: Growing): Promise<void> {
  const reached = span.firstDay.toZonedDateTime({ timeZone, plainTime: { hour: FIRST_HOUR } }).toInstant();
  await owner.query('begin');
  await owner.query(
    `insert into sandbox_growth (tenant_id, first_day, last_day, steps, reached) values ($1, $2, $3, $4, $5)`,
    [tenantId, span.firstDay.toString(), span.lastDay.toString(), planOf(span).length, reached.toString()],
  );
  await setBack(owner, tenantId, reached);
  await owner.query('select leave_ids_to_history($1)', [MOST_IDS]);
  await owner.query('commit');
}

/** The clock stood still while no process planted: it goes on where it was. */
export async function resumeGrowth(owner: pg.Client, tenantId: number, reached: Temporal.Instant): Promise<void> {
  await owner.query('begin');
  await setBack(owner, tenantId, reached);
  await owner.query('commit');
}

async function setBack(owner: pg.Client, tenantId: number, to: Temporal.Instant): Promise<void> {
  await owner.query(`select pg_advisory_xact_lock(hashtextextended('clock ' || $1::bigint, 0))`, [tenantId]);
  await owner.query(
    `update tenant set growing = true,
            clock_offset_ms = least(0, ceil(extract(epoch from $2::timestamptz - clock_timestamp()) * 1000)::bigint)
      where id = $1 and mode = 'sandbox'`,
    [tenantId, to.toString()],
  );
}

/** The history is there: the sandbox lives in real time from now on. */
export async function endGrowth(owner: pg.Client, tenantId: number): Promise<void> {
  await owner.query('begin');
  await owner.query(`select pg_advisory_xact_lock(hashtextextended('clock ' || $1::bigint, 0))`, [tenantId]);
  await owner.query('update tenant set growing = false, clock_offset_ms = 0 where id = $1 and growing', [tenantId]);
  await owner.query(
    'update sandbox_growth set finished_at = clock_timestamp(), done = steps where tenant_id = $1 and finished_at is null',
    [tenantId],
  );
  await owner.query('commit');
}
