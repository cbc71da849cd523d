-- As in 0136. The last day of a fixed deposit is closed also where the institution has nothing else to close. What can't mature,
-- because it is closed, or has no agreement of what becomes of it, makes no day due.
create or replace function tenants_to_close(at timestamptz, cap integer)
    returns table (tenant_id bigint, through date)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id, y.day
      from tenant t
      cross join lateral (
        select ((no_later(at) + t.clock_offset_ms * interval '1 ms') at time zone t.time_zone)::date - 1 as day) y
     where not t.growing
       and not exists (select from close_of_business c
                        where c.tenant_id = t.id and c.business_date >= y.day and c.state = 'done')
       and (exists (select from close_of_business c where c.tenant_id = t.id)
            or exists (select from loan l where l.tenant_id = t.id and l.disbursed_on <= y.day)
            or exists (select from savings_account a
                        where a.tenant_id = t.id and a.interest is not null and a.opened_on <= y.day)
            or exists (select from savings_account a
                        where a.tenant_id = t.id and a.matured_on is null and a.maturity is not null
                          and a.state in ('active', 'frozen') and a.matures_on <= y.day + 1))
     order by t.id limit cap $$;
