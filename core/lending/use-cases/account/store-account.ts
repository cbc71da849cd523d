import { accountOf, booked } from './account.ts';
import { owedOn, paidOn, resplitOf, type LoanAccount } from './loan-account.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { isLateness } from '../close-of-business/closer.ts';
import { historyOf } from './history.ts';
import type { ClosedDays } from '../../loan/closed-days.ts';
import { LoanEntry } from '../../loan/entry.ts';
import { Instalment } from '../../loan/instalment.ts';
import type { Loan } from '../../loan/loan.ts';
import type { Figures } from '../../loan/loan-record.ts';
import { minusParts, type Parts } from '../../parts.ts';
import type { LendingPorts } from '../../ports.ts';

export type AccountPorts = Pick<LendingPorts, 'entries' | 'instalments' | 'closes' | 'actor' | 'today'>;

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
  readonly after: LoanAccount;
  readonly entry: LoanEntry;
  /** It was booked late, or reversed: what came after it was calculated again. */
  readonly isLate: boolean;
  /** All entries of the loan that count. */
  readonly entries: readonly LoanEntry[];
  readonly figures: Figures;
  /** Payments that count for another part now than they were booked for; the parts sum to nothing. */
  readonly moved: Parts;
};

/**
 * Books one more entry on a loan's account and writes its rows: in place where only what was charged or paid changed,
 * as a new version of the schedule where it was cut again. What is booked late counts from its day on: what came after
 * it, and the lateness that was charged because it was not known, is calculated again.
 */
export async function bookEntry(loan: Loan, entry: NewEntry, ports: AccountPorts): Promise<BookedEntry> {
  const { account: before, entries } = await readAccount(loan, ports);
  const added = LoanEntry.book({ ...entry, loanId: loan.id, number: nextNumber(entries), bookedBy: ports.actor });
  const closed = isBefore(added.on, ports.today) ? await ports.closes.of(loan.id) : null;
  ports.entries.add(added);
  const all = [...entries, added];
  const isLate =
    added.kind === 'return' ||
    (closed !== null && !isBefore(closed.last, added.on)) ||
    entries.some(({ on, reversed }) => !reversed && isBefore(added.on, on));
  if (isLate) return rewrite(loan, before, { entries: all, about: added, closed }, ports);
  const after = booked(before, loan, added);
  const figures = await writeRows(loan, after, ports);
  return { after, entry: added, isLate, entries: all, moved: moved(before, after), figures };
}

/**
 * Reverses an entry and calculates the account from the others, as if it had never been booked.
 * @throws Error where the loan has no such entry
 */
export async function reverseEntry(
  loan: Loan,
  source: string,
  ports: AccountPorts,
  check: (after: LoanAccount) => void = () => {},
): Promise<BookedEntry> {
  const { account: before, entries } = await readAccount(loan, ports);
  const entry = entries.find((each) => each.source === source && !each.reversed);
  if (!entry) throw new Error(`Loan ${loan.loanNo} has no entry of ${source}.`);
  const others = entries.filter((each) => each !== entry);
  check(accountOf(loan, others));
  entry.reversed = true;
  const closed = isBefore(entry.on, ports.today) ? await ports.closes.of(loan.id) : null;
  return rewrite(loan, before, { entries, about: entry, closed }, ports);
}

type Changed = {
  readonly entries: readonly LoanEntry[];
  /** What was booked late, or reversed. */
  readonly about: LoanEntry;
  readonly closed: ClosedDays | null;
};

/** Calculates the account from the beginning, with the lateness that closes would have charged since. */
async function rewrite(
  loan: Loan,
  before: LoanAccount,
  { entries, about, closed }: Changed,
  ports: AccountPorts,
): Promise<BookedEntry> {
  const isCarried = loan.chargedOffOn === null && loan.state !== 'written_off';
  const history = closed && isCarried ? historyOf(loan, entries, closed, about.on) : null;
  const current = history ? withLateness(entries, history.lateness, about.on, ports) : entries;
  const after = accountOf(loan, current);
  const figures = await writeRows(loan, after, ports);
  return {
    after,
    entry: about,
    isLate: true,
    entries: current,
    moved: moved(before, after),
    figures: history ? { ...figures, income: history.income } : figures,
  };
}

/** Takes back the lateness that is not charged any more, and books what is charged now. */
function withLateness(
  entries: readonly LoanEntry[],
  charged: readonly LoanEntry[],
  since: Temporal.PlainDate,
  ports: Pick<AccountPorts, 'entries'>,
): LoanEntry[] {
  const remaining = [...charged];
  const stays = entries.filter((entry) => {
    if (entry.reversed || !isLateness(entry) || isBefore(entry.on, since)) return true;
    // What the close of the day itself charged comes after what is booked on the day now, so it is booked again.
    const same = entry.on.equals(since) ? -1 : remaining.findIndex((each) => isSameCharge(each, entry));
    if (same >= 0) remaining.splice(same, 1);
    else entry.reversed = true;
    return same >= 0;
  });
  const first = nextNumber(entries);
  for (const [index, entry] of remaining.entries()) {
    entry.number = first + index;
    ports.entries.add(entry);
  }
  return [...stays, ...remaining];
}

const isSameCharge = (a: LoanEntry, b: LoanEntry) =>
  a.kind === b.kind && a.instalment === b.instalment && a.amount === b.amount && a.on.equals(b.on);

const nextNumber = (entries: readonly LoanEntry[]) => 1 + Math.max(0, ...entries.map(({ number }) => number));

const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;

const moved = (before: LoanAccount, after: LoanAccount) => minusParts(resplitOf(after), resplitOf(before));

/**
 * Other repayments count for other parts now that something was booked late or reversed: their records follow.
 * @returns an event for each of them
 */
export async function followAllocations(
  loan: Loan,
  { after, entry, entries }: Pick<BookedEntry, 'after' | 'entry' | 'entries'>,
  ports: Pick<LendingPorts, 'repayments'>,
): Promise<DomainEvent[]> {
  const moves: DomainEvent[] = [];
  for (const repayment of await ports.repayments.booked(loan.id)) {
    const paid = entries.find(({ source, reversed }) => source === repayment.uuid && !reversed);
    const emitted = paid && paid !== entry ? repayment.reallocate(after.allocations.get(paid.number)!) : null;
    if (emitted) moves.push(emitted);
  }
  return moves;
}

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
    nextDueDate: account.rows.find(({ paidOn }) => paidOn === null)?.dueDate ?? null,
  };
}
