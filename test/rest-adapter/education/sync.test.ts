import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { openRestTestApp, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { linksOf, openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

let ports: RestTestApp;
beforeAll(async () => {
  ports = await openRestTestApp();
});
afterAll(() => ports.close());

const DAY = '2026-01-20';
const at = (millisecond: number) => `${DAY}T10:00:00.${String(millisecond).padStart(3, '0')}Z`;

/** Writes rows with stamps of the past, which the database would not let anybody write. */
async function stampedInvoices(school: SchoolClient, rows: readonly { state: string; at: string; deleted?: true }[]) {
  const student = await school.aStudent();
  const made: { id: number; uuid: string }[] = [];
  for (const row of rows) {
    const { id, uuid } = await school.anInvoice(student, { issue: false });
    made.push({ id, uuid });
    if (row.deleted) await school.call('DELETE', `/api/v1/invoices/${id}`);
  }
  await ports.superuser(`set session_replication_role = replica`);
  for (const [index, row] of rows.entries()) {
    const { id } = made[index] as { id: number };
    await ports.superuser('update invoice set state = $2, updated_at = $3 where id = $1', [id, row.state, row.at]);
    await ports.superuser(`update tombstone set updated_at = $2 where resource = 'invoice' and record_id = $1`, [
      id,
      row.at,
    ]);
  }
  await ports.superuser(`set session_replication_role = default`);
  return made;
}

describe('What changed since a time', () => {
  let school: SchoolClient;
  let rows: { id: number; uuid: string }[];
  const since = (text: string, more = ''): Promise<Reply> =>
    school.call('GET', `/api/v1/invoices?updated_since=${text}${more}`);
  const shown = ({ body }: Reply) =>
    body.data.map(({ id }: { id: number }) => 'ABCD'[rows.findIndex((row) => row.id === id)]);

  beforeAll(async () => {
    school = await openSchool(ports);
    rows = await stampedInvoices(school, [
      { state: 'draft', at: at(0) },
      { state: 'draft', at: at(1) },
      { state: 'void', at: at(1) },
      { state: 'draft', at: at(2), deleted: true },
    ]);
  });

  it('includes that time, voided records and tombstones, by time and id', async () => {
    const page = await since(at(1));
    expect(shown(page)).toEqual(['B', 'C', 'D']);
    const [, voided, removed] = page.body.data;
    expect(voided.state).toBe('void');
    expect(removed).toEqual({
      id: rows[3]?.id,
      uuid: rows[3]?.uuid,
      deleted: true,
      deleted_at: at(2),
      updated_at: at(2),
    });
    expect(page.body.pagination).toMatchObject({ total: 3, has_more: false });
  });

  it('is only what was removed last, a millisecond later', async () => {
    expect(shown(await since(at(2)))).toEqual(['D']);
  });

  it('is everything since a date long ago', async () => {
    expect(shown(await since('2025-01-01'))).toEqual(['A', 'B', 'C', 'D']);
  });

  it('takes a date as the beginning of that day in UTC', async () => {
    expect(shown(await since(DAY))).toEqual(['A', 'B', 'C', 'D']);
    expect(shown(await since('2026-01-21'))).toEqual([]);
  });

  it.each([
    ['an offset', `${DAY}T13:00:00.001%2B03:00`],
    ['an offset whose plus sign became a space', `${DAY}T13:00:00.001+03:00`],
    ['an offset whose space was encoded', `${DAY}T13:00:00.001%2003:00`],
    ['another offset', `${DAY}T05:00:00.001-05:00`],
    ['more digits than we keep', `${DAY}T10:00:00.0010Z`],
    ['small letters', `${DAY}t10:00:00.001z`],
  ])('may be said with %s', async (_, text) => {
    expect(shown(await since(text))).toEqual(['B', 'C', 'D']);
  });

  it.each([
    'yesterday',
    '',
    '2026-13-01',
    '2026-02-30',
    '2026-01-20T10:00:00',
    '2026-01-20T25:00:00Z',
    '1737367200',
    '20260120',
    '2026-01-20T10:00:00.001%2B0300',
    '0000-01-01',
    '-271821-04-20T00:00:00Z',
    `${DAY}T10:00:00Z[Africa/Nairobi]`,
  ])('refuses %p', async (text) => {
    const { status, body } = await since(text);
    expect({ status, code: body.code, parameter: body.parameter }).toEqual({
      status: 400,
      code: 'invalid_parameter',
      parameter: 'updated_since',
    });
  });

  it('is nothing since the future, and sends a reader whose clock runs ahead back', async () => {
    const page = await since('2099-01-01T00:00:00Z');
    expect(page.status).toBe(200);
    expect(page.body.data).toEqual([]);
    expect(Date.parse(page.body.sync.as_of)).toBeLessThanOrEqual(Date.now());
  });

  it('leaves tombstones out where the whole collection is read', async () => {
    expect(shown(await school.call('GET', '/api/v1/invoices'))).toEqual(['A', 'B', 'C']);
  });

  it('passes filters, but lists every removal', async () => {
    expect(shown(await since(at(0), '&state=void'))).toEqual(['C', 'D']);
  });

  it('may be paged by offset as well', async () => {
    const page = await since(at(0), '&limit=2&offset=2');
    expect(shown(page)).toEqual(['C', 'D']);
    expect(page.body.pagination).toMatchObject({ total: 4, offset: 2, has_more: false });
  });

  it('goes on by a place in the order, inside the window of the first page', async () => {
    const first = await since(at(0), '&limit=2&state=draft,void');
    expect(shown(first)).toEqual(['A', 'B']);
    const next = new URLSearchParams(linksOf(first)['next']?.split('?')[1]);
    expect(Object.fromEntries(next)).toEqual({
      // A sandbox that was never reset: the first generation.
      updated_since: at(1).replace('Z', '001Z'),
      after_id: String(rows[1]?.id),
      updated_before: first.body.sync.as_of,
      state: 'draft,void',
      limit: '2',
    });
    const second = await school.call('GET', linksOf(first)['next'] as string);
    expect(shown(second)).toEqual(['C', 'D']);
    expect(second.body.sync.as_of).toBe(first.body.sync.as_of);
    expect(linksOf(second)['next']).toBeUndefined();
  });

  it('shows no integer id in its links to a client that wants uuids', async () => {
    const first = await since(at(0), '&limit=1&id_format=uuid');
    const next = linksOf(first)['next'] as string;
    const place = new URLSearchParams(next.split('?')[1]).get('after_id') as string;
    expect(place).toMatch(/^[\w-]{20,}$/);
    const { body } = await school.call('GET', next);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([rows[1]?.uuid]);
    const foreign = await school.call('GET', `/api/v1/students?updated_since=2025-01-01&after_id=${place}`);
    expect({ status: foreign.status, parameter: foreign.body.parameter }).toEqual({
      status: 400,
      parameter: 'after_id',
    });
  });

  it('takes updated_before with updated_since only', async () => {
    const { status, body } = await school.call('GET', `/api/v1/invoices?updated_before=${at(1)}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_parameter' });
  });

  it('is refused where removals since then are no longer listed', async () => {
    const forgetful = await openSchool(ports);
    await ports.admin(`insert into sync_window (tenant_id, complete_since) values ($1, '2025-12-01')`, [
      forgetful.institution.id,
    ]);
    const { status, body } = await forgetful.call('GET', '/api/v1/students?updated_since=2025-11-30T23:59:59.999Z');
    expect({ status, code: body.code, oldest: body.oldest_updated_since }).toEqual({
      status: 410,
      code: 'sync_window_expired',
      oldest: '2025-12-01T00:00:00.000Z',
    });
    expect((await forgetful.call('GET', '/api/v1/students?updated_since=2025-12-01')).status).toBe(200);
    expect((await forgetful.call('GET', '/api/v1/students')).status).toBe(200);
  });
});

describe('A reader who follows the links', () => {
  it('misses nothing when a row that was read is touched, and gets it in the next window', async () => {
    const school = await openSchool(ports);
    const rows = await stampedInvoices(
      school,
      [1, 2, 3, 4].map((n) => ({ state: 'draft', at: at(n) })),
    );
    const ids = rows.map(({ id }) => id);
    const idsIn = ({ body }: Reply) => body.data.map(({ id }: { id: number }) => id);

    const first = await school.call('GET', `/api/v1/invoices?updated_since=${DAY}&limit=2`);
    expect(idsIn(first)).toEqual(ids.slice(0, 2));
    await school.changed(`/api/v1/invoices/${ids[0]}`, { payer: { type: 'helb', ref: 'H-1' } });
    const second = await school.call('GET', linksOf(first)['next'] as string);
    expect(idsIn(second)).toEqual(ids.slice(2));
    expect(linksOf(second)['next']).toBeUndefined();
    const window = await school.call('GET', `/api/v1/invoices?updated_since=${first.body.sync.as_of}`);
    expect(idsIn(window)).toEqual([ids[0]]);
  });

  it('has a true copy in the end, whatever changed during the walk', async () => {
    const school = await openSchool(ports);
    const student = await school.aStudent();
    const drafts: number[] = [];
    for (let n = 0; n < 40; n++) drafts.push((await school.anInvoice(student, { issue: false })).id);

    let writing = true;
    const removed = new Set<number>();
    const write = async (worker: number) => {
      for (let n = worker; writing; n += 3) {
        const id = drafts[(n * 7) % drafts.length] as number;
        const path = `/api/v1/invoices/${id}`;
        if (n % 11 === 10) {
          if ((await school.call('DELETE', path)).status === 204) removed.add(id);
        } else if (n % 13 === 12) {
          drafts.push((await school.anInvoice(student, { issue: false })).id);
        } else {
          await school.call('PATCH', path, { body: { payer: { type: 'employer', ref: `${worker}-${n}` } } });
        }
      }
    };
    const copy = new Map<number, number>();
    let since = '2000-01-01';
    const readWindow = async () => {
      let asOf = '';
      for (let path: string | undefined = `/api/v1/invoices?updated_since=${since}&limit=7`; path;) {
        const page: Reply = await school.call('GET', path);
        expect(page.status).toBe(200);
        asOf ||= page.body.sync.as_of;
        for (const row of page.body.data) {
          if (row.deleted) copy.delete(row.id);
          else if (row.version >= (copy.get(row.id) ?? 0)) copy.set(row.id, row.version);
        }
        path = linksOf(page)['next'];
      }
      since = asOf;
    };
    const writers = [0, 1, 2].map(write);
    for (let window = 0; window < 8; window++) await readWindow();
    writing = false;
    await Promise.all(writers);
    // Another writer in this database (a vacuum, say) holds the horizon back for a while: a reader comes again.
    const [end] = await ports.admin<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    );
    do await readWindow();
    while (since <= (end?.at ?? ''));

    const stored = await ports.admin<{ id: string; version: number }>(
      'select id, version from invoice where tenant_id = $1 order by id',
      [school.institution.id],
    );
    expect(removed.size).toBeGreaterThan(0);
    expect(stored.some(({ version }) => version > 2)).toBe(true);
    expect([...copy].toSorted(([a], [b]) => a - b)).toEqual(stored.map(({ id, version }) => [Number(id), version]));
  });
});

describe('A change that is written and not yet committed', () => {
  it('is listed by the next window, though it was stamped before the reader looked', async () => {
    const school = await openSchool(ports);
    const student = await school.aStudent();
    let begun = () => {};
    let end = () => {};
    const writing = new Promise<void>((resolve) => (begun = resolve));
    const emitted = new Promise<void>((resolve) => (end = resolve));
    const writer = ports.database.write(school.institution.id, async ({ sql }) => {
      await sql(`update student set county = 'Kisumu' where id = $1`, [student.id]);
      begun();
      await emitted;
    });
    await writing;
    const listed = await school.got('/api/v1/students');
    const changed = await school.got(`/api/v1/students?updated_since=${student['updated_at']}`);
    end();
    await writer;
    expect(listed.data).toMatchObject([{ id: student.id, county: null }]);
    for (const { sync } of [listed, changed]) {
      const { data } = await school.got(`/api/v1/students?updated_since=${sync.as_of}`);
      expect(data).toMatchObject([{ id: student.id, county: 'Kisumu' }]);
    }
  });
});

describe('What is listed of changes elsewhere', () => {
  it('a payment changes its invoice, and a reversal does again', async () => {
    const school = await openSchool(ports);
    const invoice = await school.anInvoice(await school.aStudent());
    const changesSince = async (since: string) => (await school.got(`/api/v1/invoices?updated_since=${since}`)).data;
    const payment = await school.aPayment(invoice);
    const [paid] = await changesSince(invoice['updated_at']);
    expect(paid).toMatchObject({ id: invoice.id, state: 'partially_paid', paid: 1_000_000 });
    expect(paid.version).toBeGreaterThan(invoice.version);
    await school.changed(`/api/v1/invoices/${invoice.id}/payments/${payment.id}`, {
      action: 'reverse',
      reason: 'Bounced',
    });
    const [reopened] = await changesSince(paid.updated_at);
    expect(reopened).toMatchObject({ id: invoice.id, state: 'issued', paid: 0 });
  });

  it('a payment changes the student whose balance is shown, and an ETag of before is not the one of now', async () => {
    const school = await openSchool(ports);
    const student = await school.aStudent();
    const invoice = await school.anInvoice(student);
    const path = `/api/v1/students/${student.id}`;
    const owing = await school.call('GET', path);
    const since = owing.body.updated_at;
    const ifChanged = async () =>
      school.call('GET', path, { headers: { 'if-none-match': owing.headers.get('etag') ?? '' } });
    expect(owing.body.balance_due).toBe(3_000_000);
    expect((await ifChanged()).status).toBe(304);
    await school.aPayment(invoice);
    expect(await ifChanged()).toMatchObject({
      status: 200,
      body: { balance_due: 2_000_000, version: student.version },
    });
    const { data } = await school.got(`/api/v1/students?updated_since=${since}`);
    expect(data).toMatchObject([{ id: student.id, balance_due: 2_000_000 }]);
    expect(data[0].updated_at > since).toBe(true);
    const patched = await school.call('PATCH', path, {
      body: { county: 'Siaya' },
      headers: { 'if-match': owing.headers.get('etag') ?? '' },
    });
    expect(patched.status).toBe(200);
  });

  it('a programme’s new name changes its students and their enrolments', async () => {
    const school = await openSchool(ports);
    const { student, enrolment } = await school.anEnrolment();
    const before = await school.call('GET', `/api/v1/students/${student.id}`);
    await school.changed(`/api/v1/programmes/${school.school.programme.id}`, { name: 'Computing' });
    const students = await school.got(`/api/v1/students?updated_since=${before.body.updated_at}`);
    expect(students.data).toMatchObject([{ id: student.id, programme: { name: 'Computing' } }]);
    expect(students.data[0].updated_at > before.body.updated_at).toBe(true);
    const enrolments = await school.got(`/api/v1/enrolments?updated_since=${enrolment['updated_at']}`);
    expect(enrolments.data).toMatchObject([{ id: enrolment.id, programme: { name: 'Computing' } }]);
    expect(enrolments.data[0].updated_at > enrolment['updated_at']).toBe(true);
    const after = await school.call('GET', `/api/v1/students/${student.id}`);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('a transfer changes the student and both enrolments, so that a filter by programme misses none', async () => {
    const school = await openSchool(ports);
    const other = await school.made('/api/v1/programmes', {
      code: 'BSC-IT',
      name: 'Information Technology',
      level: 'bachelors',
      duration_terms: 8,
      grading_scale_id: school.school.scale.id,
    });
    const { student, enrolment } = await school.anEnrolment();
    const left = await school.changed(`/api/v1/enrolments/${enrolment.id}`, {
      action: 'transfer',
      programme_id: other.id,
    });
    expect(left).toMatchObject({ state: 'transferred', transferred_to_id: expect.any(Number) });
    const changes = await school.got(`/api/v1/enrolments?updated_since=${enrolment['updated_at']}`);
    expect(changes.data.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual(
      expect.arrayContaining([
        [enrolment.id, 'transferred'],
        [left['transferred_to_id'], 'enrolled'],
      ]),
    );
    const moved = await school.got(`/api/v1/students?updated_since=${student['updated_at']}&programme=BSC-IT`);
    expect(moved.data.map(({ id }: { id: number }) => id)).toEqual([student.id]);
  });

  it('a change of nothing is not listed', async () => {
    const school = await openSchool(ports);
    const student = await school.aStudent();
    const same = await school.changed(`/api/v1/students/${student.id}`, { first_name: 'Achieng', county: null });
    expect(same.version).toBe(student.version);
    expect(same['updated_at']).toBe(student['updated_at']);
  });

  it('an erasure is listed', async () => {
    const school = await openSchool(ports);
    await ports.admin('update api_client set pii = true where id = $1', [school.client.id]);
    const student = await school.aStudent();
    await school.changed(`/api/v1/students/${student.id}`, { action: 'erase' });
    const { data } = await school.got(`/api/v1/students?updated_since=${student['updated_at']}`);
    expect(data).toEqual([
      expect.objectContaining({ id: student.id, erased: true, first_name: 'Erased', guardians: [] }),
    ]);
  });

  it('results are found by unit, whatever clients may see', async () => {
    const school = await openSchool(ports);
    const result = await school.aResult();
    const reader = await ports.openClient(school.institution, ['results:read']);
    const seen = async () =>
      (await ports.call('GET', `/api/v1/results?updated_since=2020-01-01&unit=CSC101`, { token: reader.token })).body
        .data;
    expect(await seen()).toEqual([]);
    await school.changed(`/api/v1/results/${result.id}`, { action: 'submit' });
    await school.changed(`/api/v1/results/${result.id}`, { action: 'publish' });
    expect(await seen()).toEqual([expect.objectContaining({ id: result.id, grade: 'A', total_mark: '76.00' })]);
    expect(SCOPES).toContain('results:read');
  });
});

describe('A programme of a thousand students that is renamed', () => {
  const STUDENTS = 1_000;
  let school: SchoolClient;
  let student: Shown;
  let path: string;
  beforeAll(async () => {
    school = await openSchool(ports);
    student = await school.aStudent();
    path = `/api/v1/programmes/${school.school.programme.id}`;
    await ports.superuser(
      `insert into student (tenant_id, uuid, admission_no, admission_key, pay_code, programme_id, first_name, last_name,
          gender, year_of_study, study_mode, sponsorship_type, guardians, state, erased)
       select tenant_id, gen_random_uuid(), admission_no || '/' || n, admission_key || n, pay_code || n, programme_id,
              first_name, last_name, gender, year_of_study, study_mode, sponsorship_type, guardians, state, erased
         from student cross join generate_series(2, ${STUDENTS}) n where tenant_id = $1 and id = $2`,
      [school.institution.id, student.id],
    );
  });

  const rename = (name: string) => school.changed(path, { name });
  const stampAll = (goesOn: () => boolean = () => true) => ports.app.rounds.setStamps(goesOn);
  /** How many students each transaction has stamped since, the greatest number first. */
  const stampedTogether = async (since: string) =>
    (
      await ports.admin<{ count: number }>(
        `select count(*)::int as count from student where tenant_id = $1 and updated_at >= $2
          group by xmin::text order by 1 desc`,
        [school.institution.id, since],
      )
    ).map(({ count }) => count);
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  /** What a reader has who comes back until nothing is new: the last name of each student's programme, and the time. */
  async function readOn(since: string, names: Map<number, string>): Promise<string> {
    let asOf = since;
    for (let page: string | undefined = `/api/v1/students?updated_since=${since}&limit=500`; page !== undefined;) {
      const reply = await school.call('GET', page);
      for (const { id, programme } of reply.body.data) names.set(id, programme.name);
      asOf = reply.body.sync.as_of;
      page = linksOf(reply)['next'];
    }
    return asOf;
  }

  it('is stamped by two hundred students at most in a write, and a reader of what changed misses none', async () => {
    const names = new Map<number, string>();
    const began = await readOn('2020-01-01', names);
    expect(names.size).toBe(STUDENTS);
    const before = await school.call('GET', `/api/v1/students/${student.id}`);

    await rename('Computing');
    const atOnce = total(await stampedTogether(began));
    expect(atOnce).toBeLessThan(STUDENTS);
    // A reader of one student sees the name immediately, stamped or not.
    const last = Math.max(...names.keys());
    expect((await school.got(`/api/v1/students/${last}`)).programme.name).toBe('Computing');
    expect((await school.call('GET', `/api/v1/students/${student.id}`)).headers.get('etag')).not.toBe(
      before.headers.get('etag'),
    );
    // A reader who comes between rename and stamps has only some, and gets the others when they are stamped.
    let asOf = await readOn(began, names);
    expect([...names.values()].filter((name) => name === 'Computing')).toHaveLength(atOnce);
    let batches = 0;
    await stampAll(() => batches++ === 0);
    expect(total(await stampedTogether(began))).toBeLessThan(STUDENTS);
    asOf = await readOn(asOf, names);
    await stampAll();
    await readOn(asOf, names);
    expect([...names.values()].filter((name) => name === 'Computing')).toHaveLength(STUDENTS);
    const together = await stampedTogether(began);
    expect(total(together)).toBe(STUDENTS);
    expect(Math.max(...together)).toBeLessThanOrEqual(200);
  });

  it('and again, before all are stamped, is stamped from the beginning', async () => {
    await rename('Informatics');
    let batches = 0;
    await stampAll(() => batches++ < 2);
    const names = new Map<number, string>();
    const asOf = await readOn('2020-01-01', names);
    await rename('Computer Science');
    await stampAll();
    const renamed = new Map<number, string>();
    await readOn(asOf, renamed);
    expect(renamed.size).toBe(STUDENTS);
    expect(new Set(renamed.values())).toEqual(new Set(['Computer Science']));
    expect(await ports.admin('select from pending_stamp')).toEqual([]);
  });
});
