import { Registry } from 'prom-client';
import { QUEUES } from '#platform/queue/queues.ts';
import { openLog } from '#platform/runtime/log.ts';
import { AMOUNT_METRICS } from '#platform/runtime/metrics/amounts.ts';
import { metricsText } from '#platform/runtime/metrics/backlog.ts';
import { deliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import {
  countDropped,
  processMetrics,
  roundTripTimes,
  showConnections,
  showUnwrittenArchives,
} from '#platform/runtime/metrics/process-metrics.ts';
import { requestMetrics } from '#platform/runtime/metrics/request-metrics.ts';

/**
 * The dashboards of Grafana in deploy/monitoring/dashboards, written by `npm run derive` from the metrics that processes show:
 * a metric that is renamed or new stands on its dashboard, or the check of derived files fails.
 */

type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
};

/** Of the runtime's own metrics the ones that say whether a process is in trouble. */
const OF_THE_RUNTIME = [
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];

/** Gauges of what each process has for itself. */
const OF_EACH_PROCESS = ['umoja_database_connections', 'umoja_graph_streams_open'];

/** Each dashboard with the beginnings of the names of its metrics, in the order of its panels. */
const DASHBOARDS: readonly { readonly file: string; readonly title: string; readonly metrics: readonly string[] }[] = [
  {
    file: 'service',
    title: 'Umoja: service',
    metrics: [
      'umoja_rest_',
      'umoja_graph_',
      'umoja_subgraph_',
      'umoja_database_',
      'umoja_client_',
      'umoja_quota_',
      'umoja_request_log_',
      'umoja_operation_log_',
      ...OF_THE_RUNTIME,
    ],
  },
  {
    file: 'events-and-webhooks',
    title: 'Umoja: events and webhooks',
    metrics: ['umoja_outbox_', 'umoja_webhook', 'umoja_reactions_', 'umoja_queue_', 'umoja_overdue_partitions'],
  },
  {
    file: 'money',
    title: 'Umoja: money',
    metrics: [
      'umoja_payments_',
      'umoja_provider_',
      'umoja_incidents_',
      'umoja_reconciliation_',
      'umoja_late_',
      'umoja_wrong_books',
      'umoja_unproven_books',
      'umoja_overdue_archives',
      'umoja_unwritten_archives',
      'umoja_float',
      'umoja_in_transit_',
      'umoja_suspense_',
      'umoja_portfolio_',
    ],
  },
];

/** What all processes show together, by the registries that they fill. */
function shownMetrics(): Metric[] {
  const registry = processMetrics();
  showConnections(registry, () => ({ open: 0, idle: 0, waiting: 0 }));
  roundTripTimes(registry);
  requestMetrics(registry);
  countDropped(registry, 'umoja_client_uses_dropped_total', () => 0);
  countDropped(registry, 'umoja_request_log_dropped_total', () => 0);
  countDropped(registry, 'umoja_operation_log_dropped_total', () => 0);
  showUnwrittenArchives(registry, () => 0);
  const unread = async () => {
    throw new Error('No figure is read for a dashboard.');
  };
  metricsText({
    registry,
    backlog: unread,
    money: unread,
    amounts: unread,
    queues: QUEUES,
    waiting: unread,
    clock: () => Temporal.Instant.fromEpochMilliseconds(0),
    elapsed: () => 0,
    log: openLog('silent'),
  });
  const { registry: deliveries } = deliveryTally(() => 0);
  // Its types leave out the names of labels, which every metric has.
  const all = Registry.merge([registry, deliveries]).getMetricsAsArray() as unknown as Metric[];
  const shown = all.filter(({ name }) => name.startsWith('umoja_') || OF_THE_RUNTIME.includes(name));
  return [...shown, ...AMOUNT_METRICS];
}

export const dashboardFiles = DASHBOARDS.map(({ file, title, metrics: begins }) => ({
  file: `deploy/monitoring/dashboards/${file}.json`,
  make: () => {
    const shown = shownMetrics();
    const lost = shown.find(
      ({ name }) => !DASHBOARDS.some((each) => each.metrics.some((begin) => name.startsWith(begin))),
    );
    if (lost) throw new Error(`${lost.name} is on no dashboard: give it a place in deploy/monitoring/dashboards.ts.`);
    const placed = begins.flatMap((begin) => {
      const those = shown.filter(({ name }) => name.startsWith(begin));
      if (those.length === 0) throw new Error(`No metric begins with ${begin}, which is on the dashboard ${file}.`);
      return those;
    });
    return `${JSON.stringify(dashboard(file, title, placed), null, 2)}\n`;
  },
}));

function dashboard(uid: string, title: string, metrics: readonly Metric[]) {
  return {
    uid: `umoja-${uid}`,
    title,
    schemaVersion: 39,
    editable: false,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels: metrics.flatMap(panelsOf).map(({ metric, what, unit, queries }, n) => ({
      id: n + 1,
      type: 'timeseries',
      title: `${metric.name}${what}`,
      description: metric.help,
      datasource: { type: 'prometheus', uid: '${source}' },
      gridPos: { x: (n % 2) * 12, y: Math.floor(n / 2) * 8, w: 12, h: 8 },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(([expr, legendFormat], at) => ({ refId: 'ABC'.charAt(at), expr, legendFormat })),
    })),
  };
}

type Panel = {
  readonly metric: Metric;
  readonly what: string;
  readonly unit: string;
  /** What it asks Prometheus, each with the words of its legend. */
  readonly queries: readonly (readonly [expr: string, legend: string])[];
};

function panelsOf(metric: Metric): Panel[] {
  const { name, type, labelNames } = metric;
  const by = labelNames.length > 0 ? ` by (${labelNames.join(', ')})` : '';
  const legend = labelNames.map((label) => `{{${label}}}`).join(' ') || name;
  if (type === 'histogram') {
    const within = (share: number) => `histogram_quantile(${share}, sum by (le) (rate(${name}_bucket[5m])))`;
    const longest: Panel['queries'] = [
      [within(0.99), '99 of 100 take at most'],
      [within(0.5), 'half take at most'],
    ];
    return [
      { metric, what: ': rate', unit: 'ops', queries: [[`sum${by} (rate(${name}_count[5m]))`, legend]] },
      { metric, what: ': duration', unit: 's', queries: longest },
    ];
  }
  return [{ metric, what: '', unit: unitOf(metric), queries: [[valueOf(metric, by), ofProcess(metric) ?? legend]] }];
}

function valueOf({ name, type }: Metric, by: string): string {
  if (OF_THE_RUNTIME.includes(name)) return type === 'counter' ? `rate(${name}[5m])` : name;
  if (type === 'counter') return `sum${by} (rate(${name}[5m]))`;
  if (name.endsWith('_ratio') || name.endsWith('_up')) return `min${by} (${name})`;
  // What waits is the same from every process.
  return `${OF_EACH_PROCESS.includes(name) ? 'sum' : 'max'}${by} (${name})`;
}

const ofProcess = ({ name }: Metric): string | null => (OF_THE_RUNTIME.includes(name) ? '{{role}} {{instance}}' : null);

function unitOf({ name, type }: Metric): string {
  if (name.endsWith('_bytes')) return 'bytes';
  if (name.includes('_cpu_')) return 'percentunit';
  if (name.endsWith('_seconds')) return 's';
  return type === 'counter' ? 'ops' : 'short';
}
