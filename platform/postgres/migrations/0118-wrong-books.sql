-- Institutions whose last proof found their books wrong, to a bound: a newer proof that all holds takes one off. It is a function
-- of its own: a process of the version before still reads money_figures() as it is.
create function wrong_books(bound integer) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
    select count(*) from (
      select from tenant t cross join lateral (
        select p.checks from ledger_proof p where p.tenant_id = t.id order by p.id desc limit 1) last
       where exists (select from jsonb_array_elements(last.checks) c where (c ->> 'violations')::bigint > 0)
       limit bound) x $$;
