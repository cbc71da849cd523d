import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#platform/auth/keys.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { REST_SECRET } from '#test/support/rest-test-app.ts';

const AIRTEL = '+254733345678';
const SHORTCODE = '600966';

let bridge: Bridge;
let app: BridgeApp;
beforeAll(async () => {
  bridge = await openBridge();
  app = await bridge.anApp();
});
afterAll(() => bridge.ports.close());

/** A payer shows the number from which M-Pesa was paid at the paybill. */
async function paysAtThePaybill(msisdn: string, receipt: string) {
  const paybills = paybillsAt('', deriveKeys(REST_SECRET).callback);
  const paybill = { tenantId: bridge.institution.id, shortcode: SHORTCODE };
  const reply = await bridge.ports.call('POST', paybills.addressOf(paybill, 'paybill_confirmation'), {
    body: {
      TransID: receipt,
      TransTime: '20231121121325',
      TransAmount: '500.00',
      BusinessShortCode: SHORTCODE,
      BillRefNumber: 'NOBODY',
      MSISDN: msisdn.slice(1),
    },
  });
  expect(reply.status).toBe(200);
}

describe('A number in the range of another operator', () => {
  const refusal = {
    code: 'msisdn_not_on_channel',
    errors: [{ pointer: '#/msisdn', code: 'other_operator', detail: expect.stringContaining('airtel') }],
  };

  it('is not paid by M-Pesa, and nothing is sent or held', async () => {
    const before = bridge.ports.rail.orders.length;
    const refused = await app.pay({ msisdn: AIRTEL });
    expect([refused.status, refused.body]).toEqual([422, expect.objectContaining(refusal)]);
    expect(bridge.ports.rail.orders.length).toBe(before);
    expect(await app.balance()).toMatchObject({ available: 10_000_000, held: 0 });
  });

  it('is not prompted by M-Pesa, neither by an app nor by the institution itself', async () => {
    const before = bridge.ports.prompts.orders.length;
    const refused = await app.collect({ msisdn: AIRTEL });
    expect([refused.status, refused.body]).toEqual([422, expect.objectContaining(refusal)]);
    const partner = lendingClient(bridge.ports, bridge.institution, await bridge.ports.openClient(bridge.institution));
    const own = await partner.call('POST', '/api/v1/mobile_money/transactions', {
      body: { channel: 'mpesa_stk', amount: 5_000, msisdn: AIRTEL, account_reference: 'D61' },
    });
    expect([own.status, own.body]).toEqual([422, expect.objectContaining(refusal)]);
    expect(bridge.ports.prompts.orders.length).toBe(before);
  });

  it('is not disbursed to by M-Pesa: no float is held, and the loan can be disbursed to another number', async () => {
    const partner = lendingClient(bridge.ports, bridge.institution, await bridge.ports.openClient(bridge.institution));
    const loan = await partner.anApprovedLoan();
    const refused = await partner.disburse(loan.id, {
      body: { amount: 5_000_000, channel: 'mpesa_b2c', msisdn: AIRTEL },
    });
    expect([refused.status, refused.body]).toEqual([422, expect.objectContaining(refusal)]);
    expect((await partner.disburse(loan.id)).status).toBe(201);
  });

  it('is found in every row of a batch, also by a trial', async () => {
    const rows = [bridge.payout(), bridge.payout({ msisdn: AIRTEL }), bridge.payout({ msisdn: '+254770345678' })];
    const problems = [2, 3].map((row) => expect.objectContaining({ row, code: 'other_operator' }));
    const tried = await app.call('POST', '/v1/payout_batches', { body: { reference: 'b-1', dry_run: true, rows } });
    expect([tried.status, tried.body.data.problems]).toEqual([200, problems]);
    const refused = await app.call('POST', '/v1/payout_batches', { body: { reference: 'b-1', rows } });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      ['#/rows/1/msisdn', '#/rows/2/msisdn'].map((pointer) =>
        expect.objectContaining({ pointer, code: 'other_operator' }),
      ),
    ]);
  });

  it('is paid once M-Pesa has confirmed its wallet: its owner has paid from it at the paybill', async () => {
    const ported = '+254733999888';
    expect((await app.pay({ msisdn: ported })).status).toBe(422);
    await paysAtThePaybill(ported, 'RKL51ZDR4F');
    await paysAtThePaybill(ported, 'RKL51ZDR4G');
    expect((await app.pay({ msisdn: ported })).status).toBe(201);
    const rows = [bridge.payout({ msisdn: ported })];
    const tried = await app.call('POST', '/v1/payout_batches', { body: { reference: 'b-2', dry_run: true, rows } });
    expect(tried.body.data.problems).toEqual([]);
    const looked = await app.call('GET', `/v1/lookups/msisdn?${new URLSearchParams({ msisdn: ported })}`);
    expect(looked.body.data).toMatchObject({
      operator: 'airtel',
      channels: ['mpesa_stk', 'mpesa_b2c', 'airtel', 'airtel_b2c'],
    });
  });

  it('stays refused where a payment shows it only in part', async () => {
    await paysAtThePaybill('+2547 ***** 777', 'RKL51ZDR4H');
    expect((await app.pay({ msisdn: '+254733000777' })).status).toBe(422);
  });
});
