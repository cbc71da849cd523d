-- runs statement by statement
-- Before an entry is corrected, the bank's statements are looked through for a credit of its amount under its receipt.
drop index concurrently if exists bank_line_by_amount;
create index concurrently bank_line_by_amount on bank_line (tenant_id, amount, receipt_no);
