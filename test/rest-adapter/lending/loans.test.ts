import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
});
afterAll(() => ports.close());

describe('An application', () => {
  it('starts as a draft', async () => {
    const member = await partner.aMember();
    const { status, body, headers } = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication(member.id, { client_reference: 'app-1' }),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'draft',
      member_id: member.id,
      product_id: institution.product.id,
      principal: 5_000_000,
      approved_principal: null,
      outstanding: { principal: 0, interest: 0, fees: 0, penalties: 0, total: 0 },
      available_actions: expect.arrayContaining(['approve', 'reject', 'withdraw']),
    });
    expect(headers.get('location')).toBe(`/api/v1/loans/${body.id}`);
    expect((await partner.call('GET', `/api/v1/loans/${body.uuid}`)).body).toEqual(body);
  });

  it('is read with one statement, beside the look-up of the token', async () => {
    const { body } = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication((await partner.aMember()).id),
    });
    await partner.call('GET', `/api/v1/loans/${body.id}`);
    const statements: string[] = [];
    ports.database.onStatement = (text) => void statements.push(text);
    await partner.call('GET', `/api/v1/loans/${body.id}`);
    ports.database.onStatement = null;
    const unexpected = statements.filter((text) => !/credential_of_token/.test(text));
    expect(unexpected).toEqual([expect.stringContaining('from loan l where l.id = $2::bigint')]);
  });

  it('takes uuids for the member and the product, and shows them where they are wanted', async () => {
    const member = await partner.aMember();
    const { status, body, headers } = await partner.call('POST', '/api/v1/loans?id_format=uuid', {
      body: partner.anApplication(member.uuid.toUpperCase(), { product_id: institution.product.uuid }),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: body.uuid, member_id: member.uuid, product_id: institution.product.uuid });
    expect(headers.get('location')).toBe(`/api/v1/loans/${body.uuid}`);
  });

  it.each([
    ['without a product', { product_id: undefined }, 'validation_failed', '#/product_id', 'required'],
    ['of a product that is not there', { product_id: 999 }, 'unknown_reference', '#/product_id', 'unknown_reference'],
    ['of a member that is not there', { member_id: 999_999 }, 'unknown_reference', '#/member_id', 'unknown_reference'],
    ['of cents', { principal: 12.5 }, 'validation_failed', '#/principal', 'type'],
    ['of text', { principal: '5000000' }, 'validation_failed', '#/principal', 'type'],
    ['of nothing', { principal: 0 }, 'validation_failed', '#/principal', 'range'],
    ['beyond 2^53', { principal: 9_007_199_254_740_992 }, 'validation_failed', '#/principal', 'range'],
    ['with a state', { state: 'active' }, 'validation_failed', '#/state', 'unknown_field'],
  ])('%s is refused', async (_, differing, code, pointer, fieldCode) => {
    const member = await partner.aMember();
    const { status, body } = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication(member.id, differing),
    });
    expect(status).toBe(422);
    expect(body.code).toBe(code);
    expect(body.errors).toContainEqual({ pointer, code: fieldCode, detail: expect.any(String) });
  });

  it('has to stay within the product', async () => {
    const member = await partner.aMember();
    const { status, body } = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication(member.id, { principal: 1 }),
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'out_of_product_range', field: 'principal', min: 100_000, max: 100_000_000 });
  });

  it('keeps a reference unique for ever', async () => {
    const member = await partner.aMember();
    const send = () =>
      partner.call('POST', '/api/v1/loans', { body: partner.anApplication(member.id, { client_reference: 'app-2' }) });
    const first = await send();
    const { status, body } = await send();
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'duplicate_reference', existing_id: first.body.id });
  });

  it('can be changed while it is a draft', async () => {
    const { id } = await partner.aDraft();
    const patch = (body: object) => partner.call('PATCH', `/api/v1/loans/${id}`, { body });
    expect((await patch({ principal: 6_000_000, purpose: null })).body).toMatchObject({
      principal: 6_000_000,
      purpose: null,
    });
    await partner.approve(id);
    const { status, body } = await patch({ principal: 7_000_000 });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'invalid_state_transition',
      current_state: 'ready_to_disburse',
      action: 'edit',
    });
  });
});

describe('A decision', () => {
  it('makes a draft ready to disburse, and the loan appears under that state', async () => {
    const { id } = await partner.aDraft();
    const { status, body } = await partner.approve(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'ready_to_disburse', approved_principal: 5_000_000 });
    const { body: list } = await partner.call('GET', '/api/v1/loans?filter[state]=ready_to_disburse&fields=id');
    expect(list.data).toContainEqual({ id });
  });

  it('waits for the identity check', async () => {
    const { id: memberId } = (await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() })).body;
    const { id } = (await partner.call('POST', '/api/v1/loans', { body: partner.anApplication(memberId) })).body;
    const { status, body } = await partner.approve(id);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'kyc_incomplete', member_id: memberId });
  });

  it('needs a reason to reject or withdraw', async () => {
    const { id } = await partner.aDraft();
    const patch = (body: object) => partner.call('PATCH', `/api/v1/loans/${id}`, { body });
    expect((await patch({ action: 'reject' })).body.errors[0].pointer).toBe('#/reason');
    expect((await patch({ action: 'reject', reason: 'Over-indebted' })).body).toMatchObject({
      state: 'rejected',
      state_reason: 'Over-indebted',
    });
    expect((await patch({ action: 'dance' })).status).toBe(422);
  });

  it('is taken once where two give it at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await partner.aDraft();
      const both = await Promise.all([partner.approve(id), partner.approve(id)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  it('on one version is taken once, and the other is refused, for the loan has changed', async () => {
    const { id } = await partner.aDraft();
    const headers = { 'if-match': '"v1"' };
    const both = await Promise.all([
      partner.approve(id, { headers }),
      partner.call('PATCH', `/api/v1/loans/${id}`, { body: { action: 'withdraw', reason: 'No need' }, headers }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('needs a second person in a live institution', async () => {
    const live = await ports.openInstitution('live');
    const maker = lendingClient(ports, live, await ports.openClient(live));
    const { id } = await maker.aDraft();
    const alone = await maker.approve(id);
    expect({ status: alone.status, code: alone.body.code }).toEqual({ status: 409, code: 'four_eyes_required' });
    const checker = await ports.openClient(live);
    expect((await maker.approve(id, { token: checker.token })).status).toBe(200);
  });
});

describe('The schedule of a loan', () => {
  it('is empty before the money is booked, and in force afterwards', async () => {
    const approved = await partner.anApprovedLoan();
    const before = await partner.call('GET', `/api/v1/loans/${approved.id}/schedule`);
    expect(before.body).toMatchObject({ loan_id: approved.id, schedule_version: 0, data: [] });
    const loan = await partner.anActiveLoan();
    const { status, body } = await partner.call('GET', `/api/v1/loans/${loan.uuid}/schedule`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(12);
    expect(body.data[0]).toMatchObject({ number: 1, state: 'pending', paid: { total: 0 } });
    const principal = body.data.reduce((sum: number, row: { principal: number }) => sum + row.principal, 0);
    expect(principal).toBe(5_000_000);
    expect(body.totals).toMatchObject({ principal: 5_000_000, outstanding: body.totals.total });
    expect(loan.next_instalment).toEqual({
      number: 1,
      due_date: body.data[0].due_date,
      amount: body.data[0].total,
    });
  });

  it('is not there for a loan that is not', async () => {
    expect((await partner.call('GET', '/api/v1/loans/999999/schedule')).body.resource).toBe('loan');
  });
});

describe('The products', () => {
  it('are listed and shown', async () => {
    const { body } = await partner.call('GET', '/api/v1/loan_products');
    expect(body.data[0]).toMatchObject({ id: institution.product.id, code: 'BIZ', min_principal: 100_000 });
    const one = await partner.call('GET', `/api/v1/loan_products/${institution.product.uuid}`);
    expect(one.body).toEqual(body.data[0]);
    expect(one.headers.get('etag')).toMatch(/^"v1-/);
  });
});
