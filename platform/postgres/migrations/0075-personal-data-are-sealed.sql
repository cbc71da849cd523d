-- Personal data are stored sealed, with a key for each person under keys of the tenant (decision 50). The database holds no
-- key that opens them: those of tenants are sealed under the master secret, which it has not.
do $$ begin
  -- Their rows would stay as they are, neither found nor unique by their hashes.
  if exists (select from member) or exists (select from student) then
    raise exception 'Members or students are stored from before their data were sealed.' using errcode = 'UM075';
  end if;
end $$;

create table sealing_key (
  like template.row including all,
  -- `wrapping` seals the keys of people; `index` makes the hashes by which numbers are unique and found.
  purpose text not null check (purpose in ('wrapping', 'index')),
  number integer not null,
  sealed text not null check (sealed ~ '^m1[.]'),
  unique (tenant_id, purpose, number)
);

-- A member’s or student’s, by the uuid. Without it nothing of the person can be read: an erasure deletes it.
create table personal_key (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  uuid uuid not null,
  sealed text not null check (sealed ~ '^k1[.]'),
  sealed_by bigint not null generated always as (split_part(sealed, '.', 2)::bigint) stored,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, sealed_by) references sealing_key (tenant_id, id) deferrable initially deferred
);
create index personal_key_by_sealed_by on personal_key (tenant_id, sealed_by, uuid);

-- What a sealed number is unique and found by: an HMAC of its canonical form, which the application writes with it.
create procedure template.sealed_key(of_table text, of_column text) language plpgsql as $$
  begin
    execute format('alter table %1$I drop column %2$I', of_table, of_column || '_key');
    execute format('alter table %1$I add column %2$I text collate "C"', of_table, of_column || '_key');
    execute format('alter table %1$I add constraint %2$I unique (tenant_id, %3$I)',
      of_table, concat_ws('_', of_table, of_column, 'unique'), of_column || '_key');
  end $$;
call template.sealed_key('member', 'national_id');
call template.sealed_key('student', 'national_id');
call template.sealed_key('student', 'birth_certificate_no');
call template.sealed_key('student', 'passport_no');

drop index member_by_national_id, member_by_phone, member_with_phone;
alter table member add column phone_key text collate "C";
create index member_by_phone on member (tenant_id, phone_key, id);
alter table student
  add column phone_key text collate "C",
  alter column date_of_birth type text;
create index student_by_phone on student (tenant_id, phone_key, id);

-- The number by which money came, compared with the members’.
alter table mobile_money_transaction add column msisdn_key text collate "C";
alter table repayment add column msisdn_key text collate "C";
create index mobile_money_of_member on mobile_money_transaction (tenant_id, msisdn_key, paid_at)
  where state = 'unallocated';
