-- A sandbox that is planted with a past: its clock begins behind the database's, and reaches it once its history is planted.
-- See decision 60. Only the owner begins and ends it; meanwhile its business is done by who plants it, in its order.
alter table tenant
  add column growing boolean not null default false,
  drop constraint tenant_clock_is_ahead,
  add constraint tenant_clock_is_ahead check (clock_offset_ms >= 0 or growing),
  add constraint tenant_growing_of_sandbox check (not growing or (mode = 'sandbox' and clock_offset_ms <= 0));
create index tenant_that_grows on tenant (id) where growing;

-- How far it has come. Each step of the history counts here in its own transaction, so that none is taken twice.
create table sandbox_growth (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  -- The first and the last day of the history.
  first_day date not null,
  last_day date not null,
  steps integer not null check (steps > 0),
  done integer not null default 0 check (done between 0 and steps),
  -- Its business time when the last step was taken.
  reached timestamptz(3) not null,
  -- The ids and uuids that were given out so far, by table.
  ids jsonb not null default '{}',
  -- Real time.
  began_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (tenant_id)
);
insert into template.kept_by_reset (of_table) values ('sandbox_growth');

-- As in 0071, without sandboxes that grow.
create or replace function due_jobs(at timestamptz, cap integer) returns table (queue text, tenant_id bigint, id text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query execute (
      select string_agg(
        format('(select %1$L, w.tenant_id, w.%2$I::text from %3$I w where %4$s and %5$s <= $1 - interval %6$L
                    and w.tenant_id <> all (array(select g.id from tenant g where g.growing))
                  order by %5$s limit $2)', j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay)
        || case when j.goes_by = 'tenant' then format('
           union all
           (select %1$L, w.tenant_id, w.%2$I::text
              from tenant t cross join lateral (
               select w.*, %5$s as is_due from %3$I w where w.tenant_id = t.id and %4$s and %5$s > $1 - interval %6$L
                  and %5$s <= $1 + t.clock_offset_ms * interval ''1 ms'' - interval %6$L) w
             where t.clock_offset_ms > 0
               and not exists (select from test_clock c where c.tenant_id = t.id and c.state = ''advancing'')
             order by w.is_due limit $2)',
          j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay) else '' end, ' union all ')
        from template.due_job j) using at, cap;
  end $$;

-- As in 0067, likewise.
create or replace function holds_to_expire(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select s.tenant_id, s.id from savings_transaction s
      where s.state = 'held' and s.expires_at <= at
        and s.tenant_id <> all (array(select g.id from tenant g where g.growing)) order by s.expires_at limit cap)
    union all
    (select s.tenant_id, s.id from tenant t join savings_transaction s on s.tenant_id = t.id
      where t.clock_offset_ms > 0 and s.state = 'held' and s.expires_at > at
        and s.expires_at <= at + t.clock_offset_ms * interval '1 ms' order by s.expires_at limit cap) $$;

create or replace function proposals_to_expire(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select p.tenant_id, p.id from proposal p
      where p.state = 'proposed' and p.expires_at <= at
        and p.tenant_id <> all (array(select g.id from tenant g where g.growing)) order by p.expires_at limit cap)
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
     where not t.growing
       and not exists (select from close_of_business c
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
     where not t.growing
       and (exists (select from invoice v
                    where v.tenant_id = t.id and v.overdue_notified_on is null and v.state in ('issued', 'partially_paid')
                      and v.due_date < (own.now at time zone t.time_zone)::date)
            or exists (select from tombstone x where x.tenant_id = t.id and x.updated_at < own.now - interval '90 days'))
     order by t.id limit cap $$;

-- As in 0076, likewise.
create or replace function tenants_with_outbox() returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    with recursive found as (
      (select o.tenant_id from outbox o order by o.tenant_id limit 1)
      union all
      select (select o.tenant_id from outbox o where o.tenant_id > f.tenant_id order by o.tenant_id limit 1)
        from found f where f.tenant_id is not null)
    select f.tenant_id from found f join tenant t on t.id = f.tenant_id and not t.resetting and not t.growing limit 1000 $$;

-- Records of a history have ids up to this one: those of all others follow behind.
create function leave_ids_to_history(most bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare series text;
  begin
    for series in
      select pg_get_serial_sequence(format('%I', c.relname), 'id')
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
       where c.relnamespace = 'public'::regnamespace
         and not exists (select from template.kept_by_reset k where k.of_table = c.relname and k.only_where = 'true')
    loop
      if coalesce(pg_sequence_last_value(series::regclass), 0) <= most then
        perform setval(series::regclass, most + 1);
      end if;
    end loop;
  end $$;
