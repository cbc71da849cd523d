/** Roles of the system in processes of their own, to be killed and started again. Started by `openRoles`, spoken to over IPC. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { authenticator } from '#platform/auth/authenticate.ts';
import { tokenHolders } from '#platform/auth/sessions.ts';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { openQueues } from '#platform/queue/queues.ts';
import type { Log } from '#platform/runtime/log.ts';
import { startRest, type RestSettings } from '#rest/start.ts';
import { showDelivered } from '#rest/webhooks/delivered-records.ts';
import type { Quotas } from '#core/partners/quotas.ts';
import { openProcessApp, type HandedSettings } from '#test/support/process-app.ts';
import type { TestQueues } from '#test/support/queues.ts';
import type { LogLine } from '#test/support/recording-log.ts';
import { startWorkers } from '#work/server.ts';
import { openGateway } from '../gateway.ts';
import { logInto } from '../log.ts';
import { setClockAhead } from './wrong-clock.ts';

export const ROLES = ['rest', 'graph', 'workers'] as const;
type Role = (typeof ROLES)[number];

type Shared = {
  readonly settings: HandedSettings;
  readonly queues: TestQueues['settings'];
  readonly quotas: Quotas;
};
type Orders = Shared & {
  readonly role: Role;
  readonly ports: { readonly rest: number; readonly graph: number };
  /** By how much the clock of its machine is wrong, in milliseconds. */
  readonly clockAheadMs: number;
};
type Order = { readonly forget: number } | { readonly holdAnswersOf: string | null };
type Report = { readonly line: LogLine } | { readonly done: true };

/** The roles as they run, each at an address that stays where it is killed and started again. */
export type Roles = {
  readonly url: string;
  readonly gateway: string;
  /** As a machine that loses power. */
  kill(role: Role): Promise<void>;
  /** @param clockAheadMs by how much the clock of its machine is wrong */
  start(role: Role, clockAheadMs?: number): Promise<void>;
  /** A subgraph hangs: it does what it is asked to, and does not answer. Null: none. */
  holdAnswersOf(subgraph: string | null): Promise<void>;
  /** What they know of an institution is read again. */
  forget(tenantId: number): Promise<void>;
  close(): Promise<void>;
};

/** Starts each role, as one process each. @param onLine what they log */
export async function openRoles(shared: Shared, onLine: (line: LogLine) => void): Promise<Roles> {
  const ports = { rest: await freePort(), graph: await freePort() };
  const running = new Map<Role, ChildProcess>();
  const end = async (role: Role, signal: NodeJS.Signals) => {
    const child = running.get(role);
    running.delete(role);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const start = async (role: Role, clockAheadMs = 0) => {
    const child = fork(import.meta.filename, [], {
      env: {
        ...process.env,
        UMOJA_TEST_ROLE: JSON.stringify({ ...shared, role, ports, clockAheadMs } satisfies Orders),
        NODE_OPTIONS: '',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (report: Report) => 'line' in report && onLine(report.line));
    running.set(role, child);
    await doneBy(child);
  };
  const order = async (child: ChildProcess, what: Order) => {
    child.send(what);
    await doneBy(child);
  };
  await Promise.all(ROLES.map((role) => start(role)));
  return {
    url: `http://127.0.0.1:${ports.rest}`,
    gateway: `http://localhost:${ports.graph}`,
    kill: (role) => end(role, 'SIGKILL'),
    start,
    forget: async (tenantId) => {
      for (const child of running.values()) await order(child, { forget: tenantId });
    },
    holdAnswersOf: async (subgraph) => {
      const graph = running.get('graph');
      if (graph) await order(graph, { holdAnswersOf: subgraph });
    },
    close: async () => void (await Promise.all(ROLES.map((role) => end(role, 'SIGTERM')))),
  };
}

/** Waits until the process says that it has done what it was to do. */
async function doneBy(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onMessage = (report: Report) => 'done' in report && resolve();
  const onExit = (code: number | null) => reject(new Error(`A process of the system ended with ${code}.`));
  child.on('message', onMessage).once('exit', onExit);
  await promise.finally(() => child.off('message', onMessage).off('exit', onExit));
}

async function run({ role, settings, queues: where, ports, quotas, clockAheadMs }: Orders): Promise<void> {
  if (clockAheadMs !== 0) setClockAhead(clockAheadMs);
  const report = (what: Report) => void process.send?.(what);
  const log = logInto((line) => report({ line }));
  const restUrl = () => `http://127.0.0.1:${ports.rest}`;
  const opened = await openProcessApp({ settings, log, restUrl, showRecords: showDelivered });
  const { app, database, tenants, keys, clock, rails } = opened;
  const auth = authenticator(database, keys.pepper, tokenHolders(database, clock, keys.challenge));
  const started = await startOne(role, { app, auth, keys, clock, log, rails, settings, where, ports, quotas });
  process.on('message', (order: Order) => {
    if ('forget' in order) tenants.forget(order.forget);
    else started.holdAnswersOf?.(order.holdAnswersOf);
    report({ done: true });
  });
  process.once('SIGTERM', async () => {
    await started.close();
    await database.close();
    process.disconnect?.();
  });
  process.on('disconnect', () => process.exit());
  report({ done: true });
}

type Parts = Pick<Parameters<typeof startWorkers>[0], 'app' | 'keys' | 'rails'> &
  Pick<RestSettings, 'auth' | 'keys'> &
  Pick<Parameters<typeof openGateway>[0], 'app' | 'auth' | 'keys' | 'clock'> &
  Pick<Orders, 'settings' | 'ports' | 'quotas'> & { readonly log: Log; readonly where: Orders['queues'] };

type Started = { readonly close: () => Promise<void>; readonly holdAnswersOf?: (subgraph: string | null) => void };

async function startOne(role: Role, parts: Parts): Promise<Started> {
  const { app, auth, keys, log, ports, rails, settings, where, quotas } = parts;
  const restUrl = `http://127.0.0.1:${ports.rest}`;
  switch (role) {
    case 'rest':
      return startRest({
        app,
        auth,
        log,
        baseUrl: restUrl,
        keys,
        webhookGuard: { allowedNetworks: parseNetworks('127.0.0.0/8'), resolve: async () => ['93.184.216.34'] },
        callbackSources: ['127.0.0.0/8'],
        host: '127.0.0.1',
        port: ports.rest,
        quotas,
      });
    case 'graph':
      return openGateway(parts, log, ports.graph);
    case 'workers': {
      const queues = await openQueues({ ...where, database: settings, log });
      const workers = await startWorkers({
        app,
        keys,
        rails,
        queues,
        log,
        restUrl,
        webhookAllow: ['127.0.0.0/8'],
        plant: plantFixture,
      });
      return {
        close: async () => {
          await workers.close();
          await queues.close();
        },
      };
    }
  }
}

const orders = process.env['UMOJA_TEST_ROLE'];
if (orders !== undefined && import.meta.main) await run(JSON.parse(orders) as Orders);
