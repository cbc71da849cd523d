-- Institutions that have books and no proof of them from the last day, by the database's clock or the test clock of each.
create function books_to_prove(cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id from tenant t
     where not t.growing
       and exists (select from journal j where j.tenant_id = t.id)
       and not exists (select from ledger_proof p
                        where p.tenant_id = t.id and p.created_at > now() + t.clock_offset_ms * interval '1 ms' - interval '1 day')
     order by t.id limit cap $$;

-- What a worker proved and found right is shown for 400 days: two ends of a financial year. What was asked for by someone, and what
-- found something wrong, is kept as long as the institution keeps its records. Of each the oldest first, a bounded number.
create function discard_ledger_proofs(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare gone bigint;
  begin
    delete from ledger_proof r using (
      select x.tenant_id, x.id from tenant t cross join lateral (
        select o.tenant_id, o.id from ledger_proof o
         cross join lateral (select now() + t.clock_offset_ms * interval '1 ms' as now) own
         where o.tenant_id = t.id and o.created_at < own.now - interval '400 days'
           and (o.created_at < own.now - make_interval(years => greatest(t.retention_years, 2))
                or (o.proven_by = 'job:prove-books'
                    and not exists (select from jsonb_array_elements(o.checks) c where (c ->> 'violations')::bigint > 0)))
         order by o.created_at limit cap) x
       limit cap) old
     where r.tenant_id = old.tenant_id and r.id = old.id;
    get diagnostics gone = row_count;
    return gone;
  end $$;
