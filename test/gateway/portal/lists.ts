/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import { answerTo } from './books.ts';
import { layoutFaults } from '#test/support/layout-faults.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

/** Puts on a page what an eye would stumble over: one of each. */
function spoil(): void {
  const add = (tag: string, className: string, text: string, style: Partial<CSSStyleDeclaration>, to: Element) => {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    Object.assign(element.style, style);
    to.append(element);
    return element;
  };
  const main = document.querySelector('#content > div') ?? document.body;
  add('div', 'number', 'KES 1,234,567.00', { width: '80px', whiteSpace: 'normal', overflowWrap: 'anywhere' }, main);
  add(
    'div',
    'sentence',
    'A sentence that has no room',
    { width: '80px', overflow: 'hidden', whiteSpace: 'nowrap' },
    main,
  );
  add('p', 'scope', 'savings_accounts:read', { width: '80px', overflowWrap: 'anywhere' }, main);
  const panel = add('div', 'panel', '', { padding: '16px 0' }, main);
  add('p', 'title', 'At the border', {}, panel);
  const moved = add('div', 'table', '', { width: '80px' }, main);
  add('table', '', 'A list that is as wide as this', { whiteSpace: 'nowrap', display: 'block' }, moved);
  add('p', 'place', 'Student BSC-CS/0001/2025', { width: '90px' }, main);
  add('p', 'phone', '+254712345678', {}, main);
  const below = add('p', 'below', 'Written below', {}, main);
  add('p', 'above', 'Written above', { marginTop: `-${below.offsetHeight * 2}px` }, main);
  const field = add('input', 'input', '', { width: '80px' }, main);
  field.setAttribute('placeholder', 'A hint that is longer than its field');
}

/** What a person comes back to, and what they take back. */
export function lists(portal: () => Portal): void {
  describe('for who looks for a student', () => {
    it.each(['/enrolments', '/results'])('%s: finds what is theirs by the admission number', async (path) => {
      const tab = await portal().enter('bursar', path);
      const number = 'BSC-CS/0001/';
      const shown = await tab.page.waitForSelector(`tbody ::-p-text(${number})`);
      const admissionNo = (await shown?.evaluate(({ textContent }) => textContent)) ?? '';
      // Beside the other filters, not above them.
      const width = await tab.page.$eval('.exact', (field) => field.getBoundingClientRect().width);
      expect(width).toBeLessThan(400);
      await tab.page.locator('.exact').fill(admissionNo.toLowerCase());
      await tab.page.keyboard.press('Enter');
      await tab.page.waitForFunction(
        (of) => {
          const rows = [...document.querySelectorAll('tbody tr')];
          return rows.length > 0 && rows.every((row) => row.textContent?.includes(of));
        },
        {},
        admissionNo,
      );
      expect(tab.complaints).toEqual([]);
      await tab.close();
    });
  });

  describe('for who comes back', () => {
    const views = (tab: Tab) => tab.page.locator('button[data-menu=views]').click();

    it('saves a list as it is filtered and shown under a name, for that person alone, and not what was searched', async () => {
      const tab = await portal().enter('officer', '/loans?state=ACTIVE&search=Wanjiku&order=PRINCIPAL.desc');
      await tab.page.waitForSelector('.table-tools');
      await tab.page.locator('button[data-menu=views] + .saved-views + button').click();
      await tab.page.locator('.column-choice:popover-open label ::-p-text(Borrower)').click();
      await tab.page.keyboard.press('Escape');
      await views(tab);
      await tab.page.locator('.saved-views input').fill('Largest');
      await tab.page.keyboard.press('Enter');
      await tab.page.waitForSelector('[data-view=Largest]');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('saved-views');
      const stored = await tab.page.evaluate(() => JSON.stringify(localStorage));
      expect(stored).toContain('Largest');
      expect(stored).not.toContain('Wanjiku');

      await tab.page.evaluate(() => localStorage.removeItem('columns:loans'));
      await tab.page.goto(`${portal().origin}/loans?late=30`);
      await reads(tab, '.table-tools', '30');
      await views(tab);
      await tab.page.locator('[data-view=Largest]').click();
      await tab.page.waitForFunction(() => !document.querySelector('thead')?.textContent?.includes('Borrower'));
      expect(new URL(tab.page.url()).search).toBe('?state=ACTIVE&order=PRINCIPAL.desc');

      await tab.page.locator('.who').click();
      await tab.page.locator('#account [data-menu=sign-out]').click();
      await tab.page.locator('button[data-role=teller]').click();
      await tab.page.waitForSelector('.table-tools');
      await views(tab);
      await tab.page.waitForSelector('.saved-views:popover-open');
      expect(await tab.page.$$('[data-view]')).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);

    it('shows on a telephone whose a loan is below its number, and what is owed next to it above its state', async () => {
      const tab = await portal().enter('officer', '/loans');
      await tab.page.waitForSelector('tbody tr');
      await tab.resize({ width: 390, theme: 'light' });
      await tab.page.waitForSelector('tbody tr:first-child td:first-child > .known-by + .known-by');
      const heads = () => tab.page.$$eval('thead th', (cells) => cells.map((cell) => cell.textContent));
      expect(await heads()).toEqual(['Number · Borrower', 'Still owed · State']);
      const hidden = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
      expect(await tab.page.$eval('.list > .table', hidden)).toBe(0);
      // The rest is there for who wants it, on the telephone alone.
      await tab.page.locator('button[title=Columns]').click();
      await tab.page.locator('.column-choice label ::-p-text(Principal)').click();
      expect(await heads()).toEqual(['Number · Borrower', 'Still owed · State', 'Principal']);
      await tab.page.locator('.column-choice label ::-p-text(Principal)').click();
      await tab.page.locator('button[title=Columns]').click();
      // The page moves, and no list inside of it.
      expect(
        await tab.page.$eval('.list > .table', ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
      ).toBe(0);
      expect(await tab.page.evaluate(layoutFaults)).toEqual([]);
      expect(await tab.violations()).toEqual([]);
      await tab.page.evaluate(spoil);
      const found = await tab.page.evaluate(layoutFaults);
      // One spoils another, too: what counts is that each kind is found.
      expect([...new Set(found.map((fault) => fault.split(':')[0]))].toSorted()).toEqual([
        'a number or a name is broken',
        'a phone number is not grouped',
        'closer than 4 px to its panel',
        'cut without an ellipsis',
        'has to be moved sideways',
        'its hint is cut',
        'on more than one line',
        'over another text',
      ]);
      await tab.close();
    }, 60_000);

    it('begins a list again at its first page where the address names a place of a former version', async () => {
      const tab = await portal().enter('officer', `/members?after=${btoa(`members ${crypto.randomUUID()}`)}`);
      await tab.page.waitForSelector('[data-refusal=invalid_cursor]');
      await tab.page.locator('.error-box .actions .button').click();
      await tab.page.waitForSelector('tbody tr');
      expect(new URL(tab.page.url()).search).toBe('');
      await tab.close();
    }, 60_000);

    it('loads a list again after events that it names, and after no other', async () => {
      const tab = await portal().enter('officer', '/money/disbursements');
      const { viewer } = await answerTo<{ readonly viewer: { readonly actor: string } }>(tab, '{ viewer { actor } }');
      /** Whether the page begins to wait for what comes together with an event, and then loads again. */
      const isAwaited = (type: string) =>
        tab.page.evaluate(
          async (sent) => {
            const { setTimeout: real } = window;
            let isWaiting = false;
            window.setTimeout = ((work: () => void, ms: number) => {
              isWaiting ||= ms === 400;
              return real(work, ms);
            }) as typeof setTimeout;
            // It is younger than the page's own: what it receives, the page has received.
            const behind = new BroadcastChannel('umoja-changes');
            const received = new Promise((resolve) => behind.addEventListener('message', resolve));
            new BroadcastChannel('umoja-changes').postMessage(sent);
            await received;
            window.setTimeout = real;
            return isWaiting;
          },
          { through: 1, reader: viewer.actor, type },
        );
      await tab.page.waitForSelector('.table-tools');
      expect([await isAwaited('disbursement.confirmed'), await isAwaited('member.created')]).toEqual([true, false]);
      await tab.page.goto(`${portal().origin}/members`);
      await tab.page.waitForSelector('tbody tr');
      expect([await isAwaited('member.created'), await isAwaited('disbursement.confirmed')]).toEqual([true, false]);
      await tab.close();
    }, 60_000);

    it('opens a record beside its list where there is room, by address, keyboard and the back button', async () => {
      const tab = await portal().enter('officer', '/loans?state=ACTIVE');
      await tab.resize({ width: 1680, theme: 'light' });
      const addressIs = (open: string | null) =>
        tab.page.waitForFunction((path) => new URLSearchParams(location.search).get('open') === path, {}, open);
      const first = await tab.page.waitForSelector('tbody tr');
      const path = await first?.evaluate((row) => row.querySelector('a')?.getAttribute('href') ?? '');
      await first?.focus();
      await tab.page.keyboard.press('Enter');
      await addressIs(path ?? '');
      await reads(tab, '.record-beside h2', path?.slice('/loans/'.length) ?? '');
      expect(await tab.page.$$('h1')).toHaveLength(1);
      expect(await textOf(tab, 'tr[aria-current=true]')).toContain(path?.slice('/loans/'.length));
      await tab.page.waitForSelector('.record-beside .deeds li');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('loan-beside-1680-light');
      // Paper is narrow: what is open stays open behind the print.
      await tab.page.pdf();
      await addressIs(path ?? '');
      await tab.page.waitForSelector('.record-beside h2');

      await tab.page.goBack();
      await addressIs(null);
      await tab.page.waitForSelector('.record-beside', { hidden: true });
      await tab.page.goForward();
      await tab.page.waitForSelector('.record-beside h2');
      await tab.page.reload();
      await tab.page.waitForSelector('.record-beside h2');
      await tab.page.keyboard.press('Escape');
      await addressIs(null);
      expect(new URL(tab.page.url()).search).toBe('?state=ACTIVE');
      const link = await tab.page.waitForSelector(`tbody a[href="${path}"]`);
      await link?.click();
      await addressIs(path ?? '');
      await tab.resize({ width: 390, theme: 'light' });
      await tab.page.waitForFunction((at) => location.pathname === at, {}, path ?? '');
      await tab.page.waitForSelector('h1');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);

    it('offers to undo what its lifecycle takes back, and nothing once another person has gone on', async () => {
      const tab = await portal().enter('officer', '/members/M-000004');
      const suspend = async () => {
        await pressed(tab, 'suspendMember');
        await tab.page.locator('dialog[open] textarea').fill('By mistake.');
        await send(tab);
        await reads(tab, '.page-head .state', 'Suspended');
      };
      await suspend();
      await reads(tab, ANNOUNCED, 'It can be taken back for twenty seconds');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('undo');
      await tab.page.locator('button[data-undo=reinstateMember]').click();
      await reads(tab, '.page-head .state', 'Active');
      expect(await textOf(tab, '.undo-offer')).toContain('Taken back');
      await reads(tab, ANNOUNCED, 'Taken back.');

      // An outcome that is not known is no refusal: the same is asked again under the same key.
      await suspend();
      const asked = await outcomeUnknown(tab, 'ReinstateMember', () =>
        tab.page.locator('button[data-undo=reinstateMember]').click(),
      );
      await reads(tab, '.undo-offer', 'No reply came');
      await reads(tab, ANNOUNCED, 'No reply came');
      const [again] = await Promise.all([
        tab.page.waitForRequest((request) => request.postData()?.includes('"ReinstateMember"') ?? false),
        tab.page.locator('button[data-undo=reinstateMember]').click(),
      ]);
      await reads(tab, '.page-head .state', 'Active');
      const keyIn = (body: string) => JSON.parse(body).variables.idempotencyKey;
      expect(keyIn(again.postData() ?? '')).toBe(keyIn(asked));

      await suspend();
      const other = await portal().enter('officer', '/members/M-000004');
      await other.page.locator('.who').click();
      await other.page.select('#account select', 'sw');
      await other.page.keyboard.press('Escape');
      await pressed(other, 'reinstateMember');
      await send(other);
      await reads(other, '.page-head .state', 'Hai');
      await reads(other, ANNOUNCED, 'Imefanyika: ');
      expect(await other.page.$$('[data-announced]')).toHaveLength(1);
      await tab.page.locator('button[data-undo=reinstateMember]').click();
      await reads(tab, '.undo-offer', 'has changed since');
      expect(await tab.page.$$('[data-undo]')).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await other.close();
      await tab.close();
    }, 60_000);
  });
}

/** Where a screen reader finds what has happened. */
const ANNOUNCED = '[role=status][data-announced]';

/** Carries out what sends an operation; the server does it, and the reply says that its outcome is not known. Returns what was sent. */
async function outcomeUnknown(tab: Tab, operation: string, work: () => Promise<void>): Promise<string> {
  const inspector = await tab.page.createCDPSession();
  await inspector.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Response' }] });
  const errors = [{ message: 'Repeat it with the same key.', extensions: { code: 'outcome_unknown' } }];
  const body = Buffer.from(JSON.stringify({ data: null, errors })).toString('base64');
  const sent = new Promise<string>((resolve) => {
    inspector.on('Fetch.requestPaused', ({ requestId, request: { postData = '' } }) => {
      const isIt = postData.includes(`"${operation}"`);
      const responseHeaders = [{ name: 'content-type', value: 'application/json' }];
      const next = isIt
        ? inspector.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
        : inspector.send('Fetch.continueRequest', { requestId });
      void next.then(() => isIt && resolve(postData));
    });
  });
  await work();
  const postData = await sent;
  await inspector.send('Fetch.disable');
  await inspector.detach();
  return postData;
}
