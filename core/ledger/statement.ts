import type { Cents } from '../kernel/money.ts';
import type { AccountName } from './accounts.ts';
import type { Line } from './journal.ts';
import { balanceOn } from './trial-balance.ts';

/** A line of an account as it is stored. */
export type BookedLine = Pick<Line, 'side' | 'amount'> & {
  readonly journalId: number;
  readonly bookedOn: Temporal.PlainDate;
  readonly eventType: string;
  readonly of: string | null;
};

export type StatementLine = BookedLine & { readonly balance: Cents };

/** The lines of an account with the balance after each, in minor units, in the direction in which it grows. */
export function statementOf(
  account: AccountName,
  opening: Cents,
  lines: readonly BookedLine[],
): { readonly lines: readonly StatementLine[]; readonly closing: Cents } {
  let balance = opening;
  const shown = lines.map((line) => {
    balance += balanceOn(account, {
      debit: line.side === 'debit' ? line.amount : 0n,
      credit: line.side === 'credit' ? line.amount : 0n,
    });
    return { ...line, balance };
  });
  return { lines: shown, closing: balance };
}
