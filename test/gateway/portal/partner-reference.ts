import { execFile } from 'node:child_process';
import { get } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Portal } from '#test/support/portal.ts';

/** What partners read at /docs of REST, in the same browser. */
export function partnerReference(portal: () => Portal): void {
  describe('for a partner who reads the reference', () => {
    it('begins with guides, finds guides and events, and fills in the demo’s credentials', async () => {
      const { rest_url, client_id } = (await portal().demo()) as { rest_url: string; client_id?: string };
      const tab = await portal().chromium.open(`${rest_url}/docs`);
      await tab.page.locator('#search').fill('overdue');
      await tab.page.waitForSelector('#found a[href="/docs/events/invoice.overdue"]');
      await tab.page.keyboard.press('ArrowDown');
      expect(await tab.violations()).toEqual([]);
      await tab.page.keyboard.press('Escape');

      for (const address of ['/docs', '/docs/guides/first-loan', '/docs/events/loan.disbursed', '/changelog']) {
        await tab.page.goto(`${rest_url}${address}`);
        await tab.page.waitForSelector('main h1');
        for (const width of [1280, 390]) {
          for (const theme of ['light', 'dark'] as const) {
            await tab.resize({ width, theme });
            const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
            expect([address, width, await tab.page.evaluate(isWider)]).toEqual([address, width, false]);
            await tab.picture(`reference${address.replaceAll(/[/.]/g, '-')}-${width}-${theme}`);
          }
          expect([address, await tab.violations()]).toEqual([address, []]);
        }
      }
      await tab.page.goto(`${rest_url}/docs/guides/first-loan`);
      await tab.page.locator('button[data-language=python]').click();
      const shown = () =>
        [...document.querySelectorAll<HTMLElement>('[id^=sample-]:not([hidden])')].map(({ id }) => id);
      expect(await tab.page.evaluate(shown)).toEqual(['sample-python']);
      await tab.page.waitForSelector('[data-filled]:not([hidden])');
      expect(await tab.page.$eval('[data-credentials]', ({ textContent }) => textContent)).toContain(client_id);
      // What the guide says does what it says, with what it filled in.
      const settings = await tab.page.$eval('[data-credentials]', ({ textContent }) => textContent);
      const sample = new URL('../../../docs/examples/first-loan.sh', import.meta.url).pathname;
      const { stdout } = await promisify(execFile)('bash', ['-c', `${settings}\nexec bash "${sample}"`]);
      expect(stdout.trim()).toBe('ready_to_disburse');
      // By another name, as a page of elsewhere would reach it, there is nothing.
      const elsewhere = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: 'elsewhere.example', 'x-umoja-page': '1' };
        get(`${rest_url}/docs/credentials.json`, { headers }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        }).on('error', reject);
      });
      expect(elsewhere).toBe(404);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 90_000);
  });
}
