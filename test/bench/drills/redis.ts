import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { join } from 'node:path';
import { startOwnRedis } from '../../support/redis.ts';
import { noSentinel, startWatchedRedis } from '../../support/watched-redis.ts';
import { proofOf } from '../deposits/proof.ts';
import {
  booksOf,
  busy,
  commanded,
  confirmedAgain,
  prepareDrill,
  secondsBetween,
  started,
  statementsOn,
  type Drill,
} from './drill.ts';

/** A Redis, and how it is lost and there again. */
type Losing = {
  readonly url: string;
  readonly lose: () => unknown;
  readonly regain: () => Promise<unknown>;
  readonly stop: () => Promise<unknown>;
};

/** Redis goes away under load and comes back empty: every job, limit and lease in it is gone. Nothing may be. */
export const lossOfRedis: Drill = async (options) => {
  const { url, stop, restart } = await startOwnRedis();
  return drillOf({ url, lose: stop, regain: restart, stop }, options);
};

/**
 * The primary of a Redis that Sentinels watch freezes under load, and with it one of them: connections stay open and say nothing
 * until another one has taken its place. It wakes up afterwards, and may carry out what waited in its sockets.
 */
export const failOverOfRedis: Drill = async (options) => {
  if (noSentinel !== null) throw new Error(`The drill can't be run: ${noSentinel}.`);
  const { url, freeze, replaced, wake, stop } = await startWatchedRedis();
  return drillOf({ url, lose: freeze, regain: () => replaced().then(wake), stop }, options);
};

async function drillOf(redis: Losing, { clients, seconds }: Parameters<Drill>[0]): ReturnType<Drill> {
  const prepared = await prepareDrill({ REDIS_URL: redis.url });
  const server = await startEmbeddedPostgres({ dataDir: join(prepared.folder, 'postgres'), log: () => undefined });
  const env = { ...prepared.env, DATABASE_URL: server.url };
  await commanded(env, 'migrate');
  const umoja = await started(env);
  const sql = statementsOn(() => server.url);
  const { office, deposits } = await busy(prepared, sql, clients);
  await sleep(seconds * 1_000);

  const disaster = Date.now();
  await redis.lose();
  await sleep(seconds * 1_000);
  const whileAway = deposits.confirmed.filter(({ at }) => at > disaster).length;
  const back = Date.now();
  await redis.regain();
  const again = whileAway > 0 ? disaster : await confirmedAgain(deposits, back);
  await sleep(seconds * 1_000);
  await deposits.end();

  const { booked, lost } = await booksOf(sql, office, deposits.confirmed);
  const proof = await proofOf({ office, sql, at: prepared.at, env }, booked);
  await umoja.end('SIGTERM');
  office.receiver.close();
  await redis.stop();
  await server.stop();
  await prepared.remove();
  return {
    rpo: 0,
    rto: secondsBetween(disaster, again),
    lost: `${lost.length} of ${deposits.confirmed.length} confirmed deposits; ${whileAway} were confirmed without Redis`,
    checks: [
      [`nothing is lost of what was confirmed: ${lost.length}`, lost.length === 0],
      [
        `replies that no client repeats: ${deposits.failures.slice(0, 3).join('; ') || 'none'}`,
        deposits.failures.length === 0,
      ],
      ...proof,
    ],
  };
}
