import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
let savings: Awaited<ReturnType<typeof savingsClient>>;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

const violations = async () => (await ports.database.read(institution.id, ({ sql }) => verifyLedger(sql))).violations;
const repay = async (loan: number, amount: number) => {
  const { body } = await partner.call('POST', `/api/v1/loans/${loan}/repayments`, {
    body: { amount, channel: 'cash' },
  });
  return body;
};
const act = (loan: number, body: object) => partner.call('PATCH', `/api/v1/loans/${loan}`, { body });
const show = async (loan: number) => (await partner.call('GET', `/api/v1/loans/${loan}`)).body;
const refund = async (loan: number) => {
  const { status } = await act(loan, { action: 'refund_overpayment', channel: 'cash' });
  expect(status).toBe(200);
};
const writeOff = (loan: number) => act(loan, { action: 'write_off', reason: 'The member can’t be found.' });
const reverse = (loan: number, repayment: number, cause: 'corrected' | 'taken_back' = 'taken_back') =>
  partner.call('PATCH', `/api/v1/loans/${loan}/repayments/${repayment}`, {
    body: { action: 'reverse', reason: 'The provider took it back.', cause },
  });
const takenBack = async (loan: number, repayment: { readonly id: number }) => {
  const { status, body } = await reverse(loan, repayment.id);
  expect([status, body.state]).toEqual([200, 'reversed']);
  expect(await violations()).toEqual([]);
};
const incidentsOn = ({ uuid }: { readonly uuid: string }) =>
  ports.admin<{ kind: string; state: string; amount: string }>(
    `select kind, state, amount::int as amount from incident where subject_uuid = $1`,
    [uuid],
  );
const balanceOf = async (account: string) => {
  const [row] = await ports.admin<{ balance: number }>(
    `select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::int as balance from journal_line where account = $1`,
    [account],
  );
  return row?.balance;
};

describe('A repayment that its provider takes back after what was too much of it went to the member', () => {
  it('is reversed: the member owes the debt again, and what was refunded (finding: it was refused for ever)', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    const paid = await repay(loan.id, owed + 700);
    await refund(loan.id);
    expect(await show(loan.id)).toMatchObject({ state: 'closed', close_reason: 'refunded' });
    const income = await balanceOf('penalty_income');
    await takenBack(loan.id, paid);
    expect(await show(loan.id)).toMatchObject({
      state: 'active',
      close_reason: null,
      overpaid: 0,
      outstanding: { ...loan.outstanding, penalties: 700, total: owed + 700 },
    });
    expect(await incidentsOn(paid)).toEqual([{ kind: 'taken_back_after_refund', state: 'open', amount: 700 }]);
    // A claim is no income.
    expect(await balanceOf('penalty_income')).toBe(income);
    const again = await repay(loan.id, owed + 700);
    expect(again).toMatchObject({ loan_state: 'closed', allocation: { penalties: 700, overpayment: 0 } });
    expect(await balanceOf('penalty_income')).toBe(income);
    expect(await violations()).toEqual([]);
  });

  it('stays where it was entered wrongly: its money is here', async () => {
    const loan = await partner.anActiveLoan();
    const paid = await repay(loan.id, loan.outstanding.total + 700);
    await refund(loan.id);
    const { status, body } = await reverse(loan.id, paid.id, 'corrected');
    expect([status, body.code, body.reason]).toEqual([409, 'repayment_not_reversible', 'refunded']);
  });

  it('came by the paybill, and what was too much was saved: the same, and nothing of it waits in suspense', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    const payment = await savings.pay(loan.loan_no, { amount: owed + 900 });
    const account = await savings.anAccount(0, { member_id: loan.member_id });
    const saved = await act(loan.id, { action: 'transfer_to_savings', savings_account_id: account.id });
    expect([saved.status, saved.body.state]).toEqual([200, 'closed']);
    const [paid] = (await partner.call('GET', `/api/v1/loans/${loan.id}/repayments`)).body.data;
    await takenBack(loan.id, paid);
    expect(await show(loan.id)).toMatchObject({ state: 'active', outstanding: { total: owed + 900 } });
    const { body } = await partner.call('GET', `/api/v1/mobile_money/transactions/${payment.body.id}`);
    expect(body.state).toBe('reversed');
  });

  it('leaves what else was paid: of it the refund is as much as was too much of that', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    const first = await repay(loan.id, 100_000);
    const second = await repay(loan.id, owed - 100_000 + 700);
    await refund(loan.id);
    await takenBack(loan.id, first);
    expect(await show(loan.id)).toMatchObject({ state: 'active', outstanding: { total: 100_000 } });
    expect(await incidentsOn(first)).toMatchObject([{ amount: 700 }]);
    await takenBack(loan.id, second);
    expect(await show(loan.id)).toMatchObject({ outstanding: { total: owed + 700 } });
    // All of the refund is owed since the first: nothing more of it is, and people are not called again.
    expect(await incidentsOn(second)).toEqual([]);
  });

  it('may be less than was refunded: only so much is owed', async () => {
    const loan = await partner.anActiveLoan();
    await repay(loan.id, loan.outstanding.total + 400);
    const last = await repay(loan.id, 300);
    await refund(loan.id);
    await takenBack(loan.id, last);
    expect(await show(loan.id)).toMatchObject({ state: 'active', outstanding: { principal: 0, total: 300 } });
    expect(await repay(loan.id, 300)).toMatchObject({ loan_state: 'closed' });
    expect(await violations()).toEqual([]);
  });

  it('is settled early with what was refunded, whenever that falls due', async () => {
    const loan = await partner.anActiveLoan();
    const paid = await repay(loan.id, loan.outstanding.total + 700);
    await refund(loan.id);
    await takenBack(loan.id, paid);
    const quote = (await partner.call('GET', `/api/v1/loans/${loan.id}/settlement_quote`)).body;
    expect(quote).toMatchObject({ principal: loan.outstanding.principal, penalties: 700 });
    const settled = await partner.call('POST', `/api/v1/loans/${loan.id}/settlement`, {
      body: { amount: quote.total, channel: 'cash' },
    });
    expect(settled.body).toMatchObject({ loan_state: 'closed', allocation: { penalties: 700 } });
    expect(await violations()).toEqual([]);
  });

  it('does not use up what people may charge on the loan', async () => {
    const loan = await partner.anActiveLoan();
    const charge = (amount: number) => act(loan.id, { action: 'charge', part: 'fees', amount, reason: 'A letter.' });
    const most = (await charge(1e12)).body.most_amount;
    const paid = await repay(loan.id, loan.outstanding.total + 700);
    await refund(loan.id);
    await takenBack(loan.id, paid);
    expect((await charge(1e12)).body.most_amount).toBe(most);
  });
});

describe('The same of a debt whose loss was taken', () => {
  it('is owed and lost with the rest where it was charged off', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    await act(loan.id, { action: 'charge_off', reason: 'A year late.' });
    const paid = await repay(loan.id, owed + 700);
    await refund(loan.id);
    const lost = await balanceOf('written_off');
    await takenBack(loan.id, paid);
    expect(await show(loan.id)).toMatchObject({ state: 'active', outstanding: { total: owed + 700 } });
    expect(await balanceOf('written_off')).toBe((lost ?? 0) + 700);
    expect(await repay(loan.id, owed + 700)).toMatchObject({ loan_state: 'closed' });
    expect(await violations()).toEqual([]);
  });

  it('is to be recovered with the rest where it was written off, and owed with it when that is undone', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    const [lost, income] = [await balanceOf('written_off'), await balanceOf('penalty_income')];
    await writeOff(loan.id);
    await repay(loan.id, owed - 1_000);
    const second = await repay(loan.id, 3_000);
    await refund(loan.id);
    await takenBack(loan.id, second);
    expect(await show(loan.id)).toMatchObject({ state: 'written_off', recovered: owed - 1_000, overpaid: 0 });
    // What is left of the debt, and what was refunded.
    expect(await repay(loan.id, 3_000)).toMatchObject({ recovered: 3_000, allocation: { overpayment: 0 } });
    const { body } = await partner.call('GET', `/api/v1/loans/${loan.id}/repayments`);
    for (const each of body.data.filter(({ state }: { state: string }) => state === 'booked'))
      await takenBack(loan.id, each);
    expect((await act(loan.id, { action: 'undo_write_off', reason: 'Found.' })).status).toBe(200);
    expect(await show(loan.id)).toMatchObject({ state: 'active', outstanding: { total: owed + 2_000 } });
    // It is no loss any more (finding: it stayed one for ever, and was income once it was paid).
    expect(await balanceOf('written_off')).toBe(lost);
    expect(await violations()).toEqual([]);
    expect(await repay(loan.id, owed + 2_000)).toMatchObject({ loan_state: 'closed' });
    expect(await balanceOf('penalty_income')).toBe(income);
    expect(await violations()).toEqual([]);
  });

  it('is owed where the write-off was undone before it was taken back', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    await writeOff(loan.id);
    const first = await repay(loan.id, owed);
    const beyond = await repay(loan.id, 2_000);
    await refund(loan.id);
    await takenBack(loan.id, first);
    expect((await act(loan.id, { action: 'undo_write_off', reason: 'Found.' })).status).toBe(200);
    await takenBack(loan.id, beyond);
    expect(await show(loan.id)).toMatchObject({ state: 'active', outstanding: { total: owed + 2_000 } });
    expect(await incidentsOn(beyond)).toMatchObject([{ amount: 2_000 }]);
  });
});

describe('The same of a loan that another one paid off', () => {
  it('is owed on the loan in its place, where what was too much was paid', async () => {
    const old = await partner.anActiveLoan();
    const paid = await repay(old.id, 10_000);
    const refinanced = await act(old.id, { action: 'refinance', product_id: old.product_id, term_months: 12 });
    expect(refinanced.status).toBe(200);
    const { refinanced_by: id } = await show(old.id);
    const successor = await show(id);
    await repay(id, successor.outstanding.total + 700);
    await refund(id);
    await takenBack(old.id, paid);
    const after = await show(id);
    expect(after).toMatchObject({ state: 'active', overpaid: 0, outstanding: { penalties: 700 } });
    // It lends what the payment had paid, too.
    expect(after.outstanding.principal + after.outstanding.interest).toBeGreaterThanOrEqual(10_000 - 700);
    expect(await show(old.id)).toMatchObject({ state: 'closed', overpaid: 0, outstanding: { total: 0 } });
    expect(await incidentsOn(paid)).toMatchObject([{ amount: 700 }]);
  });
});
