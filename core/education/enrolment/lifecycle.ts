import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const enrolmentLifecycle = lifecycle(
  'enrolment',
  ['pending', 'enrolled', 'deferred', 'completed', 'cancelled', 'transferred', 'withdrawn', 'discontinued'],
  {
    enrol: { from: [], to: 'pending', emits: 'enrolment.created', means: 'A student asks for a place in a period.' },
    edit: {
      from: ['pending', 'enrolled'],
      to: ['pending', 'enrolled'],
      emits: 'enrolment.updated',
      means: 'Units or boarding are changed; the state stays.',
    },
    confirm: {
      from: ['pending'],
      to: 'enrolled',
      emits: 'enrolment.confirmed',
      means: 'The school takes the student in; an admitted student becomes active.',
    },
    cancel: {
      from: ['pending'],
      to: 'cancelled',
      emits: 'enrolment.cancelled',
      means: 'The enrolment is dropped before it was confirmed.',
    },
    complete: {
      from: ['enrolled'],
      to: 'completed',
      emits: 'enrolment.completed',
      means: 'The period was studied to its end.',
    },
    defer: { from: ['enrolled'], to: 'deferred', emits: 'enrolment.deferred', means: 'The period rests until a date.' },
    resume: { from: ['deferred'], to: 'enrolled', emits: 'enrolment.resumed', means: 'A deferred period goes on.' },
    transfer: {
      from: ['enrolled'],
      to: 'transferred',
      emits: 'enrolment.transferred',
      means: 'The student moves to another programme; a new enrolment continues this one.',
    },
    withdraw: {
      from: ['enrolled', 'deferred'],
      to: 'withdrawn',
      emits: 'enrolment.withdrawn',
      means: 'The student leaves the period.',
    },
    discontinue: {
      from: ['enrolled', 'deferred'],
      to: 'discontinued',
      emits: 'enrolment.discontinued',
      means: 'The school ends the period for the student.',
    },
  },
);

export type EnrolmentState = StateOf<typeof enrolmentLifecycle>;
export type EnrolmentAction = ActionOf<typeof enrolmentLifecycle>;
