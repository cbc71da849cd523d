alter table rail
  -- When the provider has said the balance of a paybill with a shortcode of its own; the other one is balance_at.
  -- What was said before was not written down: silence begins here.
  add column paybill_balance_at timestamptz(3) default now(),
  -- Since when its circuit is open because of the credential: each opening is noted once, and one of before without a time.
  add column credential_refused_at timestamptz(3);
alter table rail alter column paybill_balance_at drop default;
