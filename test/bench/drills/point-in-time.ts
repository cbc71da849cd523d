import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyFiles, OWN_VERSION, startAsOf, startOtherPostgres } from '../../support/other-postgres.ts';
import { eventually } from '../../support/eventually.ts';
import { proofOf } from '../deposits/proof.ts';
import {
  booksOf,
  busy,
  confirmedAgain,
  makeDatabase,
  prepareDrill,
  secondsBetween,
  started,
  statementsOn,
  type Drill,
} from './drill.ts';

/**
 * A copy of the files and an archive of what was written since bring back the moment before a mistake: someone empties a
 * table while deposits come in. What was confirmed up to that moment may not be missing; what came behind it is given up.
 */
export const pointInTime: Drill = async ({ clients, seconds }) => {
  const archive = await mkdtemp(join(tmpdir(), 'umoja-archive-'));
  const primary = await startOtherPostgres(OWN_VERSION, () => undefined, {
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
  });
  const { runAs } = primary.folder;
  if (runAs) await chown(archive, runAs.uid, runAs.gid);
  const prepared = await prepareDrill({});
  const owner = new URL(await makeDatabase(primary.url, prepared));
  const env = { ...prepared.env, DATABASE_URL: owner.href };
  const first = await started(env);
  let server = primary.url;
  const sql = statementsOn(() => server.replace(/\/postgres$/, '/umoja'));
  const { office, deposits } = await busy(prepared, sql, clients);
  const copy = await copyFiles(primary);
  await sleep(seconds * 1_000);

  const [moment] = await sql<{ at: string; ms: string }>(
    `select clock_timestamp()::text as at, (extract(epoch from clock_timestamp()) * 1000)::text as ms`,
  );
  const disaster = Date.now();
  await sql('update savings_account set balance = 0');
  await sleep(seconds * 1_000);
  const [{ file } = { file: '' }] = await sql<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await eventually(
    async () =>
      (await sql<{ done: boolean }>(`select last_archived_wal >= '${file}' as done from pg_stat_archiver`))[0]?.done,
    60_000,
  );
  const seen = Date.now();
  await first.end('SIGTERM');
  await primary.kill();
  const restored = await startAsOf(copy, { archive, at: moment?.at ?? '' });
  server = restored.url;
  await eventually(
    async () => (await sql<{ done: boolean }>('select not pg_is_in_recovery() as done'))[0]?.done,
    120_000,
  );
  owner.port = new URL(restored.url).port;
  const again = { ...env, DATABASE_URL: owner.href, UMOJA_DEMO: 'no' };
  const second = await started(again);
  const takes = await confirmedAgain(deposits, Date.now());
  await sleep(seconds * 1_000);
  await deposits.end();

  // Numbers that were given behind the moment are given again: only what was confirmed before it is compared.
  const before = deposits.confirmed.filter(({ at }) => at < Number(moment?.ms));
  const { booked, lost } = await booksOf(sql, office, before);
  const proof = await proofOf({ office, sql, at: prepared.at, env: again }, booked);
  const given = deposits.confirmed.filter(({ at }) => at >= disaster && at < seen).length;
  await second.end('SIGTERM');
  office.receiver.close();
  await restored.stop();
  await primary.stop();
  await rm(archive, { recursive: true, force: true });
  await prepared.remove();
  return {
    rpo: lost.length === 0 ? 0 : secondsBetween(Math.min(...lost.map(({ at }) => at)), disaster),
    rto: secondsBetween(seen, takes),
    lost: `${lost.length} of ${before.length} deposits that were confirmed before the moment; ${given} behind it were given up`,
    checks: [[`nothing is lost of what was confirmed before the moment: ${lost.length}`, lost.length === 0], ...proof],
  };
};
