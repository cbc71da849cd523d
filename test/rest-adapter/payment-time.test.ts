import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
let savings: Awaited<ReturnType<typeof savingsClient>>;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

const OUT_OF_RANGE = {
  status: 422,
  body: {
    code: 'payment_time_out_of_range',
    earliest: expect.any(String),
    latest: expect.any(String),
    errors: [{ pointer: '#/paid_at' }],
  },
};
const hoursAgo = (hours: number) => Temporal.Now.instant().subtract({ hours }).toString();
const journals = async () => Number((await ports.admin<{ n: string }>('select count(*) as n from journal'))[0]?.n);

describe('The time of a payment', () => {
  it('that a provider dates to 2009 lends nothing then: the payment is referred to people (finding 6)', async () => {
    const loan = await partner.anApprovedLoan();
    const { body: sent } = await partner.disburse(loan.id);
    const [row] = await ports.admin<{ originator_id: string; payout: string }>(
      'select originator_id, amount - netted as payout from disbursement where id = $1',
      [sent.id],
    );
    const originatorId = row?.originator_id ?? '';
    const address = ports.callbacks.addressOf({ tenantId: institution.id, kind: 'payout', originatorId });
    const body = {
      Result: {
        ResultType: 0,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        OriginatorConversationID: originatorId,
        ConversationID: 'AG_2009',
        TransactionID: 'OLD0000001',
        ResultParameters: {
          ResultParameter: [
            { Key: 'TransactionReceipt', Value: 'OLD0000001' },
            { Key: 'TransactionAmount', Value: Number(row?.payout) / 100 },
            { Key: 'TransactionCompletedDateTime', Value: '19.12.2009 11:45:50' },
          ],
        },
      },
    };
    expect((await ports.call('POST', new URL(address).pathname, { body })).status).toBe(200);
    const { body: after } = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements/${sent.id}`);
    expect(after).toMatchObject({ state: 'review', failure: { code: 'implausible_time' } });
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body).toMatchObject({
      state: 'ready_to_disburse',
      disbursed_at: null,
    });
  });

  it('of a repayment is not before the money was lent, nor ahead (finding 6)', async () => {
    const loan = await partner.anActiveLoan();
    const pay = (paid_at: string, path = 'repayments') =>
      partner.call('POST', `/api/v1/loans/${loan.id}/${path}`, {
        body: { amount: 5_000_000, channel: 'cash', paid_at },
      });
    const before = await journals();
    expect(await pay(hoursAgo(1))).toMatchObject(OUT_OF_RANGE);
    expect(await pay(hoursAgo(1), 'settlement')).toMatchObject(OUT_OF_RANGE);
    expect(await pay(hoursAgo(24 * 30))).toMatchObject(OUT_OF_RANGE);
    expect(await pay(hoursAgo(-1))).toMatchObject(OUT_OF_RANGE);
    expect(await journals()).toBe(before);
  });

  it('of a deposit is not before the account was opened (finding 6)', async () => {
    const account = await savings.anAccount();
    const deposit = { type: 'deposit', amount: 1_000, channel: 'cash' };
    expect(await savings.move(account.id, { ...deposit, paid_at: '1970-01-01T00:00:00Z' })).toMatchObject(OUT_OF_RANGE);
    expect((await savings.move(account.id, { ...deposit, paid_at: hoursAgo(0) })).status).toBe(201);
  });

  it('of money at the paybill is not of 1999 (finding 6)', async () => {
    const account = await savings.anAccount();
    expect(await savings.pay(account.account_no, { paid_at: '1999-12-31T00:00:00Z' })).toMatchObject(OUT_OF_RANGE);
    expect((await savings.pay(account.account_no, { paid_at: hoursAgo(24 * 364) })).status).toBe(201);
    expect(await savings.pay(account.account_no, { paid_at: hoursAgo(24 * 367) })).toMatchObject(OUT_OF_RANGE);
  });

  it('of money at the paybill is not before its account or loan (finding: it was booked on one that was opened later)', async () => {
    const [account, loan] = [await savings.anAccount(), await partner.anActiveLoan()];
    const paid_at = hoursAgo(24 * 28);
    const waits = { state: 'unallocated', state_reason: 'payment_time_out_of_range' };
    const saved = await savings.pay(account.account_no, { paid_at });
    expect((await savings.pay(loan.loan_no, { paid_at })).body).toMatchObject(waits);
    expect(saved.body).toMatchObject(waits);
    // A person has looked: it is that member's, and keeps the time at which it was paid.
    const allocate = { action: 'allocate', savings_account_id: account.id };
    const { body } = await partner.call('PATCH', `/api/v1/mobile_money/transactions/${saved.body.id}`, {
      body: allocate,
    });
    expect(body).toMatchObject({ state: 'allocated', paid_at: saved.body.paid_at });
    expect((await savings.pay(account.account_no, { paid_at: hoursAgo(0) })).body).toMatchObject({
      state: 'allocated',
    });
  });
});
