-- The payment bridge: accounts of apps, payouts, collections, refunds, top-ups, batches. Whose a row is stands in its
-- key: institution, app and mode refer to the app together, so that a row of a sandbox can belong to no live app,
-- whatever a statement says.

create table app_account (
  like template.record including all,
  app_id bigint not null,
  sandbox boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance bigint not null,
  held bigint not null check (held >= 0),
  in_transit bigint not null check (in_transit >= 0),
  unique (tenant_id, app_id, currency),
  unique (tenant_id, id, app_id),
  foreign key (tenant_id, app_id, sandbox)
    references api_client (tenant_id, id, sandbox) deferrable initially deferred
);

create table app_transaction (
  like template.log including all,
  uuid uuid not null,
  app_id bigint not null,
  sandbox boolean not null,
  account_id bigint not null,
  type text not null check (type in ('collection', 'payout', 'fee', 'refund', 'reversal', 'adjustment', 'topup')),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  source_type text not null,
  source_uuid uuid not null,
  occurred_at timestamptz(3) not null,
  unique (tenant_id, uuid),
  foreign key (tenant_id, app_id, sandbox)
    references api_client (tenant_id, id, sandbox) deferrable initially deferred,
  foreign key (tenant_id, account_id, app_id)
    references app_account (tenant_id, id, app_id) deferrable initially deferred
);
call template.index_by('app_transaction',
  'account_id', 'app_id', 'app_id, type', 'app_id, amount', 'app_id, created_at');

create table payout_batch (
  like template.record including all,
  app_id bigint not null,
  sandbox boolean not null,
  reference text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  size integer not null check (size between 1 and 1000),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  metadata jsonb not null,
  requested_by text not null,
  unique (tenant_id, app_id, reference),
  foreign key (tenant_id, app_id, sandbox)
    references api_client (tenant_id, id, sandbox) deferrable initially deferred
);
call template.index_by('payout_batch', 'app_id', 'app_id, reference collate "C"', 'app_id, created_at');

create table payout (
  like template.record including all,
  app_id bigint not null,
  sandbox boolean not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  channel text not null,
  provider text not null,
  msisdn text not null,
  reference text not null,
  narration text,
  metadata jsonb not null,
  state text not null,
  originator_id uuid not null,
  provider_ref text,
  receipt_no text,
  failure jsonb,
  attempts jsonb not null,
  findings jsonb not null,
  requested_by text not null,
  sent_at timestamptz(3),
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null,
  account_id bigint not null,
  purpose text not null check (purpose in ('payout', 'refund')),
  batch_id bigint,
  batch_row integer,
  recipient_name text,
  reversed_at timestamptz(3),
  -- What the provider moved, where that differs from the amount.
  amount_paid bigint check (amount_paid > 0),
  unique (tenant_id, originator_id),
  unique (tenant_id, app_id, reference),
  unique (tenant_id, batch_id, batch_row),
  foreign key (tenant_id, app_id, sandbox)
    references api_client (tenant_id, id, sandbox) deferrable initially deferred,
  foreign key (tenant_id, batch_id) references payout_batch (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, account_id, app_id)
    references app_account (tenant_id, id, app_id) deferrable initially deferred,
  constraint payout_of_batch check ((batch_id is null) = (batch_row is null))
);
call template.index_by('payout',
  'app_id', 'app_id, state', 'app_id, amount', 'app_id, msisdn collate "C"', 'app_id, reference collate "C"',
  'app_id, receipt_no collate "C"', 'app_id, batch_id', 'app_id, created_at', 'app_id, updated_at');
create index payout_to_check on payout (next_check_at) where next_check_at is not null;
create index payout_open on payout (tenant_id, account_id)
  where state in ('pending', 'sending', 'sent', 'unknown', 'review');
create index payout_by_receipt on payout (tenant_id, receipt_no) where receipt_no is not null;

create table collection (
  like template.record including all,
  app_id bigint not null,
  sandbox boolean not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  channel text not null,
  provider text not null,
  msisdn text not null,
  reference text not null,
  narration text,
  metadata jsonb not null,
  state text not null,
  originator_id uuid not null,
  provider_ref text,
  receipt_no text,
  failure jsonb,
  attempts jsonb not null,
  findings jsonb not null,
  requested_by text not null,
  sent_at timestamptz(3),
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null,
  account_reference text not null,
  payer_name text,
  amount_received bigint check (amount_received > 0),
  refunded bigint not null check (refunded >= 0 and refunded <= coalesce(amount_received, 0)),
  expires_at timestamptz(3) not null,
  unique (tenant_id, originator_id),
  unique (tenant_id, app_id, reference),
  foreign key (tenant_id, app_id, sandbox)
    references api_client (tenant_id, id, sandbox) deferrable initially deferred
);
call template.index_by('collection',
  'app_id', 'app_id, state', 'app_id, amount', 'app_id, msisdn collate "C"', 'app_id, receipt_no collate "C"',
  'app_id, account_reference collate "C"', 'app_id, reference collate "C"', 'app_id, created_at', 'app_id,
  updated_at');
create index collection_to_check on collection (next_check_at) where next_check_at is not null;
create index collection_open on collection (tenant_id, app_id, currency)
  where state in ('pending', 'sending', 'sent', 'unknown', 'review');
create index collection_by_receipt on collection (tenant_id, receipt_no) where receipt_no is not null;
-- A paybill's confirmation is looked for among the prompts of its amount that have no receipt yet.
create index collection_without_receipt on collection (tenant_id, amount, id)
  where receipt_no is null and state in ('sending', 'sent', 'unknown', 'succeeded');

create table refund (
  like template.record including all,
  app_id bigint not null,
  sandbox boolean not null,
  collection_id bigint not null,
  payout_id bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text,
  reference text,
  metadata jsonb not null,
  state text not null,
  requested_by text not null,
  settled_at timestamptz(3),
  unique (tenant_id, payout_id),
  unique (tenant_id, app_id, reference),
  foreign key (tenant_id, app_id, sandbox)
    references api_client (tenant_id, id, sandbox) deferrable initially deferred,
  foreign key (tenant_id, collection_id) references collection (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, payout_id) references payout (tenant_id, id) deferrable initially deferred
);
call template.index_by('refund',
  'app_id', 'app_id, state', 'app_id, collection_id', 'app_id, reference collate "C"', 'app_id, created_at');

create table topup (
  like template.record including all,
  app_id bigint not null,
  sandbox boolean not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the app writes on its transfer: the bank's statement names it.
  bank_reference text not null,
  reference text,
  metadata jsonb not null,
  state text not null,
  statement_line text,
  requested_by text not null,
  confirmed_by text,
  settled_at timestamptz(3),
  unique (tenant_id, bank_reference),
  unique (tenant_id, app_id, reference),
  foreign key (tenant_id, app_id, sandbox)
    references api_client (tenant_id, id, sandbox) deferrable initially deferred,
  constraint topup_is_confirmed check ((state = 'succeeded') = (settled_at is not null))
);
call template.index_by('topup', 'app_id', 'app_id, state', 'app_id, reference collate "C"', 'app_id, created_at');
