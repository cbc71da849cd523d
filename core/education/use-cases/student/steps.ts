import { day, optional, optionalReason as reason, text } from '../../../kernel/step-fields.ts';
import type { FieldsOf } from '../../../kernel/step-fields.ts';
import { stepOn, type StepTable } from '../../../kernel/steps.ts';
import type { EraseStudent } from './erase-student.ts';
import {
  admitStudent,
  completeStudent,
  deferStudent,
  discontinueStudent,
  graduateStudent,
  readmitStudent,
  recordStudentDeath,
  reinstateStudent,
  resumeStudent,
  suspendStudent,
  withdrawStudent,
} from './move-student.ts';

const step = stepOn<'studentId'>();

/** The steps of a student's life that a person may take. */
export const studentSteps = {
  admit: step({
    name: 'admitStudent',
    means: 'The school offers a place and the applicant takes it.',
    run: admitStudent,
    fields: {},
  }),
  defer: step({
    name: 'deferStudent',
    means: 'The studies rest until a date.',
    run: deferStudent,
    fields: { until: day('Until when; after today.'), reason },
  }),
  resume: step({ name: 'resumeStudent', means: 'Deferred studies go on.', run: resumeStudent, fields: {} }),
  suspend: step({
    name: 'suspendStudent',
    means: 'The school excludes the student for a time.',
    run: suspendStudent,
    fields: {},
  }),
  reinstate: step({ name: 'reinstateStudent', means: 'Ends a suspension.', run: reinstateStudent, fields: {} }),
  withdraw: step({
    name: 'withdrawStudent',
    means: 'The student leaves before the end; running enrolments end, too.',
    run: withdrawStudent,
    fields: { reason },
  }),
  readmit: step({
    name: 'readmitStudent',
    means: 'A student who had left is offered a place again.',
    run: readmitStudent,
    fields: {},
  }),
  discontinue: step({
    name: 'discontinueStudent',
    means: 'The school ends the studies for good; running enrolments end, too.',
    run: discontinueStudent,
    fields: {},
  }),
  complete: step({
    name: 'completeStudent',
    means: 'Ends the studies with success: every required unit is passed.',
    run: completeStudent,
    fields: {},
  }),
  graduate: step({
    name: 'graduateStudent',
    means: 'Confers the award; fees are settled, or overrideReason says why not.',
    run: graduateStudent,
    fields: { overrideReason: optional(text(500, 'Why the award is conferred in spite of a debt.')) },
  }),
  record_death: step({
    name: 'recordStudentDeath',
    means: 'Writes down that a student died; running enrolments end.',
    run: recordStudentDeath,
    fields: {},
  }),
  erase: {
    name: 'eraseStudent',
    means:
      'Clears the personal particulars of a student for good; ids, marks and money stay. It takes a client that is trusted with personal data.',
    isProposable: true,
    fields: { reason } satisfies FieldsOf<EraseStudent, 'studentId'>,
  },
} as const satisfies StepTable;
