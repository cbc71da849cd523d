-- A payment that is more than its place may take: the rest is a record of its own in suspense, under the same receipt.
alter table mobile_money_transaction
  add column rest_of_id bigint,
  drop constraint mobile_money_transaction_tenant_id_receipt_no_key,
  add foreign key (tenant_id, rest_of_id)
    references mobile_money_transaction (tenant_id, id) deferrable initially deferred;
create unique index mobile_money_of_receipt on mobile_money_transaction (tenant_id, receipt_no) where rest_of_id is null;
create index mobile_money_rest on mobile_money_transaction (tenant_id, rest_of_id) where rest_of_id is not null;
