import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
});
afterAll(() => ports.close());

let count = 0;
const aProduct = (differing: object = {}) => ({
  code: `P${++count}`,
  name: 'Harvest loan',
  method: 'declining_equal_instalments',
  interest_rate: '14',
  min_principal: 100_000,
  max_principal: 50_000_000,
  min_term_months: 3,
  max_term_months: 24,
  ...differing,
});
const offer = (body: object) => partner.call('POST', '/api/v1/loan_products', { body });

const TERMS = {
  day_count: 'actual_365',
  interest_calculation: 'daily',
  frequency: { unit: 'weeks', every: 2 },
  instalment_multiple: 100,
  fees: [
    { name: 'Processing', when: 'disbursement', percent: '2', of: 'principal' },
    { name: 'Insurance', when: 'instalment', amount: 500 },
  ],
  penalty: { grace_days: 3, every: 'instalment', percent: '1.5', of: 'principal_and_interest' },
  prepayment: { strategy: 'reduce_instalment', early_payment: 'interest_first', late_accrues: true },
  settlement_interest: 'next_due_date',
  policies: { guarantors_required: 1, guarantee_percent: '25' },
};

describe('A loan product', () => {
  it('carries all terms, and shows those that were not sent at their default', async () => {
    const { status, body } = await offer(aProduct({ terms: TERMS }));
    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body).toMatchObject({ state: 'active', available_actions: ['edit', 'retire'] });
    expect(body.terms).toMatchObject({
      ...TERMS,
      rounding: 'half_even',
      grace_on_principal: 0,
      fees: [
        { name: 'Processing', when: 'disbursement', amount: null, percent: '2', of: 'principal' },
        { name: 'Insurance', when: 'instalment', amount: 500, percent: null, of: null },
      ],
      penalty: { ...TERMS.penalty, amount: null, rounding: 'half_even' },
      allocation: { direction: 'horizontal', future: 'next' },
      policies: { guarantors_required: 1, guarantee_percent: '25', write_off_after_days: 0 },
    });
    expect((await partner.call('GET', `/api/v1/loan_products/${body.id}`)).body).toEqual(body);
  });

  it('gives its terms to its loans', async () => {
    const fees = TERMS.fees;
    const { body: product } = await offer(aProduct({ terms: { fees } }));
    const loan = await partner.anApprovedLoan({ product_id: product.id, principal: 1_000_000 });
    const { body: sent } = await partner.disburse(loan.id, { body: partner.aPayment({ amount: 1_000_000 }) });
    expect(sent).toMatchObject({ amount: 1_000_000, netted_fees: 20_000 });
    expect(ports.rail.orders.at(-1)?.amount).toBe(980_000n);
    await partner.notify(sent.id, { code: 0 });
    const { body: schedule } = await partner.call('GET', `/api/v1/loans/${loan.id}/schedule`);
    expect(schedule.totals).toMatchObject({ principal: 1_000_000, fees: 12 * 500 });
    const { body: preview } = await partner.call('POST', `/api/v1/loan_products/${product.id}/schedule_preview`, {
      body: { principal: 1_000_000, term_months: 12 },
    });
    expect(preview).toMatchObject({ netted_fees: 20_000, totals: schedule.totals && { fees: 6_000 } });
  });

  it('requires guarantors before a loan is approved', async () => {
    const { body: product } = await offer(aProduct({ terms: { policies: TERMS.policies } }));
    const loan = await partner.aDraft({ product_id: product.id });
    const refused = await partner.approve(loan.id);
    expect([refused.status, refused.body.code, refused.body.guarantors_required]).toEqual([
      409,
      'guarantors_missing',
      1,
    ]);
    await partner.call('POST', `/api/v1/loans/${loan.id}/guarantees`, {
      body: { member_id: (await partner.aMember()).id, amount: 1_250_000 },
    });
    expect((await partner.approve(loan.id)).status).toBe(200);
  });

  it('can be changed, for the loans to come', async () => {
    const { body: product } = await offer(aProduct({ terms: { arrears_grace_days: 3 } }));
    const path = `/api/v1/loan_products/${product.id}`;
    const old = await partner.anApprovedLoan({ product_id: product.id, principal: 1_000_000 });
    const stale = { 'if-match': '"v99"' };
    const body = { name: 'Renamed', interest_rate: '19.5', terms: { policies: { deposit_multiple: '3' } } };
    expect((await partner.call('PATCH', path, { body, headers: stale })).status).toBe(412);
    const { status, body: changed } = await partner.call('PATCH', path, { body, headers: { 'if-match': '"v1"' } });
    expect(status).toBe(200);
    expect(changed).toMatchObject({
      name: 'Renamed',
      interest_rate: '19.5',
      version: 2,
      terms: { arrears_grace_days: 3, policies: { deposit_multiple: '3', most_tranches: 12 } },
    });
    const stored = (await partner.call('GET', `/api/v1/loans/${old.id}`)).body;
    expect([stored.interest_rate, stored.terms.policies.deposit_multiple]).toEqual([product.interest_rate, '0']);
    const poor = await partner.approve((await partner.aDraft({ product_id: product.id, principal: 1_000_000 })).id);
    expect([poor.status, poor.body.code, poor.body.required_deposits]).toEqual([
      409,
      'deposit_multiple_exceeded',
      333_334,
    ]);
    const both = await partner.call('PATCH', path, { body: { action: 'retire', name: 'x' } });
    expect(both.body.errors).toMatchObject([{ pointer: '#/name', code: 'not_with_action' }]);
    const wrong = await partner.call('PATCH', path, { body: { min_term_months: 600 } });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '#/max_term_months']);
  });

  it('takes no loans once it is retired', async () => {
    const { body: product } = await offer(aProduct());
    const move = (action: string) => partner.call('PATCH', `/api/v1/loan_products/${product.id}`, { body: { action } });
    expect((await move('retire')).body.state).toBe('retired');
    const application = partner.anApplication((await partner.aMember()).id, { product_id: product.id });
    expect((await partner.call('POST', '/api/v1/loans', { body: application })).status).toBe(422);
    expect((await move('retire')).body.code).toBe('invalid_state_transition');
    expect((await move('reactivate')).body.state).toBe('active');
  });

  it.each([
    [{ max_principal: 1 }, '#/max_principal', 'range'],
    [{ interest_rate: '1001' }, '#/interest_rate', 'range'],
    [{ terms: { grace_on_principal: 3 } }, '#/min_term_months', 'range'],
    [
      { terms: { allocation: { order: [], direction: 'vertical', future: 'next' } } },
      '#/terms/allocation/order',
      'incomplete',
    ],
    [{ terms: { fees: [{ name: 'x', when: 'instalment' }] } }, '#/terms/fees/0/amount', 'one_of'],
    [
      { terms: { penalty: { grace_days: 1, every: 'day', amount: 1, percent: '1' } } },
      '#/terms/penalty/amount',
      'one_of',
    ],
    [{ terms: { colour: 'red' } }, '#/terms/colour', 'unknown_field'],
  ])('with %j is refused', async (differing, pointer, code) => {
    const { status, body } = await offer(aProduct(differing));
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ pointer, code, detail: expect.any(String) });
  });

  it('has a code of its own', async () => {
    const { body } = await offer(aProduct({ code: 'TWICE' }));
    const again = await offer(aProduct({ code: 'TWICE' }));
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, 'duplicate_reference', body.id]);
  });
});
