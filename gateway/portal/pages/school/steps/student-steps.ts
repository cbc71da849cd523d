import { stepOf, type Step, type Values } from '../../../components/step.ts';
import type { StudentAction } from '../../../graph/generated/graphql.ts';
import type { Translate } from '../../../texts/texts.ts';
import {
  ADMIT_STUDENT,
  COMPLETE_STUDENT,
  DEFER_STUDENT,
  DISCONTINUE_STUDENT,
  ERASE_STUDENT,
  GRADUATE_STUDENT,
  READMIT_STUDENT,
  RECORD_STUDENT_DEATH,
  REINSTATE_STUDENT,
  RESUME_STUDENT,
  SUSPEND_STUDENT,
  WITHDRAW_STUDENT,
} from './student-documents.ts';
import type { studentStepTexts } from './texts.ts';

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

const STEPS: { readonly [Action in StudentAction]: ((student: StudentInStep, t: T) => Step) | null } = {
  // Its form takes what a student is chosen from: forms/change-student.tsx.
  EDIT: null,
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
  DISCONTINUE: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'discontinueStudent',
      title: t('discontinueStudent'),
      word: t('discontinue'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
      document: DISCONTINUE_STUDENT,
      variables: (values, sent) => ({
        input: { studentId: student.id, reason: text(values['reason']) ?? '' },
        ...sent,
      }),
      consequence: () => t('discontinueStudentMeans'),
    }),
  RECORD_DEATH: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'recordStudentDeath',
      title: t('recordStudentDeath'),
      word: t('recordDeath'),
      isDangerous: true,
      fields: [],
      document: RECORD_STUDENT_DEATH,
      variables: (_, sent) => ({ input: { studentId: student.id }, ...sent }),
      consequence: () => t('recordStudentDeathMeans'),
    }),
  ERASE: (student, t) =>
    stepOf({
      ...shared(student),
      name: 'eraseStudent',
      title: t('eraseStudent'),
      word: t('erase'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
      document: ERASE_STUDENT,
      variables: (values, sent) => ({ input: { studentId: student.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('eraseStudentMeans'),
    }),
};
