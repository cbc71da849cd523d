/// <reference lib="dom" />
import { expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';

const WIDTHS = [1280, 390] as const;
const THEMES = ['light', 'dark'] as const;

const textOf = async (tab: Tab, selector: string): Promise<string> => {
  const element = await tab.page.waitForSelector(selector);
  return (await element?.evaluate(({ textContent }) => textContent)) ?? '';
};

/** Looks at a page in both widths and both themes: nothing is wider than the page, and everyone can use it. */
async function lookAt(tab: Tab, name: string): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      await tab.resize({ width, theme });
      const isWider = await tab.page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect([name, width, isWider]).toEqual([name, width, false]);
      await tab.picture(`${name}-${width}-${theme}`);
    }
    expect(await tab.violations()).toEqual([]);
  }
  await tab.resize({ width: 1280, theme: 'light' });
}

const follow = async (tab: Tab, link: string, path: RegExp): Promise<void> => {
  await tab.page.locator(link).click();
  await tab.page.waitForFunction((source) => new RegExp(source).test(location.pathname), {}, path.source);
};

/** A teller takes cash for a loan. */
async function repaid(portal: Portal, amount: string): Promise<void> {
  const tab = await portal.enter('teller', '/loans?state=ACTIVE');
  await tab.page.locator('tbody a[href^="/loans/"]').click();
  await tab.page.locator('button[data-step=recordRepayment]').click();
  await tab.page.locator('dialog[open] input[inputmode=decimal]').fill(amount);
  await tab.page.locator('dialog[open] .form .button.primary').click();
  await tab.page.waitForFunction(
    (text) => document.querySelector('.events')?.textContent?.includes(text),
    {},
    `KES\u00A0${amount}`,
  );
  await tab.close();
}

/** What an auditor does with the books: from a figure to its rows, and to who caused each of them. */
export function booksJourney(portal: () => Portal): void {
  it('lets an auditor walk from a figure of today to the repayment that caused it, and to who booked it', async () => {
    await repaid(portal(), '1,234.00');
    const tab = await portal().enter('auditor', '/?range=month');
    await follow(tab, 'a[data-figure=collected]', /^\/books\/journals$/);
    await tab.page.waitForSelector('tbody tr');
    expect(await textOf(tab, 'tbody')).toContain('Repayment booked');
    await tab.page.goto(`${portal().origin}/books`);
    await follow(tab, 'tbody a[href^="/books/accounts/cash"]', /^\/books\/accounts\/cash$/);
    await tab.page.waitForSelector('tbody tr');
    expect(await textOf(tab, 'tbody')).toContain('1,234.00');
    const closing = await textOf(tab, '.figures > div:last-child dd');
    expect(closing).toContain(await textOf(tab, 'tbody tr:last-child td:last-child'));
    await lookAt(tab, 'books-account');
    await follow(tab, 'tbody tr:last-child td:first-child a', /^\/books\/journals\/[0-9a-f-]{36}$/);
    await tab.page.waitForSelector('.facts');
    await lookAt(tab, 'books-journal');
    expect(await textOf(tab, 'tfoot td')).toBe(await textOf(tab, 'tfoot td:last-child'));
    await follow(tab, '.facts a[href^="/loans/"]', /^\/loans\/L-/);
    await tab.page.waitForSelector('.deeds li');
    expect(await textOf(tab, '.deeds')).toContain('Created');
    expect(await tab.violations()).toEqual([]);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 120_000);

  it('prints a statement with its head and every row, and without what is only for the screen', async () => {
    await repaid(portal(), '99.00');
    const tab = await portal().enter('auditor', '/books/accounts/cash');
    await tab.page.waitForSelector('tbody tr');
    const rows = (await tab.page.$$('tbody tr')).length;
    await tab.page.emulateMediaType('print');
    const shown = await tab.page.evaluate(() => {
      const isShown = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
      const { clientHeight, scrollHeight } = document.querySelector('.table') ?? document.body;
      return {
        rows: isShown('tbody tr'),
        screenOnly: isShown('.frame nav, header .button, .table-tools, .page-head .button, .pager'),
        head: document.querySelector('.print-head')?.checkVisibility(),
        isCut: scrollHeight > clientHeight + 1,
      };
    });
    expect(shown).toEqual({ rows, screenOnly: 0, head: true, isCut: false });
    await tab.picture('books-account-print');
    expect((await tab.page.pdf({ format: 'A4' })).length).toBeGreaterThan(5_000);
    await tab.close();
  }, 60_000);
}
