import { GradingScale } from '#core/education/grading/scale.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { FeeComponent, FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Programme, programmeLifecycle } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { columnsOf, listed, pick, record, reference } from '../../views/columns.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { byChoice, byCode, byId, byText, type SchoolList } from './fields.ts';

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
  joins: one('grading_scale g', `${g.id} = ${programme.gradingScaleId}`),
});

export const programmeList: SchoolList = {
  fields: {
    code: byText(programme.code, 'The code', { example: 'BSC-CS', maxLength: 20 }),
    status: byChoice(programme.state, 'The status', programmeLifecycle.states, { graphName: 'state' }),
  },
};

export function programmeViews(context: ViewContext) {
  const all = schoolCollection(context, programmes, {}, programmeList);
  return { ...all, byCodes: (codes: readonly string[]) => all.where([`${programme.code} = any(?::text[])`, codes]) };
}

const year = columnsOf(AcademicYear);
const academicYears = view(AcademicYear, {
  columns: { ...record(year), ...pick(year, 'name', 'startDate', 'endDate') },
});

export const academicYearList: SchoolList = {
  fields: { name: byText(year.name, 'The name', { example: '2025/2026' }) },
};

export const academicYearViews = (context: ViewContext) =>
  schoolCollection(context, academicYears, {}, academicYearList);

const term = columnsOf(Term);
const terms = view(Term, {
  columns: {
    ...record(term),
    ...pick(term, 'name', 'kind', 'startDate', 'endDate', 'registrationDeadline'),
    academicYear: reference(term.academicYearId, ay.uuid, pick(ay, 'name')),
  },
  joins: one('academic_year ay', `${ay.id} = ${term.academicYearId}`),
});

export const termList: SchoolList = {
  fields: { academic_year: byCode(term.academicYearId, 'academic_year', 'The year') },
};

export function termViews(context: ViewContext) {
  const all = schoolCollection(context, terms, pick(term, 'academicYearId'), termList);
  return {
    ...all,
    ofAcademicYears: (ids: readonly number[], limit: number) => all.ofEach('academicYearId', ids, limit),
  };
}

const intake = columnsOf(Intake);
const intakes = view(Intake, { columns: { ...record(intake), ...pick(intake, 'name', 'month', 'year') } });

export const intakeList: SchoolList = {
  fields: { name: byText(intake.name, 'The name', { example: 'SEP2025' }) },
};

export const intakeViews = (context: ViewContext) => schoolCollection(context, intakes, {}, intakeList);

const unit = columnsOf(Unit);
const units = view(Unit, {
  columns: {
    ...record(unit),
    ...pick(unit, 'code', 'title', 'creditHours', 'yearOfStudy', 'core'),
    /** Null for a unit of every programme. */
    programme: reference(unit.programmeId, p.uuid, pick(p, 'code')),
  },
  joins: oneOrNone('programme p', `${p.id} = ${unit.programmeId}`),
});

export const unitList: SchoolList = {
  fields: {
    code: byText(unit.code, 'The code', { example: 'CSC101', maxLength: 20 }),
    programme: byCode(unit.programmeId, 'programme', 'The programme'),
  },
};

export function unitViews(context: ViewContext) {
  const all = schoolCollection(context, units, pick(unit, 'programmeId'), unitList);
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
    ${one('programme p', `${p.id} = ${fees.programmeId}`)}
    ${one('academic_year ay', `${ay.id} = ${fees.academicYearId}`)}
    ${oneOrNone('term t', `${t.id} = ${fees.termId}`)}`,
  show: (row) => ({ ...row, total: row.components.reduce((sum, { amount }) => sum + amount, 0n) }),
});

export const feeStructureList: SchoolList = {
  fields: {
    programme: byCode(fees.programmeId, 'programme', 'The programme'),
    academic_year: byCode(fees.academicYearId, 'academic_year', 'The year'),
    term: byId(fees.termId, 'term', 'For this term'),
  },
};

export const feeStructureViews = (context: ViewContext) =>
  schoolCollection(context, feeStructures, {}, feeStructureList);

const scale = columnsOf(GradingScale);
const gradingScales = view(GradingScale, {
  columns: {
    ...record(scale),
    /** `edition`: which one is in force. */
    ...pick(scale, 'code', 'name', 'edition', 'definition'),
  },
});

export const gradingScaleList: SchoolList = {
  fields: { code: byText(scale.code, 'The code', { example: 'KE_UNI5', maxLength: 20 }) },
};

export const gradingScaleViews = (context: ViewContext) =>
  schoolCollection(context, gradingScales, {}, gradingScaleList);
