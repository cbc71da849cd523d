import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The registry of a process: its CPU, memory, event loop and garbage collection by their usual names. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Shows how the connections of this process are used: where requests wait for one, it has too few. */
export function showConnections(
  registry: Registry,
  connections: () => { readonly open: number; readonly idle: number; readonly waiting: number },
): void {
  new Gauge({
    name: 'umoja_database_connections',
    help: 'Connections to the database that are busy or idle, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = connections();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

/**
 * How long the database takes: a round trip carries the statements that leave together, whose results come back together.
 * @returns what receives one, in milliseconds
 */
export function roundTripTimes(registry: Registry): (milliseconds: number) => void {
  const trips = new Histogram({
    name: 'umoja_database_round_trip_seconds',
    help: 'Round trips to the database, from the statements that leave together to their last result; failed ones too.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (milliseconds) => trips.observe(milliseconds / 1_000);
}

/** What is written behind requests, and is dropped where it can't be. */
const DROPPED = {
  umoja_client_uses_dropped_total:
    'Uses of clients that could not be recorded: last_used_at is older than it could be.',
  umoja_operation_log_dropped_total:
    'Operations of clients that could not be logged: the use of the graph shows less than there was.',
  umoja_request_log_dropped_total: 'Requests that could not be logged: partners do not find them in their request log.',
} as const;

/** Counts what could not be written behind requests in an outage; `dropped` says how much since the process started. */
export function countDropped(registry: Registry, name: keyof typeof DROPPED, dropped: () => number): void {
  new Counter({
    name,
    help: DROPPED[name],
    registers: [registry],
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
}

/** Shows of how many institutions this process could not write sealed rows to its folder, when it last tried. */
export function showUnwrittenArchives(registry: Registry, unwritten: () => number): void {
  new Gauge({
    name: 'umoja_unwritten_archives',
    help: 'Institutions whose sealed rows this process could not write to UMOJA_ARCHIVE_DIR when it last tried.',
    registers: [registry],
    collect() {
      this.set(unwritten());
    },
  });
}
