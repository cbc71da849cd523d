import type { QueryResult } from 'pg';
import { layoutOf, type Class, type Column, type Layout } from './mapping/layout.ts';
import {
  asRead,
  changedColumns,
  comparedBy,
  entryOf,
  fillIn,
  isEnough,
  setField,
  staleRows,
  take,
  valueIn,
  valuesOf,
  versionOf,
  type Fields,
  type Known,
} from './identity-map.ts';
import { prepared, type Prepared } from './prepared.ts';
import { deleteFrom, insertInto, selectFrom, update, type Lock } from './statements.ts';

type Params = readonly unknown[];

/** What a row is found by: its id, or the name that it has instead. */
type Key<T> = T extends { id: unknown } ? number : string;

/** The records of one class, as this transaction leaves them. A condition is SQL and may go on with `order by`. */
export type Collection<T> = {
  /** The one with this id, or null. One that has been read is not read again. */
  readonly get: (id: Key<T>) => Promise<T | null>;
  /** The same, and nobody else may change it until commit. */
  readonly lock: (id: Key<T>) => Promise<T | null>;
  /** The same, for what many commands refer to and few change: they don’t wait for each other. */
  readonly share: (id: Key<T>) => Promise<T | null>;
  /** Those of the ids that there are, locked, in the order of their ids. What is locked already is not read again. */
  readonly lockIds: (ids: readonly number[]) => Promise<T[]>;
  readonly find: (condition: string, params: Params) => Promise<T[]>;
  readonly lockAll: (condition: string, params: Params) => Promise<T[]>;
  /** Those that nobody else has locked. */
  readonly lockFree: (condition: string, params: Params) => Promise<T[]>;
  readonly first: (condition: string, params: Params) => Promise<T | null>;
  readonly lockFirst: (condition: string, params: Params) => Promise<T | null>;
  /** Writes new records with the next flush, which gives them their ids where they have none. */
  readonly add: (...records: T[]) => void;
  /** Gives a new record its id first, because rows below it need to know it. */
  readonly addWithId: (record: T) => Promise<void>;
  /** An id that no other record of the class will get. */
  readonly nextId: () => Promise<number>;
  /** What was added and is not written yet: `find` can’t see it. */
  readonly added: () => readonly T[];
  /** Deletes the row with the next flush. */
  readonly remove: (record: T) => void;
};

/** Runs a statement and waits for its result. */
type Run = (statement: Prepared, params: Params) => Promise<QueryResult>;
/** Sends a statement that nobody waits for: its failure is the transaction’s. */
type Send = (statement: Prepared, params: Params) => Promise<QueryResult>;

export type UnitOfWork = {
  /** The records of a mapped class: one object for each row, its changed columns written by `flush`. */
  readonly of: <T extends object>(entity: Class<T>) => Collection<T>;
  /** Writes what was added, changed and removed: a statement or two for each class, however many its records are. */
  readonly flush: () => Promise<void>;
  /** Forgets what was added, changed and removed, and not written yet. */
  readonly forget: () => void;
};

export function unitOfWork(run: Run, send: Send): UnitOfWork {
  const classes = new Map<object, Known<object>>();
  let unanswered: Promise<void>[] = [];

  const knownOf = <T extends object>(entity: Class<T>): Known<T> => {
    // The map holds for each class what is known of that class; its type can’t say so.
    let known = classes.get(entity) as Known<T> | undefined;
    if (!known) {
      known = { layout: layoutOf(entity), entries: new Map(), added: [], removed: new Set() };
      classes.set(entity, known);
    }
    return known;
  };

  const insert = async <T extends object>({ layout, entries, added }: Known<T>): Promise<void> => {
    const waiting = bySetColumns(layout, added.splice(0)).map(async ({ written, rows }) => {
      const hasId = written.includes(layout.key);
      const statement = insertInto(layout, written, rows.length === 1 ? 'one' : 'many');
      const params = paramsOf(rows.map((record) => written.map((column) => column.write(valueIn(record, column)))));
      const inserted = rows.map((record) => entryOf(layout, record, 'update'));
      const complete = ({ rows: filled }: QueryResult<Fields>) =>
        inserted.forEach((entry, n) => {
          for (const column of layout.columns)
            if (!written.includes(column)) fillIn(layout, entry, column, column.read(filled[n]?.[column.name]));
          entries.set(valueIn(entry.record, layout.key), entry);
        });
      if (layout.isAddressed && !hasId) return complete(await run(statement, params));
      // Its id is known already, or nobody has to know it: the result comes with a later one.
      if (hasId) {
        for (const entry of inserted) {
          if (layout.version) setField(entry.record, layout.version, 1);
          entries.set(valueIn(entry.record, layout.key), entry);
        }
      }
      unanswered.push(send(statement, params).then(complete, () => undefined));
    });
    await Promise.all(waiting);
  };

  const rewrite = async <T extends object>({ layout, entries }: Known<T>): Promise<void> => {
    const changed = [...entries.values()].flatMap((entry) => {
      const columns = changedColumns(layout, entry);
      return columns.length > 0 ? [{ entry, columns }] : [];
    });
    const groups = Map.groupBy(changed, ({ entry }) => (entry.lock === null ? 'compared' : 'locked'));
    const written = [...groups].map(async ([kind, rows]) => {
      const columns = layout.writable.filter((column) => rows.some((row) => row.columns.includes(column)));
      // What is locked has not changed; the others are written only if they have not.
      const compared = kind === 'locked' ? [] : comparedBy(layout);
      const steps = rows.map((row) => (row.columns.some((column) => !layout.unversioned.has(column)) ? 1 : 0));
      const counts = layout.version !== null && steps.some((step) => step > 0);
      const params = paramsOf(
        rows.map(({ entry }, n) => [
          layout.key.write(valueIn(entry.record, layout.key)),
          ...columns.map((column) => column.write(valueIn(entry.record, column))),
          ...(counts ? [steps[n]] : []),
          ...compared.map((column) => asRead(layout, entry, column)),
        ]),
      );
      const statement = update(layout, columns, { counts, compared, rows: rows.length === 1 ? 'one' : 'many' });
      const sent = kind === 'locked' ? void send(statement, params) : run(statement, params);
      rows.forEach(({ entry }, n) => {
        if (layout.version) setField(entry.record, layout.version, versionOf(layout, entry.record) + (steps[n] ?? 0));
        entry.values = valuesOf(layout, entry.record);
      });
      const result = await sent;
      if (result && result.rowCount !== rows.length)
        throw staleRows(
          layout,
          rows.map(({ entry }) => entry.record),
        );
    });
    await Promise.all(written);
  };

  const erase = async <T extends object>(known: Known<T>): Promise<void> => {
    const { layout, entries, removed } = known;
    const records = [...removed];
    removed.clear();
    if (records.length === 0) return;
    const compared = layout.version ? [layout.version] : [];
    const columns = [layout.key, ...compared];
    const params = columns.map((column) => records.map((record) => column.write(valueIn(record, column))));
    for (const record of records) entries.delete(valueIn(record, layout.key));
    const { rowCount } = await run(deleteFrom(layout, compared), params);
    if (rowCount !== records.length) throw staleRows(layout, records);
  };

  return {
    of: (entity) => collectionOf(knownOf(entity), run),

    flush: async () => {
      await Promise.all(unanswered.splice(0));
      const all = [...classes.values()];
      // All are sent before the first result is there. What is removed or changed leaves its place to what is added.
      await Promise.all([...all.map(erase), ...all.map(rewrite), ...all.map(insert)]);
    },

    forget: () => {
      classes.clear();
      unanswered = [];
    },
  };
}

const NEXT_ID = prepared('select next_id($1::regclass) as id');

function collectionOf<T extends object>(known: Known<T>, run: Run): Collection<T> {
  const { layout, entries } = known;

  const look = async (condition: string, params: Params, lock: Lock | null): Promise<T[]> => {
    const { rows } = await run(selectFrom(layout, condition, lock), params);
    return rows.map((row: Fields) => take(known, row, lock)).filter((record) => !known.removed.has(record));
  };
  const first = async (condition: string, params: Params, lock: Lock | null): Promise<T | null> =>
    (await look(`${condition} limit 1`, params, lock))[0] ?? null;
  const byKey = async (id: unknown, lock: Lock | null): Promise<T | null> => {
    const entry = entries.get(id);
    const added = known.added.find((record) => valueIn(record, layout.key) === id);
    if (added) return added;
    if (!entry || !isEnough(entry.lock, lock)) return first(`"${layout.key.name}" = $1`, [id], lock);
    return known.removed.has(entry.record) ? null : entry.record;
  };
  const nextId = async (): Promise<number> => Number((await run(NEXT_ID, [layout.table])).rows[0]?.id);

  return {
    get: (id) => byKey(id, null),
    lock: (id) => byKey(id, 'update'),
    share: (id) => byKey(id, 'share'),
    lockIds: async (ids) => {
      const unread = ids.filter((id) => !isEnough(entries.get(id)?.lock ?? null, 'update'));
      const key = `"${layout.key.name}"`;
      if (unread.length > 0) await look(`${key} = any($1) order by ${key}`, [unread], 'update');
      const found = ids.toSorted((a, b) => a - b).flatMap((id) => entries.get(id)?.record ?? []);
      return [...new Set(found)].filter((record) => !known.removed.has(record));
    },
    find: (condition, params) => look(condition, params, null),
    lockAll: (condition, params) => look(condition, params, 'update'),
    lockFree: (condition, params) => look(condition, params, 'skip'),
    first: (condition, params) => first(condition, params, null),
    lockFirst: (condition, params) => first(condition, params, 'update'),
    add: (...records) => void known.added.push(...records),
    addWithId: async (record) => {
      setField(record, layout.key, await nextId());
      known.added.push(record);
    },
    nextId,
    added: () => known.added,
    remove: (record) => {
      const place = known.added.indexOf(record);
      if (place >= 0) known.added.splice(place, 1);
      else known.removed.add(record);
    },
  };
}

/** New records by the columns that are set: for the others the table has a default. */
function bySetColumns<T extends object>(layout: Layout<T>, records: readonly T[]) {
  const groups = new Map<string, { readonly written: readonly Column[]; readonly rows: T[] }>();
  for (const record of records) {
    const written = layout.columns.filter((column) => valueIn(record, column) !== undefined);
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
