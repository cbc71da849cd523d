import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { educationLists } from '#sub/education/lists.ts';
import { educationTypeDefs } from '#sub/education/subgraph.ts';
import { openEducationGraph, type EducationGraph } from '#test/support/education-graph.ts';
import { listInputsIn } from '#test/support/list-inputs.ts';

let graph: EducationGraph;
let studentId: string;
beforeAll(async () => {
  graph = await openEducationGraph();
  const enrolled = await graph.school.enrolled();
  studentId = await graph.uuidOf('student', enrolled.studentId);
});
afterAll(() => graph.close());

const ROOTS: { readonly [Type in keyof typeof educationLists]: string } = {
  Student: 'students',
  Enrolment: 'enrolments',
  Invoice: 'invoices',
  InvoicePayment: 'invoicePayments',
  Result: 'results',
  Programme: 'programmes',
  Unit: 'units',
  AcademicYear: 'academicYears',
  Intake: 'intakes',
  FeeStructure: 'feeStructures',
  GradingScale: 'gradingScales',
};
const inputs = listInputsIn(educationTypeDefs);

describe.each(Object.entries(ROOTS))('The filter of %s', (type, root) => {
  it('is understood, member by member', async () => {
    const filters = inputs.filtersOf(type);
    expect(filters).not.toEqual([]);
    for (const filter of filters) {
      await graph.query(`{ ${root}(filter: { ${filter} }) { totalCount nodes { id } } }`);
    }
  });
});

describe('A filter of the schools’ lists', () => {
  const found = async (list: string, filter: string) =>
    (await graph.query(`{ ${list}(filter: { ${filter} }) { totalCount } }`))[list].totalCount;

  it('finds what REST finds by the same field', async () => {
    const { code } = (await graph.query('{ programmes(first: 1) { nodes { code } } }')).programmes.nodes[0];
    const { name } = (await graph.query('{ academicYears(first: 1) { nodes { name } } }')).academicYears.nodes[0];
    expect(await found('programmes', `code: "${code}", states: [ACTIVE]`)).toBe(1);
    expect(await found('academicYears', `name: "${name}"`)).toBe(1);
    expect(await found('enrolments', `studentId: "${studentId}"`)).toBe(1);
  });

  it('finds nothing by another name, a NUL, or an id that is none', async () => {
    expect(await found('academicYears', 'name: "1066/1067"')).toBe(0);
    expect(await found('gradingScales', 'code: "A\\u0000B"')).toBe(0);
    expect(await found('enrolments', 'studentId: "1"')).toBe(0);
    expect(await found('students', 'states: []')).toBe(0);
  });

  it('takes as many values as REST, and as long ones', async () => {
    const refusals = [`states: [${'ACTIVE '.repeat(101)}]`, `admissionNo: "${'9'.repeat(256)}"`].map(async (filter) => {
      const { errors } = await graph.execute(`{ students(filter: { ${filter} }) { nodes { id } } }`);
      return [errors?.[0].extensions.code, errors?.[0].extensions.errors?.[0].path];
    });
    expect(await Promise.all(refusals)).toEqual([
      ['validation_failed', ['filter', 'states']],
      ['validation_failed', ['filter', 'admissionNo']],
    ]);
  });
});
