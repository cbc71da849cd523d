/// <reference lib="dom" />
/**
 * Pictures of every page of the portal on a system that runs, at 390 and 1280 px, light and dark: each page of the
 * navigation, one record of each kind that a page leads to, signing in, and the main pages in Swahili. For eyes; what is
 * measured is what they should not have to find: what is wider than its page, what `layoutFaults` finds, and violations of
 * WCAG 2.2 AA in every look.
 *
 *     npm run bench -- portal-pictures http://localhost:4000 [folder] [language] [page ...]
 *
 * With a language everything is in it. Swahili is looked at in light alone: texts move things, colours don't. A page is named as the portal has it: `/loans`, `/loans/$loanNo`, `/sign-in`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { layoutFaults } from '#test/support/layout-faults.ts';
import { pagesInNavigation, pagesOfRecords, roleWith } from '#test/support/portal-pages.ts';
import { chromiumPath, startChromium, type Tab } from '#test/support/chromium.ts';
import { missingRecords } from './portal-pictures/records.ts';

const [origin = 'http://localhost:4000', folder = 'portal-pictures', only = '', ...wanted] = process.argv.slice(2);
const LOOKS = [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));
/** A picture longer than this is not read. */
const MOST_HEIGHT = 2_600;
const SIGN_IN = '/sign-in';
const DEVICE = '/login';
/** Where texts of the other language are longest, and people are most. */
const MAIN =
  '/ /members /members/$memberNo /loans /loans/$loanNo /savings /savings/$accountNo /approvals /arrears /money/suspense ' +
  `/money/incidents /students /students/$id /invoices /books /developers /settings ${DEVICE} ${SIGN_IN}`;

await mkdir(folder, { recursive: true });
const chromium = await startChromium(chromiumPath() ?? '');
const tabs = new Map<string, Tab>();
const faults: string[] = [];
try {
  if (only !== '') await picturesIn(only, '', wanted);
  else {
    await picturesIn('en', '', wanted);
    await picturesIn('sw', 'sw-', wanted.length > 0 ? wanted : MAIN.split(' '));
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

/**
 * Walks the pages of the navigation, and from links on them the pages of records.
 * @param pages of these alone pictures are taken; all where there are none
 */
async function picturesIn(language: string, prefix: string, pages: readonly string[]): Promise<void> {
  const isWanted = (page: string) => pages.length === 0 || pages.includes(page);
  const take = async (tab: Tab, page: string) => {
    if (isWanted(page)) await picturesOf(tab, `${prefix}${nameOf(page)}`, looks);
  };
  const looks = language === 'en' ? LOOKS : LOOKS.filter(({ theme }) => theme === 'light');
  if (isWanted(SIGN_IN)) await take(await visitor(language), SIGN_IN);
  const administrator = await tabOf('administrator', language);
  if (isWanted(DEVICE) && (await isShown(administrator, await deviceAddress()))) {
    await take(administrator, DEVICE);
    await administrator.page.locator('.login-code button').click();
    await settled(administrator);
    await picturesOf(administrator, `${prefix}login-asked`, looks);
  }
  const links = new Set(await missingRecords((scope) => tabOf(roleWith(scope), language)));
  const left = new Map(pagesOfRecords());
  const isNeeded = pages.length === 0 || pages.some((page) => left.has(page));
  for (const [page, scope] of pagesInNavigation()) {
    if (!isNeeded && !isWanted(page)) continue;
    const tab = await tabOf(roleWith(scope), language);
    if (!(await isShown(tab, page))) continue;
    for (const link of await linksOn(tab)) links.add(link);
    await take(tab, page);
  }
  // Who may change what others only read has buttons beside it.
  for (const page of ['/settings', '/settings/people', '/developers']) {
    if (!isWanted(page) || !(await isShown(administrator, page))) continue;
    await picturesOf(administrator, `${prefix}${nameOf(page)}-changed`, looks);
  }
  // A record leads to others, which are added while it goes on.
  for (const link of links) {
    const page = [...left.keys()].find((row) => isAt(row, link));
    if (page === undefined) continue;
    const tab = await tabOf(roleWith(left.get(page) ?? null), language);
    left.delete(page);
    if (!(await isShown(tab, link))) continue;
    for (const further of await linksOn(tab)) links.add(further);
    await take(tab, page);
  }
  for (const page of left.keys()) if (isWanted(page)) console.log(`Nothing leads to a record of ${page}.`);
}

/** What a page shows at rest, or after a while: a society that grows never rests. */
async function settled(tab: Tab): Promise<void> {
  await tab.page.waitForNetworkIdle({ idleTime: 300, concurrency: 1, timeout: 4_000 }).catch(() => undefined);
}

function nameOf(page: string): string {
  return (
    page
      .slice(1)
      .replace(/\$\w+$/, 'record')
      .replaceAll('/', '-') || 'today'
  );
}

/** Whether an address is one of a page of records. */
function isAt(row: string, address: string): boolean {
  const parts = address.split('/');
  const pattern = row.split('/');
  return pattern.length === parts.length && pattern.every((part, at) => part.startsWith('$') || part === parts[at]);
}

function linksOn(tab: Tab): Promise<string[]> {
  return tab.page.$$eval('#content a[href^="/"]', (links) => links.map(({ pathname }: HTMLAnchorElement) => pathname));
}

/** Where a command line asks to be let in. */
async function deviceAddress(): Promise<string> {
  const response = await fetch(`${origin}/auth/device/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'client_id=umoja-cli',
  });
  const { user_code: code } = (await response.json()) as { readonly user_code?: string };
  return `${DEVICE}?code=${code ?? ''}`;
}

/** A person who has not signed in. */
async function visitor(language: string): Promise<Tab> {
  const tab = await chromium.open(origin);
  await tab.page.evaluate((spoken) => localStorage.setItem('language', spoken), language);
  await tab.page.reload();
  await tab.page.waitForSelector('button[data-role]');
  return tab;
}

async function tabOf(role: string, language: string): Promise<Tab> {
  const before = tabs.get(`${role} ${language}`);
  if (before) return before;
  const tab = await visitor(language);
  tabs.set(`${role} ${language}`, tab);
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

async function picturesOf(tab: Tab, name: string, looks: typeof LOOKS): Promise<void> {
  for (const look of looks) {
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
    const rules = look.theme === 'light' && look.width === 1280 ? 'all' : 'looks';
    for (const fault of await tab.violations(rules))
      faults.push(`${name} at ${look.width} px, ${look.theme}: ${fault}`);
    const file = path.join(folder, `${name}-${look.width}-${look.theme}.png`) as `${string}.png`;
    const clip = { x: 0, y: 0, width: look.width, height: Math.min(Math.max(height, 800), MOST_HEIGHT) };
    await tab.page.screenshot({ path: file, clip, captureBeyondViewport: true });
  }
  for (const complaint of tab.complaints) if (!faults.includes(complaint)) faults.push(complaint);
}
