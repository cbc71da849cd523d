-- Who receives what a member leaves, and what is known of the member's death.
create function nominee_shares(nominees jsonb) returns bigint language sql immutable as $$
  select coalesce(sum((n ->> 'share_basis_points')::bigint), 0) from jsonb_array_elements(nominees) n $$;

alter table member
  add column nominees jsonb not null default '[]' check (jsonb_typeof(nominees) = 'array'),
  add column died_on date,
  add column death_document text check (btrim(death_document) <> ''),
  add column state_before_death text,
  add constraint member_nominees_share_all check (nominees = '[]' or nominee_shares(nominees) = 10000),
  add constraint member_death check (
    (state = 'deceased') = (died_on is not null) and (died_on is null) = (death_document is null)
    and (died_on is null) = (state_before_death is null));
