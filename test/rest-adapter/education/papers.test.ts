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

const row = (student: Shown, enrolment: Shown, more: object = {}) => ({
  student_id: student.id,
  enrolment_id: enrolment.id,
  unit_id: school.school.units[0].id,
  components: [{ kind: 'exam', label: 'Exam', max_score: '100', score: '61', weight_bp: 10_000 }],
  ...more,
});
const bulk = (results: object[], key?: string) =>
  school.call('POST', '/api/v1/results/bulk', { body: { results }, ...(key ? { key } : {}) });

describe('Results in bulk', () => {
  it('stand each for itself: what is wrong with one keeps none of the others', async () => {
    const [one, two] = [await school.anEnrolment(), await school.anEnrolment()];
    const { status, body } = await bulk([
      row(one.student, one.enrolment),
      row(one.student, one.enrolment),
      row(two.student, one.enrolment),
      row(two.student, two.enrolment, { unit_id: '0198c0de-0000-7000-8000-000000000009' }),
      row(two.student, two.enrolment, {
        student_id: two.student.uuid,
        enrolment_id: two.enrolment.uuid,
        unit_id: school.school.units[1].uuid,
      }),
      row(two.student, two.enrolment, {
        components: [{ kind: 'exam', label: 'Exam', max_score: '100', score: '101', weight_bp: 10_000 }],
      }),
    ]);
    expect(status).toBe(207);
    expect([body.created, body.refused]).toEqual([2, 4]);
    expect(body.data.map(({ index, status: of, problem }: Shown) => [index, of, problem?.code ?? null])).toEqual([
      [0, 201, null],
      [1, 409, 'result_exists'],
      [2, 422, 'validation_failed'],
      [3, 422, 'unknown_reference'],
      [4, 201, null],
      [5, 422, 'validation_failed'],
    ]);
    expect(body.data[1].problem).toMatchObject({ row: 0 });
    expect(body.data[3].problem.errors).toMatchObject([{ pointer: '#/unit_id' }]);
    expect(body.data[4].result).toMatchObject({ state: 'draft', total_mark: '61.00', student_id: two.student.id });
    const list = await school.got(`/api/v1/results?student_id=${two.student.id}`);
    expect(list.data).toHaveLength(1);
  });

  it('are refused alone where a row has a missing or wrong field, and the others are opened', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const { student_id: _, ...incomplete } = row(student, enrolment);
    const { status, body } = await bulk([
      incomplete,
      row(student, enrolment, { unit_id: 'none', surname: 'x' }),
      'no row' as unknown as object,
      row(student, enrolment, { grade: 'A\u202e' }),
      row(student, enrolment),
    ]);
    expect(status).toBe(207);
    expect(body.data.map((each: Shown) => [each.status, each.problem?.code ?? null])).toEqual([
      [422, 'validation_failed'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
      [201, null],
    ]);
    expect(body.data.map((each: Shown) => each.problem?.errors.map(({ pointer }: Shown) => pointer))).toEqual([
      ['#/student_id'],
      expect.arrayContaining(['#/unit_id', '#/surname']),
      ['#'],
      ['#/grade'],
      undefined,
    ]);
  });

  it('are created once, however often the request is repeated', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const rows = [row(student, enrolment), row(student, enrolment, { unit_id: school.school.units[1].id })];
    const first = await bulk(rows, 'bulk-1');
    const again = await bulk(rows, 'bulk-1');
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.body.created).toBe(2);
    const repeated = await bulk(rows);
    expect(repeated.body.data.map((each: Shown) => [each.status, each.problem.code])).toEqual([
      [409, 'result_exists'],
      [409, 'result_exists'],
    ]);
  });

  it('two requests for the same at the same time make each of them once', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const rows = [row(student, enrolment), row(student, enrolment, { unit_id: school.school.units[1].id })];
    const [a, b] = await Promise.all([bulk(rows), bulk(rows)]);
    expect(a.body.created + b.body.created).toBe(2);
  });

  it('are 1 to 500, or refused as a whole', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const many = Array.from({ length: 501 }, () => ({ ...row(student, enrolment), components: [] }));
    for (const rows of [[], many]) {
      const { status, body } = await bulk(rows);
      expect([status, body.code]).toEqual([422, 'validation_failed']);
    }
  });
});

describe('A student’s statement', () => {
  it('lists what was owed and paid, line by line, and ends in what is owed now', async () => {
    const student = await school.aStudent();
    const invoice = await school.anInvoice(student, { issue: true });
    const { total } = invoice;
    const payment = await school.aPayment(invoice, { amount: 1_000 });
    await school.made(`/api/v1/invoices/${invoice.id}/credit_notes`, { amount: 500, reason: 'Wrong line' });
    await school.call('PATCH', `/api/v1/invoices/${invoice.id}/payments/${payment.id}`, {
      body: { action: 'reverse', reason: 'Bounced' },
    });
    const statement = await school.got(`/api/v1/students/${student.uuid}/statement`);
    expect(statement).toMatchObject({ student_id: student.id, opening_balance: 0, cut: false, from: null, to: null });
    const lines = statement.lines.map(({ type, debit, credit }: Shown) => [type, debit, credit]);
    expect(lines).toHaveLength(4);
    expect(lines).toEqual(
      expect.arrayContaining([
        ['invoice', total, 0],
        ['payment', 0, 1_000],
        ['credit_note', 0, 500],
        ['reversal', 1_000, 0],
      ]),
    );
    expect(statement.lines[0]).toMatchObject({ type: expect.stringMatching(/invoice|payment/) });
    const { balance_due: due, credit_balance: credit } = await school.got(`/api/v1/students/${student.id}`);
    expect(statement.closing_balance).toBe(due - credit);
    expect(statement.closing_balance).toBe(total - 500);

    const later = await school.got(`/api/v1/students/${student.id}/statement?from=2099-01-01`);
    expect(later).toMatchObject({ opening_balance: total - 500, lines: [], closing_balance: total - 500 });
    const before = await school.got(`/api/v1/students/${student.id}/statement?to=2020-01-01`);
    expect(before).toMatchObject({ opening_balance: 0, lines: [], closing_balance: 0 });
  });

  it('ends in nothing where the invoice was a mistake', async () => {
    const student = await school.aStudent();
    const voided = await school.anInvoice(student, { issue: true });
    await school.changed(`/api/v1/invoices/${voided.id}`, { action: 'void', reason: 'Entered twice' });
    const created = await school.anInvoice(student, { issue: true });
    await school.aPayment(created, { amount: 100 });
    await school.changed(`/api/v1/invoices/${created.id}`, { action: 'write_off', reason: 'Left' });
    const statement = await school.got(`/api/v1/students/${student.id}/statement`);
    expect(statement.lines.map(({ type }: Shown) => type).toSorted()).toEqual([
      'invoice',
      'invoice',
      'payment',
      'void',
      'write_off',
    ]);
    expect(statement.closing_balance).toBe(0);
  });

  it.each(['from=2026-02-30', 'from=yesterday', 'from=2026-03-01&to=2026-02-01', 'form=2026-01-01'])(
    'of %s is refused',
    async (query) => {
      const student = await school.aStudent();
      const { status, body } = await school.call('GET', `/api/v1/students/${student.id}/statement?${query}`);
      expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    },
  );
});

describe('A student’s transcript', () => {
  it('shows what is published, by term, with the averages of what counts', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const scores = ['76', '56'];
    for (const [n, unit] of school.school.units.entries()) {
      const made = await school.made(
        '/api/v1/results',
        row(student, enrolment, {
          unit_id: unit.id,
          components: [{ kind: 'exam', label: 'Exam', max_score: '100', score: scores[n], weight_bp: 10_000 }],
        }),
      );
      for (const action of ['submit', 'publish']) await school.changed(`/api/v1/results/${made.id}`, { action });
    }
    const where = `/api/v1/students/${student.id}/transcript`;
    const transcript = await school.got(where);
    expect(transcript).toMatchObject({
      admission_no: student['admission_no'],
      mean: '66.00',
      honours: 'second_class_upper',
      kcse: null,
      incomplete: false,
    });
    expect(transcript.terms).toHaveLength(1);
    expect(transcript.terms[0]).toMatchObject({ academic_year: '2025/2026', term: 'Semester 2', mean: '66.00' });
    expect(transcript.terms[0].results.map(({ unit, grade }: Shown) => [unit.code, grade])).toEqual([
      ['CSC101', 'A'],
      ['CSC102', 'C'],
    ]);
    const [first] = transcript.terms[0].results;
    await school.changed(`/api/v1/results/${first.id}`, { action: 'withhold', reason: 'fees' });
    expect(await school.got(where)).toMatchObject({ mean: '56.00', incomplete: true });
    expect((await school.got(`${where}?from=2099-01-01`)).terms).toEqual([]);
  });
});
