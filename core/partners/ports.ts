import type { Actor } from '../kernel/two-people.ts';
import type { Cents } from '../kernel/money.ts';
import type { ApiClient } from './api-client/api-client.ts';
import type { ApiSecret } from './api-client/api-secret.ts';
import type { WebhookAttempt } from './webhook-delivery/attempt.ts';
import type { Crowd, Line, WebhookDelivery } from './webhook-delivery/webhook-delivery.ts';
import type { WebhookEndpoint } from './webhook-endpoint/webhook-endpoint.ts';
import type { WebhookSecret } from './webhook-endpoint/webhook-secret.ts';

/**
 * What the use cases of this context need from outside. `add` of a record that has rows of its own below it is
 * awaited: the record has its id afterwards.
 */
export type PartnersPorts = Actor & {
  apiClients: {
    get(id: number): Promise<ApiClient | null>;
    /** The same, locked: what follows from all that belongs to the client is decided by one at a time. */
    lock(id: number): Promise<ApiClient | null>;
    add(client: ApiClient): Promise<void>;
    byAccountPrefix(prefix: string): Promise<ApiClient | null>;
  };
  /** Whether an account number of the institution's own begins with it: of a student or an invoice. */
  isBeginningOfAccount(prefix: string): Promise<boolean>;
  apiSecrets: {
    ofClient(clientId: number): Promise<ApiSecret[]>;
    add(secret: ApiSecret): void;
  };
  webhookEndpoints: {
    get(id: number): Promise<WebhookEndpoint | null>;
    /** Those of the ids that there are, locked, in the order of their ids. */
    getAll(ids: readonly number[]): Promise<WebhookEndpoint[]>;
    /** How many the client has that are not deleted. Locks the client's row, so that two can't both be the last. */
    countOf(clientId: number): Promise<number>;
    add(endpoint: WebhookEndpoint): Promise<void>;
  };
  webhookSecrets: {
    ofEndpoint(endpointId: number): Promise<WebhookSecret[]>;
    add(secret: WebhookSecret): void;
  };
  webhookDeliveries: {
    get(id: number): Promise<WebhookDelivery | null>;
    /** Those of the ids that there are, locked, in the order of their ids. */
    getAll(ids: readonly number[]): Promise<WebhookDelivery[]>;
    /** What else goes on at the endpoint of each, by the delivery's id. */
    crowdsAround(deliveries: readonly WebhookDelivery[]): Promise<Map<number, Crowd>>;
    /** What waits or is under way at each of these webhooks, which take batches and are locked, by its id; as far as its next batch. */
    linesAt(endpoints: readonly WebhookEndpoint[]): Promise<Map<number, Line>>;
    /** Those of an event to the client's webhooks, in the order of their ids; locked. At most one for each webhook. */
    ofEvent(clientId: number, eventId: number): Promise<WebhookDelivery[]>;
    /** Calls the first that wait behind others at the endpoint; they call the next. */
    callParked(endpointId: number, now: Temporal.Instant): Promise<void>;
    /**
     * Lets those rest that wait at endpoints where nothing goes through before a moment, see `restUntil`. Those of
     * `besides` decide for themselves.
     */
    restBehind(
      places: readonly { readonly endpointId: number; readonly lookAt: Temporal.Instant }[],
      besides: readonly number[],
    ): Promise<void>;
  };
  webhookAttempts: {
    add(attempt: WebhookAttempt): void;
  };
  /** Every event type that there is, derived from the lifecycles of all contexts. */
  eventTypes: readonly string[];
  /** The most that an app is charged for one payment, in minor units. */
  appFeeLimit: Cents;
  /** Real time: webhooks, deliveries and credentials go by it. */
  now: Temporal.Instant;
  /** Now, in the time that events bear: where the tenant's test clock is ahead, it is later than `now`. */
  eventTime: Temporal.Instant;
  newUuid(): string;
  /** In [0, 1). */
  random(): number;
};
