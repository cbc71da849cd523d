import type { QueryResult } from 'pg';
import {
  asRead,
  changedColumns,
  comparedBy,
  entryOf,
  fillIn,
  setField,
  staleRows,
  valueIn,
  valuesOf,
  versionOf,
  type Entry,
  type Fields,
  type Known,
} from './identity-map.ts';
import { stored, type Column, type Layout } from './mapping/layout.ts';
import { prepared, type Prepared } from './prepared.ts';
import type { Seal, Sealing } from './privacy/keys/tenant-keys.ts';
import { deleteFrom, insertInto, update } from './statements.ts';

type Params = readonly unknown[];

/** Runs a statement and waits for its result. */
export type Run = (statement: Prepared, params: Params) => Promise<QueryResult>;
/** Sends a statement that is not waited for: its failure is the transaction’s. */
export type Send = (statement: Prepared, params: Params) => Promise<QueryResult>;

/** The connection of a transaction, and the completion of what was sent and not waited for. */
export type Connection = { readonly run: Run; readonly send: Send; readonly inFlight: Promise<void>[] };

/** Writes new records: one statement for those with the same columns. */
export async function insertAdded<T extends object>(
  { layout, entries, added, sealing }: Known<T>,
  { run, send, inFlight }: Connection,
): Promise<void> {
  const waiting = bySetColumns(layout, added.splice(0)).map(async ({ written, rows }) => {
    const hasId = written.includes(layout.key);
    const statement = insertInto(layout, written, rows.length === 1 ? 'one' : 'many');
    const inserted = rows.map((record) => entryOf(layout, record, 'update'));
    const seals = sealsOf(layout, inserted, sealing, send);
    const params = paramsOf(
      inserted.map(({ record }, n) => written.map((column) => stored(column, valueIn(record, column), seals(n)))),
    );
    const complete = ({ rows: filled }: QueryResult<Fields>) =>
      inserted.forEach((entry, n) => {
        for (const column of layout.columns)
          if (!written.includes(column)) fillIn(layout, entry, column, column.read(filled[n]?.[column.name]));
        entries.set(valueIn(entry.record, layout.key), entry);
      });
    if (layout.isAddressed && !hasId) return complete(await run(statement, params));
    // Its id is known already, or it is not needed: the result comes with a later one.
    if (hasId) {
      for (const entry of inserted) {
        if (layout.version) setField(entry.record, layout.version, 1);
        entries.set(valueIn(entry.record, layout.key), entry);
      }
    }
    inFlight.push(send(statement, params).then(complete, () => undefined));
  });
  await Promise.all(waiting);
}

/** Writes changed columns: one statement for the rows that are locked, one for those that are not. */
export function updateChanged<T extends object>(
  { layout, entries, sealing }: Known<T>,
  { run, send }: Connection,
  versions: ReadonlyMap<object, number>,
): readonly Promise<void>[] {
  const changed = [...entries.values()].flatMap((entry) => {
    const columns = changedColumns(layout, entry);
    return columns.length > 0 ? [{ entry, columns }] : [];
  });
  if (changed.length === 0) return [];
  const groups = Map.groupBy(changed, ({ entry }) => (entry.lock === null ? 'compared' : 'locked'));
  return [...groups].map(async ([kind, rows]) => {
    const changedInAny = layout.writable.filter((column) => rows.some((row) => row.columns.includes(column)));
    const columns = [...changedInAny, ...hashesOf(layout, changedInAny)];
    const seals = sealsOf(
      changedInAny.some(({ sealed }) => sealed !== null) ? layout : { isSealed: false },
      rows.map(({ entry }) => entry),
      sealing,
      send,
    );
    // What is locked has not changed; the others are written only if they have not.
    const compared = kind === 'locked' ? [] : comparedBy(layout);
    const steps = rows.map(({ entry, columns: own }) =>
      own.some((column) => !layout.unversioned.has(column)) ? (versions.get(entry.record) ?? 1) : 0,
    );
    const counts = layout.version !== null && steps.some((step) => step > 0);
    const params = paramsOf(
      rows.map(({ entry }, n) => [
        layout.key.write(valueIn(entry.record, layout.key)),
        ...columns.map((column) => stored(column, valueIn(entry.record, column), seals(n))),
        ...(counts ? [steps[n]] : []),
        ...compared.map((column) => asRead(layout, entry, column)),
      ]),
    );
    const statement = update(layout, columns, { counts, compared, rows: rows.length === 1 ? 'one' : 'many' });
    const sent = kind === 'locked' ? void send(statement, params) : run(statement, params);
    rows.forEach(({ entry }, n) => {
      if (layout.version) setField(entry.record, layout.version, versionOf(layout, entry.record) + (steps[n] ?? 0));
      entry.values = valuesOf(layout, entry.record);
      // The update itself locks the row.
      entry.lock = 'update';
    });
    const result = await sent;
    if (result && result.rowCount !== rows.length)
      throw staleRows(
        layout,
        rows.map(({ entry }) => entry.record),
      );
  });
}

/** Deletes the rows of what was removed. */
export async function deleteRemoved<T extends object>(
  { layout, entries, removed }: Known<T>,
  { run }: Connection,
): Promise<void> {
  const records = [...removed];
  removed.clear();
  const compared = layout.version ? [layout.version] : [];
  const columns = [layout.key, ...compared];
  const params = columns.map((column) => records.map((record) => column.write(valueIn(record, column))));
  for (const record of records) entries.delete(valueIn(record, layout.key));
  const { rowCount } = await run(deleteFrom(layout, compared), params);
  if (rowCount !== records.length) throw staleRows(layout, records);
}

/** The keyed hashes of some columns, which are written with them. */
const hashesOf = <T extends object>({ hashes }: Layout<T>, columns: readonly Column[]): Column[] =>
  hashes.filter(({ field }) => columns.some((column) => column.field === field));

const ADD_PERSON_KEYS = prepared(
  'insert into personal_key (uuid, sealed) select * from unnest($1::uuid[], $2::text[])',
);

/**
 * What seals each of some rows: the key of its person, which is made with the first of the rows that is written. A row of a
 * person who was erased says nothing more.
 */
function sealsOf<T extends object>(
  { isSealed }: Pick<Layout<T>, 'isSealed'>,
  entries: readonly Entry<T>[],
  sealing: Sealing,
  send: Send,
): (row: number) => Seal {
  if (!isSealed) return () => sealing.plain;
  const made: (readonly [person: string, key: string])[] = [];
  const seals = entries.map((entry) => {
    // What is sealed is a person's, whose records have both; each is looked at below.
    const { uuid, erased } = entry.record as { readonly uuid?: unknown; readonly erased?: unknown };
    if (erased === true) return sealing.plain;
    const person = String(uuid);
    if (entry.personKey === null) {
      entry.personKey = sealing.newKey(person);
      made.push([person, entry.personKey]);
    }
    return sealing.sealFor(entry.personKey, person);
  });
  if (made.length > 0) void send(ADD_PERSON_KEYS, [made.map(([person]) => person), made.map(([, key]) => key)]);
  return (row) => seals[row] ?? sealing.plain;
}

/** New records by the columns that are set: for the others the table has a default. */
function bySetColumns<T extends object>(layout: Layout<T>, records: readonly T[]) {
  const groups = new Map<string, { readonly written: readonly Column[]; readonly rows: T[] }>();
  for (const record of records) {
    const set = layout.columns.filter((column) => valueIn(record, column) !== undefined);
    const written = [...set, ...hashesOf(layout, set)];
    const name = written.map((column) => column.name).join();
    const group = groups.get(name);
    if (group) group.rows.push(record);
    else groups.set(name, { written, rows: [record] });
  }
  return [...groups.values()];
}

/** Rows as parameters: of one its values, of several an array for each column. */
function paramsOf(rows: readonly (readonly unknown[])[]): readonly unknown[] {
  const [first = []] = rows;
  return rows.length === 1 ? first : first.map((_, column) => rows.map((row) => row[column]));
}
