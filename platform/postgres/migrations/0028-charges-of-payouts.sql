-- What the provider charged the institution for a payout of an app, in minor units; null where it is not known.
alter table payout add column charge bigint check (charge >= 0);
