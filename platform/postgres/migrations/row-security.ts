import type { Client } from 'pg';

/** Count up when the rules below, the stamps or the state checks are written differently: they are applied again then. */
export const RULES_EDITION = 4;

/** Tables of the migrations themselves: no tenant's data, and the application can't see them. */
export const TOOLING = ['mikro_orm_migrations', 'installation'];
/** Rows that are written once: the application may add and read, not more. */
const WRITTEN_ONCE = [
  'journal',
  'journal_line',
  'ledger_period',
  'ledger_period_balance',
  'event',
  'audit',
  'webhook_attempt',
  'app_transaction',
];

/**
 * Puts every table under row-level security, for every migration that there will ever be: a table either has a
 * tenant_id (or is the tenant itself) or the start is refused, and refers to its tenant. The application's role gets
 * exactly what it needs.
 * @throws Error naming a table that can't be guarded
 */
export async function secureRows(client: Client, appRole: string): Promise<void> {
  const role = client.escapeIdentifier(appRole);
  const { rows } = await client.query<{ name: string; guarded: string | null }>(`
    select c.relname as name,
           (select a.attname from pg_attribute a
             where a.attrelid = c.oid and a.attname = case c.relname when 'tenant' then 'id' else 'tenant_id' end
               and not a.attisdropped) as guarded
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`);
  await client.query(`grant usage on schema public to ${role}`);
  for (const { name, guarded } of rows) {
    if (TOOLING.includes(name)) continue;
    if (guarded === null) throw new Error(`The table ${name} has no tenant_id: row-level security can't guard it.`);
    const table = client.escapeIdentifier(name);
    const mine = `${client.escapeIdentifier(guarded)} = nullif(current_setting('app.tenant', true), '')::bigint`;
    if (name !== 'tenant') await referToTenant(client, name);
    await client.query(`alter table ${table} enable row level security`);
    await client.query(`drop policy if exists tenant_only on ${table}`);
    await client.query(`create policy tenant_only on ${table} using (${mine}) with check (${mine})`);
    const rights =
      name === 'tenant' ? 'select' : WRITTEN_ONCE.includes(name) ? 'select, insert' : 'select, insert, update, delete';
    await client.query(`revoke all on ${table} from ${role}`);
    await client.query(`grant ${rights} on ${table} to ${role}`);
  }
  // Functions that look across tenants run with the owner's rights; only the application may call them.
  await client.query(`revoke all on all functions in schema public from public`);
  await client.query(`grant execute on all functions in schema public to ${role}`);
  await client.query(`revoke execute on function create_numbers(bigint) from ${role}`);
}

async function referToTenant(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_constraint
      where conrelid = $1::regclass and confrelid = 'tenant'::regclass and contype = 'f'`,
    [name],
  );
  if (rowCount) return;
  await client.query(
    `alter table ${client.escapeIdentifier(name)}
       add foreign key (tenant_id) references tenant (id) deferrable initially deferred`,
  );
}
