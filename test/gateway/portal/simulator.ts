/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

/** Who tries a sandbox plays its payers and its provider. */
export function simulator(portal: () => Portal): void {
  const fill = (tab: Tab, label: string, text: string) =>
    tab.page.locator(`dialog[open] ::-p-aria([name="${label}"])`).fill(text);

  describe('for who plays the payers', () => {
    it('answers a prompt on a phone, which another tab sees paid, and pays to the paybill unasked', async () => {
      const teller = await portal().enter('teller', '/money/collections');
      await pressed(teller, 'collectMobileMoney');
      await fill(teller, 'Amount in KES', '730');
      await fill(teller, 'Payer’s phone', '0700 000 008');
      await fill(teller, 'What the payer typed', 'L-000001');
      await send(teller);
      await teller.page.waitForSelector('tbody tr');

      const tab = await portal().enter('administrator', '/developers/simulator');
      const prompt = '[data-books=prompts] tbody tr:first-child';
      await reads(tab, prompt, 'Waits for an answer');
      expect(await textOf(tab, prompt)).toMatch(/\+2547\*+008.*730\.00/);
      await tab.page.locator(`${prompt} button[data-step=answerSimulatedPayment]`).click();
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('notified at once');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('simulator-answer');
      // Only a prompt that is paid takes an amount: the server says so at the field.
      await tab.page.locator('dialog[open] select').fill('CANCELLED');
      await tab.page.locator('dialog[open] input[inputmode=decimal]').fill('100');
      await send(tab);
      await reads(tab, 'dialog[open] .wrong', 'Leave it out');
      await tab.page.locator('dialog[open] select').fill('PAID');
      await tab.page.locator('dialog[open] input[inputmode=decimal]').fill('700');
      await send(tab);
      await reads(tab, prompt, 'Has answered');
      // What came is booked, and not what was requested.
      await reads(teller, 'tbody tr', 'Booked');
      await reads(teller, 'tbody tr', '700.00');

      await pressed(tab, 'payPaybill');
      await tab.page.locator('dialog[open] input[name=amount]').fill('1,250');
      await tab.page.locator('dialog[open] input[name=msisdn]').fill('0711 222 333');
      await tab.page.locator('dialog[open] input[name=accountReference]').fill('THE RED HOUSE');
      await send(tab);
      const [receipt = ''] = /[A-Z0-9]{10}/.exec(await textOf(tab, '[data-receipt]')) ?? [];
      await reads(teller, 'tbody', receipt);
      await teller.page.goto(`${portal().origin}/money/suspense`);
      await reads(teller, 'tbody', 'THE RED HOUSE');
      for (const each of [tab, teller]) {
        expect(each.complaints).toEqual([]);
        await each.close();
      }
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
    }, 120_000);
  });
}
