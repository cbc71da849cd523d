import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPostingDay } from '#core/savings/interest.ts';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
/** Records deaths and proposes. */
let clerk: LendingClient;
/** Approves. */
let manager: LendingClient;
let third: LendingClient;
let savings: SavingsClient;
let shares: number;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  const aClient = async () => lendingClient(ports, institution, await ports.openClient(institution));
  [clerk, manager, third] = [await aClient(), await aClient(), await aClient()];
  savings = await savingsClient(ports, institution, clerk);
  const { body } = await clerk.call('GET', '/api/v1/savings_products?filter[kind]=shares');
  shares = body.data[0].id;
});
afterAll(() => ports.close());

const THIRDS = [3_333, 3_333, 3_334].map((share_basis_points, index) => ({
  name: ['Amina Kamau', 'Juma Kamau', 'Zuri Kamau'][index]!,
  relationship: 'child',
  share_basis_points,
}));
const today = () => Temporal.Now.plainDateISO('Africa/Nairobi');
let certificates = 0;
let references = 0;
const aReference = () => `FT26DC${++references}`;

const member = (id: number, body: object, by = clerk) => by.call('PATCH', `/api/v1/members/${id}`, { body });
const path = (claim: { id: number }) => `/api/v1/death_claims/${claim.id}`;
const step = (claim: { id: number }, body: object, by = clerk) => by.call('PATCH', path(claim), { body });
const show = async (claim: { id: number }) => (await clerk.call('GET', path(claim))).body;
const estate = async (claim: { id: number }) => (await clerk.call('GET', `${path(claim)}/estate`)).body;
const approve = (proposal: { id: number }, by = manager) =>
  by.call('PATCH', `/api/v1/proposals/${proposal.id}`, { body: { action: 'approve' } });
const verdict = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** A step that takes two people, by two people; the claim afterwards. */
async function agreed(claim: { id: number }, body: object) {
  const proposed = await step(claim, body);
  expect([proposed.status, proposed.body.code]).toEqual([202, undefined]);
  const approved = await approve(proposed.body);
  expect([approved.status, approved.body.code]).toEqual([200, undefined]);
  expect(approved.body.state).toBe('approved');
  return show(claim);
}

async function die(memberId: number, by = clerk) {
  const died_on = today().subtract({ days: 1 }).toString();
  const death = { action: 'record_death', died_on, document_reference: `Burial permit ${++certificates}` };
  expect((await member(memberId, death, by)).body.state).toBe('deceased');
  const { body } = await clerk.call('GET', `/api/v1/death_claims?filter[member_id]=${memberId}&filter[state]=open`);
  expect(body.data).toHaveLength(1);
  return body.data[0];
}
async function document(claim: { id: number }) {
  const document_reference = `Certificate ${++certificates}`;
  const added = await step(claim, { action: 'add_document', document_kind: 'death_certificate', document_reference });
  expect(added.status).toBe(200);
  const verified = await step(claim, { action: 'verify' });
  expect(verified.body.state).toBe('documented');
}
const deposit = async (account: { id: number }, amount: number) =>
  expect((await savings.move(account.id, { type: 'deposit', amount, channel: 'cash' })).status).toBe(201);
/** A claim with money in one account, ready for its settlement. */
async function aClaim(balance: number, { nominees = THIRDS as readonly object[], memberId = 0 } = {}) {
  const id = memberId || (await clerk.aMember()).id;
  if (nominees.length > 0) expect((await member(id, { nominees }, third)).status).toBe(200);
  const account = await savings.anAccount(balance, { member_id: id });
  const claim = await die(id);
  if (nominees.length > 0) await document(claim);
  return { claim, account, memberId: id as number };
}
const held = async (account: string): Promise<number> => {
  const [row] = await ports.admin<{ held: string }>(
    `select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::text as held
       from journal_line where tenant_id = $1 and account = $2`,
    [institution.id, account],
  );
  return Number(row?.held);
};

describe('A set-off of all that is owed', () => {
  it('books what was seen when it was proposed, though more has come since (finding: it took what was there at its approval)', async () => {
    const loan = await clerk.anActiveLoan();
    const { claim, account } = await aClaim(10_000, { memberId: loan.member_id });
    const setOff = { action: 'settle_loan', method: 'set_off', loan_id: loan.id, savings_account_id: account.id };
    const proposed = await step(claim, setOff);
    expect([proposed.status, proposed.body.input]).toMatchObject([202, { method: 'set_off', amount: 10_000 }]);
    await deposit(account, 5_000);
    expect((await approve(proposed.body)).status).toBe(200);
    expect((await savings.show(account.id)).balance).toBe(5_000);
  });
});

describe('The death of a member', () => {
  it('opens one claim, with the nominees as they are at that moment', async () => {
    const { id } = await clerk.aMember();
    await member(id, { nominees: THIRDS }, third);
    const claim = await die(id);
    expect(claim).toMatchObject({
      claim_no: expect.stringMatching(/^DC-\d{6}$/),
      member_id: id,
      state: 'open',
      beneficiaries: THIRDS.map((nominee, index) => ({ ...nominee, number: index + 1, due: 0, in_place_of: null })),
      documents: [{ kind: 'proof_of_death', reference: expect.stringContaining('Burial permit') }],
      parts: [],
      available_actions: ['add_document', 'appoint', 'verify'],
    });
    const again = await member(id, { action: 'record_death', died_on: '2026-01-02', document_reference: 'B-2' });
    expect(verdict(again)).toEqual([409, 'invalid_state_transition']);
    const all = await clerk.call('GET', `/api/v1/death_claims?filter[member_id]=${id}`);
    expect(all.body.data).toHaveLength(1);
  });

  it('is settled whole: loans by insurance and savings, guarantors freed, the rest shared to the cent', async () => {
    const draft = await clerk.aDraft();
    const guarantor = await clerk.aMember();
    const pledge = { member_id: guarantor.id, amount: 1_000_000 };
    expect((await clerk.call('POST', `/api/v1/loans/${draft.id}/guarantees`, { body: pledge })).status).toBe(201);
    await clerk.approve(draft.id);
    const { body: sent } = await clerk.disburse(draft.id);
    await clerk.notify(sent.id, { code: 0 });
    const loan = async () => (await clerk.call('GET', `/api/v1/loans/${draft.id}`)).body;
    const share = await savings.anAccount(10_001, { member_id: draft.member_id, product_id: shares });
    const { claim, account } = await aClaim(3_000_000, { memberId: draft.member_id });
    const before = [await held('estates_payable'), await held('savings_transfers')];
    expect(before).toEqual([0, 0]);

    expect(verdict(await step(claim, { action: 'distribute' }))).toEqual([409, 'claim_debts_open']);
    const paid = { action: 'settle_loan', method: 'insurance', amount: 4_000_000, reference: aReference() };
    const insured = await agreed(claim, { ...paid, loan_id: draft.id });
    expect(insured.parts).toMatchObject([{ number: 1, kind: 'insurance', amount: 4_000_000, loan_id: draft.id }]);
    expect(insured.parts[0].booked_by).not.toBe(insured.parts[0].proposed_by);
    const owed = (await loan()).outstanding.total;
    expect(owed).toBeGreaterThan(0);

    const setOff = { action: 'settle_loan', method: 'set_off', loan_id: draft.id, savings_account_id: account.id };
    const settled = await agreed(claim, setOff);
    const [, part] = settled.parts;
    expect([part.kind, (await loan()).state]).toEqual(['set_off', 'closed']);
    expect((await savings.show(account.id)).balance).toBe(3_000_000 - part.amount);
    const { body: guarantees } = await clerk.call('GET', `/api/v1/loans/${draft.id}/guarantees`);
    expect(guarantees.data.map(({ state }: { state: string }) => state)).toEqual(['released']);
    expect(await held('savings_transfers')).toBe(0);

    const left = 3_000_000 - part.amount + 10_001;
    const distributed = await agreed(claim, { action: 'distribute' });
    const due = distributed.beneficiaries.map((each: { due: number }) => each.due);
    expect(due.reduce((sum: number, each: number) => sum + each, 0)).toBe(left);
    for (const [index, { share_basis_points: points }] of THIRDS.entries())
      expect(Math.abs(due[index] - (left * points) / 10_000)).toBeLessThan(1);
    expect([(await savings.show(account.id)).balance, (await savings.show(share.id)).balance]).toEqual([0, 0]);
    expect(await held('estates_payable')).toBe(-left);

    for (const beneficiary of [1, 2, 3]) {
      const bank = { action: 'pay', beneficiary, channel: 'bank', reference: aReference() };
      const after = await agreed(claim, bank);
      expect(after.beneficiaries[beneficiary - 1].due).toBe(0);
    }
    const closed = await step(claim, { action: 'close' });
    expect(closed.body).toMatchObject({
      state: 'settled',
      distributed: left,
      paid: left,
      settled_on: expect.any(String),
    });
    expect(await held('estates_payable')).toBe(0);
  });

  it('loses nothing that arrives later: it is distributed again, also after the claim was settled', async () => {
    const { claim, account } = await aClaim(100);
    expect(
      (await agreed(claim, { action: 'distribute' })).beneficiaries.map((each: { due: number }) => each.due),
    ).toEqual([33, 33, 34]);
    for (const beneficiary of [1, 2, 3]) await agreed(claim, { action: 'pay', beneficiary, channel: 'cash' });
    expect((await step(claim, { action: 'close' })).body.state).toBe('settled');
    await deposit(account, 2);
    expect((await estate(claim)).obstacles).toEqual([`account ${account.account_no} has 2`]);
    const again = await agreed(claim, { action: 'distribute' });
    // Largest remainder: 0.6666, 0.6666 and 0.6668 of a cent; the third comes first, then the first one named.
    expect([again.state, again.beneficiaries.map((each: { due: number }) => each.due)]).toEqual([
      'documented',
      [1, 0, 1],
    ]);
    const early = await step(claim, { action: 'close' });
    expect([verdict(early), early.body.obstacles]).toEqual([[409, 'claim_not_settled'], ['beneficiaries are owed 2']]);
    expect(verdict(await step(claim, { action: 'pay', beneficiary: 2, channel: 'cash' }))).toEqual([
      409,
      'nothing_due',
    ]);
    for (const beneficiary of [1, 3]) await agreed(claim, { action: 'pay', beneficiary, channel: 'cash' });
    expect((await step(claim, { action: 'close' })).body).toMatchObject({ state: 'settled', paid: 102 });
  });

  it('names no person in what was proposed, once the member is erased', async () => {
    const nominee = { name: 'Nyambura Karanjahi', relationship: 'child', share_basis_points: 10_000 };
    const { claim, account, memberId } = await aClaim(100, { nominees: [nominee] });
    await agreed(claim, { action: 'distribute' });
    await agreed(claim, { action: 'pay', beneficiary: 1, channel: 'cash' });
    expect((await step(claim, { action: 'close' })).body.state).toBe('settled');
    const naming = () =>
      ports.admin<{ count: string }>(`select count(*) from proposal p where p::text ilike '%karanjahi%'`);
    expect(await naming()).toEqual([{ count: '2' }]);
    const ended = await clerk.call('PATCH', `/api/v1/savings_accounts/${account.id}`, { body: { action: 'close' } });
    expect([ended.status, ended.text]).toEqual([200, expect.any(String)]);

    await ports.admin('update tenant set retention_years = 0 where id = $1', [institution.id]);
    ports.internals.tenants.forget(institution.id);
    const erased = await member(memberId, { action: 'erase', reason: 'The family asked for it.' });
    expect([erased.status, erased.text]).toEqual([200, expect.any(String)]);
    expect(await naming()).toEqual([{ count: '0' }]);
  });

  it('pays the share of a minor to the guardian', async () => {
    const guardian = { name: 'Grace Njeri', phone: '+254712000111' };
    const child = {
      name: 'Juma',
      relationship: 'son',
      share_basis_points: 10_000,
      date_of_birth: '2020-05-01',
      guardian,
    };
    const { claim } = await aClaim(500, { nominees: [child] });
    await agreed(claim, { action: 'distribute' });
    const paid = await agreed(claim, { action: 'pay', beneficiary: 1, channel: 'cash' });
    expect(paid.parts.at(-1)).toMatchObject({ kind: 'payout', amount: 500, payee: 'Grace Njeri' });
  });
});

describe('A claim', () => {
  it('takes the certificate and, without nominees, a court’s grant', async () => {
    const { claim } = await aClaim(1_000, { nominees: [] });
    const bare = await step(claim, { action: 'verify' });
    expect([verdict(bare), bare.body.missing]).toEqual([
      [409, 'claim_incomplete'],
      ['the death certificate', 'a representative of the estate, for no nominees are named'],
    ]);
    const person = { action: 'appoint', name: 'Otieno & Co Advocates', relationship: 'administrator' };
    expect(verdict(await step(claim, person))).toEqual([409, 'grant_missing']);
    const grant = { action: 'add_document', document_kind: 'letters_of_administration', document_reference: 'P&A 12' };
    const added = await step(claim, grant);
    const repeated = await step(claim, grant);
    expect([repeated.status, repeated.body.version]).toEqual([200, added.body.version]);
    const appointed = await step(claim, person, third);
    expect(appointed.body.beneficiaries).toMatchObject([{ name: person.name, share_basis_points: 10_000, number: 1 }]);
    expect(verdict(await step(claim, person))).toEqual([409, 'beneficiaries_named']);
    const early = await step(claim, { action: 'distribute' });
    expect(verdict(early)).toEqual([409, 'invalid_state_transition']);
    await document(claim);
    expect((await agreed(claim, { action: 'distribute' })).beneficiaries[0].due).toBe(1_000);
  });

  it('moves no money by one person, nor by who recorded the death or named the heirs (finding: one redirected it)', async () => {
    const { claim } = await aClaim(900);
    for (const body of [{ action: 'distribute' }, { action: 'pay', beneficiary: 1, channel: 'cash' }]) {
      const { status, body: proposal } = await step(claim, body, manager);
      expect(status).toBe(202);
      expect(verdict(await approve(proposal, manager))).toEqual([409, 'four_eyes_required']);
      // The clerk recorded the death, the third one named the nominees: the proposal waits for another person.
      expect(verdict(await approve(proposal, clerk))).toEqual([409, 'four_eyes_required']);
      expect(verdict(await approve(proposal, third))).toEqual([409, 'four_eyes_required']);
      expect((await clerk.call('GET', `/api/v1/proposals/${proposal.id}`)).body.state).toBe('proposed');
      await manager.call('PATCH', `/api/v1/proposals/${proposal.id}`, { body: { action: 'withdraw' } });
      if (body.action === 'distribute') await agreed(claim, body);
    }
    expect((await show(claim)).paid).toBe(0);
  });

  it('pays whom and what another person agreed to (finding: a payment to an heir went to who took the place)', async () => {
    const { claim, account } = await aClaim(900);
    await agreed(claim, { action: 'distribute' });
    const pay = (beneficiary: number) => step(claim, { action: 'pay', beneficiary, channel: 'cash' });
    const [first, second] = [await pay(1), await pay(2)];
    const grant = { action: 'add_document', document_kind: 'letters_of_administration', document_reference: 'P&A 13' };
    expect((await step(claim, grant)).status).toBe(200);
    const person = { action: 'appoint', name: 'A cousin of the clerk', relationship: 'administrator', in_place_of: 1 };
    expect((await step(claim, person)).status).toBe(200);
    expect(verdict(await approve(first.body))).toEqual([409, 'payment_not_as_proposed']);
    await deposit(account, 300);
    await agreed(claim, { action: 'distribute' });
    expect(verdict(await approve(second.body))).toEqual([409, 'payment_not_as_proposed']);
    expect((await clerk.call('GET', `/api/v1/proposals/${second.body.id}`)).body.state).toBe('failed');
    expect((await show(claim)).paid).toBe(0);
    const paid = await agreed(claim, { action: 'pay', beneficiary: 2, channel: 'cash' });
    expect(paid.parts.at(-1)).toMatchObject({ kind: 'payout', amount: 400, payee: 'Juma Kamau' });
  });

  it('distributes what was agreed on, to whom (finding: more, and to others, than was proposed)', async () => {
    const { claim, account } = await aClaim(900);
    const proposed = async () => (await step(claim, { action: 'distribute' })).body;
    const first = await proposed();
    await deposit(account, 100);
    expect(verdict(await approve(first))).toEqual([409, 'distribution_not_as_proposed']);
    const second = await proposed();
    const grant = { action: 'add_document', document_kind: 'letters_of_administration', document_reference: 'P&A 15' };
    expect((await step(claim, grant)).status).toBe(200);
    const person = { action: 'appoint', name: 'A cousin of the clerk', relationship: 'administrator', in_place_of: 1 };
    expect((await step(claim, person)).status).toBe(200);
    expect(verdict(await approve(second))).toEqual([409, 'distribution_not_as_proposed']);
    expect((await clerk.call('GET', `/api/v1/proposals/${second.id}`)).body.state).toBe('failed');
    expect((await show(claim)).distributed).toBe(0);
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(1_000);
  });

  it('is distributed once by two who approve at the same moment, or while the first withdraws', async () => {
    const fourth = lendingClient(ports, institution, await ports.openClient(institution));
    const { claim } = await aClaim(900);
    const { body: proposal } = await step(claim, { action: 'distribute' });
    const both = await Promise.all([approve(proposal), approve(proposal, fourth)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.code).toBe('invalid_state_transition');
    expect((await show(claim)).parts.filter(({ kind }: { kind: string }) => kind === 'taken')).toHaveLength(1);

    const { body: payment } = await step(claim, { action: 'pay', beneficiary: 1, channel: 'cash' });
    const withdraw = { body: { action: 'withdraw' } };
    const [paid, withdrawn] = await Promise.all([
      approve(payment),
      clerk.call('PATCH', `/api/v1/proposals/${payment.id}`, withdraw),
    ]);
    expect([paid.status, withdrawn.status].toSorted()).toEqual([200, 409]);
    expect((await show(claim)).paid).toBe(paid.status === 200 ? 300 : 0);
  });

  it('is whole where the process dies in the middle of an approval: nothing is booked, and it can be approved', async () => {
    const { claim, account } = await aClaim(900);
    const { body: proposal } = await step(claim, { action: 'distribute' });
    const journals = async () =>
      (
        await ports.admin<{ n: number }>('select count(*)::int as n from journal where tenant_id = $1', [
          institution.id,
        ])
      )[0]?.n;
    const before = await journals();
    // The approval has the proposal and the claim, and waits for the account when its process dies.
    const locked = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const holding = ports.database.write(institution.id, async ({ sql }) => {
      await sql('select from savings_account where id = $1 for update', [account.id]);
      locked.resolve();
      await mayEnd.promise;
    });
    await locked.promise;
    const dying = approve(proposal);
    try {
      await eventually(async () => {
        const killed = await ports.database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%savings_account%'`,
        );
        return killed.length > 0;
      });
    } finally {
      mayEnd.resolve();
      await holding;
    }
    expect((await dying).status).toBeGreaterThanOrEqual(500);
    expect([await journals(), (await show(claim)).distributed]).toEqual([before, 0]);
    expect((await clerk.call('GET', `/api/v1/proposals/${proposal.id}`)).body.state).toBe('proposed');
    expect((await approve(proposal)).body.state).toBe('approved');
    expect((await show(claim)).distributed).toBe(900);
  });

  it('takes a fixed deposit that has not matured, with what it has earned', async () => {
    const [fixed] = await ports.database.write(institution.id, (tx) =>
      tx.sql<{ id: string }>(
        `insert into savings_product (uuid, code, name, state, kind, annual_rate, term_months)
         values (gen_random_uuid(), 'FIX12', 'Fixed deposit', 'active', 'fixed_deposit', '8', 12) returning id`,
      ),
    );
    const { id } = await clerk.aMember();
    expect((await member(id, { nominees: THIRDS }, third)).status).toBe(200);
    const deposited = await savings.anAccount(50_000, { member_id: id, product_id: Number(fixed?.id) });
    const { claim } = await aClaim(0, { memberId: id, nominees: THIRDS });
    expect((await estate(claim)).accounts).toContainEqual(expect.objectContaining({ kind: 'fixed_deposit' }));
    const withdrawal = await savings.move(deposited.id, { type: 'withdrawal', amount: 1, channel: 'cash' });
    expect(withdrawal.status).toBe(409);
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(50_000);
    expect((await savings.show(deposited.id)).balance).toBe(0);
  });

  it('recovers a loan that was written off, from what is left, and no more than was written off', async () => {
    const loan = await clerk.anActiveLoan();
    const off = await clerk.call('PATCH', `/api/v1/loans/${loan.id}`, {
      body: { action: 'write_off', reason: 'Cannot be found.' },
    });
    const proposal = off.status === 202 ? await approve(off.body) : off;
    expect(proposal.status).toBe(200);
    const { body: written } = await clerk.call('GET', `/api/v1/loans/${loan.id}`);
    expect(written.state).toBe('written_off');
    const { claim, account } = await aClaim(20_000_000, { memberId: loan.member_id });
    const owed = (await estate(claim)).loans[0].owed;
    expect(owed).toBeGreaterThan(0);
    expect(verdict(await step(claim, { action: 'distribute' }))).toEqual([409, 'claim_debts_open']);
    const setOff = { action: 'settle_loan', method: 'set_off', loan_id: loan.id, savings_account_id: account.id };
    const beyond = await step(claim, { ...setOff, amount: owed + 1 });
    expect(beyond.status).toBe(409);
    const settled = await agreed(claim, setOff);
    expect(settled.parts.at(-1)).toMatchObject({ kind: 'set_off', amount: owed });
    expect((await estate(claim)).loans.filter(({ owed: open }: { owed: number }) => open > 0)).toEqual([]);
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(20_000_000 - owed);
  });

  it('stays open while what came in beyond a written-off debt is with the society, which saves it for the heirs (finding: it closed over it)', async () => {
    const loan = await clerk.anActiveLoan();
    const onLoan = (body: object) => clerk.call('PATCH', `/api/v1/loans/${loan.id}`, { body });
    expect((await onLoan({ action: 'write_off', reason: 'Cannot be found.' })).body.state).toBe('written_off');
    const beyond = { amount: loan.outstanding.total + 77, channel: 'cash' };
    expect((await clerk.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body: beyond })).status).toBe(201);
    const { claim, account } = await aClaim(0, { memberId: loan.member_id });
    const early = await step(claim, { action: 'close' });
    expect(verdict(early)).toEqual([409, 'claim_not_settled']);
    expect(early.body.obstacles).toEqual([
      `loan ${loan.loan_no} was overpaid by 77: transfer it to an account of the member`,
    ]);
    const saved = await onLoan({ action: 'transfer_to_savings', savings_account_id: account.id });
    expect(saved.body).toMatchObject({ state: 'written_off', overpaid: 0 });
    expect(verdict(await onLoan({ action: 'transfer_to_savings', savings_account_id: account.id }))).toEqual([
      409,
      'nothing_overpaid',
    ]);
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(77);
    expect(await held('loan_overpayments')).toBe(0);
  });

  it('pays no heir by who named one, though another has changed the nominees since (finding: only the last one counted)', async () => {
    const { id } = await clerk.aMember();
    const [amina, juma] = THIRDS;
    await member(id, { nominees: [{ ...juma, share_basis_points: 10_000 }] }, manager);
    const both = [amina, juma].map((nominee) => ({ ...nominee, share_basis_points: 5_000 }));
    expect((await member(id, { nominees: both }, third)).status).toBe(200);
    await savings.anAccount(900, { member_id: id });
    const claim = await die(id);
    await document(claim);
    const proposed = await step(claim, { action: 'distribute' });
    for (const by of [manager, third])
      expect(verdict(await approve(proposed.body, by))).toEqual([409, 'four_eyes_required']);
    const fourth = lendingClient(ports, institution, await ports.openClient(institution));
    expect((await approve(proposed.body, fourth)).body.state).toBe('approved');
  });

  it('pays no heir on a channel that no rail of claims has: cash or bank', async () => {
    const { claim } = await aClaim(900);
    await agreed(claim, { action: 'distribute' });
    const byPhone = await step(claim, { action: 'pay', beneficiary: 1, channel: 'mpesa_b2c', reference: aReference() });
    expect([byPhone.status, byPhone.body.errors[0].pointer]).toEqual([422, '#/channel']);
    expect((await show(claim)).paid).toBe(0);
  });

  it('pays no heir, nor who takes the place, who is on a list of sanctions (finding: a listed heir was paid)', async () => {
    const names = ['Juma Kamau Listed', 'Otieno Appointed Listed'];
    await ports.app.watchlists.importList(systemCaller(institution, 'tests', 'tests'), {
      name: 'un',
      kind: 'sanction',
      dated: Temporal.PlainDate.from('2026-03-01'),
      digest: 'un',
      people: names.map((name) => ({ sourceId: name, names: [name], births: [], countries: [], idNumbers: [] })),
      removals: 'any',
    });
    const nominees = [
      { name: names[0], relationship: 'son', share_basis_points: 5_000 },
      { name: 'Amina Kamau', relationship: 'daughter', share_basis_points: 5_000 },
    ];
    const { claim } = await aClaim(900, { nominees });
    await agreed(claim, { action: 'distribute' });
    const pay = (beneficiary: number) => step(claim, { action: 'pay', beneficiary, channel: 'cash' });
    expect(verdict(await pay(1))).toEqual([409, 'aml_hold']);
    const grant = { action: 'add_document', document_kind: 'letters_of_administration', document_reference: 'P&A 14' };
    expect((await step(claim, grant)).status).toBe(200);
    const person = { action: 'appoint', name: names[1], relationship: 'administrator', in_place_of: 2 };
    expect((await step(claim, person, third)).status).toBe(200);
    expect(verdict(await pay(2))).toEqual([409, 'aml_hold']);
    await ports.admin(`update aml_alert set state = 'false_positive' where subject_key like 'nominee:%'`);
    expect((await agreed(claim, { action: 'pay', beneficiary: 2, channel: 'cash' })).paid).toBe(450);
  });

  it('books a payment of the insurer once, whichever endpoint receives it', async () => {
    const loan = await clerk.anActiveLoan();
    const { claim } = await aClaim(0, { memberId: loan.member_id });
    const reference = aReference();
    const insurance = { action: 'settle_loan', method: 'insurance', loan_id: loan.id, amount: 100_000, reference };
    const { parts } = await agreed(claim, insurance);
    const replayed = await step(claim, { ...insurance, reference: ` ${reference.toLowerCase()}` });
    expect([replayed.status, replayed.body.parts?.length]).toEqual([200, 1]);
    const pay = (body: object) => clerk.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body });
    const elsewhere = await pay({ amount: 100_000, channel: 'bank', reference });
    expect([elsewhere.status, elsewhere.body.uuid]).toEqual([200, parts[0].repayment_uuid]);
    expect(verdict(await step(claim, { ...insurance, amount: 100_001 }))).toEqual([409, 'duplicate_payment_reference']);

    // Booked as any other repayment before, it becomes part of the claim, once.
    const other = aReference();
    const { body: repayment } = await pay({ amount: 70_000, channel: 'bank', reference: other });
    const adopted = await agreed(claim, { ...insurance, amount: 70_000, reference: other });
    expect(adopted.parts.at(-1)).toMatchObject({ kind: 'insurance', repayment_uuid: repayment.uuid });
    expect((await step(claim, { ...insurance, amount: 70_000, reference: other })).body.parts).toHaveLength(2);
  });

  it('refuses what an insurer paid before the death, another member’s loan, and more than is owed', async () => {
    const [loan, other] = [await clerk.anActiveLoan(), await clerk.anActiveLoan()];
    const { claim, account } = await aClaim(10_000_000, { memberId: loan.member_id });
    const insurance = {
      action: 'settle_loan',
      method: 'insurance',
      loan_id: loan.id,
      amount: 5,
      reference: aReference(),
    };
    const early = await step(claim, { ...insurance, paid_at: today().subtract({ days: 3 }).toString() + 'T09:00:00Z' });
    expect([early.status, early.body.errors[0].pointer]).toEqual([422, '#/paid_at']);
    expect(verdict(await step(claim, { ...insurance, loan_id: other.id }))).toEqual([422, 'validation_failed']);
    const setOff = { action: 'settle_loan', method: 'set_off', loan_id: loan.id, savings_account_id: account.id };
    expect(verdict(await step(claim, { ...setOff, loan_id: other.id }))).toEqual([422, 'unknown_reference']);
    const { body: quote } = await clerk.call('GET', `/api/v1/loans/${loan.id}/settlement_quote`);
    const beyond = await step(claim, { ...setOff, amount: quote.total + 1 });
    expect([verdict(beyond), beyond.body.most_amount]).toEqual([[409, 'repayment_exceeds_outstanding'], quote.total]);
    const foreign = await savings.anAccount(10);
    const wrong = await step(claim, { ...setOff, savings_account_id: foreign.id });
    expect(verdict(wrong)).toEqual([422, 'unknown_reference']);
  });

  it('holds back what is held, and pays it out once it is released', async () => {
    const { claim, account } = await aClaim(1_000);
    await ports.admin('update savings_account set held = 400 where id = $1', [account.id]);
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(600);
    const none = await step(claim, { action: 'distribute' });
    expect(verdict(none)).toEqual([409, 'nothing_to_distribute']);
    await ports.admin('update savings_account set held = 0 where id = $1', [account.id]);
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(1_000);
  });

  it('empties a dormant account, and no frozen one', async () => {
    const { claim, account } = await aClaim(300);
    await ports.admin(`update savings_account set state = 'frozen', state_reason = 'Court order.' where id = $1`, [
      account.id,
    ]);
    expect(verdict(await step(claim, { action: 'distribute' }))).toEqual([409, 'nothing_to_distribute']);
    await ports.admin(
      `update savings_account set state = 'dormant', state_reason = null, dormant_since = opened_on where id = $1`,
      [account.id],
    );
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(300);
  });
});

describe('What came to a member who died by mistake', () => {
  const paidFor = (receiptNo: string, msisdn: string, accountReference: string) =>
    ports.app.mobileMoney.recordPayment(systemCaller(institution, 'tests', 'tests'), {
      channel: 'mpesa_paybill',
      receiptNo,
      amount: 7_000n,
      msisdn,
      accountReference,
      paidAt: Temporal.Now.instant(),
    });

  it('stays on the accounts where a loan was paid out twice, also of a loan that is closed', async () => {
    const { id: loan_id, loan_no, member_id } = await clerk.anActiveLoan();
    const { claim, account } = await aClaim(12_000_000, { memberId: member_id });
    await agreed(claim, { action: 'settle_loan', method: 'set_off', loan_id, savings_account_id: account.id });
    const left = (await savings.show(account.id)).balance;
    const state = (disbursement: string) =>
      ports.admin('update disbursement set state = $1 where loan_id = $2 returning amount::int', [
        disbursement,
        loan_id,
      ]);
    const [{ amount }] = (await state('in_recovery')) as [{ amount: number }];
    expect(await estate(claim)).toMatchObject({
      loans: [{ id: loan_id, state: 'closed', owed: 0, paid_twice: amount }],
      retained: amount,
      free: left - amount,
      obstacles: expect.arrayContaining([
        expect.stringContaining(`loan ${loan_no} was paid out twice: have ${amount}`),
      ]),
    });
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(left - amount);
    expect((await step(claim, { action: 'distribute' })).body).toMatchObject({
      code: 'nothing_to_distribute',
      retained: amount,
    });
    await state('confirmed');
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(left);
  });

  it('is shown where it waits in suspense, and keeps the claim open until it is placed or given back', async () => {
    const [{ id: memberId }, phone] = [await clerk.aMember(), '+254711000998'];
    expect((await member(memberId, { phone })).status).toBe(200);
    const { claim, account } = await aClaim(0, { memberId });
    const { account_no } = await savings.show(account.id);
    await paidFor('SESTATE001', phone, 'RENT');
    await paidFor('SESTATE002', '+254711000999', 'RENT');
    // What is paid for a frozen account is taken; for one that is closed it waits.
    await ports.admin(`update savings_account set state = 'closed' where id = $1`, [account.id]);
    await paidFor('SESTATE003', '+254711000999', account_no.toLowerCase());
    const { suspense, obstacles } = await estate(claim);
    expect(suspense).toEqual([
      { receipt_no: 'SESTATE001', amount: 7_000, may_be_others: false },
      { receipt_no: 'SESTATE003', amount: 7_000, may_be_others: false },
    ]);
    expect(obstacles).toEqual([
      'payment SESTATE001 of 7000 waits in suspense: allocate it, or give it back',
      'payment SESTATE003 of 7000 waits in suspense: allocate it, or give it back',
    ]);
    expect(verdict(await step(claim, { action: 'close' }))).toEqual([409, 'claim_not_settled']);
  });

  it('does not keep it open where the number is another member’s too (finding: spouses share a telephone)', async () => {
    const [{ id: memberId }, { id: widowed }, phone] = [await clerk.aMember(), await clerk.aMember(), '+254711000997'];
    for (const id of [memberId, widowed]) expect((await member(id, { phone })).status).toBe(200);
    const { claim, account } = await aClaim(0, { memberId });
    const { claim: _, account: hers } = await aClaim(0, { memberId: widowed });
    for (const each of [account, hers])
      await ports.admin(`update savings_account set state = 'closed' where id = $1`, [each.id]);
    const accountOf = async (id: number) => (await savings.show(id)).account_no as string;
    await paidFor('SSHARED001', phone, 'RENT');
    await paidFor('SSHARED002', phone, await accountOf(hers.id));
    await paidFor('SSHARED003', phone, await accountOf(account.id));
    const { suspense, obstacles } = await estate(claim);
    expect(suspense).toEqual([
      { receipt_no: 'SSHARED001', amount: 7_000, may_be_others: true },
      { receipt_no: 'SSHARED003', amount: 7_000, may_be_others: false },
    ]);
    expect(obstacles).toEqual(['payment SSHARED003 of 7000 waits in suspense: allocate it, or give it back']);
  });
});

describe('A guarantor who died', () => {
  /** A loan of another member with a guarantor who had saved 3,000 and guaranteed 2,000, and died. */
  async function aBoundEstate() {
    const draft = await clerk.aDraft();
    const guarantor = await clerk.aMember();
    const pledge = { member_id: guarantor.id, amount: 2_000 };
    const { body: guarantee } = await clerk.call('POST', `/api/v1/loans/${draft.id}/guarantees`, { body: pledge });
    await clerk.approve(draft.id);
    const { body: sent } = await clerk.disburse(draft.id);
    await clerk.notify(sent.id, { code: 0 });
    const { claim } = await aClaim(3_000, { memberId: guarantor.id });
    const of = `/api/v1/loans/${draft.id}/guarantees`;
    const change = (body: object) => clerk.call('PATCH', `${of}/${guarantee.id}`, { body });
    const all = async () => (await clerk.call('GET', of)).body.data;
    return { claim, change, all, loan: draft };
  }

  it('leaves what is bound on the account, until another member takes the place', async () => {
    const { claim, change, all, loan } = await aBoundEstate();
    expect((await all())[0]).toMatchObject({ state: 'live', substitution_due: true, liable: 2_000 });
    const { distributed } = await agreed(claim, { action: 'distribute' });
    expect(distributed).toBe(1_000);
    const none = await step(claim, { action: 'distribute' });
    expect([verdict(none), none.body.retained]).toEqual([[409, 'nothing_to_distribute'], 2_000]);
    for (const beneficiary of [1, 2, 3]) await agreed(claim, { action: 'pay', beneficiary, channel: 'cash' });
    const early = await step(claim, { action: 'close' });
    expect(verdict(early)).toEqual([409, 'claim_not_settled']);
    expect(early.body.obstacles[0]).toContain(`the member stands for 2000 of loan ${loan.loan_no}`);

    expect(verdict(await change({ action: 'substitute', member_id: loan.member_id }))).toEqual([
      409,
      'guarantee_refused',
    ]);
    const other = await clerk.aMember();
    const proposed = await change({ action: 'substitute', member_id: other.id });
    expect(proposed.status).toBe(202);
    expect((await approve(proposed.body)).body.state).toBe('approved');
    expect(
      (await all()).map((each: { state: string; member_id: number; liable: number }) => [each.state, each.liable]),
    ).toEqual([
      ['substituted', 0],
      ['live', 2_000],
    ]);
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(3_000);
    expect(verdict(await change({ action: 'substitute', member_id: other.id }))).toEqual([
      409,
      'invalid_state_transition',
    ]);
  });

  it('is discharged by two people, with a reason; one who lives is not', async () => {
    const { claim, change, all } = await aBoundEstate();
    expect(verdict(await change({ action: 'discharge' }))).toEqual([422, 'validation_failed']);
    const proposed = await change({ action: 'discharge', reason: 'The loan is secured by a title deed.' });
    expect((await approve(proposed.body)).body.state).toBe('approved');
    expect((await all())[0]).toMatchObject({ state: 'discharged', liable: 0, substitution_due: false });
    expect((await agreed(claim, { action: 'distribute' })).distributed).toBe(3_000);
    const draft = await clerk.aDraft();
    const pledge = { member_id: (await clerk.aMember()).id, amount: 10 };
    const { body } = await clerk.call('POST', `/api/v1/loans/${draft.id}/guarantees`, { body: pledge });
    const living = { body: { action: 'discharge', reason: 'A favour.' } };
    const refused = await clerk.call('PATCH', `/api/v1/loans/${draft.id}/guarantees/${body.id}`, living);
    expect(verdict(refused)).toEqual([409, 'guarantee_refused']);
  });
});

describe('What a claim has booked', () => {
  it('is undone by the claim alone, by two people, and then the death may be corrected', async () => {
    const loan = await clerk.anActiveLoan();
    const { claim, account, memberId } = await aClaim(8_000_000, { memberId: loan.member_id });
    const setOff = { action: 'settle_loan', method: 'set_off', loan_id: loan.id, savings_account_id: account.id };
    const settled = await agreed(claim, setOff);
    const { body: paid } = await clerk.call('GET', `/api/v1/loans/${loan.id}/repayments`);
    const [repayment] = paid.data;
    expect(repayment).toMatchObject({ channel: 'savings', uuid: settled.parts[0].repayment_uuid });
    const reason = 'Another Kamau died.';
    const direct = await clerk.call('PATCH', `/api/v1/loans/${loan.id}/repayments/${repayment.id}`, {
      body: { action: 'reverse', reason },
    });
    expect([verdict(direct), direct.body.reason]).toEqual([[409, 'repayment_not_reversible'], 'part_of_death_claim']);
    const alive = await member(memberId, { action: 'correct_death', reason });
    expect([verdict(alive), alive.body.parts]).toEqual([[409, 'death_claim_settled'], [1]]);
    const undone = await agreed(claim, { action: 'reverse_part', part: 1, reason });
    expect(undone.parts[0]).toMatchObject({ state: 'reversed', state_reason: reason });
    expect((await savings.show(account.id)).balance).toBe(8_000_000);
    expect((await clerk.call('GET', `/api/v1/loans/${loan.id}`)).body.state).toBe('active');
    const twice = await step(claim, { action: 'reverse_part', part: 1, reason });
    expect([twice.status, twice.body.errors[0].code]).toEqual([422, 'reversed']);

    const corrected = await member(memberId, { action: 'correct_death', reason });
    expect((await approve(corrected.body)).body.state).toBe('approved');
    expect((await show(claim)).state).toBe('cancelled');
    expect(verdict(await step(claim, { action: 'distribute' }))).toEqual([409, 'invalid_state_transition']);
    expect((await savings.move(account.id, { type: 'withdrawal', amount: 1, channel: 'cash' })).status).toBe(201);
    // A second death is a second claim.
    expect((await die(memberId)).id).not.toBe(claim.id);
  });

  it('of a distribution is undone whole, once payments from it are', async () => {
    const { claim, account, memberId } = await aClaim(1_000);
    await agreed(claim, { action: 'distribute' });
    const reference = aReference();
    const paid = await agreed(claim, { action: 'pay', beneficiary: 2, channel: 'bank', reference });
    const payout = paid.parts.at(-1);
    const reason = 'Another Kamau died.';
    const inUse = await step(claim, { action: 'reverse_part', part: 1, reason });
    expect([verdict(inUse), inUse.body.beneficiary]).toEqual([[409, 'claim_part_in_use'], 2]);
    const replayed = await step(claim, { action: 'pay', beneficiary: 2, channel: 'bank', reference });
    expect([replayed.status, replayed.body.parts.length]).toEqual([200, paid.parts.length]);
    const other = await step(claim, { action: 'pay', beneficiary: 3, channel: 'bank', reference });
    expect(verdict(other)).toEqual([409, 'duplicate_payment_reference']);

    const back = { action: 'reverse_part', part: payout.number, reason: 'The bank returned it.', cause: 'taken_back' };
    const returned = await agreed(claim, back);
    expect(returned.beneficiaries[1].due).toBe(payout.amount);
    const again = await step(claim, { action: 'pay', beneficiary: 2, channel: 'bank', reference });
    expect(verdict(again)).toEqual([409, 'duplicate_payment_reference']);
    const undone = await agreed(claim, { action: 'reverse_part', part: 1, reason });
    expect([undone.distributed, undone.paid]).toEqual([0, 0]);
    expect((await savings.show(account.id)).balance).toBe(1_000);
    const corrected = await member(memberId, { action: 'correct_death', reason });
    expect((await approve(corrected.body)).body.state).toBe('approved');
  });
});

describe('Interest of a member who died', () => {
  it('is earned until the money is distributed, and posted with it, less tax', async () => {
    await ports.admin(`update savings_product set withholding_tax_rate = '15' where id = $1`, [
      savings.savingsProduct.id,
    ]);
    const { claim, account } = await aClaim(10_000_000);
    const day = today();
    const system = await ports.app.jobCaller(institution.id, 'close-of-business');
    await ports.app.closeOfBusiness(system, { through: day, firstDay: day });
    const [{ interest_accrued: accrued, balance }] = (await estate(claim)).accounts;
    // The close of a month's last day has posted it by then.
    const isPosted = isPostingDay(day, 'month');
    expect([accrued, balance]).toEqual(isPosted ? [0, 10_000_699] : [822, 10_000_000]);
    const { distributed } = await agreed(claim, { action: 'distribute' });
    const { body } = await clerk.call('GET', `/api/v1/savings_accounts/${account.id}/transactions?sort=id`);
    const moved = body.data.map(({ type, amount }: { type: string; amount: number }) => [type, amount]);
    expect(moved).toEqual([
      ['deposit', 10_000_000],
      ['interest', 822],
      ['withholding_tax', 123],
      ['transfer_out', distributed],
    ]);
    expect(distributed).toBe(10_000_699);
    const left = (await estate(claim)).accounts[0];
    expect([left.balance, left.interest_accrued]).toEqual([0, 0]);
  });
});
