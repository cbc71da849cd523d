import { lifecycle, type StateOf } from '../../kernel/lifecycle.ts';

export const sessionLifecycle = lifecycle('session', ['open', 'ended'], {
  open: { from: [], to: 'open', emits: 'session.opened', means: 'A person has signed in.' },
  step_up: {
    from: ['open'],
    to: 'open',
    emits: 'session.stepped_up',
    by: 'system',
    means: 'The person has shown the key again: for some minutes what is sensitive is allowed.',
  },
  end: {
    from: ['open'],
    to: 'ended',
    emits: 'session.ended',
    means: 'The session is void: the person has signed out, or it was ended for them.',
  },
});

export type SessionState = StateOf<typeof sessionLifecycle>;
