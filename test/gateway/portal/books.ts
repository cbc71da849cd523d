/// <reference lib="dom" />
import { expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import { exportedBy, printedBy } from '#test/support/papers.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf } from '#test/support/tabs.ts';

const WIDTHS = [1280, 390] as const;
const THEMES = ['light', 'dark'] as const;

/** Looks at a page in both widths and both themes: nothing is wider than the page, and everyone can use it. */
async function lookAt(tab: Tab, name: string): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      await tab.resize({ width, theme });
      const isWider = await tab.page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect([name, width, isWider]).toEqual([name, width, false]);
      await tab.picture(`${name}-${width}-${theme}`);
    }
    expect(await tab.violations()).toEqual([]);
  }
  await tab.resize({ width: 1280, theme: 'light' });
}

const follow = async (tab: Tab, link: string, path: RegExp): Promise<void> => {
  await tab.page.locator(link).click();
  await tab.page.waitForFunction((source) => new RegExp(source).test(location.pathname), {}, path.source);
};

/** A teller takes cash for a loan. */
export async function repaid(portal: Portal, amount: string): Promise<void> {
  const tab = await portal.enter('teller', '/loans?state=ACTIVE');
  await tab.page.locator('tbody a[href^="/loans/"]').click();
  await tab.page.locator('button[data-step=recordRepayment]').click();
  await tab.page.locator('dialog[open] input[inputmode=decimal]').fill(amount);
  await tab.page.locator('dialog[open] .form .button.primary').click();
  await tab.page.waitForFunction(
    (text) => document.querySelector('.events')?.textContent?.includes(text),
    {},
    `KES\u00A0${amount}`,
  );
  await tab.close();
}

/** What the graph answers to a person, on a page of theirs. */
export async function answerTo<Data>(tab: Tab, query: string, input: object = {}): Promise<Data> {
  const body = JSON.stringify({ query, variables: { input } });
  const reply = await tab.page.evaluate(async (sent) => {
    const headers = { 'content-type': 'application/json', 'x-umoja-page': '1' };
    return (await fetch('/graphql', { method: 'POST', headers, body: sent })).text();
  }, body);
  const { data } = JSON.parse(reply) as { readonly data?: Data };
  if (!data) throw new Error(reply);
  return data;
}

/** A teller opens an account, and cash is paid in: KES 2,500 unless said otherwise. @returns its number */
export async function saved(portal: Portal, cents = 250_000): Promise<string> {
  type Listed = { readonly nodes: readonly { readonly id: string }[] };
  const teller = await portal.enter('teller');
  const found = await answerTo<{ readonly members: Listed; readonly savingsProducts: Listed }>(
    teller,
    `{ members(first: 1, filter: { states: [ACTIVE] }) { nodes { id } }
       savingsProducts(first: 1, filter: { kinds: [ORDINARY] }) { nodes { id } } }`,
  );
  const [memberId, productId] = [found.members.nodes[0]?.id, found.savingsProducts.nodes[0]?.id];
  const { made } = await answerTo<{ readonly made: { savingsAccount: { id: string; accountNo: string } } }>(
    teller,
    `mutation Open($input: OpenSavingsAccountInput!) {
       made: openSavingsAccount(input: $input) { savingsAccount { id accountNo } userErrors { message } } }`,
    { memberId, productId },
  );
  const savingsAccountId = made.savingsAccount.id;
  const { paid } = await answerTo<{ readonly paid: { readonly userErrors: readonly unknown[] } }>(
    teller,
    `mutation Deposit($input: DepositSavingsInput!) { paid: depositSavings(input: $input) { userErrors { message } } }`,
    { savingsAccountId, amount: cents, channel: 'CASH' },
  );
  expect(paid.userErrors).toEqual([]);
  await teller.close();
  return made.savingsAccount.accountNo;
}

/** Records that are handed out on paper. */
const ON_PAPER = ['money/disbursements', 'money/repayments', 'invoices'];

/** What an auditor does with the books: from a figure to its rows, and to who caused each of them. */
export function booksJourney(portal: () => Portal): void {
  it('lets an auditor walk from a figure of today to the repayment that caused it, and to who booked it', async () => {
    await repaid(portal(), '1,234.00');
    const tab = await portal().enter('auditor', '/?range=month');
    await follow(tab, 'a[data-figure=collected]', /^\/books\/journals$/);
    await tab.page.waitForSelector('tbody tr');
    expect(await textOf(tab, 'tbody')).toContain('Repayment booked');
    await tab.page.goto(`${portal().origin}/books`);
    await tab.page.waitForSelector('tfoot');
    const [head, ...accounts] = await exportedBy(tab);
    expect(head).toBe('Account,Sub-account,Name,Type,Debit,Credit');
    expect(accounts).toHaveLength((await tab.page.$$('tbody tr')).length);
    const sumOf = (place: number) =>
      accounts.reduce((sum, line) => sum + Math.round(Number(line.split(',').at(place)) * 100), 0);
    const total = await textOf(tab, 'tfoot td:last-child');
    expect([sumOf(-2), sumOf(-1)]).toEqual(Array(2).fill(Math.round(Number(total.replaceAll(',', '')) * 100)));
    await follow(tab, 'tbody a[href^="/books/accounts/cash"]', /^\/books\/accounts\/cash$/);
    await tab.page.waitForSelector('tbody tr');
    expect(await textOf(tab, 'tbody')).toContain('1,234.00');
    const closing = await textOf(tab, '.figures > div:last-child dd');
    expect(closing).toContain(await textOf(tab, 'tbody tr:last-child td:last-child'));
    await lookAt(tab, 'books-account');
    await follow(tab, 'tbody tr:last-child td:first-child a', /^\/books\/journals\/[0-9a-f-]{36}$/);
    await tab.page.waitForSelector('.facts');
    await lookAt(tab, 'books-journal');
    expect(await textOf(tab, 'tfoot td')).toBe(await textOf(tab, 'tfoot td:last-child'));
    await follow(tab, '.facts a[href^="/loans/"]', /^\/loans\/L-/);
    await tab.page.waitForSelector('.deeds li');
    expect(await textOf(tab, '.deeds')).toContain('Created');
    expect(await tab.violations()).toEqual([]);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 120_000);

  it('prints a statement with its head and every row, and without what is only for the screen', async () => {
    await repaid(portal(), '99.00');
    const tab = await portal().enter('auditor', '/books/accounts/cash');
    await tab.page.waitForSelector('tbody tr');
    const rows = (await tab.page.$$('tbody tr')).length;
    await tab.page.emulateMediaType('print');
    const shown = await tab.page.evaluate(() => {
      const isShown = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
      const { clientHeight, scrollHeight } = document.querySelector('.table') ?? document.body;
      return {
        rows: isShown('tbody tr'),
        screenOnly: isShown('.frame nav, header .button, .table-tools, .page-head .button, .pager'),
        head: document.querySelector('.print-head')?.checkVisibility(),
        isCut: scrollHeight > clientHeight + 1,
      };
    });
    expect(shown).toEqual({ rows, screenOnly: 0, head: true, isCut: false });
    await tab.picture('books-account-print');
    expect((await tab.page.pdf({ format: 'A4' })).length).toBeGreaterThan(5_000);
    await tab.close();
  }, 60_000);

  it('narrows the audit to who, what and which record, by words of its rows', async () => {
    await repaid(portal(), '120.00');
    const tab = await portal().enter('auditor', '/audit');
    const words = (column: number): Promise<string[]> =>
      tab.page.$$eval(`tbody td:nth-child(${column}) .narrows, tbody td:nth-child(${column}) span`, (found) => [
        ...new Set(found.map(({ textContent }) => textContent ?? '')),
      ]);
    await tab.page.waitForSelector('tbody .narrows');
    const all = (await words(3)).length;
    expect(all).toBeGreaterThan(1);
    // All that was chosen is printed and saved, of which the screen shows a page.
    const page = (await tab.page.$$('tbody tr')).length;
    const { rows, note } = await printedBy(tab);
    expect([page, note]).toEqual([25, `Rows: ${rows.toLocaleString('en-KE')}`]);
    expect(rows).toBeGreaterThan(page);
    await tab.page.waitForFunction((n) => document.querySelectorAll('tbody tr').length === n, {}, page);
    const today = ((await tab.page.$eval('tbody time', (time) => time.dateTime)) ?? '').slice(0, 10);
    await tab.page.locator('.day ::-p-aria([name="Until"])').fill('2020-01-01');
    await reads(tab, '.empty', 'Nothing was done that fits');
    await tab.page.locator('.day ::-p-aria([name="From"])').fill(today);
    await reads(tab, '.table-tools [role=status]', 'Until is before from');
    await tab.page.locator('.day ::-p-aria([name="Until"])').fill('2099-12-31');
    await tab.page.waitForSelector('tbody .narrows');
    expect((await printedBy(tab)).note).toMatch(/^From: \d+ \w+ 20\d\d; Until: 31 Dec 2099\. /);
    await tab.page.locator('.table-tools > .button.plain').click();
    await tab.page.waitForFunction(() => location.search === '');
    for (const [column, by] of [
      [2, 'actor'],
      [3, 'command'],
      [4, 'subject'],
    ] as const) {
      await tab.page.locator(`tbody tr:first-child td:nth-child(${column}) .narrows`).click();
      await tab.page.waitForFunction((name) => location.search.includes(`${name}=`), {}, by);
      await tab.page.waitForFunction(
        (n) =>
          new Set([...document.querySelectorAll(`tbody td:nth-child(${n})`)].map((cell) => cell.textContent)).size ===
          1,
        {},
        column,
      );
      if (by === 'subject') await lookAt(tab, 'audit-narrowed');
      await tab.page.locator('.narrowed button').click();
      await tab.page.waitForFunction((name) => !location.search.includes(`${name}=`), {}, by);
    }
    await tab.page.waitForFunction((n) => document.querySelectorAll('tbody tr').length >= n, {}, all);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 120_000);

  it('shows a savings account from the list: its terms, its statement, and who did what to it', async () => {
    const accountNo = await saved(portal());
    const tab = await portal().enter('auditor', '/savings?kind=ORDINARY');
    await follow(tab, `tbody a[href="/savings/${accountNo}"]`, /^\/savings\/[^/]+$/);
    expect(await textOf(tab, '.figures')).toContain('2,500.00');
    await tab.page.waitForSelector('.facts a[href^="/members/"]');
    expect(await textOf(tab, 'tbody')).toContain('Deposit');
    expect(await textOf(tab, 'tbody td:last-child')).toBe('2,500.00');
    await tab.page.waitForSelector('.deeds li');
    await lookAt(tab, 'savings-account');
    const file = await exportedBy(tab);
    expect(file[0]).toBe('Date,What,In,Out,Held,Balance after,State,Receipt,Reference');
    expect(file[1]).toMatch(/^20\d\d-\d\d-\d\d,DEPOSIT,2500,,,2500,POSTED,/);
    expect(await printedBy(tab)).toEqual({ rows: 1, note: 'Rows: 1' });
    await tab.page.locator('.day ::-p-aria([name="Until"])').fill('2020-01-01');
    await reads(tab, '.statement .empty', 'Nothing has moved');
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 120_000);

  it('lets a teller pay in, hold, pay out and take back on the page of an account, which others see live', async () => {
    const accountNo = await saved(portal());
    const auditor = await portal().enter('auditor', `/savings/${accountNo}`);
    await auditor.page.waitForSelector('.figures');
    expect(await auditor.page.$$('[data-step]')).toEqual([]);
    const tab = await portal().enter('teller', `/savings/${accountNo}`);
    const fill = (label: string, text: string) =>
      tab.page.locator(`dialog[open] ::-p-aria([name="${label}"])`).fill(text);
    const done = async (figures: string) => {
      await send(tab);
      await tab.page.waitForSelector('dialog[open]', { hidden: true });
      await reads(tab, '.figures', figures);
    };
    await pressed(tab, 'depositSavings');
    await fill('Amount in KES', '500');
    expect(await textOf(tab, 'dialog[open] .consequence')).toContain('the balance becomes KES\u00A03,000.00');
    await lookAt(tab, 'savings-deposit');
    await done('3,000.00');
    await pressed(tab, 'placeSavingsHold');
    await fill('Amount in KES', '1,000');
    await fill('What it is held for', 'A guarantee.');
    await done('2,000.00');
    await pressed(tab, 'withdrawSavings');
    await fill('Amount in KES', '2,000.01');
    expect(await textOf(tab, 'dialog[open] .consequence')).toContain('Only KES\u00A02,000.00 can be taken');
    await fill('Amount in KES', '200');
    await done('2,800.00');
    await pressed(tab, 'releaseSavingsHold');
    await send(tab);
    // The next step is about the account as this one has left it.
    await reads(tab, 'tbody', 'Released');
    await reads(auditor, '.figures', '2,800.00');
    await pressed(tab, 'freezeSavingsAccount');
    await fill('Reason', 'Two people claim it.');
    await send(tab);
    for (const each of [tab, auditor]) await reads(each, '.page-head .state', 'Frozen');
    expect(await tab.page.$$('button[data-step=withdrawSavings]')).toEqual([]);
    await tab.page.locator('button[data-undo=unfreezeSavingsAccount]').click();
    for (const each of [tab, auditor]) await reads(each, '.page-head .state', 'Active');
    await reads(auditor, '.deeds', 'Frozen');
    await pressed(tab, 'reverseSavingsTransaction');
    await fill('Reason', 'Booked on the wrong account.');
    await done('3,000.00');
    await lookAt(tab, 'savings-teller');
    for (const each of [tab, auditor]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  }, 120_000);

  it('shows on every record who did what to it, and when', async () => {
    await repaid(portal(), '77.00');
    const tab = await portal().enter('auditor', '/');
    const lists = ['money/disbursements', 'money/repayments', 'students', 'enrolments', 'invoices', 'results'];
    for (const list of lists) {
      await tab.page.goto(`${portal().origin}/${list}`);
      await tab.page.locator(`tbody tr a[href^="/${list}/"]`).click();
      await tab.page.waitForFunction((path) => location.pathname.startsWith(`/${path}/`), {}, list);
      expect([list, await textOf(tab, '.deeds li .who-did')]).toEqual([list, expect.stringMatching(/./)]);
      const papers = await tab.page.$$('.print-head ~ .page-head button[aria-label=Print]');
      expect([list, papers.length]).toEqual([list, ON_PAPER.includes(list) ? 1 : 0]);
    }
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 120_000);
}
