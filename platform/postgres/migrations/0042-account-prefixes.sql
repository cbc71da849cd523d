-- What payers type first at the paybill for an app: four letters, so that no prefix is the beginning of another one.
alter table api_client add column account_prefix text check (account_prefix ~ '^[A-Z]{4}$');
create unique index api_client_account_prefix on api_client (tenant_id, account_prefix) where account_prefix is not null;
