-- runs statement by statement
-- What the migration before it demands of top-ups and collections is checked while others write; a statement of the bank finds
-- top-ups by its references.
alter table topup validate constraint topup_is_confirmed;
alter table topup validate constraint topup_is_reversed;
alter table collection validate constraint collection_is_reversed;
drop index concurrently if exists topup_by_statement_line;
create index concurrently topup_by_statement_line on topup (tenant_id, statement_line) where statement_line is not null;
drop index concurrently if exists topup_by_reversal;
create index concurrently topup_by_reversal on topup (tenant_id, reversal_receipt_no) where reversal_receipt_no is not null;
