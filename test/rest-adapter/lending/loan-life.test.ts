import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
});
afterAll(() => ports.close());

const act = (id: number, body: object, headers = {}) => partner.call('PATCH', `/api/v1/loans/${id}`, { body, headers });
const pay = async (id: number, amount: number) =>
  (await partner.call('POST', `/api/v1/loans/${id}/repayments`, { body: { amount, channel: 'cash' } })).body;
const theLoan = async (id: number) => (await partner.call('GET', `/api/v1/loans/${id}`)).body;
const schedule = async (id: number, query = '') =>
  (await partner.call('GET', `/api/v1/loans/${id}/schedule${query}`)).body;

/** The books of the institution agree with its loans. */
async function expectBooks() {
  const [books] = await ports.admin<{ balance: string; portfolio: string; owed: string; unbalanced: string }>(
    `select (select coalesce(sum(case side when 'debit' then amount else -amount end), 0) from journal_line) as balance,
            (select coalesce(sum(case side when 'debit' then amount else -amount end), 0) from journal_line
              where account = 'loan_portfolio') as portfolio,
            (select coalesce(sum(principal_outstanding), 0) from loan
              where charged_off_on is null and state <> 'written_off') as owed,
            (select count(*) from loan l where l.state in ('active', 'closed', 'overpaid') and l.principal_outstanding <>
              (select sum(i.principal - i.paid_principal) from loan_instalment i
                where i.loan_id = l.id and i.schedule_version = l.schedule_version)) as unbalanced`,
  );
  expect(books).toEqual({ balance: '0', portfolio: books?.owed, owed: books?.owed, unbalanced: '0' });
}

describe('A repayment that is taken back', () => {
  it('is reversed by a journal that names the one it undoes, and what came later is reallocated', async () => {
    const loan = await partner.anActiveLoan();
    const first = await pay(loan.id, 458_400);
    const second = await pay(loan.id, 50_000);
    const path = `/api/v1/loans/${loan.id}/repayments/${first.id}`;
    const { status, body } = await partner.call('PATCH', path, { body: { action: 'reverse', reason: 'Bounced.' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: first.id, state: 'reversed', state_reason: 'Bounced.', available_actions: [] });
    const { body: later } = await partner.call('GET', `/api/v1/loans/${loan.id}/repayments/${second.id}`);
    expect(later.allocation).toMatchObject({ interest: 50_000, principal: 0 });
    const [journal] = await ports.admin(
      `select j.reversal_of is not null as linked, o.event_type from journal j join journal o on o.id = j.reversal_of
        where j.subject_type = 'repayment' and j.subject_id = $1 and j.event_type = 'repayment.reversed'`,
      [first.id],
    );
    expect(journal).toEqual({ linked: true, event_type: 'repayment.booked' });
    const again = await partner.call('PATCH', path, { body: { action: 'reverse', reason: 'Bounced.' } });
    expect([again.status, again.body.code]).toEqual([409, 'invalid_state_transition']);
    await expectBooks();
  });
});

describe('A repayment on a loan that was refinanced since', () => {
  const refinanced = async (old: { id: number }) =>
    (await act(old.id, { action: 'refinance', product_id: institution.product.id, term_months: 18 })).body;
  const takeBack = (loan: { id: number }, repayment: { id: number }) =>
    partner.call('PATCH', `/api/v1/loans/${loan.id}/repayments/${repayment.id}`, {
      body: { action: 'reverse', cause: 'corrected', reason: 'Bounced.' },
    });

  it('is not reversed once what its successor was paid too much went back to the member (finding: 500)', async () => {
    const old = await partner.anActiveLoan();
    const first = await pay(old.id, 458_400);
    const fresh = await refinanced(old);
    await pay(fresh.id, fresh.outstanding.total + 100_000);
    expect((await theLoan(fresh.id)).overpaid).toBe(100_000);
    expect((await act(fresh.id, { action: 'refund_overpayment', channel: 'cash' })).status).toBe(200);
    const refused = await takeBack(old, first);
    expect([refused.status, refused.body.code]).toEqual([409, 'disbursement_not_undoable']);
    expect(refused.body.detail).toContain('went back to the member');
    await expectBooks();
  });

  it('is not reversed either where the refund came of a part of the loan that was returned', async () => {
    const old = await partner.anActiveLoan();
    const paid = [await pay(old.id, 458_400), await pay(old.id, 300_000)];
    const { body: list } = await partner.call('GET', `/api/v1/loans/${old.id}/disbursements`);
    const fresh = await refinanced(old);
    await pay(fresh.id, 4_200_000);
    await partner.call('PATCH', `/api/v1/loans/${old.id}/disbursements/${list.data[0].id}`, {
      body: { action: 'return_part', amount: 1_000_000, reversal_receipt_no: 'RP1', reason: 'Too much was sent.' },
    });
    expect((await act(fresh.id, { action: 'refund_overpayment', channel: 'cash' })).status).toBe(200);
    for (const each of paid) expect((await takeBack(old, each)).status).toBe(409);
    await expectBooks();
  });
});

describe('A repayment that came by mobile money', () => {
  it('goes back into suspense when it is taken back', async () => {
    const savings = await savingsClient(ports, institution, partner);
    const loan = await partner.anActiveLoan();
    const { body: money } = await savings.pay(loan.loan_no);
    const suspended = async () =>
      Number(
        (
          await ports.admin<{ sum: string }>(
            `select coalesce(sum(case side when 'credit' then amount else -amount end), 0) as sum
               from journal_line where account = 'unallocated_receipts'`,
          )
        )[0]?.sum,
      );
    const before = await suspended();
    const path = `/api/v1/loans/${loan.id}/repayments/${money.booked_as.uuid}`;
    const { status } = await partner.call('PATCH', path, { body: { action: 'reverse', reason: 'Another’s money.' } });
    expect(status).toBe(200);
    expect(await suspended()).toBe(before + 50_000);
    const { body } = await partner.call('GET', `/api/v1/mobile_money/transactions/${money.id}`);
    expect(body).toMatchObject({ state: 'unallocated', booked_as: null });
    await expectBooks();
  });
});

describe('A settlement', () => {
  it('takes the total of its quote', async () => {
    const loan = await partner.anActiveLoan();
    const { status, body: quote } = await partner.call('GET', `/api/v1/loans/${loan.id}/settlement_quote`);
    expect(status).toBe(200);
    expect(quote).toMatchObject({ loan_id: loan.id, principal: 5_000_000, total: 5_000_000 + quote.interest });
    const send = (amount: number) =>
      partner.call('POST', `/api/v1/loans/${loan.id}/settlement`, { body: { amount, channel: 'bank' } });
    const short = await send(quote.total - 1);
    expect([short.status, short.body.code, short.body.required_amount]).toEqual([
      409,
      'settlement_too_small',
      quote.total,
    ]);
    const settled = await send(quote.total);
    expect([settled.status, settled.body.loan_state, settled.body.loan_id]).toEqual([201, 'closed', loan.id]);
    expect(await theLoan(loan.id)).toMatchObject({ close_reason: 'settled', outstanding: { total: 0 } });
    await expectBooks();
  });
});

describe('A loan that is active', () => {
  it('takes charges and waivers', async () => {
    const loan = await partner.anActiveLoan();
    expect(loan.available_actions).toEqual([
      'undo_disbursement',
      'charge',
      'waive',
      'reschedule',
      'refinance',
      'charge_off',
      'write_off',
      'pause_arrears',
    ]);
    const charged = await act(loan.id, { action: 'charge', part: 'fees', amount: 700, reason: 'Late visit.' });
    expect([charged.status, charged.body.outstanding.fees]).toEqual([200, 700]);
    expect((await schedule(loan.id)).data[0]).toMatchObject({ fees: 700 });
    const waived = await act(loan.id, { action: 'waive', part: 'fees', reason: 'It rained.' });
    expect([waived.status, waived.body.outstanding.fees]).toEqual([200, 0]);
    const none = await act(loan.id, { action: 'waive', part: 'fees', reason: 'It rained.' });
    expect([none.status, none.body.code]).toEqual([409, 'waiver_exceeds_outstanding']);
    await expectBooks();
  });

  it('is rescheduled into a new version, and the old one is kept', async () => {
    const loan = await partner.anActiveLoan();
    const before = await schedule(loan.id);
    const from = before.data[3].due_date;
    const { status, body } = await act(loan.id, { action: 'reschedule', from, instalments: 20, reason: 'Drought.' });
    expect([status, body.errors]).toEqual([200, undefined]);
    const after = await schedule(loan.id);
    expect([after.schedule_version, after.data.length, after.totals.principal]).toEqual([2, 23, 5_000_000]);
    expect((await schedule(loan.id, '?version=1')).data).toEqual(before.data);
    await expectBooks();
  });

  it.each([
    [{ action: 'charge' }, ['#/part', '#/amount', '#/reason'], 'required'],
    [{ action: 'approve', amount: 5 }, ['#/amount'], 'not_with_action'],
    [{ action: 'reschedule', from: '2040-01-01', annual_rate: '5', reason: 'x' }, ['#/from'], 'range'],
    [{ action: 'reschedule', from: '2020-01-01', reason: 'x' }, ['#/from'], 'no_change'],
    [{ action: 'refinance', product_id: 999, term_months: 5 }, ['#/product_id'], 'unknown_reference'],
  ])('refuses %j', async (body, pointers, code) => {
    const loan = await partner.anActiveLoan();
    const reply = await act(loan.id, body);
    expect([reply.status, reply.body.errors.map(({ pointer }: any) => pointer)]).toEqual([422, pointers]);
    expect(reply.body.errors[0].code).toBe(code);
  });

  it('names the fields of a refused reschedule as the body does, in the stored response too', async () => {
    const loan = await partner.anActiveLoan();
    const from = (await schedule(loan.id)).data[3].due_date;
    const body = { action: 'reschedule', from, grace_on_interest: 599, reason: 'x' };
    const pointers = async (headers: object) =>
      (await act(loan.id, body, headers)).body.errors.map(({ pointer }: any) => pointer);
    const bare = await pointers({});
    expect(bare).toEqual(['#/grace_on_interest']);
    const keyed = { 'idempotency-key': 'reschedule-1' };
    expect([await pointers(keyed), await pointers(keyed)]).toEqual([bare, bare]);
  });

  it('may be paid off by a new loan', async () => {
    const loan = await partner.anActiveLoan();
    const { status, body } = await act(loan.id, {
      action: 'refinance',
      product_id: institution.product.id,
      term_months: 24,
      top_up: 100_000,
    });
    expect([status, body.state, body.refinances]).toEqual([200, 'active', loan.id]);
    expect(await theLoan(loan.id)).toMatchObject({ state: 'closed', close_reason: 'refinanced' });
    expect((await partner.disburse(body.id, { body: partner.aPayment({ amount: 100_000 }) })).status).toBe(201);
    await expectBooks();
  });

  it('may be undone once the provider took the money back', async () => {
    const loan = await partner.anActiveLoan();
    const { status, body } = await act(loan.id, {
      action: 'undo_disbursement',
      reversal_receipt_no: 'SKR1',
      reason: 'Wrong number.',
    });
    expect([status, body.state, body.disbursed_at]).toEqual([200, 'ready_to_disburse', null]);
    const { body: list } = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements`);
    expect(list.data[0].state).toBe('reversed');
    expect((await schedule(loan.id)).data).toEqual([]);
    await expectBooks();
    expect((await partner.disburse(loan.id)).status).toBe(201);
  });

  it('is not undone under the receipt of a part that came back before (finding: the float grew twice by one receipt)', async () => {
    const loan = await partner.anActiveLoan();
    const { body: list } = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements`);
    const receipt = `SKHALF${loan.id}`;
    const half = { action: 'return_part', amount: 2_500_000, reversal_receipt_no: receipt, reason: 'Half came back.' };
    const url = `/api/v1/loans/${loan.id}/disbursements/${list.data[0].id}`;
    const back = await partner.call('PATCH', url, { body: half });
    expect([back.status, back.text]).toEqual([200, back.text]);
    const undo = (reversal_receipt_no: string) =>
      act(loan.id, { action: 'undo_disbursement', reversal_receipt_no, reason: 'Wrong number.' });
    const again = await undo(receipt.toLowerCase());
    expect([again.status, again.body.code, again.body.existing]).toMatchObject([
      409,
      'duplicate_payment_reference',
      { type: 'disbursement', id: list.data[0].id },
    ]);
    // Nor is it reversed: the answer would say that nothing had to be done.
    const whole = { action: 'reverse', reversal_receipt_no: receipt, reason: 'All of it.' };
    const reversed = await partner.call('PATCH', url, { body: whole });
    expect([reversed.status, reversed.body.code]).toEqual([409, 'duplicate_payment_reference']);
    expect(await theLoan(loan.id)).toMatchObject({ state: 'active', outstanding: { principal: 2_500_000 } });
    await expectBooks();
    expect((await undo(`SKREST${loan.id}`)).body.state).toBe('ready_to_disburse');
    await expectBooks();
  });

  it('may lose one of several disbursements to the provider, and goes on', async () => {
    const loan = await partner.anApprovedLoan();
    const send = async (amount: number) => {
      const { body } = await partner.disburse(loan.id, { body: partner.aPayment({ amount }) });
      await partner.notify(body.id, { code: 0, receipt: `SK${body.id}` });
      return body.id as number;
    };
    const first = await send(3_000_000);
    const second = await send(1_000_000);
    let reversals = 1;
    const aReversal = () => `SKR${++reversals}`;
    const undo = (more: object) =>
      act(loan.id, { action: 'undo_disbursement', reversal_receipt_no: aReversal(), reason: 'Wrong number.', ...more });
    expect((await undo({ disbursement_id: 999_999 })).body.errors).toMatchObject([{ pointer: '#/disbursement_id' }]);
    expect((await undo({ disbursement_id: second })).body).toMatchObject({
      state: 'active',
      outstanding: { principal: 3_000_000 },
    });
    await expectBooks();
    expect((await undo({ disbursement_id: first })).body.state).toBe('ready_to_disburse');
    await expectBooks();
  });

  it('shows the terms that it started with', async () => {
    const loan = await partner.anActiveLoan();
    expect(loan.terms).toMatchObject({
      day_count: 'thirty_360',
      allocation: { direction: 'horizontal' },
      policies: { deposit_multiple: '0' },
    });
  });

  it('is not counted as later while its lateness is paused', async () => {
    const loan = await partner.anActiveLoan();
    const paused = await act(loan.id, { action: 'pause_arrears', until: '2040-01-01', reason: 'Drought.' });
    expect([paused.status, paused.body.arrears.paused_until]).toEqual([200, '2040-01-01']);
    expect(paused.body.available_actions).toContain('resume_arrears');
    expect((await act(loan.id, { action: 'pause_arrears', reason: 'Again.' })).body.code).toBe('arrears_paused');
    const resumed = await act(loan.id, { action: 'resume_arrears' });
    expect(resumed.body.arrears).toMatchObject({ paused_from: null, paused_until: null });
    expect((await act(loan.id, { action: 'resume_arrears' })).body.code).toBe('arrears_not_paused');
    expect((await act(loan.id, { action: 'pause_arrears', until: '2020-01-01', reason: 'x' })).status).toBe(422);
  });
});

describe('A loss that two people take', () => {
  it('is proposed by one client and approved by another', async () => {
    const other = lendingClient(ports, institution, await ports.openClient(institution));
    await ports.admin('update tenant set four_eyes = true where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
    try {
      const loan = await partner.aDraft();
      await other.approve(loan.id);
      const { body: sent } = await partner.disburse(loan.id);
      await partner.notify(sent.id, { code: 0 });
      const alone = await act(loan.id, { action: 'write_off', reason: 'Gone.' });
      expect([alone.status, alone.body]).toMatchObject([
        202,
        { state: 'proposed', available_actions: ['add_evidence', 'approve', 'reject', 'withdraw'] },
      ]);
      const path = `/api/v1/proposals/${alone.body.id}`;
      expect(alone.headers.get('location')).toBe(path);
      const again = await act(loan.id, { action: 'write_off', reason: 'x' });
      expect([again.status, again.body]).toMatchObject([409, { code: 'already_proposed', existing_id: alone.body.id }]);
      const approve = { body: { action: 'approve' } };
      expect((await partner.call('PATCH', path, approve)).body.code).toBe('four_eyes_required');
      const { body } = await other.call('PATCH', path, approve);
      expect(body).toMatchObject({ state: 'approved', available_actions: [] });
      expect(await theLoan(loan.id)).toMatchObject({ state: 'written_off' });
      expect((await partner.call('GET', '/api/v1/proposals')).body.data).toEqual([body]);
    } finally {
      await ports.admin('update tenant set four_eyes = false where id = $1', [institution.id]);
      ports.internals.tenants.forget(institution.id);
    }
    await expectBooks();
  });
});

describe('A debt that is given up', () => {
  it('leaves the books, and what comes in is recovery', async () => {
    const loan = await partner.anActiveLoan();
    const paid = await pay(loan.id, 100_000);
    const off = await act(loan.id, { action: 'write_off', reason: 'Cannot be found.' });
    expect(off.body).toMatchObject({
      state: 'written_off',
      outstanding: { total: 0 },
      available_actions: ['undo_write_off'],
    });
    const reversal = await partner.call('PATCH', `/api/v1/loans/${loan.id}/repayments/${paid.id}`, {
      body: { action: 'reverse', reason: 'x' },
    });
    expect([reversal.status, reversal.body.code]).toEqual([409, 'repayment_not_reversible']);
    expect((await act(loan.id, { action: 'undo_write_off', reason: 'Found.' })).body.state).toBe('active');
    await act(loan.id, { action: 'write_off', reason: 'Lost again.' });
    const recovery = await pay(loan.id, 5_000);
    expect(recovery).toMatchObject({ recovered: 5_000, loan_state: 'written_off' });
    expect(await theLoan(loan.id)).toMatchObject({ recovered: 5_000, available_actions: [] });
    const bounced = await partner.call('PATCH', `/api/v1/loans/${loan.id}/repayments/${recovery.id}`, {
      body: { action: 'reverse', reason: 'Bounced.' },
    });
    expect([bounced.status, bounced.body.state]).toEqual([200, 'reversed']);
    expect(await theLoan(loan.id)).toMatchObject({ recovered: 0, available_actions: ['undo_write_off'] });
    await expectBooks();
  });

  it('may be charged off while the member goes on owing', async () => {
    const loan = await partner.anActiveLoan();
    const off = await act(loan.id, { action: 'charge_off', reason: 'A year late.' });
    expect(off.body).toMatchObject({ state: 'active', charged_off_on: expect.any(String) });
    expect((await act(loan.id, { action: 'charge_off', reason: 'x' })).body.code).toBe('loan_charged_off');
    expect((await pay(loan.id, 5_000)).allocation.interest).toBe(5_000);
    await expectBooks();
  });
});

describe('What was paid too much', () => {
  it('goes back to the member', async () => {
    const loan = await partner.anActiveLoan();
    await pay(loan.id, (await theLoan(loan.id)).outstanding.total + 77);
    expect(await theLoan(loan.id)).toMatchObject({
      state: 'overpaid',
      available_actions: ['refund_overpayment', 'transfer_to_savings'],
    });
    const { body } = await act(loan.id, { action: 'refund_overpayment', channel: 'cash' });
    expect(body).toMatchObject({ state: 'closed', overpaid: 0, close_reason: 'refunded' });
    await expectBooks();
  });
});

describe('What was paid too much by a member who is paid nothing', () => {
  it('is not refunded while compliance holds the member’s money', async () => {
    const loan = await partner.anActiveLoan();
    await pay(loan.id, (await theLoan(loan.id)).outstanding.total + 77);
    const [alert] = await ports.admin<{ id: string }>(
      `insert into aml_alert (uuid, tenant_id, rule_id, rule_version, severity, subject_key, member_id, window_start,
                              window_end, amount, threshold, evidence, holds, state, due_at)
       values (gen_random_uuid(), $1, 'test', 1, 'high', 'member:' || $2, $2::bigint, now(), now(), 1, 1, '{}', true,
               'open', now()) returning id`,
      [institution.id, loan.member_id],
    );
    const refund = () => act(loan.id, { action: 'refund_overpayment', channel: 'cash' });
    expect((await refund()).body).toMatchObject({ code: 'aml_hold', alert_id: Number(alert?.id), loan_id: loan.id });
    await ports.admin(`update aml_alert set state = 'false_positive' where id = $1`, [alert?.id]);
    expect((await refund()).body.state).toBe('closed');
  });

  it.each([
    ['record_death', { died_on: '2026-01-02', document_reference: 'D-1' }],
    ['blacklist', { reason: 'Fraud.' }],
  ])('is not refunded after %s', async (action, more) => {
    const loan = await partner.anActiveLoan();
    await pay(loan.id, (await theLoan(loan.id)).outstanding.total + 77);
    await partner.call('PATCH', `/api/v1/members/${loan.member_id}`, { body: { action, ...more } });
    const { status, body } = await act(loan.id, { action: 'refund_overpayment', channel: 'cash' });
    expect([status, body.code]).toEqual([409, 'member_not_active']);
    expect((await theLoan(loan.id)).overpaid).toBe(77);
  });
});

describe('What was paid too much, and is saved', () => {
  it('goes to an account of the same member, in both histories and one journal', async () => {
    const savings = await savingsClient(ports, institution, partner).catch(() => null);
    const loan = await partner.anActiveLoan();
    await pay(loan.id, (await theLoan(loan.id)).outstanding.total + 5_300);
    const [product] = await ports.admin<{ id: string }>(`select id from savings_product where code = 'ORD' limit 1`);
    const open = async (member_id: unknown) =>
      (
        await partner.call('POST', '/api/v1/savings_accounts', {
          body: { member_id, product_id: savings?.savingsProduct.id ?? Number(product?.id) },
        })
      ).body;
    const stranger = await open((await partner.aMember()).id);
    const transfer = (account: unknown) => act(loan.id, { action: 'transfer_to_savings', savings_account_id: account });
    expect((await transfer(stranger.id)).body).toMatchObject({ status: 409, code: 'savings_account_of_another' });
    expect((await transfer(999_999)).body.errors).toMatchObject([{ pointer: '#/savings_account_id' }]);
    expect(await theLoan(loan.id)).toMatchObject({ state: 'overpaid', overpaid: 5_300 });
    const own = await open(loan.member_id);
    const { status, body } = await transfer(own.uuid);
    expect([status, body.state, body.close_reason, body.overpaid]).toEqual([200, 'closed', 'transferred', 0]);
    expect((await partner.call('GET', `/api/v1/savings_accounts/${own.id}`)).body.balance).toBe(5_300);
    const path = `/api/v1/savings_accounts/${own.id}/transactions`;
    const { data } = (await partner.call('GET', path)).body;
    expect(data).toMatchObject([{ type: 'transfer_in', amount: 5_300, state: 'posted', channel: null }]);
    const lines = await ports.admin(
      `select l.account, l.side, l.amount::int from journal_line l join journal j on j.id = l.journal_id
        where j.subject_type = 'savings_transaction' and j.subject_id = $1 order by l.id`,
      [data[0].id],
    );
    expect(lines).toEqual([
      { account: 'loan_overpayments', side: 'debit', amount: 5_300 },
      { account: 'savings_control', side: 'credit', amount: 5_300 },
    ]);
    await expectBooks();
  });
});

describe('Guarantees', () => {
  it('are given while the loan is a draft, and freed as it is repaid', async () => {
    const loan = await partner.aDraft();
    const [one, other] = [await partner.aMember(), await partner.aMember()];
    const path = `/api/v1/loans/${loan.id}/guarantees`;
    const give = (member_id: unknown, amount = 2_500_000) =>
      partner.call('POST', path, { body: { member_id, amount } });
    const first = await give(one.uuid);
    expect([first.status, first.body.state, first.body.member_id]).toEqual([201, 'live', one.id]);
    const second = await give(other.id);
    const gone = await partner.call('PATCH', `${path}/${second.body.id}`, { body: { action: 'withdraw' } });
    expect([gone.status, gone.body.state]).toEqual([200, 'withdrawn']);
    for (const who of [loan.member_id, one.id]) expect((await give(who)).body.code).toBe('guarantee_refused');
    await partner.approve(loan.id);
    const { body: sent } = await partner.disburse(loan.id);
    await partner.notify(sent.id, { code: 0 });
    await pay(loan.id, 2_000_000);
    const { body } = await partner.call('GET', path);
    expect(body.data).toHaveLength(2);
    expect(body.data[0].liable).toBeLessThan(2_000_000);
    expect((await partner.call('PATCH', `${path}/${first.body.id}`, { body: { action: 'withdraw' } })).status).toBe(
      409,
    );
  });
});
