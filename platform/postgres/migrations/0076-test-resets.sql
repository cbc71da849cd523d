-- A sandbox goes back to a named state: its rows are erased, its clock returns to real time, and a fixture is planted. See
-- decision 51. A live tenant can't be reset: every function below looks for the sandbox itself.
alter table tenant
  -- Meanwhile no other transaction of the tenant begins (require_clock).
  add column resetting boolean not null default false,
  -- How often it was reset: what was handed out before is of another generation.
  add column resets integer not null default 0 check (resets >= 0),
  -- When the last generation ended.
  add column reset_at timestamptz(3),
  add constraint tenant_reset_of_sandbox check (mode = 'sandbox' or (not resetting and resets = 0 and reset_at is null));

-- Each reset: who requested it, and how far it has come. It goes on until it is done, by whichever worker holds the lease;
-- one that dies is replaced by another, which begins again. These rows stay: they are the audit of resets.
create table test_reset (
  like template.log including all,
  uuid uuid not null,
  fixture text not null,
  state text not null check (state in ('resetting', 'ready')),
  rows_erased bigint not null default 0,
  requested_by text not null,
  request_id text not null,
  finished_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  -- Why the last step failed; it is tried again.
  problem text
);
create unique index test_reset_under_way on test_reset (tenant_id) where state = 'resetting';
create index test_reset_by_lease on test_reset (leased_until) where state = 'resetting';

-- What stays: credentials, webhooks, logs, and what operators have set. Everything else is erased, also of tables to come.
create table template.kept_by_reset (of_table text primary key, only_where text not null default 'true');
insert into template.kept_by_reset (of_table) values
  ('tenant'), ('api_client'), ('api_secret'), ('access_token'), ('client_route'), ('token_route'), ('webhook'),
  ('webhook_secret'), ('request_log'), ('rail'), ('aml_rule'), ('exchange_rate'), ('watchlist'), ('watchlist_entry'),
  ('watchlist_key'), ('feed_head'), ('test_reset'), ('sealing_key'), ('person'), ('person_invitation'), ('passkey'), ('person_session'),
  ('person_route'),
  -- Those of removals are written while the rest is erased: restart_sandbox() erases them.
  ('tombstone');
-- The response to the request itself: with its key it is repeated, not carried out again.
insert into template.kept_by_reset (of_table, only_where) values
  ('idempotency_key', 'w.request_id in (select r.request_id from test_reset r where r.tenant_id = w.tenant_id)');

-- History is written once. It ends with the sandbox that it is of.
create or replace function never_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and old.tenant_id::text = current_setting('app.erasing', true)
       and exists (select from tenant t where t.id = old.tenant_id and t.mode = 'sandbox' and t.resetting) then
      return old;
    end if;
    raise exception '% is written once and never changed', tg_table_name using errcode = 'restrict_violation';
  end $$;

-- As in 0067. While a sandbox is reset, its transactions begin for the reset alone, and for who looks how far it has come.
create or replace function require_clock(assumed text) returns text language plpgsql volatile as $$
  declare
    of_tenant bigint := current_setting('app.tenant')::bigint;
    found record;
  begin
    if current_setting('transaction_read_only') = 'off' then
      perform pg_advisory_xact_lock_shared(hashtextextended('clock ' || of_tenant, 0));
    end if;
    select t.mode, t.clock_offset_ms, t.resetting into found from tenant t where t.id = of_tenant;
    if found.mode = 'live' then
      return 'live';
    end if;
    if found.resetting and coalesce(current_setting('app.admitted', true), '') <> 'status'
       and not exists (select from test_reset r where r.tenant_id = of_tenant and r.state = 'resetting'
                          and r.lease::text = current_setting('app.admitted', true)) then
      raise exception 'The sandbox % is being reset.', of_tenant using errcode = 'UC002';
    end if;
    if found.clock_offset_ms <> assumed::bigint then
      raise exception 'The clock of tenant % was moved.', of_tenant
        using errcode = 'UC001', detail = found.clock_offset_ms::text;
    end if;
    return found.clock_offset_ms::text;
  end $$;

-- The transaction's own tenant, which has to be a sandbox.
create function proven_sandbox() returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  declare of_tenant bigint := (select t.id from tenant t where t.id = proven_tenant() and t.mode = 'sandbox');
  begin
    if of_tenant is null then
      raise exception 'Only a sandbox can be reset.' using errcode = 'insufficient_privilege';
    end if;
    return of_tenant;
  end $$;

-- From its commit on no other transaction of the tenant begins.
create function begin_reset() returns void
  language sql security definer set search_path = public, pg_temp as $$
    update tenant t set resetting = true where t.id = proven_sandbox() $$;

-- Erases at most so many rows, children before their parents, and returns how many: 0 where nothing is left. It waits for
-- those that were writing when the reset began. Tables whose rows refer to each other are erased whole. The clock of the
-- tenant is real time from the commit on: nothing of its former time is left to be compared with.
create function erase_sandbox(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    of_tenant bigint := proven_sandbox();
    gone bigint := 0;
    erased bigint;
    each record;
  begin
    perform set_config('lock_timeout', '1s', true);
    perform pg_advisory_xact_lock(hashtextextended('clock ' || of_tenant, 0));
    update tenant t set clock_offset_ms = 0, reset_at = clock_timestamp() where t.id = of_tenant and t.resetting;
    if not found then
      raise exception 'Sandbox % is not being reset.', of_tenant using errcode = 'insufficient_privilege';
    end if;
    perform set_config('app.erasing', of_tenant::text, true);
    for each in
      with recursive above as (
        select c.oid, 0 as height from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        union
        select k.confrelid, a.height + 1
          from above a join pg_constraint k on k.conrelid = a.oid and k.contype = 'f' and k.confrelid <> k.conrelid)
      select c.relname as name, max(a.height) as height, coalesce(max(kept.only_where), 'false') as stays,
             exists (select from pg_constraint k where k.conrelid = c.oid and k.confrelid = c.oid and k.contype = 'f') as whole
        from above a join pg_class c on c.oid = a.oid
        join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
        left join template.kept_by_reset kept on kept.of_table = c.relname
       where kept.only_where is distinct from 'true'
       group by c.oid, c.relname order by 2, 1
    loop
      execute format(
        'delete from %1$I where tenant_id = $1 and ctid = any(array(
           select w.ctid from %1$I w where w.tenant_id = $1 and (%2$s) is not true limit $2))', each.name, each.stays)
        using of_tenant, case when each.whole then null else cap - gone end;
      get diagnostics erased = row_count;
      gone := gone + erased;
      exit when gone >= cap;
    end loop;
    return gone;
  end $$;

-- Begins the next generation of a sandbox that is empty: numbers that people read count from 1, ids beyond those of
-- fixtures. The feed's number goes on by one that no event has: who has read up to the last one learns that it is gone.
create function restart_sandbox() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    of_tenant bigint := proven_sandbox();
    name text;
    series text;
  begin
    update tenant t set resets = t.resets + 1 where t.id = of_tenant and t.resetting;
    if not found then
      raise exception 'Sandbox % is not being reset.', of_tenant using errcode = 'insufficient_privilege';
    end if;
    delete from tombstone t where t.tenant_id = of_tenant;
    update feed_head h set last = h.last + 1 where h.tenant_id = of_tenant;
    perform create_numbers(of_tenant);
    for name in select k.name from template.number_kind k loop
      perform setval(format('%I', 'number_' || name || '_' || of_tenant)::regclass, 1, false);
    end loop;
    -- Far beyond: whoever draws a number at this moment comes nowhere near.
    for series in
      select pg_get_serial_sequence(format('%I', c.relname), 'id')
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
       where c.relnamespace = 'public'::regnamespace
         and not exists (select from template.kept_by_reset k where k.of_table = c.relname and k.only_where = 'true')
    loop
      if coalesce(pg_sequence_last_value(series::regclass), 0) < 1000 then
        perform setval(series::regclass, 2000);
      end if;
    end loop;
  end $$;

-- From its commit on the sandbox is used again.
create function end_reset() returns void
  language sql security definer set search_path = public, pg_temp as $$
    update tenant t set resetting = false where t.id = proven_sandbox() $$;

create function sandboxes_to_reset(cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select r.tenant_id from test_reset r
     where r.state = 'resetting' and (r.leased_until is null or r.leased_until <= now())
     order by r.id limit cap $$;

-- Work of a sandbox that is being reset waits for nothing: it will be gone.
create or replace function tenants_with_outbox() returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    with recursive found as (
      (select o.tenant_id from outbox o order by o.tenant_id limit 1)
      union all
      select (select o.tenant_id from outbox o where o.tenant_id > f.tenant_id order by o.tenant_id limit 1)
        from found f where f.tenant_id is not null)
    select f.tenant_id from found f join tenant t on t.id = f.tenant_id and not t.resetting limit 1000 $$;
