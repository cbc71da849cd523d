-- Deliveries that have been called and have not begun take places at their webhook. They are counted in the order of this
-- index, which among a million that are finished or parked holds these alone.
create index webhook_delivery_called on webhook_delivery (tenant_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null and not parked;
