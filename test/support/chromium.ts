import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import puppeteer, { type Browser, type BrowserContext, type HTTPRequest, type Page } from 'puppeteer-core';

/** Where a Chromium usually is; CHROMIUM_PATH names another. */
const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser for suites of pages; null where there is none, and they are skipped. */
export const chromiumPath = (): string | null =>
  [process.env['CHROMIUM_PATH'] ?? '', ...USUAL].find((file) => file !== '' && existsSync(file)) ?? null;

export type Chromium = {
  /** Tabs that are open. */
  readonly tabs: ReadonlySet<Tab>;
  /** A tab of a person of their own: cookies and storage are not shared with others. */
  readonly open: (address: string, size?: Size) => Promise<Tab>;
  readonly close: () => Promise<void>;
};

type Size = { readonly width: number; readonly theme: 'light' | 'dark' };
const WIDE: Size = { width: 1280, theme: 'light' };
const HEIGHT = 800;

export type Tab = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained about: errors of the console (the policy's among them), exceptions that nothing caught. */
  readonly complaints: readonly string[];
  /** Operations that were sent, with their price. */
  readonly operations: readonly { readonly name: string; readonly cost: number }[];
  /** Milliseconds since nothing has been under way but streams; 0 while something is. */
  readonly quietFor: () => number;
  /** What a failure is found by: where the tab is, what it shows, what it has sent and what is under way. */
  readonly report: () => Promise<string>;
  readonly resize: (size: Size) => Promise<void>;
  /** The network is gone: for the page and for the worker that serves it. */
  readonly goOffline: () => Promise<void>;
  /** Violations of WCAG 2.2 AA, each with where it is; of all rules, or of those that colours and widths decide. */
  readonly violations: (of?: 'all' | 'looks') => Promise<readonly string[]>;
  /** A picture of the tab, where PORTAL_SCREENSHOTS names a folder for them. */
  readonly picture: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function startChromium(executablePath: string): Promise<Chromium> {
  const browser = await puppeteer.launch({
    executablePath,
    // Pictures are painted by the processor in any case: beside the browser, and not in a process apart, it takes a fifth less.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      // Each tab is of a profile of its own, which takes no process that was made ready for another: three hundred were started for none.
      '--disable-features=SpareRendererForSitePerProcess',
    ],
    timeout: 60_000,
  });
  const tabs = new Set<Tab>();
  const open = async (address: string, size = WIDE) => {
    const tab = await openTab(browser, address, size, () => tabs.delete(tab));
    tabs.add(tab);
    return tab;
  };
  return { tabs, open, close: () => browser.close() };
}

/**
 * What a page has asked for and not received. Of what was under way when it was left, the browser does not always say how it ended:
 * it is forgotten with the page.
 */
function watchRequests(page: Page): { readonly underWay: ReadonlySet<HTTPRequest>; readonly quietFor: () => number } {
  const underWay = new Set<HTTPRequest>();
  let changedAt = performance.now();
  const change = (what: () => void) => {
    what();
    changedAt = performance.now();
  };
  const end = (request: HTTPRequest) => change(() => underWay.delete(request));
  page.on('request', (request) => {
    if (request.headers()['accept']?.includes('text/event-stream')) return;
    change(() => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear();
      underWay.add(request);
    });
  });
  // An answer has come with its head: of a body that is read twice, the browser does not always say that it has ended.
  page.on('response', (response) => end(response.request()));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return { underWay, quietFor: () => (underWay.size > 0 ? 0 : performance.now() - changedAt) };
}

/** The most of a text that a report shows. */
const REPORTED = 1_500;

/** @returns some lines: a page that does not reply any more is reported as such */
async function reportOf(page: Page, sent: readonly string[], underWay: ReadonlySet<HTTPRequest>): Promise<string> {
  const read = page.evaluate((most) => {
    const shown =
      document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector<HTMLElement>('#content');
    return `${document.title}: ${(shown ?? document.body).innerText.replaceAll(/\s+/g, ' ').slice(0, most)}`;
  }, REPORTED);
  const late = new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'it does not reply').unref());
  const shown = await Promise.race([read, late]).catch((error: Error) => error.message);
  const open = [...underWay].map((request) => nameOf(request));
  return `${page.url()} shows ${shown}\n  sent last: ${sent.slice(-8).join(', ')}; under way: ${open.join(', ') || 'nothing'}`;
}

function nameOf(request: HTTPRequest): string {
  const named = /"operationName":"(\w+)"/.exec(request.postData() ?? '')?.[1];
  return named ?? `${request.method()} ${new URL(request.url()).pathname}`;
}

async function openTab(browser: Browser, address: string, size: Size, closed: () => void): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(25_000);
  const complaints: string[] = [];
  const operations: { name: string; cost: number }[] = [];
  const { underWay, quietFor } = watchRequests(page);
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(`${message.text()} (${message.location().url})`);
  });
  // Anything may be thrown there.
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('response', (response) => {
    if (!response.url().endsWith('/graphql') || response.request().method() !== 'POST') return;
    // The stream of changes is one of the browser, whatever page is open.
    if (response.headers()['content-type']?.startsWith('text/event-stream')) return;
    const sent = JSON.parse(response.request().postData() ?? '{}') as { operationName?: string };
    // A page asks for nothing that who looks may not see: the answer would be incomplete, and is not kept for without a connection.
    void response.text().then(
      (answer) => answer.includes('"insufficient_scope"') && complaints.push(`${sent.operationName}: ${answer}`),
      () => undefined,
    );
    operations.push({ name: sent.operationName ?? '', cost: Number(response.headers()['x-query-cost'] ?? 0) });
  });
  const resize = async ({ width, theme }: Size) => {
    await page.setViewport({ width, height: HEIGHT });
    // A movement is nothing that a suite looks at, and each of its frames is painted by the processor.
    const still = { name: 'prefers-reduced-motion', value: 'reduce' };
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }, still]);
    // A page hears of its width with the next frame, and is drawn for it with the one after.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
  // What a worker has stored would hide what the server sends.
  await page.setBypassServiceWorker(true);
  await resize(size);
  await page.goto(address);
  return {
    page,
    context,
    complaints,
    operations,
    quietFor,
    report: () =>
      reportOf(
        page,
        operations.map(({ name }) => name),
        underWay,
      ),
    resize,
    goOffline: async () => {
      const worker = await context
        .browser()
        .waitForTarget((target) => target.type() === 'service_worker' && target.browserContext() === context);
      const inspector = await worker.createCDPSession();
      const none = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await inspector.send('Network.emulateNetworkConditions', none);
      await page.setOfflineMode(true);
    },
    violations: (of = 'all') => violationsOf(page, RULES[of]),
    picture: async (name) => {
      const folder = process.env['PORTAL_SCREENSHOTS'];
      if (!folder) return;
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, `${name}.png`) as `${string}.png` });
    },
    close: async () => {
      closed();
      await context.close();
    },
  };
}

const axeSource = () => readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type Found = {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
};

const RULES = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  looks: {
    type: 'rule',
    values: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable', 'meta-viewport'],
  },
} as const;

async function violationsOf(page: Page, rules: (typeof RULES)[keyof typeof RULES]): Promise<string[]> {
  // Through the inspector: the policy of the page lets no script in.
  await page.evaluate(await axeSource());
  const run = `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`;
  const { violations } = (await page.evaluate(run)) as { violations: Found[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
