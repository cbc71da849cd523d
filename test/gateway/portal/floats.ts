/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send } from '#test/support/tabs.ts';

/** What people do with the floats of agents. */
export function floats(portal: () => Portal): void {
  describe('for who keeps floats', () => {
    it('tops one up once, limits it, and shows the auditor no step', async () => {
      const teller = await portal().enter('teller', '/money/agents');
      await teller.page.waitForSelector('tbody tr');
      await teller.page.locator('tbody tr a').click();
      await teller.page.waitForFunction(() => location.pathname.startsWith('/money/agents/AG-'));
      const agentNo = new URL(teller.page.url()).pathname.split('/').at(-1) ?? '';
      await teller.page.waitForSelector('.facts');
      type Agent = { readonly float: number; readonly lowFloat: number | null; readonly dailyLimit: number | null };
      const now = () =>
        teller.page.evaluate(async (no) => {
          const response = await fetch('/graphql', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-umoja-page': '1' },
            body: JSON.stringify({
              query: 'query($no: String!) { agent(agentNo: $no) { float lowFloat dailyLimit } }',
              variables: { no },
            }),
          });
          return ((await response.json()) as { data: { agent: unknown } }).data.agent;
        }, agentNo) as Promise<Agent>;
      const before = await now();

      await pressed(teller, 'topUpFloat');
      await teller.page.locator('dialog[open] input[name=amount]').fill('1,000');
      await teller.page.locator('dialog[open] input[name=reference]').fill('FTFLOAT0001');
      await reads(teller, 'dialog[open] .consequence', 'KES\u00A01,000.00 is booked');
      await send(teller);
      await teller.page.waitForSelector('dialog[open]', { hidden: true });
      expect((await now()).float).toBe(before.float + 100_000);

      await pressed(teller, 'limitFloat');
      await teller.page.locator('dialog[open] input[name=lowFloat]').fill('250.50');
      await teller.page.locator('dialog[open] input[name=dailyLimit]').fill('');
      await send(teller);
      await teller.page.waitForSelector('dialog[open]', { hidden: true });
      expect(await now()).toMatchObject({ lowFloat: 25_050, dailyLimit: null });
      await reads(teller, '.facts', 'KES\u00A0250.50');
      expect(teller.complaints).toEqual([]);
      await teller.close();

      const auditor = await portal().enter('auditor', `/money/agents/${agentNo}`);
      await auditor.page.waitForSelector('.facts');
      expect(await auditor.page.$$('[data-step], [data-menu=more]')).toEqual([]);
      expect(auditor.complaints).toEqual([]);
      await auditor.close();
    });

    it('changes one fee of an app, and leaves the steps of the other as they were agreed', async () => {
      const teller = await portal().enter('teller', '/money/apps');
      await teller.page.locator('tbody tr a').click();
      const form = (direction: number) => `dialog[open] fieldset.lines:nth-of-type(${direction})`;
      const typed = async (direction: number, line: number, name: string, text: string) => {
        await teller.page.locator(`${form(direction)} [data-line="${line}"] [name=${name}]`).fill(text);
      };
      await pressed(teller, 'changeAppTariff');
      await teller.page.locator(`${form(1)} button.add`).click();
      await typed(1, 0, 'fee', '12');
      await teller.page.locator(`${form(2)} button.add`).click();
      await typed(2, 0, 'upTo', '1,000');
      await typed(2, 0, 'fee', '5');
      await teller.page.locator(`${form(2)} button.add`).click();
      await typed(2, 1, 'fee', '25');
      await send(teller);
      await reads(teller, '.tariff', 'agreed with this app');

      await pressed(teller, 'changeAppTariff');
      await typed(1, 0, 'fee', '14.50');
      await reads(teller, 'dialog[open] .consequence', 'KES\u00A014.50 for every amount instead of KES\u00A012.00 for');
      const stays = 'stays KES\u00A05.00 up to KES\u00A01,000.00, KES\u00A025.00 above that';
      await reads(teller, 'dialog[open] .consequence', stays);
      expect(await teller.violations()).toEqual([]);
      await teller.picture('tariff');
      await send(teller);
      await teller.page.waitForSelector('dialog[open]', { hidden: true });
      await reads(teller, '.tariff', '14.50');
      const fees = await teller.page.$$eval('.tariff td.number', (all) => all.map((each) => each.textContent));
      expect(fees).toEqual(['KES\u00A014.50', 'KES\u00A05.00', 'KES\u00A025.00']);
      expect(teller.complaints).toEqual([]);
      await teller.close();
    });
  });
}
