-- What those who watch the system go by. Live institutions apart from sandboxes, where payments end in review and fail as people who try
-- them want it; payments of every kind; and what workers gave up, which is due no more. Functions of their own: a process of the
-- version before still reads webhook_figures(), money_figures(), wrong_books() and unproven_books() as they are.

-- Reactions of our own to events that were given up, or failed at least three times. One that is done is a row no more.
create function failing_reactions(bound integer) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
    select count(*) from (select from reaction r where r.due_at is null or r.attempts >= 3 limit bound) x $$;

-- What waits for people or was not done in time, of all live institutions together, and of all sandboxes.
create function figures_by_mode(at timestamptz, bound integer) returns table (
    mode text, notifications bigint, notifications_since timestamptz, incidents bigint, breaks bigint, old_breaks bigint,
    late_closes bigint, wrong_books bigint, unproven_books bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    -- Six hours after the end of its day an institution's books are closed, or something is wrong.
    with late as materialized (select c.tenant_id from tenants_to_close(no_later(at) - interval '6 hours', bound) c)
    select m.mode, waiting.n, waiting.since,
           (select count(*) from (
              select from tenant t cross join lateral (
                select from incident i where i.tenant_id = t.id and i.state = 'open' limit bound) i
               where t.mode = m.mode limit bound) x),
           (select count(*) from (
              select from tenant t cross join lateral (
                select from reconciliation_break b where b.tenant_id = t.id and b.state = 'open' limit bound) b
               where t.mode = m.mode limit bound) x),
           -- They have business time.
           (select count(*) from (
              select from tenant t cross join lateral (
                select from reconciliation_break b
                 where b.tenant_id = t.id and b.state = 'open'
                   and b.created_at <= no_later(at) + t.clock_offset_ms * interval '1 ms' - interval '1 day' limit bound) b
               where t.mode = m.mode limit bound) x),
           (select count(*) from late join tenant t on t.id = late.tenant_id where t.mode = m.mode),
           -- As in 0118 and 0120.
           (select count(*) from (
              select from tenant t cross join lateral (
                select p.checks from ledger_proof p where p.tenant_id = t.id order by p.id desc limit 1) last
               where t.mode = m.mode
                 and exists (select from jsonb_array_elements(last.checks) c where (c ->> 'violations')::bigint > 0)
               limit bound) x),
           (select count(*) from (
              select from tenant t
               cross join lateral (select now() + t.clock_offset_ms * interval '1 ms' - interval '36 hours' as late) own
               cross join lateral (select j.created_at from journal j where j.tenant_id = t.id order by j.id limit 1) first
               where t.mode = m.mode and not t.growing and first.created_at < own.late
                 and not exists (select from ledger_proof p where p.tenant_id = t.id and p.created_at >= own.late)
               limit bound) x)
      from (values ('live'), ('sandbox')) m(mode)
     -- Processed is what they are seconds after they came, or after the next tries.
     cross join lateral (
       select count(*) as n, min(x.received_at) as since from (
         select c.received_at from callback c
          where c.processed_at is null and c.received_at <= no_later(at) - interval '10 minutes'
            and c.tenant_id = any(array(select t.id from tenant t where t.mode = m.mode))
          order by c.received_at limit bound) x) waiting $$;

-- Payments that providers carry, by kind: the tables from which the queues check them. What is due goes by real time: the shifted clock
-- of a sandbox makes more due than this. As in due_jobs(), what grows is left out.
create function payments_by_mode(at timestamptz, bound integer) returns table (
    mode text, kind text, due bigint, due_since timestamptz, in_transit bigint, in_review bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query execute (
      select string_agg(format(
        'select %1$L, %2$L, due.n, due.since, under_way.n, under_way.review
           from (select count(*) as n, min(x.due_at) as since from (
                   select %3$s as due_at from %2$I w
                    where %4$s and %3$s <= $1
                      and w.tenant_id = any(array(select t.id from tenant t where t.mode = %1$L and not t.growing))
                    order by %3$s limit $2) x) due
          cross join (
                 select count(*) as n, count(*) filter (where x.state = ''review'') as review from (
                   select w.state from tenant t cross join lateral (
                     select w.state from %2$I w
                      where w.tenant_id = t.id and w.state in (''sent'', ''unknown'', ''review'') limit $2) w
                    where t.mode = %1$L and not t.growing limit $2) x) under_way',
        m.mode, j.of_table, j.due_at, j.only_where), ' union all ')
        from template.due_job j cross join (values ('live'), ('sandbox')) m(mode)
       where j.queue like 'check-%') using no_later(at), bound;
  end $$;
