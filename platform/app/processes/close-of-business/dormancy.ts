import type { DomainEvent } from '#core/kernel/event.ts';
import { Member } from '#core/membership/member/member.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';

type Marked = { readonly marked: number; readonly events: readonly DomainEvent[] };

/**
 * Marks what has rested for the tenant's dormancy period at the end of a day: accounts without a movement, and then the
 * members who have a dormant account and nothing else that lives. Shares and fixed deposits rest by their nature. What is
 * marked is not found again, so that a day which is closed in several batches needs no bookmark.
 * @param days null: nothing becomes dormant
 */
export async function markDormant(
  { of }: TenantTransaction,
  date: Temporal.PlainDate,
  { days, limit }: { readonly days: number | null; readonly limit: number },
): Promise<Marked> {
  if (days === null) return { marked: 0, events: [] };
  const restingSince = date.subtract({ days }).toString();
  const since = date.add({ days: 1 });
  const accounts = await of(SavingsAccount).lockAll(
    `state = 'active' and kind = 'ordinary' and last_movement_on <= $1 order by last_movement_on, id limit $2`,
    [restingSince, limit],
  );
  if (accounts.length > 0) {
    return { marked: accounts.length, events: accounts.map((account) => account.markDormant(since)) };
  }
  const members = await of(Member).lockAll(
    `state = 'active' and (kyc_confirmed_on is null or kyc_confirmed_on <= $1)
       and id in (select member_id from savings_account where state = 'dormant')
       and not exists (select from savings_account a where a.member_id = member.id
                          and (a.state in ('pending_approval', 'frozen') or a.state = 'active'
                               and (a.kind = 'fixed_deposit' or a.last_movement_on > $1)))
       and not exists (select from loan l where l.member_id = member.id
                          and (l.state in ('draft', 'ready_to_disburse', 'active', 'overpaid') or l.updated_at > $1::date))
       and not exists (select from guarantee g where g.member_id = member.id and g.state = 'live')
     order by id limit $2`,
    [restingSince, limit],
  );
  return { marked: members.length, events: members.map((member) => member.move('mark_dormant', null)) };
}
