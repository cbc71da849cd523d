import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { BalanceDeclined, type AccountRail, type ProviderBalance } from '#core/payments/account-rail.ts';
import { floatCheck } from '#platform/app/processes/disbursement/float-check.ts';
import { breakerOf } from '#platform/rails/breaker.ts';
import { storedCircuit } from '#platform/rails/circuit-store.ts';
import { darajaAccountRail } from '#platform/rails/daraja/account-rail.ts';
import { railSecrets, readRails, storeRail } from '#platform/rails/rail-settings.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { payByFake } from '#test/support/daraja-client.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

const FLOAT = 5_000_000n;
let fake: DarajaFake;
let testApp: TestApp;
let endpoint: Awaited<ReturnType<typeof openCallbackEndpoint>>;
let orders = 0;

beforeAll(async () => {
  fake = await startDarajaFake({
    balances: { 'Utility Account': FLOAT, 'Working Account': 0n, 'Charges Paid Account': 0n },
  });
  testApp = await openTestApp({ clock: () => fake.now(), elapsed: () => fake.now().epochMilliseconds, float: 0n });
  endpoint = await openCallbackEndpoint(testApp, testApp.log);
  testApp.callbacksTo(endpoint.url);
  // The shortcode that pays collects as well.
  await payByFake(testApp, fake, fake.options.shortcode);
  const topup = { app: app(), amount: FLOAT, currency: 'KES', reference: 'T-1', metadata: {} };
  await testApp.done(testApp.app.bridge.requestTopup, topup);
});
afterAll(async () => {
  await testApp.close();
  await endpoint.close();
  await fake.close();
});

const app = () => ({ id: testApp.client.id, sandbox: true });
const payOut = (amount: bigint, msisdn = '+254700000000') =>
  testApp.done(testApp.app.bridge.payout, {
    app: app(),
    currency: 'KES',
    channel: 'mpesa_b2c',
    reference: `p-${++orders}`,
    narration: null,
    metadata: {},
    msisdn,
    amount,
  });

/** The incidents about balances that are open now, with what differs. */
const differences = async () =>
  (
    await testApp.sql<{ kind: string; amount: number }>(
      `select kind, amount::int from incident where state = 'open' and kind like '%_difference' order by kind`,
    )
  ).map(({ kind, amount }) => [kind, amount]);
const compared = async () => {
  expect(await testApp.app.lending.requestFloat(testApp.operator)).toBe(true);
  await fake.advance(2_000);
  return differences();
};
const move = (account: 'Utility Account' | 'Working Account' | 'Charges Paid Account', cents: bigint) =>
  fake.books.book({ receipt: 'PORTAL0001', kind: 'b2b', account, cents, at: fake.now() });

describe('Each account at the provider', () => {
  it('agrees with its accounts of the ledger, to the cent, after payments that were charged', async () => {
    await payOut(20_000n);
    await payOut(300_000n);
    await fake.advance(5_000);
    expect(fake.books.balanceOf('Charges Paid Account')).toBe(-1_400n);
    expect(await compared()).toEqual([]);
    const [row] = await testApp.sql('select accounts from rail');
    expect(row?.['accounts']).toEqual([
      { role: 'paying', name: 'Utility Account', balance: '4680000', in_books: '4680000', is_explained: true },
      { role: 'collecting', name: 'Working Account', balance: '0', in_books: '0', is_explained: true },
      { role: 'charges', name: 'Charges Paid Account', balance: '-1400', in_books: '-1400', is_explained: true },
    ]);
  });

  it.each([
    ['Utility Account', 'float_difference'],
    ['Working Account', 'collected_difference'],
    ['Charges Paid Account', 'charges_difference'],
  ] as const)('that holds less than the books say is a difference of its own: %s', async (account, kind) => {
    move(account, -100n);
    expect(await compared()).toEqual([[kind, -100]]);
    move(account, 100n);
    expect(await compared()).toEqual([]);
  });

  it('differs where money was moved to another one on the portal, until that is booked', async () => {
    const paid = { msisdn: '+254712345678', accountReference: 'WHO KNOWS', paidAt: testApp.clock() };
    await testApp.app.mobileMoney.recordPayment(testApp.operator, {
      ...paid,
      receiptNo: 'SKL4H2XQ1Z',
      amount: 60_000n,
    });
    move('Working Account', 60_000n);
    await fake.advance(60_000);
    expect(await compared()).toEqual([]);
    move('Working Account', -50_000n);
    move('Utility Account', 50_000n);
    expect(await compared()).toEqual([
      ['collected_difference', -50_000],
      ['float_difference', 50_000],
    ]);
    const { agentNo } = testApp.agent;
    const moved = { agentNo, amount: 50_000n, reference: 'SKLPORTAL1', from: 'paybill' } as const;
    await testApp.app.operators.topUpFloat(testApp.operator, moved);
    expect(await compared()).toEqual([]);
  });

  it('differs where its charges were paid on the portal, until that is booked, once', async () => {
    move('Utility Account', -1_400n);
    move('Charges Paid Account', 1_400n);
    expect(await compared()).toEqual([
      ['charges_difference', 1_400],
      ['float_difference', -1_400],
    ]);
    const { agentNo } = testApp.agent;
    const { payProviderCharges } = testApp.app.operators;
    const paid = { agentNo, amount: 1_400n, reference: 'SKLCHARGE1' };
    const tooMuch = payProviderCharges(testApp.operator, { ...paid, amount: 1_401n });
    await expect(tooMuch).rejects.toMatchObject({ code: 'charges_exceed_owed', details: { owed_amount: 1_400n } });
    await payProviderCharges(testApp.operator, paid);
    await payProviderCharges(testApp.operator, { ...paid, reference: 'sklcharge1 ' });
    const more = payProviderCharges(testApp.operator, { ...paid, amount: 1_500n });
    await expect(more).rejects.toMatchObject({ code: 'duplicate_payment_reference' });
    const twice = payProviderCharges(testApp.operator, { ...paid, reference: 'SKLCHARGE2' });
    await expect(twice).rejects.toMatchObject({ code: 'charges_exceed_owed', details: { owed_amount: 0n } });
    expect(await compared()).toEqual([]);
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });

  it('may hold what is in transit, and no more', async () => {
    await payOut(100_000n, '+254700000008');
    await fake.advance(2_000);
    expect(await compared()).toEqual([]);
    move('Utility Account', 100n);
    expect(await compared()).toEqual([['float_difference', 100_100]]);
    move('Utility Account', -100n);
    expect(await compared()).toEqual([]);
  });

  it('may hold what was paid out after the provider counted, and no more', async () => {
    const before = { at: fake.now(), utility: fake.books.balanceOf('Utility Account') };
    const charges = fake.books.balanceOf('Charges Paid Account');
    const [rail] = await testApp.sql<{ uuid: string }>('select uuid from rail');
    await fake.advance(3_000);
    await payOut(40_000n);
    await fake.advance(5_000);
    const notify = (cents: bigint, at: Temporal.Instant) =>
      testApp.app.lending.recordFloat(testApp.operator, {
        railUuid: rail?.uuid ?? '',
        callback: 'balance',
        text: balanceText(
          [
            ['Utility Account', cents],
            ['Charges Paid Account', charges],
          ],
          at,
        ),
      });
    await notify(before.utility, before.at);
    expect(await differences()).toEqual([]);
    // The same counted now is one payment too much.
    await notify(before.utility, fake.now());
    expect(await differences()).toEqual([
      ['charges_difference', 500],
      ['float_difference', 140_000],
    ]);
    expect(await compared()).toEqual([]);
  });

  it('leaves books in which every proof holds, that of charges among them', async () => {
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });
});

function balanceText(accounts: readonly (readonly [string, bigint])[], at: Temporal.Instant): string {
  const shillings = (cents: bigint) => `${cents < 0n ? '-' : ''}${(cents < 0n ? -cents : cents) / 100n}.00`;
  const Value = accounts
    .map(([name, cents]) => `${name}|KES|${shillings(cents)}|${shillings(cents)}|0.00|0.00`)
    .join('&');
  const time = at
    .toZonedDateTimeISO('Africa/Nairobi')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replaceAll(/\D/g, '');
  const ResultParameter = [
    { Key: 'AccountBalance', Value },
    { Key: 'BOCompletedTime', Value: Number(time) },
  ];
  return JSON.stringify({
    Result: { ResultCode: 0, ResultDesc: 'Sent by a test.', ResultParameters: { ResultParameter } },
  });
}

describe('Several providers', () => {
  const account = (provider: 'mpesa' | 'airtel', requestBalance: () => Promise<ProviderBalance | null>) => {
    const rail: AccountRail = {
      collects: false,
      requestBalance,
      receiveBalance: async () => null,
      list: async () => null,
    };
    return { uuid: randomUUID(), provider, rail };
  };

  it('are each asked for their balance, also where one of them fails', async () => {
    const asked: string[] = [];
    const { requestFloat } = floatCheck(testApp.internals.transact, async () => [
      account('mpesa', async () => {
        asked.push('mpesa');
        throw new Error('The first provider is away.');
      }),
      account('airtel', async () => {
        asked.push('airtel');
        return null;
      }),
    ]);
    await expect(requestFloat(testApp.operator)).rejects.toThrow('The balance could not be requested of mpesa.');
    expect(asked).toEqual(['mpesa', 'airtel']);
  });
});

describe('A balance that the provider does not say (finding: its decline was dropped, and no comparison ran)', () => {
  const unknown = () => testApp.sql(`select state, summary from incident where kind = 'balance_unknown' order by id`);
  const account = (requestBalance: AccountRail['requestBalance']) => {
    const rail: AccountRail = { ...silent, requestBalance };
    return floatCheck(testApp.internals.transact, async () => [{ uuid, provider: 'daraja', rail }] as never);
  };
  let uuid = '';
  const silent: AccountRail = {
    collects: false,
    requestBalance: async () => null,
    receiveBalance: async () => null,
    list: async () => null,
  };
  const reported = async () => ({ held: 4_000_000n, available: 4_000_000n, at: fake.now() });

  it('is one incident while it is declined, which ends with the next balance', async () => {
    const [row] = await testApp.sql<{ uuid: string }>('select uuid from rail');
    uuid = row?.uuid ?? '';
    const declines = account(async () => {
      throw new BalanceDeclined('The initiator is locked.');
    });
    for (let time = 0; time < 2; time++)
      await expect(declines.requestFloat(testApp.operator)).rejects.toThrow(AggregateError);
    expect(await unknown()).toEqual([{ state: 'open', summary: expect.stringContaining('The initiator is locked.') }]);
    await account(reported).requestFloat(testApp.operator);
    expect(await unknown()).toMatchObject([{ state: 'resolved' }]);
  });

  it('of the paybill is an incident of its own, which a balance of the other account does not end', async () => {
    const open = await testApp.rails.darajaOf(testApp.tenantId);
    if (!open) throw new Error('No app is chosen.');
    const body = { requestId: '1', errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid Initiator' };
    const { settings } = open.daraja;
    const send: typeof open.daraja.send = async (request, deadline) =>
      request.body?.includes('"600999"')
        ? { kind: 'answered', status: 400, retryAfterSeconds: null, body }
        : open.daraja.send(request, deadline);
    const stk = { ...settings.stk, shortcode: '600999', initiator: settings.initiator } as typeof settings.stk;
    const daraja = { ...open.daraja, settings: { ...settings, stk }, send };
    const addresses = { result: endpoint.url, timeout: endpoint.url };
    const breaker = { observe: async () => undefined } as never;
    const rail = darajaAccountRail({ daraja, breaker, addresses, paybillAddresses: addresses });
    await expect(account(rail.requestBalance).requestFloat(testApp.operator)).rejects.toThrow(AggregateError);
    await account(reported).requestFloat(testApp.operator);
    expect((await unknown()).slice(1)).toMatchObject([{ state: 'open' }]);
    const resolve = () =>
      testApp.sql(`update incident set state = 'resolved', resolution = 'x', resolved_by = 'x', resolved_at = now()
        where receipt_key = 'paybill_balance'`);
    await resolve();
    // What comes again after it was resolved is another one.
    await expect(account(rail.requestBalance).requestFloat(testApp.operator)).rejects.toThrow(AggregateError);
    expect((await unknown()).slice(1)).toMatchObject([{ state: 'resolved' }, { state: 'open' }]);
    await resolve();
  });

  it('is one where requests go out for three hours and none is answered, not where none went out', async () => {
    const { requestFloat } = account(silent.requestBalance);
    await fake.advance(5 * 3_600_000);
    await requestFloat(testApp.operator);
    expect(await unknown()).toHaveLength(3);
    await fake.advance(3_600_000);
    await requestFloat(testApp.operator);
    await requestFloat(testApp.operator);
    expect((await unknown()).slice(3)).toEqual([
      { state: 'open', summary: expect.stringContaining('No balance has come for hours.') },
    ]);
  });

  it('of a paybill is one as well where none came for hours, and ends with the next (finding: its silence was unnoticed)', async () => {
    const paybill = { of: 'paybill', held: 0n, available: 0n, accounts: [] } as const;
    const rail: AccountRail = {
      ...silent,
      requestsPaybill: true,
      requestBalance: reported,
      receiveBalance: async () => ({ ...paybill, at: fake.now() }),
    };
    const { requestFloat, recordFloat } = floatCheck(
      testApp.internals.transact,
      async () => [{ uuid, provider: 'daraja', rail }] as never,
    );
    const says = () => recordFloat(testApp.operator, { railUuid: uuid, callback: 'paybill_balance', text: '' });
    const ofPaybill = () =>
      testApp.sql(`select state, summary from incident
        where kind = 'balance_unknown' and receipt_key = 'paybill_balance' and resolution is distinct from 'x'`);
    await says();
    for (let hour = 0; hour < 3; hour++) {
      await requestFloat(testApp.operator);
      await fake.advance(3_600_000);
    }
    expect(await ofPaybill()).toEqual([]);
    await fake.advance(60_000);
    await requestFloat(testApp.operator);
    await requestFloat(testApp.operator);
    expect(await ofPaybill()).toEqual([
      { state: 'open', summary: expect.stringContaining('No balance of the paybill has come for hours.') },
    ]);
    await says();
    expect(await ofPaybill()).toMatchObject([{ state: 'resolved' }]);
  });
});

describe('A rail that is set up again', () => {
  it('has requested nothing yet, and nothing is silent of it (finding: a new initiator of the paybill was, at its first request)', async () => {
    const { database } = testApp.internals;
    const [stored] = await readRails(database, railSecrets(testApp.keys), testApp.tenantId);
    await testApp.sql(`update rail set circuit = '{"state":"open","because":"credential"}', credential_refused_at = now(),
      balance_requested_at = now() - interval '2 hours', paybill_balance_at = now() - interval '90 days'`);
    await storeRail(database, railSecrets(testApp.keys), testApp.tenantId, stored!);
    expect(
      await testApp.sql('select circuit, credential_refused_at, balance_requested_at, paybill_balance_at from rail'),
    ).toEqual([{ circuit: null, credential_refused_at: null, balance_requested_at: null, paybill_balance_at: null }]);
    const silences = () =>
      testApp.sql(`select id from incident where kind = 'balance_unknown' and state = 'open' order by id`);
    const before = await silences();
    const rail: Partial<AccountRail> = { requestsPaybill: true, requestBalance: async () => null };
    await floatCheck(
      testApp.internals.transact,
      async () => [{ uuid: stored!.uuid, provider: 'daraja', rail }] as never,
    ).requestFloat(testApp.operator);
    expect(await silences()).toEqual(before);
  });
});

describe('A credential that the provider refuses', () => {
  it('is one incident for each time, which ends when payments are sent again (finding: people learnt nothing)', async () => {
    const [row] = await testApp.sql<{ uuid: string }>('select uuid from rail');
    const uuid = row?.uuid ?? '';
    let [asked, milliseconds] = [0, 0];
    const rail: Partial<AccountRail> = {
      requestBalance: async () => {
        asked += 1;
        return null;
      },
    };
    const { requestFloat } = floatCheck(
      testApp.internals.transact,
      async () => [{ uuid, provider: 'daraja', rail }] as never,
    );
    const { transact, database } = testApp.internals;
    const store = { read: database.read, query: database.query, write: transact.write };
    const breaker = breakerOf(
      storedCircuit(store, { tenantId: testApp.tenantId, uuid }, () => (milliseconds += 2_000)),
      () => fake.now(),
    );
    const learn = async (kind: 'credential_refused' | 'resumed') => {
      await breaker.observe({ kind });
      const due = await testApp.database.find('select tenant_id from floats_to_check($1, 10)', [String(fake.now())]);
      expect(due).toHaveLength(1);
      await requestFloat(testApp.operator);
    };
    const states = async () =>
      (await testApp.sql(`select state from incident where kind = 'credential_refused' order by id`)).map(
        ({ state }) => state,
      );
    await learn('credential_refused');
    await breaker.observe({ kind: 'credential_refused' });
    await requestFloat(testApp.operator);
    expect([await states(), asked]).toEqual([['open'], 0]);
    await learn('resumed');
    expect([await states(), asked]).toEqual([['resolved'], 1]);
    await learn('credential_refused');
    expect([await states(), asked]).toEqual([['resolved', 'open'], 1]);
    // A person who takes it off the list before it is repaired does not find it there again.
    await testApp.sql(`update incident set state = 'resolved', resolution = 'x', resolved_by = 'x', resolved_at = now()
      where kind = 'credential_refused'`);
    await requestFloat(testApp.operator);
    expect(await states()).toEqual(['resolved', 'resolved']);
    await learn('resumed');
  });
});
