import { describe, expect, it } from 'vitest';
import { assess } from '#core/education/grading/assess.ts';
import type { Component } from '#core/education/grading/component.ts';
import { checkScale } from '#core/education/grading/check-scale.ts';
import { GRADING_PRESETS } from '#core/education/grading/presets.ts';
import type { ScaleDefinition } from '#core/education/grading/scale.ts';

const cat = (score: string | null, maxScore = '30'): Component => ({
  kind: 'cat',
  label: 'CAT',
  maxScore,
  score,
  weightBp: 3000,
});
const exam = (score: string | null, maxScore = '70'): Component => ({
  kind: 'exam',
  label: 'Exam',
  maxScore,
  score,
  weightBp: 7000,
});
const uni5 = GRADING_PRESETS.KE_UNI5.definition;
const uni8 = GRADING_PRESETS.KE_UNI8.definition;
const whole = (scale: ScaleDefinition): ScaleDefinition => ({ ...scale, rounding: 'half_up_0dp' });
const mark = (components: readonly Component[], scale: ScaleDefinition, attempt = 1) => {
  const { totalMark, grade } = assess(components, scale, attempt, null);
  return [totalMark, grade];
};
/** A result whose only component has this score of 100. */
const flat = (score: string): Component[] => [
  { kind: 'exam', label: 'Exam', maxScore: '100', score, weightBp: 10_000 },
];

describe('Marks of 30 for course work and 70 for the examination', () => {
  it('CAT 24/30 and exam 52/70 make 76.00, an A', () => {
    expect(mark([cat('24'), exam('52')], uni5)).toEqual(['76.00', 'A']);
  });

  it('CAT 18/30 and exam 41.5/70 make 59.50: a B where marks are rounded, a C where not', () => {
    const components = [cat('18'), exam('41.5')];
    expect(mark(components, whole(uni5))).toEqual(['60.00', 'B']);
    expect(mark(components, uni5)).toEqual(['59.50', 'C']);
    expect(mark(components, uni8)).toEqual(['59.50', 'C+']);
  });

  it('CAT 12/20 and exam 55/100 make 18 and 38.5: 56.50, a C, or a C+ of 2.5 points', () => {
    const components = [cat('12', '20'), exam('55', '100')];
    expect(mark(components, uni5)).toEqual(['56.50', 'C']);
    expect(mark(components, uni8)).toEqual(['56.50', 'C+']);
    expect(assess(components, uni8, 1, null).gradePoints).toBe('2.5');
  });

  it('39.49 is an E and 39.50 rounded half up a D of 40', () => {
    expect(mark(flat('39.49'), whole(uni5))).toEqual(['39.00', 'E']);
    expect(mark(flat('39.50'), whole(uni5))).toEqual(['40.00', 'D']);
    expect(mark(flat('39.49'), uni5)).toEqual(['39.49', 'E']);
  });

  it('rounds the exact mark once, never a rounded one again', () => {
    // 789.9 of 2000 is 39.495: 39.50 to two places, which rounded again would be 40.
    const components: Component[] = [{ ...exam('789.9', '2000'), weightBp: 10_000 }];
    expect(mark(components, uni5)).toEqual(['39.50', 'E']);
    expect(mark(components, whole(uni5))).toEqual(['39.00', 'E']);
  });

  it('thirds of marks are exact', () => {
    expect(mark([cat('1', '3'), exam('1', '3')], uni5)).toEqual(['33.33', 'E']);
    expect(mark([cat('2', '3'), exam('2', '3')], uni5)).toEqual(['66.67', 'B']);
  });
});

describe('A result without a mark', () => {
  it('is an X, not a zero, for who was absent from the examination', () => {
    expect(assess([cat('20'), exam(null)], uni5, 1, 'absent')).toEqual({
      scoreStatus: 'absent',
      totalMark: null,
      grade: 'X',
      gradePoints: null,
      remark: 'special',
    });
  });

  it('is partially graded while a score is missing', () => {
    expect(assess([cat('20'), exam(null)], uni5, 1, null)).toMatchObject({
      scoreStatus: 'partially_graded',
      totalMark: null,
      grade: null,
    });
  });

  it('passes without points for who is exempt', () => {
    expect(assess([cat(null), exam(null)], uni5, 1, 'exempt')).toMatchObject({ remark: 'pass', gradePoints: null });
  });
});

describe('A failure', () => {
  it.each([
    [1, 'supplementary'],
    [2, 'retake'],
    [3, 'fail'],
  ])('of attempt %d leads to: %s', (attempt, remark) => {
    expect(assess(flat('30'), uni5, attempt, null)).toMatchObject({ grade: 'E', remark });
  });

  it('made good in a supplementary is capped at the pass mark; a retake is not', () => {
    expect(mark(flat('72'), uni5, 2)).toEqual(['40.00', 'D']);
    expect(mark(flat('72'), uni5, 3)).toEqual(['72.00', 'A']);
  });
});

describe('The Kenyan scales', () => {
  it.each([
    ['70', 'A', 'A'],
    ['69.99', 'B', 'B+'],
    ['65', 'B', 'B+'],
    ['64.99', 'B', 'B'],
    ['60', 'B', 'B'],
    ['55', 'C', 'C+'],
    ['50', 'C', 'C'],
    ['45', 'D', 'D+'],
    ['40', 'D', 'D'],
    ['39.99', 'E', 'E'],
    ['0', 'E', 'E'],
  ])('%s is %s of five grades and %s of eight', (score, five, eight) => {
    expect(mark(flat(score), uni5)[1]).toBe(five);
    expect(mark(flat(score), uni8)[1]).toBe(eight);
  });

  it.each(['KE_HEALTH', 'KE_POSTGRAD'] as const)('%s passes at 50', (code) => {
    const { definition } = GRADING_PRESETS[code];
    expect(assess(flat('50'), definition, 1, null)).toMatchObject({ grade: 'C', remark: 'pass' });
    expect(assess(flat('49.99'), definition, 1, null)).toMatchObject({ remark: 'supplementary' });
  });

  it('KCSE and TVET grades are entered, not computed', () => {
    const { KCSE, TVET_CDACC } = GRADING_PRESETS;
    expect(assess([], KCSE.definition, 1, null, 'A-')).toMatchObject({
      grade: 'A-',
      gradePoints: '11',
      totalMark: null,
    });
    expect(assess([], KCSE.definition, 1, null, null)).toMatchObject({ scoreStatus: 'partially_graded' });
    expect(assess([], TVET_CDACC.definition, 1, null, 'competent')).toMatchObject({
      remark: 'pass',
      gradePoints: null,
    });
  });

  it.each(Object.entries(GRADING_PRESETS))('%s is well formed', (_, preset) => {
    expect(() => checkScale(preset.definition)).not.toThrow();
  });
});

describe('A scale', () => {
  it.each([
    ['bands in the wrong order', { bands: uni5.bands.toReversed() }],
    ['no band down to zero', { bands: uni5.bands.slice(0, -1) }],
    ['a grade that stands twice', { bands: [...uni5.bands.slice(0, 1), ...uni5.bands] }],
    ['weights that sum to 9000', { weights: [{ kind: 'exam', weightBp: 9000 }] }],
    ['a pass mark that is no number', { passMark: 'forty' }],
    ['no bands', { bands: [] }],
  ] as const)('with %s is refused', (_, change) => {
    expect(() => checkScale({ ...uni5, ...change })).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
