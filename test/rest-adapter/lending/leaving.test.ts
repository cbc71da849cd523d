import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
/** The client of another person. */
let checker: LendingClient;
let third: LendingClient;
let savings: SavingsClient;
let shares: number;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
  checker = lendingClient(ports, institution, await ports.openClient(institution));
  third = lendingClient(ports, institution, await ports.openClient(institution));
  savings = await savingsClient(ports, institution, partner);
  const { body } = await partner.call('GET', '/api/v1/savings_products?filter[kind]=shares');
  shares = body.data[0].id;
});
afterAll(() => ports.close());

const actOn = (memberId: number, body: object) => partner.call('PATCH', `/api/v1/members/${memberId}`, { body });
const leave = (memberId: number) => actOn(memberId, { action: 'exit' });
const held = async (account: string): Promise<number> => {
  const [row] = await ports.admin<{ held: string }>(
    `select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::text as held
       from journal_line where tenant_id = $1 and account = $2`,
    [institution.id, account],
  );
  return Number(row?.held);
};

describe('A member who wants to leave', () => {
  it('stays while a guarantee of theirs is live (finding: a guarantor with live guarantees exited)', async () => {
    const guarantor = await partner.aMember();
    const draft = await partner.aDraft();
    const pledge = { member_id: guarantor.id, amount: 100_000 };
    const pledged = await partner.call('POST', `/api/v1/loans/${draft.id}/guarantees`, { body: pledge });
    expect(pledged.status).toBe(201);
    const { status, body } = await leave(guarantor.id);
    expect([status, body.code]).toEqual([409, 'member_has_obligations']);
    expect(body.obligations).toEqual([`the member stands for loan ${draft.loan_no}`]);
  });

  it('stays while a written-off debt is owed', async () => {
    const loan = await partner.anActiveLoan();
    await ports.admin(`update loan set state = 'written_off', written_off = 500000 where id = $1`, [loan.id]);
    const { body } = await leave(loan.member_id);
    expect(body.obligations).toEqual([`loan ${loan.loan_no} was written off and is owed`]);
    await ports.admin(`update loan set state = 'active', written_off = 0 where id = $1`, [loan.id]);
  });

  it('stays while money of a loan that was paid out twice is owed, also once the loan is repaid', async () => {
    const loan = await partner.anActiveLoan();
    await ports.admin(`update loan set state = 'closed' where id = $1`, [loan.id]);
    const pay = (state: string) =>
      ports.admin('update disbursement set state = $2 where loan_id = $1', [loan.id, state]);
    await pay('in_recovery');
    const { body } = await leave(loan.member_id);
    expect(body.obligations).toEqual([`loan ${loan.loan_no} was paid out twice: what came twice is owed`]);
    await pay('confirmed');
    await ports.admin(`update loan set state = 'active' where id = $1`, [loan.id]);
  });

  it('stays while what came in beyond a written-off debt is not given back (finding: it stayed with the society)', async () => {
    const loan = await partner.anActiveLoan();
    const act = (body: object) => partner.call('PATCH', `/api/v1/loans/${loan.id}`, { body });
    const { outstanding } = (await partner.call('GET', `/api/v1/loans/${loan.id}`)).body;
    expect((await act({ action: 'write_off', reason: 'Can’t be found.' })).status).toBe(200);
    await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
      body: { amount: outstanding.total + 77, channel: 'cash' },
    });
    expect((await leave(loan.member_id)).body.obligations).toEqual([
      `loan ${loan.loan_no} was paid 77 too much: give it back`,
    ]);
    expect((await act({ action: 'refund_overpayment', channel: 'cash' })).body.overpaid).toBe(0);
    expect((await leave(loan.member_id)).body.state).toBe('exited');
  });

  it('stays while shares are held, and leaves once they are redeemed after notice', async () => {
    const account = await savings.anAccount(40_000, { product_id: shares });
    expect((await leave(account.member_id)).body.obligations).toEqual([
      `share account ${account.account_no} holds shares`,
    ]);
    const path = `/api/v1/savings_accounts/${account.id}`;
    const early = await savings.move(account.id, { type: 'withdrawal', amount: 40_000, channel: 'cash' });
    expect([early.status, early.body.code]).toEqual([409, 'withdrawal_not_allowed']);
    const noticed = await partner.call('PATCH', path, { body: { action: 'give_notice' } });
    expect(noticed.body.redeemable_from).toMatch(/^\d{4}-\d\d-\d\d$/);
    await ports.admin('update savings_account set redeemable_from = opened_on where id = $1', [account.id]);
    const redeemed = await savings.move(account.id, { type: 'withdrawal', amount: 40_000, channel: 'cash' });
    expect([redeemed.status, redeemed.body.balance_after]).toEqual([201, 0]);
    expect((await leave(account.member_id)).body.state).toBe('exited');
  });
});

describe('The accounts of a member who left', () => {
  it('take no money (finding: an empty account that stayed open took deposits for who had left)', async () => {
    const account = await savings.anAccount(0);
    expect((await leave(account.member_id)).body.state).toBe('exited');
    const deposit = await savings.move(account.id, { type: 'deposit', amount: 10_000, channel: 'cash' });
    expect([deposit.status, deposit.body.code]).toEqual([409, 'member_not_active']);
    expect(deposit.body.detail).toMatch(/has left: account .+ takes no money any more/);
  });

  it('get no withdrawal back (finding: its reversal left an account of who had left with money)', async () => {
    const account = await savings.anAccount(10_000);
    const withdrawal = await savings.move(account.id, { type: 'withdrawal', amount: 10_000, channel: 'cash' });
    expect((await leave(account.member_id)).body.state).toBe('exited');
    const request = {
      caller: systemCaller(institution, 'tests', 'tests'),
      claim: null,
      present: async () => ({ status: 200, headers: {}, body: 'reversed' }),
      proposed: () => ({ status: 202, headers: {}, body: 'proposed' }),
      refused: () => ({ status: 409, headers: {}, body: 'refused' }),
    };
    const command = { savingsTransactionId: withdrawal.body.id, reason: 'Of another member.' };
    await expect(ports.app.savings.reverseSavingsTransaction(request, command)).rejects.toMatchObject({
      code: 'member_not_active',
      details: { member_id: account.member_id, member_state: 'exited' },
    });
    expect(await savings.show(account.id)).toMatchObject({ balance: 0, state: 'active' });
  });

  it('take nothing that a loan was overpaid (finding: the transfer to savings looked at no member)', async () => {
    const loan = await partner.anActiveLoan();
    const { outstanding } = (await partner.call('GET', `/api/v1/loans/${loan.id}`)).body;
    await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
      body: { amount: outstanding.total + 77, channel: 'cash' },
    });
    const opened = await savings.open({ member_id: loan.member_id });
    // Nobody leaves with a loan overpaid: what stands here came about in another way, such as a migration of books.
    await ports.admin(`update member set state = 'exited' where id = $1`, [loan.member_id]);
    const { status, body } = await partner.call('PATCH', `/api/v1/loans/${loan.id}`, {
      body: { action: 'transfer_to_savings', savings_account_id: opened.body.id },
    });
    expect([status, body.code, body.member_state]).toEqual([409, 'member_not_active', 'exited']);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body.overpaid).toBe(77);
    await ports.admin(`update member set state = 'active' where id = $1`, [loan.member_id]);
  });

  it('leave money that a payer sends all the same in suspense', async () => {
    const account = await savings.anAccount(0);
    await leave(account.member_id);
    const paid = await partner.call('POST', '/api/v1/mobile_money/transactions', {
      body: {
        channel: 'mpesa_paybill',
        amount: 20_000,
        msisdn: '+254712000333',
        account_reference: account.account_no,
        receipt_no: 'SFLEFT1',
      },
    });
    expect([paid.status, paid.body.state]).toEqual([201, 'unallocated']);
  });
});

describe('The accounts of a member who died or is blacklisted', () => {
  it.each([
    ['record_death', 'deceased', { died_on: '2026-01-02', document_reference: 'Burial permit 77' }],
    ['blacklist', 'blacklisted', {}],
  ])('pay nothing out after %s, and take money in', async (action, state, more) => {
    const account = await savings.anAccount(10_000);
    const placed = await partner.call('POST', `/api/v1/savings_accounts/${account.id}/transactions`, {
      body: { type: 'deposit', amount: 5, channel: 'cash' },
    });
    expect(placed.status).toBe(201);
    await actOn(account.member_id, { action, reason: 'Reported to us.', ...more });
    const { status, body } = await savings.move(account.id, { type: 'withdrawal', amount: 1, channel: 'cash' });
    expect([status, body.code, body.member_state]).toEqual([409, 'payouts_stopped', state]);
    expect((await savings.move(account.id, { type: 'deposit', amount: 1, channel: 'cash' })).status).toBe(201);
  });
});

describe('A death that was recorded by mistake', () => {
  it('is taken back, and the member is paid again', async () => {
    const account = await savings.anAccount(10_000);
    const nominees = [
      { name: 'Amina Kamau', relationship: 'daughter', share_basis_points: 3_334 },
      {
        name: 'Juma Kamau',
        relationship: 'son',
        share_basis_points: 6_666,
        date_of_birth: '2020-05-01',
        guardian: { name: 'Grace Njeri', phone: '+254712000111' },
      },
    ];
    const named = await actOn(account.member_id, { nominees });
    expect([named.status, named.body.nominees]).toMatchObject([200, nominees]);
    const death = { action: 'record_death', died_on: '2026-01-02', document_reference: 'Burial permit 77' };
    const died = await actOn(account.member_id, death);
    expect(died.body).toMatchObject({
      state: 'deceased',
      died_on: '2026-01-02',
      death_document: 'Burial permit 77',
      available_actions: ['correct_death', 'erase'],
    });
    const changed = await actOn(account.member_id, { nominees: [] });
    expect([changed.status, changed.body.code]).toEqual([409, 'nominees_final']);
    const proposed = await actOn(account.member_id, { action: 'correct_death', reason: 'A namesake died.' });
    expect([proposed.status, proposed.body.command]).toEqual([202, 'correct_death']);
    const still = await partner.call('GET', `/api/v1/members/${account.member_id}`);
    expect(still.body.state).toBe('deceased');
    const approval = { body: { action: 'approve' } };
    const own = await partner.call('PATCH', `/api/v1/proposals/${proposed.body.id}`, approval);
    expect([own.status, own.body.code]).toEqual([409, 'four_eyes_required']);
    expect((await checker.call('PATCH', `/api/v1/proposals/${proposed.body.id}`, approval)).body.state).toBe(
      'approved',
    );
    const corrected = await partner.call('GET', `/api/v1/members/${account.member_id}`);
    expect(corrected.body).toMatchObject({ state: 'active', died_on: null, death_document: null });
    const paid = await savings.move(account.id, { type: 'withdrawal', amount: 1, channel: 'cash' });
    expect(paid.status).toBe(201);
  });
});

describe('The nominees of a member whose death was corrected', () => {
  it('are changed by another person than those who recorded and corrected it (finding: one person redirected what is left)', async () => {
    const member = await partner.aMember();
    const death = { action: 'record_death', died_on: '2026-01-02', document_reference: 'Burial permit 78' };
    expect((await actOn(member.id, death)).body.state).toBe('deceased');
    const proposed = await actOn(member.id, { action: 'correct_death', reason: 'A namesake died.' });
    await checker.call('PATCH', `/api/v1/proposals/${proposed.body.id}`, { body: { action: 'approve' } });
    const nominees = [{ name: 'Juma Kamau', relationship: 'friend', share_basis_points: 10_000 }];
    for (const by of [partner, checker]) {
      const { status, body } = await by.call('PATCH', `/api/v1/members/${member.id}`, { body: { nominees } });
      expect([status, body.code]).toEqual([409, 'four_eyes_required']);
      const other = await by.call('PATCH', `/api/v1/members/${member.id}`, { body: { name: 'Wanjiku Kamau' } });
      expect(other.status).toBe(200);
    }
    const named = await third.call('PATCH', `/api/v1/members/${member.id}`, { body: { nominees } });
    expect([named.status, named.body.nominees]).toMatchObject([200, nominees]);
    // The same once more changes nothing, and leaves who named them.
    const again = await partner.call('PATCH', `/api/v1/members/${member.id}`, { body: { nominees, kyc: member.kyc } });
    expect([again.status, again.body.version]).toEqual([200, named.body.version]);
  });
});

describe('Shares', () => {
  it('are capital, and never among what members saved', async () => {
    const before = [await held('share_capital'), await held('savings_control')];
    await savings.anAccount(70_000, { product_id: shares });
    expect([await held('share_capital'), await held('savings_control')]).toEqual([before[0]! - 70_000, before[1]]);
  });

  it('pass to another member, and the capital stays', async () => {
    const [from, to] = [
      await savings.anAccount(30_000, { product_id: shares }),
      await savings.anAccount(0, { product_id: shares }),
    ];
    const capital = await held('share_capital');
    const pass = (body: object) =>
      partner.call('POST', `/api/v1/savings_accounts/${from.id}/share_transfers`, { body });
    const { status, body } = await pass({ to_savings_account_id: to.id, amount: 20_000 });
    expect([status, body.type, body.balance_after]).toEqual([201, 'transfer_out', 10_000]);
    expect((await savings.show(to.id)).balance).toBe(20_000);
    expect([await held('share_capital'), await held('share_transfers')]).toEqual([capital, 0]);
    const tooMuch = await pass({ to_savings_account_id: to.id, amount: 10_001 });
    expect(tooMuch.body.code).toBe('insufficient_funds');
    const ordinary = await savings.anAccount(0);
    expect((await pass({ to_savings_account_id: ordinary.id, amount: 1 })).body.code).toBe('not_share_accounts');
    expect((await pass({ to_savings_account_id: from.id, amount: 1 })).body.code).toBe('not_share_accounts');
  });
});

const product = (code: string) => ({
  code,
  name: code,
  method: 'flat',
  interest_rate: '12',
  min_principal: 1_000,
  max_principal: 100_000_000,
  min_term_months: 1,
  max_term_months: 36,
});

describe('While a member leaves', () => {
  /** Another transaction has the member; the request waits for it, and then it is as that left it. */
  const meanwhile = (memberId: number, request: () => ReturnType<LendingClient['call']>) =>
    beside({ table: 'member', id: memberId, change: `update member set state = 'exited' where id = $1` }, request);
  async function beside(
    { table, id, change }: { readonly table: 'member' | 'loan'; readonly id: number; readonly change: string },
    request: () => ReturnType<LendingClient['call']>,
  ) {
    const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const leaving = ports.database.write(institution.id, async ({ sql }) => {
      await sql(`select from ${table} where id = $1 for no key update`, [id]);
      await sql(change, [id]);
      locked.resolve();
      await mayEnd.promise;
    });
    await locked.promise;
    const waiting = request();
    try {
      await eventually(async () => {
        const rows = await ports.database.query(
          `select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%"${table}"%'`,
        );
        return rows.length > 0;
      });
    } finally {
      mayEnd.resolve();
      await leaving;
    }
    const { status, body } = await waiting;
    return [status, body.code];
  }

  it('they give no guarantee, and no loan of theirs is approved (finding: a guarantee was given between the steps of an exit)', async () => {
    const draft = await partner.aDraft();
    const guarantor = await partner.aMember();
    const pledge = { body: { member_id: guarantor.id, amount: 100_000 } };
    const pledged = () => partner.call('POST', `/api/v1/loans/${draft.id}/guarantees`, pledge);
    expect(await meanwhile(guarantor.id, pledged)).toEqual([409, 'guarantee_refused']);
    expect(await meanwhile(draft.member_id, () => partner.approve(draft.id))).toEqual([409, 'member_not_active']);
  });

  it('nor is a loan approved without a guarantor who steps back meanwhile (finding: it was approved with none)', async () => {
    const { body: guaranteed } = await partner.call('POST', '/api/v1/loan_products', {
      body: { ...product('STOOD'), terms: { policies: { guarantors_required: 1 } } },
    });
    const draft = await partner.aDraft({ product_id: guaranteed.id, principal: 1_000_000 });
    const pledge = { body: { member_id: (await partner.aMember()).id, amount: 100_000 } };
    expect((await partner.call('POST', `/api/v1/loans/${draft.id}/guarantees`, pledge)).status).toBe(201);
    const change = `update guarantee set state = 'withdrawn', liable = 0 where loan_id = $1`;
    const approved = await beside({ table: 'loan', id: draft.id, change }, () => partner.approve(draft.id));
    expect(approved).toEqual([409, 'guarantors_missing']);
  });
});

describe('Loans beside each other that go by one member’s deposits', () => {
  it('are lent of them once (finding: each took the whole multiple)', async () => {
    const terms = { policies: { deposit_multiple: '3' } };
    const { body: offered } = await partner.call('POST', '/api/v1/loan_products', {
      body: { ...product('MULT'), terms },
    });
    const account = await savings.anAccount(1_000_000);
    const draft = async (principal: number) => {
      const application = partner.anApplication(account.member_id, { product_id: offered.id, principal });
      return (await partner.call('POST', '/api/v1/loans', { body: application })).body.id as number;
    };
    const [first, second, third] = [await draft(2_000_000), await draft(1_000_001), await draft(1_000_000)];
    expect((await partner.approve(first)).status).toBe(200);
    const refused = await partner.approve(second);
    expect([refused.status, refused.body.code]).toEqual([409, 'deposit_multiple_exceeded']);
    expect(refused.body).toMatchObject({ deposits: 1_000_000, borrowed: 2_000_000, most_principal: 1_000_000 });
    // Of two approvals at the same moment, one counts the other.
    const fourth = await draft(1_000_000);
    const both = await Promise.all([partner.approve(third), checker.approve(fourth)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('The shares of a member who owes', () => {
  it('pass to no other member, as they are not redeemed (finding: a borrower emptied the share account into another’s)', async () => {
    const loan = await partner.anActiveLoan();
    const from = await savings.anAccount(30_000, { product_id: shares, member_id: loan.member_id });
    const to = await savings.anAccount(0, { product_id: shares });
    const pass = () =>
      partner.call('POST', `/api/v1/savings_accounts/${from.id}/share_transfers`, {
        body: { to_savings_account_id: to.id, amount: 30_000 },
      });
    const refused = await pass();
    expect([refused.status, refused.body.code]).toEqual([409, 'member_owes']);
    expect(refused.body.debts).toEqual([`loan ${loan.loan_no} is open`]);
    const { outstanding } = (await partner.call('GET', `/api/v1/loans/${loan.id}`)).body;
    await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
      body: { amount: outstanding.total, channel: 'cash' },
    });
    expect((await pass()).status).toBe(201);
  });
});

describe('The guarantor of a debt that was written off', () => {
  const standing = async () => {
    const guarantor = await partner.aMember();
    const draft = await partner.aDraft();
    const onLoan = (body: object) => partner.call('PATCH', `/api/v1/loans/${draft.id}`, { body });
    const path = `/api/v1/loans/${draft.id}/guarantees`;
    const pledge = { member_id: guarantor.id, amount: 100_000 };
    expect((await partner.call('POST', path, { body: pledge })).status).toBe(201);
    expect((await partner.approve(draft.id)).status).toBe(200);
    const { body: paidOut } = await partner.disburse(draft.id);
    expect((await partner.notify(paidOut.id, { code: 0 })).status).toBe(200);
    const { outstanding } = (await partner.call('GET', `/api/v1/loans/${draft.id}`)).body;
    expect((await onLoan({ action: 'write_off', reason: 'Can’t be found.' })).body.state).toBe('written_off');
    const guarantee = async () => (await partner.call('GET', path)).body.data[0];
    return { guarantor, loan: draft, owed: outstanding.total as number, guarantee };
  };
  const pay = (loanId: number, amount: number) =>
    partner.call('POST', `/api/v1/loans/${loanId}/repayments`, { body: { amount, channel: 'cash' } });

  it('is free once it was recovered, and bound again where that is taken back (finding: bound for ever)', async () => {
    const { guarantor, loan, owed, guarantee } = await standing();
    expect((await pay(loan.id, owed - 1)).status).toBe(201);
    expect(await guarantee()).toMatchObject({ state: 'live', liable: 1 });
    const last = await pay(loan.id, 1);
    expect(await guarantee()).toMatchObject({ state: 'released', liable: 0 });
    const reversal = { body: { action: 'reverse', reason: 'Of another loan.' } };
    await partner.call('PATCH', `/api/v1/loans/${loan.id}/repayments/${last.body.id}`, reversal);
    expect(await guarantee()).toMatchObject({ state: 'live' });
    expect((await pay(loan.id, 1)).status).toBe(201);
    expect((await leave(guarantor.id)).body.state).toBe('exited');
  });
});

describe('A dormant member', () => {
  it('returns with fresh particulars only', async () => {
    const member = await partner.aMember();
    await ports.admin(`update member set state = 'dormant' where id = $1`, [member.id]);
    const without = await actOn(member.id, { action: 'reactivate' });
    // Whatever the state: the document says that the action needs it.
    expect([without.status, without.body.errors[0]]).toMatchObject([422, { pointer: '#/kyc', code: 'required' }]);
    const { body } = await actOn(member.id, { action: 'reactivate', kyc: member.kyc });
    expect([body.state, body.kyc_confirmed_on]).toEqual(['active', expect.stringMatching(/^\d{4}-/)]);
  });
});
