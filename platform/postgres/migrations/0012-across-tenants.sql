-- The few functions that look across tenants. They run with the owner's rights, and each returns the least that is
-- needed: which credential a request carries, and which work is due. A credential names its tenant through a route; work
-- is found by the time at which it is due.

-- Every request asks for its credential: plpgsql plans the statement once a connection, not at each call.
-- A secret is valid from the moment it was issued, by either clock: the application's may be ahead of this one.
create function credential_of_client(key text) returns table (
    tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], state text, epoch integer,
    secret_hashes text[])
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select c.tenant_id, t.mode, c.id, c.client_key, c.scopes, c.state, c.credential_epoch,
           array(select s.hash from api_secret s
                  where s.tenant_id = c.tenant_id and s.client_id = c.id
                    and (s.valid_until is null or s.valid_until > now())
                    -- One that ended when its successor began is void whatever the clocks say.
                    and not exists (select from api_secret n
                                     where n.tenant_id = s.tenant_id and n.client_id = s.client_id
                                       and n.valid_from >= s.valid_until))
      from client_route r
      join tenant t on t.id = r.tenant_id
      join api_client c on c.tenant_id = r.tenant_id and c.client_key = r.client_key
     where r.client_key = key;
  end $$;

create function credential_of_token(hash bytea) returns table (
    tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], pii boolean, id_format text,
    quotas jsonb, state text, fresh boolean, expires_at timestamptz, expired boolean, last_used_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select k.tenant_id, t.mode, c.id, c.client_key, k.scopes, c.pii, c.id_format, c.quotas,
           c.state, k.epoch = c.credential_epoch, k.expires_at, k.expires_at <= now(), c.last_used_at
      from token_route r
      join tenant t on t.id = r.tenant_id
      join access_token k on k.tenant_id = r.tenant_id and k.token_hash = r.token_hash
      join api_client c on c.tenant_id = k.tenant_id and c.id = k.client_id
     where r.token_hash = hash;
  end $$;

create function tenants_with_outbox() returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    with recursive found as (
      (select o.tenant_id from outbox o order by o.tenant_id limit 1)
      union all
      select (select o.tenant_id from outbox o where o.tenant_id > f.tenant_id order by o.tenant_id limit 1)
        from found f where f.tenant_id is not null)
    select f.tenant_id from found f where f.tenant_id is not null limit 1000 $$;

-- Work that is due, by queue; at most `cap` of each kind.
create function due_jobs(at timestamptz, cap integer) returns table (queue text, tenant_id bigint, id text)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
      where d.next_attempt_at <= at order by d.next_attempt_at limit cap)
    union all
    -- Taken back from a worker that died: an attempt takes 15 s at most.
    (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
      where d.started_at <= at - interval '30 seconds' order by d.started_at limit cap)
    union all
    (select 'react', r.tenant_id, r.id::text from reaction r where r.due_at <= at order by r.due_at limit cap)
    union all
    (select 'check-disbursement', d.tenant_id, d.originator_id::text from disbursement d
      where d.next_check_at <= at order by d.next_check_at limit cap)
    union all
    (select 'sandbox-callback', p.tenant_id, p.originator_id::text from sandbox_payment p
      where p.notification_due_at <= at order by p.notification_due_at limit cap)
    union all
    (select 'check-payout', p.tenant_id, p.originator_id::text from payout p
      where p.next_check_at <= at order by p.next_check_at limit cap)
    union all
    (select 'check-collection', c.tenant_id, c.originator_id::text from collection c
      where c.next_check_at <= at order by c.next_check_at limit cap)
    union all
    (select 'sandbox-prompt', s.tenant_id, s.originator_id::text from sandbox_prompt s
      where s.notification_due_at <= at order by s.notification_due_at limit cap)
    union all
    (select 'check-collection', m.tenant_id, m.originator_id::text from mobile_money_transaction m
      where state in ('pending', 'sent', 'unknown') and coalesce(m.next_check_at, m.expires_at) <= at
      order by coalesce(m.next_check_at, m.expires_at) limit cap) $$;

-- Webhooks whose owners are due a notice, by hours without a success: notices are due by time, not by attempts.
create function webhooks_to_review(at timestamptz, notices integer[], cap integer)
    returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select w.tenant_id, w.id from webhook w
     where w.state = 'active' and w.failing_since is not null
       and exists (select from unnest(notices) as notice(due)
                    where notice.due > w.notice_hours and w.failing_since <= at - make_interval(hours => notice.due))
     order by w.failing_since limit cap $$;

create function callbacks_to_process(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.tenant_id, c.id from callback c where c.due_at <= at order by c.due_at limit cap $$;

create function holds_to_expire(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select s.tenant_id, s.id from savings_transaction s
     where s.state = 'held' and s.expires_at <= at order by s.expires_at limit cap $$;

create function floats_to_check(at timestamptz, cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select r.tenant_id from rail r
     where r.balance_requested_at is null or r.balance_requested_at <= at - interval '1 hour'
     order by r.balance_requested_at nulls first limit cap $$;

create function paybills_to_pull(at timestamptz, cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select r.tenant_id from rail r where r.pull_due_at <= at order by r.pull_due_at limit cap $$;

-- Institutions with a day that is over and not closed, in their own zone; one that only has savings closes its days too.
create function tenants_to_close(at timestamptz, cap integer) returns table (tenant_id bigint, through date)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id, y.day
      from tenant t
      cross join lateral (select (at at time zone t.time_zone)::date - 1 as day) y
     where not exists (select from close_of_business c
                        where c.tenant_id = t.id and c.business_date >= y.day and c.state = 'done')
       and (exists (select from close_of_business c where c.tenant_id = t.id)
            or exists (select from loan l where l.tenant_id = t.id and l.disbursed_on <= y.day)
            or exists (select from savings_account a
                        where a.tenant_id = t.id and a.interest is not null and a.opened_on <= y.day))
     order by t.id limit cap $$;

-- Schools with invoices that fell overdue by their own calendar, or with tombstones that may go.
create function schools_to_maintain(at timestamptz, cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id from tenant t
     where exists (select from invoice v
                    where v.tenant_id = t.id and v.overdue_notified_on is null and v.state in ('issued', 'partially_paid')
                      and v.due_date < (at at time zone t.time_zone)::date)
        or exists (select from tombstone x where x.tenant_id = t.id and x.updated_at < at - interval '90 days')
     order by t.id limit cap $$;

-- Figures of all institutions together, and of none alone. Each is counted to a bound, so that it costs the same at
-- any volume.
create function webhook_figures(at timestamptz, bound integer) returns table (
    outbox bigint, outbox_since timestamptz, due bigint, due_since timestamptz, parked bigint, in_flight bigint,
    open_breakers bigint, failing bigint, reactions bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select (select count(*) from (select from outbox limit bound) x),
           (select min(e.created_at)
              from tenants_with_outbox() t
             cross join lateral (select o.event_id from outbox o where o.tenant_id = t.tenant_id
                                  order by o.event_id limit 1) o
              join event e on e.tenant_id = t.tenant_id and e.id = o.event_id),
           (select count(*) from (select from webhook_delivery where next_attempt_at <= at limit bound) x),
           (select min(next_attempt_at) from webhook_delivery where next_attempt_at <= at),
           (select count(*) from (select from webhook_delivery where parked limit bound) x),
           (select count(*) from (select from webhook_delivery where started_at is not null limit bound) x),
           (select count(*) from (select from webhook where open_until > at limit bound) x),
           (select count(*) from (select from webhook where failing_since is not null limit bound) x),
           (select count(*) from (select from reaction where due_at is not null limit bound) x) $$;

-- Rows that may go, oldest first and a bounded number at a time. Only the oldest ids are read, and of a tenant whose
-- oldest row stays only that one, so that a call costs the same however many rows stay.
create function discard_expired(at timestamptz, cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    before timestamptz := at - interval '30 days';
    gone bigint := 0;
    n bigint;
    hashes bytea[];
    tenants bigint[];
    ids bigint[];
  begin
    delete from idempotency_key k using (
      select x.tenant_id, x.client_id, x.key from idempotency_key x where x.expires_at <= at
       order by x.expires_at limit cap for update skip locked) old
     where k.tenant_id = old.tenant_id and k.client_id = old.client_id and k.key = old.key;
    get diagnostics n = row_count;
    gone := gone + n;

    with deleted as (
      delete from access_token k using (
        select x.tenant_id, x.token_hash from access_token x where x.expires_at <= at
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
      select x.tenant_id, x.id from callback x where x.received_at < at - interval '400 days'
       order by x.received_at limit cap for update skip locked) old
     where c.tenant_id = old.tenant_id and c.id = old.id;
    get diagnostics n = row_count;
    return gone + n;
  end $$;
