import type { ReactNode } from 'react';
import { texts, useTexts } from '../texts/texts.ts';
import { useFilters } from './filters.ts';

const own = texts({ en: { remove: 'Take this filter away' }, sw: { remove: 'Ondoa kichujio hiki' } });

type Props = {
  /** Its name in the address. */
  readonly by: string;
  readonly label: string;
  readonly children?: ReactNode;
};

/** What a list is narrowed to by a link or by a word of its rows, and how it is taken away; nothing where it is not. */
export function Narrowed({ by, label, children }: Props) {
  const t = useTexts(own);
  const { filters, setFilters } = useFilters();
  if (filters[by] === undefined) return null;
  return (
    <span className="narrowed">
      <span className="faint">{label}</span> {children}
      <button
        type="button"
        aria-label={t('remove')}
        title={t('remove')}
        onClick={() => setFilters({ [by]: null, after: null, before: null })}
      >
        ×
      </button>
    </span>
  );
}
