import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '#platform/judge/judge.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
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

let products = 0;
const aProduct = async (fee: object): Promise<number> => {
  const body = {
    code: `FEE${++products}`,
    name: 'Top-up loan',
    method: 'declining_equal_instalments',
    interest_rate: '14',
    min_principal: 100_000,
    max_principal: 50_000_000,
    min_term_months: 3,
    max_term_months: 24,
    terms: { fees: [{ name: 'Processing', when: 'disbursement', ...fee }] },
  };
  const offered = await partner.call('POST', '/api/v1/loan_products', { body });
  expect(offered.status).toBe(201);
  return offered.body.id;
};

/** A running loan of the usual product is refinanced into one with this fee; the top-up is disbursed. */
async function refinanced(fee: object, topUp: number) {
  const product = await aProduct(fee);
  const old = await partner.anActiveLoan();
  const body = { action: 'refinance', product_id: product, term_months: 12, ...(topUp > 0 ? { top_up: topUp } : {}) };
  const { status, body: loan } = await partner.call('PATCH', `/api/v1/loans/${old.id}`, { body });
  expect(status).toBe(200);
  const begun = await scheduleOf(loan);
  const settlement = loan.approved_principal - topUp;
  let netted = 0;
  if (topUp > 0) {
    const payment = partner.aPayment({ amount: topUp });
    const { body: sent } = await partner.disburse(loan.id, { body: payment });
    netted = sent.netted_fees;
    expect((await partner.notify(sent.id, { code: 0 })).status).toBe(200);
  }
  const preview = await partner.call('POST', `/api/v1/loan_products/${product}/schedule_preview`, {
    body: { principal: loan.approved_principal, term_months: 12 },
  });
  const schedule = await scheduleOf(loan);
  return { loan, settlement, begun, netted, previewed: preview.body.netted_fees as number, schedule };
}
const scheduleOf = async ({ id }: { id: number }) => (await partner.call('GET', `/api/v1/loans/${id}/schedule`)).body;
const percent = (amount: number) => Math.round(amount * 0.02);

describe('The fees at disbursement of a loan that pays another one off', () => {
  it('are charged once, as its schedule was previewed: with the next instalment, and netted from the top-up', async () => {
    const { settlement, begun, netted, previewed, schedule } = await refinanced(
      { percent: '2', of: 'principal' },
      1_000_000,
    );
    expect(begun.data[0].fees).toBe(percent(settlement));
    expect(netted).toBe(20_000);
    expect(schedule.totals.fees).toBe(percent(settlement));
    expect(schedule.data[0].fees).toBe(percent(settlement));
    expect(netted + schedule.totals.fees).toBe(previewed);
  });

  it('are charged where nothing is paid out beside', async () => {
    const { loan, settlement, previewed, schedule } = await refinanced({ percent: '2', of: 'principal' }, 0);
    expect([schedule.totals.fees, previewed]).toEqual([percent(settlement), percent(settlement)]);
    const { body } = await partner.call('GET', `/api/v1/loans/${loan.id}`);
    expect(body.outstanding).toMatchObject({ principal: settlement, fees: percent(settlement) });
  });

  it('are charged once where they are flat (finding: they never were)', async () => {
    const { netted, previewed, schedule } = await refinanced({ amount: 30_000 }, 1_000_000);
    expect([netted, schedule.totals.fees, previewed]).toEqual([0, 30_000, 30_000]);
  });

  it('are income once, and can be waived like any other', async () => {
    const { loan } = await refinanced({ amount: 30_000 }, 0);
    const income = async () => {
      const [row] = await ports.admin<{ n: number }>(
        `select coalesce(sum(case x.side when 'credit' then x.amount else -x.amount end), 0)::int as n
           from journal j join journal_line x on x.journal_id = j.id
          where j.subject_type = 'loan' and j.subject_id = $1 and x.account = 'fee_income'`,
        [loan.id],
      );
      return row?.n;
    };
    expect(await income()).toBe(30_000);
    const waived = await partner.call('PATCH', `/api/v1/loans/${loan.id}`, {
      body: { action: 'waive', part: 'fees', reason: 'The member stays with us.' },
    });
    expect(waived.body.outstanding).toMatchObject({ fees: 0 });
    expect(await income()).toBe(0);
  });

  it('use nothing up of what people may charge on the loan', async () => {
    const { loan, settlement } = await refinanced({ percent: '10', of: 'principal' }, 0);
    const charge = (amount: number) =>
      partner.call('PATCH', `/api/v1/loans/${loan.id}`, {
        body: { action: 'charge', part: 'fees', amount, reason: 'Valuation.' },
      });
    const limit = (await charge(settlement)).body.most_amount;
    expect(limit).toBeGreaterThan(0);
    expect((await charge(limit)).status).toBe(200);
  });

  it('stay as they were agreed when an earlier payment of the old loan is taken back', async () => {
    const product = await aProduct({ percent: '2', of: 'principal' });
    const old = await partner.anActiveLoan();
    const paid = { amount: 458_400, channel: 'cash' };
    const { body: repayment } = await partner.call('POST', `/api/v1/loans/${old.id}/repayments`, { body: paid });
    const body = { action: 'refinance', product_id: product, term_months: 12 };
    const { body: loan } = await partner.call('PATCH', `/api/v1/loans/${old.id}`, { body });
    const fees = percent(loan.approved_principal);
    const takenBack = await partner.call('PATCH', `/api/v1/loans/${old.id}/repayments/${repayment.id}`, {
      body: { action: 'reverse', cause: 'taken_back', reason: 'Bounced.' },
    });
    expect(takenBack.status).toBe(200);
    const { body: after } = await partner.call('GET', `/api/v1/loans/${loan.id}`);
    expect(after.outstanding.principal).toBeGreaterThan(loan.outstanding.principal);
    expect(after.outstanding.fees).toBe(fees);
  });
});

describe('The books after all of this', () => {
  it('are whole, by our own proofs and for the judge', async () => {
    const { violations } = await ports.database.read(institution.id, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
    const { findings } = await judge((text, params) => ports.admin(text, params));
    // The float of the suite's agent was planted.
    expect(findings.map(({ sentence }) => sentence).filter((each) => !each.includes('float.opened'))).toEqual([]);
  });
});
