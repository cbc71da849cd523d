-- How far back people may date a payment, how much may be booked on a loan, and the day that a journal counts for.

alter table tenant
  -- Null: as the mode of the tenant has it; 30 days in live, 365 in a sandbox.
  add column backdate_days integer check (backdate_days between 0 and 3650),
  -- What may be paid on a loan beyond what is owed, in minor units; null: one instalment or a tenth of the principal.
  add column overpayment_limit bigint check (overpayment_limit >= 0),
  -- What people may charge on a loan, in percent of what was lent.
  add column charge_limit_percent integer not null default 25 check (charge_limit_percent between 0 and 1000),
  -- Null: as the mode of the tenant has it; on in live.
  add column in_duplum boolean;

-- booked_on: the day of the booking. value_date: the day that the money counts for, in open books.
alter table journal add column value_date date not null;
alter table journal add constraint journal_of_the_past check (value_date <= booked_on);

create or replace function journal_must_be_in_open_books() returns trigger language plpgsql as $$
  declare late date;
  begin
    perform lock_books(x.tenant_id, false) from (select distinct tenant_id from added) x;
    select a.value_date into late from added a
     where exists (select from ledger_period p where p.tenant_id = a.tenant_id and p.ends_on >= a.value_date) limit 1;
    if late is not null then
      raise exception 'the books of % are closed', late using errcode = 'check_violation', constraint = 'books_are_open';
    end if;
    return null;
  end $$;
