-- A reply with the tag of a record has the generation of its sandbox in it: it comes with the token, which is looked up at
-- each request. A transaction of its own for that cost about as much as the record itself.
drop function credential_of_token(bytea, inet);
create function credential_of_token(sent bytea, address inet) returns table (
    tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], pii boolean, id_format text,
    quotas jsonb, state text, fresh boolean, expires_at timestamptz, expired boolean, last_used_at timestamptz,
    secret_id bigint, key_last_used_at timestamptz, admitted boolean, resets integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select k.tenant_id, t.mode, c.id, c.client_key, k.scopes, c.pii, c.id_format, c.quotas,
           c.state, k.epoch = c.credential_epoch and s.revoked_at is null, least(k.expires_at, s.expires_at),
           least(k.expires_at, s.expires_at) <= now(), c.last_used_at, k.secret_id, s.last_used_at,
           may_call_from(c.allowed_networks, address), t.resets
      from token_route r
      join tenant t on t.id = r.tenant_id
      join access_token k on k.tenant_id = r.tenant_id and k.token_hash = r.token_hash
      join api_client c on c.tenant_id = k.tenant_id and c.id = k.client_id
      join api_secret s on s.tenant_id = k.tenant_id and s.id = k.secret_id
     where r.token_hash = sent;
  end $$;
