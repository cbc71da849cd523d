import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeBank, printed } from '#test/support/bank-fake.ts';
import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';
import { decide } from './decide.ts';
import { letPass } from './time.ts';

const REASON = { reason: 'A chapter of the simulation.' };
const BREAKS = '/api/v1/reconciliation_breaks';
const RECEIPTS = '/api/v1/mobile_money/transactions';

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,' +
  'Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.,Originator Conversation ID';

/** A line of the portal's statement; minor units, what came in is positive. */
type Line = { readonly receipt: string; readonly amount: number; readonly account?: string; readonly reason?: string };

/** What the organisation portal exports of a paybill, newest first. */
function portalStatement(at: string, lines: readonly Line[]): string {
  let balance = 0;
  const shillings = (cents: number) => (Math.abs(cents) / 100).toFixed(2);
  const rows = lines.map(({ receipt, amount, account = 'WHO-KNOWS', reason = 'Pay Bill Online' }) => {
    balance += amount;
    const money = [amount > 0 ? shillings(amount) : '', amount < 0 ? `-${shillings(amount)}` : '', shillings(balance)];
    const party = '254712345678 - JANE DOE';
    return [receipt, at, at, reason, 'Completed', ...money, 'true', reason, party, '', account, ''].join(',');
  });
  const head = ['Account Holder:,Umoja', 'Short Code:,600966', 'Account:,Working Account', 'Operator:,one', '', HEADER];
  return [...head, ...rows.toReversed(), ''].join('\r\n');
}

/** Works in a folder of its own, as an operator has one for what comes and goes. */
async function inFolder(
  work: (write: (name: string, text: string) => Promise<string>, folder: string) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'umoja-chapter-'));
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  try {
    await work(write, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The statement of a paybill: what only one side has is somebody's to explain, to book, or to look at again. */
export async function breaks(known: Knowledge, go: Go, office: Office): Promise<void> {
  const at = known.now.toZonedDateTimeISO('Africa/Nairobi').subtract({ minutes: 2 });
  const stamp = at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
  const pay = (receipt: string, amount: number) =>
    go('POST', RECEIPTS, {
      channel: 'mpesa_paybill',
      amount,
      msisdn: '+254712345678',
      account_reference: 'WHO-KNOWS',
      receipt_no: receipt,
      paid_at: known.instant(-2),
    });
  await pay('SCHBRK0001', 10_000);
  await pay('SCHBRK0002', 20_000);
  await pay('SCHBRK0003', 30_000);
  const lines = [
    { receipt: 'SCHBRK0001', amount: 10_000 },
    { receipt: 'SCHBRK0002', amount: 22_000 },
    { receipt: 'SCHBRK0004', amount: 40_000 },
    { receipt: 'SCHBRK0005', amount: 50_000 },
    { receipt: 'SCHBRK0006', amount: 60_000 },
    { receipt: 'SCHBRK0006', amount: 60_000 },
    { receipt: 'SCHBRK0007', amount: -70_000, reason: 'Business Payment' },
    { receipt: 'SCHBRK0008', amount: 80_000 },
    { receipt: 'SCHBRK0004', amount: -500, reason: 'Pay Bill Charge' },
  ];
  await inFolder(async (write) => {
    const file = await write('paybill.csv', portalStatement(stamp, lines));
    await office.operate('reconcile', file);
    await office.operate('reconcile', file);
    const found = async () => ((await go('GET', `${BREAKS}?limit=100`)).body?.data ?? []) as readonly any[];
    const of = (each: readonly any[], receipt: string) => each.find(({ receipt_no: no }) => no === receipt);
    const raised = await found();
    const act = (receipt: string, action: string, more: object = {}) =>
      go('PATCH', `${BREAKS}/${of(raised, receipt)?.id}`, { action, ...more });
    await act('SCHBRK0004', 'assign', { owner: 'Amina' });
    await act('SCHBRK0004', 'assign', { owner: '' });
    await act('SCHBRK0004', 'book');
    await act('SCHBRK0004', 'book');
    await act('SCHBRK0002', 'book');
    await act('SCHBRK0007', 'book');
    await act('SCHBRK0007', 'resolve');
    await act('SCHBRK0007', 'resolve', REASON);
    await act('SCHBRK0007', 'reopen', REASON);
    await act('SCHBRK0002', 'resolve', REASON);
    await pay('SCHBRK0005', 50_000);
    await act('SCHBRK0005', 'book');
    await pay('SCHBRK0006', 60_000);
    const key = { key: 'chapter-break' };
    const input = { breakId: of(raised, 'SCHBRK0003')?.uuid, owner: 'Baraka' };
    await office.change('officer', 'assignReconciliationBreak', input, key);
    await office.change('officer', 'assignReconciliationBreak', input, key);
    await office.operate('reconcile', file);
    const cleared = (await found()).find(({ state }) => state === 'cleared');
    await go('PATCH', `${BREAKS}/${cleared?.id}`, { action: 'reopen', ...REASON });
    await office.operate('reconcile', file);
    await office.operate('reconcile', file, '--account', 'mpesa_float:AG-000001');
    const strange = Array.from({ length: 1_001 }, (_, n) => ({ receipt: `SCHSTR${n}`, amount: 1_000 }));
    await office.operate('reconcile', await write('strange.csv', portalStatement(stamp, strange)));
    await office.operate('reconcile', await write('none.csv', 'Receipt No.\r\n'));
  });
}

const ACCOUNT = '0110000000042';

/** A bank that pays by files: its charges are booked, given back, and beyond a limit are two people's to book. */
export async function bankDays(known: Knowledge, go: Go, office: Office): Promise<void> {
  const theirs = fakeBank(ACCOUNT, () => Temporal.PlainDate.from(known.day()));
  await inFolder(async (write, folder) => {
    const settings = { rail: 'bank_file', environment: 'sandbox', account: ACCOUNT, returnWords: ['RETURNED'] };
    await office.operate('rails', 'set', await write('bank.json', JSON.stringify(settings)));
    await office.operate('approval-policies', '--bank-charge-limit', '50000');
    const { body: loan } = await go('POST', '/api/v1/loans', {
      member_id: 1,
      product_id: 1,
      principal: 150_000,
      term_months: 3,
    });
    await go('PATCH', `/api/v1/loans/${loan?.id}`, { action: 'approve' });
    const by = { amount: 150_000, channel: 'bank', bank_account: '0119000000000' };
    await go('POST', `/api/v1/loans/${loan?.id}/disbursements`, by);
    await office.operate('bank', 'export', folder);
    for (const name of (await readdir(folder)).filter((each) => each.startsWith('UB-')))
      theirs.take(await readFile(join(folder, name), 'utf8'));
    const today = () => ({ day: Temporal.PlainDate.from(known.day()), ownReference: '' });
    const charge = (amount: bigint) => theirs.move({ ...today(), amount: -amount, text: 'TRANSFER CHARGE' });
    const giveBack = (amount: bigint) => theirs.move({ ...today(), amount, text: 'RETURNED CHARGE', isReturn: true });
    const day = async (name: string) => {
      const statement = theirs.statementOf(Temporal.PlainDate.from(known.day()));
      const file = await write(name, printed(statement, 'csv'));
      await office.operate('bank', 'import-statement', file);
      await office.operate('bank', 'import-statement', file);
    };
    charge(12_000n);
    charge(3_300n);
    charge(90_000n);
    const { bankReference: unknown } = theirs.move({ ...today(), amount: 44_400n, text: 'FROM WHO KNOWS' });
    await day('first.csv');
    const why = ['--reason', 'Not ours.', '--evidence', 'A letter of the bank.', '--by', 'Juma'];
    await office.operate('payment', 'return', unknown, '--paybill', '600966', ...why);
    await decide(go);
    await letPass(known, go, 1);
    giveBack(12_000n);
    giveBack(12_500n);
    charge(700n);
    await day('second.csv');
    await decide(go);
  });
}

/** Days that are over are closed, and then the books of them: nothing is booked into them any more. */
export async function periods(known: Knowledge, go: Go, office: Office): Promise<void> {
  const close = (day: string) => office.operate('ledger', 'close-period', '--through', day);
  const deposits = await boundDeposits(go);
  const early = async () => {
    for (const path of deposits) await go('PATCH', path, { action: 'break_deposit', ...REASON });
  };
  await close(known.day());
  await close(known.day(40));
  await letPass(known, go, 3, early);
  await early();
  await close(known.day(-1));
  await close(known.day(-1));
  const path = '/api/v1/savings_accounts/1/transactions';
  for (const minutes of [-60 * 24 * 2, -60 * 24 * 20])
    await go('POST', path, { type: 'deposit', amount: 1_700, channel: 'cash', paid_at: known.instant(minutes) });
  await office.operate('ledger', 'verify');
}

/** Fixed deposits with money in them. @returns their paths */
async function boundDeposits(go: Go): Promise<readonly string[]> {
  const { body } = await go('GET', '/api/v1/savings_products');
  const fixed = (body?.data ?? []).find(({ kind }: { readonly kind: string }) => /fixed/.test(kind));
  const paths: string[] = [];
  for (const member of [1, 2, 3]) {
    const asked = { member_id: member, product_id: fixed?.id ?? 3 };
    const { body: account } = await go('POST', '/api/v1/savings_accounts', asked);
    const path = `/api/v1/savings_accounts/${account?.id}`;
    await go('POST', `${path}/transactions`, { type: 'deposit', amount: 5_000_000, channel: 'cash' });
    paths.push(path);
  }
  return paths;
}

/** A command line proposes, and does not approve: also where it says that it is another. */
export async function proposals(_: Knowledge, go: Go, office: Office): Promise<void> {
  const paid = { amount: 25_000, msisdn: '+254712345678', account_reference: 'NOBODY-77' };
  await go('POST', RECEIPTS, { channel: 'mpesa_paybill', ...paid, receipt_no: 'SCHRET0001' });
  const give = (receipt: string, by: string) => {
    const why = ['--reason', 'Paid by mistake.', '--evidence', 'A letter of the payer.'];
    return office.operate('payment', 'return', receipt, '--paybill', '600966', ...why, '--by', by);
  };
  await give('SCHRET0001', 'Juma');
  await give('SCHRET0001', 'Kioni');
  const { body: tenant } = await office.operate('tenant', 'create', '--name', 'A live society', '--mode', 'live');
  const live = (...words: readonly string[]) => office.operate(...words, '--tenant', String(tenant?.tenant_id));
  const { body: client } = await live('client', 'create', '--name', 'Nobody answers for it');
  const asked = {
    grant_type: 'client_credentials',
    client_id: client?.client_id,
    client_secret: client?.client_secret,
  };
  const { body: minted } = await go('POST', '/api/v1/oauth/token', asked, { by: 'nobody', key: null });
  const surface = `token:${minted?.access_token}` as const;
  const wallet = ['payment', 'confirm-wallet', '+254733345678', 'mpesa', '--evidence', 'A reply.', '--by', 'Juma'];
  await live(...wallet);
  const { body: waiting } = await go('GET', '/api/v1/proposals', undefined, { by: surface });
  for (const { id } of waiting?.data ?? [])
    await go('PATCH', `/api/v1/proposals/${id}`, { action: 'approve' }, { by: surface });
}
