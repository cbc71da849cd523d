-- A line that remains says why: what is settled was settled as something, not the other way round.

alter table bank_line
  drop constraint bank_line_is_settled,
  add constraint bank_line_is_settled check (settled_at is null or settled_as is not null);
