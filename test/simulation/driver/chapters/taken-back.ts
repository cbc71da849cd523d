import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { idOf, join, lend, MSISDN, REASON, save } from './parties.ts';

const MONEY = '/api/v1/mobile_money/transactions';
const BEYOND = 7_700;

/** All that is owed of a loan by now, in cents. */
const owedOf = async (go: Go, loan: string): Promise<number> => (await go('GET', loan)).body?.outstanding?.total ?? 0;

const refund = (go: Go, loan: string) => go('PATCH', loan, { action: 'refund_overpayment', channel: 'cash' });

/** Reverses a payment. @returns the reply */
function reversed(go: Go, loan: string, id: number, cause: 'corrected' | 'taken_back') {
  return go('PATCH', `${loan}/repayments/${id}`, { action: 'reverse', ...REASON, cause });
}

/** Providers take payments back of which something was too much, and went to the member meanwhile: it is owed from then on. */
export async function takenBack(_: Knowledge, go: Go, __: Office, { later }: Time): Promise<void> {
  const member = await join(go, '32002501');
  const pay = async (loan: string, amount: number): Promise<number> => {
    const { body } = await go('POST', `${loan}/repayments`, { amount, channel: 'cash' });
    return body?.id;
  };
  await ofTwoPayments(go, member, pay);
  const loan = await lend(go, member, 380_000, 'FTCHTB1');
  const { loan_no: number } = (await go('GET', loan)).body ?? {};
  const paid = { channel: 'mpesa_paybill', msisdn: MSISDN, account_reference: number, receipt_no: 'SCHAPTB1' };
  await go('POST', MONEY, { ...paid, amount: (await owedOf(go, loan)) + BEYOND });
  const saved = await save(go, member, 0);
  await go('PATCH', loan, { action: 'transfer_to_savings', savings_account_id: idOf(saved) });
  const [first] = (await go('GET', `${loan}/repayments`)).body?.data ?? [];
  await reversed(go, loan, first?.id, 'taken_back');
  // Days are closed, and what is owed of it earns nothing. The member pays it in the end, or it is forgiven.
  await later(24 * 2);
  await pay(loan, await owedOf(go, loan));
  for (const [n, gaveUp] of [['write_off'], ['charge_off', 'write_off']].entries())
    await ofLosses(go, await lend(go, member, 400_000, `FTCHTB3${n}`), gaveUp, pay);
  await ofSuccessors(go, member, pay);
  await recovered(go, await lend(go, member, 420_000, 'FTCHTB5'), pay);
}

type Pay = (loan: string, amount: number) => Promise<number>;

/** One is taken back and the other one stands; then both are gone. What is refunded again is owed again. */
async function ofTwoPayments(go: Go, member: string, pay: Pay): Promise<void> {
  const loan = await lend(go, member, 390_000, 'FTCHTB2');
  const one = await pay(loan, 190_000);
  const other = await pay(loan, (await owedOf(go, loan)) + BEYOND);
  await refund(go, loan);
  await refund(go, loan);
  await reversed(go, loan, one, 'corrected');
  await reversed(go, loan, one, 'taken_back');
  await reversed(go, loan, other, 'taken_back');
  const again = await pay(loan, (await owedOf(go, loan)) + 300);
  await refund(go, loan);
  await reversed(go, loan, again, 'taken_back');
  await go('PATCH', loan, { action: 'waive', part: 'penalties', ...REASON });
}

/** Of a debt that was given up, what went to the member beyond it is lost with the rest. */
async function ofLosses(go: Go, loan: string, gaveUp: readonly string[], pay: Pay): Promise<void> {
  const owed = await owedOf(go, loan);
  for (const action of gaveUp) await go('PATCH', loan, { action, ...REASON });
  const recovered = await pay(loan, owed - 10_000);
  const beyond = await pay(loan, 10_000 + BEYOND);
  await refund(go, loan);
  await reversed(go, loan, beyond, 'taken_back');
  await reversed(go, loan, recovered, 'taken_back');
  await go('PATCH', loan, { action: 'undo_write_off', ...REASON });
  await pay(loan, await owedOf(go, loan));
}

/** More comes in of a debt than was lost: the rest is the member's, who is given it once. */
async function recovered(go: Go, loan: string, pay: Pay): Promise<void> {
  const owed = await owedOf(go, loan);
  await go('PATCH', loan, { action: 'write_off', ...REASON });
  await pay(loan, owed - 10_000);
  await pay(loan, 10_000 + BEYOND);
  await Promise.all([refund(go, loan), refund(go, loan)]);
  await refund(go, loan);
}

/** Of a loan that was refinanced, the one in its place owes it. */
async function ofSuccessors(go: Go, member: string, pay: Pay): Promise<void> {
  const loan = await lend(go, member, 410_000, 'FTCHTB4');
  const paid = await pay(loan, 30_000);
  const { body } = await go('PATCH', loan, { action: 'refinance', product_id: 1, term_months: 6 });
  const next = `/api/v1/loans/${body?.refinanced_by ?? body?.id}`;
  await pay(next, (await owedOf(go, next)) + BEYOND);
  await refund(go, next);
  await reversed(go, loan, paid, 'taken_back');
}

/** What a provider has reported did come: nothing of it is corrected. */
export async function reported(_: Knowledge, go: Go, __: Office, { later }: Time): Promise<void> {
  const asked = { channel: 'mpesa_stk', msisdn: MSISDN, amount: 27_700, account_reference: 'UNKNOWN-27' };
  const { body } = await go('POST', MONEY, asked);
  await later(0.02);
  await go('PATCH', `${MONEY}/${body?.id}`, { action: 'correct', ...REASON });
}
