import { describe, expect, it } from 'vitest';
import type { Portal } from '#test/support/portal.ts';
import { reads } from '#test/support/tabs.ts';
import { answerTo } from './books.ts';
import { done } from './rare-forms.ts';

/** What happens while no stream of changes is open is not missed. */
export function missed(portal: () => Portal): void {
  describe('between the loading of a page and its stream of changes', () => {
    it('misses nothing: what happened there is shown without a reload', async () => {
      const officer = await portal().enter('officer');
      const approver = await portal().enter('approver');
      type Found = {
        readonly members: { readonly nodes: readonly { readonly id: string }[] };
        readonly loanProducts: { readonly nodes: readonly { readonly id: string; readonly code: string }[] };
      };
      type Come = { readonly viewer: { readonly changesThrough: number } };
      const { members, loanProducts } = await answerTo<Found>(
        officer,
        '{ members(first: 1, filter: { states: [ACTIVE] }) { nodes { id } } loanProducts(first: 20) { nodes { id code } } }',
      );
      const { loan } = await done<{ readonly loan: { readonly id: string; readonly loanNo: string } }>(
        officer,
        'applyForLoan',
        {
          memberId: members.nodes[0]?.id,
          productId: loanProducts.nodes.find(({ code }) => code === 'DEV')?.id,
          principal: 250_000,
          termMonths: 6,
        },
        'loan { id loanNo }',
      );
      // The page is loaded, and its stream is held back on the way.
      const inspector = await officer.page.createCDPSession();
      const held: { readonly requestId: string; readonly after: unknown }[] = [];
      inspector.on('Fetch.requestPaused', ({ requestId, request }) => {
        if (!String(request.headers['accept'] ?? request.headers['Accept']).startsWith('text/event-stream'))
          // Where the page has gone meanwhile, there is nothing to continue.
          return void inspector.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
        const { variables } = JSON.parse(request.postData ?? '{}') as {
          readonly variables?: { readonly after: unknown };
        };
        held.push({ requestId, after: variables?.after });
      });
      await inspector.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Request' }] });
      await officer.page.goto(`${portal().origin}/loans/${loan.loanNo}`);
      await reads(officer, '.page-head .state', 'Draft');
      await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
      const before = (await answerTo<Come>(approver, '{ viewer { changesThrough } }')).viewer.changesThrough;
      await done(approver, 'approveLoan', { loanId: loan.id });
      // It is in the feed before the stream begins.
      await expect
        .poll(async () => (await answerTo<Come>(approver, '{ viewer { changesThrough } }')).viewer.changesThrough)
        .toBeGreaterThan(before);
      await inspector.send('Fetch.continueRequest', { requestId: held[0]?.requestId ?? '' });
      await reads(officer, '.page-head .state', 'Ready to pay out');
      await inspector.send('Fetch.disable');

      for (const tab of [officer, approver]) {
        expect(tab.complaints).toEqual([]);
        await tab.close();
      }
    }, 60_000);
  });
}
