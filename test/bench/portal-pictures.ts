/// <reference lib="dom" />
/**
 * Pictures of every page of the portal on a system that runs, at 390 and 1280 px, light and dark: each page of the
 * navigation, and of each list the record that stands first. For eyes; what is measured is what they should not have to find:
 * what is wider than its page, figures and times on two lines, texts that are cut without an ellipsis, and texts at the
 * border of their panel.
 *
 *     npm run bench -- portal-pictures http://localhost:4000 [folder] [language] [page ...]
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { layoutFaults } from '#test/support/layout-faults.ts';
import { pagesInNavigation, roleWith } from '#test/support/portal-pages.ts';
import { chromiumPath, startChromium, type Tab } from '#test/support/chromium.ts';

const [origin = 'http://localhost:4000', folder = 'portal-pictures', language = 'en', ...wanted] =
  process.argv.slice(2);
const LOOKS = [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));
/** A picture longer than this is not read. */
const MOST_HEIGHT = 2_600;

await mkdir(folder, { recursive: true });
const chromium = await startChromium(chromiumPath() ?? '');
const tabs = new Map<string, Tab>();
const faults: string[] = [];
try {
  for (const [page, scope] of pagesInNavigation()) {
    if (wanted.length > 0 && !wanted.includes(page)) continue;
    const tab = await tabOf(roleWith(scope));
    if (!(await isShown(tab, page))) continue;
    await picturesOf(tab, nameOf(page));
    const record = await tab.page
      .$eval('#content tbody a[href^="/"], #content .rows a[href^="/"]', (link) => link.getAttribute('href'))
      .catch(() => null);
    if (record === null || record.split('/').length <= page.split('/').length) continue;
    if (!(await isShown(tab, record))) continue;
    await picturesOf(tab, `${nameOf(page)}-record`);
  }
} finally {
  await chromium.close();
}
console.log(
  faults.length === 0
    ? 'Nothing is too wide, broken, cut or at a border, and nothing was complained of.'
    : faults.join('\n'),
);
process.exit(faults.length === 0 ? 0 : 1);

/** What a page shows at rest, or after a while: a society that grows never rests. */
async function settled(tab: Tab): Promise<void> {
  await tab.page.waitForNetworkIdle({ idleTime: 300, concurrency: 1, timeout: 4_000 }).catch(() => undefined);
}

function nameOf(page: string): string {
  return page.slice(1).replaceAll('/', '-') || 'today';
}

async function tabOf(role: string): Promise<Tab> {
  const before = tabs.get(role);
  if (before) return before;
  const tab = await chromium.open(origin);
  tabs.set(role, tab);
  await tab.page.evaluate((spoken) => localStorage.setItem('language', spoken), language);
  await tab.page.reload();
  await tab.page.locator(`button[data-role=${role}]`).click();
  await tab.page.waitForSelector('#content');
  return tab;
}

async function isShown(tab: Tab, address: string): Promise<boolean> {
  await tab.resize({ width: 1280, theme: 'light' });
  try {
    await tab.page.goto(`${origin}${address}`);
    await tab.page.waitForSelector('#content h1');
  } catch (error) {
    faults.push(`${address} is not shown: ${String(error)}`);
    return false;
  }
  await settled(tab);
  return true;
}

async function picturesOf(tab: Tab, name: string): Promise<void> {
  for (const look of LOOKS) {
    await tab.resize(look);
    await settled(tab);
    const { width, height } = await tab.page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth - clientWidth, height: scrollHeight };
    });
    if (width > 0) faults.push(`${name} is ${width} px wider than ${look.width} px.`);
    // A theme moves nothing.
    if (look.theme === 'light') {
      for (const fault of await tab.page.evaluate(layoutFaults)) faults.push(`${name} at ${look.width} px: ${fault}`);
    }
    const file = path.join(folder, `${name}-${look.width}-${look.theme}.png`) as `${string}.png`;
    const clip = { x: 0, y: 0, width: look.width, height: Math.min(Math.max(height, 800), MOST_HEIGHT) };
    await tab.page.screenshot({ path: file, clip, captureBeyondViewport: true });
  }
  for (const complaint of tab.complaints) if (!faults.includes(complaint)) faults.push(complaint);
}
