-- Savings products, accounts and their transactions.

create table savings_product (
  like template.record including all,
  code text not null,
  name text not null,
  state text not null check (state in ('active', 'retired')),
  kind text not null check (kind in ('ordinary', 'fixed_deposit', 'shares')),
  annual_rate text not null,
  term_months integer check (term_months > 0),
  day_count text not null default 'actual_365' check (day_count in ('actual_365', 'actual_360')),
  posting_period text not null default 'month' check (posting_period in ('month', 'quarter', 'year')),
  minimum_balance bigint not null default 0 check (minimum_balance >= 0),
  withholding_tax_rate text not null default '0' check (withholding_tax_rate ~ '^(100|[0-9]{1,2}([.][0-9]{1,6})?)$'),
  unique (tenant_id, code),
  constraint savings_product_term check ((kind = 'fixed_deposit') = (term_months is not null))
);
call template.index_by('savings_product',
  'code collate "C"', 'name collate "C"', 'state', 'kind', 'created_at', 'updated_at');

create table savings_account (
  like template.record including all,
  account_no text not null,
  member_id bigint not null,
  product_id bigint not null,
  kind text not null,
  term_months integer,
  state text not null,
  state_reason text,
  balance bigint not null,
  held bigint not null,
  opened_by text not null,
  approved_by text,
  opened_on date,
  matures_on date,
  last_movement_on date,
  client_reference text,
  -- Null: the account bears no interest.
  interest jsonb,
  -- Balance by days, in minor units, since interest was last posted.
  interest_days bigint not null default 0 check (interest_days >= 0),
  interest_accrued bigint not null default 0 check (interest_accrued >= 0),
  earlier_balances jsonb not null default '[]',
  unique (tenant_id, account_no),
  unique (tenant_id, client_reference),
  foreign key (tenant_id, member_id) references member (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, product_id) references savings_product (tenant_id, id) deferrable initially deferred,
  constraint savings_account_covers_holds check (held >= 0 and balance >= held)
);
call template.index_by('savings_account',
  'account_no collate "C"', 'member_id', 'product_id', 'kind', 'state', 'balance', 'client_reference collate "C"',
  'opened_on', 'matures_on', 'created_at', 'updated_at');
-- Accounts that a close of business has something to do with.
create index savings_account_bearing on savings_account (tenant_id, id)
  where interest is not null and (balance > 0 or interest_days > 0 or interest_accrued > 0 or earlier_balances <> '[]');
create index savings_account_first_opened on savings_account (tenant_id, opened_on) where interest is not null;

create table savings_transaction (
  like template.record including all,
  account_id bigint not null,
  type text not null,
  amount bigint not null check (amount > 0),
  channel text,
  reference text,
  msisdn text,
  branch_id bigint,
  receipt_no text,
  state text not null,
  state_reason text,
  paid_at timestamptz(3) not null,
  balance_after bigint check (balance_after >= 0),
  expires_at timestamptz(3),
  recorded_by text not null,
  unique (tenant_id, receipt_no),
  foreign key (tenant_id, account_id) references savings_account (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, branch_id) references branch (tenant_id, id) deferrable initially deferred
);
call template.index_by('savings_transaction', 'account_id');
-- A transaction that was reversed releases its reference, for the correction.
create unique index savings_transaction_reference on savings_transaction (tenant_id, channel, reference)
  where state <> 'reversed';
create index savings_transaction_by_day on savings_transaction (tenant_id, account_id, paid_at);
create index savings_hold_expiry on savings_transaction (expires_at) where state = 'held' and expires_at is not null;
