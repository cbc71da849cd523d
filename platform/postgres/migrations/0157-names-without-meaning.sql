-- A name of a request in which no person is found: it has the shape of ours, and no digits that may be a number of someone. The chain of what is
-- sealed has it as it is (`isWithoutMeaning`, chain.ts, says the same), so that an erasure which took it for a number by chance would
-- break the chain. A client may make names of that shape itself, with numbers in them: those lie apart like any other.
create function is_without_meaning(request_id text) returns boolean language sql immutable as $$
  select request_id ~ '^(job_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
     and request_id !~ '[0-9](-?[0-9]){9}|^(job_)?[0-9a-f][0-9]{7}-' $$;

-- As in 0156, but for names that say nothing.
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
     where t.tenant_id = proven_tenant() and (t.request_id ~* words or t.request_id ~* digits)
       and not is_without_meaning(t.request_id);
    update webhook_attempt t
       set problem = regexp_replace(regexp_replace(t.problem, words, 'erased', 'gi'), digits, '0', 'gi'),
           reply_body = regexp_replace(regexp_replace(t.reply_body, words, 'erased', 'gi'), digits, '0', 'gi')
     where t.tenant_id = proven_tenant()
       and (t.problem ~* words or t.problem ~* digits or t.reply_body ~* words or t.reply_body ~* digits);
  end $$;
