-- Clients have several keys by name, each with an expiry and its last use, and a list of addresses that they call from.
alter table api_client
  add column allowed_networks text[] not null default '{}' check (allowed_networks::inet[] is not null);

alter table api_secret
  add column name text not null default 'default' check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  add column expires_at timestamptz(3),
  add column revoked_at timestamptz(3),
  add column last_used_at timestamptz(3);
-- One name, one key; those that a rotation lets run out, or that expire, are known by their end.
create unique index api_secret_of_name on api_secret (tenant_id, client_id, name)
  where valid_until is null and revoked_at is null;

-- A token ends with the key that minted it.
alter table access_token
  add column secret_id bigint not null,
  add foreign key (tenant_id, secret_id) references api_secret (tenant_id, id) deferrable initially deferred;
create index access_token_of_secret on access_token (tenant_id, secret_id);

-- Whether a client that has a list of addresses may call from this one. Who calls from nowhere that is known may not.
create function may_call_from(allowed text[], address inet) returns boolean language sql immutable parallel safe as $$
  select cardinality(allowed) = 0 or coalesce(address <<= any(allowed::inet[]), false) $$;

drop function credential_of_client(text);
create function credential_of_client(key text, address inet) returns table (
    tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], state text, epoch integer,
    secret_hashes text[], secret_ids bigint[], admitted boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select c.tenant_id, t.mode, c.id, c.client_key, c.scopes, c.state, c.credential_epoch,
           coalesce(s.hashes, '{}'), coalesce(s.ids, '{}'), may_call_from(c.allowed_networks, address)
      from client_route r
      join tenant t on t.id = r.tenant_id
      join api_client c on c.tenant_id = r.tenant_id and c.client_key = r.client_key
      left join lateral (
        select array_agg(s.hash order by s.id) as hashes, array_agg(s.id order by s.id) as ids
          from api_secret s
         where s.tenant_id = c.tenant_id and s.client_id = c.id and s.revoked_at is null
           and (s.valid_until is null or s.valid_until > now())
           -- One that ended when its successor began is void whatever the clocks say.
           and not exists (select from api_secret n
                            where n.tenant_id = s.tenant_id and n.client_id = s.client_id
                              and n.valid_from >= s.valid_until)) s on true
     where r.client_key = key;
  end $$;

drop function credential_of_token(bytea);
create function credential_of_token(sent bytea, address inet) returns table (
    tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], pii boolean, id_format text,
    quotas jsonb, state text, fresh boolean, expires_at timestamptz, expired boolean, last_used_at timestamptz,
    secret_id bigint, key_last_used_at timestamptz, admitted boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select k.tenant_id, t.mode, c.id, c.client_key, k.scopes, c.pii, c.id_format, c.quotas,
           c.state, k.epoch = c.credential_epoch and s.revoked_at is null, least(k.expires_at, s.expires_at),
           least(k.expires_at, s.expires_at) <= now(), c.last_used_at, k.secret_id, s.last_used_at,
           may_call_from(c.allowed_networks, address)
      from token_route r
      join tenant t on t.id = r.tenant_id
      join access_token k on k.tenant_id = r.tenant_id and k.token_hash = r.token_hash
      join api_client c on c.tenant_id = k.tenant_id and c.id = k.client_id
      join api_secret s on s.tenant_id = k.tenant_id and s.id = k.secret_id
     where r.token_hash = sent;
  end $$;
