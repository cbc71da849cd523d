-- A provider's notification has a name, so that the work list can say which one it is about.
alter table callback add column uuid uuid not null default gen_random_uuid();
create unique index callback_by_uuid on callback (tenant_id, uuid);
