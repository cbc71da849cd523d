import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
});
beforeEach(() => {
  ports.rail.responses = [];
});
afterAll(() => ports.close());

/** Who brings notifications of payments. */
const worker = () => systemCaller(institution, 'workers', randomUUID());

const float = async (of: Institution) => {
  const [agent] = await ports.admin<{ float: string; held: string }>(
    'select float, held from agent where tenant_id = $1',
    [of.id],
  );
  return { float: Number(agent?.float), held: Number(agent?.held) };
};

describe('A disbursement', () => {
  it('is sent where the provider takes it, with the provider’s reference', async () => {
    const loan = await partner.anApprovedLoan();
    const { status, body, headers } = await partner.disburse(loan.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      state: 'sent',
      provider_ref: expect.stringMatching(/^AG_/),
      loan_id: loan.id,
      agent_id: institution.agentNo,
      amount: 5_000_000,
      receipt_no: null,
    });
    expect(headers.get('location')).toBe(`/api/v1/loans/${loan.id}/disbursements/${body.id}`);
    const one = await partner.call('GET', headers.get('location') ?? '');
    expect(one.body).toEqual(body);
    expect(one.headers.get('etag')).toBe(headers.get('etag'));
    const list = await partner.call('GET', `/api/v1/loans/${loan.uuid}/disbursements`);
    expect(list.body.data).toEqual([body]);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body.state).toBe('ready_to_disburse');
  });

  it('makes the loan active once the provider has paid, and the same notification twice changes nothing', async () => {
    const loan = await partner.anApprovedLoan();
    const { body } = await partner.disburse(loan.id);
    const first = await partner.notify(body.id, { code: 0, receipt: 'RCPT0001' });
    expect({ status: first.status, body: first.body }).toEqual({ status: 200, body: { result: 'accepted' } });
    const active = (await partner.call('GET', `/api/v1/loans/${loan.id}`)).body;
    expect(active).toMatchObject({ state: 'active', outstanding: { principal: 5_000_000 } });
    const confirmed = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements/${body.id}`);
    expect(confirmed.body).toMatchObject({ state: 'confirmed', receipt_no: 'RCPT0001' });
    expect((await partner.notify(body.id, { code: 0, receipt: 'RCPT0001' })).status).toBe(200);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body).toEqual(active);
    const events = await ports.admin(`select from event where type = 'loan.disbursed' and subject_id = $1`, [loan.id]);
    expect(events).toHaveLength(1);
  });

  it('is unknown, not failed, where the provider does not answer, and is sent once', async () => {
    const loan = await partner.anApprovedLoan();
    const before = ports.rail.orders.length;
    ports.rail.responses = [async () => ({ kind: 'unknown' })];
    const { status, body } = await partner.disburse(loan.id, { key: 'unknown-1' });
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: 'unknown', provider_ref: expect.any(String) });
    const again = await partner.disburse(loan.id, { key: 'unknown-1' });
    expect({ status: again.status, text: again.text }).toEqual({ status: 202, text: JSON.stringify(body) });
    expect(ports.rail.orders).toHaveLength(before + 1);
  });

  it('is refused by the provider: nothing is paid, the float is free, and it may be tried again', async () => {
    const loan = await partner.anApprovedLoan();
    const before = await float(institution);
    ports.rail.responses = [
      async () => ({ kind: 'rejected', code: '2040', message: 'The recipient is not registered.' }),
    ];
    const { status, body } = await partner.disburse(loan.id, { key: 'rejected-1' });
    expect(status).toBe(502);
    expect(body).toMatchObject({
      code: 'provider_rejected',
      provider: 'mpesa_b2c',
      provider_code: '2040',
      retryable: true,
      disbursement_id: expect.any(Number),
    });
    expect(await float(institution)).toEqual(before);
    const again = await partner.disburse(loan.id, { key: 'rejected-1' });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
  });

  it('that breaks on our side after the provider took it doesn’t say that nothing was done, and is not sent again', async () => {
    const loan = await partner.anApprovedLoan();
    const before = ports.rail.orders.length;
    ports.rail.responses = [
      async () => {
        await ports.admin('alter table audit rename to audit_out_of_order');
        return { kind: 'accepted', providerRef: 'AG_TAKEN' };
      },
    ];
    const broken = await partner.disburse(loan.id, { key: 'broken-after-sending' });
    await ports.admin('alter table audit_out_of_order rename to audit');
    expect([broken.status, broken.body.code]).toEqual([500, 'internal_error']);
    expect(`${broken.body.title} ${broken.body.detail}`).not.toMatch(/nothing/i);
    const again = await partner.disburse(loan.id, { key: 'broken-after-sending' });
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_request_in_progress']);
    expect(ports.rail.orders).toHaveLength(before + 1);
  });

  it('waits where the provider can’t be reached', async () => {
    const loan = await partner.anApprovedLoan();
    ports.rail.responses = [
      async () => ({ kind: 'unreachable', message: 'Connection refused', retryAfterSeconds: 75 }),
    ];
    const { status, body, headers } = await partner.disburse(loan.id);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'service_unavailable', retry_after: 75 });
    expect(headers.get('retry-after')).toBe('75');
    const list = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements`);
    expect(list.body.data[0]).toMatchObject({ state: 'failed', failure: { code: 'unreachable' } });
  });

  it('answers both alike where a repetition learns the end before the first request does', async () => {
    const loan = await partner.anApprovedLoan();
    let respond = (): void => undefined;
    const request = new Promise<void>((emitted) => {
      ports.rail.responses = [
        (order) =>
          new Promise((resolve) => {
            respond = () => resolve({ kind: 'accepted', providerRef: 'AG_LATE' });
            void paid(order.originatorId).then(emitted);
          }),
      ];
    });
    const paid = async (originatorId: string) => {
      const at = Temporal.Now.instant();
      const status = { kind: 'paid', providerRef: 'AG_SOON', receiptNo: 'SGL7WX01', at, amount: 5_000_000n } as const;
      await ports.app.lending.recordPayoutStatus(worker(), { originatorId, status });
    };
    const first = partner.disburse(loan.id, { key: 'overtaken-1' });
    await request;
    const second = await partner.disburse(loan.id, { key: 'overtaken-1' });
    expect([second.status, second.body.state, second.body.provider_ref]).toEqual([201, 'confirmed', 'AG_SOON']);
    respond();
    expect((await first).text).toBe(second.text);
    expect((await partner.disburse(loan.id, { key: 'overtaken-1' })).text).toBe(second.text);
  });

  it('leaves a key alone that another request has taken since', async () => {
    const loan = await partner.anApprovedLoan();
    let respond = (): void => undefined;
    const request = new Promise<void>((emitted) => {
      ports.rail.responses = [
        (order) =>
          new Promise((resolve) => {
            respond = () => resolve({ kind: 'unknown' });
            void failed(order.originatorId).then(emitted);
          }),
      ];
    });
    const failed = async (originatorId: string) => {
      const status = { kind: 'not_paid', code: '2001', message: 'Declined' } as const;
      await ports.app.lending.recordPayoutStatus(worker(), { originatorId, status });
    };
    const first = partner.disburse(loan.id, { key: 'taken-1' });
    await request;
    // The repetition learns of the failure, which frees the key; the next one pays.
    expect((await partner.disburse(loan.id, { key: 'taken-1' })).status).toBe(502);
    const paid = await partner.disburse(loan.id, { key: 'taken-1' });
    expect(paid.status).toBe(201);
    respond();
    expect((await first).status).toBe(502);
    const again = await partner.disburse(loan.id, { key: 'taken-1' });
    expect(again.text).toBe(paid.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('refuses a repetition while the first request still runs', async () => {
    const loan = await partner.anApprovedLoan();
    ports.rail.responses = [async () => (await sleep(400), { kind: 'accepted', providerRef: 'AG_SLOW' })];
    const first = partner.disburse(loan.id, { key: 'slow-1' });
    await sleep(150);
    const second = await partner.disburse(loan.id, { key: 'slow-1' });
    expect({ status: second.status, code: second.body.code }).toEqual({
      status: 409,
      code: 'idempotency_request_in_progress',
    });
    expect(second.headers.get('retry-after')).toBe('1');
    const seen = await partner.call('GET', '/api/v1/idempotency_keys/slow-1');
    expect(seen.body).toMatchObject({ state: 'in_progress', status: null });
    expect((await first).status).toBe(201);
    const third = await partner.disburse(loan.id, { key: 'slow-1' });
    expect(third.status).toBe(201);
    expect(third.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('A disbursement beyond the float', () => {
  it('is a 409 that names the agent and what is available', async () => {
    const poor = await ports.openInstitution('sandbox', 1_250_000n);
    const cashier = lendingClient(ports, poor, await ports.openClient(poor));
    const loan = await cashier.anApprovedLoan();
    const { status, body } = await cashier.disburse(loan.id);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'insufficient_balance',
      agent_id: 'AG-000001',
      available_float: 1_250_000,
      requested_amount: 5_000_000,
    });
    expect(body.type.endsWith('/insufficient_balance')).toBe(true);
    expect(body.instance).toBe(`/api/v1/loans/${loan.id}/disbursements`);
    expect((await cashier.call('GET', `/api/v1/loans/${loan.id}/disbursements`)).body.data).toEqual([]);
  });

  it('never pays more than the float, however many come at the same time', async () => {
    const poor = await ports.openInstitution('sandbox', 1_000_000n);
    const cashier = lendingClient(ports, poor, await ports.openClient(poor));
    const loans = [];
    for (let count = 0; count < 8; count++) loans.push(await cashier.anApprovedLoan({ principal: 200_000 }));
    const body = cashier.aPayment({ amount: 200_000 });
    const replies = await Promise.all(loans.map(({ id }) => cashier.disburse(id, { body })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = replies.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    for (const { body: problem } of refused)
      expect(problem).toMatchObject({ available_float: 0, agent_id: 'AG-000001' });
    expect(await float(poor)).toEqual({ float: 0, held: 0 });
  });
});

describe('A disbursement that can’t be', () => {
  it.each([
    ['of more than was approved', { amount: 6_000_000 }, 409, 'disbursement_exceeds_principal'],
    ['to a foreign number', { msisdn: '+4915112345678' }, 422, 'invalid_msisdn'],
    ['of cents', { amount: 4_999_999 }, 422, 'validation_failed'],
    ['of less than the channel carries', { amount: 100 }, 422, 'validation_failed'],
    ['by an agent that is not there', { agent_id: 'AG-999999' }, 422, 'unknown_reference'],
    ['on another channel', { channel: 'pigeon' }, 422, 'validation_failed'],
  ])('%s is refused', async (_, differing, status, code) => {
    const loan = await partner.anApprovedLoan();
    const reply = await partner.disburse(loan.id, { body: partner.aPayment(differing) });
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
  });

  it('belongs to a loan that is not approved', async () => {
    const draft = await partner.aDraft();
    const { status, body } = await partner.disburse(draft.id);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'loan_not_disbursable', loan_id: draft.id, current_state: 'draft' });
  });

  it('is shown under its own loan only', async () => {
    const loan = await partner.anApprovedLoan();
    const other = await partner.anApprovedLoan();
    const { body } = await partner.disburse(loan.id);
    const { status, body: problem } = await partner.call('GET', `/api/v1/loans/${other.id}/disbursements/${body.id}`);
    expect({ status, resource: problem.resource }).toEqual({ status: 404, resource: 'disbursement' });
  });
});

describe('The callback endpoint', () => {
  it('reveals nothing to a wrong address', async () => {
    for (const path of [
      '/cb/x/payout',
      `/cb/1.01a1f79f-9a74-78c2-933e-23c3fe3507d1.${'a'.repeat(32)}/payout`,
      '/cb/a/b',
    ]) {
      const { status, body } = await ports.call('POST', path, { body: { Result: { ResultCode: 0 } } });
      expect(status).toBe(404);
      expect(body).not.toHaveProperty('resource');
    }
  });

  it('accepts a right address whatever its content, and leaves the payment as it is', async () => {
    const loan = await partner.anApprovedLoan();
    const { body } = await partner.disburse(loan.id);
    const [row] = await ports.admin<{ originator_id: string }>('select originator_id from disbursement where id = $1', [
      body.id,
    ]);
    const address = ports.callbacks.addressOf({
      tenantId: institution.id,
      kind: 'payout',
      originatorId: row?.originator_id ?? '',
    });
    for (const raw of [
      { type: 'text/plain', text: 'hello' },
      { type: 'application/json', text: '{' },
      { type: 'application/json', text: '[]' },
      { type: 'application/json', text: '{"Result":{"ResultCode":{}}}' },
    ]) {
      expect((await ports.call('POST', new URL(address).pathname, { raw })).status).toBe(200);
    }
    const large = { type: 'application/json', text: JSON.stringify({ text: 'x'.repeat(70_000) }) };
    expect((await ports.call('POST', new URL(address).pathname, { raw: large })).status).toBe(413);
    const { body: after } = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements/${body.id}`);
    expect(['sent', 'unknown']).toContain(after.state);
  });

  it('frees the float where the provider did not pay', async () => {
    const before = await float(institution);
    const loan = await partner.anApprovedLoan();
    const { body } = await partner.disburse(loan.id);
    expect((await partner.notify(body.id, { code: 1 })).status).toBe(200);
    expect(await float(institution)).toEqual(before);
    const { body: failed } = await partner.call('GET', `/api/v1/loans/${loan.id}/disbursements/${body.id}`);
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'provider_float_insufficient' } });
    expect((await partner.disburse(loan.id)).status).toBe(201);
  });
});
