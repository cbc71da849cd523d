import { beforeEach, describe, expect, it } from '@jest/globals';
import { reclaimDelivery, recordAttempt, resendDelivery, startDelivery } from '#core/partners/use-cases/deliver.ts';
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
    expect(world.kept.attempts).toEqual([result]);
    expect(result).toMatchObject({
      number: 1,
      errorClass: 'connection_refused',
      nextAttemptAt: START.add({ seconds: 5 }),
    });
    expect(events).toEqual([]);
  });

  it('that died is made up for by the sweep', async () => {
    await startDelivery({ deliveryId: 1 }, world);
    expect((await reclaimDelivery({ deliveryId: 1 }, world)).result).toBeNull();
    world.now = START.add({ minutes: 1 });
    expect((await reclaimDelivery({ deliveryId: 1 }, world)).result).toMatchObject({ errorClass: 'interrupted' });
    expect(world.kept.attempts).toHaveLength(1);
    expect(world.kept.deliveries[0]).toMatchObject({ state: 'retrying', nextAttemptAt: world.now });
  });

  it('finds no delivery that does not exist', async () => {
    await expect(startDelivery({ deliveryId: 9 }, world)).rejects.toMatchObject({ code: 'not_found' });
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
