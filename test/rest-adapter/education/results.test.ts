import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { openRestTestApp, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

let ports: RestTestApp;
let school: SchoolClient;
let reader: TestClient;
beforeAll(async () => {
  ports = await openRestTestApp();
  school = await openSchool(ports);
  reader = await ports.openClient(
    school.institution,
    SCOPES.filter((scope) => scope !== 'results:write'),
  );
});
afterAll(() => ports.close());

const path = (result: Shown) => `/api/v1/results/${result.id}`;
const act = (result: Shown, action: string, more: object = {}) => school.changed(path(result), { action, ...more });
const asReader = (where: string) => ports.call('GET', where, { token: reader.token });
const marks = (cat: string | null, exam: string | null, of: readonly [string, string] = ['30', '70']) => [
  { kind: 'cat', label: 'CAT', max_score: of[0], score: cat, weight_bp: 3000 },
  { kind: 'exam', label: 'Exam', max_score: of[1], score: exam, weight_bp: 7000 },
];
async function published(cat = '24', exam = '52'): Promise<Shown> {
  const result = await school.aResult({ components: marks(cat, exam) });
  await act(result, 'submit');
  return act(result, 'publish');
}

describe('A result', () => {
  it('is a draft with what the scores come to', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const { scale, year, term, units } = school.school;
    const { status, body, headers } = await school.call('POST', '/api/v1/results', {
      body: {
        student_id: student.uuid,
        enrolment_id: enrolment.uuid,
        unit_id: units[0].uuid,
        term_id: term.uuid,
        components: marks('24', '52'),
      },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/results/${body.id}`);
    expect(body).toMatchObject({
      state: 'draft',
      student_id: student.id,
      enrolment_id: enrolment.id,
      unit_id: units[0].id,
      unit: { id: units[0].id, code: 'CSC101', title: 'Unit CSC101', credit_hours: '3' },
      academic_year_id: year.id,
      term_id: term.id,
      attempt: 1,
      components: marks('24', '52'),
      score_status: 'fully_graded',
      total_mark: '76.00',
      grade: 'A',
      grade_points: '4.0',
      remark: 'pass',
      grading_scale_id: scale.id,
      scale_version: null,
      published_version: 0,
      marks_hidden: false,
      available_actions: ['submit', 'void'],
    });
    expect(await school.got(`/api/v1/results/${body.uuid}?id_format=uuid`)).toMatchObject({
      id: body.uuid,
      student_id: student.uuid,
      unit: { id: units[0].uuid },
      grading_scale_id: scale.uuid,
    });
  });

  it.each([
    ['CAT 24/30 and exam 52/70', '24', '52', ['30', '70'], '76.00', 'A'],
    ['CAT 18/30 and exam 41.5/70', '18', '41.5', ['30', '70'], '59.50', 'C'],
    ['CAT 12/20 and exam 55/100', '12', '55', ['20', '100'], '56.50', 'C'],
  ] as const)('of %s comes to what the worked example says', async (_, cat, exam, of, total, grade) => {
    expect(await school.aResult({ components: marks(cat, exam, of) })).toMatchObject({ total_mark: total, grade });
  });

  it.each([
    [
      'whose weights are not the whole',
      [{ ...marks('1', '1')[0] }, { ...marks('1', '1')[1], weight_bp: 6000 }],
      'weights',
    ],
    ['with more than the most', marks('31', '52'), 'above_max'],
    ['with a number instead of a decimal string', marks(24 as never, '52'), 'choice'],
    ['without components', undefined, 'required'],
  ])('%s is refused', async (_, components, code) => {
    const { student, enrolment } = await school.anEnrolment();
    const { status, body } = await school.call('POST', '/api/v1/results', {
      body: { student_id: student.id, enrolment_id: enrolment.id, unit_id: school.school.units[0].id, components },
    });
    expect(status).toBe(422);
    expect(body.errors.map((error: { code: string }) => error.code)).toContain(code);
  });

  it('is one for a student, unit, term and attempt', async () => {
    const first = await school.aResult();
    const again = {
      student_id: first['student_id'],
      enrolment_id: first['enrolment_id'],
      unit_id: first['unit_id'],
      components: marks('1', '1'),
    };
    const second = await school.call('POST', '/api/v1/results', { body: again });
    expect(second).toMatchObject({ status: 409, body: { code: 'result_exists', existing_id: first.id } });
    expect((await school.call('POST', '/api/v1/results', { body: { ...again, attempt: 2 } })).status).toBe(201);
    const elses = await school.call('POST', '/api/v1/results', {
      body: { ...again, student_id: (await school.aStudent()).id, attempt: 3 },
    });
    expect(elses).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/student_id' }] } });
  });

  it('takes scores until it is published', async () => {
    const result = await school.aResult({ components: marks('24', null) });
    expect(result).toMatchObject({ score_status: 'partially_graded', total_mark: null, grade: null });
    await act(result, 'submit');
    const early = await school.call('PATCH', path(result), { body: { action: 'publish' } });
    expect(early).toMatchObject({ status: 409, body: { code: 'result_incomplete', missing: ['Exam'] } });
    const back = await act(result, 'return', { reason: 'The exam is missing.' });
    expect(back).toMatchObject({ state: 'draft', return_reason: 'The exam is missing.' });
    const scored = await school.changed(path(result), { components: marks('24', '52') });
    expect(scored).toMatchObject({ total_mark: '76.00', grade: 'A' });
    await act(result, 'submit');
    await act(result, 'publish');
    const late = await school.call('PATCH', path(result), { body: { components: marks('30', '70') } });
    expect(late).toMatchObject({ status: 409, body: { code: 'result_locked' } });
  });

  it('of an absence is X, without a mark', async () => {
    const result = await school.aResult({ components: marks('24', null), score_status: 'absent' });
    expect(result).toMatchObject({ score_status: 'absent', total_mark: null, grade: 'X', remark: 'special' });
  });

  it('is amended with a reason, and its history stays', async () => {
    const result = await published('18', '40');
    expect(result).toMatchObject({ total_mark: '58.00', grade: 'C', published_version: 1, scale_version: 1 });
    const amend = { components: marks('18', '44') };
    const unexplained = await school.call('PATCH', path(result), { body: { action: 'amend', ...amend } });
    expect(unexplained).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/reason', code: 'required' }] } });
    const amended = await act(result, 'amend', { ...amend, reason: 'Question 4 was not counted.' });
    expect(amended).toMatchObject({
      state: 'published',
      amended: true,
      total_mark: '62.00',
      grade: 'B',
      published_version: 2,
      amendment_reason: 'Question 4 was not counted.',
    });
    expect(amended['updated_at'] > result['updated_at']).toBe(true);
    const { data } = (await asReader(`${path(result)}/versions`)).body;
    expect(data).toMatchObject([
      { number: 1, result_id: result.id, total_mark: '58.00', grade: 'C', scale_version: 1, reason: null },
      { number: 2, total_mark: '62.00', grade: 'B', reason: 'Question 4 was not counted.' },
    ]);
    const emitted = await ports.admin<{ type: string }>(
      `select type from event where subject_type = 'result' and subject_id = $1 and type = 'result.amended'`,
      [result.id],
    );
    expect(emitted).toHaveLength(1);
  });

  it('is published and amended by another person where the institution requires four eyes', async () => {
    const institution = await ports.openInstitution();
    await ports.admin('update tenant set four_eyes_on_results = true where id = $1', [institution.id]);
    ports.forgetTenant(institution.id);
    const strict = await openSchool(ports, { institution });
    const other = await ports.openClient(institution);
    const result = await strict.aResult();
    await strict.changed(path(result), { action: 'submit' });
    const own = await strict.call('PATCH', path(result), { body: { action: 'publish' } });
    expect(own).toMatchObject({ status: 409, body: { code: 'self_approval' } });
    const elses = await ports.call('PATCH', path(result), { token: other.token, body: { action: 'publish' } });
    expect(elses).toMatchObject({ status: 200, body: { state: 'published', published_by: other.clientKey } });
  });

  it.each([
    ['a reason for withholding that there is not', { action: 'withhold', reason: 'mood' }, '#/reason'],
    ['withholding without a reason', { action: 'withhold' }, '#/reason'],
    ['scores beside another step', { action: 'submit', components: marks('1', '1') }, '#/components'],
    ['rescale without amend', { rescale: true }, '#/rescale'],
  ])('refuses %s', async (_, body, pointer) => {
    const reply = await school.call('PATCH', path(await published()), { body });
    expect(reply.status).toBe(422);
    expect(reply.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });
});

describe('Who sees what of a result', () => {
  const seen = async (result: Shown) => {
    const one = await asReader(path(result));
    const { data } = (await asReader(`/api/v1/results?student_id=${result['student_id']}`)).body;
    const since = (await asReader(`/api/v1/results?updated_since=2020-01-01&student_id=${result['student_id']}`)).body;
    const history = await asReader(`${path(result)}/versions`);
    if (one.status === 404) {
      expect([data, since.data, history.status]).toEqual([[], [], 404]);
      return null;
    }
    expect([data, since.data]).toEqual([[one.body], [one.body]]);
    return { ...one.body, history: history.body.data.length };
  };
  const HIDDEN = {
    components: [],
    score_status: null,
    total_mark: null,
    grade: null,
    grade_points: null,
    remark: null,
    marks_hidden: true,
    history: 0,
  };

  it('readers see it from its publication on, who enters marks sees it always', async () => {
    const result = await school.aResult();
    expect(await seen(result)).toBeNull();
    await act(result, 'submit');
    expect(await seen(result)).toBeNull();
    expect((await school.got(`/api/v1/results?student_id=${result['student_id']}`)).data).toMatchObject([
      { id: result.id, state: 'submitted', total_mark: '76.00', entered_by: school.client.clientKey },
    ]);
    await act(result, 'publish');
    expect(await seen(result)).toMatchObject({
      state: 'published',
      total_mark: '76.00',
      marks_hidden: false,
      history: 1,
      entered_by: null,
      available_actions: [],
    });
  });

  it('readers see no marks while it is withheld, only why', async () => {
    const result = await published();
    await act(result, 'amend', { reason: 'Exam 51, not 52', components: marks('24', '51') });
    const stored = await act(result, 'withhold', { reason: 'fees' });
    expect(stored).toMatchObject({ total_mark: '75.00', state: 'withheld' });
    const shown = await seen(result);
    expect(shown).toMatchObject({ ...HIDDEN, state: 'withheld', withheld_reason: 'fees', amendment_reason: null });
    expect(JSON.stringify(shown)).not.toMatch(/75\.00|"51"/);
    await act(result, 'release');
    expect(await seen(result)).toMatchObject({ state: 'published', total_mark: '75.00', history: 2 });
  });

  it('readers see no marks of it in what happened, which stays readable for a month', async () => {
    const result = await published();
    await act(result, 'amend', { reason: 'Exam 51, not 52', components: marks('24', '51') });
    await act(result, 'withhold', { reason: 'fees' });
    // Events were written with marks once, and are retained as they are.
    await ports.admin(
      `update event set data = data || '{"grade":"A","total_mark":"75.00"}' where subject_type = 'result' and subject_id = $1 and type <> 'result.withheld'`,
      [result.id],
    );
    await ports.app.delivery.relay(school.institution.id);
    const happened = async (where: string): Promise<Shown[]> =>
      (await asReader(where)).body.data.filter(({ subject }: Shown) => subject.id === result.id);
    const feeds = [
      await happened('/api/v1/events?filter[subject_type]=result&limit=200'),
      await happened('/api/v1/changes?types=result.*&limit=200'),
    ];
    await ports.admin(`update event set data = data - 'grade' - 'total_mark' where subject_type = 'result'`);
    for (const feed of feeds) {
      expect(feed.map(({ type }) => type).toSorted()).toEqual([
        'result.amended',
        'result.published',
        'result.withheld',
      ]);
      expect(JSON.stringify(feed)).not.toMatch(/75\.00|76\.00|grade|total_mark/);
    }
  });

  it('readers see that it is void', async () => {
    const result = await published();
    await act(result, 'void', { reason: 'Another student’s paper' });
    expect(await seen(result)).toMatchObject({ ...HIDDEN, state: 'void', void_reason: 'Another student’s paper' });
  });
});
