import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { builtPortal, portalPlaces } from '#gate/portal-server/built-portal.ts';
import { FRESH_FOR_MS } from '#platform/app/tenants.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { openLog } from '#platform/runtime/log.ts';
import { chromiumPath, startChromium, type Chromium, type Tab } from './chromium.ts';
import { createDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { installedOn } from './installation.ts';
import { runFile, startUmoja } from './umoja-process.ts';

/** The system with its planted demo as a process, and a browser before it. */
export type Portal = {
  /** As people write it: `http://localhost:<port>` */
  readonly origin: string;
  readonly chromium: Chromium;
  readonly env: NodeJS.ProcessEnv;
  /** A new person in a role of the sandbox, at an address of the portal. */
  readonly enter: (role: string, address?: string) => Promise<Tab>;
  /** Where the demo is served. */
  readonly demo: () => Promise<{ readonly graphql_url: string; readonly rest_url: string }>;
  /** A statement as the owner of the database. */
  readonly owner: (statement: string, values?: unknown[]) => Promise<QueryResult>;
  /** Sets what the institutions decide about themselves, and waits until each process has read it. */
  readonly decide: (setting: string) => Promise<void>;
  /** A command of the operator's: its output. @throws Error where it fails */
  readonly umoja: (...words: readonly string[]) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Where there is none, suites of pages are skipped, and the run counts them. */
export const CHROMIUM = chromiumPath();
if (CHROMIUM === null) console.log('skipped: no Chromium. Set CHROMIUM_PATH to run the suites of the portal.');

type Preparation = {
  /** Where the data directory is made. */
  readonly folder?: string;
  /** Settings of the system other than those of a newcomer. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Starts it all. Where that fails half-way, what runs by then is ended before the failure goes on. */
export async function openPortal({ folder = tmpdir(), settings = {} }: Preparation = {}): Promise<Portal> {
  await using started = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(folder, 'umoja-portal-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  // A fresh clone has none yet: at the low priority of a start, suites beside it would leave it little.
  await builtPortal(portalPlaces(dataDir), openLog('silent'), { isAwaited: true }).ready;
  const database = await createDatabase();
  started.defer(() => database.drop());
  const chromium = await startChromium(CHROMIUM ?? '');
  started.defer(() => chromium.close());
  const env = await installedOn(database.settings, { UMOJA_DATA_DIR: dataDir, UMOJA_DEMO: 'yes', ...settings });
  const umoja = startUmoja(env);
  started.defer(async () => void (await umoja.end('SIGTERM')));
  await umoja.up;
  const demo: Portal['demo'] = async () => JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  const { graphql_url } = await demo();
  const { port } = new URL(graphql_url);
  const origin = `http://localhost:${port}`;
  await eventually(async () => (await fetch(origin, { headers: { accept: 'text/html' } })).status === 200);
  const running = started.move();
  return {
    origin,
    chromium,
    env: { ...env, GRAPHQL_PORT: port },
    demo,
    owner: (statement, values = []) => asOwner(database.settings.adminUrl, (client) => client.query(statement, values)),
    enter: (role, address = '/') => enterAs(chromium, origin, role, address),
    decide: async (setting) => {
      await asOwner(database.settings.adminUrl, (client) => client.query(`update tenant set ${setting}`));
      // What was read before is known for that long, and no longer.
      await sleep(FRESH_FOR_MS);
    },
    umoja: async (...words) => {
      const { code, output } = await runFile('platform/cli/umoja.ts', words, { ...env, GRAPHQL_PORT: port });
      if (code !== 0) throw new Error(`umoja ${words.join(' ')} ended with ${code}: ${output}`);
      return output;
    },
    close: () => running.disposeAsync(),
  };
}

async function enterAs(chromium: Chromium, origin: string, role: string, address: string): Promise<Tab> {
  const tab = await chromium.open(`${origin}${address}`);
  await tab.page.locator(`button[data-role=${role}]`).click();
  await tab.page.waitForSelector('#content');
  return tab;
}
