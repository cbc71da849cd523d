import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

let ports: RestTestApp;
let school: SchoolClient;
let partner: ReturnType<typeof lendingClient>;
let savings: Awaited<ReturnType<typeof savingsClient>>;
let student: Shown;

beforeAll(async () => {
  ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  school = await openSchool(ports, { institution });
  const client = await ports.openClient(institution, SCOPES);
  partner = lendingClient(ports, institution, client);
  savings = await savingsClient(ports, institution, partner);
  student = (await school.anEnrolment()).student;
});
afterAll(() => ports.close());

let receipts = 0;
const aReceipt = () => `SKT${String(++receipts).padStart(7, '0')}`;

const repay = (loanId: number, reference: string, amount = 1_000): Promise<Reply> =>
  partner.call('POST', `/api/v1/loans/${loanId}/repayments`, {
    body: { amount, channel: 'mpesa_paybill', reference },
  });
const deposit = (accountId: number, reference: string, amount = 1_000): Promise<Reply> =>
  partner.call('POST', `/api/v1/savings_accounts/${accountId}/transactions`, {
    body: { type: 'deposit', amount, channel: 'mpesa_paybill', reference },
  });
const payFees = (invoice: Shown, reference: string, amount = 1_000): Promise<Reply> =>
  partner.call('POST', `/api/v1/invoices/${invoice.id}/payments`, {
    body: { amount, method: 'mpesa_stk', reference, paid_at: ports.app.clock().toString() },
  });
const live = (receipt: string) =>
  ports.admin(
    `select record_type, record_uuid, amount::int from payment_receipt_use where receipt_key = $1 and state = 'live'`,
    [receipt],
  );
const proofs = async () =>
  (await ports.database.read(school.institution.id, ({ sql }) => verifyLedger(sql))).violations.map(
    ({ check, what }) => `${check}: ${what}`,
  );
const verdict = ({ status, body }: Reply) => [status, body.code, body.existing?.type];

describe('One receipt of M-Pesa', () => {
  it('is booked once as repayment, deposit or invoice payment, whichever comes first', async () => {
    const loan = await partner.anActiveLoan();
    const account = await savings.anAccount();
    const invoice = await school.anInvoice(student);
    const ways = [
      ['repayment', (receipt: string) => repay(loan.id, receipt)],
      ['savings_transaction', (receipt: string) => deposit(account.id, receipt)],
      ['payment', (receipt: string) => payFees(invoice, receipt)],
    ] as const;
    for (const [first, book] of ways) {
      const receipt = aReceipt();
      const made = await book(receipt);
      expect([made.status, made.text]).toEqual([201, made.text]);
      for (const [second, again] of ways) {
        const reply = await again(receipt);
        if (second === first) expect([reply.status, reply.body.uuid]).toEqual([200, made.body.uuid]);
        else expect(verdict(reply)).toEqual([409, 'duplicate_payment_reference', first]);
      }
    }
  });

  it('is that of before where it has closed its loan, or its loan was refinanced since', async () => {
    const [closed, refinanced] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const [closing, early] = [aReceipt(), aReceipt()];
    const first = await repay(closed.id, closing, closed.outstanding.total);
    const second = await repay(refinanced.id, early);
    const product = { product_id: school.institution.product.id, term_months: 18 };
    const done = await partner.call('PATCH', `/api/v1/loans/${refinanced.id}`, {
      body: { action: 'refinance', ...product },
    });
    expect([first.status, second.status, done.status]).toEqual([201, 201, 200]);
    for (const [again, { body }] of [
      [await repay(closed.id, closing, closed.outstanding.total), first],
      [await repay(refinanced.id, early), second],
    ] as const)
      expect([again.status, again.body.uuid]).toEqual([200, body.uuid]);
  });

  it('is the same one in lower case, with blanks and with what can’t be seen', async () => {
    const loan = await partner.anActiveLoan();
    const receipt = aReceipt();
    const { body } = await repay(loan.id, receipt);
    for (const written of [receipt.toLowerCase(), ` ${receipt} `, `${receipt.slice(0, 4)} ${receipt.slice(4)}`]) {
      const reply = await repay(loan.id, written);
      expect([reply.status, reply.body.uuid]).toEqual([200, body.uuid]);
      expect(verdict(await repay(loan.id, written, 1_001))).toEqual([409, 'duplicate_payment_reference', 'repayment']);
    }
    // What can’t be seen is refused before anything is compared.
    expect((await repay(loan.id, `${receipt.slice(0, 4)}\u200B${receipt.slice(4)}`)).status).toBe(422);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}/repayments`)).body.data).toHaveLength(1);
  });

  it('names the record that has it to a client that knows uuids', async () => {
    const [loan, other] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const receipt = aReceipt();
    const { body } = await repay(loan.id, receipt);
    const refused = await partner.call('POST', `/api/v1/loans/${other.uuid}/repayments?id_format=uuid`, {
      body: { amount: 1_000, channel: 'mpesa_paybill', reference: receipt },
    });
    expect(refused.body).toMatchObject({
      existing_id: body.uuid,
      existing: { type: 'repayment', id: body.uuid },
    });
  });

  it('of a repayment that was wrong may be booked once more; of one that was taken back it may not', async () => {
    const [wrong, right] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const undo = (loanId: number, id: number, cause: string) =>
      partner.call('PATCH', `/api/v1/loans/${loanId}/repayments/${id}`, {
        body: { action: 'reverse', reason: 'Booked on another’s loan.', cause },
      });
    const receipt = aReceipt();
    const { body } = await repay(wrong.id, receipt);
    expect((await undo(wrong.id, body.id, 'corrected')).status).toBe(200);
    const moved = await repay(right.id, receipt);
    expect(moved.status).toBe(201);
    expect(verdict(await repay(wrong.id, receipt))).toEqual([409, 'duplicate_payment_reference', 'repayment']);
    expect((await undo(right.id, moved.body.id, 'taken_back')).status).toBe(200);
    expect(verdict(await repay(right.id, receipt))).toEqual([409, 'duplicate_payment_reference', 'repayment']);
  });

  it('whose repayment is on the wrong loan is reallocated to the right one, back and forth, and stands in one place', async () => {
    const [wrong, right] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const receipt = aReceipt();
    let { body: at } = await repay(wrong.id, receipt);
    const owed = async (id: number) => (await partner.call('GET', `/api/v1/loans/${id}`)).body.outstanding.total;
    const before = [(await owed(wrong.id)) + 1_000, await owed(right.id)];
    for (const [from, to] of [
      [wrong, right],
      [right, wrong],
      [wrong, right],
    ] as const) {
      const moved = await partner.call('POST', `/api/v1/loans/${from.id}/repayments/${at.id}/reallocation`, {
        body: { to_loan_id: to.id, reason: 'The number of another loan was typed.' },
      });
      expect([moved.status, moved.body.moved_from, moved.body.reference]).toEqual([201, at.uuid, receipt]);
      at = moved.body;
      expect(await live(receipt)).toEqual([{ record_type: 'repayment', record_uuid: at.uuid, amount: 1_000 }]);
    }
    expect([await owed(wrong.id), await owed(right.id)]).toEqual([before[0], (before[1] ?? 0) - 1_000]);
    expect(verdict(await repay(wrong.id, receipt))).toEqual([409, 'duplicate_payment_reference', 'repayment']);
    const again = await partner.call('POST', `/api/v1/loans/${wrong.id}/repayments/${at.id}/reallocation`, {
      body: { to_loan_id: right.id, reason: 'Once more.' },
    });
    expect(again.status).toBe(404);
    const nowhere = await partner.call('POST', `/api/v1/loans/${right.id}/repayments/${at.id}/reallocation`, {
      body: { to_loan_id: right.id, reason: 'To itself.' },
    });
    expect(nowhere.status).toBe(422);
    expect(await proofs()).toEqual([]);
  });

  it('of mobile money that was booked on the wrong loan follows it when it is reallocated', async () => {
    const [wrong, right] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const receipt = aReceipt();
    const paid = await savings.pay(wrong.loan_no, { receipt_no: receipt, amount: 1_000 });
    expect(paid.body).toMatchObject({ state: 'allocated', destination: { id: wrong.id } });
    const [repayment] = (await partner.call('GET', `/api/v1/loans/${wrong.id}/repayments`)).body.data;
    const moved = await partner.call('POST', `/api/v1/loans/${wrong.id}/repayments/${repayment.id}/reallocation`, {
      body: { to_loan_id: right.uuid, reason: 'The payer called.' },
    });
    const shown = await partner.call('GET', `/api/v1/mobile_money/transactions/${paid.body.id}`);
    expect(shown.body).toMatchObject({
      state: 'allocated',
      destination: { type: 'loan', id: right.id },
      booked_as: { type: 'repayment', uuid: moved.body.uuid },
    });
    // Taken back there it waits in suspense, and its receipt with it.
    await partner.call('PATCH', `/api/v1/loans/${right.id}/repayments/${moved.body.id}`, {
      body: { action: 'reverse', reason: 'Neither loan.' },
    });
    expect(await live(receipt)).toMatchObject([{ record_type: 'mobile_money_transaction' }]);
    expect(verdict(await repay(right.id, receipt))).toEqual([
      409,
      'duplicate_payment_reference',
      'mobile_money_transaction',
    ]);
    expect(await proofs()).toEqual([]);
  });

  it('on two channels of one account is one receipt; on another account it is booked, and an incident', async () => {
    const loan = await partner.anActiveLoan();
    const receipt = aReceipt();
    expect((await repay(loan.id, receipt)).status).toBe(201);
    const byBank = await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
      body: { amount: 1_000, channel: 'bank', reference: receipt },
    });
    expect(byBank.status).toBe(201);
    const { body } = await partner.call('GET', '/api/v1/incidents?filter[kind]=receipt_elsewhere');
    expect(body.data).toMatchObject([{ state: 'open', amount: 1_000 }]);
  });
});

describe('One receipt of money that went out', () => {
  const incidents = async (kind: string) =>
    (await partner.call('GET', `/api/v1/incidents?filter[kind]=${kind}`)).body.data as { disbursement_id: number }[];
  const paidOut = async (receipt: string) => {
    const loan = await partner.anApprovedLoan();
    const { body } = await partner.disburse(loan.id);
    await partner.notify(body.id, { code: 0, receipt });
    const shown = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements/${body.id}`);
    return { loan, disbursement: shown.body };
  };
  const step = (loanId: number, id: number, body: object) =>
    partner.call('PATCH', `/api/v1/loans/${loanId}/disbursements/${id}`, { body });

  it('confirms one disbursement; another one under it waits for people, and is an incident', async () => {
    const receipt = aReceipt();
    expect((await paidOut(receipt)).disbursement.state).toBe('confirmed');
    const second = await paidOut(receipt.toLowerCase());
    expect(second.disbursement).toMatchObject({ state: 'review' });
    expect(await incidents('receipt_used_twice')).toMatchObject([{ disbursement_id: second.disbursement.id }]);
  });

  it('that differs from the one of a payment that is settled is an incident, once', async () => {
    const { disbursement } = await paidOut(aReceipt());
    const other = aReceipt();
    await partner.notify(disbursement.id, { code: 0, receipt: other });
    await partner.notify(disbursement.id, { code: 0, receipt: ` ${other}` });
    const about = (await incidents('receipt_differs')).map((each) => (each as any).subject.uuid);
    expect(about).toEqual([disbursement.uuid]);
  });

  it('that comes back in part takes so much off the loan once, and off no other loan', async () => {
    const [one, other] = [await paidOut(aReceipt()), await paidOut(aReceipt())];
    const back = {
      action: 'return_part',
      amount: 2_500_000,
      reversal_receipt_no: aReceipt(),
      reason: 'Half came back.',
    };
    const first = await step(one.loan.id, one.disbursement.id, back);
    expect([first.status, first.text]).toEqual([200, first.text]);
    const again = await step(one.loan.id, one.disbursement.id, {
      ...back,
      reversal_receipt_no: back.reversal_receipt_no.toLowerCase(),
    });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await partner.call('GET', `/api/v1/loans/${one.loan.id}`)).body.outstanding.principal).toBe(2_500_000);
    expect(verdict(await step(other.loan.id, other.disbursement.id, back))).toEqual([
      409,
      'duplicate_payment_reference',
      'disbursement',
    ]);
    const whole = { action: 'reverse', reversal_receipt_no: back.reversal_receipt_no, reason: 'All of it.' };
    expect(verdict(await step(other.loan.id, other.disbursement.id, whole))).toEqual([
      409,
      'duplicate_payment_reference',
      'disbursement',
    ]);
    expect(await proofs()).toEqual([]);
  });

  it('tops up an agent’s float once', async () => {
    const { app } = ports;
    const { agentNo } = school.institution;
    const operator = systemCaller({ id: school.institution.id, mode: 'sandbox' }, 'operator', 'test');
    const reference = aReceipt();
    const first = await app.operators.topUpFloat(operator, { agentNo, amount: 7_000n, reference });
    const again = await app.operators.topUpFloat(operator, { agentNo, amount: 7_000n, reference: ` ${reference}` });
    expect(again).toMatchObject({ kind: 'done', result: { float: first.kind === 'done' && first.result.float } });
    const other = app.operators.topUpFloat(operator, { agentNo, amount: 7_001n, reference });
    await expect(other).rejects.toMatchObject({ code: 'duplicate_payment_reference' });
    // Float that comes to more than can be shown would be shown to nobody.
    const most = app.operators.topUpFloat(operator, {
      agentNo,
      amount: 9_007_199_254_740_991n,
      reference: `${reference}B`,
    });
    await expect(most).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
