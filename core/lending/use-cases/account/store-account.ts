import { accountOf, booked } from './account.ts';
import { owedOn, paidOn, resplitOf, type LoanAccount } from './loan-account.ts';
import { LoanEntry } from '../../loan/entry.ts';
import { Instalment } from '../../loan/instalment.ts';
import type { Loan } from '../../loan/loan.ts';
import type { Figures } from '../../loan/loan-record.ts';
import { minusParts, type Parts } from '../../parts.ts';
import type { LendingPorts } from '../../ports.ts';

export type AccountPorts = Pick<LendingPorts, 'entries' | 'instalments' | 'actor'>;

export type NewEntry = Pick<LoanEntry, 'kind' | 'on' | 'amount'> &
  Partial<Pick<LoanEntry, 'part' | 'instalment' | 'change' | 'source' | 'reason'>>;

/** The account of a loan, and the entries that it follows from. */
export async function readAccount(
  loan: Loan,
  ports: Pick<AccountPorts, 'entries'>,
): Promise<{ readonly account: LoanAccount; readonly entries: readonly LoanEntry[] }> {
  const entries = await ports.entries.of(loan.id);
  return { account: accountOf(loan, entries), entries };
}

export type BookedEntry = {
  readonly before: LoanAccount;
  readonly after: LoanAccount;
  readonly entry: LoanEntry;
  readonly figures: Figures;
  /** Payments that count for another part now than they were booked for; the parts sum to nothing. */
  readonly moved: Parts;
};

/**
 * Books one more entry on a loan's account and writes its rows: in place where only what was charged or paid changed,
 * as a new version of the schedule where it was cut again.
 */
export async function bookEntry(loan: Loan, entry: NewEntry, ports: AccountPorts): Promise<BookedEntry> {
  const { account: before, entries } = await readAccount(loan, ports);
  const number = 1 + Math.max(0, ...entries.map((earlier) => earlier.number));
  const added = LoanEntry.book({ ...entry, loanId: loan.id, number, bookedBy: ports.actor });
  // A return changes the beginning, so the account is calculated from the first entry.
  const after = added.kind === 'return' ? accountOf(loan, [...entries, added]) : booked(before, loan, added);
  ports.entries.add(added);
  return { before, after, entry: added, moved: moved(before, after), figures: await writeRows(loan, after, ports) };
}

/** Reverses an entry and calculates the account from the others. @throws Error where the loan has no such entry */
export async function reverseEntry(
  loan: Loan,
  source: string,
  ports: AccountPorts,
  check: (after: LoanAccount) => void = () => {},
): Promise<BookedEntry & { readonly entries: readonly LoanEntry[] }> {
  const { account: before, entries } = await readAccount(loan, ports);
  const entry = entries.find((each) => each.source === source && !each.reversed);
  if (!entry) throw new Error(`Loan ${loan.loanNo} has no entry of ${source}.`);
  const others = entries.filter((each) => each !== entry);
  const after = accountOf(loan, others);
  check(after);
  entry.reversed = true;
  const figures = await writeRows(loan, after, ports);
  return { before, after, entry, entries: others, moved: moved(before, after), figures };
}

const moved = (before: LoanAccount, after: LoanAccount) => minusParts(resplitOf(after), resplitOf(before));

/** Writes the rows of an account. Returns its figures. */
export async function writeRows(
  loan: Loan,
  account: LoanAccount,
  ports: Pick<AccountPorts, 'instalments'>,
): Promise<Figures> {
  const present = loan.scheduleVersion === 0 ? [] : await ports.instalments.of(loan.id, loan.scheduleVersion);
  const sameCut =
    present.length === account.rows.length &&
    account.rows.every((row, index) => {
      const stored = present[index];
      return (
        stored !== undefined &&
        stored.number === row.number &&
        stored.dueDate.equals(row.dueDate) &&
        stored.principal === row.principal &&
        stored.balanceAfter === row.balanceAfter
      );
    });
  let { scheduleVersion } = loan;
  if (sameCut) {
    for (const [index, row] of account.rows.entries()) present[index]?.become(row);
  } else {
    scheduleVersion += 1;
    ports.instalments.addAll(account.rows.map((row) => Instalment.of(loan.id, scheduleVersion, row)));
  }
  return { ...figuresOf(account), scheduleVersion };
}

function figuresOf(account: LoanAccount): Omit<Figures, 'scheduleVersion'> {
  return {
    owed: owedOn(account),
    paid: paidOn(account),
    overpaid: account.overpaid,
    disbursed: account.disbursed,
    disbursedOn: account.disbursedOn,
    maturityDate: account.rows.at(-1)?.dueDate ?? null,
  };
}
