-- People who work at an institution: how they sign in, their roles and sessions.

create table person (
  like template.record including all,
  name text not null,
  email text not null,
  email_key text not null,
  roles text[] not null,
  state text not null,
  state_reason text,
  joined_at timestamptz(3),
  openid text,
  -- A caller is a client or a person, and keys of idempotency are the caller's: their ids never meet.
  check (id >= 4503599627370496)
);
alter table person alter column id restart with 4503599627370496;
alter table api_client add constraint api_client_is_no_person check (id < 4503599627370496);
call template.index_by('person', 'name collate "C"', 'state', 'created_at', 'updated_at');
create unique index person_of_address on person (tenant_id, email_key) where state <> 'left';
create unique index person_of_openid on person (tenant_id, openid);

create table person_invitation (
  like template.row including all,
  person_id bigint not null,
  token_hash text not null,
  invited_by text not null,
  awaits_second boolean not null,
  confirmed_by text,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  voided_at timestamptz(3),
  unique (tenant_id, token_hash),
  check (confirmed_by <> invited_by),
  check (used_at is null or not awaits_second or confirmed_by is not null),
  foreign key (tenant_id, person_id) references person (tenant_id, id) deferrable initially deferred
);
-- One link a person.
create unique index person_invitation_open on person_invitation (tenant_id, person_id)
  where used_at is null and voided_at is null;

create table passkey (
  like template.row including all,
  person_id bigint not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  voided_at timestamptz(3),
  unique (tenant_id, credential_id),
  foreign key (tenant_id, person_id) references person (tenant_id, id) deferrable initially deferred
);
create index passkey_of_person on passkey (tenant_id, person_id);

create table person_session (
  like template.record including all,
  person_id bigint not null,
  token_hash text not null,
  method text not null check (method in ('passkey', 'openid', 'sandbox')),
  -- What was signed to open it: one signature opens one session.
  proof text not null,
  agent text not null,
  state text not null,
  opened_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  stepped_up_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by text,
  unique (tenant_id, token_hash),
  unique (tenant_id, proof),
  check ((state = 'ended') = (ended_at is not null)),
  check (expires_at <= opened_at + interval '12 hours'),
  foreign key (tenant_id, person_id) references person (tenant_id, id) deferrable initially deferred
);
call template.index_by('person_session', 'person_id');

-- The route from what a person shows to its institution, which is not known yet: the hash of a session's secret, of an
-- invitation, of a key's name, or of who they are at an identity provider.
create table person_route (
  hash text not null,
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  primary key (hash)
);

-- Keys of idempotency and the log of requests are those of a caller, which is a client or a person.
alter table idempotency_key drop constraint idempotency_key_tenant_id_client_id_fkey;
alter table request_log drop constraint request_log_tenant_id_client_id_fkey;

-- Amounts of roles that an institution has set in place of the usual ones: {"teller": {"disburse": "1000000"}}.
alter table tenant add column role_limits jsonb not null default '{}';

create function credential_of_session(sent text) returns table (
    tenant_id bigint, mode text, person_id bigint, person_uuid uuid, roles text[], role_limits jsonb, session_id bigint,
    in_force boolean, stepped_up boolean, unused_for integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select s.tenant_id, t.mode, p.id, p.uuid, p.roles, t.role_limits, s.id,
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

create function credential_of_passkey(sent text, credential text) returns table (
    tenant_id bigint, mode text, person_id bigint, person_uuid uuid, credential_id text, public_key text,
    counter bigint, transports text[])
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select k.tenant_id, t.mode, p.id, p.uuid, k.credential_id, k.public_key, k.counter, k.transports
      from person_route r
      join tenant t on t.id = r.tenant_id
      join passkey k on k.tenant_id = r.tenant_id and k.credential_id = credential and k.voided_at is null
      join person p on p.tenant_id = k.tenant_id and p.id = k.person_id
     where r.hash = sent;
  end $$;

create function credential_of_openid(sent text, subject text) returns table (
    tenant_id bigint, mode text, person_id bigint, person_uuid uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select p.tenant_id, t.mode, p.id, p.uuid
      from person_route r
      join tenant t on t.id = r.tenant_id
      join person p on p.tenant_id = r.tenant_id and p.openid = subject
     where r.hash = sent;
  end $$;

create function credential_of_invitation(sent text) returns table (
    tenant_id bigint, mode text, institution text, person_id bigint, person_uuid uuid, name text, email text,
    usable boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select i.tenant_id, t.mode, t.name, p.id, p.uuid, p.name, p.email,
           i.used_at is null and i.voided_at is null and i.expires_at > now()
             and (not i.awaits_second or i.confirmed_by is not null)
      from person_route r
      join tenant t on t.id = r.tenant_id
      join person_invitation i on i.tenant_id = r.tenant_id and i.token_hash = r.hash
      join person p on p.tenant_id = i.tenant_id and p.id = i.person_id
     where r.hash = sent;
  end $$;
