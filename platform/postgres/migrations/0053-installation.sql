-- What is true of the whole installation: one row, of no tenant. Migrations write it; the application can't see it.
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Of the master secret: a process with another one could open nothing that is stored, and must change nothing.
  secret_fingerprint text,
  -- The version of the schema, and the earliest version of the code that may run on it.
  epoch integer not null,
  serves_from integer not null
);
