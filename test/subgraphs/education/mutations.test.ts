import { asOwner } from '#platform/cli/owner.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { Caller } from '#platform/auth/caller.ts';
import { openEducationGraph, type EducationGraph } from '#test/support/education-graph.ts';
import type { Json } from '#test/support/subgraph-client.ts';

let graph: EducationGraph;
let programmeId: string;
let academicYearId: string;
let termId: string;
let unitIds: string[];
let memberId: string;
beforeAll(async () => {
  graph = await openEducationGraph();
  const { testApp, school, uuidOf } = graph;
  [programmeId, academicYearId, termId, memberId] = await Promise.all([
    uuidOf('programme', school.programmeId),
    uuidOf('academic_year', school.yearId),
    uuidOf('term', school.termId),
    uuidOf('member', testApp.memberId),
  ]);
  unitIds = await Promise.all(school.unitIds.map((id) => uuidOf('unit', id)));
});
afterAll(() => graph.close());

/** Carries a mutation out and gives its payload. */
async function carryOut(
  name: string,
  input: object,
  show: string,
  more: { key?: string; version?: number; caller?: Caller } = {},
): Promise<Json> {
  const { caller, key, version } = more;
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const versioned = version === undefined ? ['', ''] : [', $version: Int', ', version: $version'];
  const query = `mutation($input: ${type}, $key: String${versioned[0]}) {
    ${name}(input: $input, idempotencyKey: $key${versioned[1]}) { ${show} userErrors { code message path } }
  }`;
  return (await graph.query(query, { input, key, version }, caller))[name];
}
/** The same, or the test fails with the refusal. */
async function done(name: string, input: object, show: string): Promise<Json> {
  const { userErrors, ...payload } = await carryOut(name, input, show);
  expect([name, userErrors]).toEqual([name, []]);
  return Object.values(payload)[0];
}
const refusal = async (name: string, input: object, show = '__typename', more = {}) =>
  (await carryOut(name, input, show, more)).userErrors.map(({ code, path }: Json) => [code, path?.join('.') ?? null]);

const register = async (details: object = {}) =>
  done(
    'registerStudent',
    { firstName: 'Amina', lastName: 'Wanjiru', programmeId, ...details },
    'student { id version }',
  );
const enrol = async (studentId: string, period: object = { termId }) =>
  done(
    'enrolStudent',
    {
      studentId,
      programmeId,
      academicYearId,
      ...period,
      yearOfStudy: 1,
      units: [{ unitId: unitIds[0] }],
      enrolledOn: graph.today.toString(),
    },
    'enrolment { id state }',
  );
const active = async (details: object = {}) => {
  const { id: studentId } = await register(details);
  await done('admitStudent', { studentId }, 'student { state }');
  const { id: enrolmentId } = await enrol(studentId);
  await done('confirmEnrolment', { enrolmentId }, 'enrolment { state }');
  return { studentId, enrolmentId } as { studentId: string; enrolmentId: string };
};
const inDays = (days: number) => graph.today.add({ days }).toString();
const line = (amount: number, more: object = {}) => ({
  description: 'Tuition',
  feeCategory: 'TUITION',
  amount,
  ...more,
});
const issued = async (studentId: string, amount: number): Promise<string> => {
  const input = { studentId, dueDate: inDays(30), lines: [line(amount)], issue: true };
  return (await done('draftInvoice', input, 'invoice { id }')).id;
};
const components = (exam: string | null) => [
  { kind: 'CAT', label: 'CAT 1', maxScore: '30', score: '24', weightBp: 3000 },
  { kind: 'EXAM', label: 'Exam', maxScore: '70', score: exam, weightBp: 7000 },
];
const submitted = async (enrolmentId: string, unit = 0): Promise<string> => {
  const input = { enrolmentId, unitId: unitIds[unit], components: components('52') };
  const { id: resultId } = await done('recordResult', input, 'result { id state }');
  await done('submitResult', { resultId }, 'result { state }');
  return resultId;
};

describe('The life of a student in the graph', () => {
  it('begins with an application and goes through every step', async () => {
    const student = await done(
      'registerStudent',
      {
        firstName: 'Amina',
        lastName: 'Hassan',
        programmeId,
        dateOfBirth: '1999-02-03',
        nationalId: '31234567',
        phone: '+254722000999',
        guardians: [{ name: 'Wanjiku Kamau', relationship: 'aunt', memberId }],
      },
      'student { id state admissionNo nationalId phone studyMode guardians { name primary member { id } } version availableActions }',
    );
    expect(student).toEqual({
      id: expect.any(String),
      state: 'APPLICANT',
      admissionNo: expect.stringMatching(/^BSC-CS\//),
      nationalId: '31234567',
      phone: '+254722000999',
      studyMode: 'FULL_TIME',
      guardians: [{ name: 'Wanjiku Kamau', primary: false, member: { id: memberId } }],
      version: 1,
      availableActions: ['EDIT', 'ADMIT', 'RECORD_DEATH', 'ERASE'],
    });
    const studentId = student.id;
    const changed = await done(
      'changeStudent',
      { studentId, lastName: 'Hassan Ali', phone: null, gender: null, yearOfStudy: 2 },
      'student { firstName lastName phone gender yearOfStudy version }',
    );
    expect(changed).toEqual({
      firstName: 'Amina',
      lastName: 'Hassan Ali',
      phone: null,
      gender: 'UNDISCLOSED',
      yearOfStudy: 2,
      version: 2,
    });
    await done('admitStudent', { studentId }, 'student { state }');
    const { id: enrolmentId } = await enrol(studentId);
    await done('confirmEnrolment', { enrolmentId }, 'enrolment { state }');
    const states: string[] = [];
    for (const [step, more] of [
      ['deferStudent', { until: inDays(90), reason: 'illness' }],
      ['resumeStudent', {}],
      ['suspendStudent', { reason: 'A matter of discipline' }],
      ['reinstateStudent', {}],
      ['withdrawStudent', { reason: 'Moved abroad' }],
      ['readmitStudent', {}],
    ] as const) {
      states.push((await done(step, { studentId, ...more }, 'student { state stateReason }')).state);
    }
    expect(states).toEqual(['DEFERRED', 'ACTIVE', 'SUSPENDED', 'ACTIVE', 'WITHDRAWN', 'ADMITTED']);
    expect((await done('recordStudentDeath', { studentId }, 'student { state }')).state).toBe('DECEASED');
  });

  it('ends with an award once every core unit is passed', async () => {
    const { studentId, enrolmentId } = await active();
    expect(await refusal('completeStudent', { studentId })).toEqual([['units_outstanding', null]]);
    const resultIds = [await submitted(enrolmentId, 0), await submitted(enrolmentId, 1)];
    await done('publishResults', { resultIds }, 'results { id state }');
    expect((await done('completeStudent', { studentId }, 'student { state }')).state).toBe('COMPLETED');
    await issued(studentId, 100);
    expect(await refusal('graduateStudent', { studentId })).toEqual([['balance_outstanding', null]]);
    const input = { studentId, overrideReason: 'A bursary is on its way' };
    const graduated = await done('graduateStudent', input, 'student { state stateReason }');
    expect(graduated).toEqual({ state: 'GRADUATED', stateReason: 'A bursary is on its way' });
  });

  it('may end by the school’s decision', async () => {
    const { studentId, enrolmentId } = await active();
    const show = 'student { state enrolments { nodes { id state } } }';
    const student = await done('discontinueStudent', { studentId, reason: 'Not seen for a year' }, show);
    expect(student).toEqual({
      state: 'DISCONTINUED',
      enrolments: { nodes: [{ id: enrolmentId, state: 'DISCONTINUED' }] },
    });
  });

  it('is erased by a client that is trusted with personal data only', async () => {
    const { id: studentId } = await register({ nationalId: '39999999' });
    expect(await refusal('eraseStudent', { studentId })).toEqual([['insufficient_scope', null]]);
    const trusted = { ...graph.testApp.client.caller, pii: true };
    const { student } = await carryOut('eraseStudent', { studentId }, 'student { erased nationalId }', {
      caller: trusted,
    });
    expect(student).toEqual({ erased: true, nationalId: null });
    expect(await refusal('eraseStudent', { studentId }, '__typename', { caller: trusted })).toEqual([
      ['student_erased', null],
    ]);
  });

  it('is not erased while an enrolment runs, and by two people where the institution has four eyes', async () => {
    const trusted = { ...graph.testApp.client.caller, pii: true };
    const { studentId: busy } = await active();
    const more = { caller: trusted };
    expect(await refusal('eraseStudent', { studentId: busy }, '__typename', more)).toEqual([
      ['personal_data_kept', null],
    ]);
    const { id: studentId } = await register();
    const { settings, tenantId, internals } = graph.testApp;
    const set = async (fourEyes: boolean) => {
      await asOwner(settings.adminUrl, (owner) =>
        owner.query('update tenant set four_eyes = $2 where id = $1', [tenantId, fourEyes]),
      );
      internals.tenants.forget(tenantId);
    };
    await set(true);
    const input = { studentId, reason: 'Her family asked for it.' };
    const proposed = await carryOut('eraseStudent', input, 'student { id } proposal { id }', more);
    expect(proposed).toEqual({ student: null, proposal: { id: expect.any(String) }, userErrors: [] });
    await set(false);
  });
});

describe('An enrolment in the graph', () => {
  it('goes through its steps', async () => {
    const { studentId, enrolmentId } = await active();
    const changed = await done(
      'changeEnrolment',
      { enrolmentId, boarding: true, units: [{ unitId: unitIds[1] }, { unitId: unitIds[0], status: 'RETAKE' }] },
      'enrolment { boarding units { status unit { code } } version }',
    );
    expect(changed).toMatchObject({
      boarding: true,
      units: [
        { status: 'REGISTERED', unit: { code: 'CSC102' } },
        { status: 'RETAKE', unit: { code: 'CSC101' } },
      ],
    });
    const deferred = await done(
      'deferEnrolment',
      { enrolmentId, until: inDays(9) },
      'enrolment { state deferredUntil }',
    );
    expect(deferred).toEqual({ state: 'DEFERRED', deferredUntil: inDays(9) });
    expect((await done('resumeEnrolment', { enrolmentId }, 'enrolment { state }')).state).toBe('ENROLLED');

    const { testApp, school, uuidOf } = graph;
    const other = await testApp.done(testApp.app.education.defineProgramme, {
      code: `DIP-${randomUUID().slice(0, 8).toUpperCase()}`,
      name: 'Diploma',
      level: 'diploma',
      department: null,
      mode: 'evening',
      durationTerms: 4,
      gradingScaleId: school.scaleId,
      kuccpsCode: null,
    });
    const moved = await done(
      'transferEnrolment',
      { enrolmentId, programmeId: await uuidOf('programme', other.id), reason: 'Own wish' },
      'enrolment { id state programme { code } student { id programme { code } } transferredFrom { id state endReason transferredTo { state } } }',
    );
    expect(moved).toEqual({
      id: expect.not.stringContaining(enrolmentId),
      state: 'ENROLLED',
      programme: { code: other.code },
      student: { id: studentId, programme: { code: other.code } },
      transferredFrom: {
        id: enrolmentId,
        state: 'TRANSFERRED',
        endReason: 'Own wish',
        transferredTo: { state: 'ENROLLED' },
      },
    });
    expect((await done('completeEnrolment', { enrolmentId: moved.id }, 'enrolment { state }')).state).toBe('COMPLETED');
  });

  it('leave the newest one that was not cancelled as the current one, however many were', async () => {
    const { id: studentId } = await register();
    await done('admitStudent', { studentId }, 'student { id }');
    const current = async () =>
      (await graph.query('query($id: ID!) { student(id: $id) { currentEnrolment { id } } }', { id: studentId })).student
        .currentEnrolment?.id;
    expect(await current()).toBeUndefined();
    const { id: first } = await enrol(studentId, {});
    for (let n = 0; n < 3; n++) {
      const { id: enrolmentId } = await enrol(studentId);
      expect(await current()).toBe(enrolmentId);
      await done('cancelEnrolment', { enrolmentId }, 'enrolment { state }');
    }
    expect(await current()).toBe(first);
  });

  it('may be dropped, left or ended', async () => {
    const { id: studentId } = await register();
    await done('admitStudent', { studentId }, 'student { id }');
    const { id: dropped } = await enrol(studentId);
    const cancelled = await done('cancelEnrolment', { enrolmentId: dropped }, 'enrolment { state }');
    expect(cancelled.state).toBe('CANCELLED');
    for (const [step, state] of [
      ['withdrawEnrolment', 'WITHDRAWN'],
      ['discontinueEnrolment', 'DISCONTINUED'],
    ] as const) {
      const { enrolmentId } = await active();
      expect((await done(step, { enrolmentId }, 'enrolment { state }')).state).toBe(state);
    }
  });
});

/** A loan's money on an invoice; what the invoice doesn't take is the student's credit. */
async function aLoansPayment(invoiceUuid: string, amount: bigint) {
  const { app, operator, memberId, readyLoan, sql, clock } = graph.testApp;
  const loanId = await readyLoan(amount);
  const [ids] = await sql<{ invoice: string; loan: string }>(
    'select i.id as invoice, l.uuid as loan from invoice i, loan l where i.uuid = $1 and l.id = $2',
    [invoiceUuid, loanId],
  );
  const disbursementUuid = randomUUID();
  const [disbursement] = await sql<{ id: string }>(
    `insert into disbursement (uuid, loan_id, tranche, amount, channel, business, state, originator_id,
                               requested_by, checks)
     values ($1, $2, 1, $3, 'mpesa_b2b', $4, 'confirmed', $5, 'test', 0) returning id`,
    [disbursementUuid, loanId, amount, { type: 'paybill', number: '600123', account: 'P7K2M' }, randomUUID()],
  );
  return app.education.payInvoiceFromLoan(operator, {
    invoiceId: Number(ids?.invoice),
    amount,
    disbursementUuid,
    disbursementId: Number(disbursement?.id),
    loanUuid: ids?.loan ?? '',
    loanId,
    memberId,
    paidAt: clock(),
    surplus: 'student_credit',
  });
}

describe('Fees in the graph', () => {
  it('are drafted, changed, issued, paid, credited and paid back', async () => {
    const { studentId, enrolmentId } = await active();
    const show = `invoice { id number state total discountTotal dueDate payer { type ref } enrolment { id }
      lines { description discount } version availableActions }`;
    const draft = await done(
      'draftInvoice',
      { studentId, enrolmentId, dueDate: inDays(30), lines: [line(10_001, { discountPercent: '50' }), line(500)] },
      show,
    );
    expect(draft).toMatchObject({
      number: null,
      state: 'DRAFT',
      total: 5_500,
      discountTotal: 5_001,
      enrolment: { id: enrolmentId },
      availableActions: ['EDIT', 'ISSUE', 'VOID'],
    });
    const invoiceId = draft.id;
    const changed = await done(
      'changeInvoice',
      {
        invoiceId,
        enrolmentId: null,
        payer: { type: 'EMPLOYER', ref: 'PO-7' },
        lines: [line(30_000, { discount: 1_000 })],
      },
      show,
    );
    expect(changed).toMatchObject({
      total: 29_000,
      enrolment: null,
      payer: { type: 'EMPLOYER', ref: 'PO-7' },
      lines: [{ description: 'Tuition', discount: 1_000 }],
    });
    const owed = await done('issueInvoice', { invoiceId }, show);
    expect(owed).toMatchObject({ state: 'ISSUED', number: expect.stringMatching(/^INV-/) });

    const payment = await done(
      'recordInvoicePayment',
      { invoiceId, amount: 20_000, method: 'MPESA_PAYBILL', reference: 'SKE7XYZ', payerMemberId: memberId },
      `invoicePayment { id state amount allocated unapplied payer { id } student { id balanceDue } invoice { id state }
         allocations { invoice { id balance } amount lineId } }`,
    );
    expect(payment).toMatchObject({
      state: 'ALLOCATED',
      allocated: 20_000,
      unapplied: 0,
      payer: { id: memberId },
      student: { id: studentId, balanceDue: 9_000 },
      invoice: { id: invoiceId, state: 'PARTIALLY_PAID' },
      allocations: [{ invoice: { id: invoiceId, balance: 9_000 }, amount: 20_000, lineId: expect.any(String) }],
    });
    const note = await done(
      'issueCreditNote',
      { invoiceId, amount: 9_000, reason: 'Charged twice' },
      'creditNote { number amount invoice { state credited balance creditNotes { reason } payments { nodes { reference } } } }',
    );
    expect(note).toEqual({
      number: expect.stringMatching(/^CN-/),
      amount: 9_000,
      invoice: {
        state: 'PAID',
        credited: 9_000,
        balance: 0,
        creditNotes: [{ reason: 'Charged twice' }],
        payments: { nodes: [{ reference: 'SKE7XYZ' }] },
      },
    });
    const reversed = await done(
      'reverseInvoicePayment',
      { paymentId: payment.id, reason: 'Wrong payer' },
      'invoicePayment { state reversalReason allocations { amount } invoice { state payments { nodes { state } } } }',
    );
    expect(reversed).toEqual({
      state: 'REVERSED',
      reversalReason: 'Wrong payer',
      allocations: [],
      invoice: { state: 'ISSUED', payments: { nodes: [{ state: 'REVERSED' }] } },
    });
    const lost = await done('writeOffInvoice', { invoiceId, reason: 'Gone' }, 'invoice { state writeOffReason }');
    expect(lost).toEqual({ state: 'WRITTEN_OFF', writeOffReason: 'Gone' });
  });

  it('that a loan paid too much of go back to the loan, once', async () => {
    const { testApp } = graph;
    const { studentId } = await active();
    const invoiceId = await issued(studentId, 30_000);
    const { uuid, id } = await aLoansPayment(invoiceId, 50_000n);
    const show =
      'invoicePayment { id state unapplied surplus surplusReturnedAt loan { id } student { creditBalance } }';
    expect(await done('returnLoanCredit', { paymentId: uuid }, show)).toEqual({
      id: uuid,
      state: 'ALLOCATED',
      unapplied: 0,
      surplus: 20_000,
      surplusReturnedAt: null,
      loan: { id: expect.any(String) },
      student: { creditBalance: 0 },
    });
    expect(await refusal('returnLoanCredit', { paymentId: uuid })).toEqual([['no_loan_credit', null]]);
    const events = await testApp.sql(`select type from event where subject_type = 'payment' and subject_id = $1`, [id]);
    expect(events).toContainEqual({ type: 'payment.surplus_held' });
  });

  it('go where the payer says, to the line', async () => {
    const { studentId } = await active();
    const [older, newer] = [await issued(studentId, 5_000), await issued(studentId, 5_000)];
    const { invoice } = await graph.query(`{ invoice(id: "${newer}") { lines { id } } }`);
    const input = (lineId: string) => ({
      studentId,
      amount: 4_000,
      method: 'BANK',
      reference: randomUUID(),
      allocations: [
        { invoiceId: older, amount: 1_000 },
        { invoiceId: newer, lineId, amount: 3_000 },
      ],
    });
    const show = 'invoicePayment { allocations { invoice { id } amount } }';
    expect(await done('recordInvoicePayment', input(invoice.lines[0].id), show)).toEqual({
      allocations: [
        { invoice: { id: older }, amount: 1_000 },
        { invoice: { id: newer }, amount: 3_000 },
      ],
    });
    expect(await refusal('recordInvoicePayment', input(randomUUID()))).toEqual([
      ['unknown', 'input.allocations.1.lineId'],
    ]);
  });

  it('leave nothing behind of a draft that is discarded, and a mark of one that is void', async () => {
    const { studentId } = await active();
    const draft = async () =>
      (await done('draftInvoice', { studentId, dueDate: inDays(1), lines: [line(10)] }, 'invoice { id }')).id;
    const invoiceId = await draft();
    expect(await carryOut('discardInvoice', { invoiceId }, 'discardedInvoiceId')).toEqual({
      discardedInvoiceId: invoiceId,
      userErrors: [],
    });
    expect(await graph.query(`{ invoice(id: "${invoiceId}") { id } }`)).toEqual({ invoice: null });
    const voided = await done(
      'voidInvoice',
      { invoiceId: await draft(), reason: 'Mistake' },
      'invoice { state voidReason }',
    );
    expect(voided).toEqual({ state: 'VOID', voidReason: 'Mistake' });
  });
});

describe('Results in the graph', () => {
  it('are recorded, handed in, returned, published, amended, withheld and released', async () => {
    const { enrolmentId } = await active();
    const input = { enrolmentId, unitId: unitIds[0], components: components(null) };
    const show = 'result { id state scoreStatus totalMark grade attempt returnReason version }';
    const draft = await done('recordResult', input, show);
    expect(draft).toMatchObject({ state: 'DRAFT', scoreStatus: 'PARTIALLY_GRADED', totalMark: null, attempt: 1 });
    const resultId = draft.id;
    const scored = await done('changeResult', { resultId, components: components('41.5') }, show);
    expect(scored).toMatchObject({ scoreStatus: 'FULLY_GRADED', totalMark: '65.50', grade: 'B+' });
    await done('submitResult', { resultId }, show);
    const returned = await done('returnResult', { resultId, reason: 'Check question 3' }, show);
    expect(returned).toMatchObject({ state: 'DRAFT', returnReason: 'Check question 3' });
    await done('submitResult', { resultId }, show);
    const published = await done('publishResults', { resultIds: [resultId] }, 'results { id state publishedVersion }');
    expect(published).toEqual([{ id: resultId, state: 'PUBLISHED', publishedVersion: 1 }]);

    const amended = await done(
      'amendResult',
      { resultId, components: components('55'), reason: 'A page was not counted' },
      'result { totalMark amended amendmentReason publishedVersion versions { number totalMark reason } }',
    );
    expect(amended).toEqual({
      totalMark: '79.00',
      amended: true,
      amendmentReason: 'A page was not counted',
      publishedVersion: 2,
      versions: [
        { number: 1, totalMark: '65.50', reason: null },
        { number: 2, totalMark: '79.00', reason: 'A page was not counted' },
      ],
    });
    const withheld = await done('withholdResult', { resultId, reason: 'FEES' }, 'result { state withheldReason }');
    expect(withheld).toEqual({ state: 'WITHHELD', withheldReason: 'FEES' });
    // A reason says a mark, and is no more for readers than the mark.
    const { caller: reader } = await graph.testApp.newClient(['results:read']);
    const origin = '{ marksHidden totalMark amendmentReason enteredBy submittedBy returnReason }';
    const seen = async (by?: Caller) => (await graph.query(`{ result(id: "${resultId}") ${origin} }`, {}, by)).result;
    const hidden = { enteredBy: null, submittedBy: null, returnReason: null, amendmentReason: null, totalMark: null };
    expect(await seen(reader)).toEqual({ marksHidden: true, ...hidden });
    expect(await seen()).toMatchObject({ marksHidden: false, amendmentReason: 'A page was not counted' });
    expect((await done('releaseResult', { resultId }, show)).state).toBe('PUBLISHED');
    const voided = await done('voidResult', { resultId, reason: 'Of somebody else' }, 'result { state voidReason }');
    expect(voided).toEqual({ state: 'VOID', voidReason: 'Of somebody else' });
  });

  it('take a status in place of scores', async () => {
    const { enrolmentId } = await active();
    const input = { enrolmentId, unitId: unitIds[0], components: components(null), scoreStatus: 'ABSENT' };
    expect(await done('recordResult', input, 'result { scoreStatus grade totalMark remark }')).toEqual({
      scoreStatus: 'ABSENT',
      grade: 'X',
      totalMark: null,
      remark: 'SPECIAL',
    });
  });

  it('are recorded many at the same time, each of them or not', async () => {
    const [{ enrolmentId }, other] = [await active(), await active()];
    const row = (id: string, more: object = {}) => ({
      enrolmentId: id,
      unitId: unitIds[0],
      components: components('52'),
      ...more,
    });
    const results = [
      row(enrolmentId),
      row(enrolmentId),
      row(other.enrolmentId, { unitId: enrolmentId }),
      row(other.enrolmentId, { components: components('71') }),
      row(other.enrolmentId),
    ];
    const show = 'results { id state totalMark enrolment { id } }';
    const many = () => carryOut('recordResults', { results }, show, { key: 'markbook-1' });
    const first = await many();
    expect(first.results).toMatchObject([
      { state: 'DRAFT', totalMark: '76.00', enrolment: { id: enrolmentId } },
      null,
      null,
      null,
      { enrolment: { id: other.enrolmentId } },
    ]);
    expect(first.userErrors.map(({ code, path }: Json) => [code, path.join('.')])).toEqual([
      ['result_exists', 'input.results.1'],
      ['unknown_reference', 'input.results.2.unitId'],
      [expect.any(String), 'input.results.3.components.1.score'],
    ]);
    expect(await many()).toEqual(first);

    const again = await carryOut('recordResults', { results: results.slice(0, 2) }, show);
    expect([again.results, again.userErrors]).toMatchObject([
      null,
      [{ path: ['input', 'results', '0'] }, { path: ['input', 'results', '1'] }],
    ]);
    expect(await refusal('recordResults', { results: [] })).toEqual([['length', 'input.results']]);
  });

  it('of a unit are entered as a sheet: each row or not, each on the version that was shown', async () => {
    const { enrolmentId, studentId } = await active();
    const other = await active();
    const opened = await carryOut(
      'recordResults',
      {
        results: [enrolmentId, other.enrolmentId].map((id) => ({
          enrolmentId: id,
          unitId: unitIds[0],
          components: components(null),
        })),
      },
      'results { id version }',
    );
    const [one, two] = opened.results as [Json, Json];
    const row = ({ id, version }: Json, score: string) => ({ resultId: id, version, components: components(score) });
    const results = [row(one, '52'), row({ ...two, version: 9 }, '60'), row({ id: enrolmentId, version: 1 }, '1')];
    const save = () => carryOut('changeResults', { results }, 'results { id totalMark version }', { key: 'sheet-1' });
    const saved = await save();
    expect(saved.results).toEqual([{ id: one.id, totalMark: '76.00', version: one.version + 1 }, null, null]);
    expect(saved.userErrors.map(({ code, path }: Json) => [code, path.join('.')])).toEqual([
      ['precondition_failed', 'input.results.1'],
      ['unknown_reference', 'input.results.2.resultId'],
    ]);
    expect(await save()).toEqual(saved);
    const handedIn = await carryOut('submitResults', { resultIds: [one.id, two.id] }, 'results { state }');
    expect(handedIn.results).toEqual([{ state: 'SUBMITTED' }, { state: 'SUBMITTED' }]);

    const shown = await graph.query(
      `query($unitId: ID!, $studentId: ID!) {
        enrolments(first: 5, filter: { unitId: $unitId, studentId: $studentId }) {
          nodes { id result(unitId: $unitId) { id state } second: result(unitId: $unitId, attempt: 2) { id } }
        }
        none: enrolments(first: 5, filter: { unitId: $studentId }) { nodes { id } }
      }`,
      { unitId: unitIds[0], studentId },
    );
    expect(shown.enrolments.nodes).toEqual([
      { id: enrolmentId, result: { id: one.id, state: 'SUBMITTED' }, second: null },
    ]);
    expect(shown.none.nodes).toEqual([]);
  });

  it('are published all or none, in the order of the list', async () => {
    const { enrolmentId } = await active();
    const [first, second] = [await submitted(enrolmentId, 0), await submitted(enrolmentId, 1)];
    await done('returnResult', { resultId: second }, 'result { id }');
    expect(await refusal('publishResults', { resultIds: [first, second] })).toEqual([
      ['invalid_state_transition', 'input.resultIds.1'],
    ]);
    expect((await graph.query(`{ result(id: "${first}") { state } }`)).result.state).toBe('SUBMITTED');
    await done('submitResult', { resultId: second }, 'result { id }');
    const input = { resultIds: [second, first] };
    const once = await carryOut('publishResults', input, 'results { id }', { key: 'a-class' });
    expect(once.results).toEqual([{ id: second }, { id: first }]);
    expect(await carryOut('publishResults', input, 'results { id }', { key: 'a-class' })).toEqual(once);
    expect(await refusal('publishResults', { resultIds: [] })).toEqual([['length', 'input.resultIds']]);
  });

  it('are published as they were looked at', async () => {
    const { enrolmentId } = await active();
    const [first, second] = [await submitted(enrolmentId, 0), await submitted(enrolmentId, 1)];
    const resultIds = [first, second];
    const versionOf = async (id: string) => (await graph.query(`{ result(id: "${id}") { version } }`)).result.version;
    const versions = [await versionOf(first), await versionOf(second)];
    expect(await refusal('publishResults', { resultIds, versions: [1] })).toEqual([['length', 'input.versions']]);
    await done('changeResult', { resultId: second, components: components('69') }, 'result { state }');
    expect(await refusal('publishResults', { resultIds, versions })).toEqual([
      ['precondition_failed', 'input.resultIds.1'],
    ]);
    const now = [versions[0], await versionOf(second)];
    expect(await done('publishResults', { resultIds, versions: now }, 'results { state totalMark }')).toEqual([
      { state: 'PUBLISHED', totalMark: '76.00' },
      { state: 'PUBLISHED', totalMark: '93.00' },
    ]);
  });
});

describe('A sponsorship in the graph', () => {
  it('is offered, consented to and ended', async () => {
    const { id: studentId } = await register();
    const input = { memberId, studentId, relationship: 'uncle', shareBp: 2_500, startedOn: '2026-01-05' };
    const show =
      'sponsorship { id consent relationship shareBp startedOn endedOn member { id } student { id } version }';
    const offered = await done('sponsorStudent', input, show);
    expect(offered).toEqual({
      id: expect.any(String),
      consent: 'PENDING',
      relationship: 'uncle',
      shareBp: 2_500,
      startedOn: '2026-01-05',
      endedOn: null,
      member: { id: memberId },
      student: { id: studentId },
      version: 1,
    });
    const sponsorshipId = offered.id;
    expect((await done('changeSponsorshipConsent', { sponsorshipId, consent: 'MARKS' }, show)).consent).toBe('MARKS');
    expect((await done('endSponsorship', { sponsorshipId }, show)).endedOn).toBe(graph.today.toString());
    expect(await refusal('endSponsorship', { sponsorshipId })).toEqual([['sponsorship_ended', null]]);
  });

  it('names the member by id or by the number that stands in their papers, and by one of them', async () => {
    const { id: studentId } = await register();
    const unknown = await refusal('sponsorStudent', { memberNo: 'M-999999', studentId });
    expect(unknown).toEqual([['unknown_reference', 'input.memberNo']]);
    for (const named of [{}, { memberId, memberNo: 'M-000001' }])
      expect(await refusal('sponsorStudent', { ...named, studentId })).toEqual([['required', 'input.memberId']]);
  });
});

describe('A mutation that is refused', () => {
  it('says which arguments are to blame, in the graph’s own spelling', async () => {
    expect(
      await refusal('registerStudent', { firstName: 'W'.repeat(101), lastName: 'W', programmeId, kcseIndexNo: '1' }),
    ).toEqual([
      ['length', 'input.firstName'],
      ['format', 'input.kcseIndexNo'],
      ['required', 'input.kcseYear'],
    ]);
    const { studentId, enrolmentId } = await active();
    expect(
      await refusal('draftInvoice', { studentId, dueDate: '2020-01-01', lines: [line(0), line(5, { discount: 6 })] }),
    ).toEqual([
      ['range', 'input.lines.0.amount'],
      ['range', 'input.lines.1.discount'],
    ]);
    const twice = [line(5, { discount: 1, discountPercent: '2' })];
    expect(await refusal('draftInvoice', { studentId, dueDate: inDays(1), lines: twice })).toEqual([
      ['ambiguous', 'input.lines.0.discount'],
    ]);
    const bad = components('71');
    expect(await refusal('recordResult', { enrolmentId, unitId: unitIds[0], components: bad })).toEqual([
      ['above_max', 'input.components.1.score'],
    ]);
    const byLoan = { studentId, amount: 1, method: 'LOAN', reference: 'x' };
    expect(await refusal('recordInvoicePayment', byLoan)).toEqual([['reserved', 'input.method']]);
  });

  it('names the id that is of nothing, and reveals no integer ids', async () => {
    const nobody = randomUUID();
    const { userErrors } = await carryOut('admitStudent', { studentId: nobody }, 'student { id }');
    expect(userErrors).toEqual([
      {
        code: 'unknown_reference',
        message: 'studentId names no student of yours. Use the id of one that exists.',
        path: ['input', 'studentId'],
      },
    ]);
    const { studentId } = await active();
    const inside = (await graph.testApp.sql('select id from student order by id desc limit 1'))[0]?.['id'];
    expect(await refusal('admitStudent', { studentId: String(inside) })).toEqual([
      ['unknown_reference', 'input.studentId'],
    ]);
    const guardians = [
      { name: 'A', memberId },
      { name: 'B', memberId: nobody },
    ];
    expect(await refusal('changeStudent', { studentId, guardians })).toEqual([
      ['unknown_reference', 'input.guardians.1.memberId'],
    ]);
    expect(await refusal('publishResults', { resultIds: [nobody] })).toEqual([
      ['unknown_reference', 'input.resultIds.0'],
    ]);
  });

  it('says so of what no database can keep', async () => {
    const { studentId } = await active();
    const guardians = [{ name: 'A\0' }];
    expect(await refusal('changeStudent', { studentId, guardians, county: '\0' })).toEqual([
      ['unseen_character', 'input.county'],
      ['unseen_character', 'input.guardians.0.name'],
    ]);
  });

  it('leaves the record as it is where it changed since it was read', async () => {
    const { id: studentId, version } = await register();
    const more = { version };
    const first = await carryOut('changeStudent', { studentId, county: 'Kisumu' }, 'student { version }', more);
    expect(first.student.version).toBe(version + 1);
    expect(await refusal('changeStudent', { studentId, county: 'Nairobi' }, '__typename', more)).toEqual([
      ['precondition_failed', null],
    ]);
    const { student } = await graph.query(`{ student(id: "${studentId}") { county } }`);
    expect(student.county).toBe('Kisumu');
  });

  it('is refused again for the same key, and carried out once where it was not', async () => {
    const { studentId } = await active();
    const key = `pay-${studentId}`;
    const input = { studentId, amount: 700, method: 'BANK', reference: `REF-${studentId}` };
    const show = 'invoicePayment { id unapplied }';
    const once = await carryOut('recordInvoicePayment', input, show, { key });
    expect(once.invoicePayment.unapplied).toBe(700);
    expect(await carryOut('recordInvoicePayment', input, show, { key })).toEqual(once);
    const other = { ...input, amount: 800 };
    expect(await refusal('recordInvoicePayment', other, show, { key })).toEqual([['idempotency_key_reused', null]]);
    // The receipt says what it is without a key, too: the same is the payment of before, another one is refused.
    expect(await carryOut('recordInvoicePayment', input, show)).toEqual(once);
    expect(await refusal('recordInvoicePayment', other, show)).toEqual([['duplicate_payment_reference', null]]);
  });

  it('needs the scope to write', async () => {
    const { caller } = await graph.testApp.newClient(['students:read', 'payments:write']);
    const { data, errors } = await graph.execute(
      `mutation { admitStudent(input: { studentId: "${randomUUID()}" }) { userErrors { code } } }`,
      {},
      caller,
    );
    expect([data, errors?.[0].extensions.code]).toEqual([{ admitStudent: null }, 'insufficient_scope']);
  });
});
