import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import { eventually } from '#test/support/eventually.ts';
import type { Portal } from '#test/support/portal.ts';
import { exportedBy } from '#test/support/papers.ts';
import { BUDGET } from '#test/support/tabs.ts';

/** Lecturers enter the marks of a class as a sheet and publish them, and the bursar sees where the money of an invoice came from. */
export function schoolJourney(portal: () => Portal): void {
  describe('for a school', () => {
    it('takes marks from a sheet, keeps what was refused with its reason, and lets another person publish them', async () => {
      await portal().decide('four_eyes_on_results = true');
      // What another process has changed is known after seconds.
      const settings = await portal().enter('administrator', '/settings');
      await eventually(async () => {
        await settings.page.reload();
        return (await textOf(settings, '[data-policy=fourEyesOnResults] dd')) === 'Yes';
      });
      await settings.close();
      const [author, colleague] = [
        await portal().enter('lecturer', '/marks'),
        await portal().enter('lecturer', '/marks'),
      ];
      for (const tab of [author, colleague]) await chooseClass(tab);
      expect(await author.page.$$('.marks input')).toHaveLength(4);
      await look(author, 'marks-class');

      await type(colleague, 0, 0, '24');
      await colleague.page.keyboard.press('ArrowRight');
      await colleague.page.keyboard.type('50');
      await colleague.page.locator('button[data-save]').click();
      await colleague.page.waitForSelector('.marks tr:first-child a[href^="/results/"]');
      expect(await rowText(colleague, 0)).toContain('74.00');

      // A column as a spreadsheet copies it; the second mark is more than there is to score.
      await paste(author, 0, 0, '20\r\n35\r\n');
      expect(await textOf(author, '.marks .why .wrong')).toBe('The score is at most 30.');
      await type(author, 1, 0, '25');
      await author.page.keyboard.press('Enter');
      await paste(author, 0, 1, '40\n52');
      await author.page.reload();
      await author.page.waitForSelector('.marks input');
      expect(await cellsOf(author)).toEqual(['20', '40', '25', '52']);
      await author.page.locator('button[data-save]').click();
      await author.page.waitForSelector('[data-choice=theirs]');
      expect((await textOf(author, '.marks .why .wrong')).length).toBeGreaterThan(20);
      // What was saved is read again: until then its row is empty.
      await author.page.waitForSelector('.marks tbody tr:not(.why) ~ tr:not(.why) a[href^="/results/"]');
      expect(await cellsOf(author)).toEqual(['20', '40', '25', '52']);
      expect(await textOf(author, '.save-bar [role=status]')).toContain('Saved: 1.');
      await look(author, 'marks-refused');
      await author.page.locator('[data-choice=theirs]').click();
      await author.page.waitForFunction(() => document.querySelector('[data-choice]') === null);
      expect(await cellsOf(author)).toEqual(['24', '50', '25', '52']);

      await pressed(author, 'submitResults');
      await send(author);
      // What is behind an open form can be found, and not be pressed.
      await author.page.waitForSelector('dialog[open]', { hidden: true });
      // Who enters marks does not publish them.
      await author.page.waitForFunction(() => document.querySelector('[data-step=submitResults]') === null);
      expect(await author.page.$$('[data-step=publishResults]')).toEqual([]);
      expect(author.complaints).toEqual([]);
      expect(colleague.complaints).toEqual([]);
      await author.close();
      await colleague.close();

      const examiner = await portal().enter('registrar', '/results?state=SUBMITTED');
      await examiner.page.waitForSelector('tbody tr');
      await look(examiner, 'results-submitted');
      // The inbox of approvals has one row for the class, which leads to its sheet.
      await examiner.page.goto(`${portal().origin}/approvals`);
      const row = await textOf(examiner, 'tbody tr:has(a[href*="/marks?"])');
      expect(row).toContain('Marks of a class');
      expect(row).toContain('To be published: 2.');
      expect(row).toContain('CSC101');
      await look(examiner, 'approvals-marks');
      // On a telephone the way to decide is in sight: nothing is moved sideways.
      await examiner.resize({ width: 390, theme: 'light' });
      const decide = await examiner.page.$eval(
        'a.button[href*="/marks?"]',
        (link) => link.getBoundingClientRect().right,
      );
      expect(decide).toBeLessThanOrEqual(390);
      await examiner.resize({ width: 1280, theme: 'light' });
      await examiner.page.locator('a.button[href*="/marks?"]').click();
      await examiner.page.waitForSelector('.marks a[href^="/results/"]');
      await pressed(examiner, 'publishResults');
      await send(examiner);
      await examiner.page.waitForFunction(
        () =>
          document.querySelectorAll('.marks .state.good').length === 2 &&
          document.querySelector('dialog[open]') === null,
      );
      expect(await examiner.page.$$('.marks input:not([readonly])')).toEqual([]);
      await examiner.page.goto(`${portal().origin}/approvals`);
      await examiner.page.waitForSelector('.empty');
      await examiner.page.goBack();
      await examiner.page.locator('.marks a[href^="/results/"]').click();
      await examiner.page.waitForSelector('button[data-step=amendResult]');
      await look(examiner, 'result');
      expect(examiner.complaints).toEqual([]);
      await examiner.close();
    }, 120_000);

    it('shows the bursar a student with all that belongs to them, and an invoice with the way of its money', async () => {
      const tab = await portal().enter('bursar', '/students?search=Brian');
      await tab.page.locator('tbody a').click();
      await tab.page.waitForSelector('.records a[href^="/results/"]');
      await look(tab, 'student');
      // A loan of the society has paid half of it.
      await tab.page.locator('.records a[href^="/invoices/"] ::-p-text(INV-)').click();
      await tab.page.waitForSelector('.ways');
      await look(tab, 'invoice-way');
      const before = await textOf(tab, '.owed b');
      await pressed(tab, 'recordInvoicePayment');
      await tab.page.locator('dialog[open] input[inputmode=decimal]').fill('1,000');
      await tab.page.locator('dialog[open] input[type=text]:not([inputmode])').fill('FT-JOURNEY-1');
      expect(await textOf(tab, 'dialog[open] .consequence')).toContain('KES\u00A01,000.00');
      await send(tab);
      await tab.page.waitForFunction((text) => document.querySelector('.owed b')?.textContent !== text, {}, before);
      expect(await tab.page.$$eval('.ways code', (codes) => codes.map(({ textContent }) => textContent))).toContain(
        'FT-JOURNEY-1',
      );
      const { pathname } = new URL(tab.page.url());
      // Each has its paper: the invoice, the receipt of what was paid, and the statement of all of it.
      await onPaper(tab, '.student tfoot', 'Still owed');
      const receipt = await tab.page.waitForSelector('.ways li:has(code) a[href^="/payments/"]');
      await receipt?.click();
      await tab.page.waitForSelector('h1 ::-p-text(Receipt)');
      await look(tab, 'school-receipt');
      await onPaper(tab, '.student tfoot', '1,000.00');
      await tab.page.goBack();
      await tab.page.locator('.facts a[href^="/students/"]').click();
      await tab.page.locator('a.button[href$="/statement"]').click();
      await tab.page.waitForSelector('.figures');
      await look(tab, 'fee-statement');
      await onPaper(tab, 'tbody', 'FT-JOURNEY-1');
      const [head, ...lines] = await exportedBy(tab);
      expect(head).toBe('Date,What,Charged,"Paid, credited",Owed after,Reference');
      expect(lines.filter((line) => line.endsWith('FT-JOURNEY-1'))).toEqual([
        expect.stringContaining(',PAYMENT,0,1000,'),
      ]);
      expect(amountIn(await textOf(tab, '.figures > div:last-child dd'))).toBe(Number(lines.at(-1)?.split(',').at(-2)));
      // What waits in the society is about members and loans.
      await tab.page.goto(`${portal().origin}/approvals`);
      await tab.page.waitForSelector('.empty');
      expect(tab.complaints).toEqual([]);
      await tab.close();

      // Who reads everything sees the loan and its disbursement, too.
      const auditor = await portal().enter('auditor', pathname);
      await auditor.page.waitForSelector('.ways a[href^="/loans/"]');
      await look(auditor, 'invoice-of-loan');
      expect(auditor.complaints).toEqual([]);
      await auditor.close();
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
    }, 120_000);
  });
}

/** Paper has its head and this, and nothing to press. */
async function onPaper(tab: Tab, selector: string, text: string): Promise<void> {
  await tab.page.waitForSelector('button[aria-label=Print]');
  await tab.page.emulateMediaType('print');
  const shown = await tab.page.evaluate((what) => {
    const seen = (each: string) =>
      [...document.querySelectorAll<HTMLElement>(each)].filter((element) => element.checkVisibility());
    return {
      head: seen('.print-head').length,
      buttons: seen('.button').length,
      text: seen(what)
        .map(({ innerText }) => innerText)
        .join(' '),
    };
  }, selector);
  expect(shown).toEqual({ head: 1, buttons: 0, text: expect.stringContaining(text) });
  await tab.page.emulateMediaType('screen');
}

const amountIn = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ''));

/** A class of more than a page. Its students are planted, without a trail of their own: after all that looks at the newest. */
export function largeClass(portal: () => Portal): void {
  describe('for a school with large classes', () => {
    it('shows a large class by pages, loses nothing that was typed on another one, and says that it is not saved', async () => {
      await plantClassmates(portal(), 33);
      const tab = await portal().enter('lecturer', '/marks');
      await chooseClass(tab);
      const rowsAre = (count: number) =>
        tab.page.waitForFunction(
          (many) => document.querySelectorAll('.marks tbody tr:not(.why)').length === many,
          {},
          count,
        );
      const turn = (place: 'first' | 'last') => tab.page.locator(`.pager .button:${place}-child`).click();
      const columns = () => textOf(tab, '.marks thead');
      await rowsAre(30);
      expect(tab.operations.find(({ name }) => name === 'MarksClass')?.cost).toBeLessThanOrEqual(BUDGET.points);
      const before = await columns();
      await type(tab, 0, 0, '20');
      await turn('last');
      await rowsAre(5);
      expect(await columns()).toBe(before);
      expect(await textOf(tab, '[data-elsewhere]')).toBe('Not saved on other pages: 1');
      // The class is not handed in while a part of it stands in this browser alone.
      expect(await tab.page.$('button[data-step=submitResults]')).toBeNull();
      // The others on this page have marks that were published.
      await type(tab, 4, 0, '21');
      await tab.page.locator('button[data-save]').click();
      await tab.page.waitForSelector('.marks tbody tr:last-child a[href^="/results/"]');
      expect(await textOf(tab, '[data-elsewhere]')).toBe('Not saved on other pages: 1');
      await turn('first');
      await rowsAre(30);
      expect((await cellsOf(tab))[0]).toBe('20');
      await tab.page.locator('button[data-save]').click();
      await tab.page.waitForSelector('.marks tbody tr:first-child a[href^="/results/"]');
      expect(await tab.page.$('[data-elsewhere]')).toBeNull();
      await look(tab, 'marks-large-class');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);
  });
}

/** Students who take what one student of the class takes. They come last by their numbers, and are the newest. */
async function plantClassmates({ owner }: Portal, count: number): Promise<void> {
  await owner(`do $$
    declare
      one enrolment := (select e from enrolment e join enrolment_unit taken on taken.enrolment_id = e.id
        join unit on unit.id = taken.unit_id join term on term.id = e.term_id
        where unit.code = 'CSC101' and term.name = 'Semester 2' order by e.id limit 1);
      added bigint;
    begin
      for n in 1 .. ${count} loop
        insert into student (tenant_id, uuid, admission_no, admission_key, pay_code, programme_id, first_name, last_name, gender,
          intake_id, year_of_study, study_mode, sponsorship_type, guardians, state, admitted_on, erased)
        select tenant_id, gen_random_uuid(), 'LARGE/' || n, 'LARGE/' || n, 'VL' || n, programme_id, 'Class', 'Mate ' || n, gender,
          intake_id, year_of_study, study_mode, sponsorship_type, '[]', state, admitted_on, false
          from student where id = one.student_id and tenant_id = one.tenant_id returning id into added;
        insert into enrolment (tenant_id, uuid, student_id, programme_id, academic_year_id, term_id, intake_id, year_of_study,
          units, enrolled_on, boarding, state)
        values (one.tenant_id, gen_random_uuid(), added, one.programme_id, one.academic_year_id, one.term_id, one.intake_id,
          one.year_of_study, one.units, one.enrolled_on, one.boarding, one.state);
      end loop;
    end $$`);
}

async function chooseClass(tab: Tab): Promise<void> {
  for (const [name, word] of [
    ['programme', 'BSC-CS'],
    ['term', 'Semester 2'],
    ['unit', 'CSC101'],
  ] as const) {
    const place = `select[data-pick=${name}]`;
    const option = await tab.page.waitForSelector(
      `xpath///select[@data-pick='${name}']/option[contains(., '${word}')]`,
    );
    const value = (await option?.evaluate((element) => (element as HTMLOptionElement).value)) ?? '';
    await tab.page.locator(place).fill(value);
  }
  await tab.page.waitForSelector('.marks input');
}

const cell = (row: number, place: number) => `.marks input[data-row="${row}"][data-place="${place}"]`;

async function type(tab: Tab, row: number, place: number, text: string): Promise<void> {
  // Whatever stands in a cell is selected when it is reached.
  await tab.page.focus(cell(row, place));
  await tab.page.keyboard.type(text);
}

const paste = (tab: Tab, row: number, place: number, text: string): Promise<void> =>
  tab.page.$eval(
    cell(row, place),
    (input, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', copied);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    text,
  );

const cellsOf = (tab: Tab): Promise<string[]> =>
  tab.page.$$eval('.marks input', (inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const rowText = (tab: Tab, row: number): Promise<string> =>
  tab.page.$$eval('.marks tbody tr:not(.why)', (rows, at) => rows[at]?.textContent ?? '', row);

const pressed = (tab: Tab, step: string) => tab.page.locator(`button[data-step=${step}]`).click();
const send = (tab: Tab) => tab.page.locator('dialog[open] .form .button.primary').click();
const textOf = async (tab: Tab, selector: string): Promise<string> => {
  const element = await tab.page.waitForSelector(selector);
  return (await element?.evaluate(({ textContent }) => textContent)) ?? '';
};

/** As it is in both themes and at both widths: nothing is wider than the page, and everyone can use it. */
async function look(tab: Tab, name: string): Promise<void> {
  for (const width of [1280, 390]) {
    for (const theme of ['light', 'dark'] as const) {
      await tab.resize({ width, theme });
      const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect([name, width, await tab.page.evaluate(isWider)]).toEqual([name, width, false]);
      await tab.picture(`${name}-${width}-${theme}`);
      if (width === 390) expect(await tab.violations()).toEqual([]);
    }
  }
  await tab.resize({ width: 1280, theme: 'light' });
  expect(await tab.violations()).toEqual([]);
}
