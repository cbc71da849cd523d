import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import type { ProposedCommand } from '#core/approvals/commands.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { lendingClient, type LendingClient } from '../../support/lending-client.ts';
import { savingsClient } from '../../support/savings-client.ts';
import { openSchool } from '../../support/school-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '../../support/rest-test-app.ts';
import { sealedAlike } from '#test/support/sealed-alike.ts';

let ports: RestTestApp;
let sandbox: Institution;
let maker: LendingClient;
let checker: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  sandbox = await ports.openInstitution();
  maker = await clientOf(sandbox, 'Achieng Otieno');
  checker = await clientOf(sandbox, 'Baraka');
  await policies(sandbox, { reversal_limit: 50_000, charge_limit: 20_000, waiver_limit: 0, reschedules_by_two: true });
});
afterAll(() => ports.close());

async function clientOf(of: Institution, responsible: string | null, scopes: readonly string[] = SCOPES) {
  const client = await ports.openClient(of, scopes);
  if (responsible !== null) {
    const operator = systemCaller(of, 'operator', randomUUID());
    await ports.app.partners.operators.changeClientResponsible(operator, { clientId: client.id, responsible });
  }
  return lendingClient(ports, of, client);
}
async function policies({ id }: Institution, columns: Readonly<Record<string, unknown>>): Promise<void> {
  const set = Object.keys(columns).map((column, index) => `${column} = $${index + 2}`);
  await ports.admin(`update tenant set ${set.join(', ')} where id = $1`, [id, ...Object.values(columns)]);
  ports.forgetTenant(id);
}

const reason = 'The cheque bounced.';
const step = (by: LendingClient, id: unknown, body: object, sent: object = {}) =>
  by.call('PATCH', `/api/v1/proposals/${String(id)}`, { body, ...sent });
const approve = (by: LendingClient, id: unknown, sent: object = {}) => step(by, id, { action: 'approve' }, sent);
const verdict = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

async function aRepayment(by = maker, amount = 100_000) {
  const loan = await by.anActiveLoan();
  const body = { amount, channel: 'bank', reference: `FT${randomUUID().slice(0, 8)}` };
  const paid = await by.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body });
  expect(paid.status).toBe(201);
  const path = `/api/v1/loans/${loan.id}/repayments/${paid.body.id}`;
  return { loan, id: paid.body.id as number, path, state: async () => (await by.call('GET', path)).body.state };
}
const reverse = (by: LendingClient, path: string, sent: object = {}) =>
  by.call('PATCH', path, { body: { action: 'reverse', reason }, ...sent });
async function aProposal() {
  const repayment = await aRepayment();
  const { status, body } = await reverse(maker, repayment.path);
  expect(status).toBe(202);
  return { ...repayment, proposalId: body.id as number, proposal: body };
}

describe('A reversal above the limit of one person', () => {
  it('is not carried out by one: the request becomes a proposal, which another person approves', async () => {
    const repayment = await aRepayment();
    const reply = await reverse(maker, repayment.path, { key: 'reverse-1' });
    expect(reply.status).toBe(202);
    expect(reply.headers.get('location')).toBe(`/api/v1/proposals/${reply.body.id}`);
    expect(reply.body).toMatchObject({
      command: 'reverse_repayment',
      subject: { type: 'repayment', id: repayment.id },
      input: { reason },
      reason,
      state: 'proposed',
      rule: 'Reversing more than 50000 takes two people.',
      decided_by: null,
    });
    expect(await repayment.state()).toBe('booked');
    const again = await reverse(maker, repayment.path, { key: 'reverse-1' });
    expect([again.status, again.headers.get('idempotent-replayed'), again.body.id]).toEqual([
      202,
      'true',
      reply.body.id,
    ]);
    expect((await reverse(checker, repayment.path)).body).toMatchObject({
      code: 'already_proposed',
      existing_id: reply.body.id,
    });
    const approved = await approve(checker, reply.body.id);
    expect(approved.body).toMatchObject({ state: 'approved', proposed_by: reply.body.proposed_by });
    expect(approved.body.decided_by).not.toBe(approved.body.proposed_by);
    expect(await repayment.state()).toBe('reversed');
    const audit = await ports.admin<{ command: string; actor: string }>(
      `select command, actor from audit where subject_type = 'proposal' and subject_id = $1 order by event_uuid`,
      [reply.body.id],
    );
    expect(new Set(audit.map(({ command, actor }) => `${command} ${actor}`))).toEqual(
      new Set([`reverseRepayment ${approved.body.proposed_by}`, `approveProposal ${approved.body.decided_by}`]),
    );
    expect(verdict(await approve(checker, reply.body.id))).toEqual([409, 'invalid_state_transition']);
  });

  it('is carried out by one up to the limit, and without any where the institution has none', async () => {
    const small = await aRepayment(maker, 50_000);
    expect((await reverse(maker, small.path)).status).toBe(200);
    const free = await ports.openInstitution();
    const alone = await clientOf(free, null);
    const large = await aRepayment(alone, 3_000_000);
    expect((await reverse(alone, large.path)).status).toBe(200);
  });

  it('goes for moving a repayment to another loan, which takes it back from the one that has it (finding: one person moved any amount)', async () => {
    const repayment = await aRepayment();
    const right = await maker.anActiveLoan();
    const move = () => maker.call('POST', `${repayment.path}/reallocation`, { body: { to_loan_id: right.id, reason } });
    const reply = await move();
    expect([reply.status, reply.body.command, reply.body.subject]).toMatchObject([
      202,
      'reallocate_repayment',
      { type: 'repayment', id: repayment.id },
    ]);
    expect(await repayment.state()).toBe('booked');
    expect((await move()).body.code).toBe('already_proposed');
    expect(verdict(await approve(maker, reply.body.id))).toEqual([409, 'four_eyes_required']);
    expect((await approve(checker, reply.body.id)).body.state).toBe('approved');
    expect(await repayment.state()).toBe('reversed');
    const { body: moved } = await maker.call('GET', `/api/v1/loans/${right.id}/repayments`);
    expect(moved.data).toMatchObject([{ state: 'booked' }]);
    const small = await aRepayment(maker, 50_000);
    const body = { to_loan_id: right.id, reason };
    expect((await maker.call('POST', `${small.path}/reallocation`, { body })).status).toBe(201);
  });

  it('goes for deposits too', async () => {
    const client = await ports.openClient(sandbox);
    const savings = await savingsClient(ports, sandbox, maker);
    const account = await savings.anAccount();
    const { body: deposit } = await savings.move(account.id, { type: 'deposit', amount: 90_000, channel: 'cash' });
    const caller = { ...systemCaller(sandbox, client.clientKey, 'test'), clientId: client.id };
    const ended: unknown[] = [];
    const request = {
      caller,
      claim: null,
      present: async () => ({ status: 200, headers: {}, body: 'done' }),
      refused: () => ({ status: 409, headers: {}, body: 'refused' }),
      proposed: ({ uuid }: { readonly uuid: string }) => {
        ended.push(uuid);
        return { status: 202, headers: {}, body: uuid };
      },
    };
    const command = { savingsAccountId: account.id, savingsTransactionId: deposit.id, reason };
    await ports.app.savings.reverseSavingsTransaction(request, command);
    expect(ended).toHaveLength(1);
    expect((await approve(checker, ended[0])).body).toMatchObject({ state: 'approved' });
  });
});

describe('The second person', () => {
  it('is not the same client, nor another one of the same person, however the name is written', async () => {
    const { proposalId, state } = await aProposal();
    const sister = await clientOf(sandbox, '  ACHIENG   otieno ');
    for (const same of [maker, sister])
      expect(verdict(await approve(same, proposalId))).toEqual([409, 'four_eyes_required']);
    expect(await state()).toBe('booked');
    expect((await step(sister, proposalId, { action: 'withdraw' })).body).toMatchObject({ state: 'withdrawn' });
  });

  it('is not the person who answered for the client when it proposed, also where another one answers for it by now', async () => {
    const { proposalId, state } = await aProposal();
    const sister = await clientOf(sandbox, 'Achieng Otieno');
    const [made] = await ports.admin<{ id: number }>(
      'select c.id from api_client c join proposal p on p.proposed_by = c.client_key where p.id = $1',
      [proposalId],
    );
    const change = (responsible: string) =>
      ports.app.partners.operators.changeClientResponsible(systemCaller(sandbox, 'operator', randomUUID()), {
        clientId: Number(made?.id),
        responsible,
      });
    await change('Chebet');
    expect(verdict(await approve(sister, proposalId))).toEqual([409, 'four_eyes_required']);
    await change('Achieng Otieno');
    expect(await state()).toBe('booked');
    expect((await approve(checker, proposalId)).status).toBe(200);
  });

  it('has the scope of the command, and that of deciding', async () => {
    const { proposalId, state } = await aProposal();
    const of = (scopes: readonly string[]) => clientOf(sandbox, randomUUID(), scopes);
    const reader = await of(['repayments:write', 'approvals:read']);
    const stranger = await of(['approvals:write']);
    for (const each of [reader, stranger]) {
      expect(verdict(await approve(each, proposalId))).toEqual([403, 'insufficient_scope']);
    }
    expect(await state()).toBe('booked');
    const both = await of(['repayments:write', 'approvals:write']);
    expect((await approve(both, proposalId)).status).toBe(200);
  });

  it('has all scopes of the command: an app of the payment bridge decides about no fees (finding: it could)', async () => {
    const schoolPorts = await openRestTestApp();
    onTestFinished(() => schoolPorts.close());
    const school = await openSchool(schoolPorts);
    const { institution } = school;
    await schoolPorts.admin('update tenant set four_eyes = true, reversal_limit = 1 where id = $1', [institution.id]);
    schoolPorts.forgetTenant(institution.id);
    const named = async (client: { readonly id: number }, responsible: string) =>
      schoolPorts.app.partners.operators.changeClientResponsible(systemCaller(institution, 'operator', randomUUID()), {
        clientId: client.id,
        responsible,
      });
    await named(school.client, 'Amina');
    const payment = await school.aPayment(await school.anInvoice(await school.aStudent()));
    const path = `/api/v1/invoices/${payment.invoice_id}/payments/${payment.id}`;
    const proposed = await schoolPorts.call('PATCH', path, {
      token: school.client.token,
      body: { action: 'reverse', reason },
    });
    expect(proposed.status).toBe(202);
    const decide = async (scopes: readonly string[]) => {
      const client = await schoolPorts.openClient(institution, [...scopes, 'approvals:read', 'approvals:write']);
      await named(client, randomUUID());
      const at = `/api/v1/proposals/${proposed.body.id}`;
      const { body: seen } = await schoolPorts.call('GET', '/api/v1/proposals', { token: client.token });
      const { status } = await schoolPorts.call('PATCH', at, { token: client.token, body: { action: 'approve' } });
      return [seen.data.length, status];
    };
    expect(await decide(['payments:read', 'payments:write'])).toEqual([1, 403]);
    expect(await decide(['payments:write', 'invoices:write'])).toEqual([1, 200]);
  });

  it('is of the same institution: to others the proposal is not there', async () => {
    const { proposalId, proposal, state } = await aProposal();
    const elsewhere = await clientOf(await ports.openInstitution(), 'Baraka');
    for (const id of [proposalId, proposal.uuid]) {
      expect((await approve(elsewhere, id)).status).toBe(404);
      expect((await elsewhere.call('GET', `/api/v1/proposals/${id}`)).status).toBe(404);
    }
    expect((await elsewhere.call('GET', '/api/v1/proposals')).body.data).toEqual([]);
    expect(await state()).toBe('booked');
  });

  it('is named in live, and so is the first: two clients without a person may be one person’s', async () => {
    const live = await ports.openInstitution('live');
    const [nobody, another] = [await clientOf(live, null), await clientOf(live, null)];
    const lender = await clientOf(live, 'Wanjiru');
    const draft = await nobody.aDraft();
    expect((await lender.approve(draft.id)).status).toBe(200);
    const sent = await nobody.disburse(draft.id);
    await nobody.notify(sent.body.id, { code: 0 });
    const body = { amount: 3_000_000, channel: 'cash' };
    const paid = await nobody.call('POST', `/api/v1/loans/${draft.id}/repayments`, { body });
    const path = `/api/v1/loans/${draft.id}/repayments/${paid.body.id}`;
    const proposed = await reverse(nobody, path);
    expect(proposed.status).toBe(202);
    for (const each of [another, lender]) {
      expect(verdict(await approve(each, proposed.body.id))).toEqual([409, 'responsible_person_missing']);
    }
    await step(nobody, proposed.body.id, { action: 'withdraw' });
    const named = await clientOf(live, 'Achieng');
    const again = await reverse(named, path);
    expect(verdict(await approve(another, again.body.id))).toEqual([409, 'responsible_person_missing']);
    expect((await approve(lender, again.body.id)).status).toBe(200);
  });
});

describe('A proposal', () => {
  it('is listed, takes evidence, and is rejected with a reason', async () => {
    const { proposalId, state } = await aProposal();
    const listed = await checker.call('GET', '/api/v1/proposals?filter[state]=proposed&limit=1');
    expect(listed.body.data).toMatchObject([
      { id: proposalId, available_actions: expect.arrayContaining(['approve']) },
    ]);
    const seen = await step(checker, proposalId, { action: 'add_evidence', evidence: 'Statement, line 4' });
    expect(seen.body.evidence).toMatchObject([{ text: 'Statement, line 4' }]);
    expect((await step(checker, proposalId, { action: 'reject' })).status).toBe(422);
    const rejected = await step(checker, proposalId, { action: 'reject', reason: 'It did not.' });
    expect(rejected.body).toMatchObject({ state: 'rejected', decision_reason: 'It did not.' });
    expect(verdict(await approve(checker, proposalId))).toEqual([409, 'invalid_state_transition']);
    expect(await state()).toBe('booked');
    expect(verdict(await step(checker, (await aProposal()).proposalId, { action: 'withdraw' }))).toEqual([
      409,
      'four_eyes_required',
    ]);
  });

  it('is carried out once where two approve it at the same moment', async () => {
    const { proposalId, path } = await aProposal();
    const third = await clientOf(sandbox, 'Chebet');
    const replies = await Promise.all([checker, third, checker].map((each) => approve(each, proposalId)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const [row] = await ports.admin<{ n: string }>(
      `select count(*) as n from event where type = 'repayment.reversed' and subject_id = $1`,
      [Number(path.split('/').at(-1))],
    );
    expect(row?.n).toBe('1');
  });

  it('is refused and closed where its record has changed meanwhile', async () => {
    const { proposalId, path, state } = await aProposal();
    await policies(sandbox, { reversal_limit: null });
    expect((await reverse(maker, path)).status).toBe(200);
    await policies(sandbox, { reversal_limit: 50_000 });
    const late = await approve(checker, proposalId, { key: 'late' });
    expect(late.body).toMatchObject({ code: 'invalid_state_transition', current_state: 'reversed' });
    expect((await approve(checker, proposalId, { key: 'late' })).headers.get('idempotent-replayed')).toBe('true');
    const closed = (await checker.call('GET', `/api/v1/proposals/${proposalId}`)).body;
    expect([closed.state, closed.available_actions]).toEqual(['failed', []]);
    expect(closed.decision_reason).toMatch(/^invalid_state_transition: /);
    expect(await state()).toBe('reversed');
  });

  it('is carried out on the record that was seen: a version that was sent with it holds', async () => {
    const { path, id } = await aRepayment();
    const proposed = await reverse(maker, path, { headers: { 'if-match': '"v1"' } });
    await ports.admin('update repayment set version = version + 1 where id = $1', [id]);
    expect(verdict(await approve(checker, proposed.body.id))).toEqual([412, 'precondition_failed']);
  });

  it('of yesterday is approved, of last week not; the sweep closes it, and it can be proposed again', async () => {
    const first = await aProposal();
    ports.clock.ahead = Temporal.Duration.from({ hours: 25 });
    try {
      expect((await approve(checker, first.proposalId)).status).toBe(200);
    } finally {
      ports.clock.ahead = Temporal.Duration.from({ hours: 0 });
    }
    const old = await aProposal();
    const aged = `update proposal set expires_at = now() - interval '1 second' where id = $1`;
    await ports.admin(aged, [old.proposalId]);
    expect(verdict(await approve(checker, old.proposalId))).toEqual([409, 'proposal_expired']);
    const renewed = await reverse(maker, old.path);
    expect(renewed.status).toBe(202);
    expect((await maker.call('GET', `/api/v1/proposals/${old.proposalId}`)).body).toMatchObject({ state: 'expired' });
    await ports.admin(aged, [renewed.body.id]);
    await ports.app.rounds.expireProposals();
    expect((await maker.call('GET', `/api/v1/proposals/${renewed.body.id}`)).body).toMatchObject({
      state: 'expired',
      decided_by: null,
    });
    expect(await old.state()).toBe('booked');
  });

  it('whose approval is killed before its end stays as it was, and is approved then', async () => {
    const { proposalId, state } = await aProposal();
    await ports.admin(
      `create function die() returns trigger language plpgsql as $$
         begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
       create trigger die before insert on journal for each row execute function die()`,
    );
    const killed = await approve(checker, proposalId);
    await ports.admin('drop trigger die on journal; drop function die()');
    expect(killed.status).toBe(503);
    expect([await state(), (await maker.call('GET', `/api/v1/proposals/${proposalId}`)).body.state]).toEqual([
      'booked',
      'proposed',
    ]);
    expect((await approve(checker, proposalId)).status).toBe(200);
    expect(await state()).toBe('reversed');
  });
});

describe('On a loan', () => {
  const act = (id: number, body: object) => maker.call('PATCH', `/api/v1/loans/${id}`, { body });

  it('charges beyond the limit take two, in however many pieces they come', async () => {
    const { id } = await maker.anActiveLoan();
    const charge = { action: 'charge', part: 'fees', amount: 15_000, reason: 'Letters' };
    expect((await act(id, charge)).status).toBe(200);
    const second = await act(id, charge);
    expect([second.status, second.body.input]).toMatchObject([202, { amount: 15_000, part: 'fees' }]);
    expect((await approve(checker, second.body.id)).status).toBe(200);
    expect((await maker.call('GET', `/api/v1/loans/${id}`)).body.outstanding.fees).toBe(30_000);
  });

  it('so do waivers and reschedules, as they were proposed; what would be refused is not proposed', async () => {
    const { id } = await maker.anActiveLoan();
    await act(id, { action: 'charge', part: 'penalties', amount: 9_000, reason });
    const tooMuch = await act(id, { action: 'waive', part: 'penalties', amount: 9_001, reason });
    expect(verdict(tooMuch)).toEqual([409, 'waiver_exceeds_outstanding']);
    const waived = await act(id, { action: 'waive', part: 'penalties', amount: 4_000, reason });
    expect(waived.status).toBe(202);
    const { body: schedule } = await maker.call('GET', `/api/v1/loans/${id}/schedule`);
    const from = schedule.data[3].due_date as string;
    const moved = await act(id, { action: 'reschedule', from, instalments: 20, reason });
    expect([moved.status, moved.body.input]).toMatchObject([202, { change: { from, instalments: 20 } }]);
    for (const { body } of [waived, moved]) expect((await approve(checker, body.id)).status).toBe(200);
    expect((await maker.call('GET', `/api/v1/loans/${id}`)).body.outstanding.penalties).toBe(5_000);
    expect((await maker.call('GET', `/api/v1/loans/${id}/schedule`)).body.data).toHaveLength(23);
  });
});

describe('What a command leaves open', () => {
  it('is settled when it is proposed: a waiver of all that is open waives what was seen (finding: it waived what was open at its approval)', async () => {
    const { id } = await maker.anActiveLoan();
    const act = (body: object) => maker.call('PATCH', `/api/v1/loans/${id}`, { body });
    const penalties = async () => (await maker.call('GET', `/api/v1/loans/${id}`)).body.outstanding.penalties;
    const charge = { action: 'charge', part: 'penalties', amount: 4_000, reason };
    await act(charge);
    const waived = await act({ action: 'waive', part: 'penalties', reason });
    expect([waived.status, waived.body.input]).toMatchObject([202, { part: 'penalties', amount: 4_000 }]);
    await act({ ...charge, amount: 10_000 });
    expect((await approve(checker, waived.body.id)).status).toBe(200);
    expect(await penalties()).toBe(10_000);
    const all = await act({ action: 'waive', part: 'penalties', reason });
    const paid = { amount: 6_000, channel: 'cash' };
    expect((await maker.call('POST', `/api/v1/loans/${id}/repayments`, { body: paid })).status).toBe(201);
    expect(await penalties()).toBeLessThan(10_000);
    expect(verdict(await approve(checker, all.body.id))).toEqual([409, 'waiver_exceeds_outstanding']);
  });
});

describe('What a school is owed', () => {
  it('is given up by two beyond what one waives, in whichever way and pieces (finding: a bursar alone credited, voided and settled any invoice)', async () => {
    const society = await ports.openInstitution();
    const [bursar, head] = [await clientOf(society, 'Achieng'), await clientOf(society, 'Baraka')];
    const school = await openSchool(ports, { institution: society });
    const { student } = await school.anEnrolment();
    const invoice = await school.anInvoice(student);
    await policies(society, { waiver_limit: 50_000 });
    const path = `/api/v1/invoices/${invoice.id}`;
    const credit = (amount: number) => bursar.call('POST', `${path}/credit_notes`, { body: { amount, reason } });
    expect((await credit(30_000)).status).toBe(201);
    const second = await credit(30_000);
    expect([second.status, second.body]).toMatchObject([202, { command: 'credit_invoice', input: { amount: 30_000 } }]);
    expect((await bursar.call('GET', path)).body.credited).toBe(30_000);
    expect(verdict(await approve(bursar, second.body.id))).toEqual([409, 'four_eyes_required']);
    expect((await approve(head, second.body.id)).status).toBe(200);
    expect((await bursar.call('GET', path)).body).toMatchObject({ credited: 60_000, balance: 2_940_000 });
    const notes = (await bursar.call('GET', `${path}/credit_notes`)).body.data;
    expect(notes.map(({ number }: { number: string }) => number.slice(-6)).toSorted()).toEqual(['000001', '000002']);

    const lost = await bursar.call('PATCH', path, { body: { action: 'write_off', reason } });
    expect([lost.status, lost.body.command]).toEqual([202, 'write_off_invoice']);
    await school.aPayment(invoice);
    // What is given up is not what was proposed any more.
    expect(verdict(await approve(head, lost.body.id))).toEqual([412, 'precondition_failed']);
    expect((await bursar.call('GET', path)).body.state).toBe('partially_paid');

    const mistaken = await school.anInvoice(student);
    const voided = await bursar.call('PATCH', `/api/v1/invoices/${mistaken.id}`, { body: { action: 'void', reason } });
    expect([voided.status, voided.body.command]).toEqual([202, 'void_invoice']);
    expect((await approve(head, voided.body.id)).status).toBe(200);
    const draft = await school.anInvoice(student, { issue: false });
    expect(
      (await bursar.call('PATCH', `/api/v1/invoices/${draft.id}`, { body: { action: 'void', reason } })).status,
    ).toBe(200);

    const adjusting = {
      amount: 1_000,
      method: 'adjustment',
      reference: 'HEAD-17',
      paid_at: Temporal.Now.instant().toString(),
    };
    const adjusted = await bursar.call('POST', `${path}/payments`, { body: adjusting });
    expect([adjusted.status, adjusted.body.rule]).toEqual([202, 'Settling fees without money takes two people.']);
    expect((await approve(head, adjusted.body.id)).status).toBe(200);
    expect((await bursar.call('GET', path)).body.paid).toBe(1_001_000);
  });
});

describe('Parts of a disbursement that came back', () => {
  it('take two beyond the limit, in however many pieces they come (finding: one person took any amount back in parts)', async () => {
    const { id } = await maker.anActiveLoan();
    const path = `/api/v1/loans/${id}/disbursements`;
    const [disbursement] = (await maker.call('GET', path)).body.data;
    const back = (amount: number, receipt: string) =>
      maker.call('PATCH', `${path}/${disbursement.id}`, {
        body: { action: 'return_part', amount, reversal_receipt_no: receipt, reason },
      });
    expect((await back(40_000, 'RVPART0001')).status).toBe(200);
    const second = await back(10_001, 'RVPART0002');
    expect([second.status, second.body.command, second.body.input]).toMatchObject([
      202,
      'return_part_of_disbursement',
      { amount: 10_001 },
    ]);
    expect((await approve(checker, second.body.id)).status).toBe(200);
    expect((await maker.call('GET', `/api/v1/loans/${id}`)).body.outstanding.principal).toBe(5_000_000 - 50_001);
  });
});

/** The commands in the table of requests. */
type RequestedCommand = (typeof REQUESTED)[number];
const REQUESTED = [
  'charge_loan',
  'waive_charge',
  'reschedule_loan',
  'refinance_loan',
  'charge_off_loan',
  'write_off_loan',
  'undo_disbursement',
  'reverse_disbursement',
  'return_part_of_disbursement',
  'undo_write_off',
  'reverse_repayment',
  'reallocate_repayment',
  'reverse_payment',
  'credit_invoice',
  'void_invoice',
  'write_off_invoice',
  'reverse_split',
  'record_repayment',
  'settle_loan',
  'deposit_savings',
  'withdraw_savings',
  'record_payment',
] as const satisfies readonly ProposedCommand[];
/** Where each other command is proven to take two people: a new one is a type error until it stands here or there. */
const PROVEN_ELSEWHERE = {
  change_policies: 'test/gateway/people/policies.ts',
  change_role_limit: 'test/gateway/people/policies.ts',
  correct_death: 'test/rest-adapter/lending/leaving.test.ts',
  erase_member: 'test/rest-adapter/erasure.test.ts',
  erase_student: 'test/rest-adapter/erasure.test.ts',
  settle_claim_loan: 'test/rest-adapter/lending/death-claims.test.ts',
  distribute_estate: 'test/rest-adapter/lending/death-claims.test.ts',
  pay_beneficiary: 'test/rest-adapter/lending/death-claims.test.ts',
  reverse_claim_part: 'test/rest-adapter/lending/death-claims.test.ts',
  substitute_guarantor: 'test/rest-adapter/lending/death-claims.test.ts',
  discharge_guarantor: 'test/rest-adapter/lending/death-claims.test.ts',
  reverse_savings_transaction: 'goes for deposits too',
  top_up_float: 'The command line',
  pay_provider_charges: 'The command line',
  confirm_wallet: 'The command line',
  confirm_topup: 'test/rest-adapter/payment-bridge/refunds-topups.test.ts',
  top_up_app_float: 'test/rest-adapter/payment-bridge/refunds-topups.test.ts',
  reverse_payout: 'The command line',
  reverse_collection: 'test/rest-adapter/payment-bridge/taken-back.test.ts',
  reverse_topup: 'test/rest-adapter/payment-bridge/taken-back.test.ts',
  correct_mobile_money: 'test/rest-adapter/lending/corrected-entries.test.ts',
  book_bank_charge: 'test/platform/app/bank/by-file.test.ts',
  top_up_from_paybill: 'Money of the paybill',
  settle_float_top_up: 'Money of the paybill',
  reverse_float_top_up: 'Money of the paybill',
} as const satisfies { readonly [C in Exclude<ProposedCommand, RequestedCommand>]: string };

describe('What takes two people', () => {
  type Request = { readonly command: ProposedCommand; readonly path: string; readonly body: object };
  const limits = { reversal_limit: 0, charge_limit: 0, waiver_limit: 0, reschedules_by_two: true };
  const two = { ...limits, four_eyes: true, backdate_days: 5 };

  /** A request for each command, of records that one person has made in an institution that wanted no two yet. */
  async function requestsIn(society: Institution, by: LendingClient): Promise<readonly Request[]> {
    const [running, lost, repaid] = [await by.anActiveLoan(), await by.anActiveLoan(), await by.anActiveLoan()];
    const loan = (id: number) => `/api/v1/loans/${id}`;
    const off = await by.call('PATCH', loan(lost.id), { body: { action: 'write_off', reason } });
    expect(off.body.state).toBe('written_off');
    const [disbursement] = (await by.call('GET', `${loan(running.id)}/disbursements`)).body.data;
    const paid = await by.call('POST', `${loan(repaid.id)}/repayments`, { body: { amount: 40_000, channel: 'cash' } });
    const savings = await savingsClient(ports, society, by);
    const account = await savings.anAccount(30_000);
    const movements = `/api/v1/savings_accounts/${account.id}/transactions`;
    const school = await openSchool(ports, { institution: society });
    const invoice = await school.anInvoice((await school.anEnrolment()).student);
    const owed = await school.anInvoice((await school.anEnrolment()).student);
    const fees = `/api/v1/invoices/${invoice.id}/payments`;
    const fee = await school.aPayment(invoice);
    const parts = [
      { savings_account_id: account.id, amount: 30_000 },
      { loan_id: repaid.id, amount: 20_000 },
    ];
    const payroll = { channel: 'bank', reference: 'FTTWO00004', amount: 50_000, parts };
    const split = await by.call('POST', '/api/v1/receipts', { body: payroll });
    expect(split.status).toBe(201);
    const late = { amount: 1_000, channel: 'cash', paid_at: Temporal.Now.instant().toString() };
    const { data: rows } = (await by.call('GET', `${loan(running.id)}/schedule`)).body;
    const onLoan = (command: ProposedCommand, body: object) => ({
      command,
      path: loan(running.id),
      body: { ...body, reason },
    });
    const onMoney = (command: ProposedCommand, body: object) => ({
      command,
      path: `${loan(running.id)}/disbursements/${disbursement.id}`,
      body: { ...body, reversal_receipt_no: 'RVTWO00001', reason },
    });
    const repayment = `${loan(repaid.id)}/repayments/${paid.body.id}`;
    return [
      onLoan('charge_loan', { action: 'charge', part: 'fees', amount: 100 }),
      onLoan('waive_charge', { action: 'waive', part: 'interest', amount: 100 }),
      onLoan('reschedule_loan', { action: 'reschedule', from: rows[3].due_date, instalments: 20 }),
      {
        command: 'refinance_loan',
        path: loan(running.id),
        body: { action: 'refinance', product_id: society.product.id, term_months: 12 },
      },
      onLoan('charge_off_loan', { action: 'charge_off' }),
      onLoan('write_off_loan', { action: 'write_off' }),
      onLoan('undo_disbursement', { action: 'undo_disbursement', reversal_receipt_no: 'RVTWO00002' }),
      onMoney('reverse_disbursement', { action: 'reverse' }),
      onMoney('return_part_of_disbursement', { action: 'return_part', amount: 100_000 }),
      { command: 'undo_write_off', path: loan(lost.id), body: { action: 'undo_write_off', reason } },
      { command: 'reverse_repayment', path: repayment, body: { action: 'reverse', reason } },
      { command: 'reallocate_repayment', path: `${repayment}/reallocation`, body: { to_loan_id: running.id, reason } },
      { command: 'reverse_payment', path: `${fees}/${fee.id}`, body: { action: 'reverse', reason } },
      { command: 'credit_invoice', path: `/api/v1/invoices/${owed.id}/credit_notes`, body: { amount: 100, reason } },
      { command: 'void_invoice', path: `/api/v1/invoices/${owed.id}`, body: { action: 'void', reason } },
      { command: 'write_off_invoice', path: `/api/v1/invoices/${invoice.id}`, body: { action: 'write_off', reason } },
      { command: 'reverse_split', path: `/api/v1/receipts/${split.body.id}`, body: { action: 'reverse', reason } },
      { command: 'record_repayment', path: `${loan(running.id)}/repayments`, body: late },
      { command: 'settle_loan', path: `${loan(running.id)}/settlement`, body: { ...late, amount: 5_300_000 } },
      { command: 'deposit_savings', path: movements, body: { ...late, type: 'deposit' } },
      { command: 'withdraw_savings', path: movements, body: { ...late, type: 'withdrawal' } },
      {
        command: 'record_payment',
        path: fees,
        body: { amount: 1_000, method: 'bank', reference: 'FTTWO00003', paid_at: late.paid_at },
      },
    ];
  }

  it('is done by no one person, with whichever client (finding: a write-off was undone, and a loan’s money said to be back, by one)', async () => {
    const society = await ports.openInstitution();
    const [first, sister] = [await clientOf(society, 'Achieng'), await clientOf(society, ' ACHIENG ')];
    const requests = await requestsIn(society, first);
    await policies(society, two);
    ports.clock.ahead = Temporal.Duration.from({ hours: 24 * 20 });
    onTestFinished(() => void (ports.clock.ahead = Temporal.Duration.from({ hours: 0 })));
    expect(requests.map(({ command }) => command).toSorted()).toEqual(REQUESTED.toSorted());
    for (const suite of Object.values(PROVEN_ELSEWHERE))
      if (suite.startsWith('test/')) expect(existsSync(suite)).toBe(true);
    const seen = async (path: string) => {
      const { body } = await first.call('GET', path.replace(/\/(reallocation|settlement)$/, ''));
      return body.data ?? body;
    };
    for (const { command, path, body } of requests) {
      const before = await seen(path);
      const method = 'action' in body ? 'PATCH' : 'POST';
      const proposed = await first.call(method, path, { body });
      expect([command, proposed.status, proposed.body.command]).toEqual([command, 202, command]);
      for (const same of [first, sister]) {
        expect([command, ...verdict(await approve(same, proposed.body.id))]).toEqual([
          command,
          409,
          'four_eyes_required',
        ]);
      }
      expect(await seen(path)).toEqual(before);
      expect((await step(sister, proposed.body.id, { action: 'withdraw' })).status).toBe(200);
    }
  });
});

describe('A payment of longer ago than one person may date it', () => {
  it('takes two, and counts for the day that was proposed; before the record began nobody dates it', async () => {
    const loan = await maker.anActiveLoan();
    const path = `/api/v1/loans/${loan.id}/repayments`;
    ports.clock.ahead = Temporal.Duration.from({ hours: 24 * 20 });
    await policies(sandbox, { backdate_days: 5 });
    try {
      const paid_at = `${loan.disbursed_at.slice(0, 10)}T21:00:00.000Z`;
      const body = { amount: 40_000, channel: 'bank', reference: 'FTLATE1', paid_at };
      const before = { ...body, paid_at: '2020-01-01T08:00:00Z' };
      expect(verdict(await maker.call('POST', path, { body: before }))).toEqual([422, 'payment_time_out_of_range']);
      const proposed = await maker.call('POST', path, { body });
      expect([proposed.status, proposed.body.input]).toMatchObject([202, { paid_at, amount: 40_000 }]);
      // Another payment waits beside it, the same one not.
      const other = await maker.call('POST', path, { body: { ...body, reference: 'FTLATE2' } });
      expect(other.status).toBe(202);
      expect(verdict(await maker.call('POST', path, { body: { ...body, reference: ' ftlate1' } }))).toEqual([
        409,
        'already_proposed',
      ]);
      expect((await approve(checker, proposed.body.id)).status).toBe(200);
      const [booked] = (await maker.call('GET', path)).body.data;
      expect(booked).toMatchObject({ amount: 40_000, paid_at });
    } finally {
      await policies(sandbox, { backdate_days: null });
      ports.clock.ahead = Temporal.Duration.from({ hours: 0 });
    }
  });
});

/** The provider calls back: it has paid so many shillings. */
async function reportPaid(originatorId: string, shillings: number, receipt: string): Promise<void> {
  const address = ports.callbacks.addressOf({ tenantId: sandbox.id, kind: 'payout', originatorId });
  const parameters = { TransactionReceipt: receipt, TransactionAmount: shillings };
  const Result = {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'Sent by a test.',
    OriginatorConversationID: originatorId,
    ConversationID: `AG_${originatorId.slice(0, 8)}`,
    TransactionID: receipt,
    ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
  };
  expect((await ports.call('POST', new URL(address).pathname, { body: { Result } })).status).toBe(200);
}

describe('The command line', () => {
  it('proposes that a payout was reversed, and that float was added in live; the person whom it names is the maker', async () => {
    const app = await ports.openClient(sandbox);
    const payout = await ports.call('POST', '/v1/payouts', {
      token: app.token,
      key: randomUUID(),
      body: { amount: 200_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: randomUUID() },
    });
    const [row] = await ports.admin<{ id: string; app_id: string; originator_id: string }>(
      `select id, app_id, originator_id from payout where 'po_' || replace(uuid::text, '-', '') = $1`,
      [payout.body.data.id],
    );
    await reportPaid(row?.originator_id ?? '', 2_000, 'RVP0000001');
    const { operators } = ports.app;
    const command = {
      app: { id: Number(row?.app_id), sandbox: true },
      payoutId: Number(row?.id),
      receiptNo: 'RVB0000001',
      evidence: 'Portal, 3 March',
    };
    const operator = systemCaller(sandbox, 'operator', 'test');
    const proposed = await operators.reversePayout(operator, command, { by: 'Baraka', evidence: command.evidence });
    if (proposed.kind !== 'proposed') throw new Error('One person reversed it.');
    const { uuid } = proposed.proposal;
    const state = async () =>
      (await ports.call('GET', `/v1/payouts/${payout.body.data.id}`, { token: app.token })).body.data.state;
    expect(await state()).toBe('succeeded');
    expect(verdict(await approve(checker, uuid))).toEqual([409, 'four_eyes_required']);
    expect((await approve(maker, uuid)).body).toMatchObject({
      state: 'approved',
      proposed_by: 'Baraka',
      evidence: [{ text: 'Portal, 3 March', by: 'Baraka' }],
    });
    expect(await state()).toBe('reversed');

    const live = await ports.openInstitution('live');
    const topUp = { agentNo: live.agentNo, amount: 5_000n, reference: 'FT-LIVE-1' };
    const float = await operators.topUpFloat(systemCaller(live, 'operator', 'test'), topUp, { by: 'Achieng' });
    expect(float.kind).toBe('proposed');
    const again = operators.topUpFloat(systemCaller(live, 'operator', 'test'), topUp, { by: 'Baraka' });
    await expect(again).rejects.toMatchObject({ code: 'already_proposed' });
  });

  it('proposes that float paid the provider’s charges, and that a number is another provider’s', async () => {
    const live = await ports.openInstitution('live');
    const operator = systemCaller(live, 'operator', 'test');
    const [first, other] = [await clientOf(live, 'Asha'), await clientOf(live, 'Brian')];
    const { operators } = ports.app;
    const held = async () => (await first.call('GET', `/api/v1/agents/${live.agentNo}/float`)).body.float;
    const before = await held();
    await ports.admin(
      `with charged as (
         insert into journal (tenant_id, uuid, event_uuid, event_type, subject_type, subject_id, booked_on, value_date, currency)
         select tenant_id, gen_random_uuid(), gen_random_uuid(), 'float.opened', 'agent', id, current_date, current_date, 'KES'
           from agent where tenant_id = $1 returning tenant_id, id)
       insert into journal_line (tenant_id, journal_id, account, side, amount)
       select tenant_id, id, account, side, 700
         from charged, (values ('provider_charges', 'debit'), ('charges_payable', 'credit')) l (account, side)`,
      [live.id],
    );
    const paid = { agentNo: live.agentNo, amount: 700n, reference: 'SKLCHARGE7' };
    const charges = await operators.payProviderCharges(operator, paid, { by: 'Asha' });
    if (charges.kind !== 'proposed') throw new Error('One person paid them.');
    const again = operators.payProviderCharges(operator, { ...paid, reference: 'sklcharge7 ' }, { by: 'Brian' });
    await expect(again).rejects.toMatchObject({ code: 'already_proposed' });
    expect(await held()).toBe(before);
    expect(verdict(await approve(first, charges.proposal.uuid))).toEqual([409, 'four_eyes_required']);
    expect((await approve(other, charges.proposal.uuid)).body).toMatchObject({ state: 'approved' });
    expect(await held()).toBe(before - 700);

    const ported = { msisdn: '+254733345678', provider: 'mpesa', evidence: 'Paid by M-Pesa on 3 March.' } as const;
    const wallet = await operators.confirmWallet(operator, ported, { by: 'Asha', evidence: ported.evidence });
    if (wallet.kind !== 'proposed') throw new Error('One person confirmed it.');
    expect((await first.call('GET', `/api/v1/proposals/${wallet.proposal.uuid}`)).body.subject.type).toBe(
      'institution',
    );
    const written = await ports.admin('select p::text as row from proposal p where uuid = $1', [wallet.proposal.uuid]);
    expect(JSON.stringify(written)).not.toContain('733345678');
    const wallets = () => ports.admin('select msisdn from wallet where tenant_id = $1', [live.id]);
    expect(await wallets()).toEqual([]);
    await expect(operators.confirmWallet(operator, ported, { by: 'Brian' })).rejects.toMatchObject({
      code: 'already_proposed',
    });
    expect((await approve(other, wallet.proposal.uuid)).body).toMatchObject({ state: 'approved' });
    expect(await wallets()).toEqual([{ msisdn: await sealedAlike(ports, live.id, '+254733345678') }]);
    // What is confirmed already is done, and needs no one.
    expect((await operators.confirmWallet(operator, ported, { by: 'Brian' })).kind).toBe('done');
  });
});

describe('Money of the paybill', () => {
  it('becomes float by a payment that two people agree on, once the provider has moved it and not before', async () => {
    const of = await ports.openInstitution();
    await policies(of, { four_eyes: true });
    const [one, two] = [await clientOf(of, 'Asha'), await clientOf(of, 'Brian')];
    const path = `/api/v1/agents/${of.agentNo}/float/top_ups`;
    const float = async () => (await one.call('GET', `/api/v1/agents/${of.agentNo}/float`)).body.float;
    const before = await float();
    const body = { amount: 200_700 };
    const proposed = await one.call('POST', path, { body, key: 'top-up-1' });
    expect([proposed.status, proposed.body.rule]).toEqual([
      202,
      'Moving money of the paybill to the float takes two people.',
    ]);
    expect((await one.call('POST', path, { body, key: 'top-up-1' })).body.id).toBe(proposed.body.id);
    expect(verdict(await two.call('POST', path, { body }))).toEqual([409, 'already_proposed']);
    expect(verdict(await approve(one, proposed.body.id))).toEqual([409, 'four_eyes_required']);
    expect((await approve(two, proposed.body.id)).body).toMatchObject({ state: 'approved' });
    const { body: list } = await one.call('GET', `/api/v1/float_top_ups?filter[agent_id]=${of.agentNo}`);
    const [topUp] = list.data;
    expect(topUp).toMatchObject({ state: 'pending', amount: 200_700, moved: null, available_actions: ['cancel'] });
    expect(verdict(await one.call('POST', path, { body }))).toEqual([409, 'top_up_under_way']);
    expect(await float()).toBe(before);
    const at = `/api/v1/float_top_ups/${topUp.id}`;
    const [row] = await ports.admin<{ id: string }>('select originator_id as id from float_top_up where uuid = $1', [
      topUp.uuid,
    ]);
    // As a worker does.
    const worker = systemCaller(of, 'job:check-disbursement', 'test');
    const check = () => ports.app.lending.checkDisbursement(worker, row?.id ?? '');
    await check();
    expect((await one.call('GET', at)).body.state).toBe('sent');
    expect(await float()).toBe(before);
    const paid = { receiptNo: 'SKLTOPUP01', amount: 200_700n, at: Temporal.Now.instant() };
    ports.rail.status = async () => ({ kind: 'paid', providerRef: null, ...paid });
    await check();
    expect((await one.call('GET', at)).body).toMatchObject({ state: 'confirmed', moved: 200_700 });
    expect(await float()).toBe(before + 200_700);
    const back = { action: 'reverse', reversal_receipt_no: 'RVSREST001', reason: 'Moved by mistake.' };
    const reversal = await two.call('PATCH', at, { body: back });
    expect(reversal.status).toBe(202);
    expect((await approve(one, reversal.body.id)).body).toMatchObject({ state: 'approved' });
    expect([await float(), (await one.call('GET', at)).body.state]).toEqual([before, 'reversed']);
  });

  it('stays at the paybill where its top-up is called off; in review, two people say what was moved', async () => {
    const of = await ports.openInstitution();
    const [one, two] = [await clientOf(of, 'Asha'), await clientOf(of, 'Brian')];
    const paybill = `/api/v1/agents/${of.agentNo}/float/top_ups`;
    const float = async () => (await one.call('GET', `/api/v1/agents/${of.agentNo}/float`)).body.float;
    const before = await float();
    const requested = async (amount: number) => {
      const { status, body } = await one.call('POST', paybill, { body: { amount } });
      expect([status, body.state]).toEqual([201, 'pending']);
      return `/api/v1/float_top_ups/${body.id}`;
    };

    const called = await requested(100_000);
    const cancel = { body: { action: 'cancel', reason: 'The agent has float enough.' } };
    const off = await one.call('PATCH', called, cancel);
    expect([off.status, off.body]).toMatchObject([200, { state: 'cancelled', moved: null, available_actions: [] }]);
    expect(verdict(await two.call('PATCH', called, cancel))).toEqual([409, 'invalid_state_transition']);

    const at = await requested(200_000);
    const [row] = await ports.admin<{ id: string }>(
      `select originator_id as id from float_top_up where tenant_id = $1 and state = 'pending'`,
      [of.id],
    );
    const worker = systemCaller(of, 'job:check-disbursement', 'test');
    await ports.app.lending.checkDisbursement(worker, row?.id ?? '');
    const paid = { providerRef: null, receiptNo: 'SKLTOPUP02', amount: 150_000n, at: Temporal.Now.instant() };
    const reported = { originatorId: row?.id ?? '', status: { kind: 'paid', ...paid } } as const;
    await ports.app.lending.recordFloatTopUpStatus(worker, reported);
    const { body: review } = await one.call('GET', at);
    expect(review).toMatchObject({
      state: 'review',
      failure: { code: 'amount_mismatch' },
      evidence: [{ reported: 'paid', amount: 150_000, receipt_no: 'SKLTOPUP02' }],
      available_actions: ['settle'],
    });
    await ports.app.lending.recordFloatTopUpStatus(worker, reported);
    expect((await one.call('GET', at)).body).toEqual(review);
    const settle = { action: 'settle', outcome: 'paid', evidence: 'The portal’s statement.', amount: 150_000 };
    const alone = await one.call('PATCH', at, { body: settle });
    expect([alone.status, alone.body.errors?.[0].pointer]).toEqual([422, '#/receipt_no']);
    const proposed = await one.call('PATCH', at, { body: { ...settle, receipt_no: 'SKLTOPUP02' } });
    expect([proposed.status, proposed.body.command]).toEqual([202, 'settle_float_top_up']);
    expect(verdict(await approve(one, proposed.body.id))).toEqual([409, 'four_eyes_required']);
    expect([await float(), (await one.call('GET', at)).body.state]).toEqual([before, 'review']);
    expect((await approve(two, proposed.body.id)).body).toMatchObject({ state: 'approved' });
    expect((await one.call('GET', at)).body).toMatchObject({
      state: 'confirmed',
      moved: 150_000,
      receipt_no: 'SKLTOPUP02',
    });
    expect(await float()).toBe(before + 150_000);
    expect(verdict(await one.call('PATCH', at, cancel))).toEqual([409, 'invalid_state_transition']);
  });

  it('is moved in whole shillings, to agents whose float is at M-Pesa', async () => {
    const path = `/api/v1/agents/${sandbox.agentNo}/float/top_ups`;
    for (const amount of [150, 25_000_100, 0]) {
      expect((await maker.call('POST', path, { body: { amount } })).status).toBe(422);
    }
    await ports.admin(
      `insert into agent (uuid, tenant_id, agent_no, name, branch_id, float, held, provider)
       values (gen_random_uuid(), $1, 'AG-000066', 'Airtel till', $2, 0, 0, 'airtel')`,
      [sandbox.id, sandbox.branch.id],
    );
    const other = await maker.call('POST', '/api/v1/agents/AG-000066/float/top_ups', { body: { amount: 100_000 } });
    expect([other.status, other.body.errors?.[0].pointer]).toEqual([422, expect.anything()]);
  });
});
