-- The register of receipts: every payment that came in or went out, by the name that its provider gave it, and the
-- records in which its money stands. One payment is one row, whichever endpoint reported it.

create table payment_receipt (
  like template.row including all,
  -- The institution's own account that the money reached or left, by who keeps it.
  account text not null,
  direction text not null check (direction in ('in', 'out')),
  -- As receipts are compared: no case, no white space, nothing that can't be seen.
  receipt_key text not null check (receipt_key <> '' and receipt_key !~ '\s'),
  receipt_no text not null,
  amount bigint not null check (amount > 0),
  paid_at timestamptz(3) not null,
  reported_by text not null check (reported_by in ('caller', 'provider')),
  unique (tenant_id, receipt_key, account, direction)
);

create table payment_receipt_use (
  like template.row including all,
  account text not null,
  direction text not null,
  receipt_key text not null,
  record_type text not null,
  record_uuid uuid not null,
  party text not null,
  amount bigint not null check (amount > 0),
  -- Money that was corrected may be booked again; money that the provider took back may not.
  state text not null check (state in ('live', 'moved', 'corrected', 'taken_back')),
  ended_at timestamptz(3),
  foreign key (tenant_id, receipt_key, account, direction)
    references payment_receipt (tenant_id, receipt_key, account, direction) deferrable initially deferred,
  constraint payment_receipt_use_ends check ((state = 'live') = (ended_at is null))
);
create index payment_receipt_use_of_receipt on payment_receipt_use (tenant_id, receipt_key);
create index payment_receipt_use_of_record on payment_receipt_use (tenant_id, record_uuid);

-- Money stands in records up to what came, and no further. Checked at commit: a command may move it.
create function receipt_is_used_once() returns trigger language plpgsql as $$
  declare
    whole bigint;
    used bigint;
  begin
    select r.amount, coalesce(sum(u.amount), 0) into whole, used
      from payment_receipt r
      left join payment_receipt_use u
        on u.tenant_id = r.tenant_id and u.receipt_key = r.receipt_key and u.account = r.account
       and u.direction = r.direction and u.state = 'live'
     where r.tenant_id = new.tenant_id and r.receipt_key = new.receipt_key and r.account = new.account
       and r.direction = new.direction
     group by r.tenant_id, r.id;
    if used > whole then
      raise exception 'receipt % is booked as %, and is of %', new.receipt_key, used, whole
        using errcode = 'check_violation', constraint = 'receipt_is_used_once';
    end if;
    return null;
  end $$;
create constraint trigger receipt_is_used_once after insert or update on payment_receipt_use
  deferrable initially deferred for each row execute function receipt_is_used_once();

-- Incidents about payments of any context.
alter table incident
  add column subject_type text,
  add column subject_uuid uuid,
  add column receipt_key text,
  add constraint incident_is_about_a_record check ((subject_type is null) = (subject_uuid is null));
create unique index incident_of_receipt on incident (tenant_id, subject_uuid, kind, receipt_key)
  where subject_uuid is not null;

-- The register says what is booked under a reference; these find it for a statement.
alter table repayment drop constraint repayment_tenant_id_channel_reference_key;
create index repayment_by_reference on repayment (tenant_id, channel, reference) where reference is not null;
drop index savings_transaction_reference;
create index savings_transaction_by_reference on savings_transaction (tenant_id, channel, reference)
  where reference is not null;
