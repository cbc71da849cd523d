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
afterAll(async () => {
  expect(await violations()).toEqual([]);
  await ports.close();
});

const violations = async () => (await ports.database.read(institution.id, ({ sql }) => verifyLedger(sql))).violations;
const repay = (loan: number, amount: number, differing: object = {}) =>
  partner.call('POST', `/api/v1/loans/${loan}/repayments`, { body: { amount, channel: 'cash', ...differing } });
const act = (loan: number, body: object) => partner.call('PATCH', `/api/v1/loans/${loan}`, { body });
const show = async (loan: number) => (await partner.call('GET', `/api/v1/loans/${loan}`)).body;
const reverse = (loan: number, repayment: number) =>
  partner.call('PATCH', `/api/v1/loans/${loan}/repayments/${repayment}`, {
    body: { action: 'reverse', reason: 'The cheque came back.' },
  });
/** What the ledger carries of the loans of the institution, and what their records say. */
const portfolio = async () => {
  const [row] = await ports.admin<{ journals: string; records: string }>(
    `select (select coalesce(sum(case side when 'debit' then amount else -amount end), 0) from journal_line
              where account = 'loan_portfolio') as journals,
            (select coalesce(sum(principal_outstanding), 0) from loan where state <> 'written_off') as records`,
  );
  return { journals: Number(row?.journals), records: Number(row?.records) };
};

describe('The amount of a repayment (finding 9)', () => {
  it('is at most what is owed and one instalment or a tenth of the principal more', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    expect(await repay(loan.id, 1e14)).toMatchObject({
      status: 409,
      body: { code: 'repayment_exceeds_outstanding', outstanding_amount: owed, most_amount: owed + 500_000 },
    });
    expect((await repay(loan.id, owed + 500_001)).status).toBe(409);
    const taken = await repay(loan.id, owed + 500_000);
    expect([taken.status, taken.body.allocation.overpayment]).toEqual([201, 500_000]);
    // What was paid too much already counts.
    expect(await repay(loan.id, 1)).toMatchObject({ status: 409, body: { outstanding_amount: 0, most_amount: 0 } });
  });

  it('that comes where the loan takes nothing any more waits in suspense whole', async () => {
    const loan = await partner.anActiveLoan();
    expect((await repay(loan.id, loan.outstanding.total + 500_000)).status).toBe(201);
    const { status, body } = await savings.pay(loan.loan_no, { amount: 70_000 });
    expect([status, body.state, body.state_reason]).toEqual([201, 'unallocated', 'repayment_exceeds_outstanding']);
    expect(body.amount).toBe(70_000);
  });

  it('that is recovered ends at what was written off; the rest is the member’s, and can be given back', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    expect((await act(loan.id, { action: 'write_off', reason: 'The member can’t be found.' })).status).toBe(200);
    expect((await repay(loan.id, 1e14)).body.code).toBe('repayment_exceeds_outstanding');
    const first = await repay(loan.id, owed - 1_000);
    expect(first.body.allocation).toMatchObject({ overpayment: 0 });
    const second = await repay(loan.id, 3_000);
    expect([second.status, second.body.allocation.overpayment]).toEqual([201, 2_000]);
    expect(await show(loan.id)).toMatchObject({ state: 'written_off', overpaid: 2_000 });
    expect(await violations()).toEqual([]);
    const back = await act(loan.id, { action: 'refund_overpayment', channel: 'cash' });
    expect([back.status, back.body.state, back.body.overpaid]).toEqual([200, 'written_off', 0]);
    expect((await reverse(loan.id, second.body.id)).body).toMatchObject({ code: 'repayment_not_reversible' });
  });
});

describe('What came in beyond a debt that was written off', () => {
  it('is not refunded once an earlier recovery was taken back (finding: it was paid out to who owed again)', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    await act(loan.id, { action: 'write_off', reason: 'The member can’t be found.' });
    const first = await repay(loan.id, owed - 1_000);
    const second = await repay(loan.id, 3_000);
    expect((await reverse(loan.id, first.body.id)).status).toBe(200);
    expect(await show(loan.id)).toMatchObject({ recovered: 1_000, overpaid: 2_000, available_actions: [] });
    const refund = () => act(loan.id, { action: 'refund_overpayment', channel: 'cash' });
    const { status, body } = await refund();
    expect([status, body.code, body.outstanding_amount]).toEqual([409, 'debt_not_recovered', owed - 1_000]);
    // What the refusal says to do.
    expect((await reverse(loan.id, second.body.id)).status).toBe(200);
    expect((await repay(loan.id, 3_000)).body).toMatchObject({ recovered: 3_000, allocation: { overpayment: 0 } });
    expect(await show(loan.id)).toMatchObject({ recovered: 3_000, overpaid: 0 });
    expect((await refund()).body.code).not.toBe('debt_not_recovered');
    expect(await violations()).toEqual([]);
  });

  it('keeps the write-off from being undone (finding: it was lost to the member)', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    await act(loan.id, { action: 'write_off', reason: 'The member can’t be found.' });
    const first = await repay(loan.id, owed);
    const beyond = await repay(loan.id, 2_000);
    expect((await reverse(loan.id, first.body.id)).status).toBe(200);
    expect(await show(loan.id)).toMatchObject({ recovered: 0, overpaid: 2_000, available_actions: [] });
    const undo = () => act(loan.id, { action: 'undo_write_off', reason: 'They were found.' });
    const { status, body } = await undo();
    expect([status, body.code, body.reason]).toEqual([409, 'repayment_not_reversible', 'recovered']);
    expect(await violations()).toEqual([]);
    // What the refusal says to do.
    expect((await reverse(loan.id, beyond.body.id)).status).toBe(200);
    expect((await undo()).body).toMatchObject({ state: 'active', overpaid: 0 });
    expect(await violations()).toEqual([]);
  });

  it('was refunded, and is not reversed once the write-off is undone (finding: the server failed)', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    await act(loan.id, { action: 'write_off', reason: 'The member can’t be found.' });
    const first = await repay(loan.id, owed);
    const beyond = await repay(loan.id, 2_000);
    expect((await act(loan.id, { action: 'refund_overpayment', channel: 'cash' })).status).toBe(200);
    expect((await reverse(loan.id, first.body.id)).status).toBe(200);
    expect((await act(loan.id, { action: 'undo_write_off', reason: 'They were found.' })).status).toBe(200);
    const { status, body } = await reverse(loan.id, beyond.body.id);
    expect([status, body.code, body.reason]).toEqual([409, 'repayment_not_reversible', 'refunded']);
    expect(await violations()).toEqual([]);
  });
});

describe('What people charge on a loan (finding 9)', () => {
  it('comes to a quarter of what was lent at most, by policy', async () => {
    const loan = await partner.anActiveLoan();
    const charge = (amount: number) => act(loan.id, { action: 'charge', part: 'fees', amount, reason: 'A letter.' });
    expect(await charge(1e12)).toMatchObject({
      status: 409,
      body: { code: 'charge_exceeds_limit', most_amount: 1_250_000 },
    });
    expect((await charge(1_000_000)).status).toBe(200);
    expect(await charge(250_001)).toMatchObject({ status: 409, body: { most_amount: 250_000 } });
  });
});

describe('A loan that was refinanced (finding 10)', () => {
  const refinanced = async () => {
    const old = await partner.anActiveLoan();
    const { body: paid } = await repay(old.id, 458_400);
    const { status, body: fresh } = await act(old.id, {
      action: 'refinance',
      product_id: institution.product.id,
      term_months: 18,
    });
    expect([status, fresh.state]).toEqual([200, 'active']);
    return { old, paid, fresh };
  };

  it('takes no booking any more, and names the loan in its place for ever', async () => {
    const { old, fresh } = await refinanced();
    expect(await repay(old.id, 100)).toMatchObject({
      status: 409,
      body: { code: 'loan_refinanced', refinanced_by: fresh.id },
    });
    expect(await show(old.id)).toMatchObject({ state: 'closed', close_reason: 'refinanced', refinanced_by: fresh.id });
  });

  it('passes on to its successor what still arrives for it', async () => {
    const { old, fresh } = await refinanced();
    const { body } = await savings.pay(old.loan_no, { amount: 50_000 });
    expect(body.state).toBe('allocated');
    expect((await show(fresh.id)).outstanding.total).toBe(fresh.outstanding.total - 50_000);
    expect(await show(old.id)).toMatchObject({ state: 'closed', close_reason: 'refinanced' });
  });

  it('stays closed where an earlier repayment is taken back: its successor is charged with it', async () => {
    const { old, paid, fresh } = await refinanced();
    const { status } = await reverse(old.id, paid.id);
    expect(status).toBe(200);
    expect(await show(old.id)).toMatchObject({
      state: 'closed',
      close_reason: 'refinanced',
      outstanding: { total: 0 },
    });
    const after = await show(fresh.id);
    // Repaid and refinanced on the day of the loan: all of it was principal or interest that is not owed yet.
    expect(after.outstanding.principal).toBe(fresh.outstanding.principal + 458_400);
    const { journals, records } = await portfolio();
    expect(journals).toBe(records);
    expect(await violations()).toEqual([]);
  });

  it('stays closed where part of its money comes back: its successor is relieved of it', async () => {
    const { old, fresh } = await refinanced();
    const { body: list } = await partner.call('GET', `/api/v1/loans/${old.id}/disbursements`);
    const back = await partner.call('PATCH', `/api/v1/loans/${old.id}/disbursements/${list.data[0].id}`, {
      body: {
        action: 'return_part',
        amount: 100_000,
        reversal_receipt_no: `RV${old.id}`,
        reason: 'The wallet was full.',
      },
    });
    expect(back.status).toBe(200);
    expect(await show(old.id)).toMatchObject({ state: 'closed', overpaid: 0, outstanding: { total: 0 } });
    expect((await show(fresh.id)).outstanding.principal).toBe(fresh.outstanding.principal - 100_000);
    const { journals, records } = await portfolio();
    expect(journals).toBe(records);
    expect(await violations()).toEqual([]);
  });
});

describe('Loans that were refinanced on the day of other payments', () => {
  const refinance = async (id: number) =>
    (await act(id, { action: 'refinance', product_id: institution.product.id, term_months: 18 })).body;
  const reallocate = (from: number, repayment: number, to: number) =>
    partner.call('POST', `/api/v1/loans/${from}/repayments/${repayment}/reallocation`, {
      body: { to_loan_id: to, reason: 'The number of another loan was typed.' },
    });

  it('owe what they would had the repayment that is taken back never been', async () => {
    const [never, old] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const { body: paid } = await repay(old.id, 100_000);
    const [expected, successor] = [await refinance(never.id), await refinance(old.id)];
    for (const { id } of [expected, successor]) expect((await repay(id, 1_000_000)).status).toBe(201);
    expect((await reverse(old.id, paid.id)).status).toBe(200);
    const { outstanding, overpaid } = await show(expected.id);
    expect(await show(successor.id)).toMatchObject({ outstanding, overpaid });
    expect(await violations()).toEqual([]);
  });

  it('pass on what is taken back along a chain of them', async () => {
    const first = await partner.anActiveLoan();
    const { body: early } = await repay(first.id, 100_000);
    const second = await refinance(first.id);
    const { body: later } = await repay(second.id, 50_000);
    const third = await refinance(second.id);
    expect((await reverse(first.id, early.id)).status).toBe(200);
    expect((await reverse(second.id, later.id)).status).toBe(200);
    for (const { id } of [first, second])
      expect(await show(id)).toMatchObject({ state: 'closed', overpaid: 0, outstanding: { total: 0 } });
    expect((await show(third.id)).outstanding.principal).toBe(third.outstanding.principal + 150_000);
    const { journals, records } = await portfolio();
    expect(journals).toBe(records);
    expect(await violations()).toEqual([]);
  });

  it('take no repayment of another loan, and give none to those in their place', async () => {
    const [first, other] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const { body: paid } = await repay(first.id, 100_000);
    const { body: elsewhere } = await repay(other.id, 100_000);
    const second = await refinance(first.id);
    const third = await refinance(second.id);
    for (const { id } of [second, third]) {
      const { status, body } = await reallocate(first.id, paid.id, id);
      expect([status, body.code]).toEqual(id === third.id ? [422, 'validation_failed'] : [409, 'loan_refinanced']);
    }
    expect((await reallocate(other.id, elsewhere.id, first.id)).body).toMatchObject({
      code: 'loan_refinanced',
      refinanced_by: second.id,
    });
    expect((await reallocate(other.id, elsewhere.id, third.id)).status).toBe(201);
    expect(await violations()).toEqual([]);
  });
});

describe('A loan that was settled (finding 11)', () => {
  it('owes what was reversed and its interest, no more, once an earlier repayment is taken back', async () => {
    const loan = await partner.anActiveLoan();
    const { body: early } = await repay(loan.id, 200_000);
    const { body: quote } = await partner.call('GET', `/api/v1/loans/${loan.id}/settlement_quote`);
    const settle = { body: { amount: quote.total, channel: 'bank' } };
    expect((await partner.call('POST', `/api/v1/loans/${loan.id}/settlement`, settle)).body.loan_state).toBe('closed');
    expect((await reverse(loan.id, early.id)).status).toBe(200);
    // All on one day: no interest has run.
    expect(await show(loan.id)).toMatchObject({ state: 'active', outstanding: { total: 200_000 } });
    expect(await violations()).toEqual([]);
  });
});
