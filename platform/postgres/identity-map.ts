import { opened, type Column, type Layout } from './mapping/layout.ts';
import type { Open, Sealing } from './privacy/keys/tenant-keys.ts';
import { PERSON_KEY, type Lock } from './statements.ts';

/** A row that was read without a lock has changed since. The code is that of a serialization failure. */
class RecordChanged extends Error {
  readonly code = '40001';
}

export type Entry<T> = {
  readonly record: T;
  /** The writable columns as the row holds them. */
  values: unknown[];
  lock: 'share' | 'update' | null;
  /** The key of the person whose row it is, as it is stored; null where there is none. */
  personKey: string | null;
};

/** What is known of the rows of one class. */
export type Known<T extends object> = {
  readonly layout: Layout<T>;
  readonly entries: Map<unknown, Entry<T>>;
  readonly added: T[];
  readonly removed: Set<T>;
  readonly sealing: Sealing;
};

/** The one object of a row. What this transaction knows of it already stays, unless it is locked only now. */
export function take<T extends object>({ layout, entries, sealing }: Known<T>, row: Fields, lock: Lock | null): T {
  const key = layout.key.read(row[layout.key.name]);
  const open = openFor(layout, row, sealing);
  const held = lock === 'skip' ? 'update' : lock;
  const entry = entries.get(key);
  if (!entry) {
    const record = new layout.entity();
    fill(layout, record, row, open);
    entries.set(key, { ...entryOf(layout, record, held), personKey: personKeyIn(row) });
    return record;
  }
  if (isEnough(entry.lock, held)) return entry.record;
  if (entry.lock === null) {
    const { version } = layout;
    const isStale = version && version.read(row[version.name]) !== valueIn(entry.record, version);
    if (isStale) throw staleRows(layout, [entry.record]);
    // Not every change is a new version. What is locked is taken as it is now.
    refresh(layout, entry, row, open);
  }
  entry.lock = held;
  return entry.record;
}

/** Takes a row as it is now, but for the columns that the command has changed: these must be as they were read. */
function refresh<T extends object>(layout: Layout<T>, entry: Entry<T>, row: Fields, open: Open): void {
  const before = entry.values;
  const changed = new Map(changedColumns(layout, entry).map((column) => [column, valueIn(entry.record, column)]));
  fill(layout, entry.record, row, open);
  entry.personKey = personKeyIn(row);
  entry.values = valuesOf(layout, entry.record);
  const isStale = layout.writable.some(
    (column, n) => changed.has(column) && !isSame(column, entry.values[n], before[n]),
  );
  if (isStale) throw staleRows(layout, [entry.record]);
  for (const [column, value] of changed) setField(entry.record, column, value);
}

const RANK = { share: 1, update: 2, skip: 2 } as const;
export const isEnough = (held: Lock | null, wanted: Lock | null): boolean =>
  (held ? RANK[held] : 0) >= (wanted ? RANK[wanted] : 0);

export type Fields = Record<string, unknown>;
/** The fields of a record by name: the columns are those that its mapping names, and mapRecord checks these. */
export const valueIn = (record: object, { field }: Column): unknown => (record as Fields)[field];
export const setField = (record: object, { field }: Column, value: unknown): void =>
  void ((record as Fields)[field] = value);

function fill<T extends object>(layout: Layout<T>, record: T, row: Fields, open: Open): void {
  for (const column of layout.columns) setField(record, column, opened(column, row[column.name], open));
}

// `selectFrom` selects a text under this name, or nothing.
const personKeyIn = (row: Fields): string | null => (row[PERSON_KEY] as string | null | undefined) ?? null;

const openFor = <T extends object>({ isSealed }: Layout<T>, row: Fields, sealing: Sealing): Open =>
  isSealed ? sealing.openFor(personKeyIn(row), String(row['uuid'])) : sealing.open;

/** Sets what the database has filled in, unless a command has changed it meanwhile. */
export function fillIn<T extends object>(
  layout: Layout<T>,
  { record, values }: Entry<T>,
  column: Column,
  value: unknown,
): void {
  const place = layout.writable.indexOf(column);
  if (place < 0 || valueIn(record, column) === undefined) setField(record, column, value);
  if (place >= 0) values[place] = column.isDocument ? column.write(value) : value;
}

export const entryOf = <T extends object>(layout: Layout<T>, record: T, lock: Entry<T>['lock']): Entry<T> => ({
  record,
  values: valuesOf(layout, record),
  lock,
  personKey: null,
});

export const valuesOf = <T extends object>({ writable }: Layout<T>, record: T) =>
  writable.map((column) => comparable(record, column));

/** A document as its text, since it may be changed in place. */
const comparable = (record: object, column: Column): unknown => {
  const value = valueIn(record, column);
  return column.isDocument ? column.write(value) : value;
};

export const changedColumns = <T extends object>({ writable }: Layout<T>, { record, values }: Entry<T>): Column[] =>
  writable.filter((column, n) => !isSame(column, comparable(record, column), values[n]));

/** Of two values that are `comparable`. */
const isSame = (column: Column, a: unknown, b: unknown): boolean =>
  a === b || (!column.isDocument && column.write(a) === column.write(b));

/** What must be in a row still that was not locked: its version, and what the version does not count. */
export const comparedBy = <T extends object>({ version, unversioned }: Layout<T>): Column[] => [
  ...(version ? [version] : []),
  ...unversioned,
];

/** What a column held when its row was read, as the driver takes it. */
export function asRead<T extends object>(layout: Layout<T>, { record, values }: Entry<T>, column: Column): unknown {
  const place = layout.writable.indexOf(column);
  if (place < 0) return column.write(valueIn(record, column));
  return column.isDocument ? values[place] : column.write(values[place]);
}

export const versionOf = <T extends object>(layout: Layout<T>, record: T): number =>
  layout.version ? Number(valueIn(record, layout.version)) : 0;

export function staleRows<T extends object>({ table, key }: Layout<T>, records: readonly T[]): RecordChanged {
  return rowsChanged(
    table,
    records.map((record) => valueIn(record, key)),
  );
}

/** What was read without a lock is no longer so: the command begins again. */
export const rowsChanged = (table: string, keys: readonly unknown[]): RecordChanged =>
  new RecordChanged(`Another transaction has changed ${table} ${keys.join(', ')} since it was read.`);
