-- Webhooks that take several deliveries in one post, the batch in which each went, and the batches in the log of attempts.
alter table webhook add column batch jsonb;
alter table webhook_delivery add column batch_of bigint;
alter table webhook_attempt add column batch_id text;
