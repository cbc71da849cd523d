import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { plantBook } from '../../support/plant-book.ts';
import { openLendingGraph, type LendingGraph } from '../../support/lending-graph.ts';

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
