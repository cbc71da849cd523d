import type { Cents } from '../kernel/money.ts';
import type { AccountName } from './accounts.ts';

/** One side of a journal. `amount` is positive minor units; `of` names the sub-account (an agent's number). */
export type Line = {
  readonly account: AccountName;
  readonly of: string | null;
  readonly side: 'debit' | 'credit';
  readonly amount: Cents;
};

/** Debits an account. A zero amount makes no line. */
export function debit(account: AccountName, amount: Cents, of: string | null = null): Line[] {
  return lineOf('debit', account, amount, of);
}

/** Credits an account. A zero amount makes no line. */
export function credit(account: AccountName, amount: Cents, of: string | null = null): Line[] {
  return lineOf('credit', account, amount, of);
}

function lineOf(side: Line['side'], account: AccountName, amount: Cents, of: string | null): Line[] {
  if (amount < 0n) throw new RangeError(`A journal line can't carry ${amount}; use the other side.`);
  return amount === 0n ? [] : [{ account, of, side, amount }];
}

/**
 * The lines of a journal, proven to balance.
 * @throws Error where debits and credits differ: a fault of a posting rule, never of a caller
 */
export function balanced(lines: readonly Line[]): readonly Line[] {
  let difference = 0n;
  for (const line of lines) difference += line.side === 'debit' ? line.amount : -line.amount;
  if (difference !== 0n) throw new Error(`A journal is out of balance by ${difference} minor units.`);
  return lines;
}

/** The same lines with their sides swapped: a journal that undoes another. */
export function swapped(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => ({ ...line, side: line.side === 'debit' ? 'credit' : 'debit' }));
}
