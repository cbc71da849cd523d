import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

/**
 * What belongs to one institution is not there for another, through any endpoint. The rows of surface C are walked by a test of
 * their own.
 */
const rows = routes.filter(({ surface }) => surface === 'lending');

/** A provider's statement with a payment that the books lack. */
function aComparison(ports: RestTestApp, of: Institution) {
  const day = Temporal.PlainDate.from('2026-03-02');
  const line = { lineNo: 2, receiptNo: 'MISSING001', kind: 'movement', amount: 50_000n, msisdn: null } as const;
  const at = Temporal.Instant.from('2026-03-02T09:00:00Z');
  return ports.app.reconciliation.reconcile(systemCaller(of, 'tests', 'tests'), {
    account: 'mpesa_paybill',
    subAccount: null,
    statement: { source: 'statement', from: day, through: day, opening: null, closing: null, digest: 'a' },
    lines: [{ ...line, at, accountReference: null, originatorId: null, linkedReceiptNo: null }],
  });
}

let ports: RestTestApp;
let owner: TestClient;
let stranger: TestClient;
/** Ids of the owner's records by the name that paths give them. */
let ids: { readonly [parameter: string]: { readonly [resource: string]: { id: number; uuid: string } } };

beforeAll(async () => {
  ports = await openRestTestApp({ logs: 'requests' });
  const institution = await ports.openInstitution();
  owner = await ports.openClient(institution);
  // What is held of a student is for clients that are trusted with it.
  await ports.admin('update api_client set pii = true where id = $1', [owner.id]);
  stranger = await ports.openClient(await ports.openInstitution());
  const partner = lendingClient(ports, institution, owner);
  const draft = await partner.aDraft();
  const { body: guarantee } = await partner.call('POST', `/api/v1/loans/${draft.id}/guarantees`, {
    body: { member_id: (await partner.aMember()).id, amount: 1_000 },
  });
  await partner.approve(draft.id);
  const { body: sent } = await partner.disburse(draft.id);
  await partner.notify(sent.id, { code: 0 });
  // A failure after the success: a person has to look.
  await partner.notify(sent.id, { code: 1 });
  const { body: incidents } = await partner.call('GET', '/api/v1/incidents');
  // Numbers of agents are each institution's own: this one the stranger has not.
  await ports.admin(
    `insert into agent (uuid, tenant_id, agent_no, name, branch_id, float, held)
     values (gen_random_uuid(), $1, 'AG-000077', 'Another till', $2, 0, 0)`,
    [institution.id, institution.branch.id],
  );
  const { body: loan } = await partner.call('GET', `/api/v1/loans/${draft.id}`);
  const { body: paid } = await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
    body: { amount: 1_000, channel: 'cash' },
  });
  await ports.admin('update tenant set reversal_limit = 0 where id = $1', [institution.id]);
  ports.forgetTenant(institution.id);
  const { body: proposal } = await partner.call('PATCH', `/api/v1/loans/${loan.id}/repayments/${paid.id}`, {
    body: { action: 'reverse', reason: 'The cheque bounced.' },
  });
  const { body: disbursed } = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements`);
  const topUps = '/api/v1/agents/AG-000077/float/top_ups';
  const { body: floatTopUp } = await partner.call('POST', topUps, { body: { amount: 100_000 } });
  const { body: member } = await partner.call('GET', `/api/v1/members/${loan.member_id}`);
  const { body: hook } = await partner.call('POST', '/api/v1/webhooks', {
    body: { url: 'https://example.com/', events: ['*'] },
    key: 'the-owners-key',
  });
  const savings = await savingsClient(ports, institution, partner);
  const account = await savings.anAccount();
  const { body: deposit } = await savings.move(account.id, { type: 'deposit', amount: 5, channel: 'cash' });
  const { body: received } = await savings.pay('who knows');
  const { body: split } = await partner.call('POST', '/api/v1/receipts', {
    body: { channel: 'cash', reference: 'SPLIT-1', amount: 5, parts: [{ savings_account_id: account.id, amount: 5 }] },
  });
  const alert = await savings.anAlert();
  const { body: feed } = await partner.call('GET', '/api/v1/events?filter[type]=webhook.registered');
  const [delivery] = await ports.admin<{ id: number; uuid: string }>(
    `insert into webhook_delivery (uuid, tenant_id, endpoint_id, client_id, event_id, event_type, subject_key, sequence,
                                   state, trigger, attempts, attempts_of_round, parked)
     select gen_random_uuid(), e.tenant_id, $1, $2, e.id, e.type, 'webhook:1', 1, 'exhausted', 'event', 0, 0, false
       from event e where e.type = 'webhook.registered' and e.subject_id = $1
     returning id, uuid`,
    [hook.id, owner.id],
  );
  if (!delivery) throw new Error('No delivery was planted.');
  const event = feed.data[0];
  const mourned = await partner.aMember();
  await partner.call('PATCH', `/api/v1/members/${mourned.id}`, {
    body: { action: 'record_death', died_on: '2026-01-02', document_reference: 'Burial permit 1' },
  });
  const { body: claims } = await partner.call('GET', '/api/v1/death_claims');
  const { reconciliation, open } = await aComparison(ports, institution);
  const payout = await ports.call('POST', '/v1/payouts', {
    token: owner.token,
    key: 'the-owners-payout',
    body: { amount: 100_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: 'the-owners' },
  });
  const appPayment = payout.body.data.id;
  await partner.call('GET', '/api/v1/loans', { headers: { 'x-request-id': 'the-owners-request' } });
  await ports.flushRequests();
  ids = {
    id: {
      members: member,
      app_payments: { id: appPayment, uuid: appPayment },
      death_claims: claims.data[0],
      loans: loan,
      webhooks: hook,
      loan_products: institution.product,
      savings_products: savings.savingsProduct,
      savings_accounts: account,
      mobile_money: received,
      receipts: split,
      aml: alert,
      reconciliations: reconciliation,
      reconciliation_breaks: open[0] as never,
      events: { ...event, uuid: event.id },
      incidents: incidents.data[0],
      float_top_ups: floatTopUp,
      proposals: proposal,
    },
    client_id: { apps: { id: owner.clientKey as never, uuid: owner.clientKey } },
    agent_id: { agents: { id: 'AG-000077' as never, uuid: 'AG-000077' } },
    delivery_id: { webhooks: delivery },
    transaction_id: { savings_accounts: deposit },
    disbursement_id: { loans: disbursed.data[0] },
    repayment_id: { loans: paid },
    guarantee_id: { loans: guarantee },
    request_id: { requests: { id: 'the-owners-request' as never, uuid: 'the-owners-request' } },
    key: { idempotency_keys: { id: 'the-owners-key' as never, uuid: 'the-owners-key' } },
  };
});
afterAll(() => ports.close());

const pathOf = ({ path }: Pick<Route, 'path'>, form: 'id' | 'uuid') =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const resource = path.split('/')[3] ?? '';
    const record = ids[name]?.[resource];
    if (!record) throw new Error(`The test has no ${name} for ${path}.`);
    return String(record[form]);
  });
const send = (row: Route, path: string, token: string) =>
  ports.call(row.method, path, { token, ...(row.body ? { body: row.example } : {}) });

const named = (each: readonly Route[]): [string, Route][] => each.map((row) => [`${row.method} ${row.path}`, row]);

describe('Another institution’s record', () => {
  it.each(named(rows.filter(({ params }) => params)))('is not there for %s', async (_, row) => {
    for (const form of ['id', 'uuid'] as const) {
      const { status, body } = await send(row, pathOf(row, form), stranger.token);
      expect({ status, code: body?.code }).toEqual({ status: 404, code: 'not_found' });
    }
  });

  it.each(named(rows.filter(({ method, params }) => method === 'GET' && params)))(
    'is there for its owner by %s',
    async (_, row) => {
      for (const form of ['id', 'uuid'] as const) {
        expect((await send(row, pathOf(row, form), owner.token)).status).toBe(200);
      }
    },
  );

  // The catalogue of events is part of the program, the same for everybody; requests.test.ts looks into those of others.
  const elsewhere = ['listEventTypes', 'listRequests'];
  const lists = rows.filter(({ list, params, operation }) => list && !params && !elsewhere.includes(operation));
  it.each(named(lists))('is in no list of %s', async (_, row) => {
    const mine = await ports.call('GET', row.path, { token: owner.token });
    expect(mine.body.data.length).toBeGreaterThan(0);
    const known = JSON.stringify(mine.body.data.map(({ id, uuid = id }: { id: string; uuid?: string }) => uuid));
    const theirs = await ports.call('GET', `${row.path}?include=total&limit=200`, { token: stranger.token });
    for (const { id, uuid = id } of theirs.body.data) expect(known).not.toContain(uuid);
    if (!row.list?.list.fields['id']) return;
    for (const { id, uuid } of mine.body.data) {
      for (const value of [id, uuid]) {
        const { body } = await ports.call('GET', `${row.path}?filter[id]=${value}&include=total`, {
          token: stranger.token,
        });
        expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
      }
    }
  });

  it('is no reference for a record of one’s own', async () => {
    const { id: loans, disbursement_id: _ } = ids;
    const member = loans?.['members'];
    for (const value of [member?.id, member?.uuid]) {
      const { status, body } = await ports.call('POST', '/api/v1/loans', {
        token: stranger.token,
        body: { member_id: value, product_id: 1, principal: 5_000_000, term_months: 12 },
      });
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'unknown_reference' });
    }
    const filtered = await ports.call('GET', `/api/v1/loans?filter[member_id]=${member?.uuid}`, {
      token: stranger.token,
    });
    expect(filtered.body.data).toEqual([]);
  });
});

describe('Every row', () => {
  it.each(named(routes))('%s requires a token', async (_, row) => {
    const path = row.path.replaceAll(/\{\w+\}/g, '1');
    expect((await ports.call(row.method, path)).status).toBe(401);
  });

  it.each(named(routes.filter(({ scope }) => scope !== null)))('%s requires its scope', async (_, row) => {
    expect(SCOPES).toContain(row.scope);
    const institution = await ports.openInstitution();
    const limited = await ports.openClient(
      institution,
      SCOPES.filter((scope) => scope !== row.scope),
    );
    const path = row.path.replaceAll(/\{\w+\}/g, '1');
    const { status, body, headers } = await ports.call(row.method, path, { token: limited.token, body: row.example });
    expect(status).toBe(403);
    expect(body.required_scopes).toEqual([row.scope]);
    expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${row.scope}"`);
  });

  it('has a scope, but for looking up one’s own requests', () => {
    expect(routes.filter(({ scope }) => scope === null).map(({ path }) => path)).toEqual([
      '/api/v1/requests',
      '/api/v1/requests/{request_id}',
      '/api/v1/idempotency_keys/{key}',
    ]);
    expect(new Set(routes.map(({ operation }) => operation)).size).toBe(routes.length);
  });
});
