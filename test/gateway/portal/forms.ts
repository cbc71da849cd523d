/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf, typedIn } from '#test/support/tabs.ts';

/** What a form says where it can't do what was sent. */
export function forms(portal: () => Portal): void {
  describe('in a form', () => {
    it('shows what changed since it was opened, with all that was typed, and goes on with the new version', async () => {
      const open = async () => {
        const tab = await portal().enter('administrator', '/developers');
        await tab.page.locator('tbody a ::-p-text(Demo client)').click();
        return tab;
      };
      const [one, two] = [await open(), await open()];
      await pressed(two, 'changeClient');
      const name = 'dialog[open] input[type=text]';
      const before = await typedIn(two, name);
      await two.page.locator(name).fill('Demo client of the farmers');
      // A reload loses neither what was typed nor what it was typed about.
      await two.page.reload();
      await pressed(one, 'changeClient');
      await one.page.locator(name).fill('Demo client of the shop');
      await send(one);
      await reads(one, 'h1', 'Demo client of the shop');

      await pressed(two, 'changeClient');
      await send(two);
      const change = await textOf(two, '[data-changed=name]');
      expect(change).toContain(`${before} → Demo client of the shop`);
      expect(await typedIn(two, name)).toBe('Demo client of the farmers');
      expect(await textOf(two, '[data-refusal=precondition_failed] strong')).toBe(
        'The record has changed since it was read',
      );
      expect(await two.violations()).toEqual([]);
      await two.picture('conflict');
      await send(two);
      await reads(two, 'h1', 'Demo client of the farmers');
      for (const tab of [one, two]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
    }, 60_000);

    it('takes a day as people write it, says so where it is none, and sends it as one', async () => {
      const tab = await portal().enter('auditor', '/books/journals');
      const from = '.table-tools .day:first-of-type input[type=text]';
      await tab.page.locator(from).fill('22/11/2026');
      await tab.page.waitForFunction(() => new URLSearchParams(location.search).get('from') === '2026-11-22');
      expect(await typedIn(tab, from)).toBe('22/11/2026');
      await tab.page.keyboard.press('Tab');
      expect(await typedIn(tab, from)).toBe('22 Nov 2026');
      // The browser's own calendar, by the keyboard; Escape closes it, and the day stays.
      await tab.page.focus(from);
      await tab.page.keyboard.down('Alt');
      await tab.page.keyboard.press('ArrowDown');
      await tab.page.keyboard.up('Alt');
      await tab.page.keyboard.press('Escape');
      expect(await typedIn(tab, from)).toBe('22 Nov 2026');
      await tab.page.locator(from).fill('31 Feb 2026');
      await tab.page.$eval(from, (field) => field.blur());
      await reads(tab, '.day .wrong', 'Enter a date such as 22 Nov 2026.');
      expect(await tab.violations()).toEqual([]);
      await tab.page.click(from, { count: 3 });
      await tab.page.keyboard.press('Backspace');
      await tab.page.waitForFunction(() => !new URLSearchParams(location.search).has('from'));
      expect(tab.complaints).toEqual([]);
      await tab.close();

      const administrator = await portal().enter('administrator', '/developers/test-clock');
      await pressed(administrator, 'advanceTestClock');
      const to = 'dialog[open] .day-field input[type=text]';
      await administrator.page.locator(to).fill('next week');
      await send(administrator);
      await reads(administrator, 'dialog[open] .wrong', 'Enter a date such as 22 Nov 2026.');
      // The button was pressed where it stood: what was said did not move it away, and the form goes on at the day.
      await administrator.page.waitForFunction((day) => document.activeElement === document.querySelector(day), {}, to);
      expect(await administrator.violations()).toEqual([]);
      // Long gone: the server has read it as the day that it is.
      await administrator.page.locator(to).fill('1 Jan 2020');
      await send(administrator);
      await administrator.page.waitForSelector('dialog[open] [data-refusal], dialog[open] .wrong');
      expect(await typedIn(administrator, to)).toBe('1 Jan 2020');
      expect(await textOf(administrator, 'dialog[open]')).not.toContain('Enter a date such as');
      await administrator.close();
    }, 60_000);

    it('says why something was refused in the person’s language, with amounts as money', async () => {
      const tab = await portal().enter('officer', '/members/M-000002');
      await speakSwahili(tab);
      await pressed(tab, 'applyForLoan');
      const product = await tab.page.waitForSelector('dialog[open] select option:nth-child(2)');
      await tab.page.locator('dialog[open] select').fill((await product?.evaluate(({ value }) => value)) ?? '');
      await tab.page.locator('dialog[open] input[inputmode=decimal]').fill('900,000,000');
      await send(tab);
      await reads(tab, 'dialog[open] .wrong', 'Bidhaa hii hukopesha KES\u00A0');
      await tab.page.locator('dialog[open] header button').click();
      const teller = await portal().enter('teller', '/loans?state=ACTIVE');
      await teller.page.locator('tbody a[href^="/loans/"]').click();
      await pressed(teller, 'recordRepayment');
      await teller.page.locator('dialog[open] input[inputmode=decimal]').fill('9,000,000');
      await send(teller);
      const refusal = await textOf(teller, 'dialog[open] [data-refusal=repayment_exceeds_outstanding] p');
      expect(refusal).toMatch(
        /^The loan is owed KES\u00A0[\d,]+\.\d\d and takes .*; KES\u00A09,000,000.00 was paid\.$/,
      );
      await teller.close();
      expect(await tab.violations()).toEqual([]);
      await tab.close();
    });

    it('sends nothing without a connection, and nothing later of its own accord', async () => {
      const tab = await portal().enter('officer', '/members/M-000005');
      await pressed(tab, 'suspendMember');
      await tab.page.locator('dialog[open] textarea').fill('Asked for a pause.');
      await tab.page.setOfflineMode(true);
      await send(tab);
      await reads(tab, 'dialog[open] .problem', 'Nothing was sent');
      await tab.page.setOfflineMode(false);
      await tab.page.locator('dialog[open] header button').click();
      await tab.page.reload();
      await tab.page.waitForSelector('.page-head .state');
      expect(await textOf(tab, '.page-head .state')).toBe('Active');
      expect(tab.operations.map(({ name }) => name)).not.toContain('SuspendMember');
      await pressed(tab, 'suspendMember');
      expect(await typedIn(tab, 'dialog[open] textarea')).toBe('Asked for a pause.');
      await tab.close();
    });
  });

  describe('without a connection', () => {
    it('shows the frame and what was loaded last with its time, after a reload, too', async () => {
      const tab = await portal().enter('officer', '/members/M-000001');
      await tab.page.setBypassServiceWorker(false);
      await tab.page.waitForSelector('.facts');
      await tab.page.evaluate(() => navigator.serviceWorker.ready);
      await tab.page.reload();
      await tab.page.waitForSelector('.facts');
      await tab.page.waitForFunction(async () => {
        const frame = await (await caches.open('frame')).keys();
        const answers = await (await caches.open('answers')).keys();
        const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
        return answers.length > 1 && frame.length > new Set(loaded.map(({ name }) => name)).size;
      });
      const name = await textOf(tab, 'h1');
      await tab.goOffline();
      await tab.page.reload();
      await tab.page.waitForSelector('.facts');
      expect(await textOf(tab, 'h1')).toBe(name);
      expect(await tab.page.$$('.side a')).not.toEqual([]);
      expect(await textOf(tab, '.notice')).toContain('nothing can be changed');
      expect(await tab.page.$$('.notice time')).toHaveLength(1);
      await tab.close();
    });
  });
}

async function speakSwahili(tab: Tab): Promise<void> {
  await tab.page.locator('.who').click();
  await tab.page.locator('#account select').fill('sw');
  await tab.page.keyboard.press('Escape');
  await tab.page.waitForFunction(() => document.documentElement.lang === 'sw');
}
