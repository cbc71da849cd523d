-- Branches and members.

create table branch (
  like template.record including all,
  code text not null,
  name text not null,
  unique (tenant_id, code)
);

create table member (
  like template.record including all,
  member_no text not null,
  name text not null,
  national_id text not null,
  phone text not null,
  branch_id bigint not null,
  kyc jsonb,
  state text not null,
  state_reason text,
  client_reference text,
  unique (tenant_id, member_no),
  unique (tenant_id, national_id),
  unique (tenant_id, client_reference),
  foreign key (tenant_id, branch_id) references branch (tenant_id, id) deferrable initially deferred
);
call template.index_by('member',
  'state', 'branch_id', 'member_no collate "C"', 'name collate "C"', 'national_id collate "C"', 'phone collate "C"',
  'client_reference collate "C"', 'created_at', 'updated_at');
-- The same phone under the database's own collation, for the screening that asks by equality.
create index member_with_phone on member (tenant_id, phone, id);
