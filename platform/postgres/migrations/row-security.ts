import type { Client } from 'pg';
import { conditionOf } from './row-limits.ts';
import type { Step } from './run-migrations.ts';

/** Count up when the rules below, the stamps or the state checks are written differently: they are applied again then. */
export const RULES_EDITION = 17;

/** No tenant's data, and the application can't see them: tables of the migrations, and who is not known yet. */
export const OF_NO_TENANT = ['mikro_orm_migrations', 'installation', 'login_request'];
/** Rows that are written once: the application may add and read, not more. */
const WRITTEN_ONCE = [
  'journal',
  'journal_line',
  'ledger_period',
  'ledger_period_balance',
  'ledger_proof',
  'event',
  'audit',
  'webhook_attempt',
  'app_transaction',
  'archive_segment',
  'archive_text',
];

/** Functions with the owner's rights that the application calls: look-ups by a secret, and what is its tenant's. */
const OF_THE_APPLICATION = [
  'credential_of_client',
  'credential_of_client_by_hashes',
  'credential_of_token',
  'credential_of_session',
  'credential_of_passkey',
  'credential_of_openid',
  'credential_of_invitation',
  'request_login',
  'login_requested',
  'take_login',
  'deny_login',
  'poll_login',
  'move_clock',
  'next_id',
  'next_number',
  'present_installation',
  'secret_in_use',
  'proven_tenant',
  'forget_in_written_once',
  'change_policies',
  'begin_reset',
  'end_reset',
  'erase_sandbox',
  'float_moved',
  'restart_sandbox',
  'sandbox_is_empty',
  'serve_split_floats',
];
/** Of these, what limited people call: each looks itself at whose rows they see. */
const OF_LIMITED_PEOPLE = ['proven_tenant', 'float_moved'];
/** Those that the owner alone calls. */
const OF_THE_OWNER = ['create_numbers', 'proven_sandbox', 'leave_ids_to_history'];

/**
 * The roles of every application that has migrated this database: processes may run under several of them at the same time,
 * and rules that were made for the last one alone would leave the others without.
 */
export type Roles = {
  readonly applications: readonly string[];
  readonly finding: readonly string[];
  readonly limited: readonly string[];
};

/** Several roles as one list of SQL. */
const listed = (client: Client, roles: readonly string[]) =>
  roles.map((name) => client.escapeIdentifier(name)).join(', ');

/**
 * Puts every table under row-level security, for every migration that there will ever be: a table either has a
 * tenant_id (or is the tenant itself) or the start is refused, and refers to its tenant. The application's role gets
 * exactly what it needs. The owner is under the policies as well, with one of its own. A table is a step, so that it is never
 * without its policies.
 * @throws Error naming a table that can't be guarded
 */
export async function secureRows(client: Client, roles: Roles, step: Step): Promise<void> {
  const { rows } = await client.query<{ name: string; guarded: string | null }>(`
    select c.relname as name,
           (select a.attname from pg_attribute a
             where a.attrelid = c.oid and a.attname = case c.relname when 'tenant' then 'id' else 'tenant_id' end
               and not a.attisdropped) as guarded
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`);
  await client.query(`grant usage on schema public to ${listed(client, [...roles.applications, ...roles.limited])}`);
  for (const { name, guarded } of rows) {
    if (OF_NO_TENANT.includes(name)) continue;
    if (guarded === null) throw new Error(`The table ${name} has no tenant_id: row-level security can't guard it.`);
    await step(() => secureTable(client, roles, { name, guarded }));
  }
  await step(() => allowFunctions(client, roles));
  await closePartitions(client, roles, step);
  await leaveNothingToAll(client, roles);
}

type Guarded = { readonly name: string; readonly guarded: string };

async function secureTable(client: Client, roles: Roles, { name, guarded }: Guarded): Promise<void> {
  const [applications, limited] = [listed(client, roles.applications), listed(client, roles.limited)];
  const table = client.escapeIdentifier(name);
  // What the function returned is compared, never the setting: a statement that changes it midway changes nothing.
  const mine = `${client.escapeIdentifier(guarded)} = (select proven_tenant())`;
  if (name !== 'tenant') await referToTenant(client, name);
  await client.query(`alter table ${table} enable row level security, force row level security`);
  await client.query(`drop policy if exists tenant_only on ${table}`);
  await client.query(`create policy tenant_only on ${table} using (${mine}) with check (${mine})`);
  await client.query(`drop policy if exists owner_all on ${table}`);
  await client.query(`create policy owner_all on ${table} to current_user using (true) with check (true)`);
  const rights =
    name === 'tenant' ? 'select' : WRITTEN_ONCE.includes(name) ? 'select, insert' : 'select, insert, update, delete';
  await client.query(`revoke all on ${table} from ${applications}, ${limited}`);
  await client.query(`grant ${rights} on ${table} to ${applications}`);
  await client.query(`grant select on ${table} to ${limited}`);
  await client.query(`drop policy if exists branches_only on ${table}`);
  // Also where each row is seen: a table without the policy has no limits, see requireLimited.
  await client.query(
    `create policy branches_only on ${table} as restrictive for select to ${limited} using (${conditionOf(name)})`,
  );
}

/**
 * A partition is read and written through its table, under that one's policies: by itself, the owner alone sees it. Who makes one
 * guards it; workers make and drop them meanwhile.
 */
async function closePartitions(client: Client, { applications, finding, limited }: Roles, step: Step): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'partition'::regnamespace and c.relkind = 'r'
        and (not (c.relrowsecurity and c.relforcerowsecurity)
             or not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_all')
             or exists (select from aclexplode(c.relacl) a where a.grantee <> c.relowner))
      order by 1`,
  );
  const others = listed(client, [...applications, ...finding, ...limited]);
  await client.query(`revoke all on schema partition from public, ${others}`);
  for (const { name } of rows) {
    const table = `partition.${client.escapeIdentifier(name)}`;
    await step(async () => {
      await client.query(`alter table ${table} enable row level security, force row level security`);
      await client.query(`drop policy if exists owner_all on ${table}`);
      await client.query(`create policy owner_all on ${table} to current_user using (true) with check (true)`);
      await client.query(`revoke all on ${table} from public, ${others}`);
    });
  }
}

/**
 * Functions that run with the owner's rights: the application calls the few above, and the role that finds work all
 * others, so that a new one is out of reach of requests until it is named.
 */
async function allowFunctions(client: Client, { applications, finding, limited }: Roles): Promise<void> {
  const [requests, jobs, reads] = [applications, finding, limited].map((names) => listed(client, names));
  await client.query(`revoke all on all functions in schema public from public, ${requests}, ${jobs}, ${reads}`);
  await client.query(`grant usage on schema public to ${jobs}`);
  const { rows } = await client.query<{ name: string; signature: string; as_owner: boolean }>(
    `select p.proname as name, p.oid::regprocedure::text as signature, p.prosecdef as as_owner
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`,
  );
  for (const { name, signature, as_owner } of rows) {
    if (OF_THE_OWNER.includes(name)) continue;
    const isRequests = !as_owner || OF_THE_APPLICATION.includes(name);
    await client.query(`grant execute on function ${signature} to ${isRequests ? requests : jobs}`);
    if (!as_owner || OF_LIMITED_PEOPLE.includes(name))
      await client.query(`grant execute on function ${signature} to ${reads}`);
  }
}

/** Other roles of the server have no business in this database, and ours make no tables for a moment. */
async function leaveNothingToAll(client: Client, { applications, finding }: Roles): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = client.escapeIdentifier(rows[0]?.name ?? '');
  const ours = listed(client, [...applications, ...finding]);
  await client.query(`revoke temporary on database ${database} from public, ${ours}`);
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
