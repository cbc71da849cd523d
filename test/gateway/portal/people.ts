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
      expect(await textOf(tab, '[data-branches]')).toBe('All branches');
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
      await reads(tab, '[data-branches]', 'All branches');
      // What roles give and take is said before it is done.
      await pressed(tab, 'assignRoles');
      await reads(tab, '.consequence', 'keeps the same roles');
      await tab.page.locator('dialog[open] .check ::-p-text(Teller)').click();
      await reads(tab, '.consequence', 'Gained: Teller: Takes money in');
      await tab.page.locator('dialog[open] .check ::-p-text(Loan officer)').click();
      await reads(tab, '.consequence', 'Lost: Loan officer: Takes applications');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('names a lecturer the units whose classes they see, who finds these results and no others', async () => {
      const tab = await portal().enter('administrator', '/settings/people');
      await tab.page.locator('tbody a ::-p-text(Esther Wanjiru)').click();
      await reads(tab, '[data-units]', 'BSC-CS CSC101, BSC-CS CSC102, DIP-BM BUS102');
      await pressed(tab, 'assignUnits');
      await tab.page.waitForSelector('dialog[open] .check');
      const choices = () =>
        tab.page.$$eval('dialog[open] .check', (each) => each.map(({ textContent }) => textContent));
      const all = await choices();
      expect(all.length).toBeGreaterThan(5);
      // What is not found stays as it was chosen.
      await tab.page.locator('dialog[open] [type=search]').fill('csc102');
      await tab.page.waitForFunction(
        (count) => document.querySelectorAll('dialog[open] .check').length < count,
        {},
        all.length,
      );
      expect((await choices()).filter((label) => !label?.includes('CSC102'))).toEqual([]);
      await tab.page.locator('dialog[open] .check ::-p-text(CSC102)').click();
      await reads(tab, '.consequence', 'BSC-CS CSC101, DIP-BM BUS102 alone');
      await tab.picture('units-searched');
      expect(await tab.violations()).toEqual([]);
      await send(tab);
      await reads(tab, '[data-units]', 'BSC-CS CSC101, DIP-BM BUS102');
      expect(tab.complaints).toEqual([]);
      await tab.close();
      const teaching = await portal().enter('lecturer', '/results');
      await teaching.page.waitForSelector('tbody a[href^="/results/"]');
      const units = await teaching.page.$$eval('tbody tr', (rows) => rows.map(({ textContent }) => textContent));
      expect(units.filter((row) => !/CSC101|BUS102/.test(row ?? ''))).toEqual([]);
      expect(teaching.complaints).toEqual([]);
      await teaching.close();
    }, 60_000);
  });

  describe('in an institution with more clients than the page of a person reads', () => {
    it('takes no client from a developer that it does not list (finding), and lets all be chosen', async () => {
      const { owner } = portal();
      await owner(
        `insert into api_client select copy.*
           from person p join api_client c on c.id::text = any (p.client_ids),
                generate_series(1, 120) n,
                jsonb_populate_record(c, jsonb_build_object('id', c.id + 70000 + n, 'uuid', gen_random_uuid(),
                  'client_key', c.client_key || 'crowd' || n, 'name', 'Crowd ' || n, 'account_prefix', null,
                  'created_at', now())) copy
          where p.name = 'Irene Achieng'`,
      );
      const held = async () => {
        const { rows } = await owner(
          `select array(select c.name from api_client c where c.id::text = any (p.client_ids) order by 1) as names
             from person p where p.name = 'Irene Achieng' and p.client_ids is not null`,
        );
        return rows.map(({ names }) => names);
      };
      const before = await held();
      expect(before).toHaveLength(1);
      const tab = await portal().enter('administrator', '/settings/people');
      await tab.page.locator('tbody a ::-p-text(Irene Achieng)').click();
      await reads(tab, '[data-clients]', 'and 1 more');
      const tick = async (name: string) => {
        await pressed(tab, 'assignClients');
        await tab.page.locator('dialog[open] [type=search]').fill(name);
        await tab.page.waitForFunction(() => document.querySelectorAll('dialog[open] .check').length === 1);
        await tab.page.locator('dialog[open] .check').click();
      };
      await tick('Crowd 77');
      await reads(tab, '.consequence', 'sees: 2');
      expect(await tab.violations()).toEqual([]);
      await send(tab);
      await reads(tab, '[data-clients]', 'Crowd 77 and 1 more');
      expect(await held()).toEqual([[...before[0], 'Crowd 77'].toSorted()]);
      await tick('Crowd 77');
      await send(tab);
      await tab.page.waitForFunction(
        () => !document.querySelector('[data-clients]')?.textContent?.includes('Crowd 77'),
      );
      expect(await held()).toEqual(before);
      // A suspension takes nothing typed to be taken back: it is offered, and the page says what was done in words.
      await pressed(tab, 'suspendPerson');
      await tab.page.locator('dialog[open] textarea').fill('Left the partner.');
      await send(tab);
      await tab.page.locator('button[data-undo=resumePerson]').click();
      await reads(tab, '.undo-offer', 'Taken back');
      await tab.page.locator('a.button[href^="/audit"]').click();
      await reads(tab, 'tbody', 'Person resumed');
      await reads(tab, 'tbody', 'Person suspended');
      expect(tab.complaints).toEqual([]);
      await tab.close();
      await owner(`delete from api_client where name like 'Crowd %'`);
    }, 60_000);
  });

  describe('for who keeps the settings', () => {
    it('changes a policy, says what it means before it is done, and has it proposed where it takes two', async () => {
      const tab = await portal().enter('administrator', '/settings');
      const days = '[data-policy=backdateDays] dd';
      await reads(tab, days, '365');
      // What a role may do, and which roles it gives: to be known before one is given.
      await tab.page.locator('[data-role-meaning=ADMINISTRATOR] summary').click();
      await reads(tab, '[data-role-meaning=ADMINISTRATOR]', 'Invites people and gives them their roles');
      await reads(tab, '[data-role-meaning=ADMINISTRATOR]', 'people:read people:write');
      await reads(tab, '[data-role-meaning=ADMINISTRATOR]', 'Loan officer, Teller');
      await reads(tab, '[data-role-meaning=TELLER]', 'No role');
      // Whose limit is one's own is changed by others.
      expect(await tab.page.$$('[data-step=changeRoleLimit-TELLER]')).toHaveLength(1);
      expect(await tab.page.$$('[data-step=changeRoleLimit-ADMINISTRATOR]')).toEqual([]);
      const change = async (to: string) => {
        await pressed(tab, 'changePolicies-lending');
        await tab.page.locator('dialog[open] [name=backdateDays]').fill(to);
        await tab.page.locator('dialog[open] textarea').fill('The board has decided it.');
        await reads(tab, '.consequence', `${to} days`);
      };
      const top = () => tab.page.$eval('[data-policy=backdateDays]', (row) => row.getBoundingClientRect().top);
      const before = await top();
      await change('20');
      // What the form is made of comes when the pointer does: it moves nothing of the page (finding: the button went from under it).
      expect(await top()).toBe(before);
      expect(await tab.violations()).toEqual([]);
      await tab.picture('policies');
      await send(tab);
      await reads(tab, days, '20');
      await portal().umoja('tenant', 'policies', '--four-eyes', 'yes');
      await change('400');
      await tab.page.locator('dialog[open] [name=overpaymentLimit]').fill('500');
      // The policies have changed since the page was read: what changed is shown.
      await send(tab);
      await reads(tab, '[data-changed=fourEyes]', 'No → Yes');
      await send(tab);
      await tab.page.locator('.waiting-policies [data-whole]').click();
      await reads(tab, '.whole-input', 'A payment may be dated back up to20 days → 400 days');
      expect(await textOf(tab, '.whole-input')).toMatch(/Overpayment accepted up to.* → KES\u00A0500\.00/);
      expect(await tab.violations()).toEqual([]);
      await tab.picture('policies-proposed');
      await tab.page.locator('dialog[open] header button').click();
      // The inbox says the same in the other language: no name of a column, and no amount in cents.
      await tab.page.evaluate(() => localStorage.setItem('language', 'sw'));
      await tab.page.goto(`${portal().origin}/approvals`);
      await tab.page.locator('[data-whole]').click();
      await reads(tab, '.whole-input', 'Siku 20 → Siku 400');
      expect(await textOf(tab, '.whole-input')).not.toMatch(/[a-z]_[a-z]|50000\b|null|true|false/);
      // What an operator has proposed with the keys of the machine is in red, on each page (finding: it was "a client").
      const proposed = `update proposal set proposed_by = $1 where state = 'proposed' and proposed_by = $2`;
      const { rows: makers } = await portal().owner(
        `select proposed_by as maker from proposal where state = 'proposed' and subject_type = 'institution'`,
      );
      await portal().owner(proposed, ['operator', makers[0].maker]);
      await tab.page.goto(`${portal().origin}/approvals`);
      await reads(tab, '.break-glass', 'Mwendeshaji');
      expect(await tab.page.$eval('.break-glass', (each) => getComputedStyle(each).fontWeight)).toBe('600');
      await portal().owner(proposed, [makers[0].maker, 'operator']);
      await tab.picture('policies-proposed-sw');
      await tab.page.evaluate(() => localStorage.setItem('language', 'en'));
      await tab.page.goto(`${portal().origin}/settings`);
      await reads(tab, days, '20');
      await portal().umoja('tenant', 'policies', '--four-eyes', 'no', '--backdate-days', '365');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);

    it('decides about no list that stays as it is, and about none that another person has changed meanwhile', async () => {
      const stored = async (list: 'app_tariff' | 'arrears_bands') =>
        (await portal().owner(`select ${list} as list from tenant order by id`)).rows;
      const [tariff, bands] = [await stored('app_tariff'), await stored('arrears_bands')];
      const tab = await portal().enter('administrator', '/settings');
      const type = (selector: string, text: string) => tab.page.locator(`dialog[open] ${selector}`).fill(text);
      await pressed(tab, 'changePolicies-charges');
      await type('input[inputmode=decimal]', '900');
      await type('textarea', 'The board has decided it.');
      await send(tab);
      await reads(tab, '[data-policy=appFeeLimit] dd', '900.00');
      expect(await stored('app_tariff')).toEqual(tariff);

      await pressed(tab, 'changePolicies-bands');
      await type('input[type=text]:not([inputmode])', '2');
      await type('textarea', 'The board has decided it.');
      await portal().umoja('tenant', 'policies', '--backdate-days', '364');
      await send(tab);
      await reads(tab, '[data-changed=backdateDays]', '364');
      const reply = tab.page.waitForResponse((each) => each.request().postData()?.includes('arrearsBands') ?? false);
      await send(tab);
      const { data } = await (await reply).json();
      expect(data.changePolicies.userErrors).toMatchObject([{ code: 'precondition_failed' }]);
      expect(await stored('arrears_bands')).toEqual(bands);
      await portal().umoja('tenant', 'policies', '--backdate-days', '365');
      await tab.close();
    }, 60_000);
  });

  describe('for a partner’s developer', () => {
    it('is entered by one click, and shows the client that they maintain, and nothing of the institution', async () => {
      const tab = await portal().enter('developer');
      await tab.page.waitForSelector('tbody a[href^="/developers/clients/"]');
      expect(new URL(tab.page.url()).pathname).toBe('/developers');
      expect(await tab.page.$$('a[href="/members"], a[href="/loans"], a[href="/audit"]')).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });
  });

  describe('for who has lost a device', () => {
    it('ends the session on it, without any scope about people (finding), and none but their own is shown', async () => {
      const lost = await portal().enter('registrar', '/students');
      const tab = await portal().enter('registrar', '/students');
      await tab.page.locator('button.who').click();
      await tab.page.locator('[data-menu=sessions]').click();
      await tab.page.waitForSelector('[data-session]');
      const shown = await tab.page.$$('[data-session]');
      expect(shown.length).toBeGreaterThan(1);
      // The one that is used is left by signing out.
      expect(await tab.page.$$('[data-session] button')).toHaveLength(shown.length - 1);
      expect(await tab.violations()).toEqual([]);
      await tab.picture('own-sessions');
      await tab.page.locator('[data-session] button').click();
      await tab.page.waitForFunction(
        (count) => document.querySelectorAll('[data-session]').length === count,
        {},
        shown.length - 1,
      );
      const others = await tab.page.$('dialog[open] button.danger');
      await others?.click();
      await reads(tab, 'dialog[open] .own-sessions', 'signed in nowhere else');
      expect(tab.complaints).toEqual([]);
      await lost.page.reload();
      await lost.page.waitForSelector('button[data-role=registrar]');
      await tab.page.reload();
      await tab.page.waitForSelector('#content');
      await lost.close();
      await tab.close();
    }, 60_000);
  });

  describe('for who starts a command line', () => {
    it('shows which one waits with the code, and lets it act as the person, or denies it', async () => {
      const device = async (to: string, fields: Record<string, string>) => {
        const body = new URLSearchParams({ client_id: 'umoja-cli', ...fields });
        return (await fetch(`${portal().origin}/auth/device/${to}`, { method: 'POST', body })).json() as Promise<any>;
      };
      const { device_code, user_code } = await device('code', { device_name: 'umoja of jane on laptop' });
      const tab = await portal().enter('teller', `/login?code=${user_code.toLowerCase()}`);
      await tab.page.locator('.login-code button').click();
      await reads(tab, '[data-waiting]', 'umoja of jane on laptop');
      await reads(tab, '[data-waiting]', user_code);
      expect(await tab.violations()).toEqual([]);
      await tab.picture('login');
      await tab.page.locator('[data-decide=confirm]').click();
      await tab.page.waitForSelector('[data-decided=confirm]');
      const polled = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code };
      expect(await device('token', polled)).toMatchObject({ token_type: 'Bearer', roles: ['teller'] });

      const second = await device('code', {});
      await tab.page.goto(`${portal().origin}/login?code=${second.user_code}`);
      await tab.page.locator('.login-code button').click();
      await tab.page.locator('[data-decide=deny]').click();
      await tab.page.waitForSelector('[data-decided=deny]');
      expect(await device('token', { ...polled, device_code: second.device_code })).toMatchObject({
        error: 'access_denied',
      });
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });
  });
}
