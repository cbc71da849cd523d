import { collectDefaultMetrics, Counter, Registry } from 'prom-client';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The registry of a process: its CPU, memory, event loop and garbage collection by their usual names. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Counts what could not be written behind requests in an outage; `dropped` says how much since the process started. */
export function countDroppedUses(registry: Registry, dropped: () => number): void {
  new Counter({
    name: 'umoja_client_uses_dropped_total',
    help: 'Uses of clients that could not be recorded: last_used_at is older than it could be.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
}
