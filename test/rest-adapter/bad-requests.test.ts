import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf } from '#rest/openapi/problems.ts';
import { problemCatalogue } from '#rest/problems.ts';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { badRequests, type BadRequest } from '#test/support/bad-requests.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { plantSavings } from '#test/support/many-savings.ts';
import { openRestTestApp, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool } from '#test/support/school-client.ts';

/**
 * Whatever is wrong with a request, it is refused by a problem that stands in the catalogue and in the document, and
 * nothing is changed. By hand with more: UMOJA_TEST_BAD_REQUESTS=500, and another UMOJA_TEST_SEED.
 */
const COUNT = Number(process.env['UMOJA_TEST_BAD_REQUESTS'] ?? 15);
const SEED = Number(process.env['UMOJA_TEST_SEED'] ?? 20_261_120);
const AT_ONCE = 8;

let ports: RestTestApp;
let token: string;
let idsOf: { readonly [table: string]: string };
let state: string[];

beforeAll(async () => {
  ports = await openRestTestApp();
  const school = await openSchool(ports);
  const { student } = await school.anEnrolment();
  const invoice = await school.anInvoice(student);
  await school.aPayment(invoice, { amount: 1 });
  await school.aResult();
  const partner = lendingClient(ports, school.institution, school.client);
  const loan = await partner.anActiveLoan();
  await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body: { amount: 1_000, channel: 'cash' } });
  await partner.call('POST', '/api/v1/webhooks', { body: { url: 'https://example.com/', events: ['*'] } });
  await plantSavings(ports, school.institution, 3);
  token = school.client.token;
  const tables = await tablesWithIds();
  const rows = await ports.admin<{ name: string; id: string | null }>(
    tables.map((table) => `select '${table}' as name, max(id)::text as id from "${table}"`).join(' union all '),
  );
  idsOf = Object.fromEntries(rows.flatMap(({ name, id }) => (id === null ? [] : [[name, id]])));
  state = await everything();
});
afterAll(() => ports.close());

const tablesWithIds = async () =>
  (
    await ports.admin<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id'`,
    )
  ).map(({ name }) => name);

/** What stands in the database, table by table, but for when a client and its key were seen last. */
async function everything(): Promise<string[]> {
  const tables = await ports.admin<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const sums = tables.map(({ name }) => {
    const rest = ['api_client', 'api_secret'].includes(name) ? ` - 'last_used_at' - 'updated_at'` : '';
    return `select '${name}' as name, count(*) as rows, sum(hashtextextended((to_jsonb(t)${rest})::text, 0)::numeric) as sum
              from "${name}" t`;
  });
  const rows = await ports.admin(`select * from (${sums.join(' union all ')}) x order by name`);
  return rows.map((row) => JSON.stringify(row));
}

/** The address of the row with records that there are, where there are some. */
function pathOf({ path }: Route, { id, query = '' }: BadRequest): string {
  const collection = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
  const table =
    { transactions: 'mobile_money_transaction', alerts: 'aml_alert' }[collection] ?? collection.slice(0, -1);
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' ? (id ?? idsOf[table] ?? '1') : (idsOf[name.slice(0, -3)] ?? '1'),
  );
  return `${named}${query}`;
}

function complain(row: Route, { status, headers, body, text }: Reply): string | null {
  if (status >= 500) return `it broke: ${text}`;
  if (status < 400) return `it was taken: ${status} ${text}`;
  if (headers.get('content-type') !== 'application/problem+json') return `it is no problem: ${text}`;
  if (problemCatalogue.get(body.code)?.status !== status) return `it stands in no catalogue: ${status} ${text}`;
  if (!codesOf(row).includes(body.code)) return `it is not documented: ${body.code}`;
  const members = ['type', 'title', 'detail', 'instance', 'request_id'].filter(
    (name) => typeof body[name] !== 'string',
  );
  return members.length > 0 ? `it lacks ${members.join(', ')}: ${text}` : null;
}

describe.each(routes.map((row): [string, Route] => [`${row.method} ${row.path}`, row]))('%s', (_, row) => {
  it(`refuses ${COUNT} bad requests, each by a problem, and changes nothing`, async () => {
    const bad = badRequests(row, COUNT, SEED);
    const emitted: string[] = [];
    const work = async () => {
      for (let next = bad.pop(); next; next = bad.pop()) {
        const { why, headers, body, raw } = next;
        const input = {
          token,
          ...(headers ? { headers } : {}),
          ...(raw ? { raw } : body === undefined ? {} : { body }),
        };
        const complaint = complain(row, await ports.call(row.method, pathOf(row, next), input));
        if (complaint)
          emitted.push(`${pathOf(row, next).slice(0, 200)}, ${why.slice(0, 100)}: ${complaint.slice(0, 400)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(emitted).toEqual([]);
    expect(await everything()).toEqual(state);
  }, 300_000);
});

it('No record has a NUL in its name, whatever looks for it (finding: seven operations ended as a fault of ours)', async () => {
  const named = routes.filter(({ params, scope }) => params && !scope?.startsWith('sandbox:'));
  expect(named.length).toBeGreaterThan(100);
  for (const { method, path, example = {} } of named) {
    const body = method === 'GET' ? {} : { body: example };
    const { status, body: refused } = await ports.call(method, path.replaceAll(/\{\w+\}/g, 'a%00'), { token, ...body });
    expect([method, path, status, refused.code]).toEqual([method, path, 404, 'not_found']);
  }
});
