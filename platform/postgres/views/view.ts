import type { Band } from '#core/lending/arrears.ts';
import type { TenantTransaction } from '../database.ts';

/**
 * Views are how records are shown: one SQL statement each, no aggregate is built. They read what the transaction of
 * their tenant may see, so another tenant's record is simply not there.
 */
export type ViewContext = {
  readonly sql: TenantTransaction['sql'];
  /** The business date in the tenant's zone, for what is due and late. */
  readonly today: Temporal.PlainDate;
  /** The reader may see personal data of minors unmasked. */
  readonly pii: boolean;
  /** The institution's classes of lateness. */
  readonly bands: readonly Band[];
};

/** A record by its integer id or its uuid: paths and arguments take either. */
export type RecordId = number | string;

/** One page of a list in the order of ids; `after` is the last id of the page before. */
export type Page = { readonly after: number | null; readonly limit: number };

/** A text with `?` for its value; one with several values calls them `?1`, `?2`, ... */
export type Condition = readonly [text: string, value: unknown, ...more: unknown[]];

/** The WHERE clause and parameters of a view, put together from conditions that are given. */
export type Conditions = { readonly clause: string; readonly params: readonly unknown[] };

/**
 * Joins conditions with AND. Those whose (first) value is undefined are left out.
 * Texts are ours, values are bound, never spliced.
 */
export function where(...conditions: readonly Condition[]): Conditions {
  return whereAfter([], ...conditions);
}

/** The same behind parameters that the statement has already. */
export function whereAfter(first: readonly unknown[], ...conditions: readonly Condition[]): Conditions {
  const params: unknown[] = [...first];
  const texts: string[] = [];
  for (const [text, value, ...more] of conditions) {
    if (value === undefined) continue;
    const before = params.push(value, ...more) - more.length - 1;
    texts.push(text.replaceAll(/\?(\d?)/g, (_, place: string) => `$${before + Number(place || 1)}`));
  }
  return { clause: texts.length === 0 ? '' : `where ${texts.join(' and ')}`, params };
}

/** The condition that finds a record by either of its ids. */
export function idCondition(alias: string, id: RecordId): Condition {
  return typeof id === 'number' ? [`${alias}.id = ?::bigint`, id] : [`${alias}.uuid = ?::uuid`, id];
}
