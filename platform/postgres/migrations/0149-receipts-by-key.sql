-- runs statement by statement
-- That a receipt is booked no further than it goes is looked up for each use of one. Of indexes that cost the same, as all do of a
-- table that was never analysed, PostgreSQL takes the youngest: the one by record, of which each use then read all of the
-- institution, and a batch of a thousand did so a thousand times.
drop index concurrently if exists payment_receipt_use_under_receipt;
create index concurrently payment_receipt_use_under_receipt on payment_receipt_use (tenant_id, receipt_key, account, direction);
drop index concurrently if exists payment_receipt_use_of_receipt;
