-- A developer sees the rows of their clients alone, as a person of a branch does those of the branch.
alter table person add column client_ids text[];

create function limited_clients() returns bigint[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.clients', true), ''), '{}')::bigint[] $$;

drop function credential_of_session(text);
create function credential_of_session(sent text) returns table (
    tenant_id bigint, mode text, person_id bigint, person_uuid uuid, roles text[], role_limits jsonb, branch_ids bigint[],
    client_ids bigint[], session_id bigint, in_force boolean, stepped_up boolean, unused_for integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select s.tenant_id, t.mode, p.id, p.uuid, p.roles, t.role_limits, p.branch_ids::bigint[], p.client_ids::bigint[], s.id,
           s.state = 'open' and p.state = 'active' and s.expires_at > now()
             and s.last_used_at > now() - interval '30 minutes',
           s.stepped_up_at > now() - interval '5 minutes',
           extract(epoch from now() - s.last_used_at)::int
      from person_route r
      join tenant t on t.id = r.tenant_id
      join person_session s on s.tenant_id = r.tenant_id and s.token_hash = r.hash
      join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
     where r.hash = sent;
  end $$;
