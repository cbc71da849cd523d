-- Loans, their money on its way, and the close of business.

create table loan_product (
  like template.record including all,
  code text not null,
  name text not null,
  state text not null,
  method text not null,
  annual_rate text not null,
  min_principal bigint not null check (min_principal > 0),
  max_principal bigint not null check (max_principal >= min_principal),
  min_term_months integer not null check (min_term_months > 0),
  max_term_months integer not null check (max_term_months >= min_term_months),
  conditions jsonb not null default '{}',
  unique (tenant_id, code)
);
call template.index_by('loan_product', 'code collate "C"', 'name collate "C"', 'state', 'created_at', 'updated_at');

create table agent (
  like template.record including all,
  agent_no text not null,
  name text not null,
  branch_id bigint not null,
  float bigint not null,
  held bigint not null,
  low_float bigint check (low_float > 0),
  -- What may be paid out from the float in a day.
  daily_limit bigint check (daily_limit > 0),
  unique (tenant_id, agent_no),
  foreign key (tenant_id, branch_id) references branch (tenant_id, id) deferrable initially deferred,
  constraint agent_float_covers_holds check (held >= 0 and float >= held)
);
call template.index_by('agent', 'branch_id');

-- Closing a day writes every loan that bears interest: the fill factor leaves room for the new version beside the old
-- one, so that no index has to be written.
create table loan (
  like template.record including all,
  loan_no text not null,
  member_id bigint not null,
  product_id bigint not null,
  state text not null,
  state_reason text,
  principal bigint not null check (principal > 0),
  approved_principal bigint,
  term_months integer not null check (term_months > 0),
  purpose text,
  method text not null,
  annual_rate text not null,
  created_by text not null,
  approved_by text,
  client_reference text,
  disbursed_principal bigint not null check (disbursed_principal >= 0),
  disbursed_on date,
  maturity_date date,
  schedule_version integer not null,
  principal_outstanding bigint not null check (principal_outstanding >= 0),
  interest_outstanding bigint not null check (interest_outstanding >= 0),
  fees_outstanding bigint not null check (fees_outstanding >= 0),
  penalties_outstanding bigint not null check (penalties_outstanding >= 0),
  interest_accrued bigint not null check (interest_accrued >= 0),
  interest_paid bigint not null check (interest_paid >= 0),
  overpaid bigint not null check (overpaid >= 0),
  instalment_amount bigint check (instalment_amount > 0),
  conditions jsonb not null default '{}',
  interest_earned_early bigint not null default 0,
  fees_accrued bigint not null default 0 check (fees_accrued >= 0),
  fees_paid bigint not null default 0 check (fees_paid >= 0),
  fees_earned_early bigint not null default 0,
  penalties_accrued bigint not null default 0 check (penalties_accrued >= 0),
  penalties_paid bigint not null default 0 check (penalties_paid >= 0),
  charged_off_on date,
  written_off_on date,
  written_off bigint not null default 0 check (written_off >= 0),
  recovered bigint not null default 0 check (recovered >= 0),
  close_reason text,
  -- The loan that this one pays off.
  refinances bigint,
  arrears_pauses jsonb not null default '[]',
  invoice_id bigint,
  unique (tenant_id, loan_no),
  unique (tenant_id, client_reference),
  foreign key (tenant_id, member_id) references member (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, product_id) references loan_product (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, refinances) references loan (tenant_id, id) deferrable initially deferred
) with (fillfactor = 50);
call template.index_by('loan',
  'state', 'member_id', 'product_id', 'principal', 'created_at', 'loan_no collate "C"', 'client_reference collate "C"', 'term_months', 'disbursed_on', 'maturity_date', 'updated_at');
create index loan_of_invoice on loan (tenant_id, invoice_id, id) where invoice_id is not null;

create table loan_instalment (
  like template.child including all,
  loan_id bigint not null,
  schedule_version integer not null,
  number integer not null,
  due_date date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  fees bigint not null check (fees >= 0),
  penalties bigint not null check (penalties >= 0),
  paid_principal bigint not null check (paid_principal between 0 and principal),
  paid_interest bigint not null check (paid_interest between 0 and interest),
  paid_fees bigint not null check (paid_fees between 0 and fees),
  paid_penalties bigint not null check (paid_penalties between 0 and penalties),
  balance_after bigint not null,
  paid_on date,
  unique (tenant_id, loan_id, schedule_version, number),
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred
);

-- Everything that changed the loan's account, in order.
create table loan_entry (
  like template.child including all,
  loan_id bigint not null,
  number integer not null,
  kind text not null
    check (kind in ('disbursement', 'repayment', 'settlement', 'charge', 'late_interest', 'waiver', 'reschedule',
      'refund', 'return')),
  booked_for date not null,
  amount bigint check (amount > 0),
  part text check (part in ('interest', 'fees', 'penalties')),
  instalment integer,
  change jsonb,
  source uuid,
  reversed boolean not null,
  reason text,
  booked_by text not null,
  created_at timestamptz(3) not null default now(),
  unique (tenant_id, loan_id, number),
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred
);

create table guarantee (
  like template.record including all,
  loan_id bigint not null,
  member_id bigint not null,
  amount bigint not null check (amount > 0),
  liable bigint not null check (liable between 0 and amount),
  state text not null,
  created_by text not null,
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, member_id) references member (tenant_id, id) deferrable initially deferred
);
call template.index_by('guarantee', 'loan_id', 'member_id');
create unique index guarantee_once_a_member on guarantee (tenant_id, loan_id, member_id) where state <> 'withdrawn';

create table disbursement (
  like template.record including all,
  loan_id bigint not null,
  agent_id bigint,
  agent_no text,
  tranche integer not null,
  amount bigint not null check (amount > 0),
  channel text not null,
  msisdn text,
  state text not null,
  originator_id uuid not null,
  provider_ref text,
  receipt_no text,
  failure_code text,
  failure_message text,
  requested_by text not null,
  sent_at timestamptz(3),
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null,
  netted bigint not null default 0 check (netted between 0 and amount),
  -- When the provider that could not be reached said that it would be back.
  retry_at timestamptz(3),
  bank_account text,
  provider_code text,
  in_transit bigint not null default 0,
  charge bigint check (charge >= 0),
  returned bigint not null default 0,
  proposal jsonb,
  unique (tenant_id, originator_id),
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) deferrable initially deferred,
  constraint disbursement_returns_less check (returned >= 0 and returned < amount - netted or returned = 0),
  constraint disbursement_has_recipient
    check (case channel when 'bank' then bank_account is not null when 'internal' then true else msisdn is not
      null and agent_id is not null end)
);
call template.index_by('disbursement', 'loan_id');
create index disbursement_due on disbursement (next_check_at) where next_check_at is not null;
create index disbursement_in_transit on disbursement (tenant_id) where state in ('sent', 'unknown', 'review');
create unique index disbursement_one_for_a_tranche on disbursement (tenant_id, loan_id, tranche)
  where state not in ('failed', 'reversed', 'cancelled', 'in_recovery');
create unique index disbursement_bank_reference on disbursement (tenant_id, provider_ref)
  where channel = 'bank' and provider_ref is not null;
create index disbursement_money_in_transit on disbursement (tenant_id, agent_id) where in_transit <> 0;
-- What a statement names by its receipt is looked for on any day.
create index disbursement_by_receipt on disbursement (tenant_id, receipt_no) where receipt_no is not null;

create table repayment (
  like template.record including all,
  loan_id bigint not null,
  receipt_no text not null,
  amount bigint not null check (amount > 0),
  channel text not null,
  reference text,
  msisdn text,
  state text not null,
  paid_at timestamptz(3) not null,
  principal bigint not null,
  interest bigint not null,
  fees bigint not null,
  penalties bigint not null,
  overpayment bigint not null,
  received_by text not null,
  recovered bigint not null default 0,
  books text not null default 'carried' check (books in ('carried', 'charged_off', 'written_off')),
  state_reason text,
  reversed_at timestamptz(3),
  unique (tenant_id, receipt_no),
  unique (tenant_id, channel, reference),
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred,
  constraint repayment_parts_sum check (principal + interest + fees + penalties + overpayment + recovered = amount)
);
call template.index_by('repayment', 'loan_id');

create table incident (
  like template.record including all,
  kind text not null,
  state text not null,
  disbursement_id bigint,
  amount bigint,
  summary text not null,
  assignee text,
  resolution text,
  resolved_by text,
  resolved_at timestamptz(3),
  foreign key (tenant_id, disbursement_id) references disbursement (tenant_id, id) deferrable initially deferred
);
call template.index_by('incident', 'state', 'kind', 'created_at', 'updated_at');
create index incident_of_disbursement on incident (tenant_id, disbursement_id, kind);
create unique index incident_open_once on incident (tenant_id, disbursement_id, kind) where state = 'open';

create table close_of_business (
  like template.record including all,
  business_date date not null,
  state text not null check (state in ('running', 'done')),
  loans_total integer not null,
  loans_done integer not null default 0,
  batches integer not null default 0,
  last_loan_id bigint not null default 0,
  interest bigint not null default 0,
  fees bigint not null default 0,
  penalties bigint not null default 0,
  provisioned bigint not null default 0,
  fell_overdue integer not null default 0,
  portfolio jsonb,
  finished_at timestamptz(3),
  savings_done integer not null default 0,
  last_savings_account_id bigint not null default 0,
  savings_interest bigint not null default 0,
  interest_posted bigint not null default 0,
  tax_withheld bigint not null default 0,
  unique (tenant_id, business_date)
);

-- The class of each loan by its days past due, and its provision, as of the last close that changed them.
create table loan_classification (
  loan_id bigint not null,
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  changed_on date not null,
  days_past_due integer not null check (days_past_due >= 0),
  arrears bigint not null check (arrears >= 0),
  band text not null,
  principal bigint not null check (principal >= 0),
  provision bigint not null check (provision >= 0),
  primary key (tenant_id, loan_id),
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred
) with (fillfactor = 60);
-- Loans that were at risk at the last close, even where they are closed since.
create index loan_classification_at_risk on loan_classification (tenant_id, loan_id) where principal > 0 or arrears > 0;
