import {
  gradePointAverage,
  honoursOf,
  kcseMean,
  latestAttempts,
  weightedMean,
  type GradedUnit,
  type Honours,
} from '#core/education/grading/averages.ts';
import { GRADING_PRESETS, type PresetCode } from '#core/education/grading/presets.ts';
import type { ViewContext } from '../../views/view.ts';
import type { Named } from './collection.ts';
import { resultViews, type ResultView } from './results.ts';
import type { Period } from './statements.ts';

/** Averages of some results; null where nothing counts. */
type Averages = { readonly gpa: string | null; readonly mean: string | null };

type TranscriptTerm = Averages & {
  readonly academicYear: Named & { readonly name: string };
  readonly term: (Named & { readonly name: string }) | null;
  /** Published, and withheld without marks, in the order of the units' codes. */
  readonly results: readonly ResultView[];
};

export type Transcript = Averages &
  Period & {
    readonly studentId: number;
    readonly terms: readonly TranscriptTerm[];
    /** The class of a degree by the mean; null where there is none. */
    readonly honours: Honours | null;
    /** The mean of a school certificate, where its grades are there. */
    readonly kcse: { readonly points: string; readonly grade: string } | null;
    /** Some marks are withheld, or are of classes that the reader does not see, and count for nothing here. */
    readonly incomplete: boolean;
  };

/** The scale of the school certificate, and its grades: an institution may have changed its own. */
const CERTIFICATE = 'KCSE' satisfies PresetCode;
const CERTIFICATE_GRADES = GRADING_PRESETS.KCSE.definition.bands.map(({ grade }) => grade);

/** More results than any course of study has. */
const MOST_RESULTS = 1_000;

/** What students have achieved, as it is published: one statement for many students. */
export function transcriptViews(context: ViewContext) {
  const results = resultViews(context);
  return {
    /** @param period bounds the academic years: those that touch it are shown */
    ofStudents: async (ids: readonly number[], period: Period): Promise<Transcript[]> => {
      const found = await results.where(
        ['l.student_id = any(?::bigint[])', ids],
        [`l.state = any(?::text[])`, ['published', 'withheld']],
        [
          'l.academic_year_id in (select y.id from academic_year y where y.end_date >= ?::date)',
          period.from?.toString() ?? undefined,
        ],
        [
          'l.academic_year_id in (select y.id from academic_year y where y.start_date <= ?::date)',
          period.to?.toString() ?? undefined,
        ],
        [
          `l.id in (select r.id from (select r.id, row_number() over (partition by r.student_id order by r.id desc) as place
                     from result r where r.student_id = any(?::bigint[])) r where r.place <= ${MOST_RESULTS})`,
          ids,
        ],
      );
      const ofStudent = Map.groupBy(found, ({ student }) => student.id);
      const known = ids.map((id) => transcriptOf(id, ofStudent.get(id) ?? [], period));
      return context.classesOnly ? known.map(withoutAverages) : known;
    },
  };
}

/** What a lecturer is shown: averages of a part of the results would be read as those of the student. */
const withoutAverages = (transcript: Transcript): Transcript => ({
  ...transcript,
  ...UNKNOWN,
  terms: transcript.terms.map((term) => ({ ...term, ...UNKNOWN })),
  honours: null,
  kcse: null,
  incomplete: true,
});
const UNKNOWN: Averages = { gpa: null, mean: null };

function transcriptOf(studentId: number, results: readonly ResultView[], period: Period): Transcript {
  const shown = results.filter(({ marksHidden }) => !marksHidden);
  const byTerm = Map.groupBy(results, ({ academicYear, term }) => `${academicYear.id} ${term?.id ?? ''}`);
  const terms = [...byTerm.values()]
    .map((of): TranscriptTerm => {
      const sorted = of.toSorted((a, b) => a.unit.code.localeCompare(b.unit.code) || a.attempt - b.attempt);
      // A group has one result at least.
      const [{ academicYear, term }] = sorted as [ResultView];
      return { academicYear, term, results: sorted, ...averagesOf(sorted) };
    })
    .toSorted(
      (a, b) =>
        a.academicYear.name.localeCompare(b.academicYear.name) ||
        (a.term?.name ?? '').localeCompare(b.term?.name ?? ''),
    );
  const averages = averagesOf(shown);
  return {
    studentId,
    ...period,
    ...averages,
    terms,
    honours: averages.mean === null ? null : honoursOf(averages.mean),
    kcse: certificateOf(shown),
    incomplete: shown.length < results.length,
  };
}

function averagesOf(results: readonly ResultView[]): Averages {
  const graded = results.flatMap(gradedUnitOf);
  return { gpa: gradePointAverage(graded), mean: weightedMean(graded) };
}

function gradedUnitOf({ unit, attempt, scoreStatus, gradePoints, totalMark }: ResultView): GradedUnit[] {
  if (scoreStatus === null) return [];
  return [{ unitId: unit.id, attempt, creditHours: unit.creditHours, scoreStatus, gradePoints, totalMark }];
}

function certificateOf(results: readonly ResultView[]) {
  const subjects = results
    .filter(({ gradingScale, grade }) => gradingScale.code === CERTIFICATE && CERTIFICATE_GRADES.includes(grade ?? ''))
    .map(({ unit, attempt, grade }) => ({ unitId: unit.id, attempt, grade: grade ?? '' }));
  return kcseMean(latestAttempts(subjects).map(({ grade }) => grade));
}
