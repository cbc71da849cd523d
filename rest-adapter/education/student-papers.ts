import Type from 'typebox';
import { HONOURS } from '#core/education/grading/averages.ts';
import { found, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, date, nullable, object, onePath } from '../shapes.ts';
import { byDate, day } from './lists/filters.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { View } from '#platform/app/views.ts';
import { STATEMENT_LINES } from '#core/education/statement.ts';
import { restRefusals } from '../refusals.ts';
import { ResultSchema } from './result-shape.ts';
import { subjectOf } from '../resource.ts';
import { results } from './results.ts';
import { students } from './student-steps.ts';

const period = object({
  from: byDate('The first day; from the beginning where it is left out.'),
  to: byDate('The last day; to the end where it is left out.'),
});

/** @throws DomainError invalid_parameter (malformed) where the days are the wrong way round */
function periodIn({ from, to }: { readonly from?: string; readonly to?: string }) {
  const days = { from: day(from) ?? null, to: day(to) ?? null };
  if (days.from && days.to && Temporal.PlainDate.compare(days.from, days.to) > 0) {
    throw refuse(restRefusals.invalid_parameter, 'to is before from. Send the later day as to.', {
      parameter: 'to',
      allowed: ['from', 'to'],
    });
  }
  return days;
}

const Edges = {
  student_id: anyId('Whose paper it is.'),
  from: nullable(date('As it was requested.')),
  to: nullable(date('As it was requested.')),
};

const StatementSchema = object(
  {
    ...Edges,
    opening_balance: cents('What was owed before, minor units; below zero where the school owed.'),
    lines: Type.Array(
      object({
        date: date('In the institution’s zone.'),
        type: Type.Enum([...STATEMENT_LINES]),
        record_id: anyId('The invoice, credit note or payment.'),
        reference: nullable(Type.String({ description: 'Its number, or the payer’s reference.' })),
        debit: cents('More is owed by that, minor units.'),
        credit: cents('Less is owed by that, minor units.'),
        balance: cents('What was owed after it.'),
      }),
      { description: 'In the order in which it happened; at most 1000.' },
    ),
    closing_balance: cents('What was owed after the last line.'),
    cut: Type.Boolean({ description: 'There are more lines than are shown: ask for a shorter period.' }),
  },
  { $id: 'StudentStatement' },
);

function statementBody(statement: View<'statements', 'ofStudents'>, student: { id: number; uuid: string }, ids: Ids) {
  return {
    student_id: ids(student),
    from: statement.from,
    to: statement.to,
    opening_balance: statement.opening,
    lines: statement.lines.map(({ on, type, record, reference, debit, credit, balance }) => ({
      date: on,
      type,
      record_id: ids(record),
      reference,
      debit,
      credit,
      balance,
    })),
    closing_balance: statement.closing,
    cut: statement.cut,
  };
}

const Averages = {
  gpa: nullable(Type.String({ description: 'Points weighted by credit hours, two places.', examples: ['3.40'] })),
  mean: nullable(Type.String({ description: 'Marks weighted by credit hours, two places.', examples: ['68.50'] })),
};

const TranscriptSchema = object(
  {
    ...Edges,
    admission_no: Type.String(),
    terms: Type.Array(
      object({
        academic_year: Type.String({ examples: ['2025/2026'] }),
        academic_year_id: anyId('The year.'),
        term: nullable(Type.String({ examples: ['Semester 1'] })),
        term_id: nullable(anyId('The term.')),
        results: Type.Array(ResultSchema),
        ...Averages,
      }),
    ),
    ...Averages,
    honours: nullable(
      Type.Enum([...HONOURS], {
        description: 'The class of a degree by the mean.',
      }),
    ),
    kcse: nullable(
      object(
        { points: Type.String({ examples: ['10.00'] }), grade: Type.String({ examples: ['B+'] }) },
        { description: 'The mean of the best seven subjects of the school certificate, where they are there.' },
      ),
    ),
    incomplete: Type.Boolean({
      description:
        'Some marks are withheld, or are of classes that the caller does not see, and count for nothing here. A lecturer is shown no averages.',
    }),
  },
  { $id: 'Transcript' },
);

function transcriptBody(
  transcript: View<'transcripts', 'ofStudents'>,
  student: { id: number; uuid: string; admissionNo: string },
  show: (result: View<'transcripts', 'ofStudents'>['terms'][number]['results'][number]) => object,
  ids: Ids,
) {
  return {
    student_id: ids(student),
    from: transcript.from,
    to: transcript.to,
    admission_no: student.admissionNo,
    terms: transcript.terms.map(({ academicYear, term, results: published, gpa, mean }) => ({
      academic_year: academicYear.name,
      academic_year_id: ids(academicYear),
      term: term && term.name,
      term_id: term && ids(term),
      results: published.map(show),
      gpa,
      mean,
    })),
    gpa: transcript.gpa,
    mean: transcript.mean,
    honours: transcript.honours,
    kcse: transcript.kcse,
    incomplete: transcript.incomplete,
  };
}

const common = {
  method: 'GET',
  surface: 'education',
  tag: 'Students',
  bucket: 'C.read',
  params: onePath('student'),
  subject: subjectOf(students),
  query: period,
} as const;

export const studentPaperRoutes = [
  route({
    ...common,
    path: '/api/v1/students/{id}/statement',
    operation: 'getStudentStatement',
    summary: 'What a student owed and paid, line by line',
    scope: 'invoices:read',
    reply: { status: 200, schema: StatementSchema, describe: 'The statement.' },
    refusals: ['invalid_parameter'],
    handle: async (app, { caller, ids, params, query }) => {
      const days = periodIn(query);
      return app.read(caller, async (views) => {
        const student = await found('student', params.id, views.students.one);
        const [statement] = await views.statements.ofStudents([student.id], days);
        return { body: statementBody(statement!, student, ids) };
      });
    },
  }),
  route({
    ...common,
    path: '/api/v1/students/{id}/transcript',
    operation: 'getStudentTranscript',
    summary: 'What a student has achieved, as it is published',
    description:
      'The terms of the academic years that the period touches. Of each unit the latest attempt counts; exempt units ' +
      'and withheld marks do not.',
    scope: 'results:read',
    reply: { status: 200, schema: TranscriptSchema, describe: 'The transcript.' },
    refusals: ['invalid_parameter'],
    handle: async (app, { caller, ids, params, query }) => {
      const days = periodIn(query);
      return app.read(caller, async (views) => {
        const student = await found('student', params.id, views.students.one);
        const [transcript] = await views.transcripts.ofStudents([student.id], days);
        // Those who record marks see here what the student sees: what is published.
        return { body: transcriptBody(transcript!, student, (result) => results.body(result, ids, caller), ids) };
      });
    },
  }),
];
