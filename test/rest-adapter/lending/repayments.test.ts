import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const repay = (loan: number | string, body: object, query = '') =>
  partner.call('POST', `/api/v1/loans/${loan}/repayments${query}`, { body });

describe('A repayment', () => {
  it('is booked to the loan of the address, and says so in every reply', async () => {
    const loan = await partner.anActiveLoan();
    const { status, body, headers } = await repay(loan.uuid, {
      amount: 600_000,
      channel: 'mpesa_paybill',
      reference: 'SFC1',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      loan_id: loan.id,
      state: 'booked',
      amount: 600_000,
      receipt_no: expect.any(String),
      loan_state: 'active',
    });
    const { principal, interest, fees, penalties, overpayment } = body.allocation;
    expect(principal + interest + fees + penalties + overpayment).toBe(600_000);
    expect(headers.get('location')).toBe(`/api/v1/loans/${loan.id}/repayments/${body.id}`);
    expect((await partner.call('GET', headers.get('location') ?? '')).body).toEqual(body);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}/repayments`)).body.data).toEqual([body]);
    const uuids = await repay(loan.id, { amount: 100, channel: 'cash' }, '?id_format=uuid');
    expect(uuids.body).toMatchObject({ loan_id: loan.uuid, id: uuids.body.uuid });
  });

  it('settles the loan, and what is over belongs to the member', async () => {
    const loan = await partner.anActiveLoan();
    const owed = loan.outstanding.total;
    const { body } = await repay(loan.id, { amount: owed + 500, channel: 'bank' });
    expect(body).toMatchObject({ loan_state: 'overpaid', allocation: { overpayment: 500 } });
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body).toMatchObject({
      state: 'overpaid',
      overpaid: 500,
      outstanding: { total: 0 },
    });
  });

  it('is booked once for a receipt of its account', async () => {
    const loan = await partner.anActiveLoan();
    const first = await repay(loan.id, { amount: 1_000, channel: 'bank', reference: 'REF-7' });
    const { status, body } = await repay(loan.id, { amount: 2_000, channel: 'bank', reference: 'REF-7' });
    expect({ status, code: body.code, existing: body.existing_id }).toEqual({
      status: 409,
      code: 'duplicate_payment_reference',
      existing: first.body.id,
    });
    expect((await repay(loan.id, { amount: 1_000, channel: 'cash', reference: 'REF-7' })).status).toBe(201);
  });

  it('is refused on a loan that was never disbursed', async () => {
    const draft = await partner.aDraft();
    const { status, body } = await repay(draft.id, { amount: 1_000, channel: 'cash' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'loan_not_repayable', loan_id: draft.id, current_state: 'draft' });
  });

  it.each([
    ['of nothing', { amount: 0 }, '#/amount'],
    ['of more than there is money', { amount: 9_007_199_254_740_991 }, '#/amount'],
    ['by an unknown channel', { channel: 'barter' }, '#/channel'],
    ['in the future', { paid_at: '2999-01-01T00:00:00Z' }, '#/paid_at'],
    ['at a time that nobody can keep', { paid_at: '0000-01-01T00:00:00Z' }, '#/paid_at'],
    ['at a time without a zone', { paid_at: '2026-01-01T00:00:00' }, '#/paid_at'],
    ['yesterday, in words', { paid_at: 'yesterday' }, '#/paid_at'],
  ])('%s is refused', async (_, differing, pointer) => {
    const loan = await partner.anActiveLoan();
    const { status, body } = await repay(loan.id, { amount: 1_000, channel: 'cash', ...differing });
    expect(status).toBe(422);
    expect(body.errors[0].pointer).toBe(pointer);
  });

  it('is shown under its own loan only', async () => {
    const loan = await partner.anActiveLoan();
    const other = await partner.anActiveLoan();
    const { body } = await repay(loan.id, { amount: 1_000, channel: 'cash' });
    expect((await partner.call('GET', `/api/v1/loans/${other.id}/repayments/${body.id}`)).status).toBe(404);
  });
});
