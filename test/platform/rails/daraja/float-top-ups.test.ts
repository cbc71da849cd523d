import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { payByFake } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { AT_PAYBILL } from '#test/support/daraja-fake/fake-books.ts';
import { openTestApp, type TestApp, type TestClient } from '#test/support/test-app.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

/** The float that apps and agents have at first: none of the paybill’s. */
const COLLECTED = 200_000_000n;
let fake: DarajaFake;
let testApp: TestApp;
let second: TestClient;
let callback: Awaited<ReturnType<typeof openCallbackEndpoint>>;

beforeAll(async () => {
  fake = await startDarajaFake({
    balances: { 'Working Account': COLLECTED, 'Utility Account': 0n, 'Charges Paid Account': 0n },
    paybill: { initiator: { name: 'paybillapi', password: 'Another999!*#' }, balance: COLLECTED },
  });
  testApp = await openTestApp({ clock: fake.now, elapsed: () => fake.now().epochMilliseconds, float: 0n });
  second = await testApp.newClient();
  callback = await openCallbackEndpoint(testApp, testApp.log);
  testApp.callbacksTo(callback.url);
  await payByFake(testApp, fake, fake.options.shortcode);
  // What the paybill has collected before.
  const came = { msisdn: '+254712345678', accountReference: 'WHO KNOWS', paidAt: testApp.clock() };
  const collected = { ...came, receiptNo: 'SKL4H2XQ1Z', amount: COLLECTED };
  await testApp.app.mobileMoney.recordPayment(testApp.operator, collected);
});
afterAll(async () => {
  await testApp.close();
  await callback.close();
  await fake.close();
});

const requestsTo = (path: string) => fake.requests().filter((request) => request.path.includes(path)).length;
const counts = () => ({ sends: requestsTo('/b2b/'), queries: requestsTo('/transactionstatus/') });
const held = async (account: string) => {
  const [row] = await testApp.sql<{ held: string }>(
    `select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::text as held
       from journal_line where account = $1`,
    [account],
  );
  return BigInt(row?.held ?? 0);
};
const float = async () => {
  const [row] = await testApp.sql<{ float: string }>('select float::text from agent where id = $1', [testApp.agent.id]);
  return BigInt(row?.float ?? 0);
};

async function request(amount: bigint): Promise<number> {
  const { agentNo } = testApp.agent;
  const ended = await testApp.app.operators.topUpFromPaybill(testApp.operator, { agentNo, amount });
  if (ended.kind !== 'done') throw new Error('It was proposed.');
  return ended.result.id;
}
async function stateOf(id: number) {
  const [row] = await testApp.sql<{
    originator_id: string;
    state: string;
    due: string | null;
    code: string | null;
    receipt_no: string | null;
  }>(
    `select originator_id, state, next_check_at::text as due, failure_code as code, receipt_no
       from float_top_up where id = $1`,
    [id],
  );
  if (!row) throw new Error('The top-up is gone.');
  return row;
}

/** Lets workers and the provider work until nothing is awaited of it. */
async function follow(id: number): Promise<void> {
  for (let round = 0; round < 70; round++) {
    const { due, originator_id: originatorId } = await stateOf(id);
    if (due === null) {
      // What is notified late.
      await fake.advance(120_000);
      if ((await stateOf(id)).due === null) return;
      continue;
    }
    const wait = fake
      .now()
      .until(Temporal.Instant.from(due.replace(' ', 'T')))
      .total('milliseconds');
    await fake.advance(Math.max(0, wait));
    await testApp.app.lending.checkDisbursement(testApp.operator, originatorId);
    await fake.advance(2_000);
  }
}

/** One top-up from its request to its end: by the last three digits of its amount in shillings. */
async function topUp(suffix: string) {
  const before = { float: await float(), paybill: await held('mpesa_paybill'), ...counts() };
  const id = await request(BigInt(`2${suffix}`) * 100n);
  await follow(id);
  const { state, code } = await stateOf(id);
  const events = await testApp.sql<{ type: string }>(
    `select replace(type, 'float_top_up.', '') as type from event
      where subject_type = 'float_top_up' and subject_id = $1 and type <> 'float_top_up.created' order by id`,
    [id],
  );
  const incidents = await testApp.sql<{ kind: string }>(
    `select i.kind from incident i join float_top_up t on t.uuid = i.subject_uuid
      where t.id = $1 and i.state = 'open' order by i.id`,
    [id],
  );
  const after = counts();
  const moved = (await float()) - before.float;
  expect(before.paybill - (await held('mpesa_paybill'))).toBe(moved);
  return {
    id,
    seen: {
      ends: code === null ? state : `${state} (${code})`,
      events: events.map(({ type }) => type).join(' '),
      moved: moved > 0n,
      incidents: incidents.map(({ kind }) => kind).join(' '),
      sends: after.sends - before.sends,
      queries: after.queries - before.queries,
    },
  };
}

const resume = async () => {
  await testApp.database.write(testApp.tenantId, (tx) => testApp.rails.resume(tx, testApp.tenantId));
};
/** A command that takes two people: what one proposes another approves. */
async function asTwoPeople<Command, Result>(
  useCase: (request: ProposableRequest<Result>, command: Command) => Promise<Handled>,
  command: Command,
): Promise<void> {
  const proposed: string[] = [];
  const reply = { status: 202, headers: {}, body: '' };
  const request = {
    caller: testApp.client.caller,
    claim: null,
    present: async () => reply,
    refused: (error: DomainError) => {
      throw error;
    },
    proposed: ({ uuid }: { readonly uuid: string }) => (proposed.push(uuid), reply),
  };
  await useCase(request, command);
  const [row] = await testApp.sql<{ id: string }>('select id from proposal where uuid = $1', [proposed.at(-1)]);
  const proposalId = Number(row?.id);
  await testApp.done(testApp.app.approvals.approveProposal, { proposalId }, second.caller);
}
/** People look at the portal, and say what they see there. */
function settleByPortal(floatTopUpId: number, amount: bigint): Promise<void> {
  const seen = fake.transactions.find(
    ({ kind, shillings, status }) => kind === 'b2b' && shillings * 100n === amount && status === 'Completed',
  );
  return asTwoPeople(testApp.app.lending.settleFloatTopUp, {
    floatTopUpId,
    outcome: seen ? ('paid' as const) : ('not_paid' as const),
    evidence: 'The statement of the portal.',
    receiptNo: seen?.receipt ?? null,
  });
}

const moved = { ends: 'confirmed', moved: true, incidents: '', sends: 1, queries: 0 } as const;
const unmoved = { moved: false, incidents: '', sends: 1, queries: 0 } as const;
const failed = (code: string) => ({ ...unmoved, ends: `failed (${code})`, events: 'sent failed' });
/** B2B carries no name of ours: without a reply nothing can be queried, and it is never sent again. */
const TABLE = {
  '000': { ...moved, events: 'sent confirmed' },
  '001': failed('provider_float_insufficient'),
  '002': failed('recipient_invalid'),
  '003': failed('recipient_unregistered'),
  '004': failed('recipient_limit'),
  '005': { ...moved, events: 'sent unknown confirmed', queries: 1 },
  '006': { ...moved, events: 'sent unknown confirmed' },
  '007': { ...moved, events: 'sent confirmed', queries: 1 },
  '008': { ...unmoved, ends: 'review (no_answer)', events: 'sent referred', incidents: 'no_answer', queries: 'many' },
  '009': { ...moved, events: 'sent confirmed' },
  '010': { ...moved, events: 'confirmed' },
  '011': { ...moved, events: 'unknown confirmed' },
  '012': { ...unmoved, ends: 'review (no_answer)', events: 'unknown referred', incidents: 'no_answer' },
  '013': { ...moved, events: 'sent confirmed', sends: 3 },
  '014': { ...moved, events: 'sent unknown confirmed' },
  '015': { ...unmoved, ends: 'review (amount_mismatch)', events: 'sent referred', incidents: 'amount_mismatch' },
  '016': { ...moved, events: 'sent confirmed', sends: 2 },
  '017': failed('provider_config'),
  '018': { ...failed('provider_declined'), queries: 1 },
  '019': { ...failed('provider_rejected'), events: 'failed' },
} as const;

describe('A top-up of the float from the paybill, by the last digits of its amount', () => {
  it.each(Object.entries(TABLE))('%s', async (suffix, expected) => {
    await resume();
    const { id, seen } = await topUp(suffix);
    const queries = seen.queries > 20 ? 'many' : seen.queries;
    expect({ suffix, ...seen, queries }).toEqual({ suffix, ...expected });
    if (seen.ends.startsWith('review')) await settleByPortal(id, BigInt(`2${suffix}`) * 100n);
  });
});

const differences = async () => {
  expect(await testApp.app.lending.requestFloat(testApp.operator)).toBe(true);
  await fake.advance(3_000);
  const rows = await testApp.sql<{ kind: string; amount: number }>(
    `select kind, amount::int from incident where state = 'open' and kind like '%_difference' order by kind`,
  );
  return rows.map(({ kind, amount }) => [kind, amount]);
};
const incidentsOf = async (id: number) =>
  (
    await testApp.sql<{ kind: string }>(
      `select i.kind from incident i join float_top_up t on t.uuid = i.subject_uuid where t.id = $1 order by i.id`,
      [id],
    )
  ).map(({ kind }) => kind);
const notify = async (id: number, status: ProviderStatus) => {
  const { originator_id: originatorId } = await stateOf(id);
  return testApp.app.lending.recordFloatTopUpStatus(testApp.operator, { originatorId, status });
};

describe('A top-up of the float', () => {
  it('that the provider had not moved, by two people’s word, is booked when the provider says that it had, and is an incident', async () => {
    await resume();
    fake.script({
      match: { api: 'b2b' },
      steps: [
        {
          notifications: [
            { callback: 'result', code: '2040' },
            { callback: 'result', afterMs: 60_000 },
          ],
        },
      ],
    });
    const before = await float();
    const { id, seen } = await topUp('500');
    expect(seen).toMatchObject({ ends: 'confirmed', events: 'sent failed confirmed', incidents: 'late_success' });
    expect((await float()) - before).toBe(250_000n);
    expect(await incidentsOf(id)).toEqual(['late_success']);
  });

  it('is booked once under its receipt: the same again changes nothing, another receipt or amount is an incident', async () => {
    const { id } = await topUp('501');
    const before = await float();
    const { receipt_no: receiptNo } = await stateOf(id);
    const again = { kind: 'paid', providerRef: null, receiptNo, at: fake.now(), amount: 250_100n } as const;
    await notify(id, { ...again, receiptNo: receiptNo?.toLowerCase() ?? '' });
    expect(await incidentsOf(id)).toEqual([]);
    await notify(id, { ...again, receiptNo: 'SKLANOTHER' });
    expect(await incidentsOf(id)).toEqual(['receipt_differs']);
    // The receipt of another payment confirms none of these.
    const { agentNo } = testApp.agent;
    const byHand = { agentNo, amount: 250_100n, reference: receiptNo ?? '', from: 'paybill' } as const;
    await expect(testApp.app.operators.topUpFloat(testApp.operator, byHand)).rejects.toMatchObject({
      code: 'duplicate_payment_reference',
    });
    expect(await float()).toBe(before);
  });

  it('is one at a time for an agent, is sent once by two workers at the same time, and is called off until then', async () => {
    const id = await request(260_000n);
    const { agentNo } = testApp.agent;
    const another = testApp.app.operators.topUpFromPaybill(testApp.operator, { agentNo, amount: 260_000n });
    await expect(another).rejects.toMatchObject({ code: 'top_up_under_way', details: { existing_id: id } });
    const cancel = { floatTopUpId: id, reason: 'Enough float.' };
    await testApp.done(testApp.app.lending.cancelFloatTopUp, cancel);
    await follow(id);
    expect((await stateOf(id)).state).toBe('cancelled');

    const next = await request(260_000n);
    const before = counts().sends;
    const { originator_id: originatorId } = await stateOf(next);
    const check = () => testApp.app.lending.checkDisbursement(testApp.operator, originatorId);
    await Promise.all([check(), check(), check()]);
    await fake.advance(2_000);
    await follow(next);
    expect([counts().sends - before, (await stateOf(next)).state]).toEqual([1, 'confirmed']);
    const late = testApp.done(testApp.app.lending.cancelFloatTopUp, { floatTopUpId: next, reason: 'Too late.' });
    await expect(late).rejects.toMatchObject({ code: 'invalid_state_transition' });
  });

  it('whose process died before the reply is never sent again: people settle it by the statement, once', async () => {
    const id = await request(270_000n);
    const { originator_id: originatorId } = await stateOf(id);
    // As a process does that dies right after it has written down that it sends.
    await testApp.app.lending.beginFloatTopUp(testApp.operator, { originatorId });
    const before = { ...counts(), float: await float() };
    await follow(id);
    expect([counts().sends - before.sends, (await stateOf(id)).state]).toEqual([0, 'review']);
    fake.books.book({
      receipt: 'SKLDIED001',
      kind: 'b2b',
      account: 'Working Account',
      cents: -270_000n,
      at: fake.now(),
    });
    fake.books.book({
      receipt: 'SKLDIED001',
      kind: 'b2b',
      account: 'Utility Account',
      cents: 270_000n,
      at: fake.now(),
    });
    const found = {
      floatTopUpId: id,
      outcome: 'paid' as const,
      evidence: 'Line 12 of the portal’s statement.',
      receiptNo: 'SKLDIED001',
    };
    const alone = { ...found, receiptNo: null };
    await expect(asTwoPeople(testApp.app.lending.settleFloatTopUp, alone)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await asTwoPeople(testApp.app.lending.settleFloatTopUp, found);
    expect([(await stateOf(id)).state, (await float()) - before.float]).toEqual(['confirmed', 270_000n]);
    await expect(asTwoPeople(testApp.app.lending.settleFloatTopUp, found)).rejects.toMatchObject({
      code: 'invalid_state_transition',
    });
  });

  it('that was moved back is no float any more, once, and no more than is there', async () => {
    const { id } = await topUp('502');
    const before = { float: await float(), paybill: await held('mpesa_paybill') };
    const back = { floatTopUpId: id, reversalReceiptNo: 'RVSTOPUP01', reason: 'Moved to the wrong shortcode.' };
    await testApp.done(testApp.app.lending.reverseFloatTopUp, back);
    fake.books.book({
      receipt: 'RVSTOPUP01',
      kind: 'b2b',
      account: 'Utility Account',
      cents: -250_200n,
      at: fake.now(),
    });
    fake.books.book({
      receipt: 'RVSTOPUP01',
      kind: 'b2b',
      account: 'Working Account',
      cents: 250_200n,
      at: fake.now(),
    });
    await testApp.done(testApp.app.lending.reverseFloatTopUp, { ...back, reversalReceiptNo: 'rvstopup01 ' });
    expect(before.float - (await float())).toBe(250_200n);
    expect((await held('mpesa_paybill')) - before.paybill).toBe(250_200n);
    const [row] = await testApp.sql<{ state: string }>('select state from float_top_up where id = $1', [id]);
    expect(row?.state).toBe('reversed');
  });

  it('leaves our books and the provider’s in agreement, account by account, also while one is on its way', async () => {
    await fake.advance(60_000);
    expect(await differences()).toEqual([]);
    const id = await request(250_700n);
    const { originator_id: originatorId } = await stateOf(id);
    fake.script({ match: { api: 'b2b' }, steps: [{ notifications: [] }] });
    await testApp.app.lending.checkDisbursement(testApp.operator, originatorId);
    await fake.advance(3_000);
    expect((await stateOf(id)).state).toBe('sent');
    expect(await differences()).toEqual([]);
    await follow(id);
    expect((await stateOf(id)).state).toBe('confirmed');
    expect(await differences()).toEqual([]);
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });

  it('is not held back by the empty float that it fills', async () => {
    const loanId = await testApp.readyLoan(20_000n);
    fake.books.book({
      receipt: 'PORTAL',
      kind: 'b2b',
      account: 'Utility Account',
      cents: -50_000_000n,
      at: fake.now(),
    });
    const { msisdn } = { msisdn: '+254700000001' };
    await testApp.done(testApp.app.lending.disburse, { loanId, amount: 20_000n, channel: 'mpesa_b2c', msisdn });
    await fake.advance(2_000);
    const pays = testApp.internals.payoutRailOf(testApp.tenantId, 'sandbox');
    expect(await pays.closedFor('mpesa_b2c')).toBeGreaterThan(0);
    expect(await pays.closedFor('mpesa_b2b')).toBeNull();
    const { seen } = await topUp('503');
    expect(seen.ends).toBe('confirmed');
    fake.books.book({ receipt: 'PORTAL', kind: 'b2b', account: 'Utility Account', cents: 50_000_000n, at: fake.now() });
    await resume();
  });
});

describe('A paybill with a shortcode of its own', () => {
  const paybill = () => fake.options.stk.shortcode;

  it('is moved from by its own initiator, to the shortcode that pays', async () => {
    await payByFake(testApp, fake, paybill());
    await fake.advance(10_000);
    const before = { paybill: fake.books.balanceOf(AT_PAYBILL), utility: fake.books.balanceOf('Utility Account') };
    const { seen } = await topUp('504');
    expect(seen.ends).toBe('confirmed');
    expect(before.paybill - fake.books.balanceOf(AT_PAYBILL)).toBe(250_400n);
    expect(fake.books.balanceOf('Utility Account') - before.utility).toBe(250_400n);
    const bodies = fake.requests().flatMap(({ path, body }) => (path.includes('/b2b/') ? [body] : []));
    expect(bodies.at(-1)).toMatchObject({
      CommandID: 'BusinessPayToBulk',
      Initiator: 'paybillapi',
      PartyA: paybill(),
      PartyB: fake.options.shortcode,
    });
    // Its status is queried of the paybill, too.
    const { seen: queried } = await topUp('007');
    expect([queried.ends, queried.queries]).toEqual(['confirmed', 1]);
  });

  it('pays schools, as the books have it, and the account of the shortcode that pays people stays as it is', async () => {
    const rail = testApp.internals.payoutRailOf(testApp.tenantId, 'sandbox');
    const school = { type: 'paybill', number: '600000', account: 'ADM-1' } as const;
    const before = { paybill: fake.books.balanceOf(AT_PAYBILL), paying: fake.books.balanceOf('Working Account') };
    const originatorId = randomUUID();
    const order = { originatorId, amount: 120_000n, channel: 'mpesa_b2b', msisdn: null, business: school } as const;
    const reply = await rail.send({ ...order, remarks: 'Fees' }, AbortSignal.timeout(10_000));
    expect(reply.kind).toBe('accepted');
    await fake.advance(10_000);
    expect(before.paybill - fake.books.balanceOf(AT_PAYBILL)).toBe(120_000n);
    expect(fake.books.balanceOf('Working Account')).toBe(before.paying);
    expect(fake.requests().findLast(({ path }) => path.includes('/b2b/'))?.body).toMatchObject({
      CommandID: 'BusinessPayBill',
      Initiator: 'paybillapi',
      PartyA: paybill(),
      PartyB: '600000',
    });
  });

  it('pays no school where no initiator acts for it: nothing is sent from another account', async () => {
    await payByFake(testApp, { ...fake, options: { ...fake.options, paybill: null } }, paybill());
    await fake.advance(10_000);
    const rail = testApp.internals.payoutRailOf(testApp.tenantId, 'sandbox');
    const sends = requestsTo('/b2b/');
    const school = { type: 'paybill', number: '600000', account: 'ADM-1' } as const;
    const order = { originatorId: randomUUID(), amount: 120_000n, channel: 'mpesa_b2b', msisdn: null } as const;
    const reply = await rail.send({ ...order, business: school, remarks: 'Fees' }, AbortSignal.timeout(10_000));
    expect(reply).toMatchObject({ kind: 'rejected', code: 'provider_config' });
    expect(requestsTo('/b2b/')).toBe(sends);
    await payByFake(testApp, fake, paybill());
    await fake.advance(10_000);
  });

  it('is compared with the books by a balance of its own', async () => {
    const collected = await held('mpesa_paybill');
    fake.books.book({
      receipt: 'PORTAL',
      kind: 'c2b',
      account: AT_PAYBILL,
      cents: collected - fake.books.balanceOf(AT_PAYBILL),
      at: fake.now(),
    });
    await fake.advance(60_000);
    expect(await differences()).toEqual([]);
    const [row] = await testApp.sql<{ accounts: readonly { role: string; balance: string }[] }>(
      'select accounts from rail',
    );
    const [at] = row?.accounts.filter(({ role }) => role === 'collecting') ?? [];
    expect(at).toMatchObject({ balance: String(collected), is_explained: true });
    fake.books.book({ receipt: 'PORTAL', kind: 'c2b', account: AT_PAYBILL, cents: -300n, at: fake.now() });
    expect(await differences()).toEqual([['collected_difference', -300]]);
    fake.books.book({ receipt: 'PORTAL', kind: 'c2b', account: AT_PAYBILL, cents: 300n, at: fake.now() });
    expect(await differences()).toEqual([]);
  });
});
