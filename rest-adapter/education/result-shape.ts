import { isForReleasers } from '#core/education/use-cases/result/move-result.ts';
import Type, { type Static } from 'typebox';
import { SCORE_STATUSES } from '#core/education/grading/assess.ts';
import { COMPONENT_KINDS } from '#core/education/grading/component.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import { WITHHOLD_REASON } from '#core/education/result/result.ts';
import type { Scores } from '#core/education/use-cases/result/marks.ts';
import { defined } from '#core/kernel/defined.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, decimalText, instant, nullable, object, reference, text } from '../shapes.ts';
import { actionsIn } from './resource.ts';

const REMARKS = ['pass', 'fail', 'supplementary', 'retake', 'special'] as const;

const score = (description: string) => decimalText(description, 4, 2, '24.5');

const Component = object({
  kind: Type.Enum([...COMPONENT_KINDS]),
  label: text('What it is called.', 100, { examples: ['CAT 1'] }),
  max_score: score('Decimal string above zero.'),
  score: nullable(score('Decimal string, at most max_score; null while it is missing.')),
  weight_bp: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Basis points; those of a result sum to 10000.',
  }),
});
export const Components = Type.Array(Component, { minItems: 1, maxItems: 20 });

const Marks = {
  components: Type.Array(Component, { description: 'Empty where the marks are not shown.' }),
  score_status: nullable(Type.Enum([...SCORE_STATUSES])),
  total_mark: nullable(Type.String({ description: 'Decimal string of two places.', examples: ['76.00'] })),
  grade: nullable(Type.String({ examples: ['A'] })),
  grade_points: nullable(Type.String({ description: 'Decimal string.', examples: ['4.0'] })),
  remark: nullable(Type.Enum([...REMARKS])),
  grading_scale_id: anyId('The scale behind the grade.'),
  scale_version: nullable(Type.Integer({ description: 'Its edition, frozen at the first publication.' })),
};

export const ResultSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    student_id: anyId('Whose result it is.'),
    admission_no: Type.String({ description: 'The student’s.' }),
    enrolment_id: anyId('The period of study.'),
    unit_id: anyId('The unit.'),
    unit: object({
      id: anyId('Id.'),
      code: Type.String(),
      title: Type.String(),
      credit_hours: Type.String({ description: 'Decimal string.', examples: ['3'] }),
    }),
    academic_year_id: anyId('The year.'),
    academic_year: Type.String({ description: 'Its name.', examples: ['2025/2026'] }),
    term_id: nullable(anyId('The term.')),
    attempt: Type.Integer({ description: '1 first, 2 supplementary, 3 retake.' }),
    ...Marks,
    state: Type.Enum([...resultLifecycle.states]),
    marks_hidden: Type.Boolean({ description: 'The marks are withheld or void, and not shown to this client.' }),
    withheld_reason: nullable(Type.Enum(Object.keys(WITHHOLD_REASON.words))),
    void_reason: nullable(Type.String()),
    published_version: Type.Integer({ description: 'How many versions were published; one more with each amendment.' }),
    published_at: nullable(instant('When it was first published.')),
    published_by: nullable(Type.String()),
    amended: Type.Boolean(),
    amended_at: nullable(instant('When it was last amended.')),
    amended_by: nullable(Type.String()),
    amendment_reason: nullable(Type.String()),
    entered_by: nullable(Type.String({ description: 'For clients with results:write.' })),
    submitted_by: nullable(Type.String({ description: 'For clients with results:write.' })),
    return_reason: nullable(Type.String({ description: 'For clients with results:write.' })),
    available_actions: actionList(resultLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was opened.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Result' },
);

export const ResultVersionSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    result_id: anyId('The result of the address.'),
    number: Type.Integer({ description: '1 as first published, then one more with each amendment.' }),
    ...Marks,
    published_at: instant('When this version was published.'),
    published_by: Type.String(),
    reason: nullable(Type.String({ description: 'Why it was amended; null for the first.' })),
  },
  { $id: 'ResultVersion' },
);

export const ScoreFields = {
  components: Type.Optional(Components),
  score_status: Type.Optional(
    nullable(
      Type.Enum([...SCORE_STATUSES], { description: 'Says why there is no mark; graded ones follow from the scores.' }),
    ),
  ),
  grade: Type.Optional(nullable(text('On scales whose grades are entered.', 40))),
};
/** What opens a result. */
export const ResultPost = object({
  student_id: reference('Whose result it is: the enrolment’s student.'),
  enrolment_id: reference('The period of study; it was confirmed.'),
  unit_id: reference('A row of GET /api/v1/units.'),
  term_id: Type.Optional(nullable(reference('The enrolment’s term if it is missing.'))),
  attempt: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: '1 first, 2 supplementary, 3 retake.' })),
  ...ScoreFields,
  components: Components,
});

export type ScoresBody = Static<ReturnType<typeof object<typeof ScoreFields>>>;

export const componentsIn = (components: Static<typeof Components>) =>
  components.map(({ kind, label, max_score: maxScore, score: reached, weight_bp: weightBp }) => ({
    kind,
    label,
    maxScore,
    score: reached,
    weightBp,
  }));

export function scoresIn({ components, score_status: scoreStatus, grade }: ScoresBody): Scores {
  return defined({ components: components && componentsIn(components), scoreStatus, grade });
}

type Marks = Pick<View<'results'>, 'components' | 'scoreStatus' | 'totalMark' | 'grade' | 'gradePoints' | 'remark'>;

function marksBody(marks: Marks) {
  return {
    components: marks.components.map((component) => ({
      kind: component.kind,
      label: component.label,
      max_score: component.maxScore,
      score: component.score,
      weight_bp: component.weightBp,
    })),
    score_status: marks.scoreStatus,
    total_mark: marks.totalMark,
    grade: marks.grade,
    grade_points: marks.gradePoints,
    remark: marks.remark,
  };
}

/**
 * A result as partners see it.
 * @param inside the reader keeps marks: sees what can be done next
 * @param steps the actions that PATCH offers
 * @param isLecturer the reader releases no marks
 */
export function resultBody(
  result: View<'results'>,
  ids: Ids,
  {
    inside,
    steps,
    isLecturer = false,
  }: { readonly inside: boolean; readonly steps: object; readonly isLecturer?: boolean },
) {
  return {
    id: ids(result),
    uuid: result.uuid,
    student_id: ids(result.student),
    admission_no: result.student.admissionNo,
    enrolment_id: ids(result.enrolment),
    unit_id: ids(result.unit),
    unit: {
      id: ids(result.unit),
      code: result.unit.code,
      title: result.unit.title,
      credit_hours: result.unit.creditHours,
    },
    academic_year_id: ids(result.academicYear),
    academic_year: result.academicYear.name,
    term_id: result.term && ids(result.term),
    attempt: result.attempt,
    ...marksBody(result),
    grading_scale_id: ids(result.gradingScale),
    scale_version: result.scaleVersion,
    state: result.state,
    marks_hidden: result.marksHidden,
    withheld_reason: result.withheldReason,
    void_reason: result.voidReason,
    published_version: result.publishedVersion,
    published_at: result.publishedAt,
    published_by: result.publishedBy,
    amended: result.amended,
    amended_at: result.amendedAt,
    amended_by: result.amendedBy,
    amendment_reason: result.amendmentReason,
    entered_by: result.enteredBy,
    submitted_by: result.submittedBy,
    return_reason: result.returnReason,
    available_actions: inside
      ? actionsIn(resultLifecycle, result.state, steps).filter(
          (action) => !isLecturer || !isForReleasers(action, result.state),
        )
      : [],
    version: result.version,
    created_at: result.createdAt,
    updated_at: result.updatedAt,
  };
}

export function versionBody(version: View<'resultVersions', 'ofResults'>, ids: Ids) {
  return {
    id: ids(version),
    uuid: version.uuid,
    result_id: ids(version.result),
    number: version.number,
    ...marksBody(version),
    grading_scale_id: ids(version.gradingScale),
    scale_version: version.scaleVersion,
    published_at: version.publishedAt,
    published_by: version.publishedBy,
    reason: version.reason,
  };
}
