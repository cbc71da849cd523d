/// <reference lib="dom" />
import type { KeyInput } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { reads, textOf } from '#test/support/tabs.ts';

/** As many elements as a page has that take the focus. */
const MOST_TABS = 150;

/** A loan from the application to its end, with a keyboard alone. */
export function keyboard(portal: () => Portal): void {
  describe('with a keyboard alone', () => {
    const press = (tab: Tab, key: KeyInput) => tab.page.keyboard.press(key);
    /** Goes on by Tab until the focus stands there. */
    async function tabTo(tab: Tab, selector: string): Promise<void> {
      await tab.page.waitForSelector(selector);
      for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
        if (await tab.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
        await press(tab, 'Tab');
      }
      throw new Error(`Tab does not come to ${selector}.`);
    }
    const enterOn = async (tab: Tab, selector: string) => {
      await tabTo(tab, selector);
      await press(tab, 'Enter');
    };
    const typeInto = async (tab: Tab, selector: string, text: string) => {
      await tabTo(tab, selector);
      await tab.page.keyboard.type(text);
    };
    const signIn = async (role: string): Promise<Tab> => {
      const tab = await portal().chromium.open(`${portal().origin}/approvals`);
      await enterOn(tab, `button[data-role=${role}]`);
      await tab.page.waitForSelector('#content h1');
      return tab;
    };
    /** By the palette, to the first that it finds. */
    const find = async (tab: Tab, text: string, found: string, address = `/${found}`) => {
      await tab.page.keyboard.down('Control');
      await press(tab, 'k');
      await tab.page.keyboard.up('Control');
      await tab.page.waitForSelector('.palette input:focus');
      await tab.page.keyboard.type(text);
      await reads(tab, '#found [role=option]', found);
      await press(tab, 'Enter');
      await tab.page.waitForFunction((to) => location.pathname.endsWith(to), {}, address);
    };
    const sendStep = async (tab: Tab, step: string) => {
      await enterOn(tab, `button[data-step=${step}]`);
      await enterOn(tab, 'dialog[open] .form .button.primary');
    };
    const stateIs = (tab: Tab, word: string) => reads(tab, '.page-head .state', word);

    it('a member applies, the loan is approved, paid out and paid back, each by Tab, Enter and Ctrl-K', async () => {
      const officer = await signIn('officer');
      await find(officer, 'M-000005', 'M-000005');
      await officer.page.waitForSelector('button[data-step=applyForLoan]');
      const loansOf = () =>
        officer.page.$$eval('.records a[href^="/loans/"]', (all) => all.map((link) => link.getAttribute('href') ?? ''));
      const before = await loansOf();
      await enterOn(officer, 'button[data-step=applyForLoan]');
      await tabTo(officer, 'dialog[open] select');
      await press(officer, 'ArrowDown');
      await typeInto(officer, 'dialog[open] input[inputmode=decimal]', '9,000');
      await press(officer, 'Enter');
      await officer.page.waitForFunction(
        (count) => document.querySelectorAll('.records a[href^="/loans/"]').length > count,
        {},
        before.length,
      );
      const [applied] = (await loansOf()).filter((link) => !before.includes(link));
      await enterOn(officer, `.records a[href="${applied}"]`);
      await officer.page.waitForFunction(() => location.pathname.startsWith('/loans/'));
      const loanNo = new URL(officer.page.url()).pathname.split('/').at(-1) ?? '';
      // A list: arrows walk its rows, Enter opens one, and the browser's way back leads to it.
      await find(officer, 'Loans', 'Loans', '/loans');
      await tabTo(officer, 'tbody tr');
      for (const key of ['End', 'ArrowUp', 'Home', 'ArrowDown'] as const) await press(officer, key);
      const focused = await officer.page.evaluate(() =>
        [...document.querySelectorAll('tbody tr')].findIndex((row) => row === document.activeElement),
      );
      expect(focused).toBe(1);
      const second = await officer.page.evaluate(() => document.activeElement?.querySelector('a')?.textContent ?? '');
      await press(officer, 'Enter');
      await reads(officer, 'h1', second);
      expect(officer.complaints).toEqual([]);
      await officer.close();

      const approver = await signIn('approver');
      await find(approver, loanNo, loanNo);
      await sendStep(approver, 'approveLoan');
      await stateIs(approver, 'Ready to pay out');
      await approver.close();

      const teller = await signIn('teller');
      await find(teller, loanNo, loanNo);
      await sendStep(teller, 'disburseLoan');
      await stateIs(teller, 'Active');
      const owed = await textOf(teller, '.figures dd');
      await enterOn(teller, 'button[data-step=recordRepayment]');
      await typeInto(teller, 'dialog[open] input[inputmode=decimal]', owed.replace(/[^\d.,]/g, ''));
      await press(teller, 'Enter');
      await stateIs(teller, 'Closed');
      expect(teller.complaints).toEqual([]);
      await teller.close();
    }, 120_000);
  });
}
