import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../frame/icons.tsx';
import { namesOf } from '../format/names.ts';
import { texts, useLanguage, useTexts, type InLanguages } from '../texts/texts.ts';
import { useFilters } from './filters.ts';

const own = texts({ en: { search: 'Search' }, sw: { search: 'Tafuta' } });

/** What is above a list: a search, choices, and at the right what concerns the whole list. */
export const ListTools = ({ children }: { readonly children: ReactNode }) => (
  <div className="table-tools">{children}</div>
);

/** How long one who types is waited for. */
const PAUSE_MS = 250;

/** Searches as one types, once a word stands still. */
export function SearchBox({ hint }: { readonly hint: string }) {
  const t = useTexts(own);
  const { filters, setFilters } = useFilters();
  const stored = filters['search'] ?? '';
  const [typed, setTyped] = useState(stored);
  // What the address shows because it was typed here stays as it is typed, with the space before the next word.
  const sent = useRef(stored);
  useEffect(() => {
    if (stored !== sent.current) setTyped(stored);
    sent.current = stored;
  }, [stored]);
  useEffect(() => {
    if (typed.trim() === stored) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      setFilters({ search: typed.trim() || null, after: null, before: null });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        value={typed}
        placeholder={hint}
        aria-label={t('search')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
}

type Choices = {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  /** Value to word; the first, of no value, is for all. */
  readonly all: string;
  readonly choices: readonly (readonly [value: string, word: string])[];
};

/** Narrows a list to one value. */
export function Choice({ name, label, all, choices }: Choices) {
  const { filters, setFilters } = useFilters();
  return (
    <select
      className="input"
      aria-label={label}
      value={filters[name] ?? ''}
      onChange={(event) => setFilters({ [name]: event.currentTarget.value || null, after: null, before: null })}
    >
      <option value="">{all}</option>
      {choices.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  );
}

type Words = { readonly [name: string]: InLanguages | { readonly word: InLanguages } };
type WordChoices = Omit<Choices, 'choices'> & {
  readonly words: Words;
  /** In front of them. */
  readonly first?: Choices['choices'][number];
};

/** Narrows a list to one of the words of a table. */
export function WordChoice({ words, first, ...choice }: WordChoices) {
  const spoken = useLanguage();
  const choices = namesOf(words).map((name) => {
    const found = words[name] ?? { en: name, sw: name };
    return [name, ('word' in found ? found.word : found)[spoken]] as const;
  });
  return <Choice {...choice} choices={first === undefined ? choices : [first, ...choices]} />;
}
