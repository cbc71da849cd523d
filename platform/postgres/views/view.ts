import type { SeenApprovals } from '#core/approvals/waiting.ts';
import type { Band } from '#core/lending/arrears.ts';
import type { Row, TenantTransaction } from '../database.ts';
import { layoutOf } from '../mapping/layout.ts';
import { sealedSelection, type Shape, type Shown } from './columns.ts';

/**
 * Views are how records are shown: one SQL statement each, no aggregate is built. They read what the transaction of
 * their tenant may see, so another tenant's record is simply not there.
 */
export type ViewContext = {
  readonly sql: TenantTransaction['sql'];
  /** The business time of the tenant. */
  readonly now: Temporal.Instant;
  /** The business date in the tenant's zone, for what is due and late. */
  readonly today: Temporal.PlainDate;
  /** The reader may see personal data of minors unmasked. */
  readonly pii: boolean;
  /** The reader is a lecturer, and sees a part of each student’s results: what follows from all of them is not shown. */
  readonly classesOnly?: boolean;
  /** What the reader sees of what waits for a second person; left out or null: all of it. Worked out where it is read. */
  readonly approvals?: () => SeenApprovals | null;
  /** How personal data are read. */
  readonly sealing: TenantTransaction['sealing'];
  /** The institution's classes of lateness. */
  readonly bands: readonly Band[];
};

/** Views are planned once, unless they say otherwise: keys find their rows, or the order of a list. */
export const plannedOnce =
  (sql: TenantTransaction['sql']): ViewContext['sql'] =>
  (text, params, planning = 'once') =>
    sql(text, params, planning);

/** How records of one table are shown. */
export type View<Record> = {
  readonly table: string;
  /** The rows that it shows: the table, or a derived one of some of its rows. */
  readonly rows: string;
  /**
   * The statement that shows rows: those of the table, or of a derived one, under the alias `l`.
   * @param more further columns of its list
   */
  readonly select: (rows: string, more?: string) => string;
  /** Parameters that the statement uses itself ($1, ...). */
  readonly params: (context: ViewContext) => readonly unknown[];
  readonly read: (row: Row, context: ViewContext) => Record;
};

/** The records that a view shows. */
export type RecordOf<V> = V extends View<infer Record> ? Record : never;

/**
 * Declares how records are shown. Their rows have the alias `l`.
 * @param of a class of the core, or the name of a table that has none
 */
export function view<S extends Shape, Record = Shown<S>>(
  of: { new (): object } | string,
  {
    columns,
    joins = '',
    where,
    params = () => [],
    show,
  }: {
    readonly columns: S;
    /** What is read beside the rows. */
    readonly joins?: string;
    /** Which rows it shows, where not all of them. */
    readonly where?: string;
    readonly params?: View<Record>['params'];
    /** What is calculated from the columns. */
    readonly show?: (row: Shown<S>, context: ViewContext) => Record;
  },
): View<Record> {
  const table = typeof of === 'string' ? of : layoutOf(of).table;
  const { list, read } = sealedSelection(columns);
  return {
    table,
    rows: where === undefined ? table : `(select l.* from ${table} l where ${where})`,
    select: (rows, more = '') => `select ${list}${more} from ${rows} l ${joins}`,
    params,
    // Without `show`, what is shown is what is read.
    read: show ? (row, context) => show(read(row, context), context) : (row, context) => read(row, context) as Record,
  };
}

/** A record by its integer id or its uuid: paths and arguments take either. */
export type RecordId = number | string;

/** A text with `?` for its value; one with several values calls them `?1`, `?2`, ... */
export type Condition = readonly [text: string, ...values: unknown[]];

/** The WHERE clause and parameters of a statement. */
type Conditions = { readonly clause: string; readonly params: readonly unknown[] };

/**
 * Joins conditions with AND to a WHERE clause, behind parameters that the statement has already. Those whose first value
 * is undefined are left out. Texts are ours, values are bound, never spliced.
 */
export function whereAfter(first: readonly unknown[], ...conditions: readonly Condition[]): Conditions {
  const params: unknown[] = [...first];
  const texts: string[] = [];
  for (const [text, ...values] of conditions) {
    if (values.length > 0 && values[0] === undefined) continue;
    const before = params.push(...values) - values.length;
    texts.push(text.replaceAll(/\?(\d*)/g, (_, place: string) => `$${before + Number(place || 1)}`));
  }
  return { clause: texts.length === 0 ? '' : `where ${texts.join(' and ')}`, params };
}

/** Texts and conditions put together to one condition; the values of each stand behind those before it. */
export function joined(parts: readonly (string | Condition)[]): Condition {
  const values: unknown[] = [];
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const [text, ...own] = part;
    const before = values.push(...own) - own.length;
    return text.replaceAll(/\?(\d*)/g, (_, place: string) => `?${before + Number(place || 1)}`);
  });
  return [texts.join(''), ...values];
}
