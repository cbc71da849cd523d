import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import type { Reply, RestTestApp } from '#test/support/rest-test-app.ts';
import { openRestTestApp } from '#test/support/rest-test-app.ts';
import { linksOf, openSchool, type SchoolClient } from '#test/support/school-client.ts';

/** Lists of schools: limit and offset. The figures are those of the worked example: 250 students. */
let ports: RestTestApp;
let school: SchoolClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  school = await openSchool(ports);
  await ports.admin(
    `insert into student (tenant_id, uuid, admission_no, admission_key, pay_code, programme_id, first_name, last_name,
                          gender, year_of_study, study_mode, sponsorship_type, guardians, state, erased)
     select $1, gen_random_uuid(), 'A/' || lpad(n::text, 4, '0'), 'A' || lpad(n::text, 4, '0'), 'P' || n, $2,
            'First' || n, 'Last', 'female', 1, 'full_time', 'self', '[]',
            case when n % 5 = 0 then 'active' else 'applicant' end, false
       from generate_series(1, 250) n`,
    [school.institution.id, school.school.programme.id],
  );
});
afterAll(() => ports.close());

const list = (query: string): Promise<Reply> => school.call('GET', `/api/v1/students${query}`);
const offsetIn = (path: string | undefined) =>
  path === undefined ? undefined : new URLSearchParams(path.split('?')[1]).get('offset');

describe('A page of 250 students', () => {
  it('is the first hundred where nothing is requested', async () => {
    const page = await list('');
    expect(page.status).toBe(200);
    expect(page.body.data).toHaveLength(100);
    expect(page.body.pagination).toEqual({ limit: 100, offset: 0, total: 250, has_more: true, next_offset: 100 });
    expect(page.headers.get('x-total-count')).toBe('250');
    const links = linksOf(page);
    expect(offsetIn(links['next'])).toBe('100');
    expect(offsetIn(links['last'])).toBe('200');
    expect(offsetIn(links['first'])).toBe('0');
    expect(links['prev']).toBeUndefined();
    expect(Object.keys(page.body)).toEqual(['data', 'pagination', 'sync']);
  });

  it('is the last fifty at offset 200', async () => {
    const page = await list('?offset=200');
    expect(page.body.data).toHaveLength(50);
    expect(page.body.pagination).toMatchObject({ has_more: false, next_offset: null });
    expect(linksOf(page)['next']).toBeUndefined();
    expect(offsetIn(linksOf(page)['prev'])).toBe('100');
  });

  it('is empty past the end', async () => {
    for (const offset of [250, 9_000, 10_000]) {
      const page = await list(`?offset=${offset}`);
      expect(page.status).toBe(200);
      expect(page.body.data).toEqual([]);
      expect(page.body.pagination).toMatchObject({ offset, total: 250, has_more: false, next_offset: null });
      expect(page.headers.get('x-total-count')).toBe('250');
    }
    expect(offsetIn(linksOf(await list('?offset=9000'))['prev'])).toBe('200');
  });

  it('has at most 500 records, whatever is requested', async () => {
    const page = await list('?limit=1000');
    expect(page.body.pagination).toMatchObject({ limit: 500, total: 250 });
    expect(page.body.data).toHaveLength(250);
  });

  it('comes in the order of ids, each record once, by following the links', async () => {
    const ids: number[] = [];
    for (let path: string | undefined = '/api/v1/students?limit=60'; path;) {
      const page: Reply = await school.call('GET', path);
      ids.push(...page.body.data.map(({ id }: { id: number }) => id));
      path = linksOf(page)['next'];
    }
    expect(ids).toHaveLength(250);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  });

  it('says where a page lies that was reached by a link', async () => {
    const second = await school.call('GET', linksOf(await list('?limit=100'))['next'] as string);
    expect(second.body.pagination).toMatchObject({ offset: 100, total: 250, has_more: true, next_offset: 200 });
    const { prev, first } = linksOf(second);
    for (const back of [prev, first]) {
      expect(offsetIn(back)).toBe('0');
      expect(back).not.toContain('after_id');
    }
    const uuids = await school.call('GET', linksOf(await list('?limit=100&id_format=uuid'))['next'] as string);
    expect(uuids.body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
      second.body.data.map(({ uuid }: { uuid: string }) => uuid),
    );
  });

  it('keeps the filter in its links', async () => {
    const page = await list('?state=active&limit=20');
    expect(page.body.pagination.total).toBe(50);
    expect(linksOf(page)['next']).toContain('state=active');
    expect(page.body.data.every(({ state }: { state: string }) => state === 'active')).toBe(true);
  });

  it('says up to when it is complete, not beyond now', async () => {
    const before = Date.now();
    const { body } = await list('?limit=1');
    const asOf = Date.parse(body.sync.as_of);
    expect(asOf).toBeLessThanOrEqual(Date.now());
    expect(asOf).toBeGreaterThan(before - 60_000);
  });
});

describe('A list of students', () => {
  it.each(['limit=0', 'limit=-1', 'limit=1e3', 'limit=abc', 'limit=99999999999', 'limit=', 'limit=1.5', 'limit=%2B5'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await list(`?${query}`);
      expect({ status, code: body.code, parameter: body.parameter }).toEqual({
        status: 400,
        code: 'invalid_parameter',
        parameter: 'limit',
      });
    },
  );

  it.each(['offset=-1', 'offset=1e3', 'offset=abc', 'offset=', 'offset=01'])('refuses %s', async (query) => {
    const { status, body } = await list(`?${query}`);
    expect({ status, code: body.code, parameter: body.parameter }).toEqual({
      status: 400,
      code: 'invalid_parameter',
      parameter: 'offset',
    });
  });

  it('refuses an offset beyond 10,000', async () => {
    for (const offset of ['10001', '99999999999']) {
      const { status, body } = await list(`?offset=${offset}`);
      expect({ status, code: body.code, parameter: body.parameter }).toEqual({
        status: 400,
        code: 'offset_too_large',
        parameter: 'offset',
      });
    }
  });

  it.each([
    'limit=1&limit=2',
    'offset=1&offset=1',
    'state=active&state=active',
    'updated_since=2026-01-01&updated_since=2026-01-01',
  ])('refuses what is given twice: %s', async (query) => {
    const { status, body } = await list(`?${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_parameter' });
  });

  it('refuses a filter that it does not have, and names those that it has', async () => {
    for (const name of ['colour', 'filter[state]', 'cursor', 'sort', 'balance_due']) {
      const { status, body } = await list(`?${encodeURIComponent(name)}=x`);
      expect([status, body.code]).toEqual([400, 'unknown_filter']);
      expect(body.parameter).toBe(name);
      expect(body.allowed).toEqual(
        expect.arrayContaining([
          'programme',
          'state',
          'intake',
          'admission_no',
          'q',
          'limit',
          'offset',
          'updated_since',
        ]),
      );
    }
  });

  it.each([
    ['state=sleeping', 'state'],
    ['state=active,', 'state'],
    ['sponsor_member_id=abc', 'sponsor_member_id'],
    ['q=', 'q'],
    ['q=%00', 'q'],
    ['programme=%0A', 'programme'],
  ])('refuses the value of %s', async (query, parameter) => {
    const { status, body } = await list(`?${query}`);
    expect({ status, code: body.code, parameter: body.parameter }).toEqual({
      status: 400,
      code: 'invalid_parameter',
      parameter,
    });
  });

  it.each([
    ['programme=BSC-CS', 250],
    ['programme=NO-SUCH', 0],
    ['state=active,applicant', 250],
    ['state=graduated', 0],
    ['q=first25', 2],
    ['q=%25', 0],
    ['admission_no=a%2F0007', 1],
    ['intake=SEP2025', 0],
    ['sponsor_member_id=1', 0],
  ])('finds by %s', async (query, total) => {
    const { status, body } = await list(`?${query}`);
    expect({ status, total: body.pagination?.total }).toEqual({ status: 200, total });
  });

  it('takes ids and uuids for the programme', async () => {
    const { programme } = school.school;
    for (const id of [programme.id, programme.uuid, programme.uuid.toUpperCase()]) {
      expect((await list(`?programme=${id}`)).body.pagination.total).toBe(250);
    }
  });

  it('shows uuids in place of integers where they are wanted', async () => {
    const { body } = await list('?id_format=uuid&limit=2');
    for (const student of body.data) {
      expect(student.id).toBe(student.uuid);
      expect(student.programme.id).toBe(school.school.programme.uuid);
    }
    const preferring = await ports.openClient(school.institution, SCOPES, 'uuid');
    const { body: same } = await ports.call('GET', '/api/v1/students?limit=2', { token: preferring.token });
    expect(same.data).toEqual(body.data);
  });
});
