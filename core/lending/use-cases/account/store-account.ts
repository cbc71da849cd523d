import { accountOf, booked } from './account.ts';
import { owedOn, paidOn, resplitOf, type LoanAccount } from './loan-account.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { isLateness } from '../close-of-business/closer.ts';
import { historyOf, type History } from './history.ts';
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

/**
 * The account of a loan as a payment finds it that is booked today for a day: on an earlier one without what was booked for
 * later days, and without the lateness that was charged from the day on because the payment was not known. What was lent
 * later is to be paid all the same.
 */
export async function accountAsOf(
  loan: Loan,
  on: Temporal.PlainDate,
  ports: Pick<AccountPorts, 'entries' | 'today'>,
): Promise<LoanAccount> {
  const { account, entries } = await readAccount(loan, ports);
  if (!isBefore(on, ports.today)) return account;
  const known = entries.filter((entry) => isBefore(entry.on, on) || !isLateness(entry));
  const lentLater = known.some(
    ({ kind, on: day, reversed }) => kind === 'disbursement' && !reversed && isBefore(on, day),
  );
  return accountOf(loan, lentLater ? known : known.filter((entry) => !isBefore(on, entry.on)));
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
  const isLate =
    added.kind === 'return' ||
    (closed !== null && !isBefore(closed.last, added.on)) ||
    entries.some(({ on, reversed }) => !reversed && isBefore(added.on, on));
  if (isLate) return rewrite(loan, before, plan(loan, entries, { reverse: [], add: [added] }, closed), ports);
  const after = booked(before, loan, added);
  ports.entries.add(added);
  const figures = await writeRows(loan, after, ports);
  return { after, entry: added, isLate, entries: [...entries, added], moved: moved(before, after), figures };
}

/**
 * Reverses an entry and calculates the account from the others, as if it had never been booked.
 * @param following what else changes where the account would be so
 * @throws Error where the loan has no such entry
 */
export async function reverseEntry(
  loan: Loan,
  source: string,
  ports: AccountPorts,
  following: (after: LoanAccount, entries: readonly LoanEntry[]) => Change = () => NO_CHANGE,
): Promise<BookedEntry> {
  const { account: before, entries } = await readAccount(loan, ports);
  const entry = entryOf(loan, entries, source);
  // A close may have known of it also where it is of today: that of yesterday is often run after it was booked.
  const closed = await ports.closes.of(loan.id);
  const planned = plan(loan, entries, { reverse: [entry], add: [] }, closed);
  const { reverse, add } = following(planned.after, entries);
  if (reverse.length === 0) return rewrite(loan, before, planned, ports);
  return rewrite(loan, before, plan(loan, entries, { reverse: [entry, ...reverse], add }, closed), ports);
}

/** The entry of a record that counts. @throws Error where the loan has none */
export function entryOf(loan: Loan, entries: readonly LoanEntry[], source: string): LoanEntry {
  const entry = entries.find((each) => each.source === source && !each.reversed);
  if (!entry) throw new Error(`Loan ${loan.loanNo} has no entry of ${source}.`);
  return entry;
}

/** Entries that no longer count, and others that do. */
export type Change = { readonly reverse: readonly LoanEntry[]; readonly add: readonly LoanEntry[] };
export const NO_CHANGE: Change = { reverse: [], add: [] };

/** What a change of its entries makes of a loan's account; nothing is written yet. */
export type Plan = Change & {
  readonly current: readonly LoanEntry[];
  readonly after: LoanAccount;
  readonly history: History | null;
};

/**
 * Calculates the account from the beginning, as if what is reversed had never been and what is added had been booked on
 * its day: with the lateness that closes would have charged since.
 */
export function plan(
  loan: Loan,
  entries: readonly LoanEntry[],
  { reverse, add }: Change,
  closed: ClosedDays | null,
): Plan {
  const all = [...entries.filter((entry) => !entry.reversed && !reverse.includes(entry)), ...add];
  const since = [...reverse, ...add].map(({ on }) => on).reduce((a, b) => (isBefore(b, a) ? b : a));
  const isCarried = loan.chargedOffOn === null && loan.state !== 'written_off';
  const history = closed && isCarried ? historyOf(loan, all, closed, since) : null;
  if (history === null) return { reverse, add, current: all, after: accountOf(loan, all), history };
  const remaining = [...history.lateness];
  const current = all.filter((entry) => {
    if (!isLateness(entry) || isBefore(entry.on, since)) return true;
    // What the close of the day itself charged comes after what is booked on the day now, so it is booked again.
    const same = entry.on.equals(since) ? -1 : remaining.findIndex((each) => isSameCharge(each, entry));
    if (same >= 0) remaining.splice(same, 1);
    return same >= 0;
  });
  const first = nextNumber([...entries, ...add]);
  for (const [index, entry] of remaining.entries()) entry.number = first + index;
  const counted = [...current, ...remaining];
  return {
    reverse: [...reverse, ...all.filter((entry) => !current.includes(entry))],
    add: [...add, ...remaining],
    current: counted,
    after: accountOf(loan, counted),
    history,
  };
}

/** Writes what was planned. */
export async function rewrite(
  loan: Loan,
  before: LoanAccount,
  { reverse, add, current, after, history }: Plan,
  ports: Pick<AccountPorts, 'entries' | 'instalments'>,
): Promise<BookedEntry> {
  for (const entry of reverse) entry.reversed = true;
  for (const entry of add) ports.entries.add(entry);
  const figures = await writeRows(loan, after, ports);
  return {
    after,
    entry: (add[0] ?? reverse[0])!,
    isLate: true,
    entries: current,
    moved: moved(before, after),
    figures: history ? { ...figures, income: history.income } : figures,
  };
}

const isSameCharge = (a: LoanEntry, b: LoanEntry) =>
  a.kind === b.kind && a.instalment === b.instalment && a.amount === b.amount && a.on.equals(b.on);

/** The number of the next entry of a loan. */
export const nextNumber = (entries: readonly LoanEntry[]) => 1 + Math.max(0, ...entries.map(({ number }) => number));

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
