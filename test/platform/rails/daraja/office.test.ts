import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callbacksAt } from '#platform/rails/callbacks.ts';
import { askForFloat } from '#platform/rails/float-check.ts';
import { chooseDaraja, railSecrets, type DarajaFile } from '#platform/rails/rail-settings.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { openHouse, type House } from '#test/support/house.ts';
import { openDoor } from '#test/support/workshop.ts';

let fake: DarajaFake;
let house: House;
let door: Awaited<ReturnType<typeof openDoor>>;

beforeAll(async () => {
  fake = await startDarajaFake();
  house = await openHouse({ clock: () => fake.now(), float: 0n });
  door = await openDoor(house, house.log);
  house.callbacksTo(door.url);
}, 60_000);
afterAll(async () => {
  await house.close();
  await door.close();
  await fake.close();
});

/** The institution's Daraja app: pays from one shortcode, and collects at `collects`. */
async function choose(collects: string): Promise<void> {
  const { consumerKey, consumerSecret, initiator, shortcode, stk } = fake.options;
  const file: DarajaFile = {
    environment: 'sandbox',
    baseUrl: fake.baseUrl,
    consumerKey,
    consumerSecret,
    initiator,
    shortcode,
    certificate: fake.certificate,
    stk: { ...stk, shortcode: collects, transactionType: 'CustomerPayBillOnline', payee: collects },
    timeouts: { connectMs: 3_000, totalMs: 4_000 },
  };
  await chooseDaraja(house.database, railSecrets(house.keys), house.tenantId, file);
}

describe('What the provider holds', () => {
  const asked = async () => {
    const callbacks = callbacksAt(door.url, house.keys.callback);
    expect(await askForFloat({ ...house, callbacks }, house.operator)).toBe(true);
    await fake.advance(2_000);
    const [row] = await house.sql('select balance::int as there, balance_in_books::int as here from rail');
    const incidents = await house.sql(`select amount::int from incident where state = 'open'`);
    return { ...row, incidents: incidents.map(({ amount }) => amount) };
  };
  const utility = () => Number(fake.books.balanceOf('Utility Account'));
  const working = () => Number(fake.books.balanceOf('Working Account'));
  const app = () => ({ id: house.client.id, sandbox: true });

  it('is the float of agents and of apps together, for they pay from one account', async () => {
    await choose('174379');
    const agents = fake.books.balanceOf('Utility Account') - 3_000_000n;
    const { agentNo } = house.agent;
    await house.app.operators.topUpFloat(house.operator, { agentNo, amount: agents, reference: 'FT-1' });
    expect(await asked()).toMatchObject({ there: utility(), here: utility() - 3_000_000, incidents: [3_000_000] });

    const topup = { app: app(), amount: 3_000_000n, currency: 'KES', reference: 'T-1', metadata: {} };
    await house.done(house.app.bridge.topUp, topup);
    expect(await asked()).toEqual({ there: utility(), here: utility(), incidents: [] });

    const payout = { app: app(), currency: 'KES', channel: 'mpesa_b2c', narration: null, metadata: {} } as const;
    for (const [reference, msisdn] of Object.entries({ arrives: '+254700000000', waits: '+254700000008' })) {
      await house.done(house.app.bridge.payout, { ...payout, reference, msisdn, amount: 100_000n });
    }
    await fake.advance(5_000);
    // One is paid, and one is on its way: that explains what the provider still has.
    expect(await asked()).toEqual({ there: utility(), here: utility() - 100_000, incidents: [] });
  });

  it('lies in two accounts where the same shortcode collects, and people move it between them', async () => {
    await choose(fake.options.shortcode);
    const here = utility() + working() - 100_000;
    const paid = { msisdn: '+254712345678', accountReference: 'WHO KNOWS', paidAt: house.clock() };
    await house.app.mobileMoney.recordPayment(house.operator, {
      ...paid,
      receiptNo: 'SKL4H2XQ1Z',
      amount: BigInt(working()),
    });
    expect(await asked()).toEqual({ there: utility() + working(), here, incidents: [] });
  });
});
