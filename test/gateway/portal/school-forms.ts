import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, typedIn } from '#test/support/tabs.ts';

/** What a bursar does from the first day of a student to the money that came for them, all of it by forms. */
export function schoolForms(portal: () => Portal): void {
  describe('for who keeps students and fees', () => {
    let student = '';
    let invoice = '';

    it('registers a student, whose page opens, corrects and admits them, and says at its field what is wrong', async () => {
      const tab = await portal().enter('bursar', '/students');
      await pressed(tab, 'registerStudent');
      await fill(tab, 'firstName', 'Achieng');
      await fill(tab, 'lastName', 'Forms');
      await choose(tab, 'programmeId', 'BSC-CS');
      await reads(tab, '.consequence', 'The student applies for');
      await fill(tab, 'phone', '0712 345 678');
      await tab.page.locator('dialog[open] .lines .add').click();
      // Who has added a line goes on in it.
      await tab.page.keyboard.type('Mama Achieng');
      expect(await typedIn(tab, 'dialog[open] [data-line="0"] [name=name]')).toBe('Mama Achieng');
      await fill(tab, 'email', 'no address', '[data-line="0"] ');
      await fill(tab, 'phone', '0722 345 678', '[data-line="0"] ');
      expect(await tab.violations()).toEqual([]);
      await send(tab);
      await reads(tab, 'dialog[open] [data-line="0"] .field:has([name=email]) .wrong', 'Send an address');
      // The student has an address of their own, about which nothing was said.
      expect(await tab.page.$$('dialog[open] .form > .fields > .field .wrong')).toEqual([]);
      await tab.picture('register-student');
      await fill(tab, 'email', 'achieng@example.org');
      await fill(tab, 'email', 'mama@example.org', '[data-line="0"] ');
      await send(tab);
      await reads(tab, 'h1', 'Achieng Forms');
      student = new URL(tab.page.url()).pathname;
      await reads(tab, '.facts', 'Mama Achieng');

      await pressed(tab, 'admitStudent');
      await send(tab);
      await reads(tab, '.page-head .state', 'Admitted');
      await menu(tab, 'changeStudent');
      expect(await typedIn(tab, 'dialog[open] [data-line="0"] [name=phone]')).toBe('+254722345678');
      await fill(tab, 'county', 'Kisumu');
      await send(tab);
      await reads(tab, '.facts', 'Kisumu');
      const { rows } = await portal().owner(
        `select state, county, guardians from student where uuid = '${student.split('/')[2]}'`,
      );
      expect(rows).toMatchObject([{ state: 'admitted', county: 'Kisumu', guardians: [{ name: 'Mama Achieng' }] }]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 90_000);

    it('enrols the student with the units of the year, and changes these', async () => {
      const tab = await portal().enter('bursar', student);
      await menu(tab, 'enrolStudent');
      await tab.page.waitForSelector('dialog[open] [data-line]');
      await choose(tab, 'period', 'Semester 3');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('enrol-student');
      await send(tab);
      await tab.page.waitForFunction(() => location.pathname.startsWith('/enrolments/'));
      await pressed(tab, 'confirmEnrolment');
      await send(tab);
      await reads(tab, '.page-head .state', 'Enrolled');
      await menu(tab, 'changeEnrolment');
      await tab.page.waitForSelector('dialog[open] [data-line]');
      const before = (await tab.page.$$('dialog[open] [data-line]')).length;
      await tab.page.locator('dialog[open] [data-line="0"] .remove').click();
      await tab.page.locator('dialog[open] .check ::-p-text(Lives at the school)').click();
      await send(tab);
      await tab.page.waitForFunction(
        (count) => document.querySelectorAll('.column .panel:first-child .records li').length === count,
        {},
        before - 1,
      );
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 90_000);

    it('draws up an invoice line by line, changes it, issues it, and takes back a payment', async () => {
      const tab = await portal().enter('bursar', student);
      await menu(tab, 'draftInvoice');
      await tab.page.waitForSelector('dialog[open] .lines');
      await fill(tab, 'dueDate', '2027-06-30');
      await line(tab, 0, { description: 'Tuition', amount: '30,000' });
      await line(tab, 1, { description: 'Library', amount: '2,500', discount: '3,000' });
      await reads(tab, '.consequence', 'nothing is owed until it is issued');
      await send(tab);
      // What is wrong with a charge stands at that charge.
      await tab.page.waitForSelector('dialog[open] [data-line="1"] .wrong');
      expect(await tab.page.$$('dialog[open] [data-line="0"] .wrong')).toEqual([]);
      await tab.picture('draft-invoice');
      expect(await tab.violations()).toEqual([]);
      await fill(tab, 'discount', '500', '[data-line="1"] ');
      await reads(tab, '.consequence', 'KES\u00A032,000.00');
      await send(tab);
      await tab.page.waitForFunction(() => location.pathname.startsWith('/invoices/'));
      invoice = new URL(tab.page.url()).pathname;
      await menu(tab, 'changeInvoice');
      await tab.page.waitForSelector('dialog[open] [data-line="1"]');
      await fill(tab, 'amount', '31,000', '[data-line="0"] ');
      await send(tab);
      await reads(tab, 'table', '31,000.00');
      await pressed(tab, 'issueInvoice');
      await send(tab);
      await reads(tab, 'h1', 'INV-');
      await pressed(tab, 'recordInvoicePayment');
      await fill(tab, 'amount', '10,000');
      await fill(tab, 'reference', 'FT-FORMS-1');
      await send(tab);
      await reads(tab, '.ways', 'FT-FORMS-1');
      await tab.page.goto(`${portal().origin}${student}`);
      await pressed(tab, 'reverseInvoicePayment');
      await fill(tab, 'reason', 'Booked for the wrong student.');
      await reads(tab, '.consequence', 'KES\u00A010,000.00 is taken back');
      await send(tab);
      await reads(tab, '#content', 'reversed');
      const { rows } = await portal().owner(
        `select state, total, paid from invoice where uuid = '${invoice.split('/')[2]}'`,
      );
      expect(rows.map(({ state, total, paid }) => [state, Number(total), Number(paid)])).toEqual([
        ['issued', 3_300_000, 0],
      ]);
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 120_000);

    it('discards a draft, and goes back to the list', async () => {
      const tab = await portal().enter('bursar', student);
      await menu(tab, 'draftInvoice');
      await tab.page.waitForSelector('dialog[open] .lines');
      await fill(tab, 'dueDate', '2027-06-30');
      await line(tab, 0, { description: 'By mistake', amount: '1' });
      await send(tab);
      await tab.page.waitForFunction(() => location.pathname.startsWith('/invoices/'));
      await menu(tab, 'discardInvoice');
      await send(tab);
      await tab.page.waitForFunction(() => location.pathname === '/invoices');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);

    it('writes down what a student lets a sponsor see, and finds a sponsor by the number of the member', async () => {
      const tab = await portal().enter('bursar', '/students?search=Brian');
      await tab.page.locator('tbody a').click();
      const consent = async (word: string, seen: string) => {
        await pressed(tab, 'changeSponsorshipConsent');
        await choose(tab, 'consent', word);
        await send(tab);
        await reads(tab, '.records.two', seen);
      };
      await consent('Balances and marks', 'Sees balances and marks');
      await consent('Nothing', 'Sees nothing');
      await pressed(tab, 'changeSponsorshipConsent');
      await choose(tab, 'consent', 'Balances');
      expect(await tab.violations()).toEqual([]);
      await send(tab);
      await reads(tab, '.records.two', 'Sees balances');
      await pressed(tab, 'sponsorStudent');
      await fill(tab, 'memberNo', 'M-999999');
      await send(tab);
      await reads(tab, 'dialog[open] .field:has([name=memberNo]) .wrong', 'No member has this number');
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }, 60_000);

    it('ends the studies from the menu of a student, and shows none of it to who reads alone', async () => {
      const tab = await portal().enter('registrar', student);
      await tab.page.waitForSelector('.page-head .state');
      await tab.page.locator('button[data-menu=more]').click();
      await tab.page.waitForSelector('.more-actions:popover-open');
      await tab.picture('student-menu');
      expect(await tab.violations()).toEqual([]);
      expect(await tab.page.$('[data-step=eraseStudent]')).toBeNull();
      await tab.page.locator('.more-actions [data-step=discontinueStudent]').click();
      await fill(tab, 'reason', 'Left without a word.');
      await send(tab);
      await reads(tab, '.page-head .state', 'Discontinued');
      expect(tab.complaints).toEqual([]);
      await tab.close();
      const lecturer = await portal().enter('lecturer', '/students');
      await lecturer.page.waitForSelector('tbody tr');
      expect(await lecturer.page.$$('[data-step]')).toEqual([]);
      expect(lecturer.complaints).toEqual([]);
      await lecturer.close();
    }, 60_000);
  });
}

/** What a school offers: set up by the forms of the catalogue, one list after the other. */
export function catalogueForms(portal: () => Portal): void {
  describe('for who keeps the catalogue', () => {
    it('opens a year with a term, an intake, a unit, a programme with its fees, and grades', async () => {
      const tab = await portal().enter('bursar', '/catalogue?part=years');
      await pressed(tab, 'openAcademicYear');
      await fill(tab, 'name', '2031/2032');
      await fill(tab, 'startDate', '2031-09-01');
      await fill(tab, 'endDate', '2031-08-01');
      await send(tab);
      await tab.page.waitForSelector('dialog[open] .field:has([name=endDate]) .wrong');
      await fill(tab, 'endDate', '2032-08-31');
      await done(tab);
      await reads(tab, 'tbody', '2031/2032');
      await tab.page.locator('tbody tr:first-child [data-step=openTerm]').click();
      await fill(tab, 'name', 'Semester 1');
      await fill(tab, 'startDate', '2031-09-01');
      await fill(tab, 'endDate', '2031-12-31');
      await done(tab);
      await reads(tab, 'tbody tr:first-child', 'Semester 1');
      // What was opened with wrong days is moved: the year keeps its terms inside.
      await tab.page.locator('tbody tr:first-child [data-step=changeAcademicYear]').click();
      expect(await typedIn(tab, 'dialog[open] [name=endDate]')).toBe('31 Aug 2032');
      await fill(tab, 'endDate', '2031-11-30');
      await send(tab);
      await reads(tab, 'dialog[open] .field:has([name=endDate]) .wrong', 'Semester 1');
      await fill(tab, 'endDate', '2032-09-15');
      await done(tab);
      await reads(tab, 'tbody tr:first-child', '15 Sep 2032');
      await tab.page.locator('tbody tr:first-child [data-step=changeTerm]').click();
      await fill(tab, 'name', 'Semester One');
      await fill(tab, 'registrationDeadline', '2031-09-20');
      await done(tab);
      await reads(tab, 'tbody tr:first-child', 'Semester One');
      // A form closes when it was done: that it was is announced.
      await reads(tab, '[role=status][data-announced]', 'Done: Change Semester 1 of 2031/2032');
      await tab.picture('catalogue-years');

      await part(tab, 'Grading scales');
      await pressed(tab, 'defineGradingScale');
      await fill(tab, 'code', 'FORMS');
      await fill(tab, 'name', 'Of the forms');
      await fill(tab, 'grade', 'Pass', '[data-line="0"] ');
      await fill(tab, 'minMark', '50', '[data-line="0"] ');
      await tab.page.locator('dialog[open] [data-line="0"] .check').click();
      await tab.page.locator('dialog[open] .lines .add').click();
      await fill(tab, 'grade', 'Fail', '[data-line="1"] ');
      await fill(tab, 'minMark', '0', '[data-line="1"] ');
      await fill(tab, 'passMark', '50');
      expect(await tab.violations()).toEqual([]);
      await tab.picture('define-scale');
      await done(tab);
      await reads(tab, 'tbody', 'FORMS');

      await part(tab, 'Programmes');
      await pressed(tab, 'defineProgramme');
      await fill(tab, 'code', 'no code!');
      await fill(tab, 'name', 'Forms and Lines');
      await choose(tab, 'level', 'Diploma');
      await fill(tab, 'durationTerms', '4');
      await choose(tab, 'gradingScaleId', 'FORMS');
      await send(tab);
      await tab.page.waitForSelector('dialog[open] .field:has([name=code]) .wrong');
      await fill(tab, 'code', 'DIP-FORMS');
      await done(tab);
      await reads(tab, 'tbody', 'DIP-FORMS');
      await tab.page.locator('tbody tr:first-child [data-step=changeProgramme]').click();
      await fill(tab, 'name', 'Forms, Lines and Lists');
      await done(tab);
      await reads(tab, 'tbody', 'Forms, Lines and Lists');
      await tab.page.locator('tbody tr:first-child [data-step=retireProgramme]').click();
      await done(tab);
      await reads(tab, 'tbody tr:first-child', 'Retired');
      await tab.page.locator('[data-undo=reactivateProgramme]').click();
      await reads(tab, 'tbody tr:first-child', 'Offered');

      await part(tab, 'Units');
      await pressed(tab, 'offerUnit');
      await choose(tab, 'programmeId', 'DIP-FORMS');
      await fill(tab, 'code', 'FRM101');
      await fill(tab, 'title', 'Forms');
      await fill(tab, 'creditHours', '1.5');
      await done(tab);
      await reads(tab, 'tbody', 'FRM101');

      await part(tab, 'Intakes');
      await pressed(tab, 'openIntake');
      await fill(tab, 'name', 'SEP2031');
      await fill(tab, 'month', '9');
      await fill(tab, 'year', '2031');
      await done(tab);
      await reads(tab, 'tbody', '09/2031');

      await part(tab, 'Fee structures');
      await pressed(tab, 'drawFeeStructure');
      await fill(tab, 'name', 'Forms, first year');
      await choose(tab, 'programmeId', 'DIP-FORMS');
      await choose(tab, 'period', '2031/2032 · Semester One');
      await fill(tab, 'description', 'Tuition', '[data-line="0"] ');
      await fill(tab, 'amount', '45,000', '[data-line="0"] ');
      await reads(tab, '.consequence', 'KES\u00A045,000.00');
      await done(tab);
      await reads(tab, 'tbody', 'Forms, first year');
      expect(tab.complaints).toEqual([]);
      await tab.close();

      const lecturer = await portal().enter('lecturer', '/catalogue');
      await lecturer.page.waitForSelector('tbody tr');
      expect(await lecturer.page.$$('[data-step]')).toEqual([]);
      expect(lecturer.complaints).toEqual([]);
      await lecturer.close();
    }, 180_000);
  });
}

const part = (tab: Tab, word: string): Promise<void> => tab.page.locator(`.parts a ::-p-text(${word})`).click();

const place = (name: string, within = ''): string =>
  `dialog[open] ${within === '' ? '.form > .fields > .field ' : within}[name=${name}]`;

/** Fills a field of the open form; `within` is a line of it. */
const fill = (tab: Tab, name: string, text: string, within = ''): Promise<void> =>
  tab.page.locator(place(name, within)).fill(text);

async function choose(tab: Tab, name: string, word: string): Promise<void> {
  await tab.page.waitForSelector(place(name));
  const value = await tab.page.$$eval(
    `${place(name)} option`,
    (options, text) =>
      options.map((option) => option as HTMLOptionElement).find(({ textContent }) => textContent?.includes(text))
        ?.value ?? '',
    word,
  );
  await fill(tab, name, value);
}

async function line(tab: Tab, at: number, texts: { readonly [name: string]: string }): Promise<void> {
  await tab.page.locator('dialog[open] .lines .add').click();
  for (const [name, text] of Object.entries(texts)) await fill(tab, name, text, `[data-line="${at}"] `);
}

/** Sends the form, and waits until it is closed: what a list says then, the list says, and no hint of the form. */
async function done(tab: Tab): Promise<void> {
  await send(tab);
  await tab.page.waitForSelector('dialog[open]', { hidden: true });
}

/** A step that is a button, or stands in the menu of those that are done more rarely. */
async function menu(tab: Tab, step: string): Promise<void> {
  const button = await tab.page.waitForSelector(`[data-step=${step}]`);
  const isInMenu = await button?.evaluate((element) => element.closest('.more-actions') !== null);
  if (isInMenu) await tab.page.locator('button[data-menu=more]').click();
  await pressed(tab, step);
}
