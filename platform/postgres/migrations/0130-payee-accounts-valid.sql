-- runs statement by statement
-- Looked through while others read and write: the check of 0126 holds for what stood there, too.
alter table member validate constraint member_bank_account_changed;
