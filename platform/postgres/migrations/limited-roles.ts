import type pg from 'pg';
import { ConfigError } from '../../runtime/config.ts';
import { OF_NO_TENANT } from './row-security.ts';

/**
 * Tables whose rows one of these roles would see all of: no policy of people who are limited names it there. Policies hold
 * for the roles that they name, and a role that is not named is limited by nothing.
 */
export async function unlimitedTables(client: pg.Client, roles: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
        and not coalesce((select p.polroles @> array(select oid from pg_roles where rolname = any ($2))
                            from pg_policy p
                           where p.polrelid = c.oid and p.polname = 'branches_only' and not p.polpermissive
                             and p.polcmd = 'r'), false)
      order by 1`,
    [OF_NO_TENANT, roles],
  );
  return rows.map(({ name }) => name);
}

/**
 * Whether people who are limited to branches or clients are so in a process whose transactions take this role.
 * @throws ConfigError naming tables that would be open to them
 */
export async function requireLimited(client: pg.Client, database: string, role: string): Promise<void> {
  const open = await unlimitedTables(client, [role]);
  if (open.length === 0) return;
  throw new ConfigError(
    `In the database "${database}" the role "${role}", which people who are limited to branches or clients take, would read ` +
      `all rows of ${open.length} tables (${open.slice(0, 3).join(', ')}${open.length > 3 ? ', ...' : ''}). ` +
      'Nothing was started. Run `npm run umoja -- migrate` with the settings of this process, then start again.',
  );
}
