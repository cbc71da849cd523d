import type pg from 'pg';

/** Tables that every node has whole: what is found before the tenant is known, and the tenants. */
export const REFERENCE = ['client_route', 'person_route', 'tenant', 'token_route'];
/** Tables of no tenant: on the coordinator only. */
export const LOCAL = ['mikro_orm_migrations', 'installation', 'login_request'];

/**
 * Where a table breaks a condition of `create_distributed_table(table, 'tenant_id', colocate_with => ...)` or of foreign
 * keys between colocated tables. Each sentence begins with the name of the table.
 */
export async function citusProblems(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ problem: string }>(CONDITIONS, [REFERENCE, LOCAL]);
  return rows.map(({ problem }) => problem);
}

const CONDITIONS = `
with relation as (
  select c.oid, c.relname as name,
         case when c.relname = any ($1) then 'reference' when c.relname = any ($2) then 'local' else 'distributed' end as kind
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')),
tenant_column as (
  select a.attrelid, a.attnum from pg_attribute a
   where a.attname = 'tenant_id' and a.atttypid = 'int8'::regtype and a.attnotnull and a.attgenerated = ''),
distributed as (
  select r.*, t.attnum from relation r left join tenant_column t on t.attrelid = r.oid where r.kind = 'distributed'),
foreign_key as (
  select k.conname, k.conkey, k.confkey, k.confdeltype, k.confupdtype, f.name, f.kind, f.oid,
         t.name as target, t.kind as target_kind, t.oid as target_oid
    from pg_constraint k join relation f on f.oid = k.conrelid join relation t on t.oid = k.confrelid
   where k.contype = 'f')
select name || ': its tenant_id is no bigint column that is never null' as problem
  from distributed where attnum is null
union all
select name || ': it has no primary key'
  from distributed d where not exists (select from pg_index i where i.indrelid = d.oid and i.indisprimary)
union all
select d.name || ': the unique index ' || i.indexrelid::regclass || ' is not led by tenant_id'
  from distributed d join pg_index i on i.indrelid = d.oid
 where (i.indisunique or i.indisexclusion) and i.indkey[0] is distinct from d.attnum
union all
select d.name || ': the exclusion ' || k.conname || ' does not compare tenant_id by ='
  from distributed d join pg_constraint k on k.conrelid = d.oid
 where k.contype = 'x' and not exists (
   select from unnest(k.conkey, k.conexclop) as x (attnum, op) join pg_operator o on o.oid = x.op
    where x.attnum = d.attnum and o.oprname = '=')
union all
select d.name || ': the identity ' || a.attname || ' is no bigint'
  from distributed d join pg_attribute a on a.attrelid = d.oid
 where a.attidentity <> '' and a.atttypid <> 'int8'::regtype
union all
select f.name || ': the foreign key ' || f.conname || ' does not name the tenant on both sides'
  from foreign_key f
 where f.kind = 'distributed' and f.target_kind = 'distributed' and not exists (
   select from unnest(f.conkey, f.confkey) as pair (here, there)
     join tenant_column h on h.attrelid = f.oid and h.attnum = pair.here
     join tenant_column t on t.attrelid = f.target_oid and t.attnum = pair.there)
union all
select f.name || ': the foreign key ' || f.conname || ' refers to ' || f.target || ', which is not the tenant'
  from foreign_key f where f.kind = 'distributed' and f.target_kind <> 'distributed' and f.target <> 'tenant'
union all
select f.name || ': the foreign key ' || f.conname || ' refers to the distributed table ' || f.target
  from foreign_key f where f.kind <> 'distributed' and f.target_kind = 'distributed'
union all
select f.name || ': the foreign key ' || f.conname || ' sets the tenant to null or its default'
  from foreign_key f where f.kind = 'distributed' and (f.confdeltype in ('n', 'd') or f.confupdtype in ('n', 'd'))
order by 1`;
