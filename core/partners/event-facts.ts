import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { apiClientLifecycle } from './api-client/lifecycle.ts';
import { ERROR_CLASSES } from './webhook-delivery/attempt.ts';
import { deliveryLifecycle } from './webhook-delivery/lifecycle.ts';
import { webhookLifecycle } from './webhook-endpoint/lifecycle.ts';

const client_id = fact.id('api_client', 'Your api client.');
const failing_since = fact.nullable(fact.instant('When the present spell of failures began.'));
const failed_events = fact.count('Events that failed in it.');

/** What events about a client's own wiring carry. */
export const partnerFacts: readonly EventFacts[] = [
  {
    lifecycle: webhookLifecycle,
    subjectType: 'webhook',
    always: { client_id },
    of: {
      'webhook.registered': { events: fact.texts('The events that it receives.') },
      'webhook.updated': { changed: fact.texts('The fields that were changed.') },
      'webhook.test': {
        message: fact.text('That this is a test.'),
        example_of: fact.nullable(fact.text('The event type of which it sends an example; null: of none.')),
      },
      'webhook.secret_rotated': { overlap_seconds: fact.count('How long the old secret signs beside the new one.') },
      'webhook.recovery_requested': {
        since: fact.instant('The beginning of the span.'),
        until: fact.instant('Its end, not included.'),
        only: fact.oneOf(['failed', 'missing', 'all'], 'Which deliveries of the span.'),
        types: fact.texts('The event types and patterns that it brings.'),
        error_classes: fact.nullable(fact.texts('Only deliveries whose last attempt failed like this; null: all.')),
        scopes: fact.texts('The read scopes of the token that requested it: it brings nothing beyond them.'),
      },
      'webhook.disabled': { reason: fact.oneOf(['requested', 'gone', 'failing'], 'Why.') },
      'webhook.failing': {
        hours: fact.count('Hours without a success.'),
        failing_since,
        failed_events,
        disabled_after: fact.object(
          { hours: fact.count('Hours without a success.'), failed_events },
          'When it will be disabled: both have to be reached.',
        ),
      },
    },
    sometimes: { failing_since, failed_events },
  },
  {
    lifecycle: deliveryLifecycle,
    subjectType: 'delivery',
    always: {
      client_id,
      webhook_id: fact.id('webhook', 'The webhook.'),
      event_id: fact.id('event', 'The event that was not delivered, by its internal number.'),
      event_type: fact.text('The type of that event.'),
      attempts: fact.count('Attempts that were made.'),
      last_status: fact.nullable(fact.count('The status of the last reply.')),
      last_error_class: fact.nullable(fact.oneOf(ERROR_CLASSES, 'Why the last attempt failed.')),
    },
  },
  {
    others: { 'sandbox.reset': 'The sandbox was brought to a named state: what it held before is gone.' },
    subjectType: 'sandbox',
    always: { fixture: fact.text('The state to which it was brought.') },
  },
  {
    lifecycle: apiClientLifecycle,
    subjectType: 'client',
    always: {},
    of: {
      'client.created': { name: fact.text('Its name.'), scopes: fact.texts('What it may do.') },
      'client.updated': {
        changed: fact.someOf(['name', 'scopes', 'pii', 'id_format', 'allowed_networks'], 'What was changed.'),
        name: fact.text('Its name.'),
        scopes: fact.texts('What it may do from now on.'),
        pii: fact.flag('Whether it sees personal data of minors unmasked.'),
        id_format: fact.oneOf(['integer', 'uuid'], 'How it wants ids.'),
        allowed_networks: fact.texts('From where it may call; from anywhere where there are none.'),
      },
      'client.key_added': {
        name: fact.text('The name of the key.'),
        expires_at: fact.nullable(fact.instant('When it expires.')),
      },
      'client.key_revoked': { name: fact.text('The name of the key.') },
      'client.secret_rotated': { overlap_seconds: fact.count('How long the old secret can still mint tokens.') },
      'client.quotas_changed': {
        quotas: fact.map('Requests a minute by bucket, where others than usual were agreed.'),
      },
      'client.tariff_changed': {
        tariff: fact.map('The steps of its fees by direction, where another tariff than everybody’s was agreed.'),
      },
      'client.account_prefix_changed': {
        account_prefix: fact.nullable(fact.text('What payers type first at the paybill; null: nothing.')),
      },
      'client.disabled': { reason: fact.nullable(fact.text('Why.')) },
    },
  },
];
