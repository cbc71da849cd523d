import { describe, expect, it } from 'vitest';
import { requireClosable, requireOpenBooks } from '#core/ledger/period.ts';
import { statementOf } from '#core/ledger/statement.ts';
import { trialBalanceOf, type Turnover } from '#core/ledger/trial-balance.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const moved = (account: Turnover['account'], debit: bigint, credit: bigint, of: string | null = null): Turnover => ({
  account,
  of,
  debit,
  credit,
});

describe('A trial balance', () => {
  it('shows each balance on its side, in the order of the chart, and balances', () => {
    const balance = trialBalanceOf([
      moved('interest_income', 5n, 45n),
      moved('mpesa_float', 100n, 30n, 'AG-000002'),
      moved('mpesa_float', 20n, 50n, 'AG-000001'),
      moved('cash', 10n, 10n),
    ]);
    expect(
      balance.rows.map(({ account, of, debit, credit, balance: held }) => [account, of, debit, credit, held]),
    ).toEqual([
      ['cash', null, 0n, 0n, 0n],
      ['mpesa_float', 'AG-000001', 0n, 30n, -30n],
      ['mpesa_float', 'AG-000002', 70n, 0n, 70n],
      ['interest_income', null, 0n, 40n, 40n],
    ]);
    expect(balance).toMatchObject({ debit: 70n, credit: 70n, balances: true });
  });

  it('says where it does not', () => {
    expect(trialBalanceOf([moved('cash', 3n, 1n)])).toMatchObject({ debit: 2n, credit: 0n, balances: false });
  });
});

describe('The statement of an account', () => {
  it('runs the balance in the direction in which the account grows', () => {
    const line = { journalId: 1, bookedOn: day('2026-01-01'), eventType: 'x', of: null };
    const lines = [
      { ...line, side: 'credit', amount: 50n },
      { ...line, side: 'debit', amount: 20n },
    ] as const;
    const owed = statementOf('savings_control', 100n, lines);
    expect([owed.lines.map(({ balance }) => balance), owed.closing]).toEqual([[150n, 130n], 130n]);
    expect(statementOf('cash', 100n, lines).closing).toBe(70n);
    expect(statementOf('cash', 100n, [])).toEqual({ lines: [], closing: 100n });
  });
});

describe('The books of a period', () => {
  it('take journals of days after it only', () => {
    expect(() => requireOpenBooks(day('2026-02-01'), day('2026-01-31'))).not.toThrow();
    expect(() => requireOpenBooks(day('2026-01-31'), null)).not.toThrow();
    expect(() => requireOpenBooks(day('2026-01-31'), day('2026-01-31'))).toThrow('closed through 2026-01-31');
  });

  it('are closed once, behind closed days, and not before the period is over', () => {
    const known = {
      today: day('2026-02-03'),
      closedThrough: day('2025-12-31'),
      businessClosedThrough: day('2026-02-01'),
    };
    expect(() => requireClosable(day('2026-01-31'), known)).not.toThrow();
    expect(() => requireClosable(day('2025-12-31'), known)).toThrow('closed through 2025-12-31 already');
    expect(() => requireClosable(day('2026-02-02'), known)).toThrow('business of 2026-02-02 was not closed');
    expect(() => requireClosable(day('2026-02-03'), known)).toThrow('not over');
    expect(() => requireClosable(day('2026-01-31'), { ...known, businessClosedThrough: null })).toThrow(
      'not closed yet',
    );
  });
});
