import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { ROLES } from '#platform/roles/roles.ts';

const deploy = path.join(import.meta.dirname, '../../deploy');
const textOf = (file: string) => readFile(path.join(deploy, file), 'utf8');

type Rule = { readonly name: { readonly as: string }; readonly seriesQuery: string; readonly metricsQuery: string };
type External = { readonly metric: { readonly name: string }; readonly target: { readonly type: string } };
type Scaler = {
  readonly kind: string;
  readonly spec: { readonly metrics: readonly { readonly external?: External }[] };
};

let rule: Rule;
beforeAll(async () => {
  const { externalRules } = parse(await textOf('monitoring/adapter.yaml')) as { externalRules: readonly Rule[] };
  const [only, ...more] = externalRules;
  expect(more).toEqual([]);
  rule = only!;
});

/** The names of metrics in a query. */
const named = (query: string): readonly string[] => query.match(/umoja_\w+/g) ?? [];

describe('The workers are scaled by a figure', () => {
  it('that the adapter serves, from ages that processes show', async () => {
    const manifests = parseAllDocuments(await textOf('kubernetes/base/workers.yaml')).map(
      (each) => each.toJS() as Scaler,
    );
    const scaler = manifests.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const external = scaler?.spec.metrics.flatMap((each) => each.external ?? []);
    // The figure is one for all: shared out over the workers, it would seem to shrink with each that is started.
    expect(external).toMatchObject([{ metric: { name: rule.name.as }, target: { type: 'Value' } }]);
    const folder = path.join(deploy, 'monitoring/dashboards');
    const shown = (
      await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')))
    ).join();
    const used = [rule.seriesQuery, ...named(rule.metricsQuery)];
    expect(used.length).toBeGreaterThan(2);
    for (const name of used) expect(shown).toContain(`(${name})`);
    for (const name of used) expect(name).toMatch(/_age_seconds$/);
  });

  it('that is the age of the oldest work, however many processes show it, as promtool plays it, where there is one', async (context) => {
    const names = named(rule.metricsQuery);
    const oldest = 70;
    const series = names.flatMap((name, at) =>
      ROLES.flatMap((role) =>
        [1, 2].map((n) => ({ series: `${name}{role="${role}",instance="${n}"}`, values: `${oldest - 10 * at}x5` })),
      ),
    );
    const test = {
      tests: [
        {
          interval: '1m',
          input_series: [...series, { series: 'umoja_queue_waiting{queue="react"}', values: '5000x5' }],
          promql_expr_test: [
            { expr: rule.metricsQuery, eval_time: '5m', exp_samples: [{ labels: '{}', value: oldest }] },
          ],
        },
      ],
    };
    const folder = await mkdtemp(path.join(tmpdir(), 'umoja-scaling-'));
    const file = path.join(folder, 'test.yaml');
    await writeFile(file, stringify(test));
    await promisify(execFile)('promtool', ['test', 'rules', file])
      .catch((error: { code?: string; stdout?: string; stderr?: string }) => {
        if (error.code === 'ENOENT') return context.skip('no promtool');
        throw new Error(`${error.stdout}${error.stderr}`);
      })
      .finally(() => rm(folder, { recursive: true }));
  });
});
