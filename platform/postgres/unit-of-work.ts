import type { QueryResult } from 'pg';
import { layoutOf, type Column, type Layout, type Stored } from './mapping/layout.ts';
import { prepared, type Prepared } from './prepared.ts';

type Class<T> = { new (): T };

/** Records of one class, read and written by plain statements. */
export type Collection<T> = {
  /** The one with this id, or null. What is locked already is not asked for again. */
  readonly get: (id: number) => Promise<T | null>;
  /** The same, and nobody else may change it until commit. */
  readonly lock: (id: number) => Promise<T | null>;
  /** Those for which a condition holds, which may go on with `order by`. */
  readonly find: (condition: string, params: readonly unknown[]) => Promise<T[]>;
  /** The first of them, or null. */
  readonly first: (condition: string, params: readonly unknown[]) => Promise<T | null>;
  readonly lockFirst: (condition: string, params: readonly unknown[]) => Promise<T | null>;
  readonly lockAll: (condition: string, params: readonly unknown[]) => Promise<T[]>;
  /** Writes a new record with the next flush, which gives it its id where it has none. Where it has, nobody waits. */
  readonly add: (record: T) => void;
};

/**
 * What a transaction has read and is to write, for the records that most of the day's work goes through. It does what
 * the entity manager does for the others, for mappings as plain as ours: one object for each row, changed columns
 * written at the flush and the version counted up. A class is kept here or there, never in both.
 */
export type Records = {
  readonly of: <T extends Stored>(entity: Class<T>) => Collection<T>;
  /** Writes a row with the next flush that nobody changes, or asks for in this transaction. */
  readonly append: (record: object) => void;
};

/** Somebody changed what was read without a lock. Its code is the one of transactions that others got in the way of. */
export class RecordChanged extends Error {
  readonly code = '40001';
}

/** Runs a statement, and waits for its answer or not: `soon`. */
type Run = (statement: Prepared, params: readonly unknown[]) => Promise<QueryResult>;
type Kept = { readonly record: Stored; readonly layout: Layout; values: unknown[]; isLocked: boolean };
type Tools = {
  readonly records: Records;
  readonly flush: () => Promise<void>;
  readonly forget: () => void;
};

export function keptRecords(run: Run, soon: Run): Records & Omit<Tools, 'records'> {
  const kept = new Map<Layout, Map<number, Kept>>();
  let added: { readonly record: Stored; readonly layout: Layout }[] = [];
  let appended: object[] = [];

  const keep = (layout: Layout, row: Record<string, unknown>, isLocked: boolean): Stored => {
    let known = kept.get(layout);
    if (!known) kept.set(layout, (known = new Map()));
    const id = Number(row['id']);
    const before = known.get(id);
    if (before) {
      if (Number(row['version']) !== before.record.version) throw changed(layout, id);
      if (isLocked && !before.isLocked) {
        before.isLocked = true;
        // Not every write counts the version up. What is locked is taken as it is now.
        if (changedColumns(before).length === 0) fill(before, row);
      }
      return before.record;
    }
    const read = { record: new layout.entity() as Stored, layout, values: [], isLocked };
    fill(read, row);
    known.set(id, read);
    return read.record;
  };

  const store = (layout: Layout): Collection<Stored> => {
    const look = async (condition: string, params: readonly unknown[], isLocked: boolean) => {
      const { rows } = await run(reading(layout, condition, isLocked), params);
      return rows.map((row) => keep(layout, row as Record<string, unknown>, isLocked));
    };
    const first = async (condition: string, params: readonly unknown[], isLocked: boolean) =>
      (await look(`${condition} limit 1`, params, isLocked))[0] ?? null;
    const byId = async (id: number, isLocked: boolean) => {
      const before = kept.get(layout)?.get(id);
      return before?.isLocked ? before.record : first('id = $1', [id], isLocked);
    };
    return {
      get: (id) => byId(id, false),
      lock: (id) => byId(id, true),
      find: (condition, params) => look(condition, params, false),
      first: (condition, params) => first(condition, params, false),
      lockFirst: (condition, params) => first(condition, params, true),
      lockAll: (condition, params) => look(condition, params, true),
      add: (record) => void added.push({ record, layout }),
    };
  };

  return {
    of: (entity) => store(layoutOf(entity)) as never,

    append: (record) => void appended.push(record),

    flush: async () => {
      const checks: Promise<void>[] = [];
      for (const each of [...kept.values()].flatMap((known) => [...known.values()])) {
        const { record, layout, isLocked } = each;
        const written = changedColumns(each);
        if (written.length === 0) continue;
        const params = [record.id, ...written.map((column) => column.write(column.of(record)))];
        // What is locked has not changed; the others are written only if they have not.
        if (isLocked) void soon(updating(layout, written, false), params);
        else
          checks.push(
            run(updating(layout, written, true), [...params, record.version]).then(({ rowCount }) => {
              if (rowCount !== 1) throw changed(layout, record.id);
            }),
          );
        record.version += 1;
        each.values = valuesOf(record, layout);
      }
      for (const record of appended.splice(0)) {
        const layout = layoutOf(record.constructor as Class<object>);
        const row = rowOf(record, layout);
        void soon(row.statement, row.values);
      }
      const news = added;
      added = [];
      const inserts = news.map(async ({ record, layout }) => {
        const row = rowOf(record, layout);
        const give = ({ rows }: QueryResult) => {
          const [given] = rows as Record<string, unknown>[];
          for (const column of layout.given) record[column.field] = column.read(given?.[column.name]) as never;
        };
        if (record.id === undefined) give(await run(row.statement, row.values));
        else {
          record.version = 1;
          // Its failure is the transaction's.
          soon(row.statement, row.values).then(give, () => undefined);
        }
        keepNew(layout, record);
      });
      await Promise.all([...checks, ...inserts]);
    },

    forget: () => {
      kept.clear();
      added = [];
      appended = [];
    },
  };

  /** It is ours until commit: nobody else sees it. */
  function keepNew(layout: Layout, record: Stored): void {
    let known = kept.get(layout);
    if (!known) kept.set(layout, (known = new Map()));
    known.set(record.id, { record, layout, values: valuesOf(record, layout), isLocked: true });
  }
}

function fill(kept: Kept, row: Record<string, unknown>): void {
  const record = kept.record as Stored & Record<string, unknown>;
  for (const column of kept.layout.columns) record[column.field] = column.read(row[column.name]) as never;
  kept.values = valuesOf(record, kept.layout);
}

const changedColumns = ({ record, layout, values }: Kept): Column[] =>
  layout.kept.filter((column, n) => !isSame(column, valueOf(record, column), values[n]));

/** A new row: what is set of it, for the rest the table has a word of its own. */
function rowOf(record: object, layout: Layout): { readonly statement: Prepared; readonly values: unknown[] } {
  const written = layout.columns.filter((column) => column.of(record) !== undefined);
  const values = written.map((column) => column.write(column.of(record)));
  return { statement: inserting(layout, written), values };
}

const valuesOf = (record: Stored, { kept }: Layout) => kept.map((column) => valueOf(record, column));

/** As it is compared: a document by its text, since it may be changed in place. */
const valueOf = (record: Stored, column: Column): unknown => {
  const value = column.of(record);
  return column.isDocument && value !== undefined ? column.write(value) : value;
};

const isSame = (column: Column, a: unknown, b: unknown): boolean =>
  a === b || (!column.isDocument && column.write(a) === column.write(b));

const changed = ({ table }: Layout, id: number) => new RecordChanged(`${table} ${id} was changed meanwhile.`);

/** Statements by their text: as many as there are conditions in the repositories, and sets of columns that change. */
const known = new Map<string, Prepared>();
function once(text: string): Prepared {
  let statement = known.get(text);
  if (!statement) known.set(text, (statement = prepared(text)));
  return statement;
}

const reading = ({ table, list }: Layout, condition: string, isLocked: boolean) =>
  once(`select ${list} from "${table}" where ${condition}${isLocked ? ' for update' : ''}`);

function updating({ table }: Layout, written: readonly Column[], isChecked: boolean): Prepared {
  const set = written.map(({ name }, n) => `"${name}" = $${n + 2}`).join(', ');
  const check = isChecked ? ` and version = $${written.length + 2}` : '';
  return once(`update "${table}" set ${set}, version = version + 1 where id = $1${check}`);
}

function inserting({ table, given }: Layout, written: readonly Column[]): Prepared {
  const names = written.map(({ name }) => `"${name}"`).join(', ');
  const places = written.map((_, n) => `$${n + 1}`).join(', ');
  return once(
    `insert into "${table}" (${names}) values (${places}) returning ${given.map(({ name }) => `"${name}"`).join(', ')}`,
  );
}
