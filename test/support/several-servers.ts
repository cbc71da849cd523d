import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from './certificate.ts';
import { TEST_SECRET } from './database.ts';
import { eventually } from './eventually.ts';
import { OWN_VERSION, startOtherPostgres, startReplicaOf, type OtherPostgres } from './other-postgres.ts';
import { noPgBouncer, startPgBouncer } from './pgbouncer.ts';
import { databaseAt, withClient } from './test-server.ts';
import { bareEnvironment, runFile } from './umoja-process.ts';
import { noSentinel, startWatchedRedis } from './watched-redis.ts';

const OWNER = 'keeper';
const RUNNING = 'umoja_run';
const PASSWORD = 'the password of the running role';

/**
 * Every server that an operator may put under the system, of their own: PostgreSQL with a streaming replica, PgBouncer in
 * transaction mode in front of the primary, and a Redis that Sentinels watch; all encrypted but the pooler. Without PgBouncer or a Redis on this
 * machine the environment leaves that one out.
 */
export async function startSeveralServers() {
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const primary = await startOtherPostgres(OWN_VERSION, () => undefined);
    closing.push(primary.stop);
    const certificate = await encrypt(primary);
    await withClient(primary.url, async (client) => {
      await client.query(`create role ${OWNER} login createrole password '${OWNER}'`);
      await client.query(`create database umoja owner ${OWNER}`);
    });
    const replica = await startReplicaOf(primary);
    closing.push(replica.stop);
    const at = (server: { readonly url: string }, user: string, password: string): string => {
      // The client looks for a name in a certificate, and never for the address of a machine.
      const own = { hostname: 'localhost', username: user, password };
      const url = Object.assign(new URL(databaseAt(server.url, 'umoja')), own);
      url.searchParams.set('sslmode', 'verify-full');
      url.searchParams.set('sslrootcert', certificate);
      return url.href;
    };

    const users = [RUNNING, `${RUNNING}_finds`, `${RUNNING}_queue`].map((name) => [name, PASSWORD] as const);
    const own = new URL(primary.url);
    const pooler = noPgBouncer
      ? null
      : await startPgBouncer(primary.url, { [own.username]: own.password, ...Object.fromEntries(users) });
    if (pooler) closing.push(pooler.stop);
    const redis = noSentinel ? null : await startWatchedRedis('tls');
    if (redis) closing.push(redis.stop);
    const dataDir = await mkdtemp(join(tmpdir(), 'umoja-several-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));

    const direct = at(primary, RUNNING, PASSWORD);
    const pooled = pooler === null ? null : new URL(pooler.at(RUNNING, PASSWORD));
    if (pooled) pooled.pathname = '/umoja';
    const env = bareEnvironment({
      ...(pooled
        ? { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: direct, DATABASE_STATEMENTS: 'unnamed' }
        : { DATABASE_URL: direct }),
      READ_DATABASE_URL: at(replica, RUNNING, PASSWORD),
      ...(redis ? { REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: redis.certificate } : {}),
      UMOJA_SECRET: TEST_SECRET,
      UMOJA_DATA_DIR: dataDir,
      UMOJA_DEMO: 'small',
    });
    const owner = { ...env, MIGRATION_DATABASE_URL: at(primary, OWNER, OWNER) };
    const migrated = await runFile('platform/cli/umoja.ts', ['migrate'], owner);
    if (migrated.code !== 0) throw new Error(migrated.output);
    return {
      /** For every process: the demo is planted as the owner. */
      env: owner,
      dataDir,
      redis,
      sql: (text: string) => withClient(databaseAt(primary.url, 'umoja'), (client) => client.query(text)),
      /** Transactions that the replica has served. */
      servedByReplica: () =>
        withClient(databaseAt(replica.url, 'umoja'), async (client) => {
          const counted = `select xact_commit::int as n from pg_stat_database where datname = 'umoja'`;
          return ((await client.query<{ n: number }>(counted)).rows[0]?.n ?? 0) as number;
        }),
      /** Transactions that went through the pooler; null without one. */
      servedByPooler: async (): Promise<number | null> => {
        if (pooler === null) return null;
        const console = Object.assign(new URL(pooler.at(own.username, own.password)), { pathname: '/pgbouncer' });
        const { rows } = await withClient(console.href, (client) => client.query('show stats_totals'));
        return Number(
          (rows as { database: string; xact_count: string }[]).find((row) => row.database === 'umoja')?.xact_count,
        );
      },
      /** Resolves once the replica has all that is committed now. */
      replicaFollows: async () => {
        const { rows } = await withClient(primary.url, (client) =>
          client.query('select pg_current_wal_flush_lsn() as at'),
        );
        const has = `select pg_last_wal_replay_lsn() >= '${String(rows[0].at)}'::pg_lsn as has`;
        await eventually(async () => (await withClient(replica.url, (client) => client.query(has))).rows[0].has);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** As managed services have it. @returns the file with the certificate, which its replicas have as well */
async function encrypt({ url, folder: { cluster, runAs } }: OtherPostgres): Promise<string> {
  const { key, cert } = selfSigned(['localhost']);
  const file = (name: string) => join(cluster, name);
  await writeFile(file('server.key'), key, { mode: 0o600 });
  await writeFile(file('server.crt'), cert);
  if (runAs) for (const name of ['server.key', 'server.crt']) await chown(file(name), runAs.uid, runAs.gid);
  await withClient(url, async (client) => {
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  });
  return file('server.crt');
}
