import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

let ports: RestTestApp;
let school: SchoolClient;
beforeAll(async () => {
  ports = await openRestTestApp();
  school = await openSchool(ports);
});
afterAll(() => ports.close());

const KINDS = ['scale', 'programme', 'year', 'term', 'intake'] as const;
const PATHS = {
  scale: '/api/v1/grading_scales',
  programme: '/api/v1/programmes',
  year: '/api/v1/academic_years',
  term: '/api/v1/terms',
  intake: '/api/v1/intakes',
};

describe('What a school offers', () => {
  it.each(KINDS)('is read by id and uuid, and listed: %s', async (kind) => {
    const record = school.school[kind];
    for (const id of [record.id, record.uuid]) expect(await school.got(`${PATHS[kind]}/${id}`)).toEqual(record);
    expect((await school.got(PATHS[kind])).data).toEqual([record]);
    expect(await school.got(`${PATHS[kind]}/${record.id}?id_format=uuid`)).toMatchObject({ id: record.uuid });
    expect((await school.got(`${PATHS[kind]}?updated_since=2020-01-01`)).data).toEqual([record]);
    expect((await school.call('DELETE', `${PATHS[kind]}/${record.id}`)).status).toBe(405);
  });

  it('names what it belongs to as the client wants ids', async () => {
    const { programme, scale, term, year, units } = school.school;
    expect(await school.got(`/api/v1/programmes/${programme.id}?id_format=uuid`)).toMatchObject({
      grading_scale_id: scale.uuid,
    });
    expect(await school.got(`/api/v1/terms/${term.id}?id_format=uuid`)).toMatchObject({ academic_year_id: year.uuid });
    expect(await school.got(`/api/v1/units/${units[0].uuid}?id_format=uuid`)).toMatchObject({
      programme_id: programme.uuid,
    });
  });

  it('is found by code, name, programme and status', async () => {
    const found = async (where: string) => (await school.got(where)).data.map(({ id }: Shown) => id);
    const { programme, scale, term, year, intake, units } = school.school;
    expect(await found('/api/v1/programmes?code=BSC-CS&status=active')).toEqual([programme.id]);
    expect(await found('/api/v1/programmes?status=retired')).toEqual([]);
    expect(await found('/api/v1/grading_scales?code=KE_UNI5')).toEqual([scale.id]);
    expect(await found('/api/v1/units?code=CSC102')).toEqual([units[1].id]);
    expect(await found(`/api/v1/units?programme=${programme.uuid}`)).toEqual(units.map(({ id }) => id));
    expect(await found('/api/v1/terms?academic_year=2025/2026')).toEqual([term.id]);
    expect(await found('/api/v1/academic_years?name=2025/2026')).toEqual([year.id]);
    expect(await found('/api/v1/intakes?name=SEP2025')).toEqual([intake.id]);
    expect(await found('/api/v1/intakes?name=JAN2020')).toEqual([]);
  });

  it('has codes of which each is taken once', async () => {
    const { scale } = school.school;
    const taken: readonly [string, object][] = [
      ['/api/v1/grading_scales', { preset: 'KE_UNI5' }],
      [
        '/api/v1/programmes',
        { code: 'BSC-CS', name: 'Again', level: 'bachelors', duration_terms: 8, grading_scale_id: scale.id },
      ],
      [
        '/api/v1/units',
        {
          programme_id: school.school.programme.id,
          code: 'CSC101',
          title: 'Again',
          credit_hours: '3',
          year_of_study: 1,
        },
      ],
      [
        '/api/v1/units',
        {
          programme_id: school.school.programme.id,
          code: 'CSC 101',
          title: 'With a blank',
          credit_hours: '3',
          year_of_study: 1,
        },
      ],
    ];
    for (const [path, body] of taken) {
      expect(await school.call('POST', path, { body })).toMatchObject({
        status: 409,
        body: { code: 'duplicate_code' },
      });
    }
  });
});

describe('A programme', () => {
  it('is changed by a merge patch, retired and reactivated', async () => {
    const made = await school.made('/api/v1/programmes', {
      code: 'ART-01',
      name: 'Plumbing',
      level: 'artisan',
      duration_terms: 2,
      grading_scale_id: school.school.scale.uuid,
      department: 'Trades',
    });
    expect(made).toMatchObject({ mode: 'full_time', status: 'active', available_actions: ['retire'] });
    const path = `/api/v1/programmes/${made.id}`;
    expect(await school.changed(path, { department: null, mode: 'evening' })).toMatchObject({
      department: null,
      mode: 'evening',
      name: 'Plumbing',
    });
    expect(await school.changed(path, { action: 'retire' })).toMatchObject({
      status: 'retired',
      available_actions: ['reactivate'],
    });
    const refused = await school.call('POST', '/api/v1/students', {
      body: { first_name: 'A', last_name: 'B', programme_id: made.id },
    });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/programme_id', code: 'retired' }] } });
    expect(await school.changed(path, { action: 'reactivate' })).toMatchObject({ status: 'active' });
    for (const body of [{ action: 'retire', name: 'X' }, { code: 'OTHER' }, { status: 'retired' }, {}]) {
      expect((await school.call('PATCH', path, { body })).status).toBe(422);
    }
  });
});

describe('A grading scale', () => {
  const definition = {
    entry: 'marks',
    bands: [
      { grade: 'P', min_mark: '50', points: '1.0', remark: 'pass' },
      { grade: 'F', min_mark: '0', points: '0.0', remark: 'fail' },
    ],
    rounding: 'half_up_0dp',
    pass_mark: '50',
    supplementary_cap: '50',
    weights: [{ kind: 'exam', weight_bp: 10_000 }],
  };

  it('is defined by the school, and redefined in editions', async () => {
    const made = await school.made('/api/v1/grading_scales', { code: 'OURS', name: 'Our own', definition });
    expect(made).toMatchObject({ ...definition, code: 'OURS', edition: 1 });
    const next = { ...definition, pass_mark: '40' };
    expect(await school.changed(`/api/v1/grading_scales/${made.uuid}`, { definition: next })).toMatchObject({
      ...next,
      edition: 2,
      version: 2,
    });
  });

  it.each([
    ['without a definition', { code: 'X1', name: 'X' }, '#/definition'],
    ['with a preset and a name', { preset: 'KCSE', name: 'X' }, '#/name'],
    ['with a preset that there is not', { preset: 'MARS' }, '#/preset'],
    ['of nothing', {}, '#/code'],
    [
      'whose bands leave a gap',
      { code: 'X2', name: 'X', definition: { ...definition, bands: definition.bands.slice(0, 1) } },
      '#/bands',
    ],
  ])('%s is refused', async (_, body, pointer) => {
    const reply = await school.call('POST', '/api/v1/grading_scales', { body });
    expect(reply.status).toBe(422);
    expect(reply.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });
});

describe('A period', () => {
  it.each([
    ['/api/v1/academic_years', { name: 'X', start_date: '2026-01-01', end_date: '2025-01-01' }],
    ['/api/v1/academic_years', { name: 'X', start_date: '0000-01-01', end_date: '2025-01-01' }],
    ['/api/v1/intakes', { name: 'X', month: 13, year: 2025 }],
    [
      '/api/v1/terms',
      { academic_year_id: 999_999, name: 'X', kind: 'term', start_date: '2026-01-01', end_date: '2026-03-01' },
    ],
  ])('of %s has to make sense', async (path, body) => {
    expect((await school.call('POST', path, { body })).status).toBe(422);
  });

  it('is a term inside its year', async () => {
    const body = {
      academic_year_id: school.school.year.uuid,
      name: 'X',
      kind: 'term',
      start_date: '1999-01-01',
      end_date: '1999-03-01',
    };
    const reply = await school.call('POST', '/api/v1/terms', { body });
    expect(reply.body.errors).toContainEqual(expect.objectContaining({ code: 'outside_academic_year' }));
  });

  it('is corrected by a merge patch, for the version that was seen', async () => {
    const open = async (path: string, body: object) => (await school.call('POST', path, { body })).body;
    const year = await open('/api/v1/academic_years', {
      name: '2031',
      start_date: '2031-01-06',
      end_date: '2031-11-28',
    });
    const first = { academic_year_id: year.id, name: 'Term 1', kind: 'term', start_date: '2031-01-06' };
    const term = await open('/api/v1/terms', { ...first, end_date: '2031-04-11' });
    const at = `/api/v1/terms/${term.id}`;
    const before = await school.call('GET', at, {});
    const changed = await school.call('PATCH', at, {
      body: { end_date: '2031-04-18', registration_deadline: '2031-01-24' },
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        name: 'Term 1',
        start_date: '2031-01-06',
        end_date: '2031-04-18',
        registration_deadline: '2031-01-24',
        version: 2,
      },
    ]);
    const stale = await school.call('PATCH', at, {
      body: { name: 'Term One' },
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    expect((await school.call('PATCH', at, { body: { end_date: '2032-01-01' } })).body.errors).toContainEqual(
      expect.objectContaining({ code: 'outside_academic_year' }),
    );
    const cut = await school.call('PATCH', `/api/v1/academic_years/${year.id}`, { body: { end_date: '2031-04-11' } });
    expect([cut.status, cut.body.errors]).toMatchObject([
      422,
      [{ pointer: '#/end_date', code: 'outside_academic_year' }],
    ]);
    const longer = await school.call('PATCH', `/api/v1/academic_years/${year.id}`, {
      body: { end_date: '2031-12-05' },
    });
    expect([longer.status, longer.body.end_date]).toEqual([200, '2031-12-05']);
    expect((await school.got('/api/v1/terms?updated_since=2020-01-01')).data.map(({ id }: Shown) => id)).toContain(
      term.id,
    );
  });
});
