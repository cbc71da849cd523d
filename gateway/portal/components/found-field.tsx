import { useEffect, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { useClient } from 'urql';
import { texts, useTexts } from '../texts/texts.ts';
import type { Field, Found } from './step.ts';
import './found-field.css';

const own = texts({
  en: {
    another: 'Choose another',
    none: 'No record has this name or number.',
    failed: 'It could not be searched. Check the connection and type again.',
    hint: 'Name or number',
  },
  sw: {
    another: 'Chagua mwingine',
    none: 'Hakuna rekodi yenye jina au nambari hii.',
    failed: 'Haikuweza kutafutwa. Angalia mtandao na uandike tena.',
    hint: 'Jina au nambari',
  },
});

/** How long one types before it is looked for. */
const PAUSE_MS = 250;
/** Fewer letters fit too many. */
const FEWEST_LETTERS = 2;

type Props = {
  readonly field: Field;
  /** What every input of a form has. */
  readonly shared: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'id' | 'name' | 'aria-invalid' | 'aria-describedby' | 'aria-required'
  >;
  /** The id and what it is called; empty until one is chosen. */
  readonly text: string;
  readonly onInput: (text: string) => void;
};

/** A record that is looked for by its name or number, and chosen from what is found. */
export function FoundField({ field, shared, text, onInput }: Props) {
  const t = useTexts(own);
  const { id, name } = shared;
  const described = {
    'aria-invalid': shared['aria-invalid'],
    'aria-describedby': shared['aria-describedby'],
    'aria-required': shared['aria-required'],
  };
  const [sought, setSought] = useState('');
  const found = useFound(field, sought.trim());
  const choose = (one: Found) => {
    setSought('');
    onInput(`${one.id} ${one.name} · ${one.note}`);
  };
  // Sending is what the button is for: here it takes what was found, where that is one.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [only, ...others] = found === 'failed' ? [] : (found ?? []);
    if (only !== undefined && others.length === 0) choose(only);
  };
  if (text !== '') {
    return (
      <span className="found-one">
        <output id={id}>{text.slice(text.indexOf(' ') + 1)}</output>
        <button type="button" className="button" onClick={() => onInput('')}>
          {t('another')}
        </button>
      </span>
    );
  }
  return (
    <>
      <input
        {...described}
        id={id}
        name={name}
        type="search"
        autoComplete="off"
        placeholder={t('hint')}
        value={sought}
        onInput={({ currentTarget }) => setSought(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul className="found" aria-live="polite">
        {found === 'failed' ? <li role="alert">{t('failed')}</li> : null}
        {Array.isArray(found) && found.length === 0 ? <li className="faint">{t('none')}</li> : null}
        {(found === 'failed' ? null : found)?.map((one) => (
          <li key={one.id}>
            <button type="button" className="button plain" data-found={one.note} onClick={() => choose(one)}>
              {one.name} <span className="faint">{one.note}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What was found for what is typed; null while it is not known. */
function useFound({ find }: Field, sought: string): readonly Found[] | 'failed' | null {
  const client = useClient();
  const [found, setFound] = useState<readonly Found[] | 'failed' | null>(null);
  useEffect(() => {
    setFound(null);
    if (find === undefined || sought.length < FEWEST_LETTERS) return;
    let isMeant = true;
    const timer = setTimeout(() => {
      find(client, sought).then(
        (all) => isMeant && setFound(all),
        // Who reads that there is none may make it a second time.
        () => isMeant && setFound('failed'),
      );
    }, PAUSE_MS);
    return () => {
      isMeant = false;
      clearTimeout(timer);
    };
    // The field is made again with each drawing of its page, and looks for the same.
  }, [client, sought]);
  return found;
}
