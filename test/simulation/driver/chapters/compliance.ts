import { join } from 'node:path';
import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { bearer, idOf, kycOf, REASON, save } from './parties.ts';

const LIST = join(import.meta.dirname, '../sanctions.csv');
const LISTED = { name: 'Sabina Wekesa Listed', national_id: '32002101', phone: '+254722002101' };

/** A person on a list of sanctions: money to and from them waits until compliance has decided, and moves afterwards. */
export async function sanctions(_: Knowledge, go: Go, { operate }: Office): Promise<void> {
  await operate('watchlists', 'import', 'sanctions', LIST, '--dated', '2026-03-02');
  const applied = { ...LISTED, branch_id: 1, kyc: kycOf(LISTED.national_id) };
  const member = `/api/v1/members/${(await go('POST', '/api/v1/members', applied)).body?.id}`;
  const payOut = (reference: string) => {
    const to = { channel: 'mpesa_b2c', msisdn: LISTED.phone, recipient_name: LISTED.name };
    return go('POST', '/v1/payouts', { amount: 11_000, ...to, reference });
  };
  const moves = async (reference: string) => {
    await go('PATCH', member, { action: 'verify_kyc' });
    await save(go, member, 20_000);
    await payOut(`${reference}-1`);
    await payOut(`${reference}-2`);
  };
  await moves('chapter-listed');
  const alerts = (await go('GET', '/api/v1/aml/alerts?filter[state]=open')).body?.data ?? [];
  for (const { id, rule_id: rule } of alerts) {
    if (!/sanction/.test(String(rule))) continue;
    await go('PATCH', `/api/v1/aml/alerts/${id}`, { action: 'assign', assignee: 'Amina' });
    await go('PATCH', `/api/v1/aml/alerts/${id}`, { action: 'mark_false_positive', ...REASON });
  }
  await moves('chapter-cleared');
  await go('PATCH', member, { action: 'record_death', died_on: '2026-01-01', document_reference: `D-${idOf(member)}` });
}

/** An institution whose time is the world's and that forgets nothing; and a sandbox whose clock is on its way. */
export async function clocks(known: Knowledge, go: Go, { operate }: Office, { later }: Time): Promise<void> {
  const opened = await operate('tenant', 'create', '--mode', 'live', '--name', 'Of a chapter');
  const of = ['--tenant', String(opened.body?.tenant_id)];
  const client = (await operate(...of, 'client', 'create', '--name', 'Live')).body;
  const by = { by: await bearer(go, client) };
  const at = '/api/v1/test/clock';
  await go('POST', at, { to: known.instant(60) }, by);
  await go('POST', '/api/v1/test/reset', { fixture: 'demo' }, by);
  await go('POST', at, { to: known.instant(48 * 60) });
  await go('POST', at, { to: known.instant(96 * 60) });
  for (let state = 'advancing'; state === 'advancing';) state = (await go('GET', at)).body?.state;
  known.now = Temporal.Instant.from((await go('GET', at)).body.now);
  await later(1);
}
