/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { BUDGET, filesOf, gzippedBytesOf, pressed, reads, send, settled, textOf } from '#test/support/tabs.ts';
import { answerTo } from './books.ts';

/** The forms of a loan, from its application to its end, as an officer, an approver and a teller fill them. */
export function loanForms(portal: () => Portal): void {
  const fill = (tab: Tab, name: string, text: string) =>
    tab.page.locator(`dialog[open] :is(input, textarea, select)[name="${name}"]`).fill(text);
  /** Opens a form by its button, or from the menu of what is rarer. */
  const opened = async (tab: Tab, step: string) => {
    await tab.page.waitForSelector(`button[data-step=${step}]`);
    if ((await tab.page.$(`[role=menu] > button[data-step=${step}]`)) !== null)
      await tab.page.locator('button[data-menu=more]').click();
    await pressed(tab, step);
    await tab.page.waitForSelector('dialog[open] .form');
  };
  const sent = async (tab: Tab) => {
    await send(tab);
    await tab.page.waitForSelector('dialog[open]', { hidden: true });
  };
  const means = (tab: Tab) => textOf(tab, 'dialog[open] .consequence');
  const stateIs = (tab: Tab, word: string) => reads(tab, '.page-head .state', word);
  /** What the graph says of a loan. */
  const loanNow = async <Found>(tab: Tab, loanNo: string, fields: string): Promise<Found> =>
    (await answerTo<{ readonly found: Found }>(tab, `{ found: loanByNumber(loanNo: "${loanNo}") { ${fields} } }`))
      .found;
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
  const applied = async (officer: Tab, amount: string): Promise<string> => {
    await pressed(officer, 'applyForLoan');
    const option = await officer.page.waitForSelector('dialog[open] select option:nth-child(2)');
    await fill(officer, 'productId', (await option?.evaluate(({ value }) => value)) ?? '');
    await fill(officer, 'principal', amount);
    await sent(officer);
    type Listed = { readonly loans: { readonly nodes: readonly { readonly loanNo: string }[] } };
    const newest = '{ loans(first: 1, orderBy: [{ by: LOAN_NO, direction: DESCENDING }]) { nodes { loanNo } } }';
    return (await answerTo<Listed>(officer, newest)).loans.nodes[0]?.loanNo ?? '';
  };

  describe('with the forms of a loan', () => {
    it('changes an application, and names who stands for it', async () => {
      const officer = await portal().enter('officer', '/members/M-000005');
      const no = await applied(officer, '12,000');
      await officer.page.goto(`${portal().origin}/loans/${no}`);
      await opened(officer, 'editLoan');
      await fill(officer, 'principal', '900,000,000');
      await send(officer);
      await reads(officer, 'dialog[open] .field .wrong', 'KES');
      await fill(officer, 'principal', '14,000');
      await fill(officer, 'termMonths', '10');
      await fill(officer, 'purpose', 'A second cow');
      await sent(officer);
      await reads(officer, '.loan .facts', 'A second cow');
      expect(await loanNow(officer, no, 'principal termMonths purpose')).toEqual({
        principal: 1_400_000,
        termMonths: 10,
        purpose: 'A second cow',
      });

      await opened(officer, 'pledgeGuarantee');
      await fill(officer, 'memberId', 'Wanjiku');
      await officer.page.locator('dialog[open] [data-found=M-000001]').click();
      await fill(officer, 'amount', '5,000');
      expect(await means(officer)).toContain('liable for KES\u00A05,000.00');
      await looked(officer, 'pledging');
      await sent(officer);
      await officer.page.waitForSelector('[data-guarantee=M-000001]');
      const standing = 'guarantees { amount state guarantor { memberNo } }';
      expect(await loanNow(officer, no, standing)).toEqual({
        guarantees: [{ amount: 500_000, state: 'LIVE', guarantor: { memberNo: 'M-000001' } }],
      });
      await opened(officer, 'withdrawGuarantee');
      await sent(officer);
      await reads(officer, '[data-guarantee=M-000001]', 'Withdrawn');
      expect(await officer.page.$('[data-step=withdrawGuarantee]')).toBeNull();
      await looked(officer, 'loan-with-guarantee');
      expect(officer.complaints).toEqual([]);
      await officer.close();
    }, 120_000);

    it('charges, waives, reschedules, refinances and settles what was lent', async () => {
      const officer = await portal().enter('officer', '/members/M-000005');
      const no = await applied(officer, '12,000');
      const approver = await portal().enter('approver', `/loans/${no}`);
      await opened(approver, 'approveLoan');
      await sent(approver);
      await stateIs(approver, 'Ready to pay out');
      const teller = await portal().enter('teller', `/loans/${no}`);
      await opened(teller, 'disburseLoan');
      await sent(teller);
      await stateIs(teller, 'Active');

      await officer.page.goto(`${portal().origin}/loans/${no}`);
      await stateIs(officer, 'Active');
      await settled(officer);
      type Owed = { readonly outstanding: { readonly total: number } };
      const owed = await loanNow<Owed>(officer, no, 'outstanding { total }');
      await opened(officer, 'chargeLoan');
      await fill(officer, 'part', 'FEES');
      await fill(officer, 'amount', '90,000');
      await fill(officer, 'reason', 'A visit of the officer.');
      await send(officer);
      await officer.page.waitForSelector('dialog[open] [data-refusal=charge_exceeds_limit]');
      await fill(officer, 'amount', '120');
      expect(await means(officer)).toContain('KES\u00A0120.00 more is owed');
      await sent(officer);
      const fees = 'outstanding { total fees }';
      expect(await loanNow(officer, no, fees)).toEqual({
        outstanding: { total: owed.outstanding.total + 12_000, fees: 12_000 },
      });
      await opened(officer, 'waiveLoanCharge');
      await fill(officer, 'part', 'FEES');
      await fill(officer, 'amount', '20');
      await fill(officer, 'reason', 'The visit was short.');
      await looked(officer, 'waiving');
      await sent(officer);
      expect(await loanNow(officer, no, fees)).toEqual({
        outstanding: { total: owed.outstanding.total + 10_000, fees: 10_000 },
      });

      const menu = officer.page.locator('button[data-menu=more]');
      await menu.click();
      await looked(officer, 'more');
      // By the keyboard alone, and back where one was.
      await officer.page.keyboard.press('End');
      await officer.page.keyboard.press('ArrowDown');
      expect(await officer.page.$eval('[role=menu]', (all) => all.firstChild === document.activeElement)).toBe(true);
      await officer.page.keyboard.press('Enter');
      await officer.page.waitForSelector('dialog[open] .form');
      await officer.page.keyboard.press('Escape');
      await officer.page.waitForFunction(() => document.activeElement?.getAttribute('data-menu') === 'more');

      type Rows = { readonly schedule: readonly { readonly dueDate: string }[] };
      const { schedule } = await loanNow<Rows>(officer, no, 'schedule { dueDate }');
      await opened(officer, 'rescheduleLoan');
      await fill(officer, 'from', schedule[1]?.dueDate ?? '');
      await fill(officer, 'instalments', '5');
      await fill(officer, 'reason', 'The harvest is early.');
      expect(await means(officer)).toContain(`${schedule.length - 1} instalments from`);
      await sent(officer);
      expect((await loanNow<Rows>(officer, no, 'schedule { dueDate }')).schedule).toHaveLength(6);

      // Who may not approve as much is refused, and who may comes to the new loan.
      await approver.page.reload();
      await opened(approver, 'refinanceLoan');
      const product = await approver.page.waitForSelector('dialog[open] select option:nth-child(2)');
      await fill(approver, 'productId', (await product?.evaluate(({ value }) => value)) ?? '');
      await fill(approver, 'termMonths', '6');
      expect(await means(approver)).toMatch(/A new loan of KES\u00A0[\d,.]+ pays L-\d+ off/);
      await looked(approver, 'refinancing');
      await sent(approver);
      await approver.page.waitForFunction((old) => !location.pathname.endsWith(old), {}, no);
      await stateIs(approver, 'Active');
      const successor = new URL(approver.page.url()).pathname.split('/').at(-1) ?? '';
      expect(await loanNow(officer, no, 'state closeReason')).toEqual({ state: 'CLOSED', closeReason: 'refinanced' });
      await stateIs(officer, 'Closed');

      await teller.page.goto(`${portal().origin}/loans/${successor}`);
      await opened(teller, 'settleLoan');
      expect(await means(teller)).toMatch(/settles L-\d+ today: principal KES/);
      await fill(teller, 'amount', '5');
      expect(await means(teller)).toContain('It takes KES');
      await send(teller);
      await teller.page.waitForSelector('dialog[open] [data-refusal=settlement_too_small]');
      await teller.page.locator('dialog[open] header button').click();
      type Quoted = { readonly settlementQuote: { readonly total: number } };
      const { settlementQuote: quote } = await loanNow<Quoted>(teller, successor, 'settlementQuote { total }');
      await opened(teller, 'settleLoan');
      await fill(teller, 'amount', (quote.total / 100).toFixed(2));
      await looked(teller, 'settling');
      await sent(teller);
      await stateIs(teller, 'Closed');
      expect(await loanNow(teller, successor, 'state closeReason')).toEqual({
        state: 'CLOSED',
        closeReason: 'settled',
      });
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
      for (const tab of [officer, approver, teller]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
    }, 180_000);

    it('takes a disbursement and a loss back, and gives back what was paid too much', async () => {
      const officer = await portal().enter('officer', '/members/M-000005');
      const no = await applied(officer, '9,000');
      await officer.page.goto(`${portal().origin}/loans/${no}`);
      const approver = await portal().enter('approver', `/loans/${no}`);
      await opened(approver, 'approveLoan');
      await sent(approver);
      const teller = await portal().enter('teller', `/loans/${no}`);
      const paidOut = async () => {
        await opened(teller, 'disburseLoan');
        await sent(teller);
        await stateIs(officer, 'Active');
        await stateIs(teller, 'Active');
      };
      await paidOut();
      await opened(officer, 'undoLoanDisbursement');
      expect(await means(officer)).toContain('KES\u00A09,000.00 counts as not paid out');
      await fill(officer, 'reversalReceiptNo', 'RVRSD00001');
      await fill(officer, 'reason', 'The provider took it back.');
      await sent(officer);
      await stateIs(officer, 'Ready to pay out');
      await stateIs(teller, 'Ready to pay out');
      await paidOut();

      await approver.page.reload();
      for (const [step, state] of [
        ['chargeOffLoan', 'Active'],
        ['writeOffLoan', 'Written off'],
        ['undoLoanWriteOff', 'Active'],
      ] as const) {
        // A loss is taken by who may approve as much.
        await opened(approver, step);
        expect(await means(approver)).toContain('KES');
        await fill(approver, 'reason', 'The shop has burnt down.');
        await sent(approver);
        // What it leaves behind is loaded by then: the next step is of that version.
        await approver.page.waitForFunction((done) => !document.querySelector(`[data-step=${done}]`), {}, step);
        await stateIs(approver, state);
      }
      await teller.page.reload();
      await stateIs(teller, 'Active');
      type Owed = { readonly outstanding: { readonly total: number } };
      const { outstanding } = await loanNow<Owed>(teller, no, 'outstanding { total }');
      await opened(teller, 'recordRepayment');
      await fill(teller, 'amount', ((outstanding.total + 50_00) / 100).toFixed(2));
      await sent(teller);
      await stateIs(officer, 'Overpaid');
      await approver.page.reload();
      await opened(approver, 'refundLoanOverpayment');
      expect(await means(approver)).toContain('KES\u00A050.00 leaves to Njeri Mwangi');
      await sent(approver);
      await stateIs(officer, 'Closed');
      expect(await loanNow(officer, no, 'state overpaid')).toEqual({ state: 'CLOSED', overpaid: 0 });
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
      for (const tab of [officer, approver, teller]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
    }, 180_000);

    it('lets who has proposed it take it back, and others say what they have seen', async () => {
      await portal().decide('reschedules_by_two = true');
      const approver = await portal().enter('approver', '/loans/L-000001');
      type Rows = { readonly schedule: readonly { readonly dueDate: string }[] };
      const { schedule } = await loanNow<Rows>(approver, 'L-000001', 'schedule { dueDate }');
      // The way that it came, and who booked its money.
      await reads(approver, '.way', 'Draft → ');
      expect(await textOf(approver, '.way')).toMatch(/→ Active$/);
      await approver.page.waitForSelector('.events .who-did');
      await opened(approver, 'rescheduleLoan');
      await fill(approver, 'from', schedule.at(-1)?.dueDate ?? '');
      await fill(approver, 'instalments', '2');
      await fill(approver, 'reason', 'The rains were late.');
      await sent(approver);
      await reads(approver, '.waiting-here', 'Reschedule a loan');
      await looked(approver, 'own-proposal');
      // Who may not decide on it says what was seen all the same.
      const other = await portal().enter('compliance', '/loans/L-000001');
      await other.page.waitForSelector('.waiting-here');
      expect(await other.page.$('[data-step=withdrawProposal]')).toBeNull();
      await opened(other, 'addProposalEvidence');
      await fill(other, 'evidence', 'Letter of the chief, 3 May.');
      await sent(other);
      await other.page.locator('[data-whole]').click();
      await reads(other, 'dialog[open] [data-evidence]', 'Letter of the chief');
      await other.page.locator('dialog[open] header button').click();
      await opened(approver, 'withdrawProposal');
      await fill(approver, 'reason', 'They came after all.');
      await sent(approver);
      await approver.page.waitForSelector('.waiting-here', { hidden: true });
      await other.page.waitForSelector('.waiting-here', { hidden: true });
      expect(await loanNow(approver, 'L-000001', 'schedule { dueDate }')).toEqual({ schedule });
      await portal().owner('update tenant set reschedules_by_two = null');
      for (const tab of [approver, other]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
    }, 120_000);

    it('shows what the society lends, and no step of it to who may not change it', async () => {
      const officer = await portal().enter('officer', '/loan-products');
      await officer.page.locator('tbody a ::-p-text(Development loan)').click();
      await reads(officer, '.facts', 'KES\u00A0500.00 to KES\u00A01,000,000.00');
      expect(await officer.page.$$('[data-step]')).toEqual([]);
      await looked(officer, 'loan-product');
      expect(officer.complaints).toEqual([]);
      await officer.close();
    });

    it('shows the auditor no step of it, and the page keeps within its budget', async () => {
      const auditor = await portal().enter('auditor', '/loans/L-000001');
      await auditor.page.waitForSelector('.loan .facts');
      await settled(auditor);
      expect(await auditor.page.$$('[data-step], [data-menu=more]')).toEqual([]);
      expect(await gzippedBytesOf(auditor)).toBeLessThanOrEqual(BUDGET.pageBytes);
      expect((await filesOf(auditor)).length).toBeLessThanOrEqual(BUDGET.files);
      await auditor.close();
    });
  });
}
