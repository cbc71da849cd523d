/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

/** The work of a teller and an approver on money that does not settle of its own accord. */
export function money(portal: () => Portal): void {
  const fill = (tab: Tab, label: string, text: string) =>
    tab.page.locator(`dialog[open] ::-p-aria([name="${label}"])`).fill(text);
  /** Opens the record of the row that shows a text. */
  const opened = async (tab: Tab, text: string) => {
    const link = await tab.page.waitForSelector(`xpath///tbody/tr[contains(., '${text}')]//a`);
    await link?.evaluate((element) => (element as HTMLAnchorElement).click());
    await tab.page.waitForSelector('.payment');
  };
  const stateIs = (tab: Tab, word: string) => reads(tab, '.page-head .state', word);
  const pathOf = (tab: Tab) => new URL(tab.page.url()).pathname;
  /** It is looked at as people see it, in both sizes and themes. */
  const looked = async (tab: Tab, name: string) => {
    for (const width of [390, 1280]) {
      for (const theme of ['dark', 'light'] as const) {
        await tab.resize({ width, theme });
        expect(await tab.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        await tab.picture(`${name}-${width}-${theme}`);
      }
    }
    expect(await tab.violations()).toEqual([]);
  };
  const recorded = async (tab: Tab, receipt: string, typed: string) => {
    await pressed(tab, 'recordPaybillPayment');
    await fill(tab, 'Receipt of the provider', receipt);
    await fill(tab, 'Amount in KES', '450');
    await fill(tab, 'Payer’s phone', '0711 000 222');
    await fill(tab, 'What the payer typed', typed);
    await send(tab);
    await tab.page.waitForFunction((text) => document.querySelector('tbody')?.textContent?.includes(text), {}, receipt);
  };

  describe('for money that does not fit', () => {
    it('places what lies in suspense, and sends back what two people agree on, live', async () => {
      const inbox = await portal().enter('teller', '/money/suspense');
      await inbox.page.waitForSelector('.empty');
      const teller = await portal().enter('teller', '/money/collections');
      await recorded(teller, 'TCASH00001', 'MAMA WANJIKU');
      await recorded(teller, 'TCASH00002', 'NOBODY KNOWS');
      await recorded(teller, 'TCASH00003', 'FEES OF MY SON');
      // The inbox of the other tab has all of it, without a reload.
      for (const receipt of ['TCASH00001', 'TCASH00002', 'TCASH00003']) await reads(inbox, 'tbody', receipt);
      await looked(inbox, 'suspense-with-money');

      await opened(teller, 'MAMA WANJIKU');
      expect(await textOf(teller, '.facts')).not.toContain('711000222');
      await teller.page.locator('input[data-placement]').fill('Wanjiku Kamau');
      await teller.page.locator('[data-place=L-000001] button').click();
      expect(await textOf(teller, 'dialog[open] .consequence')).toContain('KES\u00A0450.00 are booked on L-000001');
      await looked(teller, 'placing');
      await send(teller);
      await stateIs(teller, 'Booked');
      await inbox.page.waitForFunction(() => !document.querySelector('tbody')?.textContent?.includes('TCASH00001'));
      const repayment = await teller.page.waitForSelector('.facts a[href^="/money/repayments/"]');
      await repayment?.evaluate((element) => (element as HTMLAnchorElement).click());
      await reads(teller, 'h1', 'Wanjiku Kamau');

      await teller.page.goto(`${portal().origin}/money/suspense`);
      await opened(teller, 'FEES OF MY SON');
      await teller.page.locator('input[data-placement]').fill('Achieng Odhiambo');
      await teller.page.locator('.places a[href^="/students/"]').wait();
      await teller.page.locator('.places [data-place] button').click();
      expect(await textOf(teller, 'dialog[open] .consequence')).toContain('KES\u00A0450.00 pay the school fees of');
      await send(teller);
      await stateIs(teller, 'Booked');

      await opened(inbox, 'TCASH00002');
      await pressed(inbox, 'proposeMobileMoneyReturn');
      await fill(inbox, 'Reason', 'The payer has the wrong paybill.');
      await fill(inbox, 'Where it can be seen', 'Call of the payer at 9:40.');
      await send(inbox);
      await reads(inbox, '.steps-taken', 'Call of the payer');
      // By name, for every reader.
      const [proposer = ''] = /(?<=Proposed by )[^·]+(?= ·)/.exec(await textOf(inbox, '.steps-taken')) ?? [];
      expect(await textOf(inbox, '.who')).toContain(proposer);
      const approver = await portal().enter('approver', pathOf(inbox));
      await pressed(approver, 'approveMobileMoneyReturn');
      expect(await textOf(approver, 'dialog[open] .consequence')).toContain('KES\u00A0450.00 leave suspense');
      await send(approver);
      await approver.page.waitForFunction(
        () => !document.querySelector('.page-head .state')?.textContent?.includes('In suspense'),
      );
      await looked(approver, 'returning');
      // The navigation says where it is, though its address lies below no entry.
      const entries = await approver.page.$$eval('nav [aria-current=page]', (all) =>
        all.map((each) => each.getAttribute('href')),
      );
      expect(entries).toEqual(['/money/collections']);
      for (const tab of [inbox, teller, approver]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
    }, 120_000);

    it('settles a payment in review by two people, with float that rises as it was said', async () => {
      const officer = await portal().enter('officer', '/members/M-000001');
      await pressed(officer, 'applyForLoan');
      const option = await officer.page.waitForSelector('dialog[open] select option:nth-child(2)');
      await officer.page.locator('dialog[open] select').fill((await option?.evaluate(({ value }) => value)) ?? '');
      await officer.page.locator('dialog[open] input[inputmode=decimal]').fill('12,000');
      await send(officer);
      await officer.page.waitForSelector('dialog[open]', { hidden: true });
      const approver = await portal().enter('approver', '/approvals');
      const approve = await approver.page.waitForSelector(
        `xpath///tr[contains(., 'Wanjiku Kamau') and contains(., '12,000')]//button[@data-step='approveLoan']`,
      );
      const loan = await approve?.evaluate((button) =>
        button.closest('tr')?.querySelector('a[href^="/loans/"]')?.getAttribute('href'),
      );
      // It stands on its record, too: what waits, who made it, and why the officer can't decide it.
      await officer.page.goto(`${portal().origin}${loan}`);
      expect(await textOf(officer, '.waiting-here')).toMatch(/Loan application.*Above the limit of your role/);
      await approve?.evaluate((button) => (button as HTMLButtonElement).click());
      await send(approver);
      await approver.page.waitForFunction((at) => document.querySelector(`a[href="${at}"]`) === null, {}, loan ?? '');

      const reviews = await portal().enter('teller', '/money/reviews');
      await reviews.page.waitForSelector('.empty, tbody');
      const teller = await portal().enter('teller', loan ?? '');
      await pressed(teller, 'disburseLoan');
      // A number of the sandbox whose provider pays another amount than was requested.
      await fill(teller, 'Phone', '+254700000015');
      await send(teller);
      await reads(reviews, 'tbody', 'Wanjiku Kamau');
      await reads(reviews, 'tbody', 'In review');
      await looked(reviews, 'reviews-with-payment');
      await opened(reviews, 'Wanjiku Kamau');
      const at = pathOf(reviews);
      await pressed(reviews, 'proposeDisbursementOutcome');
      await reviews.page.locator('dialog[open] select').fill('NOT_PAID');
      await fill(reviews, 'Where it can be seen', 'Statement of the provider, line 7: reversed.');
      await send(reviews);
      await reads(reviews, '.steps-taken', 'line 7');
      // The one who has said it can't agree with it.
      await pressed(reviews, 'approveDisbursementOutcome');
      await send(reviews);
      await reviews.page.waitForSelector('dialog[open] .problem');
      await reviews.page.locator('dialog[open] header button').click();

      // Who agrees sees where the money was sent, without the member's whole number.
      await approver.page.goto(`${portal().origin}/approvals`);
      await reads(approver, 'tbody', 'to +2547*****015');
      await approver.page.goto(`${portal().origin}${at}`);
      await pressed(approver, 'approveDisbursementOutcome');
      expect(await textOf(approver, 'dialog[open] .consequence')).toMatch(/The float of AG-\d+ rises from KES/);
      await looked(approver, 'agreeing');
      await send(approver);
      await stateIs(approver, 'Failed');
      await stateIs(reviews, 'Failed');
      for (const tab of [officer, approver, reviews, teller]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
    }, 120_000);

    it('shows the bursar and the auditor no step of it', async () => {
      const auditor = await portal().enter('auditor', '/money/incidents');
      await auditor.page.waitForSelector('#content h1');
      expect(await auditor.page.$$('[data-step]')).toEqual([]);
      await auditor.close();
      const bursar = await portal().enter('bursar', '/money/suspense');
      await bursar.page.waitForSelector('.empty');
      expect(bursar.operations.map(({ name }) => name)).toEqual(['Viewer']);
      await bursar.close();
    });
  });
}
