-- Reconciliation: comparisons with a provider's statement, the statement's lines, and the breaks that people work on.

create table reconciliation (
  like template.record including all,
  account text not null,
  sub_account text,
  source text not null check (source in ('statement', 'pull')),
  covers_from date not null,
  covers_through date not null check (covers_through >= covers_from),
  digest text not null,
  lines integer not null,
  matched integer not null,
  opening_there bigint,
  in_there bigint not null,
  out_there bigint not null,
  fees_there bigint not null,
  closing_there bigint,
  opening_here bigint not null,
  in_here bigint not null,
  out_here bigint not null,
  closing_here bigint not null,
  footing_gap bigint,
  unexplained bigint,
  in_transit bigint not null,
  compared_at timestamptz(3) not null,
  compared_by text not null,
  unique nulls not distinct (tenant_id, account, sub_account, digest),
  constraint reconciliation_foots_here check (opening_here + in_here - out_here = closing_here)
);
call template.index_by('reconciliation',
  'account collate "C"', 'covers_from', 'covers_through', 'compared_at', 'created_at');

create table statement_line (
  like template.log including all,
  reconciliation_id bigint not null,
  line_no integer not null,
  receipt_no text,
  kind text not null check (kind in ('movement', 'fee')),
  at timestamptz(3) not null,
  amount bigint not null,
  msisdn text,
  account_reference text,
  originator_id text,
  linked_receipt_no text,
  unique (tenant_id, reconciliation_id, line_no),
  foreign key (tenant_id, reconciliation_id) references reconciliation (tenant_id, id) deferrable initially deferred
);
create index statement_line_by_receipt on statement_line (tenant_id, receipt_no) where receipt_no is not null;

create table reconciliation_break (
  like template.record including all,
  reconciliation_id bigint not null,
  account text not null,
  sub_account text,
  break_key text not null,
  type text not null check (type in ('missing_here', 'missing_there', 'amount_differs', 'duplicate', 'late')),
  state text not null,
  amount_there bigint,
  amount_here bigint,
  receipt_no text,
  occurred_at timestamptz(3) not null,
  line jsonb,
  record_type text,
  record_id bigint,
  record_uuid uuid,
  proposal text not null,
  proposed_record_type text,
  proposed_record_id bigint,
  proposed_record_uuid uuid,
  proposed_receipt_no text,
  owner text,
  resolution text,
  booked_type text,
  booked_uuid uuid,
  notes jsonb not null,
  unique nulls not distinct (tenant_id, account, sub_account, break_key),
  foreign key (tenant_id, reconciliation_id) references reconciliation (tenant_id, id) deferrable initially deferred,
  constraint reconciliation_break_has_a_side check (amount_there is not null or amount_here is not null)
);
call template.index_by('reconciliation_break',
  'type', 'state', 'reconciliation_id', 'account collate "C"', 'receipt_no collate "C"', 'owner collate "C"',
  'occurred_at', 'created_at', 'updated_at');
