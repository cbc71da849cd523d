import { useId, useState, type FormEvent } from 'react';
import { actorHeld } from '../frame/session.ts';
import { Icon } from '../frame/icons.tsx';
import { texts, useTexts } from '../texts/texts.ts';
import { useFilters, type Filters } from './filters.ts';

const own = texts({
  en: {
    views: 'Saved views',
    none: 'Filter the list as you need it, then save it here under a name.',
    name: 'Name of the view',
    save: 'Save',
    remove: 'Remove {name}',
  },
  sw: {
    views: 'Mionekano iliyohifadhiwa',
    none: 'Chuja orodha unavyohitaji, kisha uihifadhi hapa kwa jina.',
    name: 'Jina la mwonekano',
    save: 'Hifadhi',
    remove: 'Ondoa {name}',
  },
});

/** A list as a person wants to see it again: its choices, its order, and the columns that are hidden. */
type View = { readonly name: string; readonly filters: Filters; readonly hidden: readonly string[] };

const LONGEST_NAME = 40;
/** What was searched for, and where one stood in the list, is no part of a view. */
const PASSING: ReadonlySet<string> = new Set(['search', 'after', 'before', 'open']);
/** Choices, amounts, orders: nothing that names a person or one record is stored, so that a view outlives the session. */
const CHOICE = /^[A-Z0-9_]{1,40}(\.(asc|desc))?$/;

/** The views of one person, in this browser; no other person sees them. */
const placeOf = (list: string): string => `views:${actorHeld()}:${list}`;

function storedViews(list: string): readonly View[] {
  const stored = localStorage.getItem(placeOf(list));
  // Written below, in this browser alone.
  return stored === null ? [] : (JSON.parse(stored) as readonly View[]);
}

type Props = {
  readonly list: string;
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
};

/** Named filters and columns of a list, to come back to. */
export function SavedViews({ list, hidden, onHide }: Props) {
  const t = useTexts(own);
  const id = useId();
  const { filters, setFilters } = useFilters();
  const [views, setViews] = useState(() => storedViews(list));
  const [name, setName] = useState('');
  const store = (next: readonly View[]) => {
    setViews(next);
    localStorage.setItem(placeOf(list), JSON.stringify(next));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const others = views.filter((view) => view.name !== name.trim());
    const chosen = Object.entries(filters).filter(([key, value]) => !PASSING.has(key) && CHOICE.test(value ?? ''));
    store([...others, { name: name.trim(), filters: Object.fromEntries(chosen), hidden }]);
    setName('');
  };
  const open = (view: View) => {
    const without = Object.keys(filters).map((key) => [key, null] as const);
    setFilters({ ...Object.fromEntries(without), ...presentOf(view.filters) });
    onHide(view.hidden);
    document.getElementById(id)?.hidePopover();
  };
  return (
    <>
      <button className="button icon" popoverTarget={id} title={t('views')} aria-label={t('views')} data-menu="views">
        <Icon name="views" />
      </button>
      <div id={id} popover="auto" className="column-choice saved-views">
        {views.length === 0 ? <p className="faint">{t('none')}</p> : null}
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <button className="button plain" data-view={view.name} onClick={() => open(view)}>
                {view.name}
              </button>
              <button
                className="button plain icon"
                aria-label={t('remove', { name: view.name })}
                onClick={() => store(views.filter((other) => other !== view))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
        <form onSubmit={save}>
          <input
            className="input"
            aria-label={t('name')}
            placeholder={t('name')}
            maxLength={LONGEST_NAME}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button className="button">{t('save')}</button>
        </form>
      </div>
    </>
  );
}

const presentOf = (filters: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
