/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Portal } from '#test/support/portal.ts';
import { reads } from '#test/support/tabs.ts';

/** Who opens the portal in the first minutes enters the small demo: the society with a past is not ready yet. */
export function growingSociety(portal: () => Portal): void {
  describe('for a visitor while the society grows', () => {
    it('says how far it has come, follows it, and offers it once it is there, without a reload', async () => {
      const tab = await portal().chromium.open(`${portal().origin}/approvals`, { width: 390, theme: 'light' });
      const ways = { openid: false, sandbox: true, sandboxes: ['demo'], growing: 12 as number | null };
      await tab.page.setRequestInterception(true);
      tab.page.on('request', (request) => {
        const isWays = new URL(request.url()).pathname === '/auth/ways';
        void (isWays
          ? request.respond({ contentType: 'application/json', body: JSON.stringify(ways) })
          : request.continue());
      });
      await tab.page.reload();
      await reads(tab, '[data-growing]', 'is being prepared: 12 %');
      expect(await tab.page.$eval('[data-growing] progress', ({ position }) => position)).toBeCloseTo(0.12);
      expect(await tab.page.$$('.institutions')).toEqual([]);
      const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect(await tab.page.evaluate(isWider)).toBe(false);
      expect(await tab.violations()).toEqual([]);
      await tab.picture('sign-in-growing-390-light');
      ways.growing = 57;
      await reads(tab, '[data-growing]', '57 %');
      Object.assign(ways, { sandboxes: ['demo', 'society'], growing: null });
      await tab.page.waitForSelector('.institutions');
      expect(await tab.page.$$('[data-growing]')).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);
  });
}
