-- Everyone who answered for a client before: what was made with it then is theirs, whoever answers for it now. Who that was before
-- this migration is stored nowhere.
alter table api_client add column answered_before text[] not null default '{}';
