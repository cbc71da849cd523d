-- The float of an agent may lie in stripes, each of which is locked by itself, so that payments of one agent don't wait for
-- one another. Into how many it is split stands with the agent; one: it lies in the row of the agent alone, as before. Rows of
-- stripes that are not in use stay, and hold nothing. What moves in stripes leaves the row of the agent as it is: `moves` counts
-- what is to be a new version of it all the same, so that events of one agent don't all name the same.
alter table agent add column stripes integer not null default 1,
  add column moves integer not null default 0,
  add constraint agent_stripes_are_few check (stripes between 1 and 16) not valid;

create table agent_stripe (
  like template.row including all,
  agent_id bigint not null,
  number integer not null check (number >= 1),
  float bigint not null,
  held bigint not null,
  unique (tenant_id, agent_id, number),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) deferrable initially deferred,
  check (held >= 0 and float >= held)
) with (fillfactor = 60);

-- As in 0147, with what lies in stripes.
create or replace function amounts_by_mode(bound integer) returns table (figure text, mode text, currency text, part text, amount text)
  language sql stable security definer set search_path = public, pg_temp
  -- One institution may have nearly all rows of a table: for each of the others the planner would read the table and find none.
  set enable_seqscan = off set jit = off as $$
    with institutions as materialized (select t.id, t.mode, t.currency from tenant t where not t.growing),
    -- What lies at providers to be paid out: of agents by provider, and of apps. What has left is in transit.
    floats as (
      select t.mode, t.currency, a.provider || '_float' as account, a.float, a.held
        from institutions t join agent a on a.tenant_id = t.id
      union all
      select t.mode, t.currency, a.provider || '_float', s.float, s.held
        from institutions t join agent a on a.tenant_id = t.id and a.stripes > 1
        join agent_stripe s on s.tenant_id = a.tenant_id and s.agent_id = a.id
      union all
      select t.mode, t.currency, 'app_funds', a.balance - a.in_transit, a.held
        from institutions t join app_account a on a.tenant_id = t.id),
    in_transit as (
      select t.mode, t.currency, kinds.kind, coalesce(kinds.amount, 0) as amount
        from institutions t cross join lateral (
          select 'disbursement' as kind, (select sum(d.in_transit) from (
            select d.in_transit from disbursement d where d.tenant_id = t.id and d.in_transit <> 0 limit bound) d) as amount
          union all
          select 'payout', (select sum(a.in_transit) from app_account a where a.tenant_id = t.id)
          union all
          select 'float_top_up', (select sum(u.amount) from (
            select u.amount from float_top_up u
             where u.tenant_id = t.id and u.state in ('sent', 'unknown', 'review') limit bound) u)) kinds),
    suspense as (
      select t.mode, t.currency, coalesce(s.amount, 0) as amount
        from institutions t cross join lateral (
          select sum(m.amount) as amount from (
            select m.amount from mobile_money_transaction m
             where m.tenant_id = t.id and m.state in ('unallocated', 'returning') limit bound) m) s),
    -- As the last close of business of each left it.
    portfolios as (
      select t.mode, t.currency, last.portfolio
        from institutions t cross join lateral (
          select c.portfolio from close_of_business c
           where c.tenant_id = t.id and c.state = 'done' and c.portfolio is not null
           order by c.business_date desc limit 1) last)
    select 'float_available', f.mode, f.currency, f.account, sum(f.float - f.held)::text from floats f group by 2, 3, 4
    union all
    select 'float_held', f.mode, f.currency, f.account, sum(f.held)::text from floats f group by 2, 3, 4
    union all
    select 'in_transit', i.mode, i.currency, i.kind, sum(i.amount)::text from in_transit i group by 2, 3, 4
    union all
    select 'suspense', s.mode, s.currency, null, sum(s.amount)::text from suspense s group by 2, 3
    union all
    select 'portfolio', p.mode, p.currency, null, sum((p.portfolio ->> 'gross')::bigint)::text from portfolios p group by 2, 3
    union all
    select 'portfolio_at_risk', p.mode, p.currency, later ->> 'days', sum((later ->> 'principal')::bigint)::text
      from portfolios p cross join lateral jsonb_array_elements(p.portfolio -> 'par') later group by 2, 3, 4 $$;

-- Agents whose float has fallen below the threshold that their institution set for it.
create or replace function low_floats(bound integer) returns table (mode text, low bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.mode, (select count(*) from (
             select from tenant t join agent a on a.tenant_id = t.id
                   left join lateral (
                     select sum(s.float - s.held) as available from agent_stripe s
                      where s.tenant_id = a.tenant_id and s.agent_id = a.id) s on true
              where t.mode = m.mode and not t.growing
                and a.float - a.held + coalesce(s.available, 0) < a.low_float limit bound) x)
      from (values ('live'), ('sandbox')) m(mode) $$;
