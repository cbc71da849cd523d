import { connectSuperuser } from '#test/support/database.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import { Webhook } from 'standardwebhooks';
import { scopesOfEvent } from '#core/partners/event-types.ts';
import { plainName } from '#rest/included.ts';
import { scopesOf } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { DELIVERED } from '#rest/webhooks/delivered-records.ts';
import type { Facts } from '#core/kernel/event-facts.ts';
import { eventTypes, shownEventTypes } from '#platform/runtime/event-types.ts';
import { eventually } from '#test/support/eventually.ts';
import { openWebhookTestApp, type WebhookTestApp } from '#test/support/webhook-ports.ts';
import { listening, type Received } from '#test/support/receivers.ts';

let ports: WebhookTestApp;
let token: string;

beforeAll(async () => {
  ports = await openWebhookTestApp();
  token = await ports.tokenOf(ports.testApp.client);
});
afterAll(() => ports.close());

const get = (path: string, as = token) => ports.call('GET', path, { token: as });
const post = (path: string, body?: unknown, sent: { key?: string; headers?: Record<string, string> } = {}) =>
  ports.call('POST', path, { token, ...(body === undefined ? {} : { body }), ...sent });
const bodyOf = ({ body }: Received) => JSON.parse(body) as Record<string, any>;
const signed = ({ headers }: Received) => headers as Record<string, string>;

/** A client has twenty webhooks: those of a test go with it. */
const made: string[] = [];
afterEach(async () => {
  for (const path of made.splice(0)) await ports.call('DELETE', path, { token });
});

/** A receiver that responds with a status that a test sets, and the webhook that leads to it. */
async function aHook(input: object = {}) {
  const reply = { status: 200 };
  const { received, listener } = listening();
  const port = await ports.partners.http((request, response) => {
    response.statusCode = reply.status;
    listener(request, response);
  });
  const url = `http://127.0.0.1:${port}/hooks`;
  const { status, body } = await post('/api/v1/webhooks', { url, events: ['loan.created'], ...input });
  expect(status).toBe(201);
  made.push(`/api/v1/webhooks/${body.id}`);
  return {
    ...(body as { id: number; uuid: string; secret: string; updated_at: string }),
    received,
    reply,
    path: `/api/v1/webhooks/${body.id}`,
  };
}
const aLoan = (purpose: string | null = null) =>
  ports.testApp.done(ports.testApp.app.lending.applyForLoan, {
    memberId: ports.testApp.memberId,
    productId: ports.testApp.productId,
    principal: 500_000n,
    termMonths: 6,
    purpose,
  });

describe('A token with webhooks:write alone', () => {
  const narrowToken = () => ports.tokenOf(ports.testApp.client, 'webhooks:write webhooks:read');
  const typesSent = async (path: string) =>
    (await get(`${path}/deliveries`)).body.data.map(({ event_type }: { event_type: string }) => event_type);

  it('registers for everything and learns nothing of loans, now or by a recovery of the past', async () => {
    const started = Temporal.Now.instant();
    await aLoan();
    const { received, listener } = listening();
    const url = `http://127.0.0.1:${await ports.partners.http(listener)}/`;
    const narrow = await narrowToken();
    const { body } = await ports.call('POST', '/api/v1/webhooks', { token: narrow, body: { url, events: ['*'] } });
    expect(body.scopes).toEqual([]);
    const path = `/api/v1/webhooks/${body.id}`;
    const send = (rest: string, sent?: object) => ports.call('POST', `${path}${rest}`, { token: narrow, body: sent });
    await aLoan();
    expect((await send('/recover', { since: started.toString(), only: 'all' })).status).toBe(202);
    await send('/test');
    await eventually(() => received.some((each) => bodyOf(each).type === 'webhook.test'));
    await eventually(async () => (await ports.testApp.sql('select from reaction')).length === 0);
    expect((await typesSent(path)).filter((type: string) => type.startsWith('loan.'))).toEqual([]);

    // A wide token's recovery lends the webhook nothing either: it is bound to the token that set it up.
    expect((await post(`${path}/recover`, { since: started.toString(), only: 'all' })).status).toBe(202);
    await eventually(async () => (await ports.testApp.sql('select from reaction')).length === 0);
    expect((await typesSent(path)).filter((type: string) => type.startsWith('loan.'))).toEqual([]);
  });

  it('does not lead to itself what a wider token subscribed to, and has nothing of it sent again', async () => {
    const hook = await aHook();
    await aLoan();
    await eventually(() => hook.received.length === 1);
    const token = await narrowToken();
    const [delivery] = (await get(`${hook.path}/deliveries`)).body.data;
    const refused = await Promise.all([
      ports.call('PATCH', hook.path, { token, body: { url: 'https://thief.test/' } }),
      ports.call('PATCH', hook.path, { token, body: { payload: 'full' } }),
      ports.call('POST', `${hook.path}/recover`, { token, body: { since: hook.updated_at } }),
      ports.call('POST', `${hook.path}/deliveries/${delivery.id}/resend`, { token }),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code, body.required_scopes])).toEqual(
      refused.map(() => [403, 'insufficient_scope', ['loans:read']]),
    );
    const wide = await aHook({ events: ['*'] });
    const moved = await ports.call('PATCH', wide.path, { token, body: { url: 'https://thief.test/' } });
    expect(moved.body).toMatchObject({ url: 'https://thief.test/', scopes: [] });
    // What decides nothing about who learns what is the narrow token's as well.
    const renamed = await ports.call('PATCH', hook.path, { token, body: { description: 'Loans' } });
    expect(renamed.body).toMatchObject({ description: 'Loans', scopes: expect.arrayContaining(['loans:read']) });
  });
});

describe('A client that wants uuids', () => {
  it('finds no integer id of a record in events and deliveries, wherever it gets them', async () => {
    const { testApp } = ports;
    const client = await testApp.newClient();
    await testApp.app.partners.operators.changeClient(testApp.operator, {
      clientId: client.id,
      changes: { idFormat: 'uuid' },
    });
    const { received, listener } = listening();
    const url = `http://127.0.0.1:${await ports.partners.http(listener)}/`;
    const own = await ports.tokenOf(client);
    await ports.call('POST', '/api/v1/webhooks', { token: own, body: { url, events: ['loan.created'] } });
    const loan = await aLoan();
    await eventually(() => received.length === 1);
    const [known] = await testApp.sql(
      `select m.uuid as member_id, p.uuid as product_id, l.id, l.uuid
         from loan l join member m on m.id = l.member_id join loan_product p on p.id = l.product_id where l.id = $1`,
      [loan.id],
    );
    const { member_id, product_id, uuid } = known ?? {};
    const sent = bodyOf(received[0]!);
    const expected = { subject: { type: 'loan', id: uuid, uuid }, data: { member_id, product_id } };
    expect(sent).toMatchObject(expected);
    const inFeed = (await get(`/api/v1/events/${sent['id']}`, own)).body;
    expect(inFeed).toEqual(asEvent(sent));
    expect(sent['record']).toMatchObject({ id: uuid, member_id, product_id });
    const changes = await get(`/api/v1/changes?after=${sent['sequence'] - 1}&types=loan.created&limit=1`, own);
    expect(changes.body.data).toEqual([inFeed]);
    expect((await get(`/api/v1/events?filter[type]=loan.created&limit=1`, own)).body.data).toEqual([inFeed]);
    expect((await get(`/api/v1/events/${sent['id']}?id_format=integer`, own)).body.subject.id).toBe(loan.id);
    // The others go on with integers, and may request uuids.
    expect((await get(`/api/v1/events/${sent['id']}`)).body).toMatchObject({ subject: { id: loan.id } });
    expect((await get(`/api/v1/events/${sent['id']}?id_format=uuid`)).body).toEqual(inFeed);
  });

  it('is shown the uuid of every kind of record that an event names', async () => {
    const named = [...eventTypes.values()].flatMap(({ required, optional }) => idsAmong({ ...required, ...optional }));
    const tables = [...new Set(named)];
    expect(tables.length).toBeGreaterThan(10);
    for (const table of tables) await ports.testApp.sql(`select id, uuid from "${table}" limit 1`);
  });
});

/** The event of a delivery, as it is read elsewhere. */
const asEvent = ({ delivery_sequence: _number, record: _record, ...event }: Record<string, unknown>) => event;
const idsAmong = (facts: Facts): string[] =>
  Object.values(facts).flatMap((fact) => {
    if (fact.kind === 'object') return idsAmong(fact.facts);
    return fact.kind === 'id' && fact.of !== null ? [fact.of] : [];
  });

describe('A full delivery', () => {
  it('carries the record as the API shows it then; a thin one only names it', async () => {
    const [full, thin] = [await aHook(), await aHook({ payload: 'thin' })];
    const loan = await aLoan();
    await eventually(() => full.received.length === 1 && thin.received.length === 1);
    expect(bodyOf(full.received[0]!)['record']).toEqual((await get(`/api/v1/loans/${loan.id}`)).body);
    expect(bodyOf(thin.received[0]!)).toMatchObject({ data: {}, subject: { id: loan.id } });
    expect(bodyOf(thin.received[0]!)).not.toHaveProperty('record');
    // Sent again, it is the record of then: its version tells.
    const step = { body: { action: 'approve' }, token };
    const { body: approved } = await ports.call('PATCH', `/api/v1/loans/${loan.id}`, step);
    const [delivery] = (await get(`${full.path}/deliveries`)).body.data;
    await post(`${full.path}/deliveries/${delivery.id}/resend`);
    await eventually(() => full.received.length === 2);
    const again = bodyOf(full.received[1]!);
    expect(again['record']).toMatchObject({ state: approved.state, version: approved.version });
    expect(again['subject'].version).toBeLessThan(approved.version);
  });

  it('goes without the record where that can’t be shown: no event waits for it', async () => {
    const hook = await aHook();
    const loan = await aLoan();
    await eventually(() => hook.received.length === 1);
    // More than a number on the wire can say.
    await ports.testApp.sql(`update loan set principal = 9007199254740993 where id = $1`, [loan.id]);
    const [delivery] = (await get(`${hook.path}/deliveries`)).body.data;
    await post(`${hook.path}/deliveries/${delivery.id}/resend`);
    await eventually(() => hook.received.length === 2);
    const again = bodyOf(hook.received[1]!);
    expect(again).toMatchObject({ subject: { id: loan.id }, data: { principal: 500_000 } });
    expect(again).not.toHaveProperty('record');
    expect((await get(`${hook.path}/poll`)).body.data).toEqual([again]);
    await ports.testApp.sql(`update loan set principal = 500000 where id = $1`, [loan.id]);
  });

  it('goes without the record where reading it fails, and no other does (finding: one held up the whole batch)', async () => {
    const hook = await aHook();
    const [broken, sound] = [await aLoan(), await aLoan()];
    await eventually(() => hook.received.length === 2);
    const { testApp } = ports;
    // More than a column holds: the view’s own sum fails in the database.
    await testApp.sql(
      `insert into loan_instalment (loan_id, schedule_version, number, due_date, principal, interest, fees, penalties,
              paid_principal, paid_interest, paid_fees, paid_penalties, balance_after)
       select id, schedule_version, 99, '2020-01-01', 9223372036854775807, 9223372036854775807, 0, 0, 0, 0, 0, 0, 0
         from loan where id = $1`,
      [broken.id],
    );
    await testApp.sql(`update loan set next_due_date = '2020-01-01' where id = $1`, [broken.id]);
    const deliveries: { id: number }[] = (await get(`${hook.path}/deliveries`)).body.data;
    await Promise.all(deliveries.map(({ id }) => post(`${hook.path}/deliveries/${id}/resend`)));
    await eventually(() => hook.received.length === 4);
    const again = new Map(hook.received.slice(2).map((each) => [bodyOf(each)['subject'].id, bodyOf(each)]));
    expect(again.get(broken.id)).not.toHaveProperty('record');
    expect(again.get(sound.id)).toMatchObject({ record: { id: sound.id } });
    const polled: Record<string, any>[] = (await get(`${hook.path}/poll`)).body.data;
    expect(polled.map(({ subject, record }) => [subject.id, record?.id])).toEqual([
      [broken.id, undefined],
      [sound.id, sound.id],
    ]);
    await testApp.sql('update loan set next_due_date = null where id = $1', [broken.id]);
    await testApp.sql('delete from loan_instalment where loan_id = $1 and number = 99', [broken.id]);
  });

  it('shows of a person masked numbers and no other personal data', async () => {
    const { testApp } = ports;
    const hook = await aHook({ events: ['member.*'] });
    const [member] = await testApp.sql('select uuid from member where id = $1', [testApp.memberId]);
    const { body: shown } = await get(`/api/v1/members/${testApp.memberId}`);
    await testApp.sql(
      `with e as (insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
         values (gen_random_uuid(), 'member.updated', 'member', $1, $2, 1, '{"changed": []}', 'job_x', now()) returning id)
       insert into outbox (event_id) select id from e`,
      [testApp.memberId, member?.['uuid']],
    );
    await eventually(() => hook.received.length === 1);
    const { kyc, nominees, bank_account, ...rest } = shown;
    expect(bodyOf(hook.received[0]!)['record']).toEqual({
      ...rest,
      national_id: `${'*'.repeat(rest.national_id.length - 3)}${rest.national_id.slice(-3)}`,
      phone: `${'*'.repeat(rest.phone.length - 3)}${rest.phone.slice(-3)}`,
    });
    expect([kyc, nominees, bank_account].every((each) => each !== undefined)).toBe(true);
  });

  it('leaves the account at a bank out of every record, also of a payment to it', () => {
    const kinds = Object.entries(DELIVERED).filter(([, { schema }]) => 'bank_account' in schema.properties);
    expect(kinds.map(([subject]) => subject)).toEqual([]);
  });

  it('shows no record to a webhook beyond what the API would show its token', () => {
    const scopesOfRead = new Map(
      routes.flatMap((row) => {
        const name = nameOf(row.reply.schema);
        const isRead = row.method === 'GET' && name !== undefined && row.scope !== null;
        return isRead ? [[name, scopesOf(row)] as const] : [];
      }),
    );
    const compared = [...eventTypes.values()].flatMap(({ type, subjectType }) => {
      const name = nameOf(DELIVERED[subjectType]?.schema ?? null)?.replace('Delivered', '');
      const scopes = name === undefined ? undefined : scopesOfRead.get(name);
      const received = scopesOfEvent(type);
      return scopes === undefined || received === 'own' ? [] : [{ type, received, scopes }];
    });
    expect(compared.length).toBeGreaterThan(100);
    expect(compared.filter(({ received, scopes }) => `${received}` !== `${scopes}`)).toEqual([]);
  });
});

/** The name of the record that a reply is, with others beside it or not. */
const nameOf = (schema: object | null) => {
  const name = (schema as { readonly $id?: string } | null)?.$id;
  return name === undefined ? undefined : plainName(name);
};

describe('Polling a webhook', () => {
  const poll = async (path: string, rest = '', as = token) => (await get(`${path}/poll${rest}`, as)).body;

  it('brings what was posted, with the same bodies, and what is held while it is disabled', async () => {
    const hook = await aHook();
    await aLoan();
    await eventually(() => hook.received.length === 1);
    expect(await poll(hook.path)).toEqual({ data: [bodyOf(hook.received[0]!)], through: 1, has_more: false });
    await post(`${hook.path}/disable`);
    const waiting = poll(hook.path, '?after=1&wait=20');
    const loan = await aLoan();
    // It does not wait for the end of its time.
    expect(await waiting).toMatchObject({
      data: [{ type: 'loan.created', delivery_sequence: 2, record: { id: loan.id } }],
      through: 2,
    });
    expect(hook.received.length).toBe(1);
    expect(await poll(hook.path, '?limit=1')).toMatchObject({ through: 1, has_more: true });
    expect(await poll(hook.path, '?after=2')).toEqual({ data: [], through: 2, has_more: false });
    expect((await poll(hook.path, '?after=1&id_format=uuid')).data[0].record.id).toBe(loan.uuid);
  });

  it('shows a token nothing beyond its scopes, and says how far it is complete', async () => {
    const hook = await aHook({ payload: 'thin' });
    await aLoan();
    await eventually(() => hook.received.length === 1);
    const narrow = await ports.tokenOf(ports.testApp.client, 'webhooks:read');
    expect(await poll(hook.path, '', narrow)).toEqual({ data: [], through: 1, has_more: false });
    expect((await poll(hook.path)).data).toEqual([bodyOf(hook.received[0]!)]);
    const stranger = await ports.tokenOf(await ports.testApp.newClient());
    expect((await poll(hook.path, '', stranger)).code).toBe('not_found');
  });

  it('refuses a number that is ahead, or behind what is retained', async () => {
    const hook = await aHook();
    await aLoan();
    await aLoan();
    await eventually(() => hook.received.length === 2);
    expect(await poll(hook.path, '?after=3')).toMatchObject({ code: 'invalid_parameter', parameter: 'after' });
    const superuser = await connectSuperuser(ports.testApp.settings);
    await superuser.query('set session_replication_role = replica');
    await superuser.query('delete from webhook_delivery where endpoint_id = $1 and sequence = 1', [hook.id]);
    await superuser.end();
    expect(await poll(hook.path, '?after=0')).toMatchObject({ code: 'changes_expired', oldest: 1 });
    expect((await poll(hook.path)).data).toMatchObject([{ delivery_sequence: 2 }]);
  });
});

describe('A scope that is withdrawn from a client', () => {
  it('ends deliveries that wait already; a recovery brings them once it is back', async () => {
    const client = await ports.testApp.newClient(['loans:read', 'webhooks:write', 'webhooks:read']);
    const { received, listener } = listening();
    const url = `http://127.0.0.1:${await ports.partners.http(listener)}/`;
    const token = await ports.tokenOf(client);
    const { body } = await ports.call('POST', '/api/v1/webhooks', { token, body: { url, events: ['loan.created'] } });
    const path = `/api/v1/webhooks/${body.id}`;
    const delivery = async () => (await get(`${path}/deliveries`, token)).body.data[0];
    const isIn = (state: string) => async () => (await delivery())?.state === state;
    await aLoan();
    await eventually(isIn('succeeded'));
    const holds = (scopes: string) =>
      ports.testApp.sql('update api_client set scopes = $2::text[] where id = $1', [client.id, scopes]);
    await holds('{webhooks:write,webhooks:read}');
    await ports.call('POST', `${path}/deliveries/${(await delivery()).id}/resend`, { token });
    await eventually(isIn('held'));
    expect(received.length).toBe(1);
    await holds('{loans:read,webhooks:write,webhooks:read}');
    await ports.call('POST', `${path}/recover`, { token, body: { since: body.created_at } });
    await eventually(isIn('succeeded'));
    expect(received.length).toBe(2);
  });
});

describe('A webhook that is tested', () => {
  it('gets a test event immediately, independent of its subscriptions, and the delivery can be looked up by its id', async () => {
    const hook = await aHook();
    const { status, body, headers } = await post(`${hook.path}/test`);
    expect([status, body.type, headers.get('location')]).toEqual([202, 'webhook.test', `/api/v1/events/${body.id}`]);
    await eventually(() => hook.received.length === 1);
    new Webhook(hook.secret).verify(hook.received[0]!.body, signed(hook.received[0]!));
    expect(bodyOf(hook.received[0]!)).toEqual({
      ...body,
      sequence: expect.any(Number),
      delivery_sequence: 1,
      record: expect.objectContaining({ id: hook.id, url: expect.stringContaining('/hooks') }),
    });
    expect((await get(`/api/v1/events/${body.id}`)).body).toMatchObject(body);
    const list = await get(`${hook.path}/deliveries?filter[event_id]=${body.id}`);
    expect(list.body.data).toMatchObject([
      { event_id: body.id, event_type: 'webhook.test', trigger: 'test', sequence: 1 },
    ]);
    const one = `${hook.path}/deliveries/${list.body.data[0].uuid}`;
    await eventually(async () => (await get(one)).body.state === 'succeeded');
    const shown = await get(one);
    expect(shown.body).toMatchObject({ attempt_count: 1, last_status: 200, available_actions: ['resend'] });
    expect(shown.body.attempts).toMatchObject([
      {
        number: 1,
        trigger: 'test',
        status: 200,
        error_class: null,
        resolved_address: '127.0.0.1',
        reply_body: 'thank you',
      },
    ]);
    expect(shown.headers.get('etag')).toMatch(`"v${shown.body.version}-`);
    const unchanged = await ports.call('GET', one, {
      token,
      headers: { 'if-none-match': shown.headers.get('etag') ?? '' },
    });
    expect(unchanged.status).toBe(304);
  });

  it('gets the newest event of a type as an example, or a made one, marked as a test; /events have neither', async () => {
    const hook = await aHook({ events: ['member.created'] });
    const loan = await aLoan();
    const { status, body } = await post(`${hook.path}/test`, { type: 'loan.created' });
    expect([status, body.data.example_of]).toEqual([202, 'loan.created']);
    expect((await post(`${hook.path}/test`, { type: 'death_claim.opened' })).status).toBe(202);
    await eventually(() => hook.received.length === 2);
    const bodies = hook.received.map(bodyOf);
    const real = bodies.find(({ type }) => type === 'loan.created');
    const isNewest = await ports.testApp.sql('select from loan where id = $1 and id >= all (select id from loan)', [
      loan.id,
    ]);
    expect(isNewest).toHaveLength(1);
    expect(real).toMatchObject({ id: body.id, test: true, subject: { id: loan.id }, record: { id: loan.id } });
    const schemaOf = (type: string) => shownEventTypes.find((row) => row.type === type)?.schema;
    for (const type of ['loan.created', 'death_claim.opened']) {
      const validator = Compile(schemaOf(type) as never);
      expect([type, validator.Check(bodies.find((each) => each['type'] === type))]).toEqual([type, true]);
    }
    // What the client may not read any more when it is sent, it does not see.
    expect((await get(`${hook.path}/poll`)).body.data.map(({ type }: any) => type).toSorted()).toEqual([
      'death_claim.opened',
      'loan.created',
    ]);
    const { body: listed } = await get('/api/v1/events?filter[type]=death_claim.opened');
    expect(listed.data).toEqual([]);
    const narrow = await ports.tokenOf(ports.testApp.client, 'webhooks:write');
    const sent = { token: narrow, body: { type: 'loan.created' } };
    expect((await ports.call('POST', `${hook.path}/test`, sent)).body.code).toBe('insufficient_scope');
  });

  it('is refused while it is disabled, and enabled again with a new ETag', async () => {
    const hook = await aHook();
    const disabled = await post(`${hook.path}/disable`);
    expect(disabled.body).toMatchObject({ state: 'disabled', disabled_reason: 'requested', version: 2 });
    expect(disabled.body.available_actions).toEqual(['edit', 'rotate_secret', 'enable', 'delete']);
    for (const action of ['test', 'disable', 'recover']) {
      const since = ports.testApp.clock().subtract({ hours: 1 }).toString();
      const refused = await post(`${hook.path}/${action}`, action === 'recover' ? { since } : undefined);
      expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state_transition']);
    }
    const stale = await post(`${hook.path}/enable`, undefined, { headers: { 'if-match': '"v1"' } });
    expect([stale.status, stale.body.current_etag]).toEqual([412, '"v2"']);
    const enabled = await post(`${hook.path}/enable`, undefined, { headers: { 'if-match': '"v2"' } });
    expect([enabled.status, enabled.body.state, enabled.headers.get('etag')]).toEqual([
      200,
      'active',
      expect.stringMatching(/^"v3-/),
    ]);
  });
});

describe('A secret that is rotated', () => {
  it('is shown once; with an overlap both sign every delivery, and either verifies it', async () => {
    const hook = await aHook();
    const rotated = await post(`${hook.path}/rotate_secret`, { overlap_seconds: 3_600 }, { key: 'rotate-1' });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(hook.secret);
    const again = await post(`${hook.path}/rotate_secret`, { overlap_seconds: 3_600 }, { key: 'rotate-1' });
    expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', rotated.text]);
    await post(`${hook.path}/test`);
    await eventually(() => hook.received.length === 1);
    const [received] = hook.received as [Received];
    for (const secret of [hook.secret, rotated.body.secret])
      new Webhook(secret).verify(received.body, signed(received));
    expect(signed(received)['webhook-signature']?.split(' ')).toHaveLength(2);
    // One changed byte, or a stamp that is 301 s away, and the receiver refuses.
    const changed = received.body.replace('"sandbox":true', '"sandbox":trut');
    expect(() => new Webhook(hook.secret).verify(changed, signed(received))).toThrow();
    for (const seconds of [-301, 301]) {
      const moved = String(Number(signed(received)['webhook-timestamp']) + seconds);
      const headers = { ...signed(received), 'webhook-timestamp': moved };
      expect(() => new Webhook(hook.secret).verify(received.body, headers)).toThrow();
    }
  });

  it('ends the old one immediately without an overlap', async () => {
    const hook = await aHook();
    const { body } = await post(`${hook.path}/rotate_secret`, {});
    await post(`${hook.path}/test`);
    await eventually(() => hook.received.length === 1);
    const [received] = hook.received as [Received];
    new Webhook(body.secret).verify(received.body, signed(received));
    expect(() => new Webhook(hook.secret).verify(received.body, signed(received))).toThrow('No matching signature');
    expect((await post(`${hook.path}/rotate_secret`, { overlap_seconds: 86_401 })).status).toBe(422);
  });
});

describe('A webhook that is changed', () => {
  it('leads elsewhere with the secret that it has, and keeps what was not named', async () => {
    const hook = await aHook({ description: 'Ours', metadata: { team: 'loans' } });
    const next = await aHook();
    const url = (await get(next.path)).body.url;
    const patch = (body: object, headers: Record<string, string> = {}) =>
      ports.call('PATCH', hook.path, { token, body, headers });
    const changed = await patch({ url, events: ['loan.*', 'loan.*'] }, { 'if-match': '"v1"' });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"v2-/)]);
    expect(changed.body).toMatchObject({
      url,
      events: ['loan.*'],
      description: 'Ours',
      metadata: { team: 'loans' },
    });
    expect(changed.body.secret).toBeUndefined();
    await post(`${hook.path}/test`);
    await eventually(() => next.received.length === 1);
    new Webhook(hook.secret).verify(next.received[0]!.body, signed(next.received[0]!));
    expect((await patch({ url })).headers.get('etag')).toBe(changed.headers.get('etag'));
    const emitted = await get('/api/v1/events?filter[type]=webhook.updated&limit=1');
    expect(emitted.body.data[0].data).toEqual({ client_id: ports.testApp.client.id, changed: ['url', 'events'] });
  });

  it('is held against every rule of the registration', async () => {
    const hook = await aHook();
    const patch = async (body: unknown, as = token) => {
      const { status, body: emitted } = await ports.call('PATCH', hook.path, { token: as, body });
      return [status, emitted.code, emitted.reason ?? emitted.errors?.[0]?.pointer];
    };
    expect(await patch({ url: 'https://10.0.0.1/' })).toEqual([422, 'webhook_url_refused', 'blocked_address']);
    expect(await patch({ url: 'https://user@example.com/' })).toEqual([
      422,
      'webhook_url_refused',
      'user_info_not_allowed',
    ]);
    expect(await patch({ url: `https://example.com/${'x'.repeat(2100)}` })).toEqual([
      422,
      'webhook_url_refused',
      'url_too_long',
    ]);
    expect(await patch({ events: ['loan.eaten'] })).toEqual([422, 'validation_failed', '#/events/0']);
    expect(await patch({ rate_limit_per_second: 501 })).toEqual([422, 'validation_failed', '#/rate_limit_per_second']);
    expect(await patch({ batch: { max: 101 } })).toEqual([422, 'validation_failed', '#/batch/max']);
    expect(await patch({ batch: { max: 5, wait_ms: 60_001 } })).toEqual([422, 'validation_failed', '#/batch/wait_ms']);
    expect(await patch({ batch: {} })).toEqual([422, 'validation_failed', '#/batch/max']);
    expect((await patch({}))[0]).toBe(422);
    expect((await patch({ state: 'disabled' }))[0]).toBe(422);
    const poor = await ports.testApp.newClient(['webhooks:read', 'webhooks:write', 'members:read']);
    const poorToken = await ports.tokenOf(poor);
    expect((await patch({ description: 'mine' }, poorToken))[0]).toBe(404);
    const own = await ports.call('POST', '/api/v1/webhooks', {
      token: poorToken,
      body: { url: 'https://example.com/', events: ['member.*'] },
    });
    const refused = await ports.call('PATCH', `/api/v1/webhooks/${own.body.id}`, {
      token: poorToken,
      body: { events: ['loan.*'] },
    });
    expect([refused.status, refused.body.required_scopes]).toEqual([403, ['loans:read']]);
  });
});

describe('A delivery that failed', () => {
  it('is listed by its state, and sent again under the same id when it is wanted', async () => {
    const hook = await aHook();
    hook.reply.status = 500;
    await aLoan();
    const failing = () => get(`${hook.path}/deliveries?filter[state]=retrying`);
    await eventually(async () => (await failing()).body.data.length === 1);
    const [delivery] = (await failing()).body.data;
    expect(delivery).toMatchObject({
      last_status: 500,
      last_error_class: 'http_5xx',
      state: 'retrying',
      webhook_id: hook.id,
    });
    expect((await get(`${hook.path}/deliveries?filter[state]=succeeded`)).body.data).toEqual([]);
    const before = await get(hook.path);
    // The breaker counts failures in the row of the webhook: nothing that its owner is shown, so nothing new.
    expect(before.body).toMatchObject({ version: 1, updated_at: hook.updated_at });
    hook.reply.status = 204;
    const path = `${hook.path}/deliveries/${delivery.id}`;
    const stale = await post(`${path}/resend`, undefined, { headers: { 'if-match': '"v99"' } });
    expect(stale.status).toBe(412);
    const sent = await post(`${path}/resend`, undefined, { key: 'resend-1' });
    expect([sent.status, sent.body.trigger, sent.headers.get('location')]).toEqual([202, 'resend', path]);
    await eventually(async () => (await get(path)).body.state === 'succeeded');
    const { attempts } = (await get(path)).body;
    expect(attempts.map(({ trigger, status }: any) => [trigger, status])[0]).toEqual(['resend', 204]);
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.event_id]));
  });

  it('is another client’s to nobody else', async () => {
    const hook = await aHook();
    await post(`${hook.path}/test`);
    await eventually(() => hook.received.length === 1);
    const { body } = await get(`${hook.path}/deliveries`);
    const colleague = await ports.tokenOf(await ports.testApp.newClient());
    const other = (
      await ports.call('POST', '/api/v1/webhooks', {
        token: colleague,
        body: { url: 'https://example.com/', events: ['*'] },
      })
    ).body;
    const [{ id }] = body.data;
    for (const path of [
      `${hook.path}/deliveries`,
      `${hook.path}/deliveries/${id}`,
      `/api/v1/webhooks/${other.id}/deliveries/${id}`,
    ]) {
      expect([path, (await get(path, colleague)).status]).toEqual([path, 404]);
    }
    for (const action of ['enable', 'disable', 'test', `deliveries/${id}/resend`]) {
      expect((await ports.call('POST', `${hook.path}/${action}`, { token: colleague })).status).toBe(404);
    }
    expect((await get(`/api/v1/events/${body.data[0].event_id}`, colleague)).status).toBe(404);
  });
});

describe('A recovery', () => {
  it('brings what was held while the webhook was disabled', async () => {
    const hook = await aHook();
    const since = ports.testApp.clock().subtract({ minutes: 5 }).toString();
    await post(`${hook.path}/disable`);
    await aLoan();
    const held = () => get(`${hook.path}/deliveries?filter[state]=held`);
    await eventually(async () => (await held()).body.data.length === 1);
    await post(`${hook.path}/enable`);
    const requested = await post(`${hook.path}/recover`, { since });
    expect([requested.status, requested.body.only, requested.body.webhook_id]).toEqual([202, 'missing', hook.id]);
    const [{ event_id: wanted }] = (await held()).body.data.concat((await get(`${hook.path}/deliveries`)).body.data);
    await eventually(() => hook.received.some(({ headers }) => headers['webhook-id'] === wanted));
    expect((await post(`${hook.path}/recover`, { since: '2020-01-01T00:00:00Z' })).body.errors[0].pointer).toBe(
      '#/since',
    );
  });
});

describe('The feed of events', () => {
  it('shows what webhooks receive, within the scopes of the token, and is walked by cursor', async () => {
    const hook = await aHook({ events: ['loan.created'] });
    const loan = await aLoan();
    await eventually(() => hook.received.length === 1);
    const sent = bodyOf(hook.received[0]!);
    const emitted: Record<string, any> = asEvent(sent);
    expect(sent['delivery_sequence']).toBe(1);
    const after = emitted['sequence'] - 1;
    const { body: changes } = await get(`/api/v1/changes?types=loan.created&after=${after}&limit=1`);
    expect(changes.data).toEqual([emitted]);
    const request = `/api/v1/events?filter[type]=loan.created&filter[subject_type]=loan&filter[subject_id]=${loan.id}`;
    expect((await get(request)).body.data).toEqual([emitted]);
    const all = await get('/api/v1/events?sort=occurred_at&limit=3');
    const next = await get(`/api/v1/events?sort=occurred_at&limit=3&cursor=${all.body.pagination.next_cursor}`);
    const back = await get(`/api/v1/events?sort=occurred_at&limit=3&cursor=${next.body.pagination.prev_cursor}`);
    expect(back.body.data).toEqual(all.body.data);
    const stamps = [...all.body.data, ...next.body.data].map(({ timestamp }: any) => timestamp);
    expect(stamps).toEqual(stamps.toSorted());
    const reader = await ports.tokenOf(await ports.testApp.newClient(['webhooks:read', 'members:read']));
    const seen = (await get('/api/v1/events?limit=200', reader)).body.data.map(({ type }: any) => type.split('.')[0]);
    expect(new Set(seen)).toEqual(new Set(['member', 'client']));
    expect((await get(`/api/v1/events/${emitted['id']}`, reader)).status).toBe(404);
    const since = ports.testApp.clock().toString();
    expect((await get(`/api/v1/events?filter[occurred_at][gte]=${since}`)).body.data).toEqual([]);
    expect((await get('/api/v1/events?filter[subject_id]=0198c0de-0000-7000-8000-000000000001')).status).toBe(400);
  });

  it('forgets after 30 days, also what is not cleaned up yet', async () => {
    // Who may leave the stamp of the database out.
    const superuser = await connectSuperuser(ports.testApp.settings);
    await superuser.query('set session_replication_role = replica');
    await superuser.query(
      `insert into event (tenant_id, uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
       select $1, gen_random_uuid(), 'loan.created', 'loan', 987654, gen_random_uuid(), age, '{}', 'job_1', now() - age * interval '1 day'
         from unnest(array[29, 31]) as age`,
      [ports.testApp.tenantId],
    );
    await superuser.end();
    const { body } = await get('/api/v1/events?filter[subject_type]=loan&filter[subject_id]=987654');
    expect(body.data.map(({ subject }: any) => subject.version)).toEqual([29]);
  });

  it('never shows more of an alert than that there is one', async () => {
    const { testApp } = ports;
    await testApp.sql(
      `insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
       values (gen_random_uuid(), 'aml_alert.raised', 'aml_alert', 7, gen_random_uuid(), 1, '{"rule_id":"x","severity":"high","state":"open"}', 'job_1', now())`,
    );
    const { body } = await get('/api/v1/events?filter[type]=aml_alert.raised');
    expect(body.data).toMatchObject([{ data: {}, request: null }]);
  });
});

describe('The catalogue of event types', () => {
  it('has a JSON Schema for each, by which what was delivered is valid, and what was not is not', async () => {
    const hook = await aHook({ events: ['*'] });
    await ports.testApp.readyLoan(1_000_000n);
    await post(`${hook.path}/test`);
    await eventually(() => hook.received.length >= 3);
    const types: any[] = [];
    for (let cursor = ''; ;) {
      const { body } = await get(`/api/v1/event_types?limit=60${cursor}`);
      types.push(...body.data);
      if (!body.pagination.has_more) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(types.length).toBeGreaterThan(100);
    expect(new Set(types.map(({ type }) => type)).size).toBe(types.length);
    for (const { type, description, schema } of types) {
      expect([type, description === '', schema.properties.type.const]).toEqual([type, false, type]);
    }
    const schemaOf = (type: string) => Compile(types.find((each) => each.type === type).schema);
    for (const received of hook.received) {
      const emitted = bodyOf(received);
      expect([emitted['type'], schemaOf(emitted['type']).Check(emitted)]).toEqual([emitted['type'], true]);
      expect(
        schemaOf(emitted['type']).Check({ ...emitted, data: { ...emitted['data'], client_id: 'x', principal: 'x' } }),
      ).toBe(false);
    }
    const some = await get('/api/v1/event_types?filter[subject]=loan&sort=-type&limit=2&include=total');
    expect(some.body.data[0].type).toBe('loan.written_off');
    expect(some.body.pagination.total).toBeGreaterThan(15);
  });
});

describe('The metrics', () => {
  it('show what the workers have seen and what waits, without anybody’s data, and to nobody through a proxy', async () => {
    const hook = await aHook();
    await aLoan();
    await eventually(() => hook.received.length === 1);
    const request = (headers: Record<string, string> = {}) => fetch(`${ports.restUrl}/metrics`, { headers });
    const reply = await request();
    const text = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    expect(value('umoja_webhook_attempts_total{outcome="succeeded"}')).toBeGreaterThan(0);
    expect(value('umoja_webhook_first_attempt_lag_seconds_count')).toBeGreaterThan(0);
    expect(value('umoja_webhook_success_ratio')).toBeGreaterThan(0);
    for (const name of [
      'umoja_queue_waiting{queue="deliver-webhook"}',
      'umoja_outbox_age_seconds',
      'umoja_webhook_deliveries_parked',
      'umoja_webhook_open_breakers',
      'umoja_webhook_deliveries_due',
    ]) {
      expect([name, value(name) >= 0]).toEqual([name, true]);
    }
    for (const secret of [hook.secret, '127.0.0.1', ports.testApp.client.clientKey, 'Umoja Test Society']) {
      expect(text).not.toContain(secret);
    }
    expect((await request({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
  });
});
