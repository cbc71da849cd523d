import { beforeEach, describe, expect, it } from 'vitest';
import { recordAttempts, resendDelivery, startDeliveries } from '#core/partners/use-cases/deliver.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import type { AttemptResult, Reply } from '#core/partners/webhook-delivery/attempt.ts';
import { PLACES } from '#core/partners/webhook-endpoint/places.ts';
import { aDelivery, anEndpoint, partnersPorts, START, type MemoryPartnersPorts } from '#test/support/partners-ports.ts';

const DOWN: Reply = {
  status: null,
  errorClass: 'connection_refused',
  problem: 'No connection.',
  retryAfterSeconds: null,
  resolvedAddress: '8.8.8.8',
  durationMs: 3,
  replyBody: null,
};

const OK: Reply = { ...DOWN, status: 200, errorClass: null, problem: null };

let ports: MemoryPartnersPorts;
beforeEach(() => {
  ports = partnersPorts();
  ports.stored.endpoints.push(anEndpoint());
  ports.stored.deliveries.push(aDelivery());
});

/** Deliveries that found room in the slow lane, and how many may. */
let lane: { readonly inside: Set<number>; most: number };
beforeEach(() => {
  lane = { inside: new Set(), most: 100 };
});
const slowLane = {
  enter: (id: number) => lane.inside.has(id) || (lane.inside.size < lane.most && lane.inside.add(id).has(id)),
};
const startAll = async (...deliveryIds: number[]) => (await startDeliveries({ deliveryIds, slowLane }, ports)).result;
const start = async (deliveryId: number) => (await startAll(deliveryId))[0];
const record = async (deliveryId: number, result: AttemptResult) => {
  const { result: recorded, events } = await recordAttempts(
    { posts: [{ carried: [{ deliveryId, result }], batchId: null }] },
    ports,
  );
  return { recorded: recorded[0], events };
};

describe('A worker', () => {
  it('starts a delivery, sends, and writes down what came of it', async () => {
    const started = await start(1);
    if (started?.kind !== 'send') throw new Error('It was due.');
    const { recorded, events } = await record(1, { ...started.begun, ...DOWN });
    expect(ports.stored.attempts).toEqual(recorded?.attempts);
    expect(recorded?.attempts[0]).toMatchObject({
      number: 1,
      errorClass: 'connection_refused',
      nextAttemptAt: START.add({ seconds: 5 }),
    });
    expect(events).toEqual([]);
  });

  it('that died is made up for by the sweep', async () => {
    await start(1);
    expect(await start(1)).toEqual({ kind: 'nothing', because: 'not_waiting' });
    ports.now = START.add({ minutes: 1 });
    expect(await start(1)).toMatchObject({
      kind: 'send',
      begun: { number: 2, startedAt: ports.now },
    });
    expect(ports.stored.attempts).toMatchObject([{ number: 1, errorClass: 'interrupted' }]);
    expect(ports.stored.deliveries[0]).toMatchObject({ state: 'delivering', attempts: 2 });
  });

  it('has nothing to do about a delivery that is gone', async () => {
    expect(await start(9)).toEqual({ kind: 'nothing', because: 'gone' });
    const begun = { number: 1, trigger: 'event', kind: 'ordinary', startedAt: START } as const;
    expect((await record(9, { ...begun, ...OK })).recorded).toBeNull();
  });
});

describe('A delivery that comes to an endpoint where others are', () => {
  const waitsUntil = (until: Temporal.Instant) => ({ kind: 'wait', until });

  it('is parked while ten are under way, and uses up no attempt', async () => {
    for (let id = 2; id <= 11; id++) {
      ports.stored.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
      expect(await start(id)).toMatchObject({ kind: 'send' });
    }
    expect(await start(1)).toEqual(waitsUntil(START.add({ seconds: 60 })));
    expect(ports.stored.deliveries[0]).toMatchObject({ state: 'pending', parked: true, attempts: 0 });
    await record(2, { number: 1, trigger: 'event', kind: 'ordinary', startedAt: START, ...OK });
    // Called early: it does not wait for its own alarm.
    expect(await start(1)).toMatchObject({ kind: 'send', begun: { number: 1 } });
    expect(ports.stored.deliveries[0]).toMatchObject({ parked: false });
  });

  it('waits for an earlier one of its subject where the endpoint is ordered, also while that one fails', async () => {
    ports.stored.endpoints[0]!.ordered = true;
    ports.stored.deliveries.push(aDelivery({ id: 2, eventId: 2, sequence: 2 }));
    ports.stored.deliveries.push(aDelivery({ id: 3, eventId: 3, sequence: 3, subjectKey: 'loan:77' }));
    const first = await start(1);
    if (first?.kind !== 'send') throw new Error('It was due.');
    expect(await start(2)).toMatchObject({ kind: 'wait' });
    expect(await start(3)).toMatchObject({ kind: 'send' });
    await record(1, { ...first.begun, ...DOWN });
    expect(await start(2)).toMatchObject({ kind: 'wait' });
    ports.now = START.add({ seconds: 5 });
    const again = await start(1);
    if (again?.kind !== 'send') throw new Error('It was due again.');
    await record(1, { ...again.begun, ...OK });
    expect(await start(2)).toMatchObject({ kind: 'send' });
  });

  it('meets those that begin along with it', async () => {
    for (let id = 2; id <= 12; id++) {
      ports.stored.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
    }
    const kinds = (await startAll(...Array.from({ length: 12 }, (_, n) => n + 1))).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array<string>(10).fill('send'), 'wait', 'wait']);
  });

  it('waits a moment where the lane of slow and new endpoints is full, and uses up no attempt', async () => {
    const [endpoint] = ports.stored.endpoints;
    ports.stored.deliveries.push(aDelivery({ id: 2, eventId: 2, sequence: 2, subjectKey: 'loan:2' }));
    endpoint!.places = PLACES.first;
    lane.most = 1;
    expect((await startAll(1, 2)).map(({ kind }) => kind)).toEqual(['send', 'wait']);
    const [, waiting] = ports.stored.deliveries;
    expect(waiting).toMatchObject({ state: 'pending', parked: true, attempts: 0 });
    const seconds = START.until(waiting!.nextAttemptAt!).total('seconds');
    expect(seconds).toBeGreaterThanOrEqual(16);
    expect(seconds).toBeLessThanOrEqual(24);
    // One more fast answer, and the lane is none of its business.
    endpoint!.places = PLACES.first + 1;
    ports.now = waiting!.nextAttemptAt!;
    expect(await start(2)).toMatchObject({ kind: 'send' });
    expect([...lane.inside]).toEqual([1]);
  });

  it('takes the next turns one after the other', async () => {
    ports.stored.endpoints[0]!.rateLimitPerSecond = 4;
    for (let id = 2; id <= 3; id++) {
      ports.stored.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
    }
    expect(await startAll(1, 2, 3)).toMatchObject([
      { kind: 'send' },
      waitsUntil(START.add({ milliseconds: 250 })),
      waitsUntil(START.add({ milliseconds: 500 })),
    ]);
    expect(ports.stored.endpoints[0]!.nextTurnAt).toEqual(START.add({ milliseconds: 750 }));
  });

  it('takes a turn where the endpoint limits its rate, and keeps it', async () => {
    ports.stored.endpoints[0]!.rateLimitPerSecond = 4;
    for (let id = 2; id <= 4; id++) {
      ports.stored.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
    }
    expect(await start(1)).toMatchObject({ kind: 'send' });
    expect(await start(2)).toEqual(waitsUntil(START.add({ milliseconds: 250 })));
    expect(await start(3)).toEqual(waitsUntil(START.add({ milliseconds: 500 })));
    ports.now = START.add({ milliseconds: 260 });
    expect(await start(2)).toMatchObject({ kind: 'send' });
    expect(await start(3)).toEqual(waitsUntil(START.add({ milliseconds: 500 })));
    expect(await start(4)).toEqual(waitsUntil(START.add({ milliseconds: 750 })));
  });

  it('takes a new turn where it came too late for its own', async () => {
    ports.stored.endpoints[0]!.rateLimitPerSecond = 1;
    for (let id = 2; id <= 3; id++) {
      ports.stored.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
    }
    for (const id of [1, 2, 3]) await start(id);
    ports.now = START.add({ minutes: 10 });
    expect(await start(2)).toMatchObject({ kind: 'send' });
    expect(await start(3)).toEqual(waitsUntil(ports.now.add({ seconds: 1 })));
  });
});

describe('A client', () => {
  const command = { tokenScopes: SCOPES, clientId: 1, webhookId: 1, deliveryId: 1 };

  it('has an exhausted delivery sent again', async () => {
    Object.assign(ports.stored.deliveries[0] ?? {}, { state: 'exhausted', nextAttemptAt: null });
    expect((await resendDelivery(command, ports)).result).toMatchObject({
      state: 'pending',
      trigger: 'resend',
      nextAttemptAt: START,
    });
  });

  it('can not have one sent that is under way, or to a webhook that is disabled', async () => {
    await start(1);
    await expect(resendDelivery(command, ports)).rejects.toMatchObject({
      details: { current_state: 'delivering', allowed_actions: [] },
    });
    ports.stored.endpoints[0]?.disable();
    await expect(resendDelivery(command, ports)).rejects.toMatchObject({
      details: { current_state: 'disabled', allowed_actions: ['enable'] },
    });
  });

  it("does not reach another's deliveries", async () => {
    await expect(resendDelivery({ ...command, clientId: 2 }, ports)).rejects.toMatchObject({
      details: { resource: 'webhook' },
    });
    await expect(resendDelivery({ ...command, deliveryId: 2 }, ports)).rejects.toMatchObject({
      details: { resource: 'delivery' },
    });
  });
});
