import { randomUUID } from 'node:crypto';
import { asOwner } from '#platform/cli/owner.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';
import type { Json } from '#test/support/subgraph-client.ts';

let graph: LendingGraph;
beforeAll(async () => {
  graph = await openLendingGraph();
});
afterAll(() => graph.close());

/** What a loan owes, in minor units. */
const owedOn = async (uuid: string): Promise<number> => {
  const [row] = await graph.testApp.sql<{ owed: string }>(
    'select principal_outstanding + interest_outstanding + fees_outstanding as owed from loan where uuid = $1',
    [uuid],
  );
  return Number(row?.owed);
};

const carryOut = async (name: string, input: object, selected: string, caller?: Caller) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const data = await graph.query(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${selected} userErrors { code path } } }`,
    { input },
    caller,
  );
  return data[name];
};

async function anActiveLoan(): Promise<string> {
  const loanId = await graph.uuidOf('loan', await graph.testApp.readyLoan(1_000_000n));
  const paid = await carryOut(
    'disburseLoan',
    { loanId, amount: 1_000_000, channel: 'MPESA_B2C', msisdn: '+254712345678' },
    'disbursement { id }',
  );
  await graph.confirm(paid.disbursement.id);
  return loanId;
}
const why = { reason: 'A reason.' };

describe('A loan product', () => {
  it('carries the terms that its loans start with', async () => {
    const made = await carryOut(
      'createLoanProduct',
      {
        code: 'HARVEST',
        name: 'Harvest loan',
        method: 'FLAT',
        interestRate: '14',
        minPrincipal: 100_000,
        maxPrincipal: 5_000_000,
        minTermMonths: 3,
        maxTermMonths: 12,
        terms: {
          fees: [{ name: 'Insurance', when: 'INSTALMENT', amount: 500 }],
          penalty: { graceDays: 3, every: 'DAY', percent: '0.1' },
          prepayment: 'REDUCE_NUMBER',
          guarantorsRequired: 1,
          frequency: { unit: 'WEEKS', every: 2 },
        },
      },
      `loanProduct { id state terms {
         fees { name when amount percent of } penalty { amount percent of graceDays every } prepayment
         guarantorsRequired writeOffAfterDays frequency { unit every } rounding settlementInterest } }`,
    );
    expect(made.userErrors).toEqual([]);
    expect(made.loanProduct).toMatchObject({
      state: 'ACTIVE',
      terms: {
        fees: [{ name: 'Insurance', when: 'INSTALMENT', amount: 500, percent: null, of: null }],
        penalty: { amount: null, percent: '0.1', of: 'PRINCIPAL', graceDays: 3, every: 'DAY' },
        prepayment: 'REDUCE_NUMBER',
        guarantorsRequired: 1,
        writeOffAfterDays: 0,
        frequency: { unit: 'WEEKS', every: 2 },
        rounding: 'HALF_EVEN',
        settlementInterest: 'PAY_OFF_DATE',
      },
    });
    const productId = made.loanProduct.id;
    const edited = await carryOut(
      'editLoanProduct',
      { productId, interestRate: '15.5', terms: { depositMultiple: '3', prepayment: 'ADJUST_LAST' } },
      `loanProduct { name interestRate version terms { depositMultiple guarantorsRequired prepayment earlyPayment
         lateAccrues lateInterest { of } allocation { order direction future } calendar { policy holidays } levelRate } }`,
    );
    expect(edited.userErrors).toEqual([]);
    expect(edited.loanProduct).toMatchObject({
      name: 'Harvest loan',
      interestRate: '15.5',
      version: 2,
      terms: {
        depositMultiple: '3',
        guarantorsRequired: 1,
        prepayment: 'ADJUST_LAST',
        earlyPayment: 'INTEREST_FIRST',
        lateAccrues: true,
        lateInterest: null,
        allocation: { direction: 'HORIZONTAL', future: 'NEXT' },
        calendar: { policy: 'UNCHANGED', holidays: [] },
      },
    });
    const order = ['past_due', 'due', 'in_advance'].flatMap((time) =>
      ['principal', 'interest', 'fee', 'penalty'].map((part) => `${time}_${part}`),
    );
    const late = { annualRate: '24', dayCount: 'ACTUAL_365', of: 'PRINCIPAL', graceDays: 5, rounding: 'UP' };
    const allocation = { order, direction: 'VERTICAL', future: 'LAST' };
    const shown = `loanProduct { terms {
      penalty { amount } prepayment lateInterest { annualRate dayCount of graceDays rounding }
      allocation { order direction future } guarantorsRequired } }`;
    const taught = await carryOut(
      'editLoanProduct',
      { productId, terms: { lateInterest: late, allocation, penalty: null, prepayment: null } },
      shown,
    );
    expect(taught.userErrors).toEqual([]);
    expect(taught.loanProduct.terms).toEqual({
      penalty: null,
      prepayment: null,
      lateInterest: late,
      allocation,
      guarantorsRequired: 1,
    });
    const stored = await carryOut('editLoanProduct', { productId, terms: { mostTranches: 2 } }, shown);
    expect(stored.loanProduct.terms).toEqual(taught.loanProduct.terms);
    const partly = { productId, terms: { allocation: { ...allocation, order: order.slice(1) } } };
    expect((await carryOut('editLoanProduct', partly, 'loanProduct { id }')).userErrors).toEqual([
      { code: 'incomplete', path: ['input', 'terms', 'allocation', 'order'] },
    ]);
    const retired = await carryOut('retireLoanProduct', { productId }, 'loanProduct { state }');
    expect(retired.loanProduct.state).toBe('RETIRED');
    const back = await carryOut('reactivateLoanProduct', { productId }, 'loanProduct { state }');
    expect(back.loanProduct.state).toBe('ACTIVE');
  });
});

describe('A loan of agreed instalments', () => {
  it('says how large they are', async () => {
    const offered = {
      code: 'AGREED',
      name: 'Agreed instalments',
      method: 'FIXED_INSTALMENT',
      interestRate: '12',
      minPrincipal: 100_000,
      maxPrincipal: 5_000_000,
      minTermMonths: 1,
      maxTermMonths: 12,
    };
    const { loanProduct } = await carryOut('createLoanProduct', offered, 'loanProduct { id }');
    const memberId = await graph.uuidOf('member', graph.testApp.memberId);
    const wanted = { memberId, productId: loanProduct.id, principal: 600_000, termMonths: 12 };
    const apply = async (input: object) => carryOut('applyForLoan', input, 'loan { instalmentAmount }');
    expect((await apply({ ...wanted, instalmentAmount: 60_000 })).loan).toEqual({ instalmentAmount: 60_000 });
    expect((await apply(wanted)).userErrors).toMatchObject([{ code: 'required' }]);
    expect((await apply({ ...wanted, instalmentAmount: 0 })).userErrors).toMatchObject([{ code: 'range' }]);
  });
});

describe('The life of a loan in the graph', () => {
  it('charges, waives, settles, and takes the settlement back', async () => {
    const loanId = await anActiveLoan();
    const charged = await carryOut(
      'chargeLoan',
      { loanId, part: 'PENALTIES', amount: 500, ...why },
      'loan { outstanding { penalties } settlementQuote { total validUntil } }',
    );
    expect(charged.userErrors).toEqual([]);
    expect(charged.loan.outstanding.penalties).toBe(500);
    const waived = await carryOut(
      'waiveLoanCharge',
      { loanId, part: 'PENALTIES', ...why },
      'loan { outstanding { penalties } settlementQuote { total } }',
    );
    expect(waived.loan.outstanding.penalties).toBe(0);
    const { total } = waived.loan.settlementQuote;
    const short = await carryOut('settleLoan', { loanId, amount: total - 1, channel: 'CASH' }, 'repayment { id }');
    expect(short.userErrors).toMatchObject([{ code: 'settlement_too_small' }]);
    const settled = await carryOut(
      'settleLoan',
      { loanId, amount: total, channel: 'CASH' },
      'repayment { id availableActions loan { state closeReason settlementQuote { total } } }',
    );
    expect(settled.repayment).toMatchObject({
      availableActions: ['REVERSE'],
      loan: { state: 'CLOSED', closeReason: 'settled', settlementQuote: null },
    });
    const back = await carryOut(
      'reverseRepayment',
      { repaymentId: settled.repayment.id, ...why },
      'repayment { state stateReason loan { state schedule { number } } }',
    );
    expect(back.repayment).toMatchObject({ state: 'REVERSED', loan: { state: 'ACTIVE' } });
    expect(back.repayment.loan.schedule).toHaveLength(12);
  });

  it('reschedules, charges off, writes off and lets the debt stand again', async () => {
    const loanId = await anActiveLoan();
    const today = graph.testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
    const change = { from: today.add({ months: 4 }).toString(), annualRate: '6' };
    const moved = await carryOut('rescheduleLoan', { loanId, change, ...why }, 'loan { maturityDate }');
    expect(moved.userErrors).toEqual([]);
    const off = await carryOut('chargeOffLoan', { loanId, ...why }, 'loan { state chargedOffOn availableActions }');
    expect(off.loan).toMatchObject({ state: 'ACTIVE', chargedOffOn: today.toString() });
    const gone = await carryOut('writeOffLoan', { loanId, ...why }, 'loan { state writtenOff availableActions }');
    expect(gone.loan).toMatchObject({ state: 'WRITTEN_OFF', availableActions: ['UNDO_WRITE_OFF'] });
    const again = await carryOut('undoLoanWriteOff', { loanId, ...why }, 'loan { state writtenOff }');
    expect(again.loan).toMatchObject({ state: 'ACTIVE', writtenOff: 0 });
  });

  it('refinances, refunds, undoes a disbursement', async () => {
    const loanId = await anActiveLoan();
    const productId = await graph.uuidOf('loan_product', graph.testApp.productId);
    const fresh = await carryOut(
      'refinanceLoan',
      { loanId, productId, termMonths: 24 },
      'loan { id refinances { id } }',
    );
    expect(fresh.loan.refinances.id).toBe(loanId);
    await carryOut(
      'recordRepayment',
      { loanId: fresh.loan.id, amount: (await owedOn(fresh.loan.id)) + 1_000, channel: 'CASH' },
      'repayment { id }',
    );
    const refunded = await carryOut(
      'refundLoanOverpayment',
      { loanId: fresh.loan.id, channel: 'BANK', reference: 'FT-REFUND-1' },
      'loan { state closeReason overpaid }',
    );
    expect(refunded.loan).toEqual({ state: 'CLOSED', closeReason: 'refunded', overpaid: 0 });
    const other = await anActiveLoan();
    const undone = await carryOut(
      'undoLoanDisbursement',
      { loanId: other, reversalReceiptNo: 'R1', ...why },
      'loan { state disbursedPrincipal schedule { number } }',
    );
    expect(undone.loan).toEqual({ state: 'READY_TO_DISBURSE', disbursedPrincipal: 0, schedule: [] });
  });

  it('pauses its lateness, and shows the terms that it started with', async () => {
    const loanId = await anActiveLoan();
    const arrears = 'loan { arrears { pausedFrom pausedUntil } terms { dayCount depositMultiple } }';
    const paused = await carryOut('pauseLoanArrears', { loanId, until: '2050-01-01', ...why }, arrears);
    expect(paused.loan).toMatchObject({
      arrears: { pausedUntil: '2050-01-01' },
      terms: { dayCount: 'THIRTY_360', depositMultiple: '0' },
    });
    const resumed = await carryOut('resumeLoanArrears', { loanId }, arrears);
    expect(resumed.loan.arrears).toEqual({ pausedFrom: null, pausedUntil: null });
    const again = await carryOut('resumeLoanArrears', { loanId }, arrears);
    expect(again.userErrors).toMatchObject([{ code: 'arrears_not_paused' }]);
  });

  const requireTwo = async (fourEyes: boolean) => {
    const { settings, tenantId, internals } = graph.testApp;
    await asOwner(settings.adminUrl, (owner) =>
      owner.query('update tenant set four_eyes = $2 where id = $1', [tenantId, fourEyes]),
    );
    internals.tenants.forget(tenantId);
  };

  it('takes a loss that is proposed, unless it is declined', async () => {
    const { testApp } = graph;
    const loanId = await anActiveLoan();
    await requireTwo(true);
    try {
      const shown = 'proposal { id state decisionReason subjectType subjectId evidence { text } availableActions }';
      const propose = async () => (await carryOut('writeOffLoan', { loanId, ...why }, `loan { id } ${shown}`)).proposal;
      const first = await propose();
      expect(first).toMatchObject({ state: 'PROPOSED', subjectType: 'loan', subjectId: loanId });
      expect(first.availableActions).toEqual(['ADD_EVIDENCE', 'APPROVE', 'REJECT', 'WITHDRAW']);
      const declined = await carryOut('rejectProposal', { proposalId: first.id, reason: 'They pay.' }, shown);
      expect(declined.proposal).toMatchObject({ state: 'REJECTED', decisionReason: 'They pay.' });
      await carryOut('withdrawProposal', { proposalId: (await propose()).id }, shown);
      const last = { proposalId: (await propose()).id };
      const seen = await carryOut('addProposalEvidence', { ...last, evidence: 'Letter' }, shown);
      expect(seen.proposal).toMatchObject({ state: 'PROPOSED', evidence: [{ text: 'Letter' }] });
      const inbox = `{ pendingApprovals(first: 10, filter: { kinds: [PROPOSAL] }) { totalCount nodes {
        kind command moves amount mutation subjectType expiresAt mayDecide obstacle proposal { id } loan { id } } } }`;
      expect((await graph.query(inbox)).pendingApprovals).toEqual({
        totalCount: 1,
        nodes: [
          {
            kind: 'PROPOSAL',
            command: 'WRITE_OFF_LOAN',
            moves: 'OWED',
            amount: expect.any(Number),
            mutation: 'approveProposal',
            subjectType: 'loan',
            expiresAt: expect.any(String),
            mayDecide: false,
            obstacle: 'OWN',
            proposal: { id: last.proposalId },
            loan: { id: expect.any(String) },
          },
        ],
      });
      // The version that was read is that of the record on which is decided.
      const versions =
        '{ pendingApprovals(first: 10, filter: { kinds: [PROPOSAL] }) { nodes { version proposal { version } } } }';
      const [waiting] = (await graph.query(versions)).pendingApprovals.nodes;
      expect(waiting).toEqual({ version: waiting.proposal.version, proposal: { version: expect.any(Number) } });
      expect((await carryOut('approveProposal', last, shown)).userErrors).toMatchObject([
        { code: 'four_eyes_required' },
      ]);
      const { caller: second } = await testApp.newClient();
      // It foretells what the decision checks: who has proposed it, what deciding it takes, how much a role approves.
      const foretold = async (caller: typeof second) => {
        const { pendingApprovals } = await graph.query(inbox, {}, caller);
        return pendingApprovals.nodes.map((each: Json) => [each.mayDecide, each.obstacle]);
      };
      expect(await foretold(second)).toEqual([[true, null]]);
      const reader = { ...second, scopes: second.scopes.filter((scope) => scope !== 'loans:write') };
      expect(await foretold(reader)).toEqual([[false, 'SCOPE']]);
      const limits = { approve: '100', disburse: null };
      const person = {
        uuid: randomUUID(),
        sessionId: 1,
        roles: [],
        limits,
        branches: null,
        clients: null,
        units: null,
        steppedUp: true,
      };
      expect(await foretold({ ...second, person })).toEqual([[false, 'LIMIT']]);
      // Who answered for the client when it proposed is one of the two, also where another answers for it by now (finding: foretold as free).
      const sister = await testApp.newClient();
      await testApp.sql(`update proposal set proposed_for = 'Achieng' where uuid = $1`, [last.proposalId]);
      const answers = { clientId: sister.id, responsible: 'Achieng' };
      await testApp.app.partners.operators.changeClientResponsible(testApp.operator, answers);
      expect(await foretold(sister.caller)).toEqual([[false, 'OWN']]);
      expect((await carryOut('approveProposal', last, shown, sister.caller)).userErrors).toMatchObject([
        { code: 'four_eyes_required' },
      ]);
      const onLoan = `query($id: ID!) { loan(id: $id) { pendingApprovals { id command } } }`;
      expect((await graph.query(onLoan, { id: loanId })).loan.pendingApprovals).toEqual([
        { id: last.proposalId, command: 'WRITE_OFF_LOAN' },
      ]);
      // An invoice is a school's, and what waits on it is found by its id alone.
      await testApp.sql(`update proposal set subject_type = 'invoice' where uuid = $1`, [last.proposalId]);
      const onInvoice = `query($of: [_Any!]!) {
        _entities(representations: $of) { ... on Invoice { pendingApprovals { id } } }
      }`;
      const [loan] = await testApp.sql<{ uuid: string }>('select subject_uuid as uuid from proposal where uuid = $1', [
        last.proposalId,
      ]);
      const of = [{ __typename: 'Invoice', id: loan?.uuid }];
      expect((await graph.query(onInvoice, { of }))._entities).toEqual([
        { pendingApprovals: [{ id: last.proposalId }] },
      ]);
      const ofLoan = { loan: loanId };
      const payments = `query($loan: ID!) { loan(id: $loan) {
        disbursements(first: 1) { nodes { origin { kind command } } }
      } }`;
      expect((await graph.query(payments, ofLoan)).loan.disbursements.nodes).toEqual([
        { origin: { kind: 'disbursement.created', command: 'requestDisbursement' } },
      ]);
      await testApp.sql(`update proposal set subject_type = 'loan' where uuid = $1`, [last.proposalId]);
      const one = 'query($id: ID!) { pendingApproval(id: $id) { kind } }';
      expect((await graph.query(one, { id: last.proposalId })).pendingApproval).toEqual({ kind: 'PROPOSAL' });
      const approved = await carryOut('approveProposal', last, shown, second);
      expect(approved.proposal).toMatchObject({ state: 'APPROVED' });
      expect((await graph.query(one, { id: last.proposalId })).pendingApproval).toBeNull();
    } finally {
      await requireTwo(false);
    }
  });

  it('has applications in the inbox of approvals until they are decided, not for who took them where two are wanted', async () => {
    const { testApp } = graph;
    const { id } = await testApp.done(testApp.app.lending.applyForLoan, {
      memberId: testApp.memberId,
      productId: testApp.productId,
      principal: 1_000_000n,
      termMonths: 12,
    });
    const applied = await graph.uuidOf('loan', id);
    const mine = `{ pendingApprovals(first: 100, filter: { kinds: [LOAN_APPLICATION] }) { nodes {
      id amount moves mutation obstacle member { id } loan { state } } } }`;
    const found = async () =>
      (await graph.query(mine)).pendingApprovals.nodes.filter((each: Json) => each.id === applied);
    const shown = {
      id: applied,
      amount: 1_000_000,
      moves: 'PERMITS',
      mutation: 'approveLoan',
      loan: { state: 'DRAFT' },
    };
    expect(await found()).toMatchObject([{ ...shown, obstacle: null, member: { id: expect.any(String) } }]);
    await requireTwo(true);
    expect(await found()).toMatchObject([{ ...shown, obstacle: 'OWN' }]);
    await requireTwo(false);
    await graph.query(`mutation($id: ID!) { approveLoan(input: { loanId: $id }) { userErrors { code } } }`, {
      id: applied,
    });
    expect(await found()).toEqual([]);
  });

  it('saves what was paid too much', async () => {
    const { testApp } = graph;
    const loanId = await anActiveLoan();
    const amount = (await owedOn(loanId)) + 1_000;
    await carryOut('recordRepayment', { loanId, amount, channel: 'CASH' }, 'repayment { id }');
    await testApp.sql(
      `insert into savings_product (uuid, code, name, state, kind, annual_rate)
       values (gen_random_uuid(), 'ORD', 'Ordinary', 'active', 'ordinary', '0')`,
    );
    const [product] = await testApp.sql<{ id: string }>(`select id from savings_product where code = 'ORD'`);
    const opened = { memberId: testApp.memberId, productId: Number(product?.id) };
    const account = await testApp.done(testApp.app.savings.openSavingsAccount, opened);
    const input = { loanId, savingsAccountId: account.uuid };
    const saved = await carryOut('transferLoanOverpayment', input, 'loan { state closeReason overpaid }');
    expect(saved.userErrors).toEqual([]);
    expect(saved.loan).toEqual({ state: 'CLOSED', closeReason: 'transferred', overpaid: 0 });
    const again = await carryOut('transferLoanOverpayment', input, 'loan { id }');
    expect(again.userErrors).toMatchObject([{ code: 'invalid_state_transition' }]);
  });

  it('has guarantors', async () => {
    const memberId = await graph.uuidOf('member', graph.testApp.memberId);
    const guarantor = await graph.uuidOf('member', await graph.testApp.newMember());
    const productId = await graph.uuidOf('loan_product', graph.testApp.productId);
    const applied = { memberId, productId, principal: 500_000, termMonths: 6 };
    const { loan } = await carryOut('applyForLoan', applied, 'loan { id }');
    const created = await carryOut(
      'pledgeGuarantee',
      { loanId: loan.id, memberId: guarantor, amount: 250_000 },
      'guarantee { id liable loan { guarantees { guarantor { id } state } } }',
    );
    expect(created.guarantee.loan.guarantees).toEqual([{ guarantor: { id: guarantor }, state: 'LIVE' }]);
    // The guarantor's own record says what they stand for, while they do.
    const standsFor = async () => {
      const asked = 'query ($id: ID!) { member(id: $id) { guarantees { amount loan { id } } } }';
      return (await graph.query(asked, { id: guarantor }))['member'].guarantees;
    };
    expect(await standsFor()).toEqual([{ amount: 250_000, loan: { id: loan.id } }]);
    const NODE = 'query ($id: ID!) { node(id: $id) { __typename id ... on Guarantee { amount } } }';
    const { node } = await graph.query(NODE, { id: created.guarantee.id });
    expect(node).toEqual({ __typename: 'Guarantee', id: created.guarantee.id, amount: 250_000 });
    const gone = await carryOut(
      'withdrawGuarantee',
      { guaranteeId: created.guarantee.id },
      'guarantee { state liable }',
    );
    expect(gone.guarantee).toEqual({ state: 'WITHDRAWN', liable: 0 });
    expect(await standsFor()).toEqual([]);
  });
});
