-- runs statement by statement
-- A receipt that a person entered by mistake is free for the payment that has it: the entry stays, corrected.
drop index concurrently if exists mobile_money_once_by_receipt;
create unique index concurrently mobile_money_once_by_receipt on mobile_money_transaction
    (tenant_id, receipt_no, (case when channel in ('bank', 'airtel') then channel else 'mpesa' end))
  where rest_of_id is null and state <> 'corrected';
drop index concurrently if exists mobile_money_of_receipt;
