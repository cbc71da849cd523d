-- runs statement by statement
-- Workers look for institutions whose payments are paused each second.
drop index concurrently if exists tenant_that_pauses;
create index concurrently tenant_that_pauses on tenant (id) where payments_paused is not null;
