-- What a process that starts reads of the database where it logs in as the running role: the tables are the owner's.
create function present_installation(out migrated text[], out fingerprint text, out serves_from integer)
  language sql stable security definer set search_path = public, pg_temp as $$
    select (select array_agg(m.name::text) from mikro_orm_migrations m), i.secret_fingerprint, i.serves_from
      from (select) as present left join installation i on true $$;
