import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { amountsOf } from '#platform/postgres/amounts.ts';
import { moneyFiguresOf } from '#platform/postgres/money-figures.ts';
import { backlogOf } from '#platform/postgres/partners/backlog.ts';
import { QUEUES } from '#platform/queue/queues.ts';
import { metricsText } from '#platform/runtime/metrics/backlog.ts';
import { processMetrics, showConnections, showUnwrittenArchives } from '#platform/runtime/metrics/process-metrics.ts';
import { requestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const root = path.join(import.meta.dirname, '../..');
const file = path.join(root, 'deploy/monitoring/alerts.yaml');

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { runbook: string } };
const { groups } = parse(await readFile(file, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

describe('The alerts', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('look at metrics that a process shows', async () => {
    const registry = processMetrics();
    showConnections(registry, testApp.database.connections);
    requestMetrics(registry);
    showUnwrittenArchives(registry, testApp.app.rounds.unwrittenArchives);
    const text = await metricsText({
      registry,
      backlog: backlogOf(testApp.database),
      money: moneyFiguresOf(testApp.database),
      amounts: amountsOf(testApp.database),
      queues: QUEUES,
      waiting: async () => 0,
      clock: testApp.clock,
      elapsed: () => performance.now(),
      log: testApp.log,
    })();
    const shown = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    // What Prometheus itself says of each process that it scrapes.
    shown.add('up');
    const used = rules.flatMap(({ alert, expr }) =>
      [...expr.matchAll(/\b(up|umoja_\w+|nodejs_\w+)\b(?=[{[)\s]|$)/g)]
        .map(([name]) => name.replace(/_(count|bucket|sum)$/, ''))
        .map((name) => ({ alert, name, isShown: shown.has(name) })),
    );
    expect(new Set(used.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(used.filter(({ isShown }) => !isShown)).toEqual([]);
  });

  it('have a runbook each, and no runbook is without its alert', async () => {
    const runbooks = await readFile(path.join(root, 'docs/runbooks.md'), 'utf8');
    const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
  });

  it('fire at their faults and at nothing else, as promtool plays them, where there is one', async (context) => {
    await promisify(execFile)('promtool', ['test', 'rules', path.join(root, 'test/deploy/alerts.promtool.yaml')]).catch(
      (error: { code?: string; stdout?: string; stderr?: string }) => {
        if (error.code === 'ENOENT') return context.skip('no promtool');
        throw new Error(`${error.stdout}${error.stderr}`);
      },
    );
  });
});
