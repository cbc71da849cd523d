/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { layoutFaults } from '#test/support/layout-faults.ts';
import { BUDGET, pressed, reads, send, settled, textOf, typedIn } from '#test/support/tabs.ts';

/** The life of a member and of what they save, by the forms of an officer and a teller. */
export function memberForms(portal: () => Portal): void {
  const field = (label: string) => `dialog[open] ::-p-aria([name="${label}"])`;
  const fill = (tab: Tab, label: string, text: string) => tab.page.locator(field(label)).fill(text);
  const chosen = async (tab: Tab, label: string, word: string) => {
    const select = await tab.page.waitForSelector(field(label));
    const value = await select?.evaluate(
      (element, text) =>
        [...(element as HTMLSelectElement).options].find(({ textContent }) => textContent.includes(text))?.value,
      word,
    );
    await tab.page.locator(field(label)).fill(value ?? '');
  };
  const stateIs = (tab: Tab, word: string) => reads(tab, '.page-head .state', word);
  const arrived = async (tab: Tab, beginning: string) => {
    await tab.page.waitForFunction((start) => location.pathname.startsWith(start), {}, beginning);
    await tab.page.waitForSelector('.page-head .state');
    return new URL(tab.page.url()).pathname.split('/').at(-1) ?? '';
  };
  /** What a worker has done meanwhile is seen after a reload. */
  const becomes = async (tab: Tab, word: string) => {
    for (let tries = 0; tries < 20; tries += 1) {
      await tab.page.waitForSelector('.page-head .state');
      if ((await textOf(tab, '.page-head .state')) === word) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await tab.page.reload();
    }
    expect(await textOf(tab, '.page-head .state')).toBe(word);
  };
  const registered = async (tab: Tab, name: string, nationalId: string) => {
    await tab.page.goto(`${portal().origin}/members`);
    await pressed(tab, 'createMember');
    await fill(tab, 'Full name', name);
    await fill(tab, 'National ID number', nationalId);
    await fill(tab, 'Phone', '0722 345 678');
    await fill(tab, 'Date of birth', '1990-05-17');
    await fill(tab, 'Town', 'Nakuru');
    await fill(tab, 'County', 'Nakuru');
    await tab.page.locator('dialog[open] select option:nth-child(2)').wait();
    const branch = await tab.page.$eval('dialog[open] select option:nth-child(2)', ({ value }) => value);
    await tab.page.locator('dialog[open] select').fill(branch);
  };
  const ended = async (tab: Tab) => {
    expect(tab.complaints).toEqual([]);
    await tab.close();
  };

  describe('for who registers members', () => {
    it('makes a member of a person, says at the field what is wrong, and changes what is known of them', async () => {
      const tab = await portal().enter('officer', '/members');
      await registered(tab, 'Naliaka Barasa', '29118456');
      await fill(tab, 'Date of birth', '2015-05-17');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('Naliaka Barasa becomes a member');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('register-member');
      await send(tab);
      await reads(tab, 'dialog[open] .field:has([name=dateOfBirth]) .wrong', '18');
      await fill(tab, 'Date of birth', '1990-05-17');
      // What was found wrong was another value, and who sends goes on where it is wrong.
      expect(await tab.page.$('dialog[open] .field:has([name=dateOfBirth]) .wrong')).toBeNull();
      for (const [phone, wrong] of [
        ['0722 34', 'Enter a phone number'],
        ['+999 1234 5678', 'No phone has this number'],
      ] as const) {
        await fill(tab, 'Phone', phone);
        await send(tab);
        await reads(tab, 'dialog[open] .field:has([name=phone]) .wrong', wrong);
        await tab.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'phone');
        expect(await tab.page.$('dialog[open] .problem')).toBeNull();
      }
      await fill(tab, 'Phone', '0722 345 678');
      await send(tab);
      expect(await arrived(tab, '/members/M-')).toMatch(/^M-\d{6}$/);
      expect(await textOf(tab, 'h1')).toBe('Naliaka Barasa');
      await becomes(tab, 'Active');

      await pressed(tab, 'updateMember');
      expect(await typedIn(tab, field('Full name'))).toBe('Naliaka Barasa');
      await fill(tab, 'Phone', '0733 111 222');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('paid at the new number');
      await send(tab);
      await reads(tab, '.facts', '733\u00A0111\u00A0222');

      await pressed(tab, 'renewMemberKyc');
      await fill(tab, 'Number on the ID card', '1111');
      await send(tab);
      await tab.page.waitForSelector('dialog[open] [data-refusal=kyc_incomplete]');
      await fill(tab, 'Number on the ID card', '29118456');
      await send(tab);
      await tab.page.waitForSelector('dialog[open]', { hidden: true });

      await pressed(tab, 'updateMemberNominees');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('goes to the estate');
      await tab.page.locator('dialog[open] button.add').click();
      await fill(tab, 'Full name', 'Wekesa Barasa');
      await fill(tab, 'What they are to the member', 'brother');
      await fill(tab, 'Share in per cent', '60');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('60 per cent, not to 100');
      await send(tab);
      await reads(tab, 'dialog[open] .lines', '10000');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('nominees');
      await fill(tab, 'Share in per cent', '100');
      await send(tab);
      await reads(tab, '.facts', 'Wekesa Barasa (100 %)');

      await pressed(tab, 'openSavingsAccount');
      await chosen(tab, 'Product', 'Ordinary');
      await send(tab);
      expect(await arrived(tab, '/savings/')).not.toBe('');
      expect(await textOf(tab, 'h1')).toContain('Naliaka Barasa');
      await ended(tab);
    }, 60_000);

    it('sends a refused identity again, records a death, and takes back with two people what was a mistake', async () => {
      const tab = await portal().enter('officer', '/members');
      // The identity provider of the sandbox refuses this one.
      await registered(tab, 'Chebet Kiprop', '00000001');
      await send(tab);
      await arrived(tab, '/members/M-');
      await becomes(tab, 'Identity refused');
      await pressed(tab, 'resubmitMemberKyc');
      expect(await typedIn(tab, field('Town'))).toBe('Nakuru');
      await fill(tab, 'Town', 'Eldoret');
      await send(tab);
      await tab.page.waitForSelector('dialog[open]', { hidden: true });
      await becomes(tab, 'Identity refused');

      await registered(tab, 'Kiplagat Rotich', '29118457');
      await send(tab);
      await arrived(tab, '/members/M-');
      await becomes(tab, 'Active');
      for (const width of [390, 1280]) {
        await tab.resize({ width, theme: 'light' });
        await tab.page.locator('.page-head [data-menu=more]').click();
        await tab.page.waitForSelector('.more-actions:popover-open');
        expect(await tab.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        expect(await tab.page.evaluate(layoutFaults)).toEqual([]);
        expect(await tab.violations()).toEqual([]);
        await tab.picture(`member-steps-${width}`);
        const [height, left, right] = await tab.page.$eval('.more-actions button', (row) => {
          const { height: tall, left: from, right: to } = row.getBoundingClientRect();
          return [tall, from, to] as const;
        });
        expect(height).toBe(width === 390 ? 44 : 36);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
        // The focus is in the menu, moves by the arrows, and is back at its button afterwards.
        await tab.page.keyboard.press('ArrowUp');
        expect(await tab.page.evaluate(() => document.activeElement?.matches('.more-actions button:last-child'))).toBe(
          true,
        );
        await tab.page.keyboard.press('Escape');
        expect(await tab.page.evaluate(() => document.activeElement?.matches('[data-menu=more]'))).toBe(true);
      }
      // Personal data are cleared by who answers for them.
      expect(await tab.page.$$('[data-step=eraseMember]')).toEqual([]);
      await pressed(tab, 'recordMemberDeath');
      await fill(tab, 'Day of the death', '2020-01-01');
      await fill(tab, 'Document that proves it', 'BP-118/2026');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('Nothing is paid out from now on');
      await send(tab);
      await stateIs(tab, 'Deceased');
      const { pathname } = new URL(tab.page.url());
      await tab.page.goto(`${portal().origin}/claims`);
      await tab.page.locator('tbody a[href^="/claims/"]').click();
      await stateIs(tab, 'Open');
      await pressed(tab, 'addClaimDocument');
      await chosen(tab, 'What it is', 'Death certificate');
      await fill(tab, 'Its number', 'DC-2026-77');
      await send(tab);
      await reads(tab, '.payment', 'DC-2026-77');
      await pressed(tab, 'appointRepresentative');
      await fill(tab, 'Full name', 'Jebet Rotich');
      await fill(tab, 'What they are', 'Administrator');
      await send(tab);
      await reads(tab, 'dialog[open] .problem', 'letters of administration');
      await tab.page.locator('dialog[open] header button').click();
      for (const width of [390, 1280]) {
        await tab.resize({ width, theme: 'light' });
        expect(await tab.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        expect(await tab.violations()).toEqual([]);
        await tab.picture(`claim-${width}`);
      }
      await tab.page.goto(`${portal().origin}${pathname}`);
      await pressed(tab, 'correctMemberDeath');
      await fill(tab, 'Why', 'The permit names another person.');
      await send(tab);
      await tab.page.waitForSelector('.waiting');
      await ended(tab);
    }, 90_000);

    it('shows nothing of it to one who reads members only', async () => {
      const tab = await portal().enter('auditor', '/members');
      await tab.page.waitForSelector('tbody tr');
      expect(await tab.page.$$('[data-step]')).toEqual([]);
      await tab.page.goto(`${portal().origin}/members/M-000005`);
      await tab.page.waitForSelector('.page-head .state');
      expect(await tab.page.$$('[data-step], [data-menu=more]')).toEqual([]);
      // All else that the member has to do with is loaded where it is opened, and costs nothing before.
      await settled(tab);
      const before = tab.operations.length;
      for (const part of ['repayments', 'guarantees', 'school', 'alerts']) {
        await tab.page.locator(`[data-relation=${part}] > summary`).click();
        await tab.page.waitForSelector(`[data-relation=${part}] footer`);
      }
      await settled(tab);
      const costs = tab.operations.slice(before).map(({ cost }) => cost);
      expect(costs).toHaveLength(4);
      expect(Math.max(...costs)).toBeLessThanOrEqual(BUDGET.points);
      for (const width of [390, 1280]) {
        await tab.resize({ width, theme: 'light' });
        expect(await tab.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        expect(await tab.violations()).toEqual([]);
        await tab.picture(`member-relation-${width}`);
      }
      await tab.page.goto(`${portal().origin}/savings`);
      await tab.page.waitForSelector('.page-head h1');
      await settled(tab);
      expect(await tab.page.$$('[data-step]')).toEqual([]);
      await ended(tab);
    });
  });

  describe('for who keeps savings', () => {
    it('opens an account for a member by the number, and passes shares on to another member', async () => {
      const officer = await portal().enter('officer', '/members');
      const members: string[] = [];
      for (const [name, nationalId] of [
        ['Auma Ochieng', '29118460'],
        ['Moraa Nyaboke', '29118461'],
      ] as const) {
        await registered(officer, name, nationalId);
        await send(officer);
        members.push(await arrived(officer, '/members/M-'));
        await becomes(officer, 'Active');
      }
      await ended(officer);

      const tab = await portal().enter('teller', '/savings');
      const accounts: string[] = [];
      for (const memberNo of members) {
        await tab.page.goto(`${portal().origin}/savings`);
        await pressed(tab, 'openSavingsAccount');
        await fill(tab, 'Number of the member', 'M-999999');
        await chosen(tab, 'Product', 'hares');
        await send(tab);
        await reads(tab, 'dialog[open] .field:has([name=memberNo]) .wrong', 'M-999999');
        await fill(tab, 'Number of the member', memberNo.toLowerCase());
        await reads(tab, 'dialog[open] .consequence', 'is opened for');
        await send(tab);
        accounts.push(await arrived(tab, '/savings/'));
      }
      const [from = '', to = ''] = accounts;
      await tab.page.goto(`${portal().origin}/savings/${from}`);
      await pressed(tab, 'depositSavings');
      await fill(tab, 'Amount in KES', '5,000');
      await send(tab);
      await reads(tab, '.figures', '5,000.00');
      await pressed(tab, 'transferShares');
      await fill(tab, 'To the share account', to);
      await fill(tab, 'Amount in KES', '2,000');
      await reads(tab, 'dialog[open] .consequence', 'of shares pass to Moraa Nyaboke');
      await tab.picture('transfer-shares');
      await send(tab);
      await reads(tab, '.figures', '3,000.00');
      await tab.page.goto(`${portal().origin}/savings/${to}`);
      await reads(tab, '.figures', '2,000.00');
      await ended(tab);
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
    }, 90_000);
  });
}
