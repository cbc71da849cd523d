/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';
import { saved } from './books.ts';

/** More cash than a person pays in on a day without being looked at, in cents. */
const MUCH_CASH = 200_000_000;

/** What a compliance officer does about money that is looked at. */
export function compliance(portal: () => Portal): void {
  describe('for who looks at money that may be laundered', () => {
    it('shows an alert as soon as it is raised, what triggered it, and takes two people to report it', async () => {
      const tab = await portal().enter('compliance', '/aml');
      await tab.page.waitForSelector('.empty, tbody tr');
      await saved(portal(), MUCH_CASH);
      // It was raised meanwhile: without a reload.
      await reads(tab, 'tbody', 'Much cash in a day');
      await tab.page.locator('tbody a ::-p-text(Much cash in a day)').click();
      await reads(tab, '.facts', 'KES\u00A02,000,000.00');
      await tab.page.waitForSelector('.evidence-list a');

      await pressed(tab, 'assignAmlAlert');
      await tab.page.locator('dialog[open] input[type=text]').fill('Felix Ochieng');
      await send(tab);
      await reads(tab, '.page-head .state', 'Under review');
      await pressed(tab, 'escalateAmlAlert');
      await tab.page.locator('dialog[open] textarea').fill('No source of the money is known.');
      await send(tab);
      await reads(tab, '.page-head .state', 'Escalated');
      await reads(tab, '.facts', 'No source of the money is known.');

      // Who escalated it does not report it, too.
      await pressed(tab, 'fileAmlAlertSar');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('Another person files it');
      await tab.page.locator('dialog[open] input[type=text]').fill('FRC-2026-0001');
      await send(tab);
      expect((await textOf(tab, 'dialog[open] [data-refusal]')).length).toBeGreaterThan(20);
      await tab.page.locator('dialog[open] header button').click();
      await reads(tab, '.page-head .state', 'Escalated');
      expect(await tab.violations()).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();

      const teller = await portal().enter('teller', '/aml');
      await teller.page.waitForSelector('.empty');
      expect(await teller.page.$('a[href="/aml"]')).toBeNull();
      await teller.close();
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
    }, 90_000);
  });
}
