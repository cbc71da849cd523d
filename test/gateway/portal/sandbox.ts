/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { FIXTURE_NAMES } from '#core/partners/test-reset.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

/** The reset of the sandbox. It erases what other journeys stand on: after all of them. */
export function sandbox(portal: () => Portal): void {
  describe('for who resets the sandbox', () => {
    it('says what is erased before it is begun, and follows it until the sandbox holds what was chosen', async () => {
      const tab = await portal().enter('administrator', '/developers/test-clock');
      expect(await textOf(tab, '[data-reset=READY]')).toContain('The demo');
      await pressed(tab, 'resetSandbox');
      await reads(tab, 'dialog[open] .consequence', 'It cannot be undone');
      const fixtures = await tab.page.$$eval('dialog[open] option', (each) => each.map(({ value }) => value));
      expect(fixtures.toSorted()).toEqual(['', ...FIXTURE_NAMES].toSorted());
      expect(await tab.violations()).toEqual([]);
      await tab.picture('sandbox-reset');
      await tab.page.locator('dialog[open] select').fill('empty');
      await send(tab);
      await tab.page.waitForSelector('dialog[open]', { hidden: true });
      await reads(tab, '[data-reset=READY]', 'Nothing at all');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 120_000);
  });
}
