import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { agree } from './decide.ts';
import { bearer, idOf, join, lend, MSISDN, save } from './parties.ts';

const record = ({ body }: { readonly body: any }) => body?.data ?? body;

/** Payments of an app that are called off, corrected, taken back, and of which people find different things. */
export async function payouts(known: Knowledge, go: Go, { operate }: Office, { later }: Time): Promise<void> {
  const transfer = record(await go('POST', '/v1/topups', { amount: 5_000_000, reference: 'chapter-payouts' }))?.id;
  const payOut = async (suffix: string, amount: number) => {
    const msisdn = `+254700000${suffix}`;
    const asked = { amount, channel: 'mpesa_b2c', msisdn, reference: `chapter-out-${suffix}` };
    return record(await go('POST', '/v1/payouts', asked))?.id;
  };
  const planned = { amount: 9_000, channel: 'mpesa_stk', msisdn: MSISDN, account_reference: 'INV-12' };
  const asked = { ...planned, reference: 'chapter-planned', send_after: known.instant(60) };
  await go('POST', `/v1/collections/${record(await go('POST', '/v1/collections', asked))?.id}/cancel`);
  const { send_after: _, ...atOnce } = { ...asked, reference: 'chapter-taken-back' };
  const collected = record(await go('POST', '/v1/collections', atOnce))?.id;
  const paid = await payOut('000', 13_000);
  await go('POST', `/v1/payouts/${paid}/cancel`);
  await payOut('014', 14_000);
  const open = [await payOut('008', 15_000), await payOut('012', 16_000)];
  await later(25);
  const find = (id: string, outcome: string, by: 'officer' | 'partner') =>
    go('POST', `/api/v1/app_payments/${id}/findings`, { outcome, evidence: 'Statement, line 9.' }, { by });
  for (const id of open) {
    await find(id, 'not_paid', 'officer');
    await find(id, 'paid', 'partner');
    await find(id, 'not_paid', 'partner');
  }
  for (const [at, id] of [paid, collected, transfer].entries()) {
    const back = [
      'payment',
      'reverse',
      String(id),
      '--receipt',
      `SCHAPRV${at + 1}`,
      '--evidence',
      'Statement, line 10.',
    ];
    const reversal = await operate(...back, '--by', 'Amina');
    await agree(go, { ...reversal, body: { id: reversal.body?.proposal } });
  }
  const topup = record(await go('GET', '/v1/topups'));
  const line = ['--statement', 'STCHAPTOP1', '--by', 'Amina'];
  for (const { bank_reference: reference } of Array.isArray(topup) ? topup.slice(0, 1) : [])
    await operate('payment', 'confirm-topup', String(reference), '--amount', '123', ...line);
}

/** An app is charged by steps: at a bound of one, just beyond it, one by one and in a batch. What waits holds its fee as well. */
export async function tariffs(_: Knowledge, go: Go, __: Office, { later }: Time): Promise<void> {
  const client = record(await go('GET', '/v1/app'))?.client_id;
  const agreed = (steps: object) => go('PATCH', `/api/v1/apps/${client}/tariff`, { ...steps });
  const steps = (upTo: number, ...[small, large]: readonly [number, number]) => [
    { up_to: upTo, fee: small },
    { up_to: null, fee: large },
  ];
  await agreed({ payout: steps(17_000, 700, 1_100), collection: steps(18_000, 300, 900) });
  await go('POST', '/v1/topups', { amount: 1_000_000, reference: 'chapter-tariffs' });
  const row = (amount: number, msisdn: string) => ({
    amount,
    channel: 'mpesa_b2c',
    msisdn,
    reference: `chapter-tariff-${msisdn}-${amount}`,
  });
  for (const amount of [17_000, 17_100]) await go('POST', '/v1/payouts', row(amount, MSISDN));
  for (const amount of [18_000, 18_100]) {
    const asked = { amount, channel: 'mpesa_stk', msisdn: MSISDN, account_reference: 'INV-17' };
    await go('POST', '/v1/collections', { ...asked, reference: `chapter-tariff-${amount}` });
  }
  const rows = [17_000, 17_100].map((amount) => row(amount, '+254700000017'));
  await go('POST', '/v1/payout_batches', { reference: 'chapter-tariffs', currency: 'KES', rows });
  await later(0.02);
  await agreed({ payout: null, collection: null });
}

/** Keys of partners: scopes that they lack, addresses that they do not have, quotas that are spent; and a live institution. */
export async function partnerKeys(_: Knowledge, go: Go, { operate }: Office): Promise<void> {
  const client = (await operate('client', 'create', '--name', 'Of a chapter', '--scopes', 'members:read')).body;
  const id = String(client?.client_id);
  const mint = (more: object = {}, who: any = client) => {
    const grant = { grant_type: 'client_credentials', client_id: who?.client_id, client_secret: who?.client_secret };
    return go('POST', '/api/v1/oauth/token', { ...grant, ...more }, { by: 'nobody', key: null });
  };
  await mint({ scope: 'loans:write' });
  await operate('client', 'quota', id, 'A.read=1', 'B.read=1');
  const by = await bearer(go, client);
  for (let n = 0; n < 4; n++) await go('GET', '/api/v1/members?limit=1', undefined, { by });
  await operate('client', 'addresses', id, '203.0.113.0/24');
  await mint();
  await operate('client', 'disable', id, '--reason', 'A chapter of the simulation.');
  await mint();
  const app = record(await go('GET', '/v1/app'))?.client_id;
  const claims = (of: string, prefix: string) =>
    go('PATCH', `/api/v1/apps/${of}/account_prefix`, { account_prefix: prefix }, { by: 'partner' });
  await claims(app, 'CHAX');
  await claims(id, 'CHAX');
  await claims(app, 'INVO');
}

/** What limits an institution sets itself: numbers that are verified, what an agent pays in a day, shares that stand for debts. */
export async function ownLimits(_: Knowledge, go: Go, { operate }: Office): Promise<void> {
  const member = await join(go, '32001801');
  const other = await join(go, '32001802');
  const asked = { member_id: idOf(member), product_id: 1, principal: 100_000, term_months: 3 };
  const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked)).body?.id}`;
  const { body: read } = await go('PATCH', loan, { action: 'approve' });
  await go('PATCH', loan, { action: 'undo_approval' }, { ifMatch: '"1"' });
  const pay = { amount: 100_000, channel: 'mpesa_b2c', msisdn: MSISDN };
  await operate('tenant', 'policies', '--own-numbers-only', 'yes');
  await go('POST', `${loan}/disbursements`, pay);
  await operate('tenant', 'policies', '--own-numbers-only', 'no');
  const agents = (await go('GET', '/api/v1/agents')).body?.data ?? [];
  for (const each of agents) await go('PATCH', `/api/v1/agents/${each.agent_id ?? each.id}/float`, { daily_limit: 50 });
  await go('POST', `${loan}/disbursements`, pay);
  for (const each of agents)
    await go('PATCH', `/api/v1/agents/${each.agent_id ?? each.id}/float`, { daily_limit: null });
  const shares = await save(go, member, 50_000, 3);
  const theirs = await save(go, other, 10_000, 3);
  await lend(go, member, 120_000, 'FTCHAPTER10');
  await go('POST', `${shares}/share_transfers`, { to_savings_account_id: idOf(theirs), amount: 20_000 });
  const account = await save(go, member, 0);
  const deposit = (amount: number) => ({ type: 'deposit', amount, channel: 'cash' });
  const key = `once-${read?.uuid}`;
  await go('POST', `${account}/transactions`, deposit(1_000), { key });
  await go('POST', `${account}/transactions`, deposit(2_000), { key });
  const charges = ['--amount', '9000000000', '--reference', 'SCHAPCH1', '--by', 'Amina'];
  await operate('float', 'pay-charges', String(agents[0]?.agent_id ?? agents[0]?.id), ...charges);
  // The float is there, and so much is not owed.
  const beyond = ['--amount', '2000000', '--reference', 'SCHAPCH2', '--by', 'Amina'];
  await operate('float', 'pay-charges', String(agents[0]?.agent_id ?? agents[0]?.id), ...beyond);
}

/** A webhook whose receiver never answers: its deliveries are given up one after the other, and its owner is warned. */
export async function silentReceivers(_: Knowledge, go: Go, __: Office, { wait }: Time): Promise<void> {
  const hook = { url: 'http://127.0.0.1:9/silent', events: ['member.*'] };
  const { body } = await go('POST', '/api/v1/webhooks', hook);
  await join(go, '32001901');
  for (let attempt = 0; attempt < 5; attempt++) await wait(1);
  await join(go, '32001902');
  await wait(25);
  await wait(50);
  await go('DELETE', `/api/v1/webhooks/${body?.id}`);
}
