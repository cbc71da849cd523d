import Type from 'typebox';
import { TERM_KINDS } from '#core/education/programme/calendar.ts';
import { defined } from '#core/kernel/defined.ts';
import type { View } from '#platform/app/views.ts';
import type { Ids } from '../../records.ts';
import { route } from '../../route.ts';
import { anyId, date, instant, nullable, object, reference, text } from '../../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from '../lists/offset-list.ts';
import { referenceOrNull } from '../references.ts';
import { oneRoute, presented, type Resource } from '../../resource.ts';
import { OF_SCHOOLS, readDate } from '../resource.ts';

const Id = { id: anyId('Stable id.'), uuid: Type.String({ format: 'uuid' }) };
const Stamps = {
  version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  created_at: instant('When it was opened.'),
  updated_at: instant('When the record last changed.'),
};
type Stamped = {
  readonly version: number;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};
const stampsOf = ({ version, createdAt, updatedAt }: Stamped) => ({
  version,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const YearSchema = object(
  {
    ...Id,
    name: Type.String({ examples: ['2025/2026'] }),
    start_date: date('First day.'),
    end_date: date('Last day.'),
    ...Stamps,
  },
  { $id: 'AcademicYear' },
);
export const TermSchema = object(
  {
    ...Id,
    academic_year_id: anyId('The year that it is part of.'),
    name: Type.String({ examples: ['Semester 1'] }),
    kind: Type.Enum([...TERM_KINDS]),
    start_date: date('First day.'),
    end_date: date('Last day.'),
    registration_deadline: nullable(date('The last day to enrol.')),
    ...Stamps,
  },
  { $id: 'Term' },
);
export const IntakeSchema = object(
  { ...Id, name: Type.String({ examples: ['SEP2025'] }), month: Type.Integer(), year: Type.Integer(), ...Stamps },
  { $id: 'Intake' },
);

export const years: Resource<View<'academicYears'>> = {
  noun: 'academic_year',
  one: (views) => views.academicYears.one,
  body: (year, ids) => ({
    id: ids(year),
    uuid: year.uuid,
    name: year.name,
    start_date: year.startDate,
    end_date: year.endDate,
    ...stampsOf(year),
  }),
  address: (year, ids) => `/api/v1/academic_years/${ids(year)}`,
};
export const terms: Resource<View<'terms'>> = {
  noun: 'term',
  one: (views) => views.terms.one,
  body: (term: View<'terms'>, ids: Ids) => ({
    id: ids(term),
    uuid: term.uuid,
    academic_year_id: ids(term.academicYear),
    name: term.name,
    kind: term.kind,
    start_date: term.startDate,
    end_date: term.endDate,
    registration_deadline: term.registrationDeadline,
    ...stampsOf(term),
  }),
  address: (term, ids) => `/api/v1/terms/${ids(term)}`,
};
export const intakes: Resource<View<'intakes'>> = {
  noun: 'intake',
  one: (views) => views.intakes.one,
  body: (intake, ids) => ({
    id: ids(intake),
    uuid: intake.uuid,
    name: intake.name,
    month: intake.month,
    year: intake.year,
    ...stampsOf(intake),
  }),
  address: (intake, ids) => `/api/v1/intakes/${ids(intake)}`,
};

const reading = { tag: 'Calendar', scope: 'programmes:read' } as const;
const opening = {
  method: 'POST',
  surface: 'education',
  tag: 'Calendar',
  scope: 'programmes:write',
  bucket: 'C.write',
} as const;

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
