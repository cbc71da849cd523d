-- Where a tenant's test clock is going. It is moved from one moment at which something is due to the next, by whichever
-- worker holds the lease; a worker that dies leaves the clock where it is, and another one goes on.
create table test_clock (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  state text not null check (state in ('advancing', 'ready')),
  advanced_from timestamptz(3) not null,
  target timestamptz(3) not null,
  -- Real time.
  requested_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  -- Why the last step failed; it is tried again.
  problem text,
  primary key (tenant_id),
  constraint test_clock_goes_ahead check (target > advanced_from)
);
create index test_clock_advancing on test_clock (leased_until) where state = 'advancing';

create function clocks_to_advance(cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.tenant_id from test_clock c
     where c.state = 'advancing' and (c.leased_until is null or c.leased_until <= now())
     order by c.requested_at limit cap $$;

-- What is due in one tenant, as due_jobs has it for all; deliveries are none of its business.
create function due_jobs_of(of_tenant bigint, cap integer) returns table (queue text, id text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  declare ahead interval := (select t.clock_offset_ms * interval '1 ms' from tenant t where t.id = of_tenant);
  begin
    return query execute (
      select string_agg(
        format('(select %1$L, w.%2$I::text from %3$I w where w.tenant_id = $1 and %4$s and %5$s <= %6$s - interval %7$L
                  order by %5$s limit $2)',
          j.queue, j.id, j.of_table, j.only_where, j.due_at,
          case j.goes_by when 'real' then 'now()' else 'now() + $3' end, j.delay), ' union all ')
        from template.due_job j where j.queue <> 'deliver-webhook') using of_tenant, cap, ahead;
  end $$;

-- The next moment, behind one and up to another, at which anything of a tenant's business is due.
create function next_moment_of(of_tenant bigint, after timestamptz, until timestamptz) returns timestamptz
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  declare
    moments text;
    found timestamptz;
  begin
    select string_agg(format('(select min(%s) from %I w where w.tenant_id = $1 and %s and %s > $2 and %s <= $3)',
             j.due_at, j.of_table, j.only_where, j.due_at, j.due_at), ', ')
      into moments from template.due_job j where j.goes_by = 'tenant';
    execute 'select least(' || moments || ',
        (select min(s.expires_at) from savings_transaction s
          where s.tenant_id = $1 and s.state = ''held'' and s.expires_at > $2 and s.expires_at <= $3),
        (select min(p.expires_at) from proposal p
          where p.tenant_id = $1 and p.state = ''proposed'' and p.expires_at > $2 and p.expires_at <= $3))'
      into found using of_tenant, after, until;
    return found;
  end $$;

-- While a clock advances, what is due of its business is done in its order, by who moves it.
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
             where t.clock_offset_ms > 0
               and not exists (select from test_clock c where c.tenant_id = t.id and c.state = ''advancing'')
             order by w.is_due limit $2)',
          j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay) else '' end, ' union all ')
        from template.due_job j) using at, cap;
  end $$;
