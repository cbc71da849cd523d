import type { AccountName } from '#core/ledger/accounts.ts';
import { statementOf, type BookedLine, type StatementLine } from '#core/ledger/statement.ts';
import { balanceOn } from '#core/ledger/trial-balance.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate } from '../mapping/types.ts';
import { turnoversBy } from './balances.ts';

export type StatementWanted = {
  readonly account: AccountName;
  /** A sub-account; null: all of the account. */
  readonly of: string | null;
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
};

export type AccountStatement = {
  readonly opening: bigint;
  /** The lines, in parts of some thousands, each with the balance after it. */
  readonly parts: AsyncIterable<readonly StatementLine[]>;
};

const PART = 5_000;

/** What happened on an account in a range of days, and what it held before. Read in parts, however long it is. */
export async function accountStatement(
  sql: TenantTransaction['sql'],
  { account, of, from, to }: StatementWanted,
): Promise<AccountStatement> {
  const before = await turnoversBy(sql, from.subtract({ days: 1 }));
  const opening = before
    .filter((turnover) => turnover.account === account && (of === null || turnover.of === of))
    .reduce((sum, turnover) => sum + balanceOn(account, turnover), 0n);

  async function* parts(): AsyncGenerator<readonly StatementLine[]> {
    let balance = opening;
    let after: readonly [string, number, number] = ['-infinity', 0, 0];
    for (;;) {
      const rows = await sql<LineRow>(
        `select l.id, l.journal_id, l.sub_account, l.side, l.amount::text as amount, j.booked_on::text as booked_on, j.event_type
           from journal j join journal_line l on l.journal_id = j.id
          where j.booked_on between $1::date and $2::date and l.account = $3
            and ($4::text is null or l.sub_account = $4)
            and (j.booked_on, j.id, l.id) > ($5::date, $6::bigint, $7::bigint)
          order by j.booked_on, j.id, l.id limit ${PART}`,
        [from.toString(), to.toString(), account, of, ...after],
      );
      const last = rows.at(-1);
      if (!last) return;
      const part = statementOf(account, balance, rows.map(lineOf));
      yield part.lines;
      if (rows.length < PART) return;
      balance = part.closing;
      after = [last.booked_on, Number(last.journal_id), Number(last.id)];
    }
  }
  return { opening, parts: parts() };
}

type LineRow = {
  id: string;
  journal_id: string;
  sub_account: string | null;
  side: BookedLine['side'];
  amount: string;
  booked_on: string;
  event_type: string;
};

function lineOf(row: LineRow): BookedLine {
  return {
    journalId: Number(row.journal_id),
    bookedOn: readDate(row.booked_on),
    eventType: row.event_type,
    of: row.sub_account,
    side: row.side,
    amount: BigInt(row.amount),
  };
}
