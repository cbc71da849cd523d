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

type Narrowed = { readonly by: By; readonly label: string; readonly remove: string; readonly children: ReactNode };

/** What the list is narrowed to, in words, and how it is taken away. */
export function Narrowed({ by, label, remove, children }: Narrowed) {
  const { setFilters } = useFilters();
  return (
    <span className="narrowed">
      <span className="faint">{label}</span> {children}
      <button
        type="button"
        aria-label={remove}
        title={remove}
        onClick={() => setFilters({ [by]: null, after: null, before: null })}
      >
        ×
      </button>
    </span>
  );
}
