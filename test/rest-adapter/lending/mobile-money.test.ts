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

const allocate = (payment: number | string, body: object, headers: Record<string, string> = {}) =>
  partner.call('PATCH', `/api/v1/mobile_money/transactions/${payment}`, {
    body: { action: 'allocate', ...body },
    headers,
  });

describe('A payment to the paybill', () => {
  it('with a savings account’s number is paid into it', async () => {
    const account = await savings.anAccount();
    const { status, body, headers } = await savings.pay(account.account_no.toLowerCase(), { receipt_no: 'SFC7' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      channel: 'mpesa_paybill',
      amount: 50_000,
      state: 'allocated',
      state_reason: null,
      receipt_no: 'SFC7',
      destination: { type: 'savings_account', id: account.id },
      booked_as: { type: 'savings_transaction', uuid: expect.any(String) },
      available_actions: [],
    });
    expect(headers.get('location')).toBe(`/api/v1/mobile_money/transactions/${body.id}`);
    expect((await partner.call('GET', headers.get('location') ?? '')).body).toEqual(body);
    expect((await savings.show(account.id)).balance).toBe(50_000);
    const deposits = await partner.call('GET', `/api/v1/savings_accounts/${account.id}/transactions`);
    expect(deposits.body.data).toMatchObject([
      {
        uuid: body.booked_as.uuid,
        type: 'deposit',
        channel: 'mpesa_paybill',
        reference: 'SFC7',
        msisdn: '+254712000111',
      },
    ]);
    const uuids = await partner.call('GET', `/api/v1/mobile_money/transactions/${body.uuid}?id_format=uuid`);
    expect(uuids.body).toMatchObject({ id: body.uuid, destination: { id: account.uuid } });
  });

  it('with a loan’s number is a repayment', async () => {
    const loan = await partner.anActiveLoan();
    const { body } = await savings.pay(loan.loan_no);
    expect(body).toMatchObject({ state: 'allocated', destination: { type: 'loan', id: loan.id } });
    const { body: repayments } = await partner.call('GET', `/api/v1/loans/${loan.id}/repayments`);
    expect(repayments.data).toMatchObject([{ uuid: body.booked_as.uuid, amount: 50_000, channel: 'mpesa_paybill' }]);
  });

  it('is one payment for its receipt; another amount under it is refused', async () => {
    const account = await savings.anAccount();
    const first = await savings.pay(account.account_no, { receipt_no: 'ONCE' });
    const again = await savings.pay(account.account_no.toLowerCase(), { receipt_no: 'ONCE' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await savings.show(account.id)).balance).toBe(50_000);
    const other = await savings.pay(account.account_no, { receipt_no: 'ONCE', amount: 60_000 });
    expect([other.status, other.body.code, other.body.existing.type, other.body.existing_id]).toEqual([
      409,
      'duplicate_payment_reference',
      'savings_transaction',
      expect.any(Number),
    ]);
  });

  it('that matches nobody waits, is listed, and is placed by a person', async () => {
    const account = await savings.anAccount();
    const { body: waiting } = await savings.pay('who knows', { receipt_no: 'LOST-1' });
    expect(waiting).toMatchObject({
      state: 'unallocated',
      state_reason: 'unknown_reference',
      destination: null,
      booked_as: null,
      available_actions: ['allocate', 'propose_return', 'approve_return', 'return', 'correct'],
    });
    const list = '/api/v1/mobile_money/transactions?filter[state]=unallocated&filter[receipt_no]=LOST-1';
    expect((await partner.call('GET', list)).body.data).toEqual([waiting]);
    const { status, body } = await allocate(waiting.uuid, { savings_account_id: account.uuid });
    expect([status, body.state, body.destination]).toEqual([
      200,
      'allocated',
      { type: 'savings_account', id: account.id },
    ]);
    expect((await savings.show(account.id)).balance).toBe(50_000);
    expect((await allocate(waiting.id, { savings_account_id: account.id })).body).toMatchObject({
      code: 'invalid_state_transition',
      current_state: 'allocated',
    });
  });

  it('that is nobody’s goes back to the payer by two people, with a reason, and out of the books', async () => {
    const { body: waiting } = await savings.pay('who knows');
    const path = `/api/v1/mobile_money/transactions/${waiting.id}`;
    const checker = lendingClient(ports, institution, await ports.openClient(institution));
    const returnPayment = (body: object) => checker.call('PATCH', path, { body: { action: 'return', ...body } });
    const proposal = { action: 'propose_return', reason: 'Sent in error', evidence: 'Letter of the payer' };
    expect((await partner.call('PATCH', path, { body: proposal })).status).toBe(200);
    expect((await returnPayment({})).body.errors[0].pointer).toBe('#/reason');
    expect((await returnPayment({ reason: 'Whose?', loan_id: 1 })).status).toBe(422);
    const { status, body } = await returnPayment({ reason: 'Reversed on the portal' });
    expect([status, body.state, body.state_reason]).toEqual([200, 'reversed', 'Reversed on the portal']);
    const lines = await ports.admin(
      `select l.account, l.side from journal j join journal_line l on l.journal_id = j.id
        where j.subject_type = 'mobile_money_transaction' and j.subject_id = $1 and j.reversal_of is not null
        order by l.account`,
      [waiting.id],
    );
    expect(lines).toEqual([
      { account: 'mpesa_paybill', side: 'credit' },
      { account: 'unallocated_receipts', side: 'debit' },
    ]);
  });

  it('that its place does not take waits, and says why', async () => {
    const loan = await partner.anApprovedLoan();
    const { body: waiting } = await savings.pay(loan.loan_no);
    expect(waiting).toMatchObject({ state: 'unallocated', state_reason: 'loan_not_repayable' });
    const { status, body } = await allocate(waiting.id, { loan_id: loan.id });
    expect([status, body.code, body.loan_id]).toEqual([409, 'loan_not_repayable', loan.id]);
  });

  it.each([
    [{}, ['#/loan_id', '#/savings_account_id', '#/student_id']],
    [{ loan_id: 1, savings_account_id: 1 }, ['#/loan_id', '#/savings_account_id']],
    [{ loan_id: 987_654 }, ['#/loan_id']],
    [{ student_id: '0198c0de-0000-7000-8000-000000000001' }, ['#/student_id']],
  ])('is not placed with %j', async (where, pointers) => {
    const { body: waiting } = await savings.pay('who knows');
    const { status, body } = await allocate(waiting.id, where);
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([422, pointers]);
  });

  it('is placed by a caller who saw its present version', async () => {
    const account = await savings.anAccount();
    const { body: waiting } = await savings.pay('who knows');
    const stale = await allocate(waiting.id, { savings_account_id: account.id }, { 'if-match': '"v99"' });
    expect([stale.status, stale.body.current_etag]).toEqual([412, `"v${waiting.version}"`]);
  });

  it.each([
    [{ receipt_no: undefined }, '#/receipt_no'],
    [{ amount: 0 }, '#/amount'],
    [{ msisdn: '0712' }, '#/msisdn'],
    [{ channel: 'cash' }, '#/channel'],
    [{ account_reference: '' }, '#/account_reference'],
    [{ paid_at: '2999-01-01T00:00:00Z' }, '#/paid_at'],
  ])('with %j is refused', async (differing, pointer) => {
    const { status, body } = await savings.pay('X', differing);
    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  });
});

describe('A collection', () => {
  const collect = (differing: object = {}) =>
    partner.call('POST', '/api/v1/mobile_money/transactions', {
      body: {
        channel: 'mpesa_stk',
        amount: 20_000,
        msisdn: '+254712000222',
        account_reference: 'SA-000001',
        ...differing,
      },
    });

  it('is sent, and asked for once at a time', async () => {
    const { status, body } = await collect();
    expect(status).toBe(201);
    expect(body).toMatchObject({ channel: 'mpesa_stk', state: 'sent', receipt_no: null, paid_at: null });
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
    const again = await collect();
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, 'collection_unsettled', body.id]);
  });

  it('is the payment that comes in for it', async () => {
    const account = await savings.anAccount();
    const { body: request } = await collect({ account_reference: account.account_no, msisdn: '+254712000333' });
    const { body: paid } = await savings.pay(account.account_no, { amount: 20_000, msisdn: '+254712000333' });
    expect(paid).toMatchObject({ id: request.id, channel: 'mpesa_stk', state: 'allocated' });
    expect((await savings.show(account.id)).balance).toBe(20_000);
  });

  it('that the provider says was paid under the receipt of another account’s payment is one incident, however often it says so', async () => {
    const [payer, other] = [await savings.anAccount(), await savings.anAccount()];
    await savings.pay(payer.account_no, { amount: 20_000, receipt_no: 'SFCREUSED1' });
    const requested = await collect({ account_reference: other.account_no, msisdn: '+254712000444' });
    const [row] = await ports.admin<{ originator_id: string; provider_ref: string }>(
      'select originator_id, provider_ref from mobile_money_transaction where id = $1',
      [requested.body.id],
    );
    const originatorId = row?.originator_id ?? '';
    const address = ports.callbacks.addressOf({ tenantId: institution.id, kind: 'collection', originatorId });
    const Item = [
      { Name: 'Amount', Value: 200 },
      { Name: 'MpesaReceiptNumber', Value: 'SFCREUSED1' },
    ];
    const stkCallback = { CheckoutRequestID: row?.provider_ref, MerchantRequestID: '1', ResultCode: 0 };
    // A process that died once it had recorded it records it again: it is the same incident.
    for (const ResultDesc of ['', 'Once more.']) {
      await ports.call('POST', new URL(address).pathname, {
        body: { Body: { stkCallback: { ...stkCallback, ResultDesc, CallbackMetadata: { Item } } } },
      });
    }
    const { body } = await partner.call('GET', '/api/v1/incidents?filter[kind]=receipt_used_twice');
    expect(body.data).toMatchObject([{ amount: 20_000, subject: { uuid: requested.body.uuid } }]);
    const shown = await partner.call('GET', `/api/v1/mobile_money/transactions/${requested.body.id}`);
    expect(shown.body).toMatchObject({ state: 'merged', merged_into_id: null, receipt_no: null });
    expect((await savings.show(other.id)).balance).toBe(0);
  });

  it.each([
    [{ amount: 150 }, 'validation_failed', '#/amount'],
    [{ msisdn: '+14155550123' }, 'invalid_msisdn', '#/msisdn'],
    [{ receipt_no: 'SFC' }, 'validation_failed', '#/receipt_no'],
  ])('with %j is refused', async (differing, code, pointer) => {
    const { status, body } = await collect(differing);
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, code, pointer]);
  });

  it('needs the scope of mobile money', async () => {
    const { token } = await ports.openClient(institution, ['savings_accounts:write', 'mobile_money:read']);
    const reply = await ports.call('POST', '/api/v1/mobile_money/transactions', { token, body: {} });
    expect([reply.status, reply.body.required_scopes]).toEqual([403, ['mobile_money:write']]);
  });
});
