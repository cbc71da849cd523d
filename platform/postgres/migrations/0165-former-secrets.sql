-- The secret of an installation may be replaced while everything runs: this row says which one is in use, so that all processes
-- go over to the next one together, and which others a process has to have before it starts.
alter table installation
  -- The one that comes next. From here on no process starts that has not got it.
  add column next_fingerprint text,
  -- Those that something is still sealed, hashed or signed under.
  add column former_fingerprints text[] not null default '{}',
  -- When the present one took the place of another; null for the first one.
  add column secret_since timestamptz(3);

-- What each process reads at its start, and every two seconds while it has several secrets.
create function secret_in_use(out fingerprint text, out next text, out former text[], out since timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select secret_fingerprint, next_fingerprint, former_fingerprints, secret_since from installation $$;

-- A client's secret may have been hashed with a former pepper: it is found by any of the hashes that it may have. The version
-- before calls the function of 0105.
create function credential_of_client_by_hashes(key text, sent text[], address inet) returns table (
    tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], state text, epoch integer,
    secret_hash text, secret_id bigint, admitted boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select c.tenant_id, t.mode, c.id, c.client_key, c.scopes, c.state, c.credential_epoch, s.hash, s.id,
           may_call_from(c.allowed_networks, address)
      from client_route r
      join tenant t on t.id = r.tenant_id
      join api_client c on c.tenant_id = r.tenant_id and c.client_key = r.client_key
      join api_secret s on s.tenant_id = c.tenant_id and s.client_id = c.id
     where r.client_key = key and s.hash = any(sent) and s.revoked_at is null
       and (s.valid_until is null or s.valid_until > now())
       -- One that ended when its successor began is void whatever the clocks say.
       and not exists (select from api_secret n
                        where n.tenant_id = s.tenant_id and n.client_id = s.client_id and n.valid_from >= s.valid_until);
  end $$;
