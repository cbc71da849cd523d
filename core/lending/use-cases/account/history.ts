import { sum, type Cents } from '../../../kernel/money.ts';
import { borneRuleOf, penaltyRuleOf, type Agreement } from '../../agreement.ts';
import type { ClosedDays } from '../../loan/closed-days.ts';
import type { ArrearsPause } from '../../arrears.ts';
import { LoanEntry } from '../../loan/entry.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { recognised, type Recognised } from '../../loan/income.ts';
import { totalOf } from '../../parts.ts';
import { closeLoan, type LoanAtClose } from '../close-of-business/close-loan.ts';
import { CLOSER, isLateness, OVERDUE } from '../close-of-business/closer.ts';
import { booked, countedEntries, emptyAccount } from './account.ts';
import { amountOf, owedOn, paidOn, type LoanAccount } from './loan-account.ts';
import { openOf } from './rows.ts';

type Day = Temporal.PlainDate;

/** Income that is recognised of a loan. */
type Income = { readonly interest: Recognised; readonly fees: Recognised; readonly penalties: Recognised };

/** What follows for a loan from its entries and the closes of its days. */
export type History = {
  readonly income: Income;
  /** What closes charge for lateness from the given day on. */
  readonly lateness: readonly LoanEntry[];
};

/** A loan's id, and the days on which its lateness was not counted. */
type Lent = { readonly id: number; readonly arrearsPauses: readonly ArrearsPause[] };

type At = {
  readonly account: LoanAccount;
  readonly income: Income;
  /** Whether a reschedule agreed on a grace on interest of its own. */
  readonly regraced: boolean;
  /** The last day on which a booking cut the rows of a schedule that follows payments. */
  readonly followedUntil: Day | null;
};

const NOTHING: Recognised = { accrued: 0n, early: 0n };
const isBefore = (a: Day, b: Day) => Temporal.PlainDate.compare(a, b) < 0;

/**
 * Goes through the life of a loan day by day: its entries in the order of their value dates, and after those of a day
 * its close. What came late thereby counts as if it had been booked on its day.
 * @param since lateness that was charged before this day stays as it was; from it on it is charged again
 */
export function historyOf(
  loan: Agreement & Lent,
  entries: readonly LoanEntry[],
  closed: ClosedDays,
  since: Day,
): History {
  const counted = countedEntries(entries);
  const first = counted[0];
  if (!first) return { income: { interest: NOTHING, fees: NOTHING, penalties: NOTHING }, lateness: [] };
  const stays = counted.filter((entry) => !isLateness(entry) || isBefore(entry.on, since));
  /** All that was charged so far; and of it, what is charged again. */
  const [before, lateness]: [LoanEntry[], LoanEntry[]] = [[], []];
  const income: Income = { interest: NOTHING, fees: NOTHING, penalties: NOTHING };
  let at: At = { account: emptyAccount(loan), income, regraced: false, followedUntil: null };
  let next = 0;
  for (let day = first.on; next < stays.length || !isBefore(closed.last, day); day = day.add({ days: 1 })) {
    const charged: LoanEntry[] = [];
    for (; next < stays.length && !isBefore(day, stays[next]!.on); next++) {
      const entry = stays[next]!;
      if (isLateness(entry)) charged.push(entry);
      at = isLateness(entry)
        ? { ...at, account: booked(at.account, loan, entry) }
        : afterEntry(at, booked(at.account, loan, entry), entry);
    }
    if (isBefore(day, closed.first) || isBefore(closed.last, day) || totalOf(owedOn(at.account)) === 0n) continue;
    const close = isBefore(day, since)
      ? closedAs(at, loan, { day, charged })
      : closedDay(at, loan, { day, before, inDuplum: closed.inDuplum });
    before.push(...charged, ...close.lateness);
    lateness.push(...close.lateness);
    at = close.at;
  }
  return { income: at.income, lateness };
}

const agreesOnGrace = ({ kind, change }: LoanEntry) =>
  kind === 'reschedule' && Number(change?.['graceOnInterest'] ?? 0) > 0;

/** A booking moves income as `LoanRecord.take` does; what people charge is income immediately. */
function afterEntry({ income, regraced, followedUntil }: At, account: LoanAccount, entry: LoanEntry): At {
  const [paid, owed] = [paidOn(account), owedOn(account)];
  const after = (part: keyof Income): Recognised => {
    const before = income[part];
    const more = entry.kind === 'charge' && (entry.part ?? 'fees') === part ? amountOf(entry) : 0n;
    const known = { accrued: before.accrued + more, early: part === 'penalties' ? 0n : before.early };
    return recognised(known, { paid: paid[part], owed: owed[part], off: false });
  };
  const next = { interest: after('interest'), fees: after('fees'), penalties: after('penalties') };
  return {
    account,
    income: next,
    regraced: regraced || agreesOnGrace(entry),
    followedUntil: isFollowed(entry) ? entry.on : followedUntil,
  };
}

/** The entries upon which a schedule that follows its payments is cut again; `loans-at-close.ts` has the same in SQL. */
const isFollowed = ({ kind, part }: LoanEntry) =>
  kind === 'disbursement' || kind === 'repayment' || (kind === 'waiver' && part === 'interest');

type Close = { readonly at: At; readonly lateness: readonly LoanEntry[] };

/** A close whose charges are known: it accrues alone. */
function closedAs(
  at: At,
  loan: Agreement,
  { day, charged }: { readonly day: Day; readonly charged: readonly LoanEntry[] },
): Close {
  const facts = atClose(at, loan, day, []);
  const chargesNothing = { ...facts, terms: { ...facts.terms, penalty: null, lateInterest: null } };
  // Late interest of the day is among what has fallen due already.
  const { interest, fees } = closeLoan(chargesNothing, day, { bands: [], closedUntil: null });
  const accrued = at.income.penalties.accrued + sum(charged.filter(({ kind }) => kind === 'charge').map(amountOf));
  return { at: { ...at, income: { interest, fees, penalties: { accrued, early: 0n } } }, lateness: [] };
}

/** A close by the product's rules, with what it charges for lateness. */
function closedDay(
  at: At,
  loan: Agreement & Lent,
  { day, before, inDuplum }: { readonly day: Day; readonly before: readonly LoanEntry[]; readonly inDuplum: boolean },
): Close {
  const facts = atClose(at, loan, day, before);
  const leniency = { ...facts.terms.leniency, pauses: loan.arrearsPauses };
  const closed = closeLoan({ ...facts, terms: { ...facts.terms, leniency, inDuplum } }, day, {
    bands: [],
    closedUntil: day.subtract({ days: 1 }),
  });
  const entry = (kind: 'late_interest' | 'charge', number: number, amount: bigint) =>
    LoanEntry.book({
      loanId: loan.id,
      number: 0,
      kind,
      on: day,
      amount,
      part: kind === 'charge' ? 'penalties' : 'interest',
      instalment: number,
      reason: OVERDUE,
      bookedBy: CLOSER,
    });
  const lateness = [
    ...closed.lateInterest.map(({ number, interest }) => entry('late_interest', number, interest)),
    ...closed.penalties.map(({ number, amount }) => entry('charge', number, amount)),
  ];
  const penalties = { accrued: at.income.penalties.accrued + closed.earned.penalties, early: 0n };
  const account = lateness.reduce((so, charge) => booked(so, loan, charge), at.account);
  return { at: { ...at, account, income: { interest: closed.interest, fees: closed.fees, penalties } }, lateness };
}

/** A loan as the close of a day reads it from its rows; see factsAtClose. */
function atClose(
  { account, income, regraced, followedUntil }: At,
  loan: Agreement,
  day: Day,
  charged: readonly LoanEntry[],
): LoanAtClose {
  const { rows, conditions } = account;
  const fallen = rows.filter(({ dueDate }) => !isBefore(day, dueDate));
  const free = rows.filter(({ number }) => number <= conditions.schedule.interestFree);
  // A row whose interest was waived has a period of its own all the same; one of a grace has its interest borne on.
  const hasOwn = ({ number, interest }: AccountRow) =>
    interest > 0n || (!regraced && number > conditions.schedule.graceOnInterest);
  const running = rows.find((row) => isBefore(day, row.dueDate) && hasOwn(row));
  const ended = fallen.filter(hasOwn);
  const since = [account.disbursedOn, ...[...free, ...ended].map((r) => r.dueDate)]
    .filter((each) => each !== null)
    .reduce((latest, each) => (isBefore(latest, each) ? each : latest));
  return {
    isCarried: true,
    principal: owedOn(account).principal,
    interest: income.interest,
    fees: income.fees,
    interestFallenDue: sum(fallen.map(({ interest }) => interest)),
    feesFallenDue: sum(fallen.map(({ fees }) => fees)),
    running: running ? { since, due: running.dueDate, interest: running.interest } : null,
    overdue: rows.filter(({ dueDate, paidOn: paid }) => isBefore(dueDate, day) && paid === null).map(openOf),
    penalisedUntil: new Map(
      charged.flatMap(({ kind, instalment, on }) =>
        kind === 'charge' && instalment !== null ? [[instalment, on]] : [],
      ),
    ),
    lateCharged: lateChargedBy(charged),
    followedUntil: account.recalculates ? followedUntil : null,
    terms: {
      penalty: penaltyRuleOf(conditions),
      lateInterest: conditions.lateInterest,
      borne: borneRuleOf(loan),
      leniency: { graceDays: conditions.arrearsGraceDays, pauses: [] },
      inDuplum: false,
    },
    before: null,
  };
}

function lateChargedBy(charged: readonly LoanEntry[]): ReadonlyMap<number, Cents> {
  const sums = new Map<number, Cents>();
  for (const entry of charged) {
    const { kind, instalment } = entry;
    if (kind !== 'late_interest' || instalment === null) continue;
    sums.set(instalment, (sums.get(instalment) ?? 0n) + amountOf(entry));
  }
  return sums;
}
