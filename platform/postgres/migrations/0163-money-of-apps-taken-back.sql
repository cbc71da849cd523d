-- A top-up that the bank takes back, and a collection that its provider takes back, are the app's no more.
alter table topup add column reversed_at timestamptz(3), add column reversal_receipt_no text;
alter table collection add column reversed_at timestamptz(3);
alter table topup drop constraint topup_is_confirmed;
alter table topup add constraint topup_is_confirmed
  check ((state in ('succeeded', 'reversed')) = (settled_at is not null)) not valid;
alter table topup add constraint topup_is_reversed
  check ((state = 'reversed') = (reversed_at is not null) and (reversed_at is null) = (reversal_receipt_no is null)) not valid;
alter table collection add constraint collection_is_reversed check ((state = 'reversed') = (reversed_at is not null)) not valid;
