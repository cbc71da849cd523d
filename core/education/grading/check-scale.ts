import { compare, parseDecimal } from '../../kernel/rational.ts';
import { fieldErrors } from '../field-errors.ts';
import type { ScaleDefinition } from './scale.ts';

const MARK = /^\d{1,3}(\.\d{1,2})?$/;

/**
 * Checks a scale before it is put in force: bands best first, the last one reaching down to zero, grades
 * unique, numbers decimal.
 * @throws DomainError validation_failed (invalid)
 */
export function checkScale(definition: ScaleDefinition): void {
  const errors = fieldErrors();
  const { bands, entry } = definition;
  errors.require(bands.length > 0 && bands.length <= 30, 'bands', 'length', 'Send 1 to 30 bands.');
  const grades = new Set(bands.map((band) => band.grade));
  errors.require(grades.size === bands.length, 'bands', 'unique', 'Every grade stands once.');
  bands.forEach((band, index) => {
    const path = `bands.${index}`;
    errors.require(/^\S.{0,39}$/.test(band.grade), `${path}.grade`, 'length', 'Send 1 to 40 characters.');
    errors.require(isMark(band.points), `${path}.points`, 'format', 'Send a decimal string such as "3.5", or null.');
    const markFits = entry === 'grade' ? band.minMark === null : band.minMark !== null && isMark(band.minMark);
    errors.require(
      markFits,
      `${path}.min_mark`,
      'format',
      'Send a mark as a decimal string; null where grades are entered.',
    );
    const above = bands[index - 1]?.minMark;
    const falls =
      !above ||
      !band.minMark ||
      !isMark(above) ||
      !markFits ||
      compare(parseDecimal(band.minMark), parseDecimal(above)) < 0;
    errors.require(falls, `${path}.min_mark`, 'order', 'Write the bands best first.');
  });
  const last = bands.at(-1)?.minMark;
  const grounded =
    entry === 'grade' || (last !== null && last !== undefined && isMark(last) && parseDecimal(last).num === 0n);
  errors.require(grounded, 'bands', 'gap', 'The last band begins at 0.');
  errors.require(isMark(definition.passMark), 'pass_mark', 'format', 'Send a mark as a decimal string, or null.');
  errors.require(isMark(definition.supplementaryCap), 'supplementary_cap', 'format', 'Send a decimal string, or null.');
  const weight = definition.weights.reduce((total, each) => total + each.weightBp, 0);
  errors.require(definition.weights.length === 0 || weight === 10_000, 'weights', 'sum', 'Weights sum to 10000.');
  errors.settle();
}

function isMark(text: string | null): boolean {
  return text === null || MARK.test(text);
}
