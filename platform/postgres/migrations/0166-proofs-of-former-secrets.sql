-- While a secret is being replaced, transactions prove their tenants with the key of either: processes learn of the change within two
-- seconds, and a transaction that has begun keeps its proof. What was the key before is taken away when nothing needs it.
alter table guard.tenant_key add column former_inner_key bytea, add column former_outer_key bytea;

create function guard.former_inner_key() returns bytea language sql immutable parallel safe as $$
  select k.former_inner_key from guard.tenant_key k where k.role operator(pg_catalog.=) session_user $$;
create function guard.former_outer_key() returns bytea language sql immutable parallel safe as $$
  select k.former_outer_key from guard.tenant_key k where k.role operator(pg_catalog.=) session_user $$;
revoke all on function guard.former_inner_key(), guard.former_outer_key() from public;

-- As in 0069. Without a former key the second hash is null, of a constant, and is not calculated.
create or replace function proven_tenant() returns bigint
  language plpgsql stable parallel safe security definer as $$
  declare
    named text := pg_catalog.current_setting('app.tenant', true);
    proof text := pg_catalog.current_setting('app.proof', true);
  begin
    return case when
      pg_catalog.encode(
        pg_catalog.sha256(guard.outer_key() operator(pg_catalog.||) pg_catalog.sha256(guard.inner_key() operator(pg_catalog.||)
          pg_catalog.convert_to(named operator(pg_catalog.||) '.' operator(pg_catalog.||) pg_catalog.left(proof, 11), 'UTF8'))),
        'hex') operator(pg_catalog.=) pg_catalog.substr(proof, 13)
      or (guard.former_outer_key() is not null and pg_catalog.encode(
        pg_catalog.sha256(guard.former_outer_key() operator(pg_catalog.||) pg_catalog.sha256(guard.former_inner_key() operator(pg_catalog.||)
          pg_catalog.convert_to(named operator(pg_catalog.||) '.' operator(pg_catalog.||) pg_catalog.left(proof, 11), 'UTF8'))),
        'hex') operator(pg_catalog.=) pg_catalog.substr(proof, 13))
    then case when
      -- By the beginning of the transaction: a long one does not lose its tenant midway, and no statement changes it.
      pg_catalog.to_timestamp(pg_catalog.left(proof, 11)::pg_catalog.float8) operator(pg_catalog.>) pg_catalog.now()
    then named::pg_catalog.int8 end end;
  end $$;
