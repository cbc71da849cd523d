-- What `umoja ledger verify` found, each time: the proofs that an institution can show of its books. Written once.
create table ledger_proof (
  like template.log including all,
  uuid uuid not null,
  proven_by text not null,
  -- Each check as it was then: its name, what it means, and how many rows break it.
  checks jsonb not null check (jsonb_typeof(checks) = 'array' and jsonb_array_length(checks) > 0),
  unique (tenant_id, uuid)
);
