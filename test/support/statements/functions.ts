import type pg from 'pg';
import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { OF_NO_TENANT } from '#platform/postgres/migrations/row-security.ts';
import { REFERENCE } from '../citus-conditions.ts';

/** A function that runs with the owner's rights, as the catalogue has it. */
type Definer = { readonly name: string; readonly source: string };

/**
 * Statements in functions with the owner's rights that requests may call, and that name no tenant of a table which belongs to
 * tenants. No policy limits them, so their text has to. What finds work in all tenants is called by a role of its own, which
 * no request takes; it is not judged here.
 */
export async function statementsBeyondTenants(
  owner: pg.Client,
  { appRole }: DatabaseSettings,
): Promise<{ readonly judged: readonly string[]; readonly beyond: readonly string[] }> {
  const { rows: functions } = await owner.query<Definer>(
    `select p.proname as name, coalesce(p.prosrc, '') as source from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege($1, p.oid, 'execute')
      order by 1`,
    [appRole],
  );
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)`,
    [[...OF_NO_TENANT, ...REFERENCE]],
  );
  const tables = new Set(rows.map(({ name }) => name));
  return {
    judged: functions.map(({ name }) => name),
    beyond: functions.flatMap(({ name, source }) =>
      source
        .replace(/--[^\n]*/g, '')
        .split(';')
        .flatMap((statement) => unnamedIn(statement, tables).map((table) => [name, table, statement.trim()]))
        .map(([of, table, statement]) => `${of}: ${table} without tenant_id in: ${statement}`),
    ),
  };
}

/** Behind these words stands a table, and behind it the name that the statement gives it, if it gives one. */
const TABLE = /\b(?:from|join|update|into)\s+(?:only\s+)?(?:public\.)?([a-z_]+)(?:\s+(?:as\s+)?([a-z_]+))?/gi;
const NO_NAME =
  /^(?:where|set|on|join|left|inner|cross|order|group|limit|for|values|select|using|default|union|returning)$/i;

function unnamedIn(statement: string, tables: ReadonlySet<string>): string[] {
  return [...statement.matchAll(TABLE)].flatMap(([, table = '', given = '']) => {
    if (!tables.has(table)) return [];
    const alias = given === '' || NO_NAME.test(given) ? table : given;
    const isNamed = new RegExp(`(?:\\b${alias}\\.|[^.\\w])tenant_id\\b`).test(statement);
    return isNamed ? [] : [table];
  });
}
