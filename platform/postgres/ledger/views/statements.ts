import type { AccountName } from '#core/ledger/accounts.ts';
import { daysOfBooks, type DaysOfBooks, type DaysWanted } from '#core/ledger/days-of-books.ts';
import { balanceOn } from '#core/ledger/trial-balance.ts';
import { expression, selection } from '../../views/columns.ts';
import type { Placed, Slice } from '../../views/slice.ts';
import type { ViewContext } from '../../views/view.ts';
import { turnoversBy } from '../balances.ts';
import { movedBetween } from '../days.ts';
import { journalViews, type JournalView } from './journals.ts';

export type Statement = DaysOfBooks & {
  readonly account: AccountName;
  /** A sub-account; null: all of the account. */
  readonly of: string | null;
  /** In the direction in which the account grows. */
  readonly opening: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly closing: bigint;
};

/** A journal as a statement shows it: what it did to the account, and what the account held after it. */
export type StatementEntry = {
  readonly journal: JournalView;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly balance: bigint;
};

const sums = selection({
  debit: expression.cents('coalesce(sum(m.debit), 0)'),
  credit: expression.cents('coalesce(sum(m.credit), 0)'),
});
const turnovers = selection({
  journalId: expression.id('x.journal_id'),
  debit: expression.cents(`coalesce(sum(x.amount) filter (where x.side = 'debit'), 0)`),
  credit: expression.cents(`coalesce(sum(x.amount) filter (where x.side = 'credit'), 0)`),
});
const ON_ACCOUNT = 'x.account = $2 and ($3::text is null or x.sub_account = $3)';

/** What happened on an account in a range of days. */
export function statementViews(context: ViewContext) {
  const { sql, today } = context;
  const journals = journalViews(context);

  const balanceBefore = async (account: AccountName, of: string | null, day: Temporal.PlainDate): Promise<bigint> =>
    (await turnoversBy(sql, day.subtract({ days: 1 })))
      .filter((turnover) => turnover.account === account && (of === null || turnover.of === of))
      .reduce((sum, turnover) => sum + balanceOn(account, turnover), 0n);

  /** What the account held before a journal. */
  const heldBefore = async (
    account: AccountName,
    of: string | null,
    { bookedOn, id }: JournalView,
  ): Promise<bigint> => {
    const [row] = await sql(
      `select ${sums.list} from (
         select case x.side when 'debit' then x.amount else 0 end as debit, case x.side when 'credit' then x.amount else 0 end as credit
           from journal j join journal_line x on x.journal_id = j.id
          where j.booked_on = $1::date and j.id < $4::bigint and ${ON_ACCOUNT}) m`,
      [bookedOn.toString(), account, of, id],
    );
    const earlier = row ? balanceOn(account, sums.read(row)) : 0n;
    return (await balanceBefore(account, of, bookedOn)) + earlier;
  };

  return {
    /**
     * What an account held before and after some days, and what moved on it.
     * @throws DomainError validation_failed for days that can’t be read together
     */
    one: async (account: AccountName, of: string | null, wanted: DaysWanted): Promise<Statement> => {
      const { from, to } = daysOfBooks(wanted, today);
      const only = 'm.account = $3 and ($4::text is null or m.sub_account = $4)';
      const [row] = await sql(
        `select ${sums.list} from (${movedBetween('$1::date', '$2::date', only)}) m`,
        [from.toString(), to.toString(), account, of],
        'by_values',
      );
      const moved = row ? sums.read(row) : { debit: 0n, credit: 0n };
      const opening = await balanceBefore(account, of, from);
      return { account, of, from, to, opening, ...moved, closing: opening + balanceOn(account, moved) };
    },

    /** Part of the entries of a statement, oldest first. */
    entries: async (
      { account, of, opening, ...days }: Statement,
      slice: Slice,
    ): Promise<readonly Placed<StatementEntry>[]> => {
      const found = await journals.ofDays(days, { account, of, kind: null }, 'oldest_first', slice);
      const [first] = found;
      if (!first) return [];
      const rows = await sql(
        `select ${turnovers.list} from journal_line x where x.journal_id = any($1::bigint[]) and ${ON_ACCOUNT} group by x.journal_id`,
        [found.map(({ record }) => record.id), account, of],
      );
      const moved = new Map(rows.map(turnovers.read).map((each) => [each.journalId, each]));
      let balance = slice.after === null && !slice.fromEnd ? opening : await heldBefore(account, of, first.record);
      return found.map(({ record: journal, place }) => {
        const { debit, credit } = moved.get(journal.id) ?? { debit: 0n, credit: 0n };
        balance += balanceOn(account, { debit, credit });
        return { record: { journal, debit, credit, balance }, place };
      });
    },
  };
}
