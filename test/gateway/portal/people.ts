import { describe, expect, it } from 'vitest';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

/** What an administrator decides about people. */
export function people(portal: () => Portal): void {
  describe('for who decides about people', () => {
    it('limits a person to branches, says what that means before it is done, and gives all back', async () => {
      const invited = ['--name', 'Kamau Njoroge', '--email', 'kamau@example.org', '--roles', 'officer'];
      await portal().umoja('person', 'invite', ...invited);
      const tab = await portal().enter('administrator', '/settings/people');
      await tab.page.locator('tbody a ::-p-text(Kamau Njoroge)').click();
      expect(await textOf(tab, '[data-branches]')).toBe('Every branch');
      await pressed(tab, 'assignBranches');
      expect(await textOf(tab, '.consequence')).toContain('every branch');
      await tab.page.locator('dialog[open] .check ::-p-text(NBO)').click();
      await reads(tab, '.consequence', 'NBO alone');
      expect(await tab.violations()).toEqual([]);
      await send(tab);
      await reads(tab, '[data-branches]', 'NBO');
      await pressed(tab, 'assignBranches');
      await tab.page.locator('dialog[open] .check ::-p-text(NBO)').click();
      await send(tab);
      await reads(tab, '[data-branches]', 'Every branch');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });
  });
  describe('for a partner’s developer', () => {
    it('is entered by one click, and shows the client that they look after, and nothing of the institution', async () => {
      const tab = await portal().enter('developer');
      await tab.page.waitForSelector('tbody a[href^="/developers/clients/"]');
      expect(new URL(tab.page.url()).pathname).toBe('/developers');
      expect(await tab.page.$$('a[href="/members"], a[href="/loans"], a[href="/audit"]')).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });
  });

}
