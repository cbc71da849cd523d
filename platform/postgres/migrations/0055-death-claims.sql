-- What becomes of what a member left who died: one claim a death, in parts, each of which books something.
create table death_claim (
  like template.record including all,
  claim_no text not null,
  member_id bigint not null,
  died_on date not null,
  state text not null,
  state_reason text,
  documents jsonb not null check (jsonb_typeof(documents) = 'array'),
  -- As they were at the moment of death, and who a court has put in their place since.
  beneficiaries jsonb not null,
  beneficiaries_set_by jsonb not null check (jsonb_typeof(beneficiaries_set_by) = 'array'),
  opened_by text not null,
  verified_by text,
  settled_on date,
  distributed bigint not null,
  paid bigint not null,
  last_part integer not null,
  last_round integer not null,
  unique (tenant_id, claim_no),
  foreign key (tenant_id, member_id) references member (tenant_id, id) deferrable initially deferred,
  check (beneficiaries = '[]' or nominee_shares(beneficiaries) = 10000),
  check (paid between 0 and distributed),
  check ((state = 'settled') = (settled_on is not null))
);
call template.index_by('death_claim', 'member_id', 'state', 'claim_no collate "C"', 'died_on', 'created_at', 'updated_at');
-- One for each death; a death that was corrected has none.
create unique index death_claim_once on death_claim (tenant_id, member_id) where state <> 'cancelled';

create table death_claim_part (
  like template.child including all,
  uuid uuid not null,
  claim_id bigint not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('insurance', 'set_off', 'taken', 'share', 'payout')),
  state text not null check (state in ('booked', 'reversed')),
  amount bigint not null check (amount > 0),
  round integer,
  beneficiary integer,
  loan_id bigint,
  savings_account_id bigint,
  repayment_uuid uuid,
  movement_uuid uuid,
  channel text,
  reference text,
  payee text,
  booked_on date not null,
  booked_by text not null,
  proposed_by text,
  reversed_on date,
  reversed_by text,
  state_reason text,
  unique (tenant_id, uuid),
  unique (tenant_id, claim_id, number),
  foreign key (tenant_id, claim_id) references death_claim (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, savings_account_id) references savings_account (tenant_id, id) deferrable initially deferred,
  -- Two people: who books a part is not who proposed it.
  check (proposed_by is not null and proposed_by <> booked_by),
  check ((state = 'reversed') = (reversed_by is not null) and (reversed_by is null) = (reversed_on is null)),
  check ((kind in ('insurance', 'set_off')) = (loan_id is not null) and (loan_id is null) = (repayment_uuid is null)),
  check ((kind in ('set_off', 'taken')) = (savings_account_id is not null)
     and (savings_account_id is null) = (movement_uuid is null)),
  check ((kind in ('share', 'payout')) = (beneficiary is not null)),
  check ((kind in ('taken', 'share')) = (round is not null)),
  check (kind <> 'payout' or (payee is not null and channel in ('cash', 'bank')))
);

-- A repayment that is part of a claim is taken back by that alone.
alter table repayment
  add column death_claim_id bigint,
  add constraint repayment_of_death_claim foreign key (tenant_id, death_claim_id)
    references death_claim (tenant_id, id) deferrable initially deferred,
  add constraint repayment_from_savings check (channel <> 'savings' or death_claim_id is not null);
create index repayment_of_claim on repayment (tenant_id, death_claim_id) where death_claim_id is not null;

create or replace function create_numbers(of_tenant bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare name text;
  begin
    foreach name in array array['member', 'loan', 'agent', 'receipt', 'savings_account', 'death_claim'] loop
      execute format('create sequence if not exists %I', 'number_' || name || '_' || of_tenant);
    end loop;
  end $$;
create or replace function next_number(name text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if name not in ('member', 'loan', 'agent', 'receipt', 'savings_account', 'death_claim') then
      raise exception 'no such number: %', name;
    end if;
    return nextval(format('%I', 'number_' || name || '_' || current_setting('app.tenant')::bigint)::regclass);
  end $$;
select create_numbers(id) from tenant;
