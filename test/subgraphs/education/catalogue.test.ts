import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEducationGraph, type EducationGraph } from '#test/support/education-graph.ts';
import type { Json } from '#test/support/subgraph-client.ts';

let graph: EducationGraph;
beforeAll(async () => {
  graph = await openEducationGraph();
});
afterAll(() => graph.close());

async function carryOut(name: string, input: object, show: string): Promise<Json> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation($input: ${type}) { ${name}(input: $input) { ${show} userErrors { code path } } }`;
  return (await graph.query(query, { input }))[name];
}
async function done(name: string, input: object, show: string): Promise<Json> {
  const { userErrors, ...payload } = await carryOut(name, input, show);
  expect([name, userErrors]).toEqual([name, []]);
  return Object.values(payload)[0];
}
const inDays = (days: number) => graph.today.add({ days }).toString();

const SCALE = {
  entry: 'MARKS',
  bands: [
    { grade: 'A', minMark: '70', points: '4.0', passes: true },
    { grade: 'E', minMark: '0', points: '0.0', passes: false },
  ],
  passMark: '70',
  weights: [{ kind: 'EXAM', weightBp: 10_000 }],
};

describe('A school that is set up over the graph', () => {
  it('has scales, programmes, periods, units and fees', async () => {
    expect(await done('adoptGradingScale', { preset: 'KE_UNI5' }, 'gradingScale { code edition }')).toEqual({
      code: 'KE_UNI5',
      edition: 1,
    });
    const own = { code: 'OURS', name: 'Our scale', definition: SCALE };
    const scale = await done('defineGradingScale', own, 'gradingScale { id edition bands { grade remark } rounding }');
    expect(scale).toMatchObject({
      edition: 1,
      rounding: 'NONE',
      bands: [
        { grade: 'A', remark: 'PASS' },
        { grade: 'E', remark: 'FAIL' },
      ],
    });
    const stricter = { gradingScaleId: scale.id, definition: { ...SCALE, rounding: 'HALF_UP_0DP' } };
    expect(await done('redefineGradingScale', stricter, 'gradingScale { edition rounding }')).toEqual({
      edition: 2,
      rounding: 'HALF_UP_0DP',
    });
    const offered = {
      code: 'DIP-IT',
      name: 'Information Technology',
      level: 'DIPLOMA',
      durationTerms: 6,
      gradingScaleId: scale.id,
    };
    const { id: programmeId, ...programme } = await done(
      'defineProgramme',
      offered,
      'programme { id code mode state gradingScale { code } }',
    );
    expect(programme).toEqual({ code: 'DIP-IT', mode: 'FULL_TIME', state: 'ACTIVE', gradingScale: { code: 'OURS' } });
    const changed = { programmeId, name: 'Computing', department: 'Science' };
    expect(await done('changeProgramme', changed, 'programme { name department durationTerms }')).toEqual({
      name: 'Computing',
      department: 'Science',
      durationTerms: 6,
    });
    expect(await done('retireProgramme', { programmeId }, 'programme { state }')).toEqual({ state: 'RETIRED' });
    expect(await done('reactivateProgramme', { programmeId }, 'programme { state }')).toEqual({ state: 'ACTIVE' });

    const dates = { startDate: inDays(-10), endDate: inDays(300) };
    const { id: academicYearId } = await done(
      'openAcademicYear',
      { name: '2026/2027', ...dates },
      'academicYear { id }',
    );
    const term = { academicYearId, name: 'Term 1', kind: 'TERM', startDate: inDays(-10), endDate: inDays(80) };
    const { id: termId } = await done('openTerm', term, 'term { id academicYear { name } }');
    const longer = { academicYearId, endDate: inDays(310) };
    expect(await done('changeAcademicYear', longer, 'academicYear { name endDate }')).toEqual({
      name: '2026/2027',
      endDate: inDays(310),
    });
    const closing = { termId, registrationDeadline: inDays(20) };
    expect(await done('changeTerm', closing, 'term { name endDate registrationDeadline }')).toEqual({
      name: 'Term 1',
      endDate: inDays(80),
      registrationDeadline: inDays(20),
    });
    expect(await done('openIntake', { name: 'JAN2027', month: 1, year: 2027 }, 'intake { name month }')).toEqual({
      name: 'JAN2027',
      month: 1,
    });
    const unit = { programmeId, code: 'IT101', title: 'Networks', creditHours: '3', yearOfStudy: 1 };
    expect(await done('offerUnit', unit, 'unit { code core programme { code } }')).toEqual({
      code: 'IT101',
      core: false,
      programme: { code: 'DIP-IT' },
    });
    const fees = {
      name: 'First year',
      programmeId,
      academicYearId,
      termId,
      components: [{ description: 'Tuition', feeCategory: 'TUITION', amount: 4_000_000 }],
    };
    expect(
      await done('drawFeeStructure', fees, 'feeStructure { name total term { name } components { amount } }'),
    ).toEqual({
      name: 'First year',
      total: 4_000_000,
      term: { name: 'Term 1' },
      components: [{ amount: 4_000_000 }],
    });
  });

  it('learns which argument is wrong', async () => {
    const refused = async (name: string, input: object, record: string) =>
      (await carryOut(name, input, `${record} { id }`)).userErrors;
    expect(await refused('adoptGradingScale', { preset: 'KE_UNI8' }, 'gradingScale')).toEqual([
      { code: 'duplicate_code', path: null },
    ]);
    const nowhere = {
      academicYearId: '0198c0de-0000-7000-8000-000000000009',
      name: 'T',
      kind: 'TERM',
      startDate: inDays(0),
      endDate: inDays(1),
    };
    expect(await refused('openTerm', nowhere, 'term')).toEqual([
      { code: 'unknown_reference', path: ['input', 'academicYearId'] },
    ]);
    expect(await refused('openIntake', { name: 'X', month: 13, year: 2027 }, 'intake')).toEqual([
      { code: 'range', path: ['input', 'month'] },
    ]);
  });
});

describe('A student’s papers', () => {
  it('are the same on the graph, for one student and for many in as many statements', async () => {
    const { testApp, school } = graph;
    for (let n = 0; n < 3; n++) {
      const { studentId, enrolmentId } = await school.enrolled();
      await school.issued(studentId, 30_000n);
      await testApp.done(testApp.app.education.recordPayment, {
        studentId,
        amount: 10_000n,
        method: 'bank',
        reference: `PAPER-${n}`,
        paidAt: testApp.clock(),
      });
      await school.published(enrolmentId);
    }
    const query = `query($first: Int!) { students(first: $first) { nodes {
      statement { openingBalance closingBalance lines { type debit credit balance reference } }
      transcript(from: "2020-01-01") { gpa mean honours incomplete terms { academicYear { name } term { name } mean results { grade } } }
    } } }`;
    const one = await graph.counted(() => graph.query(query, { first: 1 }));
    const all = await graph.counted(() => graph.query(query, { first: 3 }));
    expect(all.reads.length).toBe(one.reads.length);
    const students = all.result.students.nodes;
    expect(students).toHaveLength(3);
    for (const { statement, transcript } of students) {
      expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 20_000 });
      expect(statement.lines).toHaveLength(2);
      expect(transcript).toMatchObject({ mean: '76.00', honours: 'FIRST_CLASS', incomplete: false });
      expect(transcript.terms).toEqual([
        { academicYear: { name: '2025/2026' }, term: { name: 'Semester 1' }, mean: '76.00', results: [{ grade: 'A' }] },
      ]);
    }
  });
});
