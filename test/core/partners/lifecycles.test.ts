import { describe, expect, it } from 'vitest';
import { eventTypesOf } from '#core/kernel/event-types.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';

describe('The lifecycles of partners', () => {
  it('emit events of webhooks, clients and the end of a delivery, and of nothing else', () => {
    expect(eventTypesOf(deliveryLifecycle)).toEqual(['delivery.exhausted']);
    expect(eventTypesOf(apiClientLifecycle)).toEqual([
      'client.created',
      'client.secret_rotated',
      'client.key_added',
      'client.key_revoked',
      'client.updated',
      'client.quotas_changed',
      'client.tariff_changed',
      'client.account_prefix_changed',
      'client.responsible_changed',
      'client.disabled',
      'client.enabled',
    ]);
    expect(eventTypesOf(webhookLifecycle)).toEqual([
      'webhook.registered',
      'webhook.updated',
      'webhook.test',
      'webhook.secret_rotated',
      'webhook.recovery_requested',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.deleted',
      'webhook.failing',
    ]);
  });

  it('offer a person what the state allows', () => {
    expect(availableActions(webhookLifecycle, 'active')).toEqual([
      'edit',
      'test',
      'rotate_secret',
      'recover',
      'disable',
      'delete',
    ]);
    expect(availableActions(webhookLifecycle, 'disabled')).toEqual(['edit', 'rotate_secret', 'enable', 'delete']);
    expect(availableActions(webhookLifecycle, 'deleted')).toEqual([]);
    expect(availableActions(deliveryLifecycle, 'exhausted')).toEqual(['resend']);
    expect(availableActions(deliveryLifecycle, 'delivering')).toEqual([]);
    expect(availableActions(apiClientLifecycle, 'disabled')).toEqual([
      'rotate_secret',
      'add_key',
      'revoke_key',
      'edit',
      'change_quotas',
      'change_tariff',
      'change_account_prefix',
      'change_responsible',
      'enable',
    ]);
  });
});
