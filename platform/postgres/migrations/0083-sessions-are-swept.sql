-- Sessions of people whose time was over 30 days ago, with the routes to them. Oldest first, a bounded number at a time, by
-- the database's own clock.
create index person_session_by_end on person_session (expires_at);

create function discard_sessions(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare gone bigint;
  begin
    with old as (
      delete from person_session s using (
        select x.tenant_id, x.id from person_session x where x.expires_at < now() - interval '30 days'
         order by x.expires_at limit cap for update skip locked) o
       where s.tenant_id = o.tenant_id and s.id = o.id
      returning s.tenant_id, s.token_hash),
    routes as (
      delete from person_route r using old where r.hash = old.token_hash and r.tenant_id = old.tenant_id)
    select count(*) into gone from old;
    return gone;
  end $$;
