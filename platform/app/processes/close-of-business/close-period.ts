import { randomUUIDv7 } from 'node:crypto';
import { event } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { requireClosable } from '#core/ledger/period.ts';
import type { Caller } from '../../../auth/caller.ts';
import { readDate } from '../../../postgres/mapping/types.ts';
import type { Tenants } from '../../tenants.ts';
import type { Transact } from '../../transact.ts';
import { withoutHurry } from '../../../postgres/ledger/balances.ts';

export type ClosedPeriod = { readonly id: number; readonly uuid: string; readonly endsOn: Temporal.PlainDate };

/**
 * Closes the books through a day: nothing is booked on it or before it any more, and what the accounts held is frozen.
 * A booking in progress at this moment comes first; a later one is refused.
 * @throws DomainError period_not_closable
 */
export function periodCloser(transact: Transact, tenants: Tenants) {
  return async (caller: Caller, { endsOn }: { endsOn: Temporal.PlainDate }): Promise<ClosedPeriod> => {
    const closed = await transact.run('closePeriod', caller, async ({ sql }, { today, tenant, actor }) => {
      await withoutHurry(sql);
      await sql('select lock_books($1, true)', [tenant.id]);
      const [known] = await sql<{ books: string | null; business: string | null }>(
        `select (select max(ends_on)::text from ledger_period) as books,
                (select max(business_date)::text from close_of_business where state = 'done') as business`,
      );
      requireClosable(endsOn, {
        today,
        closedThrough: known?.books == null ? null : readDate(known.books),
        businessClosedThrough: known?.business == null ? null : readDate(known.business),
      });
      const uuid = randomUUIDv7();
      const [row] = await sql<{ id: string }>(
        `with frozen as (select id, ends_on from ledger_period order by ends_on desc limit 1),
              period as (insert into ledger_period (uuid, ends_on, closed_by) values ($1, $2::date, $3) returning id),
              balances as (
                insert into ledger_period_balance (period_id, currency, account, sub_account, debit, credit)
                select (select id from period), currency, account, sub_account, sum(debit), sum(credit) from (
                  select b.currency, b.account, b.sub_account, b.debit, b.credit
                    from ledger_period_balance b join frozen on b.period_id = frozen.id
                  union all
                  select j.currency, l.account, l.sub_account,
                         case l.side when 'debit' then l.amount else 0 end,
                         case l.side when 'credit' then l.amount else 0 end
                    from journal j join journal_line l on l.journal_id = j.id
                   where j.booked_on <= $2::date
                     and j.booked_on > coalesce((select ends_on from frozen), '-infinity'::date)) moved
                 group by currency, account, sub_account)
         select id from period`,
        [uuid, endsOn.toString(), actor],
      );
      const period: ClosedPeriod = { id: Number(row?.id), uuid, endsOn };
      const subject = { id: period.id, uuid, version: 1 };
      return outcome(
        period,
        event('ledger_period.closed', 'ledger_period', subject, { ends_on: endsOn.toString(), closed_by: actor }),
      );
    });
    tenants.forget(caller.tenantId);
    return closed;
  };
}
