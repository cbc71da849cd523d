import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const incidentLifecycle = lifecycle('incident', ['open', 'resolved'], {
  open: {
    from: [],
    to: 'open',
    emits: 'incident.opened',
    by: 'system',
    means: 'Something about money on its way does not fit, and a person has to review it.',
  },
  assign: { from: ['open'], to: 'open', emits: 'incident.assigned', means: 'A person takes it on.' },
  resolve: {
    from: ['open'],
    to: 'resolved',
    emits: 'incident.resolved',
    needsReason: true,
    means: 'It was looked into; the reason says what was found and done.',
  },
});

export type IncidentState = StateOf<typeof incidentLifecycle>;
export type IncidentAction = ActionOf<typeof incidentLifecycle>;
