import type { Band, ScaleDefinition } from './scale.ts';

type Row = readonly [grade: string, minMark: string | null, points: string | null, remark?: 'fail'];

function bands(...rows: Row[]): Band[] {
  return rows.map(([grade, minMark, points, remark]) => ({ grade, minMark, points, remark: remark ?? 'pass' }));
}

const CAT_30_EXAM_70 = [
  { kind: 'cat', weightBp: 3000 },
  { kind: 'exam', weightBp: 7000 },
] as const;

function university(passMark: string, ...rows: Row[]): ScaleDefinition {
  return {
    entry: 'marks',
    bands: bands(...rows),
    rounding: 'none',
    passMark,
    supplementaryCap: passMark,
    weights: CAT_30_EXAM_70,
  };
}

function entered(...rows: Row[]): ScaleDefinition {
  return {
    entry: 'grade',
    bands: bands(...rows),
    rounding: 'none',
    passMark: null,
    supplementaryCap: null,
    weights: [{ kind: 'exam', weightBp: 10_000 }],
  };
}

export type PresetCode = 'KE_UNI5' | 'KE_UNI8' | 'KE_HEALTH' | 'KE_POSTGRAD' | 'KCSE' | 'TVET_CDACC';

/** Scales in use in Kenya, as data that an institution starts from and may redefine. */
export const GRADING_PRESETS: {
  readonly [Code in PresetCode]: { readonly name: string; readonly definition: ScaleDefinition };
} = {
  KE_UNI5: {
    name: 'Kenyan university, five grades',
    definition: university(
      '40',
      ['A', '70', '4.0'],
      ['B', '60', '3.0'],
      ['C', '50', '2.0'],
      ['D', '40', '1.0'],
      ['E', '0', '0.0', 'fail'],
    ),
  },
  KE_UNI8: {
    name: 'Kenyan university, eight grades on four points',
    definition: university(
      '40',
      ['A', '70', '4.0'],
      ['B+', '65', '3.5'],
      ['B', '60', '3.0'],
      ['C+', '55', '2.5'],
      ['C', '50', '2.0'],
      ['D+', '45', '1.5'],
      ['D', '40', '1.0'],
      ['E', '0', '0.0', 'fail'],
    ),
  },
  // [U] Below the pass mark of 50 the published tables differ; one failing grade is kept here.
  KE_HEALTH: {
    name: 'Kenyan health sciences',
    definition: university('50', ['A', '70', '4.0'], ['B', '60', '3.0'], ['C', '50', '2.0'], ['E', '0', '0.0', 'fail']),
  },
  KE_POSTGRAD: {
    name: 'Kenyan postgraduate studies',
    definition: university('50', ['A', '70', '4.0'], ['B', '60', '3.0'], ['C', '50', '2.0'], ['F', '0', '0.0', 'fail']),
  },
  // The bands of marks differ by subject and year, so the examiner's grade is entered.
  KCSE: {
    name: 'Kenya Certificate of Secondary Education',
    definition: entered(
      ['A', null, '12'],
      ['A-', null, '11'],
      ['B+', null, '10'],
      ['B', null, '9'],
      ['B-', null, '8'],
      ['C+', null, '7'],
      ['C', null, '6'],
      ['C-', null, '5'],
      ['D+', null, '4'],
      ['D', null, '3'],
      ['D-', null, '2'],
      ['E', null, '1', 'fail'],
    ),
  },
  // [U] Competence-based: a unit is achieved or not yet.
  TVET_CDACC: {
    name: 'TVET CDACC competence',
    definition: entered(['competent', null, null], ['not_yet_competent', null, null, 'fail']),
  },
};
