import { randomUUIDv7 } from 'node:crypto';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { LOANS_TO_CLOSE } from '../../../postgres/lending/loans-at-close.ts';
import { prepared } from '../../../postgres/prepared.ts';
import { SAVINGS_TO_CLOSE } from '../../../postgres/savings/savings-at-close.ts';

type Sql = TenantTransaction['sql'];

/** What a day's close does, in this order: a step begins when the one before is done for all records. */
type Step = 'loans' | 'savings' | 'resting';

/** One day's close as it is stored. */
export type Run = {
  readonly id: number;
  readonly uuid: string;
  readonly date: Temporal.PlainDate;
  readonly step: Step;
  readonly version: number;
  readonly loansDone: number;
  readonly loansTotal: number;
  readonly savingsDone: number;
  readonly finished: boolean;
};

/** Records of a run between two ids, whose row this transaction has locked: those behind `lastId` are to be closed. */
export type Range = {
  readonly run: Run;
  readonly step: Exclude<Step, 'resting'>;
  readonly number: number;
  readonly lastId: number;
  readonly toId: string;
};

/**
 * What is to be done next for a day: the next records of a range that no other transaction works on; the run alone, locked,
 * where all ranges are done; `changed` where another process began the next step meanwhile.
 */
export type Next =
  | { readonly kind: 'range'; readonly range: Range }
  | { readonly kind: 'end'; readonly run: Run }
  | { readonly kind: 'finished'; readonly run: Run }
  | { readonly kind: 'changed' };

/**
 * Takes the next work of a day, which is begun where it was not. A range is claimed by the lock of its row: of a process
 * that dies it is free with its connection, and what it had committed of it is behind `lastId`.
 * @param limit records of a range
 */
export async function takeNext(sql: Sql, date: Temporal.PlainDate, limit: number): Promise<Next> {
  const found = await findNext(sql, date);
  if (found === null) return begin(sql, date, limit);
  const { run, range } = found;
  if (run.finished) return { kind: 'finished', run };
  if (range) return { kind: 'range', range };
  // All that are left are worked on by others: who dies leaves one of them to this process, which waits for it.
  const left = found.isOpen ? await lockLeft(sql, run) : null;
  if (left) return { kind: 'range', range: left };
  if (run.step === 'resting') return lockEnd(sql, run);
  return enter(sql, run, run.step === 'loans' ? 'savings' : 'resting', limit);
}

const RUN = `c.id, c.uuid, c.version, c.state, c.step, c.loans_done, c.loans_total, c.savings_done`;
const OPEN = `close_of_business_range r where r.close_id = c.id and r.last_id < r.to_id`;

type Found = { readonly run: Run; readonly range: Range | null; readonly isOpen: boolean };

/** The run of a day, with the first of its open ranges that no other transaction holds, locked. */
async function findNext(sql: Sql, date: Temporal.PlainDate): Promise<Found | null> {
  const [row] = await sql<RunRow & Partial<RangeRow> & { open: boolean }>(
    `select ${RUN}, r.number, r.last_id, r.to_id, r.number is null and exists (select from ${OPEN}) as open
       from close_of_business c
       left join lateral (select * from ${OPEN} order by r.number limit 1 for update skip locked) r on true
      where c.business_date = $1::date`,
    [date.toString()],
    'once',
  );
  if (row === undefined) return null;
  const run = runOf(row, date);
  return { run, range: isRange(row) ? rangeOf(run, row) : null, isOpen: row.open };
}

/** The first open range, once who holds it has ended; null where all have become done. */
async function lockLeft(sql: Sql, run: Run): Promise<Range | null> {
  const [row] = await sql<RangeRow>(
    `select number, last_id, to_id from close_of_business_range
      where close_id = $1 and step = $2 and last_id < to_id order by number limit 1 for update`,
    [run.id, run.step],
    'once',
  );
  return row ? rangeOf(run, row) : null;
}

async function lockEnd(sql: Sql, run: Run): Promise<Next> {
  const [row] = await sql<RunRow>(
    `select ${RUN} from close_of_business c where c.id = $1 and c.state = 'running' for update`,
    [run.id],
    'once',
  );
  return row ? { kind: 'end', run: runOf(row, run.date) } : { kind: 'changed' };
}

/** Begins the next step, unless another process has: all ranges of the one before are done. */
async function enter(sql: Sql, { id, date, step: before }: Run, step: Step, limit: number): Promise<Next> {
  const [row] = await sql<RunRow>(
    `update close_of_business c set step = $2 where c.id = $1 and c.step = $3 returning ${RUN}`,
    [id, step, before],
    'once',
  );
  if (!row) return { kind: 'changed' };
  return proceed(sql, runOf(row, date), limit);
}

/** Others that begin the same day wait for this transaction, and then find its ranges. */
async function begin(sql: Sql, date: Temporal.PlainDate, limit: number): Promise<Next> {
  const [row] = await sql<RunRow>(
    `insert into close_of_business as c (uuid, business_date, state, loans_total)
     select $1, $2::date, 'running', (select count(*) from ${LOANS_TO_CLOSE} l)
      where not exists (select from close_of_business where business_date < $2::date and state <> 'done')
     on conflict (tenant_id, business_date) do nothing returning ${RUN}`,
    [randomUUIDv7(), date.toString()],
    'once',
  );
  if (row) return proceed(sql, runOf(row, date), limit);
  if ((await findNext(sql, date)) === null) throw new Error(`${date} can’t be closed while a day before it is open.`);
  return { kind: 'changed' };
}

/** The first range of a step that this transaction begins, or the next step where there is nothing to do. */
async function proceed(sql: Sql, run: Run, limit: number): Promise<Next> {
  if (run.step === 'resting') return { kind: 'end', run };
  const first = await divide(sql, run, run.step, limit);
  if (first) return { kind: 'range', range: first };
  return enter(sql, run, run.step === 'loans' ? 'savings' : 'resting', limit);
}

/** The last range has no end: what is lent while the others are closed is closed with them. */
async function divide(sql: Sql, run: Run, step: Range['step'], limit: number): Promise<Range | null> {
  const rows = await sql<RangeRow>(
    `insert into close_of_business_range (close_id, step, number, after_id, last_id, to_id)
     select $1, $2, n.number, n.after_id, n.after_id, case when n.is_last then ${NO_END} else n.to_id end
       from (select b.number, b.to_id, coalesce(lag(b.to_id) over (order by b.number), 0) as after_id,
                    lead(b.to_id) over (order by b.number) is null as is_last
               from (select p.number, max(p.id) as to_id
                       from (select c.id, ((row_number() over (order by c.id) - 1) / $3)::integer + 1 as number
                               from ${step === 'loans' ? LOANS_TO_CLOSE : SAVINGS_TO_CLOSE} c) p
                      group by p.number) b) n
     returning number, last_id, to_id`,
    [run.id, step, limit],
    'once',
  );
  const first = rows.find(({ number }) => number === 1);
  return first ? rangeOf(run, first) : null;
}

/** Greater than every id. */
const NO_END = '9223372036854775807';

const MOVE_ON = prepared(
  `update close_of_business_range set last_id = coalesce($4::bigint, to_id) where close_id = $1 and step = $2 and number = $3`,
);

/**
 * Moves a range on behind the records that were closed.
 * @param lastId null: there are none behind them
 */
export function moveOn({ later }: TenantTransaction, { run, step, number }: Range, lastId: number | null): void {
  later(MOVE_ON, [run.id, step, number, lastId]);
}

/**
 * Counts what a batch did in the run. What the batch changed is written before: processes that share a day wait for each
 * other from here to the commit only.
 * @param assignments to columns, of parameters from $2 on
 * @returns the run as it is then; its versions are in the order of the commits
 */
export async function countIn(
  tx: TenantTransaction,
  run: Run,
  assignments: string,
  values: readonly unknown[],
): Promise<Run> {
  await tx.flush();
  const [row] = await tx.sql<RunRow>(
    `update close_of_business c set ${assignments}, batches = batches + 1, version = version + 1 where c.id = $1 returning ${RUN}`,
    [run.id, ...values],
    'once',
  );
  if (!row) throw new Error(`The close of business ${run.id} is gone.`);
  return runOf(row, run.date);
}

type RunRow = {
  id: string;
  uuid: string;
  version: number;
  state: 'running' | 'done';
  step: Step;
  loans_done: number;
  loans_total: number;
  savings_done: number;
};

type RangeRow = { number: number; last_id: string; to_id: string };

const isRange = (row: Partial<RangeRow>): row is RangeRow => typeof row.number === 'number';

function rangeOf(run: Run, row: RangeRow): Range {
  if (run.step === 'resting') throw new Error(`The close of business ${run.id} has a range in its last step.`);
  return { run, step: run.step, number: row.number, lastId: Number(row.last_id), toId: String(row.to_id) };
}

function runOf(row: RunRow, date: Temporal.PlainDate): Run {
  return {
    id: Number(row.id),
    uuid: row.uuid,
    version: row.version,
    date,
    step: row.step,
    loansDone: row.loans_done,
    loansTotal: row.loans_total,
    savingsDone: row.savings_done,
    finished: row.state === 'done',
  };
}
