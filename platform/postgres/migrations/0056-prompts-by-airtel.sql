-- Each provider, and the bank, numbers payments in a series of its own.
drop index mobile_money_of_receipt;
create unique index mobile_money_of_receipt on mobile_money_transaction
    (tenant_id, receipt_no, (case when channel in ('bank', 'airtel') then channel else 'mpesa' end))
  where rest_of_id is null;
