import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { GradingScale } from '#core/education/grading/scale.ts';
import { AcademicYear, Term } from '#core/education/programme/calendar.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import type { ResultComponent } from '#core/education/result/marks.ts';
import { ResultVersion } from '#core/education/result/result-version.ts';
import { Result } from '#core/education/result/result.ts';
import { Student } from '#core/education/student/student.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { columnsOf, expression, pick, record, reference, selection } from '../../views/columns.ts';
import { view, type RecordOf, type View, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { byChoice, byCode, byId, shownOnly, type SchoolList } from './fields.ts';
import { byAdmissionNo, studentOf } from './students.ts';

const l = columnsOf(Result);
const s = columnsOf(Student, 's');
const e = columnsOf(Enrolment, 'e');
const u = columnsOf(Unit, 'u');
const ay = columnsOf(AcademicYear, 'ay');
const t = columnsOf(Term, 't');
const g = columnsOf(GradingScale, 'g');
/** The enrolment's: the database fills it in. */
const PROGRAMME = expression.id('l.programme_id');
const MARKS = ['components', 'scoreStatus', 'totalMark', 'grade', 'gradePoints', 'remark'] as const;

type OrNull<T> = { readonly [Field in keyof T]: T[Field] | null };
/** Marks as they are shown: all null, and without components, where the reader may not see them. */
type MarksView = OrNull<Pick<Result, 'scoreStatus' | 'totalMark' | 'grade' | 'gradePoints' | 'remark'>> & {
  readonly components: readonly ResultComponent[];
};

const HIDDEN: MarksView = {
  components: [],
  scoreStatus: null,
  totalMark: null,
  grade: null,
  gradePoints: null,
  remark: null,
};

const what = {
  columns: {
    ...record(l),
    ...pick(l, 'attempt', 'scaleVersion', 'state', 'publishedVersion', 'enteredBy', 'submittedBy', 'publishedAt'),
    ...pick(l, 'publishedBy', 'amended', 'amendedAt', 'amendedBy', 'amendmentReason', 'withheldReason'),
    ...pick(l, 'returnReason', 'voidReason', ...MARKS),
    student: studentOf(l.studentId),
    enrolment: reference(l.enrolmentId, e.uuid),
    unit: reference(l.unitId, u.uuid, pick(u, 'code', 'title', 'creditHours')),
    academicYear: reference(l.academicYearId, ay.uuid, pick(ay, 'name')),
    term: reference(l.termId, t.uuid, pick(t, 'name')),
    gradingScale: reference(l.gradingScaleId, g.uuid, pick(g, 'code')),
  },
  joins: `
    ${one('student s', `${s.id} = ${l.studentId}`)}
    ${one('enrolment e', `${e.id} = ${l.enrolmentId}`)}
    ${one('unit u', `${u.id} = ${l.unitId}`)}
    ${one('academic_year ay', `${ay.id} = ${l.academicYearId}`)}
    ${one('grading_scale g', `${g.id} = ${l.gradingScaleId}`)}
    ${oneOrNone('term t', `${t.id} = ${l.termId}`)}`,
};

/** How marks came about. */
const NO_ORIGIN: OrNull<Pick<Result, 'enteredBy' | 'submittedBy' | 'returnReason'>> = {
  enteredBy: null,
  submittedBy: null,
  returnReason: null,
};

const SHOWN = ['published', 'withheld', 'void'];
/**
 * What was not published is not there for partners, and marks are shown while they are published. How they came about is
 * for who keeps them; a reason such as "exam 52, not 48" reveals a mark.
 */
const published = view(Result, {
  ...what,
  where: `${l.state} in (${SHOWN.map((state) => `'${state}'`).join(', ')})`,
  show: (row) => {
    const marksHidden = row.state !== 'published';
    const amendmentReason = marksHidden ? null : row.amendmentReason;
    return { ...row, ...(marksHidden ? HIDDEN : marksOf(row)), ...NO_ORIGIN, amendmentReason, marksHidden };
  },
});
export type ResultView = RecordOf<typeof published>;
const markbook: View<ResultView> = view(Result, {
  ...what,
  show: (row) => ({ ...row, ...marksOf(row), marksHidden: false }),
});

const STATE = byChoice(l.state, 'The state', resultLifecycle.states);
export const resultList: SchoolList = {
  fields: {
    programme: byCode(PROGRAMME, 'programme', 'The enrolment’s programme'),
    student_id: byId(l.studentId, 'student', 'Of this student'),
    admission_no: {
      ...byAdmissionNo(
        'Of the student with this admission number, in upper or lower case',
        `${l.studentId} = (select st.id from student st where st.admission_form = ?::text)`,
      ),
      onlyInGraph: true,
    },
    unit: byCode(l.unitId, 'unit', 'The unit'),
    academic_year: byCode(l.academicYearId, 'academic_year', 'The year'),
    term: byId(l.termId, 'term', 'In this term'),
    state: STATE,
  },
};
const publishedList: SchoolList = { ...resultList, fields: { ...resultList.fields, state: shownOnly(STATE, SHOWN) } };

function resultsOf(context: ViewContext, results: View<ResultView>, list: SchoolList) {
  const collection = schoolCollection(context, results, pick(l, 'studentId', 'enrolmentId'), list);
  return {
    ...collection,
    /** The results of these enrolments in a unit and an attempt: at most one of each that counts. */
    ofEnrolmentsIn: (enrolmentIds: readonly number[], unitId: number, attempt: number) =>
      collection.where(
        [`${l.enrolmentId} = any(?::bigint[])`, enrolmentIds],
        [`${l.unitId} = ?::bigint`, unitId],
        [`${l.attempt} = ?::integer`, attempt],
        [`${l.state} <> ?::text`, 'void'],
      ),
  };
}

/** Results as partners see them: published, withheld without marks, void without marks; never draft or submitted. */
export const resultViews = (context: ViewContext) => resultsOf(context, published, publishedList);
/** All results with all marks, for those who enter and release them (results:write). */
export const markbookViews = (context: ViewContext) => resultsOf(context, markbook, resultList);

const v = columnsOf(ResultVersion, 'v');
const of = columnsOf(Result, 'r');

/** A version of a result as it was published. */
const versions = selection({
  ...pick(v, 'id', 'uuid', 'number', 'scaleVersion', 'publishedAt', 'publishedBy', ...MARKS),
  /** Why it was amended; null for the first version. */
  reason: v.reason,
  result: reference(v.resultId, of.uuid),
  gradingScale: reference(v.gradingScaleId, g.uuid, pick(g, 'code')),
});
const versionOf = (row: Record<string, unknown>) => {
  const version = versions.read(row);
  return { ...version, ...marksOf(version) };
};
type ResultVersionView = ReturnType<typeof versionOf>;

/** The history of results. `ofResults` shows it while the result is published; `ofAnyResults` to those who enter marks. */
export function resultVersionViews({ sql }: ViewContext) {
  const find = async (condition: string, ids: readonly number[]): Promise<ResultVersionView[]> =>
    (
      await sql(
        `select ${versions.list}
           from result_version v ${one('result r', `${of.id} = ${v.resultId}`)}
           ${one('grading_scale g', `${g.id} = ${v.gradingScaleId}`)}
          where ${v.resultId} = any($1::bigint[]) ${condition} order by ${v.resultId}, ${v.number}`,
        [ids],
      )
    ).map(versionOf);
  return {
    ofResults: (ids: readonly number[]) => find(`and ${of.state} = 'published'`, ids),
    ofAnyResults: (ids: readonly number[]) => find('', ids),
  };
}

/** Marks, each component without what only the calculation needs. */
function marksOf({ components, scoreStatus, totalMark, grade, gradePoints, remark }: MarksView): MarksView {
  const shown = components.map(({ kind, label, maxScore, score, weightBp }) => ({
    kind,
    label,
    maxScore,
    score,
    weightBp,
  }));
  return { components: shown, scoreStatus, totalMark, grade, gradePoints, remark };
}
