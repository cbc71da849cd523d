-- What becomes of members and their accounts: dormancy, fresh identification, share capital.

alter table tenant
  -- After so many days without a movement an account is dormant, and so is a member without any activity. Null: never.
  add column dormancy_days integer default 365 check (dormancy_days > 0),
  -- Who buys the shares of a member who leaves, and how long before that notice is given.
  add column share_buyer text not null default 'society' check (share_buyer in ('society', 'member')),
  add column share_notice_days integer not null default 60 check (share_notice_days >= 0);

alter table member add column kyc_confirmed_on date;

alter table savings_account
  add column redeemable_from date,
  add column dormant_since date,
  add constraint savings_account_notice_is_of_shares check (redeemable_from is null or kind = 'shares'),
  add constraint savings_account_dormant_since check ((state = 'dormant') = (dormant_since is not null));
-- Shares earn dividends and no interest: what they hold is capital.
alter table savings_account add constraint savings_account_shares_bear_none check (kind <> 'shares' or interest is null);
alter table savings_product add constraint savings_product_shares_bear_none
  check (kind <> 'shares' or annual_rate ~ '^0+([.]0+)?$');

-- What a close of business looks for: accounts without a movement, and the members whose accounts all are.
create index savings_account_idle on savings_account (tenant_id, last_movement_on, id)
  where state = 'active' and kind = 'ordinary';
create index savings_account_dormant on savings_account (tenant_id, member_id) where state = 'dormant';
