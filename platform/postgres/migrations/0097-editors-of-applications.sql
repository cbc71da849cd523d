-- Who has changed an application since it was made: they decided on its amount as well, and don't approve it alone.
alter table loan add column edited_by jsonb not null default '[]' check (jsonb_typeof(edited_by) = 'array');
