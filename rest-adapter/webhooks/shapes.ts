import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { ERROR_CLASSES, TRIGGERS } from '#core/partners/webhook-delivery/attempt.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { BATCH_LIMITS, type Batch } from '#core/partners/webhook-endpoint/batch.ts';
import { WEBHOOK_LIMITS } from '#core/partners/use-cases/webhook-rules.ts';
import { webhookLifecycle, type WebhookState } from '#core/partners/webhook-endpoint/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, instant, nullable, object, text } from '../shapes.ts';

/** What webhooks, deliveries and events look like, on every surface. */

const webhookProperties = {
  id: anyId('Stable id.'),
  uuid: Type.String({ format: 'uuid' }),
  url: Type.String({ description: 'Where deliveries go.' }),
  events: Type.Array(Type.String(), { description: 'Event types and patterns.' }),
  scopes: Type.Array(Type.String(), {
    description:
      'The read scopes of the token that set it up. It receives nothing beyond them, nor beyond the client’s. None where a ' +
      'person set it up and no token has confirmed its url yet: it receives events of its client’s own settings alone.',
  }),
  description: nullable(Type.String()),
  ordered: Type.Boolean({ description: 'Events of one subject come one after the other.' }),
  rate_limit_per_second: nullable(Type.Integer()),
  metadata: Type.Record(Type.String(), Type.String()),
  payload: Type.Enum(['full', 'thin']),
  batch: nullable(
    object(
      { max: Type.Integer(), wait_ms: Type.Integer() },
      {
        description:
          'Deliveries come in batches, in their order and one post after the other; null: each in a post of its own.',
      },
    ),
  ),
  state: Type.Enum(webhookLifecycle.states.filter((state) => state !== 'deleted')),
  disabled_reason: nullable(Type.String({ description: 'requested, gone (410) or failing.' })),
  available_actions: actionList(webhookLifecycle.personal),
  sandbox: Type.Boolean(),
  version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  created_at: instant('When it was registered.'),
  updated_at: instant('When the record last changed.'),
};

export const WebhookSchema = object(webhookProperties, { $id: 'Webhook' });

export const NewWebhookSchema = object(
  {
    ...webhookProperties,
    secret: Type.String({
      description: 'Signs deliveries (Standard Webhooks). Shown here only: keep it now.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
  },
  { $id: 'NewWebhook' },
);

export function webhookBody(webhook: View<'webhooks'>, ids: Ids) {
  return {
    id: ids(webhook),
    uuid: webhook.uuid,
    url: webhook.url,
    events: webhook.events,
    scopes: webhook.scopes,
    description: webhook.description,
    ordered: webhook.ordered,
    rate_limit_per_second: webhook.rateLimitPerSecond,
    metadata: webhook.metadata,
    payload: webhook.payload,
    batch: webhook.batch === null ? null : { max: webhook.batch.max, wait_ms: webhook.batch.waitMs },
    state: webhook.state,
    disabled_reason: webhook.disabledReason,
    // The database checks that a state is one of the lifecycle's.
    available_actions: availableActions(webhookLifecycle, webhook.state as WebhookState),
    sandbox: webhook.sandbox,
    version: webhook.version,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  };
}

const url = text('An absolute address, https; sandboxes may use http.', 4_096);
const events = Type.Array(text('An event type or pattern.', 100), { minItems: 1, maxItems: WEBHOOK_LIMITS.events });

/** What may be said of a webhook, when it is registered and later. */
const manners = {
  description: Type.Optional(
    nullable(Type.String({ maxLength: WEBHOOK_LIMITS.descriptionLength, description: 'For your own eyes.' })),
  ),
  ordered: Type.Optional(Type.Boolean({ description: 'Events of one subject come one after the other.' })),
  rate_limit_per_second: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: WEBHOOK_LIMITS.rateLimitPerSecond,
        description: 'Posts a second at most; the others wait.',
      }),
    ),
  ),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Your own names and values.' })),
  payload: Type.Optional(
    Type.Enum(['full', 'thin'], {
      description:
        'full: with the event’s data and the record that it is about, as the API shows it when it is sent. thin: what it is ' +
        'about alone.',
    }),
  ),
  batch: Type.Optional(
    nullable(
      object(
        {
          max: Type.Integer({ minimum: 1, maximum: BATCH_LIMITS.max, description: 'Deliveries in one post at most.' }),
          wait_ms: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: BATCH_LIMITS.waitMs,
              description: 'How long the first waits for others while there are fewer; 0 by default.',
            }),
          ),
        },
        {
          description:
            'Sends deliveries in batches: in the order of delivery_sequence, one post after the other, each at most 64 kB. What ' +
            'fails comes again as it was, under the same webhook-id, before anything behind it. null: each in a post of its own.',
        },
      ),
    ),
  ),
};

/** How a webhook is to take batches, as a body says it. */
export const batchIn = (batch: { readonly max: number; readonly wait_ms?: number } | null): Batch | null =>
  batch && { max: batch.max, waitMs: batch.wait_ms ?? 0 };

export const WebhookPost = object({ url, events, ...manners });
export const WebhookPatch = object(
  { url: Type.Optional(url), events: Type.Optional(events), ...manners },
  { minProperties: 1 },
);

export const RotationPost = object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'How long the old secret signs beside the new one; 0 (the default) ends it immediately.',
    }),
  ),
});

export const EVENT_ID = '^evt_[0-9a-f]{32}$';

export const EventSchema = object(
  {
    id: Type.String({
      pattern: EVENT_ID,
      description: 'The webhook-id of every delivery of it.',
      examples: ['evt_0198c0de4b1d7c3a9f005a1e2d3c4b5a'],
    }),
    type: Type.String({ description: 'One of GET /event_types.', examples: ['loan.disbursed'] }),
    timestamp: instant('When it happened.'),
    api_version: Type.String({ examples: ['v1'] }),
    sandbox: Type.Boolean(),
    sequence: Type.Optional(
      Type.Integer({
        description: 'Its number in GET /changes and in deliveries; missing for the moment until it has one.',
      }),
    ),
    subject: object(
      {
        type: Type.String({ examples: ['loan'] }),
        id: anyId('The record; a uuid where the client wants uuids.'),
        uuid: Type.String({ format: 'uuid' }),
        version: Type.Integer({
          description: 'Of the record after the event: lets you drop older events. Two of one change have the same.',
        }),
      },
      { description: 'What it is about.' },
    ),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'As its schema in GET /event_types says, with ids in your id format; personal numbers are masked.',
      },
    ),
    request: nullable(
      object(
        {
          id: Type.String({ description: 'Its client finds it at GET /requests/{id}.' }),
          idempotency_key: nullable(Type.String()),
        },
        { description: 'What caused it.' },
      ),
    ),
  },
  { $id: 'Event' },
);

const deliveryProperties = {
  id: anyId('Stable id.'),
  uuid: Type.String({ format: 'uuid' }),
  webhook_id: anyId('The webhook.'),
  event_id: Type.String({
    description: 'The event, and the webhook-id of the delivery.',
    examples: ['evt_0198c0de4b1d7c3a9f005a1e2d3c4b5a'],
  }),
  event_type: Type.String({ examples: ['loan.disbursed'] }),
  sequence: Type.Integer({ description: 'Its number among the deliveries to the webhook: without a gap, from 1.' }),
  state: Type.Enum([...deliveryLifecycle.states]),
  trigger: Type.Enum([...TRIGGERS], { description: 'What set the present round of attempts off.' }),
  attempt_count: Type.Integer({ description: 'Attempts begun in its whole life.' }),
  next_attempt_at: nullable(instant('When it is due; earlier where room is made before. Null: nothing is to come.')),
  last_status: nullable(Type.Integer({ description: 'The status of the last reply.' })),
  last_error_class: nullable(Type.Enum([...ERROR_CLASSES], { description: 'Why the last attempt failed.' })),
  available_actions: actionList(deliveryLifecycle.personal),
  finished_at: nullable(instant('When it succeeded, was exhausted or cancelled.')),
  version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  created_at: instant('When it was made.'),
  updated_at: instant('When the record last changed.'),
};

export const DeliverySchema = object(deliveryProperties, { $id: 'WebhookDelivery' });

const AttemptSchema = object(
  {
    number: Type.Integer({ description: '1 for the first of the delivery’s life.' }),
    trigger: Type.Enum([...TRIGGERS]),
    started_at: instant('When it began; also its webhook-timestamp.'),
    duration_ms: Type.Integer(),
    resolved_address: nullable(Type.String({ description: 'The address that was connected to.' })),
    status: nullable(Type.Integer({ description: 'Of the reply; null where none came.' })),
    error_class: nullable(Type.Enum([...ERROR_CLASSES], { description: 'Null on success.' })),
    problem: nullable(Type.String({ description: 'What went wrong, in a sentence.' })),
    reply_body: nullable(
      Type.String({ description: 'The first 16 kB of the reply; of a batch, with its first delivery.' }),
    ),
    batch_id: nullable(
      Type.String({
        description:
          'The batch that it went in, and its webhook-id; null: in a post of its own, or its worker died over it.',
        examples: ['bat_5f1d7a84db4a1ef25d9c3e6b7a0c1d2e'],
      }),
    ),
    next_attempt_at: nullable(instant('When the next was to come, as it was decided then.')),
  },
  { $id: 'WebhookAttempt' },
);

export const DeliveryWithAttemptsSchema = object(
  {
    ...deliveryProperties,
    attempts: Type.Array(AttemptSchema, { description: 'The latest 20, newest first.' }),
  },
  { $id: 'WebhookDeliveryWithAttempts' },
);

export function deliveryBody(delivery: View<'webhookDeliveries'>, ids: Ids) {
  return {
    id: ids(delivery),
    uuid: delivery.uuid,
    webhook_id: ids({ id: delivery.webhookId, uuid: delivery.webhookUuid }),
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    sequence: delivery.sequence,
    state: delivery.state,
    trigger: delivery.trigger,
    attempt_count: delivery.attemptCount,
    next_attempt_at: delivery.nextAttemptAt,
    last_status: delivery.lastStatus,
    last_error_class: delivery.lastErrorClass,
    available_actions: availableActions(deliveryLifecycle, delivery.state),
    finished_at: delivery.finishedAt,
    version: delivery.version,
    created_at: delivery.createdAt,
    updated_at: delivery.updatedAt,
  };
}

export function attemptBody(attempt: View<'webhookDeliveries', 'attemptsOf'>) {
  return {
    number: attempt.number,
    trigger: attempt.trigger,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    resolved_address: attempt.resolvedAddress,
    status: attempt.status,
    error_class: attempt.errorClass,
    problem: attempt.problem,
    reply_body: attempt.replyBody,
    batch_id: attempt.batchId,
    next_attempt_at: attempt.nextAttemptAt,
  };
}
