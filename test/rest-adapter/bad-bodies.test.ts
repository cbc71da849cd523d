import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openRestTestApp, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

/** Whatever is sent, nothing of ours breaks. */
let ports: RestTestApp;
let client: TestClient;
let paths: (row: Route) => string;

beforeAll(async () => {
  ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  const partner = lendingClient(ports, institution, client);
  const loan = await partner.anActiveLoan();
  const approved = await partner.anApprovedLoan();
  const hook = await partner.call('POST', '/api/v1/webhooks', { body: { url: 'https://example.com/', events: ['*'] } });
  const savings = await savingsClient(ports, institution, partner);
  const account = await savings.anAccount(1_000);
  const received = await savings.pay('who knows');
  const alert = await savings.anAlert();
  const idIn = (path: string) => {
    if (path.startsWith('/api/v1/savings_accounts')) return account.id;
    if (path.startsWith('/api/v1/mobile_money')) return received.body.id;
    if (path.startsWith('/api/v1/aml')) return alert.id;
    if (path.startsWith('/api/v1/members')) return loan.member_id;
    if (path.startsWith('/api/v1/webhooks')) return hook.body.id;
    return path.endsWith('/disbursements') ? approved.id : loan.id;
  };
  paths = ({ path }) => path.replaceAll(/\{\w+\}/g, String(idIn(path)));
});
afterAll(() => ports.close());

const JUNK: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e-7,
  '',
  ' ',
  '0',
  '-1',
  'null',
  'x'.repeat(5_000),
  '\u0000',
  '\u0007',
  '\ud800',
  '😀'.repeat(300),
  '‮abc',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '2024-02-30',
  '0000-01-01',
  '9999-12-31',
  '-271821-04-20',
  '2026-01-01T00:00:00Z',
  '0198c0de-0000-7000-8000-000000000001',
  [],
  [null],
  [[]],
  {},
  { toString: 1 },
  { __proto__: 1 },
  { constructor: {} },
  { length: 1 },
  [1, 2, 3],
  { a: { b: { c: {} } } },
];

/** Each member meets an eighth, its neighbours the others; test/rest-adapter/bad-requests.test.ts draws at random. */
const everyEighth = <Item>(items: readonly Item[], offset: number) => items.filter((_, n) => (n + offset) % 8 === 0);

/** Sent at the same time: nothing of ours breaks by that, either. */
const AT_ONCE = 8;

const writes = routes.filter(({ body, surface }) => body && surface === 'lending');
const propertiesOf = ({ body }: Route) => Object.keys((body as { properties?: object }).properties ?? {});

describe.each(writes.map((row): [string, Route] => [`${row.method} ${row.path}`, row]))('%s', (_, row) => {
  const send = async (body: unknown) => {
    const { status, text, headers } = await ports.call(row.method, paths(row), { token: client.token, body });
    if (status >= 500) throw new Error(`${JSON.stringify(body).slice(0, 500)} gave ${status} ${text}`);
    if (status >= 400) expect(headers.get('content-type')).toBe('application/problem+json');
    return status;
  };

  it('takes junk in each field, and never breaks', async () => {
    const example = row.example as object;
    const bodies = [
      ...propertiesOf(row).flatMap((name, n) => everyEighth(JUNK, n).map((junk) => ({ ...example, [name]: junk }))),
      ...Object.keys(example).map((name) => ({ ...example, [name]: undefined })),
      ...everyEighth(JUNK, row.path.length),
    ];
    const work = async () => {
      while (bodies.length > 0) await send(bodies.pop());
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });

  it('takes any JSON, and never breaks', async () => {
    const names = fc.constantFrom(...propertiesOf(row), 'action', 'id', '__proto__');
    const bodies = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => void (await send(body))),
      { numRuns: 10 },
    );
  });
});

describe('Any address', () => {
  it('never breaks anything', async () => {
    const lists = routes.filter(({ list }) => list);
    const parameter = fc.constantFrom(
      'filter[id]',
      'filter[state]',
      'filter[created_at][gt]',
      'filter[name][prefix]',
      'filter[principal]',
      'sort',
      'fields',
      'limit',
      'cursor',
      'include',
      'id_format',
    );
    const queries = fc.dictionary(
      parameter,
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.integer().map(String),
        fc.constantFrom('a,b', '-id', '1'.repeat(30)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists), queries, async (row, query) => {
        const text = new URLSearchParams(query as Record<string, string>);
        const { status } = await ports.call('GET', `${paths(row)}?${text}`, { token: client.token });
        if (status >= 500) throw new Error(`${row.path}?${text} gave ${status}`);
      }),
      { numRuns: 150 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('members', 'loans', 'webhooks', 'loan_products', 'idempotency_keys'),
        fc.string({ minLength: 1 }),
        async (collection, id) => {
          const { status } = await ports.call('GET', `/api/v1/${collection}/${encodeURIComponent(id)}`, {
            token: client.token,
          });
          if (status >= 500) throw new Error(`${collection}/${encodeURIComponent(id)} gave ${status}`);
        },
      ),
      { numRuns: 100 },
    );
  });
});
