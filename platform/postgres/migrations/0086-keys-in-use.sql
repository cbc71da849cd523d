-- Master keys that seal keys of institutions and are not among those of a process, for its readiness and for its start:
-- without their secret it can't open the personal data of these institutions. See decision 50.
create function unknown_master_keys(known text[]) returns table (master text, institutions bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select split_part(k.sealed, '.', 2), count(distinct k.tenant_id) from sealing_key k
     where split_part(k.sealed, '.', 2) <> all(known) group by 1 order by 1 $$;
