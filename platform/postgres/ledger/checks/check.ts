/** One thing that has to be true of a tenant's database, as a statement that finds where it is not. */
export type Check = {
  readonly name: string;
  /** What has to be true, in a sentence. */
  readonly means: string;
  /** Selects `table`, `id` and `what` of everything that is wrong. */
  readonly sql: string;
};

/** A line's amount, debits counted up and credits down. */
export const SIGNED = "case l.side when 'debit' then l.amount else -l.amount end";

/** What an account of the ledger holds, debits counted up. */
export const held = (account: string): string =>
  `(select coalesce(sum(${SIGNED}), 0) from journal_line l where l.account = '${account}')`;

/** A check that an account of the ledger holds what the records say that it should. Debits are positive. */
export function agrees(account: string, means: string, records: string): Check {
  return {
    name: `ledger account ${account}`,
    means,
    sql: `select 'journal_line' as "table", '${account}' as id,
                 format('the ledger holds %s, the records come to %s', x.held, x.owed) as what
            from (select ${held(account)} as held, (${records}) as owed) x where x.held <> x.owed`,
  };
}
