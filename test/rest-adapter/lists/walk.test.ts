import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantLoans } from '#test/support/many-loans.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  // Loans are never removed but here; a foreign key that nobody needs an index for would be looked up for each.
  await ports.superuser('alter table loan disable trigger all');
});
afterAll(() => ports.close());

describe('A walk over 10,000 loans', () => {
  it.each([['-id'], ['created_at'], ['-principal'], ['state,-created_at']])(
    'by %s shows each loan that is there throughout once, while others come and go',
    async (sort) => {
      await ports.admin('delete from loan');
      // Those of the walk before are not read again and again.
      await ports.admin('vacuum loan');
      const planted = await plantLoans(ports, institution, 10_000);
      const doomed = new Set(planted.filter((_, index) => index % 7 === 3));
      const seen: number[] = [];
      let deleted = 0;
      let cursor: string | null = null;
      do {
        const page: any = await ports.call(
          'GET',
          `/api/v1/loans?limit=200&fields=id&sort=${sort}${cursor === null ? '' : `&cursor=${cursor}`}`,
          { token: client.token },
        );
        expect(page.status).toBe(200);
        seen.push(...page.body.data.map(({ id }: { id: number }) => id));
        cursor = page.body.pagination.next_cursor;
        // Between two pages: some that were there go, among them the very last that was seen, and new ones come.
        const goes = [...doomed].slice(deleted, deleted + 30);
        deleted += goes.length;
        const last = seen.at(-1);
        if (last !== undefined && doomed.has(last)) goes.push(last);
        await ports.admin('delete from loan where id = any($1::bigint[])', [goes]);
        await plantLoans(ports, institution, 20);
      } while (cursor !== null);

      expect(new Set(seen).size).toBe(seen.length);
      const stayed = planted.filter((id) => !doomed.has(id));
      const walked = new Set(seen);
      expect(stayed.filter((id) => !walked.has(id))).toEqual([]);
    },
  );
});
