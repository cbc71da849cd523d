import type { ResultState } from '#core/education/result/lifecycle.ts';
import type { Marks, ResultComponent } from '#core/education/result/marks.ts';
import type { WithholdReason } from '#core/education/result/result.ts';
import type { Row } from '../../database.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import { collectionOf, column, recordOf, type Named, type RecordView } from './collection.ts';
import { identified, named } from './references.ts';
import { studentNameOf, type StudentName } from './students.ts';

/** Marks as they are shown: all null, and without components, where the reader may not see them. */
export type MarksView = {
  readonly components: readonly ResultComponent[];
  readonly scoreStatus: Marks['scoreStatus'] | null;
  readonly totalMark: string | null;
  readonly grade: string | null;
  readonly gradePoints: string | null;
  readonly remark: Marks['remark'];
};

export type ResultView = RecordView &
  MarksView & {
    readonly student: StudentName;
    readonly enrolment: Named;
    readonly unit: Named & { readonly code: string; readonly title: string; readonly creditHours: string };
    readonly academicYear: Named & { readonly name: string };
    readonly term: (Named & { readonly name: string }) | null;
    readonly attempt: number;
    readonly gradingScale: Named & { readonly code: string };
    readonly scaleVersion: number | null;
    readonly state: ResultState;
    readonly publishedVersion: number;
    readonly enteredBy: string;
    readonly submittedBy: string | null;
    readonly publishedAt: Temporal.Instant | null;
    readonly publishedBy: string | null;
    readonly amended: boolean;
    readonly amendedAt: Temporal.Instant | null;
    readonly amendedBy: string | null;
    readonly amendmentReason: string | null;
    readonly withheldReason: WithholdReason | null;
    readonly returnReason: string | null;
    readonly voidReason: string | null;
    /** The marks are not shown to this reader: they are withheld, or the result is void. */
    readonly marksHidden: boolean;
  };

export type ResultFilter = {
  /** The enrolment's programme: code, id or uuid. */
  readonly programme?: string | undefined;
  /** Id or uuid. */
  readonly student?: string | undefined;
  /** Code (of any programme), id or uuid. */
  readonly unit?: string | undefined;
  /** Name, id or uuid. */
  readonly academicYear?: string | undefined;
  /** Id or uuid. */
  readonly term?: string | undefined;
  readonly states?: readonly string[] | undefined;
};

/** What was not published is not there for partners. */
const TOLD = `(select r.* from result r where r.state in ('published', 'withheld', 'void'))`;
/** Marks are shown while they are published. */
const HIDDEN: MarksView = {
  components: [],
  scoreStatus: null,
  totalMark: null,
  grade: null,
  gradePoints: null,
  remark: null,
};

const select = (rows: string) => `
  select x.*, s.uuid as student_uuid, s.admission_no, e.uuid as enrolment_uuid, u.uuid as unit_uuid, u.code as unit_code,
         u.title as unit_title, u.credit_hours as unit_credit_hours, ay.uuid as academic_year_uuid,
         ay.name as academic_year_name, t.uuid as term_uuid, t.name as term_name, g.uuid as grading_scale_uuid,
         g.code as grading_scale_code
    from ${rows} x
    join student s on s.id = x.student_id
    join enrolment e on e.id = x.enrolment_id
    join unit u on u.id = x.unit_id
    join academic_year ay on ay.id = x.academic_year_id
    join grading_scale g on g.id = x.grading_scale_id
    left join term t on t.id = x.term_id`;

/** Results as partners see them: published, withheld without marks, void without marks; never draft or submitted. */
export function resultViews(context: ViewContext) {
  return resultsOf(context, TOLD, (row) => resultOf(row, row['state'] !== 'published'));
}

/** All results with all marks, for those who enter and release them (results:write). */
export function markbookViews(context: ViewContext) {
  return resultsOf(context, 'result', (row) => resultOf(row, false));
}

function resultsOf(context: ViewContext, table: string, show: (row: Row) => ResultView) {
  const all = collectionOf(context, { resource: 'result', table, select, show }, conditionsOf);
  return {
    ...all,
    ofStudents: (ids: readonly number[], limit: number) => all.ofEach('student_id', ids, limit),
    ofEnrolments: (ids: readonly number[], limit: number) => all.ofEach('enrolment_id', ids, limit),
  };
}

function conditionsOf(filter: ResultFilter): Condition[] {
  return [
    named('x.programme_id', 'programme', 'code', filter.programme),
    identified('x.student_id', 'student', filter.student),
    named('x.unit_id', 'unit', 'code', filter.unit),
    named('x.academic_year_id', 'academic_year', 'name', filter.academicYear),
    identified('x.term_id', 'term', filter.term),
    ['x.state = any(?::text[])', filter.states],
  ];
}

function resultOf(row: Row, marksHidden: boolean): ResultView {
  const { id, text, textOrNull, instantOrNull, integerOrNull } = column;
  return {
    ...recordOf(row),
    ...(marksHidden ? HIDDEN : marksOf(row)),
    marksHidden,
    student: studentNameOf(row),
    enrolment: { id: id(row, 'enrolment_id'), uuid: text(row, 'enrolment_uuid') },
    unit: {
      id: id(row, 'unit_id'),
      uuid: text(row, 'unit_uuid'),
      code: text(row, 'unit_code'),
      title: text(row, 'unit_title'),
      creditHours: text(row, 'unit_credit_hours'),
    },
    academicYear: {
      id: id(row, 'academic_year_id'),
      uuid: text(row, 'academic_year_uuid'),
      name: text(row, 'academic_year_name'),
    },
    term: column.named(row, 'term'),
    attempt: Number(row['attempt']),
    gradingScale: {
      id: id(row, 'grading_scale_id'),
      uuid: text(row, 'grading_scale_uuid'),
      code: text(row, 'grading_scale_code'),
    },
    scaleVersion: integerOrNull(row, 'scale_version'),
    state: row['state'] as ResultState,
    publishedVersion: Number(row['published_version']),
    enteredBy: text(row, 'entered_by'),
    submittedBy: textOrNull(row, 'submitted_by'),
    publishedAt: instantOrNull(row, 'published_at'),
    publishedBy: textOrNull(row, 'published_by'),
    amended: Boolean(row['amended']),
    amendedAt: instantOrNull(row, 'amended_at'),
    amendedBy: textOrNull(row, 'amended_by'),
    amendmentReason: textOrNull(row, 'amendment_reason'),
    withheldReason: row['withheld_reason'] as WithholdReason | null,
    returnReason: textOrNull(row, 'return_reason'),
    voidReason: textOrNull(row, 'void_reason'),
  };
}

/** A version of a result as it was published. */
export type ResultVersionView = MarksView & {
  readonly id: number;
  readonly uuid: string;
  readonly result: Named;
  /** 1, 2, 3. */
  readonly number: number;
  readonly gradingScale: Named & { readonly code: string };
  readonly scaleVersion: number;
  readonly publishedAt: Temporal.Instant;
  readonly publishedBy: string;
  /** Why it was amended; null for the first version. */
  readonly reason: string | null;
};

/** The history of results. `ofResults` shows it while the result is published; `ofAnyResults` to those who keep marks. */
export function resultVersionViews({ sql }: ViewContext) {
  const find = async (condition: string, ids: readonly number[]) =>
    (
      await sql(
        `select v.*, r.uuid as result_uuid, g.uuid as grading_scale_uuid, g.code as grading_scale_code
           from result_version v join result r on r.id = v.result_id join grading_scale g on g.id = v.grading_scale_id
          where v.result_id = any($1::bigint[]) ${condition} order by v.result_id, v.number`,
        [ids],
      )
    ).map(versionOf);
  return {
    ofResults: (ids: readonly number[]) => find(`and r.state = 'published'`, ids),
    ofAnyResults: (ids: readonly number[]) => find('', ids),
  };
}

function versionOf(row: Row): ResultVersionView {
  const { id, text, textOrNull, instant } = column;
  return {
    ...marksOf(row),
    id: id(row),
    uuid: text(row, 'uuid'),
    result: { id: id(row, 'result_id'), uuid: text(row, 'result_uuid') },
    number: Number(row['number']),
    gradingScale: {
      id: id(row, 'grading_scale_id'),
      uuid: text(row, 'grading_scale_uuid'),
      code: text(row, 'grading_scale_code'),
    },
    scaleVersion: Number(row['scale_version']),
    publishedAt: instant(row, 'published_at'),
    publishedBy: text(row, 'published_by'),
    reason: textOrNull(row, 'reason'),
  };
}

function marksOf(row: Row): MarksView {
  const components = row['components'] as readonly ResultComponent[];
  return {
    components: components.map(({ kind, label, maxScore, score, weightBp }) => ({
      kind,
      label,
      maxScore,
      score,
      weightBp,
    })),
    scoreStatus: row['score_status'] as Marks['scoreStatus'],
    totalMark: column.textOrNull(row, 'total_mark'),
    grade: column.textOrNull(row, 'grade'),
    gradePoints: column.textOrNull(row, 'grade_points'),
    remark: row['remark'] as Marks['remark'],
  };
}
