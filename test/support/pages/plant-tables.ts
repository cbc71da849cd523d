import type { ListField } from '#platform/app/lists.ts';

/** One statement as who may switch constraints off. */
export type Superuser = <Row extends object>(text: string, params?: readonly unknown[]) => Promise<Row[]>;

/** A table that is planted: how many rows, and what it is listed by. */
export type Planted = {
  readonly table: string;
  readonly rows: number;
  readonly fields: readonly ListField[];
};

type ColumnInfo = {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly fallback: string | null;
};

/** Few enough that many records share one: a society has so many branches and products. */
const COARSE: { readonly [column: string]: number } = {
  branch_id: 5,
  product_id: 5,
  agent_id: 5,
  account_id: 50,
  app_id: 2,
  client_id: 2,
  endpoint_id: 2,
  reconciliation_id: 50,
};
/** A table whose rows are parts of a record: it has a few of them, not a share of all. */
const PARTS: ReadonlySet<string> = new Set(['agent_stripe']);
/** How many records the smallest joined table has: what names one of another table names one of these. */
export const JOINED_ROWS = 5_000;

/**
 * Plants tables by one statement each, from what the catalogue says of their columns: no list has a planter of its own, so
 * that a new one is planted as well. Without triggers and constraints; nothing is analysed, and nothing will be.
 *
 * Values are made so that a wrong plan shows. The first choice of a column is common, the second is that of the newest rows
 * alone, the third of the oldest, the last of one in a thousand: an order that is walked for them is walked through nearly all rows.
 */
export async function plantTables(superuser: Superuser, tenantId: number, tables: readonly Planted[]): Promise<void> {
  // What the database fills in itself asks whose row it is.
  await superuser(`select set_config('app.tenant', '${tenantId}', false)`);
  await superuser('set session_replication_role = replica');
  for (const planted of tables) await plantTable(superuser, tenantId, planted);
  await superuser('set session_replication_role = origin');
}

async function plantTable(superuser: Superuser, tenantId: number, { table, rows, fields }: Planted): Promise<void> {
  const holders = await superuser<{ name: string }>(
    `select coalesce(i.inhrelid, c.oid)::regclass::text as name
       from pg_class c left join pg_inherits i on i.inhparent = c.oid where c.oid = $1::regclass`,
    [table],
  );
  for (const { name } of holders) await superuser(`alter table ${name} set (autovacuum_enabled = off)`);
  const checks = await superuser<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
       from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
    [table],
  );
  for (const { drop } of checks) await superuser(drop);
  // What there may be one of at a time is no constraint here, and an index still. Keys of rows stay.
  const unique = await superuser<{ drop: string; make: string }>(
    `select case when c.conname is null then format('drop index %s', i.indexrelid::regclass)
                 else format('alter table %s drop constraint %I cascade', i.indrelid::regclass, c.conname) end as drop,
            replace(pg_get_indexdef(i.indexrelid), 'CREATE UNIQUE', 'CREATE') as make
       from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype = 'u'
      where i.indrelid = $1::regclass and i.indisunique and not i.indisprimary`,
    [table],
  );
  for (const { drop, make } of unique) await superuser(`${drop}; ${make}`);
  const columns = await superuser<ColumnInfo>(
    `select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
            pg_get_expr(d.adbin, d.adrelid) as fallback
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const named = columns.flatMap((column) => {
    const value = column.name === 'tenant_id' ? String(tenantId) : valueOf(column, { table, rows, fields });
    return value === null ? [] : [{ name: column.name, value }];
  });
  const names = named.map(({ name }) => name).join(', ');
  const values = named.map(({ value }) => value).join(', ');
  // What the tests have planted is in the way of ids of our own.
  await superuser(`delete from ${table}`);
  await superuser(`insert into ${table} (${names}) select ${values} from generate_series(1::bigint, ${rows}) as n`);
}

/** What a column has in the row n; null where it is left out. */
function valueOf({ name, type, nullable, fallback }: ColumnInfo, { table, rows, fields }: Planted): string | null {
  if (name === 'id') return 'n';
  // Names the key that it is sealed with.
  if (name === 'sealed') return `'k.1.' || n`;
  const field = fields.find(({ column, sortColumn }) => column === name || sortColumn === name);
  if (field?.choices) return choiceOf(field.choices, rows);
  if (name.endsWith('_id') && type === 'bigint')
    return `1 + n % ${(PARTS.has(table) ? undefined : COARSE[name]) ?? JOINED_ROWS}`;
  // Partial indexes are of what is missing: work that is done.
  if (nullable && !field) return null;
  if (fallback !== null && !field && name !== 'created_at' && name !== 'updated_at') return null;
  return plainValue(name, type, rows);
}

function plainValue(name: string, type: string, rows: number): string {
  switch (type) {
    case 'uuid':
      return 'gen_random_uuid()';
    case 'bigint':
    case 'integer':
    case 'smallint':
    case 'numeric':
      return '(n * 7919) % 1000003';
    case 'boolean':
      return 'n % 100 = 0';
    case 'date':
      return `date '2025-01-01' + n::int % 1000`;
    case 'jsonb':
      return name.endsWith('s') ? `'[]'` : `'{}'`;
    case 'bytea':
      return `decode(lpad(to_hex(n), 8, '0'), 'hex')`;
    case 'text[]':
      return `'{}'`;
    case 'bigint[]':
      return `'{}'`;
    default:
      return type.startsWith('timestamp')
        ? `now() - (${rows} - n) * interval '1 second'`
        : `'${name.slice(0, 3)}-' || lpad(n::text, 8, '0')`;
  }
}

function choiceOf(choices: readonly string[], rows: number): string {
  const quoted = choices.map((choice) => `'${choice}'`);
  const [common, newest = common, oldest = common] = quoted;
  const rare = quoted.at(-1);
  return `case when n % 1000 = 7 then ${rare} when n > ${rows} * 0.97 then ${newest} when n <= ${rows} * 0.03 then ${oldest}
    when n % 10 < 6 then ${common} else (array[${quoted.join(', ')}])[1 + n % ${quoted.length}] end`;
}
