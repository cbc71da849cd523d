-- Clients name their requests themselves (X-Request-ID): what is erased is taken out of these names, too.
create or replace function forget_in_written_once(person_type text, person_id bigint, words text, digits text, any_words text, any_digits text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
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
    update audit t
       set request_id = regexp_replace(regexp_replace(t.request_id, words, 'erased', 'gi'), digits, '0', 'gi')
     where t.tenant_id = proven_tenant() and (t.request_id ~* words or t.request_id ~* digits);
    update webhook_attempt t
       set problem = regexp_replace(regexp_replace(t.problem, words, 'erased', 'gi'), digits, '0', 'gi'),
           reply_body = regexp_replace(regexp_replace(t.reply_body, words, 'erased', 'gi'), digits, '0', 'gi')
     where t.tenant_id = proven_tenant()
       and (t.problem ~* words or t.problem ~* digits or t.reply_body ~* words or t.reply_body ~* digits);
  end $$;

-- As in 0076. The audit trail loses an erased person from what a client called its request by, and nothing else: by the
-- function above alone, which has the owner's rights. The owner could switch the trigger off as well; who serves requests can do neither.
create or replace function never_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and old.tenant_id::text = current_setting('app.erasing', true)
       and exists (select from tenant t where t.id = old.tenant_id and t.mode = 'sandbox' and t.resetting) then
      return old;
    end if;
    if tg_op = 'UPDATE' and tg_table_name = 'audit'
       and to_jsonb(new) - 'request_id' = to_jsonb(old) - 'request_id'
       and pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
      return new;
    end if;
    raise exception '% is written once and never changed', tg_table_name using errcode = 'restrict_violation';
  end $$;
