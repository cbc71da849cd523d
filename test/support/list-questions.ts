import {
  operatorsOf,
  type Filter,
  type List,
  type ListField,
  type Operator,
  type SortKey,
} from '#platform/postgres/views/list.ts';

/** Values of each type that are found in planted rows, or near them. */
export const VALUES: { readonly [T in ListField['type']]: readonly string[] } = {
  id: ['17', '23'],
  event: ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'],
  text: ['L-00000017', 'M-00000017'],
  choice: ['active'],
  integer: ['12', '13'],
  cents: ['5000000', '5000100'],
  instant: ['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'],
  date: ['2026-03-01', '2026-03-02'],
  flag: ['true'],
};

/** Every filter that may be asked of a list, once with each operator. */
export function filtersOf(list: List): [string, Filter][] {
  return Object.entries(list.fields).flatMap(([name, field]) =>
    operatorsOf(field).map((operator): [string, Filter] => [`${name} ${operator}`, filterFor(name, field, operator)]),
  );
}

/** Every order that may be asked of a list, both ways. */
export function sortsOf(list: List): [string, SortKey[]][] {
  return Object.entries(list.fields)
    .filter(([, { sortable }]) => sortable)
    .flatMap(([field]): [string, SortKey[]][] => [
      [field, [{ field, descending: false }]],
      [`-${field}`, [{ field, descending: true }]],
    ]);
}

function filterFor(name: string, field: ListField, operator: Operator): Filter {
  if (operator === 'null') return { field: name, operator, values: ['false'] };
  // Not in every choice there is would be not in any row.
  const some = operator === 'nin' ? 1 : 2;
  const values = field.type === 'choice' ? (field.choices ?? []).slice(0, some) : VALUES[field.type];
  return { field: name, operator, values: operator === 'in' || operator === 'nin' ? values : values.slice(0, 1) };
}
