import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { mkdir } from 'node:fs/promises';
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

/**
 * `umoja backup` while deposits come in; then the machine is lost with all that is on it, and `umoja restore` brings the backup
 * back elsewhere. What was confirmed before the backup may not be missing; what came behind it is the price.
 */
export const backup: Drill = async ({ clients, seconds }) => {
  const prepared = await prepareDrill({});
  const { env, folder, dataDir, at } = prepared;
  const first = await started(env);
  // The system's own server is found in the data directory.
  let server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const sql = statementsOn(() => server.url);
  const { office, deposits } = await busy(prepared, sql, clients);
  const kept = join(folder, 'backup');
  const said = await commanded(env, 'backup', kept, '--json');
  const through = Date.parse(/"through": ?"([^"]+)"/.exec(said)?.[1] ?? '');
  await sleep(seconds * 1_000);

  const disaster = Date.now();
  first.child.kill('SIGKILL');
  await server.stop();
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  const again = { ...env, UMOJA_DATA_DIR: elsewhere, UMOJA_DEMO: 'no' };
  await commanded(again, 'restore', kept);
  const second = await started(again);
  server = await startEmbeddedPostgres({ dataDir: elsewhere, log: () => undefined });
  const takes = await confirmedAgain(deposits, Date.now());
  await sleep(seconds * 1_000);
  await deposits.end();

  const before = deposits.confirmed.filter((each) => each.at < through);
  const { booked, lost } = await booksOf(sql, office, before);
  const proof = await proofOf({ office, sql, at, env: again }, booked);
  const given = deposits.confirmed.filter((each) => each.at >= through && each.at < disaster).length;
  await second.end('SIGTERM');
  office.receiver.close();
  await server.stop();
  await prepared.remove();
  return {
    rpo: secondsBetween(through, disaster),
    rto: secondsBetween(disaster, takes),
    lost: `${lost.length} of ${before.length} deposits that were confirmed before the backup; ${given} behind it`,
    checks: [[`nothing is lost of what was confirmed before the backup: ${lost.length}`, lost.length === 0], ...proof],
  };
};
