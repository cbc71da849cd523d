import { GradingScale } from '#core/education/grading/scale.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { FeeComponent, FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { columnsOf, listed, pick, record, reference } from '../../views/columns.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { identified, named, storable } from './references.ts';

const g = columnsOf(GradingScale, 'g');
const p = columnsOf(Programme, 'p');
const ay = columnsOf(AcademicYear, 'ay');
const t = columnsOf(Term, 't');

const programme = columnsOf(Programme);
const programmes = view(Programme, {
  columns: {
    ...record(programme),
    ...pick(programme, 'code', 'name', 'level', 'department', 'mode', 'durationTerms', 'kuccpsCode'),
    gradingScale: reference(programme.gradingScaleId, g.uuid, pick(g, 'code')),
    /** The wire calls it status. */
    state: programme.state,
  },
  joins: `join grading_scale g on ${g.id} = ${programme.gradingScaleId}`,
});

type ProgrammeFilter = {
  readonly code?: string | undefined;
  readonly states?: readonly string[] | undefined;
};

export function programmeViews(context: ViewContext) {
  const all = schoolCollection(context, programmes, {}, ({ code, states }: ProgrammeFilter) => [
    [`${programme.code} = ?::text`, storable(code)],
    [`${programme.state} = any(?::text[])`, states],
  ]);
  return { ...all, byCodes: (codes: readonly string[]) => all.where([`${programme.code} = any(?::text[])`, codes]) };
}

const year = columnsOf(AcademicYear);
const academicYears = view(AcademicYear, {
  columns: { ...record(year), ...pick(year, 'name', 'startDate', 'endDate') },
});

type AcademicYearFilter = { readonly name?: string | undefined };

export const academicYearViews = (context: ViewContext) =>
  schoolCollection(context, academicYears, {}, ({ name }: AcademicYearFilter) => [
    [`${year.name} = ?::text`, storable(name)],
  ]);

const term = columnsOf(Term);
const terms = view(Term, {
  columns: {
    ...record(term),
    ...pick(term, 'name', 'kind', 'startDate', 'endDate', 'registrationDeadline'),
    academicYear: reference(term.academicYearId, ay.uuid, pick(ay, 'name')),
  },
  joins: `join academic_year ay on ${ay.id} = ${term.academicYearId}`,
});

/** By the year's name, id or uuid. */
type TermFilter = { readonly academicYear?: string | undefined };

export function termViews(context: ViewContext) {
  const all = schoolCollection(context, terms, pick(term, 'academicYearId'), ({ academicYear }: TermFilter) => [
    named(term.academicYearId, 'academic_year', 'name', academicYear),
  ]);
  return {
    ...all,
    ofAcademicYears: (ids: readonly number[], limit: number) => all.ofEach('academicYearId', ids, limit),
  };
}

const intake = columnsOf(Intake);
const intakes = view(Intake, { columns: { ...record(intake), ...pick(intake, 'name', 'month', 'year') } });

type IntakeFilter = { readonly name?: string | undefined };

export const intakeViews = (context: ViewContext) =>
  schoolCollection(context, intakes, {}, ({ name }: IntakeFilter) => [[`${intake.name} = ?::text`, storable(name)]]);

const unit = columnsOf(Unit);
const units = view(Unit, {
  columns: {
    ...record(unit),
    ...pick(unit, 'code', 'title', 'creditHours', 'yearOfStudy', 'core'),
    /** Null for a unit of every programme. */
    programme: reference(unit.programmeId, p.uuid, pick(p, 'code')),
  },
  joins: `left join programme p on ${p.id} = ${unit.programmeId}`,
});

type UnitFilter = {
  readonly code?: string | undefined;
  /** Code, id or uuid. */
  readonly programme?: string | undefined;
};

export function unitViews(context: ViewContext) {
  const all = schoolCollection(context, units, pick(unit, 'programmeId'), ({ code, programme: of }: UnitFilter) => [
    [`${unit.code} = ?::text`, storable(code)],
    named(unit.programmeId, 'programme', 'code', of),
  ]);
  return { ...all, ofProgrammes: (ids: readonly number[], limit: number) => all.ofEach('programmeId', ids, limit) };
}

const fees = columnsOf(FeeStructure);
const c = columnsOf(FeeComponent, 'c');
const feeStructures = view(FeeStructure, {
  columns: {
    ...record(fees),
    ...pick(fees, 'name', 'yearOfStudy', 'sponsorshipType'),
    programme: reference(fees.programmeId, p.uuid, pick(p, 'code')),
    academicYear: reference(fees.academicYearId, ay.uuid, pick(ay, 'name')),
    term: reference(fees.termId, t.uuid, pick(t, 'name')),
    components: listed(
      pick(c, 'id', 'uuid', 'position', 'code', 'description', 'feeCategory', 'amount', 'priority'),
      `fee_component c where ${c.feeStructureId} = ${fees.id}`,
      c.position.sql,
    ),
  },
  joins: `
    join programme p on ${p.id} = ${fees.programmeId}
    join academic_year ay on ${ay.id} = ${fees.academicYearId}
    left join term t on ${t.id} = ${fees.termId}`,
  show: (row) => ({ ...row, total: row.components.reduce((sum, { amount }) => sum + amount, 0n) }),
});

type FeeStructureFilter = {
  readonly programme?: string | undefined;
  readonly academicYear?: string | undefined;
  readonly term?: string | undefined;
};

export const feeStructureViews = (context: ViewContext) =>
  schoolCollection(context, feeStructures, {}, ({ programme: of, academicYear, term: inTerm }: FeeStructureFilter) => [
    named(fees.programmeId, 'programme', 'code', of),
    named(fees.academicYearId, 'academic_year', 'name', academicYear),
    identified(fees.termId, 'term', inTerm),
  ]);

const scale = columnsOf(GradingScale);
const gradingScales = view(GradingScale, {
  columns: {
    ...record(scale),
    /** `edition`: which one is in force. */
    ...pick(scale, 'code', 'name', 'edition', 'definition'),
  },
});

type GradingScaleFilter = { readonly code?: string | undefined };

export const gradingScaleViews = (context: ViewContext) =>
  schoolCollection(context, gradingScales, {}, ({ code }: GradingScaleFilter) => [
    [`${scale.code} = ?::text`, storable(code)],
  ]);
