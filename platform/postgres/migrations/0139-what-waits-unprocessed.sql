-- runs statement by statement
-- Notifications that are not processed yet, and reactions that fail: few at any time, and counted each few seconds.
drop index concurrently if exists callback_unprocessed;
create index concurrently callback_unprocessed on callback (tenant_id, received_at) where processed_at is null;
drop index concurrently if exists reaction_failing;
create index concurrently reaction_failing on reaction (tenant_id, id) where due_at is null or attempts >= 3;
