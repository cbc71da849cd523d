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

const inDays = (days: number) => Temporal.PlainDate.from(school.today).add({ days }).toString();
const path = (invoice: Shown) => `/api/v1/invoices/${invoice.id}`;
const read = (invoice: Shown) => school.got(path(invoice));

describe('An invoice', () => {
  it('is a draft without a number until it is issued', async () => {
    const { student, enrolment } = await school.anEnrolment();
    const { status, body, headers } = await school.call('POST', '/api/v1/invoices', {
      body: {
        student_id: student.uuid,
        enrolment_id: enrolment.uuid,
        term_id: school.school.term.uuid,
        due_date: inDays(30),
        currency: 'KES',
        payer: { type: 'helb', ref: 'H-77' },
        lines: [
          { code: 'T', description: 'Tuition', fee_category: 'tuition', amount: 3_000_001, discount_percent: '12.5' },
          { description: 'Library', fee_category: 'library', amount: 50_000, discount: 10_000, priority: 5 },
        ],
      },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/invoices/${body.id}`);
    expect(body).toMatchObject({
      number: null,
      pay_code: null,
      issue_date: null,
      student_id: student.id,
      enrolment_id: enrolment.id,
      term_id: school.school.term.id,
      currency: 'KES',
      payer: { type: 'helb', ref: 'H-77' },
      lines: [
        { code: 'T', amount: 3_000_001, discount: 375_000, priority: 20, paid: 0 },
        { code: null, amount: 50_000, discount: 10_000, priority: 5, paid: 0 },
      ],
      subtotal: 3_050_001,
      discount_total: 385_000,
      total: 2_665_001,
      balance: 2_665_001,
      overdue: false,
      state: 'draft',
      available_actions: ['issue', 'void'],
    });
    const issued = await school.changed(`/api/v1/invoices/${body.uuid}`, { action: 'issue' });
    expect(issued).toMatchObject({
      state: 'issued',
      number: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
      pay_code: expect.stringMatching(/^[A-Z0-9]{1,12}$/),
      issue_date: school.today,
      version: 2,
      available_actions: ['void', 'write_off'],
    });
    const inUuids = await school.got(`/api/v1/invoices/${body.id}?id_format=uuid`);
    expect(inUuids.id).toBe(body.uuid);
    for (const line of inUuids.lines) expect(line.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes its lines from a fee structure', async () => {
    const structure = await school.made('/api/v1/fee_structures', {
      name: 'Semester 2',
      programme_id: school.school.programme.id,
      academic_year_id: school.school.year.uuid,
      term_id: school.school.term.id,
      components: [
        { description: 'Tuition', fee_category: 'tuition', amount: 3_000_000 },
        { description: 'Examination', fee_category: 'examination', amount: 200_000 },
      ],
    });
    const invoice = await school.anInvoice(await school.aStudent(), {
      lines: undefined,
      fee_structure_id: structure.uuid,
    });
    expect(invoice).toMatchObject({ fee_structure_id: structure.id, total: 3_200_000, state: 'issued' });
  });

  it.each([
    ['without lines', { lines: undefined }, '#/lines', 'length'],
    ['with an empty list of lines', { lines: [] }, '#/lines', 'length'],
    ['due yesterday', { due_date: '2020-01-01' }, '#/due_date', 'before_issue'],
    ['of nobody', { student_id: 999_999 }, '#/student_id', 'unknown'],
    ['in dollars', { currency: 'USD' }, '#/currency', 'choice'],
    [
      'of cents that are none',
      { lines: [{ description: 'T', fee_category: 'tuition', amount: 1.5 }] },
      '#/lines/0/amount',
      'type',
    ],
    ['of nothing', { lines: [{ description: 'T', fee_category: 'tuition', amount: 0 }] }, '#/lines/0/amount', 'range'],
    [
      'with more off than there is',
      { lines: [{ description: 'T', fee_category: 'tuition', amount: 100, discount: 101 }] },
      '#/lines/0/discount',
      'range',
    ],
    [
      'with two kinds of discount',
      { lines: [{ description: 'T', fee_category: 'tuition', amount: 100, discount: 1, discount_percent: '1' }] },
      '#/lines/0/discount_percent',
      'ambiguous',
    ],
    ['with a total of one’s own', { total: 5 }, '#/total', 'unknown_field'],
  ])('%s is refused', async (_, differing, pointer, code) => {
    const student = await school.aStudent();
    const { status, body } = await school.call('POST', '/api/v1/invoices', {
      body: {
        student_id: student.id,
        due_date: inDays(30),
        lines: [{ description: 'Tuition', fee_category: 'tuition', amount: 100 }],
        ...differing,
      },
    });
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ pointer, code, detail: expect.any(String) });
  });

  it('is changed while it is a draft, and by nothing but credit notes later', async () => {
    const draft = await school.anInvoice(await school.aStudent(), { issue: false });
    const changed = await school.changed(path(draft), {
      due_date: inDays(60),
      lines: [{ description: 'Transport', fee_category: 'transport', amount: 70_000 }],
    });
    expect(changed).toMatchObject({ due_date: inDays(60), total: 70_000, version: 2 });
    await school.changed(path(draft), { action: 'issue' });
    const late = await school.call('PATCH', path(draft), { body: { due_date: inDays(90) } });
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_state_transition', current_state: 'issued' } });
  });

  it('is voided with a reason while nothing was paid', async () => {
    const invoice = await school.anInvoice(await school.aStudent());
    expect((await school.call('PATCH', path(invoice), { body: { action: 'void' } })).body.errors).toEqual([
      expect.objectContaining({ pointer: '#/reason', code: 'required' }),
    ]);
    const voided = await school.changed(path(invoice), { action: 'void', reason: 'Wrong student' });
    expect(voided).toMatchObject({ state: 'void', void_reason: 'Wrong student', voided_at: expect.any(String) });

    const paid = await school.anInvoice(await school.aStudent());
    await school.aPayment(paid);
    const refused = await school.call('PATCH', path(paid), { body: { action: 'void', reason: 'x' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'invoice_has_payments', paid: 1_000_000 } });
    const written = await school.changed(path(paid), { action: 'write_off', reason: 'Uncollectable' });
    expect(written).toMatchObject({ state: 'written_off', write_off_reason: 'Uncollectable', paid: 1_000_000 });
  });

  it('is not voided or written off while a school-fee loan has reserved it', async () => {
    const invoice = await school.anInvoice(await school.aStudent());
    await ports.admin(
      `insert into invoice_reservation (tenant_id, uuid, invoice_id, loan_uuid, amount, expires_at, state)
       values ($1, gen_random_uuid(), $2, gen_random_uuid(), 100, now() + interval '1 day', 'held')`,
      [school.institution.id, invoice.id],
    );
    const refused = await school.call('PATCH', path(invoice), { body: { action: 'void', reason: 'x' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'invoice_reserved_by_loan' } });
  });

  it('is deleted while it is a draft, and leaves a tombstone', async () => {
    const draft = await school.anInvoice(await school.aStudent(), { issue: false });
    const stale = await school.call('DELETE', path(draft), { headers: { 'if-match': '"v9"' } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    const { status, text } = await school.call('DELETE', path(draft), {
      key: 'discard',
      headers: { 'if-match': '"v1"' },
    });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    const again = await school.call('DELETE', path(draft), { key: 'discard', headers: { 'if-match': '"v1"' } });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
    expect((await school.call('GET', path(draft))).status).toBe(404);
    expect((await school.call('DELETE', path(draft))).status).toBe(404);
    const { data } = await school.got(`/api/v1/invoices?updated_since=${draft['updated_at']}`);
    expect(data).toContainEqual({
      id: draft.id,
      uuid: draft.uuid,
      deleted: true,
      deleted_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const issued = await school.anInvoice(await school.aStudent());
    const refused = await school.call('DELETE', path(issued));
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state_transition', current_state: 'issued' } });
  });

  it('is found by student, state, due date and what is overdue', async () => {
    const student = await school.aStudent();
    const early = await school.anInvoice(student, { due_date: inDays(5) });
    const late = await school.anInvoice(student, { due_date: inDays(50) });
    await ports.admin('update invoice set due_date = $2 where id = $1', [early.id, inDays(-3)]);
    const found = async (query: string) =>
      (await school.got(`/api/v1/invoices?student_id=${student.id}&${query}`)).data.map(({ id }: Shown) => id);
    expect(await found('state=issued')).toEqual([early.id, late.id]);
    expect(await found('overdue=true')).toEqual([early.id]);
    expect(await found('overdue=false')).toEqual([late.id]);
    expect(await found(`due_before=${school.today}`)).toEqual([early.id]);
    expect(await found(`due_after=${school.today}`)).toEqual([late.id]);
    expect(await found(`admission_no=${encodeURIComponent(student['admission_no'])}&programme=BSC-CS`)).toEqual([
      early.id,
      late.id,
    ]);
    expect((await read(early)).overdue).toBe(true);
    for (const query of ['overdue=yes', 'due_before=2026-02-30', 'due_after=0000-01-01', 'student_id=0']) {
      expect((await school.call('GET', `/api/v1/invoices?${query}`)).status).toBe(400);
    }
  });
});

describe('Money for a student', () => {
  it('fills the named invoice, then the oldest, and is credit for the rest: the worked example', async () => {
    const student = await school.aStudent();
    const first = await school.anInvoice(student, { due_date: inDays(10) });
    const line = (amount: number) => ({ lines: [{ description: 'Fees', fee_category: 'tuition', amount }] });
    const second = await school.anInvoice(student, { due_date: inDays(40), ...line(2_000_000) });

    const p1 = await school.aPayment(first, { amount: 3_500_000 });
    expect(p1).toMatchObject({
      invoice_id: first.id,
      student_id: student.id,
      state: 'allocated',
      allocated: 3_500_000,
      unapplied: 0,
      allocations: [
        { invoice_id: first.id, line_id: first['lines'][0].id, amount: 3_000_000 },
        { invoice_id: second.id, line_id: second['lines'][0].id, amount: 500_000 },
      ],
    });
    expect(await read(first)).toMatchObject({ state: 'paid', balance: 0 });
    expect(await read(second)).toMatchObject({ state: 'partially_paid', balance: 1_500_000 });

    const p2 = await school.aPayment(second, { amount: 2_000_000 });
    expect(p2).toMatchObject({ state: 'partly_allocated', allocated: 1_500_000, unapplied: 500_000 });
    expect(await read(second)).toMatchObject({ state: 'paid' });
    expect(await school.got(`/api/v1/students/${student.id}`)).toMatchObject({
      balance_due: 0,
      credit_balance: 500_000,
    });

    const third = await school.anInvoice(student, { due_date: inDays(70), ...line(400_000) });
    expect(third).toMatchObject({ state: 'paid', paid: 400_000 });
    expect(await school.got(`/api/v1/students/${student.id}`)).toMatchObject({ credit_balance: 100_000 });

    const reversed = await school.changed(`${path(first)}/payments/${p1.id}`, { action: 'reverse', reason: 'Bounced' });
    expect(reversed).toMatchObject({
      state: 'reversed',
      allocations: [],
      allocated: 0,
      reversal_reason: 'Bounced',
      available_actions: [],
    });
    expect(await read(first)).toMatchObject({ state: 'issued', balance: 3_000_000 });
    expect(await read(second)).toMatchObject({ state: 'partially_paid', balance: 500_000 });
    expect(await read(third)).toMatchObject({ state: 'paid' });
  });

  it('is booked once by its reference', async () => {
    const invoice = await school.anInvoice(await school.aStudent());
    const paid = await school.aPayment(invoice, { method: 'mpesa_paybill', reference: 'SFC1A2B3C4' });
    for (const method of ['mpesa_paybill', 'mpesa_stk']) {
      const { status, body } = await school.call('POST', `${path(invoice)}/payments`, {
        body: { amount: 1, method, reference: 'sfc1a2b3c4', paid_at: ports.app.clock().toString() },
      });
      expect({ status, code: body.code, existing: body.existing_id }).toEqual({
        status: 409,
        code: 'duplicate_payment_reference',
        existing: paid.id,
      });
    }
  });

  it('goes where the payer says, by id or uuid', async () => {
    const student = await school.aStudent();
    const two = { lines: [1, 2].map((n) => ({ description: `Part ${n}`, fee_category: 'tuition', amount: 500_000 })) };
    const invoice = await school.anInvoice(student, two);
    const [, second] = (await school.got(`${path(invoice)}?id_format=uuid`)).lines;
    const paid = await school.aPayment(invoice, {
      amount: 200_000,
      allocations: [{ invoice_id: invoice.uuid, line_id: second.id.toUpperCase(), amount: 200_000 }],
    });
    expect(paid['allocations']).toEqual([{ invoice_id: invoice.id, line_id: invoice['lines'][1].id, amount: 200_000 }]);
    const wrong = await school.call('POST', `${path(invoice)}/payments`, {
      body: {
        amount: 5,
        method: 'bank',
        reference: 'WRONG-LINE',
        paid_at: ports.app.clock().toString(),
        allocations: [{ invoice_id: invoice.id, line_id: invoice.uuid, amount: 5 }],
      },
    });
    expect(wrong.body).toMatchObject({ code: 'unknown_reference', errors: [{ pointer: '#/allocations/0/line_id' }] });
  });

  it.each([
    ['a loan, which is booked by its disbursement', { method: 'loan' }, '#/method'],
    ['nothing', { amount: 0 }, '#/amount'],
    ['the future', { paid_at: '2099-01-01T00:00:00Z' }, '#/paid_at'],
    ['no time', { paid_at: '2026-01-01' }, '#/paid_at'],
    ['no reference', { reference: undefined }, '#/reference'],
    ['a member that is not there', { payer_member_id: 999_999 }, '#/payer_member_id'],
    ['too much, where no credit is wanted', { amount: 3_000_001, allow_credit: false }, '#/amount'],
    ['kinds of charges that there are not', { categories: ['snacks'] }, '#/categories/0'],
  ])('is refused of %s', async (_, differing, pointer) => {
    const invoice = await school.anInvoice(await school.aStudent());
    const { status, body } = await school.call('POST', `${path(invoice)}/payments`, {
      body: { amount: 100, method: 'bank', reference: 'R-1', paid_at: ports.app.clock().toString(), ...differing },
    });
    expect(status).toBe(422);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });

  it('is refused by an invoice that takes none', async () => {
    const student = await school.aStudent();
    const pay = (invoice: Shown) =>
      school.call('POST', `${path(invoice)}/payments`, {
        body: { amount: 100, method: 'bank', reference: `X-${invoice.id}`, paid_at: ports.app.clock().toString() },
      });
    const draft = await school.anInvoice(student, { issue: false });
    expect(await pay(draft)).toMatchObject({
      status: 409,
      body: { code: 'invoice_not_payable', current_state: 'draft' },
    });
    const settled = await school.anInvoice(student);
    await school.aPayment(settled, { amount: 3_000_000 });
    expect(await pay(settled)).toMatchObject({ status: 409, body: { code: 'invoice_already_settled' } });
  });

  it('is listed with its invoice, and found there alone', async () => {
    const student = await school.aStudent();
    const invoice = await school.anInvoice(student);
    const other = await school.anInvoice(await school.aStudent());
    const paidAt = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' });
    const { status, body, headers } = await school.call(
      'POST',
      `/api/v1/invoices/${invoice.uuid}/payments?id_format=uuid`,
      {
        body: { amount: 100, method: 'cheque', reference: 'CHQ-9', paid_at: paidAt },
      },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      invoice_id: invoice.uuid,
      student_id: student.uuid,
      paid_at: paidAt,
    });
    expect(headers.get('location')).toBe(`/api/v1/invoices/${invoice.uuid}/payments/${body.uuid}`);
    expect(await school.got(`${headers.get('location')}?id_format=uuid`)).toEqual(body);
    const { data, pagination } = await school.got(`${path(invoice)}/payments?state=allocated`);
    expect(data.map(({ uuid }: Shown) => uuid)).toEqual([body.uuid]);
    expect(pagination.total).toBe(1);
    expect((await school.got(`${path(other)}/payments`)).data).toEqual([]);
    for (const id of [data[0].id, body.uuid]) {
      expect((await school.call('GET', `${path(other)}/payments/${id}`)).status).toBe(404);
      const foreign = await school.call('PATCH', `${path(other)}/payments/${id}`, {
        body: { action: 'reverse', reason: 'x' },
      });
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found', resource: 'payment' } });
    }
  });

  it('is reversed by who has seen the latest version only, and once', async () => {
    const invoice = await school.anInvoice(await school.aStudent());
    const payment = await school.aPayment(invoice);
    const reverse = (etag?: string) =>
      school.call('PATCH', `${path(invoice)}/payments/${payment.uuid}`, {
        body: { action: 'reverse', reason: 'x' },
        ...(etag ? { headers: { 'if-match': etag } } : {}),
      });
    expect(await reverse('"v99"')).toMatchObject({ status: 412 });
    expect(await reverse(`"v${payment.version}"`)).toMatchObject({ status: 200 });
    expect(await reverse()).toMatchObject({ status: 409, body: { code: 'invalid_state_transition' } });
  });
});

describe('A credit note', () => {
  it('lowers what is owed, never the lines', async () => {
    const invoice = await school.anInvoice(await school.aStudent());
    const { status, body, headers } = await school.call('POST', `${path(invoice)}/credit_notes`, {
      body: { amount: 1_000_000, reason: 'Charged twice' },
      headers: { 'if-match': '"v1"' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      invoice_id: invoice.id,
      amount: 1_000_000,
      reason: 'Charged twice',
      issued_on: school.today,
      number: expect.stringMatching(/\d{4}-\d{6}$/),
    });
    expect(headers.get('location')).toBe(`/api/v1/invoices/${invoice.id}/credit_notes/${body.id}`);
    expect(await school.got(headers.get('location') as string)).toEqual(body);
    expect(await read(invoice)).toMatchObject({ credited: 1_000_000, balance: 2_000_000, lines: invoice['lines'] });
    expect((await school.got(`${path(invoice)}/credit_notes`)).data).toEqual([body]);

    const stale = await school.call('POST', `${path(invoice)}/credit_notes`, {
      body: { amount: 1, reason: 'x' },
      headers: { 'if-match': '"v1"' },
    });
    expect(stale).toMatchObject({ status: 412, body: { current_etag: '"v2"' } });
    const tooMuch = await school.call('POST', `${path(invoice)}/credit_notes`, {
      body: { amount: 2_000_001, reason: 'x' },
    });
    expect(tooMuch).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/amount' }] } });
    await school.made(`${path(invoice)}/credit_notes`, { amount: 2_000_000, reason: 'The rest' });
    expect(await read(invoice)).toMatchObject({ state: 'paid', balance: 0 });
    const late = await school.call('POST', `${path(invoice)}/credit_notes`, { body: { amount: 1, reason: 'x' } });
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_state_transition' } });
  });
});
