-- What moved on the floats of agents, whichever branch paid from them: the float of an agent is one figure. Who is limited to
-- branches reads the floats of their own agents so, and no journal of another branch.
create function float_moved(of_accounts text[], of_agents text[], since date, until date)
  returns table (booked_on date, account text, sub_account text, debit bigint, credit bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    with theirs as (
      select a.agent_no from agent a
       where a.tenant_id = (select proven_tenant()) and a.agent_no = any (of_agents)
         and (nullif(current_setting('app.branches', true), '') is null or a.branch_id = any (limited_branches()))),
    summed as (
      select coalesce((select s.through from ledger_summed s where s.tenant_id = (select proven_tenant())), '-infinity'::date) as through)
    select d.booked_on, d.account, d.sub_account, d.debit, d.credit
      from ledger_day d
     where d.tenant_id = (select proven_tenant()) and d.account = any (of_accounts)
       and d.sub_account in (select agent_no from theirs) and d.booked_on between since and until
    union all
    select j.booked_on, l.account, l.sub_account,
           case l.side when 'debit' then l.amount else 0 end, case l.side when 'credit' then l.amount else 0 end
      from journal j join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = j.id
     where j.tenant_id = (select proven_tenant()) and j.booked_on between since and until
       and j.booked_on > (select through from summed)
       and l.account = any (of_accounts) and l.sub_account in (select agent_no from theirs) $$;
