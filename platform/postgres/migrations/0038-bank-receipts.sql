-- Credits at the bank wait in the same suspense as money of the paybill: the bank numbers them in a series of its own.
drop index mobile_money_of_receipt;
create unique index mobile_money_of_receipt on mobile_money_transaction (tenant_id, receipt_no, (channel = 'bank'))
  where rest_of_id is null;
