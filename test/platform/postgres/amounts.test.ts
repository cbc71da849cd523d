import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '#platform/cli/owner.ts';
import { amountsOf } from '#platform/postgres/amounts.ts';
import { moneyFiguresOf } from '#platform/postgres/money-figures.ts';
import { openLender, type Lender } from '#test/support/lender.ts';

let lender: Lender;
/** 10,000,000,000,000 of float, so that sums have more digits than are exact in a floating-point number. */
const FLOAT = 10n ** 13n;

beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

const owner = (text: string, params: readonly unknown[] = []) =>
  asOwner(lender.testApp.settings.adminUrl, (client) => client.query(text, [...params]));

/** Each amount of the sandbox by its figure and part. */
const shown = async (bound = 10) => {
  const all = await amountsOf(lender.testApp.database)(bound);
  expect(all.every(({ mode, currency }) => mode === 'sandbox' && currency === 'KES')).toBe(true);
  return Object.fromEntries(
    all.map(({ figure, part, amount }) => [part === null ? figure : `${figure} ${part}`, amount]),
  );
};

/** A loan whose money has left for the provider, which has not said what became of it. */
async function send(amount: bigint): Promise<void> {
  const { done, app, readyLoan } = lender.testApp;
  const loanId = await readyLoan(amount);
  await done(app.lending.disburse, { loanId, amount, channel: 'mpesa_b2c', msisdn: '+254712345678' });
}

describe('The amounts of money', () => {
  it('are of the float of agents, of what is in transit and in suspense, as the books have them', async () => {
    expect(await shown()).toEqual({
      'float_available mpesa_float': FLOAT,
      'float_held mpesa_float': 0n,
      'in_transit disbursement': 0n,
      'in_transit payout': 0n,
      'in_transit float_top_up': 0n,
      suspense: 0n,
    });
    await send(500_000n);
    await send(300_000n);
    await owner('update agent set held = 7');
    const amounts = await shown();
    await owner('update agent set held = 0');
    expect(amounts).toMatchObject({
      'float_available mpesa_float': FLOAT - 800_007n,
      'float_held mpesa_float': 7n,
      'in_transit disbursement': 800_000n,
    });
    expect(await lender.held('disbursements_in_transit')).toBe(800_000n);
    // No more payments are summed than the bound says.
    expect(await shown(1)).toMatchObject({
      'in_transit disbursement': expect.toSatisfy((amount: bigint) => amount < 800_000n),
    });
  });

  it('are of what apps own and have on its way', async () => {
    const { done, app, client } = lender.testApp;
    await done(app.bridge.payout, {
      app: { id: client.id, sandbox: true },
      amount: 200_000n,
      currency: 'KES',
      msisdn: '+254712345678',
      reference: 'r-1',
      narration: null,
      metadata: {},
      channel: 'mpesa_b2c',
    });
    const amounts = await shown();
    const [account] = await lender.testApp.sql<{ [name: string]: string }>(
      'select balance::text, held::text, in_transit::text from app_account',
    );
    const [balance, held, inTransit] = ['balance', 'held', 'in_transit'].map((name) => BigInt(account![name]!));
    expect(held! + inTransit!).toBeGreaterThanOrEqual(200_000n);
    expect(amounts).toMatchObject({
      'float_available app_funds': balance! - held! - inTransit!,
      'float_held app_funds': held,
      'in_transit payout': inTransit,
    });
  });

  it('are of money that came and is not placed, or goes back', async () => {
    const receive = (state: string, amount: number, receipt: string) =>
      lender.testApp.sql(
        `insert into mobile_money_transaction (uuid, channel, amount, msisdn, account_reference, reference_key, state,
                                               receipt_no, paid_at, recorded_by)
         values (gen_random_uuid(), 'mpesa_paybill', $2, '+254712345678', 'X', 'X', $1, $3, now(), 'test')`,
        [state, amount, receipt],
      );
    await receive('unallocated', 1_500, 'R1');
    await receive('returning', 250, 'R2');
    await receive('reversed', 90_000, 'R3');
    expect(await shown()).toMatchObject({ suspense: 1_750n });
    await owner('delete from mobile_money_transaction');
  });

  it('are of the portfolio and what of it is at risk, as the last close of business left them', async () => {
    expect(Object.keys(await shown()).filter((name) => name.startsWith('portfolio'))).toEqual([]);
    await lender.lend(1_200_000n);
    lender.moveTo('2026-01-06');
    await lender.close();
    expect(await shown()).toMatchObject({ portfolio: 1_200_000n, 'portfolio_at_risk 1': 0n });
    // An instalment was due on 5 February; the whole principal of the loan is at risk.
    lender.moveTo('2026-03-20');
    await lender.close();
    expect(await shown()).toMatchObject({
      portfolio: 1_200_000n,
      'portfolio_at_risk 1': 1_200_000n,
      'portfolio_at_risk 30': 1_200_000n,
      'portfolio_at_risk 60': 0n,
      'portfolio_at_risk 90': 0n,
    });
  });

  it('are exact beyond what floating-point numbers hold', async () => {
    const { 'float_available mpesa_float': was } = await shown();
    await owner('update agent set float = 9007199254740993');
    expect(await shown()).toMatchObject({ 'float_available mpesa_float': 9_007_199_254_740_993n });
    await owner('update agent set float = $1', [was]);
  });

  it('are apart for live institutions and sandboxes and by currency, and leave out what grows', async () => {
    const labels = async () => {
      const all = await amountsOf(lender.testApp.database)(10);
      return [...new Set(all.map(({ mode, currency }) => `${mode} ${currency}`))];
    };
    await owner(`update tenant set mode = 'live', currency = 'UGX'`);
    expect(await labels()).toEqual(['live UGX']);
    await owner(`update tenant set mode = 'sandbox', currency = 'KES', growing = true`);
    expect(await labels()).toEqual([]);
    await owner('update tenant set growing = false');
  });
});

describe('Floats that are low', () => {
  it('are those with less available than the threshold that their institution set', async () => {
    const low = async () =>
      (await moneyFiguresOf(lender.testApp.database)(lender.testApp.clock(), 10)).byMode.map(({ mode, lowFloats }) => [
        mode,
        lowFloats,
      ]);
    const none = [
      ['live', 0],
      ['sandbox', 0],
    ];
    expect(await low()).toEqual(none);
    await owner('update agent set low_float = float');
    expect(await low()).toEqual(none);
    await owner('update agent set held = 1');
    expect(await low()).toEqual([
      ['live', 0],
      ['sandbox', 1],
    ]);
    await owner('update agent set held = 0');
    expect(await low()).toEqual(none);
  });
});
