-- runs statement by statement
drop index concurrently if exists erasure_that_is_due;
create index concurrently erasure_that_is_due on erasure (tenant_id, next_pass_at) where next_pass_at is not null;
alter table erasure validate constraint erasure_is_sought;
alter table erasure validate constraint erasure_sought_is_sealed;
