import { among } from '../../views/lookups.ts';
import type { Column } from '../../views/columns.ts';
import type { Condition } from '../../views/view.ts';

const NOTHING: Condition = ['', undefined];

/**
 * The condition that a column names a record by code, by integer id or by uuid. What could be a code is one where there
 * is such a code.
 */
export function named(
  column: Column<number | null>,
  table: string,
  codeColumn: string,
  text: string | undefined,
): Condition {
  const value = storable(text);
  if (value === undefined) return NOTHING;
  const byCode = `select c.id from ${table} c where c.${codeColumn} = ?1::text`;
  const byId = `select c.id from ${table} c where c.id = ?1::text::bigint and not exists (${byCode})`;
  const byUuid = `select c.id from ${table} c where c.uuid = ?1::uuid`;
  const ids = isUuid(value) ? byUuid : isInteger(value) ? `${byCode} union all ${byId}` : byCode;
  return among(column.sql, ids, [value], ONE, []);
}

/** The same for a record that has no code: by integer id or by uuid. Anything else names nothing. */
export function identified(column: Column<number | null>, table: string, text: string | undefined): Condition {
  if (text === undefined) return NOTHING;
  if (isInteger(text)) return [`${column} = ?::bigint`, text];
  if (!isUuid(text)) return ['?::boolean', false];
  return among(column.sql, `select c.id from ${table} c where c.uuid = ?1::uuid`, [text], ONE, []);
}

/** A caller's text as PostgreSQL takes it: it can't hold a NUL, and no text of ours has one. */
export function storable(text: string | undefined): string | undefined {
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
