-- runs statement by statement
-- A credit under the reference of one before is found as soon as its statement is stored, however many there are of its amount; so is
-- the credit of an entry that is corrected.
drop index concurrently if exists bank_line_of_credit;
create index concurrently bank_line_of_credit on bank_line (tenant_id, identifier_key(receipt_no), amount);
drop index concurrently if exists bank_line_by_amount;
