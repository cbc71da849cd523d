-- Rules that look at a phone number across members, at who pays a loan early, and at the floats of agents.
alter table aml_rule
  drop constraint aml_rule_kind_check,
  add constraint aml_rule_kind_check check (kind in ('aggregate', 'structuring', 'round_amounts', 'new_account',
    'rapid_in_out', 'dormant_then_large', 'velocity', 'third_party_early', 'shared_number', 'agent_float'));
create index savings_transaction_by_number on savings_transaction (tenant_id, msisdn, paid_at) where msisdn is not null;
create index repayment_by_number on repayment (tenant_id, msisdn, paid_at) where msisdn is not null;
create index disbursement_of_agent_by_day on disbursement (tenant_id, agent_id, settled_at) where state = 'confirmed';
