import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createTenant } from '#platform/cli/tenants.ts';
import { openEducationGraph, type EducationGraph } from '#test/support/education-graph.ts';

let graph: EducationGraph;
/** A student of 16 with a guardian who is a member. */
let studentId: string;
let admissionNo: string;
let invoiceId: string;
let programmeId: string;
let memberId: string;
let resultId: string;
let draftResultId: string;
/** By the integer ids of the core. */
const inside = { student: 0, enrolment: 0, invoice: 0, result: 0 };
beforeAll(async () => {
  graph = await openEducationGraph();
  const { testApp, school, today, uuidOf, query } = graph;
  const enrolled = await school.enrolled({
    dateOfBirth: today.subtract({ years: 16 }),
    birthCertificateNo: '1234567',
    guardians: [
      {
        name: 'Wanjiku Kamau',
        relationship: 'mother',
        phone: '+254722000111',
        email: null,
        primary: true,
        memberId: testApp.memberId,
      },
    ],
  });
  inside.student = enrolled.studentId;
  inside.enrolment = enrolled.enrolmentId;
  inside.invoice = await school.issued(inside.student, 50_000n);
  inside.result = await school.published(inside.enrolment, school.unitIds[0]);
  const { id: draft } = await testApp.done(testApp.app.education.recordResult, {
    enrolmentId: inside.enrolment,
    unitId: school.unitIds[1] ?? 0,
    components: [{ kind: 'exam', label: 'Exam', maxScore: '100', score: '61', weightBp: 10_000 }],
  });
  [studentId, invoiceId, programmeId, memberId, resultId, draftResultId] = await Promise.all([
    uuidOf('student', inside.student),
    uuidOf('invoice', inside.invoice),
    uuidOf('programme', school.programmeId),
    uuidOf('member', testApp.memberId),
    uuidOf('result', inside.result),
    uuidOf('result', draft),
  ]);
  ({ admissionNo } = (await query(`{ student(id: "${studentId}") { admissionNo } }`)).student);
});
afterAll(() => graph.close());

const entities = (representations: readonly object[], show: string) =>
  [
    `query($representations: [_Any!]!) { _entities(representations: $representations) { __typename ${show} } }`,
    { representations },
  ] as const;

describe('A record of education', () => {
  it('is found by its id, in any case of letters, and by its number', async () => {
    const { invoice } = await graph.query(`{ invoice(id: "${invoiceId}") { number } }`);
    const data = await graph.query(
      `query($upper: ID!, $admissionNo: String!, $number: String!) {
        student(id: $upper) { id } studentByAdmissionNo(admissionNo: $admissionNo) { id }
        invoiceByNumber(number: $number) { id } programmeByCode(code: "BSC-CS") { id level mode durationTerms }
      }`,
      { upper: studentId.toUpperCase(), admissionNo: ` ${admissionNo.toLowerCase()}`, number: invoice.number },
    );
    expect(data).toEqual({
      student: { id: studentId },
      studentByAdmissionNo: { id: studentId },
      invoiceByNumber: { id: invoiceId },
      programmeByCode: { id: programmeId, level: 'BACHELORS', mode: 'FULL_TIME', durationTerms: 8 },
    });
  });

  it.each([randomUUID(), '1', '', 'x'.repeat(10_000), 'a\0b', "'; drop table student"])(
    'is null for an id of nothing: %j',
    async (id) => {
      const { lists, ...single } = await graph.query(
        `query($id: ID!, $no: String!) {
          student(id: $id) { id } studentByAdmissionNo(admissionNo: $no) { id } enrolment(id: $id) { id }
          invoice(id: $id) { id } invoiceByNumber(number: $no) { id } invoicePayment(id: $id) { id }
          result(id: $id) { id } sponsorship(id: $id) { id } programme(id: $id) { id } programmeByCode(code: $no) { id }
          lists: invoices(filter: { studentId: $id }) { totalCount nodes { id } }
        }`,
        { id, no: id },
      );
      expect(Object.values(single)).toEqual(Object.values(single).map(() => null));
      expect(lists).toEqual({ totalCount: 0, nodes: [] });
    },
  );

  it('shows what hangs on it', async () => {
    const { student } = await graph.query(
      `query($id: ID!) { student(id: $id) {
        state availableActions balanceDue creditBalance programme { code gradingScale { code passMark bands { grade } } }
        enrolments { nodes { state yearOfStudy academicYear { name terms { name kind } } term { name } transferredTo { id } } }
        invoices { nodes { state total balance overdue currency payer { type ref } lines { position feeCategory amount paid } creditNotes { id } fundedBy { id } } }
        results { totalCount } payments { totalCount } sponsors { totalCount } feeLoans { id } intake { name }
      } }`,
      { id: studentId },
    );
    expect(student).toMatchObject({
      state: 'ACTIVE',
      availableActions: expect.arrayContaining(['DEFER', 'SUSPEND', 'COMPLETE']),
      balanceDue: 50_000,
      creditBalance: 0,
      programme: { code: 'BSC-CS', gradingScale: { code: 'KE_UNI8', passMark: '40' } },
      enrolments: {
        nodes: [
          {
            state: 'ENROLLED',
            yearOfStudy: 1,
            academicYear: { name: '2025/2026', terms: [{ name: 'Semester 1', kind: 'SEMESTER' }] },
            term: { name: 'Semester 1' },
            transferredTo: null,
          },
        ],
      },
      invoices: {
        nodes: [
          {
            state: 'ISSUED',
            total: 50_000,
            balance: 50_000,
            overdue: false,
            currency: 'KES',
            payer: { type: 'SELF', ref: null },
            lines: [{ position: 1, feeCategory: 'TUITION', amount: 50_000, paid: 0 }],
            creditNotes: [],
            fundedBy: [],
          },
        ],
      },
      results: { totalCount: 2 },
      payments: { totalCount: 0 },
      feeLoans: [],
      intake: null,
    });
  });
});

describe('A list', () => {
  it('is filtered by what is asked, and by no integer id', async () => {
    const found = async (list: string, filter: string) =>
      (await graph.query(`{ ${list}(filter: { ${filter} }) { totalCount } }`))[list].totalCount;
    const { testApp, school } = graph;
    const other = await school.newStudent({ firstName: 'Zawadi' });
    expect(await found('students', `programmeId: "${programmeId}"`)).toBe(2);
    expect(await found('students', `programmeId: "${school.programmeId}"`)).toBe(0);
    expect(await found('students', 'states: [APPLICANT]')).toBe(1);
    expect(await found('students', 'search: "zawa"')).toBe(1);
    expect(await found('students', 'search: "a\\u0000b"')).toBe(0);
    expect(await found('students', `admissionNo: "${admissionNo.toLowerCase()}"`)).toBe(1);
    expect(await found('students', `states: null, programmeId: null`)).toBe(2);
    expect(await found('invoices', `studentId: "${studentId}", states: [ISSUED], overdue: false`)).toBe(1);
    expect(await found('invoices', `studentId: "${inside.student}"`)).toBe(0);
    expect(await found('invoices', `dueBefore: "${graph.today}"`)).toBe(0);
    expect(await found('invoices', `dueAfter: "${graph.today}", programmeId: "${programmeId}"`)).toBe(1);
    expect(await found('enrolments', `studentId: "${studentId}", states: [ENROLLED]`)).toBe(1);
    expect(await found('units', `programmeId: "${programmeId}", code: "CSC102"`)).toBe(1);
    expect(await found('programmes', `code: "BSC-CS", states: [ACTIVE]`)).toBe(1);
    expect(await found('results', `studentId: "${studentId}", states: [PUBLISHED]`)).toBe(1);
    expect(await found('feeStructures', `programmeId: "${programmeId}"`)).toBe(0);
    expect(await found('invoicePayments', `invoiceId: "${invoiceId}"`)).toBe(0);
    const all = await graph.query(
      '{ academicYears { nodes { name } } intakes { totalCount } gradingScales { nodes { code entry rounding weights { kind weightBp } } } }',
    );
    expect(all.academicYears.nodes).toEqual([{ name: '2025/2026' }]);
    expect(all.gradingScales.nodes).toMatchObject([{ code: 'KE_UNI8', entry: 'MARKS' }]);
    await testApp.done(testApp.app.education.changeStudent, { studentId: other, changes: { firstName: 'Amani' } });
    expect(await found('students', 'search: "zawa"')).toBe(0);
  });

  it('pages through children in both directions', async () => {
    const { school, uuidOf, query } = graph;
    const student = await school.newStudent();
    const invoices: string[] = [];
    for (let n = 1; n <= 5; n++) invoices.unshift(await uuidOf('invoice', await school.issued(student, BigInt(n))));
    const id = await uuidOf('student', student);
    const page = async (args: string) =>
      (
        await query(
          `{ student(id: "${id}") { invoices(${args}) { nodes { id } pageInfo { endCursor hasNextPage } } } }`,
        )
      ).student.invoices;
    const ids = ({ nodes }: { nodes: { id: string }[] }) => nodes.map((node) => node.id);
    const first = await page('first: 3');
    expect([ids(first), first.pageInfo.hasNextPage]).toEqual([invoices.slice(0, 3), true]);
    expect(ids(await page(`first: 3, after: "${first.pageInfo.endCursor}"`))).toEqual(invoices.slice(3));
    expect(ids(await page('last: 2'))).toEqual(invoices.slice(3));
  });

  it('goes on behind a draft that was discarded meanwhile', async () => {
    const { testApp, school, uuidOf, query } = graph;
    const student = await school.newStudent();
    const drafts: { readonly invoiceId: number; readonly uuid: string }[] = [];
    for (let n = 1; n <= 5; n++) {
      const invoiceId = await school.draft(student, BigInt(n));
      drafts.unshift({ invoiceId, uuid: await uuidOf('invoice', invoiceId) });
    }
    const id = await uuidOf('student', student);
    const pages = async (range: string) => {
      const list = `${range}) { nodes { id } pageInfo { endCursor } }`;
      const { student: shown, invoices } = await query(
        `{ student(id: "${id}") { invoices(${list} } invoices(filter: { studentId: "${id}" }, ${list} }`,
      );
      return [shown.invoices, invoices];
    };
    const ids = (lists: { nodes: { id: string }[] }[]) => lists.map(({ nodes }) => nodes.map((node) => node.id));
    const [ofStudent, ofAll] = await pages('first: 2');
    const [, discarded] = drafts;
    await testApp.done(testApp.app.education.discardInvoice, { invoiceId: discarded?.invoiceId ?? 0 });
    const rest = drafts.slice(2).map(({ uuid }) => uuid);
    expect(ids(await pages(`first: 9, after: "${ofStudent.pageInfo.endCursor}"`))).toEqual([rest, rest]);
    expect(ids(await pages(`first: 9, after: "${ofAll.pageInfo.endCursor}"`))).toEqual([rest, rest]);
    const first = drafts.slice(0, 1).map(({ uuid }) => uuid);
    expect(ids(await pages(`last: 9, before: "${ofAll.pageInfo.endCursor}"`))).toEqual([first, first]);
  });
});

describe('The particulars of a minor', () => {
  const show = `{ student(id: $id) { birthCertificateNo dateOfBirth masked guardians { name member { id } } } }`;
  const query = (caller = graph.testApp.client.caller) =>
    graph.query(`query($id: ID!) ${show}`, { id: studentId }, caller);

  it('are masked for a client that is not trusted with personal data', async () => {
    expect((await query()).student).toEqual({
      birthCertificateNo: '****567',
      dateOfBirth: null,
      masked: ['BIRTH_CERTIFICATE_NO', 'DATE_OF_BIRTH', 'GUARDIANS'],
      guardians: [],
    });
  });

  it('are masked wherever the student is reached', async () => {
    const { _entities } = await graph.query(
      ...entities([{ __typename: 'Student', id: studentId }], '... on Student { dateOfBirth birthCertificateNo }'),
    );
    expect(_entities).toEqual([{ __typename: 'Student', dateOfBirth: null, birthCertificateNo: '****567' }]);
    const { invoice } = await graph.query(
      `{ invoice(id: "${invoiceId}") { student { dateOfBirth guardians { name } } } }`,
    );
    expect(invoice.student).toEqual({ dateOfBirth: null, guardians: [] });
  });

  it('are shown to one that is', async () => {
    expect((await query({ ...graph.testApp.client.caller, pii: true })).student).toEqual({
      birthCertificateNo: '1234567',
      dateOfBirth: graph.today.subtract({ years: 16 }).toString(),
      masked: [],
      guardians: [{ name: 'Wanjiku Kamau', member: { id: memberId } }],
    });
  });
});

describe('A result', () => {
  const readers = async (...scopes: string[]) => (await graph.testApp.newClient(scopes)).caller;
  const show = `query($id: ID!) { result(id: $id) {
    state grade totalMark scoreStatus remark marksHidden components { label score } versions { number grade } unit { code } availableActions } }`;

  it('is shown with its marks and versions once it is published', async () => {
    const { result } = await graph.query(show, { id: resultId }, await readers('results:read'));
    expect(result).toEqual({
      state: 'PUBLISHED',
      grade: 'A',
      totalMark: '76.00',
      scoreStatus: 'FULLY_GRADED',
      remark: 'PASS',
      marksHidden: false,
      components: [
        { label: 'CAT 1', score: '24' },
        { label: 'Exam', score: '52' },
      ],
      versions: [{ number: 1, grade: 'A' }],
      unit: { code: 'CSC101' },
      availableActions: ['AMEND', 'WITHHOLD', 'VOID'],
    });
  });

  it('is not there for readers before it is published, by whatever way', async () => {
    const reader = await readers('results:read', 'students:read', 'enrolments:read');
    const data = await graph.query(
      `query($id: ID!, $student: ID!) {
        result(id: $id) { id } results { totalCount nodes { id } }
        student(id: $student) { results { totalCount nodes { id } } enrolments { nodes { results { totalCount nodes { id } } } } }
      }`,
      { id: draftResultId, student: studentId },
      reader,
    );
    const emitted = { totalCount: 1, nodes: [{ id: resultId }] };
    expect(data).toEqual({
      result: null,
      results: emitted,
      student: { results: emitted, enrolments: { nodes: [{ results: emitted }] } },
    });
    const request = entities([{ __typename: 'Result', id: draftResultId }], '... on Result { grade }');
    expect((await graph.query(...request, reader))._entities).toEqual([null]);
  });

  it('is there for those who keep marks', async () => {
    const { result } = await graph.query(show, { id: draftResultId }, await readers('results:read', 'results:write'));
    expect(result).toMatchObject({ state: 'DRAFT', totalMark: '61.00', versions: [] });
  });

  it('shows that it is withheld, and why, but no marks', async () => {
    const { testApp, school } = graph;
    const { enrolmentId } = await school.enrolled();
    const id = await school.published(enrolmentId);
    await testApp.done(testApp.app.education.withholdResult, { resultId: id, reason: 'fees' });
    const request = [
      `query($id: ID!) { result(id: $id) { state withheldReason marksHidden grade totalMark scoreStatus components { score } versions { grade } } }`,
      { id: await graph.uuidOf('result', id) },
    ] as const;
    const { result } = await graph.query(...request, await readers('results:read'));
    expect(result).toEqual({
      state: 'WITHHELD',
      withheldReason: 'FEES',
      marksHidden: true,
      grade: null,
      totalMark: null,
      scoreStatus: null,
      components: [],
      versions: [],
    });
    const { result: stored } = await graph.query(...request, await readers('results:read', 'results:write'));
    expect(stored).toMatchObject({ grade: 'A', versions: [{ grade: 'A' }] });
  });
});

describe('A sponsor', () => {
  const show = `query($representations: [_Any!]!) { _entities(representations: $representations) { ... on Member {
    id sponsoredInvoices { totalCount nodes { balance state } }
    sponsorships { totalCount nodes {
      consent seesBalances seesMarks balanceDue results { nodes { grade } } availableActions endedOn
      member { id } student { admissionNo results { totalCount } } } } } } }`;
  const sponsors = async (memberUuid: string) =>
    (await graph.query(show, { representations: [{ __typename: 'Member', id: memberUuid }] }))._entities[0];

  it('sees what the student lets be seen, and the client what its scopes allow', async () => {
    const { testApp, school, sponsor, uuidOf } = graph;
    const member = await testApp.newMember();
    const memberUuid = await uuidOf('member', member);
    const { studentId: student, enrolmentId } = await school.enrolled();
    await school.issued(student, 70_000n);
    await school.draft(student, 1_000n);
    await school.published(enrolmentId);
    const sponsorshipId = await sponsor(member, student, null);

    const pending = await sponsors(memberUuid);
    expect(pending.sponsoredInvoices).toEqual({ totalCount: 0, nodes: [] });
    expect(pending.sponsorships).toEqual({
      totalCount: 1,
      nodes: [
        {
          consent: 'PENDING',
          seesBalances: false,
          seesMarks: false,
          balanceDue: null,
          results: null,
          availableActions: ['GRANT', 'REVOKE', 'END'],
          endedOn: null,
          member: { id: memberUuid },
          student: { admissionNo: expect.any(String), results: { totalCount: 1 } },
        },
      ],
    });

    const consent = async (level: 'balance' | 'marks' | 'revoked') => {
      await testApp.done(testApp.app.education.changeConsent, { sponsorshipId, consent: level });
      const { sponsoredInvoices, sponsorships } = await sponsors(memberUuid);
      const [{ balanceDue, results }] = sponsorships.nodes;
      return [sponsoredInvoices.nodes, balanceDue, results];
    };
    const owed = [{ balance: 70_000, state: 'ISSUED' }];
    expect(await consent('balance')).toEqual([owed, 70_000, null]);
    expect(await consent('marks')).toEqual([owed, 70_000, { nodes: [{ grade: 'A' }] }]);
    expect(await consent('revoked')).toEqual([[], null, null]);
    await consent('marks');
    await testApp.done(testApp.app.education.endSponsorship, { sponsorshipId });
    const ended = await sponsors(memberUuid);
    expect(ended.sponsoredInvoices.nodes).toEqual([]);
    expect(ended.sponsorships.nodes[0]).toMatchObject({
      consent: 'REVOKED',
      results: null,
      availableActions: [],
      endedOn: graph.today.toString(),
    });
  });

  it('never shows marks that were not published, to any caller', async () => {
    const { testApp, sponsor, uuidOf } = graph;
    const member = await testApp.newMember();
    await sponsor(member, inside.student);
    const { sponsorships } = await sponsors(await uuidOf('member', member));
    expect(sponsorships.nodes[0].student.results.totalCount).toBe(2);
    expect(sponsorships.nodes[0].results.nodes).toEqual([{ grade: 'A' }]);
  });

  it('of many students pages through the invoices of all of them', async () => {
    const { testApp, school, sponsor, uuidOf, query } = graph;
    const member = await testApp.newMember();
    const numbers: number[] = [];
    for (let n = 1; n <= 4; n++) {
      const student = await school.newStudent();
      await sponsor(member, student, 'balance');
      await school.issued(student, BigInt(n));
      numbers.unshift(n);
    }
    const representations = [{ __typename: 'Member', id: await uuidOf('member', member) }];
    const page = async (args: string) =>
      (
        await query(
          `query($representations: [_Any!]!) { _entities(representations: $representations) { ... on Member {
             sponsoredInvoices(${args}) { totalCount nodes { balance } pageInfo { endCursor startCursor hasNextPage } } } } }`,
          { representations },
        )
      )._entities[0].sponsoredInvoices;
    const balances = ({ nodes }: { nodes: { balance: number }[] }) => nodes.map(({ balance }) => balance);
    const first = await page('first: 3');
    expect([first.totalCount, balances(first), first.pageInfo.hasNextPage]).toEqual([4, numbers.slice(0, 3), true]);
    expect(balances(await page(`first: 3, after: "${first.pageInfo.endCursor}"`))).toEqual(numbers.slice(3));
    expect(balances(await page('last: 2'))).toEqual(numbers.slice(2));
  });
});

describe('An entity that another subgraph knows the key of', () => {
  it('is the record, by each of its keys', async () => {
    const { invoice } = await graph.query(`{ invoice(id: "${invoiceId}") { number } }`);
    const { _entities } = await graph.query(
      ...entities(
        [
          { __typename: 'Student', id: studentId },
          { __typename: 'Student', admissionNo: admissionNo.toLowerCase() },
          { __typename: 'Invoice', id: invoiceId },
          { __typename: 'Invoice', number: invoice.number },
          { __typename: 'Programme', id: programmeId },
          { __typename: 'Result', id: resultId },
          { __typename: 'Member', id: memberId },
          { __typename: 'Invoice', number: null },
        ],
        `... on Student { studentId: id } ... on Invoice { invoiceId: id } ... on Programme { code }
         ... on Result { grade } ... on Member { memberId: id }`,
      ),
    );
    expect(_entities).toEqual([
      { __typename: 'Student', studentId },
      { __typename: 'Student', studentId },
      { __typename: 'Invoice', invoiceId },
      { __typename: 'Invoice', invoiceId },
      { __typename: 'Programme', code: 'BSC-CS' },
      { __typename: 'Result', grade: 'A' },
      { __typename: 'Member', memberId },
      null,
    ]);
  });

  it('is null for an unknown key, for nonsense, and for another institution', async () => {
    const { testApp, uuidOf } = graph;
    const known = [
      { __typename: 'Student', id: studentId },
      { __typename: 'Student', admissionNo },
      { __typename: 'Invoice', id: invoiceId },
      { __typename: 'Enrolment', id: await uuidOf('enrolment', inside.enrolment) },
      { __typename: 'Result', id: resultId },
      { __typename: 'Programme', id: programmeId },
      { __typename: 'Member', id: memberId },
    ];
    const found = (await graph.query(...entities(known, '')))._entities;
    expect(found).toEqual(known.map(({ __typename }) => ({ __typename })));
    const tenantId = await createTenant(testApp.settings.adminUrl, { name: 'Another society', mode: 'sandbox' });
    const stranger = { ...testApp.client.caller, tenantId };
    const nulls = known.map(() => null);
    expect((await graph.query(...entities(known, ''), stranger))._entities).toEqual(nulls);
    const types = [
      'Student',
      'Invoice',
      'Enrolment',
      'Result',
      'Programme',
      'Member',
      'InvoicePayment',
      'Disbursement',
    ];
    const unknown = types.flatMap((__typename) => [
      { __typename, id: randomUUID() },
      { __typename, id: '17' },
    ]);
    expect((await graph.query(...entities(unknown, '')))._entities).toEqual(unknown.map(() => null));
    const nothing = await graph.query(
      `{ student(id: "${studentId}") { id } invoices { totalCount nodes { id } } programmes { totalCount } }`,
      {},
      stranger,
    );
    expect(nothing).toEqual({ student: null, invoices: { totalCount: 0, nodes: [] }, programmes: { totalCount: 0 } });
  });

  it('is null for a caller who may not read its type', async () => {
    const { caller } = await graph.testApp.newClient(['students:read']);
    const request = entities(
      [
        { __typename: 'Student', id: studentId },
        { __typename: 'Invoice', id: invoiceId },
        { __typename: 'Member', id: memberId },
      ],
      '',
    );
    expect((await graph.query(...request, caller))._entities).toEqual([{ __typename: 'Student' }, null, null]);
    const { errors } = await graph.execute(`{ invoice(id: "${invoiceId}") { id } }`, {}, caller);
    expect(errors?.[0].extensions.code).toBe('insufficient_scope');
  });
});

describe('A payment for a student', () => {
  it('is not there for an app of the payment bridge, which has payments of its own', async () => {
    const { testApp, school, execute } = graph;
    const { studentId: paidFor } = await school.enrolled();
    const payment = await testApp.done(testApp.app.education.recordPayment, {
      studentId: paidFor,
      amount: 100n,
      method: 'bank',
      reference: 'OF-NO-APP',
      paidAt: testApp.clock(),
    });
    const id = payment.uuid;
    const { caller } = await testApp.newClient(['payments:read', 'payments:write']);
    for (const field of [`invoicePayment(id: "${id}") { id }`, 'invoicePayments { totalCount }']) {
      const { errors } = await execute(`{ ${field} }`, {}, caller);
      expect([field, errors?.[0]?.extensions.code]).toEqual([field, 'insufficient_scope']);
    }
    const paying = `mutation { reverseInvoicePayment(input: { paymentId: "${id}", reason: "x" }) { userErrors { code } } }`;
    expect((await execute(paying, {}, caller)).errors?.[0]?.extensions.code).toBe('insufficient_scope');
    const [query, variables] = entities([{ __typename: 'InvoicePayment', id }], '... on InvoicePayment { amount }');
    expect((await execute(query, variables, caller)).data?._entities).toEqual([null]);
  });
});
