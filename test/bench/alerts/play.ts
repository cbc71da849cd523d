import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { seriesOf, type Scrape, type Series } from './scrapes.ts';

const RULES = join(import.meta.dirname, '../../../deploy/monitoring/alerts.yaml');
/** Minutes that the system is well before the fault, and that the fault goes on as it was last seen. */
const WELL = 400;
const GOES_ON = 1_600;

/**
 * Whether an alert is silent while the system is well, and fires at its fault, as Prometheus evaluates the rule over what the
 * processes have shown. Each scrape of the fault is played as a minute, and the last ones go on: gauges as they were, counters
 * as they grew. So a fault that is caused for seconds is seen as one that no one mends.
 */
export async function isSeen(alert: string, well: Scrape, faulty: readonly Scrape[]): Promise<string | null> {
  const series = seriesOf([well, ...faulty]).map((each) => ({ series: each.name, values: played(each) }));
  const fires = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0 or vector(0)`;
  const at = (minutes: number, value: number) => ({
    expr: fires,
    eval_time: `${minutes}m`,
    exp_samples: [{ labels: '{}', value }],
  });
  const folder = await mkdtemp(join(tmpdir(), 'umoja-alerts-'));
  try {
    const test = {
      interval: '1m',
      input_series: series,
      promql_expr_test: [at(WELL - 1, 0), at(WELL + faulty.length + GOES_ON - 1, 1)],
    };
    const file = join(folder, 'played.yaml');
    await writeFile(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
    await promisify(execFile)('promtool', ['test', 'rules', file], { maxBuffer: 64 << 20 });
    return null;
  } catch (error) {
    // What the program says.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.trim().slice(0, 600) || String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function played({ isCounter, values: [well = null, ...faulty] }: Series): string {
  const shown = (value: number | null) => (value === null ? '_' : String(value));
  const [last = null, before = null] = faulty.toReversed();
  const grows = isCounter && last !== null && before !== null ? Math.max(0, last - before) : 0;
  return [
    well === null ? `_x${WELL}` : `${well}+0x${WELL - 1}`,
    ...faulty.map(shown),
    last === null ? `_x${GOES_ON}` : `${last + grows}+${grows}x${GOES_ON}`,
  ].join(' ');
}
