import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { plantBook } from '../../support/plant-book.ts';
import { openLender, type Lender } from '../../support/lender.ts';
import { openLendingGraph, type LendingGraph } from '../../support/lending-graph.ts';
import { clientOf, type Json } from '../../support/subgraph-client.ts';
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
