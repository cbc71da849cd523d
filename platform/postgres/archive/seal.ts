import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TenantTransaction } from '../database.ts';
import { BEFORE_THE_FIRST, chainFrom, STREAMS, type Segment, type Stream } from './chain.ts';
import { rowsBetween } from './rows.ts';

/** Rows of one segment at most: a file of some hundred kilobytes, and a transaction of a fraction of a second. */
export const MOST_ROWS = 10_000;
/** Of a tenant: who seals its rows, or takes a person out of them, holds it; another process that seals leaves them to it. */
const SEAL_LOCK = 4_710_008;
/** How long rows that are written at this moment are waited for: what they hold up is sealed in the next round. */
const WAIT_MS = 2_000;
const LOOK_MS = 20;

type Tx = Pick<TenantTransaction, 'sql' | 'sealing'>;
type Write = <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;

/**
 * Seals what an institution has committed and not sealed: segment after segment, each in a transaction of its own. No write
 * waits for it: rows of transactions that still run are waited for here.
 * @returns the segments
 */
export async function sealAll(
  write: Write,
  tenantId: number,
  goesOn: () => boolean = () => true,
): Promise<readonly Segment[]> {
  const sealed: Segment[] = [];
  for (const stream of STREAMS)
    for (;;) {
      const segment = goesOn() ? await write(tenantId, (tx) => sealNext(tx, tenantId, stream)) : null;
      if (segment === null) break;
      sealed.push(segment);
    }
  return sealed;
}

/** One segment; null where nothing is to be sealed, another process is at it, or a writer goes on for too long. */
async function sealNext(tx: Tx, tenantId: number, stream: Stream): Promise<Segment | null> {
  const { sql } = tx;
  const { number, last_id: after, hash: previous } = await lastOf(sql, stream);
  const [found] = await sql<{ through: string | null }>(
    `select max(id)::text as through from (select id from ${stream} where id > $1 order by id limit ${MOST_ROWS}) next`,
    [after],
  );
  const through = found?.through ?? null;
  if (through === null || !(await writersAreGone(sql, stream))) return null;
  const [lock] = await sql<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [
    SEAL_LOCK,
    tenantId,
  ]);
  // Another process has it, or has had it since the last segment was read.
  if (!lock?.taken || (await lastOf(sql, stream)).number !== number) return null;
  const rows = await rowsBetween(tx, stream, { firstId: String(BigInt(after) + 1n), lastId: through }, randomUUID);
  const [first] = rows;
  if (first === undefined) return null;
  const about = {
    tenant: tenantId,
    stream,
    number: number + 1,
    firstId: first.id,
    lastId: through,
    rows: rows.length,
    previous,
  };
  const chain = chainFrom(about);
  for (const { line } of rows) chain.add(line);
  const segment = { ...about, hash: chain.end() };
  const texts = rows.flatMap(({ id, text }) => (text === null ? [] : [{ id, hash: text.hash, salt: text.salt }]));
  if (texts.length > 0) {
    await sql(
      'insert into archive_text (audit_id, hash, salt) select id, hash, salt from jsonb_to_recordset($1::jsonb) as t(id bigint, hash text, salt uuid)',
      [JSON.stringify(texts)],
    );
  }
  await sql(
    `insert into archive_segment (stream, number, first_id, last_id, rows, previous, hash) values ($1, $2, $3, $4, $5, $6, $7)`,
    [stream, segment.number, segment.firstId, segment.lastId, segment.rows, previous, segment.hash],
  );
  return segment;
}

async function lastOf(sql: Tx['sql'], stream: Stream) {
  const [last] = await sql<{ number: number; last_id: string; hash: string }>(
    'select number, last_id::text, hash from archive_segment where stream = $1 order by number desc limit 1',
    [stream],
  );
  return last ?? { number: 0, last_id: '0', hash: BEFORE_THE_FIRST };
}

/**
 * An id is drawn before its commit: a row with a lower id may come after one that is seen. Who writes to the table holds a lock on
 * it, from before the id is drawn until the end. So once all who held one are gone, every id that was seen is there, or never will be.
 */
async function writersAreGone(sql: Tx['sql'], table: Stream): Promise<boolean> {
  const writing = `
    select virtualtransaction as by from pg_locks
     where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
       and relation = $1::regclass and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()`;
  const before = (await sql<{ by: string }>(writing, [table])).map(({ by }) => by);
  const until = performance.now() + WAIT_MS;
  while (before.length > 0) {
    const left = await sql(`${writing} and virtualtransaction = any($2::text[]) limit 1`, [table, before]);
    if (left.length === 0) return true;
    if (performance.now() > until) return false;
    await pause(LOOK_MS);
  }
  return true;
}
