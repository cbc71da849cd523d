import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import { event } from '#core/kernel/event.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { fingerprintOf, type CommandResponse, type Claim } from '#platform/app/idempotency.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const claim = (key: string = randomUUID(), body: unknown = {}): Claim => ({
  key,
  fingerprint: fingerprintOf({ method: 'POST', path: '/x', query: {}, body }),
});
const said = (status: number, body: string): CommandResponse => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});

function request(idempotency: Claim | null, present: (result: { id: number }) => string = ({ id }) => `loan ${id}`) {
  return {
    caller: testApp.client.caller,
    claim: idempotency,
    present: async (result: { id: number }) => said(201, present(result)),
    refused: (error: DomainError) => said(error.kind === 'conflict' ? 409 : 422, error.code),
  };
}

const application = (principal = 50_000n) => ({
  memberId: testApp.memberId,
  productId: testApp.productId,
  principal,
  termMonths: 12,
});
const count = async (table: string) =>
  Number((await testApp.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);
const counts = async () => ({
  loans: await count('loan'),
  events: await count('event'),
  outbox: await count('outbox'),
  audit: await count('audit'),
  journals: await count('journal'),
  keys: await count('idempotency_key'),
});

describe('One command', () => {
  it('commits row, event, outbox, audit and kept answer together', async () => {
    const before = await counts();
    const idempotency = claim();
    const { response, replayed } = await testApp.app.lending.applyForLoan(request(idempotency), application());
    expect([response.status, replayed]).toEqual([201, false]);
    const after = await counts();
    expect(after).toEqual({
      loans: before.loans + 1,
      events: before.events + 1,
      outbox: before.outbox + 1,
      audit: before.audit + 1,
      journals: before.journals,
      keys: before.keys + 1,
    });
    const [row] = await testApp.sql(
      'select type, subject_version, idempotency_key, data from event order by id desc limit 1',
    );
    expect(row).toMatchObject({ type: 'loan.created', subject_version: 1, idempotency_key: idempotency.key });
    const [audit] = await testApp.sql('select command, actor from audit order by id desc limit 1');
    expect(audit).toEqual({ command: 'applyForLoan', actor: testApp.client.clientKey });
  });

  it('has an audit row that says which verb it was', async () => {
    const { lending } = testApp.app;
    const loanId = await testApp.readyLoan(50_000n);
    await testApp.done(lending.undoLoanApproval, { loanId });
    await testApp.done(lending.rejectLoan, { loanId, reason: 'No income.' });
    const rows = await testApp.sql('select command from audit order by id desc limit 3');
    expect(rows.map(({ command }) => command)).toEqual(['rejectLoan', 'undoLoanApproval', 'approveLoan']);
  });

  it('that fails at the very end leaves no trace, and its key is free', async () => {
    const before = await counts();
    const idempotency = claim();
    const broken = {
      ...request(idempotency),
      present: async () => Promise.reject(new Error('The reply could not be made.')),
    };
    await expect(testApp.app.lending.applyForLoan(broken, application())).rejects.toThrow('could not be made');
    expect(await counts()).toEqual(before);
    expect((await testApp.app.lending.applyForLoan(request(idempotency), application())).replayed).toBe(false);
  });

  it('that changes nothing emits nothing', async () => {
    const { response } = await testApp.app.lending.applyForLoan(request(null), application());
    const loanId = Number(response.body.split(' ')[1]);
    const before = await counts();
    await testApp.app.lending.editLoan(request(null), { loanId, changes: { termMonths: 12 } });
    expect(await counts()).toEqual(before);
  });

  it('whose events carry money books balanced journals that nobody can change', async () => {
    const before = await counts();
    await testApp.app.operators.topUpFloat(testApp.operator, {
      agentNo: testApp.agent.agentNo,
      amount: 5_000n,
      reference: 'B1',
    });
    expect((await counts()).journals).toBe(before.journals + 1);
    const lines = await testApp.sql(
      `select account, sub_account, side, amount::int from journal_line
        where journal_id = (select max(id) from journal) order by id`,
    );
    expect(lines).toEqual([
      { account: 'mpesa_float', sub_account: testApp.agent.agentNo, side: 'debit', amount: 5_000 },
      { account: 'bank', sub_account: null, side: 'credit', amount: 5_000 },
    ]);
    for (const change of [
      'update journal_line set amount = 1',
      'delete from journal_line',
      'update journal set currency = $$X$$',
    ]) {
      await expect(testApp.sql(change)).rejects.toThrow('permission denied');
    }
    const alone = `insert into journal_line (journal_id, account, side, amount) select max(id), 'cash', 'debit', 1 from journal`;
    await expect(testApp.sql(alone)).rejects.toThrow('does not balance');
  });
});

describe('A request repeated under its key', () => {
  it('gets the first answer byte for byte and makes nothing new', async () => {
    const idempotency = claim();
    const first = await testApp.app.lending.applyForLoan(
      request(idempotency, ({ id }) => `{"id": ${id},  "é": 1}`),
      application(),
    );
    const before = await counts();
    const second = await testApp.app.lending.applyForLoan(
      request(idempotency, () => 'another form'),
      application(),
    );
    expect(second).toEqual({ response: first.response, replayed: true });
    expect(await counts()).toEqual(before);
  });

  it('with another content is refused, naming the first request', async () => {
    const idempotency = claim('k-reused', { a: 1 });
    await testApp.app.lending.applyForLoan(request(idempotency), application());
    const other = { ...idempotency, fingerprint: claim('k-reused', { a: 2 }).fingerprint };
    await expect(testApp.app.lending.applyForLoan(request(other), application())).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      details: { original_request_id: testApp.client.caller.requestId },
    });
  });

  it('thirty times simultaneously makes one loan; the others replay it or have to wait', async () => {
    const idempotency = claim();
    const before = await counts();
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, () => testApp.app.lending.applyForLoan(request(idempotency), application())),
    );
    const responses = all.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as DomainError).code);
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(responses.map(({ response }) => response.body)).size).toBe(1);
    expect(refused.filter((code) => code !== 'idempotency_request_in_progress')).toEqual([]);
    expect((await counts()).loans).toBe(before.loans + 1);
  });

  it('gets a refusal of the business again, though the state has changed meanwhile', async () => {
    const loanId = await testApp.readyLoan(50_000n);
    const idempotency = claim();
    const approve = () => testApp.app.lending.approveLoan(request(idempotency), { loanId });
    expect((await approve()).response).toMatchObject({ status: 409, body: 'invalid_state_transition' });
    await testApp.done(testApp.app.lending.undoLoanApproval, { loanId });
    expect(await approve()).toMatchObject({ response: { status: 409 }, replayed: true });
  });

  it('is executed after a refusal that decided nothing: a stale version, a missing record', async () => {
    const loanId = await testApp.readyLoan(50_000n);
    const idempotency = claim();
    const undo = (version: number) => testApp.app.lending.undoLoanApproval(request(idempotency), { loanId, version });
    await expect(undo(1)).rejects.toMatchObject({ code: 'precondition_failed' });
    expect((await undo(2)).replayed).toBe(false);
  });

  it('runs again once the key has expired, however late the clean-up is', async () => {
    const idempotency = claim();
    await testApp.app.lending.applyForLoan(request(idempotency), application());
    await testApp.sql(`update idempotency_key set expires_at = now() - interval '1 s' where key = $1`, [
      idempotency.key,
    ]);
    expect((await testApp.app.lending.applyForLoan(request(idempotency), application())).replayed).toBe(false);
  });

  it('by another client is another request', async () => {
    const other = await testApp.newClient();
    const idempotency = claim();
    await testApp.app.lending.applyForLoan(request(idempotency), application());
    const theirs = await testApp.app.lending.applyForLoan(
      { ...request(idempotency), caller: other.caller },
      application(),
    );
    expect(theirs.replayed).toBe(false);
  });
});

describe('The fingerprint of a request', () => {
  const of = (body: unknown, path = '/a', query = {}) =>
    fingerprintOf({ method: 'POST', path, query, body }).toString('hex');

  it('knows neither the order of members nor white space, and sees everything else', () => {
    expect(of({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(of({ b: { d: [1, 2], c: 2 }, a: 1 }));
    expect(of({ a: 1 }, '/a', { x: '1', y: '2' })).toBe(of({ a: 1 }, '/a', { y: '2', x: '1' }));
    for (const other of [
      of({ a: '1' }),
      of({ a: 1 }, '/b'),
      of({ a: 1 }, '/a', { x: '1' }),
      of({ a: [1] }),
      of(null),
    ]) {
      expect(other).not.toBe(of({ a: 1 }));
    }
  });
});

describe('Two at the same time', () => {
  it('approving one loan: one wins, the other is refused with the present state', async () => {
    const { response } = await testApp.app.lending.applyForLoan(request(null), application());
    const loanId = Number(response.body.split(' ')[1]);
    const both = await Promise.allSettled([1, 2].map(() => testApp.app.lending.approveLoan(request(null), { loanId })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected');
    expect(lost?.reason).toMatchObject({
      code: 'invalid_state_transition',
      details: { current_state: 'ready_to_disburse' },
    });
  });

  it('joining with one national id: one member, one refusal', async () => {
    const person = {
      name: 'Twin',
      nationalId: '77777777',
      phone: '+254711111111',
      branchId: testApp.branchId,
      kyc: null,
    };
    const both = await Promise.allSettled([1, 2].map(() => testApp.app.membership.createMember(request(null), person)));
    const lost = both.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as DomainError).code);
    expect(lost).toEqual(['duplicate_member']);
  });

  it('that lock in opposite order both come through: the one that the database breaks off is tried again', async () => {
    const loans = [await testApp.readyLoan(50_000n), await testApp.readyLoan(50_000n)];
    let met = 0;
    const work = (order: readonly number[]) =>
      testApp.internals.transact.run('lockBoth', testApp.operator, async (tx) => {
        await tx.sql('select from loan where id = $1 for update', [order[0]]);
        met += 1;
        if (met <= 2) await until(() => met >= 2);
        await tx.sql('select from loan where id = $1 for update', [order[1]]);
        return { result: 'through', events: [] };
      });
    expect(await Promise.all([work(loans), work(loans.toReversed())])).toEqual(['through', 'through']);
    expect(met).toBeGreaterThan(2);
  });
});

describe('A refusal', () => {
  it('after changes in memory undoes them: nothing of the unit of work is written', async () => {
    const loanId = await testApp.readyLoan(50_000n);
    const idempotency = claim();
    const { response } = await testApp.internals.transact.handle('spoil', request(idempotency), async (tx, g) => {
      const loan = await testApp.internals.ports.lending(tx, g).loans.get(loanId);
      if (!loan) throw new Error('The loan is gone.');
      loan.purpose = 'spoiled';
      throw refuse(kernelRefusals.duplicate_reference, 'No.');
    });
    expect(response.status).toBe(409);
    expect(await testApp.sql('select purpose from loan where id = $1', [loanId])).toEqual([{ purpose: null }]);
  });

  it('and events of another aggregate are read when written: id and version are those of the commit', async () => {
    const loanId = await testApp.readyLoan(50_000n);
    await testApp.internals.transact.run('touch', testApp.operator, async (tx, g) => {
      const loan = await testApp.internals.ports.lending(tx, g).loans.get(loanId);
      if (!loan) throw new Error('The loan is gone.');
      const emitted = event('loan.test_touched', 'loan', loan);
      loan.purpose = 'touched';
      return { result: null, events: [emitted] };
    });
    const [row] = await testApp.sql(
      'select subject_version from event where subject_id = $1 order by id desc limit 1',
      [loanId],
    );
    expect(row).toEqual({ subject_version: 3 });
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resume) => setImmediate(resume));
}
