-- A bank that is paid by files: the payments of an institution, the files that carry them to the bank, and what the bank's
-- statements say became of them. A payment is in one file at most; a line of a statement is one row, however many
-- statements have it.

-- The holder of the account that is paid: a bank compares the two.
alter table disbursement add column bank_payee text;

create table bank_file (
  like template.row including all,
  number integer not null check (number > 0),
  name text not null,
  -- What the bank was given, byte for byte.
  content text not null,
  payments integer not null check (payments > 0),
  total bigint not null check (total > 0),
  made_by text not null,
  -- When it was known to be on the operator's disk; null from its making until then.
  written_at timestamptz(3),
  unique (tenant_id, number)
);

create table bank_payment (
  like template.row including all,
  originator_id uuid not null,
  -- What the bank repeats on its statement.
  reference text not null check (reference ~ '^UB[0-9A-Z]{12}$'),
  amount bigint not null check (amount > 0),
  payee_account text not null,
  payee_name text not null,
  narration text not null,
  file_id bigint,
  -- An operator took it back before it was in a file.
  withdrawn_at timestamptz(3),
  unique (tenant_id, originator_id),
  unique (tenant_id, reference),
  foreign key (tenant_id, file_id) references bank_file (tenant_id, id) deferrable initially deferred,
  constraint bank_payment_leaves_or_stays check (file_id is null or withdrawn_at is null)
);
create index bank_payment_in_file on bank_payment (tenant_id, file_id);

create table bank_statement (
  like template.row including all,
  digest text not null,
  covers_from date not null,
  covers_through date not null,
  opening bigint not null,
  closing bigint not null,
  lines integer not null,
  imported_by text not null,
  unique (tenant_id, digest),
  constraint bank_statement_covers_days check (covers_from <= covers_through)
);
create index bank_statement_by_day on bank_statement (tenant_id, covers_from);

create table bank_line (
  like template.row including all,
  statement_id bigint not null,
  line_no integer not null,
  -- What makes it the same line on another statement.
  line_key text not null,
  booked_on date not null,
  happened_at timestamptz(3) not null,
  amount bigint not null check (amount <> 0),
  kind text not null check (kind in ('movement', 'fee')),
  receipt_no text not null,
  -- The payment of ours that it repeats.
  originator_id uuid,
  account_reference text not null,
  -- When it was booked, or found to need no booking, and as what; null while it is still to be done.
  settled_at timestamptz(3),
  settled_as text,
  unique (tenant_id, line_key),
  foreign key (tenant_id, statement_id) references bank_statement (tenant_id, id) deferrable initially deferred,
  constraint bank_line_is_settled check ((settled_at is null) <= (settled_as is null))
);
create index bank_line_of_payment on bank_line (tenant_id, originator_id) where originator_id is not null;
create index bank_line_to_settle on bank_line (tenant_id, id) where settled_at is null;
create index bank_line_by_day on bank_line (tenant_id, booked_on);
create index bank_line_of_statement on bank_line (tenant_id, statement_id);
