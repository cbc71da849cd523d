import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  gradePointAverage,
  honoursOf,
  kcseMean,
  weightedMean,
  type GradedUnit,
} from '#core/education/grading/averages.ts';
import { GRADING_PRESETS } from '#core/education/grading/presets.ts';

let units = 0;
const graded = (gradePoints: string | null, creditHours: string, rest: Partial<GradedUnit> = {}): GradedUnit => ({
  unitId: (units += 1),
  attempt: 1,
  creditHours,
  scoreStatus: 'fully_graded',
  gradePoints,
  totalMark: null,
  ...rest,
});

describe('A grade point average', () => {
  it('of A with 3 credits, B+ with 4, D with 2 and E with 3 is 28/12 = 2.33', () => {
    expect(gradePointAverage([graded('4.0', '3'), graded('3.5', '4'), graded('1.0', '2'), graded('0.0', '3')])).toBe(
      '2.33',
    );
  });

  it('leaves out exempt units and absences', () => {
    const absent = graded(null, '4', { scoreStatus: 'absent' });
    const exempt = graded('4.0', '4', { scoreStatus: 'exempt' });
    expect(gradePointAverage([graded('3.0', '3'), absent, exempt])).toBe('3.00');
  });

  it('counts the latest attempt of a unit', () => {
    const failed = graded('0.0', '3', { unitId: 900, attempt: 1 });
    const passed = graded('1.0', '3', { unitId: 900, attempt: 2 });
    expect(gradePointAverage([passed, failed])).toBe('1.00');
  });

  it.each(['absent', 'incomplete', 'deferred', 'malpractice'] as const)(
    'keeps what was failed where the supplementary ended %s (finding: it removed the unit)',
    (scoreStatus) => {
      const results = [
        graded('4.0', '3', { totalMark: '72.00' }),
        graded('0.0', '3', { unitId: 901, totalMark: '20.00' }),
        graded(null, '3', { unitId: 901, attempt: 2, scoreStatus }),
      ];
      expect([gradePointAverage(results), weightedMean(results)]).toEqual(['2.00', '46.00']);
    },
  );

  it('leaves out what was failed once the unit is exempt', () => {
    const failed = graded('0.0', '3', { unitId: 902 });
    const exempt = graded(null, '3', { unitId: 902, attempt: 2, scoreStatus: 'exempt' });
    expect(gradePointAverage([graded('3.0', '3'), failed, exempt])).toBe('3.00');
  });

  it('is rounded half up', () => {
    expect(gradePointAverage([graded('2.005', '1')])).toBe('2.01');
  });

  it('is nothing where nothing counts', () => {
    expect(gradePointAverage([])).toBeNull();
  });

  it('lies between the least and the greatest of its points', () => {
    const unit = fc.record({ points: fc.integer({ min: 0, max: 8 }), credits: fc.integer({ min: 1, max: 6 }) });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 12 }), (rows) => {
        const average = gradePointAverage(rows.map((row) => graded((row.points / 2).toFixed(1), String(row.credits))));
        const points = rows.map((row) => row.points / 2);
        expect(Number(average)).toBeGreaterThanOrEqual(Math.min(...points));
        expect(Number(average)).toBeLessThanOrEqual(Math.max(...points));
      }),
    );
  });
});

describe('Honours', () => {
  it('follow from the mean weighted by credits', () => {
    const mean = weightedMean([graded(null, '3', { totalMark: '72.00' }), graded(null, '1', { totalMark: '64.00' })]);
    expect(mean).toBe('70.00');
    expect(honoursOf('70.00')).toBe('first_class');
  });

  it.each([
    ['69.99', 'second_class_upper'],
    ['60', 'second_class_upper'],
    ['59.99', 'second_class_lower'],
    ['49.99', 'pass'],
    ['39.99', 'fail'],
  ])('%s is %s', (mean, honours) => {
    expect(honoursOf(mean)).toBe(honours);
  });
});

describe('The mean of a school certificate', () => {
  const { bands } = GRADING_PRESETS.KCSE.definition;
  const withPoints = (points: number) => bands.find((band) => band.points === String(points))?.grade ?? '';

  it('of 11, 10, 9, 10, 7, 12 and 11 points is 70/7 = 10.00, a B+', () => {
    expect(kcseMean([11, 10, 9, 10, 7, 12, 11].map(withPoints))).toEqual({ points: '10.00', grade: 'B+' });
  });

  it('takes the best seven: A-, B+, B, B+, C+, A, A-, B lose the C+ and make 72/7 = 10.29, a B+', () => {
    expect(kcseMean(['A-', 'B+', 'B', 'B+', 'C+', 'A', 'A-', 'B'])).toEqual({ points: '10.29', grade: 'B+' });
  });

  it('knows the A-', () => {
    expect(kcseMean(Array.from({ length: 7 }, () => 'A-'))).toEqual({ points: '11.00', grade: 'A-' });
  });

  it('is nothing with fewer than seven subjects, and knows no other grades', () => {
    expect(kcseMean(['A', 'A', 'A', 'A', 'A', 'A'])).toBeNull();
    expect(() => kcseMean(['E-'])).toThrow(RangeError);
  });
});
