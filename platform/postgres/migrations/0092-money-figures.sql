-- What is under way or waits for people, of all institutions together and of none alone, for those who watch the system.
-- Each is counted to a bound by an index that leads to what is due, or institution by institution.
create function money_figures(at timestamptz, bound integer) returns table (
    payments_due bigint, payments_due_since timestamptz, notifications bigint, notifications_since timestamptz,
    in_transit bigint, in_review bigint, incidents bigint, breaks bigint, late_closes bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    with due as (
      (select next_check_at from disbursement where next_check_at <= at order by next_check_at limit bound) union all
      (select next_check_at from payout where next_check_at <= at order by next_check_at limit bound) union all
      (select next_check_at from collection where next_check_at <= at order by next_check_at limit bound) union all
      (select next_check_at from float_top_up where next_check_at <= at order by next_check_at limit bound))
    select (select count(*) from due), (select min(next_check_at) from due),
           (select count(*) from (select from callback where due_at <= at limit bound) x),
           (select min(due_at) from callback where due_at <= at),
           (select count(*) from (select from disbursement where state in ('sent', 'unknown', 'review') limit bound) x),
           (select count(*) from (select state from disbursement where state in ('sent', 'unknown', 'review') limit bound) x
             where x.state = 'review'),
           (select count(*) from (
              select from tenant t cross join lateral (
                select from incident i where i.tenant_id = t.id and i.state = 'open' limit bound) i limit bound) x),
           (select count(*) from (
              select from tenant t cross join lateral (
                select from reconciliation_break b where b.tenant_id = t.id and b.state = 'open' limit bound) b limit bound) x),
           -- Six hours after the end of its day an institution's books are closed, or something is wrong.
           (select count(*) from tenants_to_close(at - interval '6 hours', bound)) $$;
