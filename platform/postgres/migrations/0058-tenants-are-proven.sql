-- A transaction names its tenant in a setting that any statement can change. So it proves it: app.proof holds an expiry and
-- a signature over both (HMAC-SHA-256, platform/postgres/tenant-proof.ts), made with a key that no role but the owner can
-- read. The policies compare rows with what this function returns, once for each table of a statement: a tenant that is
-- named and not proven sees nothing.
create schema guard;
revoke all on schema guard from public;

-- The key of each role that the application logs in as, padded and combined as HMAC has it. The migrations store it: it
-- follows from the secret of the installation.
create table guard.tenant_key (
  role name primary key,
  inner_key bytea not null,
  outer_key bytea not null
);

-- Everything is named with its schema, because setting the search path at each call costs more than all the rest.
create function proven_tenant() returns bigint
  language plpgsql stable parallel safe security definer as $$
  declare
    named text := pg_catalog.current_setting('app.tenant', true);
    proof text := pg_catalog.current_setting('app.proof', true);
    expires text := pg_catalog.substr(proof, 1, 11);
    keys guard.tenant_key;
  begin
    select * into keys from guard.tenant_key k where k.role operator(pg_catalog.=) session_user;
    if pg_catalog.encode(
         pg_catalog.sha256(keys.outer_key operator(pg_catalog.||) pg_catalog.sha256(keys.inner_key operator(pg_catalog.||)
           pg_catalog.convert_to(named operator(pg_catalog.||) '.' operator(pg_catalog.||) expires, 'UTF8'))), 'hex')
       operator(pg_catalog.=) pg_catalog.substr(proof, 13)
    then
      -- By the beginning of the transaction: a long one does not lose its tenant midway, and no statement changes it.
      if expires::pg_catalog.int8 operator(pg_catalog.>) extract(epoch from pg_catalog.now()) then
        return named::pg_catalog.int8;
      end if;
    end if;
    return null;
  end $$;

-- It runs with the rights of the owner, so it believes no setting either.
create or replace function next_number(name text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if name not in ('member', 'loan', 'agent', 'receipt', 'savings_account', 'death_claim') then
      raise exception 'no such number: %', name;
    end if;
    return nextval(format('%I', 'number_' || name || '_' || proven_tenant())::regclass);
  end $$;
