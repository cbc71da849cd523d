import { useEffect, useState } from 'react';
import { withMoney } from '../format/format.ts';
import type * as refusalTexts from '../texts/refusal-texts.ts';
import { useLanguage } from '../texts/texts.ts';
import './components.css';

type RefusalTexts = typeof refusalTexts;
let loaded: RefusalTexts | null = null;

/**
 * The names and sentences of refusals, loaded with the first one: undefined until then, so that nobody is shown the
 * server's English first; null where they can't be loaded.
 */
function useRefusalTexts({ isNeeded }: { readonly isNeeded: boolean }): RefusalTexts | null | undefined {
  const [texts, setTexts] = useState<RefusalTexts | null | undefined>(loaded ?? undefined);
  useEffect(() => {
    if (!isNeeded || texts !== undefined) return;
    import('../texts/refusal-texts.ts').then(
      (found) => setTexts((loaded = found)),
      // The sentence of the server stands there without it.
      () => setTexts(null),
    );
  }, [isNeeded, texts]);
  return texts;
}

/** An amount that a refusal names, in cents. */
export type RefusedAmount = { readonly name: string; readonly cents: number };
export type Refused = {
  readonly code: string;
  readonly message: string;
  /** What is left out of it stands in the message as it was sent. */
  readonly amounts?: readonly RefusedAmount[];
};

/** Why something was refused: its name and its sentence in the person's language, else the server's own, with its figures. */
export function Refusals({ errors }: { readonly errors: readonly Refused[] }) {
  const spoken = useLanguage();
  const found = useRefusalTexts({ isNeeded: errors.length > 0 });
  if (found === undefined) return null;
  return errors.map((error) => {
    const title = found?.titleOf(error.code, spoken) ?? null;
    return (
      <div key={`${error.code} ${error.message}`} className="refusal" data-refusal={error.code}>
        {title === null ? null : <strong>{title}</strong>}
        <Sentence error={error} texts={found} />
      </div>
    );
  });
}

function Sentence({ error, texts }: { readonly error: Refused; readonly texts: RefusalTexts | null }) {
  const spoken = useLanguage();
  const own = texts?.sentenceOf(error, spoken) ?? null;
  if (own !== null) return <p>{own}</p>;
  const advice = texts?.adviceFor(error.code, spoken) ?? null;
  const said = withMoney(error.message, error.amounts ?? []);
  if (advice === null) return <p lang="en">{said}</p>;
  return (
    <>
      <p>{advice}</p>
      <p className="faint" lang="en">
        {said}
      </p>
    </>
  );
}

/** What is wrong with the value of a field. */
export function WrongValue({ error }: { readonly error: Refused }) {
  const spoken = useLanguage();
  const found = useRefusalTexts({ isNeeded: true });
  if (found === undefined) return null;
  const own = found?.sentenceOf(error, spoken) ?? null;
  if (own !== null) return <>{own}</>;
  return (
    <>
      {found?.valueTitleOf(error.code, spoken) ?? null}{' '}
      <span lang="en">{withMoney(error.message, error.amounts ?? [])}</span>
    </>
  );
}
