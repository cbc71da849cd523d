-- What has to be kept is sealed: committed rows of the audit trail and journals of a live institution, in segments, each of which
-- names the hash of the one before. A worker does it behind the commits, so that no write waits. Whoever changes a row later has to
-- change every segment behind it, and every file that was written of them.
create table archive_segment (
  like template.log including all,
  stream text not null check (stream in ('audit', 'journal')),
  number integer not null check (number >= 1),
  first_id bigint not null,
  last_id bigint not null,
  rows integer not null check (rows >= 1),
  -- In hex; that of the first one is all zeros.
  previous text not null check (previous ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  unique (tenant_id, stream, number)
);
create trigger archive_segment_is_immutable before update or delete on archive_segment for each row execute function never_change();

-- Clients name their requests themselves, and may name a person. Such a text is sealed by itself: the chain has the hash of its
-- ciphertext, and the key follows from the salt and from a key of the institution. An erasure takes the salt.
create table archive_text (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  audit_id bigint not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  salt uuid,
  primary key (tenant_id, audit_id)
);

-- Institutions with rows that are not sealed yet, and are a day old or as many as a segment takes. A sandbox keeps nothing.
create function archives_to_seal(cap integer, most integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    with ends as (
      select t.id,
             coalesce((select s.last_id from archive_segment s where s.tenant_id = t.id and s.stream = 'audit'
                        order by s.number desc limit 1), 0) as audit,
             coalesce((select s.last_id from archive_segment s where s.tenant_id = t.id and s.stream = 'journal'
                        order by s.number desc limit 1), 0) as journal
        from tenant t where t.mode = 'live' and not t.growing)
    select e.id from ends e
     where (select a.at from audit a where a.tenant_id = e.id and a.id > e.audit order by a.id limit 1) < now() - interval '1 day'
        or (select j.created_at from journal j where j.tenant_id = e.id and j.id > e.journal order by j.id limit 1)
           < now() - interval '1 day'
        or exists (select from audit a where a.tenant_id = e.id and a.id > e.audit order by a.id offset most - 1 limit 1)
        or exists (select from journal j where j.tenant_id = e.id and j.id > e.journal order by j.id offset most - 1 limit 1)
     order by e.id limit cap $$;

-- Institutions that have anything sealed.
create function archived_tenants() returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select t.id from tenant t where exists (select from archive_segment s where s.tenant_id = t.id) order by t.id $$;

-- As in 0129; what the archive can open of these names goes with them.
create or replace function forget_in_written_once(person_type text, person_id bigint, words text, digits text, any_words text, any_digits text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    -- Nothing is being sealed with these names meanwhile: that takes milliseconds.
    perform pg_advisory_xact_lock(4710008, proven_tenant()::integer);
    update event t
       set data = without_person(
             case when of_person.own and jsonb_typeof(t.data -> 'reason') = 'string'
                  then jsonb_set(t.data, '{reason}', '"erased"') else t.data end,
             case when of_person.own then any_words else words end,
             case when of_person.own then any_digits else digits end),
           idempotency_key = regexp_replace(regexp_replace(t.idempotency_key, words, 'erased', 'gi'), digits, '0', 'gi'),
           request_id = regexp_replace(regexp_replace(t.request_id, words, 'erased', 'gi'), digits, '0', 'gi')
      from (select e.tenant_id, e.id, e.subject_type = person_type and e.subject_id = person_id as own
              from event e where e.tenant_id = proven_tenant()) of_person
     where t.tenant_id = of_person.tenant_id and t.id = of_person.id
       and (of_person.own or t.data::text ~* words or t.data::text ~* digits
            or t.idempotency_key ~* words or t.idempotency_key ~* digits
            or t.request_id ~* words or t.request_id ~* digits);
    update archive_text x set salt = null
      from audit t
     where x.tenant_id = proven_tenant() and x.salt is not null and t.tenant_id = x.tenant_id and t.id = x.audit_id
       and (t.request_id ~* words or t.request_id ~* digits);
    update audit t
       set request_id = regexp_replace(regexp_replace(t.request_id, words, 'erased', 'gi'), digits, '0', 'gi')
     where t.tenant_id = proven_tenant() and (t.request_id ~* words or t.request_id ~* digits);
    update webhook_attempt t
       set problem = regexp_replace(regexp_replace(t.problem, words, 'erased', 'gi'), digits, '0', 'gi'),
           reply_body = regexp_replace(regexp_replace(t.reply_body, words, 'erased', 'gi'), digits, '0', 'gi')
     where t.tenant_id = proven_tenant()
       and (t.problem ~* words or t.problem ~* digits or t.reply_body ~* words or t.reply_body ~* digits);
  end $$;
