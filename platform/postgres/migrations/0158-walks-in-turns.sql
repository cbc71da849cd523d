-- As in 0154. One statement looks at so many events at most in all tenants together, that it ends in time where many tenants hold many: what
-- was out of time took back what the others had removed, and how far each had come. Who was looked at longest ago comes first, so that
-- none waits for ever behind the others.
create or replace function discard_expired(at timestamptz, cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
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
    walk template.event_walk;
    each record;
    looked bigint;
    looked_at bigint := 0;
    held bigint;
    passed bigint := 0;
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

    tenants := '{}';
    ids := '{}';
    for walk in
      select t.id as tenant_id, coalesce(w.behind, 0) as behind, coalesce(w.held, 0) as held, coalesce(w.began_at, now()) as began_at
        from tenant t left join template.event_walk w on w.tenant_id = t.id
       where before > (select e.created_at from event e where e.tenant_id = t.id order by e.id limit 1)
       order by w.began_at nulls first, t.id
    loop
      exit when cardinality(ids) >= cap or looked_at >= 4 * cap;
      looked := 0;
      held := 0;
      for each in
        select e.id, e.created_at,
               coalesce((select true from reaction r where r.tenant_id = e.tenant_id and r.event_id = e.id order by r.handler limit 1),
                        (select true from outbox o where o.tenant_id = e.tenant_id and o.event_id = e.id limit 1),
                        (select true from webhook_delivery d
                          where d.tenant_id = e.tenant_id and d.event_id between e.id and e.id order by d.event_id limit 1), false) as is_held
          from event e where e.tenant_id = walk.tenant_id and e.id > walk.behind order by e.id limit cap
      loop
        exit when each.created_at >= before;
        looked := looked + 1;
        walk.behind := each.id;
        if each.is_held then
          held := held + 1;
        else
          tenants := tenants || walk.tenant_id;
          ids := ids || each.id;
        end if;
      end loop;
      walk.held := walk.held + held;
      looked_at := looked_at + looked;
      if looked >= cap then
        passed := passed + held;
      elsif walk.held < 100 or walk.began_at < now() - interval '1 hour' then
        walk.behind := 0;
        walk.held := 0;
        walk.began_at := now();
      end if;
      insert into template.event_walk as w (tenant_id, behind, held, began_at)
      values (walk.tenant_id, walk.behind, walk.held, walk.began_at)
      on conflict (tenant_id) do update set behind = excluded.behind, held = excluded.held, began_at = excluded.began_at
       where (w.behind, w.held, w.began_at) is distinct from (excluded.behind, excluded.held, excluded.began_at);
    end loop;
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
    return gone + passed;
  end $$;
