import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { idOf, join, MSISDN, REASON, save } from './parties.ts';

const MONEY = '/api/v1/mobile_money/transactions';
/** A number whose payments and prompts stay open, until who plays the provider answers. */
const SILENT = '+254700000008';

/** A payment on the books of the sandbox's provider, by its amount, which no other has. */
type OnItsBooks = {
  readonly kind: 'PROMPT' | 'PAYOUT';
  readonly amount: number;
  /** What the payer of a prompt sends; left out: what was asked for. */
  readonly sends?: number;
};

/** Who tries a sandbox answers in the place of its provider: all of these the same, which it notifies then. */
async function answer(
  { ask, change }: Office,
  { later }: Time,
  payments: readonly OnItsBooks[],
  said: (payment: OnItsBooks) => string,
): Promise<void> {
  const { prompts, payouts } = await ask(
    'officer',
    '{ prompts: simulatedPayments(kind: PROMPT, first: 50) { id amount } payouts: simulatedPayments(kind: PAYOUT, first: 50) { id amount } }',
  );
  for (const payment of payments) {
    const newest: readonly any[] = (payment.kind === 'PROMPT' ? prompts : payouts) ?? [];
    // The oldest of them: what was sent in its place comes later.
    const found = newest.findLast(({ amount }) => Number(amount) === payment.amount);
    const sent = payment.sends === undefined ? {} : { amount: payment.sends };
    await change('officer', 'answerSimulatedPayment', {
      simulatedPaymentId: found?.id,
      answer: said(payment),
      ...sent,
    });
  }
  await later(0.02);
}

/** Loans whose payment stays open: where it was not paid, one is paid out once more, and the other one is withdrawn. */
async function lendings(go: Go) {
  const member = await join(go, '32002201');
  const lend = async (amount: number, isWanted: boolean) => {
    const asked = { member_id: idOf(member), product_id: 1, principal: amount, term_months: 3 };
    const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked)).body?.id}`;
    await go('PATCH', loan, { action: 'approve' });
    const payOut = (msisdn: string) => go('POST', `${loan}/disbursements`, { amount, channel: 'mpesa_b2c', msisdn });
    const { body } = await payOut(SILENT);
    const goesOn = () => (isWanted ? payOut(MSISDN) : go('PATCH', loan, { action: 'withdraw', ...REASON }));
    return { amount, first: `${loan}/disbursements/${body?.id}`, goesOn };
  };
  return [await lend(210_100, true), await lend(220_200, false)];
}

/** A provider that paid after it had said that it did not: what is gone is booked, once, wherever its place is by now. */
export async function secondThoughts(_: Knowledge, go: Go, office: Office, time: Time): Promise<void> {
  const lent = await lendings(go);
  await go('POST', '/v1/topups', { amount: 1_000_000, reference: 'chapter-thoughts' });
  await go('POST', '/v1/payouts', { amount: 23_300, channel: 'mpesa_b2c', msisdn: SILENT, reference: 'chapter-late' });
  const account = await save(go, await join(go, '32002202'), 0);
  const { body: opened } = await go('GET', account);
  const ofApp = { account_reference: 'INV-13', reference: 'chapter-given' };
  const prompts = [
    { path: MONEY, amount: 24_400, more: { account_reference: opened?.account_no } },
    { path: MONEY, amount: 24_500, more: { account_reference: 'NOBODY-13' } },
    { path: '/v1/collections', amount: 25_500, more: ofApp },
  ];
  for (const { path, amount, more } of prompts)
    await go('POST', path, { channel: 'mpesa_stk', msisdn: SILENT, amount, ...more });
  const all: readonly OnItsBooks[] = [
    ...[...lent.map(({ amount }) => amount), 23_300].map((amount) => ({ kind: 'PAYOUT' as const, amount })),
    ...prompts.map(({ amount }) => ({ kind: 'PROMPT' as const, amount })),
  ];
  const unpaid = ({ kind }: OnItsBooks) => (kind === 'PROMPT' ? 'INSUFFICIENT_FUNDS' : 'RECIPIENT_UNREGISTERED');
  await answer(office, time, all, unpaid);
  for (const { goesOn } of lent) await goesOn();
  // A person writes down what the payer's phone shows, before the provider says so.
  for (const { amount, more } of prompts) {
    const paid = { amount, msisdn: SILENT, account_reference: more.account_reference };
    await go('POST', MONEY, { channel: 'mpesa_paybill', ...paid, receipt_no: await time.shown(amount) });
  }
  await time.later(0.02);
  for (let times = 0; times < 2; times++) await answer(office, time, all, () => 'PAID');
  for (const [n, { first }] of lent.entries())
    await go('PATCH', first, { action: 'reverse', reversal_receipt_no: `SCHAPTWICE${n}`, ...REASON });
}

/** A payer sends more than was asked for, or less: what came is for two people to find, and comes to the app as they found it. */
export async function otherAmounts(_: Knowledge, go: Go, office: Office, time: Time): Promise<void> {
  const account = await save(go, await join(go, '32002203'), 0);
  const { body: opened } = await go('GET', account);
  const collect = async (amount: number, sends: number) => {
    const asked = { amount, channel: 'mpesa_stk', msisdn: SILENT, account_reference: 'INV-14' };
    const { body } = await go('POST', '/v1/collections', { ...asked, reference: `chapter-other-${amount}` });
    return { id: body?.data?.id, kind: 'PROMPT' as const, amount, sends };
  };
  const collections = [await collect(28_800, 28_900), await collect(29_900, 29_800), await collect(30_300, 60_600)];
  const lenders = [24_600, 24_700].map((amount) => ({ kind: 'PROMPT' as const, amount, sends: amount + 5_000 }));
  for (const { amount } of lenders) {
    const asked = { channel: 'mpesa_stk', msisdn: SILENT, amount, account_reference: opened?.account_no };
    await go('POST', MONEY, asked);
  }
  await answer(office, time, [...collections, ...lenders], () => 'PAID');
  // What is for people to look at, the provider settles no more.
  await answer(office, time, [collections[0]!], () => 'PAID');
  for (const { id, amount, sends } of collections)
    for (const by of ['officer', 'partner'] as const) {
      const found = { outcome: 'paid', amount: sends, receipt_no: `SCHAPOA${amount}`, evidence: 'Statement, line 12.' };
      await go('POST', `/api/v1/app_payments/${id}/findings`, found, { by });
    }
}

/** Payments that a provider takes none of just now: they wait, and are called off while they do. */
export async function waiting(_: Knowledge, go: Go, __: Office, { later }: Time): Promise<void> {
  await go('POST', '/v1/topups', { amount: 1_000_000, reference: 'chapter-waiting' });
  const row = (n: number) => ({
    amount: 26_000 + 100 * n,
    channel: 'mpesa_b2c',
    msisdn: '+254700000017',
    reference: `chapter-waits-${n}`,
  });
  const asked = { reference: 'chapter-waiting', currency: 'KES', rows: [row(1), row(2)] };
  const { body } = await go('POST', '/v1/payout_batches', asked);
  await later(0.02);
  const rows = (await go('GET', `/v1/payout_batches/${body?.data?.id}/payouts`)).body?.data ?? [];
  for (const { id } of rows.slice(0, 1)) {
    await go('POST', `/v1/payouts/${id}/cancel`);
    await go('POST', `/v1/payouts/${id}/cancel`);
  }
  await later(25);
}
