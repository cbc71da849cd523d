import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { operate } from '../../support/operator.ts';
import { peopleAt } from '../../support/people-at-gateway.ts';
import type { TestClient } from '../../support/test-app.ts';
import { openWholeGraph, type WholeGraph } from '../../support/whole-graph.ts';

/** Clients, their keys and webhooks, and the audit trail, as people see them over the public graph. */
let graph: WholeGraph;
let people: ReturnType<typeof peopleAt>;
let administrator: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  graph = await openWholeGraph('in one process', { logs: 'operations' });
  people = peopleAt(graph);
  administrator = await signedIn(['administrator']);
});
afterAll(() => graph.close());

const signedIn = async (roles: readonly string[]) => {
  const person = await people.signedIn(roles);
  return { ...person, actor: `person:${person.uuid}` };
};
const sql = (text: string, params?: readonly unknown[]) => graph.testApp.sql(text, params);
const uuidOf = async ({ id }: { readonly id: number }) => {
  const [row] = await sql('select uuid from api_client where id = $1', [id]);
  return String(row?.['uuid']);
};
const identify = (token: string) =>
  graph.testApp.auth.identify(`Bearer ${token}`, { requestId: 'r', traceparent: null });
const mint = async ({ clientKey, secret }: Pick<TestClient, 'clientKey' | 'secret'>) =>
  (await graph.testApp.auth.mint({ clientKey, secret, scope: null })).accessToken;
const codes = ({ userErrors }: { readonly userErrors: readonly { readonly code: string }[] }) =>
  userErrors.map(({ code }) => code);

/** What a mutation answers. */
async function change(browser: Browser, name: string, input: object, shown = 'client { id }', idempotencyKey?: string) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const { data, errors } = await browser.query(
    `mutation ($input: ${type}, $key: String) { ${name}(input: $input, idempotencyKey: $key) { ${shown} userErrors { code path } } }`,
    { input, key: idempotencyKey },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data[name];
}

const KEYS = 'client { version keys { name state shownTo } } secret';

describe('An administrator in the portal', () => {
  it('registers a client that a person answers for: its secret is shown once, and stored nowhere as it is', async () => {
    const { browser, actor } = administrator;
    const input = { name: 'Shamba Apps', responsibleId: administrator.uuid, scopes: ['loans:read', 'members:read'] };
    const shown = 'client { clientKey scopes responsible responsiblePerson { id } keys { name state shownTo } } secret';
    const made = await change(browser, 'createClient', input, shown, 'make-shamba');
    expect(made.client).toMatchObject({
      scopes: ['loans:read', 'members:read'],
      responsible: actor,
      responsiblePerson: { id: administrator.uuid },
      keys: [{ name: 'default', state: 'VALID', shownTo: actor }],
    });
    expect(await identify(await mint({ clientKey: made.client.clientKey, secret: made.secret }))).toMatchObject({
      scopes: ['loans:read', 'members:read'],
    });
    expect((await change(browser, 'createClient', input, shown, 'make-shamba')).secret).toBe(made.secret);
    const stored = await sql('select * from idempotency_key');
    expect(JSON.stringify(stored)).not.toContain(made.secret.slice(8));
    const unknown = await change(browser, 'createClient', { ...input, scopes: ['everything:write'] }, shown);
    expect([unknown.client, codes(unknown)]).toEqual([null, ['unknown_scope']]);
  });

  it('rotates a secret with the key in hand alone: the old token ends, the old secret runs out, the audit names who', async () => {
    const { browser, id, actor } = administrator;
    const client = await graph.testApp.newClient(['loans:read']);
    const clientId = await uuidOf(client);
    const token = await mint(client);
    await identify(token);

    await sql(`update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = $1`, [id]);
    const refused = await change(browser, 'rotateClientSecret', { clientId, overlapSeconds: 600 }, KEYS);
    expect([refused.secret, codes(refused)]).toEqual([null, ['step_up_required']]);
    await identify(token);

    expect((await browser.stepUp()).status).toBe(200);
    const rotated = await change(browser, 'rotateClientSecret', { clientId, overlapSeconds: 600 }, KEYS, 'rotate-1');
    expect(rotated.client.keys).toEqual([
      { name: 'default', state: 'VALID', shownTo: actor },
      { name: 'default', state: 'RUNNING_OUT', shownTo: 'test' },
    ]);
    await expect(identify(token)).rejects.toMatchObject({ code: 'invalid_token', details: { reason: 'revoked' } });
    await identify(await mint(client));
    await identify(await mint({ ...client, secret: rotated.secret }));
    const again = await change(browser, 'rotateClientSecret', { clientId, overlapSeconds: 600 }, KEYS, 'rotate-1');
    expect([again.secret, again.client.keys.length]).toEqual([rotated.secret, 2]);

    const { data } = await browser.query(
      `query ($client: ID!) { audit(subjectId: $client, filter: { command: "rotateClientSecret" }) {
         nodes { actor person { name } eventType subjectType subjectId } totalCount } }`,
      { client: clientId },
    );
    const name = expect.stringMatching(/^Guest \d+$/);
    const entry = { actor, person: { name }, eventType: 'client.secret_rotated', subjectType: 'client' };
    expect(data.audit).toEqual({ nodes: [{ ...entry, subjectId: clientId }], totalCount: 1 });
  });

  it('adds and revokes keys by name, changes rights, networks and quotas, and bars a client', async () => {
    const { browser } = administrator;
    const client = await graph.testApp.newClient(['loans:read', 'members:read']);
    const clientId = await uuidOf(client);
    const key = await change(browser, 'addClientKey', { clientId, name: 'payroll' }, KEYS);
    const token = await mint({ ...client, secret: key.secret });
    expect(codes(await change(browser, 'addClientKey', { clientId, name: 'payroll' }))).toEqual(['key_exists']);
    expect(codes(await change(browser, 'revokeClientKey', { clientId, name: 'payroll' }))).toEqual([]);
    await expect(identify(token)).rejects.toMatchObject({ code: 'invalid_token' });

    const wrong = await change(browser, 'changeClient', { clientId, allowedNetworks: ['not a network'] });
    expect(wrong.userErrors).toMatchObject([{ code: 'invalid_value', path: ['input', 'allowedNetworks'] }]);
    const changed = await change(
      browser,
      'changeClient',
      { clientId, scopes: ['loans:read'], allowedNetworks: ['203.0.113.9'], idFormat: 'UUID' },
      'client { scopes allowedNetworks idFormat }',
    );
    expect(changed.client).toEqual({ scopes: ['loans:read'], allowedNetworks: ['203.0.113.9/32'], idFormat: 'UUID' });
    const refused = await change(browser, 'changeClientQuotas', {
      clientId,
      quotas: [
        { bucket: 'B.money', perMinute: 240 },
        { bucket: 'B.read', perMinute: 0 },
        { bucket: 'B.nothing', perMinute: 1 },
        { bucket: 'B.money', perMinute: null },
      ],
    });
    const at = (place: string, field: string) => ['input', 'quotas', place, field];
    expect(refused.userErrors).toMatchObject([
      { code: 'range', path: at('1', 'perMinute') },
      { code: 'unknown_field', path: at('2', 'bucket') },
      { code: 'repeated', path: at('3', 'bucket') },
    ]);
    const quotas = [{ bucket: 'B.money', perMinute: 240 }];
    const agreed = await change(
      browser,
      'changeClientQuotas',
      { clientId, quotas },
      'client { quotas { bucket perMinute isAgreed } }',
    );
    expect(agreed.client.quotas).toContainEqual({ bucket: 'B.money', perMinute: 240, isAgreed: true });
    expect(agreed.client.quotas).toContainEqual({ bucket: 'B.read', perMinute: 1200, isAgreed: false });

    const barred = await change(
      browser,
      'disableClient',
      { clientId, reason: 'Contract ended' },
      'client { state availableActions }',
    );
    expect(barred.client.state).toBe('DISABLED');
    expect(barred.client.availableActions).toContain('ENABLE');
    await expect(mint(client)).rejects.toMatchObject({ code: 'invalid_client' });
    expect(codes(await change(browser, 'enableClient', { clientId }))).toEqual([]);
  });

  it('names another person who answers for a client, who counts as one behind it from then on', async () => {
    const [first, next] = [await signedIn(['approver']), await signedIn(['approver'])];
    const client = await graph.testApp.newClient();
    const clientId = await uuidOf(client);
    const shown = 'client { version responsible responsiblePerson { id } }';
    const answers = async (responsibleId: string, key?: string) =>
      change(administrator.browser, 'changeClientResponsible', { clientId, responsibleId }, shown, key);
    expect((await answers(first.uuid, 'answers-1')).client).toMatchObject({
      responsible: first.actor,
      responsiblePerson: { id: first.uuid },
    });
    const named = await answers(next.uuid);
    expect(named.client).toMatchObject({ responsible: next.actor, responsiblePerson: { id: next.uuid } });
    // The key of the first one replays it, and changes nothing.
    expect((await answers(first.uuid, 'answers-1')).userErrors).toEqual([]);
    expect((await answers(next.uuid)).client).toEqual(named.client);
    expect(codes(await answers('0198c0de-0000-7000-8000-000000000001'))).toEqual(['unknown_reference']);

    const { memberId, productId, app, done } = graph.testApp;
    const applied = { memberId, productId, principal: 1_000_000n, termMonths: 12 };
    const loan = await done(app.lending.applyForLoan, applied, client.caller);
    await people.fourEyes('on');
    try {
      expect(await approve(next.browser, loan.uuid)).toEqual(['four_eyes_required']);
      // Who answered for it before may have what it signs with.
      expect(await approve(first.browser, loan.uuid)).toEqual(['four_eyes_required']);
      expect(await approve((await signedIn(['approver'])).browser, loan.uuid)).toEqual([]);
    } finally {
      await people.fourEyes('off');
    }
  });

  it('counts as one behind a client whose secret they were shown, wherever two people are needed', async () => {
    const both = await signedIn(['administrator', 'approver']);
    const client = await graph.testApp.newClient();
    await graph.testApp.app.partners.operators.changeClientResponsible(graph.testApp.operator, {
      clientId: client.id,
      responsible: 'Somebody Else',
    });
    const { memberId, productId, app, done } = graph.testApp;
    const applied = { memberId, productId, principal: 1_000_000n, termMonths: 12 };
    const first = await done(app.lending.applyForLoan, applied, client.caller);
    const second = await done(app.lending.applyForLoan, applied, client.caller);
    await people.fourEyes('on');
    try {
      expect(await approve(both.browser, first.uuid)).toEqual([]);
      await change(both.browser, 'rotateClientSecret', { clientId: await uuidOf(client), overlapSeconds: 0 });
      expect(await approve(both.browser, second.uuid)).toEqual(['four_eyes_required']);
    } finally {
      await people.fourEyes('off');
    }
  });
});

async function approve(browser: Browser, loanId: string) {
  return codes(await change(browser, 'approveLoan', { loanId }, 'loan { id }'));
}

describe('A client’s webhooks', () => {
  it('are registered and tested by a person for the client, and only those of the client’s own scopes', async () => {
    const { browser } = administrator;
    const client = await graph.testApp.newClient(['loans:read']);
    const clientId = await uuidOf(client);
    const url = 'https://partner.example/hooks';
    const beyond = await change(browser, 'createWebhook', { clientId, url, events: ['member.*'] }, 'webhook { id }');
    expect(codes(beyond)).toEqual(['insufficient_scope']);
    const made = await change(
      browser,
      'createWebhook',
      { clientId, url, events: ['loan.*'] },
      'webhook { id scopes client { id clientKey } } secret',
    );
    expect(made.webhook).toMatchObject({
      scopes: [],
      client: { id: clientId, clientKey: client.clientKey },
    });
    expect(made.secret).toMatch(/^whsec_/);
    expect(codes(await change(browser, 'testWebhook', { webhookId: made.webhook.id }, 'webhook { id }'))).toEqual([]);

    const events = await browser.query(
      `query ($client: ID!) { clientChanges(clientId: $client, first: 5) {
         changes { event { type subjectType body } } hasMore through }
         client(id: $client) { webhooks { id url deliveries(first: 1) { nodes { state } } } } }`,
      { client: clientId },
    );
    expect(events.errors).toBeUndefined();
    expect(events.data.client.webhooks).toMatchObject([{ id: made.webhook.id, url }]);
    const nobodys = await change(browser, 'createWebhook', { url, events: ['loan.*'] }, 'webhook { id }');
    expect(codes(nobodys)).toEqual(['unknown_reference']);
  });

  it('read nothing where a person leads them, until a token of the client confirms the address', async () => {
    const { testApp } = graph;
    const { browser, id } = await signedIn(['developer']);
    await testApp.done(
      testApp.app.people.assignClients,
      { personId: id, clientIds: [testApp.client.id] },
      testApp.operator,
    );
    const url = 'https://developer.example/hooks';
    const shown = 'webhook { id scopes }';
    const clientId = await uuidOf(testApp.client);
    const { webhook } = await change(browser, 'createWebhook', { clientId, url, events: ['*'] }, shown);
    expect(webhook.scopes).toEqual([]);
    const deliveries = async () => {
      await testApp.app.delivery.relay(testApp.operator.tenantId);
      const rows = await sql(
        `select d.event_type as type from webhook_delivery d join webhook w on w.id = d.endpoint_id where w.uuid = $1`,
        [webhook.id],
      );
      return rows.map(({ type }) => String(type)).filter((type) => type.startsWith('loan.'));
    };
    await testApp.readyLoan(1_000_000n);
    expect(await deliveries()).toEqual([]);
    const recovery = {
      webhookId: webhook.id,
      since: testApp.clock().subtract({ hours: 1 }).toString({ smallestUnit: 'millisecond' }),
      only: 'ALL',
    };
    expect(codes(await change(browser, 'recoverWebhook', recovery, shown))).toEqual([]);

    const confirming = (input: object) =>
      graph.execute(
        `mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { ${shown} userErrors { code } } }`,
        { input: { webhookId: webhook.id, ...input } },
        ['webhooks:write', 'webhooks:read', 'loans:read'],
      );
    const confirmed = (await confirming({ url })).data.updateWebhook;
    expect(confirmed).toEqual({ webhook: { id: webhook.id, scopes: ['loans:read'] }, userErrors: [] });
    await testApp.readyLoan(1_000_000n);
    expect(await deliveries()).toContain('loan.approved');

    const elsewhere = { webhookId: webhook.id, url: 'https://elsewhere.example/hooks' };
    expect((await change(browser, 'updateWebhook', elsewhere, shown)).webhook.scopes).toEqual([]);
    expect(codes(await change(browser, 'deleteWebhook', { webhookId: webhook.id }, 'deletedWebhookId'))).toEqual([]);
  });

  it('send what happened once more with a key in hand alone, for a person', async () => {
    const { testApp } = graph;
    const { browser, id } = administrator;
    const client = await testApp.newClient(['loans:read']);
    const { webhook } = await change(
      browser,
      'createWebhook',
      { clientId: await uuidOf(client), url: 'https://partner.example/again', events: ['*'] },
      'webhook { id }',
    );
    await sql(`update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = $1`, [id]);
    const since = testApp.clock().subtract({ hours: 1 }).toString({ smallestUnit: 'millisecond' });
    const recovery = { webhookId: webhook.id, since };
    expect(codes(await change(browser, 'recoverWebhook', recovery, 'webhook { id }'))).toEqual(['step_up_required']);
    const off = await change(browser, 'disableWebhook', { webhookId: webhook.id }, 'webhook { id }');
    const on = await change(browser, 'enableWebhook', { webhookId: webhook.id }, 'webhook { id }');
    expect([codes(off), codes(on)]).toEqual([[], ['step_up_required']]);
    expect((await browser.stepUp()).status).toBe(200);
    expect(codes(await change(browser, 'enableWebhook', { webhookId: webhook.id }, 'webhook { id }'))).toEqual([]);
  });

  it('stay the client’s own for other clients, whatever id they send', async () => {
    const { browser } = administrator;
    const client = await graph.testApp.newClient(['loans:read']);
    const made = await change(
      browser,
      'createWebhook',
      { clientId: await uuidOf(client), url: 'https://partner.example/own', events: ['loan.*'] },
      'webhook { id }',
    );
    const asked = await graph.execute('query ($id: ID!) { webhook(id: $id) { id } webhooks { nodes { id } } }', {
      id: made.webhook.id,
    });
    expect(asked.data).toEqual({ webhook: null, webhooks: { nodes: [] } });
    const other = await graph.execute(
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } userErrors { code } } }',
      { input: { clientId: await uuidOf(client), url: 'https://partner.example/b', events: ['loan.*'] } },
    );
    expect(other.data.createWebhook).toMatchObject({ webhook: null, userErrors: [{ code: 'unknown_reference' }] });
  });
});

describe('Who maintains no clients', () => {
  it.each([
    ['an officer', ['officer']],
    ['compliance', ['compliance']],
  ])('sees none of them, and nothing is fetched: %s', async (_who, roles) => {
    const { browser } = await signedIn(roles);
    const before = graph.fetches.length;
    const { data, errors } = await browser.query('{ clients { nodes { id } } clientScopes webhooks { nodes { id } } }');
    expect([data, errors?.length]).toEqual([null, 3]);
    expect(graph.fetches.length).toBe(before);
    const name = 'rotateClientSecret';
    const clientId = await uuidOf(graph.testApp.client);
    const denied = await browser.query(
      `mutation ($input: RotateClientSecretInput!) { ${name}(input: $input) { secret userErrors { code } } }`,
      { input: { clientId } },
    );
    expect([denied.data?.[name] ?? null, denied.errors?.length]).toEqual([null, 1]);
  });

  it('may audit them: an auditor reads clients and changes none', async () => {
    const { browser } = await signedIn(['auditor']);
    const { data, errors } = await browser.query('{ clients(first: 1) { nodes { name keys { name } } } }');
    expect([errors, data.clients.nodes.length]).toEqual([undefined, 1]);
    const { data: none, errors: refused } = await browser.query(
      'mutation ($id: ID!) { enableClient(input: { clientId: $id }) { userErrors { code } } }',
      { id: await uuidOf(graph.testApp.client) },
    );
    expect([none?.enableClient ?? null, refused?.length]).toEqual([null, 1]);
  });
});

describe('The log of a client’s requests', () => {
  it('is paged newest first, filtered by status, counted by the hour, and shows bodies to who may do the same', async () => {
    const client = await graph.testApp.newClient(['loans:read']);
    const clientId = await uuidOf(client);
    await sql(
      `insert into request_log (client_id, request_id, method, path, status, duration_ms, scope, request_body)
       select $1, 'req-' || n, 'POST', '/api/v1/loans', case when n % 5 = 0 then 409 else 201 end, n,
              case when n = 25 then 'loans:write' end, '{"principal": 5}'
         from generate_series(1, 25) n`,
      [client.id],
    );
    const { browser } = administrator;
    const page = async (after: string | null, filter: object | null = null) => {
      const { data, errors } = await browser.query(
        `query ($id: ID!, $after: String, $filter: ClientRequestFilter) {
           clientRequests(clientId: $id, after: $after, filter: $filter, first: 10) {
             requests { requestId status requestBody } endCursor hasMore }
           client(id: $id) { use { requests refused failed } } }`,
        { id: clientId, after, filter },
      );
      expect(errors).toBeUndefined();
      return { ...data.clientRequests, use: data.client.use };
    };
    const first = await page(null);
    expect(first.requests.map(({ requestId }: { requestId: string }) => requestId)).toEqual(
      Array.from({ length: 10 }, (_, n) => `req-${25 - n}`),
    );
    expect([first.requests[0].requestBody, first.requests[1].requestBody]).toEqual([null, '{"principal":5}']);
    expect([first.hasMore, first.use]).toEqual([true, [{ requests: 25, refused: 5, failed: 0 }]]);
    const second = await page(first.endCursor);
    expect(second.requests[0].requestId).toBe('req-15');
    expect((await page(null, { status: { gte: 400 } })).requests).toHaveLength(5);
    const { data } = await browser.query(
      'query ($id: ID!) { clientRequest(clientId: $id, requestId: "req-7") { status at } }',
      { id: clientId },
    );
    expect(data.clientRequest).toMatchObject({ status: 201 });
  });
});

describe('The use of the graph', () => {
  const NAMED = `query Statement($no: String! = "M-1") {
    wanjiku: memberByNumber(memberNo: $no) { id memberNo }
    other: memberByNumber(memberNo: "254712345678") { ...OfJane }
  }
  fragment OfJane on Member { memberNo }`;
  const logged = () =>
    sql('select client_id, name, text, fields, uses::int from graph_operation where name = $1 order by id', [
      'Statement',
    ]);
  const fieldUse = async (browser: Browser, variables: object) => {
    const { data, errors } = await browser.query(
      `query ($startsWith: String, $after: String, $first: Int!) {
         graphFieldUse(startsWith: $startsWith, after: $after, first: $first) {
           fields { field operations uses clients clientCount byPeople } hasMore } }`,
      { first: 10, ...variables },
    );
    expect(errors).toBeUndefined();
    return data.graphFieldUse;
  };

  it('is stored as what clients ask for, with counts, and without a value or a name that they made up', async () => {
    const { id } = graph.testApp.client;
    for (let n = 0; n < 3; n++) expect((await graph.execute(NAMED)).errors).toBeUndefined();
    await graph.execute(NAMED.replace('254712345678', '254700000000').replaceAll('wanjiku', 'kamau'));
    await graph.execute('query Statement { nothing }');
    await graph.flushOperations();
    const [row, ...others] = await logged();
    expect([row, others]).toEqual([
      {
        client_id: String(id),
        name: 'Statement',
        text: expect.stringContaining('memberByNumber(memberNo: $v1)'),
        fields: ['Member.id', 'Member.memberNo', 'Query.memberByNumber'],
        uses: 4,
      },
      [],
    ]);
    for (const word of ['Statement', 'wanjiku', 'Jane', 'M-1', '2547']) expect(row?.['text']).not.toContain(word);
    await graph.execute(NAMED);
    await graph.flushOperations();
    expect(await logged()).toMatchObject([{ uses: 5 }]);
  });

  it('shows field by field which clients would miss it; of people only that they are some', async () => {
    const { browser } = administrator;
    await browser.query('query Statement { memberByNumber(memberNo: "M-1") { name } }');
    await graph.flushOperations();
    expect(await sql(`select client_id from graph_operation where fields @> '{Member.name}'`)).toEqual([
      { client_id: null },
    ]);
    const [client] = await sql('select name from api_client where id = $1', [graph.testApp.client.id]);
    const byClient = { operations: 1, uses: 5, clients: [client?.['name']], clientCount: 1, byPeople: false };
    const first = await fieldUse(browser, { startsWith: 'Member.', first: 2 });
    expect(first).toEqual({
      fields: [
        { field: 'Member.id', ...byClient },
        { field: 'Member.memberNo', ...byClient },
      ],
      hasMore: true,
    });
    expect(await fieldUse(browser, { startsWith: 'Member.', after: 'Member.memberNo' })).toEqual({
      fields: [{ field: 'Member.name', operations: 1, uses: 1, clients: [], clientCount: 0, byPeople: true }],
      hasMore: false,
    });
    const root = await fieldUse(browser, { startsWith: 'Query.memberByNumber' });
    expect(root.fields).toEqual([
      { ...byClient, field: 'Query.memberByNumber', operations: 2, uses: 6, byPeople: true },
    ]);
  });

  it('tells an operator who would lose what, before a changed graph ships', async () => {
    const NARROWER = 'Query.memberByNumber needs the scope members:write, and did not before.';
    const NARROWEST = 'Query.loans needs the scope people:read, and did not before.';
    for (let n = 0; n < 2; n++) await graph.execute('query LoanNumbers { loans(first: 3) { nodes { loanNo } } }');
    await graph.flushOperations();
    const folder = await mkdtemp(join(tmpdir(), 'umoja-graph-seen-'));
    const file = join(folder, 'proposed.graphql');
    const committed = await readFile(new URL('../../../gateway/supergraph.graphql', import.meta.url), 'utf8');
    await writeFile(
      file,
      committed
        .replace('  loanNo: String! @join__field(graph: LENDING)', '  number: String! @join__field(graph: LENDING)')
        .replace(
          /(memberByNumber\([^)]*\): Member [^\n]*)@requiresScopes\(scopes: \[\["members:read"\]\]\)/,
          '$1@requiresScopes(scopes: [["members:write"]])',
        )
        .replace(
          /(type Query\n[^]*?\n  loans\([^]*?\n  \): LoanConnection [^\n]*)@requiresScopes\(scopes: \[\["loans:read"\]\]\)/,
          '$1@requiresScopes(scopes: [["people:read"]])',
        ),
    );
    const [client] = await sql('select name from api_client where id = $1', [graph.testApp.client.id]);
    const { code, output } = await operate(graph.testApp.settings, ['graph', 'check', file, '--seen', '--json']);
    await rm(folder, { recursive: true });
    expect(code).toBe(1);
    expect(JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? '')).toMatchObject({
      breaking: ['Loan.loanNo was removed.', NARROWER, NARROWEST],
      concerned: [
        {
          change: 'Loan.loanNo was removed.',
          senders: [{ client: client?.['name'], operation: 'LoanNumbers', uses: 2 }],
        },
        // The client that has sent it holds the scope that it takes by now; of people each holds their own.
        { change: NARROWER, senders: [{ client: null, operation: 'Statement', uses: 1 }] },
        { change: NARROWEST, senders: [{ client: client?.['name'], operation: 'LoanNumbers', uses: 2 }] },
      ],
      broken: [
        {
          errors: ['Cannot query field "loanNo" on type "Loan".'],
          senders: [{ client: client?.['name'], operation: 'LoanNumbers', uses: 2 }],
        },
      ],
    });
  });

  it('is bounded for each client, counts what it can’t write and drops it, and ends after 30 days', async () => {
    const { id } = await graph.testApp.newClient(['loans:read']);
    const caller = { tenantId: graph.testApp.tenantId, clientId: id };
    const log = graph.testApp.app.operationLog(graph.testApp.log);
    const send = (n: number) =>
      log.add(caller, {}, () => ({ hash: `hash-${n}`, name: null, text: '{ x }', fields: ['Query.x'] }));
    for (let n = 0; n < 510; n++) send(n);
    await log.flush();
    const stored = () => sql(`select uses::int from graph_operation where client_id = $1`, [id]);
    expect([(await stored()).length, log.dropped()]).toEqual([500, 10]);
    // What is known is counted on.
    const [known] = await sql('select hash from graph_operation where client_id = $1 limit 1', [id]);
    send(Number(String(known?.['hash']).replace('hash-', '')));
    await log.flush();
    expect((await stored()).filter(({ uses }) => uses === 2)).toHaveLength(1);

    // The database takes no such name.
    log.add(caller, {}, () => ({ hash: 'h', name: 'n'.repeat(101), text: '{ x }', fields: ['Query.x'] }));
    await log.flush();
    expect(log.dropped()).toBe(11);

    await sql(`update graph_operation set last_seen_at = now() - interval '31 days' where client_id = $1`, [id]);
    expect((await fieldUse(administrator.browser, { startsWith: 'Query.x' })).fields).toEqual([]);
    await graph.testApp.app.rounds.discardExpired();
    expect(await stored()).toEqual([]);
  });
});

describe('The audit trail', () => {
  it('is read by who did it, by the command, by the record and by time, page by page', async () => {
    const auditor = await signedIn(['auditor']);
    const { browser, actor } = administrator;
    const read = async (variables: object) => {
      const { data, errors } = await auditor.browser.query(
        `query ($filter: AuditFilter, $subject: ID, $orderBy: [AuditOrder!], $first: Int, $after: String) {
           audit(filter: $filter, subjectId: $subject, orderBy: $orderBy, first: $first, after: $after) {
             nodes { id actor command at } pageInfo { hasNextPage endCursor } } }`,
        variables,
      );
      expect(errors).toBeUndefined();
      return data.audit;
    };
    const client = await graph.testApp.newClient(['loans:read']);
    const clientId = await uuidOf(client);
    const since = Temporal.Now.instant().subtract({ minutes: 5 }).toString({ fractionalSecondDigits: 3 });
    for (const name of ['one', 'two', 'three']) await change(browser, 'changeClient', { clientId, name });
    const filter = { actor, command: 'changeClient' };
    const first = await read({ filter, first: 2 });
    expect(first.nodes.map(({ command }: { command: string }) => command)).toEqual(['changeClient', 'changeClient']);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = await read({ filter, first: 100, after: first.pageInfo.endCursor });
    const ids = [...first.nodes, ...rest.nodes].map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
    const orderBy = [{ by: 'AT', direction: 'DESCENDING' }];
    expect((await read({ filter: { at: { gte: since } }, orderBy })).nodes[0].command).toBe('changeClient');
    expect((await read({ filter: { at: { lt: '2020-01-01T00:00:00.000Z' } } })).nodes).toEqual([]);
    expect((await read({ subject: clientId })).nodes).toHaveLength(4);
    expect((await read({ subject: 'nothing' })).nodes).toEqual([]);
    // By name, also for who does not maintain people.
    const compliance = await signedIn(['compliance']);
    const { data } = await compliance.browser.query(
      'query ($filter: AuditFilter) { audit(filter: $filter, first: 1) { nodes { actorName } } }',
      { filter },
    );
    expect(data.audit.nodes).toEqual([{ actorName: expect.stringMatching(/^Guest \d+$/) }]);
  });
});

describe('The settings of the institution', () => {
  it('are read by administrators and auditors: policies as they are in force, and providers without their secrets', async () => {
    await sql(
      `insert into rail (uuid, kind, settings, secrets, balance, circuit)
       values (gen_random_uuid(), 'daraja', '{"shortcode": "600123"}', 'sealed', 12345, '{"state": "open"}')`,
    );
    const query = `{ policies { institution fourEyes backdateDays reversalLimit arrearsBands { name fromDays } appTariff { fee } }
      rails { kind balance isOpen } }`;
    const { data, errors } = await administrator.browser.query(query);
    await sql('delete from rail');
    expect(errors).toBeUndefined();
    expect(data.policies).toMatchObject({
      institution: 'Umoja Test Society',
      fourEyes: false,
      backdateDays: 365,
      reversalLimit: null,
      appTariff: [],
    });
    expect(data.policies.arrearsBands[0]).toEqual({ name: 'normal', fromDays: 0 });
    expect(data.rails).toEqual([{ kind: 'daraja', balance: 12345, isOpen: false }]);
    const { browser } = await signedIn(['teller']);
    const { data: denied, errors: refused } = await browser.query(query);
    expect([denied, refused?.length]).toEqual([{ policies: null, rails: null }, 2]);
  });
});

describe('A page of clients', () => {
  it('costs as many statements as a page of one', async () => {
    for (let n = 0; n < 3; n++) await graph.testApp.newClient(['loans:read']);
    const query = (first: number) =>
      `{ clients(first: ${first}) { nodes { name responsiblePerson { name } keys { name } use { requests }
           webhooks { url deliveries(first: 2) { nodes { state } } } } totalCount } }`;
    const { browser } = administrator;
    const one = await graph.counted(() => browser.query(query(1)));
    expect(one.result.errors).toBeUndefined();
    const many = await graph.counted(() => browser.query(query(10)));
    expect(many.result.data.clients.nodes.length).toBeGreaterThan(5);
    const own = ({ reads }: typeof one) => reads.filter((text) => !/credential_of_session|person_session/.test(text));
    expect(own(many).length).toBeLessThanOrEqual(9);
    expect(own(many).length - own(one).length).toBeLessThanOrEqual(3);
  });
});
