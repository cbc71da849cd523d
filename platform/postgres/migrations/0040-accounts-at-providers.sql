-- The accounts at the provider as it reported them, each with what the books said: a list of {role, name, balance, in_books,
-- is_explained}, minor units as text.
alter table rail add column accounts jsonb;
