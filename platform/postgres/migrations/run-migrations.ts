import { setTimeout as pause } from 'node:timers/promises';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { codeOf, errorOf } from '../../runtime/thrown.ts';
import { isOfBaseline, migrations, wayOf, type MigrationFile } from './migrations.ts';

type Log = (line: string) => void;
type Options = {
  readonly all?: readonly MigrationFile[];
  /** Where a lock is not to be had for so long, everyone who came behind goes first, and it is tried again. */
  readonly lockTimeoutMs?: number;
};

const LOCK_TIMEOUT_MS = 2_000;
/** Less than the second after which PostgreSQL looks for who waits for whom, and ends a request. */
const STEP_LOCK_TIMEOUT_MS = 500;
const TRIES = 60;
const PAUSE_MS = 500;
/** A deadlock, and a lock that was not to be had in time. */
const IN_THE_WAY = ['40P01', '55P03'];

/**
 * Runs the migrations that the database lacks. Those of the baseline are one transaction: it is there as a whole or not at all. Each
 * behind it is run by itself, as its file says, beside processes that work.
 */
export async function runMigrations(
  client: pg.Client,
  adminUrl: string,
  log: Log,
  { all = migrations, lockTimeoutMs = LOCK_TIMEOUT_MS }: Options = {},
): Promise<void> {
  const done = await migrated(client);
  const waiting = all.filter(({ name }) => !done.has(name));
  const baseline = waiting.filter(isOfBaseline);
  const steps = waiting.filter((each) => !isOfBaseline(each));
  const run = async (files: readonly MigrationFile[], { allOrNothing }: { readonly allOrNothing: boolean }) => {
    if (files.length === 0) return;
    const orm = await openOrm(adminUrl, { files: files.map(classOf(lockTimeoutMs, log)), allOrNothing });
    try {
      for (const part of allOrNothing ? [files] : files.map((file) => [file])) {
        const names = part.map(({ name }) => name);
        const ran = await patiently(() => orm.migrator.up({ migrations: names }), log);
        for (const { name } of ran) log(`migrated ${name}`);
      }
    } finally {
      await orm.close(true);
    }
  };
  await run(baseline, { allOrNothing: true });
  await run(steps, { allOrNothing: false });
}

/**
 * Tries again where another transaction was in the way: it goes on, and so do those who would have waited behind us.
 * @throws what the work throws, or the refused lock after half a minute of pauses
 */
export async function patiently<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const codes = [codeOf(error), codeOf(errorOf(error).cause)];
      if (tries >= TRIES || !codes.some((code) => IN_THE_WAY.includes(code ?? ''))) throw error;
      if (tries % 10 === 1)
        log('Another transaction holds what is to be changed; it is tried again when others have passed.');
      await pause(PAUSE_MS);
    }
  }
}

/** Carries a part of the work out in a transaction of its own, and again where another one was in the way. */
export type Step = (work: () => Promise<unknown>) => Promise<void>;

/**
 * Steps that lock one table each. A migration that holds the lock of one table while it waits for that of another may wait for a
 * request that waits for it in turn: PostgreSQL ends the request then.
 */
export const stepsOf =
  (client: pg.Client, log: Log): Step =>
  (work) =>
    patiently(async () => {
      await client.query(`begin; set local lock_timeout = ${STEP_LOCK_TIMEOUT_MS}; set local synchronous_commit = off`);
      try {
        await work();
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }, log);

async function migrated(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('public.mikro_orm_migrations') is not null as made`,
  );
  if (!rows[0]?.made) return new Set();
  const found = await client.query<{ name: string }>('select name from mikro_orm_migrations');
  return new Set(found.rows.map(({ name }) => name));
}

const openOrm = (
  clientUrl: string,
  { files, allOrNothing }: { readonly files: ReturnType<ReturnType<typeof classOf>>[]; readonly allOrNothing: boolean },
) =>
  MikroORM.init({
    clientUrl,
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    entities: [],
    extensions: [Migrator],
    migrations: { migrationsList: files, snapshot: false, transactional: true, allOrNothing, silent: true },
    pool: { min: 0, max: 2 },
  });

/** The migration of a file, as MikroORM runs it. */
const classOf = (lockTimeoutMs: number, log: Log) => (file: MigrationFile) => {
  const impatience = `set local lock_timeout = ${lockTimeoutMs}`;
  return {
    name: file.name,
    class: class extends Migration {
      override isTransactional(): boolean {
        return wayOf(file.read()) === 'in a transaction';
      }

      override async up(): Promise<void> {
        const sql = file.read();
        const way = wayOf(sql);
        if (way === 'in a transaction') this.addSql(impatience);
        if (way === 'in batches') return this.#fill(sql);
        for (const statement of way === 'in a transaction' ? [sql] : statementsOf(sql)) this.addSql(statement);
      }

      /** Each batch is a transaction, which keeps how far it came. */
      async #fill(sql: string): Promise<void> {
        const name = pg.escapeLiteral(file.name);
        const batch = () =>
          this.driver.getConnection().transactional(async (ctx) => {
            const query = (text: string) => this.driver.execute<Filled[]>(text, [], 'all', ctx);
            await query(impatience);
            await query(
              `select set_config('umoja.position', coalesce(
                 (select f.position from guard.filling f where f.migration = ${name}), ''), true)`,
            );
            const [{ next, rows } = { next: null, rows: 0 }] = await query(sql);
            const [{ rows: total } = { rows }] = await query(
              `insert into guard.filling as f (migration, position, rows)
               values (${name}, ${next === null ? 'null' : pg.escapeLiteral(typeof next === 'string' ? next : JSON.stringify(next))}, ${Number(rows)})
               on conflict (migration) do update set
                 position = coalesce(excluded.position, f.position), rows = f.rows + excluded.rows
               returning rows`,
            );
            return { isOver: next === null, total: Number(total) };
          });
        for (let batches = 1; ; batches++) {
          const { isOver, total } = await patiently(batch, log);
          if (isOver || batches % 100 === 0) log(`${file.name}: ${total} rows so far`);
          if (isOver) return;
        }
      }
    },
  };
};

/** What one batch did: where the next begins, null where there is none, and how many rows it has changed. */
type Filled = { readonly next: unknown; readonly rows: number | string };

/** The statements of a file that holds no bodies of functions: a semicolon at the end of a line ends one. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
