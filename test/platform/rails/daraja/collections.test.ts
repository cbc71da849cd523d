import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestBalance } from '#platform/rails/daraja/apis/balance.ts';
import { payBusiness } from '#platform/rails/daraja/apis/b2b.ts';
import { pretendPayment, registerPaybill } from '#platform/rails/daraja/apis/c2b.ts';
import { pullTransactions, registerPull } from '#platform/rails/daraja/apis/pull.ts';
import { reverseCollection } from '#platform/rails/daraja/apis/reversal.ts';
import { promptPayer } from '#platform/rails/daraja/apis/stk.ts';
import { readB2bResult } from '#platform/rails/daraja/callbacks/b2b-result.ts';
import { readBalanceResult } from '#platform/rails/daraja/callbacks/balance-result.ts';
import { readPaybillPayment } from '#platform/rails/daraja/callbacks/c2b.ts';
import { acceptPayment, CONFIRMED, rejectPayment, RECEIVED } from '#platform/rails/daraja/callbacks/replies.ts';
import { readReversalResult } from '#platform/rails/daraja/callbacks/reversal-result.ts';
import { readStkCallback } from '#platform/rails/daraja/callbacks/stk-callback.ts';
import type { Daraja } from '#platform/rails/daraja/connection/call.ts';
import { clientAt, noDeadline } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';

/** A school that knows one admission number, and accepts all other notifications. */
let school: { server: Server; baseUrl: string; received: { path: string; body: string }[] };
let fake: DarajaFake;
let daraja: Daraja;
const deadline = noDeadline();
const PAYBILL = '174379';

beforeEach(async () => {
  const received: { path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const path = (request.url ?? '').replace('/cb/', '');
      received.push({ path, body });
      response.end(JSON.stringify(replyTo(path, body)));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  school = { server, received, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cb` };
  fake = await startDarajaFake({ validates: true });
  daraja = clientAt(fake);
});
afterEach(async () => {
  await fake.close();
  await new Promise((resolve) => school.server.close(resolve));
});

function replyTo(path: string, body: string): object {
  if (path !== 'validate') return path === 'confirm' ? CONFIRMED : RECEIVED;
  const payment = readPaybillPayment(body);
  const isKnown = payment.kind === 'paybill_payment' && payment.billReference?.replaceAll(/\W/g, '') === 'D6112342019';
  return isKnown ? acceptPayment(null) : rejectPayment('account_number');
}
const receivedAt = (path: string) => school.received.filter((each) => each.path === path).map(({ body }) => body);
const addresses = (path: string) => ({
  result: `${school.baseUrl}/${path}`,
  timeout: `${school.baseUrl}/${path}-timeout`,
});

async function register(): Promise<void> {
  const input = {
    shortcode: PAYBILL,
    confirmation: `${school.baseUrl}/confirm`,
    validation: `${school.baseUrl}/validate`,
  };
  const reply = await registerPaybill(daraja, { ...input, unlessValidated: 'Cancelled' }, deadline);
  expect(reply.kind).toBe('accepted');
}
async function pay(billReference: string): Promise<void> {
  const payment = { shortcode: PAYBILL, amount: 50_000n, msisdn: '+254708374149', billReference };
  expect((await pretendPayment(daraja, payment, deadline)).kind).toBe('accepted');
  await fake.advance(1_000);
}

describe('A payment to a paybill', () => {
  it('is validated without a balance, made, and confirmed with one', async () => {
    await register();
    await pay('D61/1234/2019');
    expect(receivedAt('validate').map(readPaybillPayment)).toMatchObject([
      { billReference: 'D61/1234/2019', balance: null },
    ]);
    expect(receivedAt('confirm').map(readPaybillPayment)).toMatchObject([
      { amount: 50_000n, shortcode: PAYBILL, balance: 70_050_000n, payer: '2547 ***** 149' },
    ]);
  });

  it('that is turned away is not made', async () => {
    await register();
    await pay('nobody');
    expect(receivedAt('validate')).toHaveLength(1);
    expect(receivedAt('confirm')).toEqual([]);
    expect(fake.books.entries()).toEqual([]);
  });

  it('by a prompt is notified twice, under one receipt', async () => {
    await register();
    const prompt = { amount: 100_000n, msisdn: '+254708374149', accountReference: 'ADM2024001', description: null };
    await promptPayer(daraja, { ...prompt, callbackAddress: `${school.baseUrl}/stk` }, deadline);
    await fake.advance(1_000);
    const receipts = [
      readStkCallback(receivedAt('stk')[0] ?? ''),
      readPaybillPayment(receivedAt('confirm')[0] ?? ''),
    ].map((each) => ('receiptNo' in each ? each.receiptNo : null));
    expect(receipts[0]).toMatch(/^[A-Z0-9]{10}$/);
    expect(receipts[0]).toBe(receipts[1]);
  });

  it('whose confirmation got lost is pulled', async () => {
    await pay('D61/1234/2019');
    const nominated = {
      shortcode: PAYBILL,
      nominatedMsisdn: '+254708374149',
      callbackAddress: `${school.baseUrl}/pull`,
    };
    const request = { shortcode: PAYBILL, from: fake.now().subtract({ hours: 1 }), until: fake.now(), offset: 0 };
    expect(await pullTransactions(daraja, request, deadline)).toEqual({
      kind: 'pulled',
      transactions: [],
      unreadable: 0,
    });
    expect((await registerPull(daraja, nominated, deadline)).kind).toBe('accepted');
    expect((await registerPull(daraja, nominated, deadline)).kind).toBe('accepted');
    expect(await pullTransactions(daraja, request, deadline)).toEqual({
      kind: 'pulled',
      unreadable: 0,
      transactions: [
        {
          receiptNo: fake.transactions[0]?.receipt,
          amount: 50_000n,
          at: fake.now(),
          msisdn: '254708374149',
          billReference: 'D61/1234/2019',
          type: 'c2b-pay-bill-debit',
        },
      ],
    });
    expect(await pullTransactions(daraja, { ...request, offset: 1 }, deadline)).toMatchObject({ transactions: [] });
  });

  it('that can’t be read in a pulled list is counted, not dropped', async () => {
    const nominated = {
      shortcode: PAYBILL,
      nominatedMsisdn: '+254708374149',
      callbackAddress: `${school.baseUrl}/pull`,
    };
    await registerPull(daraja, nominated, deadline);
    const flat = {
      ...daraja,
      send: async () => ({
        kind: 'answered' as const,
        status: 200,
        retryAfterSeconds: null,
        body: { ResponseCode: '1000', Response: [{ transactionId: 'A1', amount: '5.00' }, { amount: '7' }, 'junk'] },
      }),
    };
    const request = { shortcode: PAYBILL, from: fake.now(), until: fake.now(), offset: 0 };
    expect(await pullTransactions(flat, request, deadline)).toMatchObject({
      transactions: [{ receiptNo: 'A1', amount: 500n, at: null }],
      unreadable: 2,
    });
  });

  it('is reversed by who acts for the paybill, where that is another initiator (finding: the one that pays was sent)', async () => {
    await fake.close();
    const paybill = { initiator: { name: 'paybillapi', password: 'Paybill#2026' }, balance: 0n };
    fake = await startDarajaFake({ paybill });
    daraja = clientAt(fake);
    await pay('D61/1234/2019');
    const receiptNo = fake.transactions[0]?.receipt ?? '';
    const reversal = { receiptNo, amount: 50_000n, remarks: 'Paid twice', addresses: addresses('rv') };
    await reverseCollection(daraja, { ...reversal, shortcode: PAYBILL }, deadline);
    await fake.advance(1_000);
    expect(receivedAt('rv').map(readReversalResult)).toMatchObject([{ outcome: 'reversed' }]);
    const stranger = await reverseCollection(daraja, { ...reversal, shortcode: '600000' }, deadline);
    expect([stranger.kind, receivedAt('rv').length]).toEqual(['rejected', 1]);
  });

  it('is reversed once', async () => {
    await pay('D61/1234/2019');
    const receiptNo = fake.transactions[0]?.receipt ?? '';
    const reversal = {
      receiptNo,
      amount: 50_000n,
      shortcode: PAYBILL,
      remarks: 'Paid twice',
      addresses: addresses('rv'),
    };
    await reverseCollection(daraja, reversal, deadline);
    await reverseCollection(daraja, reversal, deadline);
    await fake.advance(1_000);
    expect(receivedAt('rv').map(readReversalResult)).toMatchObject([
      { outcome: 'reversed', originalReceiptNo: receiptNo, amount: 50_000n, charge: 0n, completedAt: fake.now() },
      { outcome: 'reversed_before' },
    ]);
    expect(fake.books.balanceOf('Working Account')).toBe(70_000_000n);
  });
});

describe('The accounts of a shortcode', () => {
  it('are topped up from the working account, and reported', async () => {
    const topUp = {
      command: 'BusinessTransferFromMMFToUtility',
      toShortcode: '600992',
      accountReference: 'float',
    } as const;
    await payBusiness(
      daraja,
      {
        ...topUp,
        amount: 1_000_000n,
        requester: null,
        remarks: 'Top up',
        addresses: addresses('b2b'),
        from: daraja.settings,
      },
      deadline,
    );
    await fake.advance(1_000);
    expect(receivedAt('b2b').map(readB2bResult)).toMatchObject([
      { code: { outcome: 'success' }, amount: 1_000_000n, balance: 69_000_000n, billReference: 'float' },
    ]);
    await requestBalance(daraja, addresses('balance'), deadline);
    await fake.advance(1_000);
    const balance = readBalanceResult(receivedAt('balance')[0] ?? '');
    const accounts = balance.kind === 'unreadable' ? [] : balance.accounts;
    expect(accounts.find(({ name }) => name === 'Utility Account')?.current).toBe(101_000_000n);
    expect(accounts.find(({ name }) => name === 'Working Account')?.current).toBe(69_000_000n);
  });
});
