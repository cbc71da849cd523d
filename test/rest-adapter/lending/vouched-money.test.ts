import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { lendingClient, type LendingClient } from '../../support/lending-client.ts';
import { savingsClient, type SavingsClient } from '../../support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '../../support/rest-test-app.ts';

let ports: RestTestApp;
let society: Institution;
let teller: LendingClient;
let sister: LendingClient;
let another: LendingClient;
let savings: SavingsClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  society = await ports.openInstitution();
  await ports.admin('update tenant set four_eyes = true where id = $1', [society.id]);
  ports.forgetTenant(society.id);
  [teller, sister, another] = [await clientOf('Dalila'), await clientOf('DALILA'), await clientOf('Baraka')];
  savings = await savingsClient(ports, society, teller);
});
afterAll(() => ports.close());

const system = (name: string) => systemCaller({ id: society.id, mode: society.mode }, name, randomUUID());

/** A client, and the person who answers for it. */
async function clientOf(responsible: string): Promise<LendingClient> {
  const client = await ports.openClient(society);
  await ports.app.partners.operators.changeClientResponsible(system('operator'), { clientId: client.id, responsible });
  return Object.assign(lendingClient(ports, society, client), { clientId: client.id });
}
const keyOf = async (client: LendingClient & { clientId?: number }) => {
  const [found] = await ports.admin('select client_key from api_client where id = $1', [client.clientId]);
  return String(found?.['client_key']);
};

const pathOf = (id: number) => `/api/v1/savings_accounts/${id}/transactions`;
const withdraw = (by: LendingClient, id: number, amount: number, channel = 'bank') =>
  by.call('POST', pathOf(id), {
    body: { type: 'withdrawal', amount, channel, reference: `OUT${randomUUID().slice(0, 8)}` },
  });
const deposit = async (by: LendingClient, id: number, body: object) => {
  const reply = await by.call('POST', pathOf(id), { body: { type: 'deposit', ...body } });
  expect(reply.status).toBe(201);
  return reply.body;
};

/** Reversing is a mutation of the graph alone: the use case behind it, as a client of this key gives it. */
async function takeBack(by: string, savingsTransactionId: number, reason: string): Promise<void> {
  const present = async () => ({ status: 200, headers: {}, body: '' });
  const refused = (error: Error) => {
    throw error;
  };
  const request = { caller: system(by), claim: null, present, refused, proposed: present };
  await ports.app.savings.reverseSavingsTransaction(request, { savingsTransactionId, reason });
}

/** A statement of an account that a person has brought, with one receipt on it. */
const shown = (by: string, account: string, receiptNo: string, amount: number) =>
  ports.database.write(society.id, async (tx) => {
    const [{ id } = { id: 0 }] = await tx.sql<{ id: number }>(
      `insert into reconciliation (uuid, account, source, covers_from, covers_through, digest, lines, matched, in_there, out_there,
                                   fees_there, opening_here, in_here, out_here, closing_here, in_transit, compared_at, compared_by)
       values (gen_random_uuid(), $1, 'statement', current_date, current_date, $2, 1, 1, $3, 0, 0, 0, $3, 0, $3, 0, now(), $4)
       returning id`,
      [account, randomUUID(), amount, by],
    );
    await tx.sql(
      `insert into statement_line (reconciliation_id, line_no, receipt_no, kind, at, amount)
       values ($1, 1, $2, 'movement', now(), $3)`,
      [id, receiptNo, amount],
    );
  });

describe('Money that one person says has come', () => {
  it('is not shown by the statement of another account (finding: cash under the receipt of a payment to the paybill)', async () => {
    const { id } = await savings.anAccount();
    await deposit(teller, id, { amount: 80_000, channel: 'cash', reference: 'QKA1B2C3D4' });
    await shown('Baraka', 'mpesa_paybill', 'QKA1B2C3D4', 90_000);
    const refused = await withdraw(teller, id, 80_000);
    expect([refused.status, refused.body.code]).toEqual([409, 'four_eyes_required']);
    expect((await withdraw(another, id, 80_000)).status).toBe(201);
  });

  it('is not shown by a statement that another client of the same person has brought (finding: keys were compared)', async () => {
    const { id } = await savings.anAccount();
    await deposit(teller, id, { amount: 80_000, channel: 'bank', reference: 'FTSIS1' });
    await shown(await keyOf(sister), 'bank', 'FTSIS1', 80_000);
    expect((await withdraw(teller, id, 80_000)).body.code).toBe('four_eyes_required');
    await shown(await keyOf(another), 'bank', 'FTSIS1', 80_000);
    expect((await withdraw(teller, id, 80_000)).status).toBe(201);
  });

  it('is there, too, where they have taken back what went out (finding: a withdrawal was reversed and paid once more)', async () => {
    const { id } = await savings.anAccount();
    await deposit(another, id, { amount: 80_000, channel: 'cash' });
    const third = await clientOf('Eunice');
    const { body: gone } = await withdraw(third, id, 60_000);
    await takeBack(await keyOf(teller), gone.id, 'The bank says it never left.');
    expect((await savings.show(id)).balance).toBe(80_000);
    for (const same of [teller, sister]) {
      const refused = await withdraw(same, id, 30_000);
      expect([refused.body.code, refused.body.vouched_amount]).toEqual(['four_eyes_required', 60_000]);
    }
    expect((await withdraw(teller, id, 20_000)).status).toBe(201);
    expect((await withdraw(third, id, 60_000)).status).toBe(201);
  });

  it('is the word of its provider, once that has notified it', async () => {
    const { id, account_no: accountReference } = await savings.anAccount();
    const notified = (receiptNo: string, amount: bigint, msisdn: string) =>
      ports.app.mobileMoney.recordPayment(system('provider'), {
        receiptNo,
        amount,
        msisdn,
        accountReference,
        paidAt: Temporal.Now.instant(),
      });
    // Typed from the payer's phone, and notified afterwards.
    await deposit(teller, id, { amount: 40_000, channel: 'mpesa_paybill', reference: 'QKLATE0001' });
    expect((await withdraw(teller, id, 40_000)).body.code).toBe('four_eyes_required');
    await notified('QKLATE0001', 40_000n, '+254712000111');
    expect((await withdraw(teller, id, 40_000)).status).toBe(201);
    // Asked of the payer by the teller, and paid.
    const body = { channel: 'mpesa_stk', amount: 30_000, msisdn: '+254712000222', account_reference: accountReference };
    expect((await teller.call('POST', '/api/v1/mobile_money/transactions', { body })).status).toBe(201);
    await notified('QKPROMPT01', 30_000n, '+254712000222');
    expect((await savings.show(id)).balance).toBe(30_000);
    expect((await withdraw(teller, id, 30_000)).status).toBe(201);
  });
});

const reportedBy = async (receipt: string) => {
  const rows = await ports.admin('select reported_by as by from payment_receipt where receipt_key = $1', [receipt]);
  return rows.map((row) => row['by']);
};
const enter = async (by: LendingClient, account_reference: string, amount: number, receipt_no: string) => {
  const body = { channel: 'mpesa_paybill', amount, msisdn: '+254712000555', account_reference, receipt_no };
  const entered = await by.call('POST', '/api/v1/mobile_money/transactions', { body });
  expect(entered.status).toBe(201);
  return entered.body;
};
const allocate = async (by: LendingClient, id: number, to: object) => {
  const path = `/api/v1/mobile_money/transactions/${id}`;
  const allocated = await by.call('PATCH', path, { body: { action: 'allocate', ...to } });
  expect([allocated.status, allocated.body.state]).toEqual([200, 'allocated']);
};

describe('A payment that a person has entered by hand', () => {
  it('stays their word when it is undone and another person places it (finding: it became the provider’s)', async () => {
    const { id, account_no } = await savings.anAccount();
    const entered = await enter(teller, account_no, 80_000, 'QKAIR00001');
    const [row] = await ports.admin('select id from savings_transaction where uuid = $1', [entered.booked_as.uuid]);
    await takeBack(await keyOf(teller), Number(row?.['id']), 'It is not theirs.');
    expect(await reportedBy('QKAIR00001')).toEqual(['caller']);
    await allocate(another, entered.id, { savings_account_id: id });
    for (const same of [teller, sister]) {
      const refused = await withdraw(same, id, 80_000);
      expect([refused.status, refused.body.code]).toEqual([409, 'four_eyes_required']);
    }
    expect(await reportedBy('QKAIR00001')).toEqual(['caller']);
    expect((await withdraw(await clientOf('Eunice'), id, 80_000)).status).toBe(201);
  });

  it('is entered with another amount where that was wrong', async () => {
    const { id } = await savings.anAccount();
    const paid = { channel: 'mpesa_paybill', reference: 'QKWRONG001' };
    const wrong = await deposit(teller, id, { ...paid, amount: 80_000 });
    await takeBack(await keyOf(teller), wrong.id, 'A digit too many.');
    await deposit(teller, id, { ...paid, amount: 8_000 });
    expect([(await savings.show(id)).balance, await reportedBy('QKWRONG001')]).toEqual([8_000, ['caller']]);
  });
});

describe('A payment that a provider confirms after a person has entered it', () => {
  const confirm = (receiptNo: string, accountReference: string) =>
    ports.app.mobileMoney.recordPayment(system('provider'), {
      receiptNo,
      amount: 80_000n,
      msisdn: '+254712000555',
      accountReference,
      paidAt: Temporal.Now.instant(),
    });

  it('is no one’s word any more, for the account that both say (finding: it was the word of who entered it for ever)', async () => {
    const { id, account_no } = await savings.anAccount();
    await enter(teller, account_no, 80_000, 'QKLATE0002');
    expect((await withdraw(teller, id, 80_000)).body.code).toBe('four_eyes_required');
    await confirm('QKLATE0002', account_no);
    expect(await reportedBy('QKLATE0002')).toEqual(['provider']);
    expect((await withdraw(teller, id, 80_000)).status).toBe(201);
  });

  it('is still the word of who has placed it where the provider names no account', async () => {
    const { id } = await savings.anAccount();
    const entered = await enter(teller, 'NOBODY', 80_000, 'QKLATE0003');
    await allocate(another, entered.id, { savings_account_id: id });
    expect((await withdraw(teller, id, 80_000)).body.code).toBe('four_eyes_required');
    await confirm('QKLATE0003', 'NOBODY');
    expect((await withdraw(another, id, 80_000)).body.code).toBe('four_eyes_required');
    expect((await withdraw(teller, id, 80_000)).status).toBe(201);
  });

  it('is still the word of who has entered whose it is where the provider has heard of no account', async () => {
    const { id, account_no } = await savings.anAccount();
    await enter(teller, account_no, 80_000, 'QKLATE0004');
    await confirm('QKLATE0004', 'MAMA BOY');
    expect(await reportedBy('QKLATE0004')).toEqual(['provider']);
    expect((await withdraw(teller, id, 80_000)).body.code).toBe('four_eyes_required');
    expect((await withdraw(another, id, 80_000)).status).toBe(201);
  });
});

describe('A statement of the bank that a person imports', () => {
  const imported = (by: string, receiptNo: string, accountReference: string) =>
    ports.app.mobileMoney.receiveStatementCredit(system(by), {
      channel: 'bank',
      receiptNo,
      amount: 80_000n,
      msisdn: '',
      accountReference,
      paidAt: Temporal.Now.instant(),
    });

  it('does not vouch for what the same person has recorded (finding: it counted as the bank’s word)', async () => {
    const { id, account_no } = await savings.anAccount();
    await deposit(teller, id, { amount: 80_000, channel: 'bank', reference: 'FTIMPORT01' });
    await imported(await keyOf(sister), 'FTIMPORT01', account_no);
    await shown(await keyOf(sister), 'bank', 'FTIMPORT01', 80_000);
    expect(await reportedBy('FTIMPORT01')).toEqual(['caller']);
    expect((await withdraw(teller, id, 80_000)).body.code).toBe('four_eyes_required');
    await imported(await keyOf(another), 'FTIMPORT01', account_no);
    await shown(await keyOf(another), 'bank', 'FTIMPORT01', 80_000);
    expect((await withdraw(teller, id, 80_000)).status).toBe(201);
  });

  it('is that person’s word for the credits that it brings', async () => {
    const { id, account_no } = await savings.anAccount();
    await imported(await keyOf(teller), 'FTIMPORT02', account_no);
    await shown(await keyOf(teller), 'bank', 'FTIMPORT02', 80_000);
    expect((await savings.show(id)).balance).toBe(80_000);
    for (const same of [teller, sister])
      expect((await withdraw(same, id, 80_000)).body.code).toBe('four_eyes_required');
    expect((await withdraw(another, id, 80_000)).status).toBe(201);
  });
});

const CANCELLED = {
  kind: 'not_paid',
  code: 'cancelled_by_payer',
  message: 'Request cancelled by user',
  providerCode: '1032',
} as const;

describe('A prompt that a person enters as paid', () => {
  const prompted = async (account_reference: string, msisdn: string, receipt_no: string) => {
    const asked = { channel: 'mpesa_stk', amount: 30_000, msisdn, account_reference };
    const { body: prompt } = await teller.call('POST', '/api/v1/mobile_money/transactions', { body: asked });
    const paid = { ...asked, channel: 'mpesa_paybill', receipt_no };
    const entered = await another.call('POST', '/api/v1/mobile_money/transactions', { body: paid });
    expect([entered.status, entered.body.id]).toEqual([201, prompt.id]);
    const [row] = await ports.admin('select originator_id, entered_by from mobile_money_transaction where id = $1', [
      prompt.id,
    ]);
    expect(row?.['entered_by']).toBe(await keyOf(another));
    const says = (status: ProviderStatus) =>
      ports.app.mobileMoney.recordCollectionStatus(system('provider'), {
        originatorId: String(row?.['originator_id']),
        status,
        source: 'notification',
      });
    return { id: prompt.id as number, says };
  };
  const incidents = async (receipt: string) =>
    (await ports.admin('select kind from incident where receipt_key = $1', [receipt])).map((row) => row['kind']);

  it('is that person’s word (finding: only who had asked for it was stored)', async () => {
    const { id } = await savings.anAccount();
    const { id: prompt } = await prompted('NOBODY', '+254712000666', 'QKENTER001');
    const eunice = await clientOf('Eunice');
    await allocate(eunice, prompt, { savings_account_id: id });
    for (const each of [teller, another, eunice])
      expect((await withdraw(each, id, 30_000)).body.code).toBe('four_eyes_required');
    expect((await withdraw(await clientOf('Farida'), id, 30_000)).status).toBe(201);
  });

  it('is on the work list, once, where the provider says that it was not paid (finding: that was ignored)', async () => {
    const { says } = await prompted('NOBODY', '+254712000777', 'QKENTER002');
    await says(CANCELLED);
    await says(CANCELLED);
    expect(await incidents('QKENTER002')).toEqual(['entered_not_paid']);
  });

  it('is the provider’s word once it says so under the same receipt', async () => {
    const { id, account_no } = await savings.anAccount();
    const { says } = await prompted(account_no, '+254712000888', 'QKENTER003');
    for (const each of [teller, another])
      expect((await withdraw(each, id, 30_000)).body.code).toBe('four_eyes_required');
    const at = Temporal.Now.instant();
    await says({ kind: 'paid', providerRef: null, receiptNo: 'QKENTER003', amount: 30_000n, at });
    await says(CANCELLED);
    expect([await reportedBy('QKENTER003'), await incidents('QKENTER003')]).toEqual([
      ['provider'],
      ['failure_after_success'],
    ]);
    expect((await withdraw(another, id, 30_000)).status).toBe(201);
  });
});

describe('What was paid too much on a loan', () => {
  const aLoan = async () => {
    const draft = await another.aDraft();
    expect((await teller.approve(draft.id)).status).toBe(200);
    const third = await clientOf('Eunice');
    const { body: sent } = await third.disburse(draft.id);
    expect((await third.notify(sent.id, { code: 0 })).status).toBe(200);
    return (await teller.call('GET', `/api/v1/loans/${draft.id}`)).body;
  };
  const notified = (accountReference: string, amount: number, msisdn: string, receiptNo: string) =>
    ports.app.mobileMoney.recordPayment(system('provider'), {
      receiptNo,
      amount: BigInt(amount),
      msisdn,
      accountReference,
      paidAt: Temporal.Now.instant(),
    });
  const refund = (by: LendingClient, id: number, reference: string) =>
    by.call('PATCH', `/api/v1/loans/${id}`, { body: { action: 'refund_overpayment', channel: 'bank', reference } });

  it('is no word of who has asked the payer for it, once the provider has notified it (finding: it was)', async () => {
    const { id, loan_no, outstanding } = await aLoan();
    const amount = 100 * Math.ceil(outstanding.total / 100) + 5_000;
    const msisdn = '+254712000333';
    const body = { channel: 'mpesa_stk', amount, msisdn, account_reference: loan_no };
    expect((await teller.call('POST', '/api/v1/mobile_money/transactions', { body })).status).toBe(201);
    await notified(loan_no, amount, msisdn, 'QKPROMPT02');
    const refunded = await refund(teller, id, 'FTREFUND1');
    expect([refunded.status, refunded.body.code ?? refunded.body.state]).toEqual([200, 'closed']);
  });

  it('is not paid by who has recorded what came before it (finding: the member’s payment was too much for one out of thin air)', async () => {
    const { id, loan_no, outstanding } = await aLoan();
    const body = { amount: outstanding.total - 100, channel: 'bank', reference: 'FTAIR2' };
    expect((await teller.call('POST', `/api/v1/loans/${id}/repayments`, { body })).status).toBe(201);
    await notified(loan_no, 200_000, '+254712000444', 'QKREAL0001');
    for (const same of [teller, sister]) {
      const refused = await refund(same, id, 'FTREFUND2');
      expect([refused.status, refused.body.code]).toEqual([409, 'four_eyes_required']);
    }
    expect((await refund(another, id, 'FTREFUND2')).body.state).toBe('closed');
  });

  it('is not paid by who has entered it, although it was undone and placed again (finding: it was the provider’s by then)', async () => {
    const { id, outstanding } = await aLoan();
    const entered = await enter(teller, 'NOBODY', outstanding.total + 5_000, 'QKAIR00002');
    await allocate(another, entered.id, { loan_id: id });
    const [row] = await ports.admin('select id from repayment where loan_id = $1', [id]);
    const path = `/api/v1/loans/${id}/repayments/${row?.['id']}`;
    const undone = await another.call('PATCH', path, { body: { action: 'reverse', reason: 'It is not theirs.' } });
    expect(undone.status).toBe(202);
    const eunice = await clientOf('Eunice');
    const agreed = await eunice.call('PATCH', `/api/v1/proposals/${undone.body.id}`, { body: { action: 'approve' } });
    expect([agreed.status, agreed.body.state]).toEqual([200, 'approved']);
    await allocate(another, entered.id, { loan_id: id });
    for (const same of [teller, sister]) {
      const refused = await refund(same, id, 'FTREFUND3');
      expect([refused.status, refused.body.code]).toEqual([409, 'four_eyes_required']);
    }
    expect((await refund(eunice, id, 'FTREFUND3')).body.state).toBe('closed');
  });
});

describe('A prompt that its provider reported as paid', () => {
  it('is on the work list where the provider then says that it was not, and its money stays (finding: that reached no one)', async () => {
    const asked = { channel: 'mpesa_stk', amount: 30_000, msisdn: '+254712000999', account_reference: 'NOBODY' };
    const { body: prompt } = await teller.call('POST', '/api/v1/mobile_money/transactions', { body: asked });
    const [row] = await ports.admin('select originator_id from mobile_money_transaction where id = $1', [prompt.id]);
    const says = (status: ProviderStatus) =>
      ports.app.mobileMoney.recordCollectionStatus(system('provider'), {
        originatorId: String(row?.['originator_id']),
        status,
        source: 'notification',
      });
    const at = Temporal.Now.instant();
    await says({ kind: 'paid', providerRef: null, receiptNo: 'QKTWICE001', at, amount: 30_000n });
    const [paid] = await ports.admin('select uuid, state from mobile_money_transaction where id = $1', [prompt.id]);
    expect(paid?.['state']).toBe('unallocated');
    await says(CANCELLED);
    await says(CANCELLED);
    const incidents = await ports.admin('select kind, state, summary from incident where subject_uuid = $1', [
      paid?.['uuid'],
    ]);
    expect(incidents).toEqual([
      { kind: 'failure_after_success', state: 'open', summary: expect.stringContaining('300.00') },
    ]);
    const [after] = await ports.admin('select state from mobile_money_transaction where id = $1', [prompt.id]);
    expect(after?.['state']).toBe('unallocated');
  });
});
