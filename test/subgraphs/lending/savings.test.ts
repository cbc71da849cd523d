import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { openTestSavings, type TestSavings } from '#test/support/test-app-savings.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
let savings: TestSavings;
let productId: string;
let memberId: string;
let alertId: string;
/** The member's accounts, newest first; the newest got a fortune in cash. */
let accountIds: string[];
beforeAll(async () => {
  graph = await openLendingGraph();
  const { testApp, uuidOf } = graph;
  savings = await openTestSavings(testApp);
  productId = await uuidOf('savings_product', savings.productId);
  memberId = await uuidOf('member', testApp.memberId);
  await savings.account(7_500n);
  await savings.account(0n, await testApp.newMember());
  alertId = await uuidOf('aml_alert', await savings.alert());
  const rows = await testApp.sql('select uuid from savings_account where member_id = $1 order by id desc', [
    testApp.memberId,
  ]);
  accountIds = rows.map(({ uuid }) => String(uuid));
});
afterAll(() => graph.close());

type More = { key?: string; version?: number; caller?: Caller };
/** Carries a mutation out and gives its payload. */
const carryOut = async (name: string, input: object, show: string, { caller, ...more }: More = {}) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const versioned = 'version' in more ? [', $version: Int', ', version: $version'] : ['', ''];
  const data = await graph.query(
    `mutation ($input: ${type}!, $key: String${versioned[0]}) {
       ${name}(input: $input, idempotencyKey: $key${versioned[1]}) { ${show} userErrors { code path } } }`,
    { input, ...more },
    caller,
  );
  return data[name];
};
/** The same, or the test fails with the refusal. */
const done = async (name: string, input: object, show: string, more?: More) => {
  const { userErrors, ...payload } = await carryOut(name, input, show, more);
  expect([name, userErrors]).toEqual([name, []]);
  return Object.values<any>(payload)[0];
};
const refused = async (name: string, input: object, more?: More) =>
  (await carryOut(name, input, '__typename', more)).userErrors.map(({ code, path }: any) => [code, path?.join('.')]);
const why = { reason: 'A reason.' };

describe('Savings in the graph', () => {
  it('show each account of a member, newest first, with what may be done', async () => {
    const { member } = await graph.query(
      `{ member(id: "${memberId}") { savingsAccounts { totalCount nodes {
           id accountNo kind state balance held availableBalance maturesOn availableActions member { id } } } } }`,
    );
    expect(member.savingsAccounts.totalCount).toBe(2);
    expect(member.savingsAccounts.nodes.map(({ id, balance }: any) => [id, balance])).toEqual([
      [accountIds[0], 250_000_000],
      [accountIds[1], 7_500],
    ]);
    expect(member.savingsAccounts.nodes[1]).toMatchObject({
      kind: 'ORDINARY',
      state: 'ACTIVE',
      held: 0,
      availableBalance: 7_500,
      maturesOn: null,
      member: { id: memberId },
      availableActions: expect.arrayContaining(['FREEZE', 'CLOSE']),
    });
  });

  it('are read for many members as for one', async () => {
    const page = (first: number) =>
      graph.counted(() =>
        graph.query(`{ members(first: ${first}) { nodes { savingsAccounts { totalCount nodes { id } } } } }`),
      );
    const [one, all] = [await page(1), await page(10)];
    expect(all.result.members.nodes).toHaveLength(2);
    expect(all.reads.length).toBe(one.reads.length);
  });

  it('are walked page by page', async () => {
    const { member } = await graph.query(
      `{ member(id: "${memberId}") { savingsAccounts(first: 1) { pageInfo { endCursor hasNextPage } } } }`,
    );
    const { endCursor, hasNextPage } = member.savingsAccounts.pageInfo;
    const next = await graph.query(
      `{ member(id: "${memberId}") { savingsAccounts(first: 1, after: "${endCursor}") { nodes { id } } } }`,
    );
    expect([hasNextPage, next.member.savingsAccounts.nodes]).toEqual([true, [{ id: accountIds[1] }]]);
  });

  it('show what moved on some days, both included, and count no other', async () => {
    const on = (days: string) => `transactions(${days}) { totalCount nodes { bookedOn type } }`;
    const of = (fields: string) => graph.query(`{ savingsAccount(id: "${accountIds[1]}") { ${fields} } }`);
    const { savingsAccount: whole } = await of(on('first: 5'));
    const [{ bookedOn }] = whole.transactions.nodes;
    const day = Temporal.PlainDate.from(bookedOn);
    const { savingsAccount: parts } = await of(`
      that: ${on(`from: "${day}", to: "${day}"`)}
      since: ${on(`from: "${day}"`)}
      later: ${on(`from: "${day.add({ days: 1 })}"`)}
      before: ${on(`to: "${day.subtract({ days: 1 })}"`)}`);
    const none = { totalCount: 0, nodes: [] };
    expect(whole.transactions.totalCount).toBe(1);
    expect(parts).toEqual({ that: whole.transactions, since: whole.transactions, later: none, before: none });
  });

  it('show what moved on each account, for many accounts as for one', async () => {
    const page = (first: number) =>
      graph.counted(() =>
        graph.query(
          `{ savingsAccounts(first: ${first}, filter: { states: [ACTIVE], kinds: [ORDINARY] }) { totalCount nodes {
               product { code } transactions(first: 1) { totalCount nodes { type amount account { id } branch { code } } } } } }`,
        ),
      );
    const [one, all] = [await page(1), await page(10)];
    expect(all.result.savingsAccounts.totalCount).toBe(3);
    expect(all.result.savingsAccounts.nodes[2]).toMatchObject({
      product: { code: 'ORD' },
      transactions: { totalCount: 1, nodes: [{ type: 'DEPOSIT', amount: 7_500, account: { id: accountIds[1] } }] },
    });
    expect(all.reads.length).toBe(one.reads.length);
  });

  it('are nobody’s who lacks the scope', async () => {
    const { caller } = await graph.testApp.newClient(['members:read']);
    const { data, errors } = await graph.execute(`{ savingsAccount(id: "${accountIds[0]}") { id } }`, {}, caller);
    expect([data, errors?.[0].extensions.code]).toEqual([{ savingsAccount: null }, 'insufficient_scope']);
  });
});

describe('A savings account in the graph', () => {
  const anAccount = async () => {
    const newcomer = await graph.uuidOf('member', await graph.testApp.newMember());
    const account = await done('openSavingsAccount', { memberId: newcomer, productId }, 'savingsAccount { id state }');
    return account as { id: string; state: string };
  };

  it('is opened with one of the products on offer', async () => {
    const { savingsProducts } = await graph.query(
      '{ savingsProducts { nodes { id code kind state dayCount postingPeriod minimumBalance } } }',
    );
    expect(savingsProducts.nodes[0]).toEqual({
      id: productId,
      code: 'ORD',
      kind: 'ORDINARY',
      state: 'ACTIVE',
      dayCount: 'ACTUAL_365',
      postingPeriod: expect.any(String),
      minimumBalance: 0,
    });
    expect((await anAccount()).state).toBe('ACTIVE');
    expect(await refused('openSavingsAccount', { memberId: productId, productId })).toEqual([
      ['unknown_reference', 'input.memberId'],
    ]);
  });

  it('waits for approval where the society requires it, and is accepted or declined', async () => {
    const waiting = async () => {
      const { id } = await anAccount();
      await graph.testApp.sql(`update savings_account set state = 'pending_approval' where uuid = $1`, [id]);
      return { savingsAccountId: id };
    };
    const show = 'savingsAccount { state stateReason }';
    expect((await done('approveSavingsAccount', await waiting(), show)).state).toBe('ACTIVE');
    expect(await done('rejectSavingsAccount', { ...(await waiting()), ...why }, show)).toEqual({
      state: 'REJECTED',
      stateReason: 'A reason.',
    });
  });

  it('is frozen, used again, woken and closed', async () => {
    const { id: savingsAccountId } = await anAccount();
    const show = 'savingsAccount { state version availableActions }';
    const frozen = await done('freezeSavingsAccount', { savingsAccountId, ...why }, show);
    expect(frozen).toMatchObject({ state: 'FROZEN', availableActions: ['UNFREEZE'] });
    const stale = { version: frozen.version - 1 };
    expect(await refused('unfreezeSavingsAccount', { savingsAccountId }, stale)).toEqual([
      ['precondition_failed', undefined],
    ]);
    const paid = { savingsAccountId, amount: 100, channel: 'CASH' };
    expect(await refused('depositSavings', paid)).toEqual([['account_frozen', undefined]]);
    await done('unfreezeSavingsAccount', { savingsAccountId }, show, { version: frozen.version });
    await graph.testApp.sql(
      `update savings_account set state = 'dormant', dormant_since = '2020-01-01' where uuid = $1`,
      [savingsAccountId],
    );
    expect((await done('reactivateSavingsAccount', { savingsAccountId }, show)).state).toBe('ACTIVE');
    expect((await done('closeSavingsAccount', { savingsAccountId }, show)).state).toBe('CLOSED');
    expect(await refused('closeSavingsAccount', { savingsAccountId })).toEqual([
      ['invalid_state_transition', undefined],
    ]);
  });

  it('takes money in and pays it out, once for a key, and takes a mistake back', async () => {
    const { id: savingsAccountId } = await anAccount();
    const show = `savingsTransaction { id type amount channel receiptNo state balanceAfter availableActions version
      account { balance version } }`;
    const paidIn = { savingsAccountId, amount: 5_000, channel: 'CASH', reference: 'SLIP-1' };
    const once = { key: 'deposit-1' };
    const deposit = await done('depositSavings', paidIn, show, once);
    expect(deposit).toMatchObject({
      type: 'DEPOSIT',
      amount: 5_000,
      channel: 'CASH',
      receiptNo: expect.any(String),
      state: 'POSTED',
      balanceAfter: 5_000,
      availableActions: ['REVERSE'],
      account: { balance: 5_000 },
    });
    expect((await done('depositSavings', paidIn, show, once)).id).toBe(deposit.id);
    expect((await done('depositSavings', paidIn, show)).id).toBe(deposit.id);
    const other = { ...paidIn, amount: 5_001 };
    expect(await refused('depositSavings', other)).toEqual([['duplicate_payment_reference', undefined]]);
    const future = { savingsAccountId, amount: 1, channel: 'CASH', paidAt: '2090-01-01T00:00:00Z' };
    expect(await refused('depositSavings', future)).toEqual([['range', 'input.paidAt']]);

    const out = (amount: number) => ({ savingsAccountId, amount, channel: 'BANK', reference: `FT-OUT-${amount}` });
    const unnamed = { savingsAccountId, amount: 1, channel: 'BANK' };
    expect(await refused('withdrawSavings', unnamed)).toEqual([['required', 'input.reference']]);
    expect(await refused('withdrawSavings', out(5_001))).toEqual([['insufficient_funds', undefined]]);
    expect(await refused('withdrawSavings', out(1), { version: deposit.account.version - 1 })).toEqual([
      ['precondition_failed', undefined],
    ]);
    const withdrawal = await done('withdrawSavings', out(2_000), show, { version: deposit.account.version });
    expect(withdrawal).toMatchObject({ type: 'WITHDRAWAL', balanceAfter: 3_000 });
    const back = { savingsTransactionId: withdrawal.id, reason: 'The bank sent it back.' };
    expect(await done('reverseSavingsTransaction', back, show, { version: withdrawal.version })).toMatchObject({
      state: 'REVERSED',
      availableActions: [],
      account: { balance: 5_000 },
    });
    expect(await refused('reverseSavingsTransaction', back)).toEqual([['invalid_state_transition', undefined]]);
  });

  it('is not taken back on its own where another command has booked it: shares that passed to another member', async () => {
    const { testApp, uuidOf } = graph;
    const sharesOf = async (member: number) => {
      const shares = { memberId: member, productId: savings.sharesId };
      return (await testApp.done(testApp.app.savings.openSavingsAccount, shares)).uuid;
    };
    const [from, to] = [await sharesOf(await testApp.newMember()), await sharesOf(await testApp.newMember())];
    await done(
      'depositSavings',
      { savingsAccountId: from, amount: 5_000, channel: 'CASH' },
      'savingsTransaction { id }',
    );
    const passed = { savingsAccountId: from, toSavingsAccountId: to, amount: 2_000 };
    const out = await done('transferShares', passed, 'savingsTransaction { id type }');
    expect(out.type).toBe('TRANSFER_OUT');
    const [into] = await testApp.sql(`select id from savings_transaction where type = 'transfer_in' order by id desc`);
    for (const id of [out.id, await uuidOf('savings_transaction', Number(into?.['id']))]) {
      const back = { savingsTransactionId: id, reason: 'They have thought better of it.' };
      expect(await refused('reverseSavingsTransaction', back)).toEqual([
        ['savings_transaction_not_reversible', undefined],
      ]);
    }
    const { savingsAccount } = await graph.query(`{ savingsAccount(id: "${from}") { balance } }`);
    expect(savingsAccount).toEqual({ balance: 3_000 });
  });

  it('promises part of its balance, which falls or is kept', async () => {
    const { id: savingsAccountId } = await anAccount();
    await done('depositSavings', { savingsAccountId, amount: 9_000, channel: 'CASH' }, 'savingsTransaction { id }');
    const show = `savingsTransaction { id type state stateReason availableActions channel
      account { balance held availableBalance } }`;
    const promised = { savingsAccountId, amount: 4_000, reason: 'School trip' };
    const hold = await done('placeSavingsHold', promised, show);
    expect(hold).toMatchObject({
      type: 'HOLD',
      state: 'HELD',
      stateReason: 'School trip',
      availableActions: ['RELEASE', 'CAPTURE'],
      account: { balance: 9_000, held: 4_000, availableBalance: 5_000 },
    });
    expect(await refused('placeSavingsHold', { ...promised, expiresAt: '2001-01-01T00:00:00Z' })).toEqual([
      ['range', 'input.expiresAt'],
    ]);
    const released = await done('releaseSavingsHold', { savingsTransactionId: hold.id }, show);
    expect(released).toMatchObject({ state: 'RELEASED', account: { held: 0 } });
    const stored = { savingsTransactionId: (await done('placeSavingsHold', promised, show)).id, channel: 'CASH' };
    expect(await done('captureSavingsHold', stored, show)).toMatchObject({
      state: 'CAPTURED',
      channel: 'CASH',
      account: { balance: 5_000, held: 0 },
    });
    expect(await refused('releaseSavingsHold', { savingsTransactionId: hold.id })).toEqual([
      ['invalid_state_transition', undefined],
    ]);
  });

  it('is changed by nobody who may only read it, and by no stranger', async () => {
    const { id: savingsAccountId } = await anAccount();
    const freeze = `mutation { freezeSavingsAccount(input: { savingsAccountId: "${savingsAccountId}", reason: "x" }) {
      savingsAccount { id } userErrors { code } } }`;
    const { caller } = await graph.testApp.newClient(['savings_accounts:read']);
    const { data, errors } = await graph.execute(freeze, {}, caller);
    expect([data.freezeSavingsAccount, errors?.[0].extensions.code]).toEqual([null, 'insufficient_scope']);
    const nobody = '0198c0de-0000-7000-8000-000000000001';
    const paid = { savingsAccountId: nobody, amount: 100, channel: 'CASH' };
    expect(await refused('depositSavings', paid)).toEqual([['unknown_reference', 'input.savingsAccountId']]);
    expect(await refused('releaseSavingsHold', { savingsTransactionId: nobody })).toEqual([
      ['unknown_reference', 'input.savingsTransactionId'],
    ]);
  });
});

describe('Alerts in the graph', () => {
  it('are listed by state, with what may be decided', async () => {
    const list = '{ totalCount nodes { id ruleId severity state amount overdue member { id } availableActions } }';
    const data = await graph.query(
      `{ open: amlAlerts(filter: { states: [OPEN] }) ${list} closed: amlAlerts(filter: { states: [CLOSED] }) ${list} }`,
    );
    expect(data.closed).toEqual({ totalCount: 0, nodes: [] });
    expect(data.open.totalCount).toBe(data.open.nodes.length);
    const alert = data.open.nodes.find(({ id }: { id: string }) => id === alertId);
    expect(alert).toMatchObject({
      state: 'OPEN',
      overdue: false,
      member: { id: memberId },
      availableActions: ['ASSIGN', 'MARK_FALSE_POSITIVE'],
    });
  });

  const show = 'amlAlert { state stateReason assignee escalatedBy filedBy reportReference version availableActions }';

  it('name the movements that they are about', async () => {
    const { amlAlert } = await graph.query(`{ amlAlert(id: "${alertId}") { exchangeRate evidence { type id } } }`);
    const amounts = amlAlert.evidence.map(async ({ type, id }: any) => {
      expect(type).toBe('savings_transaction');
      return (await graph.query(`{ savingsTransaction(id: "${id}") { amount } }`)).savingsTransaction.amount;
    });
    expect(await Promise.all(amounts)).toContain(250_000_000);
  });

  it('show what each movement is known by, its account, its amount and its time', async () => {
    const shown = 'evidence { id number ownerNumber amount at }';
    const seen = await graph.counted(() => graph.query(`{ amlAlert(id: "${alertId}") { ${shown} } }`));
    const { evidence } = seen.result.amlAlert;
    const [{ id }] = evidence;
    const { savingsTransaction } = await graph.query(
      `{ savingsTransaction(id: "${id}") { receiptNo amount paidAt account { accountNo } } }`,
    );
    expect(evidence[0]).toEqual({
      id,
      number: savingsTransaction.receiptNo,
      ownerNumber: savingsTransaction.account.accountNo,
      amount: savingsTransaction.amount,
      at: savingsTransaction.paidAt,
    });
    // The alert, the transactions, their accounts: however many it names.
    expect(seen.reads).toHaveLength(3);
  });

  it('show nothing of a movement to who may not read records of its kind', async () => {
    const shown = `{ amlAlert(id: "${alertId}") { evidence { type number ownerNumber amount at } } }`;
    const scopes = ['aml_alerts:read'];
    const { amlAlert } = await graph.query(shown, {}, { ...graph.testApp.client.caller, scopes });
    expect(amlAlert.evidence[0]).toEqual({
      type: 'savings_transaction',
      number: null,
      ownerNumber: null,
      amount: null,
      at: null,
    });
  });

  it('about a name show the entry of the list, and the member’s due diligence', async () => {
    const { app, operator } = graph.testApp;
    const people = [{ sourceId: 'KE-7', names: ['Wanjiku Kamau'], births: [], countries: [], idNumbers: [] }];
    const version = { name: 'peps', kind: 'pep', dated: Temporal.PlainDate.from('2026-03-01'), digest: 'd' } as const;
    await app.watchlists.importList(operator, { ...version, people, removals: 'usual' });
    while (await app.watchlists.screenBatch(operator));
    const { amlAlerts } = await graph.query(
      '{ amlAlerts(filter: { ruleId: "pep" }) { nodes { match { kind list sourceId name score } member { enhancedDueDiligence } } } }',
    );
    expect(amlAlerts.nodes).toContainEqual({
      match: { kind: 'PEP', list: 'peps', sourceId: 'KE-7', name: 'Wanjiku Kamau', score: 100 },
      member: { enhancedDueDiligence: true },
    });
  });

  it('are reviewed step by step, and reported by another than the one who escalated', async () => {
    expect(await refused('assignAmlAlert', { alertId, assignee: ' ' })).toEqual([['length', 'input.assignee']]);
    const { version } = await done('assignAmlAlert', { alertId, assignee: 'Asha Mwende' }, show);
    expect(await refused('escalateAmlAlert', { alertId, ...why }, { version: version - 1 })).toEqual([
      ['precondition_failed', undefined],
    ]);
    const escalated = await done('escalateAmlAlert', { alertId, ...why }, show, { version });
    expect(escalated).toMatchObject({
      state: 'ESCALATED',
      assignee: 'Asha Mwende',
      stateReason: 'A reason.',
      escalatedBy: expect.any(String),
      availableActions: ['FILE_SAR', 'CLOSE'],
    });
    const report = { alertId, reportReference: 'FRC-2026-1' };
    expect(await refused('fileAmlAlertSar', report)).toEqual([['four_eyes_required', undefined]]);
    const { caller } = await graph.testApp.newClient(['aml_alerts:read', 'aml_alerts:write']);
    expect(await done('fileAmlAlertSar', report, show, { caller })).toMatchObject({
      state: 'SAR_FILED',
      reportReference: 'FRC-2026-1',
      availableActions: [],
    });
  });

  it('are cleared up, explained, and opened again', async () => {
    const another = { alertId: await graph.uuidOf('aml_alert', await savings.alert(await graph.testApp.newMember())) };
    const explained = await done('markAmlAlertFalsePositive', { ...another, reason: 'A sold plot' }, show);
    expect(explained).toMatchObject({ state: 'FALSE_POSITIVE', availableActions: ['REOPEN'] });
    expect(await refused('reopenAmlAlert', { ...another, ...why })).toEqual([['required', 'input.assignee']]);
    const again = await done('reopenAmlAlert', { ...another, ...why, assignee: 'Asha' }, show);
    expect(again).toMatchObject({ state: 'UNDER_REVIEW', assignee: 'Asha' });
    await done('escalateAmlAlert', { ...another, ...why }, show);
    expect((await done('closeAmlAlert', { ...another, ...why }, show)).state).toBe('CLOSED');
  });

  it('are decided by nobody who may only read them', async () => {
    const { caller } = await graph.testApp.newClient(['aml_alerts:read']);
    const close = `mutation { closeAmlAlert(input: { alertId: "${alertId}", reason: "x" }) { amlAlert { id } } }`;
    const { errors } = await graph.execute(close, {}, caller);
    expect(errors?.[0].extensions.code).toBe('insufficient_scope');
  });
});
