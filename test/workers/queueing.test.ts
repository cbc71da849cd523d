import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

type Got = { readonly at: number; readonly sequence: number; readonly subject: string; readonly type: string };

/** Deliveries that are under way at the same time; half of them at most to endpoints that are slow or new. */
const TOGETHER = 20;
/** Webhooks that hang: more than that, with two deliveries each. */
const HANGING = 12;

describe('Deliveries to one endpoint', () => {
  let testApp: TestApp;
  let context: WorkerContext;
  let partners: Receivers;
  beforeAll(async () => {
    testApp = await openTestApp();
    partners = receivers();
    context = await openWorkerContext(testApp, { deliveredTogether: TOGETHER });
  });
  afterAll(async () => {
    await context.close();
    await partners.close();
    await testApp.close();
  });

  /** A receiver that answers after a while with what is said. */
  async function receiver(respond: (got: Got) => { status: number; afterMs: number }) {
    const got: Got[] = [];
    let open = 0;
    const most = { open: 0 };
    const port = await partners.http(async (request, response) => {
      most.open = Math.max(most.open, ++open);
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const body = JSON.parse(text) as {
        delivery_sequence: number;
        type: string;
        subject: { type: string; id: number };
      };
      const { delivery_sequence: sequence, type, subject } = body;
      const each = { at: performance.now(), sequence, type, subject: `${subject.type}:${subject.id}` };
      got.push(each);
      const { status, afterMs } = respond(each);
      await sleep(afterMs);
      open--;
      response.writeHead(status).end();
    });
    return { got, most, url: `http://127.0.0.1:${port}/` };
  }

  async function drafts(count: number): Promise<number[]> {
    const applied = { memberId: testApp.memberId, productId: testApp.productId, principal: 500_000n, termMonths: 6 };
    const loans = await Promise.all(
      Array.from({ length: count }, () => testApp.done(testApp.app.lending.applyForLoan, applied)),
    );
    return loans.map(({ id }) => id);
  }

  it('are at most ten at a time, and all arrive', async () => {
    const { got, most, url } = await receiver(() => ({ status: 200, afterMs: 100 }));
    await registerHook(testApp, url, { events: ['loan.created'] });
    await drafts(60);
    await eventually(() => got.length === 60);
    await sleep(300);
    // On a busy machine ten may never meet; more than ten never do.
    expect(most.open).toBeGreaterThan(1);
    expect(most.open).toBeLessThanOrEqual(10);
    expect(got.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
  });

  it('leave other endpoints alone while more hang than there are places', async () => {
    const quick = await receiver(() => ({ status: 200, afterMs: 0 }));
    await registerHook(testApp, quick.url, { events: ['loan.created'] });
    for (let n = 0; n < 3; n++) {
      await drafts(1);
      await eventually(() => quick.got.length === n + 1);
    }
    const hanging = new Set<ServerResponse>();
    let most = 0;
    const port = await partners.http((_, response) => {
      hanging.add(response);
      response.once('close', () => hanging.delete(response));
      most = Math.max(most, hanging.size);
    });
    const ids: number[] = [];
    for (let n = 0; n < HANGING; n++) {
      ids.push((await registerHook(testApp, `http://127.0.0.1:${port}/${n}`, { events: ['loan.created'] })).id);
    }
    await drafts(30);
    await eventually(() => quick.got.length === 33);
    await eventually(() => most === TOGETHER / 2);
    await drafts(5);
    await eventually(() => quick.got.length === 38);
    expect(most).toBe(TOGETHER / 2);
    // What waits there is called when there is room: hardly any of it comes meanwhile.
    const waiting = async () => {
      const [row] = await testApp.sql<{ n: number; coming: number }>(
        `select count(*)::int as n, (count(*) filter (where not parked))::int as coming
           from webhook_delivery where endpoint_id = any($1) and state = 'pending'`,
        [ids],
      );
      return row ?? { n: 0, coming: Infinity };
    };
    await eventually(async () => (await waiting()).coming <= ids.length);
    expect((await waiting()).n).toBeGreaterThanOrEqual(25 * ids.length);
    await testApp.sql(`update webhook set state = 'deleted' where id = any($1)`, [ids]);
    for (const response of hanging) response.end();
  });

  it('keep to its rate', async () => {
    const { got, url } = await receiver(() => ({ status: 200, afterMs: 0 }));
    await registerHook(testApp, url, { events: ['loan.created'], rateLimitPerSecond: 10 });
    const began = performance.now();
    await drafts(21);
    // One may come twice, where its reply was late on a busy machine.
    await eventually(() => new Set(got.map(({ sequence }) => sequence)).size === 21);
    // Ten a second: the last of 21 has its turn two seconds after the first, which has it after all this began.
    expect(got.at(-1)!.at - began).toBeGreaterThan(1_900);
  });

  it('come one after the other for a subject where the endpoint is ordered; a stuck one holds up no other', async () => {
    let failures = 0;
    const loans: number[] = [];
    const { got, url } = await receiver(({ subject, type }) => {
      const stuck = subject === `loan:${loans[0]}` && type === 'loan.created' && failures++ === 0;
      return { status: stuck ? 500 : 200, afterMs: 5 };
    });
    await registerHook(testApp, url, { events: ['loan.*'], ordered: true });
    loans.push(...(await drafts(6)));
    for (const loanId of loans) {
      await testApp.done(testApp.app.lending.approveLoan, { loanId });
      await testApp.done(testApp.app.lending.undoLoanApproval, { loanId });
    }
    await eventually(() => got.length === 19, 25_000);
    const ofLoan = (n: number) => got.filter(({ subject }) => subject === `loan:${loans[n]}`).map(({ type }) => type);
    const inOrder = ['loan.created', 'loan.approved', 'loan.approval_undone'];
    expect(ofLoan(0)).toEqual(['loan.created', ...inOrder]);
    for (const n of [1, 2, 3, 4, 5]) expect(ofLoan(n)).toEqual(inOrder);
    // The others were through before the stuck one came again, five seconds later.
    const retried = got.filter(({ subject }) => subject === `loan:${loans[0]}`)[1]!.at;
    expect(got.filter(({ subject, at }) => subject !== `loan:${loans[0]}` && at > retried)).toEqual([]);
  });

  it('stop with 410, are kept while it is disabled, and numbered on', async () => {
    const { got, url } = await receiver(() => ({ status: 410, afterMs: 0 }));
    const { id } = await registerHook(testApp, url, { events: ['loan.created'] });
    await drafts(1);
    const endpoint = () => testApp.sql('select state, disabled_reason from webhook where id = $1', [id]);
    await eventually(async () => (await endpoint())[0]?.['state'] === 'disabled');
    await drafts(2);
    const rows = () =>
      testApp.sql('select sequence::int as sequence, state from webhook_delivery where endpoint_id = $1 order by 1', [
        id,
      ]);
    await eventually(async () => (await rows()).length === 3);
    expect(await rows()).toEqual([1, 2, 3].map((sequence) => ({ sequence, state: 'held' })));
    expect(await endpoint()).toEqual([{ state: 'disabled', disabled_reason: 'gone' }]);
    expect(got.length).toBe(1);
  });
});
