import { Type } from '@mikro-orm/core';

/** What every record of the core has that is read and written by plain statements. */
export type Stored = { id: number; uuid: string; version: number };

export type Column = {
  readonly field: never;
  readonly name: string;
  readonly isDocument: boolean;
  readonly of: (record: object) => unknown;
  /** From what the driver gives. */
  readonly read: (value: unknown) => unknown;
  /** To what the driver takes. */
  readonly write: (value: unknown) => unknown;
};

/** How a class lies in its table, as its mapping says. */
export type Layout = {
  readonly entity: { new (): object };
  readonly table: string;
  readonly columns: readonly Column[];
  /** Those that are ours to change. */
  readonly kept: readonly Column[];
  /** Columns that the database fills in when a row is written. */
  readonly given: readonly Column[];
  /** The columns as a statement names them. */
  readonly list: string;
};

type Property = { readonly type: unknown; readonly fieldName?: string; readonly runtimeType?: string };

const layouts = new Map<object, Layout>();
const GIVEN = ['id', 'version', 'createdAt', 'updatedAt'];

/** Takes a mapping down, so that its class can be read and written without the entity manager as well. */
export function lay(entity: { new (): object }, table: string, properties: { readonly [field: string]: object }): void {
  const columns = Object.entries(properties).map(([field, property]) => columnOf(field, property as Property));
  const list = columns.map(({ name }) => `"${name}"`).join(', ');
  const isGiven = ({ field }: Column) => GIVEN.includes(field);
  const kept = columns.filter((column) => !isGiven(column));
  layouts.set(entity, { entity, table, columns, kept, given: columns.filter(isGiven), list });
}

export function layoutOf(entity: { new (): object }): Layout {
  const layout = layouts.get(entity);
  if (!layout) throw new Error(`${entity.name} is mapped onto no table.`);
  return layout;
}

function columnOf(field: string, { type, fieldName, runtimeType }: Property): Column {
  const { read, write } = translationOf(type, runtimeType);
  return {
    field: field as never,
    name: fieldName ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    isDocument: type === 'json',
    of: (record) => (record as Record<string, unknown>)[field],
    read: (value) => (value === null || value === undefined ? null : read(value)),
    write: (value) => (value === null || value === undefined ? null : write(value)),
  };
}

type Translate = (value: unknown) => unknown;
const asItIs: Translate = (value) => value;

function translationOf(type: unknown, runtimeType?: string): { readonly read: Translate; readonly write: Translate } {
  if (type instanceof Type) {
    const read: Translate = (value) => type.convertToJSValue(value as never, undefined as never);
    return { read, write: (value) => type.convertToDatabaseValue(value as never, undefined as never) };
  }
  if (type === 'bigint')
    return { read: runtimeType === 'number' ? Number : (value) => BigInt(value as string), write: String };
  if (type === 'json') return { read: asItIs, write: (value) => JSON.stringify(value) };
  return { read: asItIs, write: asItIs };
}
