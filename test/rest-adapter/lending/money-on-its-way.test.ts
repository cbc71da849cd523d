import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { judge } from '#platform/judge/judge.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let maker: LendingClient;
let checker: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution('sandbox', 0n);
  maker = lendingClient(ports, institution, await ports.openClient(institution));
  checker = lendingClient(ports, institution, await ports.openClient(institution));
  const operator = { ...callerOf(), clientKey: 'operator:tests' };
  const { agentNo } = institution;
  await ports.app.operators.topUpFloat(operator, { agentNo, amount: 1_000_000_000n, reference: 'opening' });
});
afterAll(async () => {
  // Whatever was done: the books prove themselves.
  const { violations } = await ports.database.read(institution.id, ({ sql }) => verifyLedger(sql));
  await ports.close();
  expect(violations).toEqual([]);
});

const callerOf = () => systemCaller({ id: institution.id, mode: institution.mode }, 'tests', 'tests');
const step = (loanId: number, id: number, body: object, by = maker) =>
  by.call('PATCH', `/api/v1/loans/${loanId}/disbursements/${id}`, { body });
const read = async (loanId: number, id: number) =>
  (await maker.call('GET', `/api/v1/loans/${loanId}/disbursements/${id}`)).body;
const loanState = async (id: number) => (await maker.call('GET', `/api/v1/loans/${id}`)).body.state;
const openIncidents = async (disbursementId: number) =>
  (await maker.call('GET', `/api/v1/incidents?filter[disbursement_id]=${disbursementId}&filter[state]=open`)).body.data;
const float = async () => (await maker.call('GET', `/api/v1/agents/${institution.agentNo}/float`)).body;

async function sent() {
  const loan = await maker.anApprovedLoan();
  const { body } = await maker.disburse(loan.id);
  return { loan, id: body.id as number };
}

describe('A payment that was said to have failed', () => {
  it('and was paid all the same is booked, and stands on the work list until a person has looked', async () => {
    const { loan, id } = await sent();
    await maker.notify(id, { code: 2040 });
    expect(await read(loan.id, id)).toMatchObject({
      state: 'failed',
      failure: { code: 'recipient_unregistered', provider_code: '2040' },
      available_actions: [],
    });
    await maker.notify(id, { code: 0, receipt: 'LATE000001' });
    expect(await read(loan.id, id)).toMatchObject({ state: 'confirmed', receipt_no: 'LATE000001', failure: null });
    expect(await loanState(loan.id)).toBe('active');
    const [incident] = await openIncidents(id);
    expect(incident).toMatchObject({ kind: 'late_success', loan_id: loan.id, amount: 5_000_000, assignee: null });
    const path = `/api/v1/incidents/${incident.id}`;
    const taken = await maker.call('PATCH', path, { body: { action: 'assign', assignee: 'Asha' } });
    expect([taken.status, taken.body.assignee]).toEqual([200, 'Asha']);
    expect((await maker.call('PATCH', path, { body: { action: 'resolve' } })).status).toBe(422);
    const stale = { body: { action: 'resolve', reason: 'Reported twice.' }, headers: { 'if-match': '"v1"' } };
    expect((await maker.call('PATCH', path, stale)).status).toBe(412);
    expect((await maker.call('PATCH', path, { body: stale.body })).body.state).toBe('resolved');
    expect(await openIncidents(id)).toEqual([]);
  });

  it('and whose place is taken is a claim, until the other one fails', async () => {
    const { loan, id } = await sent();
    await maker.notify(id, { code: 2040 });
    const second = (await maker.disburse(loan.id)).body.id as number;
    await maker.notify(id, { code: 0, receipt: 'LATE000002' });
    expect((await read(loan.id, id)).state).toBe('in_recovery');
    expect(await loanState(loan.id)).toBe('ready_to_disburse');
    await maker.notify(second, { code: 2040 });
    expect([(await read(loan.id, id)).state, (await read(loan.id, second)).state]).toEqual(['confirmed', 'failed']);
    expect(await loanState(loan.id)).toBe('active');
    expect((await openIncidents(id)).map(({ kind }: { kind: string }) => kind)).toEqual(['late_success']);
  });

  it('and paid twice in the end is recovered from the member', async () => {
    const { loan, id } = await sent();
    await maker.notify(id, { code: 2040 });
    const second = (await maker.disburse(loan.id)).body.id as number;
    await maker.notify(second, { code: 0, receipt: 'SECOND0001' });
    await maker.notify(id, { code: 0, receipt: 'LATE000003' });
    expect((await openIncidents(id)).map(({ kind }: { kind: string }) => kind)).toEqual(['paid_twice']);
    const back = { action: 'reverse', reversal_receipt_no: 'RV1', reason: 'The member sent it back.' };
    expect((await step(loan.id, id, back)).body).toMatchObject({ state: 'reversed' });
    expect(await openIncidents(id)).toEqual([]);
    expect(await loanState(loan.id)).toBe('active');
  });
});

describe('A payment in review', () => {
  async function inReview() {
    const { loan, id } = await sent();
    const [row] = await ports.admin<{ originator_id: string }>('select originator_id from disbursement where id = $1', [
      id,
    ]);
    const status = { kind: 'paid', providerRef: 'AG_1', receiptNo: `SHORT${id}`, at: ports.app.clock() } as const;
    await ports.app.lending.recordPayoutStatus(callerOf(), {
      originatorId: row?.originator_id ?? '',
      status: { ...status, amount: 4_000_000n },
    });
    return { loan, id };
  }
  const proposal = { action: 'propose_outcome', outcome: 'paid', evidence: 'Statement, line 4.', receipt_no: 'SG1' };

  it('is settled by two people where the institution requires two', async () => {
    await ports.admin('update tenant set four_eyes = true where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
    const draft = await maker.aDraft();
    expect((await checker.approve(draft.id)).status).toBe(200);
    await ports.admin('update tenant set four_eyes = false where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
    const { loan, id } = await inReview();
    await ports.admin('update tenant set four_eyes = true where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
    expect((await read(loan.id, id)).available_actions).toEqual(['propose_outcome', 'approve_outcome']);
    expect((await step(loan.id, id, { action: 'approve_outcome' })).status).toBe(409);
    expect((await step(loan.id, id, { ...proposal, receipt_no: null })).status).toBe(422);
    const proposed = await step(loan.id, id, { ...proposal, amount: 4_000_000 });
    expect(proposed.body).toMatchObject({ state: 'review', proposal: { outcome: 'paid', amount: 4_000_000 } });
    const own = await step(loan.id, id, { action: 'approve_outcome' });
    expect([own.status, own.body.code]).toEqual([409, 'four_eyes_required']);
    const approved = await step(loan.id, id, { action: 'approve_outcome' }, checker);
    expect(approved.body).toMatchObject({ state: 'confirmed', receipt_no: 'SG1', returned: 1_000_000 });
    expect((await maker.call('GET', `/api/v1/loans/${loan.id}`)).body.outstanding.principal).toBe(4_000_000);
    await ports.admin('update tenant set four_eyes = false where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
  });

  it('again, because its money came back, takes two again (finding: the outcome that two had agreed on before was approved once more, by one)', async () => {
    const { loan, id } = await inReview();
    await step(loan.id, id, { action: 'propose_outcome', outcome: 'not_paid', evidence: 'It stands nowhere.' });
    expect((await step(loan.id, id, { action: 'approve_outcome' }, checker)).body.state).toBe('failed');
    await maker.notify(id, { code: 0, receipt: 'LATE000009' });
    const repayments = `/api/v1/loans/${loan.id}/repayments`;
    const paid = await maker.call('POST', repayments, { body: { amount: 700_000, channel: 'cash' } });
    expect(paid.status).toBe(201);
    const back = { action: 'reverse', reversal_receipt_no: 'RV19', reason: 'M-Pesa took it back.' };
    expect((await step(loan.id, id, back)).body.state).toBe('review');
    const reversal = { body: { action: 'reverse', reason: 'The loan is undone.' } };
    expect((await maker.call('PATCH', `${repayments}/${paid.body.id}`, reversal)).status).toBe(200);
    const alone = await step(loan.id, id, { action: 'approve_outcome' }, checker);
    expect([alone.status, alone.body.code]).toEqual([409, 'invalid_state_transition']);
    expect(await loanState(loan.id)).toBe('active');
    await step(loan.id, id, { action: 'propose_outcome', outcome: 'not_paid', evidence: 'The notice of M-Pesa.' });
    expect((await step(loan.id, id, { action: 'approve_outcome' }, checker)).body.state).toBe('reversed');
  });

  it('that was not paid frees the float', async () => {
    const before = await float();
    const { loan, id } = await inReview();
    expect((await float()).in_transit).toBe(before.in_transit + 5_000_000);
    await step(loan.id, id, { action: 'propose_outcome', outcome: 'not_paid', evidence: 'It stands nowhere.' });
    expect((await step(loan.id, id, { action: 'approve_outcome' }, checker)).body.state).toBe('failed');
    expect(await float()).toMatchObject({ float: before.float, held: 0, in_transit: before.in_transit });
  });
});

describe('A disbursement by bank', () => {
  const transfer = { amount: 5_000_000, channel: 'bank', bank_account: 'KCB 1100223344' };

  it('is pending until the bank gives its own reference, which is taken once', async () => {
    const loan = await maker.anApprovedLoan();
    const before = await float();
    const made = await maker.disburse(loan.id, { body: transfer });
    expect([made.status, made.body]).toMatchObject([
      201,
      { state: 'pending', agent_id: null, msisdn: null, bank_account: 'KCB 1100223344', provider_ref: null },
    ]);
    expect((await float()).held).toBe(before.held);
    const confirm = { action: 'confirm_by_bank', provider_ref: 'FT26062ABC' };
    const confirmed = await step(loan.id, made.body.id, confirm);
    expect(confirmed.body).toMatchObject({ state: 'confirmed', provider_ref: 'FT26062ABC' });
    expect(await loanState(loan.id)).toBe('active');
    const again = await step(loan.id, made.body.id, confirm);
    expect([again.status, again.body]).toEqual([200, confirmed.body]);

    const other = await maker.anApprovedLoan();
    const second = (await maker.disburse(other.id, { body: transfer })).body.id;
    const known = await step(other.id, second, confirm);
    expect([known.status, known.body.code, known.body.existing_id]).toEqual([
      409,
      'duplicate_payment_reference',
      made.body.id,
    ]);
    const cancelled = await step(other.id, second, { action: 'cancel', reason: 'The account was wrong.' });
    expect(cancelled.body.state).toBe('cancelled');
    expect((await maker.disburse(other.id)).status).toBe(201);
  });

  it('needs an account, and mobile money a number', async () => {
    const loan = await maker.anApprovedLoan();
    for (const [body, field] of [
      [{ amount: 5_000_000, channel: 'bank' }, '#/bank_account'],
      [{ amount: 5_000_000, channel: 'mpesa_b2c' }, '#/msisdn'],
    ] as const) {
      const refused = await maker.disburse(loan.id, { body });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, field]);
    }
  });
});

describe('Money that came back', () => {
  it('in part was never lent', async () => {
    const { id: loanId } = await maker.anActiveLoan();
    const [{ id }] = (await maker.call('GET', `/api/v1/loans/${loanId}/disbursements`)).body.data;
    await maker.call('POST', `/api/v1/loans/${loanId}/repayments`, { body: { amount: 700_000, channel: 'cash' } });
    const back = {
      action: 'return_part',
      amount: 2_000_000,
      reversal_receipt_no: 'RV2',
      reason: 'The wallet was full.',
    };
    expect((await step(loanId, id, { ...back, amount: 5_000_000 })).status).toBe(422);
    expect((await step(loanId, id, back)).body).toMatchObject({ state: 'confirmed', returned: 2_000_000 });
    const schedule = (await maker.call('GET', `/api/v1/loans/${loanId}/schedule`)).body;
    const rows = (schedule.data ?? schedule.instalments) as { principal: number }[];
    expect(rows.reduce((total, { principal }) => total + principal, 0)).toBe(3_000_000);
  });

  it('whole, from a loan that was repaid, waits until that is undone', async () => {
    const { id: loanId } = await maker.anActiveLoan();
    const [{ id }] = (await maker.call('GET', `/api/v1/loans/${loanId}/disbursements`)).body.data;
    const body = { amount: 700_000, channel: 'cash' };
    const repayment = (await maker.call('POST', `/api/v1/loans/${loanId}/repayments`, { body })).body;
    const back = { action: 'reverse', reversal_receipt_no: 'RV3', reason: 'M-Pesa took it back.' };
    expect((await step(loanId, id, back)).body).toMatchObject({
      state: 'review',
      failure: { code: 'returned_after_use' },
    });
    await step(loanId, id, { action: 'propose_outcome', outcome: 'not_paid', evidence: 'The notice of M-Pesa.' });
    await maker.call('PATCH', `/api/v1/loans/${loanId}/repayments/${repayment.id}`, {
      body: { action: 'reverse', reason: 'The loan is undone.' },
    });
    expect((await step(loanId, id, { action: 'approve_outcome' }, checker)).body.state).toBe('reversed');
    expect(await loanState(loanId)).toBe('ready_to_disburse');
  });

  it('whole, is taken off a loan that was repaid as well: what was paid is the member’s (finding: it waited for ever)', async () => {
    const { id: loanId } = await maker.anActiveLoan();
    const [{ id }] = (await maker.call('GET', `/api/v1/loans/${loanId}/disbursements`)).body.data;
    await maker.call('POST', `/api/v1/loans/${loanId}/repayments`, { body: { amount: 700_000, channel: 'cash' } });
    await step(loanId, id, { action: 'reverse', reversal_receipt_no: 'RV3B', reason: 'M-Pesa took it back.' });
    await step(loanId, id, { action: 'propose_outcome', outcome: 'not_paid', evidence: 'The notice of M-Pesa.' });
    expect((await step(loanId, id, { action: 'approve_outcome' }, checker)).body.state).toBe('reversed');
    const { state, overpaid, outstanding } = (await maker.call('GET', `/api/v1/loans/${loanId}`)).body;
    expect([state, overpaid, outstanding.total]).toEqual(['overpaid', 700_000, 0]);
  });

  it('in part, and then with the rest, waits with no more than the rest', async () => {
    const { id: loanId } = await maker.anActiveLoan();
    const [{ id }] = (await maker.call('GET', `/api/v1/loans/${loanId}/disbursements`)).body.data;
    await maker.call('POST', `/api/v1/loans/${loanId}/repayments`, { body: { amount: 700_000, channel: 'cash' } });
    const part = {
      action: 'return_part',
      amount: 2_000_000,
      reversal_receipt_no: 'RV21',
      reason: 'The wallet was full.',
    };
    expect((await step(loanId, id, part)).body.returned).toBe(2_000_000);
    const rest = { action: 'reverse', reversal_receipt_no: 'RV22', reason: 'M-Pesa took the rest back.' };
    expect((await step(loanId, id, rest)).body).toMatchObject({ state: 'review' });
    const [{ in_transit: waiting } = {}] = await ports.admin<{ in_transit?: string }>(
      'select in_transit from disbursement where id = $1',
      [id],
    );
    expect(Number(waiting)).toBe(-3_000_000);
    const { findings } = await judge((text, params) => ports.admin(text, params));
    expect(findings.map(({ sentence }) => sentence)).toEqual([]);
  });
});

describe('Before money leaves', () => {
  it('compliance may hold it, and lets it go once the alert is decided', async () => {
    const loan = await maker.anApprovedLoan();
    const [alert] = await ports.admin<{ id: string }>(
      `insert into aml_alert (uuid, tenant_id, rule_id, rule_version, severity, subject_key, member_id, window_start,
                              window_end, amount, threshold, evidence, holds, state, due_at)
       values (gen_random_uuid(), $1, 'test', 1, 'high', 'member:' || $2, $2::bigint, now(), now(), 1, 1, '{}', true,
               'open', now()) returning id`,
      [institution.id, loan.member_id],
    );
    const held = await maker.disburse(loan.id);
    expect([held.status, held.body.code, held.body.alert_id]).toEqual([409, 'aml_hold', Number(alert?.id)]);
    const decide = (body: object) => maker.call('PATCH', `/api/v1/aml/alerts/${alert?.id}`, { body });
    await decide({ action: 'assign', assignee: 'Asha' });
    expect((await decide({ action: 'mark_false_positive', reason: 'A dowry.' })).status).toBe(200);
    expect((await maker.disburse(loan.id)).status).toBe(201);
  });

  it('a closed circuit answers 503 with the time to wait, and nothing is written down', async () => {
    const loan = await maker.anApprovedLoan();
    ports.rail.closedFor = 540;
    const refused = await maker.disburse(loan.id);
    ports.rail.closedFor = null;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '540']);
    expect((await maker.call('GET', `/api/v1/loans/${loan.id}/disbursements`)).body.data).toEqual([]);
  });

  it('an operator sets when the float is low', async () => {
    const path = `/api/v1/agents/${institution.agentNo}/float`;
    const { available_float: available } = await float();
    const set = await maker.call('PATCH', path, { body: { low_float: available - 1 } });
    expect(set.body).toMatchObject({ low_float: available - 1, is_low: false, provider: null });
    await sent();
    expect(await float()).toMatchObject({ is_low: true });
    const events = await ports.admin(`select from event where tenant_id = $1 and type = 'float.low'`, [institution.id]);
    expect(events).toHaveLength(1);
    expect((await maker.call('GET', '/api/v1/agents/AG-999999/float')).status).toBe(404);
  });

  it('an agent pays out so much in a day and no more', async () => {
    const path = `/api/v1/agents/${institution.agentNo}/float`;
    const loan = await maker.anApprovedLoan();
    expect((await maker.call('PATCH', path, { body: { daily_limit: 1 } })).body).toMatchObject({ daily_limit: 1 });
    const refused = await maker.disburse(loan.id);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'daily_limit_reached', agent_id: institution.agentNo, daily_limit: 1, remaining_amount: 0 },
    ]);
    expect((await maker.call('PATCH', path, { body: {} })).status).toBe(422);
    expect((await maker.call('PATCH', path, { body: { daily_limit: null } })).body.daily_limit).toBeNull();
    expect((await maker.disburse(loan.id)).status).toBe(201);
  });

  it('agents hand float to each other, and the day’s statement foots', async () => {
    await ports.admin(
      `insert into agent (tenant_id, uuid, agent_no, name, branch_id, float, held)
       values ($1, gen_random_uuid(), 'AG-000002', 'Nakuru', $2, 0, 0)`,
      [institution.id, institution.branch.id],
    );
    const statement = async (agentNo: string, on = '') =>
      (await maker.call('GET', `/api/v1/agents/${agentNo}/float/statement${on}`)).body;
    const path = `/api/v1/agents/${institution.agentNo}/float`;
    const before = await float();
    const body = { to_agent_id: 'AG-000002', amount: 700_000, reason: 'Market day in Nakuru' };
    const handed = await maker.call('POST', `${path}/transfers`, { body, key: 'hand-over' });
    expect([handed.status, handed.body]).toMatchObject([200, { float: before.float - 700_000 }]);
    const again = await maker.call('POST', `${path}/transfers`, { body, key: 'hand-over' });
    expect([again.status, again.body.float]).toEqual([200, before.float - 700_000]);
    const unknown = await maker.call('POST', `${path}/transfers`, { body: { ...body, to_agent_id: 'AG-000404' } });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'unknown_reference']);

    const { opening, in: came, out, closing, movements } = await statement(institution.agentNo);
    expect([opening + came - out, closing]).toEqual([closing, before.float - 700_000]);
    expect(movements).toContainEqual({ kind: 'topped_up', count: 1, in: 1_000_000_000, out: 0 });
    expect(movements).toContainEqual({ kind: 'transferred', count: 1, in: 0, out: 700_000 });
    expect(movements.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'paid_out',
      'returned',
      'topped_up',
      'transferred',
    ]);
    expect(await statement('AG-000002')).toMatchObject({ opening: 0, in: 700_000, out: 0, closing: 700_000 });
    expect(await statement('AG-000002', '?on=2020-01-01')).toMatchObject({ opening: 0, closing: 0, movements: [] });
    expect(await statement('AG-000404')).toMatchObject({ code: 'not_found' });
    expect(await statement('AG-000002', '?on=yesterday')).toMatchObject({ status: 400 });
  });
});
