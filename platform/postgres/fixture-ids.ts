import { createHash } from 'node:crypto';
import { setField, valueIn } from './identity-map.ts';
import type { TenantTransaction } from './database.ts';
import { layoutOf, type Class } from './mapping/layout.ts';
import type { Collection } from './unit-of-work.ts';

/** The ids and uuids of a fixture. */
export type FixtureIds = {
  readonly next: (table: string) => number;
  readonly uuid: () => string;
  /** How far each table was counted. */
  readonly reached: () => ReadonlyMap<string, number>;
  /** Counts on from there. */
  readonly goBackTo: (reached: ReadonlyMap<string, number>) => void;
};

/** Ids up to this one are those of fixtures: others begin behind it (restart_sandbox in the migrations). */
const MOST_OF_A_TABLE = 1_000;

/**
 * Counts the records of each table from 1, and the uuids from the first.
 * @param most rows of a table
 * @param reached where it goes on, after a process that died
 */
export function fixtureIds(most = MOST_OF_A_TABLE, reached: ReadonlyMap<string, number> = new Map()): FixtureIds {
  let counts = new Map(reached);
  const count = (name: string): number => {
    const reached = (counts.get(name) ?? 0) + 1;
    counts.set(name, reached);
    return reached;
  };
  return {
    next: (table) => {
      const id = count(table);
      if (id > most) throw new Error(`A fixture has at most ${most} rows of ${table}.`);
      return id;
    },
    uuid: () => fixtureUuid(count('uuid')),
    reached: () => new Map(counts),
    goBackTo: (reached) => {
      counts = new Map(reached);
    },
  };
}

/**
 * A transaction whose new records get these ids and uuids, in a sandbox that is empty. Events have uuids of their own all
 * the same: receivers know by them what they have had.
 */
export function withFixtureIds(tx: TenantTransaction, ids: FixtureIds): TenantTransaction {
  return {
    ...tx,
    newUuid: ids.uuid,
    // A record whose id is known is completed by the next flush: what its row adds by default is read at once.
    flush: async () => {
      await tx.flush();
      await tx.flush();
    },
    of: <T extends object>(entity: Class<T>): Collection<T> => {
      const { key, table } = layoutOf(entity);
      const collection = tx.of(entity);
      if (key.name !== 'id') return collection;
      const numbered = (record: T): T => {
        if (valueIn(record, key) === undefined) setField(record, key, ids.next(table));
        return record;
      };
      return {
        ...collection,
        add: (...records) => collection.add(...records.map(numbered)),
        addWithId: async (record) => collection.add(numbered(record)),
        nextId: async () => ids.next(table),
      };
    },
  };
}

/** The uuid of a number, in the form of version 8 (RFC 9562): the bits are of our own choice. */
function fixtureUuid(number: number): string {
  const hex = createHash('sha256').update(`umoja fixture ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
