-- The member's account at a bank, sealed, to which loans are paid; who changed it last, and when: for some days that person does
-- not pay out to it.
alter table member
  add column bank_account text,
  add column bank_account_changed_by text,
  add column bank_account_changed_at timestamptz(3),
  add constraint member_bank_account_changed check ((bank_account_changed_by is null) = (bank_account_changed_at is null))
    not valid;
