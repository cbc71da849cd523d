import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { listening, receivers, type Received, type Receivers } from '#test/support/receivers.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

const bodyOf = ({ body }: Received) => JSON.parse(body) as Record<string, any>;
const headersOf = ({ headers }: Received) => headers as Record<string, string>;

describe('An event that a client’s webhook wants', () => {
  let testApp: TestApp;
  let context: WorkerContext;
  let partners: Receivers;
  beforeAll(async () => {
    testApp = await openTestApp();
    partners = receivers();
    context = await openWorkerContext(testApp);
  });
  afterAll(async () => {
    await context.close();
    await partners.close();
    await testApp.close();
  });

  it('arrives signed, numbered, and with what it is about', async () => {
    const { received, listener } = listening();
    const port = await partners.http(listener);
    const { id, secret } = await registerHook(testApp, `http://127.0.0.1:${port}/hooks?x=1`, { events: ['loan.*'] });
    const loanId = await testApp.readyLoan(5_000_000n);
    await eventually(() => received.length === 2);
    const sorted = received.toSorted((a, b) => bodyOf(a)['delivery_sequence'] - bodyOf(b)['delivery_sequence']);
    for (const each of sorted) new Webhook(secret).verify(each.body, headersOf(each));
    expect(sorted.map((each) => bodyOf(each)['type'])).toEqual(['loan.created', 'loan.approved']);
    expect(sorted[0]?.url).toBe('/hooks?x=1');
    expect(bodyOf(sorted[1]!)).toMatchObject({
      id: sorted[1]?.headers['webhook-id'],
      api_version: 'v1',
      sandbox: true,
      sequence: expect.any(Number),
      delivery_sequence: 2,
      subject: { type: 'loan', id: loanId },
      request: { id: 'req_test', idempotency_key: null },
    });
    expect(bodyOf(sorted[1]!)['id']).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(headersOf(sorted[0]!)['user-agent']).toBe('Umoja-Webhooks/1.0');
    const rows = () =>
      testApp.sql(
        `select d.state, a.number, a.status, a.reply_body from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id
          where d.endpoint_id = $1 order by d.sequence`,
        [id],
      );
    await eventually(async () => (await rows()).length === 2);
    expect(await rows()).toEqual([
      { state: 'succeeded', number: 1, status: 200, reply_body: 'thank you' },
      { state: 'succeeded', number: 1, status: 200, reply_body: 'thank you' },
    ]);
  });

  it('reaches no webhook without the scope, and an event of a webhook not that webhook', async () => {
    const { received, listener } = listening();
    const port = await partners.http(listener);
    const poor = await testApp.newClient(['members:read']);
    // An event from before the registration is delivered too, where the relay has not reached it.
    await eventually(async () => (await testApp.sql('select event_id from outbox limit 1')).length === 0);
    await registerHook(testApp, `http://127.0.0.1:${port}/`, { client: poor });
    await testApp.readyLoan(5_000_000n);
    await testApp.newMember();
    const types = () => new Set(received.map((each) => bodyOf(each)['type']));
    await eventually(() => types().has('member.created') && types().has('member.kyc_verified'));
    expect([...types()].sort()).toEqual(['member.created', 'member.kyc_verified']);
  });

  it('comes again until it is accepted, under the same id, signed again', async () => {
    const received: Received[] = [];
    const port = await partners.http((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        received.push({ url: '', headers: request.headers, body });
        response.writeHead(received.length === 1 ? 500 : 204).end();
      });
    });
    const { id, secret } = await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.created'] });
    await testApp.done(testApp.app.lending.applyForLoan, {
      memberId: testApp.memberId,
      productId: testApp.productId,
      principal: 500_000n,
      termMonths: 6,
    });
    await eventually(() => received.length === 2);
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    new Webhook(secret).verify(received[1]!.body, headersOf(received[1]!));
    const deliveries = () =>
      testApp.sql('select state, attempts, last_status from webhook_delivery where endpoint_id = $1', [id]);
    await eventually(async () => (await deliveries())[0]?.['state'] === 'succeeded');
    expect(await deliveries()).toEqual([{ state: 'succeeded', attempts: 2, last_status: 204 }]);
  });
});
