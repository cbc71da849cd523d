import type { Student } from '#core/education/student/student.ts';
import type { MoveStudent } from '#core/education/use-cases/student/move-student.ts';
import { defined } from '#core/kernel/defined.ts';
import type { App } from '#platform/app/compose.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import type { View } from '#platform/app/views.ts';
import { needed, readDate, type Resource } from './resource.ts';
import { studentBody } from './student-shape.ts';

type StepBody = {
  readonly reason?: string | null;
  readonly until?: string;
  readonly override_reason?: string | null;
};
export type Step = {
  /** The members that it can’t do without. */
  readonly needs?: readonly (keyof StepBody)[];
  /** The members that go with the action. */
  readonly takes: readonly (keyof StepBody)[];
  readonly take: (
    app: App,
    request: ProposableRequest<Student>,
    command: MoveStudent,
    body: StepBody,
  ) => Promise<Handled>;
};

/** The steps that partners may ask of a student. */
export const STEPS = {
  admit: { takes: [], take: ({ education }, request, command) => education.admitStudent(request, command) },
  defer: {
    needs: ['until'],
    takes: ['until', 'reason'],
    take: ({ education }, request, command, { until, reason }) =>
      education.deferStudent(request, {
        ...command,
        until: readDate('until', needed('until', until)),
        ...defined({ reason }),
      }),
  },
  resume: { takes: [], take: ({ education }, request, command) => education.resumeStudent(request, command) },
  suspend: {
    takes: ['reason'],
    take: ({ education }, request, command, { reason }) =>
      education.suspendStudent(request, { ...command, ...defined({ reason }) }),
  },
  reinstate: { takes: [], take: ({ education }, request, command) => education.reinstateStudent(request, command) },
  withdraw: {
    takes: ['reason'],
    take: ({ education }, request, command, { reason }) =>
      education.withdrawStudent(request, { ...command, ...defined({ reason }) }),
  },
  readmit: { takes: [], take: ({ education }, request, command) => education.readmitStudent(request, command) },
  discontinue: {
    takes: ['reason'],
    take: ({ education }, request, command, { reason }) =>
      education.discontinueStudent(request, { ...command, ...defined({ reason }) }),
  },
  complete: { takes: [], take: ({ education }, request, command) => education.completeStudent(request, command) },
  graduate: {
    takes: ['override_reason'],
    take: ({ education }, request, command, { override_reason: overrideReason }) =>
      education.graduateStudent(request, { ...command, ...defined({ overrideReason }) }),
  },
  record_death: {
    takes: [],
    take: ({ education }, request, command) => education.recordStudentDeath(request, command),
  },
  erase: {
    takes: ['reason'],
    take: ({ education }, request, command, { reason = null }) =>
      education.eraseStudent(request, { ...command, reason }),
  },
} satisfies Record<string, Step>;

export const students: Resource<View<'students'>> = {
  noun: 'student',
  one: (views) => views.students.one,
  body: (student, ids) => studentBody(student, ids, STEPS),
  address: (student, ids) => `/api/v1/students/${ids(student)}`,
};
