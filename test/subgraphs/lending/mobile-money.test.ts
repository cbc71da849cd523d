import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicId } from '#core/payment-bridge/app.ts';
import { openTestSavings, type TestSavings } from '#test/support/test-app-savings.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
let savings: TestSavings;
const day = Temporal.PlainDate.from('2026-03-02');
const at = Temporal.Instant.from('2026-03-02T09:00:00Z');

beforeAll(async () => {
  graph = await openLendingGraph();
  savings = await openTestSavings(graph.testApp);
  const { app, operator } = graph.testApp;
  for (const receiptNo of ['LOST000001', 'LOST000002']) {
    const payment = { receiptNo, amount: 50_000n, msisdn: '+254712345678', accountReference: 'WHO KNOWS' };
    await app.mobileMoney.recordPayment(operator, { ...payment, paidAt: at });
  }
  const line = {
    kind: 'movement',
    at,
    amount: 70_000n,
    msisdn: '254712345678',
    accountReference: 'WHO KNOWS',
  } as const;
  const names = { originatorId: null, linkedReceiptNo: null };
  await app.reconciliation.reconcile(operator, {
    account: 'mpesa_paybill',
    subAccount: null,
    statement: { source: 'statement', from: day, through: day, opening: 0n, closing: 140_000n, digest: 'a' },
    lines: ['MISSING001', 'MISSING002'].map((receiptNo, n) => ({ ...line, ...names, lineNo: n + 2, receiptNo })),
  });
});
afterAll(() => graph.close());

const WORKS_HERE = {
  sessionId: 1,
  roles: ['teller'],
  limits: { approve: null, disburse: null },
  branches: null,
  clients: null,
  units: null,
  steppedUp: true,
} as const;

const UNSETTLED =
  '{ unsettledPayments(first: 9) { totalCount nodes { id kind state amount proposed loan { loanNo } } } }';

const did = async (name: string, input: object, show: string) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const data = await graph.query(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${show} userErrors { code path } } }`,
    { input },
  );
  return data[name];
};

describe('Money in suspense, in the graph', () => {
  const waiting = async () =>
    (
      await graph.query(
        `{ mobileMoneyTransactions(filter: { states: [UNALLOCATED] }) {
             totalCount nodes { id receiptNo amount channel stateReason bookedAs { id } availableActions } } }`,
      )
    ).mobileMoneyTransactions;

  it('is a work list: each is placed by hand, or goes back', async () => {
    const { totalCount, nodes } = await waiting();
    expect([totalCount, nodes]).toMatchObject([
      2,
      [
        {
          receiptNo: 'LOST000002',
          stateReason: 'unknown_reference',
          availableActions: ['ALLOCATE', 'PROPOSE_RETURN', 'APPROVE_RETURN', 'RETURN', 'CORRECT'],
        },
        { receiptNo: 'LOST000001', amount: 50_000, channel: 'MPESA_PAYBILL', bookedAs: null },
      ],
    ]);
    const found = await graph.query(
      `{ byReceipt: mobileMoneyTransactions(filter: { search: "lost 000001" }) { nodes { receiptNo msisdnMasked } }
         byPhone: mobileMoneyTransactions(filter: { search: "0712 345 678" }) { totalCount }
         byPlus: mobileMoneyTransactions(filter: { search: "254712345678" }) { totalCount } }`,
    );
    expect(found).toEqual({
      byReceipt: { nodes: [{ receiptNo: 'LOST000001', msisdnMasked: '+2547*****678' }] },
      byPhone: { totalCount: 0 },
      byPlus: { totalCount: 2 },
    });
    const savingsAccountId = await graph.uuidOf('savings_account', await savings.account());
    const show = 'mobileMoneyTransaction { state stateReason destination { type id } bookedAs { type } }';
    const placed = { mobileMoneyId: nodes[0].id, savingsAccountId };
    expect(await did('allocateMobileMoney', placed, show)).toEqual({
      mobileMoneyTransaction: {
        state: 'ALLOCATED',
        stateReason: null,
        destination: { type: 'savings_account', id: savingsAccountId },
        bookedAs: { type: 'savings_transaction' },
      },
      userErrors: [],
    });
    const back = { mobileMoneyId: nodes[1].id, reason: 'Reversed on the portal' };
    const proposed = await did(
      'proposeMobileMoneyReturn',
      { ...back, evidence: 'Letter of the payer' },
      'mobileMoneyTransaction { state returnProposal { evidence approvedBy } }',
    );
    expect(proposed.mobileMoneyTransaction).toEqual({
      state: 'UNALLOCATED',
      returnProposal: { evidence: 'Letter of the payer', approvedBy: null },
    });
    expect((await did('returnMobileMoney', back, show)).userErrors).toMatchObject([{ code: 'four_eyes_required' }]);
    const { app, done } = graph.testApp;
    const [row] = await graph.testApp.sql('select id from mobile_money_transaction where uuid = $1', [
      back.mobileMoneyId,
    ]);
    const { caller } = await graph.testApp.newClient();
    const on = { mobileMoneyId: Number(row?.['id']), reason: back.reason };
    expect((await done(app.mobileMoney.returnMobileMoney, on, caller)).state).toBe('reversed');
    expect((await waiting()).totalCount).toBe(0);
  });

  it('says by name who proposed its return to people who work here, and to no partner', async () => {
    const { app, operator, client: partner, done, sql } = graph.testApp;
    const payment = { receiptNo: 'LOST000003', amount: 50_000n, msisdn: '+254712345678', accountReference: 'NOT OURS' };
    await app.mobileMoney.recordPayment(operator, { ...payment, paidAt: at });
    const invited = { name: 'Njeri Kamau', email: 'njeri@example.org', roles: ['teller'], tokenHash: 'x'.repeat(43) };
    await done(app.people.invitePerson, invited, operator);
    const [person] = await sql(`select uuid from person where name = 'Njeri Kamau'`);
    const njeri = {
      ...partner.caller,
      clientKey: `person:${String(person?.['uuid'])}`,
      person: { ...WORKS_HERE, uuid: String(person?.['uuid']) },
    } as const;
    const [row] = await sql(`select id, uuid from mobile_money_transaction where receipt_no = 'LOST000003'`);
    const proposal = { mobileMoneyId: Number(row?.['id']), reason: 'Sent in error', evidence: 'Letter' };
    await done(app.mobileMoney.proposeMobileMoneyReturn, proposal, njeri);
    const NAMES = `query($id: ID!) {
      mobileMoneyTransaction(id: $id) { returnProposal { proposer } }
      pendingApprovals(filter: { kinds: [MOBILE_MONEY_RETURN] }) { nodes { proposer } } }`;
    const namesFor = async (caller: typeof partner.caller) => {
      const { mobileMoneyTransaction, pendingApprovals } = await graph.query(NAMES, { id: row?.['uuid'] }, caller);
      return [mobileMoneyTransaction.returnProposal.proposer, pendingApprovals.nodes[0].proposer];
    };
    expect(await namesFor(njeri)).toEqual(['Njeri Kamau', 'Njeri Kamau']);
    expect(await namesFor(partner.caller)).toEqual([null, null]);
    const { caller: another } = await graph.testApp.newClient();
    await done(
      app.mobileMoney.returnMobileMoney,
      { mobileMoneyId: proposal.mobileMoneyId, reason: 'Sent back' },
      another,
    );
  });

  it('is placed at one place that there is', async () => {
    const { nodes } = (await graph.query('{ mobileMoneyTransactions { nodes { id } } }')).mobileMoneyTransactions;
    const mobileMoneyId = nodes[0].id;
    const codes = async (input: object) =>
      (await did('allocateMobileMoney', { mobileMoneyId, ...input }, '')).userErrors.map(({ code }: any) => code);
    const nobody = '0198c0de-0000-7000-8000-000000000001';
    expect(await codes({})).toEqual(['required']);
    expect(await codes({ loanId: nobody, studentId: nobody })).toEqual(['choice']);
    expect(await codes({ studentId: nobody })).toEqual(['unknown_reference']);
  });
});

describe('Mobile money that comes in, in the graph', () => {
  const show = 'mobileMoneyTransaction { id state channel amount receiptNo destination { type } availableActions }';
  const msisdn = '+254712345679';

  it('is written down by its receipt, once, and booked by its reference', async () => {
    const [account] = await graph.testApp.sql('select account_no from savings_account where id = $1', [
      await savings.account(),
    ]);
    const paid = { receiptNo: 'SGRAPH0001', amount: 12_500, msisdn, accountReference: String(account?.['account_no']) };
    const { mobileMoneyTransaction, userErrors } = await did('recordPaybillPayment', paid, show);
    expect([userErrors, mobileMoneyTransaction]).toMatchObject([
      [],
      { state: 'ALLOCATED', channel: 'MPESA_PAYBILL', amount: 12_500, destination: { type: 'savings_account' } },
    ]);
    const again = await did('recordPaybillPayment', paid, show);
    expect(again.mobileMoneyTransaction.id).toBe(mobileMoneyTransaction.id);
    const codes = async (input: object) =>
      (await did('recordPaybillPayment', { ...paid, ...input }, '')).userErrors.map(({ code, path }: any) => [
        code,
        path?.join('.'),
      ]);
    expect(await codes({ amount: 12_600 })).toEqual([['duplicate_payment_reference', undefined]]);
    expect(await codes({ receiptNo: 'X', paidAt: '2090-01-01T00:00:00Z' })).toEqual([['range', 'input.paidAt']]);
  });

  it('is prompted on the phone, in whole shillings', async () => {
    const wanted = { amount: 10_000, msisdn, accountReference: 'WHO KNOWS' };
    const { mobileMoneyTransaction, userErrors } = await did('collectMobileMoney', wanted, show);
    expect([userErrors, mobileMoneyTransaction]).toMatchObject([
      [],
      { channel: 'MPESA_STK', amount: 10_000, receiptNo: null },
    ]);
    const again = await did('collectMobileMoney', wanted, show);
    expect(again.userErrors).toMatchObject([{ code: 'collection_unsettled' }]);
    const cents = await did('collectMobileMoney', { ...wanted, amount: 10_050 }, show);
    expect(cents.userErrors).toMatchObject([{ path: ['input', 'amount'] }]);
  });
});

describe('Comparisons with a provider, in the graph', () => {
  it('foot on both sides, and are what their breaks were found by', async () => {
    const list = (account: string) =>
      graph.query(
        `{ reconciliations(filter: { account: "${account}" }) { totalCount nodes { id source coversFrom lines matched openBreaks
             there { opening in out fees closing } here { in closing } unexplained } } }`,
      );
    const { totalCount, nodes } = (await list('mpesa_paybill')).reconciliations;
    expect([totalCount, nodes]).toMatchObject([
      1,
      [
        {
          source: 'STATEMENT',
          coversFrom: '2026-03-02',
          lines: 2,
          matched: 0,
          there: { opening: 0, in: 140_000, out: 0, fees: 0, closing: 140_000 },
        },
      ],
    ]);
    expect((await list('app_float\\u0000')).reconciliations.totalCount).toBe(0);
    const { reconciliation } = await graph.query(`{ reconciliation(id: "${nodes[0].id}") { account openBreaks } }`);
    expect(reconciliation).toEqual({ account: 'mpesa_paybill', openBreaks: nodes[0].openBreaks });
    const page = (first: number) =>
      graph.counted(() =>
        graph.query(`{ reconciliationBreaks(first: ${first}) { nodes { reconciliation { id account } } } }`),
      );
    const [one, all] = [await page(1), await page(10)];
    expect(one.result.reconciliationBreaks.nodes).toEqual([
      { reconciliation: { id: nodes[0].id, account: 'mpesa_paybill' } },
    ]);
    expect(all.reads.length).toBe(one.reads.length);
  });
});

describe('Breaks of reconciliation, in the graph', () => {
  const list = async (filter: string) =>
    (
      await graph.query(
        `{ reconciliationBreaks(filter: ${filter}) {
             totalCount nodes { id type receiptNo amountThere amountHere proposal owner ageDays availableActions } } }`,
      )
    ).reconciliationBreaks;

  it('are a work list: owned, booked, explained, opened again', async () => {
    const { totalCount, nodes } = await list('{ states: [OPEN], types: [MISSING_HERE] }');
    expect([totalCount, nodes[1]]).toMatchObject([
      2,
      {
        receiptNo: 'MISSING001',
        amountThere: 70_000,
        amountHere: null,
        proposal: 'BOOK_PAYMENT',
        owner: null,
        ageDays: 0,
        availableActions: ['ASSIGN', 'BOOK', 'RESOLVE'],
      },
    ]);
    const [breakId, other] = [nodes[1].id, nodes[0].id];
    const found = await graph.query(
      `query ($id: ID!) { node(id: $id) { __typename ... on ReconciliationBreak { receiptNo reconciliation { id } } } }`,
      { id: breakId },
    );
    expect(found.node).toEqual({
      __typename: 'ReconciliationBreak',
      receiptNo: 'MISSING001',
      reconciliation: { id: expect.any(String) },
    });
    const whole = await graph.query('query ($id: ID!) { node(id: $id) { __typename id } }', found.node.reconciliation);
    expect(whole.node).toEqual({ __typename: 'Reconciliation', ...found.node.reconciliation });
    const show = 'reconciliationBreak { state owner bookedAs { type } journal { action note by } }';
    await did('assignReconciliationBreak', { breakId, owner: 'Asha' }, show);
    expect((await list('{ owner: "Asha" }')).totalCount).toBe(1);
    expect((await did('bookReconciliationBreak', { breakId }, show)).reconciliationBreak).toMatchObject({
      state: 'RESOLVED',
      owner: 'Asha',
      bookedAs: { type: 'mobile_money_transaction' },
      journal: [{ action: 'assign', note: 'Asha' }, { action: 'book' }],
    });
    const explained = await did('resolveReconciliationBreak', { breakId: other, reason: 'Of a test' }, show);
    expect(explained.reconciliationBreak).toMatchObject({ state: 'RESOLVED', bookedAs: null });
    const again = await did('reopenReconciliationBreak', { breakId: other, reason: 'Of which?' }, show);
    expect(again.reconciliationBreak.state).toBe('UNDER_REVIEW');
    const twice = await did('bookReconciliationBreak', { breakId }, show);
    expect(twice.userErrors).toMatchObject([{ code: 'invalid_state_transition' }]);
  });

  it('are nobody’s who lacks the scope', async () => {
    const { caller } = await graph.testApp.newClient(['members:read']);
    const { data, errors } = await graph.execute('{ reconciliationBreaks { totalCount } }', {}, caller);
    expect([data, errors?.[0].extensions.code]).toEqual([{ reconciliationBreaks: null }, 'insufficient_scope']);
  });
});

describe('A payment of an app, in the graph', () => {
  it('is found by the id that its app knows, and settled by two people who find the same', async () => {
    const { testApp } = graph;
    const owner = await testApp.newClient();
    const payout = await testApp.done(
      testApp.app.bridge.payout,
      {
        app: { id: owner.id, sandbox: true },
        amount: 200_000n,
        currency: 'KES',
        channel: 'mpesa_b2c',
        msisdn: '+254712345678',
        reference: 'salary-1',
        narration: null,
        metadata: {},
      },
      owner.caller,
    );
    await testApp.sql(`update payout set state = 'review', next_check_at = null where id = $1`, [payout.id]);
    const paymentId = publicId('payout', payout.uuid);
    const open = async () => (await graph.query(UNSETTLED)).unsettledPayments;
    const waiting = { id: paymentId, kind: 'PAYOUT', state: 'REVIEW', amount: 200_000, loan: null };
    expect(await open()).toEqual({ totalCount: 1, nodes: [{ ...waiting, proposed: false }] });
    const find = async (caller: typeof owner.caller) =>
      (
        await graph.query(
          `mutation($id: ID!) {
             reviewAppPayment(input: { paymentId: $id, outcome: PAID, receiptNo: "SKL4H2XQ1Z", evidence: "Statement, line 4" }) {
               appPayment { state availableActions findings { by } } userErrors { code } } }`,
          { id: paymentId },
          caller,
        )
      ).reviewAppPayment;
    const [maker, checker] = [await testApp.newClient(), await testApp.newClient()];
    const by = maker.caller.clientKey;
    expect(await find(maker.caller)).toMatchObject({
      appPayment: { state: 'REVIEW', availableActions: ['REVIEW'], findings: [{ by }] },
    });
    expect((await open()).nodes).toEqual([{ ...waiting, proposed: true }]);
    // The inbox says who may decide as the decision finds it (finding: it did not know whose app had requested the payment).
    const inbox =
      '{ pendingApprovals(first: 9, filter: { kinds: [PAYOUT_FINDING] }) { nodes { mayDecide obstacle amount } } }';
    const foretold = async (caller: typeof owner.caller) =>
      (await graph.query(inbox, {}, caller)).pendingApprovals.nodes;
    for (const same of [maker, owner]) {
      expect(await foretold(same.caller)).toEqual([{ mayDecide: false, obstacle: 'OWN', amount: 200_000 }]);
      expect((await find(same.caller)).userErrors).toEqual([{ code: 'four_eyes_required' }]);
    }
    const limits = { approve: '199999', disburse: null };
    const roles = {
      uuid: randomUUID(),
      sessionId: 1,
      roles: [],
      branches: null,
      clients: null,
      units: null,
      steppedUp: true,
    };
    const teller = { ...checker.caller, person: { ...roles, limits } };
    expect(await foretold(teller)).toEqual([{ mayDecide: false, obstacle: 'LIMIT', amount: 200_000 }]);
    expect((await find(teller)).userErrors).toEqual([{ code: 'role_limit_exceeded' }]);
    expect(await foretold(checker.caller)).toEqual([{ mayDecide: true, obstacle: null, amount: 200_000 }]);
    expect((await find(checker.caller)).appPayment).toMatchObject({ state: 'SUCCEEDED', availableActions: [] });
    expect(await open()).toEqual({ totalCount: 0, nodes: [] });
    const { appPayment, none } = await graph.query(
      '{ appPayment(id: "$id") { id state receiptNo } none: appPayment(id: "po_nonsense") { id } }'.replace(
        '$id',
        paymentId,
      ),
    );
    expect(appPayment).toEqual({ id: paymentId, state: 'SUCCEEDED', receiptNo: 'SKL4H2XQ1Z' });
    expect(none).toBeNull();
  });

  it('is listed among those of all apps, which are listed with what is held for each, in as many reads as one', async () => {
    const { testApp } = graph;
    const owner = await testApp.newClient();
    const payment = {
      app: { id: owner.id, sandbox: true },
      amount: 300_000n,
      currency: 'KES',
      msisdn: '+254712345678',
      narration: 'March',
      metadata: {},
    } as const;
    const request = { ...payment, channel: 'mpesa_b2c', reference: 'salary-2' } as const;
    const paid = await testApp.done(testApp.app.bridge.payout, request, owner.caller);
    const prompted = { ...payment, channel: 'mpesa_stk', reference: 'order-1', accountReference: 'ORDER 1' } as const;
    const collected = await testApp.done(testApp.app.bridge.collect, prompted, owner.caller);
    const shown = '{ id direction state amount otherParty reference narration accountReference app { name clientId } }';
    const { appPayouts, appCollections, none } = await graph.query(
      `query ($app: ID!) {
         appPayouts(filter: { appId: $app }) { totalCount nodes ${shown} }
         appCollections(filter: { appId: $app }) { nodes ${shown} }
         none: appPayouts(filter: { appId: $app, search: "NO RECEIPT" }) { totalCount } }`,
      { app: await graph.uuidOf('api_client', owner.id) },
    );
    const same = {
      amount: 300_000,
      otherParty: '+2547*****678',
      narration: 'March',
      app: { clientId: owner.caller.clientKey, name: expect.any(String) },
    };
    expect([appPayouts.totalCount, appPayouts.nodes, none.totalCount]).toMatchObject([
      1,
      [{ ...same, id: publicId('payout', paid.uuid), direction: 'PAYOUT', accountReference: null }],
      0,
    ]);
    expect(appCollections.nodes).toMatchObject([
      { ...same, id: publicId('collection', collected.uuid), direction: 'COLLECTION', accountReference: 'ORDER 1' },
    ]);
    const page = (first: number) =>
      graph.counted(() =>
        graph.query(`{ apps(first: ${first}) { nodes { clientId floats { currency balance held available } } } }`),
      );
    const [one, all] = [await page(1), await page(10)];
    expect(one.result.apps.nodes).toMatchObject([
      {
        clientId: owner.caller.clientKey,
        floats: [{ currency: 'KES', balance: 10_000_000, available: expect.any(Number) }],
      },
    ]);
    expect(all.reads.length).toBe(one.reads.length);
    const { app, other } = await graph.query(
      'query ($id: ID!) { app(clientId: $id) { name } other: app(clientId: "pk_x") { name } }',
      {
        id: owner.caller.clientKey,
      },
    );
    expect([app, other]).toEqual([{ name: expect.any(String) }, null]);
    const { caller } = await testApp.newClient(['mobile_money:read']);
    const { data, errors } = await graph.execute(UNSETTLED, {}, caller);
    expect([data, errors?.[0].extensions.code]).toEqual([{ unsettledPayments: null }, 'insufficient_scope']);
  });

  it('costs what was agreed with its app, which the tariff shows', async () => {
    const app = await graph.testApp.newClient();
    const steps = [{ upTo: 100_000, fee: 500 }, { fee: 900 }];
    const { changeAppTariff } = await graph.query(
      `mutation($input: ChangeAppTariffInput!) {
         changeAppTariff(input: $input) { appTariff { version } userErrors { code message } } }`,
      { input: { clientId: app.caller.clientKey, payout: steps } },
    );
    expect(changeAppTariff.userErrors).toEqual([]);
    const { appTariff, none } = await graph.query(
      `query($clientId: ID!) {
         appTariff(clientId: $clientId) { clientId agreed payout { upTo fee } } none: appTariff(clientId: "pk_x") { id } }`,
      { clientId: app.caller.clientKey },
    );
    expect(appTariff).toEqual({
      clientId: app.caller.clientKey,
      agreed: ['PAYOUT'],
      payout: [
        { upTo: 100_000, fee: 500 },
        { upTo: null, fee: 900 },
      ],
    });
    expect(none).toBeNull();
  });
});

describe('A top-up of float from the paybill, in the graph', () => {
  const shown = 'floatTopUp { id state moved receiptNo failureCode availableActions }';
  const requested = async (amount: number) => {
    const { agentNo } = graph.testApp.agent;
    const { floatTopUp, userErrors } = await did('topUpFromPaybill', { agentNo, amount }, shown);
    expect([floatTopUp.state, userErrors]).toEqual(['PENDING', []]);
    return floatTopUp.id as string;
  };

  it('is called off until it is sent, once', async () => {
    const called = { floatTopUpId: await requested(100_000), reason: 'The agent has float enough.' };
    expect(await did('cancelFloatTopUp', called, shown)).toMatchObject({
      floatTopUp: { state: 'CANCELLED', moved: null, availableActions: [] },
      userErrors: [],
    });
    const twice = await did('cancelFloatTopUp', called, shown);
    expect([twice.floatTopUp, twice.userErrors]).toMatchObject([null, [{ code: 'invalid_state_transition' }]]);
  });

  it('in review is settled by what two people have seen, which may be another amount', async () => {
    const { testApp } = graph;
    const floatTopUpId = await requested(200_000);
    const [row] = await testApp.sql<{ id: string }>('select originator_id as id from float_top_up where uuid = $1', [
      floatTopUpId,
    ]);
    const originatorId = row?.id ?? '';
    await testApp.app.lending.checkDisbursement(testApp.operator, originatorId);
    const moved = { receiptNo: 'SGTOPUP001', amount: 150_000n, at: testApp.clock(), providerRef: null };
    await testApp.app.lending.recordFloatTopUpStatus(testApp.operator, {
      originatorId,
      status: { kind: 'paid', ...moved },
    });
    const read = async () =>
      (await graph.query(`query($id: ID!) { ${shown.replace(' {', '(id: $id) {')} }`, { id: floatTopUpId })).floatTopUp;
    expect(await read()).toMatchObject({
      state: 'REVIEW',
      failureCode: 'amount_mismatch',
      availableActions: ['SETTLE'],
    });
    const node = await graph.query('query ($id: ID!) { node(id: $id) { __typename id } }', { id: floatTopUpId });
    expect(node).toEqual({ node: { __typename: 'FloatTopUp', id: floatTopUpId } });
    const evidence = 'The portal’s statement.';
    const found = { floatTopUpId, outcome: 'PAID', evidence, receiptNo: 'SGTOPUP001', amount: 150_000 };
    const settled = await did('settleFloatTopUp', found, `${shown} proposal { id command }`);
    expect(settled).toMatchObject({ floatTopUp: null, proposal: { command: 'SETTLE_FLOAT_TOP_UP' }, userErrors: [] });
    expect((await read()).state).toBe('REVIEW');
    const { caller } = await testApp.newClient();
    const { approveProposal } = await graph.query(
      `mutation ($id: ID!) { approveProposal(input: { proposalId: $id }) { proposal { state } userErrors { code } } }`,
      { id: settled.proposal.id },
      caller,
    );
    expect(approveProposal).toEqual({ proposal: { state: 'APPROVED' }, userErrors: [] });
    expect(await read()).toMatchObject({ state: 'CONFIRMED', moved: 150_000, receiptNo: 'SGTOPUP001' });
  });
});
