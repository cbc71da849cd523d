import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { agree } from './decide.ts';
import { idOf, join, lend, MSISDN, REASON, save } from './parties.ts';

const MONEY = '/api/v1/mobile_money/transactions';

/** Money comes to the paybill. @returns its path */
async function pays(go: Go, receipt: string, amount: number, account: string, msisdn = MSISDN): Promise<string> {
  const paid = { channel: 'mpesa_paybill', amount, msisdn, account_reference: account, receipt_no: receipt };
  return `${MONEY}/${(await go('POST', MONEY, paid)).body?.id}`;
}

/** Money in suspense that is moved, split, put together again, and sent back: each cent stands in one place all along. */
export async function suspense(_: Knowledge, go: Go): Promise<void> {
  const member = await join(go, '32001501');
  const account = await save(go, member, 0);
  const [one, two] = [await lend(go, member, 500_000, 'FTCHAPTER8'), await lend(go, member, 510_000, 'FTCHAPTER9')];
  const moved = await pays(go, 'SCHAPSU01', 40_000, 'NOBODY-8');
  await go('PATCH', moved, { action: 'allocate', loan_id: idOf(one) });
  const { body: repaid } = await go('GET', `${one}/repayments`);
  for (const { id } of (repaid?.data ?? []).slice(0, 1)) {
    const reallocated = { to_loan_id: idOf(two), ...REASON };
    await agree(go, await go('POST', `${one}/repayments/${id}/reallocation`, reallocated));
  }
  const split = (amount: number, parts: readonly object[]) =>
    go('POST', '/api/v1/receipts', { channel: 'bank', reference: 'SCHAPSU02', amount, rest: 'suspense', parts });
  const { body: first } = await split(50_000, [{ savings_account_id: idOf(account), amount: 20_000 }]);
  await go('PATCH', `/api/v1/receipts/${first?.id}`, { action: 'reverse', ...REASON });
  await split(50_000, [
    { savings_account_id: idOf(account), amount: 30_000 },
    { loan_id: idOf(two), amount: 15_000 },
  ]);
  const batch = [
    { savings_account_id: idOf(account), amount: 21_000, channel: 'bank', reference: 'SCHAPSU05' },
    { loan_id: idOf(one), amount: 9_000, channel: 'cash' },
  ];
  const postings = '/api/v1/postings/bulk';
  await go('POST', postings, { rows: batch, dry_run: true });
  // The receipt has come in already, with another amount.
  await go('POST', postings, { rows: [...batch, { ...batch[0], amount: 1_000, reference: 'SCHAPSU02' }] });
  await go('POST', postings, { rows: batch });
  const back = await pays(go, 'SCHAPSU03', 30_000, 'NOBODY-9');
  await go('PATCH', back, { action: 'propose_return', ...REASON, evidence: 'The payer called.' });
  await go('PATCH', back, { action: 'return', ...REASON });
  await go('PATCH', back, { action: 'return', ...REASON }, { by: 'partner' });
  await go('PATCH', back, { action: 'allocate', loan_id: idOf(one) });
  const wrong = await pays(go, 'SCHAPSU04', 50_000, 'NOBODY-10');
  await agree(go, await go('PATCH', wrong, { action: 'correct', ...REASON }));
  await pays(go, 'SCHAPSU04', 5_000, 'NOBODY-10');
}

/** What a prompt asked for is written down by hand before the provider says so: it is the same money, once. */
export async function prompts(_: Knowledge, go: Go, __: Office, { later, shown }: Time): Promise<void> {
  const member = await join(go, '32001601');
  const account = await save(go, member, 0);
  const { body: shownAccount } = await go('GET', account);
  const msisdn = '+254700000007';
  const number = shownAccount?.account_no;
  await go('POST', MONEY, { channel: 'mpesa_stk', amount: 70_000, msisdn, account_reference: number });
  await pays(go, await shown(70_000), 70_000, number, msisdn);
  const asked = { amount: 80_000, channel: 'mpesa_stk', msisdn, account_reference: 'INV-11', reference: 'prompted' };
  await go('POST', '/v1/collections', asked);
  await pays(go, await shown(80_000), 80_000, 'NOBODY-11', msisdn);
  await later(2);
}

/** Top-ups of the float from the paybill, to every end that the provider has. The last three shillings say which. */
export async function topUps(_: Knowledge, go: Go, __: Office, { later }: Time): Promise<void> {
  const [agent] = (await go('GET', '/api/v1/agents')).body?.data ?? [];
  const float = `/api/v1/agents/${agent?.agent_id ?? agent?.id}/float`;
  const paths: string[] = [];
  for (const end of [0, 1, 4, 5, 8, 11, 12, 14, 15, 17, 18, 19]) {
    const { body } = await go('POST', `${float}/top_ups`, { amount: 100_000 + 100 * end });
    paths.push(`/api/v1/float_top_ups/${body?.id}`);
    await later(0.02);
  }
  await later(25);
  for (const [at, path] of paths.entries()) {
    const found = at % 2 === 0 ? { outcome: 'paid', receipt_no: `SCHAPTU${at}` } : { outcome: 'not_paid' };
    const settled = { action: 'settle', evidence: 'Statement, line 8.', ...found };
    await agree(go, await go('PATCH', path, settled));
    const reversed = { action: 'reverse', reversal_receipt_no: `SCHAPTR${at}`, ...REASON };
    if (at < 3) await agree(go, await go('PATCH', path, reversed));
  }
}

/** A loan is withdrawn while the provider contradicts itself: what it paid after all is claimed back of who has it. */
export async function contradictions(_: Knowledge, go: Go): Promise<void> {
  const member = await join(go, '32001701');
  for (let n = 0; n < 3; n++) {
    const asked = { member_id: idOf(member), product_id: 1, principal: 100_000 + 100 * n, term_months: 3 };
    const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked)).body?.id}`;
    await go('PATCH', loan, { action: 'approve' });
    const paid = { amount: 100_000 + 100 * n, channel: 'mpesa_b2c', msisdn: '+254700000014' };
    await go('POST', `${loan}/disbursements`, paid);
    for (let tries = 0; tries < 8; tries++)
      if ((await go('PATCH', loan, { action: 'withdraw', ...REASON })).status === 200) break;
  }
}
