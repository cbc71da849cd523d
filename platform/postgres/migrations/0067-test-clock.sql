-- The test clock of a sandbox tenant: its business time is the database's and this offset. See decision 42.
alter table tenant
  add clock_offset_ms bigint not null default 0,
  add constraint tenant_clock_is_ahead check (clock_offset_ms >= 0),
  add constraint tenant_clock_of_sandbox check (mode = 'sandbox' or clock_offset_ms = 0);
create index tenant_with_clock on tenant (id) where clock_offset_ms > 0;

-- How far the business time of the transaction's tenant is ahead.
create function clock_offset() returns interval language sql stable parallel safe return
  coalesce(nullif(current_setting('app.clock', true), ''), '0')::float8 * interval '1 millisecond';
-- The beginning of the transaction and the present moment, in the business time of its tenant.
create function business_now() returns timestamptz language sql stable parallel safe return now() + clock_offset();
create function business_clock() returns timestamptz language sql volatile return clock_timestamp() + clock_offset();

-- The beginning of each transaction: it works with an offset that its process remembers, and fails where the clock was
-- moved since. A writing transaction keeps the clock where it is until it ends, so that everything that is stamped with an
-- offset is committed before the next one is in force.
-- Returns the offset, and 'live' for a tenant that has no test clock.
create function require_clock(assumed text) returns text language plpgsql volatile as $$
  declare
    of_tenant bigint := current_setting('app.tenant')::bigint;
    found record;
  begin
    if current_setting('transaction_read_only') = 'off' then
      perform pg_advisory_xact_lock_shared(hashtextextended('clock ' || of_tenant, 0));
    end if;
    select t.mode, t.clock_offset_ms into found from tenant t where t.id = of_tenant;
    if found.mode = 'live' then
      return 'live';
    end if;
    if found.clock_offset_ms <> assumed::bigint then
      raise exception 'The clock of tenant % was moved.', of_tenant
        using errcode = 'UC001', detail = found.clock_offset_ms::text;
    end if;
    return found.clock_offset_ms::text;
  end $$;

-- Moves the clock of the transaction's own tenant, never back. It waits for those that write, for a moment.
create function move_clock(ahead_ms bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    of_tenant bigint := proven_tenant();
    moved bigint;
  begin
    perform set_config('lock_timeout', '1s', true);
    perform pg_advisory_xact_lock(hashtextextended('clock ' || of_tenant, 0));
    update tenant t set clock_offset_ms = greatest(t.clock_offset_ms, ahead_ms)
     where t.id = of_tenant and t.mode = 'sandbox' returning t.clock_offset_ms into moved;
    return moved;
  end $$;

-- An event did not occur before it was written down, by the clock of its tenant; see 0050.
create or replace function stamp_event() returns trigger language plpgsql as $$
  begin
    perform pg_current_xact_id();
    new.occurred_at := greatest(new.occurred_at, business_clock());
    return new;
  end $$;

-- Stamps are business time, and so is the horizon. The offset is the one with which the transaction began: writers of a
-- later one stamp later than this horizon. See platform/postgres/views/horizon.ts.
create or replace function sync_horizon() returns timestamptz(3) language plpgsql volatile as $$
  declare
    requested_at timestamptz := clock_timestamp();
    oldest_writer timestamptz;
  begin
    if current_setting('track_activities') <> 'on' then
      raise exception 'sync needs track_activities' using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform pg_stat_clear_snapshot();
    select min(a.xact_start) into oldest_writer
      from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null;
    return date_trunc('milliseconds', least(requested_at, oldest_writer) + clock_offset());
  end $$;

-- What is due by the clock of its tenant, and what by the real one: deliveries and our own reactions are not business.
alter table template.due_job add goes_by text not null default 'tenant' check (goes_by in ('tenant', 'real'));
update template.due_job set goes_by = 'real' where of_table in ('webhook_delivery', 'reaction');

-- Tenants whose clock is ahead are looked at on their own: the others go by an index without the tenant.
create or replace function due_jobs(at timestamptz, cap integer) returns table (queue text, tenant_id bigint, id text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query execute (
      select string_agg(
        format('(select %1$L, w.tenant_id, w.%2$I::text from %3$I w where %4$s and %5$s <= $1 - interval %6$L
                  order by %5$s limit $2)', j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay)
        || case when j.goes_by = 'tenant' then format('
           union all
           (select %1$L, w.tenant_id, w.%2$I::text
              from tenant t cross join lateral (
               select w.*, %5$s as is_due from %3$I w where w.tenant_id = t.id and %4$s and %5$s > $1 - interval %6$L
                  and %5$s <= $1 + t.clock_offset_ms * interval ''1 ms'' - interval %6$L) w
             where t.clock_offset_ms > 0 order by w.is_due limit $2)',
          j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay) else '' end, ' union all ')
        from template.due_job j) using at, cap;
  end $$;

create or replace function holds_to_expire(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select s.tenant_id, s.id from savings_transaction s
      where s.state = 'held' and s.expires_at <= at order by s.expires_at limit cap)
    union all
    (select s.tenant_id, s.id from tenant t join savings_transaction s on s.tenant_id = t.id
      where t.clock_offset_ms > 0 and s.state = 'held' and s.expires_at > at
        and s.expires_at <= at + t.clock_offset_ms * interval '1 ms' order by s.expires_at limit cap) $$;

create or replace function proposals_to_expire(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select p.tenant_id, p.id from proposal p
      where p.state = 'proposed' and p.expires_at <= at order by p.expires_at limit cap)
    union all
    (select p.tenant_id, p.id from tenant t join proposal p on p.tenant_id = t.id
      where t.clock_offset_ms > 0 and p.state = 'proposed' and p.expires_at > at
        and p.expires_at <= at + t.clock_offset_ms * interval '1 ms' order by p.expires_at limit cap) $$;

create or replace function tenants_to_close(at timestamptz, cap integer) returns table (tenant_id bigint, through date)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id, y.day
      from tenant t
      cross join lateral (
        select ((at + t.clock_offset_ms * interval '1 ms') at time zone t.time_zone)::date - 1 as day) y
     where not exists (select from close_of_business c
                        where c.tenant_id = t.id and c.business_date >= y.day and c.state = 'done')
       and (exists (select from close_of_business c where c.tenant_id = t.id)
            or exists (select from loan l where l.tenant_id = t.id and l.disbursed_on <= y.day)
            or exists (select from savings_account a
                        where a.tenant_id = t.id and a.interest is not null and a.opened_on <= y.day))
     order by t.id limit cap $$;

create or replace function schools_to_maintain(at timestamptz, cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id from tenant t
      cross join lateral (select at + t.clock_offset_ms * interval '1 ms' as now) own
     where exists (select from invoice v
                    where v.tenant_id = t.id and v.overdue_notified_on is null and v.state in ('issued', 'partially_paid')
                      and v.due_date < (own.now at time zone t.time_zone)::date)
        or exists (select from tombstone x where x.tenant_id = t.id and x.updated_at < own.now - interval '90 days')
     order by t.id limit cap $$;
