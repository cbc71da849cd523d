-- Money laundering control: rules, exchange rates, alerts.

create table aml_rule (
  like template.log including all,
  rule_id text not null,
  rule_version integer not null check (rule_version > 0),
  kind text not null check (kind in ('aggregate', 'structuring')),
  severity text not null check (severity in ('low', 'medium', 'high')),
  threshold_amount bigint not null check (threshold_amount > 0),
  threshold_currency text not null check (threshold_currency ~ '^[A-Z]{3}$'),
  window_days integer not null check (window_days between 1 and 366),
  channels text[],
  directions text[] not null check (directions <@ array['in', 'out'] and cardinality(directions) > 0),
  holds boolean not null,
  least integer check (least > 0),
  from_percent integer check (from_percent between 1 and 100),
  to_percent integer check (to_percent between from_percent and 100),
  retired boolean not null default false,
  unique (tenant_id, rule_id, rule_version),
  constraint aml_rule_of_structuring
    check ((kind = 'structuring') = (least is not null and from_percent is not null and to_percent is not null))
);

create table exchange_rate (
  like template.log including all,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate text not null check (rate ~ '^[0-9]{1,15}([.][0-9]{1,12})?$'),
  valid_from date not null,
  unique (tenant_id, currency, valid_from)
);

create table aml_alert (
  like template.record including all,
  rule_id text not null,
  rule_version integer not null,
  severity text not null,
  subject_key text not null,
  member_id bigint,
  msisdn text,
  window_start date not null,
  window_end date not null check (window_end >= window_start),
  amount bigint not null check (amount > 0),
  threshold bigint not null,
  exchange_rate text,
  evidence text[] not null,
  holds boolean not null,
  state text not null,
  state_reason text,
  assignee text,
  escalated_by text,
  filed_by text,
  report_reference text,
  due_at timestamptz(3) not null,
  unique (tenant_id, rule_id, subject_key, window_start),
  foreign key (tenant_id, member_id) references member (tenant_id, id) deferrable initially deferred
);
call template.index_by('aml_alert',
  'rule_id collate "C"', 'severity', 'state', 'member_id', 'amount', 'assignee collate "C"', 'holds',
  'window_start', 'due_at', 'created_at', 'updated_at');
create index aml_alert_holding on aml_alert (tenant_id, member_id) where holds;
