-- Institutions whose books were not proven for 36 hours, though they are to be proven once a day: by the test clock of each, or the
-- database's. One whose books began less than that ago is not late. To a bound; a function of its own, as wrong_books() is.
create function unproven_books(bound integer) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
    select count(*) from (
      select from tenant t
       cross join lateral (select now() + t.clock_offset_ms * interval '1 ms' - interval '36 hours' as late) own
       cross join lateral (select j.created_at from journal j where j.tenant_id = t.id order by j.id limit 1) first
       where not t.growing and first.created_at < own.late
         and not exists (select from ledger_proof p where p.tenant_id = t.id and p.created_at >= own.late)
       limit bound) x $$;
