import type { ReactNode } from 'react';
import { useFilters } from '../../components/filters.ts';

/** What the audit is narrowed to, by its name in the address. */
type By = 'actor' | 'command' | 'subject';

type NarrowTo = {
  readonly by: By;
  /** As the filter takes it. */
  readonly value: string;
  /** As it stands in the trail, where the pointer rests. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
};

/** A word of a row that leads to everything that has the same: no one types what the trail calls it. */
export function NarrowTo({ by, value, title, children }: NarrowTo) {
  const { filters, setFilters } = useFilters();
  if (filters[by] === value) return <span title={title}>{children}</span>;
  return (
    <button
      type="button"
      className="narrows"
      title={title}
      onClick={() => setFilters({ [by]: value, after: null, before: null })}
    >
      {children}
    </button>
  );
}
