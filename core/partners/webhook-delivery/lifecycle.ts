import { EMITS_NOTHING } from '../../kernel/event-types.ts';
import { lifecycle, type StateOf } from '../../kernel/lifecycle.ts';

/** Deliveries emit nothing but the end of one: events about the delivery of events would never end. */
export const deliveryLifecycle = lifecycle(
  'delivery',
  ['pending', 'delivering', 'retrying', 'held', 'succeeded', 'exhausted', 'cancelled'],
  {
    create: {
      from: [],
      to: ['pending', 'held'],
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'An event is to be sent to a webhook; held from the start where the webhook is disabled.',
    },
    start: {
      from: ['pending', 'retrying'],
      to: 'delivering',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'A worker takes it and sends.',
    },
    succeed: {
      from: ['pending', 'delivering', 'retrying', 'held', 'exhausted'],
      to: 'succeeded',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The receiver answered 2xx; also when the answer came late.',
    },
    retry: {
      from: ['delivering'],
      to: 'retrying',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The attempt failed or its worker died; the schedule has another.',
    },
    exhaust: {
      from: ['delivering'],
      to: 'exhausted',
      emits: 'delivery.exhausted',
      by: 'system',
      means: 'The last attempt of the schedule failed.',
    },
    hold: {
      from: ['pending', 'delivering', 'retrying'],
      to: 'held',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The webhook is disabled, or may not receive such events any more; recover brings it.',
    },
    cancel: {
      from: ['pending', 'delivering', 'retrying', 'held'],
      to: 'cancelled',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The webhook was deleted.',
    },
    resend: {
      from: ['succeeded', 'exhausted', 'held', 'retrying'],
      to: 'pending',
      emits: EMITS_NOTHING,
      means: 'A person requests it again, now; the schedule restarts.',
    },
    recover: {
      from: ['succeeded', 'exhausted', 'held'],
      to: 'pending',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'A recovery of the webhook covers it; the schedule restarts.',
    },
  },
);

export type DeliveryState = StateOf<typeof deliveryLifecycle>;
