-- How far a migration has come that fills a table in batches: where it is ended, it goes on from there. Only the owner reads it.
create table guard.filling (
  migration text primary key,
  position text,
  rows bigint not null
);
