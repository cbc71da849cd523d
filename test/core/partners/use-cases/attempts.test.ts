import { describe, expect, it } from 'vitest';
import { afterAttempt, afterInterruption, beginAttempt, type AfterAttempt } from '#core/partners/use-cases/attempts.ts';
import type { Begun, Reply } from '#core/partners/webhook-delivery/attempt.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { aDelivery, anEndpoint, START } from '#test/support/partners-ports.ts';

const OK: Reply = {
  status: 200,
  errorClass: null,
  problem: null,
  retryAfterSeconds: null,
  resolvedAddress: '8.8.8.8',
  durationMs: 12,
  replyBody: 'ok',
};
const DOWN: Reply = { ...OK, status: 500, errorClass: 'http_5xx', problem: 'The receiver answered 500.' };

function begin(endpoint: WebhookEndpoint, delivery: WebhookDelivery, now: Temporal.Instant): Begun {
  const start = beginAttempt(endpoint, delivery, now);
  if (start.kind !== 'send') throw new Error(`Expected to send, but: ${JSON.stringify(start)}`);
  return start.begun;
}

function attemptAt(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  now: Temporal.Instant,
  reply: Reply,
): AfterAttempt {
  return afterAttempt(endpoint, delivery, { ...begin(endpoint, delivery, now), ...reply }, now, 0.5);
}

const due = (delivery: WebhookDelivery): Temporal.Instant => {
  if (delivery.nextAttemptAt === null) throw new Error('Nothing is due.');
  return delivery.nextAttemptAt;
};
const hoursSinceStart = (instant: Temporal.Instant): number => START.until(instant).total('hours');

describe('A delivery that arrives', () => {
  it('is succeeded, logged, and leaves a healthy endpoint untouched', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    const before = { ...endpoint };
    const { attempt, events } = attemptAt(endpoint, delivery, START, OK);
    expect(delivery).toMatchObject({
      state: 'succeeded',
      attempts: 1,
      nextAttemptAt: null,
      startedAt: null,
      lastStatus: 200,
      finishedAt: START,
    });
    expect(attempt).toMatchObject({
      deliveryId: 1,
      number: 1,
      trigger: 'event',
      startedAt: START,
      durationMs: 12,
      resolvedAddress: '8.8.8.8',
      status: 200,
      errorClass: null,
      replyBody: 'ok',
      nextAttemptAt: null,
    });
    expect(events).toEqual([]);
    expect({ ...endpoint }).toEqual(before);
  });

  it('ends a spell of failures and closes the breaker', () => {
    const [endpoint, failing] = [anEndpoint(), aDelivery()];
    attemptAt(endpoint, failing, START, DOWN);
    expect(endpoint).toMatchObject({ consecutiveFailures: 1, failingSince: START, failedEvents: 1 });
    attemptAt(endpoint, failing, due(failing), OK);
    expect(endpoint).toMatchObject({
      consecutiveFailures: 0,
      failingSince: null,
      failedEvents: 0,
      openUntil: null,
      noticeHours: 0,
    });
    expect(failing.state).toBe('succeeded');
  });
});

describe('A delivery whose receiver stays down', () => {
  it('walks the whole schedule of live, ten attempts in about 75 hours, and is exhausted', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    const starts: number[] = [];
    const emitted: string[] = [];
    let now = START;
    for (;;) {
      const { events, attempt } = attemptAt(endpoint, delivery, now, DOWN);
      starts.push(START.until(now).total('seconds'));
      emitted.push(...events.map((each) => each.type));
      expect(attempt?.nextAttemptAt).toEqual(delivery.nextAttemptAt);
      if (delivery.state !== 'retrying') break;
      now = due(delivery);
    }
    expect(starts).toEqual([0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705, 272_105]);
    expect(emitted).toEqual(['webhook.failing', 'webhook.failing', 'delivery.exhausted']);
    expect(delivery).toMatchObject({
      state: 'exhausted',
      attempts: 10,
      nextAttemptAt: null,
      lastErrorClass: 'http_5xx',
      finishedAt: now,
    });
    expect(endpoint.failedEvents).toBe(1);
  });

  it('walks the four attempts of a sandbox in about six minutes', () => {
    const [endpoint, delivery] = [anEndpoint({ sandbox: true }), aDelivery()];
    const starts: number[] = [];
    let now = START;
    for (;;) {
      attemptAt(endpoint, delivery, now, DOWN);
      starts.push(START.until(now).total('seconds'));
      if (delivery.state !== 'retrying') break;
      now = due(delivery);
    }
    expect(starts).toEqual([0, 5, 65, 365]);
    expect(delivery.state).toBe('exhausted');
  });

  it('emits its end with what a person needs to look it up', () => {
    const [endpoint, delivery] = [anEndpoint({ sandbox: true }), aDelivery()];
    delivery.attemptsOfRound = 3;
    const { events } = attemptAt(endpoint, delivery, START, DOWN);
    expect(events).toMatchObject([
      {
        type: 'delivery.exhausted',
        subjectType: 'delivery',
        data: {
          client_id: 1,
          webhook_id: 1,
          event_id: 100,
          event_type: 'loan.disbursed',
          last_status: 500,
          last_error_class: 'http_5xx',
        },
      },
    ]);
  });

  it('emits nothing where it was itself an event of a webhook: that would never end', () => {
    const [endpoint, delivery] = [anEndpoint({ sandbox: true }), aDelivery({ eventType: 'delivery.exhausted' })];
    delivery.attemptsOfRound = 3;
    expect(attemptAt(endpoint, delivery, START, DOWN).events).toEqual([]);
    expect(delivery.state).toBe('exhausted');
  });

  it('waits for as long as the receiver asks', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    attemptAt(endpoint, delivery, START, { ...DOWN, status: 503, retryAfterSeconds: 7200 });
    expect(hoursSinceStart(due(delivery))).toBe(2);
  });

  it('is sent only when it is due, however often a job comes', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    const begun = begin(endpoint, delivery, START);
    expect(beginAttempt(endpoint, delivery, START)).toEqual({ kind: 'nothing', because: 'not_waiting' });
    afterAttempt(endpoint, delivery, { ...begun, ...DOWN }, START, 0.5);
    expect(beginAttempt(endpoint, delivery, START)).toEqual({ kind: 'wait', until: START.add({ seconds: 5 }) });
    expect(beginAttempt(endpoint, delivery, START.add({ seconds: 5 })).kind).toBe('send');
  });
});

describe('An endpoint whose receiver stays down', () => {
  function failTenTimes(endpoint: WebhookEndpoint): WebhookDelivery[] {
    const deliveries = Array.from({ length: 12 }, (_, index) => aDelivery({ id: index + 1, eventId: 100 + index }));
    for (const delivery of deliveries.slice(0, 10)) attemptAt(endpoint, delivery, START, DOWN);
    return deliveries;
  }

  it('lets everything wait after ten failures in a row, and the waiting uses up no attempt', () => {
    const endpoint = anEndpoint();
    const waiting = failTenTimes(endpoint)[10];
    if (waiting === undefined) throw new Error('There are twelve.');
    for (let second = 0; second < 60; second += 10) {
      const now = START.add({ seconds: second });
      const start = beginAttempt(endpoint, waiting, now);
      expect(start).toEqual({ kind: 'wait', until: START.add({ seconds: 60 }) });
    }
    expect(waiting).toMatchObject({ state: 'pending', attempts: 0, attemptsOfRound: 0 });
  });

  it('lets one delivery through as the probe; its success lets all through', () => {
    const endpoint = anEndpoint();
    const deliveries = failTenTimes(endpoint);
    const [probe, other] = deliveries.slice(10) as [WebhookDelivery, WebhookDelivery];
    const later = START.add({ seconds: 60 });
    const begun = begin(endpoint, probe, later);
    expect(begun.kind).toBe('probe');
    expect(beginAttempt(endpoint, other, later)).toMatchObject({ kind: 'wait' });
    afterAttempt(endpoint, probe, { ...begun, ...OK }, later, 0.5);
    expect(endpoint).toMatchObject({ openUntil: null, consecutiveFailures: 0, failedProbes: 0 });
    expect(begin(endpoint, other, due(other)).kind).toBe('ordinary');
  });

  it('waits longer after each probe that failed', () => {
    const endpoint = anEndpoint();
    failTenTimes(endpoint);
    const minutes: number[] = [];
    let now = START;
    for (let i = 0; i < 6; i += 1) {
      const openUntil = endpoint.openUntil ?? START;
      minutes.push(now.until(openUntil).total('minutes'));
      now = openUntil;
      attemptAt(endpoint, aDelivery({ id: 50 + i, now }), now, DOWN);
    }
    // Three to a round, ten seconds apart.
    expect(minutes).toEqual([1, 1 / 6, 1 / 6, 2, 1 / 6, 1 / 6]);
  });

  it('is reported after 24 and 72 hours and disabled after 120 hours and ten events; then deliveries are held', () => {
    const endpoint = anEndpoint();
    const emitted: { hours: number; type: string; data: unknown }[] = [];
    let last = aDelivery();
    for (let hour = 0; hour <= 121; hour += 1) {
      const now = START.add({ hours: hour });
      last = aDelivery({ id: hour, eventId: hour, now });
      if (endpoint.state === 'active') {
        const { events } = attemptAt(endpoint, last, now, DOWN);
        emitted.push(...events.map(({ type, data }) => ({ hours: hour, type, data })));
      }
    }
    expect(emitted).toMatchObject([
      { hours: 24, type: 'webhook.failing', data: { client_id: 1, hours: 24, failed_events: 25 } },
      { hours: 72, type: 'webhook.failing', data: { hours: 72 } },
      { hours: 120, type: 'webhook.disabled', data: { reason: 'failing', failing_since: START.toString() } },
    ]);
    expect(endpoint).toMatchObject({ state: 'disabled', disabledReason: 'failing' });
    expect(beginAttempt(endpoint, last, START.add({ hours: 130 }))).toEqual({ kind: 'nothing', because: 'held' });
    expect(last).toMatchObject({ state: 'held', attempts: 0, nextAttemptAt: null });
  });

  it('is not given up over fewer than ten events, each counted once however often it was tried', () => {
    const endpoint = anEndpoint();
    const nine = Array.from({ length: 9 }, (_, index) => aDelivery({ id: index + 1 }));
    for (const hours of [0, 1, 60, 121]) {
      for (const delivery of nine) {
        const now = START.add({ hours });
        endpoint.openUntil = null;
        delivery.state = 'pending';
        delivery.nextAttemptAt = now;
        attemptAt(endpoint, delivery, now, DOWN);
      }
    }
    expect(endpoint).toMatchObject({ state: 'active', failedEvents: 9, noticeHours: 120 });
    const now = START.add({ hours: 122 });
    endpoint.openUntil = null;
    expect(attemptAt(endpoint, aDelivery({ id: 10, now }), now, DOWN).events).toMatchObject([
      { type: 'webhook.disabled' },
    ]);
  });

  it('is reported by the sweep where no attempt falls into the hour', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    attemptAt(endpoint, delivery, START, DOWN);
    expect(endpoint.reviewFailures(START.add({ hours: 23 }))).toBeNull();
    expect(endpoint.reviewFailures(START.add({ hours: 24 }))).toMatchObject({ type: 'webhook.failing' });
    expect(endpoint.reviewFailures(START.add({ hours: 25 }))).toBeNull();
  });
});

describe('A receiver that answers 410', () => {
  it('is believed immediately; what it refused is held for a recovery', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    const { events, attempt } = attemptAt(endpoint, delivery, START, { ...DOWN, status: 410, errorClass: 'http_4xx' });
    expect(events).toMatchObject([{ type: 'webhook.disabled', data: { reason: 'gone', client_id: 1 } }]);
    expect(endpoint).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
    expect(delivery).toMatchObject({ state: 'held', attempts: 1, lastStatus: 410 });
    expect(attempt?.nextAttemptAt).toBeNull();
  });

  it('is reported once, though ten deliveries were under way', () => {
    const endpoint = anEndpoint();
    const flights = Array.from({ length: 10 }, (_, index) => {
      const delivery = aDelivery({ id: index + 1 });
      return { delivery, begun: begin(endpoint, delivery, START) };
    });
    const events = flights.flatMap(({ delivery, begun }) => {
      return afterAttempt(endpoint, delivery, { ...begun, ...DOWN, status: 410, errorClass: 'http_4xx' }, START, 0.5)
        .events;
    });
    expect(events).toHaveLength(1);
    expect(flights.map(({ delivery }) => delivery.state)).toEqual(Array(10).fill('held'));
  });
});

describe('An attempt that is under way while its webhook ends', () => {
  it('still succeeds', () => {
    for (const end of ['disable', 'delete'] as const) {
      const [endpoint, delivery] = [anEndpoint(), aDelivery()];
      const begun = begin(endpoint, delivery, START);
      endpoint[end]();
      afterAttempt(endpoint, delivery, { ...begun, ...OK }, START, 0.5);
      expect(delivery.state).toBe('succeeded');
    }
  });

  it('is held where it fails and the webhook was disabled, cancelled where it was deleted', () => {
    for (const [end, state] of [
      ['disable', 'held'],
      ['delete', 'cancelled'],
    ] as const) {
      const [endpoint, delivery] = [anEndpoint(), aDelivery()];
      const begun = begin(endpoint, delivery, START);
      endpoint[end]();
      expect(afterAttempt(endpoint, delivery, { ...begun, ...DOWN }, START, 0.5).events).toEqual([]);
      expect(delivery).toMatchObject({ state, nextAttemptAt: null });
    }
  });

  it('is followed by no other', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    endpoint.delete();
    expect(beginAttempt(endpoint, delivery, START)).toEqual({ kind: 'nothing', because: 'cancelled' });
    expect(delivery.state).toBe('cancelled');
  });
});

describe('An attempt whose worker died', () => {
  const minute = START.add({ seconds: 60 });

  it('is taken back after half a minute, not before, and is due immediately', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    begin(endpoint, delivery, START);
    expect(afterInterruption(endpoint, delivery, START.add({ seconds: 29 }))).toBeNull();
    const taken = afterInterruption(endpoint, delivery, minute);
    expect(taken?.attempt).toMatchObject({
      number: 1,
      errorClass: 'interrupted',
      durationMs: 60_000,
      nextAttemptAt: minute,
    });
    expect(delivery).toMatchObject({ state: 'retrying', attempts: 1, nextAttemptAt: minute });
    expect(begin(endpoint, delivery, minute).number).toBe(2);
  });

  it('is not held against the receiver', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    begin(endpoint, delivery, START);
    afterInterruption(endpoint, delivery, minute);
    expect(endpoint).toMatchObject({ consecutiveFailures: 0, failingSince: null, failedEvents: 0 });
  });

  it('is not taken back without end: a message that kills its worker is exhausted', () => {
    const [endpoint, delivery] = [anEndpoint({ sandbox: true }), aDelivery()];
    let now = START;
    while (delivery.state !== 'exhausted') {
      begin(endpoint, delivery, now);
      now = now.add({ seconds: 60 });
      afterInterruption(endpoint, delivery, now);
    }
    expect(delivery.attempts).toBe(4);
  });

  it('counts where it succeeded after all, and is only logged where it failed', () => {
    const [endpoint, delivery] = [anEndpoint(), aDelivery()];
    const first = begin(endpoint, delivery, START);
    afterInterruption(endpoint, delivery, minute);
    const second = begin(endpoint, delivery, minute);
    afterAttempt(endpoint, delivery, { ...first, ...DOWN }, minute, 0.5);
    expect(delivery).toMatchObject({ state: 'delivering', attempts: 2 });
    afterAttempt(endpoint, delivery, { ...first, ...OK }, minute, 0.5);
    expect(delivery.state).toBe('succeeded');
    const { events } = afterAttempt(endpoint, delivery, { ...second, ...DOWN }, minute, 0.5);
    expect([delivery.state, events, endpoint.consecutiveFailures]).toEqual(['succeeded', [], 0]);
  });
});

describe('A delivery that is wanted again', () => {
  it('restarts the schedule, with its number and its count of attempts going on', () => {
    const [endpoint, delivery] = [anEndpoint({ sandbox: true }), aDelivery({ sequence: 7 })];
    for (let now = START; delivery.state !== 'exhausted'; now = delivery.nextAttemptAt ?? now)
      attemptAt(endpoint, delivery, now, DOWN);
    const later = START.add({ hours: 5 });
    delivery.again('resend', later);
    expect(delivery).toMatchObject({
      state: 'pending',
      sequence: 7,
      attempts: 4,
      attemptsOfRound: 0,
      nextAttemptAt: later,
      finishedAt: null,
    });
    expect(begin(endpoint, delivery, later)).toMatchObject({ number: 5, trigger: 'resend' });
  });
});

describe('An endpoint whose attempts take long', () => {
  const SLOW: Reply = { ...OK, durationMs: 14_900 };
  const found = { earlierWaits: false, scopes: [], entersSlowLane: () => true, random: 0 };
  const mostOf = (endpoint: WebhookEndpoint) => {
    const isSent = (inFlight: number) =>
      beginAttempt(endpoint, aDelivery({ id: 2 }), START, { ...found, inFlight }).kind === 'send';
    return Array.from({ length: 12 }, (_, n) => n).filter(isSent).length;
  };
  const after = (endpoint: WebhookEndpoint, reply: Reply) => {
    attemptAt(endpoint, aDelivery({ id: 3 }), START, reply);
    return mostOf(endpoint);
  };

  it('has half as many under way after each, and one in the end', () => {
    const endpoint = anEndpoint();
    expect([10, 5, 2, 1].map(() => after(endpoint, SLOW))).toEqual([5, 2, 1, 1]);
    const timeout: Reply = { ...SLOW, status: null, errorClass: 'timeout' };
    expect(after(anEndpoint(), timeout)).toBe(5);
  });

  it('gains one by each success that is fast, up to ten; a fast failure gains none', () => {
    const endpoint = anEndpoint({ places: 1 });
    expect(Array.from({ length: 11 }, () => after(endpoint, OK))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]);
    expect(after(anEndpoint({ places: 4 }), DOWN)).toBe(4);
  });

  it('has two to begin with: forty new ones that hang hold eighty places', () => {
    const { endpoint } = WebhookEndpoint.register({ ...anEndpoint() });
    expect(mostOf(endpoint)).toBe(2);
  });
});
