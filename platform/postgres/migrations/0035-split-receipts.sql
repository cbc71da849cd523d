-- Payments that one command booked in several records: a bursary, a payroll, the collection of a group. Where each part
-- stands now, the register of receipts says.

create table receipt_split (
  like template.record including all,
  channel text not null,
  account text not null,
  receipt_key text not null check (receipt_key <> '' and receipt_key !~ '\s'),
  receipt_no text not null,
  amount bigint not null check (amount > 0),
  rest bigint not null check (rest >= 0 and rest < amount),
  paid_at timestamptz(3) not null,
  recorded_by text not null
);
call template.index_by('receipt_split', 'receipt_key');

create table receipt_split_part (
  like template.row including all,
  split_id bigint not null,
  number integer not null check (number > 0),
  type text not null check (type in ('loan', 'savings_account', 'invoice', 'student')),
  target_id bigint not null,
  target_uuid uuid not null,
  amount bigint not null check (amount > 0),
  booked_type text not null,
  booked_uuid uuid not null,
  unique (tenant_id, split_id, number),
  unique (tenant_id, split_id, type, target_id),
  unique (tenant_id, booked_uuid),
  foreign key (tenant_id, split_id) references receipt_split (tenant_id, id) deferrable initially deferred
);
