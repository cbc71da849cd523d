import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, allows } from '../../kernel/lifecycle.ts';
import { isOperational } from '../event-types.ts';
import type { AttemptResult, Begun, ErrorClass, Trigger } from './attempt.ts';
import { deliveryLifecycle, type DeliveryState } from './lifecycle.ts';
import { waitAfter, type Schedule } from './retry.ts';

/** An attempt that has been under way for so long has lost its worker: an attempt itself ends after 15 s. */
const LEASE_SECONDS = 30;

/** A turn that it comes late for is lost after so many seconds: many that come late must not come together. */
const TURN_LAPSES_SECONDS = 5;

/** Exhausted and held deliveries, and the events themselves, are stored so long. */
export const RETENTION_DAYS = 30;

export type NewDelivery = {
  readonly uuid: string;
  readonly endpointId: number;
  readonly clientId: number;
  readonly eventId: number;
  readonly eventType: string;
  /** What the event is about, "loan:9": the queue in which an ordered webhook's deliveries stand. */
  readonly subjectKey: string;
  readonly sequence: number;
  readonly trigger: Trigger;
};

/** What a delivery finds at its endpoint when it comes to be sent. */
export type Crowd = {
  /** Other attempts under way there. */
  readonly inFlight: number;
  /** An earlier delivery of the same subject has not arrived, nor been given up. */
  readonly earlierWaits: boolean;
  /** What the webhook's client holds now; null where it is disabled. */
  readonly scopes: readonly string[] | null;
};

/**
 * What waits or is under way at a webhook that takes batches, in the order of the numbers, locked; null while another
 * transaction has a part of it.
 */
export type Line = readonly WebhookDelivery[] | null;

/** One event on its way to one endpoint: the two together exist once. */
export class WebhookDelivery {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  endpointId!: number;
  clientId!: number;
  eventId!: number;
  eventType!: string;
  subjectKey!: string;
  /** Its number among the endpoint's deliveries, from 1, without a gap. A resend has the same. */
  sequence!: number;
  state!: DeliveryState;
  /** What set the present round of attempts off. */
  trigger!: Trigger;
  /** Attempts begun in its whole life. */
  attempts!: number;
  /** Attempts of the present round of the schedule that are over. */
  attemptsOfRound!: number;
  /** When it is due; null while nothing is to be done. */
  nextAttemptAt!: Temporal.Instant | null;
  /**
   * It is due but waits behind others: for room at its endpoint, an earlier one of its subject, or the breaker. The
   * delivery that makes room starts it; `nextAttemptAt` is when it is tried again without that.
   */
  parked!: boolean;
  /** Its moment in the pace of an endpoint that limits it; null while it has none. */
  turnAt!: Temporal.Instant | null;
  /** When the attempt under way began; null while none is. */
  startedAt!: Temporal.Instant | null;
  lastStatus!: number | null;
  lastErrorClass!: ErrorClass | null;
  lastFailedAt!: Temporal.Instant | null;
  /** When it succeeded or was exhausted or cancelled; null until then. */
  finishedAt!: Temporal.Instant | null;
  /** The number of the first delivery of the batch that it went in; those of one go together again. Null: it went in none. */
  batchOf!: number | null;

  /** A delivery that is due immediately; `held` where the endpoint is disabled. */
  static create(fields: NewDelivery, state: 'pending' | 'held', now: Temporal.Instant): WebhookDelivery {
    const delivery = new WebhookDelivery();
    delivery.uuid = fields.uuid;
    delivery.endpointId = fields.endpointId;
    delivery.clientId = fields.clientId;
    delivery.eventId = fields.eventId;
    delivery.eventType = fields.eventType;
    delivery.subjectKey = fields.subjectKey;
    delivery.sequence = fields.sequence;
    delivery.state = state;
    delivery.trigger = fields.trigger;
    delivery.attempts = 0;
    delivery.attemptsOfRound = 0;
    delivery.nextAttemptAt = state === 'pending' ? now : null;
    delivery.parked = false;
    delivery.turnAt = null;
    delivery.startedAt = null;
    delivery.lastStatus = null;
    delivery.lastErrorClass = null;
    delivery.lastFailedAt = null;
    delivery.finishedAt = null;
    delivery.batchOf = null;
    return delivery;
  }

  /** True where it waits for an attempt and its time has come. What is parked was due before it was. */
  isDue(now: Temporal.Instant): boolean {
    if (this.parked) return true;
    return this.nextAttemptAt !== null && Temporal.Instant.compare(this.nextAttemptAt, now) <= 0;
  }

  /** True where an attempt began so long ago that its worker must have died. */
  isAbandoned(now: Temporal.Instant): boolean {
    return this.startedAt !== null && this.startedAt.until(now).total('seconds') >= LEASE_SECONDS;
  }

  /** Is due at a time, because there is room for it then. */
  call(at: Temporal.Instant): void {
    this.parked = false;
    this.nextAttemptAt = at;
  }

  /** Waits behind others, until it is called or until then. Uses up no attempt. */
  park(until: Temporal.Instant): void {
    this.parked = true;
    this.nextAttemptAt = until;
  }

  /** Waits for its turn. Uses up no attempt. */
  queueFor(turn: Temporal.Instant): void {
    this.parked = false;
    this.turnAt = turn;
    this.nextAttemptAt = turn;
  }

  /** True where its turn has come and has not lapsed. */
  hasTurn(now: Temporal.Instant): boolean {
    if (this.turnAt === null) return false;
    const late = this.turnAt.until(now).total('seconds');
    return late >= 0 && late <= TURN_LAPSES_SECONDS;
  }

  /** Begins an attempt; the breaker has let it through as `kind`. */
  start(kind: 'probe' | 'ordinary', now: Temporal.Instant): Begun {
    this.state = advance(deliveryLifecycle, this.state, 'start');
    this.attempts += 1;
    this.rest();
    this.startedAt = now;
    return { number: this.attempts, trigger: this.trigger, kind, startedAt: now };
  }

  /** True where this result belongs to the attempt under way, not to one that was given up long ago. */
  awaits(result: Pick<AttemptResult, 'number'>): boolean {
    return this.state === 'delivering' && this.attempts === result.number;
  }

  /** True where the log has no line of the attempt yet: one that was given up as lost has. */
  lacksLineOf(result: Pick<AttemptResult, 'number'>): boolean {
    return this.attempts === result.number && (this.state === 'delivering' || this.state === 'succeeded');
  }

  /** Notes that the receiver has it. A late success counts as well: the receiver has it all the same. */
  succeed(result: AttemptResult, now: Temporal.Instant): void {
    if (!allows(deliveryLifecycle, this.state, 'succeed')) return;
    this.state = advance(deliveryLifecycle, this.state, 'succeed');
    this.lastStatus = result.status;
    this.lastErrorClass = null;
    this.rest();
    this.finishedAt = now;
  }

  /** Notes a failed attempt and goes on with the schedule, or ends. */
  fail(result: AttemptResult, schedule: Schedule, now: Temporal.Instant, random: number): DomainEvent | null {
    const wait = waitAfter(schedule, this.attemptsOfRound + 1, result, random);
    this.state = advance(deliveryLifecycle, this.state, wait === null ? 'exhaust' : 'retry');
    this.noteFailure(result, now);
    this.rest();
    if (wait !== null) {
      this.nextAttemptAt = now.add({ milliseconds: wait });
      return null;
    }
    this.finishedAt = now;
    // The failed delivery of an event about failing deliveries emits nothing: it would go on for ever.
    if (isOperational(this.eventType)) return null;
    return event('delivery.exhausted', 'delivery', this, {
      client_id: this.clientId,
      webhook_id: this.endpointId,
      event_id: this.eventId,
      event_type: this.eventType,
      attempts: this.attempts,
      last_status: this.lastStatus,
      last_error_class: this.lastErrorClass,
    });
  }

  /** Keeps it for a recovery, because the webhook is disabled; with the failure, where an attempt was under way. */
  hold(failure: AttemptResult | null, now: Temporal.Instant): void {
    this.state = advance(deliveryLifecycle, this.state, 'hold');
    if (failure !== null) this.noteFailure(failure, now);
    this.rest();
  }

  /** Drops it, because the webhook was deleted. */
  cancel(now: Temporal.Instant): void {
    this.state = advance(deliveryLifecycle, this.state, 'cancel');
    this.rest();
    this.finishedAt = now;
  }

  /** Sends it again, now, with the schedule from its start: one delivery at a person's request, or many in a recovery. */
  again(trigger: 'resend' | 'recover', now: Temporal.Instant): void {
    this.state = advance(deliveryLifecycle, this.state, trigger);
    this.trigger = trigger;
    this.attemptsOfRound = 0;
    this.rest();
    this.nextAttemptAt = now;
    this.finishedAt = null;
    this.batchOf = null;
  }

  noteFailure(result: AttemptResult, now: Temporal.Instant): void {
    this.attemptsOfRound += 1;
    this.lastStatus = result.status;
    this.lastErrorClass = result.errorClass;
    this.lastFailedAt = now;
  }

  /** No attempt under way, none to come. */
  rest(): void {
    this.startedAt = null;
    this.nextAttemptAt = null;
    this.parked = false;
    this.turnAt = null;
  }
}
