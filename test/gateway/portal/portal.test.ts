/// <reference lib="dom" />
import { gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import { CHROMIUM, openPortal, type Portal } from '#test/support/portal.ts';
import { layoutFaults } from '#test/support/layout-faults.ts';
import { pagesInNavigation, roleWith } from '#test/support/portal-pages.ts';
import { BUDGET, filesOf, gzippedBytesOf, pressed, raw, send, settled, textOf } from '#test/support/tabs.ts';
import { compliance } from './compliance.ts';
import { doubt } from './doubt.ts';
import { floats } from './floats.ts';
import { forms } from './forms.ts';
import { keyboard } from './keyboard.ts';
import { lists } from './lists.ts';
import { loanForms } from './loan-forms.ts';
import { looks } from './looks.ts';
import { memberForms } from './member-forms.ts';
import { money } from './money.ts';
import { onReact } from './on-react.ts';
import { people } from './people.ts';
import { missed } from './missed.ts';
import { rareForms } from './rare-forms.ts';
import { growingSociety } from './growing-society.ts';
import { partnerReference } from './partner-reference.ts';
import { sandbox } from './sandbox.ts';
import { shownQueries } from './shown-queries.ts';
import { simulator } from './simulator.ts';
import { catalogueForms, schoolForms } from './school-forms.ts';
import { largeClass, schoolJourney } from './school-journey.ts';
import { story } from './story.ts';
import { booksJourney } from './books.ts';

/** One system and one browser for all that is tried of the portal: a browser costs more than what is tried in it. */
describe.skipIf(CHROMIUM === null)('The portal', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close(), 60_000);
  /** Tabs that several tests share. */
  let shared: ReadonlySet<Tab> = new Set();
  beforeEach(() => void (shared = new Set(portal.chromium.tabs)));
  // What a test that failed has left open tells its cause, and is closed: it would slow the next ones.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const tab of portal.chromium.tabs) {
      console.log(`${task.name}: ${await tab.report()}`);
      if (!shared.has(tab)) await tab.close();
    }
  });

  describe('as it is served', () => {
    const asked = (path: string, headers: Readonly<Record<string, string>> = { accept: 'text/html' }) =>
      fetch(`${portal.origin}${path}`, { headers });

    it('takes everything from its own server, and has nothing inline', async () => {
      const frame = await asked('/');
      expect(frame.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
      expect(frame.headers.get('content-security-policy')).not.toMatch(/unsafe|data:|\*/);
      expect(frame.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
      const page = await frame.text();
      expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
    });

    it('sends its frame for every address of a page, and asks again with its ETag', async () => {
      const [home, deep] = [await asked('/'), await asked('/loans/L-000001?tab=x')];
      expect([home.status, deep.status]).toEqual([200, 200]);
      const etag = home.headers.get('etag');
      expect(deep.headers.get('etag')).toBe(etag);
      const again = await asked('/', { accept: 'text/html', 'if-none-match': etag ?? '' });
      expect(again.status).toBe(304);
    });

    it('sends assets compressed, to be stored for good', async () => {
      const [script = ''] = /\/assets\/[\w-]+\.js/.exec(await (await asked('/')).text()) ?? [];
      const { headers, body } = await raw(`${portal.origin}${script}`, 'gzip');
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const brotli = await raw(`${portal.origin}${script}`, 'gzip, br');
      expect(brotli.headers['content-encoding']).toBe('br');
      expect(brotli.body.length).toBeLessThan(body.length);
      expect(gunzipSync(body).length).toBeGreaterThan(body.length);
    });

    it('is where the address of the REST surfaces leads', async () => {
      const reply = await fetch(`${(await portal.demo()).rest_url}/`, { redirect: 'manual' });
      expect([reply.status, new URL(reply.headers.get('location') ?? '').origin]).toEqual([302, portal.origin]);
    });

    it('leaves the graph and its endpoints alone', async () => {
      expect((await asked('/graphql')).headers.get('content-security-policy')).toContain('blob:');
      expect((await asked('/assets/none.js')).status).toBe(404);
      expect((await asked('/nothing', { accept: 'application/json' })).status).toBe(404);
      expect((await asked('/health')).headers.get('content-type')).toContain('json');
    });
  });

  describe('for one who signs in', () => {
    it('registers a passkey by an invitation, and takes it from then on', async () => {
      const output = await portal.umoja('person', 'invite', '--name', 'Jane Wanjiru', '--email', 'jane@example.org');
      const [link = ''] = /http:\S+#invitation=\S+/.exec(output) ?? [];
      const tab = await portal.chromium.open('about:blank');
      const inspector = await tab.page.createCDPSession();
      await inspector.send('WebAuthn.enable');
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
      } as const;
      await inspector.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true } });
      await tab.page.goto(link);
      await tab.page.waitForFunction(() => document.body.textContent?.includes('Jane Wanjiru'));
      await tab.page.locator('.sign-in .button.primary').click();
      await tab.page.waitForSelector('#content');
      expect(tab.page.url()).not.toContain('invitation');

      await signOut(tab);
      await tab.page.locator('.sign-in .button.primary').click();
      await tab.page.waitForSelector('#content');
      expect(await textOf(tab, '.who')).toContain('Jane Wanjiru');

      // What a stranger at an open screen could do takes the key once more.
      await portal.owner(`update person_session set stepped_up_at = now() - interval '6 minutes'`);
      await tab.page.goto(`${portal.origin}/settings/people`);
      await pressed(tab, 'invitePerson');
      await tab.page.locator('dialog[open] input[name=name]').fill('Peter Kilonzo');
      await tab.page.locator('dialog[open] input[name=email]').fill('peter@example.org');
      await tab.page.locator('dialog[open] .check ::-p-text(Teller)').click();
      await send(tab);
      await tab.page.locator('dialog[open][aria-labelledby=step-up] .button.primary').click();
      expect(await textOf(tab, 'dialog.secret[open]')).toContain('#invitation=');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('shows the same place again after the session was lost', async () => {
      const tab = await portal.enter('officer', '/members?state=ACTIVE');
      await tab.page.waitForSelector('tbody tr');
      await tab.page.browserContext().deleteMatchingCookies({ name: '__Host-umoja', url: portal.origin });
      await tab.page.locator('a[href="/loans"]').click();
      await tab.page.waitForSelector('.sign-in [role=status]');
      expect(new URL(tab.page.url()).pathname).toBe('/loans');
      await tab.page.waitForFunction(async () => !(await caches.has('answers')));
      await tab.page.locator('button[data-role=officer]').click();
      await tab.page.waitForSelector('#content table');
      expect(new URL(tab.page.url()).pathname).toBe('/loans');
      await tab.close();
    });

    it('leaves nothing of a person who signs out: no answer, not even one of meanwhile, no form, no visit', async () => {
      const tab = await portal.enter('officer', '/members/M-000005');
      await pressed(tab, 'suspendMember');
      await tab.page.locator('dialog[open] textarea').fill('Said in confidence.');
      await tab.page.locator('dialog[open] header button').click();
      await tab.page.waitForFunction(async () => (await (await caches.open('answers')).keys()).length > 1);
      expect(await typedIn(tab)).toHaveLength(1);
      const inspector = await tab.page.createCDPSession();
      await inspector.send('Fetch.enable', { patterns: [{ urlPattern: '*/auth/sign-out', requestStage: 'Response' }] });
      const held = new Promise((resolve) => inspector.once('Fetch.requestPaused', resolve));
      await tab.page.locator('.who').click();
      await tab.page.locator('#account [data-menu=sign-out]').click();
      await held;
      await tab.page.evaluate(async () => (await caches.open('answers')).put('/answers/late/1', new Response('{}')));
      await inspector.send('Fetch.disable');
      await tab.page.waitForSelector('.sign-in');
      await tab.page.waitForFunction(async () => !(await caches.has('answers')));
      expect(await tab.page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      await tab.close();
    });

    it('says so where nobody could be signed out, and deletes what is older than a session may be idle', async () => {
      const tab = await portal.enter('officer', '/loans');
      await tab.page.waitForSelector('tbody tr');
      await tab.page.evaluate(async () => {
        const at = new Date(Date.now() - 31 * 60_000).toISOString();
        await (await caches.open('answers')).put('/answers/anyone/1', Response.json({ at, data: {} }));
      });
      await tab.page.reload();
      await tab.page.waitForFunction(
        async () => (await (await caches.open('answers')).match('/answers/anyone/1')) === undefined,
      );
      await tab.page.waitForSelector('tbody tr');
      await tab.page.setOfflineMode(true);
      await tab.page.locator('.who').click();
      await tab.page.locator('#account [data-menu=sign-out]').click();
      expect(await textOf(tab, '#account [role=alert]')).toContain('still signed in');
      await tab.page.setOfflineMode(false);
      await tab.page.locator('#account [data-menu=sign-out]').click();
      await tab.page.waitForSelector('.sign-in');
      await tab.close();
    });

    it('shows in every tab of a browser who is signed in there', async () => {
      const first = await portal.enter('officer', '/members');
      const page = await first.context.newPage();
      await page.setBypassServiceWorker(true);
      await page.setViewport({ width: 1280, height: 800 });
      await page.goto(`${portal.origin}/members`);
      await page.waitForSelector('tbody tr');
      await signOut({ ...first, page });
      await first.page.waitForSelector('.sign-in');
      await page.locator('button[data-role=auditor]').click();
      await page.waitForSelector('.who');
      expect(await textOf(first, '.who')).toBe(await textOf({ ...first, page }, '.who'));
      // Without a word of the first about it, as from an identity provider.
      await first.page.evaluate(() =>
        fetch('/auth/sandbox', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-umoja-page': '1' },
          body: JSON.stringify({ role: 'teller', institution: 'demo' }),
        }),
      );
      const before = await textOf({ ...first, page }, '.who');
      await first.page.reload();
      await page.waitForFunction((who) => (document.querySelector('.who')?.textContent ?? who) !== who, {}, before);
      expect(await textOf({ ...first, page }, '.who')).toBe(await textOf(first, '.who'));
      await first.close();
    });

    it('shows a role its own pages, and no button that it may not press', async () => {
      const auditor = await portal.enter('auditor', '/members/M-000001');
      await auditor.page.waitForSelector('.facts');
      expect(await auditor.page.$$('[data-step]')).toEqual([]);
      await auditor.close();
      const lecturer = await portal.enter('lecturer', '/loans');
      await lecturer.page.waitForSelector('.empty');
      expect(await lecturer.page.$('a[href="/loans"]')).toBeNull();
      expect(lecturer.operations.map(({ name }) => name)).toEqual(['Viewer']);
      await lecturer.close();
    });
  });

  story(() => portal);
  forms(() => portal);
  money(() => portal);
  floats(() => portal);
  compliance(() => portal);
  loanForms(() => portal);
  shownQueries(() => portal);
  simulator(() => portal);
  keyboard(() => portal);
  lists(() => portal);
  missed(() => portal);
  doubt(() => portal);
  onReact(() => portal);
  people(() => portal);

  it('leaves nothing running of a preparation that fails: no process, no browser, no database, no folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'umoja-failing-'));
    const own = async () => {
      const processes = process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap');
      const mine = `umoja\\_test\\_${process.pid}\\_%`;
      const { rowCount } = await portal.owner(`select from pg_database where datname like '${mine}'`);
      return { processes: processes.length, databases: rowCount, folders: await readdir(folder) };
    };
    const before = await own();
    // Without a demo there is no file that says where it is served.
    await expect(openPortal({ folder, settings: { UMOJA_DEMO: 'no' } })).rejects.toThrow('demo.json');
    expect(await own()).toEqual(before);
    await rm(folder, { recursive: true });
  });

  describe('for who keeps the school', () => {
    it.each([
      ['bursar', ['approvals', 'draftInvoices', 'overdueInvoices', 'toEnrol'], 2],
      ['registrar', ['approvals', 'toEnrol', 'toHandIn', 'toPublish'], 2],
      ['administrator', ['approvals', 'invited'], 1],
    ] as const)('begins the day of the %s with what waits for them', async (role, lists, queries) => {
      const tab = await portal.enter(role);
      for (const list of lists) await tab.page.waitForSelector(`[data-work=${list}]`);
      expect(new URL(tab.page.url()).pathname).toBe('/');
      const shown = await tab.page.$$eval('[data-work]', (all) => all.map((each) => each.getAttribute('data-work')));
      expect(shown).toEqual(lists);
      expect(await tab.page.$$('button[title="Show the query"]')).toHaveLength(queries);
      await tab.page.locator(`[data-work=${lists.at(-1)}]`).click();
      await tab.page.waitForSelector('#content table, #content .empty');
      expect(await tab.violations()).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('shows an invoice with its money as a picture', async () => {
      const tab = await portal.enter('bursar', '/invoices?state=PARTIALLY_PAID');
      await tab.page.locator('tbody a').click();
      await tab.page.waitForSelector('.flow rect');
      expect(await tab.page.$$eval('.flow rect', (parts) => parts.map((part) => part.getAttribute('class')))).toEqual([
        'payment',
        'open',
      ]);
      await tab.picture('invoice');
      expect(await tab.violations()).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });
  });

  schoolJourney(() => portal);
  schoolForms(() => portal);
  catalogueForms(() => portal);
  rareForms(() => portal);
  growingSociety(() => portal);
  partnerReference(() => portal);
  looks(() => portal);

  describe('on every page', () => {
    /** One tab a role, for all of its pages: to enter costs twice what a page does. */
    const tabs = new Map<string, Promise<Tab>>();
    const tabOf = (role: string): Promise<Tab> => {
      const tab = tabs.get(role) ?? entered(role);
      tabs.set(role, tab);
      return tab;
    };
    const entered = async (role: string): Promise<Tab> => {
      const tab = await portal.enter(role);
      await settled(tab);
      return tab;
    };
    afterAll(async () => {
      for (const tab of tabs.values()) await (await tab).close();
    });

    it.each(pagesInNavigation())(
      '%s: fits its budgets, complains of nothing, and can be used by everyone',
      async (path, scope) => {
        const tab = await tabOf(roleWith(scope));
        const before = { operations: tab.operations.length, complaints: tab.complaints.length };
        await tab.resize(LOOKS[0]);
        await tab.page.goto(`${portal.origin}${path}`);
        await tab.page.waitForSelector('#content h1');
        await settled(tab);
        expect(await entriesOf(tab)).toEqual([{ path, isInSight: true }]);
        // The signing in is no part of the page.
        const operations = tab.operations.slice(before.operations).filter(({ name }) => name !== 'Viewer');
        expect(operations.slice(2)).toEqual([]);
        expect(operations.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(BUDGET.points);
        expect(await gzippedBytesOf(tab)).toBeLessThanOrEqual(BUDGET.pageBytes);
        expect((await filesOf(tab)).length).toBeLessThanOrEqual(BUDGET.files);
        const name = path.slice(1).replaceAll('/', '-') || 'start';
        for (const { audited, ...size } of LOOKS) {
          await tab.resize(size);
          expect(await isWiderThanItself(tab)).toBe(false);
          expect(await tab.page.evaluate(layoutFaults)).toEqual([]);
          await tab.picture(`${name}-${size.width}-${size.theme}`);
          if (audited !== null) expect(await tab.violations(audited)).toEqual([]);
        }
        expect(await namesShown(tab)).toEqual([]);
        expect(tab.complaints.slice(before.complaints)).toEqual([]);
      },
    );

    it('knows who is signed in, and has the page of the address, while the frame is still under way', async () => {
      const tab = await portal.enter('officer', '/loans');
      await tab.page.waitForSelector('tbody tr');
      await settled(tab);
      const before = tab.operations.length;
      await tab.page.setCacheEnabled(false);
      const inspector = await tab.page.createCDPSession();
      await inspector.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/frame-*.js' }] });
      const held = new Promise<string>((resolve) =>
        inspector.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId)),
      );
      const answered = tab.page.waitForResponse((response) => response.url().endsWith('/graphql'));
      const loaded = tab.page.waitForResponse((response) => response.url().includes('/assets/loans-page-'));
      await tab.page.evaluate(() => location.reload());
      await Promise.all([answered, loaded]);
      await inspector.send('Fetch.continueRequest', { requestId: await held });
      await tab.page.waitForSelector('tbody tr');
      await settled(tab);
      expect(tab.operations.slice(before).map(({ name }) => name)).toEqual(['Viewer', 'Loans']);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('finds members and pages by Ctrl-K, and opens them with Enter', async () => {
      const tab = await portal.enter('officer', '/loans');
      await tab.page.waitForSelector('#content h1');
      await tab.page.keyboard.down('Control');
      await tab.page.keyboard.press('k');
      await tab.page.keyboard.up('Control');
      await tab.page.locator('.palette input').fill('Otieno');
      await tab.page.waitForFunction(() =>
        document.querySelector('#found [role=option]')?.textContent?.includes('M-000002'),
      );
      expect(await tab.violations()).toEqual([]);
      await tab.page.keyboard.press('Enter');
      await tab.page.waitForFunction(() => location.pathname === '/members/M-000002');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('finds students by Ctrl-K, and does what may be done on the page', async () => {
      const find = async (tab: Tab, text: string, found: string) => {
        await tab.page.keyboard.down('Control');
        await tab.page.keyboard.press('k');
        await tab.page.keyboard.up('Control');
        await tab.page.locator('.palette input').fill(text);
        const isFirst = (words: string) => document.querySelector('#found [role=option]')?.textContent?.includes(words);
        await tab.page.waitForFunction(isFirst, {}, found);
        await tab.page.keyboard.press('Enter');
      };
      const registrar = await portal.enter('registrar', '/students');
      const [admissionNo = ''] = await registrar.page
        .waitForSelector('tbody tr .record-no, tbody tr a')
        .then((first) => first?.evaluate((element) => [element.textContent ?? '']) ?? ['']);
      await find(registrar, admissionNo, admissionNo);
      await registrar.page.waitForFunction(() => /^\/students\/[\w-]{36}$/.test(location.pathname));
      expect(registrar.complaints).toEqual([]);
      await registrar.close();
      const officer = await portal.enter('officer', '/members/M-000005');
      await officer.page.waitForSelector('button[data-step=suspendMember]');
      await find(officer, 'suspend', 'Do it here');
      expect(await textOf(officer, 'dialog[open] h2')).toContain('Suspend');
      expect(officer.complaints).toEqual([]);
      await officer.close();
    });

    it('speaks Swahili where that is chosen', async () => {
      const tab = await portal.enter('officer', '/loans');
      await tab.page.locator('.who').click();
      await tab.page.locator('#account select').fill('sw');
      await tab.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Mikopo');
      expect(await tab.page.evaluate(() => document.documentElement.lang)).toBe('sw');
      expect(await textOf(tab, '.who')).toContain('Afisa');
      await tab.close();
    });

    it('says so where there is no such page', async () => {
      const tab = await portal.enter('officer', '/no/such/page');
      expect(await textOf(tab, '#content h2')).toBe('There is no such page');
      // Escapes that are none come in links, too: a list stays a list.
      await tab.page.goto(`${portal.origin}/members?open=/members/%25`);
      await tab.page.waitForSelector('#content tbody tr, #content h2');
      await tab.page.setViewport({ width: 1600, height: 800 });
      await tab.page.goto(`${portal.origin}/members?open=/members/%25`);
      await tab.page.waitForSelector('#content tbody tr');
      expect(tab.complaints).toEqual([]);
      expect(await tab.violations()).toEqual([]);
      await tab.close();
    });

    it('asks one who is not signed in to sign in, in both themes', async () => {
      const tab = await portal.chromium.open(`${portal.origin}/`);
      await tab.page.waitForSelector('button[data-role=auditor]');
      for (const theme of ['dark', 'light'] as const) {
        await tab.resize({ width: 390, theme });
        await tab.picture(`sign-in-390-${theme}`);
        expect(await tab.violations()).toEqual([]);
      }
      expect(await gzippedBytesOf(tab)).toBeLessThanOrEqual(BUDGET.entryBytes);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });
  });

  describe('for a loan', () => {
    const send = async (tab: Tab) => tab.page.locator('dialog[open] .form .button.primary').click();
    const stateIs = (tab: Tab, word: string) =>
      tab.page.waitForFunction((text) => document.querySelector('.page-head .state')?.textContent === text, {}, word);

    it('takes an officer, an approver and a teller from the application to money that has left', async () => {
      const officer = await portal.enter('officer', '/members/M-000002');
      await pressed(officer, 'applyForLoan');
      const option = await officer.page.waitForSelector('dialog[open] select option:nth-child(2)');
      const product = (await option?.evaluate(({ value }) => value)) ?? '';
      await officer.page.locator('dialog[open] select').fill(product);
      await officer.page.locator('dialog[open] input[inputmode=decimal]').fill('12,000');
      await officer.page.evaluate(() => {
        // Twice in a row, as an impatient hand does.
        const button = document.querySelector<HTMLButtonElement>('dialog[open] .form .button.primary');
        button?.click();
        button?.click();
      });
      const link = await officer.page.waitForSelector('.records a[href^="/loans/"]');
      const address = await link?.evaluate((element) => element.getAttribute('href'));
      expect(await officer.page.$$('.records a[href^="/loans/"]')).toHaveLength(1);
      await officer.close();

      const approver = await portal.enter('approver', address ?? '');
      await pressed(approver, 'approveLoan');
      expect(await textOf(approver, '.consequence')).toContain('KES\u00A012,000.00');
      await losing(approver, 'ApproveLoan', () => send(approver));
      await approver.page.waitForFunction(() =>
        document.querySelector('.problem')?.textContent?.includes('booked once'),
      );
      await send(approver);
      await stateIs(approver, 'Ready to pay out');
      expect(approver.complaints.filter((text) => !text.includes('net::ERR'))).toEqual([]);
      await approver.close();

      const teller = await portal.enter('teller', address ?? '');
      await pressed(teller, 'disburseLoan');
      await send(teller);
      await teller.page.waitForSelector('.events li');
      await teller.close();
    });

    it('shows the server’s own sentence where a version is not the present one', async () => {
      const [one, two] = [
        await portal.enter('officer', '/members/M-000003'),
        await portal.enter('officer', '/members/M-000003'),
      ];
      for (const tab of [one, two]) {
        await pressed(tab, 'suspendMember');
        await tab.page.locator('dialog[open] textarea').fill('Asked to be left alone for a while.');
      }
      await send(one);
      await stateIs(one, 'Suspended');
      await send(two);
      await two.page.waitForSelector('dialog[open] .problem');
      expect((await textOf(two, 'dialog[open] .problem .refusal')).length).toBeGreaterThan(20);
      await one.close();
      await two.close();
    });

    it('shows the second of two who decide at once that it was decided, and books it once', async () => {
      const officer = await portal.enter('officer', '/members/M-000004');
      await pressed(officer, 'applyForLoan');
      const option = await officer.page.waitForSelector('dialog[open] select option:nth-child(2)');
      const product = (await option?.evaluate(({ value }) => value)) ?? '';
      await officer.page.locator('dialog[open] select').fill(product);
      await officer.page.locator('dialog[open] input[inputmode=decimal]').fill('15,000');
      await send(officer);
      const link = await officer.page.waitForSelector('.records a[href^="/loans/"]');
      const loanNo = ((await link?.evaluate((element) => element.getAttribute('href'))) ?? '').split('/').at(-1) ?? '';
      // Who has made it reads why another one decides.
      await officer.page.goto(`${portal.origin}/approvals`);
      await officer.page.waitForFunction((no) => document.body.textContent?.includes(no), {}, loanNo);
      expect(await officer.page.$$('button[data-step=approveLoan]')).toEqual([]);
      // Nor is there a button on the loan itself (finding: there was one, though their role approves nothing).
      await officer.page.goto(`${portal.origin}/loans/${loanNo}`);
      await officer.page.waitForSelector('.waiting .obstacle');
      expect(await officer.page.$$('button[data-step=approveLoan]')).toEqual([]);
      await officer.close();

      const tabs = [
        await portal.enter('approver', '/approvals'),
        await portal.enter('approver', '/approvals'),
      ] as const;
      // On a telephone the buttons are in sight: nothing is moved sideways to come to them.
      await tabs[0].page.waitForSelector('tbody .decide button');
      await tabs[0].resize({ width: 390, theme: 'light' });
      const edges = await tabs[0].page.$$eval('tbody .decide button', (all) =>
        all.map((each) => each.getBoundingClientRect().right),
      );
      expect(edges.length).toBeGreaterThanOrEqual(2);
      expect(Math.max(...edges)).toBeLessThanOrEqual(390);
      expect(await tabs[0].violations()).toEqual([]);
      await tabs[0].picture('approvals-to-decide-390-light');
      await tabs[0].resize({ width: 1280, theme: 'light' });
      for (const tab of tabs) {
        const row = await tab.page.waitForSelector(
          `xpath///tr[.//a[@href='/loans/${loanNo}']]//button[@data-step='approveLoan']`,
        );
        await row?.evaluate((button) => (button as HTMLButtonElement).click());
        expect(await textOf(tab, 'dialog[open] .consequence')).toContain('KES\u00A015,000.00');
      }
      const [one, two] = tabs;
      await send(one);
      await one.page.waitForFunction((no) => !document.body.textContent?.includes(no), {}, loanNo);
      await send(two);
      expect((await textOf(two, 'dialog[open] .problem .refusal')).length).toBeGreaterThan(20);
      await two.page.locator('dialog[open] header button').click();
      // The inbox of the second follows without a reload.
      await two.page.waitForFunction((no) => !document.body.textContent?.includes(no), {}, loanNo);
      await one.close();
      await two.close();

      const today = await portal.enter('teller', '/');
      const figure = () => textOf(today, '.today .panel:last-child .today-figures');
      const before = await figure();
      const teller = await portal.enter('teller', `/loans/${loanNo}`);
      await pressed(teller, 'disburseLoan');
      await send(teller);
      await teller.page.waitForSelector('.events li');
      // The float of the day falls in the other tab, live.
      await today.page.waitForFunction(
        (text) => document.querySelector('.today .panel:last-child .today-figures')?.textContent !== text,
        {},
        before,
      );
      expect(before).not.toBe(await figure());
      await teller.close();
      await today.close();
      expect(await portal.umoja('ledger', 'verify')).toContain('checks hold');
    });
  });

  describe('for who reads the books', () => booksJourney(() => portal));

  describe('for a client of a partner', () => {
    const send = (tab: Tab) => tab.page.locator('dialog[open] .form .button.primary').click();
    /** The secret that is shown, once; it is gone with its dialog. */
    const secretOf = async (tab: Tab): Promise<string> => {
      const secret = await textOf(tab, 'dialog[open] [data-secret]:not(:empty)');
      await tab.page.locator('dialog.secret[open] .button.primary').click();
      await tab.page.waitForSelector('[data-secret]:not(:empty)', { hidden: true });
      return secret;
    };

    it('shows an administrator a secret once, asks for the key to rotate it, and the old token ends; the audit says who', async () => {
      const { rest_url } = await portal.demo();
      const tab = await portal.enter('administrator', '/developers');
      await pressed(tab, 'createClient');
      await tab.page.locator('dialog[open] input[type=text]').fill('Shamba Apps');
      const person = await tab.page.$eval('dialog[open] select option:nth-child(2)', ({ value }) => value);
      await tab.page.locator('dialog[open] select').fill(person);
      await tab.page.locator('dialog[open] .check ::-p-text(loans:read)').click();
      await send(tab);
      const first = await secretOf(tab);
      await tab.page.locator('tbody a ::-p-text(Shamba Apps)').click();
      const clientId = await textOf(tab, '.facts code');
      const mint = async (secret: string) => {
        const response = await fetch(`${rest_url}/api/v1/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
        });
        return { status: response.status, ...((await response.json()) as { access_token?: string }) };
      };
      const statusOf = async (token = '') =>
        (await fetch(`${rest_url}/api/v1/loans?limit=1`, { headers: { authorization: `Bearer ${token}` } })).status;
      const { access_token: before } = await mint(first);
      expect(await statusOf(before)).toBe(200);

      await portal.owner(`update person_session set stepped_up_at = now() - interval '6 minutes'`);
      await pressed(tab, 'rotateClientSecret');
      await tab.page.locator('dialog[open] input[inputmode=numeric]').fill('0');
      await send(tab);
      await tab.page.locator('dialog[open][aria-labelledby=step-up] .button.primary').click();
      const second = await secretOf(tab);
      expect(second).not.toBe(first);
      expect(await statusOf(before)).toBe(401);
      expect((await mint(first)).status).toBe(401);
      expect(await statusOf((await mint(second)).access_token)).toBe(200);

      const who = (await textOf(tab, '.who')).trim();
      await tab.page.goto(`${portal.origin}/audit?command=rotateClientSecret`);
      const row = await textOf(tab, 'tbody tr');
      expect(row).toContain('Client secret rotated');
      expect(who).toContain(await textOf(tab, 'tbody tr td:nth-child(2)'));
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });

    it('lets who has no key show who they are at their identity provider, and come back to what they typed', async () => {
      const tab = await portal.enter('administrator', '/developers');
      await tab.page.locator('tbody a ::-p-text(Demo client)').click();
      await tab.page.waitForSelector('button[data-step=rotateClientSecret]');
      await portal.owner(`update person_session set stepped_up_at = now() - interval '6 minutes'`);
      // A person of an institution that has a provider; it sends the browser back at once.
      await tab.page.evaluate(() => sessionStorage.removeItem('visit'));
      await tab.page.setRequestInterception(true);
      const replies: Record<string, object> = {
        '/auth/ways': { openid: true, sandbox: false, sandboxes: [] },
        '/auth/openid/step-up': { url: `${portal.origin}/` },
      };
      tab.page.on('request', (request) => {
        const reply = replies[new URL(request.url()).pathname];
        void (reply === undefined
          ? request.continue()
          : request.respond({ contentType: 'application/json', body: JSON.stringify(reply) }));
      });
      await pressed(tab, 'rotateClientSecret');
      await tab.page.locator('dialog[open] input[inputmode=numeric]').fill('17');
      await send(tab);
      await tab.page.waitForSelector('dialog[open] button[data-way=provider]');
      expect(await tab.violations()).toEqual([]);
      const { pathname } = new URL(tab.page.url());
      await Promise.all([
        tab.page.waitForNavigation(),
        tab.page.locator('dialog[open] button[data-way=provider]').click(),
      ]);
      await pressed(tab, 'rotateClientSecret');
      expect(new URL(tab.page.url()).pathname).toBe(pathname);
      await tab.page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('dialog[open] input[inputmode=numeric]')?.value === '17',
      );
      await tab.close();
    });

    it('registers a webhook, and the dot of its delivery turns green while one looks', async () => {
      const receiver = createServer((request, reply) => {
        request.resume();
        request.on('end', () => reply.end('{}'));
      }).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      const { port } = receiver.address() as AddressInfo;
      const tab = await portal.enter('administrator', '/developers');
      await tab.page.locator('tbody a ::-p-text(Demo client)').click();
      await pressed(tab, 'createWebhook');
      await tab.page.locator('dialog[open] input[type=text]').fill(`http://127.0.0.1:${port}/hooks`);
      await send(tab);
      expect(await secretOf(tab)).toMatch(/^whsec_/);
      await tab.page.locator(`.rows a ::-p-text(${port})`).click();
      await pressed(tab, 'testWebhook');
      await send(tab);
      await tab.page.waitForSelector('.dot[data-state=SUCCEEDED]');
      // Panel by panel, and narrowed to what is looked for, in an address that can be linked.
      expect(await tab.page.$$('button[title="Show the query"]')).toHaveLength(2);
      await tab.page.locator('.panel select').fill('EXHAUSTED');
      await tab.page.waitForFunction(() => document.querySelector('#content .dot') === null);
      expect(new URL(tab.page.url()).searchParams.get('state')).toBe('EXHAUSTED');
      await tab.page.locator('.panel select').fill('SUCCEEDED');
      await tab.page.waitForSelector('.dot[data-state=SUCCEEDED]');
      await pressed(tab, 'resendWebhookDelivery');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('webhook.test');
      await tab.page.locator('dialog[open] header button').click();
      await pressed(tab, 'rotateWebhookSecret');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('3600 seconds');
      await tab.page.locator('dialog[open] input[inputmode=numeric]').fill('0');
      await tab.page.waitForFunction(() =>
        document.querySelector('dialog[open] .consequence')?.textContent?.includes('at once'),
      );
      await tab.page.locator('dialog[open] header button').click();
      expect(await tab.violations()).toEqual([]);
      for (const width of [1280, 390]) {
        await tab.resize({ width, theme: 'light' });
        expect(await isWiderThanItself(tab)).toBe(false);
        await tab.picture(`webhook-${width}-light`);
      }
      expect(tab.complaints).toEqual([]);
      await tab.close();
      receiver.close();
      receiver.closeAllConnections();
    });

    it('shows nothing of clients to one who does not maintain them, and sends nothing for it', async () => {
      const tab = await portal.enter('officer', '/developers');
      await tab.page.waitForSelector('.empty');
      expect(await tab.page.$$('[data-step], a[href="/developers"], a[href="/audit"]')).toEqual([]);
      expect(tab.operations.map(({ name }) => name)).toEqual(['Viewer']);
      await tab.close();
    });
  });

  memberForms(() => portal);
  largeClass(() => portal);

  it('leaves sound books behind, in every institution', async () => {
    expect(await portal.umoja('ledger', 'verify')).toContain('checks hold');
  });

  // It erases what was booked.
  sandbox(() => portal);
});

/** Where forms that were begun are stored. */
const typedIn = (tab: Tab): Promise<string[]> =>
  tab.page.evaluate(() => Object.keys(sessionStorage).filter((place) => place.startsWith('step:')));

async function signOut(tab: Tab): Promise<void> {
  await tab.page.locator('.who').click();
  await tab.page.locator('#account [data-menu=sign-out]').click();
  await tab.page.waitForSelector('.sign-in');
}

/** Names of the program that stand where a person reads: `READY_TO_DISBURSE`, `loan_portfolio`, a sentence's backticks. */
const namesShown = (tab: Tab): Promise<string[]> =>
  tab.page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.querySelector('#content') ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement?.closest('code, pre')) continue;
      const text = texts.currentNode.textContent ?? '';
      for (const [name] of text.matchAll(/\b[A-Za-z]+_[A-Za-z_]+\b|`/g)) found.add(name);
    }
    return [...found];
  });

const isWiderThanItself = (tab: Tab): Promise<boolean> =>
  tab.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Carries out what sends an operation, and loses the reply: the server has done it. */
async function losing(tab: Tab, operation: string, work: () => Promise<void>): Promise<void> {
  const inspector = await tab.page.createCDPSession();
  await inspector.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Response' }] });
  const lost = new Promise<void>((resolve) => {
    inspector.on('Fetch.requestPaused', ({ requestId, request }) => {
      const isIt = request.postData?.includes(`"${operation}"`) ?? false;
      const next = isIt
        ? inspector.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
        : inspector.send('Fetch.continueRequest', { requestId });
      void next.then(() => isIt && resolve());
    });
  });
  await work();
  await lost;
  await inspector.send('Fetch.disable');
  await inspector.detach();
}

/** How each page is looked at. Colours don't move anything: two looks say all that four do, but for who looks at pictures. */
const LOOKS = [
  { width: 1280, theme: 'light', audited: 'all' },
  { width: 390, theme: 'dark', audited: 'looks' },
  ...(process.env['PORTAL_SCREENSHOTS']
    ? ([
        { width: 1280, theme: 'dark', audited: null },
        { width: 390, theme: 'light', audited: null },
      ] as const)
    : []),
] as const;

/** The entries of the navigation that are marked as the page that is open. */
const entriesOf = (tab: Tab) =>
  tab.page.$$eval('nav [aria-current=page]', (links) =>
    links.map((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      const list = link.closest('.pages')?.getBoundingClientRect();
      return {
        path: link.getAttribute('href'),
        isInSight: list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1,
      };
    }),
  );
