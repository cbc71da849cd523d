import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deliveries, Opened, Sending } from '#platform/app/processes/delivery/deliver.ts';
import { slowLane } from '#work/deliver-webhook.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { registerHook } from '#test/support/worker-context.ts';
import { statementsSent } from '../support/statements/sent.ts';

/** Transactions are opened and closed by statements as well; they are counted apart. */
/** What leaves together with another statement is none of its own. */
const isWork = (text: string) => !/^\s*(begin|commit|rollback|savepoint|set |select set_config)/i.test(text);

describe('Deliveries', () => {
  let testApp: TestApp;
  let each: Deliveries;
  const ids: number[] = [];
  const room = slowLane(100);
  beforeAll(async () => {
    // Settings of the tenant are read once: no statement of theirs is counted.
    testApp = await openTestApp({ elapsed: () => 0 });
    each = testApp.app.delivery;
    await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.created'] });
    await testApp.sql('update webhook set places = 10');
    for (let n = 0; n < 25; n++) await testApp.readyLoan(1_000_000n);
    const relayed = await testApp.app.delivery.relay(testApp.tenantId);
    ids.push(...relayed.deliveries.map(({ id }) => Number(id)));
  });
  afterAll(() => testApp.close());

  const statementsOf = async (work: () => Promise<unknown>) =>
    (await statementsSent(testApp.database, work)).filter(isWork);

  it.each([
    ['that arrives', { status: 200, errorClass: null, problem: null }],
    ['that fails', { status: 500, errorClass: 'http_5xx' as const, problem: 'No.' }],
  ])('%s takes six statements to start and six to write down and to call the next', async (_, reply) => {
    const id = ids.shift() ?? 0;
    let opened: Opened | undefined;
    const starting = await statementsOf(async () => {
      opened = await each.open(testApp.tenantId, id, room);
    });
    if (opened?.kind !== 'send') throw new Error('It was due.');
    const ended = { ...opened, reply: { ...fine, ...reply }, takesNext: false, room };
    const recording = await statementsOf(() => each.record(testApp.tenantId, ended));
    expect({ starting: starting.length, recording: recording.length }).toEqual({
      starting: 6,
      // A failure is counted at the endpoint, too.
      recording: reply.status === 200 ? 6 : 7,
    });
  });

  const fine = {
    status: 200,
    errorClass: null,
    problem: null,
    retryAfterSeconds: null,
    resolvedAddress: null,
    durationMs: 1,
    replyBody: '',
  };
  let sent: Sending[] = [];

  it('that are started together take no more than the first alone and the others together', async () => {
    // The relay calls ten; two have been dealt with.
    const together = ids.splice(0);
    expect(together.length).toBe(8);
    const opened: Opened[] = [];
    const starting = await statementsOf(async () => {
      opened.push(...(await Promise.all(together.map((id) => each.open(testApp.tenantId, id, room)))));
    });
    sent = opened.filter((one) => one.kind === 'send');
    expect(sent.length).toBe(8);
    expect(starting.length).toBeLessThanOrEqual(6 + 6);
  });

  it('that end together begin those that wait behind them in the same transactions', async () => {
    const next: number[] = [];
    const recording = await statementsOf(async () => {
      const closed = await Promise.all(
        sent.map((one) => each.record(testApp.tenantId, { ...one, reply: fine, takesNext: true, room })),
      );
      next.push(...closed.flatMap((one) => one.next?.deliveryId ?? []));
    });
    expect(recording.length).toBeLessThanOrEqual(2 * 11);
    // 11 and 12 have been called by the two that ended first, wait on the queue, and take the other two of ten places.
    const rows = await testApp.sql<{ id: string; sequence: string }>(
      `select id, sequence from webhook_delivery where state = 'delivering' order by sequence`,
    );
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
    expect(next.sort((a, b) => a - b)).toEqual(rows.map(({ id }) => Number(id)));
    const [logged] = await testApp.sql('select count(*)::int as n from webhook_attempt where delivery_id = any($1)', [
      sent.map(({ deliveryId }) => deliveryId),
    ]);
    expect(logged).toEqual({ n: 8 });
  });
});
