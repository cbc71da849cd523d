-- runs statement by statement
-- Fixed deposits that bear no interest have the end of their term alone to be closed.
drop index concurrently if exists savings_account_maturing;
create index concurrently savings_account_maturing on savings_account (tenant_id, id)
  where interest is null and kind = 'fixed_deposit' and matured_on is null;
drop index concurrently if exists savings_account_first_maturing;
create index concurrently savings_account_first_maturing on savings_account (tenant_id, matures_on) where matured_on is null;
