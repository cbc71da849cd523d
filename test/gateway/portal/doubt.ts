/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf, typedIn } from '#test/support/tabs.ts';
import { answerTo, saved } from './books.ts';
import { aMember, done } from './rare-forms.ts';

const RUNNING = {
  data: {
    depositSavings: {
      __typename: 'DepositSavingsPayload',
      savingsTransaction: null,
      userErrors: [
        {
          __typename: 'UserError',
          code: 'idempotency_request_in_progress',
          message: 'A request with this key is still running.',
          path: null,
          amounts: [],
        },
      ],
    },
  },
};

const AWAY = {
  status: 503,
  body: JSON.stringify({ errors: [{ message: 'Away.', extensions: { code: 'SERVICE_UNAVAILABLE' } }] }),
};

const BROKEN = {
  status: 200,
  body: JSON.stringify({
    errors: [{ message: 'Broken.', extensions: { code: 'INTERNAL_ERROR', request_id: 'req-of-the-fault' } }],
    data: { depositSavings: null },
  }),
};

/** What is copied for support in the form that is open. */
async function copiedIn({ page }: Tab): Promise<{ request_id?: string; step?: string; idempotency_key?: string }> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => document.body.setAttribute('data-copied', text);
  });
  await page.locator('dialog[open] .problem .support .button').click();
  const text = await page.waitForFunction(() => document.body.getAttribute('data-copied'));
  return JSON.parse(String(await text.jsonValue()));
}

/** What may have been done goes again as it was; what could not be loaded takes nothing away. */
export function doubt(portal: () => Portal): void {
  const amount = 'dialog[open] input[name=amount]';
  /** Answers what a tab sends in the place of the graph, once each: with a text, or with no reply. */
  async function answering(
    tab: Tab,
    operation: string,
    ...answers: readonly ({ status: number; body: string } | null)[]
  ) {
    const inspector = await tab.page.createCDPSession();
    const left = [...answers];
    inspector.on('Fetch.requestPaused', ({ requestId, request }) => {
      const answer = request.postData?.includes(`"${operation}"`) === true ? left.shift() : undefined;
      void (
        answer === undefined
          ? inspector.send('Fetch.continueRequest', { requestId })
          : answer === null
            ? inspector.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
            : inspector.send('Fetch.fulfillRequest', {
                requestId,
                responseCode: answer.status,
                responseHeaders: [{ name: 'content-type', value: 'application/json' }],
                body: Buffer.from(answer.body).toString('base64'),
              })
      ).catch(() => undefined);
    });
    // The graph does what is sent to it before the answer is kept back.
    await inspector.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Response' }] });
    return { left: () => left.length, end: () => inspector.detach() };
  }

  describe('with what may have been done', () => {
    it('sends it again as it was, also after the form was closed, and it is booked once', async () => {
      const accountNo = await saved(portal());
      const teller = await portal().enter('teller', `/savings/${accountNo}`);
      await pressed(teller, 'depositSavings');
      await teller.page.locator(amount).fill('1,000');
      const answers = await answering(teller, 'DepositSavings', null, AWAY, {
        status: 200,
        body: JSON.stringify(RUNNING),
      });
      await send(teller);
      await reads(teller, 'dialog[open] .problem', 'booked once');
      // The key alone finds what became of it.
      expect((await copiedIn(teller)).idempotency_key).toMatch(/\S{16,}/);
      const isOpen = () => teller.page.$eval(amount, (field) => !field.matches(':disabled'));
      expect(await isOpen()).toBe(false);
      await teller.page.locator('dialog[open] header button').click();
      await pressed(teller, 'depositSavings');
      await reads(teller, 'dialog[open] .problem', 'booked once');
      expect([await typedIn(teller, amount), await isOpen()]).toEqual(['1,000', false]);
      // Who is turned away before anyone looked at it has learnt nothing of the first attempt.
      await send(teller);
      await expect.poll(answers.left).toBe(1);
      await reads(teller, 'dialog[open] .problem', 'booked once');
      expect([await typedIn(teller, amount), await isOpen()]).toEqual(['1,000', false]);
      // The first request is said to be still under way: its reply is waited for.
      await send(teller);
      await teller.page.waitForSelector('dialog[open]', { hidden: true });
      expect(answers.left()).toBe(0);
      await answers.end();
      await teller.page.reload();
      await reads(teller, '#content', '3,500.00');
      expect(await textOf(teller, '#content')).not.toContain('4,500.00');
      await teller.close();
    });

    it('says of a fault on our side by which request it is found', async () => {
      const teller = await portal().enter('teller', `/savings/${await saved(portal())}`);
      await pressed(teller, 'depositSavings');
      await teller.page.locator(amount).fill('900');
      const answers = await answering(teller, 'DepositSavings', BROKEN);
      await send(teller);
      await reads(teller, 'dialog[open] .problem', 'req-of-the-fault');
      expect(await copiedIn(teller)).toMatchObject({ request_id: 'req-of-the-fault', step: 'depositSavings' });
      expect(await teller.violations()).toEqual([]);
      await teller.picture('form-fault');
      await answers.end();
      await teller.close();
    });

    it('lets people sign in again over a form that is open, which waits for them', async () => {
      const accountNo = await saved(portal());
      const teller = await portal().enter('teller', `/savings/${accountNo}`);
      await pressed(teller, 'depositSavings');
      await teller.page.locator(amount).fill('700');
      await teller.page.browserContext().deleteMatchingCookies({ name: '__Host-umoja', url: portal().origin });
      await send(teller);
      await teller.page.waitForSelector('.sign-in [role=status]');
      await teller.page.locator('button[data-role=teller]').click();
      await teller.page.waitForSelector('.sign-in', { hidden: true });
      await pressed(teller, 'depositSavings').catch(() => undefined);
      expect(await typedIn(teller, amount)).toBe('700');
      await send(teller);
      await teller.page.waitForSelector('dialog[open]', { hidden: true });
      await reads(teller, '#content', '3,200.00');
      await teller.close();
    });
  });

  describe('with a server that is away for a moment', () => {
    it('keeps a record in sight that could not be loaded again, and says of when it is', async () => {
      const accountNo = await saved(portal());
      const teller = await portal().enter('teller', `/savings/${accountNo}`);
      await reads(teller, '#content', '2,500.00');
      const answers = await answering(teller, 'SavingsAccount', AWAY);
      const other = await portal().enter('teller');
      type Found = { readonly found: { readonly nodes: readonly { readonly id: string }[] } };
      const byNumber = `{ found: savingsAccounts(first: 1, filter: { accountNos: ["${accountNo}"] }) { nodes { id } } }`;
      const { found } = await answerTo<Found>(other, byNumber);
      const paid = { savingsAccountId: found.nodes[0]?.id, amount: 10_000, channel: 'CASH' };
      await done(other, 'depositSavings', paid);
      await teller.page.waitForSelector('.notice');
      expect(answers.left()).toBe(0);
      expect(await textOf(teller, '#content')).toContain('2,500.00');
      await done(other, 'depositSavings', paid);
      await reads(teller, '#content', '2,700.00');
      await teller.page.waitForSelector('.notice', { hidden: true });
      await answers.end();
      await other.close();
      await teller.close();
    });
  });

  describe('with an inbox in which something is changed meanwhile', () => {
    it('approves what was read, and says what it has become', async () => {
      const officer = await portal().enter('officer');
      const approver = await portal().enter('approver');
      type Found = {
        readonly members: { readonly nodes: readonly { readonly id: string }[] };
        readonly loanProducts: { readonly nodes: readonly { readonly id: string; readonly code: string }[] };
      };
      const { members, loanProducts } = await answerTo<Found>(
        officer,
        '{ members(first: 1, filter: { states: [ACTIVE] }) { nodes { id } } loanProducts(first: 20) { nodes { id code } } }',
      );
      const productId = loanProducts.nodes.find(({ code }) => code === 'DEV')?.id;
      const input = { memberId: members.nodes[0]?.id, productId, principal: 1_300_000, termMonths: 6 };
      type Applied = { readonly loan: { readonly id: string; readonly loanNo: string } };
      const { loan } = await done<Applied>(officer, 'applyForLoan', input, 'loan { id loanNo }');
      await approver.page.goto(`${portal().origin}/approvals`);
      const row = await approver.page.waitForSelector(
        `xpath///tr[.//a[@href='/loans/${loan.loanNo}']]//button[@data-step='approveLoan']`,
      );
      await row?.evaluate((button) => (button as HTMLButtonElement).click());
      expect(await textOf(approver, 'dialog[open] .consequence')).toContain('KES\u00A013,000.00');
      await done(officer, 'editLoan', { loanId: loan.id, principal: 1_900_000 });
      await send(approver);
      expect(await textOf(approver, 'dialog[open] .problem')).toContain('KES\u00A019,000.00');
      type Now = { readonly loan: { readonly state: string } };
      expect((await answerTo<Now>(officer, `{ loan(id: "${loan.id}") { state } }`)).loan.state).toBe('DRAFT');
      await officer.close();
      await approver.close();
    });
  });

  describe('with a proposal that can’t be read', () => {
    it('has nothing to agree to it with, and has once it is read', async () => {
      const officer = await portal().enter('officer');
      const member = await aMember(portal(), officer, 'Unread Wanja');
      const diedOn = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
      await done(officer, 'recordMemberDeath', { memberId: member.id, diedOn, documentReference: 'BP-UNREAD-1' });
      await done(officer, 'correctMemberDeath', { memberId: member.id, reason: 'The permit names another person.' });
      const approver = await portal().enter('compliance', `/members/${member.memberNo}`);
      const answers = await answering(approver, 'ProposalDetails', AWAY);
      await pressed(approver, 'approveProposal');
      await approver.page.waitForSelector('dialog[open] .error-box');
      expect(await approver.page.$$('dialog[open] .button.primary')).toEqual([]);
      await approver.page.locator('dialog[open] .error-box .button').click();
      await reads(approver, 'dialog[open] .whole-input', 'The permit names another person.');
      await send(approver);
      await approver.page.waitForSelector('dialog[open]', { hidden: true });
      await reads(approver, '.page-head .state', 'Active');
      await answers.end();
      await officer.close();
      await approver.close();
    });
  });

  describe('with what is typed into a search', () => {
    it('keeps the space before the next word', async () => {
      const officer = await portal().enter('officer', '/members');
      const box = '.search input';
      await officer.page.waitForSelector('tbody tr');
      await officer.page.type(box, 'Grace ');
      await officer.page.waitForFunction(() => location.search.includes('search=Grace'));
      await officer.page.type(box, 'W');
      expect(await typedIn(officer, box)).toBe('Grace W');
      await officer.page.waitForFunction(() => /search=Grace(\+|%20)W/.test(location.search));
      expect(await typedIn(officer, box)).toBe('Grace W');
      await officer.close();
    });
  });
}
