import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
beforeAll(async () => {
  graph = await openLendingGraph();
});
afterAll(() => graph.close());

type CommandContext = {
  readonly key?: string;
  readonly version?: number;
  readonly caller?: LendingGraph['testApp']['client']['caller'];
};

/** Runs a mutation of one input, and gives its payload. */
async function carryOut(
  name: string,
  input: object,
  show: string,
  { key, version, caller }: CommandContext = {},
): Promise<any> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const said = version === undefined ? '' : `, version: ${version}`;
  const response = await graph.query(
    `mutation($input: ${type}, $key: String) { done: ${name}(input: $input, idempotencyKey: $key${said}) { ${show} userErrors { code message path } } }`,
    { input, key: key ?? null },
    caller,
  );
  return response['done'];
}

async function aWebhook(): Promise<string> {
  const input = { url: 'https://partner.example/hooks', events: ['loan.*'] };
  return (await carryOut('createWebhook', input, 'webhook { id }')).webhook.id;
}

/** A delivery that was given up, with the log of its only attempt. */
async function aDelivery(webhookId: string): Promise<{ id: string; eventId: string }> {
  const { testApp } = graph;
  await testApp.readyLoan(1_000_000n);
  const [row] = await testApp.sql<{ uuid: string; event: string }>(
    `with made as (
       insert into webhook_delivery (uuid, endpoint_id, client_id, event_id, event_type, subject_key, sequence, state,
                                     trigger, attempts, attempts_of_round, parked, last_status, last_error_class)
       select gen_random_uuid(), w.id, w.client_id, e.id, e.type, 'loan:1', e.id, 'exhausted', 'event', 1, 1, false, 500, 'http_5xx'
         from webhook w, (select * from event where type = 'loan.approved' order by id desc limit 1) e where w.uuid = $1
       returning id, uuid, event_id),
     logged as (
       insert into webhook_attempt (delivery_id, number, trigger, started_at, duration_ms, status, error_class, problem)
       select id, 1, 'event', now(), 12, 500, 'http_5xx', 'The receiver answered 500.' from made)
     select made.uuid, e.uuid as event from made join event e on e.id = made.event_id`,
    [webhookId],
  );
  return { id: row?.uuid ?? '', eventId: `evt_${row?.event.replaceAll('-', '')}` };
}

describe('The feed of changes on the graph', () => {
  const changes = async (args: string, caller?: CommandContext['caller']) =>
    (
      await graph.query(
        `{ changes(${args}) { through hasMore changes { sequence event { type sequence } } } }`,
        {},
        caller,
      )
    ).changes;

  it('goes on where the last page ended, each event once, within the scopes of the reader', async () => {
    const { testApp } = graph;
    await testApp.readyLoan(1_000_000n);
    await testApp.app.delivery.relay(testApp.operator.tenantId);
    const walked: number[] = [];
    for (let after = 0, more = true; more;) {
      const page = await changes(`after: ${after}, first: 3`);
      walked.push(...page.changes.map(({ sequence }: { sequence: number }) => sequence));
      ({ through: after, hasMore: more } = page);
    }
    const all = await changes('first: 100');
    expect(walked).toEqual(all.changes.map(({ sequence }: { sequence: number }) => sequence));
    expect(walked.length).toBeGreaterThan(3);
    expect(walked).toEqual(all.changes.map(({ event }: { event: { sequence: number } }) => event.sequence));
    const { caller } = await testApp.newClient(['webhooks:read', 'members:read']);
    const narrow = await changes('first: 100', caller);
    expect(narrow.through).toBe(all.through);
    expect(narrow.changes.filter(({ event }: any) => event.type.startsWith('loan.'))).toEqual([]);
  });

  it.each(['first: 101', 'first: 0', 'types: ["loan.flown"]', 'after: 999999'])('refuses %s', async (args) => {
    const { errors } = await graph.execute(`{ changes(${args}) { through } }`);
    expect(errors?.[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('A webhook on the graph', () => {
  it('is changed, switched off and on, and tested, each with what it allows next', async () => {
    const webhookId = await aWebhook();
    const show = 'webhook { url events state description version availableActions }';
    const changed = await carryOut('updateWebhook', { webhookId, events: ['member.*'], description: 'Ours' }, show);
    expect(changed).toEqual({
      webhook: {
        url: 'https://partner.example/hooks',
        events: ['member.*'],
        state: 'ACTIVE',
        description: 'Ours',
        version: 2,
        availableActions: ['EDIT', 'TEST', 'ROTATE_SECRET', 'RECOVER', 'DISABLE', 'DELETE'],
      },
      userErrors: [],
    });
    const cleared = await carryOut('updateWebhook', { webhookId, description: null }, show);
    expect(cleared.webhook.description).toBeNull();
    expect((await carryOut('testWebhook', { webhookId }, 'webhook { id }')).userErrors).toEqual([]);
    const stale = await carryOut('disableWebhook', { webhookId }, show, { version: 1 });
    expect(stale).toMatchObject({ webhook: null, userErrors: [{ code: 'precondition_failed' }] });
    const disabled = await carryOut('disableWebhook', { webhookId }, show, { version: 3 });
    expect(disabled.webhook).toMatchObject({
      state: 'DISABLED',
      availableActions: ['EDIT', 'ROTATE_SECRET', 'ENABLE', 'DELETE'],
    });
    const refused = await carryOut('testWebhook', { webhookId }, 'webhook { id }');
    expect(refused).toMatchObject({ webhook: null, userErrors: [{ code: 'invalid_state_transition' }] });
    expect((await carryOut('enableWebhook', { webhookId }, show)).webhook).toMatchObject({
      state: 'ACTIVE',
      version: 5,
    });
  });

  it('is held against the rules of its registration', async () => {
    const webhookId = await aWebhook();
    const codes = async (input: object) =>
      (await carryOut('updateWebhook', { webhookId, ...input }, 'webhook { id }')).userErrors.map(
        ({ code }: any) => code,
      );
    expect(await codes({ url: 'https://10.0.0.7/' })).toEqual(['webhook_url_refused']);
    expect(await codes({ events: ['loan.eaten'] })).toEqual(['unknown_event_type']);
    expect(await codes({ rateLimitPerSecond: 501 })).toEqual(['range']);
    expect(await codes({ batch: { max: 0 } })).toEqual(['range']);
    const batched = await carryOut(
      'updateWebhook',
      { webhookId, batch: { max: 5 } },
      'webhook { batch { max waitMs } }',
    );
    expect(batched.webhook).toEqual({ batch: { max: 5, waitMs: 0 } });
    const single = await carryOut('updateWebhook', { webhookId, batch: null }, 'webhook { batch { max } }');
    expect(single.webhook).toEqual({ batch: null });
    const since = Temporal.Now.instant();
    const recovery = await carryOut('recoverWebhook', { webhookId, since: '2020-01-01T00:00:00Z' }, 'webhook { id }');
    expect(recovery.userErrors).toMatchObject([{ code: 'range', path: ['input', 'since'] }]);
    const begun = {
      webhookId,
      since: since.subtract({ hours: 1 }).toString({ smallestUnit: 'millisecond' }),
      only: 'ALL',
    };
    expect((await carryOut('recoverWebhook', begun, 'webhook { id }')).webhook).toEqual({ id: webhookId });
  });

  it('gets a new secret that is shown once, and to repetitions', async () => {
    const webhookId = await aWebhook();
    const rotate = () =>
      carryOut('rotateWebhookSecret', { webhookId, overlapSeconds: 60 }, 'webhook { id } secret', { key: 'rot' });
    const first = await rotate();
    expect(first).toEqual({ webhook: { id: webhookId }, secret: expect.stringMatching(/^whsec_/), userErrors: [] });
    expect(await rotate()).toEqual(first);
    const [stored] = await graph.testApp.sql(
      `select response::text as response from idempotency_key where key = 'rot'`,
    );
    expect(String(stored?.['response'])).not.toContain(first.secret.slice(6, 20));
  });
});

describe('A delivery on the graph', () => {
  it('is listed by as many states as a filter takes, and no more', async () => {
    const { errors } = await graph.execute(
      'query($id: ID!, $states: [WebhookDeliveryState!]) { webhook(id: $id) { deliveries(states: $states) { totalCount } } }',
      { id: await aWebhook(), states: Array.from({ length: 101 }, () => 'EXHAUSTED') },
    );
    expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', errors: [{ path: ['states'] }] });
  });

  it('is listed with its attempts, and sent again', async () => {
    const webhookId = await aWebhook();
    const { id, eventId } = await aDelivery(webhookId);
    const shown = await graph.query(
      `query($id: ID!, $states: [WebhookDeliveryState!]) {
         webhook(id: $id) {
           deliveries(states: $states) {
             totalCount
             nodes { id eventId eventType state lastErrorClass availableActions attempts { number status errorClass problem } }
           }
           none: deliveries(states: [SUCCEEDED]) { totalCount nodes { id } }
         }
       }`,
      { id: webhookId, states: ['EXHAUSTED'] },
    );
    expect(shown).toEqual({
      webhook: {
        deliveries: {
          totalCount: 1,
          nodes: [
            {
              id,
              eventId,
              eventType: 'loan.approved',
              state: 'EXHAUSTED',
              lastErrorClass: 'http_5xx',
              availableActions: ['RESEND'],
              attempts: [{ number: 1, status: 500, errorClass: 'http_5xx', problem: 'The receiver answered 500.' }],
            },
          ],
        },
        none: { totalCount: 0, nodes: [] },
      },
    });
    const again = await carryOut('resendWebhookDelivery', { deliveryId: id }, 'delivery { id state trigger }');
    expect(again).toEqual({ delivery: { id, state: 'PENDING', trigger: 'resend' }, userErrors: [] });
    const twice = await carryOut('resendWebhookDelivery', { deliveryId: id }, 'delivery { id }');
    expect(twice.userErrors).toMatchObject([{ code: 'invalid_state_transition' }]);
  });

  it('and its event are its client’s alone', async () => {
    const webhookId = await aWebhook();
    const { id, eventId } = await aDelivery(webhookId);
    const query = 'query($id: ID!, $event: ID!) { webhookDelivery(id: $id) { id } event(id: $event) { id type body } }';
    const mine = await graph.query(query, { id, event: eventId });
    expect(mine).toMatchObject({ webhookDelivery: { id }, event: { id: eventId, type: 'loan.approved' } });
    expect(JSON.parse((mine as any).event.body)).toMatchObject({ id: eventId, subject: { type: 'loan' } });
    const poor = await graph.testApp.newClient(['webhooks:read', 'webhooks:write', 'members:read']);
    expect(await graph.query(query, { id, event: eventId }, poor.caller)).toEqual({
      webhookDelivery: null,
      event: null,
    });
    const taken = await carryOut('resendWebhookDelivery', { deliveryId: id }, 'delivery { id }', {
      caller: poor.caller,
    });
    expect(taken.userErrors).toMatchObject([{ code: 'unknown_reference', path: ['input', 'deliveryId'] }]);
    expect(await graph.query('{ event(id: "nonsense") { id } }', {})).toEqual({ event: null });
  });
});

describe('The catalogue on the graph', () => {
  it('has a JSON Schema for each type', async () => {
    const { eventTypes } = (await graph.query('{ eventTypes { type scope schema } }', {})) as any;
    expect(eventTypes.length).toBeGreaterThan(100);
    const disbursed = eventTypes.find(({ type }: any) => type === 'loan.disbursed');
    expect(disbursed.scope).toBe('loans:read');
    expect(JSON.parse(disbursed.schema).properties.type.const).toBe('loan.disbursed');
  });
});
