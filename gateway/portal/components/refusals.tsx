import { useEffect, useState } from 'react';
import type * as refusalTitles from '../texts/refusal-titles.ts';
import { useLanguage } from '../texts/texts.ts';
import './components.css';

type Titles = typeof refusalTitles;
let loaded: Titles | null = null;

/** The names of refusals, loaded with the first one; null until then, and where they can't be loaded. */
function useTitles(isNeeded: boolean): Titles | null {
  const [titles, setTitles] = useState(loaded);
  useEffect(() => {
    if (!isNeeded || titles !== null) return;
    import('../texts/refusal-titles.ts').then(
      (found) => setTitles((loaded = found)),
      // The sentence of the server stands there without it.
      () => undefined,
    );
  }, [isNeeded, titles]);
  return titles;
}

export type Refused = { readonly code: string; readonly message: string };

/** Why something was refused: its name in the person's language, and the server's own sentence with its figures. */
export function Refusals({ errors }: { readonly errors: readonly Refused[] }) {
  const spoken = useLanguage();
  const titles = useTitles(errors.length > 0);
  return errors.map(({ code, message }) => {
    const title = titles?.titleOf(code, spoken) ?? null;
    return (
      <div key={`${code} ${message}`} className="refusal" data-refusal={code}>
        {title === null ? null : <strong>{title}</strong>}
        <p lang="en">{message}</p>
      </div>
    );
  });
}

/** What is wrong with the value of a field. */
export function WrongValue({ error: { code, message } }: { readonly error: Refused }) {
  const spoken = useLanguage();
  const title = useTitles(true)?.valueTitleOf(code, spoken) ?? null;
  return (
    <>
      {title} <span lang="en">{message}</span>
    </>
  );
}
