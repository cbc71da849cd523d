import { lifecycle, type StateOf } from '../../kernel/lifecycle.ts';

export const apiClientLifecycle = lifecycle('client', ['active', 'disabled'], {
  create: { from: [], to: 'active', emits: 'client.created', means: 'An api client is registered in the settings.' },
  rotate_secret: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.secret_rotated',
    means: 'The client gets a new secret; every token minted before is void.',
  },
  add_key: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.key_added',
    means: 'The client gets a further key by name, beside those that it has.',
  },
  revoke_key: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.key_revoked',
    means: 'One key of the client, and every token that it minted, is void.',
  },
  edit: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.updated',
    means:
      'What the client may do or see, or how it wants ids, is changed; where it loses a right its tokens are void.',
  },
  change_quotas: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.quotas_changed',
    means: 'The client may make more, or fewer, requests a minute.',
  },
  change_tariff: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.tariff_changed',
    means: 'The app is charged another tariff for payments that it requests from now on.',
  },
  change_account_prefix: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.account_prefix_changed',
    means: 'Payers type another prefix at the paybill for the app.',
  },
  change_responsible: {
    from: ['active', 'disabled'],
    to: ['active', 'disabled'],
    emits: 'client.responsible_changed',
    means: 'Another person answers for the client, and counts as its maker where two people are needed.',
  },
  disable: {
    from: ['active'],
    to: 'disabled',
    emits: 'client.disabled',
    means: 'The client may no longer mint tokens or call; its tokens are void.',
  },
  enable: { from: ['disabled'], to: 'active', emits: 'client.enabled', means: 'The client may mint tokens again.' },
});

export type ApiClientState = StateOf<typeof apiClientLifecycle>;
