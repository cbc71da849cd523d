import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import type { App } from '#platform/app/compose.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { carryOut } from '#test/support/carry-out.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import type { RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openSchool } from '#test/support/school-client.ts';
import type { Request } from '../stage.ts';
import type { Asked, Done } from './requests.ts';

const REASON = { reason: 'The test says so.' };
/** The first instalment is overdue by then. */
const DAYS_LATER = 40;

/**
 * What jobs do after a month, and what people do at the same time to the same records: a day is closed, a hold ends, invoices
 * fall overdue. Everything is prepared once, and the days before are closed; the clock of `ports` is ahead from then on.
 */
export async function requestsLater(ports: RestTestApp): Promise<readonly (Asked | Done)[]> {
  const institution = await ports.openInstitution();
  const { token } = await ports.openClient(institution);
  const partner = lendingClient(ports, institution, { token });
  const savings = await savingsClient(ports, institution, partner);
  const person = await ports.auth.identify(`Bearer ${token}`, { requestId: 'interleavings', traceparent: null });
  const job = systemCaller(institution, 'job:interleavings', 'interleavings');
  const today = () => ports.internals.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();

  const loan = await partner.anActiveLoan();
  const path = `/api/v1/loans/${loan.id}`;
  const paid = await partner.call('POST', `${path}/repayments`, { body: { amount: 40_000, channel: 'cash' } });
  const account = await savings.anAccount(50_000, { member_id: loan.member_id });
  const hold = async (more: object) => {
    const { placeSavingsHold } = ports.app.savings;
    return carryOut(placeSavingsHold, { savingsAccountId: account.id, amount: 10_000n, ...REASON, ...more }, person);
  };
  const held = await hold({ expiresAt: ports.internals.clock().add({ hours: 24 * 20 }) });
  const open = await hold({});
  const school = await openSchool(ports, { institution });
  const { student } = await school.anEnrolment();
  const due = Temporal.PlainDate.from(school.today).add({ days: 20 }).toString();
  const invoice = await school.anInvoice(student, { due_date: due });

  const close = (app: App, through: Temporal.PlainDate) =>
    app.closeOfBusiness({ ...job, clientKey: CLOSER }, { through });
  ports.clock.ahead = Temporal.Duration.from({ hours: 24 * DAYS_LATER });
  const last = today().subtract({ days: 1 });
  await close(ports.app, last.subtract({ days: 1 }));
  const { outstanding } = (await partner.call('GET', path)).body;

  const asked = (name: string, method: Request['method'], at: string, body: object): Asked => ({
    name: `later: ${name}`,
    method,
    path: at,
    token,
    body: { ...body },
  });
  const done = (name: string, run: Done['run']): Done => ({ name: `later: ${name}`, token: null, run });
  const act = (action: string, more: object = {}) => asked(`${action} the loan`, 'PATCH', path, { action, ...more });
  const move = (name: string, body: object) =>
    asked(name, 'POST', `/api/v1/savings_accounts/${account.id}/transactions`, body);
  const onInvoice = `/api/v1/invoices/${invoice.id}`;
  return [
    done('a day is closed', (app) => close(app, last)),
    done('the hold ends', (app) => app.savings.expireSavingsHold(job, { savingsTransactionId: held.id })),
    done('invoices fall overdue', (app) => app.education.markOverdueInvoices(job, { limit: 10 })),
    done('another hold is captured', (app) =>
      carryOut(app.savings.captureSavingsHold, { savingsTransactionId: open.id, channel: 'cash' }, person),
    ),
    done('another hold is released', (app) =>
      carryOut(app.savings.releaseSavingsHold, { savingsTransactionId: open.id, ...REASON }, person),
    ),
    asked('repay', 'POST', `${path}/repayments`, { amount: 300_000, channel: 'cash' }),
    asked('repay as of the day that is closed', 'POST', `${path}/repayments`, {
      amount: 300_000,
      channel: 'bank',
      reference: 'LATER-1',
      paid_at: last.toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '10:00' }).toInstant().toString(),
    }),
    asked('settle the loan', 'POST', `${path}/settlement`, { amount: outstanding.total, channel: 'cash' }),
    act('charge', { part: 'fees', amount: 500, ...REASON }),
    act('write_off', REASON),
    act('pause_arrears', { until: String(today().add({ days: 20 })), ...REASON }),
    act('reschedule', { from: String(today().add({ days: 10 })), instalments: 9, ...REASON }),
    asked('reverse the repayment', 'PATCH', `${path}/repayments/${paid.body.id}`, { action: 'reverse', ...REASON }),
    move('deposit', { type: 'deposit', amount: 7_000, channel: 'cash' }),
    move('withdraw what is free', { type: 'withdrawal', amount: 30_000, channel: 'cash' }),
    asked('freeze the account', 'PATCH', `/api/v1/savings_accounts/${account.id}`, { action: 'freeze', ...REASON }),
    asked('pay the invoice', 'POST', `${onInvoice}/payments`, {
      amount: 100_000,
      method: 'bank',
      reference: 'LATER-2',
      paid_at: last.toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '11:00' }).toInstant().toString(),
    }),
    asked('credit the invoice', 'POST', `${onInvoice}/credit_notes`, { amount: 100_000, reason: 'Charged twice' }),
    asked('void the invoice', 'PATCH', onInvoice, { action: 'void', reason: 'Wrong student' }),
  ];
}
