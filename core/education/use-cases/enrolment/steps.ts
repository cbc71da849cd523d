import { day, optionalReason as reason } from '../../../kernel/step-fields.ts';
import { stepOn, type StepTable } from '../../../kernel/steps.ts';
import {
  cancelEnrolment,
  completeEnrolment,
  confirmEnrolment,
  deferEnrolment,
  discontinueEnrolment,
  resumeEnrolment,
  withdrawEnrolment,
} from './move-enrolment.ts';

const step = stepOn<'enrolmentId'>();

/** The steps of an enrolment's life. A transfer ends in two enrolments, of which each API shows the one that it is about. */
export const enrolmentSteps = {
  confirm: step({
    name: 'confirmEnrolment',
    means: 'The school takes the student in; an admitted student becomes active.',
    run: confirmEnrolment,
    fields: {},
  }),
  cancel: step({
    name: 'cancelEnrolment',
    means: 'Drops an enrolment before it was confirmed.',
    run: cancelEnrolment,
    fields: { reason },
  }),
  complete: step({
    name: 'completeEnrolment',
    means: 'The period was studied to its end.',
    run: completeEnrolment,
    fields: {},
  }),
  defer: step({
    name: 'deferEnrolment',
    means: 'The period rests until a date.',
    run: deferEnrolment,
    fields: { until: day('Until when; after today.') },
  }),
  resume: step({ name: 'resumeEnrolment', means: 'A deferred period goes on.', run: resumeEnrolment, fields: {} }),
  withdraw: step({
    name: 'withdrawEnrolment',
    means: 'The student leaves the period.',
    run: withdrawEnrolment,
    fields: { reason },
  }),
  discontinue: step({
    name: 'discontinueEnrolment',
    means: 'The school ends the period for the student.',
    run: discontinueEnrolment,
    fields: { reason },
  }),
} as const satisfies StepTable;
