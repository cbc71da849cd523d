-- What is erased from a document is text: an amount is a number, and no number of a person is shorter than a telephone's.
-- Digits within a longer word or number are another person's.
create function without_person(document jsonb, words text, digits text) returns jsonb language plpgsql immutable as $$
  begin
    case jsonb_typeof(document)
      when 'string' then
        return to_jsonb(regexp_replace(regexp_replace(document #>> '{}', words, 'erased', 'gi'), digits, '0', 'gi'));
      when 'number' then
        return case when length(document::text) >= 11 and document::text ~* ('^(?:' || digits || ')$') then '0' else document end;
      when 'array' then
        return coalesce((select jsonb_agg(without_person(a.value, words, digits) order by a.place)
                           from jsonb_array_elements(document) with ordinality a(value, place)), '[]');
      when 'object' then
        return coalesce((select jsonb_object_agg(o.key, without_person(o.value, words, digits)) from jsonb_each(document) o), '{}');
      else
        return document;
    end case;
  end $$;

create or replace function forget_in_written_once(person_type text, person_id bigint, words text, digits text, any_words text, any_digits text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    update event t
       set data = without_person(
             case when of_person.own and jsonb_typeof(t.data -> 'reason') = 'string'
                  then jsonb_set(t.data, '{reason}', '"erased"') else t.data end,
             case when of_person.own then any_words else words end,
             case when of_person.own then any_digits else digits end),
           idempotency_key = regexp_replace(regexp_replace(t.idempotency_key, words, 'erased', 'gi'), digits, '0', 'gi')
      from (select e.tenant_id, e.id, e.subject_type = person_type and e.subject_id = person_id as own
              from event e where e.tenant_id = proven_tenant()) of_person
     where t.tenant_id = of_person.tenant_id and t.id = of_person.id
       and (of_person.own or t.data::text ~* words or t.data::text ~* digits
            or t.idempotency_key ~* words or t.idempotency_key ~* digits);
    update webhook_attempt t
       set problem = regexp_replace(regexp_replace(t.problem, words, 'erased', 'gi'), digits, '0', 'gi'),
           reply_body = regexp_replace(regexp_replace(t.reply_body, words, 'erased', 'gi'), digits, '0', 'gi')
     where t.tenant_id = proven_tenant()
       and (t.problem ~* words or t.problem ~* digits or t.reply_body ~* words or t.reply_body ~* digits);
  end $$;
