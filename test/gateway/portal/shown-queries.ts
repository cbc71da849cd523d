/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Portal } from '#test/support/portal.ts';

/** GraphiQL, to which panels lead with their query. */
export function shownQueries(portal: () => Portal): void {
  describe('for one who wants to see the query', () => {
    it('opens it in GraphiQL as the one who is signed in, and leaves nothing of it in the browser', async () => {
      // What no client of the API may read: with the demo's token it was refused.
      const tab = await portal().enter('administrator', '/settings/people');
      await tab.page.waitForSelector('tbody tr');
      await tab.page.locator('button[title="Show the query"]').click();
      const link = await tab.page.waitForSelector('dialog[open] a[href^="/graphql?"]');
      const graphiql = await tab.context.newPage();
      await graphiql.goto((await link?.evaluate((element) => (element as HTMLAnchorElement).href)) ?? '');
      const [reply] = await Promise.all([
        graphiql.waitForResponse((each) => each.request().postData()?.includes('query People') === true),
        graphiql.locator('.graphiql-execute-button').click(),
      ]);
      expect(reply.request().headers()['authorization']).toBeUndefined();
      const { data, errors } = (await reply.json()) as { data: { people: { nodes: unknown[] } }; errors?: unknown };
      expect(errors).toBeUndefined();
      expect(data.people.nodes.length).toBeGreaterThan(0);
      // As GraphiQL keeps what is changed in it.
      await graphiql.evaluate(() => localStorage.setItem('graphiql:tabState', '{"tabs":[{"variables":"M-000001"}]}'));
      await graphiql.close();

      await tab.page.locator('dialog[open] header button:last-child').click();
      await tab.page.locator('.who').click();
      await tab.page.locator('#account [data-menu=sign-out]').click();
      await tab.page.waitForSelector('.sign-in');
      const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('graphiql:'));
      await tab.page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('graphiql:')));
      expect(await tab.page.evaluate(kept)).toEqual([]);
      await tab.close();
    });

    it('opens it with the demo’s token for one who has no session, or one that has ended', async () => {
      for (const cookie of [undefined, `__Host-umoja=${'x'.repeat(43)}`]) {
        const headers = { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) };
        const page = await (await fetch(`${portal().origin}/graphql`, { headers })).text();
        expect([page.includes('Bearer at_'), page.includes('x-umoja-page')]).toEqual([true, false]);
      }
    });
  });
}
