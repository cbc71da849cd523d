-- What an app is charged, where the institution has agreed another tariff with it than everybody's; {payout, collection}:
-- lists of {upTo, fee}, minor units as text. A direction that is missing is charged as tenant.app_tariff says.
alter table api_client add column tariff jsonb not null default '{}' check (jsonb_typeof(tariff) = 'object');

-- The most that an app is charged for one payment, in minor units.
alter table tenant add column app_fee_limit bigint not null default 100000 check (app_fee_limit >= 0);
