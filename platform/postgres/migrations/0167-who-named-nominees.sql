-- Everyone who has named nominees that are left, or set their shares: none of them lets money go to these. Of what was set before this
-- migration the last person alone is known; the version before writes that one still.
alter table member add column nominees_named_by text[] not null default '{}';
