import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '#core/kernel/domain-error.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';

let ports: RestTestApp;
beforeAll(async () => {
  ports = await openRestTestApp();
});
afterAll(() => ports.close());

/** An institution in which no member takes out 1,000 shillings in cash in a day before compliance has looked at it. */
let institution: Institution;
let partner: LendingClient;
let manager: LendingClient;
let savings: SavingsClient;
beforeEach(async () => {
  institution = await ports.openInstitution();
  const aClient = async () => lendingClient(ports, institution, await ports.openClient(institution));
  [partner, manager] = [await aClient(), await aClient()];
  savings = await savingsClient(ports, institution, partner);
  await ports.admin(
    `insert into aml_rule (tenant_id, rule_id, rule_version, kind, severity, threshold_amount, threshold_currency,
                           window_days, channels, directions, holds)
     values ($1, 'daily_cash', 1, 'aggregate', 'high', 100000, 'KES', 1, '{cash}', '{out}', true)`,
    [institution.id],
  );
});

type Sent = () => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;

const CASH = { channel: 'cash' } as const;
const withdraw = (account: { id: number }, amount: number) =>
  savings.move(account.id, { type: 'withdrawal', amount, ...CASH });
const refund = (loan: { id: number }) =>
  partner.call('PATCH', `/api/v1/loans/${loan.id}`, { body: { action: 'refund_overpayment', ...CASH } });

/** A hold on an account, and what captures it: promises are the graph’s, so it is the application that is called. */
async function aHold({ id: savingsAccountId }: { id: number }, amount: number): Promise<Sent> {
  const { placeSavingsHold, captureSavingsHold } = ports.app.savings;
  const placed = await placeSavingsHold(requested(), {
    savingsAccountId,
    amount: BigInt(amount),
    reason: 'Court order',
  });
  const { id: savingsTransactionId } = JSON.parse(placed.response.body);
  return async () => {
    const { response } = await captureSavingsHold(requested(), { savingsTransactionId, ...CASH });
    return { status: response.status, body: JSON.parse(response.body) };
  };
}
const requested = () => ({
  caller: systemCaller(institution, 'tests', 'tests'),
  claim: null,
  present: async ({ id }: { readonly id: number }) => ({ status: 200, headers: {}, body: JSON.stringify({ id }) }),
  refused: () => unreachable(),
});
const unreachable = (): never => {
  throw new Error('Without a key a refusal is thrown.');
};

/** A loan on which more was repaid than was owed. */
async function anOverpaidLoan(overpaid: number) {
  const loan = await partner.anActiveLoan();
  const body = { amount: loan.outstanding.total + overpaid, channel: 'cash' };
  expect((await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body })).status).toBe(201);
  return loan;
}

/** A refusal as REST presents it. */
const orRefused = (leave: Sent): ReturnType<Sent> =>
  leave().catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    return { status: error.kind === 'conflict' ? 409 : 422, body: { code: error.code, ...error.details } };
  });

/** It is refused until people have decided the alert, and carried out then. */
async function expectHeld(leave: Sent, { memberId, amount }: { memberId: number; amount: number }) {
  const { status, body } = await orRefused(leave);
  expect([status, body['code']]).toEqual([409, 'aml_hold']);
  const alert = await partner.call('GET', `/api/v1/aml/alerts/${body['alert_id']}`);
  expect(alert.body).toMatchObject({ rule_id: 'daily_cash', holds: true, member_id: memberId, amount });
  await savings.decide(Number(body['alert_id']), { action: 'mark_false_positive', reason: 'A wedding.' });
  const left = await leave();
  expect([left.status, left.body['code']]).toEqual([200, undefined]);
}

describe('A rule that holds money on its way out', () => {
  it('holds what was promised when it is captured, as it holds a withdrawal', async () => {
    const account = await savings.anAccount(300_000);
    const capture = await aHold(account, 120_000);
    await expectHeld(capture, { memberId: account.member_id, amount: 120_000 });
    expect((await savings.show(account.id)).balance).toBe(180_000);
  });

  it('lets small money pass: a hold that is captured, and a refund', async () => {
    const account = await savings.anAccount(300_000);
    expect((await (await aHold(account, 99_999))()).status).toBe(200);
    expect((await refund(await anOverpaidLoan(99_999))).body.state).toBe('closed');
    const alerts = await ports.admin('select id from aml_alert where tenant_id = $1', [institution.id]);
    expect(alerts).toEqual([]);
  });

  it('holds the refund of what was paid too much', async () => {
    const loan = await anOverpaidLoan(120_000);
    await expectHeld(() => refund(loan), { memberId: loan.member_id, amount: 120_000 });
  });

  it('counts a refund with what the member withdraws on the same day, whichever comes first', async () => {
    const loan = await anOverpaidLoan(60_000);
    const account = await savings.anAccount(300_000, { member_id: loan.member_id });
    expect((await refund(loan)).status).toBe(200);
    const held = await withdraw(account, 60_000);
    expect([held.status, held.body.code]).toEqual([409, 'aml_hold']);
    const alert = await partner.call('GET', `/api/v1/aml/alerts/${held.body.alert_id}`);
    expect(alert.body).toMatchObject({ amount: 120_000, evidence: [`loan:${loan.uuid}`, expect.any(String)] });

    const other = await anOverpaidLoan(60_000);
    const theirs = await savings.anAccount(300_000, { member_id: other.member_id });
    expect((await withdraw(theirs, 60_000)).status).toBe(201);
    expect((await refund(other)).body).toMatchObject({ code: 'aml_hold', loan_id: other.id });
  });

  it('holds what a beneficiary is paid of what a member left', async () => {
    const { id: memberId } = await partner.aMember();
    const nominees = [{ name: 'Amina Kamau', relationship: 'daughter', share_basis_points: 10_000 }];
    const member = (body: object, by: LendingClient) => by.call('PATCH', `/api/v1/members/${memberId}`, { body });
    const third = lendingClient(ports, institution, await ports.openClient(institution));
    expect((await member({ nominees }, third)).status).toBe(200);
    await savings.anAccount(120_000, { member_id: memberId });
    const died = { action: 'record_death', died_on: '2026-01-02', document_reference: 'Burial permit 1' };
    expect((await member(died, partner)).body.state).toBe('deceased');
    const { body } = await partner.call('GET', `/api/v1/death_claims?filter[member_id]=${memberId}`);
    const step = (sent: object) => partner.call('PATCH', `/api/v1/death_claims/${body.data[0].id}`, { body: sent });
    const approved = async (proposed: Awaited<ReturnType<typeof step>>) =>
      manager.call('PATCH', `/api/v1/proposals/${proposed.body.id}`, { body: { action: 'approve' } });
    await step({ action: 'add_document', document_kind: 'death_certificate', document_reference: 'Certificate 1' });
    expect((await step({ action: 'verify' })).body.state).toBe('documented');
    expect((await approved(await step({ action: 'distribute' }))).status).toBe(200);

    const pay = () => step({ action: 'pay', beneficiary: 1, ...CASH });
    const held = await pay();
    expect([held.status, held.body.code]).toEqual([409, 'aml_hold']);
    await savings.decide(held.body.alert_id, { action: 'mark_false_positive', reason: 'The only child.' });
    expect((await approved(await pay())).status).toBe(200);
    expect(await reactedTo('death_claim.paid')).toEqual(['screen-death-claim']);
  });
});

describe('Money that left without a rule that holds it', () => {
  it('is looked at afterwards', async () => {
    await ports.admin('update aml_rule set holds = false where tenant_id = $1', [institution.id]);
    const loan = await anOverpaidLoan(120_000);
    expect((await refund(loan)).status).toBe(200);
    expect(await reactedTo('loan.overpayment_refunded')).toEqual(['screen-refund']);
    const alerts = await ports.admin(
      'select member_id::int, amount::int, evidence from aml_alert where tenant_id = $1',
      [institution.id],
    );
    expect(alerts).toEqual([{ member_id: loan.member_id, amount: 120_000, evidence: [`loan:${loan.uuid}`] }]);
  });
});

/** Carries out the reactions to events of a type, as a worker does. @returns their names */
async function reactedTo(type: string): Promise<readonly string[]> {
  const rows = await ports.admin<{ id: string; handler: string }>(
    `select r.id, r.handler from reaction r join event e on e.tenant_id = r.tenant_id and e.id = r.event_id
      where r.tenant_id = $1 and e.type = $2 order by r.id`,
    [institution.id, type],
  );
  for (const { id } of rows) expect(await ports.app.react(institution.id, id)).toBe(false);
  const left = await ports.admin('select id from reaction where id = any($1)', [rows.map(({ id }) => id)]);
  expect(left).toEqual([]);
  return rows.map(({ handler }) => handler);
}
