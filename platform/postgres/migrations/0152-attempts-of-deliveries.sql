-- runs statement by statement
-- The second step: what is there is read beside those who write, and the attempts of a delivery get an index that is not unique, as
-- no index over several partitions can be.
alter table webhook_attempt validate constraint webhook_attempt_first_ids;
drop index concurrently if exists webhook_attempt_of_delivery;
create index concurrently webhook_attempt_of_delivery on webhook_attempt (tenant_id, delivery_id, number);
