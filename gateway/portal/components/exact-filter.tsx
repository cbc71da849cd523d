import { useEffect, useState } from 'react';
import { DayInput } from './day-input.tsx';
import { useFilters } from './filters.ts';

type Filter = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'date' | 'text';
};

/** A filter by a whole value: it is applied when it is left, or by Enter; a date as soon as it is one. */
export function ExactFilter({ name, label, hint, type = 'text' }: Filter) {
  const { filters, setFilters } = useFilters();
  const stored = filters[name] ?? '';
  const [typed, setTyped] = useState(stored);
  useEffect(() => setTyped(stored), [stored]);
  const apply = (text: string) => {
    if (text.trim() !== stored) setFilters({ [name]: text.trim() || null, after: null, before: null });
  };
  if (type === 'date') return <DayInput label={label} value={stored} onDay={apply} />;
  return (
    <input
      className="input exact"
      type="text"
      value={typed}
      placeholder={hint}
      aria-label={label}
      title={label}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => apply(typed)}
      onKeyDown={({ key }) => key === 'Enter' && apply(typed)}
    />
  );
}
