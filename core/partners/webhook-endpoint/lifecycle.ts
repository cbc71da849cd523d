import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const webhookLifecycle = lifecycle('webhook', ['active', 'disabled', 'deleted'], {
  register: { from: [], to: 'active', emits: 'webhook.registered', means: 'A client registers to receive events.' },
  edit: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'webhook.updated',
    means: 'Its address, its events or its delivery settings are changed.',
  },
  test: { from: ['active'], to: 'active', emits: 'webhook.test', means: 'A test event goes to this webhook alone.' },
  rotate_secret: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'webhook.secret_rotated',
    means: 'Deliveries are signed with a new secret, during the overlap with the old one as well.',
  },
  recover: {
    from: ['active'],
    to: 'active',
    emits: 'webhook.recovery_requested',
    means: 'What failed or was missed in a span of time is delivered again.',
  },
  disable: {
    from: ['active'],
    to: 'disabled',
    emits: 'webhook.disabled',
    means: 'The client wants no deliveries now.',
  },
  enable: { from: ['disabled'], to: 'active', emits: 'webhook.enabled', means: 'Deliveries start again.' },
  delete: {
    from: ['active', 'disabled'],
    to: 'deleted',
    emits: 'webhook.deleted',
    means: 'The webhook is gone for good.',
  },
  warn: {
    from: ['active'],
    to: 'active',
    emits: 'webhook.failing',
    by: 'system',
    means: 'Nothing has been delivered for 24, 72 or 120 hours.',
  },
  give_up: {
    from: ['active'],
    to: 'disabled',
    emits: 'webhook.disabled',
    by: 'system',
    means: 'The receiver answered 410, or has failed for 120 hours and 10 events.',
  },
});

export type WebhookState = StateOf<typeof webhookLifecycle>;
export type WebhookAction = ActionOf<typeof webhookLifecycle>;
