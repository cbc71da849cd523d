import { isEnough, setField, take, valueIn, type Fields, type Known } from './identity-map.ts';
import { layoutOf, type Class } from './mapping/layout.ts';
import { prepared } from './prepared.ts';
import type { Sealing } from './privacy/keys/tenant-keys.ts';
import { selectFrom, type Lock } from './statements.ts';
import { deleteRemoved, insertAdded, updateChanged, type Connection, type Run, type Send } from './writes.ts';

type Params = readonly unknown[];

/** What a row is found by: its id, or the name that it has instead. */
type Key<T> = T extends { id: unknown } ? number : string;

/** The records of one class, as this transaction leaves them. A condition is SQL and may go on with `order by`. */
export type Collection<T> = {
  /** The one with this id, or null. One that has been read is not read again. */
  readonly get: (id: Key<T>) => Promise<T | null>;
  /** The same, locked: no other transaction may change it until commit. */
  readonly lock: (id: Key<T>) => Promise<T | null>;
  /** The same, for what many commands refer to and few change: they don’t wait for each other. */
  readonly share: (id: Key<T>) => Promise<T | null>;
  /** Those of the ids that there are, locked, in the order of their ids. What is locked already is not read again. */
  readonly lockIds: (ids: readonly number[]) => Promise<T[]>;
  readonly find: (condition: string, params: Params) => Promise<T[]>;
  readonly lockAll: (condition: string, params: Params) => Promise<T[]>;
  /** Those that no other transaction has locked. */
  readonly lockFree: (condition: string, params: Params) => Promise<T[]>;
  readonly first: (condition: string, params: Params) => Promise<T | null>;
  readonly lockFirst: (condition: string, params: Params) => Promise<T | null>;
  /** Writes new records with the next flush, which gives them their ids where they have none. */
  readonly add: (...records: T[]) => void;
  /** Gives a new record its id first, because rows below it need to know it. */
  readonly addWithId: (record: T) => Promise<void>;
  /**
   * The number that a new record is to have, and with the same round trip the id of the one that is added next: writing
   * it needs no result then.
   */
  readonly withId: <Number>(number: Promise<Number>) => Promise<Number>;
  /** An id that no other record of the class will get. */
  readonly nextId: () => Promise<number>;
  /** What was added and is not written yet: `find` can’t see it. */
  readonly added: () => readonly T[];
  /** Deletes the row with the next flush. */
  readonly remove: (record: T) => void;
};

/** By how many versions changed records go up; those that are not among them by one. */
type Versions = ReadonlyMap<object, number>;
const ONE_EACH: Versions = new Map();

export type UnitOfWork = {
  /** The records of a mapped class: one object for each row, its changed columns written by `flush`. */
  readonly of: <T extends object>(entity: Class<T>) => Collection<T>;
  /** Writes what was added, changed and removed: a statement or two for each class, however many its records are. */
  readonly flush: (versions?: Versions) => Promise<void>;
  /** What was locked for a change, changed and added, as far as it has been flushed. */
  readonly written: () => readonly { readonly table: string; readonly ids: readonly number[] }[];
  /** All rows that were read, by table. */
  readonly known: () => readonly { readonly table: string; readonly ids: readonly number[] }[];
  /** Forgets what was added, changed and removed, and not written yet. */
  readonly forget: () => void;
};

export function unitOfWork(run: Run, send: Send, sealing: Sealing): UnitOfWork {
  const classes = new Map<object, Known<object>>();
  const connection: Connection = { run, send, inFlight: [] };

  const knownOf = <T extends object>(entity: Class<T>): Known<T> => {
    // The map holds for each class what is known of that class; its type can’t say so.
    let known = classes.get(entity) as Known<T> | undefined;
    if (!known) {
      known = { layout: layoutOf(entity), entries: new Map(), added: [], removed: new Set(), sealing };
      classes.set(entity, known);
    }
    return known;
  };

  return {
    of: (entity) => collectionOf(knownOf(entity), run),

    flush: async (versions = ONE_EACH) => {
      await Promise.all(connection.inFlight.splice(0));
      const all = [...classes.values()];
      // All are sent before the first result is there. What is removed or changed leaves its place to what is added.
      await Promise.all([
        ...all.filter(({ removed }) => removed.size > 0).map((known) => deleteRemoved(known, connection)),
        ...all.flatMap((known) => updateChanged(known, connection, versions)),
        ...all.filter(({ added }) => added.length > 0).map((known) => insertAdded(known, connection)),
      ]);
    },

    written: () =>
      [...classes.values()].map(({ layout, entries }) => ({
        table: layout.table,
        ids: [...entries].flatMap(([key, { lock }]) => (lock === 'update' && typeof key === 'number' ? [key] : [])),
      })),

    known: () =>
      [...classes.values()].map(({ layout, entries }) => ({
        table: layout.table,
        ids: [...entries.keys()].filter((key) => typeof key === 'number'),
      })),

    forget: () => {
      classes.clear();
      connection.inFlight.length = 0;
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
  /** Drawn, and taken by no record yet. */
  const drawn: number[] = [];

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
    add: (...records) => {
      for (const record of records) {
        const isNew = drawn.length > 0 && valueIn(record, layout.key) === undefined;
        if (isNew) setField(record, layout.key, drawn.shift());
        known.added.push(record);
      }
    },
    withId: async (number) => {
      const [found, id] = await Promise.all([number, nextId()]);
      drawn.push(id);
      return found;
    },
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
