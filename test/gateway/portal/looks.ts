/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import { layoutFaults } from '#test/support/layout-faults.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, settled, textOf } from '#test/support/tabs.ts';
import { repaid, saved } from './books.ts';

/** A telephone, and a sheet of A4 between its margins. */
const TELEPHONE = { width: 390, theme: 'dark' } as const;
const PAPER = { width: 688, theme: 'light' } as const;

const faultsOf = (tab: Tab): Promise<string[]> => tab.page.evaluate(layoutFaults);

/** What a page shows once it is used, on the smallest screen and on paper. */
export function looks(portal: () => Portal): void {
  describe('for who looks at it on a telephone', () => {
    it('keeps the exact figures of a chart, and its table, inside its panel', async () => {
      const tab = await portal().enter('officer', '/');
      await tab.resize(TELEPHONE);
      await tab.page.waitForSelector('.chart svg');
      await settled(tab);
      for (const chart of await tab.page.$$('.chart svg')) {
        await chart.evaluate((plot) => plot.scrollIntoView({ block: 'center' }));
        const box = await chart.boundingBox();
        for (const part of [0.25, 0.5, 0.8]) {
          await tab.page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * part, (box?.y ?? 0) + 90);
          await tab.page.waitForSelector('.chart .tip');
          expect(await faultsOf(tab)).toEqual([]);
        }
      }
      await tab.page.mouse.move(2, 2);
      // A chart that is loaded again meanwhile is a new one.
      await tab.page.$$eval('.chart details', (tables) => {
        for (const table of tables) table.open = true;
      });
      await tab.page.waitForSelector('.chart details .table');
      const wide = await tab.page.$$eval('.panel', (panels) =>
        panels.filter((panel) => panel.scrollWidth > panel.clientWidth + 1).map(({ textContent }) => textContent),
      );
      expect(wide).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('shows both sides of a journal, and a key of a client in one line, cut in its middle and copied whole', async () => {
      const auditor = await portal().enter('auditor', '/books/journals');
      await auditor.page.locator('tbody a').click();
      await auditor.page.waitForSelector('.lines tfoot');
      await auditor.resize(TELEPHONE);
      expect(await faultsOf(auditor)).toEqual([]);
      await auditor.close();
      const administrator = await portal().enter('administrator', '/developers');
      await administrator.page.locator('tbody a').click();
      await administrator.page.waitForSelector('.long-id');
      await administrator.resize({ width: 320, theme: 'dark' });
      const shown = await administrator.page.$eval('.long-id', (key) => ({
        lines: Math.round((key.querySelector('code')?.offsetHeight ?? 0) / 20),
        text: key.textContent,
        copies: key.querySelector('button')?.title,
      }));
      expect(shown).toEqual({ lines: 1, text: shown.text, copies: `Copy ${shown.text}` });
      expect(shown.text).toMatch(/^pk_test_\S{20,}$/);
      // When its secret was made is longest in Swahili, and nothing follows the ellipsis.
      await administrator.page.evaluate(() => localStorage.setItem('language', 'sw'));
      await administrator.page.reload();
      await administrator.page.waitForSelector('.keys td time');
      const cut = await administrator.page.$$eval('.keys td', (cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
      );
      expect(cut).toEqual([]);
      expect(administrator.complaints).toEqual([]);
      await administrator.close();
    });

    it.each([
      ['/settings', 'changeRoleLimit-TELLER'],
      ['/developers', 'createClient'],
      ['/settings/people', 'invitePerson'],
    ])('%s: shows the whole form of %s, whatever cell its button stands in', async (path, step) => {
      const tab = await portal().enter('administrator', path);
      await tab.page.waitForSelector(`button[data-step=${step}]`);
      await settled(tab);
      // With the buttons of who may change it.
      expect(await faultsOf(tab)).toEqual([]);
      await tab.resize(TELEPHONE);
      expect(await faultsOf(tab)).toEqual([]);
      await pressed(tab, step);
      await tab.page.waitForSelector('dialog[open] .form');
      expect(await faultsOf(tab)).toEqual([]);
      const button = await tab.page.$eval(
        'dialog[open] .form .button',
        (shown) => shown.getBoundingClientRect().height,
      );
      expect(button).toBe(32);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('offers a way on from a page that is not theirs, and says in words that the server does not answer', async () => {
      const tab = await portal().enter('teller', '/settings/people');
      await tab.page.waitForSelector('.empty .button[href="/"]');
      await tab.page.evaluateOnNewDocument(() =>
        Reflect.set(window, 'fetch', () => Promise.reject(new TypeError('Failed to fetch'))),
      );
      await tab.page.goto(`${portal().origin}/arrears`);
      expect(await textOf(tab, '.error-box')).toContain('The server does not answer.');
      await tab.close();
    });
  });

  describe('for who reads it on paper', () => {
    it.each([
      ['a schedule', '.table.on-paper', async () => '/loans?state=ACTIVE'],
      [
        'a receipt',
        '.deeds li',
        async () => {
          await repaid(portal(), '55.00');
          return '/money/repayments';
        },
      ],
      [
        'a statement',
        '.statement tbody tr',
        async () => {
          await saved(portal());
          return '/savings';
        },
      ],
    ])(
      'prints %s in whole, with exact times, and without what is only for the screen',
      async (_, shown, list) => {
        const tab = await portal().enter('teller', await list());
        await tab.page.locator('tbody a').click();
        await tab.page.waitForSelector(shown);
        await settled(tab);
        await tab.resize(PAPER);
        await tab.page.emulateMediaType('print');
        expect(await faultsOf(tab)).toEqual([]);
        const relative = await tab.page.$$eval('time[title]', (times) =>
          times.filter((time) => getComputedStyle(time).fontSize !== '0px').map(({ textContent }) => textContent),
        );
        expect(relative).toEqual([]);
        expect(await tab.page.$$eval('.button', (all) => all.filter((each) => each.checkVisibility()).length)).toBe(0);
        await tab.close();
      },
      60_000,
    );
  });
}
