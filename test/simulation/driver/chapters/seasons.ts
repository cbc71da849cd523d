import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { agree } from './decide.ts';
import { idOf, join, kycOf, lend, REASON, save } from './parties.ts';

/** What time brings alone: deposits mature, accounts and their members fall asleep and return, proposals are forgotten. */
export async function seasons(known: Knowledge, go: Go, { operate, change }: Office, { later }: Time): Promise<void> {
  await operate('savings-policies', '--dormancy-days', '25');
  const offer = (code: string, ...more: readonly string[]) =>
    operate('savings-product', 'offer', '--code', code, '--name', code, '--rate', '9', '--tax', '15', ...more);
  const fixed = ['--kind', 'fixed_deposit', '--term-months', '1'];
  const product = (await offer('CHAPF1', ...fixed)).body?.id ?? (await productOf(go, 'CHAPF1'));
  const sleeper = await join(go, '32001201');
  const asleep = await save(go, sleeper, 200_000);
  await save(go, await join(go, '32001203'), 150_000);
  const saver = await join(go, '32001202');
  const account = await save(go, saver, 10_000);
  const rolled = await save(go, saver, 400_000, product, { at_maturity: 'roll_over' });
  await save(go, saver, 410_000, product, { at_maturity: 'wait' });
  await save(go, saver, 420_000, product, {
    at_maturity: 'pay_out',
    payout_account_id: idOf(account),
  });
  const frozen = await save(go, saver, 430_000, product, { at_maturity: 'roll_over_new_terms' });
  await go('PATCH', frozen, { action: 'freeze', ...REASON });
  const broken = await save(go, saver, 440_000, product, { at_maturity: 'roll_over' });
  await later(24 * 20);
  await go('PATCH', broken, { action: 'break_deposit', ...REASON });
  await go('POST', `${account}/transactions`, { type: 'deposit', amount: 7_000, channel: 'cash' });
  await later(24 * 15);
  await go('POST', `${asleep}/transactions`, { type: 'withdrawal', amount: 1_000, channel: 'cash' });
  await go('PATCH', asleep, { action: 'reactivate' });
  await go('PATCH', sleeper, { action: 'reactivate', kyc: kycOf('32001201') });
  await go('PATCH', asleep, { action: 'reactivate' });
  await go('POST', `${asleep}/transactions`, { type: 'withdrawal', amount: 1_000, channel: 'cash' });
  await go('PATCH', frozen, { action: 'unfreeze' });
  // Of terms that have ended, and what was posted of itself: neither is taken back on its own.
  for (const path of [frozen, rolled]) {
    const { body: moved } = await go('GET', `${path}/transactions`);
    for (const { uuid, type } of moved?.data ?? [])
      if (type !== 'deposit' || path === rolled)
        await change('officer', 'reverseSavingsTransaction', { savingsTransactionId: uuid, ...REASON });
  }
  await operate('savings-policies', '--dormancy-days', '0');
  await go('GET', `/api/v1/invoices?updated_since=${known.day(-3000)}`);
}

async function productOf(go: Go, code: string): Promise<number> {
  const { body } = await go('GET', '/api/v1/savings_products');
  return body?.data?.find((each: any) => each.code === code)?.id;
}

/** What two people decide, and does not come to it: it is refused, taken back, proposed twice, changed under way, forgotten. */
export async function undecided(_: Knowledge, go: Go, { operate }: Office, { wait, later }: Time): Promise<void> {
  const member = await join(go, '32001301');
  const loan = await lend(go, member, 900_000, 'FTCHAPTER7');
  const repaid: string[] = [];
  for (const amount of [20_000, 21_000, 22_000, 23_000]) {
    const { body } = await go('POST', `${loan}/repayments`, { amount, channel: 'cash' });
    repaid.push(`${loan}/repayments/${body?.id}`);
  }
  await operate('approval-policies', '--reversal-limit', '1000', '--days', '1');
  const propose = (path: string) => go('PATCH', path, { action: 'reverse', ...REASON });
  const end = async (path: string, action: 'reject' | 'withdraw') => {
    const { body } = await propose(path);
    const by = action === 'reject' ? 'partner' : 'officer';
    await propose(path);
    await go('PATCH', `/api/v1/proposals/${body?.id}`, { action, ...REASON }, { by });
    await agree(go, { ...(await propose(path)), body });
  };
  await end(repaid[0]!, 'reject');
  await end(repaid[1]!, 'withdraw');
  const late = await propose(repaid[2]!);
  await wait(25);
  await agree(go, late);
  const forgotten = await propose(repaid[3]!);
  await later(26);
  await agree(go, forgotten);
  await operate('approval-policies', '--reversal-limit', '90000000000', '--days', '14');
  await agree(go, await propose(repaid[3]!));
}

/** Losses by two people, and loans whose end is agreed while their terms change. */
export async function losses(_: Knowledge, go: Go, { operate }: Office): Promise<void> {
  const terms = { method: 'flat', interest_rate: '12', min_principal: 1_000, max_principal: 9_000_000 };
  const offered = { code: 'CHAPL', name: 'For losses', ...terms, min_term_months: 1, max_term_months: 24 };
  const late = { terms: { policies: { write_off_after_days: 30, charge_off_after_days: 30 } } };
  const product = (await go('POST', '/api/v1/loan_products', offered)).body?.id;
  const strict = (await go('POST', '/api/v1/loan_products', { ...offered, code: 'CHAPL2', ...late })).body?.id;
  const member = await join(go, '32001401');
  const early = await lend(go, member, 100_000, 'FTLOSS0001', strict);
  await go('PATCH', early, { action: 'write_off', ...REASON });
  await go('PATCH', early, { action: 'resume_arrears' });
  await go('PATCH', early, { action: 'pause_arrears', until: '2100-01-01', ...REASON });
  await go('PATCH', early, { action: 'resume_arrears' });
  const lost = await lend(go, member, 110_000, 'FTLOSS0002', product);
  const changing = await lend(go, member, 120_000, 'FTLOSS0003', product);
  await go('PATCH', lost, { action: 'refund_overpayment', channel: 'cash' });
  await go('PATCH', lost, { action: 'write_off', ...REASON });
  await go('PATCH', lost, { action: 'refund_overpayment', channel: 'cash' });
  const recovered = await go('POST', `${lost}/repayments`, { amount: 50_000, channel: 'cash' });
  const more = await go('POST', `${lost}/repayments`, { amount: 70_000, channel: 'bank', reference: 'STLOSS0001' });
  await go('PATCH', `${lost}/repayments/${recovered.body?.id}`, { action: 'reverse', ...REASON });
  await go('PATCH', lost, { action: 'refund_overpayment', channel: 'cash' });
  await go('PATCH', `${lost}/repayments/${more.body?.id}`, { action: 'reverse', ...REASON });
  await operate('tenant', 'policies', '--four-eyes', 'yes');
  const refinancing = await go('PATCH', changing, { action: 'refinance', product_id: product, term_months: 6 });
  await go('PATCH', `/api/v1/loan_products/${product}`, { interest_rate: '13' });
  await agree(go, refinancing);
  const chargeOff = await go('PATCH', changing, { action: 'charge_off', ...REASON });
  await go('PATCH', changing, { action: 'write_off', ...REASON });
  await agree(go, chargeOff);
  await operate('tenant', 'policies', '--four-eyes', 'no');
}
