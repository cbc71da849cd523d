-- Up to which number changes of a tenant were removed. An event stays as long as something of it waits, so that what is retained need
-- not begin behind what was removed: who reads on from between would be shown a gap as if it were complete.
alter table feed_head add column pruned bigint not null default 0;

-- As in 0136. An event stays as long as a reaction to it is not done: one that was given up would be lost, and what it was to do with it. Those
-- events are passed over, so that many of them hold back no others. It notes how far
-- the feed was pruned; events go last, because of that.
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
    of_tenants bigint[];
    through bigint[];
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
    gone := gone + n;

    with aged as materialized (
      select t.id from tenant t
       where before > (select e.created_at from event e where e.tenant_id = t.id order by e.id limit 1))
    select array_agg(old.tenant_id), array_agg(old.id) into tenants, ids from (
      select x.tenant_id, x.id
        from aged cross join lateral (
         select e.tenant_id, e.id, e.created_at from event e
          where e.tenant_id = aged.id
            and not exists (select from reaction r where r.tenant_id = e.tenant_id and r.event_id = e.id)
          order by e.id limit cap) x
       where x.created_at < before
         and not exists (select from outbox o where o.tenant_id = x.tenant_id and o.event_id = x.id)
         and not exists (select from webhook_delivery d where d.tenant_id = x.tenant_id and d.event_id = x.id)
       limit cap) old;
    select array_agg(p.tenant_id), array_agg(p.sequence) into of_tenants, through from (
      select f.tenant_id, max(f.sequence) as sequence
        from unnest(tenants, ids) as old (tenant_id, id)
        join feed_entry f on f.tenant_id = old.tenant_id and f.event_id = old.id
       group by f.tenant_id) p;
    delete from event e using unnest(tenants, ids) as old (tenant_id, id)
     where e.tenant_id = old.tenant_id and e.id = old.id;
    get diagnostics n = row_count;
    gone := gone + n;

    -- Last: what numbers the changes of the tenant waits for this lock.
    update feed_head h set pruned = p.sequence
      from unnest(of_tenants, through) as p (tenant_id, sequence)
     where h.tenant_id = p.tenant_id and h.pruned < p.sequence;
    return gone;
  end $$;
