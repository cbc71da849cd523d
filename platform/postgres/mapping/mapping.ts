import { EntitySchema } from '@mikro-orm/core';
import { childColumns, logColumns, recordColumns, rowColumns, tenantId } from './types.ts';

type Class<T> = { new (): T; name: string };
type Columns<T> = { [Field in keyof T as T[Field] extends (...args: never[]) => unknown ? never : Field]: object };

/**
 * Maps a class of the core onto a table, from outside: the class knows nothing of it. Every public field has to be
 * named (a field of the core that isn't stored is a type error here).
 */
export function mapRecord<T extends object>(
  entity: Class<T>,
  table: string,
  columns: Omit<Columns<T>, keyof typeof recordColumns>,
): EntitySchema<T> {
  return schema(entity, table, { ...recordColumns, ...columns });
}

/** Maps a child row: an id and a version, addressed only through its parent. */
export function mapChild<T extends object>(
  entity: Class<T>,
  table: string,
  columns: Omit<Columns<T>, keyof typeof childColumns>,
): EntitySchema<T> {
  return schema(entity, table, { ...childColumns, ...columns });
}

/** Maps a child row that is stamped but has no version: two never change it at the same time. */
export function mapRow<T extends object>(
  entity: Class<T>,
  table: string,
  columns: Omit<Columns<T>, keyof typeof rowColumns>,
): EntitySchema<T> {
  return schema(entity, table, { ...rowColumns, ...columns });
}

/** Maps a row that is written once. */
export function mapLog<T extends object>(
  entity: Class<T>,
  table: string,
  columns: Omit<Columns<T>, keyof typeof logColumns>,
): EntitySchema<T> {
  return schema(entity, table, { ...logColumns, ...columns });
}

/** Maps a row that has a key of its own, beside the tenant. */
export function mapKeyed<T extends object>(entity: Class<T>, table: string, columns: Columns<T>): EntitySchema<T> {
  return schema(entity, table, { tenantId, ...columns });
}

function schema<T extends object>(
  entity: Class<T>,
  table: string,
  properties: { readonly [field: string]: object },
): EntitySchema<T> {
  // The library wants each property's type; which fields there are, the parameters above have seen to.
  return new EntitySchema({ class: entity, tableName: table, properties } as never) as unknown as EntitySchema<T>;
}
