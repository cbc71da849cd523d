import type { Platform } from '#platform/app/open-platform.ts';
import { reservePort } from '#platform/runtime/ports.ts';
import {
  readConfig,
  requireKnownNames,
  settings,
  subgraphSettings,
  type Config as CommonConfig,
} from '#platform/runtime/config.ts';
import type { Health } from '#platform/runtime/health.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { processMetrics } from '#platform/runtime/metrics/process-metrics.ts';
import type { RequestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import type { DeliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import type { Queues } from '#platform/queue/queues.ts';
import type { Subgraph } from '#sub/serve-subgraph.ts';
import { subgraphRows, type SubgraphName } from '#sub/subgraphs.ts';
import { OTHER_ROLES, type OtherRole } from './start-role.ts';

/** The parts of the system that may run as processes of their own, with their settings and ports. */
const SUBGRAPH_ROLES = subgraphRows().map(({ name, port }) => ({ name, ...subgraphSettings(name, port) }));
export type Role = SubgraphName | OtherRole;
export const ROLES: readonly Role[] = [...SUBGRAPH_ROLES.map(({ name }) => name), ...OTHER_ROLES];

export const USAGE = `Usage: node main.ts [role]...

Starts every role in one process, or only those that are named: ${ROLES.join(', ')}.

Settings are environment variables:
${[...Object.values(settings), ...SUBGRAPH_ROLES.flatMap(({ port, url }) => [port, url])]
  .map(({ name, means, otherwise }) => `  ${name.padEnd(18)} ${means} [${otherwise}]`)
  .join('\n')}
`;

export type Config = CommonConfig & {
  readonly subgraphs: ReadonlyMap<string, { readonly port: number; readonly url: string }>;
};

/** Reads all settings. @throws ConfigError naming the first variable that can't be used */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Config {
  const subgraphs = SUBGRAPH_ROLES.map(({ name, port, url }) => {
    return [name, { port: port.read(environment[port.name]), url: url.read(environment[url.name]) }] as const;
  });
  const config = { ...readConfig(environment), subgraphs: new Map(subgraphs) };
  requireKnownNames(environment, [
    ...Object.values(settings),
    ...SUBGRAPH_ROLES.flatMap(({ port, url }) => [port, url]),
  ]);
  return config;
}

/** What every role is handed. */
export type Parts = {
  readonly config: Config;
  readonly log: Log;
  readonly platform: Platform;
  readonly queues: Queues;
  readonly ports: ReadonlyMap<Role, number>;
  readonly restUrl: string;
  /** Subgraphs that run in this process, by name. */
  readonly subgraphs: Map<string, Subgraph>;
  readonly together: boolean;
  readonly roles: readonly Role[];
  /** The text of /metrics, and what this process counts for it. */
  readonly metrics: () => Promise<string>;
  readonly registry: ReturnType<typeof processMetrics>;
  readonly requests: RequestMetrics;
  readonly tally: DeliveryTally;
  readonly health: Health;
};

/** Each role's port, found free before anything is started. */
export async function reservePorts(roles: readonly Role[], config: Config): Promise<Parts['ports']> {
  const { host, restPort, graphqlPort } = config;
  const alone = !roles.includes('gateway');
  const wanted = [
    { role: 'rest', needed: true, port: restPort, setting: settings.restPort.name },
    { role: 'gateway', needed: true, port: graphqlPort, setting: settings.graphqlPort.name },
    ...SUBGRAPH_ROLES.map(({ name, port }) => {
      return { role: name, needed: alone, port: config.subgraphs.get(name)?.port ?? 0, setting: port.name };
    }),
  ] as const;
  const ports = new Map<Role, number>();
  for (const { role, needed, port, setting } of wanted) {
    ports.set(role, needed && roles.includes(role) ? await reservePort(host, port, setting) : port);
  }
  return ports;
}
