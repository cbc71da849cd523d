import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#rest/routes.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

/**
 * Surface B as the contract has it, row by row: each test carries the row that it proves. The rows are copied here
 * because the document itself is not part of the repository.
 */
let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  partner = lendingClient(ports, institution, client);
});
afterAll(() => ports.close());

describe('1. What the service does', () => {
  it('B: lending | Manages members, loans, ...; predictable and idempotent | {base_url}/api/v1/', async () => {
    expect((await partner.call('GET', '/api/v1/loans')).status).toBe(200);
    expect((await partner.call('GET', '/v1/loans')).status).toBe(404);
  });
});

describe('2. Conventions', () => {
  it('Identifiers are stable integers', async () => {
    const loan = await partner.aDraft();
    expect(Number.isInteger(loan.id)).toBe(true);
    await partner.approve(loan.id);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body.id).toBe(loan.id);
  });

  it('Non-enumerable UUIDs are available through aliasing on request of a consumer', async () => {
    const loan = await partner.aDraft();
    const { body } = await partner.call('GET', `/api/v1/loans/${loan.id}?id_format=uuid`);
    for (const id of [body.id, body.member_id, body.product_id]) expect(id).toMatch(/^[0-9a-f]{8}-/);
    expect((await partner.call('GET', `/api/v1/loans/${body.id}`)).body.id).toBe(loan.id);
  });

  it('Timestamps: ISO 8601 UTC with a Z suffix', async () => {
    const { created_at: at } = await partner.aDraft();
    expect(at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
  });

  it('Currency amounts are given in minor units (KES cents)', async () => {
    expect(await partner.aDraft({ principal: 5_000_000 })).toMatchObject({ principal: 5_000_000 });
  });

  it('List endpoints accept filter[field]=<value> query parameters and cursor pagination', async () => {
    const { id } = await partner.anApprovedLoan();
    await partner.anApprovedLoan();
    const first = await partner.call('GET', '/api/v1/loans?filter[state]=ready_to_disburse&limit=1');
    const { next_cursor: cursor } = first.body.pagination;
    const second = await partner.call('GET', `/api/v1/loans?filter[state]=ready_to_disburse&limit=1&cursor=${cursor}`);
    expect(second.body.data[0].id).toBe(id);
  });
});

describe('2. Surface B: member', () => {
  const rows: [string, unknown, unknown][] = [
    ['name | string | full name', 'name', 'Amina Wanjiku'],
    ['national_id | string', 'national_id', expect.any(String)],
    ['phone | string | international format with leading +', 'phone', '+254712345678'],
    ['branch_id | integer', 'branch_id', expect.any(Number)],
    ['kyc.id_type | string | one value shown: national_id', 'kyc.id_type', 'national_id'],
    ['kyc.id_number | string', 'kyc.id_number', expect.any(String)],
    ['kyc.date_of_birth | string | date, YYYY-MM-DD', 'kyc.date_of_birth', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
    [
      'kyc.address | object | fields city, county, country',
      'kyc.address',
      { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
    ],
    ['id (integer)', 'id', expect.any(Number)],
    ['member_no (string, format M- followed by a zero-padded number)', 'member_no', expect.stringMatching(/^M-0\d+$/)],
    ['state (string)', 'state', 'pending_kyc'],
  ];
  it.each(rows)('%s', async (_, name, value) => {
    const { body } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    expect(
      String(name)
        .split('.')
        .reduce((at: any, member) => at[member], body),
    ).toEqual(value);
  });
});

describe('2. Surface B: loan', () => {
  it('member_id | integer | create', async () => {
    const member = await partner.aMember();
    const { body } = await partner.call('POST', '/api/v1/loans', { body: partner.anApplication(member.id) });
    expect(body.member_id).toBe(member.id);
  });

  it('product_id | integer | create; required; must reference a row from GET /api/v1/loan_products', async () => {
    const { body: products } = await partner.call('GET', '/api/v1/loan_products');
    expect(products.data.map(({ id }: { id: number }) => id)).toContain(institution.product.id);
    const member = await partner.aMember();
    const missing = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication(member.id, { product_id: undefined }),
    });
    expect(missing.status).toBe(422);
    const unknown = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication(member.id, { product_id: 987_654 }),
    });
    expect(unknown.status).toBe(422);
  });

  it('principal | term_months | purpose | create; id (integer), state (string)', async () => {
    expect(await partner.aDraft({ principal: 1_234_500, term_months: 7, purpose: 'School fees' })).toMatchObject({
      id: expect.any(Number),
      state: 'draft',
      principal: 1_234_500,
      term_months: 7,
      purpose: 'School fees',
    });
  });
});

describe('2. Surface B: loan, changed', () => {
  it('action | string | PATCH only; value shown: approve', async () => {
    const { id, member_id: memberId } = await partner.aDraft();
    const created = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication(memberId, { action: 'approve' }),
    });
    expect(created.status).toBe(422);
    expect((await partner.approve(id)).status).toBe(200);
  });
});

describe('2. Surface B: disbursement', () => {
  it('amount, channel mpesa_b2c, msisdn | request; id, state sent, provider_ref | response', async () => {
    const loan = await partner.anApprovedLoan();
    const { body } = await partner.call('POST', `/api/v1/loans/${loan.id}/disbursements`, {
      body: { amount: 5_000_000, channel: 'mpesa_b2c', msisdn: '+254712345678' },
    });
    expect(body).toMatchObject({ id: expect.any(Number), state: 'sent', provider_ref: expect.stringMatching(/.+/) });
  });
});

describe('2. Surface B: repayment', () => {
  it('A repayment response carries loan_id (the loan the repayment was booked to; clients verify it matches the URL)', async () => {
    const loan = await partner.anActiveLoan();
    const path = `/api/v1/loans/${loan.id}/repayments`;
    const { body } = await partner.call('POST', path, { body: { amount: 10_000, channel: 'cash' } });
    expect(body.loan_id).toBe(loan.id);
    const { body: list } = await partner.call('GET', path);
    for (const repayment of list.data) expect(repayment.loan_id).toBe(loan.id);
    expect((await partner.call('GET', `${path}/${body.id}`)).body.loan_id).toBe(loan.id);
  });
});

describe('3. States and transitions', () => {
  it('Member: (none) | POST /members | valid payload | pending_kyc | 201 returned with id and member_no', async () => {
    const { status, body } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'pending_kyc', id: expect.any(Number), member_no: expect.any(String) });
  });

  it('Loan: (none) | POST /loans | valid payload with product_id | draft', async () => {
    expect((await partner.aDraft()).state).toBe('draft');
  });

  it('Loan: draft | PATCH /loans/{id} with action approve | approval accepted | ready_to_disburse | loan appears in filter[state]=ready_to_disburse', async () => {
    const { id } = await partner.aDraft();
    const { status, body } = await partner.approve(id);
    expect({ status, state: body.state }).toEqual({ status: 200, state: 'ready_to_disburse' });
    const { body: list } = await partner.call('GET', '/api/v1/loans?filter[state]=ready_to_disburse&limit=200');
    expect(list.data.map((loan: { id: number }) => loan.id)).toContain(id);
  });

  it('Loan: ready_to_disburse | POST /loans/{id}/disbursements confirmation booked | active | repayment schedule starts; event loan.disbursed fires', async () => {
    const loan = await partner.anApprovedLoan();
    const { body } = await partner.disburse(loan.id);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}/schedule`)).body.data).toEqual([]);
    await partner.notify(body.id, { code: 0 });
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body.state).toBe('active');
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}/schedule`)).body.data.length).toBe(12);
    const events = await ports.admin(`select from event where type = 'loan.disbursed' and subject_id = $1`, [loan.id]);
    expect(events).toHaveLength(1);
  });

  it('Disbursement: (none) | POST /loans/{id}/disbursements on the mobile-money channel | sufficient agent float | sent | provider_ref returned', async () => {
    const { body } = await partner.disburse((await partner.anApprovedLoan()).id);
    expect(body).toMatchObject({ state: 'sent', provider_ref: expect.any(String) });
  });
});

describe('4. Endpoints (all under {base_url}/api/v1, all require Bearer token)', () => {
  it.each([
    [
      'Members | /members | GET, POST, PATCH',
      [
        ['GET', '/members'],
        ['POST', '/members'],
        ['PATCH', '/members/1'],
      ],
    ],
    [
      'Loans | /loans | GET, POST, PATCH',
      [
        ['GET', '/loans'],
        ['POST', '/loans'],
        ['PATCH', '/loans/1'],
      ],
    ],
    ['Loan schedules | /loans/{id}/schedule | GET', [['GET', '/loans/1/schedule']]],
    [
      'Disbursements | /loans/{id}/disbursements | GET, POST',
      [
        ['GET', '/loans/1/disbursements'],
        ['POST', '/loans/1/disbursements'],
      ],
    ],
    [
      'Repayments | /loans/{id}/repayments | GET, POST',
      [
        ['GET', '/loans/1/repayments'],
        ['POST', '/loans/1/repayments'],
      ],
    ],
    [
      'Webhooks | /webhooks | GET, POST, DELETE',
      [
        ['GET', '/webhooks'],
        ['POST', '/webhooks'],
        ['DELETE', '/webhooks/1'],
      ],
    ],
    ['Loan products | /loan_products | GET', [['GET', '/loan_products']]],
  ] as [string, [string, string][]][])('%s', async (_, calls) => {
    for (const [method, path] of calls) {
      expect((await ports.call(method, `/api/v1${path}`)).status).toBe(401);
      const { status } = await partner.call(method, `/api/v1${path}`);
      expect([404, 405].includes(status) && !path.endsWith('/1') && !path.includes('/1/')).toBe(false);
      expect(status).not.toBe(405);
    }
  });

  it('Rule 1. Request and response bodies are JSON (Content-Type: application/json)', async () => {
    const { headers } = await partner.call('GET', '/api/v1/loans');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const form = await partner.call('POST', '/api/v1/members', {
      raw: { type: 'application/x-www-form-urlencoded', text: 'name=a' },
    });
    expect(form.status).toBe(415);
  });

  it('Rule 2. POST /members returns 201 with the created member', async () => {
    const applicant = partner.anApplicant();
    const { status, body } = await partner.call('POST', '/api/v1/members', { body: applicant });
    expect(status).toBe(201);
    expect(body).toMatchObject(applicant);
  });

  it('Rule 3. POST /loans returns the loan in state draft', async () => {
    expect(await partner.aDraft()).toMatchObject({ state: 'draft', id: expect.any(Number) });
  });

  it('Rule 4. PATCH /loans/{id}: body {action}; optimistic concurrency through If-Match with the ETag previously returned', async () => {
    const { id } = await partner.aDraft();
    const etag = (await partner.call('GET', `/api/v1/loans/${id}`)).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const approved = await partner.approve(id, { headers: { 'if-match': etag } });
    expect(approved.status).toBe(200);
    expect(approved.headers.get('etag')).not.toBe(etag);
    const stale = await partner.call('PATCH', `/api/v1/loans/${id}`, {
      body: { action: 'undo_approval' },
      headers: { 'if-match': etag },
    });
    expect(stale.status).toBe(412);
  });

  it('Rule 5. POST /loans/{id}/disbursements: body amount, channel, msisdn; returns id, state, provider_ref', async () => {
    const { id } = await partner.anApprovedLoan();
    for (const missing of ['amount', 'channel', 'msisdn']) {
      const { status, body } = await partner.disburse(id, { body: partner.aPayment({ [missing]: undefined }) });
      expect([status, body.errors[0].pointer]).toEqual([422, `#/${missing}`]);
    }
    const { status, body } = await partner.disburse(id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.any(Number), state: 'sent', provider_ref: expect.any(String) });
  });

  it('Rule 6. List endpoints accept filter[<field>]=<value> (for example on loans filter[state]) and cursor pagination', async () => {
    await partner.aDraft();
    const lists = 'members loans loan_products savings_accounts mobile_money/transactions aml/alerts webhooks'.split(
      ' ',
    );
    for (const list of lists) {
      const { status, body } = await partner.call('GET', `/api/v1/${list}?limit=1&filter[id]=1,2,3`);
      expect([list, status]).toEqual([list, 200]);
      expect(body.pagination).toMatchObject({ limit: 1, has_more: expect.any(Boolean) });
      expect(body.pagination).toHaveProperty('next_cursor');
    }
  });

  it('Rule 7. Every mutating request accepts the Idempotency-Key header', async () => {
    const loan = await partner.anActiveLoan();
    const approved = await partner.anApprovedLoan();
    const draft = await partner.aDraft();
    const { body: hook } = await partner.call('POST', '/api/v1/webhooks', {
      body: { url: 'https://example.com', events: ['*'] },
    });
    const writes: [string, string, unknown][] = [
      ['POST', '/members', partner.anApplicant()],
      ['PATCH', `/members/${loan.member_id}`, { name: 'A new name' }],
      ['POST', '/loans', partner.anApplication(loan.member_id)],
      ['PATCH', `/loans/${draft.id}`, { action: 'approve' }],
      ['POST', `/loans/${approved.id}/disbursements`, partner.aPayment()],
      ['POST', `/loans/${loan.id}/repayments`, { amount: 1_000, channel: 'cash' }],
      ['POST', '/webhooks', { url: 'https://example.com', events: ['*'] }],
      ['DELETE', `/webhooks/${hook.id}`, undefined],
    ];
    for (const [method, path, body] of writes) {
      const send = () =>
        partner.call(method, `/api/v1${path}`, {
          key: `${method} ${path}`.replaceAll(' ', '-'),
          ...(body ? { body } : {}),
        });
      const first = await send();
      expect(first.status).toBeLessThan(300);
      const again = await send();
      expect([path, again.status, again.text]).toEqual([path, first.status, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });
});

describe('5. Authentication, surface B', () => {
  it('OAuth 2.0 client-credentials. Clients are provisioned with scopes written <resource>:<read|write>', async () => {
    const reader = await ports.openClient(institution, ['loans:read']);
    expect((await ports.call('GET', '/api/v1/loans', { token: reader.token })).status).toBe(200);
    expect((await ports.call('POST', '/api/v1/loans', { token: reader.token, body: {} })).status).toBe(403);
    expect((await ports.call('GET', '/api/v1/members', { token: reader.token })).status).toBe(403);
  });
});

describe('6. Events', () => {
  it('loan.disbursed | a disbursement is booked on a loan | delivered as a webhook: it can be subscribed to', async () => {
    const { status, body } = await partner.call('POST', '/api/v1/webhooks', {
      body: { url: 'https://example.com/hook', events: ['loan.disbursed'] },
    });
    expect({ status, events: body.events }).toEqual({ status: 201, events: ['loan.disbursed'] });
  });
});

describe('7. Errors, surface B: RFC 7807 Problem Details', () => {
  it('type | title | status | detail | instance, for a refused disbursement: 409 insufficient_balance with agent_id and available_float', async () => {
    const poor = await ports.openInstitution('sandbox', 500_000n);
    const cashier = lendingClient(ports, poor, await ports.openClient(poor));
    const loan = await cashier.anApprovedLoan();
    const { status, headers, body } = await cashier.disburse(loan.id, { headers: { 'x-request-id': 'trace-me' } });
    expect(status).toBe(409);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({
      type: expect.stringMatching(/^https?:\/\/.*\/insufficient_balance$/),
      title: expect.any(String),
      status: 409,
      detail: expect.any(String),
      instance: `/api/v1/loans/${loan.id}/disbursements`,
      agent_id: expect.any(String),
      available_float: 500_000,
    });
    expect(headers.get('x-request-id')).toBe('trace-me');
  });

  it('422 | POST /loans without product_id', async () => {
    const member = await partner.aMember();
    const { status, body } = await partner.call('POST', '/api/v1/loans', {
      body: { member_id: member.id, principal: 5_000_000, term_months: 12 },
    });
    expect(status).toBe(422);
    expect(body.errors[0].pointer).toBe('#/product_id');
  });

  it('429 | rate limit exceeded; Retry-After gives seconds to wait', async () => {
    const small = {
      'A.read': 1,
      'A.write': 1,
      'B.read': 1,
      'B.write': 1,
      'B.money': 1,
      'C.read': 1,
      'C.write': 1,
      graph: 1,
    };
    const limited = await openRestTestApp({ quotas: small });
    const { token } = await limited.openClient(await limited.openInstitution());
    await limited.call('GET', '/api/v1/loans', { token });
    const { status, headers } = await limited.call('GET', '/api/v1/loans', { token });
    await limited.close();
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('The X-Request-ID header is echoed for tracing', async () => {
    const { headers } = await partner.call('GET', '/api/v1/loans', { headers: { 'x-request-id': 'abc-123' } });
    expect(headers.get('x-request-id')).toBe('abc-123');
  });
});

describe('8. Limits', () => {
  it('Idempotency-Key retention | 24 hours; a key reused inside the window returns the cached response', async () => {
    const applicant = partner.anApplicant();
    const send = () => partner.call('POST', '/api/v1/members', { body: applicant, key: 'window' });
    const first = await send();
    ports.clock.ahead = Temporal.Duration.from({ hours: 23, minutes: 59 });
    expect((await send()).text).toBe(first.text);
    ports.clock.ahead = Temporal.Duration.from({ seconds: 0 });
  });

  it('Rate limiting | per client; exceeding returns 429 | surfaces B and C', async () => {
    const one = await ports.openClient(institution);
    const left = async (token: string) =>
      Number((await ports.call('GET', '/api/v1/loans', { token })).headers.get('x-ratelimit-remaining'));
    const before = await left(client.token);
    await left(one.token);
    await left(one.token);
    expect(await left(client.token)).toBeGreaterThanOrEqual(before - 1);
  });

  it('Authorization | request | Bearer token; Content-Type | request | application/json', async () => {
    const headers = { authorization: `bearer ${client.token}` };
    expect((await ports.call('GET', '/api/v1/loans', { headers })).status).toBe(200);
    const raw = { type: 'text/plain', text: '{}' };
    expect((await partner.call('POST', '/api/v1/loans', { raw })).status).toBe(415);
  });

  it('Idempotency-Key | request | safe retry of mutating calls; If-Match | request | optimistic concurrency for PATCH', async () => {
    const { id } = await partner.aDraft();
    const approve = () => partner.approve(id, { key: 'approve-once', headers: { 'if-match': '"v1"' } });
    const first = await approve();
    const again = await approve();
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    const stale = await partner.approve(id, { headers: { 'if-match': '"v1"' } });
    expect(stale.status).toBe(412);
  });

  it('Retry-After | response (429) | seconds to wait', async () => {
    const slow = await ports.openClient(institution);
    await ports.admin(`update api_client set quotas = '{"B.read": 1}' where id = $1`, [slow.id]);
    await ports.call('GET', '/api/v1/loans', { token: slow.token });
    const { status, headers } = await ports.call('GET', '/api/v1/loans', { token: slow.token });
    // A minute, up to the whole second of X-RateLimit-Reset.
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^6[01]$/)]);
  });

  it('Headers: ETag | X-RateLimit-Remaining | X-Request-ID on replies', async () => {
    const loan = await partner.aDraft();
    const { headers } = await partner.call('GET', `/api/v1/loans/${loan.id}`);
    for (const name of ['etag', 'x-ratelimit-remaining', 'x-request-id']) expect(headers.get(name)).not.toBeNull();
  });
});

describe('9. Versioning', () => {
  it('Deprecation, Sunset | response | endpoint deprecation signals', async () => {
    const since = Temporal.Instant.from('2026-01-01T00:00:00Z');
    const sunset = Temporal.Instant.from('2099-01-01T00:00:00Z');
    const ending = { since, sunset, link: 'https://docs.umoja.test/changes' };
    const rows = routes.map((row) => (row.operation === 'listLoans' ? { ...row, deprecation: ending } : row));
    const late = await openRestTestApp({ rows });
    const { token } = await late.openClient(await late.openInstitution());
    const { headers } = await late.call('GET', '/api/v1/loans', { token });
    const { headers: others } = await late.call('GET', '/api/v1/members', { token });
    await late.close();
    expect(headers.get('deprecation')).toBe('@1767225600');
    expect(headers.get('sunset')).toBe('Thu, 01 Jan 2099 00:00:00 GMT');
    expect(others.has('deprecation')).toBe(false);
  });

  it('Surfaces B and C carry the version as the path segment /api/v1/', async () => {
    const { status, body } = await partner.call('GET', '/api/v2/loans');
    expect({ status, resource: body.resource }).toEqual({ status: 404, resource: 'route' });
  });
});

describe('4. Savings, mobile money, AML alerts', () => {
  let savings: SavingsClient;
  beforeAll(async () => {
    savings = await savingsClient(ports, institution, partner);
  });

  it('Savings accounts | /savings_accounts | GET, POST, PATCH', async () => {
    const opened = await savings.open();
    expect([opened.status, opened.body.state]).toEqual([201, 'active']);
    const path = `/api/v1/savings_accounts/${opened.body.id}`;
    const frozen = await partner.call('PATCH', path, { body: { action: 'freeze', reason: 'Dispute' } });
    expect([frozen.status, frozen.body.state]).toEqual([200, 'frozen']);
    const { body } = await partner.call('GET', '/api/v1/savings_accounts?filter[state]=frozen');
    expect(body.data).toEqual([frozen.body]);
  });

  it('Savings transactions | /savings_accounts/{id}/transactions | GET, POST', async () => {
    const account = await savings.anAccount();
    const paid = await savings.move(account.id, { type: 'deposit', amount: 150_000, channel: 'cash' });
    expect([paid.status, paid.body.amount]).toEqual([201, 150_000]);
    const { body } = await partner.call('GET', `/api/v1/savings_accounts/${account.id}/transactions`);
    expect(body.data).toEqual([paid.body]);
  });

  it('Mobile money | /mobile_money/transactions | GET, POST', async () => {
    const account = await savings.anAccount();
    const paid = await savings.pay(account.account_no);
    expect([paid.status, paid.body.state]).toEqual([201, 'allocated']);
    const { body } = await partner.call('GET', `/api/v1/mobile_money/transactions?filter[id]=${paid.body.id}`);
    expect(body.data).toEqual([paid.body]);
  });

  it('AML alerts | /aml/alerts | GET, PATCH', async () => {
    const alert = await savings.anAlert();
    const reviewed = await savings.decide(alert.id, { action: 'assign', assignee: 'Asha' });
    expect([reviewed.status, reviewed.body.state]).toEqual([200, 'under_review']);
    const { body } = await partner.call('GET', '/api/v1/aml/alerts?filter[state]=under_review');
    expect(body.data).toEqual([reviewed.body]);
  });
});
