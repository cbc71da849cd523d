import { beforeEach, describe, expect, it } from '@jest/globals';
import { recordAttempt, resendDelivery, startDelivery } from '#core/partners/use-cases/deliver.ts';
import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import { aDelivery, anEndpoint, partnersWorld, START, type MemoryPartnersWorld } from '#test/support/partners-world.ts';

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

let world: MemoryPartnersWorld;
beforeEach(() => {
  world = partnersWorld();
  world.kept.endpoints.push(anEndpoint());
  world.kept.deliveries.push(aDelivery());
});

describe('A worker', () => {
  it('starts a delivery, sends, and writes down what came of it', async () => {
    const { result: start } = await startDelivery({ deliveryId: 1 }, world);
    if (start.kind !== 'send') throw new Error('It was due.');
    const { result, events } = await recordAttempt({ deliveryId: 1, result: { ...start.begun, ...DOWN } }, world);
    expect(world.kept.attempts).toEqual([result.attempt]);
    expect(result.attempt).toMatchObject({
      number: 1,
      errorClass: 'connection_refused',
      nextAttemptAt: START.add({ seconds: 5 }),
    });
    expect(events).toEqual([]);
  });

  it('that died is made up for by the sweep', async () => {
    await startDelivery({ deliveryId: 1 }, world);
    expect((await startDelivery({ deliveryId: 1 }, world)).result).toEqual({ kind: 'nothing', because: 'not_waiting' });
    world.now = START.add({ minutes: 1 });
    expect((await startDelivery({ deliveryId: 1 }, world)).result).toMatchObject({
      kind: 'send',
      begun: { number: 2, startedAt: world.now },
    });
    expect(world.kept.attempts).toMatchObject([{ number: 1, errorClass: 'interrupted' }]);
    expect(world.kept.deliveries[0]).toMatchObject({ state: 'delivering', attempts: 2 });
  });

  it('finds no delivery that does not exist', async () => {
    await expect(startDelivery({ deliveryId: 9 }, world)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('A delivery that comes to an endpoint where others are', () => {
  const waitsUntil = (until: Temporal.Instant) => ({ kind: 'wait', until });
  const start = async (deliveryId: number) => (await startDelivery({ deliveryId }, world)).result;

  it('is parked while ten are under way, and uses up no attempt', async () => {
    for (let id = 2; id <= 11; id++) {
      world.kept.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
      expect(await start(id)).toMatchObject({ kind: 'send' });
    }
    expect(await start(1)).toEqual(waitsUntil(START.add({ seconds: 60 })));
    expect(world.kept.deliveries[0]).toMatchObject({ state: 'pending', parked: true, attempts: 0 });
    await recordAttempt(
      { deliveryId: 2, result: { number: 1, trigger: 'event', kind: 'ordinary', startedAt: START, ...OK } },
      world,
    );
    // Called early: it does not wait for its own alarm.
    expect(await start(1)).toMatchObject({ kind: 'send', begun: { number: 1 } });
    expect(world.kept.deliveries[0]).toMatchObject({ parked: false });
  });

  it('waits for an earlier one of its subject where the endpoint is ordered, also while that one fails', async () => {
    world.kept.endpoints[0]!.ordered = true;
    world.kept.deliveries.push(aDelivery({ id: 2, eventId: 2, sequence: 2 }));
    world.kept.deliveries.push(aDelivery({ id: 3, eventId: 3, sequence: 3, subjectKey: 'loan:77' }));
    const first = await start(1);
    if (first.kind !== 'send') throw new Error('It was due.');
    expect(await start(2)).toMatchObject({ kind: 'wait' });
    expect(await start(3)).toMatchObject({ kind: 'send' });
    await recordAttempt({ deliveryId: 1, result: { ...first.begun, ...DOWN } }, world);
    expect(await start(2)).toMatchObject({ kind: 'wait' });
    world.now = START.add({ seconds: 5 });
    const again = await start(1);
    if (again.kind !== 'send') throw new Error('It was due again.');
    await recordAttempt({ deliveryId: 1, result: { ...again.begun, ...OK } }, world);
    expect(await start(2)).toMatchObject({ kind: 'send' });
  });

  it('takes a turn where the endpoint limits its rate, and keeps it', async () => {
    world.kept.endpoints[0]!.rateLimitPerSecond = 4;
    for (let id = 2; id <= 4; id++) {
      world.kept.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
    }
    expect(await start(1)).toMatchObject({ kind: 'send' });
    expect(await start(2)).toEqual(waitsUntil(START.add({ milliseconds: 250 })));
    expect(await start(3)).toEqual(waitsUntil(START.add({ milliseconds: 500 })));
    world.now = START.add({ milliseconds: 260 });
    expect(await start(2)).toMatchObject({ kind: 'send' });
    expect(await start(3)).toEqual(waitsUntil(START.add({ milliseconds: 500 })));
    expect(await start(4)).toEqual(waitsUntil(START.add({ milliseconds: 750 })));
  });

  it('takes a new turn where it came too late for its own', async () => {
    world.kept.endpoints[0]!.rateLimitPerSecond = 1;
    for (let id = 2; id <= 3; id++) {
      world.kept.deliveries.push(aDelivery({ id, eventId: id, sequence: id, subjectKey: `loan:${id}` }));
    }
    for (const id of [1, 2, 3]) await start(id);
    world.now = START.add({ minutes: 10 });
    expect(await start(2)).toMatchObject({ kind: 'send' });
    expect(await start(3)).toEqual(waitsUntil(world.now.add({ seconds: 1 })));
  });
});

describe('A client', () => {
  const command = { clientId: 1, webhookId: 1, deliveryId: 1 };

  it('has an exhausted delivery sent again', async () => {
    Object.assign(world.kept.deliveries[0] ?? {}, { state: 'exhausted', nextAttemptAt: null });
    expect((await resendDelivery(command, world)).result).toMatchObject({
      state: 'pending',
      trigger: 'resend',
      nextAttemptAt: START,
    });
  });

  it('can not have one sent that is under way, or to a webhook that is disabled', async () => {
    await startDelivery({ deliveryId: 1 }, world);
    await expect(resendDelivery(command, world)).rejects.toMatchObject({
      details: { current_state: 'delivering', allowed_actions: [] },
    });
    world.kept.endpoints[0]?.disable();
    await expect(resendDelivery(command, world)).rejects.toMatchObject({
      details: { current_state: 'disabled', allowed_actions: ['enable'] },
    });
  });

  it("does not reach another's deliveries", async () => {
    await expect(resendDelivery({ ...command, clientId: 2 }, world)).rejects.toMatchObject({
      details: { resource: 'webhook' },
    });
    await expect(resendDelivery({ ...command, deliveryId: 2 }, world)).rejects.toMatchObject({
      details: { resource: 'delivery' },
    });
  });
});
