import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance } from '../../kernel/lifecycle.ts';
import { plainForm } from '../../kernel/plain-form.ts';
import { fits, mayReceive, readScopesIn } from '../event-types.ts';
import { afterFailure, afterProbeStarts, CLOSED, passage, type Passage } from './breaker.ts';
import { DISABLING, NO_SPELL, verdict } from './disabling.ts';
import { webhookLifecycle, type WebhookAction, type WebhookState } from './lifecycle.ts';
import { PLACES, placesAfter } from './places.ts';
import {
  WebhookEndpointRecord,
  type Registration,
  type EndpointChanges,
  type Announcement,
} from './webhook-endpoint-record.ts';
import { namesOf } from '../../kernel/names.ts';

/** What decides who learns what: a change of these binds the webhook to the scopes of the token that changes it. */
const BINDING: readonly (keyof EndpointChanges)[] = ['url', 'events', 'payloadStyle'];

/** Where a client receives events. To partners: a webhook. */
export class WebhookEndpoint extends WebhookEndpointRecord {
  // The breaker, see breaker.ts.
  consecutiveFailures!: number;
  openUntil!: Temporal.Instant | null;
  failedProbes!: number;

  /** Deliveries that may be under way to it at the same time, see places.ts. */
  places!: number;

  // The present spell without a success, see disabling.ts.
  failingSince!: Temporal.Instant | null;
  failedEvents!: number;
  noticeHours!: number;

  static register(fields: Registration): { endpoint: WebhookEndpoint; registered: DomainEvent } {
    const endpoint = new WebhookEndpoint();
    endpoint.uuid = fields.uuid;
    endpoint.clientId = fields.clientId;
    endpoint.url = fields.url;
    endpoint.events = [...fields.events];
    endpoint.scopes = readScopesIn(fields.scopes);
    endpoint.description = fields.description;
    endpoint.ordered = fields.ordered;
    endpoint.rateLimitPerSecond = fields.rateLimitPerSecond;
    endpoint.metadata = fields.metadata;
    endpoint.payloadStyle = fields.payloadStyle;
    endpoint.batch = fields.batch;
    endpoint.sandbox = fields.sandbox;
    endpoint.state = 'active';
    endpoint.disabledReason = null;
    endpoint.lastSequence = 0;
    endpoint.nextTurnAt = null;
    endpoint.places = PLACES.first;
    endpoint.forgetFailures();
    return { endpoint, registered: endpoint.emit('webhook.registered', { events: endpoint.events }) };
  }

  /**
   * True where this webhook is to receive the event. Checked when the event is relayed, with the scopes that the
   * client has then: one that was withdrawn ends deliveries, and no other client's rights are lent to the webhook. Disabled webhooks receive it too, later: what happens
   * meanwhile is stored. A notice about a webhook goes to the client's other webhooks, for its own is the one
   * that fails; a test event goes to the tested one alone.
   */
  wants(announcement: Announcement, scopesOfClient: readonly string[]): boolean {
    const { type, ownerClientId, aboutEndpointId } = announcement;
    if (this.state === 'deleted' || !this.isEntitledTo(type, scopesOfClient)) return false;
    if (ownerClientId !== null && ownerClientId !== this.clientId) return false;
    if (type === 'webhook.test') return aboutEndpointId === this.id;
    return aboutEndpointId !== this.id && this.events.some((pattern) => fits(pattern, type));
  }

  /** True where both the token that set the webhook up could, and its client can now, read events of the type. */
  isEntitledTo(type: string, scopesOfClient: readonly string[]): boolean {
    return mayReceive(type, this.scopes) && mayReceive(type, scopesOfClient);
  }

  /** The number for the next delivery. Its caller holds the row's lock, so no number is given twice or lost. */
  nextSequence(): number {
    this.lastSequence += 1;
    return this.lastSequence;
  }

  /** True where the changes decide again where it leads or what it sends. */
  static isBinding(changes: EndpointChanges): boolean {
    return BINDING.some((field) => changes[field] !== undefined);
  }

  /**
   * Takes changed particulars; a new address begins with a clean record. Null where nothing changes.
   * @param by the token that changes it, or a person
   */
  edit(changes: EndpointChanges, by: Editor): DomainEvent | null {
    this.move('edit', this.state);
    const changed = namesOf(changes).filter(
      (field) => changes[field] !== undefined && plainForm(changes[field]) !== plainForm(this[field]),
    );
    const scopes = this.scopesAfter(changes, changed, by);
    const rebound = plainForm(scopes) !== plainForm(this.scopes);
    if (changed.length === 0 && !rebound) return null;
    Object.assign(this, Object.fromEntries(changed.map((field) => [field, changes[field]])), { scopes });
    if (changed.includes('url')) this.forgetFailures();
    const names = changed.map((field) => PUBLISHED_NAMES[field]);
    return this.emit('webhook.updated', { changed: rebound ? [...names, 'scopes'] : names });
  }

  /** The scopes to which it is bound by a change: those of the token that decided last who learns what. */
  private scopesAfter(
    { url }: EndpointChanges,
    changed: readonly (keyof EndpointChanges)[],
    { tokenScopes, setUpBy }: Editor,
  ): string[] {
    if (setUpBy === 'person') return changed.includes('url') ? [] : this.scopes;
    const ofToken = readScopesIn(tokenScopes);
    // What a person has led somewhere is confirmed by a token that names where, and by no other change.
    if (this.scopes.length === 0 && url === undefined) return this.scopes;
    if (BINDING.some((field) => changed.includes(field))) return ofToken;
    // The address as it is: the client confirms what a person, or a narrower token, has set up.
    return url === undefined ? this.scopes : [...new Set([...this.scopes, ...ofToken])];
  }

  /** Asks for a test event, or for an example of a type. */
  test(exampleOf: string | null): DomainEvent {
    this.move('test');
    return this.emit('webhook.test', { message: 'This is a test of your webhook.', example_of: exampleOf });
  }

  /** A new secret takes over; the secrets are rows of their own. */
  rotateSecret(overlapSeconds: number): DomainEvent {
    this.move('rotate_secret', this.state);
    return this.emit('webhook.secret_rotated', { overlap_seconds: overlapSeconds });
  }

  /** Asks for the deliveries of a span of time again, as far as a token with these scopes may read the events. */
  recover({ since, until, only, types, errorClasses, tokenScopes }: RequestedRecovery): DomainEvent {
    this.move('recover');
    return this.emit('webhook.recovery_requested', {
      since: since.toString(),
      until: until.toString(),
      only,
      types: types ?? ['*'],
      error_classes: errorClasses,
      scopes: readScopesIn(tokenScopes),
    });
  }

  /** Stops deliveries at the client's wish. */
  disable(): DomainEvent {
    this.move('disable');
    this.disabledReason = 'requested';
    return this.emit('webhook.disabled', { reason: 'requested' });
  }

  /** Starts deliveries again, with a clean record. */
  enable(): DomainEvent {
    this.move('enable');
    this.disabledReason = null;
    this.forgetFailures();
    return this.emit('webhook.enabled', {});
  }

  /** Takes the webhook away for good. */
  delete(): DomainEvent {
    this.move('delete');
    return this.emit('webhook.deleted', {});
  }

  /** Asks the breaker whether an attempt may start now; a probe claims its turn by asking. */
  admit(now: Temporal.Instant): Passage {
    const found = passage(this, now);
    if (found === 'probe') Object.assign(this, afterProbeStarts(breakerOf(this), now));
    return found;
  }

  /** Notes how long an attempt took. Leaves the row untouched where that changes nothing. */
  recordDuration(attempt: { readonly durationMs: number; readonly errorClass: string | null }): void {
    const places = placesAfter(this.places, attempt);
    if (places !== this.places) this.places = places;
  }

  /** Notes a delivery that arrived. Leaves the row untouched where all was well before. */
  recordSuccess(): void {
    if (this.consecutiveFailures > 0 || this.openUntil !== null || this.failingSince !== null) this.forgetFailures();
  }

  /**
   * Notes a post that failed.
   * @param kind whether it was the breaker's probe
   * @param eventsFailedBefore when each delivery in it had failed last, so that each event is counted once a spell
   * @returns the notice that became due, or the event of being given up
   */
  recordFailure(
    kind: 'probe' | 'ordinary',
    eventsFailedBefore: readonly (Temporal.Instant | null)[],
    now: Temporal.Instant,
  ): DomainEvent | null {
    if (this.state !== 'active') return null;
    Object.assign(this, afterFailure(breakerOf(this), kind, now));
    const since = this.failingSince;
    const isCounted = (before: Temporal.Instant | null): boolean =>
      since !== null && before !== null && Temporal.Instant.compare(before, since) >= 0;
    this.failingSince ??= now;
    this.failedEvents += eventsFailedBefore.filter((before) => !isCounted(before)).length;
    return this.reviewFailures(now);
  }

  /**
   * Emits that failures have lasted long, or gives the webhook up. Called after each failure, and by the
   * sweep: between two attempts there can be a day.
   */
  reviewFailures(now: Temporal.Instant): DomainEvent | null {
    if (this.state !== 'active') return null;
    const found = verdict(this, now);
    if (found.kind === 'leave') return null;
    if (found.kind === 'give_up') return this.giveUp('failing');
    this.move('warn');
    this.noticeHours = found.hours;
    return this.emit('webhook.failing', {
      hours: found.hours,
      failing_since: this.failingSince?.toString() ?? null,
      failed_events: this.failedEvents,
      disabled_after: { hours: DISABLING.giveUpHours, failed_events: DISABLING.giveUpFailedEvents },
    });
  }

  /** Disables the webhook because its receiver said so (410), or has been dead for too long. */
  giveUp(reason: 'gone' | 'failing'): DomainEvent {
    this.move('give_up');
    this.disabledReason = reason;
    return this.emit('webhook.disabled', {
      reason,
      failing_since: this.failingSince?.toString() ?? null,
      failed_events: this.failedEvents,
    });
  }

  /** A clean record: breaker closed, no spell of failures. */
  forgetFailures(): void {
    Object.assign(this, CLOSED, NO_SPELL);
  }

  /** Takes a step of the lifecycle. */
  private move(action: WebhookAction, outcome?: WebhookState): void {
    this.state = advance(webhookLifecycle, this.state, action, outcome);
  }

  /** An event about this webhook, for its client alone. */
  emit(type: string, data: DomainEvent['data']): DomainEvent {
    return event(type, 'webhook', this, { client_id: this.clientId, ...data });
  }
}

type Editor = { readonly tokenScopes: readonly string[]; readonly setUpBy: 'client' | 'person' };

type RequestedRecovery = {
  readonly since: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly only: string;
  /** Event types and patterns; null for all. */
  readonly types: readonly string[] | null;
  /** How the last attempt failed; null for all. */
  readonly errorClasses: readonly string[] | null;
  readonly tokenScopes: readonly string[];
};

/** The fields that may be changed, as they are called on the wire. */
const PUBLISHED_NAMES: { readonly [F in keyof Required<EndpointChanges>]: string } = {
  url: 'url',
  events: 'events',
  description: 'description',
  ordered: 'ordered',
  rateLimitPerSecond: 'rate_limit_per_second',
  metadata: 'metadata',
  payloadStyle: 'payload',
  batch: 'batch',
};

function breakerOf({ consecutiveFailures, openUntil, failedProbes }: WebhookEndpoint) {
  return { consecutiveFailures, openUntil, failedProbes };
}
