import Type from 'typebox';
import { TERM_KINDS } from '#core/education/programme/calendar.ts';
import { defined } from '#core/kernel/defined.ts';
import { route } from '../../route.ts';
import { date, nullable, object, onePath, reference, text } from '../../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from '../lists/offset-list.ts';
import { referenceOrNull } from '../references.ts';
import { oneRoute, presented, subjectOf } from '../../resource.ts';
import { OF_SCHOOLS, at, readDate } from '../resource.ts';
import { intakes, IntakeSchema, terms, TermSchema, years, YearSchema } from './periods.ts';

const reading = { tag: 'Calendar', scope: 'programmes:read' } as const;
const opening = {
  method: 'POST',
  surface: 'education',
  tag: 'Calendar',
  scope: 'programmes:write',
  bucket: 'C.write',
} as const;

const changing = { ...opening, method: 'PATCH' } as const;

type Span = { readonly start_date?: string; readonly end_date?: string };
const spanOf = ({ start_date: start, end_date: end }: Span) =>
  defined({
    startDate: start === undefined ? undefined : readDate('start_date', start),
    endDate: end === undefined ? undefined : readDate('end_date', end),
  });

export const calendarRoutes = [
  offsetList({
    ...reading,
    path: '/api/v1/academic_years',
    operation: 'listAcademicYears',
    summary: 'Academic years',
    schema: YearSchema,
    list: schoolLists.academicYears,
    of: (views) => views.academicYears,
    show: years.body,
  }),
  route({
    ...opening,
    path: '/api/v1/academic_years',
    operation: 'createAcademicYear',
    summary: 'Open an academic year',
    body: object({
      name: text('Such as 2025/2026.', 60, { examples: ['2025/2026'] }),
      start_date: date('First day.'),
      end_date: date('Last day; at most two years later.'),
    }),
    example: { name: '2025/2026', start_date: '2025-09-01', end_date: '2026-08-31' },
    reply: { status: 201, schema: YearSchema, describe: 'The academic year.' },
    refusals: [],
    handle: async (app, call) =>
      app.education.openAcademicYear(call.request(presented(years, call, 201)), {
        name: call.body.name,
        startDate: readDate('start_date', call.body.start_date),
        endDate: readDate('end_date', call.body.end_date),
      }),
  }),
  oneRoute(years, {
    ...OF_SCHOOLS,
    ...reading,
    path: '/api/v1/academic_years/{id}',
    operation: 'getAcademicYear',
    summary: 'One academic year',
    schema: YearSchema,
  }),
  route({
    ...changing,
    path: '/api/v1/academic_years/{id}',
    operation: 'changeAcademicYear',
    summary: 'Move the days of an academic year',
    description: 'The body is a merge patch. The name stays; its terms stay inside; who is enrolled stays so.',
    params: onePath('academic_year'),
    subject: subjectOf(years),
    body: object(
      {
        start_date: Type.Optional(date('First day.')),
        end_date: Type.Optional(date('Last day; at most two years later.')),
      },
      { minProperties: 1 },
    ),
    example: { end_date: '2026-09-15' },
    reply: { status: 200, schema: YearSchema, describe: 'The academic year after the change.' },
    refusals: [],
    handle: async (app, call) => {
      const { body, version, subjectId } = call;
      return app.education.changeAcademicYear(call.request(presented(years, call, 200)), {
        academicYearId: await subjectId(),
        ...at(version),
        changes: spanOf(body),
      });
    },
  }),
  offsetList({
    ...reading,
    path: '/api/v1/terms',
    operation: 'listTerms',
    summary: 'Terms',
    schema: TermSchema,
    list: schoolLists.terms,
    of: (views) => views.terms,
    show: terms.body,
  }),
  route({
    ...opening,
    path: '/api/v1/terms',
    operation: 'createTerm',
    summary: 'Open a term of an academic year',
    body: object({
      academic_year_id: reference('A row of GET /api/v1/academic_years.'),
      name: text('Such as Semester 1.', 60, { examples: ['Semester 1'] }),
      kind: Type.Enum([...TERM_KINDS]),
      start_date: date('First day, inside the year.'),
      end_date: date('Last day, inside the year.'),
      registration_deadline: Type.Optional(nullable(date('The last day to enrol.'))),
    }),
    example: {
      academic_year_id: 1,
      name: 'Semester 2',
      kind: 'semester',
      start_date: '2026-01-05',
      end_date: '2026-04-24',
    },
    reply: { status: 201, schema: TermSchema, describe: 'The term.' },
    refusals: ['unknown_reference'],
    handle: async (app, call) => {
      const { body, caller, request } = call;
      const { registration_deadline: deadline } = body;
      return app.education.openTerm(request(presented(terms, call, 201)), {
        academicYearId: await referenceOrNull(
          app,
          caller,
          'academic_year_id',
          body.academic_year_id,
          (views) => views.academicYears.byUuids,
        ),
        name: body.name,
        kind: body.kind,
        startDate: readDate('start_date', body.start_date),
        endDate: readDate('end_date', body.end_date),
        ...defined({
          registrationDeadline: typeof deadline === 'string' ? readDate('registration_deadline', deadline) : deadline,
        }),
      });
    },
  }),
  oneRoute(terms, {
    ...OF_SCHOOLS,
    ...reading,
    path: '/api/v1/terms/{id}',
    operation: 'getTerm',
    summary: 'One term',
    schema: TermSchema,
  }),
  route({
    ...changing,
    path: '/api/v1/terms/{id}',
    operation: 'changeTerm',
    summary: 'Change a term',
    description: 'The body is a merge patch. The term stays in its year; who is enrolled stays so.',
    params: onePath('term'),
    subject: subjectOf(terms),
    body: object(
      {
        name: Type.Optional(text('Such as Semester 1.', 60, { examples: ['Semester 1'] })),
        kind: Type.Optional(Type.Enum([...TERM_KINDS])),
        start_date: Type.Optional(date('First day, inside the year.')),
        end_date: Type.Optional(date('Last day, inside the year.')),
        registration_deadline: Type.Optional(nullable(date('The last day to enrol; null for none.'))),
      },
      { minProperties: 1 },
    ),
    example: { registration_deadline: '2026-01-23' },
    reply: { status: 200, schema: TermSchema, describe: 'The term after the change.' },
    refusals: [],
    handle: async (app, call) => {
      const { body, version, subjectId } = call;
      const { name, kind, registration_deadline: deadline } = body;
      const registrationDeadline =
        typeof deadline === 'string' ? readDate('registration_deadline', deadline) : deadline;
      return app.education.changeTerm(call.request(presented(terms, call, 200)), {
        termId: await subjectId(),
        ...at(version),
        changes: { ...defined({ name, kind, registrationDeadline }), ...spanOf(body) },
      });
    },
  }),
  offsetList({
    ...reading,
    path: '/api/v1/intakes',
    operation: 'listIntakes',
    summary: 'Intakes',
    schema: IntakeSchema,
    list: schoolLists.intakes,
    of: (views) => views.intakes,
    show: intakes.body,
  }),
  route({
    ...opening,
    path: '/api/v1/intakes',
    operation: 'createIntake',
    summary: 'Open an intake',
    body: object({
      name: text('Such as SEP2025.', 60, { examples: ['SEP2025'] }),
      month: Type.Integer({ minimum: 1, maximum: 12 }),
      year: Type.Integer({ minimum: 1950, maximum: 2200 }),
    }),
    example: { name: 'SEP2025', month: 9, year: 2025 },
    reply: { status: 201, schema: IntakeSchema, describe: 'The intake.' },
    refusals: [],
    handle: async (app, call) =>
      app.education.openIntake(call.request(presented(intakes, call, 201)), {
        name: call.body.name,
        month: call.body.month,
        year: call.body.year,
      }),
  }),
  oneRoute(intakes, {
    ...OF_SCHOOLS,
    ...reading,
    path: '/api/v1/intakes/{id}',
    operation: 'getIntake',
    summary: 'One intake',
    schema: IntakeSchema,
  }),
];
