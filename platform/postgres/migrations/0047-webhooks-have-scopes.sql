-- The read scopes of the token that set a webhook up: it receives nothing beyond them, whatever its client holds.
alter table webhook add column scopes text[] not null;
