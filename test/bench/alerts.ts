/**
 * Each alert by the fault that it is for: the roles run as processes of their own, the fault is done to them, and what their
 * /metrics show is played to Prometheus' own evaluation of deploy/monitoring/alerts.yaml (promtool, of Debian's package
 * prometheus). Where a rule waits for minutes or hours the last scrapes go on; where a row has to be old, it is made older.
 *
 *     npm run bench -- alerts [--only UmojaRestSlow,...]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { runFile, startUmoja } from '../support/umoja-process.ts';
import { eventually } from '../support/eventually.ts';
import { faultsOf } from './alerts/faults.ts';
import { isSeen } from './alerts/play.ts';
import { scrape, type Scrape } from './alerts/scrapes.ts';
import { openDepositOffice } from './deposits/office.ts';
import { commanded, prepareDrill, statementsOn } from './drills/drill.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
if (spawnSync('promtool', ['--version']).error) {
  console.log('Skipped: there is no promtool on the PATH (Debian: apt-get install prometheus).');
  process.exit();
}
const prepared = await prepareDrill({});
const postgres = await startEmbeddedPostgres({ dataDir: join(prepared.folder, 'postgres'), log: () => undefined });
const sql = statementsOn(() => postgres.url);
const ports = {
  graph: await freePort(),
  lending: await freePort(),
  ofLending: await freePort(),
  workers: await freePort(),
};
const lending = `http://127.0.0.1:${ports.lending}`;
const env = { ...prepared.env, DATABASE_URL: postgres.url, DATABASE_POOL_SIZE: '3' };
await commanded(env, 'migrate');
const begun = async (more: Record<string, string>, roles: readonly string[]) => {
  const umoja = startUmoja({ ...env, ...more }, roles);
  process.once('exit', () => umoja.child.kill('SIGKILL'));
  await umoja.up;
  return umoja;
};
const processes = {
  front: await begun({ GRAPHQL_PORT: String(ports.graph), LENDING_URL: `${lending}/graphql` }, [
    'rest',
    'gateway',
    'education',
    'access',
  ]),
  lending: await begun(
    { LENDING_PORT: String(ports.lending), METRICS_PORT: String(ports.ofLending), UMOJA_DEMO: 'no' },
    ['lending'],
  ),
  workers: await begun({ METRICS_PORT: String(ports.workers), UMOJA_DEMO: 'no' }, ['workers']),
};
const places = {
  front: prepared.at,
  lending: `http://127.0.0.1:${ports.ofLending}`,
  workers: `http://127.0.0.1:${ports.workers}`,
};
const office = await openDepositOffice({ at: prepared.at, dataDir: prepared.dataDir, sql });
const faults = faultsOf({
  ...office,
  rest: prepared.at,
  graph: `http://127.0.0.1:${ports.graph}/graphql`,
  processes,
  sql,
  command: (...words) => runFile('platform/cli/umoja.ts', words, env),
});

let isRight = true;
const only = values.only.split(',').filter(Boolean);
for (const { alerts, cause, mend } of faults) {
  if (only.length > 0 && !alerts.some((alert) => only.includes(alert))) continue;
  const well = await eventually(async () => {
    const now = await scrape(places);
    return [...now.values()].includes(null) ? null : now;
  }, 60_000);
  const faulty: Scrape[] = [];
  await cause(async () => void faulty.push(await scrape(places)));
  await mend?.();
  for (const alert of alerts) {
    const problem = well === null ? 'The system was not well.' : await isSeen(alert, well, faulty);
    console.log(`${problem === null ? 'ok     fired ' : 'WRONG '} ${alert}${problem === null ? '' : `: ${problem}`}`);
    isRight &&= problem === null;
  }
  await sleep(500);
}
await Promise.all(Object.values(processes).map(({ end }) => end('SIGKILL')));
office.receiver.close();
await postgres.stop();
await prepared.remove();
process.exit(isRight ? 0 : 1);
