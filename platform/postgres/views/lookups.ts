import type { TenantTransaction } from '../database.ts';
import type { Condition } from './view.ts';

/**
 * Ids that have to be looked up before the list is read, by a statement of its own: the planner sees which records a
 * filter is about only when their ids are bound, and could follow an order without result through a million others.
 */
type Lookup = {
  readonly lookup: string;
  readonly values: readonly unknown[];
  readonly most: number;
  /** The conditions in its place where there are more. */
  readonly otherwise: readonly Condition[];
};

/** So many records are looked up before a list of them is read in its order; where more match, it is walked. */
export const FEW = 20_000;

/** The records of a list are those of a lookup. */
const AMONG_RECORDS = 'l.id = any(?::bigint[])';

const isLookup = (part: unknown): part is Lookup => typeof part === 'object' && part !== null && 'lookup' in part;

/**
 * The condition that an id is among those of a statement, where these are at most so many; otherwise other conditions,
 * which say the same row by row.
 * @param lookup a statement of ids, with `?1`, `?2`, ... for its values
 */
export function among(
  column: string,
  lookup: string,
  values: readonly unknown[],
  most: number,
  otherwise: readonly Condition[],
): Condition {
  // One is compared as one: only so an index gives an order as well.
  const comparison = most === 1 ? `${column} = (?::bigint[])[1]` : `${column} = any(?::bigint[])`;
  return [comparison, { lookup, values, most, otherwise } satisfies Lookup];
}

/** The conditions with what they name looked up: one statement for all of it, none where there is nothing. */
export async function resolved(
  sql: TenantTransaction['sql'],
  conditions: readonly Condition[],
): Promise<readonly Condition[]> {
  const lookups = [...new Set(conditions.flatMap((condition) => condition.filter(isLookup)))];
  if (lookups.length === 0) return conditions;
  const params: unknown[] = [];
  const parts = lookups.map(({ lookup, values, most }, n) => {
    const bound = boundAfter(params.push(...values) - values.length, lookup);
    return `select ${n} as n, array(select found.id from (${bound}) as found limit ${most + 1}) as ids`;
  });
  const found = await sql<{ n: number; ids: unknown[] }>(parts.join(' union all '), params);
  const idsOf = new Map(found.map(({ n, ids }) => [lookups[n], ids]));
  return conditions.flatMap((condition): readonly Condition[] => {
    const many = condition.find((part) => isLookup(part) && (idsOf.get(part)?.length ?? 0) > part.most);
    if (isLookup(many)) return many.otherwise;
    const [text, ...values] = condition;
    return [[text, ...values.map((part) => (isLookup(part) ? idsOf.get(part) : part))]];
  });
}

/** The statement of the ids that alone narrow a list; null where there are other conditions, or none. */
export function onlyLookedUp(
  conditions: readonly Condition[],
): { readonly text: string; readonly params: readonly unknown[] } | null {
  const [only, ...others] = conditions;
  const [text, part, ...more] = only ?? [];
  if (text !== AMONG_RECORDS || !isLookup(part) || more.length + others.length > 0) return null;
  return { text: boundAfter(0, part.lookup), params: part.values };
}

/** A statement of a lookup whose values stand behind so many others. */
const boundAfter = (before: number, lookup: string): string =>
  lookup.replaceAll(/\?(\d+)/g, (_, place: string) => `$${before + Number(place)}`);
