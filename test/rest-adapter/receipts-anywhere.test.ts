import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SCOPES } from '#core/partners/scopes.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { REST_SECRET, type Reply } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

const SHORTCODE = '600966';
const AMOUNT = 50_000;
const paybills = paybillsAt('', deriveKeys(REST_SECRET).callback);

let bridge: Bridge;
let app: BridgeApp;
let school: SchoolClient;
let partner: ReturnType<typeof lendingClient>;
let savings: Awaited<ReturnType<typeof savingsClient>>;
let student: Shown;
let loan: Shown;
let account: Shown;

beforeAll(async () => {
  bridge = await openBridge();
  const { ports, institution } = bridge;
  app = await bridge.anApp();
  school = await openSchool(ports, { institution });
  partner = lendingClient(ports, institution, await ports.openClient(institution, SCOPES));
  savings = await savingsClient(ports, institution, partner);
  student = (await school.anEnrolment()).student;
  loan = await partner.anActiveLoan();
  account = await savings.anAccount();
});
afterAll(() => bridge.ports.close());

const repay = (reference: string): Promise<Reply> =>
  partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
    body: { amount: AMOUNT, channel: 'mpesa_paybill', reference },
  });
const settle = (reference: string): Promise<Reply> =>
  partner.call('POST', `/api/v1/loans/${loan.id}/settlement`, {
    body: { amount: AMOUNT, channel: 'mpesa_paybill', reference },
  });
const deposit = (reference: string): Promise<Reply> =>
  partner.call('POST', `/api/v1/savings_accounts/${account.id}/transactions`, {
    body: { type: 'deposit', amount: AMOUNT, channel: 'mpesa_paybill', reference },
  });
const payFees = async (reference: string): Promise<Reply> => {
  const invoice = await school.anInvoice(student);
  return partner.call('POST', `/api/v1/invoices/${invoice.id}/payments`, {
    body: { amount: AMOUNT, method: 'mpesa_paybill', reference, paid_at: bridge.ports.app.clock().toString() },
  });
};
const record = (receipt_no: string): Promise<Reply> =>
  partner.call('POST', '/api/v1/mobile_money/transactions', {
    body: {
      channel: 'mpesa_paybill',
      amount: AMOUNT,
      msisdn: '+254712345678',
      account_reference: 'NOBODY',
      receipt_no,
    },
  });
const confirm = (TransID: string): Promise<Reply> => {
  const paybill = { tenantId: bridge.institution.id, shortcode: SHORTCODE };
  const at = bridge.ports.app.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDateTime();
  return bridge.ports.call('POST', paybills.addressOf(paybill, 'paybill_confirmation'), {
    body: {
      TransactionType: 'Pay Bill',
      TransID,
      TransTime: at.toString({ smallestUnit: 'second' }).replaceAll(/\D/g, ''),
      TransAmount: '500.00',
      BusinessShortCode: SHORTCODE,
      BillRefNumber: account['account_no'],
      MSISDN: '2547 ***** 678',
      FirstName: 'JANE',
    },
  });
};
const collected = async (receipt: string): Promise<Reply> => {
  const order = bridge.collection({ amount: AMOUNT });
  const reply = await app.call('POST', '/v1/collections', { body: order });
  await app.prompted(order.reference, 0, receipt);
  return reply;
};

const WAYS = { repay, settle, deposit, payFees, record, confirm, collected } as const;
const SPELLINGS: readonly ((receipt: string) => string)[] = [
  (receipt) => receipt,
  (receipt) => receipt.toLowerCase(),
  (receipt) => ` ${receipt.slice(0, 3)} ${receipt.slice(3)}`,
];

const standing = (receipt: string) =>
  bridge.ports.admin<{ amount: number }>(
    `select record_type, amount::int from payment_receipt_use where receipt_key = $1 and state = 'live'`,
    [receipt],
  );
/** The records that say that they have booked it. */
const booked = async (receipt: string) => {
  const same = (column: string) => `upper(replace(${column}, ' ', '')) = $1`;
  const [row] = await bridge.ports.admin<{ n: number }>(
    `select ((select count(*) from repayment where state = 'booked' and ${same('reference')})
           + (select count(*) from savings_transaction where state = 'posted' and ${same('reference')})
           + (select count(*) from invoice_payment where state <> 'reversed' and ${same('reference')})
           + (select count(*) from mobile_money_transaction where state = 'unallocated' and ${same('receipt_no')})
           + (select count(*) from collection where state = 'succeeded' and ${same('receipt_no')}))::int as n`,
    [receipt],
  );
  return row?.n;
};

describe('One payment of M-Pesa, reported at any endpoints, in any spelling and order', () => {
  let receipts = 0;
  it('is booked once, whatever is reported at the same moment, and the books are sound', async () => {
    const way = fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[]));
    const report = fc.record({ way, spelling: fc.nat(SPELLINGS.length - 1) });
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 2, maxLength: 4 }), fc.boolean(), async (reports, atOnce) => {
        const receipt = `SKP${String(++receipts).padStart(7, '0')}`;
        const send = ({ way: name, spelling }: (typeof reports)[number]) =>
          WAYS[name](SPELLINGS[spelling]?.(receipt) ?? receipt);
        const replies: Reply[] = [];
        if (atOnce) replies.push(...(await Promise.all(reports.map(send))));
        else for (const each of reports) replies.push(await send(each));
        for (const { status, text } of replies) expect([200, 201, 409, text]).toContain(status);
        const stands = await standing(receipt);
        expect(stands.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(AMOUNT);
        expect([stands.length, await booked(receipt)]).toEqual([stands.length === 0 ? 0 : 1, stands.length]);
        // A settlement alone may be refused: it is of less than the quote.
        if (reports.some(({ way: name }) => name !== 'settle')) expect(stands).toHaveLength(1);
      }),
      { numRuns: 20 },
    );
    const proof = await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql));
    expect(proof.violations.map(({ check, what }) => `${check}: ${what}`)).toEqual([]);
  });
});
