/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

/** What a newcomer is to see within minutes: one loan, looked at by five people, none of whom reloads. */
export function story(portal: () => Portal): void {
  describe('for a newcomer', () => {
    it('an officer applies, the approver approves, money leaves, float sinks, the webhook’s dot turns green, the schedule appears', async () => {
      const developer = await portal().enter('developer', '/developers');
      await developer.page.locator('tbody a ::-p-text(Demo client)').click();
      await developer.page.locator('.rows a ::-p-text(/demo/receiver)').click();
      await developer.page.waitForSelector('.page-head .state');
      const green = '.dot.good[data-state=SUCCEEDED][aria-label*="loan.disbursed"]';
      const before = (await developer.page.$$(green)).length;

      const officer = await portal().enter('officer', '/members/M-000001');
      await pressed(officer, 'applyForLoan');
      const option = await officer.page.waitForSelector('dialog[open] select option:nth-child(2)');
      await officer.page.locator('dialog[open] select').fill((await option?.evaluate(({ value }) => value)) ?? '');
      await officer.page.locator('dialog[open] input[inputmode=decimal]').fill('11,000');
      await send(officer);
      await reads(officer, '.records', 'KES\u00A011,000.00');
      await officer.page.locator('.records a[href^="/loans/"]').click();
      await officer.page.waitForFunction(() => location.pathname.startsWith('/loans/'));
      await reads(officer, '.page-head .state', 'Draft');
      const address = new URL(officer.page.url()).pathname;
      const bars = 'figure.picture svg rect';
      expect(await officer.page.$$(bars)).toEqual([]);

      const today = await portal().enter('teller', '/');
      const float = await textOf(today, '.today .panel:last-child .today-figures');

      const approver = await portal().enter('approver', address);
      await pressed(approver, 'approveLoan');
      await send(approver);
      await reads(officer, '.page-head .state', 'Ready to pay out');
      const teller = await portal().enter('teller', address);
      await pressed(teller, 'disburseLoan');
      await send(teller);

      await reads(officer, '.page-head .state', 'Active');
      await officer.page.waitForSelector(bars);
      await today.page.waitForFunction(
        (text) => document.querySelector('.today .panel:last-child .today-figures')?.textContent !== text,
        {},
        float,
      );
      await developer.page.waitForFunction(
        (selector, count) => document.querySelectorAll(selector).length > count,
        { timeout: 30_000 },
        green,
        before,
      );
      await developer.picture('story-webhook');
      for (const tab of [developer, officer, today, approver, teller] satisfies Tab[]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
    }, 120_000);
  });
}
