import type { FeeCategory } from '#core/education/fee-category.ts';
import type { ScaleDefinition } from '#core/education/grading/scale.ts';
import type { Term } from '#core/education/programme/calendar.ts';
import type { ProgrammeLevel, ProgrammeState } from '#core/education/programme/programme.ts';
import type { SponsorshipType, StudyMode } from '#core/education/study.ts';
import type { Row } from '../../database.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import { collectionOf, column, recordOf, type Named, type RecordView } from './collection.ts';
import { identified, named, spoken } from './references.ts';

export type ProgrammeView = RecordView & {
  readonly code: string;
  readonly name: string;
  readonly level: ProgrammeLevel;
  readonly department: string | null;
  readonly mode: StudyMode;
  readonly durationTerms: number;
  readonly gradingScale: Named & { readonly code: string };
  readonly kuccpsCode: string | null;
  /** The wire calls it status. */
  readonly state: ProgrammeState;
};

export type ProgrammeFilter = {
  readonly code?: string | undefined;
  readonly states?: readonly string[] | undefined;
};

const { id, text, textOrNull, date, dateOrNull, integerOrNull } = column;

export function programmeViews(context: ViewContext) {
  const select = (rows: string) =>
    `select x.*, g.uuid as grading_scale_uuid, g.code as grading_scale_code
       from ${rows} x join grading_scale g on g.id = x.grading_scale_id`;
  const show = (row: Row): ProgrammeView => ({
    ...recordOf(row),
    code: text(row, 'code'),
    name: text(row, 'name'),
    level: row['level'] as ProgrammeLevel,
    department: textOrNull(row, 'department'),
    mode: row['mode'] as StudyMode,
    durationTerms: Number(row['duration_terms']),
    gradingScale: scaleOf(row),
    kuccpsCode: textOrNull(row, 'kuccps_code'),
    state: row['state'] as ProgrammeState,
  });
  const conditions = ({ code, states }: ProgrammeFilter): Condition[] => [
    ['x.code = ?::text', spoken(code)],
    ['x.state = any(?::text[])', states],
  ];
  const all = collectionOf(context, { resource: 'programme', table: 'programme', select, show }, conditions);
  return { ...all, byCodes: (codes: readonly string[]) => all.where(['x.code = any(?::text[])', codes]) };
}

export type AcademicYearView = RecordView & {
  readonly name: string;
  readonly startDate: Temporal.PlainDate;
  readonly endDate: Temporal.PlainDate;
};

export type AcademicYearFilter = { readonly name?: string | undefined };

export function academicYearViews(context: ViewContext) {
  const show = (row: Row): AcademicYearView => ({
    ...recordOf(row),
    name: text(row, 'name'),
    startDate: date(row, 'start_date'),
    endDate: date(row, 'end_date'),
  });
  const source = { resource: 'academic_year', table: 'academic_year', select: plain, show };
  return collectionOf(context, source, ({ name }: AcademicYearFilter) => [['x.name = ?::text', spoken(name)]]);
}

export type TermView = RecordView & {
  readonly academicYear: Named & { readonly name: string };
  readonly name: string;
  readonly kind: Term['kind'];
  readonly startDate: Temporal.PlainDate;
  readonly endDate: Temporal.PlainDate;
  readonly registrationDeadline: Temporal.PlainDate | null;
};

/** By the year's name, id or uuid. */
export type TermFilter = { readonly academicYear?: string | undefined };

export function termViews(context: ViewContext) {
  const show = (row: Row): TermView => ({
    ...recordOf(row),
    academicYear: yearOf(row),
    name: text(row, 'name'),
    kind: row['kind'] as Term['kind'],
    startDate: date(row, 'start_date'),
    endDate: date(row, 'end_date'),
    registrationDeadline: dateOrNull(row, 'registration_deadline'),
  });
  const select = (rows: string) =>
    `select x.*, ay.uuid as academic_year_uuid, ay.name as academic_year_name
       from ${rows} x join academic_year ay on ay.id = x.academic_year_id`;
  const all = collectionOf(
    context,
    { resource: 'term', table: 'term', select, show },
    ({ academicYear }: TermFilter) => [named('x.academic_year_id', 'academic_year', 'name', academicYear)],
  );
  return {
    ...all,
    ofAcademicYears: (ids: readonly number[], limit: number) => all.ofEach('academic_year_id', ids, limit),
  };
}

export type IntakeView = RecordView & { readonly name: string; readonly month: number; readonly year: number };

export type IntakeFilter = { readonly name?: string | undefined };

export function intakeViews(context: ViewContext) {
  const show = (row: Row): IntakeView => ({
    ...recordOf(row),
    name: text(row, 'name'),
    month: Number(row['month']),
    year: Number(row['year']),
  });
  const source = { resource: 'intake', table: 'intake', select: plain, show };
  return collectionOf(context, source, ({ name }: IntakeFilter) => [['x.name = ?::text', spoken(name)]]);
}

export type UnitView = RecordView & {
  /** Null for a unit of every programme. */
  readonly programme: (Named & { readonly code: string }) | null;
  readonly code: string;
  readonly title: string;
  readonly creditHours: string;
  readonly yearOfStudy: number;
  readonly core: boolean;
};

export type UnitFilter = {
  readonly code?: string | undefined;
  /** Code, id or uuid. */
  readonly programme?: string | undefined;
};

export function unitViews(context: ViewContext) {
  const select = (rows: string) =>
    `select x.*, p.uuid as programme_uuid, p.code as programme_code
       from ${rows} x left join programme p on p.id = x.programme_id`;
  const show = (row: Row): UnitView => ({
    ...recordOf(row),
    programme: row['programme_id'] === null ? null : programmeOf(row),
    code: text(row, 'code'),
    title: text(row, 'title'),
    creditHours: text(row, 'credit_hours'),
    yearOfStudy: Number(row['year_of_study']),
    core: Boolean(row['core']),
  });
  const conditions = ({ code, programme }: UnitFilter): Condition[] => [
    ['x.code = ?::text', spoken(code)],
    named('x.programme_id', 'programme', 'code', programme),
  ];
  const all = collectionOf(context, { resource: 'unit', table: 'unit', select, show }, conditions);
  return { ...all, ofProgrammes: (ids: readonly number[], limit: number) => all.ofEach('programme_id', ids, limit) };
}

export type FeeComponentView = {
  readonly id: number;
  readonly uuid: string;
  readonly position: number;
  readonly code: string | null;
  readonly description: string;
  readonly feeCategory: FeeCategory;
  readonly amount: bigint;
  readonly priority: number | null;
};

export type FeeStructureView = RecordView & {
  readonly name: string;
  readonly programme: Named & { readonly code: string };
  readonly academicYear: Named & { readonly name: string };
  readonly term: (Named & { readonly name: string }) | null;
  readonly yearOfStudy: number | null;
  readonly sponsorshipType: SponsorshipType | null;
  readonly components: readonly FeeComponentView[];
  readonly total: bigint;
};

export type FeeStructureFilter = {
  readonly programme?: string | undefined;
  readonly academicYear?: string | undefined;
  readonly term?: string | undefined;
};

export function feeStructureViews(context: ViewContext) {
  const select = (rows: string) => `
    select x.*, p.uuid as programme_uuid, p.code as programme_code, ay.uuid as academic_year_uuid,
           ay.name as academic_year_name, t.uuid as term_uuid, t.name as term_name,
           (select jsonb_agg(jsonb_build_object('id', c.id, 'uuid', c.uuid, 'position', c.position, 'code', c.code,
                     'description', c.description, 'feeCategory', c.fee_category, 'amount', c.amount::text,
                     'priority', c.priority) order by c.position)
              from fee_component c where c.fee_structure_id = x.id) as components
      from ${rows} x
      join programme p on p.id = x.programme_id
      join academic_year ay on ay.id = x.academic_year_id
      left join term t on t.id = x.term_id`;
  const show = (row: Row): FeeStructureView => {
    const components = ((row['components'] ?? []) as Row[]).map(componentOf);
    return {
      ...recordOf(row),
      name: text(row, 'name'),
      programme: programmeOf(row),
      academicYear: yearOf(row),
      term: column.named(row, 'term'),
      yearOfStudy: integerOrNull(row, 'year_of_study'),
      sponsorshipType: row['sponsorship_type'] as SponsorshipType | null,
      components,
      total: components.reduce((sum, { amount }) => sum + amount, 0n),
    };
  };
  const conditions = ({ programme, academicYear, term }: FeeStructureFilter): Condition[] => [
    named('x.programme_id', 'programme', 'code', programme),
    named('x.academic_year_id', 'academic_year', 'name', academicYear),
    identified('x.term_id', 'term', term),
  ];
  return collectionOf(context, { resource: 'fee_structure', table: 'fee_structure', select, show }, conditions);
}

export type GradingScaleView = RecordView & {
  readonly code: string;
  readonly name: string;
  /** Which edition is in force. */
  readonly edition: number;
  readonly definition: ScaleDefinition;
};

export type GradingScaleFilter = { readonly code?: string | undefined };

export function gradingScaleViews(context: ViewContext) {
  const show = (row: Row): GradingScaleView => ({
    ...recordOf(row),
    code: text(row, 'code'),
    name: text(row, 'name'),
    edition: Number(row['edition']),
    definition: row['definition'] as ScaleDefinition,
  });
  const source = { resource: 'grading_scale', table: 'grading_scale', select: plain, show };
  return collectionOf(context, source, ({ code }: GradingScaleFilter) => [['x.code = ?::text', spoken(code)]]);
}

function plain(rows: string): string {
  return `select x.* from ${rows} x`;
}

function programmeOf(row: Row) {
  return { id: id(row, 'programme_id'), uuid: text(row, 'programme_uuid'), code: text(row, 'programme_code') };
}

function scaleOf(row: Row) {
  return {
    id: id(row, 'grading_scale_id'),
    uuid: text(row, 'grading_scale_uuid'),
    code: text(row, 'grading_scale_code'),
  };
}

function yearOf(row: Row) {
  return {
    id: id(row, 'academic_year_id'),
    uuid: text(row, 'academic_year_uuid'),
    name: text(row, 'academic_year_name'),
  };
}

function componentOf(row: Row): FeeComponentView {
  return {
    id: id(row),
    uuid: text(row, 'uuid'),
    position: Number(row['position']),
    code: textOrNull(row, 'code'),
    description: text(row, 'description'),
    feeCategory: row['feeCategory'] as FeeCategory,
    amount: column.cents(row, 'amount'),
    priority: integerOrNull(row, 'priority'),
  };
}
