-- Who can send requests could take all places of command lines that wait, for as long as what had expired was kept: three addresses at
-- their rate were enough. What has expired takes no place, and one address has a hundred.
create or replace function request_login(code text, secret text, named text, came_from text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    delete from login_request r using (
      select x.code_hash from login_request x where x.expires_at < now() - interval '1 hour'
       order by x.expires_at limit 100 for update skip locked) o
     where r.code_hash = o.code_hash;
    if (select count(*) from (select from login_request where expires_at > now() limit 10000) waiting) >= 10000
      or (select count(*) from (
            select from login_request r where r.address = came_from and r.expires_at > now() limit 100) here) >= 100
    then return false; end if;
    insert into login_request (code_hash, secret_hash, agent, address) values (code, secret, named, came_from)
      on conflict do nothing;
    return found;
  end $$;
