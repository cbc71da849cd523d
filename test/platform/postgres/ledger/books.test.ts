import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { trialBalanceOf } from '#core/ledger/trial-balance.ts';
import { fingerprintOf } from '#platform/app/idempotency.ts';
import { turnoversBy } from '#platform/postgres/ledger/balances.ts';
import { generalLedgerCsv } from '#platform/postgres/ledger/export.ts';
import { accountStatement } from '#platform/postgres/ledger/statement.ts';
import { openLender, type Lender } from '../../../support/lender.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
let lender: Lender;
let loanId: number;
beforeAll(async () => {
  lender = await openLender('2026-01-05');
  loanId = await lender.lend(12_000_000n);
  lender.moveTo('2026-02-10');
  await lender.close();
  await lender.repay(loanId, 1_000_000n);
});
afterAll(() => lender.testApp.close());

const inBooks = <T>(work: (sql: Parameters<typeof turnoversBy>[0]) => Promise<T>): Promise<T> =>
  lender.testApp.database.report(lender.testApp.tenantId, ({ sql }) => work(sql));
const balancesOn = async (on: string) => {
  const { rows, balances, debit, credit } = trialBalanceOf(await inBooks((sql) => turnoversBy(sql, day(on))));
  return { balances, debit, credit, of: Object.fromEntries(rows.map((row) => [row.account, row.balance])) };
};
const closePeriod = (endsOn: string) =>
  lender.testApp.app.ledger.closePeriod(lender.testApp.operator, { endsOn: day(endsOn) });

describe('The trial balance', () => {
  it('balances on every day, and knows what was booked by then', async () => {
    expect((await balancesOn('2026-01-04')).of).toEqual({});
    const lent = await balancesOn('2026-01-05');
    expect(lent.balances).toBe(true);
    expect(lent.of).toMatchObject({ loan_portfolio: 12_000_000n, loan_loss_allowance: 120_000n });
    const repaid = await balancesOn('2026-02-10');
    expect(repaid).toMatchObject({ balances: true, of: { cash: 1_000_000n } });
    expect(repaid.of['loan_portfolio']).toBeLessThan(12_000_000n);
  });
});

describe('Figures of a person who is limited to a branch', () => {
  const seenIn = async (branches: number[] | null) => {
    const { app, tenantId } = lender.testApp;
    const limits = { approve: null, disburse: null };
    const person = {
      uuid: 'a',
      sessionId: 1,
      roles: [],
      limits,
      branches,
      clients: null,
      units: null,
      steppedUp: false,
    };
    const range = { step: 'month', from: day('2026-01-01'), to: null, last: null } as const;
    return app.read({ tenantId, pii: false, person }, async (views) => ({
      books: await views.ledger.trialBalance(),
      money: (await views.series.money(range)).map(({ disbursed, collected }) => [disbursed, collected]),
      closes: (await views.ledger.closesOfBusiness(5)).length,
      portfolio: (await views.series.portfolio(range)).length,
    }));
  };

  it('are those of the records of the branch once days are closed, and no close of the institution is shown', async () => {
    const [all, own] = [await seenIn(null), await seenIn([lender.testApp.branchId])];
    const elsewhere = await seenIn([999_999]);
    expect(all.money).toEqual([
      [12_000_000n, 0n],
      [0n, expect.any(BigInt)],
    ]);
    expect([all.closes, all.portfolio]).toEqual([5, 2]);
    expect(own.money).toEqual(all.money);
    const portfolioOf = ({ books }: typeof all) => books.rows.find(({ account }) => account === 'loan_portfolio');
    expect(portfolioOf(own)).toEqual(portfolioOf(all));
    expect(own.books.balances).toBe(true);
    expect(elsewhere.money).toEqual([
      [0n, 0n],
      [0n, 0n],
    ]);
    expect(elsewhere.books.rows).toEqual([]);
    for (const limited of [own, elsewhere]) expect([limited.closes, limited.portfolio]).toEqual([0, 0]);
  });
});

describe('The statement of an account', () => {
  it('begins with what it held, and ends with what the trial balance says', async () => {
    const { opening, lines } = await inBooks(async (sql) => {
      const found = await accountStatement(sql, {
        account: 'interest_receivable',
        of: null,
        from: day('2026-02-01'),
        to: day('2026-02-10'),
      });
      return { opening: found.opening, lines: (await Array.fromAsync(found.parts)).flat() };
    });
    expect(opening).toBe((await balancesOn('2026-01-31')).of['interest_receivable']);
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.at(-1)?.balance).toBe((await balancesOn('2026-02-10')).of['interest_receivable']);
  });

  it('is one agent’s where a sub-account is requested', async () => {
    const opening = async (of: string | null) =>
      (
        await inBooks((sql) =>
          accountStatement(sql, { account: 'mpesa_float', of, from: day('2026-03-01'), to: day('2026-03-01') }),
        )
      ).opening;
    expect(await opening('AG-000001')).toBe(await opening(null));
    expect(await opening('AG-999999')).toBe(0n);
  });
});

describe('The export of the general ledger', () => {
  it('has a line for each line of a journal, and sums to nothing', async () => {
    const range = { from: day('2026-01-01'), to: day('2026-12-31') };
    const csv = await inBooks(async (sql) => (await Array.fromAsync(generalLedgerCsv(sql, range))).join(''));
    const [head, ...lines] = csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(head).toEqual(expect.arrayContaining(['journal_id', 'booked_on', 'account', 'side', 'amount', 'currency']));
    const [count] = await lender.testApp.sql('select count(*)::int as n from journal_line');
    expect(lines).toHaveLength(Number(count?.['n']));
    const at = (name: string) => head!.indexOf(name);
    const sum = lines.reduce(
      (total, line) => total + BigInt(line[at('amount')]!) * (line[at('side')] === 'debit' ? 1n : -1n),
      0n,
    );
    expect(sum).toBe(0n);
  });
});

describe('A period of the books', () => {
  it('is not closed before its days are', async () => {
    await expect(closePeriod('2026-02-10')).rejects.toMatchObject({ code: 'period_not_closable' });
    await lender.testApp.sql(`update close_of_business set state = 'running' where business_date = '2026-02-09'`);
    await expect(closePeriod('2026-02-09')).rejects.toMatchObject({
      code: 'period_not_closable',
      details: { business_closed_through: '2026-02-08' },
    });
    await lender.testApp.sql(`update close_of_business set state = 'done' where business_date = '2026-02-09'`);
  });

  it('freezes what the accounts held, and the trial balance goes on from there', async () => {
    const before = await balancesOn('2026-02-10');
    await closePeriod('2026-01-31');
    await expect(closePeriod('2026-01-31')).rejects.toMatchObject({ code: 'period_not_closable' });
    expect(await balancesOn('2026-02-10')).toEqual(before);
    await closePeriod('2026-02-09');
    expect(await balancesOn('2026-02-10')).toEqual(before);
    expect(await lender.violations()).toEqual([]);
  });

  it('takes no journal any more: the command is refused before it has written anything', async () => {
    const [before] = await lender.testApp.sql(
      'select (select count(*) from repayment) as n, (select count(*) from journal) as j',
    );
    // A clock that went wrong: it is February again.
    lender.moveTo('2026-02-09');
    const claim = { key: randomUUID(), fingerprint: fingerprintOf({ method: 'POST', path: '/', query: {}, body: {} }) };
    const request = {
      caller: lender.testApp.client.caller,
      claim,
      present: async () => ({ status: 201, headers: {}, body: 'booked' }),
      refused: ({ code }: { code: string }) => ({ status: 409, headers: {}, body: code }),
      proposed: () => ({ status: 202, headers: {}, body: 'proposed' }),
    };
    const command = {
      loanId,
      amount: 100n,
      channel: 'cash',
      paidAt: Temporal.Instant.from('2026-02-09T05:00:00Z'),
    } as const;
    const { response } = await lender.testApp.app.lending.recordRepayment(request, command);
    expect(response).toMatchObject({ status: 409, body: 'period_closed' });
    const [after] = await lender.testApp.sql(
      'select (select count(*) from repayment) as n, (select count(*) from journal) as j',
    );
    expect(after).toEqual(before);
    const again = await lender.testApp.app.lending.recordRepayment(request, command);
    expect(again).toMatchObject({ response: { body: 'period_closed' }, replayed: true });
    lender.moveTo('2026-02-10');
  });

  it('is closed for a process that does not know it yet, and for writes past the application', async () => {
    const owner = new pg.Client({ connectionString: lender.testApp.settings.adminUrl });
    await owner.connect();
    const insert = (on: string) =>
      owner.query(
        `insert into journal (tenant_id, uuid, event_uuid, event_type, subject_type, subject_id, booked_on, value_date, currency)
         values ($1, gen_random_uuid(), gen_random_uuid(), 'x', 'x', 1, $2, $2, 'KES')`,
        [lender.testApp.tenantId, on],
      );
    await expect(insert('2026-02-09')).rejects.toMatchObject({ constraint: 'books_are_open' });
    await owner.query('begin');
    await insert('2026-02-10');
    await owner.query('rollback');

    // Another process closes the period: this one still believes that the books are open.
    await lender.testApp.internals.tenants.get(lender.testApp.tenantId);
    lender.moveTo('2026-02-11');
    await lender.close();
    await owner.query(
      `insert into ledger_period (tenant_id, uuid, ends_on, closed_by) values ($1, gen_random_uuid(), '2026-02-11', 'x')`,
      [lender.testApp.tenantId],
    );
    await expect(lender.repay(loanId, 100n)).rejects.toMatchObject({ code: 'period_closed' });
    // It froze no balances.
    await owner.query(`delete from ledger_period where ends_on = '2026-02-11'`);
    await owner.end();
  });
});
