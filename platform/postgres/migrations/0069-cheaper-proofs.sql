-- A disbursement asks some forty times which tenant is proven, once for each table of each statement; most of what that
-- cost was the look-up of the key. The key of a session is a constant of the function's plan now: these functions are
-- declared immutable, which they are for a session, so that they are evaluated when it is planned, with the owner's rights.
-- No role but the owner may use their schema. Where a key changes, the function is altered, and planned again by every
-- session (migrate.ts).
create function guard.inner_key() returns bytea language sql immutable parallel safe as $$
  select k.inner_key from guard.tenant_key k where k.role operator(pg_catalog.=) session_user $$;
create function guard.outer_key() returns bytea language sql immutable parallel safe as $$
  select k.outer_key from guard.tenant_key k where k.role operator(pg_catalog.=) session_user $$;
revoke all on function guard.inner_key(), guard.outer_key() from public;

-- The proof is `<expiry of 11 digits>.<signature>`; what is signed is `<tenant>.<expiry>`.
create or replace function proven_tenant() returns bigint
  language plpgsql stable parallel safe security definer as $$
  declare
    named text := pg_catalog.current_setting('app.tenant', true);
    proof text := pg_catalog.current_setting('app.proof', true);
  begin
    -- One expression: each further statement of the function costs as much as a hash.
    return case when
      pg_catalog.encode(
        pg_catalog.sha256(guard.outer_key() operator(pg_catalog.||) pg_catalog.sha256(guard.inner_key() operator(pg_catalog.||)
          pg_catalog.convert_to(named operator(pg_catalog.||) '.' operator(pg_catalog.||) pg_catalog.left(proof, 11), 'UTF8'))),
        'hex') operator(pg_catalog.=) pg_catalog.substr(proof, 13)
    then case when
      -- By the beginning of the transaction: a long one does not lose its tenant midway, and no statement changes it.
      pg_catalog.to_timestamp(pg_catalog.left(proof, 11)::pg_catalog.float8) operator(pg_catalog.>) pg_catalog.now()
    then named::pg_catalog.int8 end end;
  end $$;
