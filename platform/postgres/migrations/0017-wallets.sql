-- Numbers that a provider has confirmed to be its own, whatever their range says: they were ported.
create table wallet (
  like template.record including all,
  msisdn text not null,
  provider text not null,
  confirmed_at timestamptz(3) not null,
  evidence text not null,
  confirmed_by text not null,
  unique (tenant_id, msisdn, provider)
);
