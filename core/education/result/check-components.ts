import { compare, parseDecimal } from '../../kernel/rational.ts';
import { fieldErrors } from '../field-errors.ts';
import type { ResultComponent } from './marks.ts';

const SCORE = /^\d{1,4}(\.\d{1,2})?$/;

/**
 * Checks a result's components: decimal scores from 0 to the maximum, weights that sum to 10000.
 * @throws DomainError validation_failed (invalid)
 */
export function checkComponents(components: readonly ResultComponent[]): void {
  const errors = fieldErrors();
  errors.require(components.length >= 1 && components.length <= 20, 'components', 'length', 'Send 1 to 20 components.');
  components.forEach((component, index) => {
    const path = `components.${index}`;
    const { label, maxScore, score, weightBp } = component;
    errors.require(/^\S.{0,99}$/.test(label), `${path}.label`, 'length', 'Send 1 to 100 characters.');
    const hasMax = SCORE.test(maxScore) && parseDecimal(maxScore).num > 0n;
    errors.require(hasMax, `${path}.max_score`, 'range', 'Send a decimal string above zero.');
    const hasScore = score === null || SCORE.test(score);
    errors.require(hasScore, `${path}.score`, 'format', 'Send a decimal string of at most two places, or null.');
    const fits = score === null || !hasMax || !hasScore || compare(parseDecimal(score), parseDecimal(maxScore)) <= 0;
    errors.require(fits, `${path}.score`, 'above_max', `The score is at most ${maxScore}.`);
    const weighs = Number.isInteger(weightBp) && weightBp >= 0 && weightBp <= 10_000;
    errors.require(weighs, `${path}.weight_bp`, 'range', 'Send basis points from 0 to 10000.');
  });
  const weight = components.reduce((total, component) => total + component.weightBp, 0);
  errors.require(weight === 10_000, 'components', 'weights', `The weights sum to ${weight}; they must sum to 10000.`);
  errors.settle();
}

/** The score's one written form, so that equal scores are equal strings: "52" stays, "52.50" becomes "52.5". */
export function plainScore(score: string): string {
  return score.includes('.') ? score.replace(/\.?0+$/, '') : score;
}
