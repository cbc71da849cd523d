import type { Batch } from './batch.ts';
import type { WebhookState } from './lifecycle.ts';

/** `full`: events carry their data. `thin`: only what they are about, to be read over the API. */
export type PayloadStyle = 'full' | 'thin';

export type Registration = {
  readonly uuid: string;
  readonly clientId: number;
  readonly url: string;
  readonly events: readonly string[];
  /** Of the token that registers it: it never receives what that token could not read. None where a person does. */
  readonly scopes: readonly string[];
  readonly description: string | null;
  readonly ordered: boolean;
  readonly rateLimitPerSecond: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payloadStyle: PayloadStyle;
  readonly batch: Batch | null;
  readonly sandbox: boolean;
};

/** What a client may change of its webhook; what is not named stays as it is. */
export type EndpointChanges = Partial<Omit<Registration, 'uuid' | 'clientId' | 'scopes' | 'sandbox'>>;

/**
 * An event on its way to the webhooks. `ownerClientId`: the only client that may receive it; null for all of the
 * tenant. `aboutEndpointId`: the webhook that the event is about, if it is about one.
 */
export type Announcement = {
  readonly type: string;
  readonly ownerClientId: number | null;
  readonly aboutEndpointId: number | null;
};

/** What is known of a webhook. */
export class WebhookEndpointRecord {
  id!: number;
  uuid!: string;
  /** Counts the changes of what its client is shown; the breaker and the spell of failures are none of that. */
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  clientId!: number;
  url!: string;
  /** Event types and patterns: "loan.disbursed", "loan.*", "*". */
  events!: string[];
  /** The read scopes of the token that last decided where it leads and what it receives; none since a person led it elsewhere. */
  scopes!: string[];
  description!: string | null;
  /** One subject's events one after the other: a later one waits for an earlier one. */
  ordered!: boolean;
  /** Posts a second; null for as fast as they come. */
  rateLimitPerSecond!: number | null;
  metadata!: Readonly<Record<string, string>>;
  payloadStyle!: PayloadStyle;
  /** How it takes several deliveries in one post; null: each has its own. */
  batch!: Batch | null;
  sandbox!: boolean;
  state!: WebhookState;
  /** Why it is disabled: `requested`, `gone` (410), `failing`; null while it is not. */
  disabledReason!: 'requested' | 'gone' | 'failing' | null;
  /** The number of the last delivery made for it; they are numbered without a gap. */
  lastSequence!: number;
  /** The next free moment in its pace; null until its first turn. See pace.ts. */
  nextTurnAt!: Temporal.Instant | null;
}
