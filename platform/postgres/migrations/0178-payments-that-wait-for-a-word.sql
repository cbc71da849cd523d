-- runs statement by statement
-- High payments that wait for their provider's word are found each hour, however much lies in suspense.
drop index concurrently if exists mobile_money_unconfirmed;
create index concurrently mobile_money_unconfirmed on mobile_money_transaction (tenant_id, id)
  where state = 'unallocated' and state_reason = 'confirmation_awaited';
