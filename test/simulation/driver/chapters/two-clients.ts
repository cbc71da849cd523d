import type { Surface } from '../../stage.ts';
import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { bearer, idOf, join, lend, REASON, save } from './parties.ts';

const ALERTS = '/api/v1/aml/alerts';

/** A client that an operator makes, and for which a person answers. */
async function clientOf(go: Go, { operate }: Office, name: string, person: string): Promise<Surface> {
  return bearer(go, (await operate('client', 'create', '--name', name, '--responsible', person)).body);
}

/** Two clients of one person and one of another, where two people are wanted: only the other one agrees. */
export async function twoClients(_: Knowledge, go: Go, office: Office, { later }: Time): Promise<void> {
  const { operate } = office;
  const first = await clientOf(go, office, 'The first of Lulu', 'Lulu');
  const second = await clientOf(go, office, 'The second of Lulu', ' lulu');
  const other = await clientOf(go, office, 'The one of Makena', 'Makena');
  const member = await join(go, '32002301');
  const repaid = await lend(go, member, 1_500_000, 'FTCHAPTER23');
  await operate('tenant', 'policies', '--four-eyes', 'yes');
  // What happens within seconds of a change may still go by what was before.
  await later(1);
  for (const by of [second, other]) await approves(go, member, { first, by });
  // More than one person takes back alone.
  const paid = { amount: 1_100_000, channel: 'cash' };
  const { body: repayment } = await go('POST', `${repaid}/repayments`, paid, { by: first });
  const reversed = { action: 'reverse', ...REASON };
  const { body: proposal } = await go('PATCH', `${repaid}/repayments/${repayment?.id}`, reversed, { by: first });
  const approve = { action: 'approve' };
  for (const by of [first, second, other]) await go('PATCH', `/api/v1/proposals/${proposal?.id}`, approve, { by });
  await finds(go, { first, second, other }, later);
  await files(go, { first, second, other });
  await operate('tenant', 'policies', '--four-eyes', 'no');
  await later(1);
  await approves(go, member, { first, by: second });
}

/** An application that one client makes and changes, and which another one approves as it has read it. */
async function approves(go: Go, member: string, { first, by }: { readonly first: Surface; readonly by: Surface }) {
  const asked = { member_id: idOf(member), product_id: 1, principal: 110_000, term_months: 3 };
  const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked, { by: first })).body?.id}`;
  await go('PATCH', loan, { action: 'approve' }, { by });
  const { body } = await go('POST', '/api/v1/loans', asked);
  const changed = `/api/v1/loans/${body?.id}`;
  const { etag } = await go('PATCH', changed, { principal: 120_000 }, { by: first });
  await go('PATCH', changed, { action: 'approve' }, { by, ...(etag === null ? {} : { ifMatch: etag }) });
  for (const path of [loan, changed]) await go('PATCH', path, { action: 'withdraw', ...REASON });
}

type Clients = Readonly<Record<'first' | 'second' | 'other', Surface>>;

/** What became of a payment of an app that no provider says: one finds it, and another one finds the same. */
async function finds(go: Go, { first, second, other }: Clients, later: Time['later']): Promise<void> {
  await go('POST', '/v1/topups', { amount: 200_000, reference: 'chapter-two-clients' });
  const asked = { amount: 27_700, channel: 'mpesa_b2c', msisdn: '+254700000015', reference: 'chapter-two-clients' };
  const { body } = await go('POST', '/v1/payouts', asked);
  await later(0.02);
  const found = { outcome: 'paid', receipt_no: 'SCHAPTC01', evidence: 'Statement, line 11.' };
  for (const by of [first, second, other])
    await go('POST', `/api/v1/app_payments/${body?.data?.id}/findings`, found, { by });
}

/** An alert that one escalates is another one's to file. */
async function files(go: Go, { first, second, other }: Clients): Promise<void> {
  const member = await join(go, '32002302');
  await save(go, member, 190_000_000);
  const { body } = await go('GET', `${ALERTS}?filter[state]=open`);
  const alert = (body?.data ?? []).find((each: any) => each.member_id === idOf(member));
  const act = (by: Surface, action: string, more: object) =>
    go('PATCH', `${ALERTS}/${alert?.id}`, { action, ...more }, { by });
  await act(first, 'assign', { assignee: 'Lulu' });
  await act(first, 'escalate', REASON);
  for (const by of [second, other]) await act(by, 'file_sar', { report_reference: 'FRC-2' });
}
