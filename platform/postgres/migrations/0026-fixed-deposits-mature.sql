-- What was agreed of fixed deposits: what becomes of them when they mature, and what breaking them early costs.

alter table savings_product
  add column at_maturity text not null default 'wait'
    check (at_maturity in ('roll_over', 'roll_over_new_terms', 'pay_out', 'wait')),
  add column rate_after_maturity text not null default '0'
    check (rate_after_maturity ~ '^(100|[0-9]{1,2}([.][0-9]{1,6})?)$'),
  add column break_cost text not null default '100' check (break_cost ~ '^(100|[0-9]{1,2}([.][0-9]{1,6})?)$');
alter table savings_account
  -- Null: it is no fixed deposit.
  add column maturity jsonb,
  -- Since when it is not bound any more.
  add column matured_on date,
  add constraint savings_account_matures check (maturity is null or kind = 'fixed_deposit');
