-- Payments of all apps are listed for the institution's people, newest first, and found by their receipts.
create index payout_of_all_by_receipt on payout (tenant_id, receipt_no collate "C", id);
create index collection_of_all_by_receipt on collection (tenant_id, receipt_no collate "C", id);
