-- No caller says that it is later than it is: what is due, and what may go, goes by the database's clock at the latest. Who has only
-- the role that finds work could delete every key and token with a time to come.

-- The time that a caller hands over, or the present one where that is earlier.
create function no_later(at timestamptz) returns timestamptz language sql stable parallel safe as $$ select least(at, now()) $$;

-- As in 0094, 0067 and 0012, by that time.
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
        from template.due_job j) using no_later(at), cap;
  end $$;

create or replace function callbacks_to_process(at timestamptz, cap integer)
    returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.tenant_id, c.id from callback c where c.due_at <= no_later(at) order by c.due_at limit cap $$;

create or replace function holds_to_expire(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select s.tenant_id, s.id from savings_transaction s
      where s.state = 'held' and s.expires_at <= no_later(at)
        and s.tenant_id <> all (array(select g.id from tenant g where g.growing)) order by s.expires_at limit cap)
    union all
    (select s.tenant_id, s.id from tenant t join savings_transaction s on s.tenant_id = t.id
      where t.clock_offset_ms > 0 and s.state = 'held' and s.expires_at > no_later(at)
        and s.expires_at <= no_later(at) + t.clock_offset_ms * interval '1 ms' order by s.expires_at limit cap) $$;

create or replace function proposals_to_expire(at timestamptz, cap integer)
    returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select p.tenant_id, p.id from proposal p
      where p.state = 'proposed' and p.expires_at <= no_later(at)
        and p.tenant_id <> all (array(select g.id from tenant g where g.growing)) order by p.expires_at limit cap)
    union all
    (select p.tenant_id, p.id from tenant t join proposal p on p.tenant_id = t.id
      where t.clock_offset_ms > 0 and p.state = 'proposed' and p.expires_at > no_later(at)
        and p.expires_at <= no_later(at) + t.clock_offset_ms * interval '1 ms' order by p.expires_at limit cap) $$;

create or replace function webhooks_to_review(at timestamptz, notices integer[], cap integer)
    returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select w.tenant_id, w.id from webhook w
     where w.state = 'active' and w.failing_since is not null
       and exists (select from unnest(notices) as notice(due)
                    where notice.due > w.notice_hours and w.failing_since <= no_later(at) - make_interval(hours => notice.due))
     order by w.failing_since limit cap $$;

create or replace function floats_to_check(at timestamptz, cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select r.tenant_id from rail r
     where r.balance_requested_at is null or r.balance_requested_at <= no_later(at) - interval '1 hour'
     order by r.balance_requested_at nulls first limit cap $$;

create or replace function paybills_to_pull(at timestamptz, cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select r.tenant_id from rail r where r.pull_due_at <= no_later(at) order by r.pull_due_at limit cap $$;

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
                        where a.tenant_id = t.id and a.interest is not null and a.opened_on <= y.day))
     order by t.id limit cap $$;

create or replace function schools_to_maintain(at timestamptz, cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id from tenant t
      cross join lateral (select no_later(at) + t.clock_offset_ms * interval '1 ms' as now) own
     where not t.growing
       and (exists (select from invoice v
                    where v.tenant_id = t.id and v.overdue_notified_on is null and v.state in ('issued', 'partially_paid')
                      and v.due_date < (own.now at time zone t.time_zone)::date)
            or exists (select from tombstone x where x.tenant_id = t.id and x.updated_at < own.now - interval '90 days'))
     order by t.id limit cap $$;

-- As in 0012 and 0092. Of a time to come they would count what is not due.
create or replace function webhook_figures(at timestamptz, bound integer) returns table (
    outbox bigint, outbox_since timestamptz, due bigint, due_since timestamptz, parked bigint, in_flight bigint,
    open_breakers bigint, failing bigint, reactions bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select (select count(*) from (select from outbox limit bound) x),
           (select min(e.created_at)
              from tenants_with_outbox() t
             cross join lateral (select o.event_id from outbox o where o.tenant_id = t.tenant_id
                                  order by o.event_id limit 1) o
              join event e on e.tenant_id = t.tenant_id and e.id = o.event_id),
           (select count(*) from (select from webhook_delivery where next_attempt_at <= no_later(at) limit bound) x),
           (select min(next_attempt_at) from webhook_delivery where next_attempt_at <= no_later(at)),
           (select count(*) from (select from webhook_delivery where parked limit bound) x),
           (select count(*) from (select from webhook_delivery where started_at is not null limit bound) x),
           (select count(*) from (select from webhook where open_until > no_later(at) limit bound) x),
           (select count(*) from (select from webhook where failing_since is not null limit bound) x),
           (select count(*) from (select from reaction where due_at is not null limit bound) x) $$;

create or replace function money_figures(at timestamptz, bound integer) returns table (
    payments_due bigint, payments_due_since timestamptz, notifications bigint, notifications_since timestamptz,
    in_transit bigint, in_review bigint, incidents bigint, breaks bigint, late_closes bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    with due as (
      (select next_check_at from disbursement where next_check_at <= no_later(at) order by next_check_at limit bound) union all
      (select next_check_at from payout where next_check_at <= no_later(at) order by next_check_at limit bound) union all
      (select next_check_at from collection where next_check_at <= no_later(at) order by next_check_at limit bound) union all
      (select next_check_at from float_top_up where next_check_at <= no_later(at) order by next_check_at limit bound))
    select (select count(*) from due), (select min(next_check_at) from due),
           (select count(*) from (select from callback where due_at <= no_later(at) limit bound) x),
           (select min(due_at) from callback where due_at <= no_later(at)),
           (select count(*) from (select from disbursement where state in ('sent', 'unknown', 'review') limit bound) x),
           (select count(*) from (select state from disbursement where state in ('sent', 'unknown', 'review') limit bound) x
             where x.state = 'review'),
           (select count(*) from (
              select from tenant t cross join lateral (
                select from incident i where i.tenant_id = t.id and i.state = 'open' limit bound) i limit bound) x),
           (select count(*) from (
              select from tenant t cross join lateral (
                select from reconciliation_break b where b.tenant_id = t.id and b.state = 'open' limit bound) b limit bound) x),
           -- Six hours after the end of its day an institution's books are closed, or something is wrong.
           (select count(*) from tenants_to_close(no_later(at) - interval '6 hours', bound)) $$;

-- As in 0012.
create or replace function discard_expired(at timestamptz, cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    until timestamptz := no_later(at);
    before timestamptz := until - interval '30 days';
    gone bigint := 0;
    n bigint;
    hashes bytea[];
    tenants bigint[];
    ids bigint[];
  begin
    delete from idempotency_key k using (
      select x.tenant_id, x.client_id, x.key from idempotency_key x where x.expires_at <= until
       order by x.expires_at limit cap for update skip locked) old
     where k.tenant_id = old.tenant_id and k.client_id = old.client_id and k.key = old.key;
    get diagnostics n = row_count;
    gone := gone + n;

    with deleted as (
      delete from access_token k using (
        select x.tenant_id, x.token_hash from access_token x where x.expires_at <= until
         order by x.expires_at limit cap for update skip locked) old
       where k.tenant_id = old.tenant_id and k.token_hash = old.token_hash returning k.token_hash)
    select array_agg(d.token_hash), count(*) into hashes, n from deleted d;
    delete from token_route r where r.token_hash = any(hashes);
    gone := gone + n;

    with aged as materialized (
      select t.id from tenant t
       where before > (select d.created_at from webhook_delivery d where d.tenant_id = t.id order by d.id limit 1))
    select array_agg(old.tenant_id), array_agg(old.id) into tenants, ids from (
      select x.tenant_id, x.id
        from aged cross join lateral (
         select d.tenant_id, d.id, d.created_at, d.started_at from webhook_delivery d
          where d.tenant_id = aged.id order by d.id limit cap) x
       where x.created_at < before and x.started_at is null
       limit cap) old;
    delete from webhook_attempt a using unnest(tenants, ids) as old (tenant_id, id)
     where a.tenant_id = old.tenant_id and a.delivery_id = old.id;
    delete from webhook_delivery d using unnest(tenants, ids) as old (tenant_id, id)
     where d.tenant_id = old.tenant_id and d.id = old.id and d.started_at is null;
    get diagnostics n = row_count;
    gone := gone + n;

    with aged as materialized (
      select t.id from tenant t
       where before > (select e.created_at from event e where e.tenant_id = t.id order by e.id limit 1))
    select array_agg(old.tenant_id), array_agg(old.id) into tenants, ids from (
      select x.tenant_id, x.id
        from aged cross join lateral (
         select e.tenant_id, e.id, e.created_at from event e
          where e.tenant_id = aged.id order by e.id limit cap) x
       where x.created_at < before
         and not exists (select from outbox o where o.tenant_id = x.tenant_id and o.event_id = x.id)
         and not exists (select from webhook_delivery d where d.tenant_id = x.tenant_id and d.event_id = x.id)
       limit cap) old;
    delete from reaction r using unnest(tenants, ids) as old (tenant_id, id)
     where r.tenant_id = old.tenant_id and r.event_id = old.id;
    delete from event e using unnest(tenants, ids) as old (tenant_id, id)
     where e.tenant_id = old.tenant_id and e.id = old.id;
    get diagnostics n = row_count;
    gone := gone + n;

    delete from sandbox_payment p using (
      select x.tenant_id, x.originator_id from sandbox_payment x where x.created_at < before limit cap) old
     where p.tenant_id = old.tenant_id and p.originator_id = old.originator_id;
    get diagnostics n = row_count;
    gone := gone + n;

    delete from sandbox_prompt p using (
      select x.tenant_id, x.originator_id from sandbox_prompt x where x.created_at < before
       order by x.created_at limit cap for update skip locked) old
     where p.tenant_id = old.tenant_id and p.originator_id = old.originator_id;
    get diagnostics n = row_count;
    gone := gone + n;

    -- Longer than a payment may be disputed.
    delete from callback c using (
      select x.tenant_id, x.id from callback x where x.received_at < until - interval '400 days'
       order by x.received_at limit cap for update skip locked) old
     where c.tenant_id = old.tenant_id and c.id = old.id;
    get diagnostics n = row_count;
    return gone + n;
  end $$;

-- As in 0071. A test clock goes ahead of the database's: up to where it was sent, and of no tenant that has none under way.
create or replace function next_moment_of(of_tenant bigint, after timestamptz, until timestamptz) returns timestamptz
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  declare
    moments text;
    -- Where this tenant's clock is going; null, and nothing found, where it is going nowhere.
    last timestamptz := (select least(until, c.target) from test_clock c where c.tenant_id = of_tenant and c.state = 'advancing');
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
      into found using of_tenant, after, last;
    return found;
  end $$;
