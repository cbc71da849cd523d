import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { lendingClient, type LendingClient } from '../../support/lending-client.ts';
import { savingsClient } from '../../support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '../../support/rest-test-app.ts';

let ports: RestTestApp;
let sandbox: Institution;
let live: Institution;

beforeAll(async () => {
  ports = await openRestTestApp();
  sandbox = await ports.openInstitution();
  live = await ports.openInstitution('live');
});
afterAll(() => ports.close());

/** A client, and the person who answers for it. */
async function clientOf(institution: Institution, responsible: string | null = null): Promise<LendingClient> {
  const client = await ports.openClient(institution);
  if (responsible !== null) {
    await ports.app.partners.operators.changeClientResponsible(operatorOf(institution), {
      clientId: client.id,
      responsible,
    });
  }
  return lendingClient(ports, institution, client);
}
const operatorOf = ({ id, mode }: Institution) => systemCaller({ id, mode }, 'operator', randomUUID());

describe('Approval of a loan over REST in live', () => {
  it('is refused to the client that made it, and to one of the same person; another person’s client approves', async () => {
    const client = await ports.openClient(live);
    const maker = lendingClient(ports, live, client);
    const draft = await maker.aDraft();
    expect((await maker.approve(draft.id)).body.code).toBe('four_eyes_required');
    // Nobody answers for either of these two: they are two.
    expect((await (await clientOf(live)).approve(draft.id)).status).toBe(200);

    const responsible = 'Achieng Otieno';
    await ports.app.partners.operators.changeClientResponsible(operatorOf(live), { clientId: client.id, responsible });
    const another = await maker.aDraft();
    const sister = await clientOf(live, ' achieng otieno ');
    const refused = await sister.approve(another.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'four_eyes_required']);
    expect((await (await clientOf(live, 'Baraka')).approve(another.id)).status).toBe(200);
  });
});

describe('An application that was changed since it was made', () => {
  it('is not approved by a person who changed it, nor by their other client (finding: who raised it approved it alone)', async () => {
    const [maker, editor] = [await clientOf(live, 'Achieng'), await clientOf(live, 'Baraka')];
    const draft = await maker.aDraft({ principal: 1_000_000 });
    const raised = await editor.call('PATCH', `/api/v1/loans/${draft.id}`, { body: { principal: 4_900_000 } });
    expect([raised.status, raised.body.principal]).toEqual([200, 4_900_000]);
    // A later change of another person takes nothing from the first.
    const purpose = { body: { purpose: 'A second cow' } };
    expect((await maker.call('PATCH', `/api/v1/loans/${draft.id}`, purpose)).status).toBe(200);
    for (const same of [editor, await clientOf(live, 'BARAKA'), maker]) {
      const refused = await same.approve(draft.id);
      expect([refused.status, refused.body.code]).toEqual([409, 'four_eyes_required']);
    }
    const third = await clientOf(live, 'Cherono');
    const unseen = await third.approve(draft.id);
    expect([unseen.status, unseen.body.code]).toEqual([412, 'precondition_failed']);
    const seen = (await third.call('GET', `/api/v1/loans/${draft.id}`)).headers.get('etag') ?? '';
    expect((await third.approve(draft.id, { headers: { 'if-match': seen } })).status).toBe(200);
  });
});

describe('What a second person approves', () => {
  it('is what they have seen: an outcome that took the place of another one is approved by its version (finding: it was swapped)', async () => {
    const [maker, checker] = [await clientOf(sandbox, 'Achieng'), await clientOf(sandbox, 'Baraka')];
    const loan = await maker.anApprovedLoan();
    const { body: sent } = await maker.disburse(loan.id);
    await ports.admin(`update disbursement set state = 'review', next_check_at = null where id = $1`, [sent.id]);
    const path = `/api/v1/loans/${loan.id}/disbursements/${sent.id}`;
    const propose = (differing: object) =>
      maker.call('PATCH', path, {
        body: { action: 'propose_outcome', outcome: 'not_paid', evidence: 'It stands nowhere.', ...differing },
      });
    const approve = (headers: Record<string, string> = {}) =>
      checker.call('PATCH', path, { body: { action: 'approve_outcome' }, headers });
    expect((await propose({})).status).toBe(200);
    const seen = (await checker.call('GET', path)).headers.get('etag') ?? '';
    expect((await propose({ outcome: 'paid', receipt_no: 'SWAPPED001' })).status).toBe(200);
    for (const headers of [{}, { 'if-match': seen }]) {
      const refused = await approve(headers);
      expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
    }
    const again = (await checker.call('GET', path)).headers.get('etag') ?? '';
    expect((await approve({ 'if-match': again })).body).toMatchObject({ state: 'confirmed', receipt_no: 'SWAPPED001' });
  });

  it('is a refinancing at the terms that were proposed (finding: a product was edited before its approval)', async () => {
    const society = await ports.openInstitution();
    const [maker, checker] = [await clientOf(society, 'Achieng'), await clientOf(society, 'Baraka')];
    const loan = await maker.anActiveLoan();
    await ports.admin('update tenant set four_eyes = true where id = $1', [society.id]);
    ports.forgetTenant(society.id);
    const body = { action: 'refinance', product_id: society.product.id, term_months: 12 };
    const { body: proposal } = await maker.call('PATCH', `/api/v1/loans/${loan.id}`, { body });
    const operator = { ...operatorOf(society), scopes: ['loan_products:write'] };
    const request = {
      caller: operator,
      claim: null,
      present: async () => ({ status: 200, headers: {}, body: 'edited' }),
      refused: () => ({ status: 409, headers: {}, body: 'refused' }),
    };
    await ports.app.lending.editProduct(request, { productId: society.product.id, changes: { annualRate: '60' } });
    const approved = await checker.call('PATCH', `/api/v1/proposals/${proposal.id}`, { body: { action: 'approve' } });
    expect([approved.status, approved.body.code]).toEqual([409, 'refinancing_terms_changed']);
    expect((await maker.call('GET', `/api/v1/loans/${loan.id}`)).body.state).toBe('active');
  });
});

describe('A step that another person takes than the one before', () => {
  it('is not taken by another client of the same person: paying a loan out, in live', async () => {
    const maker = await clientOf(live, 'Achieng');
    const approver = await clientOf(live, 'Baraka');
    const draft = await maker.aDraft();
    expect((await approver.approve(draft.id)).status).toBe(200);
    const sister = await clientOf(live, 'BARAKA ');
    expect((await sister.disburse(draft.id)).body.code).toBe('four_eyes_required');
    expect((await maker.disburse(draft.id)).status).toBe(201);
  });

  it('nor paying out to a number that the same person has put on the member’s record of late (finding: one changed it and paid to it)', async () => {
    const [maker, approver] = [await clientOf(live, 'Achieng'), await clientOf(live, 'Baraka')];
    const teller = await clientOf(live, 'Cherono');
    const draft = await maker.aDraft();
    expect((await approver.approve(draft.id)).status).toBe(200);
    const msisdn = '+254799000111';
    const member = `/api/v1/members/${draft.member_id}`;
    expect((await teller.call('PATCH', member, { body: { phone: msisdn } })).status).toBe(200);
    // The same number again, by whom it is sent, is no change.
    expect((await maker.call('PATCH', member, { body: { phone: msisdn, name: 'Amina W.' } })).status).toBe(200);
    const pay = (by: LendingClient) => by.disburse(draft.id, { body: by.aPayment({ msisdn }) });
    for (const same of [teller, await clientOf(live, ' cherono')]) {
      const refused = await pay(same);
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        409,
        'four_eyes_required',
        expect.stringContaining('has changed the number of member'),
      ]);
    }
    const ago = (days: number) =>
      ports.admin(
        `update member set phone_changed_at = phone_changed_at - $2 * interval '1 day', version = version + 1 where id = $1`,
        [draft.member_id, days],
      );
    await ago(29);
    expect((await pay(teller)).body.code).toBe('four_eyes_required');
    await ago(2);
    expect((await pay(teller)).status).toBe(201);
    const next = await maker.aDraft();
    expect((await approver.approve(next.id)).status).toBe(200);
    await teller.call('PATCH', `/api/v1/members/${next.member_id}`, { body: { phone: msisdn } });
    expect((await maker.disburse(next.id, { body: maker.aPayment({ msisdn }) })).status).toBe(201);
  });

  it('nor paying out to a bank account that the same person has put there (finding: the account was the payer’s word alone)', async () => {
    const society = await ports.openInstitution('live');
    const [maker, approver] = [await clientOf(society, 'Achieng'), await clientOf(society, 'Baraka')];
    const teller = await clientOf(society, 'Cherono');
    const draft = await maker.aDraft();
    expect((await approver.approve(draft.id)).status).toBe(200);
    const pay = (by: LendingClient, bank_account?: string) =>
      by.call('POST', `/api/v1/loans/${draft.id}/disbursements`, {
        body: { amount: draft.principal, channel: 'bank', ...(bank_account === undefined ? {} : { bank_account }) },
      });
    expect((await pay(maker)).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/bank_account', code: 'required' }],
    });
    await ports.admin('update tenant set verified_numbers_only = true where id = $1', [society.id]);
    ports.forgetTenant(society.id);
    const member = (by: LendingClient, bank_account: string | null) =>
      by.call('PATCH', `/api/v1/members/${draft.member_id}`, { body: { bank_account } });
    const elsewhere = await pay(maker, 'Equity 0011223344');
    expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'recipient_not_verified']);
    expect((await member(teller, 'KCB 1122334455')).body.bank_account).toBe('KCB 1122334455');
    // The same account, as another person writes it, takes the blame from nobody.
    expect((await member(maker, 'kcb 11-2233-4455')).body.bank_account).toBe('KCB 1122334455');
    for (const same of [teller, await clientOf(society, 'CHERONO')]) {
      const refused = await pay(same, 'KCB 1122334455');
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        409,
        'four_eyes_required',
        expect.stringContaining('has changed the bank account of member'),
      ]);
    }
    expect((await pay(maker)).body).toMatchObject({ state: 'pending', bank_account: 'KCB 1122334455' });
    expect((await member(teller, null)).body.bank_account).toBeNull();
  });

  it('nor opening and approving a savings account, in live and whatever the institution has set', async () => {
    await ports.admin('update tenant set four_eyes = false where id = $1', [live.id]);
    ports.forgetTenant(live.id);
    const opener = await clientOf(live, 'Achieng');
    const account = await (await savingsClient(ports, live, opener)).anAccount();
    expect(account.state).toBe('pending_approval');
    const path = `/api/v1/savings_accounts/${account.id}`;
    const approve = (by: LendingClient) => by.call('PATCH', path, { body: { action: 'approve' } });
    for (const same of [opener, await clientOf(live, 'ＡＣＨＩＥＮＧ')]) {
      expect((await approve(same)).body.code).toBe('four_eyes_required');
    }
    expect((await approve(await clientOf(live, 'Baraka'))).body).toMatchObject({ state: 'active' });
    await ports.admin('update tenant set four_eyes = true where id = $1', [live.id]);
    ports.forgetTenant(live.id);
  });

  it('nor withdrawing what the same person says has come to the bank (finding: a deposit out of thin air was withdrawn)', async () => {
    const society = await ports.openInstitution('live');
    const [teller, sister] = [await clientOf(society, 'Dalila'), await clientOf(society, 'DALILA')];
    const another = await clientOf(society, 'Baraka');
    const savings = await savingsClient(ports, society, teller);
    const { id } = await savings.anAccount();
    const path = `/api/v1/savings_accounts/${id}`;
    expect((await another.call('PATCH', path, { body: { action: 'approve' } })).status).toBe(200);
    const paid = { type: 'deposit', amount: 80_000, channel: 'bank', reference: 'FTAIR1' };
    expect((await savings.move(id, paid)).status).toBe(201);
    const withdraw = (by: LendingClient, reference: string) =>
      by.call('POST', `${path}/transactions`, {
        body: { type: 'withdrawal', amount: 50_000, channel: 'bank', reference },
      });
    for (const same of [teller, sister]) {
      const refused = await withdraw(same, 'FTOUT1');
      expect([refused.status, refused.body.code, refused.body.vouched_amount]).toEqual([
        409,
        'four_eyes_required',
        80_000,
      ]);
    }
    // A statement shows it that another person has brought.
    const shown = async (by: string) =>
      ports.database.write(society.id, async (tx) => {
        const [{ id: of } = { id: 0 }] = await tx.sql<{ id: number }>(
          `insert into reconciliation (uuid, account, source, covers_from, covers_through, digest, lines, matched, in_there, out_there,
                                       fees_there, opening_here, in_here, out_here, closing_here, in_transit, compared_at, compared_by)
           values (gen_random_uuid(), 'bank', 'statement', current_date, current_date, $1, 1, 1, 80000, 0, 0, 0, 80000, 0, 80000, 0, now(), $1)
           returning id`,
          [by],
        );
        await tx.sql(
          `insert into statement_line (reconciliation_id, line_no, receipt_no, kind, at, amount)
           values ($1, 1, 'FTAIR1', 'movement', now(), 80000)`,
          [of],
        );
      });
    await shown('Baraka');
    expect((await withdraw(teller, 'FTOUT1')).status).toBe(201);
    expect((await withdraw(teller, 'FTOUT1')).status).toBe(200);
    // Money in suspense that one has entered and another has allocated is paid out by neither.
    const entered = await savings.pay('NOBODY', { amount: 40_000 });
    expect(entered.status).toBe(201);
    const allocated = await another.call('PATCH', `/api/v1/mobile_money/transactions/${entered.body.id}`, {
      body: { action: 'allocate', savings_account_id: id },
    });
    expect([allocated.status, allocated.body.state]).toEqual([200, 'allocated']);
    for (const each of [teller, another]) expect((await withdraw(each, 'FTOUT2')).body.code).toBe('four_eyes_required');
    expect((await withdraw(await clientOf(society, 'Eunice'), 'FTOUT2')).status).toBe(201);
  });

  it('nor filing the report of an alert that one has escalated', async () => {
    const officer = await clientOf(sandbox, 'Achieng');
    const alert = await (await savingsClient(ports, sandbox, officer)).anAlert();
    const act = (by: LendingClient, body: object) => by.call('PATCH', `/api/v1/aml/alerts/${alert.id}`, { body });
    await act(officer, { action: 'assign', assignee: 'Wanjiru' });
    expect((await act(officer, { action: 'escalate', reason: 'Looks odd' })).status).toBe(200);
    const file = { action: 'file_sar', report_reference: 'FRC-1' };
    for (const same of [officer, await clientOf(sandbox, 'achieng')]) {
      expect((await act(same, file)).body.code).toBe('four_eyes_required');
    }
    expect((await act(await clientOf(sandbox, 'Baraka'), file)).body).toMatchObject({ state: 'sar_filed' });
  });
});

describe('What a client has made for which another person answers by now', () => {
  it('is approved by no one who answered for it before (finding: they approved their own applications)', async () => {
    const society = await ports.openInstitution('live');
    const partner = await ports.openClient(society);
    const answers = (responsible: string) =>
      ports.app.partners.operators.changeClientResponsible(operatorOf(society), { clientId: partner.id, responsible });
    const maker = lendingClient(ports, society, partner);
    await answers('Achieng');
    const draft = await maker.aDraft();
    const account = await (await savingsClient(ports, society, maker)).anAccount();
    const received = { channel: 'mpesa_paybill', amount: 5_000, msisdn: '+254712345678', account_reference: 'NOBODY' };
    const held = await maker.call('POST', '/api/v1/mobile_money/transactions', {
      body: { ...received, receipt_no: `ANS${randomUUID().slice(0, 7).toUpperCase()}` },
    });
    const money = `/api/v1/mobile_money/transactions/${held.body.id}`;
    const giveBack = { action: 'propose_return', reason: 'Sent in error', evidence: 'Letter' };
    expect((await maker.call('PATCH', money, { body: giveBack })).status).toBe(200);
    await answers('Baraka');
    const decide = async (by: LendingClient) => [
      await by.approve(draft.id),
      await by.call('PATCH', `/api/v1/savings_accounts/${account.id}`, { body: { action: 'approve' } }),
      await by.call('PATCH', money, { body: { action: 'approve_return' } }),
    ];
    for (const same of ['Achieng', 'Baraka']) {
      const refused = await decide(await clientOf(society, same));
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 3 }, () => [409, 'four_eyes_required']),
      );
    }
    const agreed = await decide(await clientOf(society, 'Cherono'));
    expect(agreed.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('The return of money in suspense', () => {
  const inSuspense = async (by: LendingClient) => {
    const receipt_no = `SUS${randomUUID().slice(0, 7).toUpperCase()}`;
    const body = {
      channel: 'mpesa_paybill',
      amount: 5_000,
      msisdn: '+254712345678',
      account_reference: 'NOBODY',
      receipt_no,
    };
    return (await by.call('POST', '/api/v1/mobile_money/transactions', { body })).body.id as number;
  };
  const step = (by: LendingClient, id: number, body: object) =>
    by.call('PATCH', `/api/v1/mobile_money/transactions/${id}`, { body });

  it('takes two people and evidence, which stays on the record', async () => {
    const maker = await clientOf(sandbox, 'Achieng');
    const sister = await clientOf(sandbox, 'Achieng');
    const checker = await clientOf(sandbox, 'Baraka');
    const id = await inSuspense(maker);
    const alone = await step(maker, id, { action: 'return', reason: 'Sent in error' });
    expect([alone.status, alone.body.code]).toEqual([409, 'return_not_proposed']);
    const bare = await step(maker, id, { action: 'propose_return', reason: 'Sent in error' });
    expect(bare.status).toBe(422);
    const evidence = 'Letter of the payer, 3 March';
    const proposed = await step(maker, id, { action: 'propose_return', reason: 'Sent in error', evidence });
    expect(proposed.body).toMatchObject({ state: 'unallocated', return_proposal: { evidence, approved_by: null } });
    for (const same of [maker, sister]) {
      for (const body of [{ action: 'approve_return' }, { action: 'return', reason: 'Done' }]) {
        expect((await step(same, id, body)).body.code).toBe('four_eyes_required');
      }
    }
    const returned = await step(checker, id, { action: 'return', reason: 'Reversed on the portal' });
    expect(returned.body).toMatchObject({ state: 'reversed', return_proposal: { evidence } });
    expect(returned.body.return_proposal.approved_by).toMatch(/^pk_test_/);
  });

  it('is only proposed by the command line, under any two names', async () => {
    const checker = await clientOf(sandbox);
    const id = await inSuspense(checker);
    const { receipt_no: receiptNo } = (await checker.call('GET', `/api/v1/mobile_money/transactions/${id}`)).body;
    for (const by of ['Achieng', 'Baraka']) {
      const command = { receiptNo, by, reason: 'Sent in error', evidence: 'Letter' };
      const { state } = await ports.app.mobileMoney.requestReturn(operatorOf(sandbox), command);
      expect(state).toBe('unallocated');
    }
    expect((await step(checker, id, { action: 'approve_return' })).body).toMatchObject({ state: 'returning' });
  });
});

describe('A payout in review', () => {
  async function inReview() {
    const app = await ports.openClient(sandbox);
    const payout = await ports.call('POST', '/v1/payouts', {
      token: app.token,
      key: randomUUID(),
      body: { amount: 200_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: randomUUID() },
    });
    expect(payout.status).toBe(201);
    const id = payout.body.data.id as string;
    const [row] = await ports.admin<{ originator_id: string }>(
      `select originator_id from payout where 'po_' || replace(uuid::text, '-', '') = $1`,
      [id],
    );
    const originatorId = row?.originator_id ?? '';
    /** The provider calls back: it has paid so many shillings. */
    const report = async (shillings: number, receipt: string) => {
      const address = ports.callbacks.addressOf({ tenantId: sandbox.id, kind: 'payout', originatorId });
      const parameters = { TransactionReceipt: receipt, TransactionAmount: shillings };
      const Result = {
        ResultType: 0,
        ResultCode: 0,
        ResultDesc: 'Sent by a test.',
        OriginatorConversationID: originatorId,
        ConversationID: `AG_${originatorId.slice(0, 8)}`,
        TransactionID: receipt,
        ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
      };
      expect((await ports.call('POST', new URL(address).pathname, { body: { Result } })).status).toBe(200);
    };
    return { app: lendingClient(ports, sandbox, app), id, report };
  }

  it('is not settled by a later callback, which is evidence; two clients of different people settle it', async () => {
    const { app, id, report } = await inReview();
    await report(1_500, 'RVW0000001');
    await report(2_000, 'RVW0000001');
    const maker = await clientOf(sandbox, 'Achieng');
    const sister = await clientOf(sandbox, 'Achieng');
    const checker = await clientOf(sandbox, 'Baraka');
    const path = `/api/v1/app_payments/${id}`;
    const seen = (await maker.call('GET', path)).body;
    const reported = 'paid';
    const evidence = [150_000, 200_000].map((amount) => ({ reported, amount, receipt_no: 'RVW0000001' }));
    expect(seen).toMatchObject({ state: 'review', evidence });
    const body = { outcome: 'paid', receipt_no: 'RVW0000001', amount: 150_000, evidence: 'Statement, line 4' };
    const find = (by: LendingClient) => by.call('POST', `${path}/findings`, { body });
    expect((await find(maker)).body).toMatchObject({ state: 'review', findings: [{ evidence: 'Statement, line 4' }] });
    for (const same of [maker, sister, app]) expect((await find(same)).body.code).toBe('four_eyes_required');
    expect((await find(checker)).body).toMatchObject({ state: 'succeeded', findings: [{}, {}] });
  });

  it('is only proposed by the command line', async () => {
    const { id, report } = await inReview();
    await report(1_500, 'RVW0000002');
    const checker = await clientOf(sandbox);
    const [row] = await ports.admin<{ id: string; app_id: string }>(
      `select id, app_id from payout where 'po_' || replace(uuid::text, '-', '') = $1`,
      [id],
    );
    const finding = { outcome: 'not_paid', receipt_no: null, evidence: 'Statement' } as const;
    for (const by of ['Achieng', 'Baraka']) {
      const command = { app: { id: Number(row?.app_id), sandbox: true }, payoutId: Number(row?.id) };
      const proposed = await ports.app.bridge.reviewPayout(operatorOf(sandbox), {
        ...command,
        finding: { ...finding, by },
      });
      expect([proposed.state, proposed.findings.map((each) => each.by)]).toEqual(['review', [by]]);
    }
    const settled = await checker.call('POST', `/api/v1/app_payments/${id}/findings`, { body: finding });
    expect(settled.body).toMatchObject({ state: 'failed' });
  });
});

describe('The inbox of those who approve', () => {
  type Waiting = { kind: string; subject: { uuid: string }; decide: { method: string; path: string; action: string } };
  const inbox = async (by: LendingClient): Promise<{ data: Waiting[]; total: number }> => {
    const { status, body } = await by.call('GET', '/api/v1/approvals?include=total');
    expect(status).toBe(200);
    return { data: body.data, total: body.pagination.total };
  };
  /** As the inbox says it. */
  const agree = (by: LendingClient, { method, path, action }: Waiting['decide'], body: object = { action }) =>
    by.call(method as 'PATCH' | 'POST', path, { body });

  it('has all that waits, of every kind, with where it is decided; what is decided leaves it', async () => {
    const society = await ports.openInstitution();
    const [maker, checker] = [await clientOf(society, 'Achieng'), await clientOf(society, 'Baraka')];
    expect(await inbox(checker)).toEqual({ data: [], total: 0 });
    await ports.admin('update tenant set reversal_limit = 0 where id = $1', [society.id]);
    ports.forgetTenant(society.id);

    // A repayment that one person may not reverse alone.
    const loan = await maker.anActiveLoan();
    const repayments = `/api/v1/loans/${loan.id}/repayments`;
    const paid = await maker.call('POST', repayments, { body: { amount: 40_000, channel: 'cash' } });
    const reversal = { body: { action: 'reverse', reason: 'Counted wrongly.' } };
    expect((await maker.call('PATCH', `${repayments}/${paid.body.id}`, reversal)).status).toBe(202);

    // A disbursement and a payout of an app whose provider's word does not settle them.
    const draft = await maker.anApprovedLoan();
    const { body: sent } = await maker.disburse(draft.id);
    await ports.admin(`update disbursement set state = 'review', next_check_at = null where id = $1`, [sent.id]);
    const disbursement = `/api/v1/loans/${draft.id}/disbursements/${sent.id}`;
    const outcome = { action: 'propose_outcome', outcome: 'not_paid', evidence: 'It stands nowhere.' };
    expect((await maker.call('PATCH', disbursement, { body: outcome })).status).toBe(200);
    const app = await ports.openClient(society);
    const payout = await ports.call('POST', '/v1/payouts', {
      token: app.token,
      body: { amount: 200_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: randomUUID() },
    });
    await ports.admin(`update payout set state = 'review', next_check_at = null where app_id = $1`, [app.id]);
    const finding = { outcome: 'not_paid', evidence: 'Statement' };
    await maker.call('POST', `/api/v1/app_payments/${payout.body.data.id}/findings`, { body: finding });

    // Money in suspense that has to go back.
    const received = { channel: 'mpesa_paybill', amount: 5_000, msisdn: '+254712345678', account_reference: 'NOBODY' };
    const held = await maker.call('POST', '/api/v1/mobile_money/transactions', {
      body: { ...received, receipt_no: `INB${randomUUID().slice(0, 7).toUpperCase()}` },
    });
    const giveBack = { action: 'propose_return', reason: 'Sent in error', evidence: 'Letter' };
    await maker.call('PATCH', `/api/v1/mobile_money/transactions/${held.body.id}`, { body: giveBack });

    const { data, total } = await inbox(checker);
    const kinds = ['disbursement_outcome', 'mobile_money_return', 'payout_finding', 'proposal'];
    expect([data.map(({ kind }) => kind).toSorted(), total]).toEqual([kinds, 4]);
    // Page by page, forwards and back, it is the same: each once, the longest first.
    const page = async (query: string) => (await checker.call('GET', `/api/v1/approvals?limit=1${query}`)).body;
    const walked: Waiting[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data: rows, pagination } = await page(cursor && `&cursor=${encodeURIComponent(cursor)}`);
      expect(rows).toHaveLength(1);
      walked.push(...rows);
      cursor = pagination.next_cursor;
      if (walked.length === 2) {
        const { data: back } = await page(`&cursor=${encodeURIComponent(pagination.prev_cursor)}`);
        expect(back).toEqual([walked[0]]);
      }
    }
    expect(walked).toEqual(data);
    expect((await page('&filter[kind]=payout_finding')).data.map(({ kind }: Waiting) => kind)).toEqual([
      'payout_finding',
    ]);
    expect((await checker.call('GET', '/api/v1/approvals?limit=5000')).body.pagination.limit).toBe(200);
    const elsewhere = await clientOf(await ports.openInstitution(), 'Baraka');
    expect((await inbox(elsewhere)).data).toEqual([]);

    for (const { kind, decide } of data) {
      const body = kind === 'payout_finding' ? finding : undefined;
      expect([kind, (await agree(maker, decide, body)).body.code]).toEqual([kind, 'four_eyes_required']);
      expect([kind, (await agree(checker, decide, body)).status]).toEqual([kind, 200]);
    }
    expect(await inbox(checker)).toEqual({ data: [], total: 0 });
  });

  it('leaves out a proposal whose time is over, before the sweep has closed it', async () => {
    const society = await ports.openInstitution();
    const maker = await clientOf(society, 'Achieng');
    await ports.admin('update tenant set reversal_limit = 0 where id = $1', [society.id]);
    ports.forgetTenant(society.id);
    const loan = await maker.anActiveLoan();
    const repayments = `/api/v1/loans/${loan.id}/repayments`;
    const paid = await maker.call('POST', repayments, { body: { amount: 40_000, channel: 'cash' } });
    const reversal = { body: { action: 'reverse', reason: 'Counted wrongly.' } };
    const { body: proposal } = await maker.call('PATCH', `${repayments}/${paid.body.id}`, reversal);
    expect((await inbox(maker)).total).toBe(1);
    await ports.admin(`update proposal set expires_at = now() - interval '1 second' where id = $1`, [proposal.id]);
    expect((await inbox(maker)).total).toBe(0);
  });
});
