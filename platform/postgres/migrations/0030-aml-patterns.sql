-- Rules of money laundering control look for more than two patterns. What each is set by is listed with the pattern.
alter table aml_rule
  drop constraint aml_rule_of_structuring,
  drop constraint aml_rule_kind_check,
  drop column least,
  drop column from_percent,
  drop column to_percent,
  add column parameters jsonb not null default '{}' check (jsonb_typeof(parameters) = 'object'),
  add constraint aml_rule_kind_check check (kind in ('aggregate', 'structuring', 'round_amounts', 'new_account',
    'rapid_in_out', 'dormant_then_large', 'velocity'));
