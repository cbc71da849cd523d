import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient } from '#test/support/school-client.ts';

let ports: RestTestApp;
let school: SchoolClient;
let trusted: SchoolClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  school = await openSchool(ports);
  await ports.admin('update tenant set student_retention_years = 0 where id = $1', [school.institution.id]);
  ports.forgetTenant(school.institution.id);
  // A client of the same institution that may see personal data of minors.
  const client = await ports.openClient(school.institution);
  await ports.admin('update api_client set pii = true where id = $1', [client.id]);
  const call: SchoolClient['call'] = (method, path, sent = {}) =>
    ports.call(method, path, { token: client.token, ...sent });
  trusted = { ...school, client, call };
});
afterAll(() => ports.close());

const people = () => String(10_000_000 + Math.floor(Math.random() * 89_999_999));

describe('A student', () => {
  it('starts as an applicant, with a number and a pay code of its own', async () => {
    const { intake, programme } = school.school;
    const { status, body, headers } = await school.call('POST', '/api/v1/students', {
      body: {
        first_name: 'Achieng',
        last_name: 'Otieno',
        programme_id: programme.uuid.toUpperCase(),
        intake_id: intake.uuid,
        gender: 'female',
        email: 'a.otieno@example.ac.ke',
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'applicant',
      programme: { id: programme.id, code: 'BSC-CS', name: 'Computer Science' },
      intake_id: intake.id,
      admission_no: expect.stringMatching(/^BSC-CS\/\d{4}\/\d{4}$/),
      pay_code: expect.stringMatching(/^[A-Z0-9]{1,12}$/),
      year_of_study: 1,
      study_mode: 'full_time',
      sponsorship_type: 'self',
      balance_due: 0,
      credit_balance: 0,
      masked: [],
      version: 1,
      available_actions: ['admit', 'record_death', 'erase'],
    });
    expect(headers.get('location')).toBe(`/api/v1/students/${body.id}`);
    expect(headers.get('etag')).toMatch(/^"v1-/);
    for (const id of [body.id, body.uuid]) {
      expect((await school.call('GET', `/api/v1/students/${id}`)).body).toEqual(body);
    }
    const { headers: other } = await school.call('POST', '/api/v1/students?id_format=uuid', {
      body: { first_name: 'A', last_name: 'B', programme_id: programme.id },
    });
    expect(other.get('location')).toMatch(/^\/api\/v1\/students\/[0-9a-f-]{36}$/);
  });

  it.each([
    ['without a name', { first_name: undefined }, '#/first_name', 'required'],
    ['without a programme', { programme_id: undefined }, '#/programme_id', 'required'],
    ['of a programme that is not there', { programme_id: 999_999 }, '#/programme_id', 'unknown'],
    [
      'of a programme whose uuid is not there',
      { programme_id: '0198c0de-0000-7000-8000-000000000001' },
      '#/programme_id',
      'unknown_reference',
    ],
    ['of an intake that is not there', { intake_id: 999_999 }, '#/intake_id', 'unknown'],
    ['born tomorrow', { date_of_birth: '2100-01-01' }, '#/date_of_birth', 'range'],
    ['born on no day', { date_of_birth: '2001-02-30' }, '#/date_of_birth', 'format'],
    ['born before calendars agree', { date_of_birth: '0000-01-01' }, '#/date_of_birth', 'format'],
    ['with a phone that is none', { phone: '0712345678' }, '#/phone', 'format'],
    ['with a masked number', { national_id: '*****915' }, '#/national_id', 'masked'],
    ['with a state', { state: 'active' }, '#/state', 'unknown_field'],
    ['with an index number and no year', { kcse_index_no: '20400001023' }, '#/kcse_year', 'required'],
    [
      'with a guardian who is a member that is not there',
      { guardians: [{ name: 'J', member_id: 999_999 }] },
      '#/guardians/0/member_id',
      'unknown',
    ],
  ])('%s is refused', async (_, differing, pointer, code) => {
    const { status, body } = await school.call('POST', '/api/v1/students', {
      body: { first_name: 'A', last_name: 'B', programme_id: school.school.programme.id, ...differing },
    });
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ pointer, code, detail: expect.any(String) });
  });

  it('has an admission number that nobody else has, in any case', async () => {
    const first = await school.aStudent({ admission_no: 'KAB/S3/0042' });
    const { status, body } = await school.call('POST', '/api/v1/students', {
      body: {
        first_name: 'A',
        last_name: 'B',
        programme_id: school.school.programme.id,
        admission_no: 'kab/s3/0042',
      },
    });
    expect({ status, code: body.code, existing: body.existing_id }).toEqual({
      status: 409,
      code: 'duplicate_admission_no',
      existing: first.id,
    });
  });

  it('is changed by a merge patch: what is missing stays, null clears', async () => {
    const student = await school.aStudent({ county: 'Kisumu', phone: '+254712345678' });
    const changed = await school.changed(`/api/v1/students/${student.uuid}`, { county: null, last_name: 'Odhiambo' });
    expect(changed).toMatchObject({ county: null, last_name: 'Odhiambo', phone: '+254712345678', version: 2 });
  });

  it('is changed by who has seen the latest version only, where that is requested', async () => {
    const student = await school.aStudent();
    const path = `/api/v1/students/${student.id}`;
    const patch = (etag: string, county: string) =>
      school.call('PATCH', path, { body: { county }, headers: { 'if-match': etag } });
    expect((await patch('"v1"', 'Siaya')).headers.get('etag')).toMatch(/^"v2-/);
    const stale = await patch('"v1"', 'Vihiga');
    expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed', current_etag: '"v2"' } });
    const last = await patch('*', 'Busia');
    const unchanged = await school.call('GET', path, {
      headers: { 'if-none-match': last.headers.get('etag') ?? '' },
    });
    expect(unchanged).toMatchObject({ status: 304, text: '' });
  });

  it('is registered once, however often the request is repeated', async () => {
    const body = { first_name: 'Once', last_name: 'Only', programme_id: school.school.programme.id };
    const send = (differing = {}) =>
      school.call('POST', '/api/v1/students', { body: { ...body, ...differing }, key: 'register-once' });
    const first = await send();
    const again = await send();
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await send({ last_name: 'Other' })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect((await school.got('/api/v1/students?q=once only')).pagination.total).toBe(1);
  });

  it('is never deleted', async () => {
    const student = await school.aStudent();
    const { status, headers } = await school.call('DELETE', `/api/v1/students/${student.id}`);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: expect.stringContaining('PATCH') });
  });
});

describe('The life of a student', () => {
  it('goes by actions', async () => {
    const { student } = await school.anEnrolment();
    expect(student['state']).toBe('active');
    const path = `/api/v1/students/${student.id}`;
    const until = ports.app.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate().add({ months: 6 }).toString();
    expect(await school.changed(path, { action: 'defer', until, reason: 'Illness' })).toMatchObject({
      state: 'deferred',
      deferred_until: until,
      state_reason: 'Illness',
      available_actions: ['resume', 'withdraw', 'record_death', 'erase'],
    });
    expect(await school.changed(path, { action: 'resume' })).toMatchObject({ state: 'active', deferred_until: null });
    expect(await school.changed(path, { action: 'suspend', reason: 'Exam fraud' })).toMatchObject({
      state: 'suspended',
    });
    expect(await school.changed(path, { action: 'reinstate' })).toMatchObject({ state: 'active' });
    expect(await school.changed(path, { action: 'withdraw' })).toMatchObject({ state: 'withdrawn' });
    expect(await school.changed(path, { action: 'readmit' })).toMatchObject({ state: 'admitted' });
  });

  it('refuses a step that the state does not allow, and names those that it does', async () => {
    const student = await school.aStudent();
    const { status, body } = await school.call('PATCH', `/api/v1/students/${student.id}`, {
      body: { action: 'graduate' },
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'invalid_state_transition',
      current_state: 'applicant',
      action: 'graduate',
      allowed_actions: expect.arrayContaining(['admit']),
    });
  });

  it.each([
    ['a step that needs a reason, without one', { action: 'suspend' }, '#/reason'],
    ['a deferral without an end', { action: 'defer' }, '#/until'],
    ['a deferral that has ended', { action: 'defer', until: '2020-01-01' }, '#/until'],
    ['a step together with a change', { action: 'suspend', reason: 'x', county: 'Busia' }, '#/county'],
    ['a reason for no step', { reason: 'x' }, '#/reason'],
    ['no step and no change', {}, ''],
    ['a step that there is not', { action: 'fly' }, '#/action'],
  ])('refuses %s', async (_, body, pointer) => {
    const { student } = await school.anEnrolment();
    const reply = await school.call('PATCH', `/api/v1/students/${student.id}`, { body });
    expect(reply.status).toBe(422);
    if (pointer !== '') expect(reply.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });

  it('ends with every required unit passed and the fees paid', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const path = `/api/v1/students/${student.id}`;
    const refused = await school.call('PATCH', path, { body: { action: 'complete' } });
    expect(refused.body).toMatchObject({ code: 'units_outstanding', missing_units: ['CSC101', 'CSC102'] });
    for (const unit of school.school.units) {
      const result = await school.made('/api/v1/results', {
        student_id: student.id,
        enrolment_id: enrolment.id,
        unit_id: unit.id,
        components: [{ kind: 'exam', label: 'Exam', max_score: '100', score: '61', weight_bp: 10_000 }],
      });
      await school.changed(`/api/v1/results/${result.id}`, { action: 'submit' });
      await school.changed(`/api/v1/results/${result.id}`, { action: 'publish' });
    }
    await school.anInvoice(student);
    expect(await school.changed(path, { action: 'complete' })).toMatchObject({
      state: 'completed',
      balance_due: 3_000_000,
    });
    const owing = await school.call('PATCH', path, { body: { action: 'graduate' } });
    expect(owing).toMatchObject({ status: 409, body: { code: 'balance_outstanding', balance_due: 3_000_000 } });
    const reason = 'The county pays in July.';
    expect(await school.changed(path, { action: 'graduate', override_reason: reason })).toMatchObject({
      state: 'graduated',
    });
  });

  it('does not let the programme change behind an enrolment’s back', async () => {
    const other = await school.made('/api/v1/programmes', {
      code: 'DIP-IT',
      name: 'Information Technology',
      level: 'diploma',
      duration_terms: 6,
      grading_scale_id: school.school.scale.uuid,
    });
    const { student } = await school.anEnrolment();
    const reply = await school.call('PATCH', `/api/v1/students/${student.id}`, { body: { programme_id: other.uuid } });
    expect(reply).toMatchObject({ status: 409, body: { code: 'programme_fixed' } });
  });
});

describe('What the law protects of a minor', () => {
  const born = (years: number) =>
    ports.app.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate().subtract({ years, days: 1 }).toString();
  const aChild = () =>
    school.aStudent({
      date_of_birth: born(15),
      birth_certificate_no: `BC${people()}`,
      guardians: [{ name: 'Joseph Otieno', relationship: 'father', phone: '+254722000111', primary: true }],
    });

  it('is masked for clients that are not trusted with it, in every reply', async () => {
    const child = await aChild();
    const { body } = await trusted.call('GET', `/api/v1/students/${child.id}`);
    expect(body).toMatchObject({
      date_of_birth: born(15),
      birth_certificate_no: expect.stringMatching(/^BC\d{8}$/),
      guardians: [{ name: 'Joseph Otieno', phone: '+254722000111', member_id: null }],
      masked: [],
    });
    const path = `/api/v1/students/${child.id}`;
    const listed = await school.got(`/api/v1/students?admission_no=${encodeURIComponent(child['admission_no'])}`);
    const changed = await school.got(`/api/v1/students?updated_since=${child['updated_at']}`);
    const patched = await school.changed(path, { county: 'Kisumu' });
    const admitted = await school.changed(path, { action: 'admit' });
    const shown = [child, await school.got(path), listed.data[0], changed.data[0], patched, admitted];
    expect(shown).toHaveLength(6);
    for (const masked of shown) {
      expect(masked).toMatchObject({
        id: child.id,
        date_of_birth: null,
        birth_certificate_no: `*******${body.birth_certificate_no.slice(-3)}`,
        national_id: null,
        guardians: [],
        masked: ['birth_certificate_no', 'date_of_birth', 'guardians'],
      });
      expect(JSON.stringify(masked)).not.toContain('Joseph');
    }
  });

  it('stays when a masked copy comes back', async () => {
    const child = await aChild();
    const path = `/api/v1/students/${child.id}`;
    const { body: whole } = await trusted.call('GET', path);
    const copy = await school.got(path);
    const { date_of_birth, birth_certificate_no, national_id, guardians } = copy;
    await school.changed(path, { date_of_birth, birth_certificate_no, national_id, guardians, county: 'Kisumu' });
    expect((await trusted.call('GET', path)).body).toEqual({
      ...whole,
      county: 'Kisumu',
      version: 2,
      updated_at: expect.any(String),
    });
    const wrong = await school.call('PATCH', path, { body: { birth_certificate_no: '****123' } });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/birth_certificate_no', code: 'masked' }] },
    });
  });

  it('is not unmasked with another date of birth', async () => {
    const child = await aChild();
    const path = `/api/v1/students/${child.id}`;
    const wrong = await school.call('PATCH', path, { body: { date_of_birth: '1990-01-01', county: 'Kisumu' } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/date_of_birth', code: 'masked' }] } });
    expect(JSON.stringify(wrong.body)).not.toContain('Joseph');
    const { body } = await trusted.call('GET', path);
    expect(body).toMatchObject({ date_of_birth: born(15), county: child['county'], version: 1 });
  });

  it('is shown of adults', async () => {
    const adult = await school.aStudent({ date_of_birth: born(18), national_id: people() });
    expect(adult).toMatchObject({ date_of_birth: born(18), national_id: expect.stringMatching(/^\d{8}$/), masked: [] });
  });

  it('is erased from every table, log and stored response, and a repeated request shows nothing of it', async () => {
    const number = people();
    const person = {
      first_name: 'Wanjirukabi',
      middle_name: 'Nyawira',
      last_name: 'Mutuathiru',
      national_id: number,
      phone: '+254733918273',
      email: 'wanjirukabi@mail.test',
      date_of_birth: born(19),
      guardians: [{ name: 'Ndirangu Mutuathiru', relationship: 'father', phone: '+254733918274', primary: true }],
    };
    const body = { ...person, programme_id: school.school.programme.id };
    const created = await trusted.call('POST', '/api/v1/students', { body, key: 'student-1' });
    const path = `/api/v1/students/${created.body.id}`;
    const renamed = { last_name: 'Gathogo' };
    await trusted.call('PATCH', path, { body: renamed, key: 'student-2' });
    await trusted.call('PATCH', path, { body: { action: 'admit' }, key: 'student-3' });
    const twin = await trusted.call('POST', '/api/v1/students', { body, key: 'student-4' });
    expect(twin.body.code).toBe('duplicate_student');
    const enrolment = await trusted.call('POST', '/api/v1/enrolments', {
      body: {
        student_id: created.body.id,
        programme_id: school.school.programme.id,
        academic_year_id: school.school.year.id,
        year_of_study: 1,
        enrolled_on: school.today,
      },
      key: 'student-5',
    });
    await trusted.call('PATCH', `/api/v1/enrolments/${enrolment.body.id}`, { body: { action: 'cancel' } });
    const identifying = [
      ...Object.values(person).slice(0, 6),
      'Ndirangu',
      '254733918274',
      'Gathogo',
      created.body.admission_no,
    ];
    // The stored response has them as well, and is sealed.
    expect((await tablesWith(identifying)).toSorted()).toEqual(['student', 'student_word']);

    expect((await trusted.call('PATCH', path, { body: { action: 'erase' }, key: 'student-6' })).status).toBe(200);
    expect(await tablesWith(identifying)).toEqual([]);
    const said = JSON.stringify(ports.logLines).toLowerCase();
    expect(identifying.filter((text) => said.includes(String(text).toLowerCase()))).toEqual([]);

    // The keys are known still: nothing is executed again.
    const again = await trusted.call('POST', '/api/v1/students', { body, key: 'student-1' });
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      201,
      'true',
      { erased: true },
    ]);
  });

  /** The tables, of all that there are, in a row of which one of the texts stands, in any spelling of capitals. */
  async function tablesWith(texts: readonly unknown[]): Promise<string[]> {
    const tables = await ports.admin<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'm') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    expect(tables.length).toBeGreaterThan(80);
    const patterns = texts.map((text) => `%${String(text)}%`);
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await ports.admin(`select from ${name} as t where t::text ilike any ($1) limit 1`, [patterns]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  it('is erased for good, by trusted clients only', async () => {
    const child = await aChild();
    const path = `/api/v1/students/${child.id}`;
    const refused = await school.call('PATCH', path, { body: { action: 'erase' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope', required_flag: 'pii' } });
    const { body } = await trusted.call('PATCH', path, { body: { action: 'erase' } });
    expect(body).toMatchObject({
      id: child.id,
      pay_code: child['pay_code'],
      first_name: 'Erased',
      birth_certificate_no: null,
      guardians: [],
      erased: true,
      available_actions: [],
    });
    const later = await school.call('PATCH', path, { body: { first_name: 'Achieng' } });
    expect(later).toMatchObject({ status: 409, body: { code: 'student_erased' } });
  });
});

describe('A sponsoring member', () => {
  it('is named as guardian by id or uuid', async () => {
    const member = await school.made('/api/v1/members', {
      name: 'Joseph Otieno',
      national_id: people(),
      phone: '+254722000111',
      branch_id: school.institution.branch.id,
    });
    for (const id of [member.id, member.uuid]) {
      const { guardians } = await school.aStudent({
        guardians: [{ name: 'Other' }, { name: 'Joseph', member_id: id }],
      });
      expect(guardians).toEqual([
        { name: 'Other', relationship: null, phone: null, email: null, primary: false, member_id: null },
        { name: 'Joseph', relationship: null, phone: null, email: null, primary: false, member_id: member.id },
      ]);
    }
  });
});
