import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
let savings: SavingsClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

const patch = (account: number | string, body: object, headers: Record<string, string> = {}) =>
  partner.call('PATCH', `/api/v1/savings_accounts/${account}`, { body, headers });

describe('A savings account', () => {
  it('is opened, shown, and listed, with its address and version', async () => {
    const { status, body, headers } = await savings.open({ client_reference: 'MINE-1' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      account_no: expect.stringMatching(/^SA-\d{6}$/),
      product_id: savings.savingsProduct.id,
      kind: 'ordinary',
      state: 'active',
      balance: 0,
      held: 0,
      available_balance: 0,
      client_reference: 'MINE-1',
      available_actions: ['freeze', 'close'],
      opened_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(headers.get('location')).toBe(`/api/v1/savings_accounts/${body.id}`);
    expect(headers.get('etag')).toMatch(`"v${body.version}-`);
    expect((await partner.call('GET', headers.get('location') ?? '')).body).toEqual(body);
    for (const filter of [
      `[account_no]=${body.account_no}`,
      `[member_id]=${body.member_id}`,
      '[client_reference]=MINE-1',
    ]) {
      const list = await partner.call('GET', `/api/v1/savings_accounts?filter${filter}`);
      expect(list.body.data).toEqual([body]);
    }
    const again = await savings.open({ client_reference: 'MINE-1' });
    expect({ status: again.status, code: again.body.code, existing: again.body.existing_id }).toEqual({
      status: 409,
      code: 'duplicate_reference',
      existing: body.id,
    });
  });

  it('takes uuids for member and product, and gives them where they are wanted', async () => {
    const member = await partner.aMember();
    const { body } = await savings.open({ member_id: member.uuid, product_id: savings.savingsProduct.uuid });
    const shown = await partner.call('GET', `/api/v1/savings_accounts/${body.uuid}?id_format=uuid`);
    expect(shown.body).toMatchObject({
      id: body.uuid,
      member_id: member.uuid,
      product_id: savings.savingsProduct.uuid,
    });
  });

  it.each([
    [{ product_id: undefined }, 422, 'validation_failed', '#/product_id'],
    [{ member_id: undefined }, 422, 'validation_failed', '#/member_id'],
    [{ product_id: 987_654 }, 422, 'unknown_reference', '#/product_id'],
    [{ member_id: 987_654 }, 422, 'unknown_reference', '#/member_id'],
    [{ balance: 5 }, 422, 'validation_failed', '#/balance'],
  ])('with %j is refused', async (differing, status, code, pointer) => {
    const reply = await savings.open(differing);
    expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([status, code, pointer]);
  });

  it('of a member whose identity is not verified is refused', async () => {
    const { body: applicant } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    const { status, body } = await savings.open({ member_id: applicant.id });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'kyc_incomplete', member_id: applicant.id });
  });

  it('is frozen with a reason, unfrozen, and closed when it is empty', async () => {
    const account = await savings.anAccount(1_000);
    expect((await patch(account.id, { action: 'freeze' })).body.errors[0].pointer).toBe('#/reason');
    const frozen = await patch(account.id, { action: 'freeze', reason: 'Court order' });
    expect(frozen.body).toMatchObject({
      state: 'frozen',
      state_reason: 'Court order',
      available_actions: ['unfreeze'],
    });
    const refused = await savings.move(account.id, { type: 'deposit', amount: 5, channel: 'cash' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'account_frozen',
      type: 'http://umoja.test/problems/account_frozen',
      savings_account_id: account.id,
      reason: 'Court order',
    });
    expect((await patch(account.id, { action: 'unfreeze' })).body.state).toBe('active');
    expect((await patch(account.id, { action: 'close' })).body).toMatchObject({
      code: 'savings_account_not_empty',
      balance: 1_000,
    });
    await savings.move(account.id, { type: 'withdrawal', amount: 1_000, channel: 'cash' });
    expect((await patch(account.uuid, { action: 'close' })).body.state).toBe('closed');
    expect((await patch(account.id, { action: 'freeze', reason: 'x' })).body).toMatchObject({
      code: 'invalid_state_transition',
      current_state: 'closed',
      allowed_actions: [],
    });
  });

  it('is guarded by If-Match, and a movement makes a new version', async () => {
    const account = await savings.anAccount();
    await savings.move(account.id, { type: 'deposit', amount: 5, channel: 'cash' });
    const stale = await patch(account.id, { action: 'freeze', reason: 'x' }, { 'if-match': `"v${account.version}"` });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    const fresh = await patch(account.id, { action: 'freeze', reason: 'x' }, { 'if-match': stale.body.current_etag });
    expect(fresh.status).toBe(200);
  });

  it('waits for approval in a live institution, by another client than the one that opened it', async () => {
    const live = await ports.openInstitution('live');
    const maker = lendingClient(ports, live, await ports.openClient(live));
    const checker = await ports.openClient(live);
    const their = await savingsClient(ports, live, maker);
    const account = await their.anAccount();
    expect(account).toMatchObject({ state: 'pending_approval', available_actions: ['approve', 'reject'] });
    const path = `/api/v1/savings_accounts/${account.id}`;
    const approve = { body: { action: 'approve' } };
    expect((await maker.call('PATCH', path, approve)).body.code).toBe('four_eyes_required');
    expect((await ports.call('PATCH', path, { token: checker.token, ...approve })).body.state).toBe('active');
  });
});

describe('A savings transaction', () => {
  it('is a deposit or a withdrawal, shown under its account', async () => {
    const account = await savings.anAccount();
    const paidAt = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' });
    const paid = await savings.move(account.uuid, {
      type: 'deposit',
      amount: 150_000,
      channel: 'bank',
      reference: 'SLIP-1',
      msisdn: '+254712345678',
      branch_id: institution.branch.uuid,
      paid_at: paidAt,
    });
    expect(paid.status).toBe(201);
    expect(paid.body).toMatchObject({
      savings_account_id: account.id,
      type: 'deposit',
      state: 'posted',
      amount: 150_000,
      channel: 'bank',
      reference: 'SLIP-1',
      branch_id: institution.branch.id,
      receipt_no: expect.stringMatching(/^R-\d+$/),
      paid_at: paidAt,
      balance_after: 150_000,
    });
    const location = paid.headers.get('location') ?? '';
    expect(location).toBe(`/api/v1/savings_accounts/${account.id}/transactions/${paid.body.id}`);
    expect((await partner.call('GET', location)).body).toEqual(paid.body);
    const taken = await savings.move(account.id, { type: 'withdrawal', amount: 50_000, channel: 'cash' });
    expect(taken.body).toMatchObject({ type: 'withdrawal', balance_after: 100_000, branch_id: institution.branch.id });
    const list = await partner.call('GET', `/api/v1/savings_accounts/${account.id}/transactions`);
    expect(list.body.data).toEqual([taken.body, paid.body]);
    const deposits = `/api/v1/savings_accounts/${account.id}/transactions?filter[type]=deposit&filter[reference]=SLIP-1`;
    expect((await partner.call('GET', deposits)).body.data).toEqual([paid.body]);
    expect(await savings.show(account.id)).toMatchObject({ balance: 100_000, available_balance: 100_000 });
    const other = await savings.anAccount();
    expect(
      (await partner.call('GET', `/api/v1/savings_accounts/${other.id}/transactions/${paid.body.id}`)).status,
    ).toBe(404);
  });

  it('beyond what is available is refused with what is', async () => {
    const account = await savings.anAccount(1_000);
    const { status, body } = await savings.move(account.id, { type: 'withdrawal', amount: 1_001, channel: 'cash' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'insufficient_funds',
      savings_account_id: account.id,
      available_balance: 1_000,
      requested_amount: 1_001,
    });
    expect((await savings.show(account.id)).balance).toBe(1_000);
  });

  it('is made once for an Idempotency-Key, and once for a receipt of its account', async () => {
    const account = await savings.anAccount();
    const sent = { key: 'one-deposit', body: { type: 'deposit', amount: 700, channel: 'cash', reference: 'S-7' } };
    const path = `/api/v1/savings_accounts/${account.id}/transactions`;
    const first = await partner.call('POST', path, sent);
    const replay = await partner.call('POST', path, sent);
    expect([replay.status, replay.text, replay.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    const same = await partner.call('POST', path, { body: sent.body });
    expect([same.status, same.body]).toEqual([200, first.body]);
    const again = await partner.call('POST', path, { body: { ...sent.body, amount: 701 } });
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([
      409,
      'duplicate_payment_reference',
      first.body.id,
    ]);
    expect((await savings.show(account.id)).balance).toBe(700);
  });

  it.each([
    [{ amount: 0 }, '#/amount'],
    [{ amount: 1.5 }, '#/amount'],
    [{ type: 'interest' }, '#/type'],
    [{ channel: 'barter' }, '#/channel'],
    [{ type: 'withdrawal', channel: 'mpesa_paybill' }, '#/channel'],
    [{ paid_at: '2999-01-01T00:00:00Z' }, '#/paid_at'],
    [{ branch_id: 987_654 }, '#/branch_id'],
    [{ msisdn: '0712345678' }, '#/msisdn'],
  ])('with %j is refused', async (differing, pointer) => {
    const account = await savings.anAccount(5_000);
    const reply = await savings.move(account.id, { type: 'deposit', amount: 100, channel: 'cash', ...differing });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
    expect((await savings.show(account.id)).balance).toBe(5_000);
  });

  it('that would be more than anybody can write down is refused', async () => {
    const most = 9_007_199_254_740_991;
    const account = await savings.anAccount(most);
    const { status } = await savings.move(account.id, { type: 'deposit', amount: 1, channel: 'cash' });
    expect([status, (await savings.show(account.id)).balance]).toEqual([422, most]);
  });

  it('from shares is refused', async () => {
    const products = await partner.call('GET', '/api/v1/savings_products?filter[kind]=shares');
    const account = await savings.anAccount(500, { product_id: products.body.data[0].id });
    const { body } = await savings.move(account.id, { type: 'withdrawal', amount: 1, channel: 'cash' });
    expect(body).toMatchObject({ code: 'withdrawal_not_allowed', kind: 'shares' });
  });

  it('needs the scope of savings accounts', async () => {
    const account = await savings.anAccount();
    const reader = await ports.openClient(institution, ['savings_accounts:read']);
    const path = `/api/v1/savings_accounts/${account.id}/transactions`;
    const body = { type: 'deposit', amount: 5, channel: 'cash' };
    const { status, body: problem } = await ports.call('POST', path, { token: reader.token, body });
    expect([status, problem.code, problem.required_scopes]).toEqual([
      403,
      'insufficient_scope',
      ['savings_accounts:write'],
    ]);
    expect((await ports.call('GET', path, { token: reader.token })).status).toBe(200);
  });
});
