-- Members are erased as students are: the number of the books stays, and nothing says whose it was.
alter table member add column erased boolean not null default false;

-- Who was erased, by ids alone: a backup that is restored has them again, and is erased again by this list.
create table erasure (
  like template.log including all,
  person_type text not null check (person_type in ('member', 'student')),
  person_uuid uuid not null,
  unique (tenant_id, person_type, person_uuid)
);

-- For so many years after the last business the law keeps what is known of a member (POCAMLA, s. 46: seven).
alter table tenant add column retention_years integer not null default 7 check (retention_years between 0 and 30);

-- Events and attempts of deliveries are written once: the application can't change them. When a person is erased, texts are
-- taken out of those of its own tenant, and nothing can be put in. `any_words` and `any_digits` are for the person's own
-- events; see platform/postgres/privacy/forget.ts.
create function forget_in_written_once(person_type text, person_id bigint, words text, digits text, any_words text, any_digits text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    update event t
       set data = regexp_replace(regexp_replace(
             (case when of_person.own and jsonb_typeof(t.data -> 'reason') = 'string'
                   then jsonb_set(t.data, '{reason}', '"erased"') else t.data end)::text,
             case when of_person.own then any_words else words end, 'erased', 'gi'),
             case when of_person.own then any_digits else digits end, '0', 'gi')::jsonb,
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
