-- Who recorded nominees and deaths: what is left is not paid out by the person who says to whom.
alter table member
  add column nominees_set_by text,
  add column death_recorded_by text,
  -- Who recorded deaths that were corrected, and who corrected them.
  add column deaths_corrected_by jsonb not null default '[]' check (jsonb_typeof(deaths_corrected_by) = 'array'),
  add constraint member_death_recorded check ((died_on is null) = (death_recorded_by is null));
