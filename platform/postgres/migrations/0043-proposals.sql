-- Commands that take two people: one has proposed them, another approves them, and they are carried out as they stand.

create table proposal (
  like template.record including all,
  command text not null,
  -- What the use case receives. What JSON has no words for is named: {"$cents": "100"}.
  input jsonb not null,
  subject_type text not null,
  subject_id bigint not null,
  subject_uuid uuid not null,
  -- Which payment, among others of the command to the same record; else empty.
  payment_key text not null,
  rule text not null,
  reason text,
  evidence jsonb not null default '[]',
  state text not null,
  proposed_by text not null,
  -- The person who answered for that client then: a client may be another person's by the time it is approved.
  proposed_for text not null,
  expires_at timestamptz(3) not null,
  decided_by text,
  decided_at timestamptz(3),
  decision_reason text,
  -- The two are different people.
  check (state <> 'approved' or decided_by <> proposed_by),
  check ((state = 'proposed') = (decided_at is null))
);
call template.index_by('proposal', 'command', 'state', 'subject_type collate "C"', 'proposed_by collate "C"', 'expires_at', 'created_at', 'updated_at');
create unique index proposal_once on proposal (tenant_id, subject_uuid, command, payment_key) where state = 'proposed';

-- What one person may do alone. Null: as the tenant's four eyes have it; where two people are not required, no limit.
alter table tenant
  -- The most of one payment that is reversed, of all that is charged on a loan, of all that is waived of it; minor units.
  add column reversal_limit bigint check (reversal_limit >= 0),
  add column charge_limit bigint check (charge_limit >= 0),
  add column waiver_limit bigint check (waiver_limit >= 0),
  add column reschedules_by_two boolean,
  -- After so many days a proposal can't be approved any more.
  add column proposal_days integer not null default 7 check (proposal_days between 1 and 90);

create function proposals_to_expire(at timestamptz, cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.tenant_id, p.id from proposal p
     where p.state = 'proposed' and p.expires_at <= at order by p.expires_at limit cap $$;
create index proposal_expiry on proposal (expires_at) where state = 'proposed';
