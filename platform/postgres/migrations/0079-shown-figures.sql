-- Figures that are shown with a record stand with it, and are changed by what changes them.

-- What a student owes and has in credit is shown wherever the student is: a page of twenty read six hundred invoices for
-- it. It is a figure of the student now, which the invoice or the payment that changes it changes with it, in the write that
-- has stamped the student already. `ledger verify` holds it against the invoices and payments.
alter table student
  add column balance_due bigint not null default 0,
  add column credit_balance bigint not null default 0;

create or replace function stamp_student() returns trigger language plpgsql as $$
  declare
    was bigint := 0;
    became bigint := 0;
    of_student bigint;
    of_tenant bigint;
  begin
    if tg_op <> 'INSERT' then
      if tg_table_name = 'invoice' then was := owed_on(old); else was := in_credit(old); end if;
      of_student := old.student_id;
      of_tenant := old.tenant_id;
    end if;
    if tg_op <> 'DELETE' then
      if tg_table_name = 'invoice' then became := owed_on(new); else became := in_credit(new); end if;
      of_student := new.student_id;
      of_tenant := new.tenant_id;
    end if;
    if was <> became then
      update student set
        balance_due = balance_due + case tg_table_name when 'invoice' then became - was else 0 end,
        credit_balance = credit_balance + case tg_table_name when 'invoice' then 0 else became - was end
       where tenant_id = of_tenant and id = of_student;
    end if;
    return null;
  end $$;

-- Breaks of a comparison that are not resolved.
alter table reconciliation add column open_breaks integer not null default 0 check (open_breaks >= 0);
create function count_open_breaks() returns trigger language plpgsql as $$
  declare
    was integer := 0;
    became integer := 0;
  begin
    if tg_op <> 'INSERT' then was := (old.state in ('open', 'under_review'))::integer; end if;
    if tg_op <> 'DELETE' then became := (new.state in ('open', 'under_review'))::integer; end if;
    if was <> became then
      update reconciliation set open_breaks = open_breaks + became - was
       where tenant_id = coalesce(new.tenant_id, old.tenant_id)
         and id = coalesce(new.reconciliation_id, old.reconciliation_id);
    end if;
    return null;
  end $$;
create trigger open_breaks_of_reconciliation after insert or update of state or delete on reconciliation_break
  for each row execute function count_open_breaks();
