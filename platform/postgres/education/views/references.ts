import type { TenantTransaction } from '../../database.ts';
import type { Condition } from '../../views/view.ts';

/**
 * Ids that have to be looked up before the list is read, by a statement of its own: the planner sees which records a
 * filter is about only when their ids are bound, and could take an order in vain through a million others.
 */
class Lookup {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly most: number;
  /** What is asked instead where there are more. */
  readonly otherwise: readonly Condition[];

  constructor(text: string, values: readonly unknown[], most: number, otherwise: readonly Condition[]) {
    this.text = text;
    this.values = values;
    this.most = most;
    this.otherwise = otherwise;
  }
}

const NOTHING: Condition = ['', undefined];

/**
 * The condition that a column names a record which is given by code, by integer id or by uuid. What could be a code is
 * one where there is such a code.
 */
export function named(column: string, table: string, codeColumn: string, given: string | undefined): Condition {
  const value = spoken(given);
  if (value === undefined) return NOTHING;
  const byCode = `select c.id from ${table} c where c.${codeColumn} = ?1::text`;
  const byId = `select c.id from ${table} c where c.id = ?1::text::bigint and not exists (${byCode})`;
  const byUuid = `select c.id from ${table} c where c.uuid = ?1::uuid`;
  const ids = isUuid(value) ? byUuid : isInteger(value) ? `${byCode} union all ${byId}` : byCode;
  return among(column, ids, [value], ONE, []);
}

/** The same for a record that has no code: by integer id or by uuid. Anything else names nothing. */
export function identified(column: string, table: string, text: string | undefined): Condition {
  if (text === undefined) return NOTHING;
  if (isInteger(text)) return [`${column} = ?::bigint`, text];
  if (!isUuid(text)) return ['?::boolean', false];
  return among(column, `select c.id from ${table} c where c.uuid = ?1::uuid`, [text], ONE, []);
}

/**
 * The condition that an id is among those of a statement, where these are at most so many; otherwise other conditions,
 * which say the same row by row.
 * @param statement of ids, with `?1`, `?2`, ... for its values
 */
export function among(
  column: string,
  statement: string,
  values: readonly unknown[],
  most: number,
  otherwise: readonly Condition[],
): Condition {
  return [`${column} = any(?::bigint[])`, new Lookup(statement, values, most, otherwise)];
}

/** The conditions with what they name looked up: one statement for all of it, none where there is nothing. */
export async function resolved(
  sql: TenantTransaction['sql'],
  conditions: readonly Condition[],
): Promise<readonly Condition[]> {
  const lookups = [...new Set(conditions.flatMap((condition) => condition.filter((part) => part instanceof Lookup)))];
  if (lookups.length === 0) return conditions;
  const params: unknown[] = [];
  const parts = lookups.map(({ text, values, most }, n) => {
    const before = params.push(...values) - values.length;
    const bound = text.replaceAll(/\?(\d)/g, (_, place: string) => `$${before + Number(place)}`);
    return `select ${n} as n, array(select found.id from (${bound}) as found limit ${most + 1}) as ids`;
  });
  const found = await sql<{ n: number; ids: unknown[] }>(parts.join(' union all '), params);
  const idsOf = new Map(found.map(({ n, ids }) => [lookups[n], ids]));
  return conditions.flatMap((condition): Condition[] => {
    const many = condition.find((part) => part instanceof Lookup && (idsOf.get(part)?.length ?? 0) > part.most);
    if (many instanceof Lookup) return [...many.otherwise];
    const [text, ...values] = condition;
    const [value, ...more] = values.map((part) => (part instanceof Lookup ? idsOf.get(part) : part));
    return [[text, value, ...more]];
  });
}

/** A caller's text as PostgreSQL takes it: it can't hold a NUL, and nothing of ours has one. */
export function spoken(text: string | undefined): string | undefined {
  return text?.replaceAll('\0', '\uFFFD');
}

/** A record by code, id or uuid is one record. */
const ONE = 1;

function isInteger(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
