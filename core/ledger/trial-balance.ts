import type { Cents } from '../kernel/money.ts';
import { accounts, type AccountName } from './accounts.ts';

/** All that was ever debited and credited to an account, or to a sub-account of it, in minor units. */
export type Turnover = {
  readonly account: AccountName;
  /** The sub-account; null where the account has none. */
  readonly of: string | null;
  readonly debit: Cents;
  readonly credit: Cents;
};

/** One line of a trial balance: the balance stands on one side, the other is zero. */
export type TrialBalanceRow = Turnover & {
  readonly type: (typeof accounts)[AccountName]['type'];
  /** In the direction in which the account grows; negative where it stands on the wrong side. */
  readonly balance: Cents;
};

export type TrialBalance = {
  readonly rows: readonly TrialBalanceRow[];
  readonly debit: Cents;
  readonly credit: Cents;
  readonly balances: boolean;
};

/**
 * The balances of all accounts, in the order of the chart. Debits equal credits; where they don't, a journal was
 * written past the ledger.
 */
export function trialBalanceOf(turnovers: readonly Turnover[]): TrialBalance {
  const chart = Object.keys(accounts);
  const rows = turnovers
    .map((turnover): TrialBalanceRow => {
      const net = turnover.debit - turnover.credit;
      const { type } = accounts[turnover.account];
      return {
        ...turnover,
        type,
        debit: net > 0n ? net : 0n,
        credit: net < 0n ? -net : 0n,
        balance: balanceOn(turnover.account, turnover),
      };
    })
    .toSorted(
      (a, b) => chart.indexOf(a.account) - chart.indexOf(b.account) || Number((a.of ?? '') > (b.of ?? '')) * 2 - 1,
    );
  let [debit, credit] = [0n, 0n];
  for (const row of rows) {
    debit += row.debit;
    credit += row.credit;
  }
  return { rows, debit, credit, balances: debit === credit };
}

/** What an account holds, in the direction in which it grows. */
export function balanceOn(account: AccountName, { debit, credit }: { debit: Cents; credit: Cents }): Cents {
  return accounts[account].normal === 'debit' ? debit - credit : credit - debit;
}

/** True for a name of the chart. */
export function isAccount(text: string): text is AccountName {
  return Object.hasOwn(accounts, text);
}
