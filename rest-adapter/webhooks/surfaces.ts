import type { TObject } from 'typebox';
import type { Route, Surface } from '../route.ts';
import { object } from '../shapes.ts';

/** How a surface leads to webhooks: they are the same ones on each, at other addresses and in another envelope. */
export type WebhookSurface = {
  readonly surface: Surface;
  /** Under these tags its operations are documented. */
  readonly tags: { readonly webhooks: string; readonly events: string };
  readonly reading: Route['bucket'];
  readonly writing: Route['bucket'];
  /** Of the version of the API. */
  readonly root: string;
  /** Of the webhooks. */
  readonly path: string;
  /** What a path with an id names. */
  readonly noun: string;
  /** What operations are called by: list<name>Deliveries. */
  readonly name: 'Webhook' | 'WebhookEndpoint';
  /** The operation that lists the event types. */
  readonly eventTypes: string;
  /** The schema of a reply that shows one record. */
  readonly schemaOfOne: (record: TObject) => TObject;
  /** Such a reply. */
  readonly one: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
};

export const lendingWebhooks: WebhookSurface = {
  surface: 'lending',
  tags: { webhooks: 'Webhooks', events: 'Events' },
  reading: 'B.read',
  writing: 'B.write',
  root: '/api/v1',
  path: '/api/v1/webhooks',
  noun: 'webhook',
  name: 'Webhook',
  eventTypes: 'listEventTypes',
  schemaOfOne: (record) => record,
  one: (record) => record,
};

export const bridgeWebhooks: WebhookSurface = {
  surface: 'payment-bridge',
  tags: { webhooks: 'Payment bridge', events: 'Payment bridge' },
  reading: 'A.read',
  writing: 'A.write',
  root: '/v1',
  path: '/v1/webhook_endpoints',
  noun: 'webhook endpoint',
  name: 'WebhookEndpoint',
  eventTypes: 'listAppEventTypes',
  schemaOfOne: (data) => object({ data }),
  one: (data) => ({ data }),
};
