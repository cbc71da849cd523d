import { choice, optionalReason as reason } from '../../../kernel/step-fields.ts';
import { stepOn, type StepTable } from '../../../kernel/steps.ts';
import { WITHHOLD_REASON } from '../../result/result.ts';
import { publishResult, releaseResult, returnResult, submitResult, voidResult, withholdResult } from './move-result.ts';

const step = stepOn<'resultId'>();

/** The steps of a result's life. An amendment takes marks, which both APIs read by hand. */
export const resultSteps = {
  submit: step({ name: 'submitResult', means: 'The lecturer hands the marks in.', run: submitResult, fields: {} }),
  return: step({
    name: 'returnResult',
    means: 'The examiner sends the marks back to the lecturer.',
    run: returnResult,
    fields: { reason },
  }),
  publish: step({
    name: 'publishResult',
    means: 'Releases complete marks; their scale is frozen from now on.',
    run: publishResult,
    fields: {},
  }),
  withhold: step({
    name: 'withholdResult',
    means: 'Keeps published marks back.',
    run: withholdResult,
    fields: { reason: choice(WITHHOLD_REASON, 'Why.') },
  }),
  release: step({ name: 'releaseResult', means: 'Shows withheld marks again.', run: releaseResult, fields: {} }),
  void: step({ name: 'voidResult', means: 'Declares a result a mistake.', run: voidResult, fields: {} }),
} as const satisfies StepTable;
