-- Through which day an institution's ledger is summed: what says so is written with the sums, and not with the close of
-- business. A day that was closed without them, by a process of the version before, is read from its journals until the
-- next close sums it.
create table ledger_summed (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  through date not null,
  primary key (tenant_id)
);
delete from ledger_day;

create or replace function journal_adds_to_its_day() returns trigger language plpgsql as $$
  declare
    of_tenant bigint := (select l.tenant_id from added l limit 1);
    summed date := (select s.through from ledger_summed s where s.tenant_id = of_tenant);
  begin
    if summed is not null then
      insert into ledger_day as d (tenant_id, booked_on, currency, account, sub_account, event_type, debit, credit)
      select j.tenant_id, j.booked_on, j.currency, l.account, l.sub_account, j.event_type,
             coalesce(sum(l.amount) filter (where l.side = 'debit'), 0), coalesce(sum(l.amount) filter (where l.side = 'credit'), 0)
        from added l join journal j on j.tenant_id = l.tenant_id and j.id = l.journal_id
       where j.booked_on <= summed
       group by j.tenant_id, j.booked_on, j.currency, l.account, l.sub_account, j.event_type
      on conflict (tenant_id, booked_on, currency, account, sub_account, event_type) do update
         set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit;
    end if;
    return null;
  end $$;
