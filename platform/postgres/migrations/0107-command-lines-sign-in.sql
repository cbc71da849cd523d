-- Signing a command line in (RFC 8628): it requests a code, and a person who is signed in confirms it. At which institution the
-- person is, is not known before, so that the rows are no tenant's: the application reaches them by the functions below alone.
create table login_request (
  -- SHA-256 of the code that people compare, and of what the command line holds, which becomes the secret of its session.
  code_hash text primary key,
  secret_hash text not null unique,
  -- How the command line names itself, and from where it came: shown to who confirms.
  agent text not null,
  address text not null,
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '10 minutes',
  interval_seconds integer not null default 5,
  polled_at timestamptz(3),
  denied_at timestamptz(3)
);
create index login_request_by_end on login_request (expires_at);

-- False where the code is taken, or too many wait. What is over for an hour is removed on the way: until then its command line
-- learns that it has expired.
create function request_login(code text, secret text, named text, came_from text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    delete from login_request r using (
      select x.code_hash from login_request x where x.expires_at < now() - interval '1 hour'
       order by x.expires_at limit 100 for update skip locked) o
     where r.code_hash = o.code_hash;
    if (select count(*) from (select from login_request limit 10000) waiting) >= 10000 then return false; end if;
    insert into login_request (code_hash, secret_hash, agent, address) values (code, secret, named, came_from)
      on conflict do nothing;
    return found;
  end $$;

create function login_requested(code text) returns table (
    agent text, address text, requested_at timestamptz, expires_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select r.agent, r.address, r.requested_at, r.expires_at from login_request r
     where r.code_hash = code and r.denied_at is null and r.expires_at > now();
  end $$;

-- Takes the request for the one who confirms it: a second one finds none.
create function take_login(code text) returns table (secret_hash text, agent text)
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    return query
    delete from login_request r where r.code_hash = code and r.denied_at is null and r.expires_at > now()
    returning r.secret_hash, r.agent;
  end $$;

create function deny_login(code text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    update login_request r set denied_at = now() where r.code_hash = code and r.denied_at is null and r.expires_at > now();
    return found;
  end $$;

-- What has become of a request, by what its command line holds; null where there is none, or it was confirmed. Who comes sooner
-- than the interval says waits five seconds longer from then on. Half a second is for the way.
create function poll_login(secret text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare request login_request; sooner boolean;
  begin
    select * into request from login_request r where r.secret_hash = secret for update;
    if not found then return null; end if;
    if request.denied_at is not null then return 'denied'; end if;
    if request.expires_at <= now() then return 'expired'; end if;
    sooner := coalesce(request.polled_at > now() - make_interval(secs => request.interval_seconds - 0.5), false);
    update login_request r set polled_at = now(),
           interval_seconds = least(r.interval_seconds + case when sooner then 5 else 0 end, 60)
     where r.code_hash = request.code_hash;
    return case when sooner then 'slow_down' else 'pending' end;
  end $$;

-- The session of a command line ends with the one in which it was confirmed.
alter table person_session add column confirmed_in bigint;
alter table person_session drop constraint person_session_method_check;
alter table person_session add constraint person_session_method_check
  check (method in ('passkey', 'openid', 'sandbox', 'command_line'));
alter table person_session add constraint person_session_confirmed check ((method = 'command_line') = (confirmed_in is not null));
alter table person_session add foreign key (tenant_id, confirmed_in) references person_session (tenant_id, id)
  deferrable initially deferred;
create index person_session_confirmed_in on person_session (tenant_id, confirmed_in) where confirmed_in is not null;

drop function credential_of_session(text);
create function credential_of_session(sent text) returns table (
    tenant_id bigint, mode text, person_id bigint, person_uuid uuid, roles text[], role_limits jsonb, branch_ids bigint[],
    client_ids bigint[], session_id bigint, method text, in_force boolean, stepped_up boolean, unused_for integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select s.tenant_id, t.mode, p.id, p.uuid, p.roles, t.role_limits, p.branch_ids::bigint[], p.client_ids::bigint[], s.id,
           s.method,
           s.state = 'open' and p.state = 'active' and s.expires_at > now()
             and s.last_used_at > now() - interval '30 minutes'
             and (s.confirmed_in is null or exists (
                   select from person_session c
                    where c.tenant_id = s.tenant_id and c.id = s.confirmed_in and c.state = 'open' and c.expires_at > now())),
           s.stepped_up_at > now() - interval '5 minutes',
           extract(epoch from now() - s.last_used_at)::int
      from person_route r
      join tenant t on t.id = r.tenant_id
      join person_session s on s.tenant_id = r.tenant_id and s.token_hash = r.hash
      join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
     where r.hash = sent;
  end $$;

-- As before; of sessions that end together those that were confirmed in another one go first.
create or replace function discard_sessions(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare gone bigint;
  begin
    with old as (
      delete from person_session s using (
        select x.tenant_id, x.id from person_session x where x.expires_at < now() - interval '30 days'
         order by x.expires_at, x.id desc limit cap for update skip locked) o
       where s.tenant_id = o.tenant_id and s.id = o.id
      returning s.tenant_id, s.token_hash),
    routes as (
      delete from person_route r using old where r.hash = old.token_hash and r.tenant_id = old.tenant_id)
    select count(*) into gone from old;
    return gone;
  end $$;
