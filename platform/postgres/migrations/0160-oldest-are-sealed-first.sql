-- Which rows of a live institution are sealed next, and how old the oldest of them is. Growing ones and sandboxes keep nothing.
create function unsealed_archives() returns table (tenant_id bigint, audit bigint, journal bigint, since timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id, ends.audit, ends.journal, least(
           (select a.at from audit a where a.tenant_id = t.id and a.id > ends.audit order by a.id limit 1),
           (select j.created_at from journal j where j.tenant_id = t.id and j.id > ends.journal order by j.id limit 1))
      from tenant t cross join lateral (
        select coalesce((select s.last_id from archive_segment s where s.tenant_id = t.id and s.stream = 'audit'
                          order by s.number desc limit 1), 0) as audit,
               coalesce((select s.last_id from archive_segment s where s.tenant_id = t.id and s.stream = 'journal'
                          order by s.number desc limit 1), 0) as journal) ends
     where t.mode = 'live' and not t.growing $$;

-- As in 0156. Whose rows have waited longest comes first, so that none waits for ever behind institutions with lower numbers.
create or replace function archives_to_seal(cap integer, most integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.tenant_id from unsealed_archives() u
     where u.since < now() - interval '1 day'
        or exists (select from audit a where a.tenant_id = u.tenant_id and a.id > u.audit order by a.id offset most - 1 limit 1)
        or exists (select from journal j where j.tenant_id = u.tenant_id and j.id > u.journal order by j.id offset most - 1 limit 1)
     order by u.since, u.tenant_id limit cap $$;

-- Institutions of which a row should have been sealed twelve hours ago.
create function overdue_archives() returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
    select count(*) from unsealed_archives() u where u.since < now() - interval '36 hours' $$;
