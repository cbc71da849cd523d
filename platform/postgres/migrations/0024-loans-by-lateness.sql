-- Loans are found by branch, by what is due next and by how late they are.

alter table member add constraint member_of_branch unique (tenant_id, id, branch_id);

alter table loan
  -- When the oldest instalment falls due, or fell due, that is not paid in full.
  add column next_due_date date,
  -- The same for sorting: loans of which nothing is due come last.
  add column next_due_order date not null generated always as (coalesce(next_due_date, 'infinity')) stored,
  -- The member's; the database names it, and follows the member to another branch.
  add column branch_id bigint check (branch_id is not null);

create function name_branch_of_loan() returns trigger language plpgsql as $$
  begin
    select m.branch_id into new.branch_id from member m where m.tenant_id = new.tenant_id and m.id = new.member_id;
    return new;
  end $$;
create trigger name_branch_of_loan before insert on loan for each row execute function name_branch_of_loan();

alter table loan add constraint loan_of_branch
  foreign key (tenant_id, member_id, branch_id) references member (tenant_id, id, branch_id)
  on update cascade deferrable initially deferred;

call template.index_by('loan', 'branch_id', 'next_due_date', 'next_due_order');

-- How many days late a loan is: daysPastDue in core/lending/arrears.ts.
create function days_past_due(due date, today date, conditions jsonb, pauses jsonb) returns integer
language sql stable parallel safe return
  case when due < today then (
    select case when late.days > coalesce((conditions ->> 'arrearsGraceDays')::integer, 0) then late.days else 0 end
      from (select (today - due - coalesce(sum(greatest(0,
                     least(coalesce((pause ->> 'until')::date, today), today)
                       - greatest((pause ->> 'from')::date, due + 1) + 1)), 0))::integer as days
              from jsonb_array_elements(pauses) as pause) late)
  else 0 end;
