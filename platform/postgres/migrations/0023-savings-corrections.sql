-- Taking a movement back takes back what it earned, too, as if it had never been.

alter table savings_account
  -- From when its interest goes by its present terms.
  add column interest_since date,
  add constraint savings_account_interest_since check (interest is null or opened_on is null or interest_since is not null);
alter table savings_transaction
  -- The business date on which it was booked: from then on it counts for interest. Null while nothing has moved.
  add column booked_on date,
  -- Of a movement that was reversed: posted interest that went with it, and the tax on that; negative where it came back.
  add column interest_taken_back bigint not null default 0,
  add column tax_returned bigint not null default 0;
