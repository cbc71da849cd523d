import { namesOf } from '#core/kernel/names.ts';
import type { Knowledge } from '../history.ts';
import type { Go } from '../tour.ts';

const MSISDN = '+254700000000';
/** Under each address what it offers: an app sees nothing of loans. */
const EVENTS = {
  '/api/v1/webhooks': ['loan.created', 'payout.succeeded'],
  '/v1/webhook_endpoints': ['payout.succeeded', 'collection.succeeded'],
} as const;

/** Webhooks of both surfaces: made, changed, tested, disabled, recovered, removed; and an address that none may have. */
export async function webhooks(known: Knowledge, go: Go): Promise<void> {
  for (const collection of namesOf(EVENTS)) {
    const events = EVENTS[collection];
    const one = (body: any) => `${collection}/${(body?.data ?? body)?.id}`;
    await go('POST', collection, { url: 'http://169.254.169.254/latest', events });
    const path = one((await go('POST', collection, { url: 'http://127.0.0.1:9/hook', events })).body);
    await go('PATCH', path, { description: 'Changed', rate_limit_per_second: 5 });
    await go('POST', `${path}/test`, {});
    await go('POST', `${path}/rotate_secret`, { overlap_seconds: 60 });
    await go('POST', `${path}/recover`, { since: known.instant(-60), only: 'all' });
    await go('POST', `${path}/disable`);
    await go('POST', `${path}/disable`);
    await go('POST', `${path}/test`, {});
    await go('POST', `${path}/enable`);
    const { body: deliveries } = await go('GET', `${path}/deliveries`);
    for (const { id } of (deliveries?.data ?? []).slice(0, 2)) await go('POST', `${path}/deliveries/${id}/resend`);
    await go('DELETE', path);
    await go('POST', `${path}/enable`);
    for (let n = 0; n < 25; n++) {
      const { status } = await go('POST', collection, { url: `http://127.0.0.1:9/${n}`, events });
      if (status >= 400) break;
    }
    for (const each of (await go('GET', collection)).body?.data ?? [])
      if (String(each.url).startsWith('http://127.0.0.1:9/')) await go('DELETE', one(each));
  }
  const { body: happened } = await go('GET', '/v1/events');
  for (const { id } of (happened?.data ?? []).slice(0, 2)) await go('POST', `/v1/events/${id}/redeliver`);
}

/** What apps may not, and payments that are cancelled, held, corrected and given back. */
export async function apps(_: Knowledge, go: Go): Promise<void> {
  const payOut = (reference: string, amount: number, msisdn = MSISDN) =>
    go('POST', '/v1/payouts', { amount, channel: 'mpesa_b2c', msisdn, reference });
  const collect = async (reference: string, amount: number, msisdn = MSISDN) => {
    const asked = { amount, channel: 'mpesa_stk', msisdn, account_reference: 'INV-9', reference };
    const { body } = await go('POST', '/v1/collections', asked);
    return body?.data ?? body;
  };
  await payOut('chapter-much', 9_000_000_000_000);
  await payOut('chapter-airtel', 1_000, '+254733000001');
  await payOut('chapter-nowhere', 1_000, '+447911123456');
  await go('POST', '/v1/payouts', {
    amount: 1_000,
    currency: 'USD',
    channel: 'mpesa_b2c',
    msisdn: MSISDN,
    reference: 'u',
  });
  for (let suffix = 0; suffix < 20; suffix++) {
    const msisdn = `+254700000${String(suffix).padStart(3, '0')}`;
    const { body: paid } = await payOut(`chapter-${suffix}`, 10_000 + 100 * suffix, msisdn);
    const id = (paid?.data ?? paid)?.id;
    await go('POST', `/v1/payouts/${id}/cancel`);
    await go('POST', `/v1/payouts/${id}/refresh`);
    const asked = await collect(`chapter-${suffix}`, 20_000 + 100 * suffix, msisdn);
    await go('POST', `/v1/collections/${asked?.id}/cancel`);
    for (const outcome of ['paid', 'not_paid']) {
      const found = {
        outcome,
        evidence: 'Statement, line 2.',
        ...(outcome === 'paid' ? { receipt_no: `SCHAPAP${suffix}` } : {}),
      };
      await go('POST', `/api/v1/app_payments/${id}/findings`, found);
      await go('POST', `/api/v1/app_payments/${id}/findings`, found, { by: 'partner' });
      await go('POST', `/api/v1/app_payments/${asked?.id}/findings`, found);
    }
    await go('POST', '/v1/refunds', { collection_id: asked?.id, amount: 5_000, reference: `chapter-${suffix}` });
  }
  for (const outcome of ['succeeded', 'failed', 'expired', 'cancelled_by_payer']) {
    const asked = await collect(`chapter-${outcome}`, 30_000, '+254700000005');
    await go('POST', `/v1/test/collections/${asked?.id}/complete`, { outcome });
  }
  const { body: clients } = await go('GET', '/api/v1/apps');
  for (const { id, client_id: client } of (clients?.data ?? []).slice(0, 3)) {
    const path = `/api/v1/apps/${client ?? id}`;
    await go('PATCH', `${path}/tariff`, { payout: [{ up_to: null, fee: 500 }] });
    await go('PATCH', `${path}/account_prefix`, { account_prefix: 'CHAP' });
  }
}

/** Who has no token, a wrong one, too few rights, or another's key. */
export async function strangers(_: Knowledge, go: Go): Promise<void> {
  await go('GET', '/api/v1/loans', undefined, { by: 'stranger' });
  await go('GET', '/api/v1/loans', undefined, { by: 'nobody' });
  await go('GET', '/api/v1/loans/1', undefined, { by: 'reader' });
  await go('POST', '/api/v1/test/reset', { fixture: 'demo' }, { by: 'reader' });
  const member = { action: 'suspend', reason: 'Not theirs.' };
  await go('PATCH', '/api/v1/members/1', member, { by: 'reader' });
  const deposit = (amount: number) => ({ type: 'deposit', amount, channel: 'cash' });
  const path = '/api/v1/savings_accounts/1/transactions';
  await go('POST', path, deposit(1_000), { key: 'chapter-reused' });
  await go('POST', path, deposit(2_000), { key: 'chapter-reused' });
  const token = { grant_type: 'client_credentials', client_id: 'pk_test_nobody', client_secret: 'sk_test_nothing' };
  await go('POST', '/api/v1/oauth/token', token, { by: 'nobody' });
  await go('GET', '/api/v1/members?sync_token=eyJ&cursor=eyJ');
  await go('GET', '/api/v1/events?after=1&limit=1');
  const { body } = await go('GET', '/api/v1/members?limit=1');
  const cursor = String(body?.pagination?.next_cursor);
  for (const mutilated of [cursor.slice(0, -2), `${cursor}==`, cursor.toLowerCase()])
    await go('GET', `/api/v1/members?limit=1&cursor=${mutilated}`);
}
