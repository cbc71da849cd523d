import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';

type Account = { readonly id: number; readonly balance: number };
let ports: RestTestApp;
let institution: Institution;
let partner: ReturnType<typeof lendingClient>;
let savings: SavingsClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution, SCOPES));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

let receipts = 0;
const aReceipt = () => `COR${String(++receipts).padStart(7, '0')}`;
const split = (body: object): Promise<Reply> => partner.call('POST', '/api/v1/receipts', { body });
const reverse = async (made: Reply, cause: string) => {
  const body = { action: 'reverse', reason: 'Not theirs.', cause };
  const undone = await partner.call('PATCH', `/api/v1/receipts/${made.body.id}`, { body });
  expect([undone.status, undone.text]).toEqual([200, undone.text]);
};
const balances = async (...accounts: readonly Account[]) =>
  Promise.all(accounts.map(async ({ id }) => (await savings.show(id)).balance as number));
const live = (receipt: string) =>
  ports.admin<{ type: string; amount: number }>(
    `select record_type as type, amount::int from payment_receipt_use where receipt_key = $1 and state = 'live'
      order by amount`,
    [receipt],
  );
const proofs = async () =>
  (await ports.database.read(institution.id, ({ sql }) => verifyLedger(sql))).violations.map(
    ({ check, what }) => `${check}: ${what}`,
  );
const between = (one: Account, two: Account, first: number, second: number) => [
  { savings_account_id: one.id, amount: first },
  { savings_account_id: two.id, amount: second },
];
const twoAccounts = async (): Promise<[Account, Account]> => [await savings.anAccount(), await savings.anAccount()];

describe('A payment to the paybill that was split by wrong amounts', () => {
  it('is split by the right ones once the first split is reversed, and again by the first ones', async () => {
    const [one, two] = await twoAccounts();
    const reference = aReceipt();
    const payment = { channel: 'mpesa_paybill', reference, amount: 100_000, msisdn: '+254712345678' };
    const wrong = { ...payment, parts: between(one, two, 30_000, 70_000) };
    await reverse(await split(wrong), 'corrected');
    const right = await split({ ...payment, parts: between(one, two, 40_000, 60_000) });
    expect([right.status, right.text]).toEqual([201, right.text]);
    expect(await balances(one, two)).toEqual([40_000, 60_000]);
    expect((await live(reference)).map(({ amount }) => amount)).toEqual([40_000, 60_000]);
    expect(await proofs()).toEqual([]);

    await reverse(right, 'corrected');
    const last = await split(wrong);
    expect([last.status, last.text]).toEqual([201, last.text]);
    expect(await balances(one, two)).toEqual([30_000, 70_000]);
    expect(await proofs()).toEqual([]);
  });

  it('is booked in other parts where a rest of it has waited in suspense, too', async () => {
    const [one, two] = await twoAccounts();
    const reference = aReceipt();
    await savings.pay('NOBODY', { receipt_no: reference, amount: 100_000 });
    const payment = { channel: 'mpesa_paybill', reference, amount: 100_000 };
    const first = await split({ ...payment, rest: 'suspense', parts: between(one, two, 10_000, 20_000) });
    await reverse(first, 'corrected');
    const made = await split({ ...payment, rest: 'suspense', parts: between(one, two, 50_000, 25_000) });
    expect([made.status, made.body.rest_amount, made.text]).toEqual([201, 25_000, made.text]);
    expect((await live(reference)).map(({ amount }) => amount)).toEqual([25_000, 25_000, 50_000]);
    expect(await proofs()).toEqual([]);
  });
});

describe('A split of which nothing stands any more', () => {
  it('is no replay where the receipt was booked whole elsewhere since: the refusal names that record', async () => {
    const [one, two] = await twoAccounts();
    const body = { channel: 'bank', reference: aReceipt(), amount: 100_000, parts: between(one, two, 30_000, 70_000) };
    await reverse(await split(body), 'corrected');
    const loan = await partner.anActiveLoan();
    const repaid = await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
      body: { amount: 100_000, channel: 'bank', reference: body.reference },
    });
    expect(repaid.status).toBe(201);
    const refused = await split(body);
    expect([refused.status, refused.body.code, refused.body.existing]).toMatchObject([
      409,
      'duplicate_payment_reference',
      { type: 'repayment', id: repaid.body.id },
    ]);
  });

  it.each(['bank', 'mpesa_paybill'])('is no replay where the payer of %s has the money again', async (channel) => {
    const [one, two] = await twoAccounts();
    const parts = between(one, two, 30_000, 70_000);
    const body = { channel, reference: aReceipt(), amount: 100_000, parts, msisdn: '+254712345678' };
    await reverse(await split(body), 'taken_back');
    const refused = await split(body);
    expect([refused.status, refused.body.code]).toEqual([409, 'duplicate_payment_reference']);
    expect(await balances(one, two)).toEqual([0, 0]);
  });
});

describe('A split that is entered before the provider reports its payment', () => {
  it.each(['bank', 'mpesa_paybill'] as const)('by %s is confirmed by the report', async (channel) => {
    const [one, two] = await twoAccounts();
    const parts = between(one, two, 30_000, 70_000);
    const receiptNo = aReceipt();
    const msisdn = '+254712345678';
    expect((await split({ channel, reference: receiptNo, amount: 100_000, parts, msisdn })).status).toBe(201);
    const report = (amount: bigint, receipt = receiptNo) =>
      ports.app.mobileMoney.recordPayment(systemCaller(institution, 'tests', 'tests'), {
        channel,
        receiptNo: receipt,
        amount,
        msisdn,
        accountReference: 'PAYROLL NOVEMBER',
        paidAt: ports.app.clock(),
      });
    const incidents = () => ports.admin('select kind from incident where receipt_key = $1', [receiptNo]);
    const reportedBy = async () =>
      (
        await ports.admin<{ by: string }>('select reported_by as by from payment_receipt where receipt_key = $1', [
          receiptNo,
        ])
      )[0]?.by;
    await report(100_000n);
    expect([await incidents(), await reportedBy()]).toEqual([[], 'provider']);
    await report(100_000n);
    expect([await incidents(), await balances(one, two)]).toEqual([[], [30_000, 70_000]]);
    await report(90_000n);
    expect(await incidents()).toEqual([{ kind: 'receipt_used_twice' }]);
    expect(await proofs()).toEqual([]);
  });
});
