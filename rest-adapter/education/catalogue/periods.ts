import Type from 'typebox';
import { TERM_KINDS } from '#core/education/programme/calendar.ts';
import type { View } from '#platform/app/views.ts';
import type { Ids } from '../../records.ts';
import type { Resource } from '../../resource.ts';
import { anyId, date, instant, nullable, object } from '../../shapes.ts';

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
