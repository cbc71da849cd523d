import { useRouter, useSearch } from '@tanstack/react-router';
import { useBeside } from './beside.ts';

/** What the address says behind its `?`, as texts: a list that is filtered can be linked. */
export type Filters = { readonly [name: string]: string | undefined };

/**
 * The filters of a list, in the address. A change of one goes into the browser's history; null takes it out.
 *
 *     const { filters, setFilters } = useFilters();
 *     setFilters({ state: 'ACTIVE', after: null });
 */
export function useFilters() {
  const router = useRouter();
  const beside = useBeside();
  const found: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const filters: Filters = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]));
  if (beside !== null) return { filters: beside.filters, setFilters: beside.setFilters };
  const setFilters = (changes: Readonly<Record<string, string | null>>): void => {
    const merged = Object.entries({ ...filters, ...changes }).filter(([, value]) => value != null && value !== '');
    void router.navigate({ to: '.', search: Object.fromEntries(merged), replace: 'search' in changes });
  };
  return { filters, setFilters };
}

/** How many records a page of a list has. */
export const PAGE_SIZE = 25;

/** The variables of a page of a list, as the address says. */
export function pageVariables({ after, before }: Filters) {
  return before === undefined ? { first: PAGE_SIZE, after: after ?? null } : { last: PAGE_SIZE, before };
}

/** `PRINCIPAL.desc` of the address as the list's order; nothing where it is none of these keys. */
export function orderOf<Key extends string>({ order }: Filters, keys: readonly Key[]) {
  const [name, direction] = (order ?? '').split('.');
  const by = keys.find((key) => key === name);
  return by === undefined
    ? undefined
    : [{ by, direction: direction === 'desc' ? ('DESCENDING' as const) : ('ASCENDING' as const) }];
}

/** Within days a list is in the order of these, unless another one was chosen: the index that finds them has it. */
export const newestOf = <Key extends string>(by: Key, days: object | null) =>
  days === null ? null : [{ by, direction: 'DESCENDING' as const }];
