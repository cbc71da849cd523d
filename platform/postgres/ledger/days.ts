import type { TenantTransaction } from '../database.ts';

/** The last day that is summed: later ones are read from their journals. */
export const SUMMED = `coalesce((select s.through from ledger_summed s), '-infinity'::date)`;

/**
 * Selects booked_on, account, sub_account, event_type, debit and credit of all that was booked on some days: of those
 * that are summed by their sums, of those since then line by line.
 * @param from the first day, as an expression of the statement
 * @param to the last day
 * @param only which lines, by account, sub_account and event_type under the alias m
 */
export const movedBetween = (from: string, to: string, only = 'true'): string => `
  select m.booked_on, m.account, m.sub_account, m.event_type, m.debit, m.credit
    from ledger_day m where m.booked_on between ${from} and ${to} and ${only}
  union all
  select m.* from (
    select j.booked_on, l.account, l.sub_account, j.event_type,
           case l.side when 'debit' then l.amount else 0 end as debit,
           case l.side when 'credit' then l.amount else 0 end as credit
      from journal j join journal_line l on l.journal_id = j.id
     where j.booked_on between ${from} and ${to} and j.booked_on > ${SUMMED}) m
   where ${only}`;

/**
 * Sums all days through this one that are not summed yet; called when the day is about to be done. Bookings under way come
 * first and are counted, later ones wait and then add to their day themselves (journal_adds_to_its_day).
 */
export async function sumDays(
  sql: TenantTransaction['sql'],
  tenantId: number,
  through: Temporal.PlainDate,
): Promise<void> {
  await sql('select lock_books($1, true)', [tenantId]);
  await sql(
    `insert into ledger_day (booked_on, currency, account, sub_account, event_type, debit, credit)
     select j.booked_on, j.currency, l.account, l.sub_account, j.event_type,
            coalesce(sum(l.amount) filter (where l.side = 'debit'), 0), coalesce(sum(l.amount) filter (where l.side = 'credit'), 0)
       from journal j join journal_line l on l.journal_id = j.id
      where j.booked_on <= $1::date and j.booked_on > ${SUMMED}
      group by j.booked_on, j.currency, l.account, l.sub_account, j.event_type`,
    [through.toString()],
  );
  await sql(
    `insert into ledger_summed as s (through) values ($1::date)
     on conflict (tenant_id) do update set through = greatest(s.through, excluded.through)`,
    [through.toString()],
  );
}
