-- Disbursements and repayments are listed over all loans, too: each filter and order has its index.
call template.index_by('disbursement',
  'state', 'channel', 'amount', 'provider_ref collate "C"', 'receipt_no collate "C"', 'created_at', 'updated_at');
call template.index_by('repayment',
  'state', 'channel', 'amount', 'receipt_no collate "C"', 'paid_at', 'created_at', 'updated_at');
-- repayment_by_reference is taken by the index that finds a reference within its channel.
create index repayment_listed_by_reference on repayment (tenant_id, reference collate "C", id);
