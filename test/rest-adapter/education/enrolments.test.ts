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

async function admitted(): Promise<Shown> {
  const { id } = await school.aStudent();
  return school.changed(`/api/v1/students/${id}`, { action: 'admit' });
}

const anEnrolmentOf = (student: Shown, differing: object = {}) => ({
  student_id: student.id,
  programme_id: school.school.programme.id,
  academic_year_id: school.school.year.id,
  term_id: school.school.term.id,
  year_of_study: 1,
  enrolled_on: school.today,
  ...differing,
});

describe('An enrolment', () => {
  it('is pending until it is confirmed, which makes the student active', async () => {
    const student = await admitted();
    const { units, year, term, programme, intake } = school.school;
    const { status, body, headers } = await school.call('POST', '/api/v1/enrolments', {
      body: anEnrolmentOf(student, {
        student_id: student.uuid,
        programme_id: programme.uuid,
        academic_year_id: year.uuid,
        term_id: term.uuid,
        intake_id: intake.uuid,
        units: [{ unit_id: units[0].uuid }, { unit_id: units[1].id, status: 'exempt' }],
        boarding: true,
      }),
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/enrolments/${body.id}`);
    expect(body).toMatchObject({
      state: 'pending',
      student_id: student.id,
      admission_no: student['admission_no'],
      programme: { id: programme.id, code: 'BSC-CS' },
      academic_year_id: year.id,
      academic_year: '2025/2026',
      term_id: term.id,
      intake_id: intake.id,
      units: [
        { unit_id: units[0].id, code: 'CSC101', title: 'Unit CSC101', status: 'registered' },
        { unit_id: units[1].id, code: 'CSC102', title: 'Unit CSC102', status: 'exempt' },
      ],
      boarding: true,
      transferred_from_id: null,
      available_actions: ['confirm', 'cancel'],
    });
    const confirmed = await school.changed(`/api/v1/enrolments/${body.uuid}`, { action: 'confirm' });
    expect(confirmed).toMatchObject({ state: 'enrolled', version: 2 });
    expect(await school.got(`/api/v1/students/${student.id}`)).toMatchObject({ state: 'active' });
    const inUuids = await school.got(`/api/v1/enrolments/${body.id}?id_format=uuid`);
    expect(inUuids).toMatchObject({
      id: body.uuid,
      student_id: student.uuid,
      academic_year_id: year.uuid,
      term_id: term.uuid,
      units: [{ unit_id: units[0].uuid }, { unit_id: units[1].uuid }],
    });
  });

  it('is one for a programme and period', async () => {
    const student = await admitted();
    const first = await school.made('/api/v1/enrolments', anEnrolmentOf(student));
    const second = await school.call('POST', '/api/v1/enrolments', { body: anEnrolmentOf(student) });
    expect(second).toMatchObject({ status: 409, body: { code: 'duplicate_enrolment', existing_id: first.id } });
    await school.changed(`/api/v1/enrolments/${first.id}`, { action: 'cancel', reason: 'A mistake' });
    expect((await school.call('POST', '/api/v1/enrolments', { body: anEnrolmentOf(student) })).status).toBe(201);
  });

  it.each([
    [
      'of a student who was not admitted',
      async () => anEnrolmentOf(await school.aStudent()),
      409,
      'student_not_enrollable',
    ],
    [
      'outside the year',
      async () => anEnrolmentOf(await admitted(), { enrolled_on: '2020-01-01' }),
      422,
      'validation_failed',
    ],
    ['of nobody', async () => anEnrolmentOf(await admitted(), { student_id: 999_999 }), 422, 'unknown_reference'],
    [
      'in a unit that is not there',
      async () => anEnrolmentOf(await admitted(), { units: [{ unit_id: 999_999 }] }),
      422,
      'unknown_reference',
    ],
    [
      'in units that are not there',
      async () =>
        anEnrolmentOf(await admitted(), {
          units: [
            { unit_id: '0198c0de-0000-7000-8000-000000000001' },
            { unit_id: '0198c0de-0000-7000-8000-000000000002' },
          ],
        }),
      422,
      'unknown_reference',
    ],
  ])('%s is refused', async (_, body, status, code) => {
    const reply = await school.call('POST', '/api/v1/enrolments', { body: await body() });
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
  });

  it('names every unit that is not there', async () => {
    const reply = await school.call('POST', '/api/v1/enrolments', {
      body: anEnrolmentOf(await admitted(), {
        units: [
          { unit_id: '0198c0de-0000-7000-8000-000000000001' },
          { unit_id: '0198c0de-0000-7000-8000-000000000002' },
        ],
      }),
    });
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '#/units/0/unit_id',
      '#/units/1/unit_id',
    ]);
  });

  it('takes other units while it runs', async () => {
    const { enrolment } = await school.anEnrolment();
    const { units } = school.school;
    const path = `/api/v1/enrolments/${enrolment.id}`;
    const changed = await school.changed(path, { units: [{ unit_id: units[1].id }], boarding: true });
    expect(changed).toMatchObject({
      units: [{ unit_id: units[1].id, status: 'registered' }],
      boarding: true,
      version: 3,
    });
    const same = await school.changed(path, { units: [{ unit_id: units[1].uuid }] });
    expect(same.version).toBe(3);
    for (const body of [{ programme_id: 1 }, { reason: 'x' }, { until: '2030-01-01' }, {}]) {
      expect((await school.call('PATCH', path, { body })).status).toBe(422);
    }
  });

  it('goes by actions', async () => {
    const until = Temporal.PlainDate.from(school.today).add({ months: 2 }).toString();
    const { enrolment } = await school.anEnrolment();
    const path = `/api/v1/enrolments/${enrolment.id}`;
    expect(await school.changed(path, { action: 'defer', until })).toMatchObject({
      state: 'deferred',
      deferred_until: until,
    });
    expect(await school.changed(path, { action: 'resume' })).toMatchObject({ state: 'enrolled', deferred_until: null });
    expect(await school.changed(path, { action: 'complete' })).toMatchObject({
      state: 'completed',
      available_actions: [],
    });
    const over = await school.call('PATCH', path, { body: { action: 'withdraw' } });
    expect(over).toMatchObject({ status: 409, body: { code: 'invalid_state_transition', current_state: 'completed' } });

    for (const [action, state] of [
      ['withdraw', 'withdrawn'],
      ['discontinue', 'discontinued'],
    ]) {
      const other = await school.anEnrolment();
      const ended = await school.changed(`/api/v1/enrolments/${other.enrolment.id}`, { action, reason: 'Moved away' });
      expect(ended).toMatchObject({ state, ended_on: school.today, end_reason: 'Moved away' });
    }
  });

  it('is transferred to a programme by id or uuid, and continues there', async () => {
    const other = await school.made('/api/v1/programmes', {
      code: 'BSC-IT',
      name: 'Information Technology',
      level: 'bachelors',
      duration_terms: 8,
      grading_scale_id: school.school.scale.id,
    });
    const { student, enrolment } = await school.anEnrolment();
    const path = `/api/v1/enrolments/${enrolment.id}`;
    const lacking = await school.call('PATCH', path, { body: { action: 'transfer' } });
    expect(lacking.body.errors).toEqual([expect.objectContaining({ pointer: '#/programme_id', code: 'required' })]);
    const left = await school.changed(path, { action: 'transfer', programme_id: other.uuid, reason: 'Asked for it' });
    expect(left).toMatchObject({ id: enrolment.id, state: 'transferred', end_reason: 'Asked for it' });
    expect(await school.got(`/api/v1/enrolments/${left['transferred_to_id']}`)).toMatchObject({
      state: 'enrolled',
      programme: { id: other.id },
      transferred_from_id: enrolment.id,
    });
    expect((await school.got(`/api/v1/students/${student.id}`)).programme.code).toBe('BSC-IT');
  });

  it('is found by programme, student, year, term and state', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const { year, term } = school.school;
    for (const query of [
      `student_id=${student.id}`,
      `student_id=${student.uuid}&programme=BSC-CS`,
      `student_id=${student.id}&academic_year=2025/2026&term=${term.uuid}`,
      `student_id=${student.id}&academic_year=${year.id}&term=${term.id}&state=enrolled`,
    ]) {
      const { data } = await school.got(`/api/v1/enrolments?${query}`);
      expect(data.map(({ id }: Shown) => id)).toEqual([enrolment.id]);
    }
    expect((await school.got(`/api/v1/enrolments?student_id=${student.id}&state=pending`)).data).toEqual([]);
  });
});
