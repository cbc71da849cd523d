alter table rail
  -- When the provider has said the balance of a paybill with a shortcode of its own; the other one is balance_at.
  add column paybill_balance_at timestamptz(3),
  -- Since when its circuit is open because of the credential: each opening is noted once.
  add column credential_refused_at timestamptz(3);
-- What was said before was not written down: silence begins here.
update rail set paybill_balance_at = now();
update rail set credential_refused_at = now() where circuit ->> 'because' = 'credential';
