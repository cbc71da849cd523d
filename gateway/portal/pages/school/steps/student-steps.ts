import { stepOf, type Step, type Values } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { StudentAction } from '../../../graph/generated/graphql.ts';
import type { Translate } from '../../../texts/texts.ts';
import type { studentStepTexts } from './texts.ts';

const ADMIT_STUDENT = graphql(`
  mutation AdmitStudent($input: AdmitStudentInput!, $idempotencyKey: String, $version: Int) {
    admitStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const DEFER_STUDENT = graphql(`
  mutation DeferStudent($input: DeferStudentInput!, $idempotencyKey: String, $version: Int) {
    deferStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const RESUME_STUDENT = graphql(`
  mutation ResumeStudent($input: ResumeStudentInput!, $idempotencyKey: String, $version: Int) {
    resumeStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const SUSPEND_STUDENT = graphql(`
  mutation SuspendStudent($input: SuspendStudentInput!, $idempotencyKey: String, $version: Int) {
    suspendStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const REINSTATE_STUDENT = graphql(`
  mutation ReinstateStudent($input: ReinstateStudentInput!, $idempotencyKey: String, $version: Int) {
    reinstateStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const WITHDRAW_STUDENT = graphql(`
  mutation WithdrawStudent($input: WithdrawStudentInput!, $idempotencyKey: String, $version: Int) {
    withdrawStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const READMIT_STUDENT = graphql(`
  mutation ReadmitStudent($input: ReadmitStudentInput!, $idempotencyKey: String, $version: Int) {
    readmitStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const COMPLETE_STUDENT = graphql(`
  mutation CompleteStudent($input: CompleteStudentInput!, $idempotencyKey: String, $version: Int) {
    completeStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const GRADUATE_STUDENT = graphql(`
  mutation GraduateStudent($input: GraduateStudentInput!, $idempotencyKey: String, $version: Int) {
    graduateStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type T = Translate<(typeof studentStepTexts)['en']>;
/** What its steps need of it. */
export type StudentInStep = {
  readonly id: string;
  readonly version: number;
  readonly availableActions: readonly StudentAction[];
};

const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
/** The steps that the student may take now, as its `availableActions` say. */
export const studentSteps = (student: StudentInStep, t: T): readonly Step[] =>
  student.availableActions.flatMap((action) => STEPS[action]?.(student, t) ?? []);

const shared = ({ id, version }: StudentInStep) => ({ recordId: id, version });

const STEPS: { readonly [Action in StudentAction]?: (student: StudentInStep, t: T) => Step } = {
  ADMIT: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'admitStudent',
      title: t('admitStudent'),
      word: t('admit'),

      fields: [],
      document: ADMIT_STUDENT,
      variables: (_, sent) => ({ input: { studentId: student.id }, ...sent }),
      consequence: () => t('admitStudentMeans'),
    }),
  DEFER: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'deferStudent',
      title: t('deferStudent'),
      word: t('defer'),

      fields: [
        { name: 'until', kind: 'date', label: t('until'), isRequired: true },
        { name: 'reason', kind: 'long', label: t('reason') },
      ],
      document: DEFER_STUDENT,
      variables: (values, sent) => ({
        input: { studentId: student.id, until: text(values['until']) ?? '', reason: text(values['reason']) },
        ...sent,
      }),
      consequence: () => t('deferStudentMeans'),
    }),
  RESUME: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'resumeStudent',
      title: t('resumeStudent'),
      word: t('resume'),

      fields: [],
      document: RESUME_STUDENT,
      variables: (_, sent) => ({ input: { studentId: student.id }, ...sent }),
      consequence: () => t('resumeStudentMeans'),
    }),
  SUSPEND: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'suspendStudent',
      title: t('suspendStudent'),
      word: t('suspend'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
      document: SUSPEND_STUDENT,
      variables: (values, sent) => ({
        input: { studentId: student.id, reason: text(values['reason']) ?? '' },
        ...sent,
      }),
      consequence: () => t('suspendStudentMeans'),
    }),
  REINSTATE: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'reinstateStudent',
      title: t('reinstateStudent'),
      word: t('reinstate'),

      fields: [],
      document: REINSTATE_STUDENT,
      variables: (_, sent) => ({ input: { studentId: student.id }, ...sent }),
      consequence: () => t('reinstateStudentMeans'),
    }),
  WITHDRAW: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'withdrawStudent',
      title: t('withdrawStudent'),
      word: t('withdraw'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
      document: WITHDRAW_STUDENT,
      variables: (values, sent) => ({ input: { studentId: student.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('withdrawStudentMeans'),
    }),
  READMIT: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'readmitStudent',
      title: t('readmitStudent'),
      word: t('readmit'),

      fields: [],
      document: READMIT_STUDENT,
      variables: (_, sent) => ({ input: { studentId: student.id }, ...sent }),
      consequence: () => t('readmitStudentMeans'),
    }),
  COMPLETE: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'completeStudent',
      title: t('completeStudent'),
      word: t('complete'),

      fields: [],
      document: COMPLETE_STUDENT,
      variables: (_, sent) => ({ input: { studentId: student.id }, ...sent }),
      consequence: () => t('completeStudentMeans'),
    }),
  GRADUATE: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'graduateStudent',
      title: t('graduateStudent'),
      word: t('graduate'),

      fields: [{ name: 'overrideReason', kind: 'long', label: t('overrideReason') }],
      document: GRADUATE_STUDENT,
      variables: (values, sent) => ({
        input: { studentId: student.id, overrideReason: text(values['overrideReason']) },
        ...sent,
      }),
      consequence: () => t('graduateStudentMeans'),
    }),
};
