import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { plantBook } from '../../support/plant-book.ts';
import { openLender, type Lender } from '../../support/lender.ts';
import { openLendingGraph, type LendingGraph } from '../../support/lending-graph.ts';
import { clientOf, type Json } from '../../support/subgraph-client.ts';
import { cursorsWith } from '#platform/app/cursors.ts';
import { lendingSubgraph } from '#sub/lending/subgraph.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { recordingLog } from '../../support/recording-log.ts';

let graph: LendingGraph;
const today = () => graph.testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
beforeAll(async () => {
  graph = await openLendingGraph();
  await plantBook(graph.testApp, 40, today().subtract({ days: 2 }));
});
afterAll(() => graph.close());

const close = (through: Temporal.PlainDate, goesOn = () => true) =>
  graph.testApp.app.closeOfBusiness(
    { ...graph.testApp.operator, clientKey: CLOSER },
    { through, firstDay: through, batch: 10, goesOn },
  );

/** A person of the institution, with no limits. */
const WORKS_HERE = {
  uuid: '0196b1c2-0000-7000-8000-000000000001',
  sessionId: 1,
  roles: [],
  limits: { approve: null, disburse: null },
  branches: null,
  clients: null,
  units: null,
  steppedUp: true,
} as const;

const CLOSES = `{ closesOfBusiness(last: 5) {
  businessDate finished loansDone loansTotal interest provisioned fellOverdue finishedAt
  portfolio { gross par { days principal percent } bands { name loans } } } }`;

describe('The books in the graph', () => {
  it('show how far a close of business has come, and the portfolio once it is finished', async () => {
    const day = today().subtract({ days: 1 });
    let batches = 0;
    await close(day, () => ++batches <= 2);
    const running = await graph.query(CLOSES);
    expect(running.closesOfBusiness).toMatchObject([
      { businessDate: String(day), finished: false, loansDone: 20, loansTotal: 40, finishedAt: null, portfolio: null },
    ]);
    await close(day);
    const [done] = (await graph.query(CLOSES)).closesOfBusiness;
    expect(done).toMatchObject({ finished: true, loansDone: 40, fellOverdue: 4 });
    expect(done.portfolio.par.map((figure: { days: number }) => figure.days)).toEqual([1, 30, 60, 90]);
    expect(done.portfolio.bands[0]).toEqual({ name: 'normal', loans: 36 });
  });

  it('show their proofs, the newest first and page by page, each with what its checks said, to who reads the books', async () => {
    const { app, operator, client } = graph.testApp;
    const check = (name: string, violations: number) => ({ name, means: `${name} is right.`, violations });
    await app.ledger.recordProof(operator, { checks: [check('journals', 0), check('loans', 0)] });
    await app.ledger.recordProof(client.caller, { checks: [check('journals', 0), check('loans', 3)] });
    const PROOFS = `query ($behind: ID) { ledgerProofs(last: 1, behind: $behind) {
      id provenBy provenByPerson isSound checkCount brokenCount checks { name means violations } } }`;
    const [last] = (await graph.query(PROOFS)).ledgerProofs;
    expect(last).toMatchObject({
      provenBy: client.clientKey,
      provenByPerson: null,
      isSound: false,
      checkCount: 2,
      brokenCount: 1,
      checks: [check('journals', 0), check('loans', 3)],
    });
    const [first] = (await graph.query(PROOFS, { behind: last.id })).ledgerProofs;
    expect(first).toMatchObject({ provenBy: 'test', isSound: true, brokenCount: 0 });
    for (const behind of [first.id, 'none', '0196b1c2-0000-7000-8000-000000000000']) {
      expect((await graph.query(PROOFS, { behind })).ledgerProofs).toEqual([]);
    }
    const { errors } = await graph.execute(PROOFS, {}, { ...client.caller, scopes: ['loans:read'] });
    expect(errors).toHaveLength(1);
  });

  it('show a trial balance of today and of a day before', async () => {
    const query = `query($on: Date) { trialBalance(on: $on) { on balances debit credit accounts { account subAccount type debit credit } } }`;
    const { trialBalance } = await graph.query(query);
    expect(trialBalance).toMatchObject({ on: String(today()), balances: true });
    expect(trialBalance.debit).toBe(trialBalance.credit);
    expect(trialBalance.accounts.map(({ account }: { account: string }) => account)).toContain('loan_portfolio');
    const early = await graph.query(query, { on: '2001-01-01' });
    expect(early.trialBalance).toEqual({ on: '2001-01-01', balances: true, debit: 0, credit: 0, accounts: [] });
    // PostgreSQL knows no year 0.
    const { errors } = await graph.execute(query, { on: '0000-01-01' });
    expect(errors?.[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('The series of the books', () => {
  let lender: Lender;
  let client: ReturnType<typeof clientOf>;
  let endGraph: () => Promise<void>;
  let agentNo: string;
  beforeAll(async () => {
    lender = await openLender('2026-01-05');
    const { testApp } = lender;
    agentNo = testApp.agent.agentNo;
    const subgraph = await lendingSubgraph({
      app: testApp.app,
      cursors: cursorsWith(testApp.keys.cursor),
      identityKey: testApp.keys.identity,
      now: testApp.clock,
      log: recordingLog().log,
      webhooks: {
        guard: { allowedNetworks: [], resolve: async () => ['93.184.215.14'] },
        secrets: signingSecrets(testApp.keys),
      },
    });
    endGraph = () => subgraph.close();
    client = clientOf(testApp, subgraph);

    const loanId = await lender.lend(12_000_000n);
    await lender.lend(3_000_000n);
    lender.moveTo('2026-01-06');
    await lender.close();
    await lender.repay(loanId, 500_000n);
    await lender.takeBack(loanId, await lender.repay(loanId, 40_000n, 'bank'));
    lender.moveTo('2026-01-08');
    await lender.close();
    await lender.repay(loanId, 100_000n);
  });
  afterAll(async () => {
    await endGraph();
    await lender.testApp.close();
  });

  const MONEY = `query($from: Date, $to: Date, $step: SeriesStep) { moneySeries(from: $from, to: $to, step: $step) { from to disbursed collected } }`;
  const FLOAT = `query($from: Date!) { agents(first: 5) { nodes { agentNo float floatSeries(from: $from) { to in out closing } } } }`;
  const money = async (variables: Json) =>
    (await client.query(MONEY, variables)).moneySeries.map((point: Json) => [
      point.from,
      point.disbursed,
      point.collected,
    ]);

  it('show what was lent and collected a day, of closed days and of the present one', async () => {
    expect(await money({ from: '2026-01-04' })).toEqual([
      ['2026-01-04', 0, 0],
      ['2026-01-05', 15_000_000, 0],
      ['2026-01-06', 0, 500_000],
      ['2026-01-07', 0, 0],
      ['2026-01-08', 0, 100_000],
    ]);
    expect(await money({ from: '2026-01-02', to: '2026-01-07', step: 'WEEK' })).toEqual([
      ['2026-01-02', 0, 0],
      ['2026-01-05', 15_000_000, 500_000],
    ]);
    expect(await money({ from: '2025-12-15', step: 'MONTH' })).toEqual([
      ['2025-12-15', 0, 0],
      ['2026-01-01', 15_000_000, 600_000],
    ]);
  });

  it('show so many periods up to today, whatever day that is', async () => {
    const last = async (n: number, step: string) =>
      (await client.query(`{ moneySeries(last: ${n}, step: ${step}) { from to } }`)).moneySeries;
    expect(await last(2, 'DAY')).toEqual([
      { from: '2026-01-07', to: '2026-01-07' },
      { from: '2026-01-08', to: '2026-01-08' },
    ]);
    expect(await last(2, 'WEEK')).toEqual([
      { from: '2025-12-29', to: '2026-01-04' },
      { from: '2026-01-05', to: '2026-01-08' },
    ]);
    expect((await last(100, 'MONTH'))[0].from).toBe('2017-10-01');
    const { errors } = await client.execute('{ moneySeries(last: 0) { from } }');
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'validation_failed' } });
  });

  it('show the portfolio at the end of each closed day, and lead to its close of business', async () => {
    const { portfolioSeries } = await client.query(
      `{ portfolioSeries(from: "2026-01-01") { to close { businessDate } portfolio { gross bands { name principal } } } }`,
    );
    const days = portfolioSeries.map((point: Json) => [point.close.businessDate, point.portfolio.gross]);
    expect(days.map(([day]: [string]) => day)).toEqual(['2026-01-05', '2026-01-06', '2026-01-07']);
    expect(days[0]).toEqual(['2026-01-05', 15_000_000]);
    expect(days[1][1]).toBeLessThan(15_000_000);
    for (const { portfolio } of portfolioSeries) {
      const classes = portfolio.bands.map((band: Json) => band.principal);
      expect(classes.reduce((sum: number, each: number) => sum + each, 0)).toBe(portfolio.gross);
    }
    const { closesOfBusiness } = await client.query(
      '{ closesOfBusiness(last: 5, through: "2026-01-06") { businessDate } }',
    );
    expect(closesOfBusiness).toEqual([{ businessDate: '2026-01-06' }, { businessDate: '2026-01-05' }]);
    const byMonth = await client.query(
      `{ portfolioSeries(from: "2025-11-01", step: MONTH) { close { businessDate } } }`,
    );
    expect(byMonth.portfolioSeries).toEqual([{ close: { businessDate: '2026-01-07' } }]);
  });

  it('show the float of each agent, which is what it holds after the last of them', async () => {
    const { agents } = await client.query(FLOAT, { from: '2026-01-05' });
    const { float, floatSeries } = agents.nodes.find((agent: Json) => agent.agentNo === agentNo);
    expect(floatSeries.map((point: Json) => point.to)).toEqual([
      '2026-01-05',
      '2026-01-06',
      '2026-01-07',
      '2026-01-08',
    ]);
    expect(floatSeries[0]).toMatchObject({ in: 10 ** 13, out: 15_000_000 });
    expect(floatSeries.at(-1).closing).toBe(float);
  });

  it('count what is booked on a closed day after all, by a command that began before it ended', async () => {
    const before = await money({ from: '2026-01-06', to: '2026-01-06' });
    expect(before).toEqual([['2026-01-06', 0, 500_000]]);
    lender.moveTo('2026-01-06');
    const late = await lender.lend(2_000_000n);
    await lender.repay(late, 70_000n);
    lender.moveTo('2026-01-08');
    expect(await money({ from: '2026-01-06', to: '2026-01-06' })).toEqual([['2026-01-06', 2_000_000, 570_000]]);
    const { agents } = await client.query(FLOAT, { from: '2026-01-06' });
    const { float, floatSeries } = agents.nodes.find((agent: Json) => agent.agentNo === agentNo);
    expect([floatSeries[0].out, floatSeries.at(-1).closing]).toEqual([2_000_000, float]);
    expect((await lender.violations()).filter(({ check }) => check === 'days of the ledger')).toEqual([]);
  });

  const ENTRIES = `entries(first: $first, last: $last, after: $after) {
    nodes { debit credit balance journal { id bookedOn kind amount } } pageInfo { hasNextPage endCursor } }`;
  const STATEMENT = `query($account: String!, $of: String, $from: Date, $to: Date, $first: Int, $last: Int, $after: String) {
    accountStatement(account: $account, subAccount: $of, from: $from, to: $to) { from to opening debit credit closing ${ENTRIES} } }`;
  const statement = async (variables: Json) => (await client.query(STATEMENT, variables)).accountStatement;
  const moves = ({ entries }: Json) =>
    entries.nodes.map((entry: Json) => [entry.journal.bookedOn, entry.debit, entry.balance]);
  const journals = async (filter: string) =>
    (await client.query(`{ journals(${filter}) { nodes { id kind bookedOn subject { type } } } }`)).journals.nodes;

  it('lead from a balance to the statement of its account, page by page', async () => {
    const cash = await statement({ account: 'cash', from: '2026-01-05' });
    const { trialBalance } = await client.query('{ trialBalance { accounts { account debit } } }');
    expect(cash).toMatchObject({ opening: 0, debit: 670_000, credit: 0, closing: 670_000, to: '2026-01-08' });
    expect(trialBalance.accounts.find(({ account }: Json) => account === 'cash').debit).toBe(cash.closing);
    const all = [
      ['2026-01-06', 500_000, 500_000],
      ['2026-01-06', 70_000, 570_000],
      ['2026-01-08', 100_000, 670_000],
    ];
    expect(moves(cash)).toEqual(all);
    const page = await statement({ account: 'cash', from: '2026-01-05', first: 1 });
    expect([moves(page), page.entries.pageInfo.hasNextPage]).toEqual([all.slice(0, 1), true]);
    const next = await statement({ account: 'cash', from: '2026-01-05', after: page.entries.pageInfo.endCursor });
    expect(moves(next)).toEqual(all.slice(1));
    expect(moves(await statement({ account: 'cash', from: '2026-01-05', last: 2 }))).toEqual(all.slice(1));
    expect(await statement({ account: 'cash', from: '2026-01-07', to: '2026-01-07' })).toMatchObject({
      opening: 570_000,
      closing: 570_000,
      entries: { nodes: [] },
    });
    const float = await statement({ account: 'mpesa_float', of: agentNo, from: '2026-01-05' });
    const { agents } = await client.query(FLOAT, { from: '2026-01-08' });
    expect(float.closing).toBe(agents.nodes.find((agent: Json) => agent.agentNo === agentNo).float);
    expect(await statement({ account: 'mpesa_float', of: 'AG-000000' })).toMatchObject({ closing: 0 });
  });

  it('lead from a line to its journal, the record that was booked and who caused it, and to what undid it', async () => {
    const bank = await statement({ account: 'bank', from: '2026-01-06' });
    const [paid, takenBack] = bank.entries.nodes;
    const JOURNAL = `query($id: ID!) { journal(id: $id) {
      kind amount subject { type id number ownerNumber } cause { actor name command kind }
      lines { account debit credit } reversalOf { id } reversedBy { id } } }`;
    const { journal } = await client.query(JOURNAL, { id: paid.journal.id });
    expect(journal).toMatchObject({
      kind: 'repayment.booked',
      amount: 40_000,
      subject: { type: 'repayment', number: expect.stringMatching(/^R-/), ownerNumber: 'L-000001' },
      cause: { actor: lender.testApp.client.caller.clientKey, name: null, command: 'recordRepayment' },
      reversalOf: null,
      reversedBy: [{ id: takenBack.journal.id }],
    });
    expect(journal.lines.reduce((sum: number, line: Json) => sum + line.debit - line.credit, 0)).toBe(0);
    const undone = await client.query(JOURNAL, { id: takenBack.journal.id });
    expect(undone.journal).toMatchObject({ reversalOf: { id: paid.journal.id }, reversedBy: [] });
    const { subject } = journal;
    const kinds = ['repayment.reversed', 'repayment.booked'];
    expect((await journals(`record: "${subject.id}"`)).map(({ kind }: Json) => kind)).toEqual(kinds);
    expect((await journals(`reference: "${subject.number}"`)).map(({ kind }: Json) => kind)).toEqual(kinds);
    expect(await journals(`reference: "${subject.number}", account: "cash"`)).toEqual([]);
    expect((await client.query(JOURNAL, { id: subject.id })).journal).toBeNull();
  });

  it('list journals by day, account and kind, newest first, and those of a loan with its payments', async () => {
    const days = (rows: readonly Json[]) => rows.map(({ bookedOn }) => bookedOn);
    expect(days(await journals('from: "2026-01-05", account: "cash"'))).toEqual([
      '2026-01-08',
      '2026-01-06',
      '2026-01-06',
    ]);
    expect(days(await journals('from: "2026-01-05", kind: "close_of_business.booked"'))).toEqual([
      '2026-01-07',
      '2026-01-06',
      '2026-01-05',
    ]);
    expect(days(await journals('from: "2026-01-08", to: "2026-01-08"'))).toEqual(['2026-01-08']);
    const paid = await journals('from: "2026-01-05", kind: "repayment."');
    expect(new Set(paid.map(({ kind }: Json) => kind))).toEqual(new Set(['repayment.booked', 'repayment.reversed']));
    const ofLoan = await journals('reference: "L-000002"');
    expect(ofLoan.map(({ subject }: Json) => subject.type)).toContain('disbursement');
    expect(await journals('record: "no uuid"')).toEqual([]);
    const { chartOfAccounts } = await client.query('{ chartOfAccounts { accounts { account isDivided } kinds } }');
    expect(chartOfAccounts.accounts).toContainEqual({ account: 'mpesa_float', isDivided: true });
    expect(chartOfAccounts.kinds).toContain('repayment.booked');
  });

  it('are read in parts: no more than a year in one request, no account that is none, and a page in as many statements as a row', async () => {
    for (const [asked, field] of [
      ['accountStatement(account: "cash", from: "2024-01-01", to: "2026-01-08") { opening }', '366'],
      ['accountStatement(account: "cash", from: "2026-01-09", to: "2026-01-08") { opening }', 'before from'],
      ['accountStatement(account: "gold") { opening }', 'no account gold'],
    ] as const) {
      const { errors } = await client.execute(`{ ${asked} }`);
      expect(errors?.[0]).toMatchObject({
        extensions: { code: 'validation_failed' },
        message: expect.stringContaining(field),
      });
    }
    const { result, reads } = await client.counted(() =>
      client.query(`{ journals(from: "2026-01-05") { nodes { subject { id number } cause { command }
        lines { account } reversalOf { id } reversedBy { id } } } }`),
    );
    // The journals, their lines, numbers and trail; what they undo and what undoes them, each with its numbers.
    expect(reads.length).toBeLessThanOrEqual(8);
    expect(result.journals.nodes.length).toBeGreaterThan(8);
  });

  it('say what was done with a record: to people by name, to a partner what it did itself', async () => {
    const { testApp } = lender;
    const { app, operator, client: partner, sql } = testApp;
    const invited = {
      name: 'Njeri Kamau',
      email: 'njeri@example.org',
      roles: ['officer'],
      tokenHash: 'x'.repeat(43),
    } as const;
    await testApp.done(app.people.invitePerson, invited, operator);
    const [row] = await sql(`select uuid from person where name = 'Njeri Kamau'`);
    const uuid = String(row?.['uuid']);
    const person = { ...WORKS_HERE, uuid };
    const njeri = { ...partner.caller, clientKey: `person:${uuid}`, person };
    const { memberId, productId } = testApp;
    await testApp.done(app.lending.applyForLoan, { memberId, productId, principal: 1_000_000n, termMonths: 6 }, njeri);
    const [loan] = await sql('select uuid from loan order by id desc limit 1');
    const LIFE = 'query($id: ID!) { life(recordId: $id) { nodes { actor name command kind } } }';
    const lifeFor = async (caller: typeof partner.caller, id = String(loan?.['uuid'])) =>
      (await client.query(LIFE, { id }, caller)).life.nodes;
    const entry = { command: 'applyForLoan', kind: 'loan.created' };
    expect(await lifeFor(njeri)).toEqual([{ ...entry, actor: `person:${uuid}`, name: 'Njeri Kamau' }]);
    expect(await lifeFor(partner.caller)).toEqual([{ ...entry, actor: null, name: null }]);
    expect(await lifeFor({ ...njeri, scopes: ['members:read'] })).toEqual([]);
    expect(await lifeFor({ ...njeri, scopes: ['audit:read'] })).toHaveLength(1);
    expect(await lifeFor(njeri, 'no uuid')).toEqual([]);
    const lent = await client.uuidOf('loan', 1);
    expect((await lifeFor(partner.caller, lent)).map(({ kind }: Json) => kind)).toContain('loan.approved');
  });

  it('name the agent or the app of a sub-account to people, and to no partner', async () => {
    const { client: partner } = lender.testApp;
    const NAMES = `query($app: String!) {
      accountStatement(account: "app_funds", subAccount: $app) { subAccountName }
      unknown: accountStatement(account: "app_funds", subAccount: "AG-999999") { subAccountName }
      trialBalance { accounts { subAccount subAccountName } } }`;
    const namesFor = async (caller: typeof partner.caller) => {
      const names = await client.query(NAMES, { app: String(partner.id) }, caller);
      const float = names.trialBalance.accounts.find(({ subAccount }: Json) => subAccount === agentNo);
      return [names.accountStatement.subAccountName, names.unknown.subAccountName, float.subAccountName];
    };
    const [row] = await lender.testApp.sql(
      `select (select name from api_client where id = $1) as app, (select name from agent where agent_no = $2) as agent`,
      [partner.id, agentNo],
    );
    expect(await namesFor({ ...partner.caller, person: WORKS_HERE })).toEqual([row?.['app'], null, row?.['agent']]);
    expect(await namesFor(partner.caller)).toEqual([null, null, null]);
  });

  it('refuse more points than a chart has room for, and a range that ends before it begins', async () => {
    const long = await client.execute(MONEY, { from: '2020-01-01', to: '2026-01-08' });
    expect(long.errors?.[0]).toMatchObject({ extensions: { code: 'validation_failed' } });
    expect(long.errors?.[0].message).toContain('more than 100 points');
    const turned = await client.execute(MONEY, { from: '2026-01-08', to: '2026-01-07' });
    expect(turned.errors?.[0]).toMatchObject({ extensions: { code: 'validation_failed' } });
  });

  it('cost as many statements for many points and agents as for few', async () => {
    const reads = async (query: string, variables: Json) =>
      (await client.counted(() => client.query(query, variables))).reads.length;
    expect(await reads(MONEY, { from: '2026-01-08' })).toBe(1);
    expect(await reads(MONEY, { from: '2025-10-08' })).toBe(1);
    const few = await reads(FLOAT, { from: '2026-01-08' });
    await lender.testApp.sql(
      `insert into agent (uuid, agent_no, name, branch_id, float, held)
       select gen_random_uuid(), 'AG-77777' || n, 'Another', (select min(id) from branch), 0, 0 from generate_series(1, 3) n`,
    );
    expect(await reads(FLOAT, { from: '2025-12-08' })).toBe(few);
  });
});
