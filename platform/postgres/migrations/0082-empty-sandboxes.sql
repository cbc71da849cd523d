-- Whether a sandbox holds nothing that a reset erases: one that was never reset may be full. Where it seems so, it looks once
-- more after those that were writing, and from then on nobody writes until this transaction ends.
create function sandbox_is_empty() returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
  declare
    of_tenant bigint := proven_sandbox();
    each record;
    holds boolean;
  begin
    for look in 1..2 loop
      if look = 2 then
        perform pg_advisory_xact_lock(hashtextextended('clock ' || of_tenant, 0));
      end if;
      for each in
        select c.relname as name, coalesce(kept.only_where, 'false') as stays
          from pg_class c
          join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
          left join template.kept_by_reset kept on kept.of_table = c.relname
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and kept.only_where is distinct from 'true'
      loop
        execute format('select exists (select from %1$I w where w.tenant_id = $1 and (%2$s) is not true)', each.name, each.stays)
          into holds using of_tenant;
        if holds then
          return false;
        end if;
      end loop;
    end loop;
    return true;
  end $$;

-- The response to a reset is known by what was sent, and by whom. Who calls chooses the id of a request, also that of a
-- reset for other requests, whose keys would stay.
alter table test_reset
  add column client_id bigint,
  add column fingerprint bytea;
create index test_reset_by_fingerprint on test_reset (tenant_id, fingerprint);
update template.kept_by_reset
   set only_where = 'exists (select from test_reset r
                              where r.tenant_id = w.tenant_id and r.fingerprint = w.fingerprint and r.client_id = w.client_id)'
 where of_table = 'idempotency_key';
