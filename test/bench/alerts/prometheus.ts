import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import type { Role } from '#platform/roles/roles.ts';
import { eventually } from '../../support/eventually.ts';

const SHIPPED = join(import.meta.dirname, '../../../deploy/monitoring');
/** Time passes so much faster for the rules: an hour takes two minutes. What they compare is not changed. */
const FASTER = 30;
const EVERY = '2s';

type Rule = { readonly alert: string; expr: string; for?: string };
type Rules = { readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[] };
type Scrapes = {
  global: object;
  readonly scrape_configs: {
    metric_relabel_configs?: object;
    readonly static_configs: { targets: string[]; readonly labels: { readonly role: Role } }[];
  }[];
};

export type Alert = { readonly labels: { readonly alertname: string }; readonly state: 'pending' | 'firing' };

/**
 * Debian's Prometheus with the configuration and the rules that are shipped: it scrapes every role, at the port that it has here. The
 * institution that faults are done to is a sandbox; its figures are taken for those of a live one, to which the alerts look.
 */
export async function startPrometheus(folder: string, portOf: (role: Role) => number) {
  const rules = parse(await readFile(join(SHIPPED, 'alerts.yaml'), 'utf8')) as Rules;
  const waits = new Map<string, number>();
  for (const rule of rules.groups.flatMap((group) => group.rules)) {
    waits.set(rule.alert, rule.for === undefined ? 0 : secondsOf(rule.for));
    if (rule.for !== undefined) rule.for = faster(rule.for);
    rule.expr = rule.expr.replaceAll(/\[(\w+)\]/g, (_, range: string) => `[${faster(range)}]`);
  }
  await writeFile(join(folder, 'alerts.yaml'), stringify(rules));
  const scrapes = parse(await readFile(join(SHIPPED, 'prometheus.yaml'), 'utf8')) as Scrapes;
  scrapes.global = { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY };
  for (const job of scrapes.scrape_configs) {
    for (const each of job.static_configs) each.targets = [`127.0.0.1:${portOf(each.labels.role)}`];
    job.metric_relabel_configs = [
      { source_labels: ['mode'], regex: 'live', action: 'drop' },
      { source_labels: ['mode'], regex: 'sandbox', target_label: 'mode', replacement: 'live' },
    ];
  }
  const config = join(folder, 'prometheus.yaml');
  await writeFile(config, stringify(scrapes));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const read = async <Data>(what: string): Promise<Data> => {
    const response = await fetch(`http://${address}/api/v1/${what}`);
    return ((await response.json()) as { data: Data }).data;
  };
  await eventually(() => read('rules').catch(() => null));
  return {
    /** Of each alert how many seconds its rule waits, as it is shipped. */
    waits: waits as ReadonlyMap<string, number>,
    faster: FASTER,
    /** Each process that is scraped: its role, whether it answers, and how long a scrape of it takes in seconds. */
    targets: async () => {
      const { activeTargets } = await read<{ activeTargets: ScrapedTarget[] }>('targets?state=active');
      return activeTargets.map(({ labels, health, lastScrapeDuration }) => ({
        role: labels.role,
        isUp: health === 'up',
        seconds: lastScrapeDuration,
      }));
    },
    groups: async () => {
      const { groups } = await read<{ groups: { name: string; rules: { health: string }[] }[] }>('rules');
      return groups.map(({ name, rules: all }) => ({
        name,
        rules: all.length,
        well: all.filter(({ health }) => health === 'ok').length,
      }));
    },
    /** Its alerts that are pending or fire. */
    alerts: async () => (await read<{ alerts: Alert[] }>('alerts')).alerts,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

type ScrapedTarget = {
  readonly labels: { readonly role: Role };
  readonly health: 'up' | 'down' | 'unknown';
  readonly lastScrapeDuration: number;
};

const UNITS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3_600 };

function secondsOf(duration: string): number {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(seconds)) throw new Error(`${duration} is no duration that this bench knows.`);
  return seconds;
}

const faster = (duration: string): string => `${Math.ceil(secondsOf(duration) / FASTER)}s`;
