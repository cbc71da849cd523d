import { beforeEach, describe, expect, it } from 'vitest';
import { fillBatch } from '#core/partners/use-cases/batches.ts';
import { recordAttempts, resendDelivery, startDeliveries, type Started } from '#core/partners/use-cases/deliver.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import type { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { aDelivery, anEndpoint, partnersPorts, START, type MemoryPartnersPorts } from '#test/support/partners-ports.ts';

const OK: Reply = {
  status: 200,
  errorClass: null,
  problem: null,
  retryAfterSeconds: null,
  resolvedAddress: '8.8.8.8',
  durationMs: 3,
  replyBody: 'thank you',
};
const DOWN: Reply = { ...OK, status: 500, errorClass: 'http_5xx', problem: 'It responded with 500.' };

let ports: MemoryPartnersPorts;
let endpoint: WebhookEndpoint;
beforeEach(() => {
  ports = partnersPorts();
  endpoint = anEndpoint({ batch: { max: 3, waitMs: 1_000 } });
  ports.stored.endpoints.push(endpoint);
});

const at = (seconds: number) => {
  ports.now = START.add({ seconds });
};

/** Deliveries that are numbered in the order of their ids, as the relay leaves them: the first is called, the others wait. */
function waiting(...ids: number[]): void {
  for (const id of ids) {
    const delivery = aDelivery({ id, sequence: id, eventId: 100 + id, subjectKey: `loan:${id}` });
    delivery.createdAt = START;
    if (ports.stored.deliveries.length > 0) delivery.park(START.add({ seconds: 600 }));
    ports.stored.deliveries.push(delivery);
  }
}

type Sent = Extract<Started, { kind: 'send' }>;
const slowLane = { enter: () => true };

/** What the job of a delivery begins: the numbers of the batch, or why there is none. */
async function woken(id: number) {
  const [started] = (await startDeliveries({ deliveryIds: [id], slowLane }, ports)).result;
  if (started?.kind !== 'send') return { started, batch: [], carried: [] };
  const { delivery, begun, mayJoin }: Sent = started;
  const carried = [{ delivery, begun }, ...fillBatch({ delivery, begun }, mayJoin ?? [])];
  return { started, batch: carried.map((each) => each.delivery.sequence), carried };
}
async function posted({ carried }: Awaited<ReturnType<typeof woken>>, reply: Reply) {
  const results = carried.map(({ delivery, begun }) => ({ deliveryId: delivery.id, result: { ...begun, ...reply } }));
  return recordAttempts({ posts: [{ carried: results, batchId: 'bat_1' }] }, ports);
}
const states = () => ports.stored.deliveries.map(({ state }) => state);

describe('A webhook that takes batches', () => {
  it('gets as many as fit into one, in their order, each with an attempt of its own', async () => {
    waiting(1, 2, 3, 4);
    const first = await woken(1);
    expect(first.batch).toEqual([1, 2, 3]);
    await posted(first, OK);
    expect(states()).toEqual(['succeeded', 'succeeded', 'succeeded', 'pending']);
    expect(ports.stored.attempts).toMatchObject([
      { deliveryId: 1, number: 1, batchId: 'bat_1', replyBody: 'thank you' },
      { deliveryId: 2, number: 1, batchId: 'bat_1', replyBody: null },
      { deliveryId: 3, number: 1, batchId: 'bat_1', replyBody: null },
    ]);
  });

  it('waits for others while there are fewer, as long as the first may wait', async () => {
    waiting(1, 2);
    expect((await woken(1)).started).toEqual({ kind: 'wait', until: START.add({ seconds: 1 }) });
    at(1);
    expect((await woken(1)).batch).toEqual([1, 2]);
  });

  it('is not kept waiting by what was requested again', async () => {
    waiting(1);
    ports.stored.deliveries[0]!.trigger = 'resend';
    expect((await woken(1)).batch).toEqual([1]);
  });

  it('gets the first ones, whichever job comes', async () => {
    waiting(1, 2, 3, 4);
    expect((await woken(4)).batch).toEqual([1, 2, 3]);
    expect(ports.stored.deliveries[3]).toMatchObject({ state: 'pending', parked: true });
  });

  it('has one under way at a time', async () => {
    waiting(1, 2, 3, 4);
    await woken(1);
    expect((await woken(4)).started).toEqual({ kind: 'wait', until: START.add({ seconds: 60 }) });
    expect((await woken(2)).started).toEqual({ kind: 'nothing', because: 'not_waiting' });
  });

  it('gets what failed again as it was, and nothing before it', async () => {
    waiting(1, 2);
    at(1);
    await posted(await woken(1), DOWN);
    waiting(3);
    expect(states()).toEqual(['retrying', 'retrying', 'pending']);
    expect((await woken(3)).started).toEqual({ kind: 'wait', until: START.add({ seconds: 6 }) });
    at(6);
    const again = await woken(3);
    expect(again.batch).toEqual([1, 2]);
    await posted(again, OK);
    expect((await woken(3)).batch).toEqual([3]);
  });

  it('counts a post that failed once for its breaker, and each event in it for its end', async () => {
    waiting(1, 2, 3);
    await posted(await woken(1), DOWN);
    expect(endpoint).toMatchObject({ consecutiveFailures: 1, failedEvents: 3 });
    at(5);
    await posted(await woken(1), DOWN);
    expect(endpoint).toMatchObject({ consecutiveFailures: 2, failedEvents: 3 });
  });

  it('goes on behind a batch that is given up, and each of it is reported', async () => {
    endpoint.sandbox = true;
    waiting(1, 2, 3, 4);
    const ended = [];
    for (const seconds of [0, 10, 100, 1_000, 10_000]) {
      at(seconds);
      const { events } = await posted(await woken(1), DOWN);
      ended.push(...events.filter(({ type }) => type === 'delivery.exhausted'));
    }
    expect(ended.map(({ subject }) => subject.id)).toEqual([1, 2, 3]);
    expect((await woken(4)).batch).toEqual([4]);
  });

  it('is tried every hour in the end: a failure holds up all that is behind it', async () => {
    const live = anEndpoint({ batch: { max: 3, waitMs: 0 }, sandbox: false });
    ports.stored.endpoints.splice(0, 1, live);
    waiting(1);
    let hours = 0;
    let attempts = 0;
    while (ports.stored.deliveries[0]?.state !== 'exhausted') {
      const next = ports.stored.deliveries[0]?.nextAttemptAt ?? START;
      hours = START.until(next).total('hours');
      ports.now = next;
      if ((await posted(await woken(1), DOWN)).result[0] !== null) attempts += 1;
      live.forgetFailures();
    }
    expect(hours).toBeGreaterThan(75);
    expect(hours).toBeLessThan(76);
    expect(attempts).toBe(79);
  });

  it('gets a batch again whose worker died over it', async () => {
    waiting(1, 2, 3, 4);
    await woken(1);
    at(31);
    expect((await woken(4)).batch).toEqual([1, 2, 3]);
    expect(ports.stored.attempts).toMatchObject([
      { deliveryId: 1, errorClass: 'interrupted' },
      { deliveryId: 2, errorClass: 'interrupted' },
      { deliveryId: 3, errorClass: 'interrupted' },
    ]);
    expect(endpoint.consecutiveFailures).toBe(0);
  });

  it('counts a success that comes late, and leaves what was sent again meanwhile', async () => {
    waiting(1, 2, 3);
    const lost = await woken(1);
    at(31);
    await woken(1);
    await posted(lost, OK);
    expect(states()).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('gets what is sent again by request before all else, alone where others failed together', async () => {
    waiting(1, 2, 3);
    await posted(await woken(1), DOWN);
    at(1);
    await resendDelivery({ clientId: 1, webhookId: 1, deliveryId: 1, tokenScopes: SCOPES }, ports);
    expect((await woken(1)).batch).toEqual([1]);
  });

  it('gets nothing that its client may not read any more', async () => {
    waiting(1, 2, 3);
    ports.stored.deliveries[1]!.eventType = 'member.created';
    endpoint.scopes = ['loans:read'];
    expect((await woken(1)).batch).toEqual([]);
    at(1);
    expect((await woken(1)).batch).toEqual([1, 3]);
    expect(states()).toEqual(['delivering', 'held', 'delivering']);
  });

  it('takes one turn of its pace for each post', async () => {
    endpoint.rateLimitPerSecond = 1;
    waiting(1, 2, 3, 4, 5, 6);
    await posted(await woken(1), OK);
    expect((await woken(4)).started).toEqual({ kind: 'wait', until: START.add({ seconds: 1 }) });
    at(1);
    expect((await woken(4)).batch).toEqual([4, 5, 6]);
  });

  it('is left to the next look while another transaction has a part of the line', async () => {
    waiting(1, 2, 3);
    ports.webhookDeliveries.linesAt = async (endpoints) => new Map(endpoints.map(({ id }) => [id, null]));
    expect((await woken(1)).started).toEqual({ kind: 'wait', until: START.add({ seconds: 1 }) });
  });
});
