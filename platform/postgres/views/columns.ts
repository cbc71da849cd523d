import type { Row } from '../database.ts';
import { layoutOf, opened, type Column as StoredColumn } from '../mapping/layout.ts';
import { personKey, type Open, type Sealing } from '../privacy/keys/tenant-keys.ts';
import { PERSON_KEY } from '../statements.ts';
import { readDate, readInstant } from '../mapping/types.ts';

/**
 * Typed columns. A view names the columns that it shows once: the list of its SELECT, the type of its records and the
 * way in which a row is read follow from that, and the types of columns from the classes of the core.
 */
export type Column<T> = {
  /** The column, or an expression, as a statement says it. */
  readonly sql: string;
  /** From what the driver gives. @param open opens what is sealed with the key of the row’s person */
  readonly read: (value: unknown, open: Open) => T;
  /** It is sealed: with the key of the person whose row it is, which has to be read with it, or with one of the tenant. */
  readonly sealed?: SealedBy;
  /** So that a column can stand in the text of a statement: `${l.memberId}`. */
  readonly toString: () => string;
};

type SealedBy = 'person' | 'tenant';

type Stored<T> = { [Field in keyof T]-?: T[Field] extends (...args: never[]) => unknown ? never : Field }[keyof T];
type Columns<T> = { readonly [Field in Stored<T>]: Column<T[Field]> };

/** What a view shows: columns by the names that they are shown under, in groups where they belong together. */
export type Shape = { readonly [name: string]: Node };
type Node = Column<unknown> | Shape | Group<Shape, boolean>;
/** Columns that are shown together, or null where `present` is null. */
type Group<S extends Shape, Optional extends boolean> = {
  readonly present: Column<unknown>;
  readonly group: S;
  readonly optional: Optional;
};

/** The record that a view shows. */
export type Shown<S> =
  S extends Column<infer T>
    ? T
    : S extends Group<infer G, infer Optional>
      ? Shown<G> | (Optional extends true ? null : never)
      : { readonly [Name in keyof S]: Shown<S[Name]> };

const column = <T>(sql: string, read: Column<T>['read']): Column<T> => ({ sql, read, toString: () => sql });

/** The columns of a mapped class under an alias of its table; `l`, where it is what the view lists. */
export function columnsOf<T extends object>(entity: { new (): T }, alias = 'l'): Columns<T> {
  const columns = layoutOf(entity).columns.map((each) => [each.field, columnAs(each, alias)]);
  // The mapping names every field of the class and its type.
  return Object.fromEntries(columns) as Columns<T>;
}

function columnAs(stored: StoredColumn, alias: string): Column<unknown> {
  const sql = `${alias}.${stored.name}`;
  if (stored.sealed === null) return column(sql, stored.read);
  const by = stored.sealed.isOfPerson ? 'person' : 'tenant';
  return { ...column(sql, (value, open) => opened(stored, value, open)), sealed: by };
}

/** Some of the columns. */
export function pick<C extends object, Name extends keyof C>(columns: C, ...names: readonly Name[]): Pick<C, Name> {
  // Object.fromEntries has no type for keys that are known.
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<C, Name>;
}

type RecordColumns = {
  readonly id: Column<number>;
  readonly uuid: Column<string>;
  readonly version: Column<number>;
  readonly createdAt: Column<Temporal.Instant>;
  readonly updatedAt: Column<Temporal.Instant>;
};

/** The columns that every addressable record shows. */
export const record = <C extends RecordColumns>(columns: C) =>
  pick(columns, 'id', 'uuid', 'version', 'createdAt', 'updatedAt');

/** Another record, by its id and uuid and what else is shown of it: null where the id may be null and is. */
export function reference<Id extends number | null, More extends Shape = Record<never, never>>(
  id: Column<Id>,
  uuid: Column<string>,
  more?: More,
): Group<{ readonly id: Column<number>; readonly uuid: Column<string> } & More, null extends Id ? true : false> {
  // More is part of the group where it is there, and adds nothing where it is not: no type says that of a spread.
  return together(id, { id, uuid, ...more } as never) as never;
}

/** Columns that are there together or not at all: null where the first one is. */
export function together<T, S extends Shape>(
  present: Column<T>,
  group: S,
): Group<{ readonly [Name in keyof S]: Present<S[Name]> }, null extends T ? true : false> {
  // What may be null is not, where the group is present; and whether it may be, the type of `present` says.
  return { present, group, optional: true } as never;
}
type Present<N> =
  N extends Column<infer T>
    ? Column<NonNullable<T>>
    : N extends Shape
      ? { readonly [Name in keyof N]: Present<N[Name]> }
      : N;

/** A column of a table that may be joined without result. */
export const orNull = <T>(of: Column<T>): Column<T | null> => of;

const whereThere =
  <T>(read: (value: unknown) => T) =>
  (value: unknown): T =>
    // Null has no other form; that it may be there, `orNull` says.
    value === null ? (null as T) : read(value);

/** Expressions, by what they give. The driver gives numbers of 64 bits, instants and dates as texts. */
export const expression = {
  text: (sql: string) => column(sql, whereThere(String)),
  /** One of some words. @throws Error where it is none of them */
  choice: <const Word extends string>(sql: string, words: readonly Word[]) =>
    column(
      sql,
      whereThere((value) => {
        const word = words.find((each) => each === value);
        if (word === undefined) throw new Error(`${sql} gives ${String(value)}, which is none of ${words.join(', ')}.`);
        return word;
      }),
    ),
  id: (sql: string) => column(sql, whereThere(Number)),
  integer: (sql: string) => column(sql, whereThere(Number)),
  /** Minor units. */
  cents: (sql: string) =>
    column(
      sql,
      whereThere((value) => BigInt(String(value))),
    ),
  flag: (sql: string) => column(sql, whereThere(Boolean)),
  instant: (sql: string) => column(sql, whereThere(readInstant)),
  date: (sql: string) => column(sql, whereThere(readDate)),
  /** A document, as it was written: its type can’t be proven here. */
  json: <T>(sql: string) => column(sql, (value) => value as T),
  /** A sealed document; the same of its type. @param place the column that it is stored in */
  sealed: <T>(sql: string, place: string): Column<T | null> => ({
    ...column(sql, (value, open) => (value === null ? null : (JSON.parse(open(String(value), place)) as T))),
    sealed: 'person',
  }),
};

type Kind = Exclude<keyof typeof expression, 'json' | 'choice' | 'sealed'>;

/** The columns of a table that has no class in the core, by their names in camel case. */
export function unmapped<const Kinds extends { readonly [field: string]: Kind }>(
  alias: string,
  kinds: Kinds,
): { readonly [Field in keyof Kinds]: ReturnType<(typeof expression)[Kinds[Field]]> } {
  const columns = Object.entries(kinds).map(([field, kind]) => {
    const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [field, expression[kind](`${alias}.${name}`)];
  });
  // As in `pick`.
  return Object.fromEntries(columns) as never;
}

/** Rows of another table that are shown with a record, in their order: one value of the statement. */
export function listed<S extends Shape>(columns: S, from: string, order: string): Column<readonly Shown<S>[]> {
  const leaves: string[] = [];
  // Numbers of 64 bits keep their digits in JSON: no amount and no id is beyond 2^53.
  const { read, sealed } = readerOf(columns, (sql) => leaves.push(sql) - 1);
  const values = `jsonb_build_array(${leaves.join(', ')})`;
  const sql = `(select jsonb_agg(${values} order by ${order}) from ${from})`;
  // The reader was made from these columns, and PostgreSQL gives an array of arrays, or null where there are no rows.
  const all = column(sql, (rows, open) => ((rows ?? []) as Row[]).map((row) => read(row, open) as Shown<S>));
  return sealed === null ? all : { ...all, sealed };
}

/** The list of a SELECT, and what reads its rows. @throws Error where a column is sealed */
export function selection<S extends Shape>(
  columns: S,
): { readonly list: string; readonly read: (row: Row) => Shown<S> } {
  const { list, read, sealed } = selected(columns);
  if (sealed !== null) throw new Error(`Of ${list} something is sealed.`);
  // As in `listed`.
  return { list, read: (row) => read(row, NOTHING_SEALED) as Shown<S> };
}

/** The same where columns may be sealed, with the key of the person whose row `l` is. */
export function sealedSelection<S extends Shape>(
  columns: S,
): { readonly list: string; readonly read: (row: Row, context: { readonly sealing: Sealing }) => Shown<S> } {
  const { list, read, sealed } = selected(columns);
  // As in `listed`, here and below.
  if (sealed === null) return { list, read: (row) => read(row, NOTHING_SEALED) as Shown<S> };
  if (sealed === 'tenant') return { list, read: (row, { sealing }) => read(row, sealing.open) as Shown<S> };
  return {
    list: `${list}, ${personKey('l.uuid')} as "${PERSON_KEY}", l.uuid as "${PERSON}"`,
    read: (row, { sealing }) => {
      const key = row[PERSON_KEY];
      return read(row, sealing.openFor(typeof key === 'string' ? key : null, String(row[PERSON]))) as Shown<S>;
    },
  };
}

const PERSON = 'person';
const NOTHING_SEALED: Open = (text) => text;

function selected(columns: Shape) {
  const list: string[] = [];
  const made = readerOf(columns, (sql, path) => {
    const name = path.join('.');
    list.push(`${sql} as "${name}"`);
    return name;
  });
  return { ...made, list: list.join(', ') };
}

type Place = string | number;
type Read = (row: { readonly [place: Place]: unknown }, open: Open) => unknown;

/**
 * One object literal, compiled when the view is declared: filling objects name by name costs half as much again for
 * every row. Nothing is spliced but names and places of our own, as JSON.
 * @param place takes the SQL of each column in turn, and says where its value is in a row
 */
function readerOf(
  shape: Shape,
  place: (sql: string, path: readonly string[]) => Place,
): { readonly read: Read; readonly sealed: SealedBy | null } {
  const reads: Column<unknown>['read'][] = [];
  let sealed: SealedBy | null = null;
  const valueAt = (sql: string, path: readonly string[]) => `row[${JSON.stringify(place(sql, path))}]`;
  const literalOf = (of: Shape, path: readonly string[]): string =>
    `{ ${Object.entries(of).map(([name, node]) => `${JSON.stringify(name)}: ${sourceOf(node, [...path, name])}`)} }`;
  const sourceOf = (node: Node, path: readonly string[]): string => {
    if (isColumn(node)) {
      if (sealed !== 'person') sealed = node.sealed ?? sealed;
      return `read[${reads.push(node.read) - 1}](${valueAt(node.sql, path)}, open)`;
    }
    if (!isGroup(node)) return literalOf(node, path);
    return `${valueAt(node.present.sql, [...path, 'present'])} === null ? null : ${literalOf(node.group, path)}`;
  };
  const source = `return (row, open) => (${literalOf(shape, [])});`;
  // What source text makes, only the text can say.
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func
  return { read: new Function('read', source)(reads) as Read, sealed };
}

const isColumn = (node: Node): node is Column<unknown> => 'sql' in node && typeof node.sql === 'string';
const isGroup = (node: Node): node is Group<Shape, boolean> => 'present' in node && 'group' in node;
