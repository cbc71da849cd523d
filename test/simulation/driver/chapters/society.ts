import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';
import { decide } from './decide.ts';
import { idOf, join, kycOf, lend, MSISDN, REASON } from './parties.ts';

/** Who joins, is refused, comes back, is banned, or is forgotten. */
export async function members(_: Knowledge, go: Go): Promise<void> {
  const one = await join(go, '32000101');
  await go('PATCH', one, { action: 'reject_kyc', ...REASON });
  await go('PATCH', one, { action: 'resubmit_kyc', kyc: kycOf('32000101') });
  await go('PATCH', one, { action: 'reject_kyc', ...REASON });
  await go('POST', '/api/v1/loans', { member_id: idOf(one), product_id: 1, principal: 100_000, term_months: 3 });
  const incomplete = { name: 'Nobody', national_id: '32000104', phone: '+254732000104', branch_id: 1, kyc: null };
  await go('PATCH', `/api/v1/members/${(await go('POST', '/api/v1/members', incomplete)).body?.id}`, {
    action: 'verify_kyc',
  });
  await join(go, '32000101');
  const banned = await join(go, '32000102');
  await go('PATCH', banned, { action: 'renew_kyc', kyc: kycOf('32000102') });
  await go('PATCH', banned, { action: 'blacklist', ...REASON });
  await go('PATCH', banned, { action: 'reactivate', kyc: kycOf('32000102') });
  const gone = await join(go, '32000103');
  await go('PATCH', gone, { action: 'exit' });
  await go('PATCH', gone, { action: 'erase' });
  await go('PATCH', gone, { action: 'renew_kyc', kyc: kycOf('32000103') });
}

/** A member dies, twice: once by mistake, once in truth, with a loan, savings and who they are paid to. */
export async function death(known: Knowledge, go: Go): Promise<void> {
  const member = await join(go, '32000201');
  const account = await go('POST', '/api/v1/savings_accounts', { member_id: idOf(member), product_id: 1 });
  const savings = `/api/v1/savings_accounts/${account.body?.id}`;
  await go('POST', `${savings}/transactions`, { type: 'deposit', amount: 900_000, channel: 'cash' });
  const loan = await lend(go, member, 200_000, 'FTCHAPTER1');
  const died = { action: 'record_death', died_on: known.day(), document_reference: 'D-77' };
  await go('PATCH', member, died);
  await go('PATCH', member, { action: 'correct_death', ...REASON });
  await go('PATCH', member, died);
  await go('PATCH', member, { action: 'exit' });
  await go('PATCH', loan, { action: 'charge', part: 'fees', amount: 100, ...REASON });
  await go('POST', `${savings}/transactions`, { type: 'withdrawal', amount: 100, channel: 'cash' });
  const claims = (await go('GET', '/api/v1/death_claims')).body?.data ?? [];
  const claim = `/api/v1/death_claims/${claims.find((each: any) => each.member_id === idOf(member))?.id}`;
  const document = (kind: string) =>
    go('PATCH', claim, { action: 'add_document', document_kind: kind, document_reference: `${kind}-1` });
  await go('PATCH', claim, { action: 'verify' });
  await go('PATCH', claim, { action: 'distribute' });
  const representative = { name: 'Awuor Otieno', relationship: 'daughter', id_number: '32000299' };
  await go('PATCH', claim, { action: 'appoint', ...representative });
  for (const kind of ['death_certificate', 'grant_of_probate', 'letters_of_administration', 'beneficiary_identity'])
    await document(kind);
  await go('PATCH', claim, { action: 'appoint', ...representative });
  await go('PATCH', claim, { action: 'verify' });
  await go('PATCH', claim, { action: 'distribute' });
  const settled = { action: 'settle_loan', loan_id: idOf(loan), method: 'set_off', savings_account_id: idOf(savings) };
  await go('PATCH', claim, settled);
  await decide(go);
  await go('PATCH', claim, { action: 'distribute' });
  await go('PATCH', claim, { action: 'close' });
  const { body: shown } = await go('GET', claim);
  const [beneficiary] = shown?.beneficiaries ?? shown?.parts ?? [];
  await go('PATCH', claim, { action: 'pay', beneficiary: beneficiary?.number ?? 1, channel: 'cash' });
  await decide(go);
  await go('PATCH', claim, { action: 'reverse_part', part: 2, ...REASON });
  await go('PATCH', claim, { action: 'pay', beneficiary: beneficiary?.number ?? 1, channel: 'cash' });
  await decide(go);
  await go('PATCH', claim, { action: 'close' });
  await go('PATCH', member, { action: 'erase' });
}

/** Products that come and go, and loans that are edited, refused, undone, forgiven, lost and found again. */
export async function loans(known: Knowledge, go: Go): Promise<void> {
  const terms = { method: 'flat', interest_rate: '12', min_principal: 1_000, max_principal: 9_000_000 };
  const offered = { code: 'CHAP', name: 'Of a chapter', ...terms, min_term_months: 1, max_term_months: 24 };
  const product = `/api/v1/loan_products/${(await go('POST', '/api/v1/loan_products', offered)).body?.id}`;
  await go('POST', '/api/v1/loan_products', offered);
  await go('PATCH', product, { name: 'Of a chapter, edited' });
  await go('PATCH', product, { action: 'retire' });
  await go('PATCH', product, { action: 'retire' });
  await go('PATCH', product, { action: 'reactivate' });
  const member = await join(go, '32000301');
  const apply = { member_id: idOf(member), product_id: idOf(product), principal: 200_000, term_months: 4 };
  const drafted = async () => `/api/v1/loans/${(await go('POST', '/api/v1/loans', apply)).body?.id}`;
  const rejected = await drafted();
  await go('PATCH', rejected, { principal: 210_000 });
  await go('PATCH', rejected, { action: 'reject', ...REASON });
  const undone = await drafted();
  await go('PATCH', undone, { action: 'approve' });
  await go('PATCH', undone, { action: 'undo_approval' });
  await go('PATCH', undone, { action: 'approve' });
  const asked = { amount: 200_000, channel: 'bank', bank_account: '0112345678' };
  const first = await go('POST', `${undone}/disbursements`, asked);
  await go('PATCH', `${undone}/disbursements/${first.body?.id}`, { action: 'cancel', ...REASON });
  const wrong = await lend(go, member, 150_000, 'FTCHAPTER2', idOf(product));
  await go('PATCH', wrong, { action: 'undo_disbursement', reversal_receipt_no: 'FTCHAPTER2R', ...REASON });
  const lost = await lend(go, member, 160_000, 'FTCHAPTER3', idOf(product));
  await go('PATCH', lost, { action: 'pause_arrears', until: known.day(20), ...REASON });
  await go('PATCH', lost, { action: 'pause_arrears', until: known.day(20), ...REASON });
  await go('PATCH', lost, { action: 'resume_arrears', ...REASON });
  await go('PATCH', lost, { action: 'resume_arrears', ...REASON });
  await go('PATCH', lost, { action: 'charge', part: 'fees', amount: 5_000, ...REASON });
  await go('PATCH', lost, { action: 'charge', part: 'penalties', amount: 90_000_000, ...REASON });
  await go('PATCH', lost, { action: 'waive', part: 'fees', amount: 900_000, ...REASON });
  await go('PATCH', lost, { action: 'waive', part: 'fees', amount: 5_000, ...REASON });
  await go('PATCH', lost, { action: 'charge_off', ...REASON });
  await go('PATCH', lost, { action: 'write_off', ...REASON });
  await go('PATCH', lost, { action: 'write_off', ...REASON });
  await decide(go);
  const recovery = await go('POST', `${lost}/repayments`, { amount: 20_000, channel: 'cash' });
  await go('PATCH', `${lost}/repayments/${recovery.body?.id}`, { action: 'reverse', ...REASON });
  await go('PATCH', lost, { action: 'undo_write_off', ...REASON });
  await decide(go);
  await go('PATCH', lost, { action: 'refund_overpayment', channel: 'cash' });
  const over = await lend(go, member, 100_000, 'FTCHAPTER4', idOf(product));
  await go('POST', `${over}/settlement`, { amount: 100, channel: 'cash' });
  await go('POST', `${over}/repayments`, { amount: 150_000, channel: 'bank', reference: 'STCHAPTER1' });
  const account = await go('POST', '/api/v1/savings_accounts', { member_id: idOf(member), product_id: 1 });
  const savings = { action: 'transfer_to_savings', savings_account_id: account.body?.id };
  await go('PATCH', over, { ...savings, savings_account_id: 1 });
  await go('PATCH', over, savings);
  await decide(go);
  await go('PATCH', over, savings);
}

/** Members who stand for another one's loan. */
export async function guarantees(_: Knowledge, go: Go): Promise<void> {
  const [borrower, first, second] = [
    await join(go, '32000401'),
    await join(go, '32000402'),
    await join(go, '32000403'),
  ];
  for (const each of [first, second]) {
    const account = await go('POST', '/api/v1/savings_accounts', { member_id: idOf(each), product_id: 1 });
    const path = `/api/v1/savings_accounts/${account.body?.id}/transactions`;
    await go('POST', path, { type: 'deposit', amount: 500_000, channel: 'cash' });
  }
  const asked = { member_id: idOf(borrower), product_id: 1, principal: 300_000, term_months: 3 };
  const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked)).body?.id}`;
  const pledge = async (by: string, amount: number) => {
    const { body } = await go('POST', `${loan}/guarantees`, { member_id: idOf(by), amount });
    return `${loan}/guarantees/${body?.id}`;
  };
  await pledge(borrower, 10_000);
  await pledge(first, 90_000_000);
  await go('PATCH', await pledge(first, 50_000), { action: 'withdraw' });
  const given = await pledge(first, 60_000);
  await go('PATCH', first, { action: 'exit' });
  await go('PATCH', loan, { action: 'approve' });
  const { body: paid } = await go('POST', `${loan}/disbursements`, {
    amount: 300_000,
    channel: 'bank',
    bank_account: '0112345678',
  });
  const bank = { action: 'confirm_by_bank', provider_ref: 'FTCHAPTER5' };
  await go('PATCH', `${loan}/disbursements/${paid?.id}`, bank);
  await go('PATCH', given, { action: 'substitute', member_id: idOf(second) });
  await decide(go);
  const { body: held } = await go('GET', `${loan}/guarantees`);
  for (const { id } of held?.data ?? [])
    await go('PATCH', `${loan}/guarantees/${id}`, { action: 'discharge', ...REASON });
  await decide(go);
  const whole = await go('POST', `${loan}/repayments`, { amount: 400_000, channel: 'cash' });
  await go('PATCH', `${loan}/repayments/${whole.body?.id}`, { action: 'reverse', ...REASON });
  // Once it is paid for good, with nothing too much, it binds no member.
  const { body: owing } = await go('GET', loan);
  await go('POST', `${loan}/repayments`, { amount: owing?.outstanding?.total, channel: 'cash' });
}

/** Accounts of every product: opened, refused, frozen, given notice of, drawn, reversed, closed. */
export async function savings(_: Knowledge, go: Go, office: Office): Promise<void> {
  const member = await join(go, '32000501');
  const other = await join(go, '32000502');
  const opened = async (product: number, of = member) => {
    const { body } = await go('POST', '/api/v1/savings_accounts', { member_id: idOf(of), product_id: product });
    return `/api/v1/savings_accounts/${body?.id}`;
  };
  for (let product = 1; product <= 6; product++) {
    const path = await opened(product);
    const act = (action: string, more: object = {}) => go('PATCH', path, { action, ...more });
    const move = (type: string, amount: number) =>
      go('POST', `${path}/transactions`, { type, amount, channel: 'cash' });
    await go('PATCH', await opened(product), { action: 'reject', ...REASON });
    await act('approve');
    const { body: deposit } = await move('deposit', 400_000);
    await act('post_interest', REASON);
    await act('freeze', REASON);
    await move('withdrawal', 1_000);
    await act('unfreeze');
    await act('give_notice');
    await act('break_deposit', REASON);
    const { body: drawn } = await move('withdrawal', 30_000);
    for (const { uuid } of [drawn, drawn, deposit])
      if (uuid !== undefined)
        await office.change('officer', 'reverseSavingsTransaction', { savingsTransactionId: uuid, ...REASON });
    await move('deposit', 5_000);
    await act('close');
    await move('withdrawal', 5_000);
    await act('close');
    await act('reactivate');
    const to = await opened(product, other);
    await go('PATCH', to, { action: 'approve' });
    await move('deposit', 60_000);
    await go('POST', `${path}/share_transfers`, { to_savings_account_id: idOf(to), amount: 20_000 });
    await decide(go);
  }
}

/** Money that nobody knows, that is moved on, proposed to go back, and goes back. */
export async function mobileMoney(known: Knowledge, go: Go): Promise<void> {
  const member = await join(go, '32000601');
  const account = await go('POST', '/api/v1/savings_accounts', { member_id: idOf(member), product_id: 1 });
  const loan = await lend(go, member, 500_000, 'FTCHAPTER6');
  const pay = async (receipt: string, amount: number, reference = 'NOBODY-7', msisdn = MSISDN) => {
    const paid = { channel: 'mpesa_paybill', amount, msisdn, account_reference: reference, receipt_no: receipt };
    return `/api/v1/mobile_money/transactions/${(await go('POST', '/api/v1/mobile_money/transactions', paid)).body?.id}`;
  };
  const [back, direct, moved] = [
    await pay('SCHAPMM01', 20_000),
    await pay('SCHAPMM02', 30_000),
    await pay('SCHAPMM03', 40_000),
  ];
  await go('PATCH', back, { action: 'approve_return' });
  await go('PATCH', back, { action: 'propose_return', ...REASON, evidence: 'The payer called.' });
  await go('PATCH', back, { action: 'approve_return' });
  await go('PATCH', back, { action: 'approve_return' }, { by: 'partner' });
  await go('PATCH', direct, { action: 'return', ...REASON });
  await go('PATCH', moved, { action: 'allocate', loan_id: idOf(loan) });
  const { body: booked } = await go('GET', `${loan}/repayments`);
  const [first] = booked?.data ?? [];
  await go('PATCH', `${loan}/repayments/${first?.id}`, { action: 'reverse', ...REASON });
  await go('PATCH', moved, { action: 'allocate', savings_account_id: account.body?.id });
  await pay('SCHAPMM04', 600_000, 'LATE-8', '+254733000001');
  const split = {
    channel: 'bank',
    reference: 'SCHAPMM05',
    amount: 50_000,
    rest: 'suspense',
    parts: [{ savings_account_id: account.body?.id, amount: 20_000 }],
  };
  const { body: receipt } = await go('POST', '/api/v1/receipts', split);
  await go('PATCH', `/api/v1/receipts/${receipt?.id}`, { action: 'reverse', ...REASON });
  await decide(go);
  await go('PATCH', `/api/v1/receipts/${receipt?.id}`, { action: 'reverse', ...REASON, cause: 'taken_back' });
  known.learn('/api/v1/mobile_money/transactions', { id: idOf(back) });
}

/** Floats of agents, and payments whose end is open. */
export async function floats(_: Knowledge, go: Go): Promise<void> {
  const agents = (await go('GET', '/api/v1/agents')).body?.data ?? [];
  const [one, two] = agents.map(({ id, agent_id: agent }: any) => `/api/v1/agents/${agent ?? id}`);
  await go('PATCH', `${one}/float`, { low_float: 100_000, daily_limit: 90_000_000_000 });
  const to = String(two).split('/').at(-1);
  await go('POST', `${one}/float/transfers`, { to_agent_id: to, amount: 50_000, ...REASON });
  await go('POST', `${one}/float/transfers`, { to_agent_id: to, amount: 8e14, ...REASON });
  for (const amount of [1_000_000, 2_000_000, 3_000_000]) {
    const { body } = await go('POST', `${one}/float/top_ups`, { amount });
    const topUp = `/api/v1/float_top_ups/${body?.id}`;
    await go('PATCH', topUp, { action: 'cancel', ...REASON });
    const paid = { action: 'settle', outcome: 'paid', evidence: 'Statement, line 7.', receipt_no: `SCHAPFL${amount}` };
    await go('PATCH', topUp, paid);
    await decide(go);
    await go('PATCH', topUp, { action: 'reverse', reversal_receipt_no: `SCHAPFR${amount}`, ...REASON });
    await decide(go);
  }
  const member = await join(go, '32000701');
  // Suffixes of the sandbox that never answer.
  for (const suffix of ['004', '005', '006', '007', '011', '012']) {
    const asked = { member_id: idOf(member), product_id: 1, principal: 100_000, term_months: 3 };
    const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked)).body?.id}`;
    await go('PATCH', loan, { action: 'approve' });
    const msisdn = `+254700000${suffix}`;
    const { body } = await go('POST', `${loan}/disbursements`, { amount: 100_000, channel: 'mpesa_b2c', msisdn });
    const path = `${loan}/disbursements/${body?.id}`;
    await go('PATCH', path, { action: 'propose_outcome', outcome: 'not_paid', evidence: 'Statement, line 4.' });
    await go('PATCH', path, { action: 'approve_outcome' });
    await go('PATCH', path, { action: 'approve_outcome' }, { by: 'partner' });
  }
  for (const { id } of (await go('GET', '/api/v1/incidents')).body?.data ?? []) {
    await go('PATCH', `/api/v1/incidents/${id}`, { action: 'assign', assignee: 'Amina' });
    await go('PATCH', `/api/v1/incidents/${id}`, { action: 'resolve', ...REASON });
  }
}

/** Alerts that somebody looks into: large cash makes them. */
export async function alerts(_: Knowledge, go: Go): Promise<void> {
  const member = await join(go, '32000801');
  const { body } = await go('POST', '/api/v1/savings_accounts', { member_id: idOf(member), product_id: 1 });
  for (const amount of [150_000_000, 160_000_000, 170_000_000])
    await go('POST', `/api/v1/savings_accounts/${body?.id}/transactions`, { type: 'deposit', amount, channel: 'cash' });
  const open = (await go('GET', '/api/v1/aml/alerts')).body?.data ?? [];
  const ends = [
    { action: 'close' },
    { action: 'mark_false_positive' },
    { action: 'file_sar', report_reference: 'FRC-1' },
  ];
  for (const [at, { id }] of open.slice(0, 6).entries()) {
    const path = `/api/v1/aml/alerts/${id}`;
    const { action, ...more } = ends[at % 3]!;
    await go('PATCH', path, { action: 'assign', assignee: 'Amina' });
    await go('PATCH', path, { action: 'escalate', ...REASON });
    await go('PATCH', path, action === 'file_sar' ? { action, ...more } : { action, ...REASON });
    await go('PATCH', path, { action: 'reopen', ...REASON });
    await decide(go);
    await go('PATCH', path, { action: 'close', ...REASON });
  }
}
