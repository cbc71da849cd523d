import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
}, 60_000);
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
