-- Files of payments that never reached the bank.

alter table bank_file
  -- When an operator said that it never reached the bank; its payments wait for another file.
  add column discarded_at timestamptz(3),
  add column discarded_by text,
  add constraint bank_file_is_written_or_discarded check (written_at is null or discarded_at is null),
  add constraint bank_file_is_discarded_by_someone check ((discarded_at is null) = (discarded_by is null));
