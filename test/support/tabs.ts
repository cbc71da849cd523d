/// <reference lib="dom" />
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tab } from './chromium.ts';

/** What a person does and reads in a tab of the portal. */

export const textOf = async (tab: Tab, selector: string): Promise<string> => {
  const element = await tab.page.waitForSelector(selector);
  return (await element?.evaluate(({ textContent }) => textContent)) ?? '';
};

/** Opens the form of a step, by the menu of its record where it is not one of the usual ones. */
export async function pressed(tab: Tab, step: string): Promise<void> {
  const selector = `button[data-step=${step}]`;
  const button = await tab.page.waitForSelector(selector);
  const menu = await button?.evaluate((element) => element.closest('.more-actions:not(:popover-open)')?.id);
  if (menu) await tab.page.locator(`[popovertarget="${menu}"]`).click();
  await tab.page.locator(selector).click();
}

/** Sends the form that is open. */
export const send = (tab: Tab): Promise<void> => tab.page.locator('dialog[open] .form .button.primary').click();

/** Waits until something is read somewhere. */
export const reads = (tab: Tab, selector: string, text: string) =>
  tab.page.waitForFunction(
    (where, words) => document.querySelector(where)?.textContent?.includes(words),
    {},
    selector,
    text,
  );

/** What stands in a field. */
export async function typedIn(tab: Tab, selector: string): Promise<string> {
  const field = await tab.page.waitForSelector(selector);
  return (await field?.evaluate((element) => (element as HTMLInputElement).value)) ?? '';
}

/** So long nothing is asked for before a page counts as settled. */
const QUIET_MS = 120;
const SETTLES_MS = 25_000;

/** Nothing is under way but the stream of changes, and what came is drawn: what the page shows is what it shows. */
export async function settled(tab: Tab): Promise<void> {
  const end = performance.now() + SETTLES_MS;
  for (;;) {
    const quietFor = tab.quietFor();
    if (quietFor >= QUIET_MS) {
      // What came last may ask for more once it is drawn.
      await tab.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
      if (tab.quietFor() >= QUIET_MS) return;
    } else if (performance.now() > end) throw new Error(`The page does not settle: ${await tab.report()}`);
    await sleep(Math.max(20, QUIET_MS - quietFor));
  }
}

/** A reply as it is on the wire. */
export function raw(
  address: string,
  encoding: string,
): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}

/** The portal's own files that a page has loaded. */
export async function filesOf(tab: Tab): Promise<readonly string[]> {
  const loaded = await tab.page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/assets/') ? [name] : [])),
  );
  // What is stored for later is the same file again.
  return [...new Set(loaded)];
}

/** Bytes of the portal's own files that a page has loaded, by gzip: where brotli is taken, it is less. */
export async function gzippedBytesOf(tab: Tab): Promise<number> {
  const sizes = (await filesOf(tab)).map((address) => (gzipped[address] ??= sizeOf(address)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The name of an asset has the hash of its content: it is measured once. */
const gzipped: Record<string, Promise<number>> = {};
const sizeOf = async (address: string): Promise<number> => (await raw(address, 'gzip')).body.length;

/** The most that a page may cost to load, beside 2 operations. */
export const BUDGET = {
  entryBytes: 80_000,
  pageBytes: 120_000,
  files: 18,
  points: 300,
  paintMs: 1_500,
  listMs: 300,
} as const;
