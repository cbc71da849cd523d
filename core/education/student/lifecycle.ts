import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

const STATES = [
  'applicant',
  'admitted',
  'active',
  'deferred',
  'suspended',
  'withdrawn',
  'discontinued',
  'completed',
  'graduated',
  'deceased',
] as const;

export const studentLifecycle = lifecycle('student', STATES, {
  register: { from: [], to: 'applicant', emits: 'student.created', means: 'A person applies for a programme.' },
  edit: {
    from: STATES,
    to: STATES,
    emits: 'student.updated',
    means: 'The particulars are changed; the state stays.',
  },
  admit: {
    from: ['applicant'],
    to: 'admitted',
    emits: 'student.state_changed',
    means: 'The school offers a place and the applicant takes it.',
  },
  activate: {
    from: ['admitted'],
    to: 'active',
    emits: 'student.state_changed',
    by: 'system',
    means: 'The first enrolment was confirmed.',
  },
  defer: {
    from: ['active'],
    to: 'deferred',
    emits: 'student.state_changed',
    means: 'The studies rest until a date.',
  },
  resume: { from: ['deferred'], to: 'active', emits: 'student.state_changed', means: 'Deferred studies go on.' },
  suspend: {
    from: ['active'],
    to: 'suspended',
    emits: 'student.state_changed',
    needsReason: true,
    means: 'The school excludes the student for a time.',
  },
  reinstate: { from: ['suspended'], to: 'active', emits: 'student.state_changed', means: 'A suspension ends.' },
  withdraw: {
    from: ['active', 'deferred', 'suspended'],
    to: 'withdrawn',
    emits: 'student.state_changed',
    means: 'The student leaves before the end.',
  },
  readmit: {
    from: ['withdrawn'],
    to: 'admitted',
    emits: 'student.state_changed',
    means: 'A student who had left is offered a place again.',
  },
  discontinue: {
    from: ['active'],
    to: 'discontinued',
    emits: 'student.state_changed',
    needsReason: true,
    means: 'The school ends the studies for good.',
  },
  complete: {
    from: ['active'],
    to: 'completed',
    emits: 'student.state_changed',
    means: 'Every required unit is passed.',
  },
  graduate: {
    from: ['completed'],
    to: 'graduated',
    emits: 'student.state_changed',
    means: 'The award is conferred; fees are settled or an override says why not.',
  },
  record_death: {
    from: STATES.slice(0, -1),
    to: 'deceased',
    emits: 'student.state_changed',
    means: 'The student died.',
  },
  erase: {
    from: STATES,
    to: STATES,
    emits: 'student.erased',
    means: 'Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays.',
  },
});

export type StudentState = StateOf<typeof studentLifecycle>;
export type StudentAction = ActionOf<typeof studentLifecycle>;
