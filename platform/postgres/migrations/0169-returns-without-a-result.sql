-- runs statement by statement
-- What the provider is to return and has not said anything of is found each hour, however much came in.
drop index concurrently if exists mobile_money_returning;
create index concurrently mobile_money_returning on mobile_money_transaction (tenant_id, id) where state = 'returning';
