import type { Criteria } from '#platform/app/lists.ts';

/** Filters of a list by the names that REST has for them: each is one value, or any of several. */
export function where(filters: { readonly [field: string]: string | readonly string[] } = {}): Criteria {
  return {
    filters: Object.entries(filters).map(([field, values]) => ({
      field,
      operator: 'in',
      values: typeof values === 'string' ? [values] : values,
    })),
    sort: [],
  };
}
