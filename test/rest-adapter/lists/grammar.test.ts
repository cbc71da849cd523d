import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loanList } from '#platform/postgres/lending/views/loans.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { plantLoans } from '#test/support/many-loans.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let all: any[];

const get = (query: string, token = client.token) => ports.call('GET', `/api/v1/loans${query}`, { token });

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  await plantLoans(ports, institution, 150);
  all = (await get('?limit=200')).body.data;
});
afterAll(() => ports.close());

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
/** What a filter shows, with the total, newest first. */
const shown = async (query: string) => {
  const { status, body } = await get(`?limit=200&include=total&${query}`);
  if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data;
};

describe('A filter', () => {
  it.each<[string, (loan: any) => boolean]>([
    ['filter[state]=draft', ({ state }) => state === 'draft'],
    ['filter[state]=draft,active', ({ state }) => state === 'draft' || state === 'active'],
    ['filter[state][eq]=draft', ({ state }) => state === 'draft'],
    ['filter[state][ne]=draft', ({ state }) => state !== 'draft'],
    ['filter[state][in]=draft,closed', ({ state }) => state === 'draft' || state === 'closed'],
    ['filter[state][nin]=draft,closed', ({ state }) => state !== 'draft' && state !== 'closed'],
    ['filter[principal][gt]=500000', ({ principal }) => principal > 500_000],
    ['filter[principal][gte]=107919', ({ principal }) => principal >= 107_919],
    ['filter[principal][lt]=500000', ({ principal }) => principal < 500_000],
    ['filter[principal][lte]=107919', ({ principal }) => principal <= 107_919],
    ['filter[principal][gte]=200000&filter[principal][lt]=900000', ({ principal: p }) => p >= 200_000 && p < 900_000],
    ['filter[term_months]=3,4', ({ term_months: months }) => months === 3 || months === 4],
    ['filter[loan_no]=L-00000007', ({ loan_no: no }) => no === 'L-00000007'],
    ['filter[loan_no][prefix]=L-0000001', ({ loan_no: no }) => no.startsWith('L-0000001')],
    ['filter[loan_no][gt]=L-00000140', ({ loan_no: no }) => no > 'L-00000140'],
    ['filter[client_reference][null]=true', ({ client_reference: reference }) => reference === null],
    ['filter[client_reference][null]=false', ({ client_reference: reference }) => reference !== null],
    ['filter[client_reference][ne]=ref-10', ({ client_reference: reference }) => reference !== 'ref-10'],
    ['filter[client_reference][nin]=ref-10,ref-20', ({ client_reference: r }) => r !== 'ref-10' && r !== 'ref-20'],
    ['filter[disbursed_at][gte]=2026-03-01', ({ disbursed_at: at }) => at !== null && at >= '2026-03-01'],
    ['filter[created_at][gt]=2026-01-01T00:00:00Z', ({ created_at: at }) => at > '2026-01-01T00:00:00.000Z'],
    ['filter[created_at]=2026-01-01T03:01:00%2B03:00', ({ created_at: at }) => at === '2026-01-01T00:01:00.000Z'],
    ['filter%5Bstate%5D=active&filter[term_months][lt]=10', (l) => l.state === 'active' && l.term_months < 10],
  ])('%s shows exactly what it says', async (query, matches) => {
    const expected = all.filter(matches);
    expect(expected.length).toBeGreaterThan(0);
    expect(ids(await shown(query))).toEqual(ids(expected));
  });

  it('takes integers and uuids for ids, also mixed', async () => {
    const [loan, other] = all;
    expect(ids(await shown(`filter[id]=${loan.id},${other.uuid}`))).toEqual([loan.id, other.id]);
    expect(ids(await shown(`filter[id][nin]=${loan.id},${other.uuid}`))).toEqual(ids(all.slice(2)));
    const { body } = await ports.call('GET', `/api/v1/members/${loan.member_id}`, { token: client.token });
    const same = all.filter(({ member_id: member }) => member === loan.member_id);
    expect(ids(await shown(`filter[member_id]=${body.uuid}`))).toEqual(ids(same));
    expect(ids(await shown(`filter[member_id]=${loan.member_id}`))).toEqual(ids(same));
  });

  it('matches nothing where nothing matches', async () => {
    expect(await shown('filter[member_id]=999999999')).toEqual([]);
    expect(await shown('filter[member_id]=0198c0de-0000-7000-8000-000000000001')).toEqual([]);
    expect(await shown('filter[loan_no]=%25')).toEqual([]);
    expect(await shown(`filter[loan_no]=' or 1=1 --`)).toEqual([]);
  });

  it.each([
    ['filter[colour]=blue', 'unknown_filter'],
    ['filter[__proto__]=x', 'unknown_filter'],
    ['filter[constructor]=x', 'unknown_filter'],
    ['filter[state', 'unknown_filter'],
    ['filter[]=x', 'unknown_filter'],
    ['filter[state]=blue', 'invalid_parameter'],
    ['filter[state][gt]=draft', 'invalid_parameter'],
    ['filter[state][like]=draft', 'invalid_parameter'],
    ['filter[principal]=12.5', 'invalid_parameter'],
    ['filter[principal]=abc', 'invalid_parameter'],
    ['filter[principal]=', 'invalid_parameter'],
    ['filter[principal]=1,', 'invalid_parameter'],
    ['filter[principal][gte]=1,2', 'invalid_parameter'],
    ['filter[principal][prefix]=1', 'invalid_parameter'],
    ['filter[principal][null]=true', 'invalid_parameter'],
    ['filter[client_reference][null]=yes', 'invalid_parameter'],
    ['filter[principal]=99999999999999999999', 'invalid_parameter'],
    ['filter[term_months]=99999999999', 'invalid_parameter'],
    ['filter[created_at]=yesterday', 'invalid_parameter'],
    ['filter[created_at]=2026-13-01T00:00:00Z', 'invalid_parameter'],
    ['filter[created_at]=-271821-04-20T00:00:00Z', 'invalid_parameter'],
    ['filter[disbursed_at]=2026-02-30', 'invalid_parameter'],
    ['filter[member_id]=0', 'invalid_parameter'],
    ['filter[member_id]=1;drop', 'invalid_parameter'],
    ['filter[loan_no]=%00', 'invalid_parameter'],
    ['filter[state]=draft&filter[state]=active', 'invalid_parameter'],
    ['limit=0', 'invalid_parameter'],
    ['limit=-1', 'invalid_parameter'],
    ['limit=abc', 'invalid_parameter'],
    ['limit=1e2', 'invalid_parameter'],
    ['limit=', 'invalid_parameter'],
    ['limit=1&limit=2', 'invalid_parameter'],
    ['sort=colour', 'invalid_parameter'],
    ['sort=client_reference', 'invalid_parameter'],
    ['sort=id,principal,state,created_at', 'invalid_parameter'],
    ['sort=id,-id', 'invalid_parameter'],
    ['fields=colour', 'invalid_parameter'],
    ['include=everything', 'invalid_parameter'],
    ['id_format=roman', 'invalid_parameter'],
    ['colour=blue', 'invalid_parameter'],
    ['offset=10', 'invalid_parameter'],
    ['cursor=abc', 'invalid_cursor'],
    ['cursor=', 'invalid_cursor'],
  ])('%s is refused as %s', async (query, code) => {
    const { status, body } = await get(`?${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(body.parameter).toBeTruthy();
  });

  it('says what can be requested instead', async () => {
    expect((await get('?filter[colour]=1')).body.allowed).toEqual(Object.keys(loanList.fields));
    expect((await get('?filter[state]=blue')).body.allowed).toContain('ready_to_disburse');
    expect((await get('?filter[state][gt]=draft')).body.allowed).toEqual(['eq', 'ne', 'in', 'nin']);
    expect((await get('?sort=colour')).body.allowed).toContain('created_at');
    expect((await get('?fields=colour')).body.allowed).toContain('loan_no');
    expect((await get('?colour=1')).body.allowed).toContain('limit');
  });
});

describe('The page', () => {
  it('has 50 records where nothing is said, at most 200, and says so', async () => {
    const plain = await get('');
    expect(plain.body.data).toHaveLength(50);
    expect(plain.body.pagination).toEqual({
      limit: 50,
      has_more: true,
      next_cursor: expect.any(String),
      prev_cursor: null,
    });
    const large = await get('?limit=100000');
    expect(large.body.pagination).toEqual({ limit: 200, has_more: false, next_cursor: null, prev_cursor: null });
  });

  it('shows only the members that are requested', async () => {
    const { body } = await get('?fields=id,state&limit=1');
    expect(body.data).toEqual([{ id: all[0].id, state: all[0].state }]);
  });

  it('shows uuids in place of integers where they are wanted', async () => {
    const { body } = await get('?id_format=uuid&limit=1');
    const [loan] = body.data;
    expect(loan.id).toBe(all[0].uuid);
    expect(loan.member_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(loan.product_id).toBe(institution.product.uuid);
  });

  it('links to its neighbours with the whole query', async () => {
    const first = await get('?filter[state]=draft&limit=2&sort=-principal');
    const link = /<http:\/\/umoja\.test([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await ports.call('GET', link, { token: client.token });
    const both = await get('?filter[state]=draft&limit=4&sort=-principal');
    expect([...ids(first.body.data), ...ids(second.body.data)]).toEqual(ids(both.body.data));
    expect(second.headers.get('link')).toContain('rel="prev"');
  });
});

describe('The order', () => {
  const compare = (keys: readonly [string, 1 | -1][]) => (a: any, b: any) => {
    for (const [key, sign] of keys) if (a[key] !== b[key]) return a[key] < b[key] ? -sign : sign;
    return 0;
  };

  it.each<[string, [string, 1 | -1][]]>([
    ['id', [['id', 1]]],
    ['-id', [['id', -1]]],
    [
      'principal',
      [
        ['principal', 1],
        ['id', 1],
      ],
    ],
    [
      '-created_at',
      [
        ['created_at', -1],
        ['id', -1],
      ],
    ],
    [
      'state,-principal',
      [
        ['state', 1],
        ['principal', -1],
        ['id', -1],
      ],
    ],
    [
      '-term_months,created_at,loan_no',
      [
        ['term_months', -1],
        ['created_at', 1],
        ['loan_no', 1],
        ['id', 1],
      ],
    ],
    [
      '-state,term_months',
      [
        ['state', -1],
        ['term_months', 1],
        ['id', 1],
      ],
    ],
  ])('%s is kept over all pages, forwards and back', async (sort, keys) => {
    const expected = ids(all.toSorted(compare(keys)));
    const forwards: number[][] = [];
    let cursor: string | null = null;
    let last: any = null;
    do {
      const next: any = await get(`?sort=${sort}&limit=13${cursor === null ? '' : `&cursor=${cursor}`}`);
      expect(next.status).toBe(200);
      forwards.push(ids(next.body.data));
      last = next.body.pagination;
      cursor = last.next_cursor;
    } while (cursor !== null);
    expect(forwards.flat()).toEqual(expected);

    const backwards: number[][] = [forwards.at(-1) ?? []];
    for (cursor = last.prev_cursor; cursor !== null;) {
      const previous: any = await get(`?sort=${sort}&limit=13&cursor=${cursor}`);
      backwards.unshift(ids(previous.body.data));
      expect(previous.body.pagination.has_more).toBe(true);
      cursor = previous.body.pagination.prev_cursor;
    }
    expect(backwards.flat()).toEqual(expected);
  });
});

describe('A cursor', () => {
  const cursorOf = async (query: string) => (await get(query)).body.pagination.next_cursor as string;

  it('goes on with another limit and other fields', async () => {
    const cursor = await cursorOf('?limit=3&filter[state]=draft');
    expect((await get(`?limit=7&fields=id&filter[state]=draft&cursor=${cursor}`)).status).toBe(200);
  });

  it('does not belong to another filter, sort, path, client or tenant', async () => {
    const cursor = await cursorOf('?limit=3&filter[state]=draft&sort=principal');
    const colleague = await ports.openClient(institution);
    const stranger = await ports.openClient(await ports.openInstitution());
    const refused = await Promise.all([
      get(`?limit=3&sort=principal&cursor=${cursor}`),
      get(`?limit=3&filter[state]=active&sort=principal&cursor=${cursor}`),
      get(`?limit=3&filter[state]=draft&sort=-principal&cursor=${cursor}`),
      get(`?limit=3&filter[state]=draft&cursor=${cursor}`),
      ports.call('GET', `/api/v1/members?cursor=${cursor}`, { token: client.token }),
      get(`?filter[state]=draft&sort=principal&cursor=${cursor}`, colleague.token),
      get(`?filter[state]=draft&sort=principal&cursor=${cursor}`, stranger.token),
    ]);
    for (const { status, body } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_cursor' });
    }
  });

  it('can’t be altered, and shows no value', async () => {
    const cursor = await cursorOf('?limit=3&sort=principal');
    const opened = Buffer.from(cursor, 'base64url').toString('latin1');
    expect(opened).not.toContain(String(all.toSorted((a, b) => a.principal - b.principal)[2].principal));
    for (let at = 0; at < cursor.length; at += 5) {
      const altered = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      expect((await get(`?limit=3&sort=principal&cursor=${altered}`)).body.code).toBe('invalid_cursor');
    }
    expect((await get(`?limit=3&sort=principal&cursor=${cursor}==`)).body.code).toBe('invalid_cursor');
    expect((await get(`?limit=3&sort=principal&cursor=${'A'.repeat(5000)}`)).body.code).toBe('invalid_cursor');
  });

  it('does not mind in which order the filters are written', async () => {
    const cursor = await cursorOf('?limit=3&filter[state]=draft&filter[term_months][gt]=1');
    expect((await get(`?filter[term_months][gt]=1&filter[state]=draft&cursor=${cursor}`)).status).toBe(200);
  });
});

describe('What include names', () => {
  let partner: LendingClient;
  let loan: any;
  let member: any;

  beforeAll(async () => {
    const other = await ports.openInstitution();
    partner = lendingClient(ports, other, await ports.openClient(other));
    loan = await partner.anActiveLoan();
    member = (await partner.call('GET', `/api/v1/members/${loan.member_id}`)).body;
    for (const amount of [100_000, 200_000]) {
      const body = { amount, channel: 'cash', paid_at: loan.updated_at };
      expect((await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body })).status).toBe(201);
    }
    await partner.aDraft();
  });
  const read = async (path: string) => {
    const { status, body } = await partner.call('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const ALL = 'member,product,schedule,disbursements,repayments';

  it('is shown with a record as its own endpoint shows it', async () => {
    const shown = await read(`/api/v1/loans/${loan.id}?include=${ALL}`);
    expect(shown.member).toEqual(member);
    expect(shown.product).toEqual(await read(`/api/v1/loan_products/${loan.product_id}`));
    expect(shown.schedule).toEqual(await read(`/api/v1/loans/${loan.id}/schedule`));
    for (const kind of ['disbursements', 'repayments']) {
      const { data } = await read(`/api/v1/loans/${loan.id}/${kind}`);
      expect(shown[kind]).toEqual({ data, has_more: false });
    }
    expect(shown.repayments.data).toHaveLength(2);
    const { member: _, product: __, schedule: ___, disbursements: ____, repayments: _____, ...alone } = shown;
    expect(alone).toEqual(await read(`/api/v1/loans/${loan.id}`));
  });

  it('is shown in a list, beside the fields that were chosen and the total', async () => {
    const { data, pagination } = await read('/api/v1/loans?include=total,member,schedule&fields=state&sort=id');
    expect(pagination.total).toBe(2);
    expect(data[0]).toEqual({ state: 'active', member, schedule: await read(`/api/v1/loans/${loan.id}/schedule`) });
    expect(data[1].schedule).toMatchObject({ schedule_version: 0, data: [] });
  });

  it('of members and of savings accounts', async () => {
    const { data } = await read('/api/v1/members?include=loans,savings_accounts&sort=id&limit=1');
    expect(data[0].loans).toEqual({ data: [await read(`/api/v1/loans/${loan.id}`)], has_more: false });
    expect(data[0].savings_accounts).toEqual({ data: [], has_more: false });
    expect((await read(`/api/v1/members/${member.id}?include=loans`)).loans).toEqual(data[0].loans);
    expect(await read('/api/v1/savings_accounts?include=member,transactions')).toMatchObject({ data: [] });
  });

  it('has ids in the form that the client wants', async () => {
    const { member: shown, member_id: uuid } = await read(`/api/v1/loans/${loan.id}?include=member&id_format=uuid`);
    expect([shown.id, uuid]).toEqual([member.uuid, member.uuid]);
  });

  it('is at most twenty of each, and a page of fifty records', async () => {
    const plain = await ports.call('GET', '/api/v1/loans?limit=200&include=member', { token: client.token });
    expect(plain.body.pagination.limit).toBe(200);
    const many = await ports.call('GET', '/api/v1/loans?limit=200&include=schedule', { token: client.token });
    expect([many.body.pagination.limit, many.body.data.length]).toEqual([50, 50]);
    const [first] = all;
    const borrower = await ports.call('GET', `/api/v1/members/${first.member_id}?include=loans`, {
      token: client.token,
    });
    const own = all.filter(({ member_id: id }) => id === first.member_id);
    expect(borrower.body.loans.has_more).toBe(own.length > 20);
    expect(ids(borrower.body.loans.data)).toEqual(ids(own.slice(0, 20)));
  });

  it('takes one statement a kind, however long the page is', async () => {
    const of = async (query: string) => {
      const statements: string[] = [];
      ports.database.onStatement = (text) => void statements.push(text);
      try {
        await get(query);
      } finally {
        ports.database.onStatement = null;
      }
      return statements.filter((text) => /^select .* from \(?.*\b(loan|member|repayment|disbursement)\b/s.test(text));
    };
    const [one, fifty] = [await of(`?limit=1&include=${ALL}`), await of(`?limit=50&include=${ALL}`)];
    expect(fifty.length).toBe(one.length);
    expect(fifty.length).toBeLessThanOrEqual(1 + ALL.split(',').length);
  });

  it('is covered by the tag: a repayment that is shown with a loan changes the tag of the loan', async () => {
    const path = `/api/v1/members/${member.id}?include=loans`;
    const before = (await partner.call('GET', path)).headers.get('etag') ?? '';
    const known = { headers: { 'if-none-match': before } };
    expect((await partner.call('GET', path, known)).status).toBe(304);
    await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
      body: { amount: 5_000, channel: 'cash', paid_at: loan.updated_at },
    });
    expect((await partner.call('GET', path, known)).status).toBe(200);
    expect((await partner.call('GET', path)).headers.get('etag')?.split('-')[0]).toBe(before.split('-')[0]);
  });

  it('needs the scope that reading it alone needs, and names all that are missing', async () => {
    const limited = await ports.openClient(institution, ['loans:read']);
    for (const path of ['', `/${all[0].id}`]) {
      const { status, body } = await get(`${path}?include=schedule,member,repayments`, limited.token);
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      expect(body.required_scopes).toEqual(['members:read', 'repayments:read']);
      expect((await get(`${path}?include=schedule`, limited.token)).status).toBe(200);
    }
  });

  it('is refused where nothing is called so', async () => {
    for (const path of ['', `/${all[0].id}`]) {
      for (const include of ['everything', 'member,', '', 'Member']) {
        const { status, body } = await get(`${path}?include=${include}`);
        expect([include, status, body.parameter]).toEqual([include, 400, 'include']);
        expect(body.allowed).toContain('member');
      }
    }
    expect((await get(`/${all[0].id}?include=total`)).status).toBe(400);
  });

  it('shows personal data no more silently than the record itself: a row says to whom', async () => {
    await partner.call('GET', `/api/v1/loans?include=member`);
    const rows = await ports.admin(
      `select from personal_reading where member_id = $1 and request_id =
         (select request_id from personal_reading order by id desc limit 1)`,
      [member.id],
    );
    expect(rows).toHaveLength(1);
  });
});
