/**
 * Every role as a process of its own, and Debian's Prometheus that scrapes all of them with the configuration and the rules that are
 * shipped. Each alert is silent while the system is well, fires at the fault that it is for, and ends when the fault is repaired. Time
 * passes thirty times faster for the rules (`for: 1h` is two minutes).
 *
 *     npm run bench -- alerts [--only UmojaRestSlow,...]
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROLES } from '#platform/roles/roles.ts';
import { eventually } from '../support/eventually.ts';
import type { Fault, Faults } from './alerts/fault.ts';
import { faultsOf } from './alerts/faults.ts';
import { startPrometheus } from './alerts/prometheus.ts';
import { startSystem } from './alerts/system.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
if (spawnSync('prometheus', ['--version']).error) {
  console.log('Skipped: there is no prometheus on the PATH (Debian: apt-get install prometheus).');
  process.exit();
}
/** Beside what a rule waits: a scrape, an evaluation, figures that are kept for five seconds, and a machine that is busy. */
const PATIENCE_MS = 120_000;
const system = await startSystem();
const prometheus = await startPrometheus(system.folder, system.shownAt);
let isRight = true;
const checked = (what: string, holds: boolean) => {
  console.log(`${holds ? 'ok    ' : 'WRONG '} ${what}`);
  isRight &&= holds;
};

await eventually(async () => (await prometheus.targets()).filter(({ isUp }) => isUp).length === ROLES.length);
const targets = await prometheus.targets();
checked(
  `${targets.length} of ${ROLES.length} roles are scraped: ${targets.map(({ role, seconds }) => `${role} in ${Math.ceil(seconds * 1_000)} ms`).join(', ')}`,
  targets.length === ROLES.length,
);
await eventually(async () => (await prometheus.groups()).every(({ rules, well }) => rules === well));
const groups = await prometheus.groups();
checked(`rules are loaded: ${groups.map(({ name, rules }) => `${name} ${rules}`).join(', ')}`, groups.length > 0);

const only = values.only.split(',').filter(Boolean);
const isWanted = ({ alerts }: Fault) => only.length === 0 || alerts.some((alert) => only.includes(alert));
const faults = faultsOf(system);
const without = [...prometheus.waits.keys()].filter(
  (name) => !faults.flat().some(({ alerts }) => alerts.includes(name)),
);
checked(
  `${prometheus.waits.size - without.length} of ${prometheus.waits.size} alerts have a fault ${without.join(', ')}`,
  without.length === 0,
);

const stateOf = async (alert: string) => {
  const all = (await prometheus.alerts()).filter(({ labels }) => labels.alertname === alert);
  return all.some(({ state }) => state === 'firing') ? 'firing' : all.length > 0 ? 'pending' : 'silent';
};

for (const group of faults) await tried(group.filter(isWanted));
await sleep(10_000);
const left = [
  ...new Set(
    (await prometheus.alerts()).filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
  ),
];
console.log(left.length === 0 ? 'nothing fires at the end' : `still firing at the end: ${left.join(', ')}`);
await prometheus.stop();
await system.stop();
process.exit(isRight ? 0 : 1);

async function tried(group: Faults): Promise<void> {
  const lasting: { readonly fault: Fault; readonly fired: Promise<void>; readonly end: AbortController }[] = [];
  for (const fault of group) {
    console.log(`       ${fault.what}`);
    for (const alert of fault.alerts) checked(`${alert} is silent before`, (await stateOf(alert)) === 'silent');
    const since = performance.now();
    const end = new AbortController();
    await fault.cause();
    const goingOn = keepUp(fault, end.signal);
    const fired = Promise.all(fault.alerts.map((alert) => untilFired(alert, since))).then(async () => {
      end.abort();
      await goingOn;
    });
    lasting.push({ fault, fired, end });
    // The next fault is caused when this one is seen: so each alert is known by its own.
    await eventually(
      async () => (await Promise.all(fault.alerts.map(stateOf))).every((state) => state !== 'silent'),
      PATIENCE_MS,
    ).catch(() => undefined);
  }
  await Promise.all(lasting.map(({ fired }) => fired));
  for (const { fault } of lasting) await fault.mend();
  for (const alert of lasting.flatMap(({ fault }) => fault.alerts)) await untilSilent(alert);
}

async function keepUp({ meanwhile }: Fault, end: AbortSignal): Promise<void> {
  while (meanwhile && !end.aborted) await meanwhile();
}

async function untilFired(alert: string, since: number): Promise<void> {
  const waits = prometheus.waits.get(alert) ?? 0;
  const within = (waits / prometheus.faster) * 1_000 + PATIENCE_MS;
  const fires = await eventually(async () => (await stateOf(alert)) === 'firing', within).catch(() => false);
  const seconds = Math.round((performance.now() - since) / 1_000);
  checked(
    `${alert} ${fires ? 'fired' : 'did not fire'} ${seconds} s after its fault; its rule waits ${waits} s, here ${Math.ceil(waits / prometheus.faster)}`,
    fires,
  );
}

async function untilSilent(alert: string): Promise<void> {
  const since = performance.now();
  const ended = await eventually(async () => (await stateOf(alert)) !== 'firing', PATIENCE_MS).catch(() => false);
  checked(
    `${alert} ${ended ? 'ended' : 'did not end'} ${Math.round((performance.now() - since) / 1_000)} s after all was repaired`,
    ended,
  );
}
