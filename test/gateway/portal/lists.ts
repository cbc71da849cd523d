/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

/** What a person comes back to, and what they take back. */
export function lists(portal: () => Portal): void {
  describe('for who comes back', () => {
    const views = (tab: Tab) => tab.page.locator('button[data-menu=views]').click();

    it('saves a list as it is filtered and shown under a name, for that person alone, and not what was searched', async () => {
      const tab = await portal().enter('officer', '/loans?state=ACTIVE&search=Wanjiku&order=PRINCIPAL.desc');
      await tab.page.waitForSelector('.table-tools');
      await tab.page.locator('button[data-menu=views] + .saved-views + button').click();
      await tab.page.locator('.column-choice:popover-open label ::-p-text(Borrower)').click();
      await tab.page.keyboard.press('Escape');
      await views(tab);
      await tab.page.locator('.saved-views input').fill('Largest');
      await tab.page.keyboard.press('Enter');
      await tab.page.waitForSelector('[data-view=Largest]');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('saved-views');
      const stored = await tab.page.evaluate(() => JSON.stringify(localStorage));
      expect(stored).toContain('Largest');
      expect(stored).not.toContain('Wanjiku');

      await tab.page.evaluate(() => localStorage.removeItem('columns:loans'));
      await tab.page.goto(`${portal().origin}/loans?late=30`);
      await reads(tab, '.table-tools', '30');
      await views(tab);
      await tab.page.locator('[data-view=Largest]').click();
      await tab.page.waitForFunction(() => !document.querySelector('thead')?.textContent?.includes('Borrower'));
      expect(new URL(tab.page.url()).search).toBe('?state=ACTIVE&order=PRINCIPAL.desc');

      await tab.page.locator('.who').click();
      await tab.page.locator('#account .button').click();
      await tab.page.locator('button[data-role=teller]').click();
      await tab.page.waitForSelector('.table-tools');
      await views(tab);
      await tab.page.waitForSelector('.saved-views:popover-open');
      expect(await tab.page.$$('[data-view]')).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);

    it('offers to undo what its lifecycle takes back, and nothing once another person has gone on', async () => {
      const tab = await portal().enter('officer', '/members/M-000004');
      const suspend = async () => {
        await pressed(tab, 'suspendMember');
        await tab.page.locator('dialog[open] textarea').fill('By mistake.');
        await send(tab);
        await reads(tab, '.page-head .state', 'Suspended');
      };
      await suspend();
      expect(await tab.violations()).toEqual([]);
      await tab.picture('undo');
      await tab.page.locator('button[data-undo=reinstateMember]').click();
      await reads(tab, '.page-head .state', 'Active');
      expect(await textOf(tab, '.undo-offer')).toContain('Taken back');

      await suspend();
      const other = await portal().enter('officer', '/members/M-000004');
      await pressed(other, 'reinstateMember');
      await send(other);
      await reads(other, '.page-head .state', 'Active');
      await tab.page.locator('button[data-undo=reinstateMember]').click();
      await reads(tab, '.undo-offer', 'has changed since');
      expect(await tab.page.$$('[data-undo]')).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await other.close();
      await tab.close();
    }, 60_000);
  });
}
