import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#platform/auth/keys.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, REST_SECRET, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

const SHORTCODE = '600966';
/** Beyond what is owed the loan of these tests takes one instalment or a tenth of what was lent. */
const ALLOWED = 500_000;
const BEYOND = 300_000;

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp({ trustedProxies: ['127.0.0.1/32'] });
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
});
afterAll(() => ports.close());

const violations = async () => (await ports.database.read(institution.id, ({ sql }) => verifyLedger(sql))).violations;
const show = async (loan: number) => (await partner.call('GET', `/api/v1/loans/${loan}`)).body;
const act = (loan: number, body: object) => partner.call('PATCH', `/api/v1/loans/${loan}`, { body });
const step = (id: number, body: object) => partner.call('PATCH', `/api/v1/mobile_money/transactions/${id}`, { body });
const repaymentsOf = async (loan: number) => (await partner.call('GET', `/api/v1/loans/${loan}/repayments`)).body.data;
/** The payment and, where there is one, its rest: the rest is the later record. */
const under = async (receiptNo: string) => {
  const { body } = await partner.call('GET', `/api/v1/mobile_money/transactions?filter[receipt_no]=${receiptNo}`);
  return body.data.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id);
};
const incidents = () => ports.admin('select kind from incident where subject_type = $1', ['mobile_money_transaction']);
let receipts = 0;
const nextReceipt = () => `BEYOND${++receipts}`;

/** The provider confirms a payment at the callback endpoint. */
const confirm = async (loanNo: string, cents: number, receiptNo = nextReceipt()) => {
  const at = ports.app.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDateTime();
  const address = paybillsAt('', deriveKeys(REST_SECRET).callback).addressOf(
    { tenantId: institution.id, shortcode: SHORTCODE },
    'paybill_confirmation',
  );
  const text = JSON.stringify({
    TransactionType: 'Pay Bill',
    TransID: receiptNo,
    TransTime: at.toString({ smallestUnit: 'second' }).replace(/\D/g, ''),
    TransAmount: (cents / 100).toFixed(2),
    BusinessShortCode: SHORTCODE,
    BillRefNumber: loanNo,
    MSISDN: '2547 ***** 126',
    FirstName: 'NICHOLAS',
  });
  const { status } = await ports.call('POST', address, { raw: { type: 'application/json', text } });
  expect(status).toBe(200);
  return under(receiptNo);
};

describe('A provider’s payment above what a loan may take (finding: all of it waited in suspense)', () => {
  it('at the paybill repays the loan as far as that takes it; the rest waits under the same receipt', async () => {
    const loan = await partner.anActiveLoan();
    const most = loan.outstanding.total + ALLOWED;
    const [paid, rest, ...more] = await confirm(loan.loan_no, most + BEYOND);
    expect(paid).toMatchObject({ state: 'allocated', amount: most, booked_as: { type: 'repayment' } });
    expect(rest).toMatchObject({ state: 'unallocated', amount: BEYOND, state_reason: 'rest_of_payment' });
    expect([rest.receipt_no, more]).toEqual([paid.receipt_no, []]);
    expect((await repaymentsOf(loan.id)).map(({ amount }: { amount: number }) => amount)).toEqual([most]);
    expect(await show(loan.id)).toMatchObject({ state: 'overpaid', overpaid: ALLOWED });
    expect(await violations()).toEqual([]);
  });

  it('that is notified again is the same payment, and nothing changes', async () => {
    const loan = await partner.anActiveLoan();
    const paid = loan.outstanding.total + ALLOWED + BEYOND;
    const receiptNo = nextReceipt();
    const first = await confirm(loan.loan_no, paid, receiptNo);
    expect(await confirm(loan.loan_no, paid, receiptNo)).toEqual(first);
    expect(await confirm(loan.loan_no, paid, receiptNo.toLowerCase())).toEqual([]);
    expect(await under(receiptNo)).toEqual(first);
    expect(await incidents()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('that the payer was prompted for is split alike, and the repeated result is the same payment', async () => {
    const loan = await partner.anActiveLoan();
    const most = loan.outstanding.total + ALLOWED;
    const total = Math.ceil((most + BEYOND) / 100) * 100;
    const requested = await partner.call('POST', '/api/v1/mobile_money/transactions', {
      body: { channel: 'mpesa_stk', amount: 5_000, msisdn: '+254708374149', account_reference: loan.loan_no },
    });
    expect(requested.status).toBe(201);
    const [row] = await ports.admin<{ originator_id: string }>(
      'select originator_id from mobile_money_transaction where uuid = $1',
      [requested.body.uuid],
    );
    const receiptNo = nextReceipt();
    const at = ports.app.clock();
    const notify = () =>
      ports.app.mobileMoney.recordCollectionStatus(systemCaller(institution, 'tests', 'tests'), {
        originatorId: String(row?.originator_id),
        source: 'notification',
        status: { kind: 'paid', providerRef: null, receiptNo, amount: BigInt(total), at },
      });
    await notify();
    const [paid, rest] = await under(receiptNo);
    expect(paid).toMatchObject({ uuid: requested.body.uuid, state: 'allocated', amount: most });
    expect(rest).toMatchObject({ state: 'unallocated', amount: total - most });
    await notify();
    expect(await under(receiptNo)).toEqual([paid, rest]);
    expect(await incidents()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('for a loan that was refinanced is split over its successor', async () => {
    const old = await partner.anActiveLoan();
    const { body: fresh } = await act(old.id, {
      action: 'refinance',
      product_id: institution.product.id,
      term_months: 18,
    });
    const [paid, rest] = await confirm(old.loan_no, 3 * fresh.outstanding.total);
    expect([paid.state, rest.state]).toEqual(['allocated', 'unallocated']);
    expect(paid.amount + rest.amount).toBe(3 * fresh.outstanding.total);
    expect((await show(fresh.id)).state).toBe('overpaid');
    expect(await show(old.id)).toMatchObject({ state: 'closed', close_reason: 'refinanced', overpaid: 0 });
    expect(await violations()).toEqual([]);
  });

  it('leaves a rest that a person places elsewhere, and that comes back when that was wrong', async () => {
    const loan = await partner.anActiveLoan();
    const other = await partner.anActiveLoan();
    const [paid, rest] = await confirm(loan.loan_no, loan.outstanding.total + ALLOWED + BEYOND);
    const placed = await step(rest.id, { action: 'allocate', loan_id: other.id });
    expect([placed.status, placed.body.state, placed.body.amount]).toEqual([200, 'allocated', BEYOND]);
    const undo = async (loanId: number) => {
      const [{ id }] = await repaymentsOf(loanId);
      const body = { action: 'reverse', reason: 'The wrong loan.' };
      expect((await partner.call('PATCH', `/api/v1/loans/${loanId}/repayments/${id}`, { body })).status).toBe(200);
    };
    await undo(other.id);
    await undo(loan.id);
    const states = (await under(paid.receipt_no)).map(({ state, amount }: { state: string; amount: number }) => [
      state,
      amount,
    ]);
    expect(states).toEqual([
      ['unallocated', paid.amount],
      ['unallocated', BEYOND],
    ]);
    expect(await violations()).toEqual([]);
  });
});
