import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { Agent } from '#core/lending/agent/agent.ts';
import { receiveCallback } from '#platform/app/processes/callbacks/receive-callback.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { airtelSetup } from '#platform/rails/airtel/settings.ts';
import { readRails, railSecrets, storeRail } from '#platform/rails/rail-settings.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { startAirtelFake, type AirtelFake } from '#test/support/airtel-fake/airtel-fake.ts';
import { payByFake } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let airtel: AirtelFake;
let mpesa: DarajaFake;
let testApp: TestApp;
let references = 0;

beforeAll(async () => {
  [airtel, mpesa] = [await startAirtelFake(), await startDarajaFake()];
  testApp = await openTestApp({ clock: () => airtel.now() });
  const { baseUrl, publicKey, credentials } = airtel;
  const setup = airtelSetup({ environment: 'sandbox', baseUrl, publicKey, ...credentials });
  await storeRail(testApp.database, railSecrets(testApp.keys), testApp.tenantId, { kind: 'airtel', ...setup });
  await payByFake(testApp, mpesa);
});
afterAll(async () => {
  await testApp.close();
  await airtel.close();
  await mpesa.close();
});

const app = () => ({ id: testApp.client.id, sandbox: true });
const common = () => ({ app: app(), currency: 'KES', reference: `a-${++references}`, narration: null, metadata: {} });
const pay = (channel: 'mpesa_b2c' | 'airtel_b2c', msisdn: string) =>
  testApp.done(testApp.app.bridge.payout, { ...common(), channel, msisdn, amount: 200_000n });
const collect = (msisdn: string) =>
  testApp.done(testApp.app.bridge.collect, {
    ...common(),
    channel: 'airtel' as const,
    msisdn,
    amount: 50_000n,
    accountReference: 'INV-7',
  });
const stateOf = async (table: 'payout' | 'collection', { uuid }: { readonly uuid: string }) =>
  (await testApp.sql(`select state, receipt_no, provider from ${table} where uuid = $1`, [uuid]))[0];
const held = async (account: string) => {
  const [row] = await testApp.sql<{ held: string }>(
    `select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::text as held
       from journal_line where account = $1`,
    [account],
  );
  return BigInt(row?.held ?? 0);
};

describe('An institution with M-Pesa and Airtel Money', () => {
  it('pays each number by the provider of its channel', async () => {
    const safaricom = await pay('mpesa_b2c', '+254700000000');
    const others = await pay('airtel_b2c', '+254730000000');
    expect(mpesa.requests().filter(({ path }) => path.includes('b2c'))).toHaveLength(1);
    expect(airtel.transactions).toMatchObject([{ kind: 'payout', msisdn: '730000000', shillings: 2_000 }]);
    expect(safaricom.state).toBe('sent');
    // Airtel says with its reply that it has paid.
    expect(await stateOf('payout', others)).toMatchObject({
      state: 'succeeded',
      provider: 'airtel',
      receipt_no: airtel.transactions[0]?.airtelId,
    });
    expect(await held('app_float_airtel')).toBe(-200_000n);
  });

  it('finds by an enquiry what Airtel did not say immediately', async () => {
    const open = await pay('airtel_b2c', '+254730000007');
    expect(open.state).toBe('sent');
    await airtel.advance(1_000);
    await testApp.app.bridge.checkPayout(testApp.operator, open.originatorId);
    expect(await stateOf('payout', open)).toMatchObject({ state: 'succeeded' });
  });

  it('collects by a prompt, and is notified at the one address of the rail', async () => {
    const before = await held('app_float_airtel');
    const prompted = await collect('+254730000000');
    expect(prompted).toMatchObject({ state: 'sent', provider: 'airtel' });
    const [rail] = (await readRails(testApp.database, railSecrets(testApp.keys), testApp.tenantId)).filter(
      ({ kind }) => kind === 'airtel',
    );
    const callbacks = callbacksAt('http://127.0.0.1:1', testApp.keys.callback);
    const subject = { tenantId: testApp.tenantId, kind: 'notification', originatorId: rail?.uuid ?? '' } as const;
    const [token = '', kind = ''] = new URL(callbacks.addressOf(subject)).pathname.split('/').slice(2);
    await airtel.advance(1_000);
    const text = JSON.stringify({
      transaction: { id: prompted.originatorId.replaceAll('-', ''), status_code: 'TF', message: 'A lie.' },
    });
    const arrival = { source: '127.0.0.1', isExpected: true, headers: {} };
    const notified = { token, kind, text, arrival, requestId: 'r' };
    expect(await receiveCallback({ app: testApp.app, log: testApp.log, callbacks }, notified)).toBe(true);
    // It is unsigned: what became of it, the enquiry says.
    expect(await stateOf('collection', prompted)).toMatchObject({ state: 'succeeded' });
    expect((await held('app_float_airtel')) - before).toBe(50_000n);
  });

  it('shows what Airtel holds, and leaves the books in order', async () => {
    expect(await testApp.app.lending.requestFloat(testApp.operator)).toBe(true);
    const [row] = await testApp.sql<{ balance: string }>(`select balance::text from rail where kind = 'airtel'`);
    expect(BigInt(row?.balance ?? 0)).toBe(airtel.books.balance);
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });
});

describe('A prompt of the institution’s own', () => {
  it('is paid by Airtel Money into the member’s loan, once, and lies in the account at Airtel', async () => {
    const loanId = await testApp.readyLoan(200_000n);
    const [loan] = await testApp.sql<{ loan_no: string }>('select loan_no from loan where id = $1', [loanId]);
    await testApp.done(testApp.app.lending.disburse, {
      loanId,
      amount: 200_000n,
      channel: 'mpesa_b2c',
      msisdn: '+254712345678',
    });
    const { originator_id: disbursement = '' } =
      (
        await testApp.sql<{ originator_id: string }>('select originator_id from disbursement where loan_id = $1', [
          loanId,
        ])
      )[0] ?? {};
    const paid = {
      kind: 'paid',
      providerRef: null,
      receiptNo: 'SKLLENT001',
      at: testApp.clock(),
      amount: 200_000n,
    } as const;
    await testApp.app.lending.recordPayoutStatus(testApp.operator, { originatorId: disbursement, status: paid });

    const prompt = { channel: 'airtel', amount: 50_000n, accountReference: loan?.loan_no ?? '' } as const;
    const wrong = testApp.done(testApp.app.mobileMoney.collect, { ...prompt, msisdn: '+254712345678' });
    await expect(wrong).rejects.toMatchObject({ code: 'msisdn_not_on_channel' });
    const prompted = await testApp.done(testApp.app.mobileMoney.collect, { ...prompt, msisdn: '+254730000000' });
    expect(prompted).toMatchObject({ channel: 'airtel', state: 'sent' });
    await airtel.advance(61_000);
    const check = () => testApp.app.mobileMoney.collection.check(testApp.operator, prompted.originatorId ?? '');
    await check();
    await check();
    const [row] = await testApp.sql(
      'select m.state, m.booked_type, r.amount::int, r.channel from mobile_money_transaction m join repayment r on r.uuid = m.booked_uuid where m.id = $1',
      [prompted.id],
    );
    expect(row).toEqual({ state: 'allocated', booked_type: 'repayment', amount: 50_000, channel: 'airtel' });
    expect(await held('airtel_collected')).toBe(50_000n);
    expect(await held('mpesa_paybill')).toBe(0n);
    const [receipt] = await testApp.sql(
      `select r.account from payment_receipt r join mobile_money_transaction m on m.receipt_no = r.receipt_no where m.id = $1`,
      [prompted.id],
    );
    expect(receipt).toEqual({ account: 'airtel' });
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });
});

describe('The account at Airtel Money', () => {
  const difference = async () => {
    expect(await testApp.app.lending.requestFloat(testApp.operator)).toBe(true);
    const rows = await testApp.sql<{ amount: number }>(
      `select amount::int from incident where kind = 'airtel_difference' and state = 'open'`,
    );
    return rows.map(({ amount }) => amount);
  };

  it('is compared with the books: what is missing or too much is an incident, until it agrees again', async () => {
    await airtel.advance(60_000);
    const accounts = ['airtel_float', 'app_float_airtel', 'airtel_collected'];
    const inBooks = (await Promise.all(accounts.map(held))).reduce((sum, each) => sum + each, 0n);
    airtel.books.balance = inBooks;
    if (inBooks < 0n) {
      // Airtel holds no less than nothing: what apps have paid out came to that account by a transfer, which is booked.
      const agentNo = 'AG-000009';
      await testApp.database.write(testApp.tenantId, async (tx) => {
        const where = { branchId: testApp.branchId, provider: 'airtel' as const };
        tx.of(Agent).add(Agent.appoint({ uuid: randomUUID(), agentNo, name: 'Airtel till', ...where }));
        await tx.flush();
      });
      const topUp = { agentNo, amount: 1_000_000n, reference: 'FT-AIRTEL-1' };
      await testApp.app.operators.topUpFloat(testApp.operator, topUp);
      airtel.books.balance = inBooks + 1_000_000n;
    }
    expect(await difference()).toEqual([]);
    airtel.books.balance -= 100n;
    expect(await difference()).toEqual([-100]);
    airtel.books.balance += 300n;
    expect(await difference()).toEqual([200]);
    airtel.books.balance -= 200n;
    expect(await difference()).toEqual([]);
  });
});
