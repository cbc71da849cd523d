import pg from 'pg';
import { applicationUrl, findingRole, type DatabaseSettings } from '#platform/postgres/database.ts';
import { OF_NO_TENANT } from '#platform/postgres/migrations/row-security.ts';
import { takeRecorded } from './recorded.ts';

/**
 * Whether a statement of the application keeps to one tenant, as PostgreSQL plans it for the role that sends it: each
 * table that it reads is compared with a tenant, because the statement says so or because the table's policy adds it (then
 * it inherits the tenant that its transaction has proven). A plan shows both, and shows neither where a policy is missing,
 * lets all pass, or stands beside one that does: a text would show only what its author had in mind. See decision 72.
 */
type Statement = { readonly role: string; readonly text: string };

/** The nodes of a plan that read a table, with what they compare. */
type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Node[];
} & { readonly [condition in (typeof CONDITIONS)[number]]?: string };
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'TID Cond', 'Filter'] as const;

/** What has a plan. */
const PLANNED = /^\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|merge|with|values|\()/i;
/** A cursor is planned as its query. */
const CURSOR = /^\s*declare\s[^;]*?\scursor\s[^;]*?\bfor\b/i;

/** Where a plan reads a table without comparing its tenant: the tables by the names that the statement gives them. */
function strayReads(plan: Node, tables: ReadonlySet<string>): string[] {
  const table = plan['Relation Name'];
  const below = (plan.Plans ?? []).flatMap((each) => strayReads(each, tables));
  // What writes has no conditions of its own: it reads by a node below, and new rows are compared by the policy's check.
  if (table === undefined || !tables.has(table) || plan['Node Type'] === 'ModifyTable') return below;
  const column = table === 'tenant' ? 'id' : 'tenant_id';
  const compares = new RegExp(`^(?:\\w+\\.)?${column} = `);
  const isCompared = [plan, ...indexesOf(plan)].some((node) =>
    CONDITIONS.some((name) => holdsForAll(node[name] ?? '', (term) => compares.test(term))),
  );
  return isCompared ? below : [`${table}${plan.Alias && plan.Alias !== table ? ` ${plan.Alias}` : ''}`, ...below];
}

/** A scan by bitmaps compares in the nodes below it; of several that are joined by “or”, the table's own filter says more. */
const indexesOf = (plan: Node): readonly Node[] =>
  plan['Node Type'] === 'Bitmap Heap Scan'
    ? (plan.Plans ?? []).flatMap((each) => (each['Node Type'] === 'BitmapOr' ? [] : [each, ...(each.Plans ?? [])]))
    : [];

/** Whether every row that fulfils a condition fulfils a term like this: one of those joined by “and”, each of those joined by “or”. */
export function holdsForAll(condition: string, isTerm: (term: string) => boolean): boolean {
  const bare = withoutBrackets(condition.trim());
  const [terms, alternatives] = [splitAt(bare, ' AND '), splitAt(bare, ' OR ')];
  if (alternatives.length > 1) return alternatives.every((each) => holdsForAll(each, isTerm));
  return terms.length > 1 ? terms.some((each) => holdsForAll(each, isTerm)) : isTerm(bare);
}

function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || depths(text).indexOf(0) !== text.length - 1) return text;
  return withoutBrackets(text.slice(1, -1).trim());
}

/** How many brackets are open behind each character, those within quotes left out. */
function depths(text: string): number[] {
  let open = 0;
  let quoted = false;
  return [...text].map((character) => {
    if (character === "'") quoted = !quoted;
    else if (!quoted && character === '(') open += 1;
    else if (!quoted && character === ')') open -= 1;
    return quoted ? open + 1 : open;
  });
}

function splitAt(text: string, word: string): string[] {
  const open = depths(text);
  const terms: string[] = [];
  let from = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (open[at] !== 0) continue;
    terms.push(text.slice(from, at));
    from = at + word.length;
  }
  return [...terms, text.slice(from)];
}

/** The statements among these that read a table of tenants beyond one tenant: a sentence each. */
export async function strayStatements(settings: DatabaseSettings, statements: readonly Statement[]): Promise<string[]> {
  const stray: string[] = [];
  for (const role of [settings.appRole, findingRole(settings)]) {
    const own = statements.filter((statement) => statement.role === role);
    if (own.length === 0) continue;
    const client = new pg.Client({ connectionString: applicationUrl({ ...settings, appRole: role }) });
    await client.connect();
    try {
      const { rows } = await client.query<{ version: string }>(
        `select current_setting('server_version_num') as version`,
      );
      // Before version 16, PostgreSQL plans nothing whose values it does not have.
      if (Number(rows[0]?.version) < 160_000) return [];
      const tables = await tenantTables(client);
      for (const { text } of own) {
        const reads = await readsBeyond(client, text, tables);
        if (reads.length > 0) stray.push(`As ${role}, ${reads.join(', ')} without a tenant: ${text.trim()}`);
      }
    } finally {
      await client.end();
    }
  }
  return stray;
}

async function readsBeyond(client: pg.Client, text: string, tables: ReadonlySet<string>): Promise<string[]> {
  const query = text.replace(CURSOR, '');
  if (!PLANNED.test(query)) return [];
  // What can't be planned was refused when it was sent: suites try that too.
  const planned = await client
    .query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(`explain (generic_plan, format json) ${query}`)
    .catch(() => null);
  return (planned?.rows ?? []).flatMap(({ 'QUERY PLAN': plans }) =>
    plans.flatMap(({ Plan }) => strayReads(Plan, tables)),
  );
}

async function tenantTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)`,
    [OF_NO_TENANT],
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Judges what this process has sent as the application since the last call.
 * @throws Error naming the statements that read beyond a tenant
 */
export async function requireTenants(settings: DatabaseSettings): Promise<void> {
  const stray = await strayStatements(settings, takeRecorded());
  if (stray.length > 0) throw new Error(`Statements that keep to no tenant:\n${stray.slice(0, 10).join('\n')}`);
}
