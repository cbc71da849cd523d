-- Before its tenant is known, a client is found by its public key and the hash of a secret of its own, together: who injects a statement
-- and knows the public key alone learns nothing of another institution's client.
drop function credential_of_client(text, inet);
create function credential_of_client(key text, sent text, address inet) returns table (
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
     where r.client_key = key and s.hash = sent and s.revoked_at is null
       and (s.valid_until is null or s.valid_until > now())
       -- One that ended when its successor began is void whatever the clocks say.
       and not exists (select from api_secret n
                        where n.tenant_id = s.tenant_id and n.client_id = s.client_id and n.valid_from >= s.valid_until);
  end $$;

-- Operators name a client by its public key alone: for the role that finds work in all tenants.
create function client_by_key(key text) returns table (tenant_id bigint, mode text, client_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select c.tenant_id, t.mode, c.id
      from client_route r
      join tenant t on t.id = r.tenant_id
      join api_client c on c.tenant_id = r.tenant_id and c.client_key = r.client_key
     where r.client_key = key $$;
