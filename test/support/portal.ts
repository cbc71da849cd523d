import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asOwner } from '#platform/cli/owner.ts';
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
  readonly owner: (statement: string) => Promise<unknown>;
  /** A command of the operator's: its output. @throws Error where it fails */
  readonly umoja: (...words: readonly string[]) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Where there is none, suites of pages are skipped, and the run counts them. */
export const CHROMIUM = chromiumPath();
if (CHROMIUM === null) console.log('skipped: no Chromium. Set CHROMIUM_PATH to run the suites of the portal.');

export async function openPortal(): Promise<Portal> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-portal-'));
  const database = await createDatabase();
  const env = await installedOn(database.settings, { UMOJA_DATA_DIR: dataDir, UMOJA_DEMO: 'yes' });
  const umoja = startUmoja(env);
  await umoja.up;
  const demo: Portal['demo'] = async () => JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  const { graphql_url } = await demo();
  const { port } = new URL(graphql_url);
  const origin = `http://localhost:${port}`;
  // A fresh clone builds the portal now, at low priority beside suites that leave it little.
  await eventually(async () => (await fetch(origin, { headers: { accept: 'text/html' } })).status === 200, 150_000);
  const chromium = await startChromium(CHROMIUM ?? '');
  return {
    origin,
    chromium,
    env: { ...env, GRAPHQL_PORT: port },
    demo,
    owner: (statement) => asOwner(database.settings.adminUrl, (client) => client.query(statement)),
    enter: (role, address = '/') => enterAs(chromium, origin, role, address),
    umoja: async (...words) => {
      const { code, output } = await runFile('platform/cli/umoja.ts', words, { ...env, GRAPHQL_PORT: port });
      if (code !== 0) throw new Error(`umoja ${words.join(' ')} ended with ${code}: ${output}`);
      return output;
    },
    close: async () => {
      await chromium.close();
      await umoja.end('SIGTERM');
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function enterAs(chromium: Chromium, origin: string, role: string, address: string): Promise<Tab> {
  const tab = await chromium.open(`${origin}${address}`);
  await tab.page.locator(`button[data-role=${role}]`).click();
  await tab.page.waitForSelector('#content');
  return tab;
}
