import { plannedOnce } from '#platform/postgres/views/view.ts';
import type { Planning } from '#platform/postgres/prepared.ts';
import { viewsOf, type Views } from '#platform/app/views.ts';
import type { Database, TenantTransaction } from '#platform/postgres/database.ts';
import pg from 'pg';

type Sent = { readonly text: string; readonly params: readonly unknown[]; readonly planning: Planning };

type Plan = {
  readonly 'Node Type': string;
  readonly 'Total Cost': number;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Plan[];
};

/** What a page has cost: rows read of each table, and blocks looked into. */
export type Reading = {
  readonly shown: number;
  /** The table of which most rows were read for the page, and how many. */
  readonly widest: { readonly table: string; readonly rows: number };
  /** Rows that were read to be counted, where a list says how many there are. */
  readonly counted: number;
  readonly blocks: number;
};

/**
 * Reads what pages cost, as the application's role, with its tenant, its rights and its way of planning: a statement that
 * is planned once is explained under its generic plan, one that is planned by its values under the plan for these values, and
 * under the one that PostgreSQL would keep after some executions. The most expensive one counts.
 * @param table of the list: its own statements are explained instead of carried out
 */
export function pageReader({ write }: Pick<Database, 'write'>, tenantId: number, now: Temporal.Instant) {
  const today = now.toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  const sentBy = async (tx: TenantTransaction, table: string, look: Look): Promise<readonly Sent[]> => {
    const sent: Sent[] = [];
    const sql: TenantTransaction['sql'] = async (text, params = [], planning = 'each_time') => {
      const isLookup = !text.includes(`${table} l`) || text.startsWith('select 0 as n');
      if (!text.includes('sync_horizon()')) sent.push({ text, params, planning });
      return isLookup ? tx.sql(text, params, planning) : [];
    };
    await look(viewsOf({ sql: plannedOnce(sql), sealing: tx.sealing, now, today, pii: true, bands: [] }));
    return sent;
  };
  const reading = (table: string, look: Look): Promise<Reading> =>
    write(tenantId, async (tx) => {
      const sent = await sentBy(tx, table, look);
      const plans: (readonly Plan[])[] = [];
      for (const statement of sent) plans.push(await plansOf(tx, statement));
      return mostOf(plans);
    });
  /** Names that stand where those of tables do. */
  const tables = (table: string, look: Look): Promise<readonly string[]> =>
    write(tenantId, async (tx) => {
      const texts = (await sentBy(tx, table, look)).map(({ text }) => text);
      return [...texts.join(' ').matchAll(/(?:from|join) (\w+)/g)].map(([, name = '']) => name);
    });
  return Object.assign(reading, { tables });
}

type Look = (views: Views) => Promise<unknown>;

let statements = 0;

async function plansOf({ sql }: TenantTransaction, { text, params, planning }: Sent): Promise<readonly Plan[]> {
  const name = `page_${++statements}`;
  await sql(`prepare ${name} as ${text}`);
  const values = params.map((value) => (value === null ? 'null' : pg.escapeLiteral(textOf(value))));
  const execute = `execute ${name}${values.length === 0 ? '' : `(${values.join(', ')})`}`;
  const explained = async (mode: string, options: string): Promise<Plan> => {
    await sql(`set local plan_cache_mode = ${mode}; set local enable_sort = ${planning === 'in_order' ? 'off' : 'on'}`);
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (${options}format json) ${execute}`);
    if (!row) throw new Error('Nothing was explained.');
    return row['QUERY PLAN'][0].Plan;
  };
  const ANALYZE = 'analyze, timing off, buffers, ';
  const forAll = 'force_generic_plan';
  const isPlannedOnce = planning === 'once' || planning === 'in_order';
  const plans = [await explained(isPlannedOnce ? forAll : 'force_custom_plan', ANALYZE)];
  // PostgreSQL keeps the plan for all values where it takes it to be no worse than those for these.
  if (planning === 'by_values' && (await explained(forAll, ''))['Total Cost'] <= (plans[0]?.['Total Cost'] ?? 0) * 1.1)
    plans.push(await explained(forAll, ANALYZE));
  await sql(`deallocate ${name}`);
  return plans;
}

/** As the driver sends it. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((each) => JSON.stringify(String(each))).join(',')}}`;
}

/** Of each statement its most expensive plan; all statements of the page together. */
function mostOf(statements: readonly (readonly Plan[])[]): Reading {
  const readings = statements.map((plans) => {
    const each = plans.map(readingOf);
    return each.reduce((most, reading) =>
      widestIn(reading.tables).rows > widestIn(most.tables).rows ? reading : most,
    );
  });
  const tables = new Map<string, number>();
  for (const reading of readings) for (const [table, rows] of reading.tables) add(tables, table, rows);
  const sum = (figure: 'counted' | 'blocks') => readings.reduce((total, reading) => total + reading[figure], 0);
  return {
    shown: Math.max(...readings.map((reading) => reading.shown)),
    widest: widestIn(tables),
    counted: sum('counted'),
    blocks: sum('blocks'),
  };
}

function readingOf(plan: Plan) {
  const tables = new Map<string, number>();
  let counted = 0;
  const walk = (node: Plan): void => {
    const table = node['Relation Name'];
    if (table !== undefined) add(tables, table, rowsOf(node));
    for (const child of node.Plans ?? []) {
      // All that match are looked up as far as they are counted: see readListed in education/views/sync.ts.
      if (child['Subplan Name'] === 'CTE matching') counted += rowsIn(child);
      else walk(child);
    }
  };
  walk(plan);
  const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { shown: plan['Actual Rows'] ?? 0, tables, counted, blocks };
}

const rowsIn = (node: Plan): number =>
  (node['Relation Name'] === undefined ? 0 : rowsOf(node)) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsIn(child), 0);

function rowsOf(node: Plan): number {
  const rows =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(rows * (node['Actual Loops'] ?? 1));
}

const add = (tables: Map<string, number>, table: string, rows: number) =>
  void tables.set(table, (tables.get(table) ?? 0) + rows);

const widestIn = (tables: ReadonlyMap<string, number>) =>
  [...tables].reduce((most, [table, rows]) => (rows > most.rows ? { table, rows } : most), { table: '', rows: 0 });
