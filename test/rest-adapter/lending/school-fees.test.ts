import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

let ports: RestTestApp;
let institution: Institution;
let lender: LendingClient;
let school: SchoolClient;
beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  lender = lendingClient(ports, institution, await ports.openClient(institution));
  school = await openSchool(ports, { institution });
});
afterAll(() => ports.close());

const AMOUNT = 3_000_000;
const anInvoice = async () =>
  school.anInvoice(await school.aStudent(), {
    issue: true,
    lines: [{ description: 'Tuition', fee_category: 'tuition', amount: AMOUNT }],
  });
const apply = async (invoice: Pick<Shown, 'uuid'>, differing: object = {}) =>
  lender.call('POST', '/api/v1/loans', {
    body: lender.anApplication((await lender.aMember()).id, {
      principal: AMOUNT,
      school_fee: { invoice_uuid: invoice.uuid },
      ...differing,
    }),
  });
/** As the workers do. */
async function reactToAll(): Promise<void> {
  for (;;) {
    const due = await ports.admin<{ id: string }>('select id from reaction where tenant_id = $1 order by id', [
      institution.id,
    ]);
    if (due.length === 0) return;
    for (const { id } of due) await ports.app.react(institution.id, id);
  }
}

describe('A school-fee loan of a partner', () => {
  it('names the invoice, shows its terms, and is refused once the invoice takes no more', async () => {
    const invoice = await anInvoice();
    const { status, body } = await apply(invoice);
    expect(status).toBe(201);
    expect(body.school_fee).toEqual({
      invoice_id: invoice.id,
      invoice_uuid: invoice.uuid,
      surplus: 'to_lender',
      held_until: expect.stringMatching(/Z$/),
    });
    const second = await apply(invoice);
    expect([second.status, second.body]).toMatchObject([
      409,
      { code: 'invoice_not_payable', free_balance: 0, requested_amount: AMOUNT },
    ]);
    const voided = await school.call('PATCH', `/api/v1/invoices/${invoice.id}`, {
      body: { action: 'void', reason: 'Entered twice' },
    });
    expect([voided.status, voided.body.code]).toEqual([409, 'invoice_reserved_by_loan']);
    const rejected = await lender.call('PATCH', `/api/v1/loans/${body.id}`, {
      body: { action: 'reject', reason: 'Too much' },
    });
    expect(rejected.body).toMatchObject({ state: 'rejected', school_fee: { held_until: null } });
    expect((await apply(invoice)).status).toBe(201);
  });

  it('sends nothing where the family paid before money left', async () => {
    const invoice = await anInvoice();
    const { body: loan } = await apply(invoice);
    expect((await lender.approve(loan.id)).status).toBe(200);
    await school.aPayment(invoice, { amount: 1_000 });
    const sent = ports.rail.orders.length;
    const { status, body } = await lender.disburse(loan.id, {
      body: lender.aPayment({ amount: AMOUNT }),
      key: 'fee-1',
    });
    expect([status, body]).toMatchObject([
      409,
      { code: 'invoice_not_payable', free_balance: AMOUNT - 1_000, current_state: 'partially_paid' },
    ]);
    expect(ports.rail.orders).toHaveLength(sent);
    // The same key replays the same, also once the invoice would take it.
    const again = await lender.disburse(loan.id, { body: lender.aPayment({ amount: AMOUNT }), key: 'fee-1' });
    expect([again.status, again.body]).toEqual([409, body]);
  });

  it('takes back what the family had paid already, where the product leaves that to the school', async () => {
    const terms = {
      code: 'CREDIT',
      name: 'School fees',
      method: 'declining_equal_instalments',
      interest_rate: '12',
      min_principal: 100_000,
      max_principal: 10_000_000,
      min_term_months: 1,
      max_term_months: 12,
      terms: { policies: { fee_surplus: 'student_credit' } },
    };
    const product = await lender.call('POST', '/api/v1/loan_products', { body: terms });
    expect(product.status).toBe(201);
    const invoice = await anInvoice();
    const { body: loan } = await apply(invoice, { product_id: product.body.id });
    expect((await lender.approve(loan.id)).status).toBe(200);
    const toSchool = { amount: AMOUNT, channel: 'mpesa_b2b', business: { type: 'paybill', number: '600123' } };
    const { body: sent } = await lender.disburse(loan.id, { body: toSchool });
    const family = await school.aPayment(invoice, { amount: 500_000 });
    const [row] = await ports.admin<{ id: string }>('select originator_id as id from disbursement where id = $1', [
      sent.id,
    ]);
    const paidOut = { receiptNo: 'SKLSCHOOL1', amount: null, at: Temporal.Now.instant(), providerRef: null };
    await ports.app.lending.recordPayoutStatus(systemCaller(institution, 'tests', 'tests'), {
      originatorId: row?.id ?? '',
      status: { kind: 'paid', ...paidOut },
    });
    await reactToAll();
    const payments = `/api/v1/invoices/${invoice.id}/payments`;
    const { data } = await school.got(payments);
    const paid = data.find(({ method }: Shown) => method === 'loan');
    expect(paid).toMatchObject({ state: 'partly_allocated', unapplied: 500_000, surplus: 0 });
    const owed = async () => (await lender.call('GET', `/api/v1/loans/${loan.id}`)).body.outstanding.total;
    const before = await owed();

    const giveBack = (id: number, key?: string) =>
      school.call('PATCH', `${payments}/${id}`, {
        body: { action: 'return_to_lender' },
        ...(key === undefined ? {} : { key }),
      });
    const none = await giveBack(family.id);
    expect([none.status, none.body.code]).toEqual([409, 'no_loan_credit']);
    const back = await giveBack(paid.id, 'back-1');
    expect([back.status, back.body]).toMatchObject([200, { unapplied: 0, surplus: 500_000 }]);
    expect((await giveBack(paid.id, 'back-1')).headers.get('idempotent-replayed')).toBe('true');
    expect((await giveBack(paid.id)).body.code).toBe('no_loan_credit');
    expect(await owed()).toBe(before);
    await reactToAll();
    expect(before - (await owed())).toBe(500_000);
  });

  it.each([
    ['nothing', '0198c0de-0000-7000-8000-000000000009', 'unknown_reference'],
    ['an integer', 1, 'validation_failed'],
    ['text', 'INV-2026-000001', 'validation_failed'],
  ])('that names %s is refused by the field that is to blame', async (_, uuid, code) => {
    const { status, body } = await apply({ uuid: uuid as string });
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, code, '#/school_fee/invoice_uuid']);
  });

  it('can’t name another institution’s invoice', async () => {
    const elsewhere = await openSchool(ports);
    const theirs = await elsewhere.anInvoice(await elsewhere.aStudent(), { issue: true });
    const { status, body } = await apply(theirs);
    expect([status, body.code]).toEqual([422, 'unknown_reference']);
  });
});
